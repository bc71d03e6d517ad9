"""Stream a synthetic card file of 500 MB: peak memory, seconds and MB/s, for reading and for a whole import.

    python benchmarks/stream_cards.py [--mb 500]

The file has the form of Scryfall's `all_cards`: one array, every card in twelve languages, with the fields
that the real one has and we do not read. Each measurement runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LANGS = ("en", "ja", "de", "fr", "it", "es", "pt", "ru", "ko", "zhs", "zht", "ph")


def objects(card: int) -> Iterator[dict[str, Any]]:
    """The printings of one invented card."""
    for lang in LANGS:
        found: dict[str, Any] = {
            "object": "card",
            "id": f"{card:032x}",
            "oracle_id": f"{card:032d}",
            "name": f"Invented Cog Number {card}",
            "lang": lang,
            "released_at": f"20{card % 25:02d}-01-16",
            "layout": "normal",
            "mana_cost": "{2}{G}",
            "cmc": 3.0,
            "type_line": "Creature — Cog",
            "oracle_text": "Trample\nWhenever this creature turns, another one stops. " * 3,
            "power": "3",
            "toughness": "3",
            "colors": ["G"],
            "set": f"s{card % 300}",
            "image_uris": {size: f"https://images.example.org/{size}/{card:032x}.jpg" for size in "abcdef"},
            "legalities": {f"format{n}": "legal" for n in range(22)},
            "prices": dict.fromkeys(("usd", "usd_foil", "eur", "eur_foil", "tix"), "1.00"),
            "related_uris": {name: f"https://example.org/{name}/{card}" for name in ("a", "b", "c")},
        }
        if lang == "ja":
            found |= {"printed_name": f"発明（はつめい）歯車{card}", "printed_text": "トランプル\n回る。" * 3}
        yield found


def write(path: Path, size: int) -> int:
    """Write the file; returns how many cards it holds."""
    card = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n")
        while file.tell() < size:
            for found in objects(card):
                file.write(
                    (",\n" if card or found["lang"] != "en" else "") + json.dumps(found, ensure_ascii=False)
                )
            card += 1
        file.write("\n]\n")
    return card


def measure(what: str, path: Path) -> dict[str, float]:
    """Run one measurement in a process of its own."""
    command = [sys.executable, __file__, "--measure", what, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measured(what: str, path: Path) -> dict[str, float]:
    """Read the file, or import it into a store beside it."""
    started = time.perf_counter()
    if what == "read":
        from scraper.cards import CardFile, read_cards, sort_files

        file = CardFile(path.name, lambda: path.open("rb"), path.stat().st_size)
        cards = sum(1 for _ in read_cards(sort_files([file])))
    else:
        from kb.pipeline import import_files
        from kb.settings import load_settings
        from kb.sources import source
        from kb.sources.model import Raw
        from kb.store import Store

        store = Store.open(load_settings({"MTGKB_HOME": str(path.parent / "home")}))
        cards = import_files(store, source("cards"), [Raw(path.name, path)], 0.05)[0].counts["cards"]
    seconds = time.perf_counter() - started
    return {
        "cards": cards,
        "seconds": round(seconds, 1),
        # the file is read twice: once for the Japanese printings, once for the cards
        "mb_per_s": round(path.stat().st_size / 2**20 / seconds, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    """Write the file, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=500)
    parser.add_argument("--measure", nargs=2, metavar=("WHAT", "FILE"))
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measured(given.measure[0], Path(given.measure[1]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all-cards-20310501.json"
        cards = write(path, given.mb << 20)
        print(f"{path.stat().st_size >> 20} MB, {cards} cards, {cards * len(LANGS)} printings")
        for what in ("read", "import"):
            print(what, measure(what, path))


if __name__ == "__main__":
    main()
