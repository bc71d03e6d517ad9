"""Clauses within phrases: before a noun, spoken of with の or こと, asked about with か."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import Person
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.describing import describes
from kb.asking.reading.japanese.filling import Filled
from kb.asking.reading.japanese.making import Making, plain_copy
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail
from kb.asking.reading.japanese.tokens import Token
from kb.asking.reading.japanese.walk import Waiting

_EITHER: Final = frozenset({"着く", "つく", "付く"})
"""着いてたやつ is what was put on something, or on what it was put."""
_USED: Final = frozenset({"activate", "use", "trigger", "counter", "copy"})
"""What is done to an ability, which no ability waits for where it is said of one."""
_WAITED: Final = frozenset({"enter", "die", "attack", "leave"})
"""What a trigger waits for that its own permanent does."""
_NEAR: Final = 6
"""Phrases before a clause that is before a noun, at most: what stands farther off is no part of it."""


class Relatives(Making):
    """Takes clauses within phrases."""

    def relative(self, told: Tail, one: Token) -> None:
        """A clause before its noun."""
        taken: list[Item] = []
        inside = self.opened if self.tokens[self.at - 1].kind == "close" else 0
        while len(self.items) > inside and not self.items[-1].comma and len(taken) < _NEAR:
            if self.items[-1].topic and not self.items[-1].particle:
                break
            taken.insert(0, self.items.pop())
        self.waiting.append(Waiting(one, told, taken, inside > 0 or self.tokens[self.at - 1].kind == "close"))
        if not self.predicate_at(self.at):
            self.phrase()

    def attach(self, head: Phrase) -> None:
        """Clauses that wait for their noun: each takes the nearest phrases that fit, the rest go back."""
        waiting, self.waiting = self.waiting, []
        for one in reversed(waiting):
            if head.kind == "step":
                self._in_that(one, head)
                continue
            if self._triggers_then(one, head):
                continue
            if one.word.book in _EITHER and head.pronoun == "ones" and not one.items:
                self.unread.append(one.word.text)
                continue
            found = self._nearest(one, head)
            self.items = [*one.items[: len(one.items) - len(found.used)], *self.items]
            clause = plain_copy(self.formed(found, one.tail, one.word, beside=True))
            if found.head_role and describes(head, clause, one.tail.state):
                continue
            if head.kind == "ability" and (self._waits(head, clause) or _activated(head, clause)):
                continue
            if head.kind == "ability" and clause.verb in _USED and any(map(_said, clause.roles.values())):
                self.unread.append(one.word.text)
                continue
            if not found.head_role and head.noun in {"cost", "effect"} and not one.quoted:
                self.unread.append(one.word.text)  # what is done to pay it was not done
                continue
            if found.head_role or head.kind in {"ability", "amount", "concept"}:
                head.clauses.insert(0, clause)
                head.what = head.what or (clause.verb if head.kind == "ability" else "")
            else:
                self.unread.append(one.word.text)

    def _triggers_then(self, one: Waiting, head: Phrase) -> bool:
        """死亡したときに誘発する能力: an ability that waits for that."""
        if head.kind != "ability" or "trigger" not in one.word.verbs or one.items or self.timed is None:
            return False
        made, place = self.timed
        if one.tail.negated or made not in self.made or self.tokens[place] is not one.word or head.what:
            return False
        self.waits_for(made, head)
        head.ability = head.ability or "triggered"
        return True

    def _waits(self, head: Phrase, clause: Clause) -> bool:
        """Xが出た誘発: X's ability, and what it waits for."""
        whose = clause.roles.get("what", clause.roles.get("agent"))
        own = isinstance(whose, Mention) and (bool(whose.cards) or whose.filter is not None)
        if clause.verb not in _WAITED or not own or head.of is not None or len(clause.roles) > 1:
            return False
        head.of, head.what = whose, head.what or clause.verb
        return True

    def _nearest(self, one: Waiting, head: Phrase) -> Filled:
        best = self.best(one.word, [], one.tail, head)
        free = head.kind in {"ability", "amount", "concept"}
        for size in range(1, len(one.items) + 1):
            found = self.best(one.word, one.items[-size:], one.tail, head)
            if (
                not found.left
                and (found.head_role or free)
                and (found.score >= best.score or (not best.head_role and not free))
            ):
                found.used = one.items[-size:]
                best = found
        return best if best.used else replace_used(best)

    def _in_that(self, one: Waiting, head: Phrase) -> None:
        """計画したターンに: what was done in it is told, and it is that turn."""
        found = self.best(one.word, one.items, one.tail)
        self.finish(found, replace(one.tail, link="たら"), one.word)
        head.which = head.which or "this"

    def nominal(self, told: Tail, one: Token) -> None:
        """計画するのに対応する, 土地を置くのを: the clause is what is spoken of."""
        clause = self._inner(told, one)
        self.at += 1
        while self.text() in closed.SELVES:
            self.at += 1
        self.take(Phrase("clause", one.text + "の", clause=clause))

    def whether(self, told: Tail, one: Token) -> None:
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
        own = [item for item in self.items if not (item.topic and not item.particle)]
        subject = next((at for at, item in enumerate(own) if item.particle == "が"), 0)
        outer = [item for item in own[:subject] if item.particle == "で" and item.phrase.kind != "step"]
        items = [item for item in own if item not in outer]
        self.items = [item for item in self.items if item not in items]
        found = self.best(one, items, told)
        self.unread += [item.text for item in found.left]
        return self.formed(found, told, one, beside=True)


def _said(value: object) -> bool:
    return not (isinstance(value, Mention) and value.pronoun in {"same", "zero"})


def _activated(head: Phrase, clause: Clause) -> bool:
    """相手が起動した能力: whose ability it is."""
    agent = clause.roles.get("agent")
    others = [one for role, one in clause.roles.items() if role != "agent" and _said(one)]
    if clause.verb != "activate" or not isinstance(agent, Person) or others or head.whose or clause.negated:
        return False
    head.whose, head.ability = agent, head.ability or "activated"
    return True


def replace_used(found: Filled) -> Filled:
    """With none of the phrases used."""
    found.used = []
    return found
