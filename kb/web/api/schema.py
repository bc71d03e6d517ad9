"""JSON Schema of the typed shapes in which the API answers.

>>> class Point(TypedDict):
...     "A place."
...     x: int
...     name: str | None
>>> made = Schemas()
>>> made.of(Point)
{'$ref': '#/components/schemas/Point'}
>>> made.components["Point"]["properties"]["name"]
{'anyOf': [{'type': 'string'}, {'type': 'null'}]}
"""

from __future__ import annotations

import types
from dataclasses import dataclass, field
from typing import (
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Json = dict[str, Any]
_PLAIN: dict[object, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}

__all__ = ["Schemas", "TypedDict", "members"]


@dataclass
class Schemas:
    """The schemas met so far; each typed shape once, under its name."""

    components: dict[str, Json] = field(default_factory=dict)

    def of(self, shape: Any) -> Json:
        """The schema of a type; raises TypeError for one that JSON has no form for."""
        if isinstance(shape, dict):  # a schema already
            return shape
        if shape in _PLAIN:
            return dict(_PLAIN[shape])
        if is_typeddict(shape):
            return self._named(shape)
        origin, inner = get_origin(shape), get_args(shape)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in inner]}
        if origin is Literal:
            return {"enum": list(inner)}
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"no JSON form for {shape!r}")

    def _named(self, shape: Any) -> Json:
        name = shape.__name__
        if name not in self.components:
            self.components[name] = {}  # a shape may hold itself
            hints = get_type_hints(shape, include_extras=True)
            made: Json = {"type": "object", "properties": {key: self.of(one) for key, one in hints.items()}}
            # a whole answer may be asked for in part, with `fields`
            always = {
                key for key, one in hints.items() if shape.__total__ and get_origin(one) is not NotRequired
            }
            needed = {"version"} if "version" in hints else always
            if needed:
                made["required"] = sorted(needed)
            if shape.__doc__ and not shape.__doc__.startswith("dict("):
                made["description"] = shape.__doc__
            self.components[name] = made
        return {"$ref": f"#/components/schemas/{name}"}


def members(shape: Any) -> tuple[str, ...]:
    """The names of the members of an answer, of all its forms where it has several.

    >>> members(dict[str, int])
    ()
    """
    if is_typeddict(shape):
        return tuple(get_type_hints(shape))
    if get_origin(shape) in (Union, types.UnionType):
        return tuple(dict.fromkeys(name for one in get_args(shape) for name in members(one)))
    return members(get_args(shape)[0]) if get_origin(shape) is list else ()
