"""The words of both languages: verbs, nouns and the rest, a row each in `words/`.

A row says how the word is called in English and Japanese and what it builds; nothing else of the program knows a word of a
language. Inflected forms aren't listed: the readers take words back to their dictionary forms.

>>> book = wordbook()
>>> book.verbs["destroy"].en[0], book.verbs["destroy"].ja[0]
('destroy', '破壊')
>>> book.nouns["attacker"].filter.where
(Status(name='attacking'), HasType(name='creature'))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from kb.asking.data import tree
from kb.checker.oracle.ast import Filter

VerbKind = Literal["deed", "happening", "state"]
"""deed: somebody does it. happening: it happens to something (die, resolve). state: it is so (have, be)."""
_TAKES_EN: Final = {
    "subject": "agent", "object": "what", "second": "to", "to": "to", "with": "by", "by": "by", "using": "by", "via": "by", "through": "by",
    "from": "from", "on": "to", "onto": "to", "into": "to", "in": "at", "for": "for", "as": "as", "off": "by", "because of": "by", "against": "to", "upon": "to", "toward": "to", "towards": "to", "out of": "from", "away from": "from",
}  # fmt: skip
"""Which role a subject, an object or a preposition fills, where the verb's row says nothing else. "a/b": a for persons, b for things."""
_TAKES_JA: Final = {
    "が": "agent",
    "を": "what",
    "に": "to",
    "へ": "to",
    "で": "by",
    "から": "from",
    "として": "as",
    "と": "with",
}


@dataclass(frozen=True, slots=True)
class JapaneseReads:
    """How the Japanese reader knows a verb, more widely than it is said.

    `forms`: dictionary forms, slang too. `takes`: which role a particle marks. `by_form`: the particles of forms that take their own (出る
    beside 出す). `needs`: what can fill a role, more narrowly than the row's `needs`: this tells verbs apart that share a form, as `must`
    does: roles without which another verb of that form is meant.
    """

    forms: tuple[str, ...] = ()
    takes: Mapping[str, str] = field(default_factory=dict)
    by_form: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)
    needs_by_form: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    must: tuple[str, ...] = ()
    must_by_form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its forms, which role each part of a clause fills, and what it does in Oracle words."""

    name: str
    en: tuple[str, ...]
    ja: tuple[str, ...]
    kind: VerbKind
    en_takes: Mapping[str, str]
    ja_takes: Mapping[str, str]
    oracle: str = ""
    """What an invented spell says that does it, with slots for roles."""
    needs: Mapping[str, str] = field(default_factory=dict)
    """What can fill a role: creature, permanent, spell, card, ability, player, object, or several joined by "/"."""
    en_own: tuple[str, ...] = ()
    ja_own: tuple[str, ...] = ()
    """The parts of a clause of which the row itself says which role they fill, in its order."""
    reads: JapaneseReads = field(default_factory=lambda: JapaneseReads())
    """How the Japanese reader knows it."""
    en_object: str = ""
    """What its English object can be, in the words of `needs`, by nouns, or "none"; it tells verbs apart that share a form."""
    en_subject: str = ""
    """What its English subject must be, in the words of `needs`; "" asks nothing."""
    en_also: tuple[Verb, ...] = ()
    """The same verb by English forms that take their parts in another way ("point it at her" beside "cast it on her")."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun: its forms and what it stands for (a description of objects, or a word of some class)."""

    name: str
    en: tuple[str, ...]
    ja: tuple[str, ...]
    filter: Filter | None
    kind: str
    """thing, person, zone, step, ability, counter, amount, concept."""
    means: str
    """The checker's name of it, where it is no thing."""
    counter: str = ""
    """The Japanese word with which it is counted (2体, 3点)."""


@dataclass(frozen=True)
class WordBook:
    """All rows."""

    verbs: Mapping[str, Verb]
    nouns: Mapping[str, Noun]


@cache
def wordbook() -> WordBook:
    """The rows of `words/`, read once; a row that says something unknown raises ValueError."""
    folder = files("kb.asking") / "words"
    verbs: dict[str, Verb] = {}
    for text in verb_files():
        for name, row in _rows(text).items():
            if name in verbs:
                raise ValueError(f"the verb {name!r} has two rows")
            verbs[name] = _verb(name, row)
    nouns = _rows((folder / "nouns.yaml").read_text(encoding="utf-8"))
    return WordBook(verbs, {name: _noun(name, row) for name, row in nouns.items()})


def verb_files() -> list[str]:
    """The texts of the files of verbs, in the order of their names."""
    folder = files("kb.asking") / "words" / "verbs"
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir(), key=lambda one: one.name)]


def _rows(text: str) -> dict[str, Any]:
    found = tree(text)
    assert isinstance(found, dict)
    return found


_SWITCH: Final[Mapping[Any, str]] = {True: "on", False: "off"}
"""YAML takes these two words for a switch."""
_VERB_KEYS: Final = {
    "en",
    "ja",
    "kind",
    "en_takes",
    "ja_takes",
    "oracle",
    "needs",
    "en_object",
    "en_also",
    "ja_read",
}
_ALSO_KEYS: Final = {"en", "takes", "object", "subject"}
_NOUN_KEYS: Final = {"en", "ja", "is", "class", "name", "ja_counter"}


def _verb(name: str, row: Mapping[str, Any]) -> Verb:
    if row.keys() - _VERB_KEYS:
        raise ValueError(f"verb {name!r}: unknown keys {sorted(row.keys() - _VERB_KEYS)}")
    kind = row.get("kind", "deed")
    subject = {} if kind == "deed" else {"subject": "what"}
    particle = {} if kind == "deed" else {"が": "what"}
    en_own = {_SWITCH.get(key, key): role for key, role in (row.get("en_takes") or {}).items()}
    ja_own = row.get("ja_takes") or {}
    needs = row.get("needs") or {}
    read = row.get("ja_read") or {}
    takes = {**_TAKES_JA, **particle, **ja_own}
    reads = JapaneseReads(
        tuple(read.get("forms", row["ja"])),
        {**takes, **{one: role for one, role in read.get("takes", {}).items() if isinstance(role, str)}},
        {form: own for form, own in read.get("takes", {}).items() if isinstance(own, dict)},
        {**needs, **{role: need for role, need in read.get("needs", {}).items() if isinstance(need, str)}},
        {form: own for form, own in read.get("needs", {}).items() if isinstance(own, dict)},
        *_musts(read.get("must", ())),
    )
    verb = Verb(
        name,
        tuple(row["en"]),
        tuple(row["ja"]),
        kind,
        {**_TAKES_EN, **subject, **en_own},
        takes,
        row.get("oracle", ""),
        needs,
        tuple(en_own),
        tuple(ja_own),
        reads,
        row.get("en_object", ""),
    )
    return replace(verb, en_also=tuple(_also(verb, one) for one in row.get("en_also", ())))


def _musts(given: Any) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Roles that must be filled: a list, or one for a form alone."""
    if isinstance(given, Mapping):
        return (), {form: tuple(roles) for form, roles in given.items()}
    return tuple(given), {}


def _also(verb: Verb, row: Mapping[str, Any]) -> Verb:
    if row.keys() - _ALSO_KEYS:
        raise ValueError(f"verb {verb.name!r}: unknown keys {sorted(row.keys() - _ALSO_KEYS)} in en_also")
    takes = {_SWITCH.get(key, key): role for key, role in row["takes"].items()}
    subject = {} if verb.kind == "deed" else {"subject": "what"}
    return replace(
        verb,
        en=tuple(row["en"]),
        en_takes={**_TAKES_EN, **subject, **takes},
        en_own=tuple(takes),
        en_object=row.get("object", ""),
        en_subject=row.get("subject", ""),
    )


def _noun(name: str, row: Mapping[str, Any]) -> Noun:
    if row.keys() - _NOUN_KEYS:
        raise ValueError(f"noun {name!r}: unknown keys {sorted(row.keys() - _NOUN_KEYS)}")
    found = described(row["is"]) if "is" in row else None
    return Noun(
        name,
        tuple(row["en"]),
        tuple(row["ja"]),
        found,
        row.get("class", "thing"),
        row.get("name", name),
        row.get("ja_counter", ""),
    )


def described(words: str) -> Filter:
    """A description in Oracle words as the grammar of card texts reads it; ValueError where it doesn't.

    >>> described("creature spell").kind
    'spell'
    """
    from kb.checker.oracle.gram.table import grammar
    from kb.checker.oracle.grammar import Parser
    from kb.checker.oracle.tokens import tokenize

    tokens = tokenize(words)
    found = Parser(grammar(), tokens).exact("desc", 0, len(tokens))
    if found is None:
        raise ValueError(f"not a description of objects: {words!r}")
    assert isinstance(found, Filter)
    return found
