"""`mtgkb search QUERY`."""

from __future__ import annotations

import click

from kb.commands.common import NOT_FOUND, Command, Option, Output, settings, with_output
from kb.commands.render import hit_lines
from kb.library import Library

_KINDS = ["section", "chapter", "rule", "subrule", "glossary", "wiki", "card", "ruling", "term"]


@click.command(
    "search",
    cls=Command,
    help="Find in everything held: by number, word, reading, nickname or question.",
    help_ja="番号・言葉・読み・通称・質問文のどれからでも、取り込み済みのすべてを検索する。",
)
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(_KINDS),
    cls=Option,
    help="Only this kind; may be repeated.",
    help_ja="この種類だけを探す（複数指定可）。",
)
@click.option(
    "--limit", default=10, type=click.IntRange(1, 100), cls=Option, help="Hits to show.", help_ja="件数。"
)
@click.option(
    "--offset", default=0, type=click.IntRange(0), cls=Option, help="Hits to skip.", help_ja="飛ばす件数。"
)
@with_output()
def command(output: Output, query: tuple[str, ...], kinds: tuple[str, ...], limit: int, offset: int) -> None:
    """Print the hits, best first."""
    library = Library.open(settings())
    result = library.search(
        " ".join(query),
        lang=output.lang,
        kinds=kinds,  # type: ignore[arg-type]  # click.Choice holds them to the kinds
        limit=limit,
        offset=offset,
    )
    if library.searcher.generation < library.store.generation():
        click.echo(
            output.say(
                "The search index is older than what is held; mtgkb update builds it anew.",
                "検索用の索引が取り込み済みの内容より古くなっています。mtgkb update で作り直せます。",
            ),
            err=True,
        )
    if output.as_json:
        output.json(result.to_json())
    else:
        for line in hit_lines(result.to_json(), offset, output):
            output.line(line)
    if not result.hits:
        raise SystemExit(NOT_FOUND)
