"""What fills a frame's roles, in English: things, players, numbers, places, abilities, moments.

>>> from kb.asking.frames import ME, OPPONENT, Question
>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("tapped 2/2 creature with flying"), whose=ME, noun="creature", count=2)
>>> said = EnglishNouns(Question((bear,), (), ()), {})
>>> said.words(Ref(0)), said.words(Ref(0)), said.words(Place("hand", OPPONENT))
('my two tapped 2/2 creatures with flying', 'the creatures', "my opponent's hand")
"""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import (
    ME,
    AbilityOf,
    Counters,
    Frame,
    Number,
    Person,
    Place,
    Ref,
    Stat,
    Thing,
    When,
    Word,
)
from kb.asking.saying.naming import SUPERTYPES, Parts, parts
from kb.asking.saying.speech import Speech
from kb.asking.saying.words import COLORS, STEPS, ZONES
from kb.checker.oracle.words import SUBTYPES

_WHO: Final = {
    "asker": {"me": "I", "opponent": "my opponent", "third": "another opponent", "each player": "each player", "each opponent": "each opponent",
              "somebody": "a player", "owner": "its owner", "controller": "its controller"},
    "answer": {"me": "you", "opponent": "your opponent", "third": "the other opponent", "each player": "each player", "each opponent": "each opponent",
               "somebody": "a player", "owner": "its owner", "controller": "its controller"},
}  # fmt: skip
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SIGNS: Final = {">=": " or greater", "<=": " or less", "=": ""}
_PLURALS: Final = {
    "sorcery": "sorceries",
    "ability": "abilities",
    "dungeon": "dungeons",
    "library": "libraries",
    "die": "dice",
}
_COLOR_NAMES: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_ADJECTIVES: Final = frozenset({"empty"})
_BARE: Final = frozenset({"priority", "summoning sickness", "commander damage", "max speed"})
_ORDINALS: Final = frozenset({"first", "second", "third", "last", "other"})
_UNCOUNTED: Final = frozenset({"times", "equipment", "life", "damage", "mana"})
_ABILITIES: Final = {
    "triggered": "triggered ability", "activated": "activated ability", "static": "static ability", "mana": "mana ability",
    "loyalty": "loyalty ability", "keyword": "", "": "ability",
}  # fmt: skip


class EnglishNouns(Speech):
    """Noun phrases of one question."""

    def words(self, filling: Any, obj: bool = False) -> str:
        """A filling of a role."""
        if isinstance(filling, tuple):
            return _and([self.words(one, obj) for one in filling])
        if isinstance(filling, Ref):
            return self.thing(self.question.thing(filling))
        if isinstance(filling, Person):
            return self.person(filling, obj)
        if isinstance(filling, Number):
            if filling.of == "x":
                return f"for X={filling.value}"
            if filling.of in ("times", "time"):
                return {"1": "once", "2": "twice"}.get(
                    str(filling.value), f"{count_words(filling.value, 0)} times"
                )
            return f"{count_words(filling.value, 0)} {noun_of(filling.of, filling.value != 1)}".strip()
        if isinstance(filling, Counters):
            kind = f"{filling.kind} counter".strip()
            return (
                f"{_article(kind)} {kind}" if filling.count == 1 else f"{count_words(filling.count)} {kind}s"
            )
        if isinstance(filling, Place):
            zone = ZONES[filling.zone].en
            if filling.whose is not None:
                return f"{self.possessive(filling.whose)} {zone}"
            return zone if filling.zone == "exile" else f"the {zone}"
        if isinstance(filling, Stat):
            return f"{self.possessive(filling.of)} {filling.name}" if filling.of is not None else filling.name
        if isinstance(filling, AbilityOf):
            return self._ability(filling)
        if isinstance(filling, Word):
            return self._word(filling)
        if isinstance(filling, Frame):
            return self.deed(filling)
        return str(filling)

    def deed(self, frame: Frame) -> str:
        """A frame as something to speak of: "my opponent drawing a card"."""
        raise NotImplementedError

    def person(self, person: Person, obj: bool = False) -> str:
        """A player."""
        return "me" if obj and person == ME and self.voice == "asker" else _WHO[self.voice][person.who]

    def possessive(self, owner: Any) -> str:
        """Whose."""
        if owner == ME:
            return "my" if self.voice == "asker" else "your"
        words = self.words(owner)
        return f"{words}'" if words.endswith("s") and self.several(owner) else f"{words}'s"

    def _word(self, word: Word) -> str:
        if word.kind == "step":
            return f"the {STEPS[word.name].en}" if word.name in STEPS else word.name
        if word.kind == "zone":
            return f"the {ZONES[word.name].en}" if word.name in ZONES else word.name
        if word.kind == "color":
            return COLORS[word.name].en if word.name in COLORS else word.name
        if word.kind == "counter":
            return f"a {word.name} counter"
        if word.kind in ("class", "concept"):
            row = self.book.nouns.get(word.name)
            if row is None or word.name in _ADJECTIVES:
                return row.en[0] if row is not None else word.name
            return row.en[0] if row.name in _BARE else f"{_article(row.en[0])} {row.en[0]}"
        if word.kind == "type":
            name = word.name.title() if word.name in SUBTYPES else word.name
            return name if word.name in SUPERTYPES else f"{_article(name)} {name}"
        return f"{_article(word.name)} {word.name}" if word.kind == "pt" else word.name

    def _ability(self, ability: AbilityOf) -> str:
        name = _ABILITIES[ability.kind]
        if ability.what in _ORDINALS and ability.of is not None:
            return f"the {ability.what} {name or 'ability'} of {self.words(ability.of, obj=True)}"
        whose = f"{self.possessive(ability.of)} " if ability.of is not None else "the "
        if ability.kind == "triggered" and ability.what:
            verb = self.book.verbs.get(ability.what)
            what = "death" if ability.what == "die" else verb.en[0] if verb is not None else ability.what
            return f"{whose}{what} trigger"
        return f"{whose}{f'{ability.what} {name}'.strip()}"

    # -- things ----------------------------------------------------------------------------------------

    def thing(self, thing: Thing) -> str:
        """A thing as it is called here: whole when it is first spoken of, then as short as it can be."""
        if thing.id == self.counted:
            return f"{count_words(thing.count)} {self.noun(thing, plural=thing.count != 1)}"
        letter = self.calling[thing.id].label
        label = f" {letter}" if letter else ""
        if thing.noun == "anything" and not label and not thing.card and thing.whose is None:
            return "anything"
        if not self.meets(thing):
            return self._again(thing)
        own = f"{self.possessive(thing.whose)} " if thing.whose is not None else ""
        many = f"{count_words(thing.count)} " if thing.count != 1 else ""
        noun = self.noun(thing, plural=thing.count != 1)
        if thing.among is not None and thing.other_than is not None and not label:
            return "the other one"
        if thing.among is not None:
            group = self.thing(self.question.thing(thing.among))
            return f"{many or 'one '}of {group}{label}"
        if thing.other_than is not None:
            return f"{own}other {many}{noun}" if own else f"another {many}{noun}"
        article = "" if own or many or thing.card or label else f"{_article(noun)} "
        return f"{own}{many}{article}{noun}"

    def _again(self, thing: Thing) -> str:
        several = thing.count != 1
        letter = self.calling[thing.id].label
        if thing.card and not several:
            name = f"{thing.card} {letter}".strip()
            return f"{self.possessive(thing.whose)} {name}" if thing.whose is not None else name
        row = self.row(thing)
        if self.calling[thing.id].short and row is not None:
            noun = plural(row.en[0]) if several else row.en[0]
        else:
            noun = self.noun(thing, several)
        if thing.whose is not None and not thing.card and not several:
            return f"{self.possessive(thing.whose)} {noun}"
        return noun if self.calling[thing.id].label and not several else f"the {noun}"

    def noun(self, thing: Thing, plural: bool = False) -> str:
        """What it is: its card's name or its noun, with all that is said of it, without an article."""
        row = self.row(thing)
        head = thing.card or (row.en[0] if row is not None else "")
        own = parts(row.filter) if row is not None and row.filter is not None and not thing.card else Parts()
        said = _described(
            parts(thing.filter), head, own, thing.filter.kind, plural, self.calling[thing.id].label
        )
        if thing.face:
            said = f"the {thing.face} half of {said}"
        if thing.zone and thing.zone not in ("battlefield", "stack"):
            zone = ZONES[thing.zone].en
            whose = self.possessive(thing.whose) if thing.whose is not None else "the"
            said += " in exile" if thing.zone == "exile" else f" in {whose} {zone}"
        elif thing.zone == "stack":
            said += " on the stack"
        return said

    # -- moments ---------------------------------------------------------------------------------------

    def moment(self, when: When) -> str:
        """A step or turn with its preposition."""
        step = STEPS[when.step].en if when.step in STEPS else when.step or "turn"
        if when.how == "at" and not when.step and not when.whose and when.which in ("this", "next"):
            return f"{when.which} turn"
        if step == "turn" and not when.whose and not when.which and when.how == "at":
            return "in a turn"
        if when.which == "each":
            whose = "each " if when.whose is None else f"each of {self.possessive(when.whose)} "
        elif when.which == "this":
            whose = "this "
        else:
            whose = f"{self.possessive(when.whose)} " if when.whose is not None else "the "
            whose += f"{when.which} " if when.which else ""
        how = {"at": "on" if step == "turn" else "in"}.get(when.how, when.how)
        return f"{how} {whose}{step}"


def _described(found: Parts, head: str, own: Parts, kind: str, many: bool, label: str = "") -> str:
    """Adjectives, noun, the letter that tells it from others, and what it comes with."""
    hidden = (*own.types, *own.statuses, *own.nots)
    before = [one for one in found.statuses if one not in ("token", "commander") and one not in hidden]
    before += [found.size] if found.size else []
    before += [
        f"non{_COLOR_NAMES.get(one, one)}" if len(one) > 1 or one in _COLOR_NAMES else one
        for one in found.nots
        if one not in hidden
    ]
    before += [COLORS[one].en for one in found.colors if one not in own.colors]
    types = [one.title() if one in SUBTYPES else one for one in found.types if one not in hidden]
    types.sort(key=lambda one: one not in SUPERTYPES)
    nouns = [one for one in ("token", "commander") if one in found.statuses and one not in hidden]
    if not head:
        head = "spell" if kind == "spell" else "card" if kind == "card" else ""
    for option in found.options:
        types.append(_described(option, "", Parts(), "", many))
    if found.options:
        types = [*types[: -len(found.options)], " or ".join(types[-len(found.options) :])]
    if not head and not nouns and not types:
        head = {"permanent": "permanent", "ability": "ability", "token": "token"}.get(kind, "object")
    words = [*types, head, *nouns] if head else [*types, *nouns]
    words = [one for one in words if one]
    if many and words and not (found.options and words[-1] == types[-1]):
        words[-1] = plural(words[-1])
    said = " ".join([*before, *words, *([label] if label else [])])
    extras = [one for one in found.keywords if one not in own.keywords]
    if extras:
        said += f" with {_and(extras)}"
    if found.without:
        said += f" without {_and([*found.without])}"
    for name, count in found.counters:
        counter = f"{name} counter".strip()
        said += f" with {_article(counter) if count == 1 else count_words(count)} {counter}{'s' if count != 1 else ''}"
    for stat, sign, number in found.measures:
        said += f" with {stat} {number}{_SIGNS[sign]}"
    return said


def count_words(count: Any, words_to: int = 10) -> str:
    """How many.

    >>> count_words(2), count_words(12), count_words("x"), count_words(3, 0)
    ('two', '12', 'X', '3')
    """
    if isinstance(count, int):
        return _NUMBERS[count] if words_to and 0 <= count <= words_to else str(count)
    return "X" if count == "x" else str(count)


def noun_of(name: str, many: bool = False) -> str:
    """A noun of `words/nouns.yaml` as a word."""
    return plural(name) if many and name else name


def plural(noun: str) -> str:
    """Several of them.

    >>> plural("sorcery"), plural("Equipment"), plural("creature card")
    ('sorceries', 'Equipment', 'creature cards')
    """
    head, gap, last = noun.rpartition(" ")
    if last.lower() in _UNCOUNTED:
        return noun
    if last in _PLURALS:
        return f"{head}{gap}{_PLURALS[last]}"
    if last.endswith(("s", "x", "ch", "sh")):
        return noun if last[0].isupper() else f"{noun}es"
    return f"{noun}s"


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeiou" or noun.startswith(("8", "11", "18")) else "a"


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
