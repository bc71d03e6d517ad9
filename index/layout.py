"""Where the parts of an index lie, and how one generation takes over from another.

A build works in a folder of its own. `publish` makes it the one in use by renaming one small file over
another, so a reader sees the old generation or the new one, never something between.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from index.schema import FORMAT

_CURRENT = "CURRENT"
_MANIFEST = "manifest.json"
_PREFIX = "gen-"


class IndexUnusableError(ValueError):
    """The index is broken, of an older format or made by an engine that is not there: it must be built anew.

    >>> IndexUnusableError("cut off", "途中で切れている").ja
    '途中で切れている'
    """

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.en, self.ja = en, ja


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a generation is, written last.

    >>> Manifest(generation=3, engine="whoosh").format == FORMAT
    True
    """

    generation: int
    engine: str
    current: Mapping[str, str] = field(default_factory=dict)
    """The edition in force of each rules source."""
    documents: Mapping[str, int] = field(default_factory=dict)
    """How many of each kind."""
    terms: str = ""
    """Digest of the dictionary it was analysed with."""
    format: int = FORMAT


def new_folder(root: Path, generation: int) -> Path:
    """A fresh folder for a build.

    >>> import tempfile
    >>> new_folder(Path(tempfile.mkdtemp()), 12).name.startswith("gen-00000012-")
    True
    """
    root.mkdir(parents=True, exist_ok=True)
    folder = root / f"{_PREFIX}{generation:08d}-{secrets.token_hex(3)}"
    folder.mkdir()
    return folder


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest that makes a folder a whole generation."""
    text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / _MANIFEST).write_text(text, encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a generation; raises IndexUnusableError when it is missing, damaged or old."""
    try:
        data: dict[str, Any] = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        manifest = Manifest(**data)
    except (OSError, ValueError, TypeError) as error:
        raise IndexUnusableError(
            f"the index in {folder.name!r} is damaged ({error}) and is built anew",
            f"索引 {folder.name!r} が壊れているため（{error}）、作り直します",
        ) from error
    if manifest.format != FORMAT:
        raise IndexUnusableError(
            f"the index in {folder.name!r} has format {manifest.format}, not {FORMAT}, and is built anew",
            f"索引 {folder.name!r} の形式が古い（{manifest.format}、現在は {FORMAT}）ため、作り直します",
        )
    return manifest


def current_folder(root: Path) -> Path | None:
    """The generation in use, None when there is none yet."""
    try:
        name = (root / _CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    # The name is ours; anything else in the file is damage, not a path to follow.
    if not name.startswith(_PREFIX) or "/" in name or "\\" in name:
        return None
    return root / name


def stamp(root: Path) -> tuple[int, int, int]:
    """Changes when another generation is published; cheap enough to look at before every search."""
    try:
        seen = os.stat(root / _CURRENT)  # noqa: PTH116 - called before every search; os.stat is twice as fast
    except OSError:
        return (0, 0, 0)
    return (seen.st_mtime_ns, seen.st_ino, seen.st_size)


def publish(root: Path, folder: Path) -> None:
    """Make a finished generation the one in use, and remove those before the last."""
    before = current_folder(root)
    fresh = root / f"{_CURRENT}.{secrets.token_hex(3)}"
    with fresh.open("w", encoding="utf-8") as file:
        file.write(folder.name + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(root / _CURRENT)
    keep = {folder.name, before.name if before else ""}
    for old in root.iterdir():
        if old.name.startswith(_PREFIX) and old.name not in keep and _is_whole(old):
            shutil.rmtree(old, ignore_errors=True)


def _is_whole(folder: Path) -> bool:
    """Whether its build has ended: in a folder without manifest another one may still be at work."""
    return (folder / _MANIFEST).exists()
