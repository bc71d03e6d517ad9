"""The whole way from a question's words to its answer: heard, identified, staged, played, decided, said.

Every reading of the words is played; where they come to different answers nothing is claimed, and each reading is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb.asking.card import Card
from kb.asking.cards import CardBook
from kb.asking.deciding import play
from kb.asking.entities import CardOf
from kb.asking.frames import Frame, Question, Ref
from kb.asking.model import Answer, Both, Verdict
from kb.asking.plainly import plain_question
from kb.asking.saying.answers import RESULTS, restated
from kb.asking.saying.answers import answer as said
from kb.asking.staging import Outcome, Unstaged, stage
from kb.asking.understanding import finder, understood
from kb.checker.oracle.ast import HasType, Measures, walk
from kb.checker.oracle.words import CARD_TYPES
from kb.library import Library
from scraper.document import Lang

LONGEST: Final = 600
"""Letters of a question that is read; a longer one is asked to be put shortly."""
_TWO: Final = Both("These are several questions with different answers.", "答えの異なる複数の質問です。")
_TOO_LONG: Final = Both(
    f"The question is longer than {LONGEST} letters; it was not read. Ask for one thing at a time.",
    f"質問が{LONGEST}文字を超えているため、読み取っていません。一つずつ質問してください。",
)


@dataclass(frozen=True, slots=True)
class Read:
    """One reading, with the cards that it names and what came of it."""

    question: Question
    cards: Mapping[str, Card]
    outcome: Outcome
    nonsense: bool = False
    """It says what can't be meant: a sorcery that lies on the battlefield."""

    @classmethod
    def of(cls, question: Question, card_of: CardOf, library: Library) -> Read:
        """Stage and play a question; each of several things asked is played for itself."""
        cards = {
            one.card: card for one in question.things if one.card and (card := card_of(one.card)) is not None
        }
        bare, turned = plain_question(question, _types(question, cards))
        found: list[Outcome] = []
        for at, round_ in enumerate(turned):
            asked = replace(bare, told=(*bare.told, *_done_before(bare, at)), queries=(bare.queries[at],))
            staged = stage(asked, cards)
            if isinstance(staged, Unstaged):
                open_ = Outcome("undetermined", kind="unknown", why=staged.why)
                return cls(question, cards, open_, staged.nonsense)
            one = play(staged, library.card_base)
            found.append(_turned(one) if round_ else one)
        return cls(question, cards, replace(found[0], others=tuple(found[1:])))

    @property
    def say(self) -> Both | None:
        """The question as it was read."""
        return restated(self.question, self.cards)

    @property
    def result(self) -> tuple[object, ...]:
        """What tells two answers apart."""
        return tuple((one.verdict, one.kind, str(one.value)) for one in (self.outcome, *self.outcome.others))


def answer(question: str, lang: Lang, library: Library, book: CardBook) -> Answer:
    """Answer a question in its language."""
    if len(question) > LONGEST:
        return Answer(question, lang, "undetermined", None, _TOO_LONG)
    card_of = finder(book)
    _, heard = understood(question, book, card_of)
    base = Answer(
        question,
        lang,
        "undetermined",
        None,
        _TOO_LONG,
        frames=heard[0].to_json(),
        unread=heard[0].unread,
    )
    if heard[0].unread or not heard[0].queries:
        return replace(base, answer=not_understood(heard[0].unread, nothing_loaded=not book.table))
    return _answered(base, [Read.of(one, card_of, library) for one in heard])


def readings(question: str, library: Library, book: CardBook) -> list[Read]:
    """Every reading of a question with what came of it; none where a word was not read or nothing is asked."""
    card_of = finder(book)
    _, found = understood(question, book, card_of)
    return (
        [] if found[0].unread or not found[0].queries else [Read.of(one, card_of, library) for one in found]
    )


def _done_before(question: Question, at: int) -> list[Frame]:
    """ "Can I do this and then that?": that is asked of with this done."""
    before = question.queries[:at] if question.queries[at].form == "can" else ()
    return [
        replace(one.frame, mood="supposed") for one in before if one.form == "can" and one.frame is not None
    ]


def _turned(outcome: Outcome) -> Outcome:
    if outcome.kind in ("played", "stated"):
        return replace(outcome, verdict=_OTHER_WAY.get(outcome.verdict, outcome.verdict))
    return replace(outcome, verdict="undetermined")  # what can't be done says nothing about the opposite


_OTHER_WAY: Final[dict[Verdict, Verdict]] = {"yes": "no", "no": "yes"}


def _types(question: Question, cards: Mapping[str, Card]) -> Callable[[Ref], frozenset[str]]:
    def types_of(ref: Ref) -> frozenset[str]:
        thing = question.thing(ref)
        card = cards.get(thing.card)
        own = [one.name for one in walk(thing.filter) if isinstance(one, HasType)]
        own += ["creature" for one in walk(thing.filter) if isinstance(one, Measures) and one.stat == "power"]
        printed = card.type_words if card is not None else ()
        return frozenset((*own, *printed)) & CARD_TYPES

    return types_of


def _answered(base: Answer, found: Sequence[Read]) -> Answer:
    found = [one for one in found if not one.nonsense] or found
    first = found[0]
    outcome = first.outcome
    base = replace(
        base,
        understood=first.say,
        scenario=outcome.scenario,
        assumptions=outcome.assumptions,
        not_modelled=outcome.not_modelled,
    )
    if len({one.result for one in found}) > 1:
        says = [say for one in found if (say := one.say) is not None]
        return replace(base, answer=several(says), others=tuple(says[1:]))
    sentences = [
        said(first.question, query, one, first.cards)
        for query, one in zip(first.question.queries, (outcome, *outcome.others), strict=False)
    ]
    text = Both(" ".join(one.en for one in sentences), "".join(one.ja for one in sentences))
    verdicts = {(one.verdict, str(one.value)) for one in (outcome, *outcome.others)}
    if len(verdicts) > 1 and not _all_at_once(first.question):
        return replace(base, answer=Both(f"{_TWO.en} {text.en}", f"{_TWO.ja}{text.ja}"))
    if len(verdicts) > 1:
        ranks: tuple[Verdict, ...] = ("undetermined", "no", "depends", "yes")
        outcome = min((outcome, *outcome.others), key=lambda one: ranks.index(one.verdict))
    if base.lang == "ja" and any(query.negated for query in first.question.queries):
        if len(first.question.queries) > 1:
            return replace(base, answer=text)
        # 「唱えられないの？」 asks whether it can't be cast; "can't I cast it?" whether it can
        outcome = replace(outcome, verdict=_OTHER_WAY.get(outcome.verdict, outcome.verdict))
    steps = {step.rule: step for one in (outcome, *outcome.others) for step in one.because}
    because = tuple(steps.values()) if outcome.verdict != "undetermined" else ()
    result = RESULTS.get(outcome.value) if isinstance(outcome.value, str) else None
    value = outcome.value if result is None else result.ja if base.lang == "ja" else result.en
    return replace(base, verdict=outcome.verdict, value=value, answer=text, because=because)


def _all_at_once(question: Question) -> bool:
    """Whether several things are asked as one: may I do this and that?"""
    return all(one.form == "can" and not one.negated for one in question.queries)


def several(says: Sequence[Both]) -> Both:
    """That the words have several meanings, and which.

    >>> several([Both("Does it die?", "死亡する？"), Both("Does it trigger?", "誘発する？")]).ja[-10:]
    '死亡する？誘発する？'
    """
    return Both(
        "This can be read in more than one way, with different answers: " + " ".join(one.en for one in says),
        "この質問はいくつかの意味に取れて、答えがそれぞれ異なります：" + "".join(one.ja for one in says),
    )


def not_understood(words: Sequence[str], *, nothing_loaded: bool) -> Both:
    """Which words nothing took up, or that nothing is asked.

    >>> not_understood(["gribble"], nothing_loaded=False).en.split(".")[0]
    'Not understood: “gribble”'
    """
    if not words:
        return Both(
            "Nothing that is asked was found in these words, so nothing is claimed.",
            "何を尋ねているのかを読み取れなかったため、答えは出せません。",
        )
    hint = (
        Both(
            " No cards are loaded, so no card name is known (mtgkb update cards brings them).",
            "カードが取り込まれていないため、カード名は分かりません（mtgkb update cards で取り込めます）。",
        )
        if nothing_loaded
        else Both("", "")
    )
    return Both(
        f"Not understood: {', '.join(f'“{word}”' for word in words)}. Nothing is claimed where a word may matter.{hint.en}",
        f"次の言葉が理解できませんでした：{'、'.join(f'「{word}」' for word in words)}。"
        f"結論を左右しうる言葉が分からないため、推測では答えません。{hint.ja}",
    )
