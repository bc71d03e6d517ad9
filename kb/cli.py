"""The command line `mtgkb`: a table of commands, each imported only when it runs.

Exit codes: 0 found or held, 1 not found or a check that failed, 2 wrong usage or input, 3 undetermined.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import click

from kb.commands.common import Option, clicks_language, default_lang, pick

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "update": ("Bring sources up to date, from files or from the network.", "情報源を更新する。"),
    "status": ("What is held, and how old it is.", "取り込み済みの内容とその新しさを表示する。"),
    "search": ("Find in rules, glossary, wiki, cards and terms.", "ルール・用語集・Wiki・カードを検索する。"),
    "rule": ("A rule, or a range: 702.170a, 601.2f-h.", "ルールを番号で表示する（702.170a、601.2f-h）。"),
    "glossary": ("A term of the glossary.", "用語集の項目を表示する。"),
    "card": ("A card with its rulings.", "カードとその裁定を表示する。"),
    "diff": ("What differs between two editions of the rules.", "二つの版のルールの違いを表示する。"),
    "trace": ("The life of a rule through all editions.", "ルールの変遷をたどる。"),
    "audit": ("Citations checked against the current edition.", "ルール番号の引用を現行の版と照合する。"),
    "check": ("Play scenarios and answer their checks.", "状況を記述したファイルを判定する。"),
    "ask": ("Answer a rules question in words.", "文章で書いたルールの質問に答える。"),
    "coverage": (
        "Which rules are executable, which card texts are read.",
        "実行できるルールと、読み取れるカードの割合を表示する。",
    ),
    "serve": ("Start the web service.", "ウェブサービスを起動する。"),
    "mcp": ("Offer tools to assistants (MCP).", "アシスタント向けのツールを提供する（MCP）。"),
}
"""Name, and what it does in a line in English and Japanese; the module is `kb.commands.NAME`."""


class Commands(click.Group):
    """The commands of the table, imported one at a time."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, with click's own sentences in the reader's language."""
        with clicks_language(default_lang()):
            return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, None without one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kb.commands.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        rows = [(name, pick(*says)) for name, says in COMMANDS.items()]
        with formatter.section(pick("Commands", "コマンド")):
            formatter.write_dl(rows)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """What the program is, in the reader's language."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(
                pick(
                    "A bilingual knowledge base and executable rules of Magic: The Gathering.",
                    "マジック：ザ・ギャザリングの日英対応の知識ベースと、実行できるルール。",
                )
            )


@click.command(cls=Commands, name="mtgkb", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    package_name="mtg-kb",
    prog_name="mtgkb",
    cls=Option,
    help="Show the version and exit.",
    help_ja="バージョンを表示して終了する。",
)
def main() -> None:
    """Run a command of `COMMANDS`."""
