"""Sentences made from frames: in both languages, for every verb, form of question and outcome, with nothing left open."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal

import pytest

from kb.asking.card import Card
from kb.asking.frames import (
    ME,
    OPPONENT,
    Form,
    Frame,
    Mood,
    Number,
    Place,
    Query,
    Question,
    Ref,
    Stat,
    Thing,
    When,
)
from kb.asking.model import Both
from kb.asking.saying.answers import answer
from kb.asking.saying.conjugate import inflect, passive, potential
from kb.asking.saying.english import English
from kb.asking.saying.japanese import Japanese
from kb.asking.staging.model import Outcome, Told
from kb.asking.wordbook import described, wordbook
from tests.frames_made import frames

Modal = Literal["", "can", "must", "may", "try"]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH = re.compile(r"[A-Za-z]{2,}")
OPEN = re.compile(r"[{}]|None|Filter|Ref\(|  |\(\)")
MOODS: Final[tuple[Mood, ...]] = ("fact", "supposed")
MODALS: Final[tuple[Modal, ...]] = ("", "can", "must", "may", "try")
FORMS: Final[tuple[Form, ...]] = (
    "does",
    "can",
    "must",
    "is",
    "where",
    "who",
    "how many",
    "which",
    "what happens",
    "why",
    "when",
)


def whole(both: Both) -> None:
    """It is a sentence of its language and nothing else."""
    assert both.en[0].isupper() or both.en[0] in "+0123456789"
    assert both.en[-1] in ".?"
    assert both.ja[-1] in "。？"
    assert not JAPANESE.search(both.en), both.en
    assert not ENGLISH.search(both.ja), both.ja
    for one in (both.en, both.ja):
        assert not OPEN.search(one), one


def outcomes(frame: Frame, form: Form) -> list[Outcome]:
    """Everything that can come of a query of that form."""
    size = Both("the creature is 2/2", "そのクリーチャーが2/2")
    other = Both("the creature is 9/9", "そのクリーチャーが9/9")
    if form in ("does", "can", "must", "is"):
        return [
            Outcome("yes"),
            Outcome("no"),
            Outcome("undetermined"),
            Outcome("no", kind="impossible", refused=frame),
            Outcome("no", kind="not so", refused=frame),
            Outcome("depends", depends=(Told(size, "yes", None), Told(other, "no", None))),
        ]
    return [Outcome("value", one) for one in (0, 1, 3, "graveyard", "ceased", "A", ["A", "B"], None, "5/5")]


@pytest.mark.parametrize("verb", sorted(wordbook().verbs))
def test_every_verb_is_said_in_both_languages(verb: str) -> None:
    for frame, question in frames(wordbook().verbs[verb]):
        for mood in MOODS:
            for negated in (False, True):
                for modal in MODALS:
                    told = replace(frame, mood=mood, negated=negated, modal=modal)
                    asked = Query("does", frame)
                    one = replace(question, told=(told,), queries=(asked,))
                    whole(Both(English(one, {}).restated(), Japanese(one, {}).restated()))
        for form in FORMS:
            holes = ("", *frame.roles) if form in ("how many", "which", "who", "where") else ("",)
            for hole in holes:
                for no in (False, True):
                    asked = Query(form, frame, hole, negated=no)
                    one = replace(question, queries=(asked,))
                    whole(Both(English(one, {}).restated(), Japanese(one, {}).restated()))
                    for came in outcomes(frame, form) if not no and hole in ("", *[*frame.roles][:1]) else ():
                        whole(answer(one, asked, came, {}))


# -- what a sentence says ------------------------------------------------------------------------------

BEAR = Thing(0, described("2/2 creature with flying"), whose=ME, noun="creature")
OX = Thing(1, described("creature"), whose=OPPONENT, noun="creature")
FIGHT = Question((BEAR, OX), (), ())


def both(question: Question) -> tuple[str, str]:
    return English(question, {}).restated(), Japanese(question, {}).restated()


def test_what_is_spoken_of_again_is_called_shortly() -> None:
    told = (Frame("attack", {"what": Ref(0)}), Frame("block", {"what": Ref(1), "to": Ref(0)}))
    asked = Query("does", Frame("die", {"what": Ref(0)}))
    assert both(replace(FIGHT, told=told, queries=(asked,))) == (
        "My 2/2 creature with flying attacks. My opponent's creature blocks my creature. Does my creature die?",
        "飛行を持つ私の2/2のクリーチャーが攻撃しました。対戦相手のクリーチャーが私のクリーチャーをブロックしました。私のクリーチャーは死亡しますか？",
    )


def test_conditions_stand_before_what_is_asked() -> None:
    told = (
        Frame("attack", {"what": Ref(0)}, mood="supposed"),
        Frame("die", {"what": Ref(1)}, mood="supposed", negated=True),
    )
    asked = Query("how many", Frame("draw", {"agent": ME, "what": Ref(2)}), hole="what")
    cards = Thing(2, described("card"), count="some", noun="card")
    assert both(Question((BEAR, OX, cards), told, (asked,))) == (
        "If my 2/2 creature with flying attacks and my opponent's creature doesn't die, how many cards do I draw?",
        "飛行を持つ私の2/2のクリーチャーが攻撃したら、対戦相手のクリーチャーが死亡しなかったら、私は何枚のカードを引きますか？",
    )


def test_two_of_a_kind_are_told_apart_by_letters() -> None:
    ox = replace(OX, whose=ME)
    bear = replace(BEAR, filter=described("creature"))
    told = (Frame("attack", {"what": Ref(0)}), Frame("die", {"what": Ref(1)}))
    assert both(Question((bear, ox), told, ())) == (
        "My creature A attacks. My creature B dies.",
        "私のクリーチャーAが攻撃しました。私のクリーチャーBが死亡しました。",
    )


def test_counts_have_the_word_that_fits_their_noun() -> None:
    two = Thing(0, described("creature"), count=2, whose=ME, noun="creature")
    lands = Thing(1, described("land"), count=3, whose=ME, noun="land")
    told = (
        Frame("die", {"what": Ref(0)}),
        Frame("tap", {"agent": ME, "what": Ref(1)}),
        Frame("lose life", {"agent": ME, "amount": Number(3, "life")}),
    )
    assert both(Question((two, lands), told, ())) == (
        "My two creatures die. I tap my three lands. I lose 3 life.",
        "私のクリーチャー2体が死亡しました。私が私の土地3枚をタップしました。私が3点のライフを失いました。",
    )


def test_a_card_is_named_in_its_language() -> None:
    card = Card("Test Bear", "試験熊", {"types": "Creature — Bear", "pt": "2/2"}, "card:Test Bear")
    bear = Thing(0, described("tapped permanent"), "Test Bear", whose=ME)
    question = Question(
        (bear,),
        (Frame("die", {"what": Ref(0)}),),
        (Query("does", Frame("return", {"what": Ref(0), "to": Place("hand")})),),
    )
    english = English(question, {"Test Bear": card}).restated()
    japanese = Japanese(question, {"Test Bear": card}).restated()
    assert english == "My tapped Test Bear dies. Does my Test Bear return to the hand?"
    assert japanese == "私のタップ状態の《試験熊》が死亡しました。私の《試験熊》は手札に戻りますか？"


def said(query: Query, came: Outcome, question: Question = FIGHT) -> tuple[str, str]:
    both = answer(replace(question, queries=(query,)), query, came, {})
    return both.en, both.ja


HIT = Frame("deal damage", {"agent": Ref(0), "amount": Number("some", "damage"), "to": OPPONENT})


def test_an_answer_speaks_to_who_asked() -> None:
    asked = Query("can", Frame("sacrifice", {"agent": ME, "what": Ref(0)}))
    assert said(asked, Outcome("no")) == (
        "No, you can't sacrifice your creature.",
        "いいえ、あなたはあなたのクリーチャーを生け贄に捧げることができません。",
    )
    assert said(Query("must", Frame("attack", {"what": Ref(1), "to": ME})), Outcome("no")) == (
        "No, your opponent's creature doesn't have to attack you.",
        "いいえ、対戦相手のクリーチャーはあなたを攻撃する必要はありません。",
    )


def test_how_many_is_answered_with_a_number() -> None:
    asked = Query("how many", HIT, hole="amount")
    assert said(asked, Outcome("value", 3)) == (
        "Your creature deals 3 damage to your opponent.",
        "あなたのクリーチャーは対戦相手に3点のダメージを与えます。",
    )
    assert said(asked, Outcome("value", 0)) == (
        "Your creature doesn't deal damage to your opponent.",
        "あなたのクリーチャーは対戦相手にダメージを与えません。",
    )


def test_counted_things_are_answered_with_their_noun() -> None:
    kind = Thing(2, described("creature"), count="some", noun="creature")
    question = replace(FIGHT, things=(*FIGHT.things, kind))
    asked = Query("how many", Frame("die", {"what": Ref(2)}), hole="what")
    assert said(asked, Outcome("value", 2), question) == (
        "Two creatures die.",
        "クリーチャー2体が死亡します。",
    )
    assert said(asked, Outcome("value", 1), question) == (
        "One creature dies.",
        "クリーチャー1体が死亡します。",
    )
    assert said(asked, Outcome("value", 0), question) == (
        "No creatures die.",
        "クリーチャーは1体も死亡しません。",
    )


def test_where_is_answered_with_a_zone_and_who_with_a_player() -> None:
    asked = Query("where", Frame("move", {"what": Ref(0)}), hole="to")
    assert said(asked, Outcome("value", "graveyard")) == (
        "Your creature is in the graveyard.",
        "あなたのクリーチャーは墓地にあります。",
    )
    assert said(asked, Outcome("value", "ceased")) == (
        "Your creature ceases to exist.",
        "あなたのクリーチャーは消滅します。",
    )
    asked = Query("who", Frame("win", {}), hole="agent")
    assert said(asked, Outcome("value", "B")) == ("Your opponent wins.", "対戦相手が勝ちます。")
    assert said(asked, Outcome("value", ["A", "B"])) == (
        "You and your opponent win.",
        "あなたと対戦相手が勝ちます。",
    )
    assert said(asked, Outcome("value", None)) == ("Nobody wins.", "どのプレイヤーも勝ちません。")


def test_a_number_of_a_thing_is_told_as_its_number() -> None:
    asked = Query("how many", Frame("be", {"what": Stat("power", Ref(0))}), hole="amount")
    assert said(asked, Outcome("value", 4)) == (
        "Your creature's power is 4.",
        "あなたのクリーチャーのパワーは4です。",
    )


def test_a_refused_deed_can_not_happen() -> None:
    refused = Frame("destroy", {"agent": ME, "what": Ref(1)})
    assert said(
        Query("does", Frame("die", {"what": Ref(1)})), Outcome("no", kind="impossible", refused=refused)
    ) == (
        "This can't happen: you can't destroy your opponent's creature.",
        "これは起こりません：あなたは対戦相手のクリーチャーを破壊できません。",
    )


def test_a_no_does_not_repeat_still() -> None:
    asked = Query("does", Frame("die", {"what": Ref(0)}, manner=frozenset({"still"})))
    assert said(asked, Outcome("yes")) == (
        "Yes, your creature still dies.",
        "はい、あなたのクリーチャーはまだ死亡します。",
    )
    assert said(asked, Outcome("no")) == (
        "No, your creature doesn't die.",
        "いいえ、あなたのクリーチャーは死亡しません。",
    )


def test_a_claim_that_it_does_not_is_right_when_it_does_not() -> None:
    asked = Query("does", Frame("die", {"what": Ref(0)}, negated=True))
    assert said(asked, Outcome("yes"))[0] == "Yes, your creature doesn't die."
    assert said(asked, Outcome("no"))[0] == "No, your creature dies."


def test_it_depends_names_each_case() -> None:
    cases = (
        Told(Both("it is 2/2", "それが2/2"), "yes", None),
        Told(Both("it is 9/9", "それが9/9"), "no", None),
    )
    asked = Query("does", Frame("die", {"what": Ref(0)}))
    assert said(asked, Outcome("depends", depends=cases)) == (
        "It depends: if it is 2/2, your creature dies; if it is 9/9, your creature doesn't die.",
        "場合によります。それが2/2なら、あなたのクリーチャーは死亡します。それが9/9なら、あなたのクリーチャーは死亡しません。",
    )


def test_moments_and_orders() -> None:
    cast = Frame("die", {"what": Ref(0)}, when=When("upkeep", OPPONENT, "next"))
    asked = Query("order", cast, other=Frame("draw", {"agent": ME}))
    assert both(replace(FIGHT, queries=(asked,))) == (
        "Which is first: my 2/2 creature with flying dies in my opponent's next upkeep, or I draw?",
        "対戦相手の次のアップキープに、飛行を持つ私の2/2のクリーチャーが死亡するのと私が引くのでは、どちらが先ですか？",
    )
    assert (
        said(asked, Outcome("value", 2))[0]
        == "First you draw, then your creature dies in your opponent's next upkeep."
    )


# -- forms of Japanese verbs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "polite", "no", "past", "can", "done"),
    [
        ("唱える", "唱えます", "唱えない", "唱えた", "唱えられる", "唱えられる"),
        ("殴る", "殴ります", "殴らない", "殴った", "殴れる", "殴られる"),
        ("死ぬ", "死にます", "死なない", "死んだ", "死ねる", "死なれる"),
        ("防ぐ", "防ぎます", "防がない", "防いだ", "防げる", "防がれる"),
        ("払う", "払います", "払わない", "払った", "払える", "払われる"),
        ("出す", "出します", "出さない", "出した", "出せる", "出される"),
        ("勝つ", "勝ちます", "勝たない", "勝った", "勝てる", "勝たれる"),
        ("選ぶ", "選びます", "選ばない", "選んだ", "選べる", "選ばれる"),
        ("引く", "引きます", "引かない", "引いた", "引ける", "引かれる"),
        ("行く", "行きます", "行かない", "行った", "行ける", "行かれる"),
        ("ある", "あります", "ない", "あった", "あれる", "あられる"),
        ("減る", "減ります", "減らない", "減った", "減れる", "減られる"),
        ("得る", "得ます", "得ない", "得た", "得られる", "得られる"),
        ("戻ってくる", "戻ってきます", "戻ってこない", "戻ってきた", "戻ってこられる", "戻ってこられる"),
        ("破壊", "破壊します", "破壊しない", "破壊した", "破壊できる", "破壊される"),
        ("コピーする", "コピーします", "コピーしない", "コピーした", "コピーできる", "コピーされる"),
        ("サクる", "サクります", "サクらない", "サクった", "サクれる", "サクられる"),
    ],
)
def test_forms(base: str, polite: str, no: str, past: str, can: str, done: str) -> None:
    assert (inflect(base, "polite"), inflect(base, "negative"), inflect(base, "past")) == (polite, no, past)
    assert (potential(base), passive(base)) == (can, done)
