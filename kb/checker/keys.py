"""Keys of what is kept: marks of objects, facts of games, players and scopes, data of events.

A key is declared once, beside the mechanic that owns the state, with the type of what is kept under it. A misspelt one
is a NameError, one of another kind is found by the type checker, and a bare string is refused: none reads as "nothing".

>>> GILDED: Mark[int] = Mark("gilded")
>>> marks = having(GILDED(3))
>>> marks.get(GILDED), marks.also(GILDED(4))[GILDED]
(3, 4)
>>> marks.get("gilded")
Traceback (most recent call last):
TypeError: 'gilded' is no key
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

if TYPE_CHECKING:
    from kb.checker.dispatch import Scope  # noqa: F401 - named in the bases below
    from kb.checker.event import Event  # noqa: F401
    from kb.checker.state import Game, Obj, Player  # noqa: F401

H = TypeVar("H")
"""Whose state it is: nothing of another's is found under a key."""
T = TypeVar("T")
V = TypeVar("V", covariant=True)
D = TypeVar("D")
K = TypeVar("K", bound="Key[Any, Any]")

_DECLARED: dict[tuple[type, str], Key[Any, Any]] = {}


class Found(Generic[H, V]):
    """What a key is to one who reads: where a number is kept, something is kept."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Key(Found[H, T]):
    """What something is kept under; called with a value it is an entry for `having`."""

    name: str

    def __post_init__(self) -> None:
        if _DECLARED.setdefault((type(self), self.name), self) is not self:
            raise ValueError(f"declared twice: {self}")

    def __call__(self, value: T) -> tuple[Key[H, T], T]:
        return self, value

    def __deepcopy__(self, memo: dict[int, Any]) -> Key[H, T]:
        """There is but one of each, also in a copy of a game."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Key[Any, Any]], tuple[type, str]]:
        return _declared, (type(self), self.name)


def _declared(kind: type, name: str) -> Key[Any, Any]:
    return _DECLARED[kind, name]


class Mark(Key["Obj", T]):
    """A designation or memory of an object."""

    __slots__ = ()


class Fact(Key["Game", T]):
    """What is remembered of the game."""

    __slots__ = ()


class PlayerFact(Key["Player", T]):
    """What is remembered of a player."""

    __slots__ = ()


class ScopeFact(Key["Scope", T]):
    """What is remembered while a text is followed."""

    __slots__ = ()


class Datum(Key["Event", T]):
    """What is said of an event beside its fields."""

    __slots__ = ()


class Count(Key["Game", int]):
    """What is counted or limited; whose, and in which turn, stands beside it: `game.done[DRAWS, player, game.turn]`."""

    __slots__ = ()


Counted: TypeAlias = tuple[Count, *tuple[object, ...]]


class Family(dict[str, K]):
    """Keys of one kind, one for each word of a text: `LINKED["exiled"]`."""

    def __init__(self, kind: Callable[[str], K], name: str) -> None:
        super().__init__()
        self.kind = kind
        self.name = name

    def __missing__(self, word: str) -> K:
        made = self[word] = self.kind(f"{self.name}:{word}")
        return made


class Kept(dict[Key[H, Any], Any], Generic[H]):
    """What is kept of an object, game, player, scope or event, by keys of that kind, each with its type of value."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(self, entries: Iterable[tuple[Key[H, Any], Any]] | Kept[H] = ()) -> None: ...
        def __getitem__(self, key: Found[H, T]) -> T: ...
        def __contains__(self, key: Found[H, Any]) -> bool: ...  # type: ignore[override]
        def setdefault(self, key: Key[H, T], default: T) -> T: ...  # type: ignore[override]

    @overload  # type: ignore[override]
    def get(self, key: Found[H, T]) -> T | None: ...
    @overload
    def get(self, key: Found[H, T], default: D) -> T | D: ...
    def get(self, key: Any, default: Any = None) -> Any:
        """What is kept under the key."""
        return _get(self, key, default) if key.__class__ is not str else _refuse(key)

    @overload
    def pop(self, key: Found[H, T], /) -> T: ...
    @overload
    def pop(self, key: Found[H, T], default: D, /) -> T | D: ...
    def pop(self, key: Any, /, *default: Any) -> Any:
        """Take out what is kept under the key."""
        return dict.pop(self, key, *default) if key.__class__ is not str else _refuse(key)

    def __setitem__(self, key: Key[H, T], value: T) -> None:
        _refuse(key) if isinstance(key, str) else _set(self, key, value)

    def __missing__(self, key: object) -> Any:
        if key.__class__ is str:
            _refuse(key)
        raise KeyError(key)

    def also(self, *entries: tuple[Key[H, Any], Any]) -> Kept[H]:
        """The same with more entries, or with others in the place of those that it has."""
        made = Kept(self)
        made.update(entries)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Kept[H]:
        copied: Kept[H] = Kept()
        memo[id(self)] = copied
        copied.update([(key, deepcopy(value, memo)) for key, value in self.items()])
        return copied


_get: Any = dict.get
_set: Any = dict.__setitem__


def _refuse(key: object) -> Any:
    raise TypeError(f"{key!r} is no key")


def having(*entries: tuple[Key[H, Any], Any]) -> Kept[H]:
    """What is kept from the start: `having(TO("hand"), WHY("draw"))`."""
    return Kept(entries)
