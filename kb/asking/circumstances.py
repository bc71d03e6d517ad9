"""What happened before, as a question tells it: a spell that resolved or waits, a permanent that is there."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.asking.asked import Asked, Card
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both
from kb.asking.scene import Scene


def times_rolled(asked: Asked) -> int:
    """How often the planar die was rolled already this turn."""
    if asked.has("third"):
        return 2
    ordinal = [int(value) for value in asked.meaning.values("nth")]
    if ordinal:
        return ordinal[0] - 1
    if asked.has("second", "again", "twice") and not asked.has("third"):
        return 1
    return 0


def circumstance(asked: Asked) -> tuple[frozenset[str], Callable[[Scene, str], None] | None, Both]:
    """What happened before: a named spell resolved on the player, is on the stack, or a named permanent is there."""
    nothing: tuple[frozenset[str], None, Both] = (frozenset(), None, Both("", ""))
    for at, card in enumerate(asked.cards):
        mark = f"card{at}"
        if asked.has("resolved_on_me") or (asked.has("resolve") and not is_permanent(card)):

            def resolved(scene: Scene, moment: str, card: Card = card) -> None:
                scene.known(card).has("B", "hand", card.name)
                scene.do(
                    f"{moment.split('.')[0]}.upkeep",
                    "B",
                    cast=card.name,
                    targets=["A"] if "target" in card.text else [],
                )

            return frozenset({mark, "resolved_on_me", "resolve", "opp", "turn_word"}), resolved, Both(f"{card.name} has resolved against you this turn. ", f"このターン、対戦相手の{card.ja}が解決されている。")  # fmt: skip
        if asked.has("stack", "stack_full", "respond") and _beside_stack(asked, mark):

            def stacked(scene: Scene, moment: str, card: Card = card) -> None:
                scene.known(card).has("B", "hand", card.name)
                scene.do(moment, "B", cast=card.name, targets=["A"] if "target" in card.text else [])

            return frozenset({mark, "stack", "stack_full", "respond", "spell"}), stacked, Both(f"{card.name} is on the stack. ", f"スタックに{card.ja}がある。")  # fmt: skip
        if is_permanent(card) and not _is_thing(asked, card):
            mine = _is_mine(asked, mark)
            if mine is None:
                return nothing

            def there(scene: Scene, _: str, card: Card = card, side: str = "A" if mine else "B") -> None:
                scene.known(card).has(side, "battlefield", card.name)

            who = Both("You control" if mine else "An opponent controls", "自分が" if mine else "対戦相手が")
            return frozenset({mark, "opp", "control", "battlefield"}), there, Both(f"{who.en} {card.name}. ", f"{who.ja}{card.ja}をコントロールしている。")  # fmt: skip
    return nothing


def _beside_stack(asked: Asked, mark: str) -> bool:
    """Whether it is this card that is on the stack or responded to."""
    seq = asked.seq.split()
    at = seq.index(mark)
    after = seq[at + 1 : at + 2]
    if asked.meaning.lang == "ja" and seq[max(0, at - 1)] == "stack":
        return True
    if after and after[0] in ("stack", "stack_full"):
        return True
    if asked.meaning.lang == "ja":
        return "respond" in seq[at + 1 :] and asked.meaning.tokens[at].after.startswith("に")
    return seq[at - 1] == "respond"


def _is_thing(asked: Asked, card: Card) -> bool:
    """Whether the card is rather what is plotted or cast."""
    return re.search(r"^Plot[ —]", card.text, re.MULTILINE) is not None or asked.has("adventure")


def _is_mine(asked: Asked, mark: str) -> bool | None:
    """Whose permanent the question speaks of; None where it doesn't say."""
    seq = asked.seq.split()
    at = seq.index(mark)
    if asked.meaning.lang == "en":
        owner = next((name for name in reversed(seq[:at]) if name in ("i", "opp")), None)
        if owner is None or seq[at - 1] not in ("i", "opp", "control"):
            return None
        return owner == "i"
    after = asked.meaning.tokens[at + 1] if at + 1 < len(seq) else None
    if after is not None and after.name == "control" and not {"i", "opp"} & set(seq[:at]):
        return True
    if after is not None and after.name in ("i", "opp") and "場" in after.after:
        return after.name == "i"
    owner = next((name for name in reversed(seq[:at]) if name in ("i", "opp")), None)
    return None if owner is None else owner == "i"
