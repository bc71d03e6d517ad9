"""A small declarative schema: each type checks a value, naming every fault's place, and writes its JSON Schema.

>>> faults: list[Fault] = []
>>> Record("action", {"x": Int(minimum=0)}).check({"x": -1, "why": 1}, "script[0]", faults)
>>> [fault.where for fault in faults]
['script[0].why', 'script[0].x']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a document, and where; a sentence in each language."""

    where: str
    """Path into the tree: `script[2].choices[0]`; '' is the document itself."""
    en: str
    ja: str

    def __str__(self) -> str:
        return f"{self.where or 'document'}: {self.en}"


class Type(Protocol):
    """What a value must be."""

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Append a fault for everything that is wrong with the value."""

    def schema(self) -> dict[str, Any]:
        """The same as JSON Schema (draft 2020-12)."""


def at_key(where: str, key: object) -> str:
    """The place of a key below a place.

    >>> at_key("script[0]", "cast")
    'script[0].cast'
    """
    return f"{where}.{key}" if where else str(key)


def _wrong(where: str, expected_en: str, expected_ja: str, value: object) -> Fault:
    return Fault(
        where, f"expected {expected_en}, got {value!r}", f"{expected_ja}が必要ですが、{value!r} です"
    )


@dataclass(frozen=True, slots=True)
class Text:
    """A string; numbers are read as their text where YAML took a cost of `3` for a number."""

    values: tuple[str, ...] = ()
    pattern: str = ""
    also_number: bool = False

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """CR-free: a plain string check."""
        import re

        if self.also_number and isinstance(value, int) and not isinstance(value, bool):
            return
        if not isinstance(value, str):
            faults.append(_wrong(where, "a text", "文字列", value))
        elif self.values and value not in self.values:
            listed = ", ".join(self.values)
            faults.append(_wrong(where, f"one of {listed}", f"{listed} のいずれか", value))
        elif self.pattern and not re.fullmatch(self.pattern, value):
            faults.append(
                _wrong(where, f"a text of the form {self.pattern}", f"{self.pattern} の形の文字列", value)
            )

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        out: dict[str, Any] = {"type": ["string", "integer"] if self.also_number else "string"}
        if self.values:
            out["enum"] = list(self.values)
        if self.pattern:
            out["pattern"] = f"^(?:{self.pattern})$"
        return out


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number within bounds; `null` too where `nullable`."""

    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """A bool is not a number here, though Python says so."""
        if value is None and self.nullable:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            faults.append(_wrong(where, "a whole number", "整数", value))
        elif (self.minimum is not None and value < self.minimum) or (
            self.maximum is not None and value > self.maximum
        ):
            low = "" if self.minimum is None else self.minimum
            high = "" if self.maximum is None else self.maximum
            faults.append(_wrong(where, f"a number in {low}..{high}", f"{low}～{high} の数", value))

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        out: dict[str, Any] = {"type": ["integer", "null"] if self.nullable else "integer"}
        if self.minimum is not None:
            out["minimum"] = self.minimum
        if self.maximum is not None:
            out["maximum"] = self.maximum
        return out


@dataclass(frozen=True, slots=True)
class Bool:
    """true or false."""

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Only a real boolean."""
        if not isinstance(value, bool):
            faults.append(_wrong(where, "true or false", "true か false", value))

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value: what is asked decides."""

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Nothing is wrong."""

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one type; at most `most`."""

    item: Type
    most: int = 20_000

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Each item at its index."""
        if not isinstance(value, list):
            faults.append(_wrong(where, "a list", "リスト", value))
            return
        if len(value) > self.most:
            faults.append(Fault(where, f"more than {self.most} items", f"{self.most} 個を超えています"))
            return
        for index, item in enumerate(value):
            self.item.check(item, f"{where}[{index}]", faults)

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"type": "array", "items": self.item.schema(), "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from any name to values of one type."""

    value: Type

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Each value at its key; keys are texts or numbers read as text."""
        if not isinstance(value, Mapping):
            faults.append(_wrong(where, "a map", "マップ", value))
            return
        for key, item in value.items():
            self.value.check(item, at_key(where, key), faults)

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"type": "object", "additionalProperties": self.value.schema()}


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of any of several types, tried in order; the message names them."""

    options: tuple[Type, ...]
    en: str
    ja: str

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Faults of the option that got furthest are reported when its outer shape fits."""
        best: list[Fault] | None = None
        for option in self.options:
            found: list[Fault] = []
            option.check(value, where, found)
            if not found:
                return
            if any(fault.where != where for fault in found):
                best = found if best is None else best
        faults.extend(best if best is not None else [_wrong(where, self.en, self.ja, value)])

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"anyOf": [option.schema() for option in self.options]}


@dataclass(frozen=True, slots=True)
class Record:
    """A map with known keys. `exactly_one` names the keys of which exactly one must be there."""

    name: str
    keys: Mapping[str, Type]
    required: tuple[str, ...] = ()
    exactly_one: tuple[str, ...] = field(default=())
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By a key of `exactly_one`: those of `besides` that it knows."""
    besides: tuple[str, ...] = ()

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """Unknown keys, missing keys, and each value."""
        if not isinstance(value, Mapping):
            faults.append(_wrong(where, f"a map ({self.name})", f"マップ（{self.name}）", value))
            return
        for key in value:
            if key not in self.keys:
                known = ", ".join(self.keys)
                faults.append(
                    Fault(at_key(where, key), f"unknown key {key!r} (known here: {known})",
                          f"不明なキー {key!r} です（ここで使えるキー: {known}）")
                )  # fmt: skip
        for key in self.required:
            if key not in value:
                faults.append(Fault(where, f"the key {key!r} is missing", f"キー {key!r} がありません"))
        if self.exactly_one:
            given = [key for key in self.exactly_one if key in value]
            if len(given) != 1:
                listed = ", ".join(self.exactly_one)
                got = ", ".join(given) or "-"
                faults.append(
                    Fault(where, f"exactly one of these is needed: {listed} (given: {got})",
                          f"次のうちちょうど１つが必要です: {listed}（指定: {got}）")
                )  # fmt: skip
        self._check_beside(value, where, faults)
        for key, item in value.items():
            if key in self.keys:
                self.keys[key].check(item, at_key(where, key), faults)

    def _check_beside(self, value: Mapping[Any, Any], where: str, faults: list[Fault]) -> None:
        given = [key for key in self.exactly_one if key in value]
        for key in self.besides:
            if len(given) != 1 or key not in value or key in self.beside[given[0]]:
                continue
            known = ", ".join(self.beside[given[0]]) or "-"
            faults.append(
                Fault(at_key(where, key), f"{given[0]!r} does not know the key {key!r} (it knows: {known})",
                      f"{given[0]!r} ではキー {key!r} を使えません（使えるキー: {known}）")
            )  # fmt: skip

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        out: dict[str, Any] = {
            "type": "object",
            "properties": {key: item.schema() for key, item in self.keys.items()},
            "additionalProperties": False,
        }
        if self.required:
            out["required"] = list(self.required)
        if self.exactly_one:
            out["oneOf"] = [{"required": [key]} for key in self.exactly_one]
        if self.besides:
            out["dependentSchemas"] = {
                key: {"properties": dict.fromkeys((one for one in self.besides if one not in known), False)}
                for key, known in self.beside.items()
            }
        return out


@dataclass(frozen=True, slots=True)
class Named:
    """A type that stands in `$defs` of the JSON Schema, so that it may refer to itself."""

    name: str
    resolve: Any
    """A function without arguments that gives the type."""

    def check(self, value: object, where: str, faults: list[Fault]) -> None:
        """As the type it names."""
        self.resolve().check(value, where, faults)

    def schema(self) -> dict[str, Any]:
        """JSON Schema: a reference."""
        return {"$ref": f"#/$defs/{self.name}"}
