"""Clauses made of a verb and the phrases before it, and how each stands to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Link, Mood, Number, Person, When
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.filling import Filled, fill
from kb.asking.reading.japanese.fitting import fits
from kb.asking.reading.japanese.forms import verbs
from kb.asking.reading.japanese.marking import Item, Takes, side
from kb.asking.reading.japanese.moments import Moments
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail
from kb.asking.reading.japanese.tokens import Token
from kb.asking.reading.japanese.walk import SUPPOSED, Made
from kb.asking.wordbook import wordbook

_LINKS: Final[dict[str, Link]] = {"ても": "although", "のに": "although", "ながら": "once"}


class Making(Moments):
    """Makes clauses."""

    def best(self, word: Token, items: Sequence[Item], told: Tail, head: Phrase | None = None) -> Filled:
        """The row of the book that these phrases fit best."""
        filled = [fill(name, word.book, items, told, head) for name in dict.fromkeys(word.verbs)]
        if word.other:
            able = replace(told, can=True)
            others = [fill(name, word.other, items, able, head) for name in verbs()[word.other]]
            filled += [replace(one, able=True) for one in others]
        for one in filled:
            if (
                wordbook().verbs[one.clause.verb].kind == "state"
                and len(filled) > 1
                and word.book not in {"ある", "いる"}
            ):
                one.score += 1 if told.state else -2
        return max(filled, key=lambda one: (not one.lacks, one.score))

    def formed(self, found: Filled, told: Tail, one: Token, beside: bool = False) -> Clause:
        """The clause with all that stands around it; `beside` another, as one before a noun."""
        clause = _not_one(found) if told.negated else found.clause
        able = told.can or self.most or found.able
        self.most = False
        modal: Any = (
            "must" if told.must else "may" if told.may else "can" if able else "try" if told.tries else ""
        )
        if told.anymore:
            self.manner.add("already")
        if told.again:
            self.manner.add("again")
        clause = replace(
            clause,
            negated=told.negated and not found.sole,
            modal=modal,
            manner=clause.manner
            | frozenset(self.manner | (set() if beside else self.ahead))
            | ({"only"} if told.only else set()),
            when=clause.when or self.when or (When("turn", None, "this") if told.recent else None),
            text=one.text,
        )
        self.manner, self.when = set(), None
        self.ahead = self.ahead if beside else set()
        if clause.negated and "already" in clause.manner:  # もう殴れない: no longer
            clause = replace(clause, manner=clause.manner - {"already"} | {"still"})
        return clause

    def finish(self, found: Filled, told: Tail, one: Token, passes_on: bool = False) -> None:
        """A clause of the telling itself; what found no place in one that goes on waits for the next."""
        if passes_on:
            self.items += found.left
        else:
            self.unread += [item.text for item in found.left if not item.spoken]
        number = isinstance(found.clause.roles.get("as"), Number)
        if number and found.clause.verb == "become" and _zero(found.clause.roles.get("what")):
            self.unread.append(one.text)  # 38になった: what did, nobody said
        if found.lacks or (
            found.clause.verb in {"prevent", "stop"} and _zero(found.clause.roles.get("what"))
        ):
            self.unread.append(one.text)  # 防げますか: what is prevented nobody said
        clause = self._goes_on(
            plain_copy(self._topics(self.formed(found, told, one), Takes.of(found.clause.verb, one.book))),
            passes_on,
        )
        mood: Mood = "supposed" if told.link in SUPPOSED else "fact"
        clause = replace(clause, mood=mood, link=self.link)
        self.link = _LINKS.get(told.link, "then")
        if clause.verb == "respond" and told.link in {"て", "たら"}:
            self._respond(clause, told)
        else:
            self.made.append(Made(clause, told, self.sentence, told.asked))
        self.claimed = self.claimed or told.claims

    def _respond(self, clause: Clause, told: Tail) -> None:
        """Xに対応して: X is done or on the stack, and what follows is in response to it."""
        what = clause.roles.get("what")
        stack = Mention(noun="stack", zone="stack", text="スタック")
        if isinstance(what, Clause):
            self.made.append(Made(replace(what, link=clause.link), told, self.sentence))
        elif isinstance(what, Mention) and not what.pronoun:
            there = Clause("be in zone", {"what": what, "at": stack}, link=clause.link, text=clause.text)
            self.made.append(Made(there, told, self.sentence))
        self.link = "response"

    def _goes_on(self, clause: Clause, passes_on: bool) -> Clause:
        """AがXしてYする: A does both."""
        agent = clause.roles.get("agent")
        if self.subject is not None and isinstance(agent, Mention) and agent.pronoun == "zero":
            clause = clause.filled(agent=self.subject)
            agent = self.subject
        self.subject = agent if passes_on and isinstance(agent, Person) else None
        return clause

    def _topics(self, clause: Clause, takes: Takes) -> Clause:
        """A topic that waits for the main clause is spoken of in this one too, where something is missing."""
        for item in self.items:
            if not item.topic or item.particle:
                continue
            for role in dict.fromkeys((side("/".join(takes.subject), item.phrase), "what")):
                value = clause.roles.get(role, Mention(pronoun="zero"))
                free = isinstance(value, Mention) and value.pronoun == "zero"
                needed = role in clause.roles or all(_zero(clause.roles.get(one)) for one in takes.subject)
                need = takes.needs.get(role, "object" if clause.verb in {"be", "attack", "block"} else "-")
                if free and needed and fits(item.phrase, need) >= 2:
                    full = item.value()
                    item.phrase.definite, item.spoken = True, True
                    kept = {
                        one: value
                        for one, value in clause.roles.items()
                        if one not in takes.subject or not _zero(value)
                    }
                    return replace(clause, roles={**kept, role: full})
        return clause


def _not_one(found: Filled) -> Clause:
    """1枚も引けない: none, and no card "too"."""
    clause = found.clause
    one = next(
        (
            item.phrase
            for item in found.used
            if item.also and item.phrase.kind == "count" and item.phrase.count == 1
        ),
        None,
    )
    if one is None:
        return clause
    roles = {
        role: replace(value, count=None) if isinstance(value, Mention) and value.count == 1 else value
        for role, value in clause.roles.items()
    }
    return replace(clause, roles=roles, manner=clause.manner - {"also"})


def plain_copy(clause: Clause) -> Clause:
    """Xのコピーになる is the verb of becoming a copy."""
    kind = clause.roles.get("as")
    deed = kind if isinstance(kind, Clause) and not kind.roles else None
    if clause.verb == "become" and deed is not None and wordbook().verbs[deed.verb].kind == "happening":
        roles = {role: value for role, value in clause.roles.items() if role != "as"}
        return replace(clause, verb=deed.verb, roles=roles)  # 立ち消えになる
    if clause.verb != "become" or not isinstance(kind, Mention) or kind.noun != "copy" or kind.of is None:
        return clause
    return replace(clause, verb="become copy", roles={**clause.roles, "as": kind.of})


def _zero(value: Any) -> bool:
    """Whether a role is empty or left out."""
    return value is None or (isinstance(value, Mention) and value.pronoun == "zero")
