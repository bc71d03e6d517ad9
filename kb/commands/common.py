"""What every command shares: help in two languages, the language to print in, errors and exit codes."""

from __future__ import annotations

import gettext
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, ParamSpec, TypeVar

import click

from kb.settings import Settings, load_settings

P = ParamSpec("P")
T = TypeVar("T")
Shown = Literal["en", "ja", "both"]

_LOCALE: Final = Path(__file__).parent / "locale"
FOUND: Final = 0
NOT_FOUND: Final = 1
WRONG: Final = 2
UNDETERMINED: Final = 3


def default_lang(environ: Mapping[str, str] | None = None) -> Shown:
    """The language of MTGKB_LANG, else of the locale; English where neither says Japanese.

    >>> default_lang({"LANG": "ja_JP.UTF-8"}), default_lang({"MTGKB_LANG": "both"}), default_lang({})
    ('ja', 'both', 'en')
    """
    environ = os.environ if environ is None else environ
    own = environ.get("MTGKB_LANG", "")
    if own in ("en", "ja", "both"):
        return own  # type: ignore[return-value]  # mypy does not narrow str by `in`
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "ja" if locale.lower().startswith("ja") else "en"


def pick(en: str, ja: str, lang: Shown | None = None) -> str:
    """One of two texts; both of them, English first, for `both`.

    >>> pick("yes", "はい", "ja"), pick("yes", "はい", "both")
    ('はい', 'yes / はい')
    """
    lang = default_lang() if lang is None else lang
    return f"{en} / {ja}" if lang == "both" else ja if lang == "ja" else en


@contextmanager
def clicks_language(lang: Shown) -> Iterator[None]:
    """Let click say its own sentences (Usage, Missing argument, …) in that language; English for `both`.

    click asks gettext, which asks the environment.
    """
    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain("messages", str(_LOCALE))
    os.environ["LANGUAGE"] = "ja" if lang == "ja" else "en"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


class Command(click.Command):
    """A command whose help is in the reader's language."""

    def __init__(self, *args: Any, help_ja: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help_ja = help_ja

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the help text in the reader's language."""
        english = self.help
        self.help = pick(self.help or "", self.help_ja).replace(" / ", "\n\n") if self.help_ja else self.help
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = english


class Option(click.Option):
    """An option whose help is in the reader's language."""

    def __init__(self, *args: Any, help_ja: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help_ja = help_ja

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The line of the help in the reader's language."""
        record = super().get_help_record(ctx)
        if record is None or not self.help_ja:
            return record
        return record[0], pick(record[1], self.help_ja)


@dataclass(frozen=True, slots=True)
class Output:
    """How a command prints."""

    lang: Shown
    as_json: bool = False

    @property
    def langs(self) -> tuple[Literal["en", "ja"], ...]:
        """The languages to show texts in."""
        return ("en", "ja") if self.lang == "both" else (self.lang,)

    def say(self, en: str, ja: str) -> str:
        """A word or a sentence in the language of the output."""
        return pick(en, ja, self.lang)

    def line(self, text: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def json(self, value: object) -> None:
        """Print JSON, readable and with characters as they are."""
        click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def with_output(*, json_too: bool = True) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Add `--lang` (and `--json`) to a command; it gets an `Output` as its first argument.

    Errors that have a sentence in both languages end the program with it and their exit code.
    """

    def add(function: Callable[..., T]) -> Callable[..., T]:
        @wraps(function)
        def run(*args: object, lang: Shown | None, as_json: bool = False, **kwargs: object) -> T:
            output = Output(lang or default_lang(), as_json)
            try:
                return function(output, *args, **kwargs)
            except Exception as error:  # noqa: BLE001  # whatever has no sentence for the user is raised on
                fail(output, error)

        decorated = click.option(
            "--lang",
            type=click.Choice(["en", "ja", "both"]),
            default=None,
            cls=Option,
            help="Language to print (default: MTGKB_LANG or the locale).",
            help_ja="表示する言語（既定：MTGKB_LANG またはロケール）。",
        )(run)
        if json_too:
            decorated = click.option(
                "--json",
                "as_json",
                is_flag=True,
                cls=Option,
                help="Print JSON in the documented form.",
                help_ja="決まった形式の JSON で出力する。",
            )(decorated)
        return decorated

    return add


def fail(output: Output, error: Exception) -> NoReturn:
    """End with the error's sentence and exit code; raises it again when it has none for users."""
    english, japanese = getattr(error, "en", None), getattr(error, "ja", None)
    if not isinstance(english, str) or not isinstance(japanese, str):
        raise error
    click.echo("\n".join({"en": english, "ja": japanese}[lang] for lang in output.langs), err=True)
    raise SystemExit(exit_code(error))


def exit_code(error: Exception) -> int:
    """1 for what is not found, 2 for wrong input.

    >>> from kb.errors import BadInput, NotFound
    >>> exit_code(NotFound("no", "なし")), exit_code(BadInput("no", "なし"))
    (1, 2)
    """
    return NOT_FOUND if isinstance(error, KeyError) else WRONG


def settings() -> Settings:
    """The settings of the environment, read when a command runs."""
    return load_settings()
