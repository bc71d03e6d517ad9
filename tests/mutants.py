"""Changes one place of the checker at a time and sees whether a test notices.

`python -m tests.mutants [--count 300] [--seed 0] [--in PART_OF_A_PATH]`: draws places in the functions of `kb/checker`. First
every document and unit test (`tests.mutant_tests`) is run once with a probe at each place, which tells who comes there; then,
in a child process for each, the code of the running function is changed, and those who come there are run, the ones that
come to few places first, until one notices. Survivors are listed; the last line says how many were noticed. What was found
is kept as a line of JSON for each change; `--resume` goes on with it while neither code nor documents have changed.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import gc
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.mutant_tests import Document, documents, measured, measured_units, run_units
from tests.mutating import (
    PACKAGE,
    ROOT,
    Mutant,
    Place,
    fresh,
    imported_as,
    install,
    mutant,
    nested,
    places,
    probed,
    running,
)
from tests.shared import CASES

LIMIT, IMPORT_LIMIT = 600, 60
"""Seconds of processor time after which a change is noticed because nothing comes to an end; those of importing alone."""
NOT_HERE = "not here"
"""The code of the running function could not be changed: the change has to be in effect from the import on."""


def _kept(drawn: list[Place], given: argparse.Namespace) -> Path:
    """Where what is found about a tree and a draw is kept (without the ending)."""
    digest = hashlib.sha256(repr((drawn, given.scenarios_only)).encode())
    folders = (PACKAGE, ROOT / "tests", CASES)
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix in (".py", ".yaml"):
            digest.update(path.read_bytes())
    return Path(tempfile.gettempdir()) / f"mutants-{digest.hexdigest()[:24]}"


def reached(kept: Path) -> dict[str, Any]:
    """Who comes to which place: found out once for a tree and a draw, and kept in the folder for temporary files.

    `documents`: for each that passes unchanged its places, right checks and seconds; `units`: the places of each; `import`:
    the places come to while the modules are imported.
    """
    kept = kept.with_suffix(".json")
    if not kept.exists():
        subprocess.run([*_same(), "--measure", str(kept)], cwd=ROOT, check=True)
    return json.loads(kept.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _same() -> list[str]:
    """The command that starts this with the same draw."""
    return [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]


def _again(*options: str) -> str:
    """Start this again with the same draw, for something that has to be there before the checker is imported."""
    done = subprocess.run([*_same(), *options], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGXCPU:
        return "time"
    return done.stdout.strip() or ("crash" if done.returncode else "")


def _measure(drawn: list[Place], kept: Path, *, units: bool) -> None:
    hits: set[int] = set()
    builtins.__reached__ = hits.add  # type: ignore[attr-defined]
    imported_as({path: probed(path, drawn) for path in {place[0] for place in drawn}})
    tests = _loaded()
    found: dict[str, Any] = {"documents": {}, "units": {}, "import": sorted(hits)}
    for number, test in enumerate(tests):
        fresh("/oracle/")
        hits.clear()
        if measured(test):
            found["documents"][str(number)] = [sorted(hits), test.right, test.seconds]

    def before() -> None:
        fresh("/oracle/")
        hits.clear()

    def after(name: str) -> None:
        found["units"][name] = sorted(hits)

    if units:
        measured_units(before, after)
    kept.with_suffix(".new").write_text(json.dumps(found), encoding="utf-8")
    kept.with_suffix(".new").replace(kept)


def _loaded() -> list[Document]:
    """The documents, with every module of the checker imported."""
    from kb.checker import modules, runner  # registers every handler
    from tests import invariants

    assert modules
    assert runner
    assert invariants
    tests = documents()
    from kb.checker.oracle.gram.table import grammar

    grammar()
    running()
    return tests


def noticed(one: Mutant, near: list[Document], units: list[str]) -> str:
    """By what a change is noticed ("" if by nothing), found out in a child process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 30))
        by = "exit"
        with contextlib.suppress(SystemExit):
            by = _tried(one, near, units)
        os.write(writing, by.encode()[:200])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        by = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    return by or ("time" if status else "")


def _tried(one: Mutant, near: list[Document], units: list[str]) -> str:
    return _any(near, units) if install(one) else NOT_HERE


def _any(near: list[Document], units: list[str]) -> str:
    """The first that notices the change that is in effect."""
    for test in near:
        if by := test.notices():
            return by
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    return "unit tests" if units and run_units(units) else ""


def _one(place: Place, number: int, found: dict[str, Any]) -> str:
    """By what a change that is in effect from the import on is noticed."""
    one = mutant(*place)
    imported_as({one.path: one.tree})
    resource.setrlimit(resource.RLIMIT_CPU, (IMPORT_LIMIT, LIMIT + 30))
    try:
        tests = _loaded()
    except Exception as problem:  # noqa: BLE001 - nothing runs any more
        return f"import: {type(problem).__name__}"
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 30))
    return _any(*_near(number, found, tests, everyone=number in found["import"]))


def _near(
    number: int, found: dict[str, Any], tests: list[Document], *, everyone: bool
) -> tuple[list[Document], list[str]]:
    """The documents and unit tests that come to a place (then all others), those first that come to few places."""
    order = []
    for key, (hits, right, seconds) in found["documents"].items():
        test = tests[int(key)]
        test.right, test.seconds = right, seconds
        if everyone or number in hits:
            order.append((number not in hits, len(hits), seconds, int(key)))
    units = [name for name, hits in found["units"].items() if everyone or number in hits]
    return [tests[key] for *_, key in sorted(order)], units


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--in", dest="within", default="", help="only files whose path has this part")
    parser.add_argument("--at", action="append", default=[], help="every change of this path:line instead")
    parser.add_argument("--scenarios-only", action="store_true", help="leave out the unit tests")
    parser.add_argument("--all", action="store_true", help="list what is noticed too, and by what")
    parser.add_argument("--resume", action="store_true", help="go on with what was found before")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _drawn(given: argparse.Namespace) -> list[Place]:
    """The places that are tried: the same ones when something else in the code has changed."""
    everywhere = places(given.within)
    if given.at:
        return [one for one in everywhere if any(f"{one[0]}:{one[2]}".endswith(at) for at in given.at)]
    alike: Counter[tuple[str, str, str]] = Counter()
    order = []
    for one in everywhere:
        kind = one[0], one[4], one[3]
        alike[kind] += 1
        order.append((hashlib.sha256(repr((given.seed, kind, alike[kind])).encode()).digest(), one))
    return [one for _, one in sorted(order)[: given.count]]


def _result(place: Place, number: int, found: dict[str, Any], tests: list[Document]) -> dict[str, Any]:
    """What becomes of a change: `by` whom it is noticed ("" if by nobody), of how many who come there."""
    begun = time.monotonic()
    one = mutant(*place)
    early = number in found["import"]
    near, units = _near(number, found, tests, everyone=False)
    by = ""
    if early or ((near or units) and nested(*place[:2])):
        by = NOT_HERE
    elif near or units:
        by = noticed(one, near, units)
    if by == NOT_HERE:
        by = _again("--one", str(number))
    state = "noticed" if by else "survived" if near or units or early else "not reached"
    seconds = round(time.monotonic() - begun, 1)
    return {
        "number": number, "state": state, "change": f"{one} in {one.function}", "by": by,
        "documents": len(near), "units": len(units), "seconds": seconds,
    }  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Draw, change, try, and say what nobody noticed."""
    given = _arguments(arguments)
    drawn = _drawn(given)
    if given.measure is not None:
        _measure(drawn, given.measure, units=not given.scenarios_only)
        return 0
    kept = _kept(drawn, given)
    if given.one is not None:
        print(_one(drawn[given.one], given.one, reached(kept)))
        return 0
    begun = time.monotonic()
    found = reached(kept)
    tests = _loaded()
    for test in tests:
        measured(test)  # so that the children find every card read
    if found["units"]:
        run_units(["--collect-only", *{name.partition("::")[0] for name in found["units"]}])
    print(f"{len(found['documents'])} documents and {len(found['units'])} unit tests pass, "
          f"{time.monotonic() - begun:.0f} s", flush=True)  # fmt: skip
    gc.collect()
    gc.freeze()  # so that the children share it
    lines = kept.with_suffix(".jsonl")
    before = lines.read_text(encoding="utf-8").splitlines() if given.resume and lines.exists() else []
    results = {one["number"]: one for one in map(json.loads, before)}
    count: Counter[str] = Counter()
    with lines.open("a" if before else "w", encoding="utf-8") as keeping:
        for number, place in enumerate(drawn):
            one = results.get(number)
            if one is None:
                one = _result(place, number, found, tests)
                print(json.dumps(one), file=keeping, flush=True)
            count[one["state"]] += 1
            if given.all or not one["by"]:
                who = (
                    f"by {one['by']}"
                    if one["by"]
                    else f"({one['documents']} documents, {one['units']} unit tests come there)"
                )
                print(f"{one['state']}: {one['change']} {who}", flush=True)
            if number % 25 == 24:
                print(
                    f"{number + 1}: {dict(count)}, {time.monotonic() - begun:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
    killed, left = count["noticed"], count["not reached"]
    print(f"{killed} of {len(drawn)} noticed ({100 * killed / max(1, len(drawn)):.1f} %), {count['survived']} not "
          f"noticed, {left} not reached; seed {given.seed}; {lines}")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
