"""Responses on disk: bodies by their digest, and for each address what came last.

Names are digests, so that nothing in an address or a header can lead out of the folder. A body is written
aside, flushed and renamed; its record is written after it. A process killed in between leaves the old record.

>>> import tempfile
>>> cache = Cache(Path(tempfile.mkdtemp()))
>>> cache.find("https://example.org/") is None
True
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

KEPT_HEADERS = ("etag", "last-modified", "date", "content-type")


def settled_date(headers: Mapping[str, str]) -> str:
    """The `last-modified` that may be asked about again, '' when it may not.

    It counts whole seconds, so a page answered within the second of its last change may change once more in it: only
    a date at least a second older than the answer tells that nothing has changed (RFC 9110, 8.8.2.2).

    >>> settled_date({"last-modified": "Thu, 01 May 2031 10:00:00 GMT", "date": "Thu, 01 May 2031 10:00:00 GMT"})
    ''
    >>> settled_date({"last-modified": "Thu, 01 May 2031 10:00:00 GMT", "date": "Thu, 01 May 2031 10:00:01 GMT"})
    'Thu, 01 May 2031 10:00:00 GMT'
    """
    modified, answered = headers.get("last-modified", ""), headers.get("date")
    if not modified or answered is None:
        return modified
    try:
        age = parsedate_to_datetime(answered) - parsedate_to_datetime(modified)
    except ValueError:
        return modified
    return modified if age >= timedelta(seconds=1) else ""


@dataclass(frozen=True, slots=True)
class Record:
    """What came last from an address.

    >>> Record("u", "u", {}, "00", 0, "2031-05-01T00:00:00+00:00", "2031-05-01T00:00:00+00:00").fetched.year
    2031
    """

    url: str
    final_url: str
    """The address behind redirects."""
    headers: Mapping[str, str]
    """etag, last-modified, date, content-type, where sent; names in lower case."""
    sha256: str
    size: int
    """Bytes of the body, unpacked."""
    fetched_at: str
    """When the body came (ISO, UTC)."""
    checked_at: str
    """When the server last said that it still holds (ISO, UTC)."""

    @property
    def fetched(self) -> datetime:
        """`fetched_at` as a time."""
        return datetime.fromisoformat(self.fetched_at)

    @property
    def checked(self) -> datetime:
        """`checked_at` as a time."""
        return datetime.fromisoformat(self.checked_at)


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of responses."""

    folder: Path

    def find(self, url: str) -> Record | None:
        """What came last from the address, None when nothing whole is held."""
        try:
            held = json.loads(self._record_path(url).read_text(encoding="utf-8"))
            record = Record(**held)
            whole = self.body_path(record.sha256).stat().st_size == record.size
        except (OSError, ValueError, TypeError):
            return None  # never written, or cut off: as if it had not come
        return record if whole and record.url == url else None

    def body_path(self, digest: str) -> Path:
        """Where the body with that digest (64 hex digits) is."""
        if len(digest) != 64 or not all(char in "0123456789abcdef" for char in digest):
            raise ValueError(f"no digest: {digest!r} (expected 64 hex digits)")
        return self.folder / "bodies" / digest[:2] / digest

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A body to write; it is gone unless `Writer.keep` was called."""
        aside = self.folder / "incoming"
        aside.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=aside, prefix="body-")
        path = Path(name)
        with os.fdopen(handle, "wb") as file:
            try:
                yield Writer(self, file, path)
            finally:
                path.unlink(missing_ok=True)

    def save(self, record: Record) -> None:
        """Make the record the one that `find` gives."""
        write_whole(
            self._record_path(record.url),
            json.dumps(asdict(record) | {"headers": dict(record.headers)}, ensure_ascii=False, indent=1),
        )

    def confirm(self, record: Record, now: datetime) -> Record:
        """Note that the server said at `now` that the record still holds."""
        confirmed = replace(record, checked_at=now.astimezone(UTC).isoformat())
        self.save(confirmed)
        return confirmed

    def _record_path(self, url: str) -> Path:
        digest = sha256(url.encode()).hexdigest()
        return self.folder / "responses" / digest[:2] / f"{digest}.json"


class Writer:
    """A body on its way to disk."""

    def __init__(self, cache: Cache, file: BinaryIO, path: Path) -> None:
        self._cache = cache
        self._file = file
        self._path = path
        self._digest = sha256()
        self.size = 0
        self.head = b""
        """The first bytes, for a look at what came."""

    def write(self, data: bytes) -> None:
        """Append bytes."""
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)
        if len(self.head) < 1024:
            self.head += data[: 1024 - len(self.head)]

    def restart(self) -> None:
        """Forget what was written: the same body comes again."""
        self._file.seek(0)
        self._file.truncate()
        self._digest, self.size, self.head = sha256(), 0, b""

    def keep(self) -> str:
        """Move the body to its place; its digest."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        digest = self._digest.hexdigest()
        place = self._cache.body_path(digest)
        place.parent.mkdir(parents=True, exist_ok=True)
        self._path.replace(place)
        return digest


def write_whole(path: Path, text: str) -> None:
    """Write a text so that the file has either its old or its new content, even if the process is killed.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a" / "b.txt"
    >>> write_whole(path, "計画")
    >>> path.read_text(encoding="utf-8")
    '計画'
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".aside-")
    aside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
