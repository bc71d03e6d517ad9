"""What an answer stands on where nothing has happened that bears on it and no rule has changed it: how things are by default.

>>> [reason.rule for reason in basis("colors", "Forest")]
['202.2']
"""

from __future__ import annotations

from kb.checker.rules import Reason

BASIS = {
    "life": "119.1", "zone": "400.1", "count": "400.1", "power": "208.1", "toughness": "208.1", "types": "205.1", "colors": "202.2",
    "controller": "110.2", "tapped": "110.5c", "is_phased_out": "110.5c", "is_face_down": "110.5b", "damage": "120.6",
    "poison": "122.1", "counters": "122.1", "has": "113.1", "stack": "405.1", "result": "104.1", "mana_pool": "106.4",
    "library": "401.2", "emblems": "114.1", "is_token": "111.1", "is_attached": "701.3a", "is_attacking": "508.1k",
    "is_blocking": "509.1g", "is_blocked": "509.1h", "is_monstrous": "701.37b", "is_renowned": "702.112b", "is_goaded": "701.15a",
    "happened": "700.1", "refused": "601.3", "ring_bearer": "701.54a", "is_transformed": "712.8a",
}  # fmt: skip
"""The rule that says how it is by default, by what is asked for."""


def basis(key: str, name: object) -> tuple[Reason, ...]:
    """The rule by which it is as it was from the beginning."""
    number = BASIS.get(key)
    slots = {"card": name} if isinstance(name, str) else {}
    return (Reason(number, slots, "basis"),) if number is not None else ()
