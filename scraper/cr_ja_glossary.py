"""The glossary of the Japanese rules (10. 用語集): a term, mostly with its English, then its meaning.

Entries are parted by blank lines, or follow each other where each begins with `用語／English`; a meaning may
have several paragraphs or numbered senses. Headings of the kana rows (あ行) are no entries.

>>> lines = [JaLine(1, (("計画／Plot", ""),)), JaLine(2, (("能力である。", ""),))]
>>> [(document.id, document.text) for document in read_glossary(lines, Source("cr-ja", ""), 0).documents]
[('glossary:Plot', '能力である。')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scraper.citations import find_citations
from scraper.cr_ja_body import Reading, reading_facts, split_pair
from scraper.cr_ja_lines import JaLine
from scraper.document import Document, Source, Title

_ROW = re.compile(r"(?:[ぁ-んァ-ン]|[A-ZＡ-Ｚ0-9])行?|英字|数字|記号|その他")
_SENSE = re.compile(r"[0-9０-９]{1,2}[.．]\s*\D")
_ENDS = re.compile(r"[。.？！]\s*[」』）)]*$|^[→⇒]|参照。?$")
_LONGEST_TERM = 60


def read_glossary(lines: Sequence[JaLine], source: Source, order: int) -> Reading:
    """The documents of the glossary's lines; `order` is the place of the first."""
    documents: list[Document] = []
    places: dict[str, tuple[int, str]] = {}
    seen: dict[str, int] = {}
    for entry in _entries(lines):
        document = _document(entry, source, order + len(documents), seen)
        documents.append(document)
        places[document.id] = (entry[0].at, entry[0].text)
    return Reading(tuple(documents), places=places)


def _document(entry: Sequence[JaLine], source: Source, order: int, seen: dict[str, int]) -> Document:
    head = entry[0]
    ja, en = split_pair(head.text)
    name = en or ja
    seen[name] = seen.get(name, 0) + 1
    nth = f" #{seen[name]}" if seen[name] > 1 else ""
    identity = f"glossary:{name}{nth}"
    text = "\n".join(line.text for line in entry[1:])
    return Document(
        identity,
        "glossary",
        "ja",
        Title(en, ja, head.kana(ja)),
        text,
        source,
        order=order,
        citations=find_citations(text, identity),
        facts=reading_facts([run for line in entry for run in line.readings]),
    )


def _entries(lines: Sequence[JaLine]) -> Iterator[list[JaLine]]:
    """Each entry's lines, the term first."""
    entry: list[JaLine] = []
    for block in _blocks(lines):
        for line, first in zip(block, [True, *[False] * (len(block) - 1)], strict=True):
            if _begins(line, entry, first=first):
                if len(entry) > 1 or (entry and not _ROW.fullmatch(entry[0].text)):
                    yield entry
                entry = [line]
            else:
                entry.append(line)
    if len(entry) > 1 or (entry and not _ROW.fullmatch(entry[0].text)):
        yield entry


def _begins(line: JaLine, above: Sequence[JaLine], *, first: bool) -> bool:
    """Whether the line is the term of a new entry."""
    if not above:
        return True
    text = line.text
    if _ENDS.search(text) or _SENSE.match(text) or len(text) > _LONGEST_TERM:
        return False
    waits = len(above) == 1 and not _ROW.fullmatch(above[0].text)
    if waits and not line.heading:
        return first and bool(split_pair(text)[1])
    return first or line.heading or bool(split_pair(text)[1])


def _blocks(lines: Sequence[JaLine]) -> Iterator[list[JaLine]]:
    block: list[JaLine] = []
    for line in lines:
        if line.text:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block
