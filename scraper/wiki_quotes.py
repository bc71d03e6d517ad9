"""The rules that a wiki page quotes, with edition and language.

A heading `引用：総合ルール 20231117.0` opens a quotation. Its rules come as nested items, each with its
number before its text; as paragraphs; or with the number on a line of its own above the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scraper.document import Block, Lang, Quotation, RuleNumber
from scraper.wiki_lines import Line

HEADING = re.compile(
    r"引用\s*[:：]\s*(?:総合ルール|CR|Comprehensive Rules)?\s*(?P<edition>\d{8}(?:\.\d+)?)?.*"
)
_RULE = re.compile(
    r"(?P<number>[1-9]\d{2}\.\d{1,3}[a-z]?)(?:\.(?!\d))?(?![\d〔、。])\s*(?P<text>.*)"
    r"|(?P<chapter>[1-9]\d{2})\.?(?:[ \t\u3000\n]+(?P<name>\S.*)|$)",
    re.DOTALL,
)
_SECTION = re.compile(r"(?P<section>\d{1,2})\.?[ \t\u3000]+\S.*", re.DOTALL)
_EXAMPLE = re.compile(r"(?:例\s*\d*\s*[:：)）]|Examples?:)")
_JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]")


def edition_of(heading: str) -> str | None:
    """The edition that a quotation's heading names ('' when it names none), None for another heading.

    >>> edition_of("引用：総合ルール 20231117.0")
    '20231117.0'
    """
    match = HEADING.fullmatch(heading.strip())
    return None if match is None else (match["edition"] or "")


def split_rule(text: str) -> tuple[RuleNumber, str] | None:
    """The number and the text of a quoted rule, None where the line is no rule.

    >>> split_rule("702.170a\\n…")
    (RuleNumber(chapter=702, rule=170, letter='a'), '…')
    """
    match = _RULE.fullmatch(text)
    if match is None:
        return None
    number = match["number"] or match["chapter"]
    return RuleNumber.parse(number), (match["text"] or match["name"] or "").strip()


def quotation_blocks(lines: Sequence[Line]) -> list[Block]:
    """The blocks of a quotation section: `quotation` for each rule (mark: its number), else what they are.

    >>> [b.mark for b in quotation_blocks([Line("text", "702.170a"), Line("text", "…")])]
    ['702.170a']
    """
    blocks: list[Block] = []
    after_blank = True
    for line in lines:
        if line.kind == "blank":
            after_blank = True
            continue
        _take(blocks, line, joins=not after_blank)
        after_blank = False
    return blocks


def _take(blocks: list[Block], line: Line, *, joins: bool) -> None:
    text = f"{line.mark}. {line.text}" if line.mark else line.text
    previous = blocks[-1] if blocks else None
    rule = split_rule(text)
    if rule is not None:
        blocks.append(Block("quotation", text, line.depth, str(rule[0])))
    elif line.kind == "text" and _SECTION.fullmatch(text) and not text.endswith("。"):
        blocks.append(Block("quotation", text, mark=text.split(maxsplit=1)[0].rstrip(".")))
    elif line.kind in ("item", "ordered"):
        section = _SECTION.fullmatch(text)
        kind = "quotation" if section or _EXAMPLE.match(text) else line.kind
        mark = section["section"] if section else line.mark
        blocks.append(Block(kind, text if kind == "quotation" else line.text, line.depth, mark))
    elif line.kind == "card":
        blocks.append(Block("card", line.text))
    elif previous and ((joins and previous.kind in ("quotation", "paragraph")) or _is_bare(previous)):
        blocks[-1] = replace(previous, text=f"{previous.text}\n{text}")
    elif previous and previous.kind == "quotation" and _EXAMPLE.match(text):
        blocks.append(Block("quotation", text, line.depth))
    else:
        blocks.append(Block("paragraph", text))


def _is_bare(block: Block) -> bool:
    """Whether a block is a rule number that still waits for its text."""
    rule = split_rule(block.text) if block.kind == "quotation" else None
    return rule is not None and not rule[1]


def quotations(blocks: Iterable[Block], edition: str) -> tuple[Quotation, ...]:
    """The quoted rules of a quotation section; an example goes with the rule above it.

    >>> quotations([Block("quotation", "702.170. Plot", mark="702.170")], "20240410.0")[0].title
    'Plot'
    """
    found: list[Quotation] = []
    for block in blocks:
        rule = split_rule(block.text) if block.kind == "quotation" else None
        if rule is not None:
            number, text = rule
            title = text if _is_title(number, text) else ""
            found.append(Quotation(number, text, edition, "en", title))
        elif block.kind == "quotation" and found and _EXAMPLE.match(block.text):
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n{block.text}")
    japanese = sum(1 for quoted in found if _JAPANESE.search(quoted.text))
    usual: Lang = "ja" if japanese * 2 >= len(found) else "en"
    return tuple(replace(quoted, lang=_lang(quoted.text, usual)) for quoted in found)


def _is_title(number: RuleNumber, text: str) -> bool:
    return not number.letter and bool(text) and not re.search(r"。|\.[”\"]?$|[.．]\s", text)


def _lang(text: str, usual: Lang) -> Lang:
    if _JAPANESE.search(text):
        return "ja"
    return "en" if len(text.split()) > 3 else usual
