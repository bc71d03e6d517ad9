"""`mtgkb serve`: the web service."""

from __future__ import annotations

from dataclasses import replace

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.server import serve


@click.command(
    "serve",
    cls=Command,
    help="Start the web service; it answers at once, and picks up updates while it runs.",
    help_ja="ウェブサービスを起動する。実行中の更新もそのまま反映される。",
)
@click.option(
    "--host", default=None, cls=Option, help="Address to listen on.", help_ja="待ち受けるアドレス。"
)
@click.option(
    "--port", default=None, type=click.IntRange(0, 65535), cls=Option, help="Port.", help_ja="ポート番号。"
)
@click.option(
    "--workers",
    default=None,
    type=click.IntRange(1, 64),
    cls=Option,
    help="Processes.",
    help_ja="プロセス数。",
)
@with_output(json_too=False)
def command(output: Output, host: str | None, port: int | None, workers: int | None) -> None:
    """Serve until interrupted."""
    given = settings()
    chosen = replace(
        given,
        host=given.host if host is None else host,
        port=given.port if port is None else port,
        workers=given.workers if workers is None else workers,
    )
    output.line(f"http://{chosen.host}:{chosen.port}/")
    serve(chosen)
