"""Rules for decks beside the deck: Attraction decks (CR 717.2) and planar decks (CR 901.3, 901.15a).

The functions look at a list and give the rules it breaks, as reasons; an empty list means the deck is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kb.checker.rules import Reason, rule


def _repeated(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


@rule("717.2a", "717.2b")
def attraction_deck_problems(names: Sequence[str], constructed: bool = True) -> list[Reason]:
    """CR 717.2a, 717.2b: at least ten Attractions with different names in constructed play; in limited three, names may repeat.

    Lights don't matter: cards of one name are the same name whatever numbers are lit.

    >>> [reason.rule for reason in attraction_deck_problems([f"Ride {n}" for n in range(10)])]
    []
    >>> [(reason.rule, reason.variant) for reason in attraction_deck_problems(["Ride"] * 10)]
    [('717.2a', 'names')]
    >>> [(reason.rule, reason.variant) for reason in attraction_deck_problems(["Ride"] * 2, constructed=False)]
    [('717.2b', 'size')]
    """
    number, least = ("717.2a", 10) if constructed else ("717.2b", 3)
    problems = []
    if len(names) < least:
        problems.append(Reason(number, {"n": len(names), "least": least}, "size"))
    repeated = _repeated(names) if constructed else []
    if repeated:
        problems.append(Reason(number, {"card": repeated}, "names"))
    return problems


@rule("901.3", "901.15")
def planar_deck_problems(
    types: Mapping[str, str] | Sequence[tuple[str, str]], players: int | None = None
) -> list[Reason]:
    """CR 901.3, 901.15: a planar deck's size, its phenomena and its names; `players` stands for a shared deck's game.

    `types`: names with "plane" or "phenomenon". One's own deck has ten cards or more, two phenomena at most; a shared one
    forty, or ten for each player if that is less, and two phenomena at most for each player.

    >>> deck = [(f"Plane {n}", "plane") for n in range(8)] + [("Rift", "phenomenon"), ("Tide", "phenomenon")]
    >>> planar_deck_problems(deck)
    []
    >>> [(reason.rule, reason.variant) for reason in planar_deck_problems(deck, players=2)]
    [('901.15a', 'size')]
    """
    cards = list(types.items()) if isinstance(types, Mapping) else list(types)
    number = "901.3" if players is None else "901.15a"
    least = 10 if players is None else min(40, 10 * players)
    most = 2 if players is None else 2 * players
    problems = []
    if len(cards) < least:
        problems.append(Reason(number, {"n": len(cards), "least": least}, "size"))
    phenomena = sum(kind.casefold() == "phenomenon" for _, kind in cards)
    if phenomena > most:
        problems.append(Reason(number, {"n": phenomena, "most": most}, "phenomena"))
    repeated = _repeated(name for name, _ in cards)
    if repeated:
        problems.append(Reason(number, {"card": repeated}, "names"))
    return problems
