"""The closed classes of Japanese: auxiliaries, ends of clauses, nouns that stand for others. Sentences of our own."""

from __future__ import annotations

import pytest

from kb.asking.frames import OPPONENT, Person, Word
from kb.asking.mentions import Mention
from kb.asking.reading.japanese import read
from kb.checker.oracle.ast import HasKeyword
from tests.test_reading_japanese import TABLE, hear, one


@pytest.mark.parametrize(
    ("question", "form", "negated"),
    [
        ("2/2は死亡するのかな", "does", False),
        ("2/2は死亡するのか？", "does", False),
        ("2/2は死亡するはずですよね？", "does", False),
        ("2/2は死亡するわけですか？", "does", False),
        ("2/2は死亡するという理解でいい？", "does", False),
        ("2/2は死亡するってことでいいですか？", "does", False),
        ("2/2が死亡するかどうか教えてください。", "does", False),
        ("2/2が死亡するか知りたいです。", "does", False),
        ("2/2は死亡せずに済む？", "does", True),
        ("2/2が死亡するのはいつ？", "when", False),
        ("2/2はどの時点で死亡する？", "when", False),
    ],
)
def test_what_ends_a_question_asks_the_same(question: str, form: str, negated: bool) -> None:
    clause = one(question)
    assert (clause.verb, clause.form, clause.negated) == ("die", form, negated)


@pytest.mark.parametrize("question", ["2/2は死亡するで合ってる？", "2/2は死亡するって認識で合ってますか？"])
def test_whether_it_is_right(question: str) -> None:
    claim, right = hear(question)
    assert (claim.verb, claim.says, right.verb, right.form) == ("die", Person("somebody"), "be right", "is")


@pytest.mark.parametrize("question", ["2/2で攻撃しなくていい？", "2/2で攻撃しなくてもいいですか？"])
def test_what_need_not_be_done_is_no_must(question: str) -> None:
    clause = one(question)
    assert (clause.verb, clause.form, clause.negated) == ("attack", "must", True)


@pytest.mark.parametrize(
    ("told", "mood"),
    [
        ("2/2が死亡したせいで", "fact"),
        ("2/2が死亡したおかげで", "fact"),
        ("2/2が死亡したとたん、", "supposed"),
        ("2/2が死亡するたびに", "supposed"),
        ("2/2が死亡する度に", "supposed"),
    ],
)
def test_what_joins_clauses(told: str, mood: str) -> None:
    first, asked = hear(f"{told}カードを引ける？")
    assert (first.verb, first.mood, asked.verb, asked.form) == ("die", mood, "draw", "can")


def test_what_was_forgotten_was_not_done() -> None:
    first, _ = hear("カードを引き忘れた。勝つ？")
    assert (first.verb, first.negated) == ("draw", True)


def test_what_is_wished_of_somebody_is_not_done() -> None:
    first, _ = hear("相手に2/2を破壊してほしい。勝つ？")
    assert (first.modal, first.roles["agent"]) == ("try", OPPONENT)


@pytest.mark.parametrize("question", ["2/2は追放されたまま？", "2/2は追放されたままになりますか？"])
def test_what_stays_as_it_is(question: str) -> None:
    clause = one(question)
    assert (clause.verb, clause.manner) == ("exile", {"still"})


def test_a_bracket_after_a_noun_describes_it() -> None:
    first, asked = hear("5/5（飛行、先制攻撃）が攻撃した。2/2（到達）でブロックできる？")
    assert first.verb == "attack"
    assert set(first.roles) == {"what"}
    assert {HasKeyword("flying"), HasKeyword("first strike")} <= set(first.roles["what"].filter.where)
    assert HasKeyword("reach") in asked.roles["what"].filter.where


def test_each_of_two_has_its_own_owner() -> None:
    first, _ = hear("自分の2/2と相手の3/3が格闘した。どうなる？")
    pair = next(value for value in first.roles.values() if isinstance(value, tuple))
    assert [one.whose for one in pair] == [Person("me"), OPPONENT]


def test_somebodys_face_is_that_player() -> None:
    assert one("相手本体に何点入る？").roles["to"] == OPPONENT


def test_some_of_them() -> None:
    first, _ = hear("クリーチャー3体のうち1体が死亡した。勝つ？")
    what = first.roles["what"]
    assert (what.pronoun, what.count, what.of.count) == ("ones", 1, 3)


@pytest.mark.parametrize("chapter", ["3章", "第3章", "第3章能力", "3章の能力"])
def test_a_chapter_is_an_ability(chapter: str) -> None:
    first, _ = hear(f"英雄譚の{chapter}が誘発した。勝つ？")
    what = first.roles["what"]
    assert isinstance(what, Mention)
    assert (what.ability, what.what, what.of.noun) == (
        "triggered",
        "III",
        "saga",
    )


def test_none_of_them_is_not_also() -> None:
    first, _ = hear("1体も攻撃していない。勝つ？")
    assert (first.negated, first.manner, first.roles["what"].count) == (True, frozenset(), None)


def test_the_beginning_of_a_step_is_its_moment() -> None:
    upkeep, combat = one("アップキープの開始時に勝つ？"), one("戦闘の開始時に勝つ？")
    assert upkeep.when is not None
    assert upkeep.when.step == "upkeep"
    assert combat.when is not None
    assert combat.when.step == "begin_combat"


def test_how_many_at_most() -> None:
    clause = one("カードを何枚まで引けますか？")
    assert (clause.form, clause.hole) == ("how many", "what")


def test_what_it_is_made_by_a_spell() -> None:
    _, made, _ = hear("灰毛の猪に炎の投槍を撃って3/1にした。勝つ？")
    assert (made.verb, made.roles["as"]) == ("become", Word("pt", "3/1"))
    assert made.roles["what"].cards
    assert "agent" not in made.roles


@pytest.mark.parametrize(
    "question",
    [
        "2/2以外が死亡する？",
        "2体以上でブロックできる？",
        "4/4（元は2/2）が死亡する？",
        "2人とも死亡する？",
        "小さいほうが死亡する？",
        "相手じゃなくて自分がカードを引く？",
        "カードを公開した中に土地がある？",
        "対戦相手全員を攻撃できる？",
        "相手のと自分のはどっちが死亡する？",
    ],
)
def test_what_has_no_place_stays_unread(question: str) -> None:
    assert read(question, TABLE).unread


def test_so_many_are_sacrificed() -> None:
    clause = one("相手は何体生け贄に捧げる？")
    assert (clause.verb, clause.form, clause.hole) == ("sacrifice", "how many", "what")


def test_what_nothing_blocked_harms_a_player() -> None:
    *_, asked = hear("2/2で攻撃して、ブロックはされなかった。何点入る？")
    assert asked.roles["to"] == Person("somebody")


def test_a_spell_returns_what_was_spoken_of() -> None:
    *_, asked = hear("灰毛の猪が攻撃したところに炎の投槍を撃たれた。手札に戻る？")
    assert asked.roles["what"].filter is not None


@pytest.mark.parametrize("said", ["ドラフトで", "昨日の大会で", "確か", "卓で"])
def test_where_it_is_played_says_nothing(said: str) -> None:
    assert one(f"{said}2/2は死亡する？") == one("2/2は死亡する？")


def test_ultimates_are_abilities() -> None:
    assert one("奥義は起動できる？").roles["what"].what == "ultimate"


@pytest.mark.parametrize(
    "joined",
    [
        "したので",
        "したのに",
        "したけど",
        "したから",
        "したが",
        "したし",
        "して",
        "すると",
        "すれば",
        "したら",
        "しても",
        "したとき",
        "したあと",
    ],
)
def test_a_noun_right_after_the_connective_is_no_head(joined: str) -> None:
    first, second = hear(f"2/2が攻撃{joined}3/3がブロックする？")
    assert (first.verb, second.verb) == ("attack", "block")
    assert not second.roles["what"].clauses


def test_two_things_wanted_are_two_questions() -> None:
    first, second = hear("カードを何枚引いて何枚捨てる？")
    assert [(one.verb, one.form) for one in (first, second)] == [
        ("draw", "how many"),
        ("discard", "how many"),
    ]


def test_who_does_it_may_stand_last() -> None:
    clause = one("カードを引くのは相手？")
    assert (clause.verb, clause.form, clause.roles["agent"]) == ("draw", "does", OPPONENT)


@pytest.mark.parametrize(
    "question",
    [
        "誰もカードを引かない？",
        "何も引かない？",
        "2/2の代わりに3/3を生け贄に捧げられる？",
        "捨てるのは1枚だけ？",
    ],
)
def test_what_is_more_than_the_clause_is_unread(question: str) -> None:
    assert read(question, TABLE).unread


def test_what_an_ability_waits_for_is_not_told() -> None:
    clause = one("死亡したときに誘発する能力を打ち消せる？")
    assert (clause.verb, clause.roles["what"].what, clause.roles["what"].ability) == (
        "counter",
        "die",
        "triggered",
    )


def test_who_is_made_to_attack_attacks() -> None:
    first, _ = hear("2/2を殴らせた。勝つ？")
    assert (first.verb, set(first.roles)) == ("attack", {"what"})


def test_what_became_so_many_is_said_or_unread() -> None:
    assert read("炎の投槍を食らって17になった。負ける？", TABLE).unread
    assert not read("ライフが17になった。負ける？", TABLE).unread
