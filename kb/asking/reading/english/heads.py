"""Heads of noun phrases: cards, nouns of the book, types of card texts, abilities, counters, sizes, keywords, figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Number, Person, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.amounts import colored_mana, drop, x_is
from kb.asking.reading.english.describing import CONDITIONS, keyword_at, oracle_token, size_of
from kb.asking.reading.english.lexicon import knows, lexicon
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.wordbook import Noun, wordbook
from kb.checker.oracle.ast import Filter, HasKeyword, HasType, Predicate, Status
from kb.checker.oracle.nouns import classify
from kb.checker.oracle.words import COLORS, SUBTYPES, SUPERTYPES

_ROMAN: Final = frozenset({"i", "ii", "iii", "iv", "v", "vi"})
_COUNTER_KINDS: Final = frozenset({
    "lore", "time", "poison", "loyalty", "charge", "finality", "energy", "shield", "stun", "flying", "trample", "deathtouch",
    "lifelink", "menace", "reach", "vigilance", "hexproof", "indestructible", "haste", "page", "oil", "quest", "level", "fade",
    "age", "study", "verse", "spore", "storage", "bounty", "experience", "rad", "blood", "ice", "mining", "burden", "divinity",
    "egg", "wish", "defense", "void", "fate", "death", "doom", "soul", "gold",
})  # fmt: skip
"""Kinds of counters that people name; what card texts name besides is read where "counter" follows it."""
_ABOUT_ABILITY: Final = frozenset({
    "enters", "etb", "dies", "death", "attack", "attacks", "upkeep", "sacrifice", "leaves", "ltb", "cast", "landfall", "visit",
    "room", "enter", "block", "blocks", "damage", "chapter", "end", "combat", "becomes", "becoming", "untap", "draw", "discard",
    "lifegain", "planeswalking", "chaos", "target",
})  # fmt: skip


def kind(noun: str) -> str:
    """The class of a noun's row."""
    row = wordbook().nouns.get(noun)
    return row.kind if row else "thing"


def like(
    one: Mention, preds: tuple[Predicate, ...], clauses: tuple[Clause, ...], face: str = ""
) -> Mention | None:
    """A mention with more said of what it is; None where it isn't anything that can be so."""
    if one.noun and kind(one.noun) not in ("thing", "ability", "concept", "zone"):
        return None
    if one.noun and kind(one.noun) != "thing":
        return None if preds else replace(one, clauses=(*one.clauses, *clauses))
    if one.cards and any(isinstance(pred, HasType) and pred.name not in SUPERTYPES for pred in preds):
        return None  # "the creature blocking Sheoldred" is no kind of Sheoldred
    if preds:
        base = one.filter or Filter("permanent", ())
        one = replace(one, filter=Filter(base.kind, (*preds, *base.where)))
    return replace(one, clauses=(*one.clauses, *clauses), face=face or one.face)


def head(r: Reader, at: int) -> list[Reading]:
    """Readings of a head at a place."""
    return r.once(("head", at), lambda: _head(r, at))


def _head(r: Reader, at: int) -> list[Reading]:
    tok_kind, low = r.kind(at), r.low(at)
    found: list[Reading] = []
    if tok_kind == "card":
        found += _card(r, at)
    found += _abilities(r, at) + _counters(r, at) + drop(r, at) + colored_mana(r, at) + x_is(r, at)
    if low in ("combat", "trample", "lethal", "excess") and r.low(at + 1) == "damage":
        what = low if low == "combat" else ""
        if low != "excess":
            found.append((at + 2, Mention(noun="damage", what=what, text=r.text(at, at + 2)), 0.0))
    for end, name in keyword_at(r, at):
        if r.low(end) in ("cost", "costs"):
            found.append((end + 1, Mention(noun="cost", what=name, text=r.text(at, end + 1)), -0.2))
    if tok_kind == "pt":
        found += _sized(r, at)
    if r.says(at, ("token", "copy", "of")) or r.says(at, ("token", "copies", "of")):
        spot = at + 3 + (r.low(at + 3) in ("a", "an", "the"))
        if r.kind(spot) == "card":
            token = Filter("permanent", (Status("token"),))
            many: Any = "several" if r.low(at + 1) == "copies" else None
            found.append(
                (
                    spot + 1,
                    Mention(
                        cards=r.toks[spot].cards,
                        filter=token,
                        noun="token",
                        count=many,
                        text=r.text(at, spot + 1),
                    ),
                    -0.3,
                )
            )
    if low in COLORS and tok_kind == "word":
        found.append((at + 1, Word("color", COLORS[low]), 0.3))
    if tok_kind == "change":
        found.append((at + 1, Word("pt", low), 0.1))
    if tok_kind == "symbol":
        found.append((at + 1, Word("mana", r.toks[at].text.upper()), 0.0))
    if tok_kind == "word":
        found += _nouns(r, at) + _types(r, at)
        found += [(end, Word("keyword", name), 0.2) for end, name in keyword_at(r, at)]
        if low == "x":
            found.append((at + 1, Number("x"), 0.2))
    return found


def _sized(r: Reader, at: int) -> list[Reading]:
    """ "a 2/2", "two 3/3s", "a 1/1 deathtouch", "a 5/5 trample flying"."""
    preds: tuple[Predicate, ...] = size_of(r.low(at))
    if not preds:
        return []
    several = r.low(at).endswith("s")
    found: list[Reading] = []
    end = at + 1
    while True:
        one = Mention(
            filter=Filter("permanent", preds), text=r.text(at, end), count="several" if several else None
        )
        found.append((end, one, 0.1))
        after = end + (r.low(end) in (",", "and"))
        keywords = keyword_at(r, after)
        if not keywords or len(found) > 3:
            return found
        end, name = keywords[0]
        preds = (*preds, HasKeyword(name))


def _card(r: Reader, at: int) -> list[Reading]:
    tok = r.toks[at]
    one = Mention(cards=tok.cards, text=tok.text, count="several" if tok.plural else None)
    found: list[Reading] = [(at + 1, one, 0.0)]
    for end, noun, _ in _abilities(r, at + 1):
        if isinstance(noun, Mention):
            found.append((end, replace(noun, of=one, text=r.text(at, end)), 0.0))
    for words, row in lexicon().nouns.get(r.low(at + 1), ()) or _singular(r, at + 1):
        if (
            len(words) == 1
            and row.kind == "thing"
            and row.name in ("token", "card", "creature", "spell", "permanent", "copy")
        ):
            extra = (Status("token"),) if row.name == "token" else ()
            whole = replace(
                one,
                filter=Filter("permanent", extra) if extra else None,
                noun="" if not extra else "token",
                text=r.text(at, at + 2),
            )
            found.append((at + 2, whole, 0.1))
    for end, name in keyword_at(r, at):
        found.append((end, Word("keyword", name), 0.6))
    return found


def _singular(r: Reader, at: int) -> list[tuple[tuple[str, ...], Noun]]:
    return [pair for one in r.nouns(at) for pair in lexicon().nouns.get(one, ())]


def _nouns(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    seen = set[tuple[int, str]]()
    for first in r.nouns(at):
        for words, row in lexicon().nouns.get(first, ()):
            size = len(words)
            if at + size > len(r.toks):
                continue
            if size > 1 and (
                first != r.low(at)
                or not r.says(at + 1, words[1:-1])
                or words[-1] not in r.lemmas(at + size - 1)
            ):
                continue
            if row.kind == "person" and r.low(at) in small.PERSONS:
                continue  # stands alone: "the one I attacked" is no person
            if (size, row.name) in seen or not _is_form(r.low(at), first):
                continue
            seen.add((size, row.name))
            last = r.low(at + size - 1)
            if (row.name, r.low(at)) == ("die", "die") and r.low(at - 1) in (
                "and",
                "or",
                "to",
                "not",
                "it",
                ",",
                "",
            ):
                continue  # the verb
            if row.name in CONDITIONS and r.low(at - 1) in small.ARTICLES:
                continue
            if row.kind == "amount" and r.kind(at + size) == "num" and r.low(at + size).isdigit():
                found.append((at + size + 1, Number(int(r.low(at + size)), row.name), 0.0))
            found.append(
                (
                    at + size,
                    mention_of(row, last != words[-1] and last.endswith("s"), r.text(at, at + size)),
                    -0.05 * (size - 1),
                )
            )
    return found


def _is_form(low: str, noun: str) -> bool:
    """Whether a word can be a noun's singular or plural: no participle, no third person ("dies")."""
    return low == noun or not (low.endswith(("ing", "ed")) or (low, noun) == ("dies", "die"))


def mention_of(row: Noun, plural: bool, text: str) -> Any:
    """What a noun of the book says."""
    if row.kind == "person":
        if row.means in ("me", "opponent", "third", "owner", "controller", "somebody"):
            if plural:
                return Person("each opponent" if row.means == "opponent" else "each player")
            if row.means in ("owner", "controller"):
                return Mention(noun=row.name, text=text)
            return Person(row.means)  # type: ignore[arg-type]
        return Person(row.means)  # type: ignore[arg-type]
    zone = row.means if row.kind == "zone" else ""
    ability = row.means if row.kind == "ability" and row.means != "ability" else ""
    return Mention(
        filter=row.filter,
        noun=row.name,
        count="several" if plural and row.kind == "thing" else None,
        zone=zone,
        ability=ability,
        text=text,
    )


def _types(r: Reader, at: int) -> list[Reading]:
    token = oracle_token(r, at)
    if token is None or token.kind != "word":
        return []
    word = classify(token, oracle_token(r, at + 1))
    if word is None or not word.noun or word.head is not None:
        return []
    preds = () if word.predicate is None else (word.predicate,)
    subtype = isinstance(word.predicate, HasType) and word.predicate.name in SUBTYPES
    known = any(one in lexicon().nouns for one in r.lemmas(at))
    if known and not (subtype and token.text[:1].isupper() and r.toks[at].text[:1].isupper()):
        return []
    plural = token.low != token.base
    one = Mention(
        filter=Filter("permanent", preds), text=r.text(at, at + 1), count="several" if plural else None
    )
    return [(at + word.size, one, 0.2)]


def _counters(r: Reader, at: int) -> list[Reading]:
    """ "+1/+1 counter", "lore counters", "first strike counter"."""
    found: list[Reading] = []
    for size in (1, 2):
        if "counter" in (*r.lemmas(at + size), r.low(at + size)):
            name = " ".join(r.low(at + number) for number in range(size))
            if (
                r.kind(at) == "change"
                or name in _COUNTER_KINDS
                or (r.kind(at) in ("word", "card") and bool(keyword_at(r, at)))
                or (size == 1 and r.kind(at) == "word" and not knows(name))
            ):
                stop = at + size + 1
                stop += r.low(stop) in ("left", "remaining")
                found.append((stop, Mention(noun="counter", what=name, text=r.text(at, stop)), -0.2))
    if r.kind(at) == "change" and not found and r.low(at + 1) in ("on", "onto"):
        found.append((at + 1, Mention(noun="counter", what=r.low(at), text=r.low(at)), 1.0))
    return found


def _abilities(r: Reader, at: int) -> list[Reading]:
    """ "the evoke sacrifice trigger", "its dies ability", "chapter III", "the -3", "miracle trigger"."""
    found: list[Reading] = []
    if r.kind(at) == "loyalty":
        size = 1 + (r.low(at + 1) == "loyalty")
        size += r.low(at + size) in ("ability", "abilities")
        found.append(
            (
                at + size,
                Mention(
                    noun="loyalty ability", ability="loyalty", what=r.low(at), text=r.text(at, at + size)
                ),
                0.0,
            )
        )
    if r.low(at) == "chapter" and (r.low(at + 1) in _ROMAN or r.kind(at + 1) == "num"):
        end = at + 2 + (r.low(at + 2) in ("ability", "trigger"))
        found.append(
            (
                end,
                Mention(
                    noun="trigger", ability="triggered", what=r.low(at + 1).upper(), text=r.text(at, end)
                ),
                0.0,
            )
        )
    if r.low(at) == "ultimate":
        found.append(
            (
                at + 1,
                Mention(noun="loyalty ability", ability="loyalty", what="ultimate", text="ultimate"),
                0.0,
            )
        )
    if r.low(at) == '"':
        close = next((n for n in range(at + 1, min(at + 7, len(r.toks))) if r.low(n) == '"'), None)
        row = None if close is None else _ability_noun(r, close + 1)
        if close is not None and row is not None:
            stop, noun = row
            what = r.text(at + 1, close).lower()
            kind_of = "" if noun.means == "ability" else noun.means
            found.append(
                (stop, Mention(noun=noun.name, ability=kind_of, what=what, text=r.text(at, stop)), 0.0)
            )
    end = at
    words: list[str] = []
    while end < len(r.toks) and len(words) < 4 and r.kind(end) in ("word", "card", "symbol"):
        row = _ability_noun(r, end)
        if row is not None:
            if words:
                stop, noun = row
                what = " ".join(words)
                found.append(
                    (
                        stop,
                        Mention(
                            noun=noun.name,
                            ability="" if noun.means == "ability" else noun.means,
                            what=what,
                            text=r.text(at, stop),
                        ),
                        -0.2,
                    )
                )
            break
        deed = r.low(end) in lexicon().verbs and _ability_noun(r, end + 1) is not None
        if not (deed or r.low(end) in _ABOUT_ABILITY or keyword_at(r, end) or r.low(end) == "plotted"):
            break
        stop = keyword_at(r, end)[0][0] if keyword_at(r, end) else end + 1
        words.append(r.text(end, stop).lower())
        end = stop
    return found


def _ability_noun(r: Reader, at: int) -> tuple[int, Noun] | None:
    for first in r.nouns(at):
        for words, row in lexicon().nouns.get(first, ()):
            if (
                row.kind == "ability"
                and r.says(at + 1, words[1:-1])
                and (len(words) == 1 or words[-1] in r.lemmas(at + len(words) - 1))
            ):
                return at + len(words), row
    return None
