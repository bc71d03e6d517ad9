"""The walk through a question's tokens, from left to right, a sentence after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import Form, Person, When
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.asking import asking
from kb.asking.reading.japanese.being import Being
from kb.asking.reading.japanese.nominal import begins, time_follows
from kb.asking.reading.japanese.tail import Tail, judged, tail
from kb.asking.reading.japanese.tokens import Token
from kb.asking.reading.japanese.walk import Made

_TRUTH: Final = frozenset(
    {"本当", "ほんと", "ホント", "正しい", "合う", "合っ", "あう", "マジ", "まじ", "正解"}
)
_EMPTY_AUX: Final = frozenset({"だ", "です", "ます", "た", "する", "いる", "ある", "てる", "なる", "う"})
_ASKED_AS: Final = {
    "how": "どう",
    "which": "どれ",
    "how many": "いくつ",
    "who": "誰",
    "where": "どこ",
    "what": "何",
}
"""A question word that no clause took, in the words of the question's language."""
_WHENEVER: Final = frozenset({"タイミング", "時点", "段階", "時", "とき"})
_REPORTS: Final = frozenset(
    {"言う", "いう", "聞く", "思う", "教わる", "主張する", "書く", "答える", "考える", "信じる", "覚える", "習う", "読む"}
)  # fmt: skip
_SAYING: Final = frozenset({"って", "という", "との", "っていう"})
_THOUGHT: Final = frozenset(
    {"こと", "事", "認識", "理解", "解釈", "考え", "考え方", "意味", "話", "結論", "感じ"}
)


class Reader(Being):
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
        elif one.text in _SAYING and self._that_is_so():
            pass
        elif one.kind in {"open", "close", "sign", "filler"}:
            if one.kind == "open":
                self.opened, self.kept, self.joined = len(self.items), self.joined, []
            if one.kind == "close":
                self.closes()
            else:
                self.at += 1
        elif self._reported() or self._order() or self._truth() or self._that_may_be():
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
            if self.text() == "まで":
                self.unread.append(one.text + "まで")  # until when is not when
            self.at += self.text() == "に" or (self.text() == "で" and self.asks == "why")
        elif one.text in closed.WHICH and self.kind(1) == "formal" and self.text(1) in _WHENEVER:
            self.asks = "when"
            self.at += 2
            self.at += self.text() in {"で", "に", "から"}
        elif one.kind == "formal" and not begins(self.tokens, self.at):
            self.formal_alone()
        elif (
            one.text == "もう"
            and one.kind == "other"
            and (
                not begins(self.tokens, self.at + 1)
                or self.predicate_at(self.at + 1)
                or judged(self.tokens, self.at + 1, Tail())[0]
            )
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
        self.unread += [mod.text for mod in self.mods]  # 2/2の代わりに: instead of that
        self.mods = []
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
            or not (
                before.kind in {"p", "link", "comma", "end"} or (before.text == "で" and before.lemma == "だ")
            )
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

    def _reported(self) -> bool:
        """「…」と言われた, …って聞いた, …と思ってた: somebody's word, which nobody has to be right about."""
        if self.text() not in {"と", "って"} or self.lemma(1) not in _REPORTS or self.items or not self.made:
            return False
        said = tail(self.tokens, self.at + 2)
        last = self.made[-1]
        if last.clause.form is not None or last.sentence != self.sentence or said.negated or self.waiting:
            return False
        end = self.at + 2 + said.size
        if said.link or end >= len(self.tokens) or self.tokens[end].kind in {"end", "link", "comma"}:
            last.clause = replace(last.clause, says=Person("somebody"), mood="fact")
            self.at = end + (end < len(self.tokens) and self.tokens[end].text in {"けど", "が", "のに"})
            return True
        return False

    def _that_is_so(self) -> bool:
        """…ってことで合ってる？ …という理解でいいですか？: no more than a question."""
        if self.items or not self.made or self.text() not in _SAYING or self.text(1) not in _THOUGHT:
            return False
        size = 2
        if self.text(size) == "で":
            size += 1
            rest, said = judged(self.tokens, self.at + size, Tail())
            size += 0 if said.negated else rest
        elif self.text(size) not in {"です", "だ", "か", "?", "", "は"} or self.lemma(3) == "なる":
            return False
        self.made[-1].asked = True
        self.at += size
        return True

    def _that_may_be(self) -> bool:
        """…したら、それって合法？: what was supposed last may be done."""
        size, said = judged(self.tokens, self.at, Tail())
        item = self.items[-1] if len(self.items) == 1 else None
        last = self.made[-1] if self.made else None
        if (
            not size
            or item is None
            or last is None
            or item.phrase.pronoun != "it"
            or not item.topic
            or item.particle
        ):
            return False
        if last.clause.modal or last.clause.negated or last.clause.form or item.phrase.clauses:
            return False
        self.items, self.at = [], self.at + size
        form: Form = "must" if said.must else "can"
        last.clause = replace(last.clause, form=form, negated=said.negated, mood="fact")
        last.sentence, last.asked = self.sentence, True
        return True

    def _order(self) -> bool:
        """AとB、どっちが先？"""
        one = self.tokens[self.at]
        if one.kind != "ask" or closed.ASKED[one.text] != "which" or self.text(1) != "が":
            return False
        if self.text(2) not in {"先", "先に", "早い"} or self.kind(3) == "verb" or not self.items:
            return False
        pair = [*self.items[-1].others, self.items[-1].phrase]
        if len(pair) == 1 and len(self.items) > 1 and self.items[-2].particle == "と":
            pair = [self.items.pop(-2).phrase, *pair]
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

    # -- ends ------------------------------------------------------------------------------------------------

    def _ends(self, question: bool) -> None:
        """The end of a sentence: what is left over is unread, and the last clause may be what is asked."""
        self._spoken_of_when()
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
            self._also_asked(own)
            own[-1].clause = self._asked(own[-1])
        elif self.claimed and self.made:
            self.made[-1].clause = replace(self.made[-1].clause, says=Person("somebody"))
        if self.claimed and (question or self.truth) and self.made:
            self.made.append(Made(Clause("be right", form="is"), Tail(), self.sentence))
        self.asks, self.claimed, self.truth = "", False, False
        self.sentence += 1

    def _spoken_of_when(self) -> None:
        """死亡するのはいつ？: when it dies."""
        clause = self.items[0].phrase.clause if len(self.items) == 1 and self.items[0].topic else None
        if self.asks not in {"when", "why"} or clause is None or self.items[0].particle:
            return
        self.items = []
        self.made.append(Made(replace(clause, link=self.link), Tail(), self.sentence, True))
        self.link = "then"

    def _also_asked(self, own: list[Made]) -> None:
        """何枚引いて何枚捨てる？ 何/何になって殴れる？: what an earlier clause of the sentence wants is asked too."""
        for earlier in own[:-1]:
            clause = earlier.clause
            wanting = any(isinstance(one, Mention) and one.asked for one in clause.roles.values())
            if not wanting or clause.form is not None or earlier.tail.link not in {"て", ""}:
                continue
            asks = self.asks or "how many"
            earlier.clause = asking(replace(clause, mood="fact"), earlier.tail, asks)
            if not any(isinstance(one, Mention) and one.asked for one in own[-1].clause.roles.values()):
                self.asks = ""

    def _asked(self, made: Made) -> Clause:
        if self.claimed:
            return replace(made.clause, says=Person("somebody"))
        if made.clause.form:
            return made.clause
        found = asking(made.clause, made.tail, self.asks)
        if self.asks and not found.hole and found.form not in {"when", "why", "what happens", "order"}:
            self.unread.append(_ASKED_AS.get(self.asks, self.asks))
        return found
