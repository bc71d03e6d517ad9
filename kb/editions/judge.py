"""One citation judged: does it hold, and if not, what has become of the rule it means.

Kinds: `holds`; `moved` (the rule has another number today); `changed` (its text has changed since the edition
quoted); `different` (the number now means something else than the text is about); `missing` (no such rule);
`title` (the title beside the number is not that rule's).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kb.editions.history import History
from kb.editions.titles import Titles, fold, stem

FindingKind = Literal["holds", "moved", "changed", "different", "missing", "title"]


@dataclass(frozen=True, slots=True)
class Cited:
    """A place that names a rule."""

    where: str
    """Id of the document that cites."""
    cites: str
    """The number as it stands, of a range its first."""
    last: str = ""
    """The last number of a range."""
    raw: str = ""
    title: str = ""
    date: str = ""
    """ISO date of the edition that the text says it quotes, or of the text itself; '' unknown."""
    dated: Literal["edition", "text", ""] = ""
    """Whether `date` is that of the edition quoted or of the text."""
    part: str = ""
    subjects: tuple[str, ...] = ()
    """What the citing page is about, in either language: for a number that was put to another use."""
    quoted: bool = False
    """The rule's text is quoted, not only its number."""
    text: str = ""
    """The English text quoted, '' for another language or none."""
    as_of: str = ""
    """The edition held that is meant, where the day of the text alone does not tell; '' where it does."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit says of one citation."""

    cited: Cited
    kind: FindingKind
    now: str | None
    """The number today of the rule that is meant, None where it is gone."""
    suggestion: str | None
    """What to write instead, None where nothing needs mending or nothing is known."""
    en: str
    ja: str


def judge(
    cited: Cited,
    history: History,
    titles: Titles,
    changed: Mapping[tuple[str, str, str], bool],
    stale: tuple[str, str] | None = None,
) -> Finding:
    """What has become of a citation.

    `changed[edition, old id, new id]` says whether the text differs in words between that edition and today;
    of an English quotation `changed[where, part, new id]` says whether what it quotes differs from today.
    `stale` is the edition and id that a rules text was written for, where `citing.left_behind` found one.
    """
    unit_id = f"cr:{cited.cites}"
    if stale is not None and not (cited.title and titles.bears(unit_id, cited.title)):
        return _left_behind(cited, history, titles, stale)
    meant = history.meant(unit_id, cited.as_of or cited.date) if cited.date else _newest(history, unit_id)
    if meant is None:
        return _say(
            cited, "missing", None, None, "no edition held has it", "取り込み済みのどの版にもありません"
        )
    other = _other_subject(cited, history, titles, unit_id, meant)
    if other is not None:
        return other
    now_id = history.now(meant, unit_id)
    if now_id is None:
        return _say(
            cited,
            "missing",
            None,
            None,
            f"it was taken out after the edition {meant}",
            f"{meant} 版より後に削除されました",
        )
    now = number_of(now_id)
    if now_id != unit_id:
        return _moved(cited, history, titles, meant, now_id)
    if cited.title and titles.knows(now_id, cited.title) and not titles.bears(now_id, cited.title):
        return _title(cited, titles, now_id)
    if cited.text and changed.get((cited.where, cited.part, now_id), False):
        en, ja = "the text quoted is no longer its text", "引用されている条文は現行のものと違います"
        return _say(cited, "changed", now, now, en, ja)
    if cited.date and not cited.text and changed.get((meant, unit_id, now_id), False):
        return _say(
            cited,
            "changed",
            now,
            now,
            f"its text has changed since {meant}",
            f"{meant} 版から条文が変わっています",
        )
    return _say(cited, "holds", now, None, "it holds", "有効です")


def number_of(unit_id: str) -> str:
    """The number in an id.

    >>> number_of("cr:702.170a")
    '702.170a'
    """
    return unit_id.partition(":")[2]


def _ja(title: str) -> str:
    return f"（「{title}」）" if title else ""


def _newest(history: History, unit_id: str) -> str | None:
    """Of an undated text: today where the number exists, else the newest edition that has it."""
    return next((edition for edition in reversed(history.editions) if unit_id in history.ids[edition]), None)


def _say(
    cited: Cited, kind: FindingKind, now: str | None, suggestion: str | None, en: str, ja: str
) -> Finding:
    return Finding(cited, kind, now, suggestion, en, ja)


def _with_title(titles: Titles, unit_id: str, *, quoted: bool = True) -> str:
    """A number, with its title where it has one and the text gives titles."""
    title = titles.by_id.get(unit_id, "")
    return f"{number_of(unit_id)}, “{title}”" if title and quoted else number_of(unit_id)


def _moved(cited: Cited, history: History, titles: Titles, meant: str, now_id: str) -> Finding:
    """Under another number today; whether the old number was given to something else is said too."""
    en, ja = f"it is {number_of(now_id)} today", f"現在は {number_of(now_id)} です"
    unit_id = f"cr:{cited.cites}"
    if history.holds(unit_id):
        title = titles.by_id.get(unit_id, "")
        beside = f" (“{title}”)" if title else ""
        en += f"; {cited.cites} now means something else{beside}"
        ja += f"。{cited.cites} は別のルール{_ja(title)}になっています"
    return _say(cited, "moved", number_of(now_id), _suggest_range(cited, history, meant, now_id), en, ja)


def _suggest_range(cited: Cited, history: History, meant: str, now_id: str) -> str:
    if not cited.last or cited.last == cited.cites:
        return number_of(now_id)
    last = history.now(meant, f"cr:{cited.last}") if f"cr:{cited.last}" in history.ids[meant] else None
    return f"{number_of(now_id)}–{number_of(last)}" if last else number_of(now_id)


def _left_behind(cited: Cited, history: History, titles: Titles, stale: tuple[str, str]) -> Finding:
    edition, unit_id = stale
    now_id = history.now(edition, unit_id)
    title = titles.by_id.get(f"cr:{cited.cites}", "")
    beside = f" (“{title}”)" if title else ""
    if now_id is None and (heir := history.heir(edition, unit_id)) is not None:
        en = f"the number now means something else{beside}; what it meant in {edition} is in {number_of(heir)} today"
        ja = f"この番号は別のルール{_ja(title)}になっています。{edition} 版で指していた内容は現在 {number_of(heir)} にあります"
        return _say(cited, "different", None, number_of(heir), en, ja)
    if now_id is None:
        en = (
            f"the rule it was written for (in {edition}) is gone; the number now means something else{beside}"
        )
        ja = f"{edition} 版で指していたルールはなくなり、この番号は別のルール{_ja(title)}です"
        return _say(cited, "different", None, None, en, ja)
    suggestion = _with_title(titles, now_id, quoted=bool(cited.title))
    en = f"the number now means something else{beside}; in {edition} it meant what is {number_of(now_id)} today"
    ja = f"この番号は別のルール{_ja(title)}になっています。{edition} 版で指していたルールは現在 {number_of(now_id)} です"
    return _say(cited, "different", number_of(now_id), suggestion, en, ja)


def _title(cited: Cited, titles: Titles, now_id: str) -> Finding:
    """The number is right and the title old, or the title is right and the number wrong."""
    own = titles.by_id.get(now_id, "")
    # “Free-for-All” beside the number of the Free-for-All Variant: the number is right.
    shortened = set(fold(cited.title).split()) < set(fold(own).split())
    found = None if shortened else titles.find(cited.title)
    now = number_of(now_id)
    if found is not None and found != now_id:
        en = (
            f"it is “{own}”; “{cited.title}” is {number_of(found)}"
            if own
            else f"“{cited.title}” is {number_of(found)}"
        )
        ja = f"{now} は「{own or '題なし'}」で、「{cited.title}」は {number_of(found)} です"
        return _say(cited, "title", now, _with_title(titles, found), en, ja)
    if own:
        en, ja = (
            f"its title is “{own}”, not “{cited.title}”",
            f"題は「{own}」で、「{cited.title}」ではありません",
        )
        return _say(cited, "title", now, _with_title(titles, now_id), en, ja)
    en, ja = (
        f"it has no title, so it is not “{cited.title}”",
        f"{now} に題はありません（「{cited.title}」ではありません）",
    )
    return _say(cited, "title", now, now, en, ja)


def _other_subject(
    cited: Cited, history: History, titles: Titles, unit_id: str, meant: str
) -> Finding | None:
    """The number once was what the page is about, and by the edition quoted it no longer was.

    The page 次元/Plane quotes 309: planes until 2020, dungeons since, while planes are 311.
    """
    wanted = {stem(subject) for subject in cited.subjects if subject}
    if not wanted or (not cited.quoted and cited.part != "fact:CR"):
        return None
    top = f"cr:{cited.cites[:3]}"
    now_meant = history.now(meant, unit_id)
    for edition in reversed(history.editions):
        for head in dict.fromkeys((unit_id, _rule_of(unit_id), top)):
            if head not in history.ids[edition] or unit_id not in history.ids[meant]:
                continue
            today = history.now(edition, head)
            if today is None or stem(titles.by_id.get(today, "")) not in wanted:
                continue
            here = history.now(meant, head) if head in history.ids[meant] else None
            if here == today:
                return None  # it is what the page is about
            was = history.now(edition, unit_id) if unit_id in history.ids[edition] else None
            target = was if was is not None and was.startswith(today) else today
            title = titles.by_id.get(here or "", "")
            beside = f" (“{title}”)" if title else ""
            subject = titles.by_id.get(today, "")
            en = f"{cited.cites} means something else{beside}; until {edition} it was “{subject}”, {number_of(today)} today"
            ja = f"{cited.cites} は別のルール{_ja(title)}です（{edition} 版までは「{subject}」）。現在は {number_of(today)} です"
            now = number_of(now_meant) if now_meant else None
            return _say(cited, "different", now, number_of(target), en, ja)
    return None


def _rule_of(unit_id: str) -> str:
    return unit_id.rstrip("abcdefghijklmnopqrstuvwxyz") if "." in unit_id else unit_id
