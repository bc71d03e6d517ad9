"""A large body that broke off: what came of it is kept, so that the next request asks for the rest.

Kept are the bytes as they came over the wire, with the validator that lets the server say whether the rest
still fits (`If-Range`). Only answers that are large, whose length is known, and that have a strong validator.

>>> import tempfile
>>> part = Part.of(Path(tempfile.mkdtemp()), "https://example.org/big.json")
>>> part.headers()
{}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import httpx

from scraper.fetch_cache import write_whole

SMALLEST = 8 << 20
"""Bytes from which on a body is worth resuming."""
_RANGE = re.compile(r"bytes (?P<first>\d+)-(?P<last>\d+)/(?P<total>\d+)")


@dataclass(frozen=True, slots=True)
class Part:
    """The beginning of a body of one address."""

    path: Path
    smallest: int = SMALLEST

    @classmethod
    def of(cls, folder: Path, url: str, smallest: int = SMALLEST) -> Part:
        """Where the beginning of that address is kept."""
        return cls(folder / "partial" / sha256(url.encode()).hexdigest(), smallest)

    @property
    def _notes(self) -> Path:
        return self.path.with_suffix(".json")

    def headers(self) -> Mapping[str, str]:
        """What to ask for the rest; {} where nothing is kept."""
        notes, size = self._read(), self.size
        return {"Range": f"bytes={size}-", "If-Range": notes["validator"]} if notes and size else {}

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self.path.stat().st_size if self.path.exists() else 0

    def encoding(self) -> str:
        """How the body is packed."""
        return self._read().get("encoding", "")

    def continues(self, response: httpx.Response) -> bool:
        """Whether an answer is the rest of what is kept."""
        match = _RANGE.fullmatch(response.headers.get("content-range", ""))
        return (
            response.status_code == httpx.codes.PARTIAL_CONTENT
            and match is not None
            and int(match["first"]) == self.size > 0
            and int(match["last"]) + 1 == int(match["total"])
        )

    def begin(self, response: httpx.Response) -> bool:
        """Forget what is kept; whether this answer is one to keep."""
        self.drop()
        validator = _validator(response)
        length = response.headers.get("content-length", "")
        if not validator or not length.isdecimal() or int(length) < self.smallest:
            return False
        encoding = response.headers.get("content-encoding", "")
        write_whole(self._notes, json.dumps({"validator": validator, "encoding": encoding}))
        return True

    def recorded(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """The chunks, each appended to what is kept before it is passed on."""
        with self.path.open("ab", buffering=0) as file:
            for chunk in chunks:
                file.write(chunk)
                yield chunk

    def kept(self) -> Iterator[bytes]:
        """The bytes kept, in pieces."""
        with self.path.open("rb") as file:
            while piece := file.read(1 << 16):
                yield piece

    def drop(self) -> None:
        """Forget it."""
        self.path.unlink(missing_ok=True)
        self._notes.unlink(missing_ok=True)

    def _read(self) -> dict[str, str]:
        try:
            notes = json.loads(self._notes.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return notes if isinstance(notes, dict) and notes.get("validator") else {}


def _validator(response: httpx.Response) -> str:
    """A strong ETag, else the date of the last change; '' where neither is sent or ranges are refused."""
    if response.headers.get("accept-ranges", "bytes").casefold() == "none":
        return ""
    etag = response.headers.get("etag", "")
    if etag and not etag.startswith("W/"):
        return str(etag)
    return "" if etag else str(response.headers.get("last-modified", ""))
