"""What Japanese questions were taken for and aren't: sentences of our own; the cards are invented."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, OPPONENT, Number, Person, When
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read
from tests.test_reading_japanese import TABLE, cards, hear, noun, one


@pytest.mark.parametrize("said", ["それって合法ですか？", "それはアリ？", "それは可能ですか？"])
def test_whether_that_may_be_done(said: str) -> None:
    told, asked = hear(f"謙遜を唱えたら、灰毛の猪を生け贄に捧げたら、{said}")
    assert (told.verb, told.mood) == ("cast", "supposed")
    assert (asked.verb, asked.form, asked.negated, asked.mood) == ("sacrifice", "can", False, "fact")


@pytest.mark.parametrize(
    "said", ["ってことで合ってますか？", "ってこと？", "ってことですか？", "ってことだよね？"]
)
def test_so_it_is(said: str) -> None:
    clause = hear(f"灰毛の猪は攻撃できない{said}")[0]
    assert (clause.verb, clause.negated) == ("attack", True)


def test_an_ability_that_somebody_activated_is_theirs() -> None:
    what = one("相手が起動した能力を打ち消せる？").roles["what"]
    assert (what.whose, what.ability, what.what) == (OPPONENT, "activated", "")


def test_what_somebody_has_told_before_them() -> None:
    has, attack, _ = hear("ライフ1の相手を攻撃したら勝つ？")
    assert (has.verb, has.roles["agent"], has.roles["what"]) == ("have", OPPONENT, Number(1, "life"))
    assert attack.roles["to"] == OPPONENT


def test_so_many_cards_there_as_it_happens() -> None:
    there, drawn, _ = hear("ライブラリーが0枚でドローしたら負け？")
    assert (there.verb, there.roles["what"].count, drawn.verb) == ("be in zone", 0, "draw")


def test_its_own_ability() -> None:
    clause = hear("灰毛の猪が死亡したとき、自身の能力は誘発しますか？")[-1]
    assert clause.roles["what"].of.pronoun == "it"


def test_who_alone_can_is_not_a_thing() -> None:
    assert read("攻撃できるのは灰毛の猪だけ？", TABLE).unread


def test_how_much_damage_gets_through() -> None:
    clause = hear("5/5で殴ったら何点本体に通る？")[-1]
    assert (clause.verb, clause.form, clause.hole, noun(clause.roles["amount"])) == (
        "be dealt damage",
        "how many",
        "amount",
        "damage",
    )
    assert clause.roles["to"] == Person("somebody")


def test_who_is_harmed_where_nothing_blocked() -> None:
    clause = hear("ブロックしなかったらダメージを受ける？")[-1]
    assert clause.roles["to"] == ME


def test_a_subtype_that_ends_a_name_is_that_card_where_nothing_tells_of_another() -> None:
    table = NameTable.of([("card:Pale Angel", "Pale Angel", "青ざめた天使")])
    again = read("青ざめた天使に稲妻を撃った。天使は死ぬ？", table).clauses[-1].roles["what"]
    assert cards(again) == ("Pale Angel",)
    other = read("青ざめた天使がいる。4/4の天使は死ぬ？", table).clauses[-1].roles["what"]
    assert cards(other) == ()


def test_what_is_prevented_must_be_said() -> None:
    assert read("灰毛の猪が攻撃したら防げますか？", TABLE).unread


@pytest.mark.parametrize(
    ("question", "what"),
    [("アップキープの誘発は打ち消せる？", "upkeep"), ("灰毛の猪の誘発は打ち消せる？", "")],
)
def test_a_trigger_of_a_step(question: str, what: str) -> None:
    assert one(question).roles["what"].what == what


def test_a_trigger_that_is_there_is_on_the_stack() -> None:
    told, _ = hear("灰毛の猪の誘発が乗った。負ける？")
    assert told.verb == "stack"
    told, _ = hear("灰毛の猪にカウンターが乗った。負ける？")
    assert told.verb == "get counter"


def test_whose_damage_it_is_that_comes() -> None:
    clause = one("アタッカーのダメージはこっちに来る？")
    assert (clause.verb, clause.roles["to"], noun(clause.roles["agent"])) == (
        "be dealt damage",
        ME,
        "attacker",
    )


def test_life_before_a_verb_of_life_says_nothing_more() -> None:
    clause = one("ライフ回復で灰毛の猪は誘発する？")
    assert clause.roles["by"].verb == "gain life"


def test_put_into_the_graveyard_without_saying_where() -> None:
    told, _ = hear("謙遜で灰毛の猪を落とした。負ける？")
    assert (told.verb, noun(told.roles["to"])) == ("put", "graveyard")


def test_which_of_them_one_chooses_by_oneself() -> None:
    clause = one("どれを追放するか自分で選べる？")
    assert (clause.verb, clause.form) == ("choose", "can")


def test_what_was_only_just_put_there() -> None:
    (clause,) = one("出したばかりの装備品は装備できますか？").roles["what"].clauses
    assert (clause.verb, clause.when) == ("enter", When("turn", None, "this"))


def test_even_one_point() -> None:
    told, _ = hear("灰毛の猪が1点でもダメージを与えたら勝つ？")
    assert told.roles["amount"] == Number(1, "damage")


def test_in_response_as_a_noun() -> None:
    _, told, _ = hear("炎の投槍を唱えた。灰毛の猪を対応で生け贄に捧げた。勝つ？")
    assert (told.verb, told.link, "by" in told.roles) == ("sacrifice", "response", False)


def test_another_target() -> None:
    assert one("炎の投槍は別の対象に変えられる？").verb == "retarget"


def test_an_effect_that_is_told_by_a_deed_is_no_deed_done() -> None:
    assert read("呪文を打ち消す効果があったら勝つ？", TABLE).unread


def test_an_attack_that_gets_through_is_no_thing() -> None:
    assert read("灰毛の猪がいるなら、攻撃は通りますか？", TABLE).unread


def test_so_many_of_them_do_it() -> None:
    told, _ = hear("絆魂持ちが2体同時に3点ダメージを与えたら勝つ？")
    assert told.roles["agent"].count == 2
    assert "to" not in told.roles
