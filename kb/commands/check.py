"""`mtgkb check FILE…`: play scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from kb.commands.common import FOUND, NOT_FOUND, UNDETERMINED, Command, Output, settings, with_output
from kb.commands.render import check_lines
from kb.errors import BadInput
from kb.library import Library
from kb.standing import with_standing


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
    from kb.checker import check_text

    library = Library.open(settings())
    base = library.card_base
    reports: list[dict[str, Any]] = []
    for name in files:
        reports.extend(
            with_standing(report.to_json(), library.store) for report in check_text(_read(name), base)
        )
    if output.as_json:
        output.json(reports)
    else:
        for report in reports:
            for line in check_lines(report, output):
                output.line(line)
    raise SystemExit(check_exit(reports))


def check_exit(reports: list[dict[str, Any]]) -> int:
    """1 when a check does not hold, else 3 when one is open, else 0.

    >>> check_exit([{"checks": [{"status": "determined", "ok": True}, {"status": "undetermined"}]}])
    3
    """
    checks = [check for report in reports for check in report["checks"]]
    if any(check["status"] == "determined" and check.get("ok") is False for check in checks):
        return NOT_FOUND
    return UNDETERMINED if any(check["status"] != "determined" for check in checks) else FOUND


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {name!r}: {error}", f"{name!r} を読み込めません：{error}") from error
