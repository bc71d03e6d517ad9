"""`mtgkb audit`: every citation held, checked against the current edition."""

from __future__ import annotations

import sys
from collections import Counter

import click

from kb.audit import KINDS, as_csv_text, audit
from kb.commands.common import Command, Option, Output, settings, with_output
from kb.commands.edition_lines import audit_lines
from kb.library import Library


@click.command(
    "audit",
    cls=Command,
    help="Check every citation in the rules, wiki, rulings and our terms against the current edition.",
    help_ja="ルール・Wiki・裁定・用語辞書にあるルール番号の引用を、現行の版と照合する。",
)
@click.option("--csv", "as_csv", is_flag=True, cls=Option, help="Print CSV.", help_ja="CSV で出力する。")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    cls=Option,
    help="Only this kind; may be repeated. Without it, everything that does not hold.",
    help_ja="この種類だけを表示する（複数指定可）。省略時は有効でないものすべて。",
)
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="cr|glossary|wiki|ruling|term",
    cls=Option,
    help="Only citations of this source; may be repeated.",
    help_ja="この情報源の引用だけを表示する（複数指定可）。",
)
@click.option(
    "--edition",
    default=None,
    metavar="YYYY-MM-DD",
    cls=Option,
    help="Check against that edition instead of the current one.",
    help_ja="現行の版ではなく、その版と照合する。",
)
@with_output()
def command(
    output: Output, as_csv: bool, kinds: tuple[str, ...], sources: tuple[str, ...], edition: str | None
) -> None:
    """Print the findings, the gravest first; JSON and CSV hold those that hold as well."""
    library = Library.open(settings())
    found = audit(library.store, library.terms, edition)
    here = [one for one in found["findings"] if not sources or one["where"].partition(":")[0] in sources]
    chosen = [one for one in here if not kinds or one["kind"] in kinds]
    counted = Counter(one["kind"] for one in here)
    found["counts"] = {kind: counted[kind] for kind in KINDS if counted[kind]}
    if output.as_json:
        output.json({**found, "findings": chosen})
    elif as_csv:
        sys.stdout.write(as_csv_text(chosen))
    else:
        shown = chosen if kinds else [one for one in chosen if one["kind"] != "holds"]
        for line in audit_lines(found, shown, output):
            output.line(line)
