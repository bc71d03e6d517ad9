"""Tokens and copies (CR 111, 707): creating tokens, copies of permanents, copies of spells."""

from __future__ import annotations

from dataclasses import replace

from kb.checker.cards import Printed, double_faced, parse_types
from kb.checker.dispatch import Scope, effects, find, not_modelled, number, players_of
from kb.checker.effects.predefined import PREDEFINED, RULES
from kb.checker.entering_combat import attacked_on_entering
from kb.checker.event import Event
from kb.checker.event_data import ATTACHED_TO, ATTACKING, FACE, MADE, PRINTED, TAPPED
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.marks import COPIED, COPY_EFFECTS
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, known
from kb.checker.values import copiable, up_face


@rule("111.4", "111.10")
def token_printed(game: Game, token: ast.Token, scope: Scope) -> Printed:
    """CR 111.4, 111.10: a token's name is its subtypes plus Token unless it is given; some tokens the rules define."""
    if token.predefined:
        made = PREDEFINED.get(token.predefined.lower().removesuffix(" token"))
        if made is None:
            raise not_modelled(game, token, scope, f"the token {token.predefined!r}")
        return made()
    subtypes = tuple(word.lower() for word in token.subtypes)
    name = token.name or " ".join(part.capitalize() for part in " ".join(subtypes).split()) + " Token"
    words = " ".join(token.types)
    supertypes, types, _ = parse_types(words)
    power = str(number(game, token.power, scope)) if token.power is not None else None
    toughness = str(number(game, token.toughness, scope)) if token.toughness is not None else None
    return Printed(name=name, supertypes=supertypes, types=types, subtypes=subtypes, colors=tuple(token.colors), power=power,
                   toughness=toughness, abilities=token.abilities, layout="token")  # fmt: skip


def make_tokens(game: Game, scope: Scope, player: str, count: int, token: ast.Token, *, tapped: bool = False,
                attacking: int | str | None = None, attached_to: int | str | None = None) -> list[int]:  # fmt: skip
    """Create tokens; gives their ids."""
    event = _token_event(
        game, scope, player, count, token, tapped=tapped, attacking=attacking, attached_to=attached_to
    )
    return _created(game, [event])


def _created(game: Game, events: list[Event]) -> list[int]:
    """Create all of them at once."""
    return [
        made for one in happen(game, *events) if one.kind == "create_token" for made in one.data.get(MADE, ())
    ]


def _token_event(game: Game, scope: Scope, player: str, count: int, token: ast.Token, *, tapped: bool = False,
                 attacking: int | str | None = None, attached_to: int | str | None = None) -> Event:  # fmt: skip
    printed = token_printed(game, token, scope)
    event = Event("create_token", player=player, amount=count, source=scope.source,
                  data=having(PRINTED(printed), TAPPED(tapped), ATTACKING(attacking), ATTACHED_TO(attached_to)))  # fmt: skip
    if token.predefined:
        event.reasons.append(Reason(_defined_rule(token.predefined), {"token": printed.name}))
    return event


def _defined_rule(name: str) -> str:
    return RULES.get(name.lower().removesuffix(" token"), "111.10")


@effects(ast.CreateToken)
def create_token(game: Game, effect: ast.CreateToken, scope: Scope) -> None:
    """CR 701.7: create tokens."""
    events: list[Event] = []
    for player in players_of(game, effect.who, scope):
        attached = find(game, effect.attached_to, scope) if effect.attached_to is not None else []
        attacking = None
        count = number(game, effect.count, scope)
        if effect.attacking:
            attacking = attacked_on_entering(game, player, effect.token.name or "the token", count)
        host = attached[0] if attached else None
        events.append(_token_event(game, scope, player, count, effect.token, tapped=effect.tapped,
                                   attacking=attacking, attached_to=host))  # fmt: skip
    made = _created(game, events)
    scope.it, scope.did, scope.amount = list(made), bool(made), len(made)
    scope.did_to("created", made)


COPY_CHANGES: frozenset[type[ast.Change]] = frozenset({
    ast.SetName, ast.AddAbility, ast.SetPT, ast.AddTypes, ast.RemoveTypes, ast.SetTypes, ast.SetColors,
})  # fmt: skip
"""The exceptions of copy effects that `with_changes` knows."""


def with_changes(game: Game, printed: Printed, changes: tuple[ast.Change, ...], scope: Scope) -> Printed:
    """CR 707.9: exceptions of a copy effect become part of the copiable values."""
    if changes:
        printed = _told(printed, *exceptions(changes))
    for change in changes:
        match change:
            case ast.SetName(name):
                printed = replace(printed, name=name)
            case ast.AddAbility(ability):
                printed = replace(printed, abilities=(*printed.abilities, ability))
            case ast.SetPT(power, toughness):
                if power is not None:
                    printed = replace(printed, power=str(number(game, power, scope)))
                if toughness is not None:
                    printed = replace(printed, toughness=str(number(game, toughness, scope)))
            case ast.AddTypes(types):
                supertypes, cards, subtypes = _sorted_types(types)
                printed = replace(
                    printed, supertypes=_plus(printed.supertypes, supertypes), types=_plus(printed.types, cards),
                    subtypes=_plus(printed.subtypes, subtypes),
                )  # fmt: skip
            case ast.RemoveTypes(types):
                printed = replace(
                    printed, supertypes=_minus(printed.supertypes, types), types=_minus(printed.types, types),
                    subtypes=_minus(printed.subtypes, types),
                )  # fmt: skip
            case ast.SetTypes(types):
                supertypes, cards, subtypes = _sorted_types(types)
                printed = replace(printed, types=cards or printed.types, subtypes=subtypes or printed.subtypes,
                                  supertypes=_plus(printed.supertypes, supertypes))  # fmt: skip
            case ast.SetColors(colors, add):
                printed = replace(printed, colors=_plus(printed.colors, colors) if add else tuple(colors))
            case _:
                raise not_modelled(game, change, scope)
    return printed


@rule("707.9a", "707.9b")
def exceptions(changes: tuple[ast.Change, ...]) -> list[str]:
    """CR 707.9a, 707.9b: an ability that a copy gains, or a characteristic that it has instead, is copiable with it."""
    return list(
        dict.fromkeys("707.9a" if isinstance(change, ast.AddAbility) else "707.9b" for change in changes)
    )


def _told(printed: Printed, *rules: str) -> Printed:
    """The copied values with the rules by which they differ from what was copied."""
    told = dict.fromkeys((*printed.extra.get("copy", ()), *rules))
    return replace(printed, extra={**printed.extra, "copy": tuple(told)})


def _sorted_types(types: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    from kb.checker.cards import CARD_TYPES, SUPERTYPES

    return (
        tuple(word for word in types if word in SUPERTYPES),
        tuple(word for word in types if word in CARD_TYPES),
        tuple(word for word in types if word not in SUPERTYPES and word not in CARD_TYPES),
    )


def _plus(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def _minus(old: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in old if word not in gone)


@rule("707.2", "707.3")
def copied_values(game: Game, identity: int, changes: tuple[ast.Change, ...], scope: Scope) -> Printed:
    """CR 707.2, 707.3: a copy takes the copiable values of the original, a copy's as it has copied them, and nothing else."""
    obj = known(game, identity)
    values = copiable(obj)
    if obj.marks.get(COPIED) or obj.marks.get(COPY_EFFECTS):
        values = _told(values, "707.3")
    return with_changes(game, values, changes, scope)


@rule("707.8a")
def token_values(
    game: Game, identity: int, changes: tuple[ast.Change, ...], scope: Scope
) -> tuple[Printed, int]:
    """CR 707.8a: a token that is a copy of a double-faced permanent or card is double-faced, with the same face up."""
    obj = known(game, identity)
    values = copied_values(game, identity, changes, scope)
    if not double_faced(obj.printed) or copiable(obj) is not up_face(obj):
        return values, 0
    faces = tuple(with_changes(game, face, changes, scope) for face in obj.printed.faces)
    face = obj.face if obj.zone in ("battlefield", "stack") else 0
    return replace(faces[0], faces=faces, layout=obj.printed.layout), face


def copy_tokens(game: Game, scope: Scope, player: str, count: int, of: int, changes: tuple[ast.Change, ...], *,
                tapped: bool = False, attacking: int | str | None = None) -> list[int]:  # fmt: skip
    """Create tokens that are copies."""
    return _created(
        game, [_copy_event(game, scope, player, count, of, changes, tapped=tapped, attacking=attacking)]
    )


def _copy_event(game: Game, scope: Scope, player: str, count: int, of: int, changes: tuple[ast.Change, ...], *,
                tapped: bool = False, attacking: int | str | None = None) -> Event:  # fmt: skip
    printed, face = token_values(game, of, changes, scope)
    return Event("create_token", player=player, amount=count, source=scope.source,
                 data=having(PRINTED(printed), TAPPED(tapped), ATTACKING(attacking), FACE(face))).why("707.2", card=printed.name).why("707.5", card=printed.name)  # fmt: skip


@effects(ast.CreateCopy)
def create_copy(game: Game, effect: ast.CreateCopy, scope: Scope) -> None:
    """CR 707.2: tokens that are copies of something."""
    events: list[Event] = []
    for player in players_of(game, effect.who, scope):
        for of in find(game, effect.of, scope):  # as it last existed where the effect has moved it (608.2h)
            if not isinstance(of, int):
                continue
            count = number(game, effect.count, scope)
            attacking = None
            if effect.attacking:
                attacking = attacked_on_entering(game, player, card_name(game, of), count)
            events.append(
                _copy_event(
                    game, scope, player, count, of, effect.changes, tapped=effect.tapped, attacking=attacking
                )
            )
    made = _created(game, events)
    scope.it, scope.did, scope.amount = list(made), bool(made), len(made)
    scope.did_to("created", made)
