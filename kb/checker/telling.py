"""How telling a rule is: what decides, what always comes of an event of that kind, how an action goes.

>>> [rank(Reason(number)) for number in ("702.12b", "120.3a", "608.2n", "405.5", "601.2")]
[0, 1, 2, 3, 4]
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.checker.rules import Reason

RESULT = frozenset(
    {
        "122.1a", "601.2f", "305.2a", "611.2a", "508.1a", "111.2",
        "119.3", "120.3a", "120.3e", "120.3c", "111.1", "122.1", "506.4", "510.1b", "510.1c", "510.1d", "603.6a",
        "603.6c", "608.3a", "701.8a", "701.21a", "701.9a", "611.3a",
        "613.4c", "613.1f", "613.1d", "613.1b", "613.7", "613.9", "508.3a", "509.3a", "509.3c", "603.2b", "101.2", "614.6",
        "615.1", "614.12", "509.1h", "121.1", "309.4", "309.5a", "702.8a", "702.20b", "104.2a", "305.6", "707.10", "118.3b",
        "614.1c", "603.7b", "603.10a", "122.2", "608.2g", "611.3b", "110.2", "110.2a", "511.3", "508.1k", "509.1g",
    }
)  # fmt: skip
"""What always comes of an event or effect of that kind: the answer's form, seldom what decides it."""
WEAK = frozenset({"602.2b", "111.4", "400.7", "608.2n", "700.4", "113.7a"})
"""What is true of each such event, and hardly ever decides."""
ORDER = frozenset(
    {
        "405.5",
        "608.1",
        "603.2",
        "603.3b",
        "118.3",
        "107.3a",
        "601.2c",
        "601.2b",
        "704.3",
        "608.2c",
        "703.4g",
        "405.2",
    }
)
"""Which comes first, and what may be chosen or paid."""
PROCESS = frozenset(
    {
        "601.2", "602.2", "117.1a", "117.3a", "508.1", "508.1f", "509.1", "510.2", "305.1", "307.1", "304.1", "302.1",
        "301.1", "303.1", "306.1", "310.1", "116.2a", "605.1a", "605.3b", "500.1", "601.2a",
    }
)  # fmt: skip
"""How an action is taken or a step goes, whatever comes of it."""


def rank(reason: Reason) -> int:
    """How telling a rule is: 0 one that decides, the others the less telling the higher."""
    for number, kind in enumerate((RESULT, WEAK, ORDER, PROCESS), 1):
        if reason.rule in kind:
            return number
    return 0


def telling(reasons: Iterable[Reason]) -> list[Reason]:
    """Those that decide."""
    return [reason for reason in reasons if not rank(reason)]
