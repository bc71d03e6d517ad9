"""Answers as sentences in both languages: what came of what was asked, in words made from the frames.

The first sentence answers what was asked: yes or no with a whole sentence, how many with a number, where with a zone, who with a
player, what happens with what happened. Things are called as the asker called them, and "my" has become "your".

>>> from kb.asking.frames import ME, OPPONENT, Thing
>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("creature"), whose=ME, noun="creature")
>>> asked = Query("does", Frame("deal damage", {"agent": Ref(0), "to": OPPONENT}))
>>> answer(Question((bear,), (), (asked,)), asked, Outcome("no"), {}).en
"No, your creature doesn't deal damage to your opponent."
>>> asked = Query("how many", Frame("deal damage", {"agent": Ref(0), "amount": Number("some", "damage")}), hole="amount")
>>> answer(Question((bear,), (), (asked,)), asked, Outcome("value", 3), {}).ja
'あなたのクリーチャーは3点のダメージを与えます。'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from kb.asking.card import Card
from kb.asking.frames import Counters, Frame, Number, Person, Place, Query, Question, Ref, Stat, Thing, Who
from kb.asking.model import Both
from kb.asking.saying.english import English, sentence
from kb.asking.saying.japanese import Japanese
from kb.asking.saying.naming import Unsayable
from kb.asking.saying.words import ZONES
from kb.asking.saying.words import japanese as in_japanese
from kb.asking.staging.model import Outcome

_DROPPED: Final = frozenset({"still", "already", "also", "anyway", "yet"})
"""What a "no" doesn't repeat: "no, it doesn't die"."""
_PLAYERS: Final[Mapping[Any, Who]] = {"A": "me", "B": "opponent", "C": "third"}
_UNKNOWN: Final = Both("This can't be decided here.", "これはここでは判定できません。")
_CHOSEN: Final = Both(
    "It depends on what the players choose.", "場合によります。プレイヤーの選択によって変わります。"
)
_DRAWN: Final = Both("The game is a draw.", "ゲームは引き分けです。")
RESULTS: Final = {"draw": Both("a draw", "引き分け")}
"""Results of a game that are no player, as the words of an answer."""
_SHORT: Final = {"yes": Both("Yes.", "はい。"), "no": Both("No.", "いいえ。")}
_LONGEST: Final = 4
"""Sentences of a story."""


def answer(question: Question, query: Query, came: Outcome, cards: Mapping[str, Card]) -> Both:
    """The answer to one thing asked; only yes or no where there are no words for the things spoken of."""
    try:
        said = _Answers(question, query, cards)
        return Both(said.english(came), said.japanese(came))
    except Unsayable:
        return _SHORT.get(came.verdict) or came.why or _UNKNOWN


def restated(question: Question, cards: Mapping[str, Card]) -> Both | None:
    """The question as it was read, None where there are no words for something in it."""
    try:
        return Both(English(question, cards).restated(), Japanese(question, cards).restated())
    except Unsayable:
        return None


class _Answers:
    """One query with a voice for each language."""

    def __init__(self, question: Question, query: Query, cards: Mapping[str, Card]) -> None:
        self.question = question
        self.query = query
        self.en = English(question, cards, "answer")
        self.ja = Japanese(question, cards, "answer")
        asked = query.form if query.form in ("can", "must") else ""
        self.modal = asked or (query.frame.modal if query.frame is not None else "")

    # -- whole answers ---------------------------------------------------------------------------------

    def english(self, came: Outcome) -> str:
        """In English."""
        if came.kind == "impossible" and came.refused is not None:
            return f"This can't happen: {self.en.told(came.refused, True, 'can')}."
        if came.kind == "not so" and came.refused is not None:
            return f"That isn't so: {self.en.told(came.refused, not came.refused.negated)}."
        if came.verdict == "depends" and came.depends:
            cases = [f"if {one.fact.en}, {self._english(one.verdict, one.value)}" for one in came.depends]
            return f"It depends: {'; '.join(cases)}."
        if came.verdict == "depends":
            return _CHOSEN.en
        if came.verdict == "undetermined":
            return (came.why or _UNKNOWN).en
        if self.query.form == "what happens" or came.story:
            return " ".join(one.en for one in _story(came)[:_LONGEST]) or "Nothing happens."
        lead = "" if self.query.negated else {"yes": "Yes, ", "no": "No, "}.get(came.verdict, "")
        return f"{sentence(lead + self._english(came.verdict, came.value))}."

    def japanese(self, came: Outcome) -> str:
        """In Japanese."""
        if came.kind == "impossible" and came.refused is not None:
            return f"これは起こりません：{self.ja.now(came.refused, True, 'can')}。"
        if came.kind == "not so" and came.refused is not None:
            return f"そうではありません：{self.ja.now(came.refused, not came.refused.negated, came.refused.modal)}。"
        if came.verdict == "depends" and came.depends:
            cases = [f"{one.fact.ja}なら、{self._japanese(one.verdict, one.value)}。" for one in came.depends]
            return f"場合によります。{''.join(cases)}"
        if came.verdict == "depends":
            return _CHOSEN.ja
        if came.verdict == "undetermined":
            return (came.why or _UNKNOWN).ja
        if self.query.form == "what happens" or came.story:
            return "".join(one.ja for one in _story(came)[:_LONGEST]) or "何も起こりません。"
        lead = "" if self.query.negated else {"yes": "はい、", "no": "いいえ、"}.get(came.verdict, "")
        return f"{lead}{self._japanese(came.verdict, came.value)}。"

    # -- one verdict -----------------------------------------------------------------------------------

    def _english(self, verdict: str, value: Any) -> str:
        frame = self.query.frame
        if verdict == "undetermined" or frame is None:
            return "this can't be decided here"
        if verdict in ("yes", "no"):
            yes = (verdict == "yes") != frame.negated
            return self.en.told(_plain(frame, yes), not yes, self.modal)
        if self.query.form == "order":
            return self._order_en(value)
        filled = self._filled(frame, value)
        if filled is not None:
            return filled[0]
        return f"it is {_shown(value, self.en.person)}"

    def _japanese(self, verdict: str, value: Any) -> str:
        frame = self.query.frame
        if verdict == "undetermined" or frame is None:
            return "ここでは判定できません"
        if verdict in ("yes", "no"):
            yes = (verdict == "yes") != frame.negated
            return self.ja.now(_plain(frame, yes), not yes, self.modal)
        if self.query.form == "order":
            return self._order_ja(value)
        filled = self._filled(frame, value)
        if filled is not None:
            return filled[1]
        return f"{_shown(value, self.ja.person)}です"

    def _order_en(self, value: Any) -> str:
        first, second = self._in_order(value)
        if first is None or second is None:
            return "both happen at the same time"
        return f"first {self.en.told(first, False)}, then {self.en.told(second, False)}"

    def _order_ja(self, value: Any) -> str:
        first, second = self._in_order(value)
        if first is None or second is None:
            return "どちらも同時です"
        return f"先に{self.ja.now(first, False)}。その後、{self.ja.now(second, False)}"

    def _in_order(self, value: Any) -> tuple[Frame | None, Frame | None]:
        """The frames as they happen: `value` says which is first, 0 neither."""
        frame, other = self.query.frame, self.query.other
        return (
            (frame, other)
            if value in (1, "first")
            else (other, frame)
            if value in (2, "second")
            else (None, None)
        )

    # -- a hole that is filled -------------------------------------------------------------------------

    def _filled(self, frame: Frame, value: Any) -> tuple[str, str] | None:
        """The frame with what was asked for in its place, in both languages."""
        frame = replace(frame, modal="" if frame.modal == "may" else frame.modal, negated=False)
        form, hole = self.query.form, self.query.hole
        if form == "where":
            return self._where(frame, value)
        if form == "who":
            return self._who(frame, hole or "agent", value)
        if frame.verb == "cost" and isinstance(value, int):
            return f"it costs {value} mana", f"{value}マナかかります"
        filling = frame.roles.get(hole)
        stat = next((one for one in frame.roles.values() if isinstance(one, Stat)), None)
        if stat is not None and frame.verb in ("be", "have"):
            return self._stat(stat, value)
        if isinstance(value, bool) or not isinstance(value, int | str):
            return None
        if isinstance(filling, Ref) and isinstance(value, int):
            return self._counted(frame, hole, self.question.thing(filling), value)
        if isinstance(filling, Counters) and isinstance(value, int):
            return self._both(_with(frame, hole, replace(filling, count=value)), value == 0)
        if isinstance(filling, Number) and isinstance(value, int):
            return self._amount(frame, hole, filling, value)
        if isinstance(value, int) and frame.verb not in ("be", "have"):
            return self._amount(frame, hole or "amount", Number(value, "times"), value)
        return None

    def _both(self, frame: Frame, negated: bool = False) -> tuple[str, str]:
        return self.en.told(frame, negated, frame.modal), self.ja.now(frame, negated, frame.modal)

    def _amount(self, frame: Frame, hole: str, number: Number, value: int) -> tuple[str, str]:
        if value == 0:
            left = {role: one for role, one in frame.roles.items() if role != hole}
            return self._both(replace(frame, roles=left), negated=True)
        return self._both(_with(frame, hole, replace(number, value=value)))

    def _counted(self, frame: Frame, hole: str, thing: Thing, value: int) -> tuple[str, str]:
        """ "Three creatures die": the thing asked for, so many of it."""
        counted = Thing(
            len(self.question.things),
            thing.filter,
            thing.card,
            value,
            thing.whose,
            zone=thing.zone,
            noun=thing.noun,
        )
        question = replace(self.question, things=(*self.question.things, counted))
        en = English(question, self.en.cards, "answer")
        ja = Japanese(question, self.ja.cards, "answer")
        en.counted = ja.counted = counted.id
        filled = _with(frame, hole, Ref(counted.id))
        if value == 0:
            words = ja.now(filled, True, frame.modal)
            none = f"{ja.noun(counted)}は1{ja.thing_counter(counted)}も"
            return en.told(filled, False, frame.modal), words.replace(f"{ja.thing(counted)}は", none).replace(
                f"{ja.thing(counted)}を", none
            )
        return en.told(filled, False, frame.modal), ja.now(filled, False, frame.modal, topic=False)

    def _where(self, frame: Frame, value: Any) -> tuple[str, str] | None:
        what = frame.roles.get("what") or frame.roles.get("agent")
        if what is None or str(value) not in ZONES:
            return None
        if value == "ceased":
            return self._both(Frame("cease", {"what": what}))
        return self._both(Frame("be in zone", {"what": what, "at": Place(str(value))}))

    def _who(self, frame: Frame, hole: str, value: Any) -> tuple[str, str] | None:
        names = value if isinstance(value, list | tuple) else [] if value is None else [value]
        if any(one not in _PLAYERS for one in names):
            if value == "draw":
                return self._both(Frame("draw game"))
            return None
        persons = tuple(Person(_PLAYERS[one]) for one in names)
        if not persons:
            nobody = replace(frame, roles={**frame.roles, hole: Person("somebody")})
            en, ja = self.en.told(nobody, False, frame.modal), self.ja.now(nobody, True, frame.modal)
            return en.replace("a player", "nobody", 1), ja.replace(
                "プレイヤーは", "どのプレイヤーも", 1
            ).replace("プレイヤーが", "どのプレイヤーも", 1)
        named = _with(frame, hole, persons[0] if len(persons) == 1 else persons)
        return self.en.told(named, False, frame.modal), self.ja.now(named, False, frame.modal, topic=False)

    def _stat(self, stat: Stat, value: Any) -> tuple[str, str]:
        en, ja = _shown(value, self.en.person), _shown(value, self.ja.person)
        return f"{self.en.words(stat)} is {en}", f"{self.ja.words(stat)}は{ja}です"


def _plain(frame: Frame, yes: bool) -> Frame:
    """Without the words that only a "yes" repeats."""
    return frame if yes else replace(frame, manner=frame.manner - _DROPPED)


def _with(frame: Frame, role: str, filling: Any) -> Frame:
    return replace(frame, roles={**frame.roles, role: filling})


def _shown(value: Any, person: Callable[[Person], str]) -> str:
    """A value by itself, in the language in which players are named by `person`."""
    japanese = person(Person("opponent")) == "対戦相手"
    if isinstance(value, list | tuple):
        return ("、" if japanese else ", ").join(_shown(one, person) for one in value)
    if value in _PLAYERS:
        return person(Person(_PLAYERS[value]))
    if value in ZONES:
        return ZONES[value].ja if japanese else f"the {ZONES[value].en}"
    if value is None or isinstance(value, bool):
        return {None: Both("nothing", "なし"), True: Both("so", "そう"), False: Both("not so", "否")}[
            value
        ].to_json()["ja" if japanese else "en"]
    return in_japanese(str(value)) if japanese else str(value)


def _story(came: Outcome) -> tuple[Both, ...]:
    """What happened, or how the game ended, as sentences."""
    if came.value == "draw":
        return (_DRAWN,)
    if came.story or not isinstance(came.value, list):
        return came.story
    return tuple(Both(one["en"], one["ja"]) for one in came.value if isinstance(one, Mapping))
