"""Every card of a base on a busy board: cast, targeted, activated, copied, blinked, attacked with, stolen, killed, brought back.

Nothing is expected but what holds of every game (`tests.invariants`), that nothing raises, and that nothing takes long.
`python -m tests.every_card [--sample N] [--seed S] [--from I] [--out FILE]` plays the cards of ../shared.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kb.checker.cards import CardBase, Printed, printed_from
from kb.checker.choices import Decider, Open
from kb.checker.oracle import ast
from kb.checker.runner import run
from kb.checker.scenario import Scenario, parse
from tests.card_base import card_base
from tests.invariants import Broken, watch

SLOW = 2.0
"""Seconds of processor time that one document may take, all its branches played; the tests don't measure it."""
MOST_EVENTS = 4000
"""Events that one playing may come to: more is a loop."""
STOP = 60
"""Seconds after which a document is given up."""

# Invented cards, in the form of Oracle texts.
BOARD: dict[str, dict[str, str]] = {
    "Test Ox": {"cost": "{1}{G}", "types": "Creature — Ox", "pt": "2/4"},
    "Test Imp": {"cost": "{B}", "types": "Creature — Imp", "pt": "1/1", "text": "Flying, deathtouch, lifelink"},
    "Test Golem": {"cost": "{5}", "types": "Legendary Artifact Creature — Golem", "pt": "5/5", "text": "First strike, trample"},
    "Test Elf": {"cost": "{G}", "types": "Creature — Elf Warrior", "pt": "1/1", "text": "{T}: Add {G}."},
    "Test Mourner": {"cost": "{1}{B}", "types": "Creature — Spirit", "pt": "1/2",
                     "text": "Whenever another creature dies, you gain 1 life."},
    "Test Banner": {"cost": "{2}", "types": "Enchantment", "text": "Creatures you control get +1/+1."},
    "Test Cloak": {"cost": "{W}", "types": "Enchantment — Aura", "text": "Enchant creature\nEnchanted creature has vigilance."},
    "Test Blade": {"cost": "{1}", "types": "Artifact — Equipment", "text": "Equipped creature gets +2/+0.\nEquip {1}"},
    "Test Orb": {"cost": "{1}", "types": "Artifact", "text": "{T}: Add {C}."},
    "Test Walker": {"cost": "{3}{U}", "types": "Legendary Planeswalker — Test", "loyalty": "4", "text": "+1: You gain 1 life."},
    "Test Flare": {"cost": "{R}", "types": "Sorcery", "text": "Test Flare deals 2 damage to each creature."},
    "Test Dart": {"cost": "{R}", "types": "Instant", "text": "Test Dart deals 2 damage to any target."},
    "Test Knot": {"cost": "{U}", "types": "Instant", "text": "Tap target permanent."},
    "Test Mirror": {"cost": "{2}{U}", "types": "Sorcery", "text": "Create a token that's a copy of target permanent."},
    "Test Echo": {"cost": "{U}{R}", "types": "Instant", "text": "Copy target instant or sorcery spell. You may choose new targets for the copy."},
    "Test Wink": {"cost": "{W}", "types": "Instant",
                  "text": "Exile target permanent, then return that card to the battlefield under its owner's control."},
    "Test Shape": {"cost": "{3}{U}", "types": "Creature — Shapeshifter", "pt": "0/0",
                   "text": "You may have Test Shape enter as a copy of any creature on the battlefield."},
}  # fmt: skip
LANDS = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
METHODS = (
    "flashback",
    "escape",
    "disturb",
    "embalm",
    "eternalize",
    "unearth",
    "retrace",
    "jump-start",
    "aftermath",
)
"""Ways to use a card in a graveyard that need no more than their name."""


def busy(subject: Mapping[str, Any], players: list[str]) -> dict[str, Any]:
    """A board on which most texts find something: creatures of several kinds, what goes onto them, cards everywhere."""
    setup: dict[str, Any] = {}
    for player in players:
        ox = {"card": "Test Ox", "as": f"ox {player}"}
        cloak, blade = (
            {"card": name, "attached_to": f"ox {player}"} for name in ("Test Cloak", "Test Blade")
        )
        imp = {"card": "Test Imp", "counters": {"+1/+1": 1}}
        setup[player] = {
            "battlefield": {
                "A": ["Plains", "Swamp", "Forest", ox, imp, "Test Golem", "Test Mourner", "Test Banner", cloak, blade],
                "B": ["Island", "Mountain", ox, imp, "Test Elf", "Test Walker", blade],
                "C": ["Forest", ox, "Test Banner"],
            }[player],
            "hand": ["Test Dart", "Test Elf", "Forest"],
            "graveyard": ["Test Ox", "Test Flare", "Island", "Test Orb"],
            "library": ["Test Imp", "Forest", "Test Dart", "Test Ox", "Plains", "Test Orb"] + ["Island"] * 4,
        }  # fmt: skip
    setup["A"]["hand"] += [subject, *("Test Knot", "Test Mirror", "Test Wink", "Test Shape", "Test Echo")]
    return setup


def documents(name: str, printed: Printed) -> Iterator[dict[str, Any]]:
    """What is played with one card: each face, then the whole of its life."""
    faces: tuple[Printed, ...] = printed.faces or (printed,)
    for index, face in enumerate(faces):
        if index and not (face.cost or "land" in face.types):
            continue  # what is only transformed into
        players = ["A", "B"] if (len(name) + index) % 6 else ["A", "B", "C"]
        script = list(_life(printed, face, index, len(players) + 1))
        yield {
            "id": f"{name} {index}", "players": players, "cards": BOARD, "dice": [3] * 20, "coins": ["heads", "tails"] * 10,
            "variant": "standard" if len(players) == 2 else "multiplayer",
            "setup": busy({"card": name, "as": "it"}, players), "script": script,
            "checks": [{"life": player} for player in players] + [{"zone": "it"}],
        }  # fmt: skip


def _life(printed: Printed, face: Printed, index: int, turn: int) -> Iterator[dict[str, Any]]:
    """The script: one card from the hand through everything that can be done with it; `turn` is its player's second."""
    how = {"face": face.name} if printed.faces else {}
    creature, permanent = "creature" in face.types, face.is_permanent_card
    first = {"at": "1.precombat_main", "player": "A"}
    if "land" in face.types:
        yield {**first, "play": "it", **(how if index else {})}
    else:
        yield {**first, "cast": "it", **({"x": 2} if "{X}" in (face.cost or "") else {}), **how}
    if permanent:
        yield {**first, "cast": "Test Knot", "targets": ["it"]}
        yield {**first, "cast": "Test Mirror", "targets": ["it"]}
        if creature:
            yield {**first, "cast": "Test Shape", "choices": ["it"]}
            yield {"at": "2.declare_attackers", "player": "B", "attack": ["ox B"]}
            yield {"at": "2.declare_blockers", "player": "A", "block": {"it": "ox B"}}
        yield from _settled(printed, turn, creature)
    else:
        yield {"cast": "Test Echo", "player": "A"}
    yield from _elsewhere(printed, {"at": f"{turn}.postcombat_main", "player": "A"}, permanent)
    yield {"at": f"{turn + 1}.upkeep", "check": {"stack": True}}


def _settled(printed: Printed, turn: int, creature: bool) -> Iterator[dict[str, Any]]:
    """What a permanent does in the turn after: its abilities, an attack; then it is stolen and dies."""
    main = {"at": f"{turn}.precombat_main", "player": "A"}
    late = {"at": f"{turn}.postcombat_main", "player": "A"}
    abilities = [
        {
            "activate": "it",
            "ability": number,
            **({"x": 1} if "{X}" in one.text or one.text[1:2] == "X" else {}),
        }
        for number, one in enumerate(printed.abilities, 1)
        if isinstance(one, ast.Activated)
    ]
    for ability in abilities:
        yield {**main, **ability}
    if creature:
        yield {"at": f"{turn}.declare_attackers", "player": "A", "attack": ["it", "ox A"]}
        yield {"at": f"{turn}.declare_blockers", "player": "B", "block": {"ox B": "it"}}
    if abilities:
        yield {**late, **abilities[0]}
    yield {**late, "event": {"gain_control": {"player": "B", "card": "it"}}}
    yield {**late, "event": {"destroy": "it"}}


def _elsewhere(printed: Printed, late: dict[str, Any], permanent: bool) -> Iterator[dict[str, Any]]:
    """What is done with a card in a graveyard, how it comes back and goes again, and what is done with it in a hand."""
    words = printed.text.lower()
    if "graveyard" in words or any(method in words for method in METHODS):
        yield {**late, "activate": "it", "from": "graveyard"}
        yield {**late, "cast": "it", "from": "graveyard"}
    if permanent:
        yield {**late, "event": {"put": {"card": "it", "to": "battlefield"}}}
        yield {**late, "cast": "Test Wink", "targets": ["it"]}
        if "creature" in printed.types:
            yield {**late, "cast": "Test Dart", "targets": ["it"]}
        yield {**late, "event": {"sacrifice": "it"}}
    yield {**late, "event": {"put": {"card": "it", "to": "hand"}}}
    yield {**late, "activate": "it", "from": "hand"}
    yield {**late, "event": {"exile": "it"}}


@dataclass
class Rolled(Decider):
    """Takes any option where nothing is answered, by its seed."""

    seed: str = ""

    def decide(self, what: str, player: str, count: int, none: int | None = None) -> int:
        """An option by chance, the same on every playing of a seed."""
        rng = random.Random(f"{len(self.taken)} {count} {self.seed}")
        self.taken.append(Open(what, player, count))
        self.picked.append(rng.randrange(count))
        return self.picked[-1]


class Slow(Exception):  # noqa: N818 - a finding
    """A document took too long."""


def _alarm(_signal: int, _frame: Any) -> None:
    raise Slow


def looked_at(scenario: Scenario, base: CardBase, decider: Decider, *, again: bool) -> None:
    """Play a document under the eyes of the ledger, and see that not too much happens."""
    events = len(watch(scenario, base, decider, again=again).game.history)
    if events > MOST_EVENTS:
        raise Broken(f"{events} events happen")


def fault_of(play: Callable[[], object]) -> tuple[str, float]:
    """What is wrong with one playing ("" if nothing), and the processor time that it took."""
    begun = time.process_time()
    signal.signal(signal.SIGVTALRM, _alarm)
    signal.setitimer(signal.ITIMER_VIRTUAL, STOP)
    try:
        play()
        fault = ""
    except Slow:
        fault = f"given up after {STOP} s"
    except Broken as broken:
        fault = str(broken)
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is the finding
        where = traceback.extract_tb(problem.__traceback__)[-1]
        fault = (
            f"{type(problem).__name__}: {str(problem)[:200]} at {Path(where.filename).name}:{where.lineno}"
        )
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return fault, time.process_time() - begun


def printed_of(name: str, base: CardBase) -> Printed:
    """The card as the checker reads it."""
    data = base(name)
    assert data is not None, name
    return printed_from(str(data["name"]), data)


def faults(
    name: str, base: CardBase, *, branches: bool = True, again: bool = True, slow: float = SLOW
) -> Iterator[tuple[str, str, float]]:
    """Play everything about a card; gives (document, what is wrong, seconds) of each playing that isn't well.

    What nobody answers takes the first option in the documents of half the cards, any in the others; every one with
    `branches`. With `again` each action is taken back and played again.
    """
    for number, document in enumerate(documents(name, printed_of(name, base))):
        scenario: Scenario = parse(document)
        first = (sum(map(ord, name)) + number) % 2
        deciders = [Decider(), Rolled(seed=name)]
        for decider in deciders if branches else [deciders[first]]:
            fault, seconds = fault_of(partial(looked_at, scenario, base, decider, again=again))
            if fault or seconds > (2 + 2 * again) * slow:
                yield document["id"], fault or "slow", seconds
        if branches:
            fault, seconds = fault_of(partial(run, scenario, base))
            if fault or seconds > slow:
                yield document["id"], fault or "slow with its branches", seconds


NOT_PLAYED = {"Plane", "Phenomenon", "Scheme", "Vanguard", "Dungeon", "Conspiracy"}
"""Types that never stand in a hand."""


def playable(records: list[Mapping[str, Any]]) -> list[str]:
    """Names of the cards that could be in a deck."""
    return [record["name"] for record in records if not NOT_PLAYED & set(record["types"])]


SAMPLE, SEED = 2000, 10
"""The cards that the tests play."""


def sampled(records: list[Mapping[str, Any]], count: int, seed: object = SEED) -> list[str]:
    """So many cards, drawn by a seed."""
    return random.Random(seed).sample(playable(records), count)


def main(arguments: list[str] | None = None) -> int:
    """Play the cards, write each finding as a line of JSON, and say how many there were."""
    from tests.shared import CARDS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="so many cards, drawn by the seed; else all")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--from", dest="start", type=int, default=0, help="leave out so many at first")
    parser.add_argument("--no-branches", action="store_true", help="leave out the playing of every branch")
    parser.add_argument("--once", action="store_true", help="don't take each action back to play it again")
    parser.add_argument("--name", action="append", help="only this card")
    parser.add_argument("--out", type=Path, help="write findings there too")
    given = parser.parse_args(arguments)
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    base = card_base(records)
    names = given.name or playable(records)
    if given.sample:
        names = sampled(records, given.sample, given.seed)
    elif not given.name:
        random.Random(given.seed).shuffle(names)
    found = 0
    for number, name in enumerate(names[given.start :], given.start):
        for document, fault, seconds in faults(
            name, base, branches=not given.no_branches, again=not given.once
        ):
            found += 1
            line = json.dumps(
                {"card": document, "fault": fault, "seconds": round(seconds, 2)}, ensure_ascii=False
            )
            print(line, flush=True)
            if given.out:
                with given.out.open("a", encoding="utf-8") as out:
                    out.write(line + "\n")
        if number % 500 == 499:
            print(f"{number + 1} of {len(names)}, {found} findings", file=sys.stderr, flush=True)
    print(f"{len(names) - given.start} cards, {found} findings", file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
