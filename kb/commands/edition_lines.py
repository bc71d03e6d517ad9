"""Differences, lives and audits as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from kb.commands.common import Output
from kb.editions.digest import whole_moves

Json = Mapping[str, Any]

_CONTEXT = 60
"""Characters of unchanged text shown on either side of a change."""


def word_line(words: Sequence[Sequence[str]], *, color: bool) -> str:
    """A changed text in one paragraph: what went in [-…-], what came in {+…+}; long unchanged parts are cut.

    >>> word_line([["same", "Tap "], ["gone", "a land"], ["new", "two lands"], ["same", "."]], color=False)
    'Tap [-a land-]{+two lands+}.'
    """
    out = []
    for place, (op, text) in enumerate(words):
        flat = " ".join(text.split("\n"))
        if op == "same":
            out.append(_cut(flat, first=place == 0, last=place == len(words) - 1))
        elif op == "gone":
            out.append(click.style(flat, fg="red", strikethrough=True) if color else f"[-{flat}-]")
        else:
            out.append(click.style(flat, fg="green") if color else f"{{+{flat}+}}")
    return "".join(out)


def _cut(text: str, *, first: bool, last: bool) -> str:
    if first and len(text) > _CONTEXT + 3:
        return "…" + text[-_CONTEXT:]
    if last and len(text) > _CONTEXT + 3:
        return text[:_CONTEXT] + "…"
    if len(text) > 2 * _CONTEXT + 3:
        return text[:_CONTEXT] + " … " + text[-_CONTEXT:]
    return text


def diff_lines(
    found: Json, texts: Mapping[str, Mapping[str, str]], output: Output, *, color: bool
) -> Iterator[str]:
    """A difference: counts, then each list. `texts` has the texts by number for `added` and for `removed`."""
    say = output.say
    counts = found["counts"]
    yield f"{found['old']} → {found['new']}"
    yield say(
        f"{counts['added']} added, {counts['removed']} removed, {counts['changed']} changed, "
        f"{counts['renumbered']} renumbered; {counts['references']} of them change only a renumbered reference",
        f"追加 {counts['added']}、削除 {counts['removed']}、変更 {counts['changed']}、番号変更 {counts['renumbered']}"
        f"（うち参照番号の変更のみ {counts['references']}）",
    )
    for name, heading in (("added", say("Added", "追加")), ("removed", say("Removed", "削除"))):
        if found[name]:
            yield from ("", heading)
            yield from (
                f"  {number} {_short(texts[name].get(number, ''))}".rstrip() for number in found[name]
            )
    if found["renumbered"]:
        yield from ("", say("Renumbered", "番号の変更"))
        yield from _moved_lines(found["renumbered"], output, color=color)
    if found["changed"]:
        yield from ("", say("Changed", "変更"))
        for one in found["changed"]:
            yield from _changed_lines(one["number"], one, output, color=color)
    yield from _glossary_lines(found["glossary"], output, color=color)
    if found["typography"]:
        count = len(found["typography"])
        yield from (
            "",
            say(
                f"{count} changed only in quotes, dashes or italics",
                f"引用符・ダッシュ・斜体のみの変更 {count}",
            ),
        )


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 110 else flat[:109] + "…"


def _moved_lines(renumbered: Sequence[Json], output: Output, *, color: bool) -> Iterator[str]:
    for move in whole_moves((one["from"], one["to"]) for one in renumbered):
        more = (
            output.say(f"  (and {move.below} below it)", f"（以下の{move.below}件も）") if move.below else ""
        )
        yield f"  {move.old} → {move.new}{more}"
    for one in renumbered:
        if one["only"] == "text":
            yield from _changed_lines(f"{one['from']} → {one['to']}", one, output, color=color)


def _changed_lines(name: str, one: Json, output: Output, *, color: bool) -> Iterator[str]:
    if one["only"] == "references":
        name += output.say(" (only a renumbered reference)", "（参照番号の変更のみ）")
    shown = one.get("ja") if output.lang == "ja" and one.get("ja", {}).get("words") else one
    words = shown.get("words") if shown else None
    yield f"  {name}" + (f"  {word_line(words, color=color)}" if words else "")
    for example in one.get("examples", ()):
        yield f"    {output.say('Example', '例')}: {word_line(example['words'], color=color)}"


def _glossary_lines(glossary: Json, output: Output, *, color: bool) -> Iterator[str]:
    if not any(glossary.values()):
        return
    yield from ("", output.say("Glossary", "用語集"))
    yield from (f"  + {term}" for term in glossary["added"])
    yield from (f"  - {term}" for term in glossary["removed"])
    yield from (f"  {one['from']} → {one['to']}" for one in glossary["renamed"])
    for one in glossary["changed"]:
        yield from _changed_lines(one["number"], one, output, color=color)


def today_line(rule: Json, output: Output) -> str:
    """Where a rule of an older edition is today."""
    if rule["now"] is None:
        return output.say("It is not in the current edition.", "現行の版にはありません。")
    if rule["now"] == rule["number"]:
        return output.say("It has the same number today.", "現在も同じ番号です。")
    return output.say(f"Today it is {rule['now']}.", f"現在は {rule['now']} です。")


_EVENTS = {
    "held": ("in the oldest edition held", "取り込み済みの最も古い版にあり"),
    "born": ("new", "新設"),
    "moved": ("renumbered", "番号変更"),
    "changed": ("changed", "変更"),
    "removed": ("removed", "削除"),
}


def event_text(events: Sequence[str], only: str, output: Output) -> str:
    """What happened, in words.

    >>> event_text(["moved", "changed"], "references", Output("en"))
    'renumbered, changed (only a renumbered reference)'
    """
    told = (", " if output.lang == "en" else "・").join(output.say(*_EVENTS[event]) for event in events)
    if "changed" in events and only == "references":
        told += output.say(" (only a renumbered reference)", "（参照番号の変更のみ）")
    if "changed" in events and only == "typography":
        told += output.say(" (only quotes, dashes or italics)", "（引用符・ダッシュ・斜体のみ）")
    return told


def trace_lines(life: Json, output: Output, *, color: bool) -> Iterator[str]:
    """A rule's life, an event a line, with what changed."""
    say = output.say
    title = f" {life['title']}" if life["title"] else ""
    yield f"{life['number']}{title} ({life['edition']})"
    if life["now"] is None:
        yield say(
            f"It is not in the current edition ({life['current']}).",
            f"現行の版（{life['current']}）にはありません。",
        )
    elif life["now"] != life["number"]:
        yield say(f"Today it is {life['now']}.", f"現在は {life['now']} です。")
    for one in life["life"]:
        number = one["number"] or ""
        arrow = f"{one['from']} → {number}" if one.get("from") else number
        yield f"  {one['edition']}  {event_text(one['events'], one['only'], output)}  {arrow}".rstrip()
        if one.get("words"):
            yield f"      {word_line(one['words'], color=color)}"
        if output.lang != "en" and (one.get("words_ja") or one.get("text_ja")):
            words = one.get("words_ja") or [["same", one["text_ja"]]]
            yield f"      {word_line(words, color=color)}"
        for example in one.get("examples", ()):
            yield f"      {say('Example', '例')}: {word_line(example['words'], color=color)}"
    yield from _bearer_lines(life, output)


def _bearer_lines(life: Json, output: Output) -> Iterator[str]:
    others = [one for one in life["bearers"] if one["now"] != life["now"]]
    if not others:
        return
    yield output.say(
        f"Others that bore the number {life['number']}:", f"番号 {life['number']} だった別のルール："
    )
    for one in others:
        span = one["first"] if one["first"] == one["last"] else f"{one['first']} – {one['last']}"
        today = (
            output.say(f"now {one['now']}", f"現在は {one['now']}")
            if one["now"]
            else output.say("gone", "現存せず")
        )
        yield f"  {span}  {one['title'] or _short(one['text'])}  ({today})"


KIND_NAMES = {
    "missing": ("does not exist", "存在しない"),
    "different": ("means something else", "別の内容を指す"),
    "title": ("title differs", "題が違う"),
    "moved": ("renumbered", "番号変更"),
    "changed": ("text changed", "条文変更"),
    "holds": ("holds", "有効"),
}


def audit_lines(found: Json, findings: Sequence[Json], output: Output) -> Iterator[str]:
    """Counts of every kind, then a table of the findings chosen."""
    told = (f"{output.say(*KIND_NAMES[kind])} {count}" for kind, count in found["counts"].items())
    yield f"{output.say('Citations against the edition', '照合した版')} {found['edition']}: {', '.join(told)}"
    executable = found["executable"]
    same, look = executable["counts"].get("unchanged", 0), executable["look_at"]
    yield output.say(
        f"Executable rules: {same} on an unchanged text (of {executable['written_for']}), {len(look)} to look at",
        f"実行可能なルール：条文に変更なし {same}（{executable['written_for']} 版）、要確認 {len(look)}",
    )
    for one in look:
        yield f"  [{one['state']}] @rule {one['number']} {one['function']}: {output.say(one['en'], one['ja'])}"
    for one in findings:
        mend = f" → {one['suggestion']}" if one["suggestion"] else ""
        title = f" “{one['title']}”" if one["title"] else ""
        edition = f" ({one['edition']})" if one["edition"] else ""
        yield f"  [{output.say(*KIND_NAMES[one['kind']])}] {one['where']}: {one['cites']}{title}{edition}{mend}"
        yield f"      {output.say(one['en'], one['ja'])}"
