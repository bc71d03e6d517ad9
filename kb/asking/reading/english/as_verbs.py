"""What is no verb and stands for one: a card's name ("Can I Lightning Bolt it?"), a loyalty cost ("I -3 it")."""

from __future__ import annotations

from kb.asking.mentions import Mention
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.phrase import VP, row
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.tails import Item, tail


def card_as_verb(r: Reader, at: int) -> list[Reading]:
    """ "Can I Lightning Bolt it": to cast it on that."""
    tok = r.toks[at]
    if not tok.text[:1].isupper():
        return []
    card = Mention(cards=tok.cards, text=tok.text)
    found: list[Reading] = []
    for end, items, cost in tail(r, at + 1):
        if items and items[0].kind == "obj" and sum(one.kind == "obj" for one in items) == 1:
            on = Item("prep", items[0].value, "on")
            found.append(
                (end, VP(row("cast"), (Item("obj", card), on, *items[1:]), text=r.text(at, end)), cost + 1.0)
            )
            if (
                len(items) == 2
                and items[1].kind == "particle"
                and items[1].word == ""
                and items[1].value == "in"
            ):
                by = Item("prep", card, "with")
                found.append((end, VP(row("cheat"), (items[0], by), text=r.text(at, end)), cost + 0.5))
    return found


def loyalty_as_verb(r: Reader, at: int) -> list[Reading]:
    """ "I -3 it": to activate that ability of it."""
    found: list[Reading] = []
    for end, what, cost in noun_phrase(r, at + 1):
        if isinstance(what, Mention):
            ability = Mention(
                noun="loyalty ability",
                ability="loyalty",
                what=r.low(at),
                of=what,
                definite=True,
                text=r.text(at, end),
            )
            found += [
                (
                    stop,
                    VP(row("activate"), (Item("obj", ability), *items), text=r.text(at, stop)),
                    cost + more,
                )
                for stop, items, more in tail(r, end)
            ]
    return found
