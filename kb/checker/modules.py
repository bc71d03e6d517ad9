"""Imports every module that registers handlers, in one place; importing it is cheap and has no other effect.

A new mechanic is a file in kb/checker/mechanics: it is found by its being there.
"""

from __future__ import annotations

import importlib
import pkgutil

import kb.checker.mechanics

CORE = (
    "ability_checks", "event_checks", "priority", "spell_checks",
    "actions", "activating", "blocking", "casting", "checks", "combat", "combat_damage", "costs", "creating", "damaging", "effects.acts",
    "effects.basic", "effects.combat_acts", "effects.dice", "effects.flow", "effects.lasting", "effects.library", "effects.players",
    "effects.replacing", "effects.spells", "effects.tokens", "happenings", "layers", "mana", "meaning.amounts", "meaning.patterns",
    "meaning.picking", "meaning.predicates", "meaning.refs", "meaning.states", "moving",
    "permissions", "resolving", "sba", "script_events", "silent", "stack", "stack_checks", "turn",
)  # fmt: skip
"""Modules of the engine that register handlers."""

LOADED = tuple(
    importlib.import_module(name)
    for name in (
        *(f"kb.checker.{name}" for name in CORE),
        *(f"kb.checker.mechanics.{one.name}" for one in pkgutil.iter_modules(kb.checker.mechanics.__path__)),
    )
)
"""Every module, the mechanics last, by file name."""
