"""Checks about mana: what an object's mana value is, and how much was spent to cast a spell.

>>> from kb.checker import check as play
>>> cards = {"Blast": {"types": "Sorcery", "cost": "{X}{R}", "text": ""}}
>>> script = [{"at": "1.precombat_main", "player": "A", "cast": "Blast", "x": 3}]
>>> setup = {"A": {"hand": ["Blast"]}}
>>> asked = [{"mana_spent": "Blast"}, {"mana_value": "Blast"}]
>>> [one.value for one in play({"id": "x", "cards": cards, "setup": setup, "script": script, "checks": asked}).answers]
[4, 1]
"""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.checks import Found, check
from kb.checker.marks import MANA_SPENT
from kb.checker.meaning.predicates import mana_value_of
from kb.checker.naming import card_of
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.state import Game, NotModelled, known, of_card


@check("mana_value")
def mana_value(game: Game, one: Check) -> Found:
    """An object's mana value; on the stack X is what was chosen for it, elsewhere 0."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    if obj is None:
        raise NotModelled(f"{one.value!r} no longer exists")
    what = chars(game, obj.id)
    reasons = [Reason("202.3", {"card": what.name})]
    if "{X}" in (what.cost or "") and obj.zone == "stack":
        reasons.insert(0, Reason("202.3e", {"card": what.name}))
    return Found(mana_value_of(game, obj.id), (f"card:{card}",), reasons)


@check("mana_spent")
def mana_spent(game: Game, one: Check) -> Found:
    """How much mana was spent to cast it the last time: its total cost (601.2f)."""
    card = card_of(game, one.value)
    cast = [
        event
        for event in game.history
        if event.kind == "cast" and event.obj is not None and known(game, event.obj).card == card
    ]
    if not cast or cast[-1].obj is None:
        raise NotModelled(f"{one.value!r} has not been cast")
    spell = known(game, cast[-1].obj)
    spent = spell.marks.get(MANA_SPENT, 0)
    if spent is None:
        raise NotModelled(f"what was chosen for X of {one.value!r} is not said")
    symbols = chars(game, spell.id).cost or ""
    if "/P" in symbols or "{2/" in symbols:
        raise NotModelled(f"how {one.value!r} is paid for is a choice", spell.printed.name)
    record = cast[-1].record
    return Found(spent, (f"card:{card}",), records=() if record is None else (record,))
