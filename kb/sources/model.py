"""What the steps of an update hand to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from kb.errors import BadInput, UserError
from scraper.cr_model import Fault
from scraper.document import Document


@dataclass(frozen=True, slots=True)
class Raw:
    """A file as it came.

    >>> Raw("a.txt", b"").sha256[:6]
    'e3b0c4'
    """

    name: str
    """Name for reports and for `origin`: the file's, without folders, or its address."""
    data: bytes

    @property
    def sha256(self) -> str:
        """Digest of the bytes, in hex."""
        return sha256(self.data).hexdigest()


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
    """Counts by the source's own measure; None: counted while they are stored."""
    check: Callable[[Mapping[str, int] | None, float], tuple[Fault, ...]] = _no_faults
    """Faults against the counts of the edition before (None without one); the share is what may be lost.
    Any fault stops the update."""
    notes: tuple[Fault, ...] = ()
    """Told, but stops nothing."""


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

    def parse(self, raws: Iterable[Raw]) -> Iterator[Parsed]:
        """Decode and parse; what is wrong is told by `check`, never raised."""
        ...


class UpdateFailed(UserError, ValueError):  # noqa: N818
    """An update was stopped and nothing was changed; `faults` say by which lines."""

    def __init__(self, source: str, faults: Sequence[tuple[str, Fault]]) -> None:
        self.faults = tuple(faults)
        en = "\n".join(f"{name}: {fault.report('en')}" for name, fault in faults)
        ja = "\n".join(f"{name}：{fault.report('ja')}" for name, fault in faults)
        super().__init__(
            f"the update of {source} was stopped; what was held before stays as it is\n{en}",
            f"{source} の更新を中止しました。これまでの内容はそのまま残っています\n{ja}",
        )


@dataclass(frozen=True, slots=True)
class FileList:
    """The files that `--from` names, read one at a time."""

    paths: tuple[Path, ...]
    skipped: tuple[Path, ...] = field(default=())
    """Files of the folder with another ending."""

    def __iter__(self) -> Iterator[Raw]:
        for path in self.paths:
            yield Raw(path.name, path.read_bytes())


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
