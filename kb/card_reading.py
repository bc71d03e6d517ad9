"""What the model makes of a card's text, ability by ability: what it reads, and what of that it would not honour.

>>> [(one.kind, one.state) for one in abilities([{"name": {"en": "Owl"}, "type": {"en": "Creature"}, "text": {"en": "Flying"}}])]
[('Keyword', 'executable')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kb.checker.executable import Problem

State = Literal["unread", "read", "executable"]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability with what is missing of it."""

    text: str
    kind: str
    """Class of the node: Spell, Activated, Triggered, Static, Keyword …"""
    name: str
    """Of a keyword ability."""
    unread: tuple[str, ...]
    """The spans that are not read."""
    problems: tuple[Problem, ...]
    """What is read but not honoured."""

    @property
    def state(self) -> State:
        """unread (in part), read (but not honoured), executable."""
        return "unread" if self.unread else "read" if self.problems else "executable"

    def to_json(self) -> dict[str, Any]:
        """As the API and `mtgkb card --json` give it."""
        return {
            "text": self.text,
            "kind": self.kind,
            "state": self.state,
            "unread": list(self.unread),
            "not_executable": [{"en": one.en, "ja": one.ja} for one in self.problems],
        }


def abilities(faces: Iterable[Mapping[str, Any]]) -> list[Ability]:
    """The abilities of a card's faces (`card` JSON), in order; none of a face whose text is not known."""
    import kb.checker.modules
    from kb.checker.executable import problems
    from kb.checker.oracle.coverage import unread_texts
    from kb.checker.oracle.read import paragraphs, parse_oracle

    assert kb.checker.modules.LOADED
    found: list[Ability] = []
    for face in faces:
        types = str(face["type"]["en"]).replace("—", " ").split()
        for paragraph in paragraphs(face["text"]["en"] or ""):
            for node in parse_oracle(paragraph, face["name"]["en"], types):
                missing = tuple(one for one in problems(node) if one.kind != "unread")
                name = str(getattr(node, "name", ""))
                found.append(
                    Ability(node.text or paragraph, type(node).__name__, name, unread_texts((node,)), missing)
                )
    return found
