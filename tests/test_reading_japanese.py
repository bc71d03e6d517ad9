"""Japanese questions to clauses: values from what the sentences mean; the cards are invented."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.frames import ME, OPPONENT, Number, Person, When, Word
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read

TABLE = NameTable.of(
    [
        ("card:Grey Boar", "Grey Boar", "灰毛の猪"),
        ("card:Flame Spear", "Flame Spear", "炎の投槍"),
        ("card:Humble", "Humble", "謙遜"),
        ("card:Seer of Puzzles", "Seer of Puzzles", "謎解きの先見者"),
        ("card:Twin", "Twin", "ツインズ"),
    ]
)


def hear(question: str) -> tuple[Clause, ...]:
    heard = read(question, TABLE)
    assert heard.unread == (), heard
    return heard.clauses


def one(question: str) -> Clause:
    found = hear(question)
    assert len(found) == 1, found
    return found[0]


def cards(value: Any) -> tuple[str, ...]:
    assert isinstance(value, Mention), value
    return value.cards


def noun(value: Any) -> str:
    assert isinstance(value, Mention), value
    return value.noun


@pytest.mark.parametrize(
    ("question", "form", "negated"),
    [
        ("カードを計画できる？", "can", False),
        ("カードを計画できますか", "can", False),
        ("カードって計画していいの？", "can", False),
        ("カードを計画することはできますか？", "can", False),
        ("カードを計画しないといけない？", "must", False),
        ("カードを計画しなきゃダメ？", "must", False),
        ("カードを計画する必要はありますか？", "must", False),
        ("カードを計画する？", "does", False),
        ("カードを計画しないの？", "does", True),
        ("カードを計画できないんですか？", "can", True),
    ],
)
def test_the_form_of_a_question_polite_or_casual(question: str, form: str, negated: bool) -> None:
    found = one(question)
    assert (found.verb, found.form, found.negated) == ("plot", form, negated)
    assert noun(found.roles["what"]) == "card"


def test_if_then_question() -> None:
    told, asked = hear("炎の投槍で灰毛の猪を焼いたら死ぬ？")
    assert (told.verb, told.mood, asked.verb, asked.form) == ("deal damage", "supposed", "die", "does")
    assert cards(told.roles["by"]) == ("Flame Spear",)
    assert cards(told.roles["to"]) == ("Grey Boar",)
    assert asked.roles["what"] == Mention(pronoun="zero")


def test_what_is_out_when_something_happens() -> None:
    out, asked = hear("謙遜が出てるとき、灰毛の猪は攻撃できますか？")
    assert (out.verb, cards(out.roles["what"]), out.mood) == ("be in zone", ("Humble",), "supposed")
    assert (asked.verb, asked.form, cards(asked.roles["what"])) == ("attack", "can", ("Grey Boar",))


def test_sentences_before_the_question_are_told() -> None:
    told, asked = hear("灰毛の猪で攻撃した。相手は灰毛の猪をブロックできる？")
    assert (told.mood, told.form, cards(told.roles["what"])) == ("fact", None, ("Grey Boar",))
    assert (asked.form, asked.roles["agent"], cards(asked.roles["to"])) == ("can", OPPONENT, ("Grey Boar",))


def test_a_passive_with_its_object_is_done_by_the_other_player() -> None:
    told, _ = hear("灰毛の猪を奪われたら負けますか？")
    assert (told.verb, told.roles["agent"], cards(told.roles["what"])) == ("steal", OPPONENT, ("Grey Boar",))


def test_a_passive_turns_who_and_what_round() -> None:
    told, _ = hear("灰毛の猪が2体にブロックされたら死ぬ？")
    assert told.verb == "block"
    assert cards(told.roles["to"]) == ("Grey Boar",)
    assert told.roles["what"].count == 2


def test_numbers_are_bound_to_what_they_count() -> None:
    assert one("土地を2枚置ける？").roles["what"].count == 2
    assert one("2体のクリーチャーで攻撃できる？").roles["what"].count == 2
    found = one("相手に3点のダメージを与えられますか？")
    assert (found.roles["amount"], found.roles["to"]) == (Number(3, "damage"), OPPONENT)


def test_how_many_and_where() -> None:
    found = one("灰毛の猪は相手に何点のダメージを与えますか？")
    assert (found.form, found.hole) == ("how many", "amount")
    found = one("灰毛の猪はどこに行く？")
    assert (found.form, found.hole) == ("where", "to")


def test_a_clause_before_its_noun() -> None:
    found = one("計画したカードを相手のターンに唱えられますか？")
    [relative] = found.roles["what"].clauses
    assert (relative.verb, relative.roles["what"]) == ("plot", Mention(pronoun="same"))
    assert found.when == When("turn", OPPONENT)


def test_a_part_of_a_name_is_that_card_again() -> None:
    found = hear("謎解きの先見者が死亡した。先見者は墓地に置かれますか？")[1]
    assert cards(found.roles["what"]) == ("Seer of Puzzles",)


def test_what_is_not_known_is_unread() -> None:
    heard = read("灰毛の猪をふにゃふにゃにしたら死ぬ？", TABLE)
    assert heard.unread
    assert read("墓地のホゲホゲは死にますか？", TABLE).unread


def test_persons() -> None:
    assert one("俺のライフは減る？").roles["agent"] == ME
    assert one("対戦相手のライフは減りますか？").roles["agent"] == OPPONENT


def test_keywords_are_had() -> None:
    told, _ = hear("灰毛の猪が飛行を持っていたら、相手は負けますか？")
    assert told.verb == "have"
    assert told.roles["what"] == Word("keyword", "flying")


def test_hostile_input_ends() -> None:
    for text in (
        "たら" * 200,
        "灰毛の猪が" * 80,
        "の" * 400,
        "「" * 400,
        "12/" * 130,
        "攻撃した" * 100,
        "と灰毛の猪" * 70,
    ):
        assert isinstance(read(text, TABLE), Heard)


def test_somebody_says_so() -> None:
    claim, right = hear("灰毛の猪は攻撃できないらしいけど本当？")
    assert (claim.says, claim.form, claim.negated) == (Person("somebody"), None, True)
    assert (right.verb, right.form) == ("be right", "is")
