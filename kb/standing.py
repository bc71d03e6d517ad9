"""Whether the rules that an answer stands on still say what they said when the executable model was written.

The model follows one edition. When a newer one is held, a rule that it cites may have another text or number by now:
then the answer says so, at the step of its proof that names the rule.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kb.store import Store

if TYPE_CHECKING:
    from kb.editions.digests import Written

Json = dict[str, Any]
KEPT: Final = 4
"""Stores (as they stand) whose comparison is kept."""
_LOCK: Final = threading.Lock()
_FOUND: Final[OrderedDict[tuple[str, int], Mapping[str, Written]]] = OrderedDict()


def changed_rules(store: Store) -> Mapping[str, Written]:
    """Rules whose text or number is another one in the current edition than in the one the model was written for.

    By their number in the model's edition; empty where no edition is held or it is the model's own. Kept for each
    generation of a store; safe to call from several threads.
    """
    from kb.editions import held  # with the engine's register, which only answers need
    from kb.editions.digests import baseline, compare_numbers
    from kb.editions.history import History

    infos = held.held(store)
    today = next((info for info in infos if info.standing == "current"), None)
    base = baseline()
    if today is None or today.edition == base.edition:
        return {}
    place = (str(store.engine.url), store.generation())
    with _LOCK:
        if place in _FOUND and store.engine.url.database:  # a database in memory has no name of its own
            return _FOUND[place]
    upto = [info for info in infos if info.edition <= today.edition]
    found = compare_numbers(base.digests, held.book(store, today), History.of(store, upto), base)
    differing = {one.number: one for one in found if one.state != "unchanged"}
    with _LOCK:
        _FOUND[place] = differing
        while len(_FOUND) > KEPT:
            _FOUND.popitem(last=False)
    return differing


def with_standing(said: Json, store: Store) -> Json:
    """An answer or a scenario's report in its JSON form, each step on a changed rule marked `changed`.

    `changed` is `{"state", "now", "en", "ja"}`: changed, moved, missing or unknown, the rule's number today (None
    where it is gone), and a sentence. The same object is given back.
    """
    steps = [
        *said.get("because", ()),
        *(step for one in said.get("checks", ()) for step in one.get("because", ())),
    ]
    if not steps:
        return said
    differing = changed_rules(store)
    for step in steps:
        one = differing.get(step["rule"])
        if one is not None:
            step["changed"] = {"state": one.state, "now": one.now, "en": one.en, "ja": one.ja}
    return said
