"""Stored text as HTML: escaped, references as links, marks as highlights. Never changes a character of it.

>>> str(linked("See rule 704.5 <here>.", [("rule 704.5", "/rules/704.5", 4)]))
'See <a href="/rules/704.5">rule 704.5</a> &lt;here&gt;.'
>>> str(marked("plot it", [(0, 4)]))
'<mark>plot</mark> it'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from kb.views import url_of
from scraper.document import Citation

Link = tuple[str, str, int]
"""The characters that are a reference, where it leads, and their offset (-1: search for them)."""


def linked(text: str, links: Iterable[Link]) -> Markup:
    """The text with its references as links; one whose characters are not found is left as text."""
    out = Markup()
    done = 0
    for raw, target, start in links:
        at = start if start >= done and text.startswith(raw, start) else text.find(raw, done)
        if at < 0 or not raw:
            continue
        out += escape(text[done:at]) + Markup('<a href="{}">{}</a>').format(target, raw)
        done = at + len(raw)
    return out + escape(text[done:])


def citation_links(citations: Iterable[Citation], part: str = "") -> list[Link]:
    """Links for the citations of one part of a document."""
    return [
        (
            citation.raw,
            target(str(citation.number), str(citation.end) if citation.end else None),
            citation.start,
        )
        for citation in citations
        if citation.part == part
    ]


def json_links(cites: Iterable[Mapping[str, Any]]) -> list[Link]:
    """Links for citations in their JSON form."""
    return [(cite["raw"], target(cite["number"], cite["end"]), -1) for cite in cites]


def target(number: str, end: str | None = None) -> str:
    """Where a reference leads: its rule, or the first of a range.

    >>> target("601.2f", "601.2h")
    '/rules/601.2f-601.2h'
    """
    return url_of(f"cr:{number}") + (f"-{end}" if end else "")


def marked(text: str, marks: Sequence[Sequence[int]]) -> Markup:
    """The text with the spans highlighted; spans are in order and do not overlap."""
    out = Markup()
    done = 0
    for start, end in marks:
        if start < done:
            continue
        out += escape(text[done:start]) + Markup("<mark>{}</mark>").format(text[start:end])
        done = end
    return out + escape(text[done:])
