"""The shape of a scenario document (spec/scenario.md, version 1), as data on one screen; JSON Schema derives from it.

>>> json_schema()["properties"]["variant"]["enum"]
['standard', 'planechase', 'commander', 'multiplayer']
"""

from __future__ import annotations

from typing import Any

from kb.checker.schema_types import Anything, Bool, Int, ListOf, MapOf, Named, OneOf, Record, Text, Type

STEPS = (
    "untap", "upkeep", "draw", "precombat_main", "begin_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "combat_damage_2", "end_combat", "postcombat_main", "end", "cleanup",
)  # fmt: skip
"""The steps of a turn in their order, as `at` names them."""
COMBAT_STEPS = STEPS[STEPS.index("begin_combat") : STEPS.index("end_combat") + 1]
"""The steps of the combat phase (506.1)."""
ZONES = ("hand", "library", "battlefield", "graveyard", "exile", "command", "stack", "outside")
VARIANTS = ("standard", "planechase", "commander", "multiplayer")

NAME = Text()
NUMBER = Int(minimum=0, maximum=1_000_000)
AT = Text(pattern=r"start|[1-9]\d{0,3}\.(?:" + "|".join(STEPS) + r")(?:/[1-9]\d?)?")
ZONE = Text(values=ZONES)
COUNTER = Record(
    "counter", {"card": NAME, "player": NAME, "kind": Text(), "count": NUMBER}, required=("kind",)
)
PT = Text(also_number=True)

_FACE_KEYS: dict[str, Type] = {
    "cost": Text(also_number=True), "types": Text(), "pt": PT, "text": Text(), "loyalty": PT, "defense": PT,
    "colors": OneOf((ListOf(Text()), Text()), "colors", "色"), "lights": ListOf(Int(1, 6)),
}  # fmt: skip
FACE = Record("face", {"name": NAME, **_FACE_KEYS}, required=("name",))
CARD = Record("card", {**_FACE_KEYS, "faces": ListOf(FACE), "layout": Text()})

PLACED = OneOf(
    (
        Text(),
        Record(
            "placed card",
            {
                "card": NAME, "count": Int(1, 20_000), "as": NAME, "tapped": Bool(), "counters": MapOf(NUMBER),
                "sick": Bool(), "attached_to": NAME, "controller": NAME, "owner": NAME, "damage": NUMBER,
                "face_down": Bool(), "token": Bool(), "protector": NAME, "lights": ListOf(Int(1, 6)),
                "plotted": NUMBER, "foretold": NUMBER, "suspended": NUMBER,
                "transformed": Bool(), "unlocked": ListOf(Text(values=("left", "right"))), "bestowed": Bool(),
                "phased_out": Bool(), "exerted": Bool(),
            },
            required=("card",),
        ),
    ),
    "a card name or a map with the key card", "カード名、または card を持つマップ",
)  # fmt: skip
PLACED_LIST = ListOf(PLACED)
DAY = Text(values=("day", "night"))
PLAYER_SETUP = Record(
    "player setup",
    {
        **dict.fromkeys(("library", "hand", "battlefield", "graveyard", "exile", "command", "attractions"), PLACED_LIST),
        "planar_deck": PLACED_LIST, "dungeons": ListOf(NAME), "life": Int(), "poison": NUMBER,
        "speed": Int(0, 4, nullable=True), "mana": Text(), "energy": NUMBER,
        "emblems": ListOf(OneOf((NAME, Record("emblem", {"text": Text()}, required=("text",))), "a name or a map with text",
                                "名前、または text を持つマップ")),
        "ring": Int(0, 4), "ring_bearer": NAME,
    },
)  # fmt: skip

_CARD_OR_PLAYER: dict[str, Type] = {"card": NAME, "player": NAME}
EVENTS: dict[str, Type] = {
    "lose_life": Record("lose_life", {"player": NAME, "amount": NUMBER}, required=("player", "amount")),
    "gain_life": Record("gain_life", {"player": NAME, "amount": NUMBER}, required=("player", "amount")),
    "damage": Record("damage", {**_CARD_OR_PLAYER, "amount": NUMBER, "combat": Bool(), "source": NAME}, required=("amount",)),
    "draw": Record("draw", {"player": NAME, "count": NUMBER}, required=("player",)),
    "destroy": NAME, "sacrifice": NAME, "exile": NAME,
    "put": Record("put", {"card": NAME, "to": ZONE, "player": NAME}, required=("card", "to")),
    "create_token": Record("create_token", {"player": NAME, "token": Anything(), "count": NUMBER}, required=("player", "token")),
    "add_counter": COUNTER,
    "gain_control": Record("gain_control", {"player": NAME, "card": NAME}, required=("player", "card")),
    "open_attraction": Record("open_attraction", {"player": NAME, "count": NUMBER}, required=("player",)),
    "venture": NAME, "planeswalk": NAME, "chaos": Bool(), "roll_visit": NAME, "become_plotted": NAME, "leave_game": NAME,
    "follow": Record("follow", {"text": Text(), "player": NAME, "to": ListOf(NAME)}, required=("text",)),
}  # fmt: skip
EVENT = Record("event", EVENTS, exactly_one=tuple(EVENTS))

ATTACK = OneOf((ListOf(NAME), MapOf(Text())), "a list of cards or a map from card to what it attacks",
               "カードのリスト、またはカードから攻撃先へのマップ")  # fmt: skip
BLOCK = MapOf(
    OneOf((Text(), ListOf(NAME)), "an attacker or a list of them", "攻撃クリーチャーまたはそのリスト")
)
RESOLVE = OneOf((Int(minimum=1), Text(values=("all",))), "a number or all", "数または all")
_ANSWERS = ListOf(Anything())
ACTIONS: dict[str, Type] = {
    "cast": NAME, "activate": NAME, "plot": NAME, "foretell": NAME, "suspend": NAME, "turn_face_up": NAME, "play": NAME,
    "attack": ATTACK, "block": BLOCK, "pass": Bool(), "resolve": RESOLVE, "planar_die": Bool(), "event": EVENT,
    "choose": _ANSWERS, "unlock": NAME, "crew": NAME, "saddle": NAME, "station": NAME,
}  # fmt: skip
"""The actions of a script entry, one each."""
DETAILS: dict[str, Type] = {
    "from": ZONE, "method": Text(), "face": NAME, "x": NUMBER, "modes": ListOf(Anything()), "targets": _ANSWERS,
    "kicked": OneOf((Bool(), Int(minimum=0), Text(), ListOf(Text())), "true, a number or a cost", "true、数、またはコスト"),
    "ability": OneOf((Int(minimum=1), Text()), "a number from 1 or a fragment of its text", "１からの番号、または文章の一部"),
    "choices": _ANSWERS,
}  # fmt: skip
"""What may stand beside an action."""
KNOWS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ACTIONS, ("choices",)),
    "cast": ("from", "method", "face", "x", "modes", "targets", "kicked", "choices"),
    "activate": ("ability", "from", "x", "modes", "targets", "choices"),
    "play": ("from", "face", "choices"),
    **dict.fromkeys(("plot", "foretell"), ("from", "choices")),
    "suspend": ("from", "x", "choices"),
    "turn_face_up": ("x", "choices"),
    "unlock": ("face", "choices"),
    "choose": (),
}
"""What each action reads of them: another key beside it is an error."""
CAN = Record(
    "action", {**ACTIONS, **DETAILS}, exactly_one=tuple(ACTIONS), beside=KNOWS, besides=tuple(DETAILS)
)

_SOURCE_TEXT = Record("ability", {"source": NAME, "text": Text()}, required=("source",))
PLAYER_CHECKS = (
    "life",
    "poison",
    "speed",
    "max_speed",
    "room",
    "completed",
    "junkyard",
    "attraction_deck",
    "mana_pool",
    "library",
    "emblems",
    "ring_bearer",
)
CARD_CHECKS = (
    "zone", "power", "toughness", "controller", "tapped", "damage", "types", "colors", "mana_value", "mana_spent",
)  # fmt: skip
GAME_CHECKS = ("day_night", "stack", "plane", "planar_controller", "result", "priority")
IS_CHECKS = (
    "is_plotted", "is_foretold", "is_suspended", "is_monarch", "is_attacking", "is_blocking", "is_blocked",
    "is_face_down", "is_goaded", "is_saddled", "is_monstrous", "is_renowned", "is_city_blessed", "is_transformed",
    "is_token", "is_commander", "is_attached", "is_phased_out", "is_legal_deck", "has_initiative", "is_initiative",
)  # fmt: skip
CHECKS: dict[str, Type] = {
    "can": CAN, "triggered": _SOURCE_TEXT, "resolved": _SOURCE_TEXT,
    "count": Record("count", {"zone": ZONE, "player": NAME, "card": NAME, "type": Text(), "tapped": Bool(), "token": Bool(),
                              "controller": NAME}),
    "counters": Record("counters", {**_CARD_OR_PLAYER, "kind": Text()}, required=("kind",)),
    "has": Record("has", {"card": NAME, "ability": Text()}, required=("card", "ability")),
    "happened": Record("happened", {"event": Text(), "player": NAME, "card": NAME, "by": NAME, "to": NAME, "from": ZONE, "since": AT,
                                    "combat": Bool(), "kind": Text(), "type": Text(), "amount": Bool(), "told": Bool(), "first": Bool(),
                                    "made_by": NAME}, required=("event",)),
    "refused": Bool(),
    **dict.fromkeys(PLAYER_CHECKS, NAME), **dict.fromkeys(CARD_CHECKS, NAME), **dict.fromkeys(GAME_CHECKS, Bool()),
    **dict.fromkeys(IS_CHECKS, NAME),
}  # fmt: skip
"""The questions, one each in a check."""
CHECK = Record(
    "check",
    {"at": AT, "player": NAME, **CHECKS, "expect": Anything(), "cite": ListOf(Text(pattern=r"[1-9]\d{2}(?:\.\d{1,3}[a-z]?)?")),
     "note": Anything(), "over": Text(values=("some", "every", "most"))},
    exactly_one=tuple(CHECKS),
)  # fmt: skip
ENTRY = Record(
    "script entry",
    {
        "at": AT,
        "player": NAME,
        "respond": Bool(),
        **ACTIONS,
        **DETAILS,
        "check": Named("check", lambda: CHECK),
    },
    exactly_one=(*ACTIONS, "check"),
    beside={**KNOWS, "check": ()},
    besides=tuple(DETAILS),
)

DOCUMENT = Record(
    "scenario",
    {
        "id": Text(), "title": OneOf((Text(), MapOf(Text())), "a text or a map en/ja", "文字列または en/ja のマップ"),
        "variant": Text(values=VARIANTS), "players": ListOf(NAME, most=20), "mana": Text(values=("unlimited", "sources")),
        "dice": ListOf(Int(1, 100)), "planar_dice": ListOf(Text(values=("planeswalk", "chaos", "blank"))),
        "prefer": ListOf(NAME, most=20),
        "coins": ListOf(Text(values=("heads", "tails", "win", "lose"))), "cards": MapOf(CARD),
        "setup": MapOf(Anything()), "script": ListOf(ENTRY, most=5_000), "checks": ListOf(CHECK, most=5_000),
    },
    required=("id",),
)  # fmt: skip


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of one scenario document.

    >>> json_schema()["required"]
    ['id']
    """
    setup = {
        "type": "object",
        "properties": {"planar_deck": PLACED_LIST.schema(), "day": DAY.schema()},
        "additionalProperties": PLAYER_SETUP.schema(),
    }
    schema = DOCUMENT.schema()
    schema["properties"]["setup"] = setup
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "mtg-kb scenario, version 1",
        **schema,
        "$defs": {"check": CHECK.schema()},
    }
