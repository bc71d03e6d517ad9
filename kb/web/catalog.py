"""Keeps the Japanese catalogue of the interface in step: `python -m kb.web.catalog`.

Extracts every sentence of templates and code, merges it into `translations/ja/LC_MESSAGES/messages.po`, compiles, and
names what has no translation yet.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PO: Final = ROOT / "kb" / "web" / "translations" / "ja" / "LC_MESSAGES" / "messages.po"
METHODS: Final = [("kb/web/**.py", "python"), ("templates/**.html", "jinja2"), ("templates/**.xml", "jinja2")]
_JINJA: Final = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
OPTIONS: Final = {"templates/**.html": _JINJA, "templates/**.xml": _JINJA}
"""A template that cannot be read is an error: its sentences would be lost."""


def extracted() -> Catalog:
    """Every sentence that the interface may show, with the places it is used."""
    catalog = Catalog(locale="ja", project="mtg-kb", version="", charset="utf-8")
    for folder in ("kb/web", "templates"):
        methods = [
            (pattern.removeprefix(folder + "/"), kind)
            for pattern, kind in METHODS
            if pattern.startswith(folder)
        ]
        options = {k.removeprefix(folder + "/"): v for k, v in OPTIONS.items()}
        for name, _line, message, comments, context in extract_from_dir(
            ROOT / folder, method_map=methods, options_map=options
        ):
            catalog.add(
                message,
                None,
                [(f"{folder}/{Path(name).as_posix()}", 0)],
                auto_comments=comments,
                context=context,
            )
    return catalog


def merged() -> Catalog:
    """The kept translations brought up to date with what is extracted."""
    with PO.open("rb") as file:
        kept = read_po(file, locale="ja")
    found = extracted()
    found.creation_date = kept.creation_date  # what is compiled depends on the sentences alone
    kept.update(found, no_fuzzy_matching=True)
    kept.obsolete.clear()
    return kept


def missing(catalog: Catalog) -> list[str]:
    """Sentences without a translation."""

    def translated(string: object) -> bool:
        return bool(string) if isinstance(string, str) else isinstance(string, tuple | list) and all(string)

    return [str(message.id) for message in catalog if message.id and not translated(message.string)]


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def main() -> int:
    """Bring the files up to date; 1 when something is untranslated."""
    catalog = merged()
    with PO.open("wb") as file:
        write_po(file, catalog, width=0, omit_header=False, sort_output=True, include_lineno=False)
    PO.with_suffix(".mo").write_bytes(compiled(catalog))
    for sentence in missing(catalog):
        sys.stdout.write(f"untranslated: {sentence}\n")
    return 1 if missing(catalog) else 0


if __name__ == "__main__":
    raise SystemExit(main())
