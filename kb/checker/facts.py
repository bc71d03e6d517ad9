"""Facts of the game, of players and scopes, in which several modules take part."""

from __future__ import annotations

from kb.checker.keys import Count, Fact, PlayerFact, ScopeFact

COMMANDERS: Fact[frozenset[int]] = Fact("commanders")
"""The physical cards that are commanders."""
MONARCH: Fact[str | None] = Fact("monarch")
"""The monarch (725)."""
PLANAR_CONTROLLER: Fact[str] = Fact("planar_controller")
"""The planar controller (901.6)."""
POOL_UNKNOWN: Fact[set[str]] = Fact("pool_unknown")
"""Whose mana isn't known."""
PAYING: Fact[bool] = Fact("paying")
"""What is being done now is done to pay a cost, not by an effect."""
PREFER: Fact[tuple[str, ...]] = Fact("prefer")
"""What is chosen where objects or players are chosen between and no answer is given."""
STARTING_LIFE: PlayerFact[int] = PlayerFact("starting_life")
"""Starting life total (103.4)."""
PAID_AS: ScopeFact[dict[str, list[int]]] = ScopeFact("paid_as")
"""What costs were paid with, by what happened to it."""
DRAW_STEP_USED = Count("draw_step")
"""That the active player has drawn in the draw step of a turn."""
