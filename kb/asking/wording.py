"""Sentences of the checker put into the words of the question: Japanese card names, nameless creatures, you and they.

>>> step = Step("701.8a", Both("Bear is destroyed.", "Bearは破壊される。"))
>>> in_words((step,), ())[0].say
Both(en='The creature is destroyed.', ja='クリーチャーは破壊される。')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from kb.asking.asked import Card
from kb.asking.model import Answer, Both, Step

_NAMELESS: Final = {
    "Card with Plot": Both("the card with plot", "計画を持つカード"),
    "Plotted Card": Both("the plotted card", "計画されたカード"),
    "Plotted Witness": Both("the card", "そのカード"),
    "Foretold Card": Both("the foretold card", "予顕されたカード"),
    "Card with Foretell": Both("the card with foretell", "予顕を持つカード"),
    "Card with Morph": Both("the morph", "変異を持つクリーチャー"),
    "Card in Hand": Both("the card", "そのカード"),
    "Test Spell": Both("the spell on the stack", "スタックの呪文"),
    "Test Attraction": Both("the Attraction", "アトラクション"),
    "Test Plane": Both("the plane", "次元"),
    "Test Dungeon": Both("the dungeon", "ダンジョン"),
    "Other Dungeon": Both("the dungeon", "ダンジョン"),
    "Saproling Token": Both("the token", "トークン"),
    "Attacker": Both("the attacker", "攻撃クリーチャー"),
    "Blocker": Both("the blocker", "ブロック・クリーチャー"),
    "Creature": Both("the creature", "クリーチャー"),
    "Bear": Both("the creature", "クリーチャー"),
    "Engine": Both("the permanent", "そのパーマネント"),
}
_LETTER: Final = (
    re.compile(r"(?<![A-Za-z{])B(?![A-Za-z}])|\bA['’]s|(?<=[a-z] )A(?= [a-z])"),
    re.compile(r"(?<![A-Za-z{])[AB](?=[はがのをに、])"),
)
WHO: Final = Both(
    "You are player A, your opponent is player B.", "あなたをプレイヤーA、対戦相手をプレイヤーBとする。"
)


def in_words(steps: Iterable[Step], cards: Iterable[Card]) -> tuple[Step, ...]:
    """The steps with the names that a reader knows."""
    cards = tuple(cards)
    return tuple(replace(step, say=_say(step.say, cards)) for step in steps)


def _say(say: Both, cards: tuple[Card, ...]) -> Both:
    en, ja = say.en, say.ja
    for card in sorted(cards, key=lambda one: -len(one.name)):
        if card.name_ja:
            ja = re.sub(rf"《?(?<![A-Za-z]){re.escape(card.name)}(?![A-Za-z])》?", card.ja, ja)
    named = {word for card in cards for word in card.name.split()}
    for name, plain in _NAMELESS.items():
        if name in named:
            continue
        form = rf"(?<![A-Za-z《]){re.escape(name)}(?![A-Za-z])"
        en = re.sub(rf"^{form}", plain.en[0].upper() + plain.en[1:], en)
        en = re.sub(form, plain.en, en)
        ja = re.sub(form, plain.ja, ja)
    return Both(en, ja)


def worded(answer: Answer, cards: Iterable[Card]) -> Answer:
    """The answer in those words; where the proof speaks of A and B, who they are is said."""
    steps = in_words(answer.because, cards)
    letters = any(_LETTER[0].search(step.say.en) or _LETTER[1].search(step.say.ja) for step in steps)
    return replace(answer, because=steps, assumptions=(*answer.assumptions, *((WHO,) if letters else ())))
