"""What an unread sentence can do at most, by the words that are known in it.

Each wording says why: the sentence holds one statement, of a kind that can change nothing else. Its unread rest says about
what, when or how much. A second statement is ruled out by what may not stand in the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.checker.oracle.shapes import is_known_word
from kb.checker.oracle.tokens import tokenize

Topics = frozenset[str]


@dataclass(frozen=True, slots=True)
class Wording:
    """One kind of sentence."""

    pattern: re.Pattern[str]
    topics: Topics
    safe: str
    """Why it can change nothing else."""
    rest: bool = False
    """Whether the rest may hold "and": the whole sentence is of one kind."""


def _wording(pattern: str, topics: str, safe: str, *, rest: bool = False) -> Wording:
    return Wording(re.compile(pattern, re.IGNORECASE | re.DOTALL), frozenset({topics}), safe, rest)


SELF = r"(?:this (?:creature|permanent|artifact|land|enchantment|planeswalker|saga|vehicle|equipment|aura)|~)"
THIS = r"(?:this spell|this card|~)"
WHEN = r"(?:as long as [^,]+, |during [^,]+, )?"
WORDINGS: tuple[Wording, ...] = (
    _wording(
        rf"^(?:as an additional cost to cast {THIS}, .+|you (?:may|can't) cast {THIS} .+|cast {THIS} only .+"
        rf"|(?:if [^,]+, )?{THIS} costs (?:\{{[^}}]+\}})+ (?:less|more) to cast\b.*|you can't spend mana to cast {THIS}"
        rf"|you may .+ rather than pay {THIS}'s mana cost|(?:if [^,]+, )?you may cast {THIS} .+"
        r"|(?:prototype|sneak|emerge|mayhem|more than meets the eye|freerunning) .+)$",
        "own casting",
        "How an object itself is cast functions where it can be cast from and on the stack (113.6d-f).",
        rest=True,
    ),
    _wording(
        r"^(?:equip|craft with|reconfigure|fortify|level up|station|crew|augment|outlast|unearth|encore)\b.*$",
        "activating",
        "A keyword that is an activated ability does nothing until somebody activates it (602.1).",
        rest=True,
    ),
    _wording(r"^ward—.*$", "event:target", "Ward triggers when its object becomes a target (702.21a).", rest=True),
    _wording(
        rf"^(?:{SELF} enters(?: the battlefield)?\b[^.]*|as {SELF} enters(?: the battlefield)?, (?!choose).+"
        rf"|(?:if [^,]+, )(?:{SELF}|it) enters(?: the battlefield)?\b[^.]*)$",
        "entering itself",
        "How an object itself enters has mattered when it entered (614.12), and does nothing afterwards.",
    ),
    _wording(
        rf"^{WHEN}[^,.]+? (?:can't|can) (?:attack|block|be blocked|attack or block)\b[^.]*$",
        "combat",
        "What may attack or block, and whom, matters in combat alone (508.1c, 509.1b).",
    ),
    _wording(
        rf"^{WHEN}[^,.]+? (?:must (?:attack|block|be blocked)|attacks?|blocks?) [^,.]*if able$",
        "forced combat",
        "What has to attack or block matters once attackers are declared (508.1d, 509.1c).",
    ),
    _wording(
        r"^[^,.]+? costs? (?:\{[^}]+\})+ (?:less|more)(?: to (?:cast|activate))?\b[^.]*$",
        "costs",
        "A cost that is only mana matters where mana is counted (601.2f, 602.2b).",
    ),
    _wording(
        r"^(?:you|players) may spend mana as though it were mana of any (?:color|type)\b[^,.]*$",
        "costs",
        "For what mana can be spent matters where mana is counted (609.4b).",
    ),
    _wording(
        r"^[^,.]+? can't be cast\b[^.]*$", "casting", "What can't be cast matters when it would be (601.3)."
    ),
    _wording(
        r"^(?:once each turn, )?you may pay [^,.]+? rather than pay the mana cost for [^,.]+$",
        "casting",
        "Another way to pay for spells matters when one is cast (118.9).",
    ),
    _wording(
        r"^(?:you|each player|players|your opponents) (?:may look at [^,.]+|plays? with (?:the top card|their hands?) [^,.]+)$",
        "nothing",
        "To see a card changes nothing; what is done with it, the script says (706).",
    ),
)  # fmt: skip


def by_words(text: str, names: tuple[str, ...] = ()) -> Topics | None:
    """The topics of an unread sentence of a known kind, or None.

    >>> sorted(by_words("Flumphs can't attack unless you frobnicate"))
    ['combat']
    >>> by_words("Flumphs can't attack and frobnicate") is None
    True
    """
    sentence = text.strip().rstrip(".")
    for name in sorted(names, key=len, reverse=True):
        if name:
            sentence = sentence.replace(name, "~")
    for one in WORDINGS:
        if one.pattern.match(sentence) and (one.rest or not re.search(r" (?:and|then) ", sentence)):
            return one.topics
    return None


EVENT_VERBS: dict[str, str] = {
    "enter": "enter", "die": "die", "leave": "move", "put": "move", "exile": "move", "return": "move", "discard": "move",
    "sacrifice": "move", "mill": "move", "draw": "draw", "attack": "attacks", "attacked": "attacks", "block": "attacks",
    "blocked": "attacks", "cast": "cast", "deal": "damage", "dealt": "damage", "activate": "activate", "cycle": "cycle",
    "scry": "scry", "surveil": "surveil", "roll": "roll_die",
}  # fmt: skip
"""What has to happen for a trigger condition with that verb, as a topic's word (kb.checker.bearing)."""
_EVENT_WORDS = frozenset(
    ["when", "whenever", "one", "two", "three", "more", "less", "fewer", "exactly", "at", "least", "only", "from", "anywhere", "to",
     "for", "first", "second", "third", "time", "each", "turn", "during", "without", "dying", "combat", "noncombat", "damage",
     "this", "their", "its", "it", "than", "into", "with", "power", "toughness", "mana", "value", "equal", "greater", "single",
     "both", "kicked", "under", "controller", "owner", "'s", "ability", "that'", "host", "by", "who", "be"]
)  # fmt: skip
"""Further words of trigger conditions, none of which is a verb that something could be triggered by."""


def event_topics(text: str, names: tuple[str, ...] = ()) -> Topics | None:
    """The topics of an unread trigger condition of known words: one of its verbs has to happen before it can trigger.

    >>> sorted(event_topics("Whenever you cast a spell that's both blue and red"))
    ['event:cast']
    >>> event_topics("Whenever a creature you cast frobnicates") is None
    True
    """
    found: set[str] = set()
    for token in tokenize(text, names):
        if token.base in EVENT_VERBS:
            found.add(f"event:{EVENT_VERBS[token.base]}")
        elif token.base not in _EVENT_WORDS and not is_known_word(token):
            return None
    return frozenset(found) or None
