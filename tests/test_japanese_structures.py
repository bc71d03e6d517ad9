"""Structures of Japanese questions: sentences of our own, values from what they mean; the cards are invented."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, Number
from kb.asking.mentions import Mention
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read
from kb.checker.oracle.ast import HasColor
from tests.test_reading_japanese import TABLE, cards, hear, one


@pytest.mark.parametrize(
    ("question", "form", "negated", "manner"),
    [
        ("カードを計画するのは無理？", "can", True, set()),
        ("カードを計画するのってアリですか？", "can", False, set()),
        ("カードを計画することはもう無理だよね？", "can", True, {"still"}),
        ("カードを計画するのはダメ？", "can", True, set()),
        ("カードを計画するのって大丈夫ですか？", "can", False, set()),
        ("カードを計画するのは強制？", "must", False, set()),
        ("カードを計画するのは任意？", "must", True, set()),
        ("計画は無理？", "can", True, set()),
    ],
)
def test_what_is_said_of_a_deed_is_a_modal_verb(
    question: str, form: str, negated: bool, manner: set[str]
) -> None:
    clause = one(question)
    assert (clause.verb, clause.form, clause.negated, clause.modal) == ("plot", form, negated, "")
    assert clause.manner == manner


def test_to_be_allowed_not_to_do_it_is_not_to_be_unable() -> None:
    assert read("カードを計画しないのはアリ？", TABLE).unread


def test_nothing_but_denies_nothing() -> None:
    told, _ = hear("墓地に土地しかない。負ける？")
    assert (told.verb, told.negated, told.manner) == ("be in zone", False, {"only"})
    told, _ = hear("灰毛の猪がいない。負ける？")
    assert told.negated


def test_no_longer_is_not_still() -> None:
    assert one("もう攻撃できない？").manner == {"still"}
    assert one("もう攻撃した？").manner == {"already"}


def test_colors_as_adjectives() -> None:
    found = one("青いカードを計画できる？").roles["what"]
    assert isinstance(found, Mention)
    assert found.filter is not None
    assert HasColor("U") in found.filter.where


def test_both_of_them_and_three_times_over() -> None:
    first, second, _ = hear("灰毛の猪が2体いる。2体とも割られたら負ける？")
    assert first.roles["what"].count == 2
    assert second.roles["what"].pronoun == "both"
    told, _ = hear("炎の投槍で攻撃クリーチャーを2体とも寝かせた。負ける？")
    assert told.roles["what"].count == 2
    assert "to" not in told.roles


@pytest.mark.parametrize("said", ["X=3で", "X＝3で"])
def test_the_number_that_x_is(said: str) -> None:
    told, _ = hear(f"謙遜を{said}唱えた。負ける？")
    assert (told.verb, told.roles["amount"], cards(told.roles["what"])) == (
        "cast",
        Number(3, "x"),
        ("Humble",),
    )


def test_who_wears_it_is_no_one_who_puts_it_on() -> None:
    (clause,) = one("謙遜をつけたクリーチャーは死ぬ？").roles["what"].clauses
    assert clause.verb == "attach"
    assert clause.roles["to"].pronoun == "same"


def test_what_was_made_ready_attacks() -> None:
    _, attack, _ = hear("灰毛の猪に飛行をつけて殴ったら死ぬ？")
    assert attack.verb == "attack"
    assert cards(attack.roles["what"]) == ("Grey Boar",)
    _, attack, _ = hear("灰毛の猪を焼いて殴ったら勝つ？")
    assert attack.roles["agent"] == ME
    assert "what" not in attack.roles


def test_names_in_kana_with_a_particle_within() -> None:
    table = NameTable.of([("card:Opal", "Opal", "オパールのベール"), ("card:Imprint", "Imprint", "刻印")])
    heard = read("オパールのベールを唱えたら、刻印で負ける？", table)
    assert cards(heard.clauses[0].roles["what"]) == ("Opal",)
    assert "刻印" in heard.unread or not any("Imprint" in repr(one.roles) for one in heard.clauses)


def test_a_word_of_a_name_with_one_letter() -> None:
    table = NameTable.of([("card:Statue", "Statue", "幻の像")])
    heard = read("幻の像を唱えた。像は死ぬ？", table)
    assert heard.unread == ()
    assert cards(heard.clauses[1].roles["what"]) == ("Statue",)
