"""Frames as Japanese sentences, put together from the verb's row: the particles of its roles, its forms, the words that count.

>>> from kb.asking.frames import ME, OPPONENT, Question, Thing
>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("creature with flying"), whose=ME, noun="creature")
>>> said = Japanese(Question((bear,), (), ()), {})
>>> said.statement(Frame("attack", {"what": Ref(0), "to": OPPONENT}))
'飛行を持つ私のクリーチャーが対戦相手を攻撃しました。'
>>> said.asked(Query("can", Frame("destroy", {"what": Ref(0)}), negated=True))
'私のクリーチャーは破壊されることができませんか？'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from kb.asking.frames import Counters, Frame, Number, Person, Query, Ref
from kb.asking.saying.conjugate import inflect, passive, potential
from kb.asking.saying.japanese_nouns import JapaneseNouns
from kb.asking.saying.speech import amount_noun
from kb.asking.wordbook import Verb, wordbook

_PARTICLES: Final = ("を", "に", "へ", "で", "から", "として", "と", "の", "が")
_LINKS: Final = {
    "response": "それに対応して、", "while": "その間に、", "once": "同時に、", "before": "その前に、", "after": "その後、", "because": "そのため、",
    "although": "しかし、", "then": "",
}  # fmt: skip
_MANNERS: Final = {
    "again": "再び", "forever": "ずっと", "still": "まだ", "only": "だけ", "first": "先に", "second": "2回目に", "also": "また", "instead": "代わりに", "already": "すでに",
    "right away": "すぐに", "free": "マナ・コストを支払わずに", "separately": "別々に", "together": "一緒に", "face down": "裏向きで", "anyway": "それでも",
    "all": "すべて", "twice": "2回", "yet": "もう", "alone": "単独で", "x": "Xで",
}  # fmt: skip
_BESIDE: Final = {"combat": "戦闘", "first strike": "先制攻撃の"}
_ORDER: Final = ("は", "が", "で", "から", "まで", "として", "と", "へ", "に", "の", "を", "")
"""Particles in the order in which what they stand at is said."""
_CAUSING: Final = "させる"
"""The ending of a verb that somebody makes something do: without anybody it does it by itself."""
_CLAUSE: Final = re.compile(r"[^。]+(?:を持つ|を持たない|個置かれた|でない|以上の|以下の)")
_STAYS: Final = ("だ", "である", "ある", "いる")


class Japanese(JapaneseNouns):
    """Sentences about one question."""

    # -- sentences -------------------------------------------------------------------------------------

    def restated(self) -> str:
        """The whole question: what is told, then what is asked."""
        found = ""
        for frame in self.question.told:
            found += self.supposed(frame) if frame.mood == "supposed" else self.statement(frame)
        for query in self.question.queries:
            found += self.asked(query)
        return found

    def statement(self, frame: Frame, negated: bool | None = None) -> str:
        """A frame as a sentence of its own."""
        return f"{_LINKS[frame.link]}{self.clause(frame, negated)}。"

    def clause(self, frame: Frame, negated: bool | None = None) -> str:
        """A frame as words without an end, as something that has been."""
        no = frame.negated if negated is None else negated
        past = frame.mood == "fact" and self.verb(frame).kind != "state"
        return self._before(frame) + self._ending(frame, no, frame.modal, past)

    def now(self, frame: Frame, negated: bool, modal: str = "", topic: bool = True) -> str:
        """A frame as words without an end, as something that is or comes; no `topic` where who it is is the news."""
        return self._before(frame, topic=topic) + self._ending(frame, negated, modal, past=False)

    def supposed(self, frame: Frame) -> str:
        """A condition."""
        form = self._verb_form(frame, frame.modal)
        if frame.modal == "must":
            needed = f"{inflect(form, 'negative')[:-1]}ければならない"
            if frame.negated:
                needed = f"{inflect(form, 'plain')}必要がない"
            return f"{_LINKS[frame.link]}{self._before(frame)}{needed}なら、"
        if frame.modal in ("may", "try"):
            return f"{_LINKS[frame.link]}{self._before(frame)}{inflect(form, 'try').removesuffix('します')}し{'なかった' if frame.negated else 'た'}ら、"
        return f"{_LINKS[frame.link]}{self._before(frame)}{inflect(form, 'if negative' if frame.negated else 'if')}、"

    def nominal(self, frame: Frame) -> str:
        """A clause as something to speak of: …すること without its こと."""
        form = self._verb_form(frame, frame.modal)
        return self._before(frame) + inflect(form, "negative" if frame.negated else "plain")

    # -- what is asked ---------------------------------------------------------------------------------

    def asked(self, query: Query) -> str:
        """What is asked, as a question."""
        frame = query.frame
        if frame is None or (frame.verb == "happen" and not frame.roles):
            return "どうなりますか？"
        link = _LINKS[frame.link]
        if query.form == "what happens" and frame.verb == "happen" and frame.roles.keys() == {"what"}:
            return f"{link}{self._before(frame, topic=True)}どうなりますか？"
        if query.form == "what happens":
            return f"{link}{self.supposed(frame).removeprefix(link)}どうなりますか？"
        if query.form == "order" and query.other is not None:
            return f"{link}{self.nominal(frame)}のと{self.nominal(query.other)}のでは、どちらが先ですか？"
        modal = frame.modal or (query.form if query.form in ("can", "must") else "")
        asks = {"why": "なぜ", "when": "いつ"}.get(query.form, "")
        no = query.negated or frame.negated
        before = self._before(frame, topic=True, asked=query)
        return f"{link}{asks}{before}{self._ending(frame, no, modal, past=False)}か？"

    def _asked_for(self, query: Query, frame: Frame) -> str:
        """The words that ask for the filling of a role."""
        filling = frame.roles.get(query.hole)
        if query.form == "where":
            return "どこ"
        if query.form == "who":
            return "誰"
        if query.form == "how many":
            if isinstance(filling, Number):
                beside = "".join(words for name, words in _BESIDE.items() if name in frame.manner)
                counter = self.counter(filling.of) if filling.of else "つ"
                return (
                    "何マナ"
                    if filling.of == "mana"
                    else f"何{counter}の{beside}{self.noun_of(filling.of)}"
                    if filling.of
                    else "いくつ"
                )
            if isinstance(filling, Counters):
                return f"何個の{self.words(Counters(filling.kind, 1)).removesuffix('1個')}"
            if isinstance(filling, Ref):
                thing = self.question.thing(filling)
                self.meets(thing)
                return f"何{self.thing_counter(thing).replace('つ', '個')}の{self.relative(thing)}{self.noun(thing)}"
            return "いくつ"
        if isinstance(filling, Ref):
            self.meets(self.question.thing(filling))
            thing = self.question.thing(filling)
            return f"どの{self.relative(thing)}{self.noun(thing)}"
        return "何"

    # -- parts of a clause -----------------------------------------------------------------------------

    def verb(self, frame: Frame) -> Verb:
        """The row of its verb; what happens where somebody does it is said so: 戻る, 戻す."""
        row = super().verb(frame)
        if row.kind != "happening" or not isinstance(frame.roles.get("agent"), Person):
            return row
        forms = (form for form, marks in row.reads.by_form.items() if marks.get("が") == "agent")
        form = next((one for one in forms if row.reads.by_form[one].get("を") == "what"), "")
        return replace(row, ja=(form, *row.ja), kind="deed") if form else row

    def _before(self, frame: Frame, topic: bool = False, asked: Query | None = None) -> str:
        """All that stands before the verb."""
        verb = self.verb(frame)
        hole = asked.hole if asked is not None else ""
        subject = self._subject(frame, verb)
        _, amount = _verb_words(verb)
        found: list[tuple[str, str]] = []
        for role, filling in frame.roles.items():
            if filling is None and role != hole:
                continue
            words = self._asked_for(asked, frame) if role == hole and asked is not None else None
            if role == subject:
                particle = "は" if words is None and topic else "が"
                found.append((particle, f"{words or self.words(filling)}{particle}"))
                continue
            found.append(self._with_particle(verb, role, filling, words, amount, frame))
        if hole and hole not in frame.roles and asked is not None:
            particle = "" if verb.ja[0] in ("だ", "である") else _particle(verb, hole)
            found.append((particle, f"{self._asked_for(asked, frame)}{particle}"))
        when = self.moment(frame.when) if frame.when is not None else ""
        manner = "".join(
            words for name, words in _MANNERS.items() if name in frame.manner and name not in ("only", "also")
        )
        beside = (
            "".join(words for name, words in _BESIDE.items() if name in frame.manner)
            if amount and "amount" not in frame.roles
            else ""
        )
        need = verb.reads.needs.get("amount", "")
        if need in _amounts().values() and not amount and "amount" not in frame.roles and hole != "amount":
            found.append(("を", f"{self.noun_of(need)}を"))  # ライフを失う: how much isn't said
        found.sort(key=lambda one: _ORDER.index(one[0]))
        if "also" in frame.manner and found and found[0][0] in ("は", "が"):
            found[0] = "は", f"{found[0][1][:-1]}も"
        if "only" in frame.manner and found:
            particle, words = found[0]
            found[0] = particle, f"{words.removesuffix(particle)}だけ{particle}"
        with_ = next(
            (at for at, (particle, _) in enumerate(found) if particle == "と" or (amount and not particle)),
            None,
        )
        if with_ is not None and manner:
            found.insert(with_, ("", manner))  # XがすでにYと: between と and the verb it would join
            manner = ""
        said = "".join(self._paused([words for _, words in found]))
        when += "、" if when and _CLAUSE.match(said) else ""
        return f"{when}{said}{manner}{beside}"

    def _paused(self, found: list[str]) -> list[str]:
        """With a comma before what begins with a clause of its own, so that this doesn't take what stands before it."""
        return [
            f"{one}、" if at + 1 < len(found) and _CLAUSE.match(found[at + 1]) else one
            for at, one in enumerate(found)
        ]

    def _with_particle(
        self, verb: Verb, role: str, filling: Any, words: str | None, amount: str, frame: Frame
    ) -> tuple[str, str]:
        """A filling with its particle, and that particle by itself."""
        particle = _particle(verb, role) or "を"
        if isinstance(filling, Frame):
            return particle, f"{self.nominal(filling)}の{particle}"
        if role == "amount" and isinstance(filling, Number):
            return self._amount(filling, words, amount, frame)
        said = words or self.words(filling)
        if role == "for" and particle == "を":
            return "に", f"{said}のために"
        if verb.ja[0] in ("だ", "である") and role in ("as", "what", "with", "amount"):
            return "", said
        if particle == "を" and "を" in verb.ja[0]:
            particle = "の"
        return particle, f"{said}{particle}"

    def _amount(self, number: Number, words: str | None, amount: str, frame: Frame) -> tuple[str, str]:
        """How much: before the noun in the verb's own words (3点のダメージを与える), else as an object."""
        if number.of in ("times", "time", ""):
            return "", words or self.number(number)
        if number.of == "x":
            return "で", f"{self.number(number)}で"
        beside = "".join(said for name, said in _BESIDE.items() if name in frame.manner)
        if words is None:
            words = self.number(number)
            if beside and number.of:
                noun = self.noun_of(number.of)
                words = words.removesuffix(noun) + beside + noun
        if amount and number.of in (amount, ""):
            return "", words.removesuffix(self.noun_of(amount))
        return "を", f"{words}を"

    def _subject(self, frame: Frame, verb: Verb) -> str:
        if verb.ja[0].endswith(_CAUSING) and frame.roles.get("agent") is not None:
            return "agent"
        for particle in ("は", "が"):
            role = self.subject_role(frame, _takes(verb).get(particle, ""))
            if role:
                return role
        if self._done(frame, verb):
            return next((role for role in ("what", "to") if frame.roles.get(role) is not None), "")
        return ""

    def _done(self, frame: Frame, verb: Verb) -> bool:
        """Whether it is told as done to somebody, since nobody is said to do it."""
        doers = f"{_takes(verb).get('は', '')}/{_takes(verb).get('が', '')}"
        return verb.kind == "deed" and not self.subject_role(frame, doers) and verb.ja[0] not in _STAYS

    def _verb_form(self, frame: Frame, modal: str) -> str:
        """The dictionary form that is inflected: active or passive, of state or deed, for can."""
        verb = self.verb(frame)
        base = verb.ja[0]
        if base.endswith(_CAUSING) and base != _CAUSING and frame.roles.get("agent") is None:
            base = base.removesuffix(_CAUSING)
        if self._done(frame, verb):
            base = passive(base)
        if verb.kind == "state" and base not in _STAYS:
            base = inflect(base, "state")
        if modal == "can":
            able = potential(base)
            plain = verb.kind == "deed" and not self._done(frame, verb) and able != passive(base)
            return able if plain else f"{inflect(base, 'plain')}ことができる"
        return base

    def _ending(self, frame: Frame, no: bool, modal: str, past: bool) -> str:
        form = self._verb_form(frame, modal)
        if modal == "must":
            return inflect(form, "need not" if no else "must")
        if modal == "may":
            return inflect(form, "may not" if no else "may")
        if modal == "try":
            return inflect(form, "try not" if no else "try")
        if past and not modal:
            return inflect(form, "polite past negative" if no else "polite past")
        return inflect(form, "polite negative" if no else "polite")


def _verb_words(verb: Verb) -> tuple[str, str]:
    """Its first form, and the noun of an amount with which that begins."""
    base = verb.ja[0]
    return base, amount_noun(base.rpartition("を")[0] and f"を{base.rpartition('を')[0]}", _amounts())


@cache
def _amounts() -> dict[str, str]:
    return {noun.ja[0]: noun.name for noun in wordbook().nouns.values() if noun.kind == "amount"}


def _takes(verb: Verb) -> Mapping[str, str]:
    """Which role each particle marks with the form that is said."""
    return verb.reads.by_form.get(verb.ja[0], verb.reads.takes)


def _particle(verb: Verb, role: str) -> str:
    takes = _takes(verb)
    fits = [one for one in (*_PARTICLES, *takes) if role in takes.get(one, "").split("/")]
    own = [one for one in fits if one in verb.ja_own and one not in ("が", "は")]
    return (own or fits or [""])[0]
