"""`mtgkb serve`: the web service."""

from __future__ import annotations

import socket
from dataclasses import replace

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.errors import BadInput
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
    check_address(chosen.host, chosen.port)
    output.line(f"http://{chosen.host}:{chosen.port}/")
    serve(chosen)


def check_address(host: str, port: int) -> None:
    """Say at once that an address cannot be listened on, before any worker starts; raises BadInput.

    >>> check_address("127.0.0.1", 0)
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            # As the server does: a port that only waits for its last packets is free.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise BadInput(
            f"cannot listen on {host!r} port {port} ({error.strerror or error}); choose another with --host and --port",
            f"{host!r} のポート {port} では待ち受けできません（{error.strerror or error}）。"
            "--host と --port で別のものを指定してください",
        ) from None
