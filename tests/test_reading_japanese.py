"""Japanese questions to clauses: values from what the sentences mean; the cards are invented."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.frames import ME, OPPONENT, Number, Person, When, Word
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read
from kb.checker.oracle.ast import HasCounter, HasKeyword, Measures, Status
from kb.checker.oracle.ast import Number as Amount

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
    assert cards(asked.roles["what"]) == ("Grey Boar",)


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
    found = one("手札から計画したカードを相手のターンに唱えられますか？")
    [relative] = found.roles["what"].clauses
    assert (relative.verb, relative.roles["what"]) == ("plot", Mention(pronoun="same"))
    assert found.when == When("turn", OPPONENT)


def test_a_clause_that_only_says_what_a_thing_is_like_is_a_description() -> None:
    found = one("飛行を持つクリーチャーは死にますか？").roles["what"]
    assert (found.clauses, HasKeyword("flying") in found.filter.where) == ((), True)
    found = one("+1/+1カウンターが2個乗った灰毛の猪は死ぬ？").roles["what"]
    assert HasCounter("+1/+1", Amount(2)) in found.filter.where
    found = one("タップ状態のクリーチャーで攻撃できる？").roles["what"]
    assert Status("tapped") in found.filter.where


def test_a_topic_goes_to_what_is_said_of_it_and_not_into_the_clause_before_a_noun() -> None:
    found = one("相手は手札から計画したカードを唱えられる？")
    assert found.roles["agent"] == OPPONENT
    assert (
        "agent" not in found.roles["what"].clauses[0].roles
        or found.roles["what"].clauses[0].roles["agent"] != OPPONENT
    )


def test_in_response_to_a_spell_or_a_deed() -> None:
    there, asked = hear("炎の投槍に対応して灰毛の猪を生け贄に捧げられますか？")
    assert (there.verb, cards(there.roles["what"]), noun(there.roles["at"])) == (
        "be in zone",
        ("Flame Spear",),
        "stack",
    )
    assert (asked.verb, asked.link, asked.form) == ("sacrifice", "response", "can")
    told, asked = hear("相手がカードを計画するのに対応して炎の投槍を撃てる？")
    assert (told.verb, told.roles["agent"], asked.link) == ("plot", OPPONENT, "response")


@pytest.mark.parametrize(
    ("question", "link"),
    [
        ("灰毛の猪が攻撃している間に、謙遜を唱えられますか？", "while"),
        ("灰毛の猪が攻撃する前に謙遜を唱えられる？", "before"),
        ("灰毛の猪が攻撃したあと、謙遜を唱えていい？", "then"),
        ("灰毛の猪が攻撃しても謙遜を唱えられる？", "although"),
    ],
)
def test_how_clauses_stand_to_each_other(question: str, link: str) -> None:
    told, asked = hear(question)
    assert (told.verb, asked.verb, asked.link) == ("attack", "cast", link)


def test_two_questions_in_one() -> None:
    first, second = hear("灰毛の猪は死ぬ？墓地に行く？")
    assert (first.form, second.form, second.verb) == ("does", "does", "move")
    first, second = hear("相手は計画を打ち消したり、対応したりできる？")
    assert (first.verb, first.form, second.verb, second.form) == ("counter", "can", "respond", "can")


def test_which_of_two_is_first() -> None:
    found = one("カードを引くのとライフを失うの、どっちが先？")
    assert found.other is not None
    assert (found.form, found.verb, found.other.verb) == ("order", "draw", "lose life")


def test_who_does_it_after_what_is_done() -> None:
    found = one("カードを引くのは誰？")
    assert (found.form, found.hole, found.verb) == ("who", "agent", "draw")


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("土地を置ける？", "play land"),
        ("灰毛の猪に+1/+1カウンターを置ける？", "put counter"),
        ("灰毛の猪を墓地に置ける？", "put"),
        ("トークンを出せる？", "create token"),
        ("マナを出せる？", "add mana"),
        ("灰毛の猪を出せる？", "enter"),
        ("灰毛の猪を戻せる？", "bounce"),
        ("灰毛の猪を戦場に戻せる？", "return"),
        ("ライフを失う？", "lose life"),
        ("灰毛の猪は飛行を失う？", "lose ability"),
        ("灰毛の猪に飛行をつけられる？", "give ability"),
        ("灰毛の猪に装備品をつけられる？", "attach"),
    ],
)
def test_a_word_of_several_verbs_is_told_by_what_it_takes(question: str, verb: str) -> None:
    assert one(question).verb == verb


def test_nothing_of_a_number_or_a_sign_is_lost() -> None:
    told, _ = hear("ライフが-3になったら負けますか？")
    assert told.roles["as"] == Number(-3)
    told, _ = hear("炎の投槍を2回撃ったら負ける？")
    assert "twice" in told.manner
    assert read("炎の投槍を7回目に撃ったら負ける？", TABLE).unread
    found = one("炎の投槍は何回誘発する？")
    assert (found.form, found.hole, noun(found.roles["amount"])) == ("how many", "amount", "time")


def test_one_who_does_something_and_goes_on_does_both() -> None:
    first, second, _ = hear("相手が灰毛の猪を追放してライフを払ったら負けますか？")
    assert (first.roles["agent"], second.roles["agent"]) == (OPPONENT, OPPONENT)
    assert first.mood == "fact" or first.mood == "supposed"
    assert second.mood == "supposed"


def test_protection_from_a_color() -> None:
    told, _ = hear("プロテクション（白）がついてたら死にますか？")
    assert told.roles["with"] == Word("keyword", "protection from white")


def test_an_ability_by_what_it_waits_for() -> None:
    found = one("「死亡したとき」の能力は誘発する？")
    assert (noun(found.roles["what"]), found.roles["what"].what) == ("ability", "die")


def test_the_turn_in_which_something_was_done() -> None:
    told, asked = hear("カードを計画したターンに攻撃できますか？")
    assert (told.verb, asked.when) == ("plot", When("turn", None, "this"))


def test_an_ordinary_word_that_is_a_name_too_is_told_by_its_place() -> None:
    assert cards(hear("謙遜が出てるとき、攻撃できる？")[0].roles["what"]) == ("Humble",)
    assert read("謙遜な人は攻撃できる？", TABLE).unread


def test_two_keywords_of_one_blocker() -> None:
    told, _ = hear("接死と先制攻撃持ちでブロックしたら死ぬ？")
    assert {HasKeyword("deathtouch"), HasKeyword("first strike")} <= set(told.roles["what"].filter.where)


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


def test_what_was_left_out_is_what_the_clause_before_was_about() -> None:
    for question, card in (
        ("灰毛の猪に炎の投槍を撃ったら死ぬ？", "Grey Boar"),
        ("灰毛の猪が死んだら墓地に行く？", "Grey Boar"),
        ("ツインズで灰毛の猪をコピーしたら戦場に残る？", "Twin"),
    ):
        _, asked = hear(question)
        assert cards(asked.roles["what"]) == (card,), question


def test_what_nothing_was_spoken_of_is_anything_that_the_verb_takes() -> None:
    assert noun(one("アップキープに計画できる？").roles["what"]) == "card"
    told, _ = hear("破壊不能なら死なない？")
    assert noun(told.roles["what"]) == "creature"
    assert one("灰毛の猪を破壊できる？").roles["agent"] == ME


def test_slang_in_katakana_is_inflected() -> None:
    told, _ = hear("灰毛の猪をサクったら負ける？")
    assert told.verb == "sacrifice"
    assert one("灰毛の猪ってサクれる？").form == "can"


def test_when_by_being() -> None:
    found = one("自分のターンでなくても炎の投槍を撃てますか？")
    assert (found.verb, found.when) == ("cast", When("turn", OPPONENT))


def test_a_number_that_a_thing_has_at_least() -> None:
    found = one("パワーが4以上のクリーチャーは死ぬ？").roles["what"]
    assert Measures("power", ">=", Amount(4)) in found.filter.where
    assert read("3体以上のクリーチャーで攻撃できる？", TABLE).unread


def test_a_verb_of_two_forms_is_told_by_what_it_takes() -> None:
    found = one("灰毛の猪を手札に入れる？")
    assert (found.verb, found.form) == ("put", "does")
    found = one("ダンジョンに入れる？")
    assert (found.verb, found.form) == ("enter room", "can")


@pytest.mark.parametrize(
    "question",
    [
        "灰毛の猪はどう攻撃しますか？",
        "灰毛の猪は+攻撃できる？",
        "次の部屋に入れる？",
        "でかい灰毛の猪は攻撃できる？",
        "灰毛の猪は灰毛の猪は灰毛の猪は死ぬ？",
        "2人とも負ける？",
        "最下の部屋の能力の解決前に負ける？",
        "私が謎の攻撃をしたら負ける？",
    ],
)
def test_what_has_no_place_is_never_dropped(question: str) -> None:
    assert read(question, TABLE).unread


def test_and_joins_only_what_is_of_one_sort() -> None:
    what = one("灰毛の猪と飛行を持つクリーチャーで攻撃できる？").roles["what"]
    assert isinstance(what, tuple)
    assert cards(what[0]) == ("Grey Boar",)
    assert HasKeyword("flying") in what[1].filter.where
    told, _ = hear("飛行と接死を持つクリーチャーで攻撃したら負ける？")
    assert {HasKeyword("flying"), HasKeyword("deathtouch")} <= set(told.roles["what"].filter.where)


def test_a_quotation_keeps_its_own_words() -> None:
    told, _ = hear("「飛行を持つ」オーラと「飛行を失う」効果があるとき、負ける？")
    assert [noun(each) for each in told.roles["what"]] == ["aura", "effect"]


def test_what_is_laid_low_is_killed_and_a_land_is_tapped() -> None:
    assert one("クリーチャーを倒せる？").verb == "kill"
    assert one("土地を倒せる？").verb == "tap"


def test_a_change_is_put_on_something() -> None:
    clause = one("クリーチャーに-2/-2修整をかけられる？")
    assert clause.verb == "get pt"
    assert set(clause.roles) >= {"what", "amount"}
