"""From a verb phrase and its subject to clauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.frames import Mood, When, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english.filling import ANY, best, role_of, roles
from kb.asking.reading.english.heads import kind as noun_kind
from kb.asking.reading.english.phrase import VP, row

STACK: Final = Mention(noun="stack", zone="stack", text="the stack")


@dataclass(frozen=True)
class Said:
    """A clause with the clauses that its own parts say: before it (what it responds to) and after it (what for, without what)."""

    main: Clause
    before: tuple[Clause, ...] = ()
    after: tuple[Clause, ...] = ()

    @property
    def all(self) -> tuple[Clause, ...]:
        """In the order of the telling."""
        return (*self.before, self.main, *self.after)


@dataclass
class _Parts:
    objects: list[Any]
    preps: list[tuple[str, Any]]
    manner: set[str]
    more: dict[str, Any]
    before: list[Clause]
    after: list[Clause]
    when: When | None = None
    response: bool = False
    unread: tuple[str, ...] = ()


def build(vp: VP, subject: Any, gap: Any = None) -> list[tuple[Said, float]]:
    """The clauses of a phrase: none where its parts can't be what the verb needs."""
    parts = _Parts([], [], set(vp.manner), {}, [], [])
    for item in vp.items:
        if item.kind == "prep" and item.value is None:
            if gap is None:
                return []
            parts.preps.append((item.word, gap))
            gap = None
        elif not _take(item, parts, vp, subject):
            return []
    if "keep" in vp.verb.en and any(isinstance(one, Clause) for one in parts.objects):
        return []  # "keep attacking" is no way to stop it
    _merge_from(parts)
    parts.preps = [(prep, _whole(one, subject)) for prep, one in parts.preps]
    for at, one in enumerate(parts.objects):
        if isinstance(one, Clause) and any(part is ANY for part in one.roles.values()):
            if gap is None:
                return []
            filled_in = {role: gap if part is ANY else part for role, part in one.roles.items()}
            parts.objects[at] = replace(one, roles=filled_in)
            gap = None
    if gap is not None:
        if parts.objects and "second" not in vp.verb.en_own:
            return []
        parts.objects.append(gap)
    found = roles(vp.verb, vp.passive, subject, parts.objects, parts.preps, vp.amount)
    if found is None:
        return []
    filled, cost = found
    worn = _worn(vp, filled)
    if worn is not None:
        filled, vp = worn, replace(vp, verb=row("attach"))
    if filled.keys() & parts.more.keys():
        return []
    _combat(filled, parts)
    if "as" in filled:
        filled["as"] = _size_alone(filled["as"])
    clause = Clause(
        vp.verb.name,
        {**filled, **parts.more},
        negated=vp.negated,
        modal=vp.modal,  # type: ignore[arg-type]
        link="response" if parts.response else "then",
        manner=frozenset(parts.manner),  # type: ignore[arg-type]
        when=parts.when,
        unread=parts.unread,
        text=vp.text,
    )
    return [(Said(clause, tuple(parts.before), tuple(parts.after)), cost)]


def _whole(value: Any, subject: Any) -> Any:
    """ "It triggers from being discarded": what is left open in a deed is what the clause is about."""
    if not isinstance(value, Clause):
        return value
    return replace(value, roles={role: subject if one is ANY else one for role, one in value.roles.items()})


def _worn(vp: VP, filled: dict[str, Any]) -> dict[str, Any] | None:
    """ "It has my Aura on it": that is attached to it."""
    what, at, agent = (filled.get(role) for role in ("what", "at", "agent"))
    if vp.verb_name != "have" or not isinstance(what, Mention) or not isinstance(at, Mention):
        return None
    if at.pronoun not in ("it", "them", "they", "he") or at.noun or not isinstance(agent, Mention):
        return None
    if what.noun and (noun_kind(what.noun) != "thing"):
        return None
    rest = {role: one for role, one in filled.items() if role not in ("what", "at", "agent")}
    return {"what": what, "to": agent, **rest}


def viable(vp: VP, participle: bool = False) -> bool:
    """Whether the phrase has a reading with some subject, or with something put in its gap."""
    options = (vp, replace(vp, passive=True)) if participle else (vp,)
    full = any(item.kind == "obj" for item in vp.items)
    return any(build(one, ANY) or (not full and build(one, ANY, ANY)) for one in options) or (
        full and any(build(one, ANY, ANY) for one in options if _has_gap(one))
    )


def _has_gap(vp: VP) -> bool:
    """Whether something is still missing: behind a preposition, or in a clause that is its object."""
    return any(
        (item.kind == "prep" and item.value is None)
        or (isinstance(item.value, Clause) and any(part is ANY for part in item.value.roles.values()))
        for item in vp.items
    )


def _take(item: Any, parts: _Parts, vp: VP, subject: Any) -> bool:
    kind, value = item.kind, item.value
    if kind == "obj":
        parts.objects.append(value)
    elif kind == "comp":
        if role_of(vp.verb, "object", value) == "as":
            parts.objects.append(value)
        elif "as" in parts.more or (vp.verb.kind == "deed" and "comp" not in vp.verb.en_own):
            return False
        else:
            parts.more["as"] = value
    elif kind == "prep":
        parts.preps.append((item.word, value))
    elif kind == "alongside":
        parts.manner.add("together")
        parts.more["with"] = value
    elif kind == "manner":
        if value:
            parts.manner.add(value)
    elif kind == "when":
        merged = value if parts.when is None else _both(parts.when, value)
        if merged is None:
            return False
        parts.when = merged
    elif kind == "beside":
        parts.after.append(replace(value, link="while"))
    elif kind == "turn":
        merged = When("turn", None, "same") if parts.when is None else None
        if merged is None:
            return False
        parts.when = merged
        parts.after.append(replace(value, mood="supposed", link="before"))
    elif kind == "x":
        parts.more["amount"] = value
    elif kind == "purpose":
        doer = subject if not vp.passive and best("player/creature", subject) else None
        options = build(value, doer)
        if not options:
            return False
        parts.after += [replace(one, mood="intended") for one in options[0][0].all]
    elif kind == "choosing":
        chosen = _beside(value, subject)
        if chosen is None:
            return False
        parts.after.append(replace(chosen, link="once"))
    elif kind in ("without", "means", "instead"):
        beside = _beside(value, subject)
        if beside is None:
            return False
        if kind == "means":
            parts.after.append(replace(beside, mood="supposed", link="before"))
        else:
            mood: Mood = "supposed" if kind == "without" else "fact"
            parts.after.append(replace(beside, negated=not beside.negated, mood=mood, link="while"))
        if kind == "instead":
            parts.manner.add("instead")
    elif kind == "unread":
        parts.unread += (value,)
    elif kind == "response":
        parts.response = True
        if isinstance(value, Clause):
            parts.before.append(value)
        elif value is not None:
            parts.before.append(Clause("be in zone", {"what": value, "at": STACK}, text="in response"))
    else:
        return False
    return True


def _size_alone(what: Any) -> Any:
    """A size said of something is the size alone: "is it a 2/2"."""
    if (
        isinstance(what, Mention)
        and what.filter is not None
        and not what.noun
        and not what.clauses
        and "/" in what.text
    ):
        size = what.text.split()[-1].rstrip("s")
        if len(what.filter.where) == 2 and size.count("/") == 1 and what.zone == "":
            return Word("pt", size)
    return what


def _beside(value: Any, subject: Any) -> Clause | None:
    """A clause that belongs to another, with the same subject where it has none of its own."""
    if isinstance(value, Clause):
        return value
    options = sorted(build(value, subject) + build(value, None), key=lambda one: one[1])
    if not options or options[0][0].before or options[0][0].after:
        return None
    return options[0][0].main


def _combat(filled: dict[str, Any], parts: _Parts) -> None:
    """ "combat damage": damage, dealt in combat."""
    for role, one in filled.items():
        if isinstance(one, Mention) and one.noun == "damage" and one.what == "combat":
            filled[role] = replace(one, what="")
            parts.manner.add("combat")


def _merge_from(parts: _Parts) -> None:
    """ "stop it from dying": one clause, with its subject."""
    for prep, value in parts.preps:
        if prep == "from" and isinstance(value, Clause) and len(parts.objects) == 1:
            from kb.asking.wordbook import wordbook

            verb = wordbook().verbs[value.verb]
            open_ = [name for name, one in value.roles.items() if one is ANY]
            role = open_[0] if open_ else role_of(verb, "subject", parts.objects[0]) or "agent"
            if role in value.roles and not open_:
                role = "agent"
            parts.objects = [value.filled(**{role: parts.objects[0]})]
            parts.preps = [one for one in parts.preps if one[1] is not value]
            return


_IN_COMBAT: Final = frozenset({
    "begin_combat", "declare_attackers", "declare_blockers", "combat_damage", "combat_damage_2", "end_combat",
})  # fmt: skip


def _both(one: When, other: When) -> When | None:
    """Two times that say one: "this turn before combat"."""
    for inner, outer in ((one, other), (other, one)):
        if outer == When("combat") and inner.step in _IN_COMBAT:
            return inner
    for step, turn in ((one, other), (other, one)):
        if turn.step == "turn" and step.step != "turn" and turn.how == "at":
            return replace(step, whose=step.whose or turn.whose, which=step.which or turn.which)
    return None
