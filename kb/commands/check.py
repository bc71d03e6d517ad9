"""`mtgkb check FILE…`: play scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb.commands.common import (
    FOUND,
    NOT_FOUND,
    UNDETERMINED,
    WRONG,
    Command,
    Output,
    settings,
    with_output,
)
from kb.commands.render import check_lines
from kb.errors import BadInput
from kb.library import Library
from kb.standing import with_standing

if TYPE_CHECKING:
    from kb.checker import Failure, Report


@click.command(
    "check",
    cls=Command,
    help="Play the scenarios of YAML or JSON files (- is standard input) and answer their checks.",
    help_ja="YAML または JSON のファイル（- は標準入力）に書かれた状況を進行させ、判定する。",
)
@click.argument("files", nargs=-1, required=True)
@with_output()
def command(output: Output, files: tuple[str, ...]) -> None:
    """Print every check's answer with its rules."""
    library = Library.open(settings())
    reports: list[dict[str, Any]] = []
    for name in files:
        for report in _reports(name, library):
            reports.append(with_standing(report.to_json(), library.store))
            crash = getattr(report, "crash", None)
            if crash is not None:
                click.echo("\n".join([report.scenario, *crash.lines()]), err=True)
    if output.as_json:
        output.json(reports)
    else:
        for shown in reports:
            for line in check_lines(shown, output):
                output.line(line)
    raise SystemExit(check_exit(reports))


def _reports(name: str, library: Library) -> list[Report | Failure]:
    """What came of a file's documents; a file that can't be read is a failure in its place."""
    from kb.checker import Failure, check_each

    try:
        text = _read(name)
    except BadInput as error:
        return [Failure(Path(name).name, error.en, error.ja)]
    return check_each(text, library.card_base, Path(name).name)


def check_exit(reports: list[dict[str, Any]]) -> int:
    """2 when a document or a check is an error, else 1 when a check does not hold, 3 when one is open, 0.

    >>> check_exit([{"checks": [{"status": "determined", "ok": True}, {"status": "undetermined"}]}])
    3
    >>> check_exit([{"error": {}, "checks": []}, {"checks": [{"status": "determined", "ok": False}]}])
    2
    """
    checks = [check for report in reports for check in report["checks"]]
    if any("error" in one for one in (*reports, *checks)):
        return WRONG
    if any(check["status"] == "determined" and check.get("ok") is False for check in checks):
        return NOT_FOUND
    return UNDETERMINED if any(check["status"] != "determined" for check in checks) else FOUND


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {name!r}: {error}", f"{name!r} を読み込めません：{error}") from error
