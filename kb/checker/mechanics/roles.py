"""Role tokens (CR 704.5y, 111.10j-r): only the newest Role of each player stays on a permanent."""

from __future__ import annotations

from collections.abc import Iterator

from kb.checker.characteristics import chars
from kb.checker.event import Event
from kb.checker.event_data import TO, WHY
from kb.checker.keys import having
from kb.checker.rules import rule
from kb.checker.sba import state_based
from kb.checker.state import Game, battlefield


@state_based
@rule("704.5y")
def one_role(game: Game) -> Iterator[Event]:
    """CR 704.5y: of several Roles of one player on a permanent all but the newest are put into the graveyard."""
    groups: dict[tuple[object, str], list[tuple[int, int]]] = {}
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "role" in what.subtypes and obj.attached_to is not None:
            groups.setdefault((obj.attached_to, what.controller), []).append((obj.timestamp, obj.id))
    for (host, _), roles in groups.items():
        for _, identity in sorted(roles)[:-1]:
            event = Event("move", identity, data=having(TO("graveyard"), WHY("rules")))
            if isinstance(host, int) and host in game.objects:
                card = game.objects[host].card
                event.touches |= {f"{topic}:{card}" for topic in ("power", "abilities")}
            yield event.why("704.5y", card=chars(game, identity).name)
