"""Scryfall's list of bulk files, or a card file of MTGJSON, from the network."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from kb.progress import Progress
from kb.settings import Settings
from kb.sources.model import Obtained, Raw
from kb.store import Store
from scraper.fetch import Fetched, Fetcher, Limits
from scraper.fetch_cache import write_whole
from scraper.fetch_errors import WrongContent

LIMITS: Final = Limits(size=8 << 30, total=6 * 3600.0)
"""The file of all printings has more than two gigabytes."""
_LIST: Final = 4 << 20


def fetch_bulk(
    fetcher: Fetcher, settings: Settings, store: Store, progress: Progress, source: str, kinds: Sequence[str]
) -> Obtained:
    """The files of these kinds; none where what is held came from the very same ones.

    Raises FetchError; WrongContent where the list has another form.
    """
    url = settings.cards_url
    progress.say(f"looking for {source}", f"{source} を確認中")
    if not url.rstrip("/").endswith("bulk-data"):
        return _one_file(fetcher, url, store, progress, source, settings)
    wanted = bulk_files(fetcher.get(url, expect="json", limit=_LIST), kinds)
    names = ", ".join(name_of(address) for address in wanted)
    if any(info.origin == names for info in store.editions(source)):
        return Obtained()
    found = [_download(fetcher, address, size, progress) for address, size in wanted.items()]
    return _obtained(found, settings, source)


def bulk_files(found: Fetched, kinds: Sequence[str]) -> dict[str, int]:
    """Address and size of the bulk files of these kinds, in their order."""
    try:
        listed: Mapping[str, Any] = {entry["type"]: entry for entry in json.loads(found.content)["data"]}
        return {
            listed[kind].get("download_uri") or listed[kind]["uri"]: int(listed[kind].get("size") or 0)
            for kind in kinds
        }
    except (ValueError, KeyError, TypeError) as error:
        raise WrongContent(found.url, f"a list with {', '.join(kinds)}", f"{error!r}") from error


def name_of(url: str) -> str:
    """The name of the file at an address.

    >>> name_of("https://data.example.org/oracle-cards/oracle-cards-20260116100303.json")
    'oracle-cards-20260116100303.json'
    """
    return unquote(urlsplit(url).path).rsplit("/", 1)[-1]


def _one_file(
    fetcher: Fetcher, url: str, store: Store, progress: Progress, source: str, settings: Settings
) -> Obtained:
    found = _download(fetcher, url, 0, progress)
    if any(info.sha256 == found.record.sha256 for info in store.editions(source)):
        return Obtained()
    return _obtained([found], settings, source)


def _download(fetcher: Fetcher, url: str, size: int, progress: Progress) -> Fetched:
    count = progress.counter(f"downloading {name_of(url)}", f"{name_of(url)} をダウンロード中", bytes_=True)
    patient = replace(fetcher.limits, size=LIMITS.size, total=LIMITS.total)
    usual, fetcher.limits = fetcher.limits, patient
    try:
        return fetcher.get(url, progress=lambda done, total: count(done, total or size or None, ""))
    finally:
        fetcher.limits = usual


def _obtained(found: Sequence[Fetched], settings: Settings, source: str) -> Obtained:
    raws = tuple(Raw(name_of(one.url), one.path) for one in found)
    kept = settings.cache_folder / f"{source}-files.json"
    return Obtained(raws, done=partial(_drop_older, kept, [str(one.path) for one in found]))


def _drop_older(kept: Path, now: Sequence[str]) -> None:
    """Delete the bulk files of the import before: each has an address of its own, and they are large."""
    try:
        before: list[str] = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none before
        before = []
    write_whole(kept, json.dumps(list(now)))
    for path in set(before) - set(now):
        Path(path).unlink(missing_ok=True)
