"""The words that handlers know: one register for every field of a node that holds words of our own.

A handler says with `knows` which words it honours, beside itself; what is in no register is not modelled
(kb.checker.executable), so a word that nobody handles is refused wherever it stands.

>>> knows(ast.Skip, "what", "doctest")
>>> is_known(ast.Skip, "what", "doctest"), is_known(ast.Skip, "what", "doctests")
(True, False)
>>> WORDS[ast.Skip, "what"].discard("doctest")
"""

from __future__ import annotations

from kb.checker.cards import COLORS
from kb.checker.oracle import ast

Field = tuple[type[ast.Node], str]
WORDS: dict[Field, set[str]] = {}
"""Words by node class and field."""
BEGINNINGS: dict[Field, set[str]] = {}
"""What words may begin with, where a name follows ("completed " and a dungeon)."""
FREE: frozenset[Field] = frozenset({
    (ast.HasType, "name"), (ast.Named, "name"), (ast.SetName, "name"), (ast.Token, "name"), (ast.Mode, "name"), (ast.Room, "name"),
    (ast.HasKeyword, "name"), (ast.LoseAbility, "name"), (ast.CantHave, "name"), (ast.Mode, "text"), (ast.Ability, "text"),
    (ast.HasCounter, "kind"), (ast.Counters, "kind"), (ast.CountersPut, "kind"), (ast.CountersRemoved, "kind"),
    (ast.PutCounters, "kind"), (ast.RemoveCounters, "kind"), (ast.MoveCounters, "kind"),
    (ast.ManaCost, "symbols"), (ast.CountedMana, "symbols"), (ast.CostChange, "by"), (ast.PayMana, "mana"), (ast.Keyword, "words"),
})  # fmt: skip
"""Fields whose words are the card's own: names, types, kinds of counters, mana symbols."""


def knows(node: type[ast.Node], field: str, *words: str, beginning: tuple[str, ...] = ()) -> None:
    """Say that a handler honours those words of a field."""
    if field not in node.__dataclass_fields__:
        raise ValueError(f"{node.__name__} has no field {field!r}")
    WORDS.setdefault((node, field), set()).update(words)
    if beginning:
        BEGINNINGS.setdefault((node, field), set()).update(beginning)


def is_known(node: type[ast.Node], field: str, word: str) -> bool:
    """Whether a handler honours a word of a field."""
    key = (node, field)
    return word in WORDS.get(key, ()) or any(
        word.startswith(beginning) and word != beginning for beginning in BEGINNINGS.get(key, ())
    )


def unknown_word(node: ast.Node) -> tuple[str, str] | None:
    """The first word of a node that no handler honours, with its field; None when every one is."""
    for field in _FIELDS.get(type(node), ()):
        value = getattr(node, field)
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and not is_known(type(node), field, word):
                return field, word
    return None


_FIELDS: dict[type[ast.Node], tuple[str, ...]] = {
    ast.Act: ("name",), ast.Stat: ("name",), ast.Status: ("name",), ast.PlayerIs: ("state",), ast.Players: ("who",),
    ast.Linked: ("how",), ast.Chosen: ("what",), ast.ChosenType: ("what",), ast.ChooseValue: ("what",), ast.Distinct: ("what",),
    ast.Shares: ("what",), ast.Measures: ("stat",), ast.Happened: ("since",), ast.HasColor: ("color",),
    ast.Duration: ("until",), ast.DuringTurn: ("step",), ast.StepBegins: ("step", "which"), ast.Attacks: ("how",),
    ast.Activates: ("ability",),
    ast.Cant: ("verb", "during"), ast.Can: ("verb", "during", "limit"), ast.Must: ("verb", "during"), ast.RulePart: ("name",),
    ast.LoseAbility: ("but",), ast.CostChange: ("action",), ast.ScaleEvent: ("halve",), ast.AllSubtypes: ("of",), ast.SetColors: ("colors",),
    ast.Activated: ("limits",), ast.Triggered: ("limits",), ast.Modes: ("fresh",), ast.Level: ("kind",),
    ast.ExtraTurn: ("what",), ast.Skip: ("what",), ast.Token: ("predefined",), ast.AddMana: ("only",),
}  # fmt: skip
"""The fields that are looked at; `Keyword.name` has its register in `characteristics`."""

COUNTED = {"attack", "block", "attack or block", "attack you or yours", "be blocked", "cast", "venture"}
"""What effects may limit in number (`Cant.most` and `least`: "more than one spell each turn")."""
AT_A_COST = {"attack", "block", "attack or block", "attack you or yours"}
"""What effects may make cost something (`Cant.cost`: "unless you pay {2}")."""

# Words that several modules look at; a mechanic of its own says its words itself.
knows(ast.Cant, "verb", "attack", "block", "attack or block", "be blocked", "be countered", "be targeted", "untap", "be sacrificed", "be made to sacrifice",
      "enter", "have counters", "have +1/+1 counters", "have -1/-1 counters", "get counters", "get poison counters", "cast",
      "cast spells", "cast at instant speed", "be cast", "play", "play land", "gain life", "lose life", "draw", "activate",
      "activate abilities", "win", "lose", "prevent damage", "be prevented", "regenerate")  # fmt: skip
knows(
    ast.Cant,
    "during",
    "",
    "this turn",
    "this combat",
    "untap step",
    "next untap step",
    "combat",
    "others' turns",
    "not mana",
)
knows(ast.Can, "verb", "not untap", "cast", "play", "play land", "cast as though flash", "look at top", "play with top revealed",
      "look at", "look at face-down", "play with hand revealed",
      "block additional", "attack as though no defender", "spend mana as any color", "plot", "look")  # fmt: skip
knows(ast.Can, "during", "", "your turn")
knows(ast.Can, "limit", "", "once each turn", "once")
knows(ast.Must, "verb", "attack", "block", "be blocked", "be blocked by all")
knows(ast.Must, "during", "", "this turn", "this combat")
knows(ast.RulePart, "name", "skip untap step", "skip upkeep step", "skip draw step", "triggers additional", "no triggers",
      "damage by toughness", "assign as unblocked", "damage stays", "no combat damage", "damage can't be prevented", "legend rule off", "deck any number", "can be commander",
      "plot cost is mana cost")  # fmt: skip
knows(ast.CostChange, "action", "cast", "activate", "equip", "plot")
knows(ast.ChosenType, "what", "creature type", "basic land type", "land type")
knows(ast.LoseAbility, "but", "", "mana")
knows(ast.AllSubtypes, "of", "creature", "basic land")
knows(ast.SetColors, "colors", *COLORS, "all", "chosen", "choice")
knows(ast.Attacks, "how", "", "alone", "unblocked", "with others")
knows(ast.Activates, "ability", "", "loyalty", "not mana", "without tap")
knows(ast.StepBegins, "step", "untap", "upkeep", "draw", "main", "precombat main", "postcombat main", "first main", "second main",
      "combat", "beginning of combat", "declare attackers", "declare blockers", "end of combat", "end", "end step", "cleanup")  # fmt: skip
knows(ast.StepBegins, "which", "", "next", "next turn", "first")
knows(
    ast.Activated,
    "limits",
    "sorcery",
    "as a sorcery",
    "once",
)
knows(ast.Triggered, "limits", "once each turn", "twice each turn", "once")
knows(ast.Modes, "fresh", "", "this turn", "ever")
knows(ast.AddMana, "only", "")
knows(ast.Level, "kind", "level", "class", "station")
