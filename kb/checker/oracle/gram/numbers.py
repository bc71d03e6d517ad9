"""Noun phrases whose number the text has told before, and targets that are counted."""

from __future__ import annotations

from kb.checker.oracle.gram.refs import ANY_TARGET, ZERO, target
from kb.checker.oracle.grammar import P
from kb.checker.oracle.raw import ThatMuch

NUMBERED = [
    P("that many target <tdesc>", lambda f: target(f, ThatMuch(), ThatMuch())),
    P("up to that many target <tdesc>", lambda f: target(f, ZERO, ThatMuch())),
    P("a third target", lambda: target(ANY_TARGET, other=True)),
]
