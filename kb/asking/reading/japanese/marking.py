"""Which role a particle marks, voice regarded: が of what is destroyed is を of who destroys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.asking.frames import Manner
from kb.asking.reading.japanese.fitting import fits
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail
from kb.asking.wordbook import Verb, wordbook


@dataclass
class Item:
    """A phrase with its particle. topic: は or って stood after it. others: what "and" joins to it."""

    phrase: Phrase
    particle: str = ""
    topic: bool = False
    comma: bool = False
    manner: frozenset[Manner] = frozenset()
    others: list[Phrase] = field(default_factory=list)
    also: bool = False
    """も stood after it, and no other particle."""
    spoken: bool = False
    """A topic that an earlier clause took."""
    sole: bool = False
    """しか stood after it: with "not" it says only."""

    @property
    def text(self) -> str:
        """As it stands."""
        return self.phrase.text + self.particle

    def value(self) -> Any:
        """What it fills a role with."""
        if not self.others:
            return self.phrase.value()
        return tuple(one.value() for one in (*self.others, self.phrase))


@dataclass(frozen=True)
class Takes:
    """A verb's row as one of its forms uses it: which particle marks which role."""

    row: Verb
    marks: Mapping[str, str]
    needs: Mapping[str, str]

    @classmethod
    def of(cls, name: str, form: str) -> Takes:
        """The row's own particles, or those of the form."""
        row = wordbook().verbs[name]
        own = row.reads.needs_by_form.get(form, {})
        return cls(
            row, {"として": "as", **row.reads.by_form.get(form, row.reads.takes)}, {**row.reads.needs, **own}
        )

    def role(self, particle: str) -> str:
        """The role that a particle marks; "" where the verb has none for it."""
        particle = {"へ": "に", "によって": "で"}.get(particle, particle)
        found = self.marks.get(particle, "")
        if not self.transitive and particle == "を" and found in self.subject:
            return ""
        return found

    @property
    def subject(self) -> list[str]:
        """What が marks: agent/what has the first for players, the second for things."""
        return (self.marks.get("が") or "what").split("/")

    @property
    def transitive(self) -> bool:
        """Whether somebody does it to something."""
        return self.subject[0] in {"agent", "by"}

    def special(self, particle: str, phrase: Phrase) -> str:
        """A number of damage or life, a keyword that is had: by what it is, with whichever particle."""
        if particle not in {"が", "を", ""}:
            return ""
        for role in ("amount", "with"):
            need = self.needs.get(role)
            if (
                need
                and phrase.kind not in {"pronoun", "unknown"}
                and fits(phrase, need) >= 2
                and not phrase.holds
            ):
                return role
        return ""

    def needed(self) -> list[str]:
        """Roles that somebody must fill, said or not."""
        if not self.transitive:
            return self.subject[:1]
        return [
            self.subject[0],
            *(["what"] if "what" in self.needs and self.marks.get("を") == "what" else []),
        ]


def side(role: str, phrase: Phrase) -> str:
    """agent/what: the first for a player, the second for a thing."""
    first, slash, second = role.partition("/")
    return first if not slash or phrase.kind == "person" else second


def role_of(takes: Takes, item: Item, told: Tail, direct: bool) -> str:
    """The role of a phrase, voice regarded."""
    particle, phrase = item.particle, item.phrase
    if particle == "で" and phrase.kind == "person" and takes.row.kind == "deed":
        particle = "が"  # 自分で唱える: who does it
    special = takes.special(particle, phrase)
    if special:
        return special
    if particle == "ために":
        return "for"
    if told.passive and takes.transitive:
        if particle == "が":
            role = takes.role("を") or takes.role("に")
            if not direct and phrase.kind != "person":
                return side(takes.role("に"), phrase)  # クリーチャーが稲妻を撃たれた
            return side(role, phrase) if direct else "harmed"
        if particle in {"に", "から", "によって"}:
            return side(_doer(takes, item), phrase)
    if told.causative or told.asked_of:
        if particle == "が" and (takes.transitive or told.asked_of):
            return "causer"
        if particle == "が" and takes.row.kind == "deed" and phrase.kind == "person":
            return "agent"
        if particle == "に" or (particle == "を" and not takes.transitive):
            return side("/".join(takes.subject), phrase)
    return side(takes.role(particle), phrase)


def _doer(takes: Takes, item: Item) -> str:
    """に of a passive: who does it, or what it is done to where nobody can be meant."""
    phrase, particle = item.phrase, item.particle
    if particle == "に" and phrase.text in {"ここ", "そこ"}:
        return takes.role("に")
    if phrase.kind in {"zone", "counter", "amount", "step"} or (
        particle == "から" and phrase.kind != "person"
    ):
        return takes.role(particle)
    agent = side("/".join(takes.subject), phrase)
    if particle == "に" and phrase.kind != "person" and not fits(phrase, takes.needs.get(agent, "")):
        return takes.role("に")
    return "/".join(takes.subject)
