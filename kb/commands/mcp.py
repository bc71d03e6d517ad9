"""`mtgkb mcp`: the knowledge base as tools for assistants."""

from __future__ import annotations

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.errors import BadInput
from kb.library import Library


@click.command(
    "mcp",
    cls=Command,
    help="Offer the knowledge base as tools over the Model Context Protocol: standard input and output, or HTTP.",
    help_ja="知識ベースを Model Context Protocol のツールとして提供する（標準入出力または HTTP）。",
)
@click.option(
    "--http",
    is_flag=True,
    cls=Option,
    help="Streamable HTTP instead of standard input and output.",
    help_ja="標準入出力の代わりに streamable HTTP を使う。",
)
@click.option(
    "--host", default=None, cls=Option, help="Address to listen on.", help_ja="待ち受けるアドレス。"
)
@click.option(
    "--port", default=None, type=click.IntRange(0, 65535), cls=Option, help="Port.", help_ja="ポート番号。"
)
@with_output(json_too=False)
def command(output: Output, http: bool, host: str | None, port: int | None) -> None:
    """Serve until the other side hangs up."""
    try:
        from kb.mcp import server
    except ImportError as error:
        raise BadInput(
            f"mtgkb mcp needs the extra mcp: pip install 'mtg-kb[mcp]' ({error})",
            f"mtgkb mcp には追加パッケージが必要です：pip install 'mtg-kb[mcp]'（{error}）",
        ) from error
    given = settings()
    made = server(Library.open(given))
    if http:
        where = host or given.host, given.port if port is None else port
        output.line(f"http://{where[0]}:{where[1]}/mcp")
        made.run("streamable-http", host=where[0], port=where[1])
    else:
        made.run("stdio")
