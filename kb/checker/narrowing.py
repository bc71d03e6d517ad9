"""From a text that isn't modelled to its topics (kb.checker.bearing), by what of it is read.

Each narrowing gives the topics of one shape and says in its docstring why no other answer can be changed. What no
narrowing knows bears on everything.
"""

from __future__ import annotations

import re
from dataclasses import fields

from kb.checker.bearing import COMBAT_KEYWORDS, EVERYTHING, NOTHING
from kb.checker.executable import first_problem, problem_here
from kb.checker.oracle import ast
from kb.checker.oracle.shapes import says_the_same, shape, unknown_things
from kb.checker.oracle.words import CREATURE_TYPES
from kb.checker.replacement import is_replacement
from kb.checker.unread import mana_trigger_problem, part_problem, trigger_problem
from kb.checker.wordings import by_words, event_topics

Topics = frozenset[str]
ALL: Topics = frozenset({EVERYTHING})
NONE: Topics = frozenset({NOTHING})
MANA: Topics = frozenset({"costs", "event:tap_for_mana"})
"""What a land gives besides: it counts where mana is, and it may use the stack or not."""
OWN: Topics = frozenset({"own casting"})
"""How the card itself is cast."""
COMBAT_VERBS = frozenset(
    {"attack", "block", "attack or block", "be blocked", "attack you or yours", "be attacked", "attack alone", "block alone"}
)  # fmt: skip
CASTING_VERBS = frozenset({"cast", "play", "cast as though flash", "play land", "plot", "play land from"})
LOOKING_VERBS = frozenset(
    {
        "look",
        "look at",
        "look at top",
        "look at face-down",
        "play with top revealed",
        "play with hand revealed",
    }
)
BEFORE_THE_GAME = re.compile(
    r"^(?:partner(?:—.+| with .+)?|friends forever|choose a background|doctor's companion|companion — .+"
    r"|a deck can have [^.\n]+ cards? named [^\n]+|[^.\n]+ can be your commander\.?"
    r"|(?:reveal|draft) .+ (?:as you draft it|face up)\b.*|as you draft .+|immediately after the draft.+"
    r"|remove .+ from your deck before playing if you're not playing for ante\.?)$",
    re.IGNORECASE | re.DOTALL,
)
"""Sentences about deck building, drafting and ante (702.124, 702.139, 905, 407)."""
BEFORE_THE_GAME_KEYWORDS = frozenset(
    {"partner", "partner with", "friends forever", "choose a background", "doctor's companion", "companion", "hidden agenda",
     "double agenda"}
)  # fmt: skip
CASTING_KEYWORDS = frozenset(
    {"mutate", "casualty", "cleave", "conspire", "demonstrate", "emerge", "freerunning", "web-slinging", "replicate", "ripple",
     "gravestorm", "assist", "more than meets the eye", "prototype", "teamwork", "harmonize", "mayhem", "disturb", "miracle", "bestow", "awaken", "offering",
     "splice", "sneak"}
)  # fmt: skip
"""Keyword abilities that do something while their card is cast, or let it be cast (702.140a, 702.153a, 702.148a …)."""
ENTERING_KEYWORDS = frozenset({"amplify", "sunburst", "hideaway", "backup", "devour land"})
"""Keyword abilities that do something as, or when, their object enters (702.38a, 702.44a, 702.75a, 702.165a)."""
ACTIVATED_KEYWORDS = frozenset(
    {"aura swap", "transfigure", "reconfigure", "encore", "typecycling", "commander ninjutsu", "boast"}
)
"""Keyword abilities that are activated abilities (702.65a, 702.71a, 702.151a, 702.141a, 702.29e, 702.49d)."""


def topics_of(node: ast.Ability, names: tuple[str, ...] = ()) -> Topics:
    """What an ability that isn't modelled, on an object of those names where it functions, could bear on."""
    if before_the_game(node):
        return NONE
    match node:
        case ast.Keyword():
            return _of_keyword(node)
        case ast.Activated():
            return frozenset({"activating"})
        case ast.Triggered():
            return _of_trigger(node, names)
        case ast.Static(parts=parts):
            found: set[str] = set()
            for index, part in enumerate(parts):
                settled = first_problem((node.condition,)) is None
                if settled and (
                    part_problem(part) is None or waits_for_event(part) or _of_given(part, found)
                ):
                    continue
                found |= _of_part(part, parts[index - 1] if index else None, names)
            return _union(found)
    return ALL


def _of_trigger(node: ast.Triggered, names: tuple[str, ...]) -> Topics:
    """A trigger whose event is read does nothing until that happens; what isn't read of its condition is met then.

    Of an event that isn't read the verb may tell what would have to happen first.
    """
    if trigger_problem(node) is None:
        return MANA if mana_trigger_problem(node) is not None else NONE
    if isinstance(node.event, ast.UnreadEvent):
        return event_topics(node.event.text, names) or ALL
    return ALL


def _union(found: set[str]) -> Topics:
    if EVERYTHING in found:
        return ALL
    return frozenset(found - {NOTHING}) or NONE


def before_the_game(node: ast.Ability) -> bool:
    """Deck building, drafting and ante are over when a game is played: their texts change nothing in it."""
    if isinstance(node, ast.Keyword) and node.name in BEFORE_THE_GAME_KEYWORDS:
        return True
    return bool(BEFORE_THE_GAME.match(node.text))


def _of_keyword(node: ast.Keyword) -> Topics:
    """A keyword that works while its card is cast, that is activated or that works in combat bears on that alone."""
    if node.name in CASTING_KEYWORDS:
        return OWN
    if node.name in ACTIVATED_KEYWORDS:
        return frozenset({"activating"})
    if node.name in ENTERING_KEYWORDS:
        return frozenset({"entering itself"})
    if node.name in COMBAT_KEYWORDS:
        return frozenset({f"keyword:{node.name}"})
    return ALL


def _of_part(part: ast.Part, before: ast.Part | None, names: tuple[str, ...] = ()) -> Topics:
    """A continuous effect bears on what its kind of effect changes, whatever it applies to and whenever."""
    match part:
        case ast.UnreadPart(text):
            return _of_text(text, before, names)
        case ast.While(inner):
            return _of_part(inner, None, names)
        case ast.Modify(changes=changes):
            return _union({topic for change in changes for topic in _of_change(change)})
        case ast.Cant(verb=verb) if verb in COMBAT_VERBS:
            return frozenset({"combat"})
        case ast.Cant(
            verb="cast" | "be cast" | "cast spells" | "play" | "play land" | "cast at instant speed"
        ):
            return frozenset({"casting"})
        case ast.Cant(verb="activate" | "activate abilities"):
            return frozenset({"activating"})
        case ast.Must():
            return frozenset({"forced combat"})
        case ast.Can(verb=verb) if verb in LOOKING_VERBS:
            return NONE  # to know a card changes nothing: what is done with it, the script says
        case ast.Can(verb="begin with"):
            return NONE  # 103.6: done before the first turn
        case ast.Can(verb=verb) if verb in CASTING_VERBS:
            return frozenset({"casting"})
        case ast.Can(verb="spend mana as any color"):
            return frozenset({"costs"})
        case (
            ast.AdditionalCost(what=None)
            | ast.AlternativeCost()
            | ast.CostChange(what=ast.SameAs(ast.This()))
        ):
            return OWN
        case ast.CostChange(action="cast" | "activate" | "equip" | "dash" | "plot"):
            return frozenset({"costs"})
        case ast.AdditionalCost():
            return frozenset({"casting"})
        case ast.RulePart(name="can be commander" | "deck any number"):
            return NONE
    return ALL


def _of_text(text: str, before: ast.Part | None, names: tuple[str, ...]) -> Topics:
    """A sentence of which only the predicate is read bears on what that predicate changes."""
    if BEFORE_THE_GAME.match(text):
        return NONE
    worded = by_words(text, names)
    if worded is not None:
        return worded
    if before is not None and says_the_same(text):
        return _of_part(before, None)
    thing = unknown_things(text)
    if thing is not None:
        return frozenset({f"things:{thing}"})
    parts = shape(text)
    if parts is None:
        return ALL
    return _union({topic for part in parts for topic in _of_part(part, None)})


def _of_change(change: ast.Change) -> Topics:
    """A change of characteristics bears on what looks at that characteristic (613.1): its layer and no other."""
    match change:
        case ast.SetColors():
            return frozenset({"colors"})
        case ast.ChosenType(what="creature type") | ast.AllSubtypes(of="creature"):
            return frozenset({"creature types"})
        case ast.AddTypes(types) | ast.SetTypes(types) | ast.RemoveTypes(types):
            return frozenset({"creature types"}) if set(types) <= CREATURE_TYPES else ALL
        case ast.AddAbility(ast.Activated()):
            return frozenset({"activating"})
        case ast.AddAbility(ast.Keyword(name=name)) | ast.LoseAbility(name) if name in COMBAT_KEYWORDS:
            return frozenset({f"keyword:{name}"})
    return ALL


def _of_given(part: ast.Part, found: set[str]) -> bool:
    """An ability that isn't modelled and is given to objects that are known bears on what it would on any of them."""
    if not isinstance(part, ast.Modify) or first_problem(part.what) is not None:
        return False
    for change in part.changes:
        if isinstance(change, ast.AddAbility) and first_problem(change) is not None:
            given = topics_of(change.ability)
            found |= {"casting"} if given == OWN else given  # those spells are others
        elif first_problem(change) is not None:
            found |= _of_change(change)
    return True


def waits_for_event(part: ast.Part) -> bool:
    """A replacement effect whose event is read is met by the engine when that event would happen, and does nothing before.

    What isn't read of it then taints the game, as an instruction of a spell does.
    """
    if isinstance(part, ast.While):
        return first_problem(part.condition) is None and waits_for_event(part.part)
    if not is_replacement(part) or isinstance(part, ast.UnreadPart):
        return False
    waiting = ("instead", "then", "effects", "counters")
    fine = [getattr(part, field.name) for field in fields(part) if field.name not in waiting]
    return problem_here(part) is None and first_problem(tuple(fine)) is None
