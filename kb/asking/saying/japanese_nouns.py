"""What fills a frame's roles, in Japanese: things with the words that count them, players, numbers, places, abilities, moments.

>>> from kb.asking.frames import ME, OPPONENT, Question, Ref, Place
>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("tapped 2/2 creature with flying"), whose=ME, noun="creature", count=2)
>>> said = JapaneseNouns(Question((bear,), (), ()), {})
>>> said.words(Ref(0)), said.words(Ref(0)), said.words(Place("hand", OPPONENT))
('飛行を持つ私のタップ状態の2/2のクリーチャー2体', 'それらのクリーチャー', '対戦相手の手札')
"""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import (
    ME,
    AbilityOf,
    Counters,
    Frame,
    Number,
    Person,
    Place,
    Ref,
    Stat,
    Thing,
    When,
    Word,
)
from kb.asking.saying.conjugate import inflect
from kb.asking.saying.naming import SUPERTYPES, Parts, card_name, parts
from kb.asking.saying.speech import Speech
from kb.asking.saying.words import COLORS, STATUSES, STEPS, ZONES, counter, japanese

_WHO: Final = {
    "me": "私", "opponent": "対戦相手", "third": "別の対戦相手", "each player": "各プレイヤー", "each opponent": "各対戦相手", "somebody": "プレイヤー",
    "owner": "オーナー", "controller": "コントローラー",
}  # fmt: skip
_ABILITIES: Final = {
    "triggered": "誘発型能力", "activated": "起動型能力", "static": "常在型能力", "mana": "マナ能力", "loyalty": "忠誠度能力", "keyword": "", "": "能力",
}  # fmt: skip
_MANY: Final = {"all": "すべての", "some": "いくつかの", "several": "複数の"}
_SIGNS: Final = {">=": "以上", "<=": "以下", "=": ""}
_STATS: Final = {
    "power": "パワー", "toughness": "タフネス", "mana value": "マナ総量", "size": "サイズ", "life": "ライフ", "loyalty": "忠誠度", "speed": "速度",
    "power or toughness": "パワーかタフネス", "base power": "基本のパワー", "base toughness": "基本のタフネス",
    "total power and toughness": "パワーとタフネスの合計",
}  # fmt: skip
_ORDINALS: Final = {
    "first": "1番目の",
    "second": "2番目の",
    "third": "3番目の",
    "last": "最後の",
    "other": "もう一方の",
}
_WHICH: Final = {
    "": "",
    "this": "この",
    "same": "同じ",
    "next": "次の",
    "first": "最初の",
    "second": "2回目の",
    "last": "最後の",
    "each": "毎回の",
}
_HOW: Final = {"at": "に", "before": "の前に", "after": "の後に", "during": "の間に", "until": "まで"}
_FACES: Final = {"adventure": "出来事側", "front": "第1面", "back": "第2面", "left": "左側", "right": "右側"}


class JapaneseNouns(Speech):
    """Noun phrases of one question."""

    def words(self, filling: Any) -> str:
        """A filling of a role."""
        if isinstance(filling, tuple):
            return "と".join(self.words(one) for one in filling)
        if isinstance(filling, Ref):
            return self.thing(self.question.thing(filling))
        if isinstance(filling, Person):
            return self.person(filling)
        if isinstance(filling, Number):
            return self.number(filling)
        if isinstance(filling, Counters):
            return self.counted_words(counter(filling.kind), filling.count, "個")
        if isinstance(filling, Place):
            return self.owned(filling.whose, ZONES[filling.zone].ja)
        if isinstance(filling, Stat):
            return self.owned(filling.of, self.stat(filling.name))
        if isinstance(filling, AbilityOf):
            return self._ability(filling)
        if isinstance(filling, Word):
            return self._word(filling)
        if isinstance(filling, Frame):
            return f"{self.nominal(filling)}こと"
        return str(filling)

    def nominal(self, frame: Frame) -> str:
        """A clause as something to speak of, without its こと."""
        raise NotImplementedError

    def person(self, person: Person) -> str:
        """A player."""
        return "あなた" if self.voice == "answer" and person == ME else _WHO[person.who]

    def owned(self, owner: Any, words: str) -> str:
        """With whose it is before it."""
        return words if owner is None else f"{self.words(owner)}の{words}"

    def number(self, number: Number) -> str:
        """How much of what: 3点のダメージ, 2マナ."""
        if not number.of:
            return "X" if number.value == "x" else str(number.value)
        if number.of == "x":
            return f"X={number.value}"
        if number.of in ("times", "time"):
            return {
                "all": "毎回",
                "some": "何回か",
                "several": "何回か",
                "x": "X回",
                "half": "半分の回数",
            }.get(str(number.value), f"{number.value}回")
        noun, unit = self.noun_of(number.of), self.counter(number.of)
        if number.of == "mana" and number.value not in _MANY:
            return f"{'X' if number.value == 'x' else number.value}マナ"
        if (
            isinstance(number.value, int)
            and (row := self.book.nouns.get(number.of)) is not None
            and not row.counter
        ):
            return f"{noun}{number.value}"
        if number.value in _MANY:
            return f"{_MANY[str(number.value)]}{noun}"
        if number.value == "half":
            return f"半分の{noun}"
        return f"{'X' if number.value == 'x' else number.value}{unit}の{noun}"

    def stat(self, name: str) -> str:
        """A number that a thing or player has, by its Japanese noun."""
        row = self.book.nouns.get(name)
        return _STATS.get(name) or (row.ja[0] if row is not None else japanese(name))

    def noun_of(self, name: str) -> str:
        """A noun of `words/nouns.yaml`."""
        row = self.book.nouns.get(name)
        return row.ja[0] if row is not None else japanese(name)

    def counter(self, name: str) -> str:
        """The word with which a noun is counted."""
        row = self.book.nouns.get(name)
        return row.counter if row is not None and row.counter else "つ"

    def counted_words(self, words: str, count: Any, unit: str) -> str:
        """So many of them, the number behind: クリーチャー2体."""
        if count in _MANY:
            return f"{_MANY[count]}{words}"
        if unit == "つ" and isinstance(count, int) and not 0 < count < 10:
            unit = "個"
        return f"{words}{'X' if count == 'x' else count}{unit}"

    def _word(self, word: Word) -> str:
        if word.kind == "step":
            return STEPS[word.name].ja if word.name in STEPS else japanese(word.name)
        if word.kind == "zone":
            return ZONES[word.name].ja if word.name in ZONES else japanese(word.name)
        if word.kind == "color":
            return COLORS[word.name].ja.removesuffix("の") if word.name in COLORS else japanese(word.name)
        if word.kind == "counter":
            return counter(word.name)
        if word.kind == "mana" and word.name.strip("{}") in COLORS:
            return f"{COLORS[word.name.strip('{}')].ja.removesuffix('の')}マナ"
        return self.noun_of(word.name)

    def _ability(self, ability: AbilityOf) -> str:
        name, what = _ABILITIES[ability.kind], ability.what
        verb = self.book.verbs.get(what)
        if ability.kind == "keyword":
            name = japanese(what)
        elif verb is not None:
            name = f"{inflect(verb.ja[0], 'past')}ときの{name}"
        elif what in STEPS:
            name = f"{STEPS[what].ja}の{name or '能力'}"
        elif what in _ORDINALS:
            name = f"{_ORDINALS[what]}{name or '能力'}"
        elif what and set(what) <= set("IVX"):
            name = f"第{what}章の能力"
        elif what:
            name = f"{what if what[0] in '+-−0' else japanese(what)}{name if ability.kind != 'loyalty' else '能力'}"
        return self.owned(ability.of, name)

    # -- things ----------------------------------------------------------------------------------------

    def thing(self, thing: Thing) -> str:
        """A thing as it is called here: whole when it is first spoken of, then as short as it can be."""
        if thing.id == self.counted:
            return self.counted_words(self.noun(thing), thing.count, self.thing_counter(thing))
        label = self.calling[thing.id].label
        if not self.meets(thing):
            return self._again(thing, label)
        noun = self.noun(thing) + label
        if thing.among is not None:
            group = self.thing(self.question.thing(thing.among))
            another = "別の" if thing.other_than is not None else ""
            return f"{group}のうち{another}{self.counted_words('', thing.count, self.thing_counter(thing))}{label}"
        if thing.other_than is not None:
            noun = f"別の{noun}"
        said = noun if thing.count == 1 else self.counted_words(noun, thing.count, self.thing_counter(thing))
        return self.relative(thing) + self.owned(thing.whose, said)

    def _again(self, thing: Thing, label: str) -> str:
        several = thing.count != 1
        if thing.card:
            noun = self.card(thing)
        elif self.calling[thing.id].short:
            noun = self.noun_of(thing.noun)
        else:
            noun = self.noun(thing)
        if label or (thing.card and not several):
            return self.owned(thing.whose, noun) + label
        before = "" if thing.card or self.calling[thing.id].short else self.relative(thing)
        if thing.whose is not None and not several:
            return before + self.owned(thing.whose, noun)
        return f"{before}{'それらの' if several else 'その'}{noun}"

    def card(self, thing: Thing) -> str:
        """The name of its card."""
        return card_name(thing, self.cards, japanese=True)

    def thing_counter(self, thing: Thing) -> str:
        """The word with which it is counted."""
        if thing.noun in self.book.nouns and self.book.nouns[thing.noun].counter:
            return self.book.nouns[thing.noun].counter
        types = parts(thing.filter).types
        if not thing.card and {"creature", "land"} & {*types}:
            return "体" if "creature" in types else "枚"
        card = self.cards.get(thing.card)
        if card is not None:
            return "体" if "Creature" in card.types else "枚" if "Land" in card.types else "つ"
        return "枚" if thing.card else "つ"

    def noun(self, thing: Thing) -> str:
        """What it is: its card's name or its noun, with all that is said of it."""
        row = self.row(thing)
        head = self.card(thing) if thing.card else row.ja[0] if row is not None else ""
        own = parts(row.filter) if row is not None and row.filter is not None and not thing.card else Parts()
        said = self._described(parts(thing.filter), head, own, thing.filter.kind)
        if thing.face:
            said = f"{said}の{_FACES.get(thing.face, japanese(thing.face))}"
        if thing.zone and thing.zone != "battlefield":
            said = f"{ZONES[thing.zone].ja}の{said}"
        return said

    def relative(self, thing: Thing) -> str:
        """What stands as a clause before everything else that is said of it: keywords, counters, numbers."""
        found = parts(thing.filter)
        before = ""
        row = self.row(thing)
        own = (
            parts(row.filter).keywords
            if row is not None and row.filter is not None and not thing.card
            else ()
        )
        held = [one for one in found.keywords if one not in own]
        if held:
            before += f"{'と'.join(map(japanese, held))}を持つ"
        if found.without:
            before += f"{'と'.join(map(japanese, found.without))}を持たない"
        for name, count in found.counters:
            before += f"{counter(name)}が{count}個置かれた"
        for stat, sign, number in found.measures:
            before += f"{self.stat(stat)}が{number}{_SIGNS[sign]}の"
        return before

    def _described(self, found: Parts, head: str, own: Parts, kind: str) -> str:
        hidden = (*own.types, *own.statuses, *own.nots)
        before = ""
        before += "".join(
            STATUSES[one].ja if one in STATUSES else f"{japanese(one)}の"
            for one in found.statuses
            if one not in (*hidden, "token", "commander")
        )
        before += f"{found.size}の" if found.size else ""
        before += "".join(COLORS[one].ja for one in found.colors if one not in own.colors)
        nots = "".join(
            f"{COLORS[one].ja.removesuffix('の')}でない" if one in COLORS else f"{japanese(one)}でない"
            for one in found.nots
            if one not in hidden
        )
        types = [one for one in found.types if one not in hidden]
        before += nots + "".join(
            f"{japanese(one).removesuffix('の')}の" for one in types if one in SUPERTYPES
        )
        nouns = [japanese(one) for one in types if one not in SUPERTYPES]
        if found.options:
            nouns.append("か".join(self._described(one, "", Parts(), "") for one in found.options))
        nouns += [
            STATUSES[one].ja for one in ("token", "commander") if one in found.statuses and one not in hidden
        ]
        if head:
            nouns.append(head)
        elif kind == "spell":
            nouns.append("呪文")
        elif kind == "card" and not found.options:
            nouns.append("カード")
        elif not nouns:
            nouns.append(
                {"permanent": "パーマネント", "ability": "能力", "token": "トークン"}.get(
                    kind, "オブジェクト"
                )
            )
        return before + ("の" if head.startswith("《") and len(nouns) > 1 else "・").join(nouns)

    # -- moments ---------------------------------------------------------------------------------------

    def moment(self, when: When) -> str:
        """A step or turn with its particle."""
        if when == When("turn"):
            return "1ターンに"
        step = STEPS[when.step].ja if when.step in STEPS else japanese(when.step) if when.step else "ターン"
        words = f"{_WHICH[when.which]}{step}"
        return f"{self.owned(when.whose, words)}{_HOW[when.how]}"
