"""Frames as English sentences, put together from the verb's row: who does it, what to, and the prepositions of its roles.

>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("2/2 creature with flying"), whose=ME, noun="creature")
>>> english = English(Question((bear,), (), ()), {})
>>> english.statement(Frame("attack", {"what": Ref(0)}))
'My 2/2 creature with flying attacks.'
>>> english.asked(Query("does", Frame("die", {"what": Ref(0)})))
'Does my 2/2 creature with flying die?'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kb.asking.card import Card
from kb.asking.frames import (
    ME,
    AbilityOf,
    Counters,
    Frame,
    Number,
    Person,
    Place,
    Query,
    Question,
    Ref,
    Stat,
    Thing,
    When,
    Word,
)
from kb.asking.saying.naming import card_name, labels, parts
from kb.asking.saying.words import COLORS, STEPS, ZONES
from kb.asking.wordbook import Verb, wordbook

_WHO: Final = {
    "me": "I", "opponent": "my opponent", "third": "another opponent", "each player": "each player",
    "each opponent": "each opponent", "somebody": "a player", "owner": "its owner", "controller": "its controller",
}  # fmt: skip
_MINE: Final = {"me": "my", "somebody": "a player's"}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PREPOSITIONS: Final = (
    "to",
    "with",
    "from",
    "by",
    "for",
    "as",
    "on",
    "onto",
    "into",
    "at",
    "in",
    "of",
    "off",
    "using",
    "via",
    "through",
)
_LINKS: Final = {
    "response": "in response", "while": "while", "once": "at the same time", "before": "before that", "after": "after that",
    "because": "because of that", "although": "even so", "then": "",
}  # fmt: skip
_S: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}


class English:
    """Sentences about one question."""

    def __init__(self, question: Question, cards: Mapping[str, Card]) -> None:
        self.question = question
        self.cards = cards
        self.labels = labels(question)
        self.book = wordbook()

    # -- sentences -------------------------------------------------------------------------------------

    def restated(self) -> str:
        """The whole question: what is told, then what is asked."""
        told = [self.statement(frame) for frame in self.question.told]
        return " ".join([*told, *(self.asked(query) for query in self.question.queries)])

    def statement(self, frame: Frame) -> str:
        """A frame as a sentence of its own."""
        head = "If: " if frame.mood == "supposed" else ""
        link = _LINKS[frame.link]
        lead = f"{link}, " if link else ""
        return _sentence(f"{head}{lead}{self.clause(frame)}.")

    def clause(self, frame: Frame, negated: bool | None = None) -> str:
        """A frame as words without an end."""
        verb = self._verb(frame)
        subject, role = self._subject(frame, verb)
        no = frame.negated if negated is None else negated
        base = _plain(verb)
        third = subject != "I" and not self._plural(frame, role)
        if frame.modal in ("can", "may", "must"):
            middle = {"can": "can", "may": "may", "must": "has to" if third else "have to"}[frame.modal]
            if no:
                middle = {
                    "can": "can't",
                    "may": "may not",
                    "must": "doesn't have to" if third else "don't have to",
                }[frame.modal]
            words = f"{subject} {middle} {base}"
        elif frame.modal == "try":
            words = f"{subject} {'tries' if third else 'try'} to {'not ' if no else ''}{base}"
        elif base.split()[0] == "be":
            am = "am" if subject == "I" else "is" if third else "are"
            words = f"{subject} {am} {'not ' if no else ''}{base.removeprefix('be').strip()}".strip()
        elif no:
            words = f"{subject} {'does' if third else 'do'} not {base}"
        else:
            words = f"{subject} {_third(base) if third else base}"
        return self._rest(words, frame, verb, role)

    def asked(self, query: Query) -> str:
        """What is asked, as a question."""
        frame = query.frame
        if frame is None or query.form == "what happens":
            return "What happens?" if frame is None else _sentence(f"what happens when {self.clause(frame)}?")
        if query.form == "order" and query.other is not None:
            return _sentence(f"which is first: {self.clause(frame)}, or {self.clause(query.other)}?")
        verb = self._verb(frame)
        subject, role = self._subject(frame, verb)
        third = subject != "I" and not self._plural(frame, role)
        base = _plain(verb)
        do = "does" if third else "do"
        if query.hole and query.hole == role:
            words = self._rest(f"{self._wh(query, frame)} {_third(base)}", frame, verb, role, query.hole)
            return _sentence(f"{words}?")
        if query.form == "can" or frame.modal in ("can", "may"):
            words = f"can {subject} {base}"
        elif query.form == "must" or frame.modal == "must":
            words = f"{do} {subject} have to {base}"
        elif base.split()[0] == "be":
            words = f"{'am' if subject == 'I' else 'is' if third else 'are'} {subject} {base.removeprefix('be').strip()}".strip()
        else:
            words = f"{do} {subject} {base}"
        words = self._rest(words, frame, verb, role, query.hole)
        lead = f"{self._wh(query, frame)} " if query.form not in ("does", "can", "must", "is") else ""
        return _sentence(f"{lead}{words}?")

    def _wh(self, query: Query, frame: Frame) -> str:
        filling = frame.roles.get(query.hole)
        noun = ""
        if isinstance(filling, Number):
            noun = filling.of
        elif isinstance(filling, Ref):
            noun = self._noun(self.question.thing(filling), plural=query.form == "how many")
        elif isinstance(filling, Counters):
            noun = f"{filling.kind} counters".strip()
        if query.form == "how many":
            return f"how {'much' if noun in ('life', 'damage', 'mana', '') else 'many'} {noun}".strip()
        return {
            "where": "where",
            "who": "who",
            "which": f"which {noun}".strip(),
            "why": "why",
            "when": "when",
        }.get(query.form, query.form)

    # -- parts of a clause -----------------------------------------------------------------------------

    def _verb(self, frame: Frame) -> Verb:
        return self.book.verbs[frame.verb]

    def _subject(self, frame: Frame, verb: Verb) -> tuple[str, str]:
        for role in verb.en_takes["subject"].split("/"):
            if role in frame.roles:
                return self.words(frame.roles[role]), role
        return ("somebody", "") if verb.kind == "deed" else ("it", "")

    def _plural(self, frame: Frame, role: str) -> bool:
        filling = frame.roles.get(role)
        return isinstance(filling, tuple) or (
            isinstance(filling, Ref) and self.question.thing(filling).count != 1
        )

    def _rest(self, words: str, frame: Frame, verb: Verb, subject: str, hole: str = "") -> str:
        objects = verb.en_takes["object"].split("/")
        left = [role for role in frame.roles if role not in (subject, hole)]
        first = next((role for role in objects if role in left), None)
        found = [words]
        if first is not None:
            found.append(self.words(frame.roles[first], obj=True))
            left.remove(first)
        for role in left:
            found.append(f"{_preposition(verb, role)} {self.words(frame.roles[role], obj=True)}".strip())
        found += sorted(frame.manner)
        if frame.when is not None:
            found.append(self.moment(frame.when))
        return " ".join(found)

    # -- fillings --------------------------------------------------------------------------------------

    def words(self, filling: Any, obj: bool = False) -> str:
        """A filling of a role."""
        if isinstance(filling, tuple):
            return " and ".join(self.words(one, obj) for one in filling)
        if isinstance(filling, Ref):
            return self.thing(self.question.thing(filling))
        if isinstance(filling, Person):
            return "me" if obj and filling == ME else _WHO[filling.who]
        if isinstance(filling, Number):
            return f"{filling.value if filling.value != 'x' else 'X'} {filling.of}".strip()
        if isinstance(filling, Counters):
            kind = f"{filling.kind} counter".strip()
            return f"a {kind}" if filling.count == 1 else f"{_count(filling.count)} {kind}s"
        if isinstance(filling, Place):
            zone = ZONES[filling.zone].en
            return f"{self._possessive(filling.whose)} {zone}" if filling.whose is not None else f"the {zone}"
        if isinstance(filling, Stat):
            return (
                f"{self._possessive(filling.of)} {filling.name}" if filling.of is not None else filling.name
            )
        if isinstance(filling, AbilityOf):
            return self._ability(filling)
        if isinstance(filling, Word):
            return (
                STEPS[filling.name].en if filling.kind == "step" and filling.name in STEPS else filling.name
            )
        if isinstance(filling, Frame):
            return f"that {self.clause(filling)}"
        return str(filling)

    def _ability(self, ability: AbilityOf) -> str:
        kind = f"{ability.kind} ability" if ability.kind not in ("", "keyword") else "ability"
        what = f"{ability.what} " if ability.what else ""
        return f"the {what}{kind}" + (
            f" of {self.words(ability.of, obj=True)}" if ability.of is not None else ""
        )

    def thing(self, thing: Thing) -> str:
        """A thing as it is called here."""
        label = f" {self.labels[thing.id]}" if thing.id in self.labels else ""
        face = f" ({thing.face})" if thing.face else ""
        own = f"{self._possessive(thing.whose)} " if thing.whose is not None else ""
        other = "other " if thing.other_than is not None else ""
        if thing.card:
            many = "" if thing.count == 1 else f"{_count(thing.count)} "
            return f"{own}{other}{many}{card_name(thing, self.cards, japanese=False)}{face}{label}"
        if thing.count != 1:
            return f"{own}{other}{_count(thing.count)} {self._noun(thing, plural=True)}{label}"
        noun = self._noun(thing)
        article = "" if own else "another " if other else "an " if noun[0] in "aeiou" else "a "
        return f"{own}{other if own else ''}{article}{noun}{label}"

    def _noun(self, thing: Thing, plural: bool = False) -> str:
        found = parts(thing.filter)
        row = self.book.nouns.get(thing.noun)
        head = row.en[0] if row is not None else thing.filter.kind if thing.filter.kind != "any" else "object"
        said = (
            set(parts(row.filter).types + parts(row.filter).statuses)
            if row is not None and row.filter is not None
            else set()
        )
        words = [one for one in found.statuses if one not in said and one != head]
        words += [found.size] if found.size else []
        words += [f"non{one}" for one in found.nots]
        words += [COLORS[one].en for one in found.colors]
        words += [one for one in found.types if one not in said and one != head]
        words.append(f"{head}s" if plural else head)
        if found.keywords:
            words.append(f"with {' and '.join(found.keywords)}")
        if found.without:
            words.append(f"without {' and '.join(found.without)}")
        words += [
            f"with {_count(count) if count > 1 else 'a'} {kind} counter{'s' if count > 1 else ''}".replace(
                "  ", " "
            )
            for kind, count in found.counters
        ]
        if thing.zone and thing.zone != "battlefield":
            words.append(f"in the {ZONES[thing.zone].en}")
        return " ".join(words)

    def _possessive(self, owner: Any) -> str:
        if isinstance(owner, Person):
            return _MINE.get(owner.who) or f"{_WHO[owner.who]}'s"
        return f"{self.words(owner)}'s"

    def moment(self, when: When) -> str:
        """A step or turn with its preposition."""
        step = STEPS[when.step].en if when.step in STEPS else when.step
        which = f"{when.which} " if when.which else ""
        whose = f"{self._possessive(when.whose)} " if when.whose is not None else "" if which else "the "
        how = {"at": "in", "during": "during"}.get(when.how, when.how)
        return f"{how} {whose}{which}{step}"


def _plain(verb: Verb) -> str:
    return verb.en[0]


def _third(base: str) -> str:
    first, _, rest = base.partition(" ")
    if first in _S:
        form = _S[first]
    elif first.endswith(("s", "x", "z", "ch", "sh")):
        form = f"{first}es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        form = f"{first[:-1]}ies"
    else:
        form = f"{first}s"
    return f"{form} {rest}".strip()


def _preposition(verb: Verb, role: str) -> str:
    fits = [one for one in _PREPOSITIONS if role in verb.en_takes.get(one, "").split("/")]
    return "to" if "to" in fits and role == "to" else fits[0] if fits else ""


def _count(count: Any) -> str:
    if isinstance(count, int):
        return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return "X" if count == "x" else str(count)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
