"""What players do, as events: verbs after "whenever you"."""

from __future__ import annotations

from kb.checker.oracle.ast import AnyEvent, Casts, Does, Filter
from kb.checker.oracle.grammar import P

WHO_VERBS = [
    P("<whoverb> or <whoverb>", lambda a, b: (a, b)),
    P("<whoverb> , <whoverb> , or <whoverb>", lambda *v: v),
]

WHO_VERB = [
    P("gain life", lambda: lambda w: Does(w, "gain life")),
    P("lose life", lambda: lambda w: Does(w, "lose life")),
    P("gain or lose life", lambda: lambda w: AnyEvent((Does(w, "gain life"), Does(w, "lose life")))),
    P("draw a card", lambda: lambda w: Does(w, "draw")),
    P("discard a card", lambda: lambda w: Does(w, "discard")),
    P("discard one or more card", lambda: lambda w: Does(w, "discard", batch=True)),
    P("cycle a card", lambda: lambda w: Does(w, "cycle")),
    P("scry", lambda: lambda w: Does(w, "scry")),
    P("surveil", lambda: lambda w: Does(w, "surveil")),
    P("shuffle (your|their) library", lambda: lambda w: Does(w, "shuffle")),
    P("search (your|their) library", lambda: lambda w: Does(w, "search")),
    P("proliferate", lambda: lambda w: Does(w, "proliferate")),
    P("complete a dungeon", lambda: lambda w: Does(w, "complete dungeon")),
    P("venture into the dungeon", lambda: lambda w: Does(w, "venture")),
    P("take the initiative", lambda: lambda w: Does(w, "take initiative")),
    P("become the monarch", lambda: lambda w: Does(w, "become monarch")),
    P("open a attraction", lambda: lambda w: Does(w, "open attraction")),
    P("visit a attraction", lambda: lambda w: Does(w, "visit attraction")),
    P("claim the prize of a attraction", lambda: lambda w: Does(w, "claim prize")),
    P("roll to visit your attraction", lambda: lambda w: Does(w, "roll to visit")),
    P("roll one or more die", lambda: lambda w: Does(w, "roll die", batch=True)),
    P("roll a die", lambda: lambda w: Does(w, "roll die")),
    P("planeswalk", lambda: lambda w: Does(w, "planeswalk")),
    P("roll the planar die", lambda: lambda w: Does(w, "roll planar die")),
    P("win a coin flip", lambda: lambda w: Does(w, "win coin flip")),
    P("lose a coin flip", lambda: lambda w: Does(w, "lose coin flip")),
    P("lose the game", lambda: lambda w: Does(w, "lose the game")),
    P("commit a crime", lambda: lambda w: Does(w, "commit a crime")),
    P("investigate", lambda: lambda w: Does(w, "investigate")),
    P("plot a card", lambda: lambda w: Does(w, "plot")),
    P("foretell a card", lambda: lambda w: Does(w, "foretell")),
    P("descend", lambda: lambda w: Does(w, "descend")),
    P("clash", lambda: lambda w: Does(w, "clash")),
    P("clash and you win", lambda: lambda w: Does(w, "win clash")),
    P("collect evidence", lambda: lambda w: Does(w, "collect evidence")),
    P("forage", lambda: lambda w: Does(w, "forage")),
    P("discover", lambda: lambda w: Does(w, "discover")),
    P("cast a spell", lambda: lambda w: Casts(w, Filter("spell"))),
    P("sacrifice a permanent", lambda: lambda w: Does(w, "sacrifice", Filter("permanent"))),
    P("create a token", lambda: lambda w: Does(w, "create token")),
    P("manifest dread", lambda: lambda w: Does(w, "manifest dread")),
]
