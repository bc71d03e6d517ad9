"""`mtgkb ask QUESTION`."""

from __future__ import annotations

import click

from kb.commands.common import UNDETERMINED, Command, Output, settings, with_output
from kb.commands.render import answer_lines
from kb.library import Library


@click.command(
    "ask",
    cls=Command,
    help="Answer a rules question with the rules that make it so.",
    help_ja="ルールの質問に、根拠となるルールとともに答える。",
)
@click.argument("question", nargs=-1, required=True)
@with_output()
def command(output: Output, question: tuple[str, ...]) -> None:
    """Print the answer and its chain of rules; exit code 3 when it is undetermined."""
    from kb.answer import ask

    lang = None if output.lang == "both" else output.lang
    answer = ask(" ".join(question), lang, Library.open(settings())).to_json()
    if output.as_json:
        output.json(answer)
    else:
        for line in answer_lines(answer, output):
            output.line(line)
    if answer["verdict"] == "undetermined":
        raise SystemExit(UNDETERMINED)
