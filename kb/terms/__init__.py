"""Our own bilingual dictionary of rules terms: data files beside this module, read once and checked whole.

Each `*.yaml` here is a list of entries about one subject::

    - id: plot
      en: plot
      ja: 計画
      reading: けいかく
      kind: keyword_ability
      rules: ["702.170"]
      also: {en: [plotted, plotting], ja: [計画する]}
      note:
        en: "…"
        ja: "…"

`rules`, `also` and `unsure` may be left out. `unsure: [ja]` marks a field that nobody could verify yet.

>>> {term.id: term.ja for term in load_terms()}["plot"]
'計画'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import yaml

from kb.settings import load_settings
from kb.terms.kept import digest, keep, kept
from scraper.document import RuleNumber, Term

__all__ = ["KINDS", "TermsError", "load_terms", "read_terms"]

KINDS: Final = frozenset(
    {
        "ability_kind",  # activated, triggered, static, mana ability …
        "ability_word",
        "action",  # casting, attacking: what players do that is not a keyword action
        "card_part",
        "card_type",
        "casting_step",
        "color",
        "concept",  # priority, timestamp: words of the rules that fit no other kind
        "counter",
        "designation",
        "format",
        "glossary",
        "keyword_ability",
        "keyword_action",
        "layer",
        "mechanic",
        "object",  # spell, token, emblem
        "obsolete",
        "phase",
        "player",
        "slang",
        "special_action",
        "state_based_action",
        "status",
        "step",
        "subtype",
        "supertype",
        "symbol",
        "token",
        "tournament",
        "turn_based_action",
        "variant",
        "zone",
    }
)
"""The kinds an entry may have."""

_FIELDS: Final = frozenset({"id", "en", "ja", "reading", "kind", "rules", "also", "note", "unsure"})
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HIRAGANA = re.compile(r"[ぁ-ゖー]+")
# The C loader reads the whole dictionary about ten times faster, but PyYAML may be built without it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TermsError(ValueError):
    """The dictionary is faulty; holds every fault that was found, in both languages.

    >>> TermsError(["a.yaml: entry 'plot': no kind"]).faults
    ("a.yaml: entry 'plot': no kind",)
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        listed = "\n".join(f"- {fault}" for fault in self.faults)
        self.en = f"the dictionary of terms has {len(self.faults)} fault(s):\n{listed}"
        self.ja = f"用語辞書に{len(self.faults)}件の誤りがあります。\n{listed}"
        super().__init__(self.en)


@cache
def load_terms() -> tuple[Term, ...]:
    """All terms that we ship, in the order of the files' names and within each file.

    Raises TermsError when an entry is faulty.

    >>> all(term.origin == "ours" for term in load_terms())
    True
    """
    folder = resources.files(__name__)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    files = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    home = load_settings().home
    if not home.is_dir():
        return read_terms(files)
    key = digest(files)
    found = kept(home, key)
    if found is None:
        found = read_terms(files)
        keep(home, key, found)
    return found


def read_terms(files: Mapping[str, str]) -> tuple[Term, ...]:
    """Read dictionary files given as name and YAML text.

    Raises one TermsError with all faults, each with its file and entry.

    >>> read_terms({"a.yaml": "- {id: x, en: x, ja: エックス, reading: えっくす, kind: spell}"})
    Traceback (most recent call last):
    ...
    kb.terms.TermsError: the dictionary of terms has 3 fault(s):
    - a.yaml: entry 'x': 'spell' is not a kind (see kb.terms.KINDS)
    - a.yaml: entry 'x': note.en is missing or not a text: None
    - a.yaml: entry 'x': note.ja is missing or not a text: None
    """
    faults: list[str] = []
    terms: list[Term] = []
    seen: dict[str, str] = {}
    for name, text in files.items():
        for where, entry in _entries(name, text, faults):
            found = list(_faults(entry))
            identity = entry.get("id")
            if isinstance(identity, str):
                if identity in seen:
                    found.append(f"the id is taken by an entry of {seen[identity]}")
                seen.setdefault(identity, name)
            faults.extend(f"{where}: {fault}" for fault in found)
            if not found:
                terms.append(_term(entry))
    if faults:
        raise TermsError(faults)
    return tuple(terms)


def _entries(name: str, text: str, faults: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of one file, each with the words that say where it stands."""
    try:
        listed = yaml.load(text, Loader=_LOADER)  # noqa: S506 - both loaders are the safe ones
    except yaml.YAMLError as error:
        faults.append(f"{name}: not YAML: {error}")
        return
    if not isinstance(listed, list):
        faults.append(f"{name}: expected a list of entries, found {type(listed).__name__}")
        return
    for place, entry in enumerate(listed, 1):
        if isinstance(entry, dict):
            yield f"{name}: entry {entry.get('id', place)!r}", entry
        else:
            faults.append(f"{name}: entry {place}: expected a mapping, found {entry!r}")


def _faults(entry: Mapping[str, Any]) -> Iterator[str]:
    for key in entry:
        if key not in _FIELDS:
            yield f"unknown field {key!r}"
    for key in ("id", "en", "ja", "reading", "kind"):
        if not _is_text(entry.get(key)):
            yield f"{key} is missing or not a text: {entry.get(key)!r}"
    if _is_text(entry.get("id")) and not _ID.fullmatch(entry["id"]):
        yield f"the id {entry['id']!r} is not in kebab-case"
    if _is_text(entry.get("reading")) and not _HIRAGANA.fullmatch(entry["reading"]):
        yield f"the reading {entry['reading']!r} is not hiragana"
    if _is_text(entry.get("kind")) and entry["kind"] not in KINDS:
        yield f"{entry['kind']!r} is not a kind (see kb.terms.KINDS)"
    yield from _faults_of_lists(entry)
    note = entry.get("note")
    for lang in ("en", "ja"):
        text = note.get(lang) if isinstance(note, dict) else None
        if not _is_text(text):
            yield f"note.{lang} is missing or not a text: {text!r}"


def _faults_of_lists(entry: Mapping[str, Any]) -> Iterator[str]:
    also = entry.get("also", {})
    if not isinstance(also, dict) or not set(also) <= {"en", "ja"}:
        yield f"also is not a mapping of en and ja: {also!r}"
        also = {}
    lists = {
        "rules": entry.get("rules", []),
        "unsure": entry.get("unsure", []),
        "also.en": also.get("en", []),
        "also.ja": also.get("ja", []),
    }
    for key, values in lists.items():
        if not isinstance(values, list) or not all(map(_is_text, values)):
            yield f"{key} is not a list of texts: {values!r} (numbers need quotes)"
        elif len(set(values)) < len(values):
            yield f"{key} says something twice: {values!r}"
        elif key == "rules":
            yield from _faults_of_numbers(values)


def _faults_of_numbers(values: Iterable[str]) -> Iterator[str]:
    for value in values:
        try:
            RuleNumber.parse(value)
        except ValueError as error:
            yield str(error)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value == value.strip()


def _term(entry: Mapping[str, Any]) -> Term:
    also = entry.get("also", {})
    return Term(
        id=entry["id"],
        en=entry["en"],
        ja=entry["ja"],
        reading=entry["reading"],
        kind=entry["kind"],
        rules=tuple(entry.get("rules", [])),
        also_en=tuple(also.get("en", [])),
        also_ja=tuple(also.get("ja", [])),
        note_en=entry["note"]["en"],
        note_ja=entry["note"]["ja"],
    )
