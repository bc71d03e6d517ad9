"""Predicates on the walk: which phrases each takes, and what it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Link, Mood, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.filling import Filled, fill
from kb.asking.reading.japanese.fitting import fits
from kb.asking.reading.japanese.forms import verbs
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.moments import Moments
from kb.asking.reading.japanese.nominal import begins
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail, key, tail
from kb.asking.reading.japanese.tokens import FORMAL, Token
from kb.asking.reading.japanese.walk import SUPPOSED, Made, Waiting
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import HasCounter, HasKeyword, Negated, Number
from kb.checker.oracle.ast.base import Predicate

_NEAR: Final = 6
"""Phrases before a clause that is before a noun, at most: what stands farther off is no part of it."""
_LINKS: Final[dict[str, Link]] = {"ても": "although", "のに": "although", "ながら": "once"}
_FULL: Final = frozenset({"ある", "ない", "いる", "なる"})


class Predicates(Moments):
    """Takes predicates."""

    def is_predicate(self) -> bool:
        """Whether a predicate stands here."""
        return self._predicate_at(self.at)

    def _predicate_at(self, at: int) -> bool:
        if at >= len(self.tokens):
            return False
        one = self.tokens[at]
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if one.kind == "change":
            return following is not None and key(following) == "する"
        if not one.verbs:
            return one.kind == "aux" and one.lemma in _FULL and (bool(self.items) or one.lemma == "なる")
        if not one.suru:
            return True
        if following is None or following.kind == "end":
            return not (self.items and self.items[-1].phrase.kind == "clause")
        if following.kind == "aux" and following.lemma in {"する", "できる", "いたす"}:
            return True
        if following.kind == "comma":
            return any(item.particle in {"を", "が", "に"} for item in self.items)
        if following.text == "を" and at + 2 < len(self.tokens):
            return self.tokens[at + 2].lemma in {"する", "できる", "行う"}
        if following.text in {"って", "は", "も", "が"} and at + 2 < len(self.tokens):
            return self.tokens[at + 2].lemma in {"できる", "可能", "する"}
        return following.kind == "p" and following.pos[1] == "終助詞"

    def predicate(self) -> None:
        """The predicate that stands here."""
        one = self.tokens[self.at]
        if one.suru and self.text(1) == "を" and self.lemma(2) in {"する", "できる", "行う"}:
            self.at += 1 + (self.lemma(2) == "行う")  # 探索をする, 計画を行う
        told = tail(self.tokens, self.at + 1)
        if one.kind == "change":
            self.items.append(Item(Phrase("change", one.text, what=one.text), "を"))
            one = replace(one, verbs=("pump",), book="修整")
        if one.can:
            told = replace(told, can=True)
        if one.kind == "aux":
            told = replace(told, negated=not told.negated) if one.lemma == "ない" else told
            form = "ある" if one.lemma == "ない" else one.lemma
            one = replace(one, verbs=verbs().get(form, ()), book=form)
        if one.book == "どうなる":
            self.asks = "how"
        told = self._voice(told)
        self.at += 1 + told.size
        if not one.verbs:
            self.unread.append(one.text)
            return
        if self.mods:
            self.items.append(Item(self.mods.pop(), "が"))  # カウンターの乗ったクリーチャー
        self._use(one, told)

    def _use(self, one: Token, told: Tail) -> None:
        before = self._adnominal(told)
        if before == "formal" and self.text() == "状態" and self.text(1) == "の":
            self.at += 2
            before = "noun"
        if self.kind() == "close" and before == "noun":
            self.at += 1
        if before == "noun":
            self._relative(told, one)
        elif before == "の":
            self._nominal(told, one)
        elif before == "か":
            self._whether(told, one)
        else:
            items = self._mine(told, before == "formal")
            found = self.best(one, items, told)
            self.finish(found, told, one, before != "formal" and told.link in {"て", "たり"})
            if before == "formal":
                self.formal(self.made[-1])

    def _voice(self, told: Tail) -> Tail:
        """られる: "can" at the end of what is asked, passive where somebody does it or it is over."""
        if not told.passive:
            return told
        places = range(self.at + 1, self.at + 1 + told.size)
        place = next((at for at in places if self.tokens[at].lemma in {"れる", "られる"}), None)
        if place is None:
            return told
        mark, stem = self.tokens[place], self.tokens[place - 1]
        if mark.lemma == "れる":
            able = stem.text[-1:] in "えけげせてでねべめれいきぎしちにびみり" and stem.lemma != "する"
            return replace(told, passive=not able, can=told.can or able)
        if (
            stem.lemma in {"させる", "せる"}
            or told.past
            or told.state
            or told.link in {"たら", "て", "ても", "と"}
        ):
            return told
        done = any(item.particle == "を" for item in self.items)
        agents = any(
            item.particle in {"に", "によって"} and item.phrase.kind == "person" for item in self.items
        )
        agents = agents and not done
        return told if agents else replace(told, passive=False, can=True)

    def _adnominal(self, told: Tail) -> str:
        """What follows a predicate that nothing joins: a noun, の or こと, a formal noun, か, or nothing."""
        one = self.here()
        if told.asked and self._embedded():
            return "か"
        if told.link or told.asked or one is None:
            return ""
        if one.kind == "formal" and one.text in FORMAL:
            return "formal"
        if (one.text == "の" and one.kind == "p") or one.text in {"こと", "事"}:
            return "の"
        if one.kind == "close" and begins(self.tokens, self.at + 1):
            return "noun"
        if one.kind in {"comma", "close"} or told.renyou:
            return ""
        quantity = one.kind == "manner" and one.text in closed.QUANTITIES
        return "noun" if begins(self.tokens, self.at) or quantity or self._predicate_at(self.at) else ""

    def _embedded(self) -> bool:
        """上げるかどうか選ぶ, 何をコピーするか決める."""
        if self.text() == "どう" and self.text(1) == "か":
            return True
        ahead = self.kind() == "p"
        return self.kind(ahead) == "verb" or (
            self.kind(ahead) in {"noun", "verb"} and self.lemma(ahead + 1) == "する"
        )

    # -- taking phrases ------------------------------------------------------------------------------------

    def _mine(self, told: Tail, formal: bool) -> list[Item]:
        """The phrases that a predicate takes; a topic waits for what is said of it."""
        if not (formal or told.link in SUPPOSED | {"ので", "のに"}):
            items, self.items = self.items, []
            return items
        mine = [item for item in self.items if not item.topic or item.particle]
        self.items = [item for item in self.items if item.topic and not item.particle]
        return mine

    def best(self, word: Token, items: Sequence[Item], told: Tail, head: Phrase | None = None) -> Filled:
        """The row of the book that these phrases fit best."""
        filled = [fill(name, word.book, items, told, head) for name in dict.fromkeys(word.verbs)]
        for one in filled:
            if (
                wordbook().verbs[one.clause.verb].kind == "state"
                and len(filled) > 1
                and word.book not in {"ある", "いる"}
            ):
                one.score += 1 if told.state else -2
        return max(filled, key=lambda one: one.score)

    def _made(self, found: Filled, told: Tail, one: Token) -> Clause:
        clause = found.clause
        able = told.can or self.most
        self.most = False
        modal: Any = (
            "must" if told.must else "may" if told.may else "can" if able else "try" if told.tries else ""
        )
        clause = replace(
            clause,
            negated=told.negated,
            modal=modal,
            manner=clause.manner | frozenset(self.manner),
            when=clause.when or self.when,
            text=one.text,
        )
        self.manner, self.when = set(), None
        return clause

    def finish(self, found: Filled, told: Tail, one: Token, passes_on: bool = False) -> None:
        """A clause of the telling itself; what found no place in one that goes on waits for the next."""
        if passes_on:
            self.items += found.left
        else:
            self.unread += [item.text for item in found.left]
        clause = self._topics(self._made(found, told, one), passes_on)
        mood: Mood = "supposed" if told.link in SUPPOSED else "fact"
        clause = replace(clause, mood=mood, link=self.link)
        self.link = _LINKS.get(told.link, "then")
        if clause.verb == "respond":
            self.link = "response"
        self.made.append(Made(clause, told, self.sentence, told.asked))
        self.claimed = self.claimed or told.claims

    def _topics(self, clause: Clause, passes_on: bool) -> Clause:
        """A topic that waits for the main clause is spoken of in this one too, where something is missing."""
        for item in self.items if not passes_on else ():
            for role in ("what", "agent"):
                value = clause.roles.get(role)
                if not item.topic or not isinstance(value, Mention) or value.pronoun != "zero":
                    continue
                if fits(item.phrase, wordbook().verbs[clause.verb].reads.needs.get(role, "")) == 2:
                    full = item.value()
                    item.phrase.definite = True
                    return clause.filled(**{role: full})
        return clause

    # -- clauses within phrases ----------------------------------------------------------------------------

    def _relative(self, told: Tail, one: Token) -> None:
        """A clause before its noun."""
        taken: list[Item] = []
        while self.items and not self.items[-1].comma and len(taken) < _NEAR:
            if self.items[-1].topic and not self.items[-1].particle:
                break
            taken.insert(0, self.items.pop())
        self.waiting.append(Waiting(one, told, taken))
        if not self._predicate_at(self.at):
            self.phrase()

    def attach(self, head: Phrase) -> None:
        """Clauses that wait for their noun: each takes the nearest phrases that fit, the rest go back."""
        waiting, self.waiting = self.waiting, []
        for one in reversed(waiting):
            if head.kind == "step":
                self._in_that(one, head)
                continue
            found = self._nearest(one, head)
            self.items = [*one.items[: len(one.items) - len(found.used)], *self.items]
            clause = self._made(found, one.tail, one.word)
            is_so = said_of(clause)
            if is_so and found.head_role and head.kind not in {"ability", "amount", "concept"}:
                head.where = [*is_so, *head.where]
            elif found.head_role or head.kind in {"ability", "amount", "concept"}:
                head.clauses.insert(0, clause)
                head.what = head.what or (clause.verb if head.kind == "ability" else "")
            else:
                self.unread.append(one.word.text)

    def _nearest(self, one: Waiting, head: Phrase) -> Filled:
        best = self.best(one.word, [], one.tail, head)
        free = head.kind in {"ability", "amount", "concept"}
        for size in range(1, len(one.items) + 1):
            found = self.best(one.word, one.items[-size:], one.tail, head)
            if (
                not found.left
                and (found.head_role or free)
                and (found.score > best.score or (not best.head_role and not free))
            ):
                found.used = one.items[-size:]
                best = found
        return best if best.used else replace_used(best)

    def _in_that(self, one: Waiting, head: Phrase) -> None:
        """計画したターンに: what was done in it is told, and it is that turn."""
        found = self.best(one.word, one.items, one.tail)
        self.finish(found, replace(one.tail, link="たら"), one.word)
        head.which = head.which or "this"

    def _nominal(self, told: Tail, one: Token) -> None:
        """計画するのに対応する, 土地を置くのを: the clause is what is spoken of."""
        clause = self._inner(told, one)
        self.at += 1
        self.take(Phrase("clause", one.text + "の", clause=clause))

    def _whether(self, told: Tail, one: Token) -> None:
        clause = self._inner(told, one)
        if self.text() == "どう":
            self.at += 2
        self.asks = ""
        found = Phrase("clause", one.text + "か", clause=clause)
        if self.kind() == "p":
            self.take(found)
        else:
            self.items.append(Item(found, "を"))

    def _inner(self, told: Tail, one: Token) -> Clause:
        items = [item for item in self.items if not (item.topic and not item.particle)]
        self.items = [item for item in self.items if item.topic and not item.particle]
        found = self.best(one, items, told)
        self.unread += [item.text for item in found.left]
        return self._made(found, told, one)


def said_of(clause: Clause) -> list[Predicate]:
    """What a clause before a noun says of how that is: 飛行を持つ, +1/+1カウンターが2個置かれた; empty where it tells a deed."""
    if (
        clause.modal
        or clause.manner
        or clause.when
        or set(clause.roles) not in ({"agent", "what"}, {"what", "to"})
    ):
        return []
    what = clause.roles["what"]
    many = what if isinstance(what, tuple) else (what,)
    if clause.verb == "have" and all(isinstance(one, Word) and one.kind == "keyword" for one in many):
        found: list[Predicate] = [HasKeyword(one.name) for one in many]
        return [Negated(one) for one in found] if clause.negated else found
    if (
        clause.verb in {"put counter", "get counter"}
        and isinstance(what, Mention)
        and not clause.negated
        and "agent" not in clause.roles
    ):
        least = what.count if isinstance(what.count, int) else 1
        return [HasCounter(what.what, Number(least) if least > 1 else None)]
    return []


def replace_used(found: Filled) -> Filled:
    """With none of the phrases used."""
    found.used = []
    return found
