"""The walk through a question's tokens, from left to right, a sentence after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, OPPONENT, Person, When
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.asking import asking, hole_in
from kb.asking.reading.japanese.filling import Filled, fill
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.nominal import begins, time_follows
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.predicates import Predicates
from kb.asking.reading.japanese.tail import Tail
from kb.asking.reading.japanese.tokens import Token
from kb.asking.reading.japanese.walk import Made
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import Negated

_TRUTH: Final = frozenset(
    {"本当", "ほんと", "ホント", "正しい", "合う", "合っ", "あう", "マジ", "まじ", "正解"}
)
_EMPTY_AUX: Final = frozenset({"だ", "です", "ます", "た", "する", "いる", "ある", "てる", "なる", "う"})


class Reader(Predicates):
    """Reads the tokens of a question."""

    def run(self) -> None:
        """All tokens."""
        while self.at < len(self.tokens):
            before = self.at
            self._step(self.tokens[self.at])
            assert self.at > before, self.tokens[self.at]
        self._ends(False)

    def _step(self, one: Token) -> None:
        if one.kind == "end":
            self._ends(one.text == "?")
            self.at += 1
        elif one.kind == "comma":
            if self.items:
                self.items[-1].comma = True
            self.at += 1
        elif one.kind in {"open", "close", "sign", "filler"}:
            if one.kind == "open":
                self.opened, self.kept, self.joined = len(self.items), self.joined, []
            if one.kind == "close":
                self.closes()
            else:
                self.at += 1
        elif self._order() or self._truth():
            pass
        elif self.is_predicate():
            self.predicate()
        elif not self._word(one):
            if one.kind in {"p", "aux"}:
                self._stray(one)
            else:
                self.unread.append(one.text)
            self.at += 1

    def _word(self, one: Token) -> bool:
        """A word of the closed lists, or a phrase."""
        if one.kind == "link":
            self.link = closed.LINKS[one.text]
            self.at += 1
        elif one.text in closed.NOW and one.kind == "word" and not time_follows(self.tokens, self.at + 1):
            self.when = When("turn", None, "this")
            self.at += 1
        elif one.text in closed.MOST and one.kind == "word":
            self.most = True
            self.at += 1 + (self.text(1) == "で")
        elif one.kind == "manner":
            self._manner(one)
        elif one.kind == "ask" and closed.ASKED[one.text] in {"when", "why", "how"}:
            self.asks = closed.ASKED[one.text]
            self.at += 1
            self.at += self.text() == "に" or (self.text() == "で" and self.asks == "why")
        elif one.kind == "formal" and not begins(self.tokens, self.at):
            self.formal_alone()
        elif (
            one.text == "もう"
            and one.kind == "other"
            and (not begins(self.tokens, self.at + 1) or self.predicate_at(self.at + 1))
        ):
            self._manner(one)
        elif begins(self.tokens, self.at):
            self.phrase()
        else:
            return False
        return True

    def _manner(self, one: Token) -> None:
        if one.text in closed.QUANTITIES and self.text(1) in {"が", "を", "に", "の", "は"}:
            self.phrase()
            return
        self.at += 1
        self.at += self.text() in {"に", "は", "で"}
        (self.ahead if self.kind() == "comma" else self.manner).add(closed.MANNERS[one.text])

    def _stray(self, one: Token) -> None:
        """A particle or auxiliary that nothing took: those of the end of a sentence say nothing."""
        if one.kind == "aux" and one.lemma == "らしい":
            self.claimed = True
        elif one.kind == "aux" and (
            one.lemma not in _EMPTY_AUX or (one.lemma in {"する", "なる", "ある", "いる"} and self.items)
        ):
            self.unread.append(one.text)

    # -- questions of their own forms ----------------------------------------------------------------------

    def _truth(self) -> bool:
        """…って本当？ …合ってる？: asked is what was said before."""
        one = self.tokens[self.at]
        before = self.tokens[self.at - 1] if self.at else None
        if (
            not {one.lemma, one.text} & _TRUTH
            or not self.made
            or self.items
            or before is None
            or before.kind not in {"p", "link", "comma", "end"}
        ):
            return False
        place = self.at + 1
        while place < len(self.tokens) and self.tokens[place].kind in {"p", "aux"}:
            place += 1
        if place < len(self.tokens) and self.tokens[place].kind != "end":
            return False
        self.claimed = self.truth = True
        self.at = place
        return True

    def _order(self) -> bool:
        """AとB、どっちが先？"""
        one = self.tokens[self.at]
        if one.kind != "ask" or closed.ASKED[one.text] != "which" or self.text(1) != "が":
            return False
        if self.text(2) not in {"先", "先に", "早い"} or self.kind(3) == "verb" or not self.items:
            return False
        pair = [*self.items[-1].others, self.items[-1].phrase]
        first, second = (one.clause for one in (pair if len(pair) == 2 else (pair[0], pair[0])))
        if len(pair) != 2 or first is None or second is None:
            return False
        self.items.pop()
        clause = replace(first, form="order", other=second, link=self.link)
        self.made.append(Made(clause, Tail(), self.sentence))
        self.link = "then"
        self.at += 3
        while self.kind() in {"p", "aux", "verb"} and self.at < len(self.tokens):
            self.at += 1
        return True

    # -- being ---------------------------------------------------------------------------------------------

    def be(self, item: Item, told: Tail, supposed: bool = False) -> None:
        """A noun as predicate."""
        self.at += told.size
        if told.negated and not told.link and not supposed and begins(self.tokens, self.at):
            lacking = _lacking(item.phrase)
            if lacking is not None:
                self.mods.append(lacking)
                return
        mine = self._mine(told, supposed)
        topics = [one for one in mine if _subject(one)]
        rest = [one for one in mine if not _subject(one)]
        word = Token("noun", item.phrase.text, 0)
        done = item.phrase.word if item.phrase.kind == "clause" else None
        if item.phrase.is_time() and not topics and not rest and told.link:
            self._in_it(item.phrase, told)
            return
        had = self._had(item, topics)
        if had is not None:
            found = self.best(had[0], [*had[1], *rest], told)
        elif topics and topics[-1].phrase.clause is not None and item.phrase.asked:
            found = self._cleft(topics, rest, item)
        elif done is not None and not (topics and topics[-1].phrase.kind == "clause"):
            found = self.best(done, mine, told)
        else:
            found = self._being(item, topics, rest, told)
        self.finish(found, replace(told, link="なら") if supposed else told, word)

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
            return Token("verb", "ある", 0, verbs=("be in zone",), book="ある"), [
                replace(topics[0], particle="に", topic=False),
                replace(item, particle="が"),
            ]  # 手札は1枚
        if (
            counts
            and not item.phrase.asked
            and len(topics) == 1
            and topics[0].phrase.kind in {"name", "thing"}
        ):
            return Token("verb", "ある", 0, verbs=("be in zone",), book="ある"), [
                replace(topics[0], particle="が", topic=False),
                replace(item, particle=""),
            ]
        return None

    def _being(self, item: Item, topics: list[Item], rest: list[Item], told: Tail) -> Filled:
        given = [*([replace(topics[0], particle="が", topic=False)] if topics else []), *rest]
        if item.phrase.kind == "zone" and not item.phrase.clauses:
            return self._going(item, given, told)
        if item.phrase.kind == "pt" and item.phrase.asked:
            return self._sized(given, told)
        found = fill("be", "", given, told)
        found.left += topics[1:]
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
        self.asks = "how many"
        if not isinstance(whose, Mention):
            found.left += given
            return found
        size = Mention(noun="size", whose=whose, text="サイズ")
        found.clause = found.clause.filled(**{"what": size, "as": Mention(asked=True, text="何/何")})
        return found

    def _cleft(self, topics: list[Item], rest: list[Item], item: Item) -> Filled:
        """振るのは誰？: who rolls."""
        clause = topics[-1].phrase.clause
        assert clause is not None
        role = hole_in(clause, item.phrase.asks)
        if not role:
            return Filled(clause, 0, [item, *rest])
        asked = Mention(asked=True, text=item.phrase.text)
        return Filled(clause.filled(**{role: asked}), 0, [*topics[:-1], *rest])

    # -- ends ------------------------------------------------------------------------------------------------

    def _ends(self, question: bool) -> None:
        """The end of a sentence: what is left over is unread, and the last clause may be what is asked."""
        self.unread += [one.word.text for one in self.waiting]
        self.unread += [one.text for one in self.items]
        self.unread += [one.text for one in (*self.mods, *self.joined, *self.kept)]
        self.items, self.mods, self.joined, self.waiting, self.kept = [], [], [], [], []
        own = [one for one in self.made if one.sentence == self.sentence]
        if own and (question or own[-1].asked or self.asks):
            own[-1].asked = True
            for earlier in reversed(own[:-1]):
                if earlier.tail.link == "たり":
                    earlier.clause = asking(
                        replace(earlier.clause, modal=own[-1].clause.modal), own[-1].tail, ""
                    )
                elif (
                    earlier.tail.link in {"て", ""}
                    and earlier.clause.mood == "fact"
                    and not earlier.tail.past
                ):
                    earlier.clause = replace(earlier.clause, mood="supposed")
            own[-1].clause = self._asked(own[-1])
        elif self.claimed and self.made:
            self.made[-1].clause = replace(self.made[-1].clause, says=Person("somebody"))
        if self.claimed and (question or self.truth) and self.made:
            self.made.append(Made(Clause("be right", form="is"), Tail(), self.sentence))
        self.asks, self.claimed, self.truth = "", False, False
        self.sentence += 1

    def _asked(self, made: Made) -> Clause:
        if self.claimed:
            return replace(made.clause, says=Person("somebody"))
        if made.clause.form:
            return made.clause
        found = asking(made.clause, made.tail, self.asks)
        if self.asks and not found.hole and found.form not in {"when", "why", "what happens", "order"}:
            self.unread.append({"how": "どう"}.get(self.asks, self.asks))
        return found


def _lacking(phrase: Phrase) -> Phrase | None:
    """黒でない, クリーチャーでない before a noun: what that is not."""
    row = wordbook().nouns.get(phrase.noun)
    where = [*phrase.where, *(row.filter.where if row is not None and row.filter is not None else ())]
    if len(where) != 1 or phrase.clauses or phrase.words or phrase.cards or phrase.count is not None:
        return None
    return Phrase(
        "status",
        phrase.text + "でない",
        where=[Negated(where[0])],
        whose=phrase.whose,
        definite=phrase.definite,
    )


def _subject(item: Item) -> bool:
    return (
        (item.topic and not item.particle)
        or item.particle == "が"
        or (not item.particle and item.phrase.kind not in {"step"})
    )


def _counted(item: Item) -> bool:
    return item.phrase.kind in {"amount", "counter"} and item.phrase.count is not None and not item.topic


def _as_word(found: Phrase, value: Any) -> Any:
    if found.kind == "pt" and not found.clauses and found.words and found.words[0].name != "?":
        return found.words[-1]
    return value
