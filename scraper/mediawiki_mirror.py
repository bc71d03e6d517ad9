"""The pages of a crawled wiki on disk, one HTML file each, and where the crawl stands.

A file is a page by itself: `scraper.wiki.parse_html` reads title, revision and redirects from its head, so
that everything can be read again without the network. File names keep the title but for what could lead out
of the folder or what a system forbids.

>>> file_name("AC/DC?"), file_name("..")
('AC%2FDC%3F.html', '%2E%2E.html')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from html import escape
from pathlib import Path

from scraper.fetch_cache import write_whole
from scraper.mediawiki_model import CrawledPage

_FORBIDDEN = re.compile(r'[/\\:*?"<>|%\x00-\x1f\x7f]|^\.|[. ]$')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 200
_BODY = "\n<!-- article -->\n"


@dataclass(frozen=True, slots=True)
class Held:
    """A page of the mirror."""

    file: str
    revision: int = 0
    date: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(slots=True)
class CrawlState:
    """Where the crawl of a wiki stands."""

    base: str = ""
    started: str = ""
    """When the crawl under way began (ISO, UTC), '' when none is."""
    finished: str = ""
    """When the last whole crawl began."""
    pages: dict[str, Held] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mirror:
    """A folder that holds the pages and the state."""

    folder: Path

    @property
    def pages_folder(self) -> Path:
        """Where the page files are; all of them can be imported from here."""
        return self.folder / "pages"

    def load(self) -> CrawlState:
        """The state; an empty one where there is none or a damaged one, for then all is fetched again."""
        try:
            held = json.loads((self.folder / "state.json").read_text(encoding="utf-8"))
            pages = {
                title: Held(page["file"], int(page["revision"]), page["date"], tuple(page["aliases"]))
                for title, page in held["pages"].items()
            }
            state = CrawlState(held["base"], held["started"], held["finished"], pages, held["redirects"])
            for moment in (state.started, state.finished):
                _ = moment and datetime.fromisoformat(moment)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return CrawlState()
        state.pages = {t: page for t, page in pages.items() if (self.pages_folder / page.file).is_file()}
        return state

    def save(self, state: CrawlState) -> None:
        """Write the state."""
        write_whole(self.folder / "state.json", json.dumps(asdict(state), ensure_ascii=False, indent=0))

    def write(self, page: CrawledPage, url: str, aliases: Iterable[str]) -> Held:
        """Write a page's file."""
        info = page.info
        held = Held(file_name(info.title), info.revision, info.date, tuple(aliases))
        head = _head(info.title, held, url, page.categories)
        write_whole(self.pages_folder / held.file, f"{head}{_BODY}{page.body}\n</body>\n</html>\n")
        return held

    def rename_aliases(self, held: Held, aliases: Iterable[str]) -> Held:
        """Write other redirects into the head of a page's file."""
        path = self.pages_folder / held.file
        head, mark, body = path.read_text(encoding="utf-8").partition(_BODY)
        lines = [line for line in head.split("\n") if not line.startswith('<meta name="mtgkb:alias"')]
        at = next(place for place, line in enumerate(lines) if line == "</head>")
        lines[at:at] = [_meta("alias", alias) for alias in aliases]
        write_whole(path, "\n".join(lines) + mark + body)
        return Held(held.file, held.revision, held.date, tuple(aliases))

    def remove(self, held: Held) -> None:
        """Delete a page's file."""
        (self.pages_folder / held.file).unlink(missing_ok=True)


def file_name(title: str) -> str:
    """The file of a page; titles that are too long for a file name end in a digest.

    >>> file_name("エンジン始動！"), file_name("con"), len(file_name("計画" * 100).encode()) < 255
    ('エンジン始動！.html', '%63on.html', True)
    """
    safe = _FORBIDDEN.sub(lambda match: f"%{ord(match[0]):02X}", title)
    if _RESERVED.fullmatch(safe):
        safe = f"%{ord(safe[0]):02X}{safe[1:]}"
    if len(safe.encode()) > _LONGEST:
        digest = sha256(title.encode()).hexdigest()[:12]
        safe = (
            safe.encode()[: _LONGEST - 20].decode("utf-8", "ignore").rstrip("%0123456789ABCDEF")
            + "~"
            + digest
        )
    return f"{safe}.html"


def aliases_of(redirects: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The titles that lead to each page, through several redirects too.

    >>> aliases_of({"B": "A", "C": "B", "X": "Y", "Y": "X"})
    {'A': ('B', 'C')}
    """
    found: dict[str, list[str]] = {}
    for start in redirects:
        target, seen = redirects[start], {start}
        while target in redirects and target not in seen:
            seen.add(target)
            target = redirects[target]
        if target not in seen:
            found.setdefault(target, []).append(start)
    return {target: tuple(sorted(titles)) for target, titles in found.items()}


def _head(title: str, held: Held, url: str, categories: Iterable[str]) -> str:
    links = " | ".join(f"<a>{escape(name)}</a>" for name in categories)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="ja">',
            "<head>",
            '<meta charset="utf-8">',
            f"<title>{escape(title)}</title>",
            _meta("title", title),
            _meta("revision", str(held.revision)),
            _meta("date", held.date),
            _meta("url", url),
            *(_meta("alias", alias) for alias in held.aliases),
            "</head>",
            "<body>",
            *([f'<div id="catlinks">{links}</div>'] if links else []),
        ]
    )


def _meta(name: str, value: str) -> str:
    return f'<meta name="mtgkb:{name}" content="{escape(value)}">'
