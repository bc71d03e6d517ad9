"""What the steps of an update hand to each other."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from kb.errors import BadInput, UserError
from kb.progress import Progress
from kb.settings import Settings
from kb.store import Store
from scraper.cr_model import Fault
from scraper.document import Document

if TYPE_CHECKING:
    from scraper.fetch import Fetcher  # httpx is heavy, and nothing is fetched here


@dataclass(frozen=True, slots=True)
class Raw:
    """A file as it came, read when it is needed.

    >>> Raw("a.txt", content=b"").sha256[:6]
    'e3b0c4'
    """

    name: str
    """Name for reports and for `origin`: the file's, without folders, or its address."""
    path: Path | None = None
    content: bytes | None = None
    """The bytes where there is no file."""

    def open(self) -> io.BufferedReader | io.BytesIO:
        """The bytes as a stream."""
        if self.path is None:
            return io.BytesIO(self.content or b"")
        return io.BufferedReader(io.FileIO(self.path), 1 << 18)

    @property
    def data(self) -> bytes:
        """All the bytes."""
        with self.open() as file:
            return file.read()

    @property
    def size(self) -> int:
        """Number of bytes."""
        return len(self.content or b"") if self.path is None else self.path.stat().st_size

    @property
    def sha256(self) -> str:
        """Digest of the bytes, in hex."""
        with self.open() as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def _nothing() -> None:
    pass


def _no_faults(_before: Mapping[str, int] | None, _share: float) -> tuple[Fault, ...]:
    return ()


def refused(raw: Raw, en: str, ja: str, lines: tuple[tuple[int, str], ...] = ()) -> Parsed:
    """An edition that is none, and why."""
    fault = Fault(en, ja, lines)
    return Parsed("", (), raw.sha256, raw.name, {}, lambda _before, _share: (fault,))


@dataclass(frozen=True, slots=True)
class Parsed:
    """One edition, ready to be stored."""

    edition: str
    """ISO date it takes effect, '' when it has none."""
    documents: Iterable[Document]
    sha256: str
    origin: str
    counts: Mapping[str, int] | None = None
    """Counts by the source's own measure; None: counted while they are stored, and compared then."""
    check: Callable[[Mapping[str, int] | None, float], tuple[Fault, ...]] = _no_faults
    """Faults against the counts of the edition before (None without one); the share is what may be lost.
    Any fault stops the update."""
    notes: Sequence[Fault] = ()
    """Told, but stops nothing; complete once the documents have been read."""


@dataclass(frozen=True, slots=True)
class Obtained:
    """What the network gave: files to import, and what to do once they are."""

    files: tuple[Raw, ...] = ()
    """() when what is held is current."""
    removed: tuple[str, ...] = ()
    """Ids of pages that are gone."""
    done: Callable[[], None] = _nothing
    """Called once the import is committed."""


class SourceAdapter(Protocol):
    """How the bytes of one source become editions."""

    @property
    def id(self) -> str:
        """Its name in the store and on the command line."""
        ...

    @property
    def merges(self) -> bool:
        """Whether an import from files adds to what is held instead of replacing it."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of its files, lower case, with the dot."""
        ...

    def ordered(self, files: FileList) -> FileList:
        """The files in the order in which they are to be imported."""
        ...

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """What the network has that is not held; raises FetchError and what its pages may raise."""
        ...

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:
        """Decode and parse; what is wrong is told by `check`, or raised as SourceFault while documents stream.

        `store` is what is held, for a source that needs another one; `progress` counts the files or their bytes.
        """
        ...


class SourceFault(UserError, ValueError):  # noqa: N818
    """A file turned out to be broken while its documents were read; `name` is the file's."""

    def __init__(self, name: str, en: str, ja: str) -> None:
        super().__init__(en, ja)
        self.name = name


class UpdateFailed(UserError, ValueError):  # noqa: N818
    """An update was stopped and nothing was changed; `faults` say by which lines."""

    def __init__(self, source: str, faults: Sequence[tuple[str, Fault]]) -> None:
        self.faults = tuple(faults)
        en = "\n".join(_shown(faults, "en", "… {} more …"))
        ja = "\n".join(_shown(faults, "ja", "…ほか{}件…"))
        super().__init__(
            f"the update of {source} was stopped; what was held before stays as it is\n{en}",
            f"{source} の更新を中止しました。これまでの内容はそのまま残っています\n{ja}",
        )


def _shown(faults: Sequence[tuple[str, Fault]], lang: str, more: str) -> Iterator[str]:
    """The faults as lines; of very many the first, which say what broke, and the last, which say how much."""
    colon = "：" if lang == "ja" else ": "
    for at, (name, fault) in enumerate(faults):
        if len(faults) <= _MOST_SHOWN or not _MOST_SHOWN // 2 <= at < len(faults) - _MOST_SHOWN // 2:
            yield f"{name}{colon}{fault.report(lang)}"
        elif at == _MOST_SHOWN // 2:
            yield more.format(len(faults) - _MOST_SHOWN // 2 * 2)


_MOST_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class FileList:
    """The files that `--from` names, read one at a time."""

    paths: tuple[Path, ...]
    skipped: tuple[Path, ...] = field(default=())
    """Files of the folder with another ending."""
    names: Mapping[Path, str] = field(default_factory=dict)
    """Names of files that are kept under others."""

    def __iter__(self) -> Iterator[Raw]:
        return (Raw(self.names.get(path, path.name), path) for path in self.paths)


def files_at(where: Path, suffixes: Sequence[str]) -> FileList:
    """A file of any name, or the files of a folder with one of the endings, its subfolders included.

    Raises BadInput for what is not there or holds no such file.
    """
    if where.is_file():
        return FileList((where,))
    if not where.is_dir():
        raise BadInput(
            f"no such file or folder: {str(where)!r}",
            f"そのようなファイルやフォルダーはありません：{str(where)!r}",
        )
    every = sorted(path for path in where.rglob("*") if path.is_file() and not path.name.startswith("."))
    fitting = tuple(path for path in every if path.suffix.lower() in suffixes)
    if not fitting:
        expected = ", ".join(suffixes)
        raise BadInput(
            f"no file ending in {expected} in {str(where)!r}",
            f"{str(where)!r} に {expected} のファイルがありません",
        )
    return FileList(fitting, tuple(path for path in every if path not in set(fitting)))
