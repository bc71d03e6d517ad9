"""Nouns as predicates: what is, what somebody has, where it lies or goes, what it may be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, OPPONENT, Number, Person
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.asking import hole_in
from kb.asking.reading.japanese.filling import Filled, fill
from kb.asking.reading.japanese.fitting import fits
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.nominal import begins
from kb.asking.reading.japanese.phrases import CREATURE, Phrase
from kb.asking.reading.japanese.predicates import Predicates
from kb.asking.reading.japanese.tail import Tail, judged, tail
from kb.asking.reading.japanese.tokens import Token
from kb.asking.reading.japanese.walk import Made
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import Status

_IS_THERE: Final = Token("verb", "ある", 0, verbs=("be in zone",), book="ある")
"""The verb that is left out where a number or a place is the predicate."""


class Being(Predicates):
    """Takes nouns as predicates."""

    def be(self, item: Item, told: Tail, supposed: bool = False) -> None:
        """A noun as predicate."""
        self.at += told.size
        if told.negated and not told.link and not supposed and begins(self.tokens, self.at):
            lacking = item.phrase.lacking("でない")
            if lacking is not None:
                self.mods.append(lacking)
                return
        if told.negated and told.link == "て" and not self.items and self.kind() != "end":
            self.unread.append(item.text)  # 相手じゃなくて私が: not this one but that
            return
        mine = self._mine(told, supposed)
        topics = [one for one in mine if _subject(one)]
        rest = [one for one in mine if not _subject(one)]
        if not topics and not rest and self._or_so_many(item):
            return
        word = Token("noun", item.phrase.text, 0)
        done = item.phrase.word if item.phrase.kind == "clause" else None
        if item.phrase.is_time() and not topics and not rest and told.link:
            self._in_it(item.phrase, told)
            return
        had = self._had(item, topics) or _lying(item, topics, rest)
        if had is not None:
            found = self.best(had[0], [*had[1], *rest], told)
        elif topics and topics[-1].phrase.clause is not None and item.phrase.asked:
            found = self._cleft(topics, rest, item)
        elif topics and (said := _told_of(topics, rest, item)) is not None:
            found = said
        elif topics and topics[-1].phrase.clause is not None and item.phrase.kind in _SOMETHING:
            found = Filled(
                Clause("be"), 0, [item, *topics, *rest]
            )  # 飛べるのは鳥だけ: who can isn't asked so
        elif done is not None and not (topics and topics[-1].phrase.kind == "clause"):
            found = self.best(done, mine, told)
        else:
            found = self._being(item, topics, rest, told)
        self.finish(found, replace(told, link="なら") if supposed else told, word)

    def _or_so_many(self, item: Item) -> bool:
        """1回？それとも3回？: asked is how many."""
        last = self.made[-1] if self.made else None
        if last is None or last.clause.form not in {"does", "is"} or last.sentence != self.sentence - 1:
            return False
        before, now = last.clause.roles.get("as"), item.value()
        counted = isinstance(before, Number) and isinstance(now, Number) and before.of == now.of
        mentioned = (
            isinstance(before, Mention) and isinstance(now, Mention) and None not in (before.count, now.count)
        )
        if not (counted or mentioned) or last.clause.verb != "be":
            return False
        of = before.of if isinstance(before, Number) else ""
        asked = Mention(noun=of, asked=True, text=item.phrase.text)
        last.clause = replace(last.clause.filled(**{"as": asked}), form="how many", hole="as")
        return True

    def _in_it(self, found: Phrase, told: Tail) -> None:
        """自分のターンなら, 自分のターンでなくても: that says when."""
        when = found.when()
        if told.negated:
            when = replace(
                when,
                whose=OPPONENT if isinstance(when.whose, Person) and when.whose.who in {"me", "self"} else ME,
            )
        self.when = when
        self.unread += found.left

    def _had(self, item: Item, topics: list[Item]) -> tuple[Token, list[Item]] | None:
        """ライフ20なら, 毒カウンター10個なら: somebody has that; 何点ダメージ？: it is dealt; 2枚なら: so many are there."""
        number = item.phrase.count is not None or item.phrase.asked
        if (
            item.phrase.kind in {"amount", "counter"}
            and number
            and all(_counted(one) or one.phrase.kind == "person" for one in topics)
        ):
            if item.phrase.noun == "damage":
                return Token("verb", "与える", 0, verbs=("deal damage",), book="与える"), [
                    replace(item, particle="を"),
                    *topics,
                ]
            counted = [one for one in topics if _counted(one)]
            item.others = [*(one.phrase for one in counted), *item.others]
            return Token("verb", "持つ", 0, verbs=("have",), book="持つ"), [
                replace(item, particle="を"),
                *(one for one in topics if one not in counted),
            ]
        counts = item.phrase.kind == "count" and item.phrase.unit in {"thing", "card"}
        if counts and len(topics) == 1 and topics[0].phrase.kind == "zone":
            return _IS_THERE, [
                replace(topics[0], particle="に", topic=False),
                replace(item, particle="が"),
            ]  # 手札は1枚
        if (
            counts
            and not item.phrase.asked
            and len(topics) == 1
            and topics[0].phrase.kind in {"name", "thing"}
        ):
            return _IS_THERE, [
                replace(topics[0], particle="が", topic=False),
                replace(item, particle=""),
            ]
        return None

    def _being(self, item: Item, topics: list[Item], rest: list[Item], told: Tail) -> Filled:
        given = [*([replace(topics[0], particle="が", topic=False)] if topics else []), *rest]
        if item.phrase.kind == "zone" and not item.phrase.clauses:
            return self._going(item, given, told)
        doing = {"attacking": "attack", "blocking": "block"}.get(_status(item.phrase), "")
        if doing:
            return fill(doing, verbs_form(doing), given, told)  # 攻撃中なら
        if item.phrase.kind == "pt" and item.phrase.asked:
            return self._sized(given, told)
        found = fill("be", "", given, told)
        found.left += topics[1:]
        if topics and topics[0].phrase.kind == "ability" and item.phrase.kind in _BODIES:
            found.left.append(item)  # 誘発は戦士1体ずつ: an ability is no creature
        if item.phrase.kind == "step":
            found.clause = replace(found.clause, when=item.phrase.when())
        else:
            found.clause = found.clause.filled(**{"as": _as_word(item.phrase, item.value())})
        return found

    def _going(self, item: Item, given: list[Item], told: Tail) -> Filled:
        """すぐ墓地？: it goes there."""
        return fill("move", "行く", [*given, replace(item, particle="に")], told)

    def _sized(self, given: list[Item], told: Tail) -> Filled:
        """2/2は何/何？: its size is asked for."""
        found = fill("be", "", given, told)
        whose = found.clause.roles.get("what")
        if isinstance(whose, Mention) and whose.pronoun == "zero":
            whose = replace(whose, filter=CREATURE)
        self.asks = "how many"
        if not isinstance(whose, Mention):
            found.left += given
            return found
        size = Mention(noun="size", whose=whose, text="サイズ")
        found.clause = found.clause.filled(**{"what": size, "as": Mention(asked=True, text="何/何")})
        return found

    def may_be(self, item: Item) -> bool:
        """タップ状態でもいい, 選ぶのは土地でもいい: whether it may be that."""
        size, said = judged(self.tokens, self.at, Tail())
        if not size:
            return False
        rest = tail(self.tokens, self.at + size)
        told = replace(rest, can=said.can, must=said.must, negated=said.negated != rest.negated)
        told = replace(told, size=rest.size + size)
        spoken = next((one for one in self.items if one.topic and one.phrase.clause is not None), None)
        if spoken is None or spoken.phrase.clause is None:
            self.be(replace(item, particle="", topic=False, also=False), told)
            return True
        clause = spoken.phrase.clause
        needs = wordbook().verbs[clause.verb].reads.needs
        role = next(
            (
                one
                for one in ("what", "agent")
                if _open(clause, one) and fits(item.phrase, needs.get(one, "-"))
            ),
            "",
        )
        if not role:
            return False
        rest_items = [one for one in self.items if one is not spoken]
        self.items, self.at = [], self.at + told.size
        self.finish(
            Filled(clause.filled(**{role: item.value()}), 0, rest_items), told, Token("verb", clause.text, 0)
        )
        return True

    def _cleft(self, topics: list[Item], rest: list[Item], item: Item) -> Filled:
        """振るのは誰？: who rolls."""
        clause = topics[-1].phrase.clause
        assert clause is not None
        role = hole_in(clause, item.phrase.asks)
        if not role:
            return Filled(clause, 0, [item, *rest])
        asked = Mention(asked=True, text=item.phrase.text)
        return Filled(clause.filled(**{role: asked}), 0, [*topics[:-1], *rest])

    def how_much(self, item: Item) -> bool:
        """サイズは？"""
        whose = item.phrase.whose or item.phrase.of or Mention(pronoun="zero", filter=CREATURE)
        if item.phrase.clauses:
            return False
        found = Mention(noun=item.phrase.noun, whose=whose, text=item.phrase.text)
        roles = {"what": found, "as": Mention(asked=True, text="いくつ")}
        self.made.append(Made(Clause("be", roles, link=self.link), Tail(asked=True), self.sentence, True))
        self.asks, self.link = "how many", "then"
        return True


def _lying(item: Item, topics: list[Item], rest: list[Item]) -> tuple[Token, list[Item]] | None:
    """場にトークン1体: so many are there."""
    there = any(one.phrase.kind == "zone" and one.particle == "に" for one in rest)
    counted = item.phrase.count is not None and item.phrase.kind in {
        "thing",
        "name",
        "pt",
        "subtype",
        "keyword",
    }
    if not there or not counted or topics:
        return None
    return _IS_THERE, [replace(item, particle="が")]


def _told_of(topics: list[Item], rest: list[Item], item: Item) -> Filled | None:
    """引くのは相手？: whether that one does it. With "only" more is asked."""
    clause = topics[-1].phrase.clause
    if clause is None or item.phrase.kind not in _SOMETHING or item.manner or item.others or clause.negated:
        return None
    needs = wordbook().verbs[clause.verb].reads.needs
    roles = [
        one for one in ("what", "agent") if _open(clause, one) and fits(item.phrase, needs.get(one, "-")) >= 2
    ]
    if len(roles) != 1 or topics[-1].phrase.clauses:
        return None
    return Filled(clause.filled(**{roles[0]: item.value()}), 0, [*topics[:-1], *rest])


def _subject(item: Item) -> bool:
    return (
        (item.topic and not item.particle)
        or item.particle == "が"
        or (not item.particle and item.phrase.kind not in {"step"})
    )


_SOMETHING: Final = frozenset({"thing", "pt", "keyword", "name", "person", "count", "pronoun", "subtype"})


_BODIES: Final = frozenset({"thing", "pt", "name", "subtype"})


def _status(phrase: Phrase) -> str:
    """The state that a phrase is, and nothing more."""
    only = phrase.where[0] if phrase.kind == "status" and len(phrase.where) == 1 else None
    return only.name if isinstance(only, Status) else ""


def verbs_form(verb: str) -> str:
    """The form by which the verb is said."""
    return wordbook().verbs[verb].ja[0]


def _open(clause: Clause, role: str) -> bool:
    value = clause.roles.get(role, Mention(pronoun="zero"))
    return isinstance(value, Mention) and value.pronoun == "zero"


def _counted(item: Item) -> bool:
    return item.phrase.kind in {"amount", "counter"} and item.phrase.count is not None and not item.topic


def _as_word(found: Phrase, value: Any) -> Any:
    if found.kind == "pt" and not found.clauses and found.words and found.words[0].name != "?":
        return found.words[-1]
    return value
