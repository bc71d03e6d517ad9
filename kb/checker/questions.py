"""What a question is about: a question about nothing is an error that says what there is, never 0 or false.

A name must be one that something in the game has or has had, a fragment must fit an ability that its source has, had or
could be given, a type and a keyword must be known words. Where several objects share a name, a check about one of them
answers when all of them have the same value.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kb.checker.cards import CARD_TYPES, SUPERTYPES, abilities_of
from kb.checker.characteristics import abilities, expanded, is_keyword
from kb.checker.history import Topic, inner_words, keyword_words, own_words, words_of
from kb.checker.naming import BadQuestion, cards_named, sources
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.oracle.words import COST_KEYWORDS, NUMBER_KEYWORDS, PLAIN_KEYWORDS, SUBTYPES
from kb.checker.state import Game, NotModelled, Obj

ASKED_FOR = {"triggered": (ast.Triggered,), "resolved": (ast.Triggered, ast.Activated, ast.Spell)}
SHOWN = 6
"""Abilities that an error lists."""


def sharing(game: Game, name: str, *, everywhere: bool) -> list[int]:
    """The physical cards that a name may mean: of those without `as` names, those on the battlefield unless `everywhere`."""
    if name in game.names:
        return []
    called = set(game.names.values())
    found = cards_named(game, name)
    found = [obj for obj in found if obj.card not in called] or found
    there = [obj for obj in found if obj.zone == "battlefield"]
    return [obj.card for obj in (found if everywhere or not there else there)]


@contextmanager
def meaning(game: Game, name: str, card: int) -> Iterator[None]:
    """Inside, the name means that card."""
    game.names[name] = card
    try:
        yield
    finally:
        del game.names[name]


def differing(name: str, values: list[object]) -> BadQuestion:
    """The error where several objects of a name answer differently."""
    listed = ", ".join(sorted({str(value) for value in values}))
    return BadQuestion(
        f"{len(values)} objects are called {name!r} and differ ({listed}): give the one that is meant a name with `as`",
        f"{name!r} という名前のオブジェクトが{len(values)}個あり、値が異なります（{listed}）。as で名前を付けて指定してください",
    )


# --- abilities --------------------------------------------------------------------------------------


def must_fit(game: Game, topic: Topic, name: str, text: str) -> None:
    """Raise where the fragment fits no ability that the source has, had or could have been given."""
    objects = sources(game, name)
    own = [(node, words) for obj in objects for node, words in _of_object(game, obj)]
    wanted = [words for node, words in own if isinstance(node, ASKED_FOR[topic])]
    if any(text in words.casefold() for words in wanted):
        return
    for node, words in own:
        if isinstance(node, ast.UnreadAbility) and text in words.casefold():
            raise NotModelled("this text is not read", name, node.text)
    if any(text in words.casefold() for words in _given(game, ASKED_FOR[topic])):
        return
    listed = list(dict.fromkeys(words.split("\n")[0] for words in wanted))
    shown = "; ".join(repr(one) for one in listed[:SHOWN]) or "-"
    verb, verb_ja = ("triggers", "誘発する") if topic == "triggered" else ("resolves", "解決される")
    raise BadQuestion(
        f"{name!r} has no ability that {verb} with {text!r} in its text; it has: {shown}",
        f"{name!r} には、文章に {text!r} を含み{verb_ja}能力がありません。持っている能力：{shown}",
    )


def _of_object(game: Game, obj: Obj) -> Iterator[tuple[ast.Ability, str]]:
    for ability in abilities(game, obj.id):
        yield ability.node, words_of(game, ability)
        yield from _created(ability.node)
    for printed in (obj.printed, *obj.printed.faces):
        for node in printed.abilities:
            yield from _with_keyword(game, obj, node, printed.text)


def _with_keyword(game: Game, obj: Obj, node: ast.Ability, text: str) -> Iterator[tuple[ast.Ability, str]]:
    yield node, own_words(node)
    yield from _created(node)
    for inner in expanded(game, obj, node):
        yield inner, keyword_words(text, node, inner) if isinstance(node, ast.Keyword) else own_words(inner)
        yield from _created(inner)


def _created(node: ast.Ability) -> Iterator[tuple[ast.Ability, str]]:
    """Abilities that an ability creates: delayed and reflexive ones."""
    for part in ast.walk(node):
        if isinstance(part, ast.Delayed):
            words = inner_words(node, part)
            yield (
                ast.Triggered(text=words, event=part.event or ast.Happens("reflexive"), body=part.body),
                words,
            )


def _given(game: Game, kinds: tuple[type, ...], *, own: bool = False) -> Iterator[str]:
    """Words of abilities that something in the game gives to objects; with `own` also of those that objects have."""
    seen: set[int] = set()
    for obj in (*game.objects.values(), *game.gone.values()):
        if id(obj.printed) in seen:
            continue
        seen.add(id(obj.printed))
        for printed in (obj.printed, *obj.printed.faces):
            for part in ast.walk(printed.abilities):
                if isinstance(part, ast.Ability) and (own or part not in printed.abilities):
                    for node, words in _with_keyword(game, obj, part, printed.text):
                        if isinstance(node, kinds):
                            yield words


# --- words ------------------------------------------------------------------------------------------


def must_be_ability(game: Game, name: str, wanted: str) -> None:
    """Raise where a text is neither a keyword nor in any ability of the game."""
    keywords = PLAIN_KEYWORDS | NUMBER_KEYWORDS | COST_KEYWORDS
    if is_keyword(wanted) or any(wanted == word or wanted.startswith(f"{word} ") for word in keywords):
        return
    words = wanted.split(" ")
    if any(is_keyword(" ".join(words[:count])) for count in range(1, len(words))):
        return
    texts = [text for obj in sources(game, name) for _, text in _of_object(game, obj)]
    if any(wanted in text.casefold() for text in texts):
        return
    if any(wanted in text.casefold() for text in _given(game, (ast.Ability,), own=True)):
        return
    if not any(unread(node) for node in abilities_of(f"{wanted[:1].upper()}{wanted[1:]}.", "", "Creature")):
        return  # an ability that the game could know, though nothing here has it
    listed = list(dict.fromkeys(text.split("\n")[0] for text in texts if text))
    shown = "; ".join(repr(one) for one in listed[:SHOWN]) or "-"
    raise BadQuestion(
        f"{wanted!r} is no keyword, and no ability in this game has that text; {name!r} has: {shown}",
        f"{wanted!r} はキーワードではなく、その文章を持つ能力もこのゲームにありません。{name!r} の能力：{shown}",
    )


def must_be_type(game: Game, line: str) -> None:
    """Raise where a word is no type, supertype or subtype."""
    for word in line.casefold().replace("—", " ").split():
        if word in CARD_TYPES or word in SUPERTYPES or word in SUBTYPES or word in ("time", "lord"):
            continue
        printed = {id(obj.printed): obj.printed for obj in (*game.objects.values(), *game.gone.values())}
        lines = (face.type_line.casefold() for one in printed.values() for face in (one, *one.faces))
        if any(word in one.replace("—", " ").split() for one in lines):
            continue
        raise BadQuestion(
            f"{word!r} is no card type, supertype or subtype",
            f"{word!r} はカード・タイプ、特殊タイプ、サブタイプのいずれでもありません",
        )


def must_be_player(game: Game, name: object) -> str:
    """The player of that name; raises where there is none."""
    if isinstance(name, str) and name in game.players:
        return name
    listed = ", ".join(game.players)
    raise BadQuestion(
        f"there is no player {name!r} in this game (players: {listed})",
        f"プレイヤー {name!r} はこのゲームにいません（プレイヤー：{listed}）",
    )
