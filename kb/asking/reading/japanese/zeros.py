"""What a Japanese sentence leaves out: who asks, what the clause before was about, or anything that the verb takes.

>>> [one.roles["agent"] for one in settled([Clause("destroy", {"agent": ZERO, "what": Mention(cards=("X",))})])]
[Person(who='me')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, Person, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.phrases import CREATURE, THING
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import HasKeyword

ZERO: Final = Mention(pronoun="zero")
_GOING_TO: Final = frozenset({"cast", "use", "deal damage", "target", "put counter", "give ability"})
"""Verbs after which the thing to which it was done is spoken of on."""
_READIES: Final = frozenset(
    ["give ability", "attach", "equip", "pump", "put counter", "animate", "untap", "steal", "reanimate", "enter", "create token"]
)  # fmt: skip
"""What one does to a creature of one's own, and then attacks or blocks with it."""
_SPELLS: Final = frozenset({"cast", "use", "play", "activate", "be hit by"})
"""After these it is what they do it to, which may be anything."""
_COPYING: Final = frozenset({"copy", "become copy"})
"""After these the copy is spoken of, not what it copies."""
_ON_STACK: Final = frozenset({"spell", "ability"})


def settled(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """The clauses with what was left out, as far as it is plain without knowing the situation."""
    before: Clause | None = None
    seen = False
    for clause in clauses:
        found = _settled(clause, seen, before)
        yield found
        seen = seen or any(_thing(value) for value in found.roles.values())
        before = found


def _settled(clause: Clause, seen: bool, before: Clause | None) -> Clause:
    row = wordbook().verbs.get(clause.verb)
    if row is None:
        return clause
    roles = dict(clause.roles)
    for role, value in clause.roles.items():
        if value != ZERO:
            continue
        need = row.needs.get(role, "")
        burns = clause.text.startswith("焼")
        if role == "agent" and clause.verb == "deal damage" and seen and "by" not in roles and not burns:
            continue  # what deals it may have been spoken of
        own = _readied(before) if clause.verb in {"attack", "block"} and "what" not in roles else None
        if role == "agent" and own is not None:
            roles["what"] = own  # 絆魂をつけて殴る: what was given it attacks
            del roles["agent"]
            continue
        what = roles.get("what")
        if role == "agent" and clause.verb == "have" and isinstance(what, Word) and what.kind == "keyword":
            roles[role] = value if seen else Mention(filter=CREATURE, noun="creature")
        elif (role == "agent" and row.kind == "deed" and need != "player") or (
            not seen and role in {"agent", "to"} and need != "player"
        ):
            roles[role] = ME
        elif not seen and role == "what":
            _any(roles, row.reads.needs.get("what", ""))
        elif role == "what" and clause.verb == "steal" and before is not None and before.verb == "attach":
            roles[role] = before.roles.get("to", value)  # 支配魔法をつけて奪う
        elif role == "what" and before is not None and row.kind != "deed" and clause.verb != "trigger":
            last = _spoken_of(before, set(row.reads.needs.get("what", "").split("/")))
            if last is None and before.verb == "cast" and clause.verb == "return":
                roles[role] = replace(ZERO, filter=THING)  # 送還を撃たれた。手札に戻る: the spell doesn't
            if last is not None:
                roles[role] = replace(last, definite=True, text=last.text)
    if clause.verb == "put" and clause.text.startswith("落と"):
        roles.setdefault("to", Mention(noun="graveyard", zone="graveyard", text="墓地"))
    if clause.verb == "draw game" and roles.get("what") == ZERO:
        del roles["what"]
    if clause.verb == "be dealt damage" and roles.get("to", ZERO) == ZERO:
        _harmed(clause.text, roles, before)
    if clause.verb == "become" and roles.get("agent") == ZERO and isinstance(roles.get("what"), Mention):
        del roles["agent"]  # 撃って3/1にする: the spell does it
    if clause.verb in {"draw", "search"} and roles.get("what") == ZERO:
        del roles["what"]  # cards, and not what was spoken of
    if clause.verb == "attach" and "to" not in roles and isinstance(roles.get("agent"), Person | Mention):
        roles["to"] = replace(ZERO, filter=CREATURE) if seen else Mention(filter=CREATURE, noun="creature")
    _lies(clause.verb, roles)
    _by_keyword(clause.verb, roles)
    _die(roles)
    return replace(clause, roles=roles)


def _unblocked(before: Clause) -> bool:
    """Whether nothing stood in the way of what attacked."""
    passive = before.verb == "be blocked" or (before.verb == "block" and "to" in before.roles)
    return before.verb == "attack" or (passive and before.negated)


def _harmed(text: str, roles: dict[str, Any], before: Clause | None) -> None:
    """ブロックしなければダメージを受ける: I do, where nothing of mine stood in the way; 殴ったら何点入る: a player gets it."""
    if before is None:
        return
    mine = before.roles.get("agent") in {ME, ZERO} and before.verb == "block" and "what" not in before.roles
    if mine and before.negated and "agent" not in roles:
        roles["to"] = ME
    elif before.verb in _GOING_TO and isinstance(before.roles.get("to"), Person):
        roles["to"] = before.roles["to"]
    elif _unblocked(before) and text.startswith(("入", "通", "抜")):
        roles["to"] = Person("somebody")


def _lies(verb: str, roles: dict[str, Any]) -> None:
    """相手の場にある土地: who has that side of the table controls it."""
    at, what = roles.get("at"), roles.get("what")
    if verb != "be in zone" or not isinstance(at, Mention) or at.zone != "battlefield" or at.zone_of is None:
        return
    things = what if isinstance(what, tuple) else (what,)
    given = tuple(
        replace(one, whose=at.zone_of)
        if isinstance(one, Mention) and one.whose is None and _thing(one)
        else one
        for one in things
    )
    roles["what"] = given if isinstance(what, tuple) else given[0]


def _die(roles: dict[str, Any]) -> None:
    """観覧のサイコロを振る: the die is rolled for that."""
    what = roles.get("what")
    if (
        isinstance(what, Mention)
        and what.noun == "die"
        and what.what in wordbook().verbs
        and "for" not in roles
    ):
        roles["for"] = Clause(what.what, {} if what.of is None else {"what": what.of}, text=what.text)
        roles["what"] = replace(what, what="", of=None)


def _by_keyword(verb: str, roles: dict[str, Any]) -> None:
    """フラッシュバックで唱える: the spell has that."""
    by, what = roles.get("by"), roles.get("what")
    keyword = isinstance(by, Word) and by.kind == "keyword"
    if verb not in {"cast", "play"} or not keyword or not isinstance(what, Mention) or what.filter is None:
        return
    assert isinstance(by, Word)
    roles["what"] = replace(
        what, filter=replace(what.filter, where=(*what.filter.where, HasKeyword(by.name)))
    )


def _any(roles: dict[str, Any], need: str) -> None:
    """Nothing was spoken of that it could be: any thing that the verb takes."""
    if isinstance(roles.get("with"), Word) or _like(roles.get("as")):
        roles["what"] = Mention(filter=CREATURE, noun="creature")
    elif "agent" in roles:
        noun = wordbook().nouns.get(need.split("/")[0])
        if noun is not None and noun.filter is not None:
            roles["what"] = Mention(filter=noun.filter, noun=noun.name)
        else:
            del roles["what"]


def _like(value: Any) -> bool:
    """破壊不能なら, タフネス0なら: what a creature is."""
    if isinstance(value, Mention):
        return value.filter is not None and value.filter.kind == "any"
    return isinstance(value, Word) and value.kind in {"keyword", "pt", "color"}


def _spoken_of(before: Clause, needs: set[str]) -> Mention | None:
    """What the clause before was about: to what it was done where that is said, else what it was done to or happened to."""
    if before.verb in _COPYING:
        found = before.roles.get("by")
    elif needs & _ON_STACK and not needs & {"permanent", "creature", "object", "card"}:
        found = before.roles.get("what")
    else:
        to = before.roles.get("to") if before.verb in _GOING_TO else None
        found = to if _thing(to) else None if before.verb in _SPELLS else before.roles.get("what")
    plain = isinstance(found, Mention) and not found.asked and not found.other and not found.pronoun
    return (
        found if plain and isinstance(found, Mention) and _thing(found) and found.count in {None, 1} else None
    )


def _readied(before: Clause | None) -> Mention | None:
    """The creature that the clause before made ready."""
    if before is None or before.verb not in _READIES or before.negated:
        return None
    found = before.roles.get("to") if before.verb in {"attach", "equip", "put counter"} else None
    found = (
        before.roles.get("what") if found is None and before.verb not in {"attach", "put counter"} else found
    )
    if found == ZERO:
        return ZERO
    if not isinstance(found, Mention) or found.asked or found.other or not _thing(found):
        return None
    return replace(found, definite=True)


def _thing(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_thing, value))
    if isinstance(value, Clause):
        return any(map(_thing, value.roles.values()))
    return isinstance(value, Mention) and (bool(value.cards) or value.filter is not None)
