"""A frame whose every field has to be read: what a handler leaves unread is refused, so nothing that was told is dropped.

>>> from kb.asking.frames import ME, Frame
>>> one = Heeded(Frame("draw", {"agent": ME}, negated=True))
>>> one.role("agent"), one.rest()
(Person(who='me'), 'negated')
"""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Frame, Manner, When
from kb.asking.staging.model import NotStaged
from kb.asking.wordbook import wordbook

HARMLESS: Final[frozenset[Manner]] = frozenset({"also", "anyway", "already", "yet"})
"""Words that say how it is meant and nothing about what happens: "also", "anyway"; "already" and "yet" with what is told in order."""
_JA: Final = {
    "negated": "否定",
    "modal": "可能・義務",
    "when": "時",
    "manner": "副詞",
    "link": "つながり",
    "mood": "叙法",
}


class Heeded:
    """Gives a frame's fields and keeps account of which have been read."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._roles: set[str] = set()
        self._fields: set[str] = set()
        self._manner: set[str] = set()

    @property
    def frame(self) -> Frame:
        """The frame, to be named in messages and answers: reading it there honours nothing."""
        return self._frame

    @property
    def verb(self) -> str:
        """Its verb: whoever is called has been found by it."""
        return self._frame.verb

    def has(self, name: str) -> bool:
        """Whether a role is filled, without reading it."""
        return self._frame.roles.get(name) is not None

    def role(self, name: str) -> Any:
        """What fills a role, None where nothing does."""
        self._roles.add(name)
        return self._frame.roles.get(name)

    def each(self, name: str) -> tuple[Any, ...]:
        """What fills a role, as a tuple."""
        filling = self.role(name)
        return () if filling is None else filling if isinstance(filling, tuple) else (filling,)

    def either(self, *names: str) -> Any:
        """What fills one of several roles that mean the same here; two of them filled are refused.

        >>> Heeded(Frame("exile", {"by": 1})).either("by", "to")
        1
        """
        filled = [name for name in names if self._frame.roles.get(name) is not None]
        self._roles.update(filled[:1])
        return self._frame.roles[filled[0]] if filled else None

    def only(self, name: str, *kinds: type) -> Any:
        """What fills a role that says nothing more than other parts of the frame or what was told; another kind is refused."""
        for one in self.each(name):
            if not isinstance(one, kinds):
                self._roles.discard(name)
                self.close()
        return self.role(name)

    def as_asked(self) -> None:
        """Of what is asked: how it hangs together with what was told, and "doesn't it", "would it", which ask for the same."""
        self._fields.update(("link", "mood", "negated", "modal"))

    def laid_out(self) -> None:
        """Of what is told: supposed and told are laid out alike, "has to" and "tries to" are found out by playing; how it hangs
        together with what was told before is read by whoever performs an action, and says nothing more of a state."""
        self._fields.update(("link", "mood", "modal"))

    @property
    def negated(self) -> bool:
        """Whether it is said not to be so."""
        self._fields.add("negated")
        return self._frame.negated

    @property
    def modal(self) -> str:
        """can, must, may, try or nothing."""
        self._fields.add("modal")
        return self._frame.modal

    @property
    def link(self) -> str:
        """How it stands to the frame before it."""
        self._fields.add("link")
        return self._frame.link

    @property
    def mood(self) -> str:
        """fact, supposed or intended."""
        self._fields.add("mood")
        return self._frame.mood

    @property
    def when(self) -> When | None:
        """The moment that is said."""
        self._fields.add("when")
        return self._frame.when

    def manner(self, *words: Manner) -> bool:
        """Whether one of those words stands beside the verb."""
        self._manner.update(words)
        return bool(self._frame.manner & set(words))

    def rest(self) -> str:
        """What has not been read and says something: "" where nothing is left."""
        left = [
            name
            for name, filling in self._frame.roles.items()
            if filling is not None and name not in self._roles
        ]
        left += sorted(self._frame.manner - HARMLESS - self._manner)
        plain = Frame(self._frame.verb)
        for name in ("negated", "modal", "link", "mood", "when"):
            if name not in self._fields and getattr(self._frame, name) != getattr(plain, name):
                left.append(name)
        return ", ".join(left)

    def close(self) -> None:
        """Refuse what has not been read."""
        rest = self.rest()
        if rest:
            verb = wordbook().verbs.get(self.verb)
            ja = verb.ja[0] if verb is not None else self.verb
            raise NotStaged(
                f"at “{self.verb}” something was said that can't be played: {rest}",
                f"「{ja}」について述べられたこと（{'、'.join(_JA.get(one, one) for one in rest.split(', '))}）は扱えません",
            )
