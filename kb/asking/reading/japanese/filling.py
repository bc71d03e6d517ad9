"""Which phrase fills which role of a verb: by particles, turned round by voice, and by what can stand in a role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kb.asking.frames import OPPONENT, Manner, Number, When, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.fitting import fits
from kb.asking.reading.japanese.marking import Item, Takes, role_of
from kb.asking.reading.japanese.phrases import CREATURE, Phrase, predicates
from kb.asking.reading.japanese.tail import Tail
from kb.asking.wordbook import Verb


@dataclass
class Filled:
    """A verb with its roles; `score` says how well they fit."""

    clause: Clause
    score: float
    left: list[Item]
    head_role: str = ""
    used: list[Item] = field(default_factory=list)


_ORDER: Final = ("が", "を", "に", "で", "から", "と")
_POINTS: Final = frozenset({"life", "damage", "speed", "mana", "power", "toughness"})


def fill(name: str, form: str, items: Sequence[Item], told: Tail, head: Phrase | None = None) -> Filled:
    """A verb's row with the phrases that stand before it; `head` is the noun after it, for a relative clause."""
    takes = Takes.of(name, form)
    if form.endswith("にする") and not takes.transitive:
        told = replace(told, causative=True)
    state = _Filling(takes, form, told, direct=not any(item.particle == "を" for item in items))
    rest: list[Item] = []
    for item in sorted(items, key=lambda one: one.phrase.kind == "count"):
        if item.particle and not (item.topic and item.particle not in {"に", "で", "から", "と", "を"}):
            if not state.put(item, role_of(state.takes, item, told, state.direct)):
                rest.append(item)
        else:
            rest.append(item)
    head_role = "" if head is None else state.head(head)
    left = [item for item in rest if not state.loose(item)]
    return state.done(left, head_role)


class _Filling:
    def __init__(self, takes: Takes, form: str, tail: Tail, direct: bool) -> None:
        self.takes, self.row, self.tail, self.direct = takes, takes.row, tail, direct
        self.form = form
        self.roles: dict[str, Any] = {}
        self.by_role: dict[str, Item] = {}
        self.manner: set[Manner] = set()
        self.when: When | None = None
        self.score = 0.0
        self.used: list[Item] = []

    def put(self, item: Item, role: str) -> bool:
        """Into its role; False where it can't be."""
        phrase = item.phrase
        if (
            phrase.kind == "step"
            and item.particle in {"に", "で", "", "から", "まで"}
            and role not in ("what", "amount")
            and not (self.row.reads.needs.get(role) and fits(phrase, self.row.reads.needs[role]) == 2)
        ):
            return self._time(item)
        if (
            role == "amount"
            and phrase.kind == "amount"
            and phrase.count is None
            and not phrase.asked
            and self.takes.transitive
        ):
            return self._owned_amount(item)
        if not role or role in self.roles or role in {"harmed", "causer"}:
            return self._besides(item, role)
        well = fits(phrase, self.row.reads.needs.get(role, ""))
        if not well or any(not fits(one, self.row.reads.needs.get(role, "")) for one in item.others):
            return False
        if (
            phrase.kind == "count"
            and item.particle == "で"
            and phrase.unit == "thing"
            and self._floating(item)
        ):
            return True
        self.roles[role] = shaped(item, self.row, role)
        self.by_role[role] = item
        self.manner |= item.manner | phrase.manner
        self.score += 0.5 if role in {"amount", "with"} else 0
        self.score += well + (0.5 if item.particle in self.takes.marks else 0)
        self.used.append(item)
        return True

    def _time(self, item: Item) -> bool:
        if self.when is not None:
            return False
        self.when = item.phrase.when()
        self.score += 1
        self.used.append(item)
        return True

    def _owned_amount(self, item: Item) -> bool:
        """自分のライフは減る: whose it is does it."""
        if (
            item.phrase.whose is not None
            and "agent" not in self.roles
            and self.row.reads.needs.get("agent") == "player"
        ):
            self.roles["agent"] = item.phrase.whose
            self.by_role["agent"] = item
        elif "amount" in self.roles:
            return False
        else:
            self.roles.setdefault("amount", item.phrase.mention())
        self.manner |= item.manner | item.phrase.manner
        self.score += 2.5
        self.used.append(item)
        return True

    def _besides(self, item: Item, role: str) -> bool:
        if role == "harmed" and item.phrase.kind == "person" and "what" in self.roles:
            what = self.roles["what"]
            if isinstance(what, Mention) and what.whose is None:
                self.roles["what"] = replace(what, whose=item.phrase.person())
                self.used.append(item)
                return True
        return item.phrase.kind == "count" and self._floating(item)

    def _floating(self, item: Item) -> bool:
        """トークンを2体出す: the number counts what is in a role already."""
        phrase = item.phrase
        if phrase.unit == "time":
            return self._times(item)
        for role in ("what", "to", "agent", "with"):
            value = self.roles.get(role)
            other = self.by_role.get(role)
            if (
                isinstance(value, Mention)
                and other is not None
                and value.count is None
                and not value.asked
                and phrase.unit in {"thing", "card", ""}
            ):
                self.roles[role] = replace(
                    value,
                    count=None if phrase.asked else phrase.count,
                    asked=phrase.asked,
                    text=value.text + phrase.text,
                )
                self.used.append(item)
                self.score += 1
                return True
        return False

    def _times(self, item: Item) -> bool:
        if item.phrase.asked:
            if "amount" in self.roles:
                return False
            self.roles["amount"] = Mention(noun="time", asked=True, text=item.phrase.text)
            self.by_role["amount"] = item
        elif item.phrase.count == 2:
            self.manner.add("twice")
        elif item.phrase.count != 1:
            if "amount" in self.roles:
                return False
            self.roles["amount"] = Number(item.phrase.count, "time")
        self.used.append(item)
        self.score += 1
        return True

    def head(self, phrase: Phrase) -> str:
        """The role that the noun after the clause has in it."""
        best, found = 0.0, ""
        for particle in _ORDER:
            role = role_of(self.takes, Item(phrase, particle), self.tail, self.direct)
            if not role or role in self.roles or role in {"harmed", "causer"}:
                continue
            if particle in {"で", "から", "と"} and (found or self._belongs()):
                break
            well = fits(phrase, self.row.reads.needs.get(role, ""))
            if (
                particle == "に"
                and "what" not in self.roles
                and "what" in self.row.reads.needs
                and phrase.kind != "zone"
            ):
                continue
            well += 0.5 if particle in "がを" and well else 0
            if well > best:
                best, found = well, role
        if found:
            self.roles[found] = Mention(pronoun="same")
            self.score += best
            return found
        return self._belongs()

    def _belongs(self) -> str:
        """タフネスが0になったクリーチャー: the noun has the amount that the clause speaks of."""
        for role, value in self.roles.items():
            if (
                isinstance(value, Mention)
                and value.whose is None
                and not value.cards
                and value.noun in _POINTS
            ):
                self.roles[role] = replace(value, whose=Mention(pronoun="same"))
                return "whose"
        return ""

    def loose(self, item: Item) -> bool:
        """A topic, or a phrase whose particle was left out."""
        phrase = item.phrase
        if phrase.kind == "step":
            return self._time(item)
        if phrase.kind == "quantity":
            self.manner.add("all")
            self.used.append(item)
            return True
        if phrase.kind == "count" and phrase.unit == "time":
            return self._times(item)
        if (
            phrase.kind == "count"
            and fits(phrase, self.row.reads.needs.get("amount", "-")) < 2
            and self._floating(item)
        ):
            return True
        if (
            phrase.kind in {"count", "amount"}
            and fits(phrase, self.row.reads.needs.get("amount", "-")) == 2
            and "amount" not in self.roles
        ):
            return self.put(replace(item, particle="を"), "amount")
        if item.particle and not item.topic:
            return False
        found: tuple[float, str, str] | None = None
        for particle in ("が", "を", "に") if item.topic else ("を", "が", "に", "で"):
            role = role_of(self.takes, replace(item, particle=particle), self.tail, self.direct)
            if (
                not role
                or role in self.roles
                or role in {"harmed", "causer"}
                or (particle == "に" and self.tail.passive)
            ):
                continue
            well = fits(phrase, self.row.reads.needs.get(role, "")) + (0.5 if particle in "がを" else 0)
            if well >= 1 and (found is None or well > found[0]):
                found = well, particle, role
        return found is not None and self.put(replace(item, particle=found[1], topic=False), found[2])

    def done(self, left: list[Item], head_role: str) -> Filled:
        """The clause; what nobody said of the roles that it needs stands as "zero"."""
        told, missing = self.tail, 0.0
        if told.passive and not self.direct and "agent" not in self.roles and self.takes.transitive:
            self.roles["agent"] = OPPONENT
        for role in self.takes.needed():
            subject = self.takes.subject
            if role in self.roles or (role == subject[0] == "agent" and told.passive):
                continue
            if role in subject and any(other in self.roles for other in subject):
                continue
            if self.row.name == "happen":
                continue  # どうなりますか: with everything that was told
            self.roles[role] = Mention(pronoun="zero")
            missing += 0.5 if role == "what" else 0
        form = self.row.reads.by_form.get(self.form)
        wanted = {"amount", "at", "by"} & set(form.values()) if form else {"amount", "by", "with"}
        for role in (wanted & set(self.row.reads.needs)) | (
            {"to"} if self.row.reads.needs.get("to") == "zone" else set()
        ):
            missing += role not in self.roles
        clause = Clause(self.row.name, self.roles, manner=frozenset(self.manner), when=self.when)
        return Filled(clause, self.score - missing - 3 * len(left), left, head_role, self.used)


def shaped(item: Item, row: Verb, role: str) -> Any:
    """The value in the form that the role wants: 2/2 is a size after になる, a creature elsewhere."""
    value = item.value()
    if isinstance(value, tuple):
        return tuple(_shape(one, row, role) for one in value)
    return _shape(value, row, role, item.phrase)


def _shape(value: Any, row: Verb, role: str, phrase: Phrase | None = None) -> Any:
    if (
        role in {"as"}
        and phrase is not None
        and phrase.kind == "pt"
        and not phrase.clauses
        and phrase.words
        and phrase.words[0].name != "?"
    ):
        return phrase.words[-1]
    need = set(row.reads.needs.get(role, "").split("/"))
    if phrase is not None and phrase.kind == "concept" and phrase.word is not None and "clause" in need:
        return Clause(phrase.word.verbs[0], text=phrase.text)
    if (
        isinstance(value, Word)
        and value.kind == "keyword"
        and phrase is not None
        and phrase.word is not None
        and not need & {"creature", "permanent", "keyword"}
    ):
        return Clause(phrase.word.verbs[0], text=phrase.text)
    if (
        isinstance(value, Word)
        and value.kind == "keyword"
        and need & {"creature", "permanent", "object"}
        and "keyword" not in need
    ):
        return Mention(
            filter=replace(CREATURE, where=(*CREATURE.where, *predicates(value))),
            text=phrase.text if phrase else "",
        )
    if isinstance(value, Number) and role == "amount" and not value.of and row.reads.needs.get("amount"):
        return Number(value.value, row.reads.needs["amount"].split("/")[0])
    return value
