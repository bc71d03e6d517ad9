"""All editions imported, compared and traced: seconds and peak memory, beside difflib over whole lines.

    python -m benchmarks.editions

Aims: import of all editions with diffs and traces under 60 s and 500 MB, a diff of two editions under 1 s, a
trace under 50 ms warm. Times are of one noisy machine.
"""

from __future__ import annotations

import difflib
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.corpus import DATA
from kb.audit import audit
from kb.editions import held, service
from kb.store import Store
from kb.terms import load_terms
from scraper.cr import parse_cr
from scraper.decode import decode

TRACED = ("702.170a", "717", "704.5f", "100.1", "601.2f", "205.3i", "702.19b", "800.4a", "903.5c", "309")
FAR = (("2023-11-17", "2024-06-07"), ("2023-11-17", "2026-01-16"), ("2009-10-01", "2026-01-16"))


def files() -> list[Path]:
    """The rules of every edition, oldest first."""
    return sorted((DATA / "cr" / "en").glob("*.txt"))


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and the result."""
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def peak() -> int:
    """Most memory that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def say(name: str, value: str) -> None:
    """A line of the report."""
    sys.stdout.write(f"{name:<52} {value}\n")


def import_all(store: Store) -> None:
    """Parse and store every edition."""
    for path in files():
        data = path.read_bytes()
        edition = parse_cr(decode(data).text)
        digest = sha256(data).hexdigest()
        store.replace("cr", edition.effective, edition.documents, sha256=digest, origin=path.name)


def whole_lines(old: Path, new: Path) -> int:
    """The same by difflib, over the lines of both files."""
    one, other = (decode(path.read_bytes()).text.split("\n") for path in (old, new))
    return sum(line[0] in "+-" for line in difflib.unified_diff(one, other, n=0))


def report(store: Store) -> None:
    """Import, pair, diff, trace, audit."""
    total = time.perf_counter()
    say("import of all editions", f"{timed(lambda: import_all(store))[0]:.1f} s, peak {peak()} MB")
    say("pairing of all neighbours", f"{timed(lambda: service.prepare(store))[0]:.1f} s, peak {peak()} MB")
    dates = [info.edition for info in held.held(store)]
    each = [timed(lambda a=a, b=b: service.diff(store, a, b))[0] for a, b in pairwise(dates)]
    say(
        f"diffs of all {len(each)} neighbours, with words",
        f"{sum(each):.1f} s, the slowest {max(each):.2f} s",
    )
    for old, new in FAR:
        seconds, found = timed(lambda old=old, new=new: service.diff(store, old, new))
        say(f"diff {old} {new}", f"{seconds:.2f} s, {found['counts']}")
    traces(store)
    every = [
        unit.name for unit in held.book(store, held.held(store)[-1]).units if unit.kind in ("rule", "subrule")
    ]
    seconds = timed(lambda: [service.trace(store, number) for number in every])[0]
    say(f"traces of all {len(every)} rules of today", f"{seconds:.1f} s")
    say("all of this", f"{time.perf_counter() - total:.1f} s, peak {peak()} MB (aim: 60 s, 500 MB)")
    seconds, findings = timed(lambda: audit(store, load_terms()))
    say("audit of the rules and our terms", f"{seconds:.1f} s, {findings['counts']}")


def traces(store: Store) -> None:
    """A trace, warm."""
    for number in TRACED:
        service.trace(store, number)
    warm: Sequence[float] = [timed(lambda n=n: service.trace(store, n))[0] for n in TRACED * 5]
    say(
        "trace, warm",
        f"median {statistics.median(warm) * 1000:.1f} ms, worst {max(warm) * 1000:.1f} ms (aim: 50 ms)",
    )


def beside() -> None:
    """Python's difflib, for scale: it tells lines, not rules, and no renumbering."""
    by_date = {path.stem: path for path in files()}
    for old, new in FAR:
        ours = f"difflib over whole lines {old} {new}"
        seconds, lines = timed(lambda old=old, new=new: whole_lines(by_date[old], by_date[new]))
        say(ours, f"{seconds:.2f} s, {lines} lines differ")


def main() -> None:
    """Run everything in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        report(Store.open(f"sqlite:///{folder}/store.db"))
    beside()


if __name__ == "__main__":
    main()
