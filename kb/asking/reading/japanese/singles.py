"""One word as the beginning of a noun phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Clause
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.phrases import TAPPED, UNTAPPED, Phrase
from kb.asking.reading.japanese.tokens import Token
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import HasColor, HasType, Status

_COLORS: Final = {"白": "W", "青": "U", "黒": "B", "赤": "R", "緑": "G"}


def single(tokens: Sequence[Token], at: int) -> Phrase | None:
    """The phrase that a word is by itself; None where it begins none."""
    one = tokens[at]
    kind, text = one.kind, one.text
    if kind == "name":
        cards = tuple(dict.fromkeys(card.name for card in one.value))
        return Phrase("name", text, cards=cards)
    if kind == "pt":
        return Phrase(
            "pt",
            text,
            words=[Word("pt", "?" if "何" in text else text)],
            asked="何" in text,
            asks="which" if "何" in text else "",
        )
    if kind == "x":
        return Phrase("x", text, count=int(text.rpartition("=")[2]))
    if kind == "change":
        return Phrase("change", text, what=text)
    if kind == "signed":
        return Phrase("number" if at and tokens[at - 1].kind == "noun" else "count", text, count=int(text))
    if kind == "counter kind":
        return Phrase("counter kind", text, what=text)
    if kind == "loyalty":
        return Phrase("ability loyalty", text, what=text)
    if kind == "mana":
        return _mana(tokens, at)
    if kind in {"count", "nth"}:
        return _count(one)
    if kind == "number":
        return Phrase("number" if at and tokens[at - 1].kind == "noun" else "count", text, count=one.value)
    if kind == "pronoun":
        return Phrase(
            "pronoun",
            text,
            pronoun=closed.PRONOUNS[text],
            definite=text[0] in "そこあ" and text not in {"あっち"},
        )
    if kind == "word" and text == "奥義":
        return Phrase("ability", text, noun="loyalty ability", ability="loyalty", what="ultimate")
    if kind == "chapter":
        return Phrase("ability", text, noun="trigger", ability="triggered", what=one.value)
    if kind == "ask":
        return Phrase("ask", text, asked=True, asks=closed.ASKED[text])
    if kind in {"noun", "verb"} and one.senses:
        return _noun(one)
    if one.suru and not (at + 1 < len(tokens) and verb_goes_on(tokens[at + 1])):
        return Phrase("clause", text, clause=Clause(one.verbs[0], text=text), what=one.verbs[0], word=one)
    if kind == "manner" and text in closed.QUANTITIES:
        return Phrase("quantity", text, quantity=closed.QUANTITIES[text])
    if text in closed.FACES:
        return Phrase("status", text, where=[Status(closed.FACES[text])])
    if kind == "word" and text in closed.ABILITIES:
        return Phrase(
            "clause", text, clause=Clause(closed.ABILITIES[text], text=text), what=closed.ABILITIES[text]
        )
    if kind == "word" and text in closed.QUANTITIES:
        return Phrase("quantity", text, quantity=closed.QUANTITIES[text])
    if kind == "word" and one.pos[0] in {"名詞", "形状詞", "接頭辞", "代名詞", "接尾辞", "連体詞"}:
        return Phrase("unknown", text, left=[text])
    if kind == "formal" and text == "うち":
        return Phrase("person", text, noun="I")
    return None


def _mana(tokens: Sequence[Token], at: int) -> Phrase:
    text = tokens[at].text
    inner = text.strip("()")
    color = _COLORS.get(inner)
    if color and at and any(sense.name == "protection" for sense in tokens[at - 1].senses):
        return Phrase("protection from", text, what=color)
    symbols = "".join("{" + _COLORS.get(one, one.upper()) + "}" for one in re.findall(r"[^(){}]+", text))
    return Phrase("mana", text, what=symbols)


def _count(one: Token) -> Phrase:
    unit = closed.UNITS.get(one.lemma, "")
    if one.kind == "nth":
        return Phrase("nth", one.text, count=one.value, noun="time" if one.lemma in {"回", "度"} else "")
    asked = one.value == "asked"
    found = Phrase(
        "count", one.text, count=one.value, unit=unit, asked=asked, asks="how many" if asked else ""
    )
    if unit == "card":
        found.noun = "card"
    if unit == "mana":
        found.kind, found.noun = "amount", "mana"
    if unit in {"life", "damage"}:
        found.kind, found.noun = "amount", unit
    if unit == "person":
        found.kind, found.noun = "person", "player"
    if unit == "turn":
        found.kind, found.noun = "count", "turn"
    return found


def _noun(one: Token) -> Phrase:
    senses, text = one.senses, one.text
    sense = senses[0]
    kind: str = sense.kind
    if kind == "keyword":
        return Phrase("keyword", text, words=[Word("keyword", sense.name)], word=one if one.verbs else None)
    if kind == "color" and text.endswith("マナ"):
        return Phrase("mana", text, noun="mana", what="{" + sense.name + "}")
    if kind == "color":
        return Phrase("color", text, where=[HasColor(sense.name)])
    if kind == "supertype":
        return Phrase("supertype", text, where=[HasType(sense.name)])
    if kind == "subtype":
        return Phrase("subtype", text, where=[HasType(sense.name.lower())])
    if kind == "counter kind":
        return Phrase("counter", text, noun="counter", what=sense.name)
    row = wordbook().nouns[sense.name]
    found = Phrase(kind, text, noun=sense.name, word=one if one.suru else None)
    if kind == "ability" and row.means != row.name:
        found.ability = row.means
    if kind == "counter" and row.means != "counter":
        found.what = row.means
    if kind == "zone":
        found.zone = row.means
    return found


def status(word: str) -> Any:
    """The state of a permanent by the verb that brings it about."""
    return {"tap": TAPPED, "untap": UNTAPPED, "attack": Status("attacking"), "block": Status("blocking"),
        "plot": Status("plotted"), "foretell": Status("foretold"), "suspend": Status("suspended"),
        "be blocked": Status("blocked")}.get(word)  # fmt: skip


def verb_goes_on(token: Token) -> bool:
    """Whether a noun before it is a verb with it."""
    return token.kind == "aux" and token.lemma in {"する", "できる", "いたす", "れる", "られる"}
