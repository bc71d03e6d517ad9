"""What is said of a named card besides its name."""

from __future__ import annotations

from kb.asking.frames import Thing
from kb.asking.staging.invented import Made, read
from kb.asking.staging.model import NotStaged
from kb.checker.cards import Printed


def as_said(thing: Thing, printed: Printed) -> Made:
    """What is said of a named card besides its name: what is printed on it is no news, the rest is how it is set up."""
    said = Made()
    read(thing.filter, said)
    words = {*printed.types, *printed.subtypes, *printed.supertypes}
    for word in (*said.types, *said.subtypes, *said.supertypes):
        if word not in words and word != "legendary":
            raise NotStaged(
                f"{thing.card} is said to be a {word}",
                f"《{thing.card}》が「{word}」だと述べられています",
            )
    for wanted, there in (
        (said.power, printed.power),
        (said.toughness, printed.toughness),
        (said.value, printed.mana_value),
    ):
        if wanted is not None and str(wanted) != str(there):
            raise NotStaged(
                f"{thing.card} is said to have another size", f"《{thing.card}》のサイズが異なります"
            )
    text = printed.text.casefold()
    for line in said.lines:
        if line.split(" {")[0].casefold() not in text:
            raise NotStaged(
                f"{thing.card} is said to have “{line}”",
                f"《{thing.card}》が「{line}」を持つと述べられています",
            )
    if said.colors is not None and set(said.colors) != set(printed.colors):
        raise NotStaged(f"{thing.card} is said to have another color", f"《{thing.card}》の色が異なります")
    return said
