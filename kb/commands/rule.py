"""`mtgkb rule NUMBER`: a rule or a range, with its subrules."""

from __future__ import annotations

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.commands.edition_lines import today_line
from kb.commands.render import rule_lines, source_lines
from kb.library import Library


@click.command(
    "rule",
    cls=Command,
    help="Show a rule by its number (702.170a, 702.170, 702), or a range (601.2f-h).",
    help_ja="ルールを番号（702.170a、702.170、702）または範囲（601.2f-h）で表示する。",
)
@click.argument("number", nargs=-1, required=True)
@click.option(
    "--edition",
    default=None,
    metavar="YYYY-MM-DD",
    cls=Option,
    help="Show it as it stood in that edition.",
    help_ja="その版での条文を表示する。",
)
@with_output()
def command(output: Output, number: tuple[str, ...], edition: str | None) -> None:
    """Print the rule, or the rules of a range in order."""
    library = Library.open(settings())
    rules = library.rules(" ".join(number), edition)
    if output.as_json:
        output.json(rules if len(rules) > 1 else rules[0])
        return
    for at, rule in enumerate(rules):
        if at:
            output.line()
        below = [library.rule(child, edition) for child in rule["children"]]
        for line in rule_lines(rule, below, output, brief=len(rules) > 1):
            output.line(line)
        if "now" in rule:
            output.line(today_line(rule, output))
    if len(rules) > 1:
        for line in source_lines(rules[0], output):
            output.line(line)
