"""Which phrase fills which role of a verb: by particles, turned round by voice, and by what can stand in a role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kb.asking.frames import ME, OPPONENT, Number, When, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.counting import Counting
from kb.asking.reading.japanese.fitting import fits, suits
from kb.asking.reading.japanese.marking import Item, Takes, role_of, side
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.shaping import shaped
from kb.asking.reading.japanese.tail import Tail


@dataclass
class Filled:
    """A verb with its roles; `score` says how well they fit."""

    clause: Clause
    score: float
    left: list[Item]
    head_role: str = ""
    used: list[Item] = field(default_factory=list)
    able: bool = False
    """It is the verb's form for "can"."""
    lacks: bool = False
    """A role is empty without which the verb can't be meant."""
    sole: bool = False
    """土地しかない: "not but" these, which denies nothing of them."""


_ORDER: Final = ("が", "を", "に", "で", "から", "と")
_OWNED: Final = frozenset(
    {"life", "damage", "speed", "mana", "power", "toughness", "blocker", "cost", "mana value", "loyalty"}
)


_TOLD_BY: Final = frozenset({"token", "land", "die/planar die/number"})
"""出す, 置く: verbs of which only the object tells which is meant; with none said another is."""
_CASED: Final = frozenset({"に", "で", "から", "と", "を"})
"""Particles that a topic keeps."""


def fill(name: str, form: str, items: Sequence[Item], told: Tail, head: Phrase | None = None) -> Filled:
    """A verb's row with the phrases that stand before it; `head` is the noun after it, for a relative clause."""
    takes = Takes.of(name, form)
    if form.endswith("にする") and not takes.transitive:
        told = replace(told, causative=True)
    if told.causative and name in {"attack", "block"} and not any(item.particle == "に" for item in items):
        told = replace(told, causative=False)  # 2/2を殴らせる: it attacks
        items = [replace(one, particle="が") if one.particle == "を" else one for one in items]
    state = _Filling(takes, form, told, direct=not any(item.particle == "を" for item in items))
    marked = [item for item in items if item.particle and not (item.topic and item.particle not in _CASED)]
    loose = [item for item in items if item not in marked]
    counts = [item for item in items if item.phrase.kind == "count"]
    plain = name == "draw" and not any(
        item.phrase.noun == "card" and item.phrase.kind != "count" for item in marked + loose
    )
    drawn = [item for item in counts if plain and state.drawn(item)]
    loose = [item for item in loose if item not in drawn]
    counts = [item for item in counts if item not in drawn and not state.count_first(item)]
    left = [item for item in marked if item.phrase.kind != "count" and not state.marked(item)]
    head_role = "" if head is None else state.head(head)
    topics = [
        item for item in loose if (item.topic or item.also) and item.phrase.kind not in {"step", "count"}
    ]
    two = len(topics) > 1
    left += [
        item for item in loose if item not in counts and not state.loose(item, two and item is topics[0])
    ]
    left += [item for item in counts if not (state.marked(item) if item in marked else state.loose(item))]
    return state.done(left, head_role)


class _Filling(Counting):
    """A verb's roles while they are filled."""

    def count_first(self, item: Item) -> bool:
        """2体でブロックする: a number that plainly fills a role of its own."""
        if item.particle not in {"で", "に"} or item.phrase.unit == "turn":
            return False
        role = role_of(self.takes, item, self.tail, self.direct)
        return bool(role) and suits(item.phrase, self.takes.needs, role) >= 2 and self.put(item, role)

    def drawn(self, item: Item) -> bool:
        """Xのやつは2枚引ける: cards, and not two of what was spoken of."""
        bare = not item.particle and not item.topic and item.phrase.unit == "card"
        return bare and "what" not in self.roles and self.put(item, "what")

    def marked(self, item: Item) -> bool:
        """Into the role that its particle says."""
        return self.put(item, role_of(self.takes, item, self.tail, self.direct))

    def put(self, item: Item, role: str) -> bool:
        """Into its role; False where it can't be."""
        done = self._put(item, role)
        if done:
            self.manner |= item.manner | item.phrase.manner
            self.used.append(item)
        return done

    def _put(self, item: Item, role: str) -> bool:
        phrase, needs = item.phrase, self.takes.needs
        if phrase.kind == "x" and item.particle in {"", "で", "と", "を"} and "amount" not in self.roles:
            self.roles["amount"] = phrase.value()  # X=2で唱える
            self.score += 3
            return True
        timely = phrase.kind == "step" and item.particle in {"に", "で", "", "から", "まで"}
        if timely and not (needs.get(role) and fits(phrase, needs[role]) >= 2):
            return self._time(item)
        bare = phrase.kind == "amount" and phrase.count is None and not phrase.asked
        if role == "amount" and bare and self.takes.transitive:
            return self._owned_amount(item)
        if self._chosen_from(item):
            return False
        if phrase.kind == "nth":
            return self._nth(item)
        if (
            phrase.kind == "count"
            and phrase.unit == "turn"
            and phrase.count == 1
            and item.particle == "に"
            and self.when is None
        ):
            self.when = When("turn", None, "this")
            return True
        if (
            item.particle == "まで"
            and phrase.kind == "amount"
            and phrase.count is not None
            and role == "to"
            and "what" not in self.roles
        ):
            whose = phrase.whose
            self.roles |= {
                "what": Mention(noun=phrase.noun, whose=whose, text=phrase.text),
                "to": Number(phrase.count),
            }
            self.score += 3
            return True  # 忠誠度1まで減る
        if phrase.kind == "status" and item.particle == "で":
            role = "as"
        if not role or role in self.roles or role in {"harmed", "causer"}:
            return self._besides(item, role)
        if self.row.name == "be hit by" and role == "to" and phrase.noun == "player" and not phrase.clauses:
            self.roles.setdefault(self.takes.subject[0], ME)  # 稲妻を本体に食らう
            return phrase.count is None and not phrase.asked
        if role == "amount" and self._dealt_by(phrase):
            return True
        well = suits(phrase, needs, role)
        if (
            phrase.kind == "count"
            and well < 2
            and phrase.unit in {"thing", "card", "time"}
            and self._floating(item)
        ):
            return True
        if not well or any(not suits(one, needs, role) for one in item.others):
            return False
        own = phrase.of if role == "with" and phrase.kind == "ability" and phrase.what else None
        if own is not None and "what" in needs and "what" not in self.roles and phrase.ability == "keyword":
            self.roles |= {"what": own, "with": Word("keyword", phrase.what)}  # そいつの到達を失う
        else:
            self.roles[role] = shaped(item, self.row, role)
        self.by_role[role] = item
        self.score += 0.5 if role in {"amount", "with"} else 0
        self.score += well + (0.5 if item.particle in self.takes.marks else 0)
        return True

    def _dealt_by(self, phrase: Phrase) -> bool:
        """アタッカーのダメージが来る: what deals it."""
        dealt = self.row.name == "be dealt damage" and phrase.noun == "damage" and not phrase.clauses
        if not dealt or not isinstance(phrase.whose, Mention) or "agent" in self.roles or phrase.asked:
            return False
        self.roles["agent"] = phrase.whose
        if phrase.count is not None:
            self.roles["amount"] = Number(phrase.count, "damage")
        self.score += 2.5
        return True

    def _time(self, item: Item) -> bool:
        phrase = item.phrase
        if self.when is not None or phrase.of or phrase.clauses or isinstance(phrase.whose, Mention):
            return False
        self.when = phrase.when()
        self.score += 1
        return True

    def _owned_amount(self, item: Item) -> bool:
        """自分のライフは減る: whose it is does it."""
        if (
            item.phrase.whose is not None
            and "agent" not in self.roles
            and self.takes.needs.get("agent") == "player"
        ):
            self.roles["agent"] = item.phrase.whose
            self.by_role["agent"] = item
        elif "amount" in self.roles:
            return False
        else:
            self.roles.setdefault("amount", item.phrase.mention())
        self.score += 2.5
        return True

    def _besides(self, item: Item, role: str) -> bool:
        if role == "harmed" and item.phrase.kind == "person" and "what" in self.roles:
            what = self.roles["what"]
            if isinstance(what, Mention) and what.whose is None:
                self.roles["what"] = replace(what, whose=item.phrase.person())
                return True
        return item.phrase.kind == "count" and self._floating(item)

    def head(self, phrase: Phrase) -> str:
        """The role that the noun after the clause has in it."""
        best, found = 0.0, ""
        for particle in _ORDER:
            role = role_of(self.takes, Item(phrase, particle), self.tail, self.direct)
            if particle == "に" and self.tail.passive:
                role = side(self.takes.role("に"), phrase)  # オーラが貼られたクリーチャー
            if not role or role in self.roles or role in {"harmed", "causer"}:
                continue
            if role != "what" and phrase.pronoun == "ones" and self.row.name == "attack":
                continue  # 殴ってるやつ is nobody who is attacked
            if particle in {"で", "から", "と"} and (
                found or self._lacks() or self._belongs() or not self.takes.transitive
            ):
                break
            if particle == "から" and phrase.kind not in {"zone", "person"}:
                continue
            well = suits(phrase, self.takes.needs, role)
            if (
                particle == "に"
                and "what" not in self.roles
                and "what" in self.takes.needs
                and phrase.kind != "zone"
            ):
                continue
            well += 0.5 if particle in "がを" and well else 0
            if phrase.kind in {"amount", "concept", "ability"} and well < 2:
                continue
            if well and self._not_itself(role, phrase):
                well = 0.1
            if well > best:
                best, found = well, role
        if found:
            self.roles[found] = Mention(pronoun="same")
            self.score += best
            return found
        return self._belongs()

    def _not_itself(self, role: str, phrase: Phrase) -> bool:
        """Whether a noun that could do it itself is said to be what it is done to: 攻撃しているクリーチャー is no attacked one."""
        own = side("/".join(self.takes.subject), phrase)
        return role != own and not self.tail.passive and fits(phrase, self.takes.needs.get(own, "-")) >= 2

    def _lacks(self) -> bool:
        """Whether a role that the verb needs is still empty."""
        return any(role not in self.roles for role in self.takes.needed() if role != "agent")

    def _belongs(self) -> str:
        """タフネスが0になったクリーチャー: the noun has the amount that the clause speaks of."""
        for role, value in self.roles.items():
            if (
                isinstance(value, Mention)
                and value.whose is None
                and not value.cards
                and value.noun in _OWNED
            ):
                self.roles[role] = replace(value, whose=Mention(pronoun="same"))
                self.score += 3
                return "whose"
        return ""

    def loose(self, item: Item, first: bool = False) -> bool:
        """A topic, or a phrase whose particle was left out; the first of two topics rather does it than that it is done to it."""
        found = self._loose(item, first)
        if found:
            self.manner |= item.manner | item.phrase.manner
            if item not in self.used:
                self.used.append(item)
        return found

    def _chosen_from(self, item: Item) -> bool:
        """AとB、どちらが: what stands before the comma is what is chosen from."""
        asked = any(isinstance(one, Mention) and one.asked for one in self.roles.values())
        return bool(item.others and (item.comma or item.topic) and asked)

    def _loose(self, item: Item, first: bool) -> bool:
        phrase = item.phrase
        if phrase.kind == "x":
            return self.put(item, "amount")
        if phrase.kind == "step":
            return self._time(item)
        if self._chosen_from(item):
            return False
        if phrase.kind == "nth":
            return self._nth(item)
        if (
            phrase.pronoun == "both"
            and not item.particle
            and any(isinstance(one, tuple) for one in self.roles.values())
        ):
            return True
        if phrase.kind == "pronoun" and phrase.count and not item.particle and self._counts(phrase):
            return True
        if phrase.kind == "quantity":
            return self._quantity(phrase)
        if phrase.kind == "count" and phrase.unit == "time":
            return self._times(item)
        if (
            phrase.kind == "count"
            and (fits(phrase, self.takes.needs.get("amount", "-")) < 2 or "amount" in self.roles)
            and self._floating(item)
        ):
            return True
        if (
            phrase.kind in {"count", "amount"}
            and fits(phrase, self.takes.needs.get("amount", "-")) >= 2
            and "amount" not in self.roles
        ):
            return self.put(replace(item, particle="を"), "amount")
        if item.particle and not item.topic:
            return False
        found: tuple[float, str, str] | None = None
        with_it = phrase.kind == "name" and self.takes.transitive and "what" in self.roles
        with_it = with_it or self.row.name == "search"
        spoken = ("が", "を", "に", "で") if with_it else ("が", "を", "に")
        if self.row.name == "be dealt damage" and "to" in self.roles:
            spoken = (*spoken, "から")  # 5/5は本体に何点通る
        for particle in spoken if item.topic or item.also else ("を", "が", "に", "で"):
            role = role_of(self.takes, replace(item, particle=particle), self.tail, self.direct)
            if (
                not role
                or role in self.roles
                or role in {"harmed", "causer"}
                or (particle == "に" and self.tail.passive)
                or (role == "what" and item.topic and self.row.name == "search")
            ):
                continue
            well = suits(phrase, self.takes.needs, role) + (0.5 if particle in "がを" else 0)
            thing = role == "what" and item.topic and phrase.kind != "person" and self.takes.transitive
            well += 0.25 if thing else 0
            well += 1 if first and particle == "が" and well >= 1 else 0
            if well >= 1 and (found is None or well > found[0]):
                found = well, particle, role
        return found is not None and self.put(replace(item, particle=found[1], topic=False), found[2])

    def done(self, left: list[Item], head_role: str) -> Filled:
        """The clause; what nobody said of the roles that it needs stands as "zero"."""
        told, missing = self.tail, 0.0
        if told.passive and not self.direct and "agent" not in self.roles and self.takes.transitive:
            self.roles["agent"] = OPPONENT
        needs_of = self.takes.needs
        done_to = self.takes.role("を") or self.takes.role("に")
        if told.passive and self.direct and self.takes.transitive and done_to and done_to not in self.roles:
            self.roles[done_to] = Mention(pronoun="zero")
        for role in self.takes.needed():
            subject = self.takes.subject
            if role in self.roles or (role == subject[0] == "agent" and told.passive):
                continue
            if role in subject and any(other in self.roles for other in subject):
                continue
            known = "amount" in self.roles or self.row.name == "pay"
            if (role == "what" and known) or self.row.name == "happen":
                continue  # どうなりますか: with everything that was told
            self.roles[role] = Mention(pronoun="zero")
            missing += 0.5 if role == "what" else 0
            missing += role == "what" and needs_of.get(role) in _TOLD_BY
        form = self.row.reads.by_form.get(self.form)
        must = (*self.row.reads.must, *self.row.reads.must_by_form.get(self.form, ()))
        missing += 2 * sum(role not in self.roles for role in must)
        wanted = {"amount", "at", "by"} & set(form.values()) if form else {"amount", "by"}
        needs = {role for role, need in self.takes.needs.items() if need != "number"}
        missing += (2 if form else 1) * sum(role not in self.roles for role in wanted & needs)
        lacks = any(role not in self.roles for role in must)
        what = self.roles.get("what")
        if (
            self.row.name == "have"
            and "agent" not in self.roles
            and isinstance(what, Word)
            and what.kind == "keyword"
        ):
            self.roles["agent"] = Mention(pronoun="zero")  # トランプルはない
        clause = Clause(self.row.name, self.roles, manner=frozenset(self.manner), when=self.when)
        return Filled(
            clause,
            self.score - missing - 3 * len(left),
            left,
            head_role,
            self.used,
            lacks=lacks,
            sole=told.negated and any(item.sole for item in self.used),
        )
