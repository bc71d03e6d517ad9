"""The whole grammar, put together once and on first use."""

from __future__ import annotations

from functools import cache

from kb.checker.oracle.ast import YOU
from kb.checker.oracle.gram import (
    acts,
    acts_objects,
    amounts,
    changes,
    clauses,
    conditions,
    dungeon_words,
    durations,
    events,
    events_combat,
    history,
    keywords,
    limits,
    numbers,
    object_clauses,
    parts,
    planar,
    players,
    posts,
    refs,
    sentences,
    static_replacements,
    static_rules,
    steps,
    subjects,
)
from kb.checker.oracle.grammar import Grammar, P, Parser, Reading
from kb.checker.oracle.nouns import described, description
from kb.checker.oracle.words import ORDINALS


def _ordinal(parser: Parser, position: int) -> list[Reading]:
    base = parser.base(position)
    return [(position + 1, ORDINALS[base])] if base in ORDINALS else []


def _quote(parser: Parser, position: int) -> list[Reading]:
    if position < parser.size and parser.tokens[position].kind == "quote":
        return [(position + 1, parser.tokens[position].text[1:-1].rstrip("."))]
    return []


_CHOSEN = [
    P(
        "$(color|type|creature type|name|card type)",
        lambda w: {"type": "creature type", "name": "card name"}.get(w, w),
    )
]


@cache
def grammar() -> Grammar:
    """The grammar of Oracle texts.

    >>> "clause" in grammar().tries
    True
    """
    return Grammar(
        {
            "core": description,
            "desc": described,
            "plural": refs.plural,
            "post": posts.POST,
            "having": posts.HAVING,
            "adjective": posts.ADJECTIVE,
            "keyword": posts.keyword_name,
            "name": posts.proper_name,
            "counterkind": posts.counter_kind,
            "chosen": _CHOSEN,
            "number": refs.number,
            "symbol": refs.symbol,
            "symbols": refs.symbols,
            "colorword": refs.color_word,
            "np0": [*refs.NP0, *numbers.NUMBERED],
            "np": refs.NP,
            "player": refs.PLAYER,
            "possessive": refs.POSSESSIVE,
            "poss": refs.POSS,
            "zone": refs.ZONE,
            "tdesc": refs.TARGET_DESC,
            "target": [],
            "count": amounts.COUNT,
            "amountof": amounts.AMOUNT_OF,
            "amountminus": amounts.AMOUNT_MINUS,
            "stat": amounts.STAT,
            "thing": amounts.THING,
            "per": amounts.PER,
            "happened": [],
            "condition": conditions.CONDITION,
            "cond1": [*conditions.COND1, *dungeon_words.DUNGEON_CONDITIONS],
            "past": history.PAST,
            "past0": history.PAST0,
            "past2": sentences.PAST2,
            "npevent": history.NP_EVENT,
            "npenter": history.NP_ENTER,
            "subject": subjects.SUBJECT,
            "attached": subjects.ATTACHED,
            "who": subjects.WHO,
            "event": events.EVENT,
            "event1": events.EVENT1,
            "verbs": events.VERBS,
            "verb": events.VERB,
            "whoverbs": players.WHO_VERBS,
            "whoverb": players.WHO_VERB,
            "dmgto": subjects.DAMAGE_TO,
            "severalplayers": subjects.SEVERAL_PLAYERS,
            "dealer": events_combat.DEALER,
            "dealers": events_combat.DEALERS,
            "whom": [*subjects.WHOM, *dungeon_words.DUNGEON_WHOM],
            "turnof": steps.TURN_OF,
            "step": steps.STEP,
            "act": acts.ACT_TABLES,
            "acts": acts.ACTS,
            "join": acts.JOIN,
            "place": acts_objects.PLACE,
            "extra": acts_objects.PLACE_EXTRA,
            "withcounters": acts_objects.WITH_COUNTERS,
            "control": [
                P("your control", lambda: YOU),
                P("(its|their) owner 's control", refs.owner_of_it),
            ],
            "ordinal": _ordinal,
            "quote": _quote,
            "duration": durations.DURATION,
            "objectclause": [*object_clauses.OBJECT_CLAUSE, *planar.PLANAR_CLAUSES],
            "objectclause2": object_clauses.OBJECT_CLAUSE2,
            "dto": object_clauses.DAMAGE_TO,
            "clause0": clauses.CLAUSE0,
            "clause": clauses.CLAUSE,
            "clauses1": clauses.CLAUSES1,
            "clauses": clauses.CLAUSES,
            "sentence": sentences.SENTENCE,
            "ptchange": changes.pt_change,
            "pt": changes.pt_value,
            "typeline": changes.type_words,
            "changes": changes.CHANGES,
            "change": changes.CHANGE,
            "keywordlist": changes.KEYWORD_LIST,
            "abilities": changes.ABILITIES,
            "ability": keywords.ability_inside,
            "becomes": changes.BECOMES,
            "becomes2": changes.BECOMES2,
            "basept": changes.BASE_PT,
            "copychanges": changes.COPY_CHANGES,
            "copychange": changes.COPY_CHANGE,
            "isa": changes.IS_A,
            "limits": limits.LIMITS,
            "limit": limits.LIMIT,
            "cantverb": [],
            "duration0": limits.DURATION0,
            "musttarget": limits.MUST_TARGET,
            "whose": limits.WHOSE,
            "playerlimits": static_rules.PLAYER_LIMITS,
            "static": parts.STATIC,
            "static1": [*parts.STATIC1, *planar.PLANAR_STATICS],
            "castwhen": static_rules.CAST_WHEN,
            "entering": static_rules.ENTERING_EVENT,
            "would": static_replacements.WOULD,
            "scaling": static_replacements.SCALING,
            "damagedby": static_replacements.DAMAGED_BY,
            "keywordability": keywords.keyword_ability,
            "quality": keywords.QUALITY,
            "qualities": keywords.QUALITIES,
            "enchantwhat": keywords.ENCHANT_WHAT,
            "token": keywords.token_spec,
            "namedtoken": keywords.named_token,
            "tokenstate": keywords.TOKEN_STATE,
            "costs": keywords.COSTS,
            "cost1": keywords.COST1,
        }
    )
