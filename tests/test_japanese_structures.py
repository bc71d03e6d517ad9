"""Structures of Japanese questions: sentences of our own, values from what they mean; the cards are invented."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, OPPONENT, Number, Word
from kb.asking.mentions import Mention
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read
from kb.checker.oracle.ast import HasColor, Measures
from tests.test_reading_japanese import TABLE, cards, hear, noun, one


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


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("謙遜を張った。負ける？", "enter"),
        ("謙遜が張ってある。負ける？", "be in zone"),
        ("謙遜を灰毛の猪に張った。負ける？", "attach"),
        ("手札は1枚。負ける？", "be in zone"),
    ],
)
def test_what_lies_on_the_table(question: str, verb: str) -> None:
    assert hear(question)[0].verb == verb


def test_cards_drawn_are_not_what_was_spoken_of() -> None:
    clause = one("炎の投槍は2枚引ける？")
    assert (clause.verb, clause.roles["what"].count, clause.roles["what"].cards) == ("draw", 2, ())
    assert cards(clause.roles["by"]) == ("Flame Spear",)


def test_a_zone_as_predicate_is_where_it_goes() -> None:
    clause = one("灰毛の猪はすぐ墓地？")
    assert (clause.verb, noun(clause.roles["to"]), clause.form) == ("move", "graveyard", "does")


def test_a_size_is_asked_for() -> None:
    clause = one("2/2は何/何ですか？")
    assert (clause.form, clause.hole, noun(clause.roles["what"])) == ("how many", "as", "size")


def test_mana_of_a_color() -> None:
    told, _ = hear("赤マナを出した。負ける？")
    assert (told.verb, told.roles["amount"]) == ("add mana", Word("mana", "{R}"))


def test_a_keyword_that_is_there_is_a_creatures() -> None:
    told, _ = hear("飛行があれば、攻撃できる？")
    assert noun(told.roles["agent"]) == "creature"


def test_whose_trigger_it_is() -> None:
    (clause,) = (one for one in hear("灰毛の猪が場に出た誘発は打ち消せる？") if one.form)
    what = clause.roles["what"]
    assert (what.what, cards(what.of)) == ("enter", ("Grey Boar",))


def test_a_token_that_a_card_made_is_none_of_that_card() -> None:
    assert read("炎の投槍のトークンは死ぬ？", TABLE).unread


def test_who_wears_it_draws_the_cards() -> None:
    equipped, died, drawn = hear("謙遜をつけたタフネス1のやつ、装備した瞬間に死んで2枚引ける？")
    assert equipped.verb == "equip"
    assert died.roles["what"].pronoun == "zero" or died.roles["what"].clauses
    assert (drawn.verb, drawn.roles["what"].count) == ("draw", 2)


@pytest.mark.parametrize("said", ["土地でもいい？", "土地でいいですか？", "土地でも大丈夫？"])
def test_what_may_be_chosen(said: str) -> None:
    clause = one(f"生け贄に捧げるのは{said}")
    assert (clause.verb, clause.form, noun(clause.roles["what"])) == ("sacrifice", "can", "land")


def test_what_it_may_be() -> None:
    clause = one("土地はタップ状態でもいい？")
    assert (clause.verb, clause.form, noun(clause.roles["what"])) == ("be", "can", "land")


def test_a_keyword_of_a_card_is_its_ability() -> None:
    what = one("灰毛の猪のサイクリングって打ち消せますか？").roles["what"]
    assert (noun(what), what.what, cards(what.of)) == ("ability", "cycling", ("Grey Boar",))


def test_losing_the_keyword_of_something_is_its_losing_it() -> None:
    told, _ = hear("灰毛の猪の到達を失わせたら勝つ？")
    assert (told.roles["with"], cards(told.roles["what"])) == (Word("keyword", "reach"), ("Grey Boar",))


def test_counters_and_mana_values_before_a_noun() -> None:
    (clause,) = one("カウンター0個の謙遜は割れる？").roles["what"].clauses
    assert (clause.verb, clause.roles["what"].count) == ("have", 0)
    found = one("3マナの呪文は打ち消せる？").roles["what"].filter
    assert found is not None
    assert any(isinstance(part, Measures) and part.stat == "mana value" for part in found.where)


def test_so_many_are_there() -> None:
    told, _ = hear("相手の場に飛行持ち1体とトークン1体。負ける？")
    assert (told.verb, len(told.roles["what"])) == ("be in zone", 2)


def test_how_much_a_deed_does() -> None:
    clause = one("3点ドレインは無理？")
    assert (clause.verb, clause.roles["amount"], clause.form) == ("drain", Number(3, "life"), "can")
    assert one("3点ドレインを打ち消せる？").roles["what"].roles["amount"] == Number(3, "life")


def test_changes_of_size_that_one_can_make() -> None:
    clause = one("ブロッカーを-1/-1できますか？")
    assert (clause.verb, clause.form, clause.roles["amount"]) == ("pump", "can", Word("pt", "-1/-1"))


def test_a_spell_done_to_something() -> None:
    told, _ = hear("トークンを謙遜されたら負ける？")
    assert (told.verb, cards(told.roles["what"]), noun(told.roles["to"])) == ("cast", ("Humble",), "token")


def test_a_size_as_the_last_word() -> None:
    _, clause = hear("灰毛の猪を唱えた。サイズは？")
    assert (clause.form, clause.hole, noun(clause.roles["what"])) == ("how many", "as", "size")


def test_what_can_be_prevented_is_no_inability() -> None:
    assert read("マナを使わせないことってできる？", TABLE).unread


def test_one_of_two_numbers_is_how_many() -> None:
    clause = one("灰毛の猪のカウンターは3個？それとも4個？")
    assert (clause.form, clause.hole) == ("how many", "as")


def test_cost_that_is_told_by_a_deed_is_not_a_deed_done() -> None:
    assert read("手札に戻すコストで炎の投槍を唱えたら勝つ？", TABLE).unread


def test_until_when_is_not_when() -> None:
    assert read("謙遜はいつまで効いてる？", TABLE).unread


def test_a_number_with_a_second_question_behind_it_is_unread() -> None:
    assert read("毒は何個でライフは何点減る？", TABLE).unread


def test_once_more() -> None:
    assert one("墓地からもう1回唱えられる？").manner == {"again"}


def test_on_whose_side_it_lies_says_whose_it_is() -> None:
    told, _ = hear("相手の場に土地がある。負ける？")
    assert told.roles["what"].whose == OPPONENT


def test_aura_put_on_and_what_is_stolen_with_it() -> None:
    _, stolen, _ = hear("相手のクリーチャーに謙遜をつけて奪った。負ける？")
    assert noun(stolen.roles["what"]) == "creature"


def test_put_on_nobody_said_to_be() -> None:
    attached, attack, _ = hear("謙遜をつけて殴ったら勝つ？")
    assert noun(attached.roles["to"]) == noun(attack.roles["what"]) == "creature"


def test_here_is_where_it_is_put() -> None:
    _, put, _ = hear("灰毛の猪がいる。ここに+1/+1カウンターが1個置かれた。死ぬ？")
    assert put.roles["to"].pronoun == "it"


def test_one_that_is_described_is_a_permanent() -> None:
    (clause,) = (found for found in hear("謙遜を唱えた。召喚酔いのやつは死ぬ？") if found.form)
    assert clause.roles["what"].pronoun == ""
    assert clause.roles["what"].filter is not None


def test_while_it_attacks() -> None:
    told, _ = hear("灰毛の猪が攻撃中なら死ぬ？")
    assert (told.verb, cards(told.roles["what"])) == ("attack", ("Grey Boar",))


def test_a_search_is_not_for_what_was_spoken_of() -> None:
    clause = one("灰毛の猪ってサーチできますか？")
    assert "what" not in clause.roles
