"""Paragraphs with lines under them: modes and tables of dice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kb.checker.oracle import ast
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import Body, Mode
from kb.checker.oracle.body import BodyReader, mode_header, source, with_modes
from kb.checker.oracle.resolve import Resolver
from kb.checker.oracle.tables import ROW, with_table

if TYPE_CHECKING:
    from kb.checker.oracle.paragraphs import ParagraphReader

NAMED = re.compile(r"^(?P<word>[^—:.\"{•\n]{2,40}?) — (?P<text>.*)$", re.DOTALL)
"""A mode or ability with a name before a dash."""


def read_modal(reader: ParagraphReader, start: int, resolver: Resolver, stop: int) -> Body:
    """The instructions of a paragraph with lines under it: modes, or the rows of a die's table."""
    first = next((i for i in range(start, stop) if reader.tokens[i].base == "choose"), None)
    whole = ast.UnreadEffect(reader.text[reader.tokens[start].start :] if start < stop else reader.text)
    if all(ROW.match(line) for line in reader.bullets):
        return _rolling(reader, start, resolver, stop) or Body((whole,))
    if first is None or not all(line.lstrip().startswith("•") for line in reader.bullets):
        return Body((whole,))
    header = mode_header(source(reader.parser, reader.head, first, stop), len(reader.bullets))
    if header is not None and header.more:
        try:
            header = replace(header, more=resolver.visit(header.more))
        except UnresolvedError:
            header = None
    before = reader.parser.base(first - 1) if first > start else "."
    if header is None or before not in {".", ","}:
        return Body((whole,))
    lead = BodyReader(reader.parser, reader.head, resolver).read(start, first) if first > start else Body()
    if lead.effects or lead.targets:
        return Body((whole,))
    return with_modes(lead, header, [_mode(reader, line, resolver) for line in reader.bullets])


def _rolling(reader: ParagraphReader, start: int, resolver: Resolver, stop: int) -> Body | None:
    """Instructions that roll a die, with the rows of its table."""
    reading = BodyReader(reader.parser, reader.head, resolver)
    body = reading.read(start, stop)
    rows: list[tuple[int, int | None, tuple[ast.Effect, ...]]] = []
    for line in reader.bullets:
        match = ROW.match(line)
        assert match is not None
        own = Resolver(
            mentions=list(resolver.mentions), event=resolver.event, spell=reader.spell, done=[ast.RollDie]
        )
        row = reader.inner(match["text"]).body(0, own)
        if row.targets:
            return None
        most = None if match["open"] else int(match["most"] or match["least"])
        rows.append((int(match["least"]), most, row.effects))
    effects = with_table(body.effects, rows)
    return None if effects is None else replace(body, effects=effects)


def _mode(reader: ParagraphReader, line: str, resolver: Resolver) -> Mode:
    text = line.lstrip().removeprefix("•").strip()
    inner = reader.inner(text)
    own = Resolver(mentions=list(resolver.mentions), event=resolver.event, spell=reader.spell)
    name = ""
    match = NAMED.match(text)
    if match is not None:
        name, inner = match["word"], reader.inner(match["text"])
    return Mode(inner.body(0, own), text, name=name)
