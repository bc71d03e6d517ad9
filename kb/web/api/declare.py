"""How a route of the API is declared: its parameters, its body and its answer, from which OpenAPI is made.

>>> Param("limit", "How many", kind="number", default=10, least=1, most=100).read(["7"])
7
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from kb.web.problems import Problem

Json = dict[str, Any]
_Handler = TypeVar("_Handler", bound=Callable[..., Any])
Given = Mapping[str, Any]
"""The parameters of a request, read and checked, by name; `body` is the body."""


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: what it may be, and what it is without it."""

    name: str
    about: str
    kind: Literal["text", "number", "choice"] = "text"
    default: Any = None
    needed: bool = False
    least: int = 0
    most: int = 400
    """Of a number its greatest value, of a text its greatest length."""
    choices: tuple[str, ...] = ()
    many: Literal["", "repeated", "commas"] = ""
    path: bool = False
    example: str = ""
    pattern: str = ""
    """For readers and generators; what is accepted is wider (full-width digits, other spellings)."""

    def schema(self) -> Json:
        """The JSON Schema of its value."""
        if self.kind == "number":
            one: Json = {"type": "integer", "minimum": self.least, "maximum": self.most}
        elif self.kind == "choice":
            one = {"type": "string", "enum": list(self.choices)}
        else:
            one = {"type": "string", "maxLength": self.most}
            if self.path:
                one["minLength"] = 1
            if self.pattern:
                one["pattern"] = self.pattern
        if self.many:
            return {"type": "array", "items": one, "maxItems": 50}
        if self.default is not None:
            one["default"] = self.default
        return one

    def openapi(self) -> Json:
        """The parameter in OpenAPI's form."""
        made: Json = {
            "name": self.name,
            "in": "path" if self.path else "query",
            "required": self.needed or self.path,
            "description": self.about,
            "schema": self.schema(),
        }
        if self.many:
            made |= {"style": "form", "explode": self.many == "repeated"}
        if self.example:
            made["example"] = self.example
        return made

    def read(self, texts: Sequence[str]) -> Any:
        """The value of what was sent; raises Problem 400 that names the parameter."""
        if not texts:
            if self.needed:
                raise self._wrong(
                    f"the parameter {self.name} is missing", f"パラメーター {self.name} がありません"
                )
            return () if self.many else self.default
        if self.many == "commas":
            texts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
        elif not self.many and len(texts) > 1:
            raise self._wrong(
                f"{self.name} is given {len(texts)} times, expected once",
                f"{self.name} が {len(texts)} 回指定されています。1 回だけ指定してください",
            )
        values = [self._one(text) for text in texts]
        return tuple(values) if self.many else values[0]

    def _one(self, text: str) -> Any:
        if self.kind == "number":
            if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not self.least <= int(text) <= self.most:
                raise self._wrong(
                    f"{self.name} is {text!r:.80}, expected a number from {self.least} to {self.most}",
                    f"{self.name} が {text!r:.80} です。{self.least} から {self.most} までの数を指定してください",
                )
            return int(text)
        if self.kind == "choice" and text not in self.choices:
            raise self._wrong(
                f"{self.name} is {text!r:.80}, expected one of {', '.join(self.choices)}",
                f"{self.name} が {text!r:.80} です。{'、'.join(self.choices)} のいずれかを指定してください",
            )
        if len(text) > self.most:
            raise self._wrong(
                f"{self.name} has {len(text)} characters, at most {self.most} are read",
                f"{self.name} が {len(text)} 文字あります。{self.most} 文字までです",
            )
        return text

    def _wrong(self, en: str, ja: str) -> Problem:
        return Problem(400, en, ja, parameter=self.name)


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request: how it is read from each media type, and its schema."""

    readers: Mapping[str, Callable[[bytes], Any]]
    schema: Any
    about: str


@dataclass(frozen=True, slots=True)
class Route:
    """One address with one method."""

    method: Literal["GET", "POST"]
    path: str
    answer: Any
    """The type of the answer, or a schema."""
    handler: Callable[[Given], Any]
    params: tuple[Param, ...] = ()
    body: Body | None = None
    tag: str = ""
    media: str = "application/json"
    refused: tuple[int, ...] = ()
    """Further statuses it may answer with."""
    loose: str = field(default="")
    """A path parameter that may hold slashes."""

    @property
    def name(self) -> str:
        """What the route is called in code and in OpenAPI."""
        return self.handler.__name__

    @property
    def about(self) -> tuple[str, str]:
        """Summary and description, from the handler's docstring."""
        first, _, rest = (self.handler.__doc__ or "").strip().partition("\n\n")
        return first.rstrip("."), " ".join(rest.split())

    @property
    def flask_rule(self) -> str:
        """The path as Flask writes it."""
        return re.sub(
            r"\{(\w+)\}", lambda m: f"<path:{m[1]}>" if m[1] == self.loose else f"<{m[1]}>", self.path
        )


@dataclass
class Routes:
    """The routes of one subject, declared beside their handlers."""

    tag: str
    all: list[Route] = field(default_factory=list)

    def get(self, path: str, answer: Any, *params: Param, **more: Any) -> Callable[[_Handler], _Handler]:
        """Declare a handler of GET (and HEAD)."""

        def declare(handler: _Handler) -> _Handler:
            self.all.append(Route("GET", path, answer, handler, params, tag=self.tag, **more))
            return handler

        return declare

    def post(
        self, path: str, answer: Any, body: Body, *params: Param, **more: Any
    ) -> Callable[[_Handler], _Handler]:
        """Declare a handler of POST."""

        def declare(handler: _Handler) -> _Handler:
            self.all.append(Route("POST", path, answer, handler, params, body, self.tag, **more))
            return handler

        return declare


LANG = Param(
    "lang",
    "Which language of bilingual texts to give; for search and ask the language of the reader",
    kind="choice",
    choices=("en", "ja", "both"),
    default="both",
)
LIMIT = Param("limit", "How many at most", kind="number", default=10, least=1, most=100)
MANY = Param("limit", "How many at most", kind="number", default=100, least=1, most=1000)
OFFSET = Param("offset", "How many to leave out from the front", kind="number", default=0, most=1_000_000)
EDITION = Param(
    "edition",
    "An edition of the Comprehensive Rules by its date; the current one without it",
    most=20,
    example="2026-01-16",
    pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
)
