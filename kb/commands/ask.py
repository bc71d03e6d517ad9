"""`mtgkb ask QUESTION`, and `mtgkb ask --file LIST` for those who keep lists of questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import click

from kb.commands.common import UNDETERMINED, Command, Option, Output, settings, with_output
from kb.commands.render import answer_lines
from kb.errors import BadInput
from kb.library import Library
from kb.standing import with_standing

Lang = Literal["en", "ja"]


@click.command(
    "ask",
    cls=Command,
    help="Answer a rules question with the rules that make it so.",
    help_ja="ルールの質問に、根拠となるルールとともに答える。",
)
@click.argument("question", nargs=-1)
@click.option(
    "--file",
    "list_",
    cls=Option,
    metavar="FILE",
    help="Answer every question of a list: a question a line, or JSON lines with question, en or ja (- is standard input).",
    help_ja="ファイルに書かれた質問すべてに答える。１行に１問、または question・en・ja を持つ JSON 行（- は標準入力）。",
)
@with_output()
def command(output: Output, question: tuple[str, ...], list_: str | None) -> None:
    """Print the answer and its chain of rules; exit code 3 when it is undetermined."""
    if bool(question) == bool(list_):
        raise BadInput(
            "give a question, or --file with a list of them",
            "質問か、質問を書いたファイル（--file）のどちらかを指定してください",
        )
    if question and not " ".join(question).strip():
        raise BadInput("the question is empty", "質問が空です")
    lang = None if output.lang == "both" else output.lang
    library = Library.open(settings())
    if list_ is None:
        answer = _answered(" ".join(question), lang, library)
        if output.as_json:
            output.json(answer)
        else:
            for line in answer_lines(answer, output):
                output.line(line)
        undetermined = answer["verdict"] == "undetermined"
    else:
        answers = [
            {**named, **_answered(text, own, library)} for named, text, own in questions(_read(list_), list_)
        ]
        _print_all(answers, output)
        undetermined = any(answer["verdict"] == "undetermined" for answer in answers)
    if undetermined:
        raise SystemExit(UNDETERMINED)


def _answered(question: str, lang: Lang | None, library: Library) -> dict[str, Any]:
    """The answer of one question; what a maintainer needs where the program fails is written beside it."""
    from kb.answer import ask

    answer = ask(question, lang, library).to_json()
    if "crash" in answer:
        from kb.checker.failing import Crash

        click.echo("\n".join([question, *Crash(**answer["crash"]).lines()]), err=True)
    return with_standing(answer, library.store)


def _print_all(answers: list[dict[str, Any]], output: Output) -> None:
    if output.as_json:
        output.json(answers)
        return
    for answer in answers:
        output.line(f"{answer['id']}: {answer['question']}" if answer.get("id") else answer["question"])
        for line in answer_lines(answer, output):
            output.line(f"  {line}")
        output.line()


def questions(text: str, name: str) -> Iterator[tuple[dict[str, Any], str, Lang | None]]:
    """Each question of a list: what names it, its words, its language where the list tells.

    >>> list(questions('{"id": "a", "en": "Why?", "ja": "なぜ？"}', "x"))
    [({'id': 'a'}, 'Why?', 'en'), ({'id': 'a'}, 'なぜ？', 'ja')]
    >>> list(questions("Can I plot?", "x"))
    [({}, 'Can I plot?', None)]
    """
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if not line.lstrip().startswith("{"):
            yield {}, line.strip(), None
            continue
        try:
            one = json.loads(line)
        except ValueError as error:
            raise BadInput(
                f"{name!r}, line {at}: no JSON: {error}",
                f"{name!r} の {at} 行目：JSON として読めません：{error}",
            ) from error
        named = {"id": one["id"]} if "id" in one else {}
        asked: list[tuple[Any, Lang | None]] = [
            (one.get("question"), None),
            (one.get("en"), "en"),
            (one.get("ja"), "ja"),
        ]
        found = [(words, lang) for words, lang in asked if isinstance(words, str) and words.strip()]
        if not found:
            raise BadInput(
                f"{name!r}, line {at}: expected question, en or ja, got {line!r:.100}",
                f"{name!r} の {at} 行目：question・en・ja のいずれかが必要です：{line!r:.100}",
            )
        for words, lang in found:
            yield named, words, lang


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {name!r}: {error}", f"{name!r} を読み込めません：{error}") from error
