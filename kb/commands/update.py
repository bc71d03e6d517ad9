"""`mtgkb update [SOURCE…] [--from FILE|DIR] [--dry-run]`."""

from __future__ import annotations

import click

from kb.commands.common import FOUND, WRONG, Command, Option, Output, settings, with_output
from kb.commands.progress import progress_for
from kb.commands.render import update_lines
from kb.errors import BadInput
from kb.sources import NAMES
from kb.update import update_from, update_online


@click.command(
    "update",
    cls=Command,
    help=f"Bring sources up to date ({', '.join(NAMES)}); all of them when none is named.",
    help_ja=f"情報源を更新する（{'、'.join(NAMES)}）。指定しなければすべて。",
)
@click.argument("sources", nargs=-1)
@click.option(
    "--from",
    "where",
    default=None,
    metavar="FILE|DIR|URL",
    cls=Option,
    help="Read this file, the files of this folder in any order, or what this address gives.",
    help_ja="このファイル、フォルダー内のファイル（順不同）、またはこのアドレスから読み込む。",
)
@click.option(
    "--dry-run",
    is_flag=True,
    cls=Option,
    help="Read and check everything, then change nothing.",
    help_ja="読み込みと検証だけを行い、何も変更しない。",
)
@with_output(json_too=False)
def command(output: Output, sources: tuple[str, ...], where: str | None, *, dry_run: bool) -> None:
    """Update and print what came in; a failed update ends with exit code 2 and changes nothing."""
    if where is None:
        failed = _online(output, sources, dry_run=dry_run)
        raise SystemExit(WRONG if failed else FOUND)
    if len(sources) != 1:
        raise BadInput(
            f"--from needs one source, {len(sources)} are given (one of {', '.join(NAMES)})",
            f"--from を使うときは情報源をひとつ指定してください（{'、'.join(NAMES)}）",
        )
    with progress_for(output) as progress:
        report = update_from(settings(), sources[0], where, dry_run=dry_run, progress=progress)
    for line in update_lines(report, output):
        output.line(line)


def _online(output: Output, sources: tuple[str, ...], *, dry_run: bool) -> bool:
    """Whether any source failed."""
    with progress_for(output) as progress:
        reports = update_online(settings(), sources, dry_run=dry_run, progress=progress)
    for report in reports:
        for line in update_lines(report, output):
            click.echo(line, err=report.failure is not None)
    return any(report.failure for report in reports)
