"""Imports every module that registers handlers, in one place; importing it is cheap and has no other effect.

A new mechanic is a file in kb/checker/mechanics: it is found by its being there.
"""

from __future__ import annotations

import importlib
import pkgutil

import kb.checker.actions
import kb.checker.activating
import kb.checker.casting
import kb.checker.checks
import kb.checker.combat
import kb.checker.combat_damage
import kb.checker.costs
import kb.checker.effects.acts
import kb.checker.effects.basic
import kb.checker.effects.flow
import kb.checker.effects.library
import kb.checker.effects.replacing
import kb.checker.effects.spells
import kb.checker.effects.tokens
import kb.checker.happenings
import kb.checker.layers
import kb.checker.mana
import kb.checker.meaning.amounts
import kb.checker.meaning.patterns
import kb.checker.meaning.predicates
import kb.checker.meaning.refs
import kb.checker.moving
import kb.checker.permissions
import kb.checker.sba
import kb.checker.script_events
import kb.checker.stack
import kb.checker.turn
from kb.checker import mechanics

LOADED = tuple(
    importlib.import_module(f"{mechanics.__name__}.{module.name}")
    for module in sorted(pkgutil.iter_modules(mechanics.__path__), key=lambda one: one.name)
)
"""The mechanics, by file name."""
