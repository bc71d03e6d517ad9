"""Frames as English sentences, put together from the verb's row: who does it, what to, and the prepositions of its roles.

>>> from kb.asking.frames import ME, Question, Thing
>>> from kb.asking.wordbook import described
>>> bear = Thing(0, described("2/2 creature with flying"), whose=ME, noun="creature")
>>> english = English(Question((bear,), (), ()), {})
>>> english.statement(Frame("attack", {"what": Ref(0)}))
'My 2/2 creature with flying attacks.'
>>> english.asked(Query("does", Frame("destroy", {"what": Ref(0)}, manner=frozenset({"still"}))))
'Is my creature still destroyed?'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kb.asking.frames import ME, Counters, Frame, Number, Person, Place, Query, Ref, Stat
from kb.asking.saying.english_nouns import EnglishNouns, count_words, noun_of
from kb.asking.saying.english_rows import agent_first, amounts, objects, preposition, verb_words
from kb.asking.saying.english_verbs import gerund, participle, third
from kb.asking.saying.words import STATUSES
from kb.asking.wordbook import Verb

_LINKS: Final = {
    "response": "in response", "while": "meanwhile", "once": "at the same time", "before": "before that", "after": "after that",
    "because": "because of that", "although": "even so", "then": "",
}  # fmt: skip
_BEFORE: Final = ("still", "already", "also", "only")
_BESIDE: Final = {"combat": "combat ", "first strike": "first-strike "}
_DOING: Final = frozenset({"stop", "prevent"})
_MAKING: Final = frozenset({"let", "make do"})
_APART: Final = ("face up", "face down", "back", "off", "up", "out")
"""What stands behind the object: "turn it face up"."""
_AFTER: Final = {
    "again": "again", "forever": "forever", "first": "first", "second": "second", "instead": "instead", "right away": "right away", "free": "for free",
    "separately": "separately", "together": "together", "face down": "face down", "anyway": "anyway", "all": "all", "twice": "twice", "yet": "yet",
    "alone": "alone", "x": "for X",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Built:
    """A clause before it is known whether it is told or asked."""

    subject: str
    form: str
    """third, plain (they, you) or I."""
    base: str
    """What follows "to": "destroy", "be destroyed"."""
    tail: str


class English(EnglishNouns):
    """Sentences about one question."""

    # -- sentences -------------------------------------------------------------------------------------

    def restated(self) -> str:
        """The whole question: what is told, then what is asked."""
        found: list[str] = []
        supposed: list[str] = []
        told, aims = self._aims()
        for at, frame in enumerate(told):
            aim = at and frame.mood == "intended" and self._same_doer(told[at - 1], frame)
            if aim and supposed:
                supposed[-1] += f" {self._aim(frame)}"
                continue
            if aim:
                found[-1] = f"{found[-1].removesuffix('.')} {self._aim(frame)}."
                continue
            if frame.mood == "supposed" and not supposed:
                supposed = [self._linked(frame, "if"), self.clause(frame)]
                continue
            words = self._linked(frame, self.clause(frame))
            if frame.mood == "supposed":
                supposed.append(words)
            else:
                found.append(sentence(f"{_if(supposed)}{words}."))
                supposed = []
        for query in self.question.queries:
            asked = " ".join((self._asked(query), *map(self._aim, aims)))
            found.append(sentence(f"{_if(supposed)}{asked}?"))
            supposed, aims = [], []
        return " ".join(found)

    def _aims(self) -> tuple[list[Frame], list[Frame]]:
        """What is told, and of it what the asked deed would be done for."""
        told, aims = [*self.question.told], list[Frame]()
        asked = self.question.queries[0].frame if self.question.queries else None
        while asked and told and told[-1].mood == "intended" and self._same_doer(asked, told[-1]):
            aims.insert(0, told.pop())
        return told, aims

    def _same_doer(self, one: Frame, other: Frame) -> bool:
        doers = [
            each.roles.get(self.subject_role(each, agent_first(self.verb(each).en_takes["subject"])))
            for each in (one, other)
        ]
        return doers[0] is not None and doers[0] == doers[1] and not other.modal

    def _aim(self, frame: Frame) -> str:
        """What is done for something: "so as to block it"; who does it has been said."""
        built = self._built(frame)
        return " ".join(filter(None, ("so as to", "not" if frame.negated else "", built.base, built.tail)))

    def deed(self, frame: Frame) -> str:
        """ "my opponent drawing a card"."""
        built = self._built(frame)
        said = "" if built.subject == "it" else _object_form(built.subject)
        return " ".join(filter(None, (said, "not" if frame.negated else "", gerund(built.base), built.tail)))

    def statement(self, frame: Frame, negated: bool | None = None) -> str:
        """A frame as a sentence of its own."""
        return sentence(f"{self._linked(frame, self.clause(frame, negated))}.")

    def asked(self, query: Query) -> str:
        """What is asked, as a question."""
        return sentence(f"{self._asked(query)}?")

    def _linked(self, frame: Frame, words: str) -> str:
        link = _LINKS[frame.link]
        return f"{link}, {words}" if link else words

    def clause(self, frame: Frame, negated: bool | None = None) -> str:
        """A frame as words without an end."""
        built = self._built(frame)
        no = frame.negated if negated is None else negated
        return " ".join(
            filter(None, (built.subject, self._finite(frame, built, no, frame.modal), built.tail))
        )

    def told(self, frame: Frame, negated: bool, modal: str = "") -> str:
        """A frame as words without an end, with the negation and modal wanted."""
        built = self._built(frame)
        return " ".join(filter(None, (built.subject, self._finite(frame, built, negated, modal), built.tail)))

    def _finite(self, frame: Frame, built: _Built, no: bool, modal: str) -> str:
        """The verb of a statement with what stands around it."""
        he = built.form == "third"
        before = _before(frame)
        base = built.base
        if modal in ("can", "may", "must"):
            words = {
                "can": "can't" if no else "can",
                "may": "may not" if no else "may",
                "must": ("doesn't have to" if he else "don't have to")
                if no
                else "has to"
                if he
                else "have to",
            }[modal]
            return f"{before}{words} {base}"
        if modal == "try":
            return f"{before}{'tries' if he else 'try'} {'not ' if no else ''}to {base}"
        if base.split()[0] == "be":
            rest = base.removeprefix("be").strip()
            return f"{_am(built.form)} {'not ' if no else ''}{before}{rest}".strip()
        if no:
            return f"{before}{'doesn’t' if he else 'don’t'} {base}".replace("’", "'")
        return f"{before}{third(base) if he else base}"

    # -- what is asked ---------------------------------------------------------------------------------

    def _asked(self, query: Query) -> str:
        frame = query.frame
        if query.form == "what happens":
            if frame is None or frame.verb == "happen":
                to = frame.roles.get("to") if frame is not None else None
                return "what happens" if to is None else f"what happens to {self.words(to, obj=True)}"
            return f"what happens if {self.clause(frame)}"
        assert frame is not None
        if query.form == "order" and query.other is not None:
            return f"which is first: {self.clause(frame)}, or {self.clause(query.other)}"
        asks = query.form in ("does", "can", "must", "is")
        if asks and frame.negated and not query.negated:
            modal = query.form if query.form in ("can", "must") else ""
            return f"is it so that {self.told(frame, True, modal)}"
        lead = "" if asks else self._wh(query, frame)
        built = self._built(frame, query.hole, query.form)
        words = self._turned(query, frame, built)
        link = _LINKS[frame.link]
        return " ".join(filter(None, (f"{link}," if link else "", lead, words, built.tail)))

    def _turned(self, query: Query, frame: Frame, built: _Built) -> str:
        """The verb of a question, before its subject where it has one."""
        modal = frame.modal or (query.form if query.form in ("can", "must") else "")
        no = query.negated or frame.negated
        if not built.subject:
            return self._finite(frame, built, no, modal)
        he = built.form == "third"
        not_ = "n't" if no else ""
        before = _before(frame)
        base = built.base
        if modal in ("can", "may"):
            return f"can{'’t' if no else ''} {built.subject} {before}{base}".replace("’", "'")
        if modal == "must":
            return f"{'does' if he else 'do'}{not_} {built.subject} {before}have to {base}"
        if base.split()[0] == "be":
            rest = base.removeprefix("be").strip()
            am = "am" if built.form == "I" else f"{_am(built.form)}{not_}"
            inner = "not " if no and built.form == "I" else ""
            return f"{am} {built.subject} {inner}{before}{rest}".strip()
        return f"{'does' if he else 'do'}{not_} {built.subject} {before}{base}"

    def _wh(self, query: Query, frame: Frame) -> str:
        filling = frame.roles.get(query.hole)
        if query.form == "how many":
            if isinstance(filling, Number):
                much = filling.of in ("life", "damage", "mana", "")
                beside = "".join(words for name, words in _BESIDE.items() if name in frame.manner)
                return f"how {'much' if much else 'many'} {beside}{noun_of(filling.of, not much)}".strip()
            if isinstance(filling, Counters):
                return f"how many {f'{filling.kind} counters'.strip()}"
            if isinstance(filling, Ref):
                self.meets(self.question.thing(filling))
                return f"how many {self.noun(self.question.thing(filling), plural=True)}"
            return "how much"
        if query.form == "which" and isinstance(filling, Ref):
            self.meets(self.question.thing(filling))
            return f"which {self.noun(self.question.thing(filling))}"
        if query.form == "which":
            name = (
                filling.name
                if isinstance(filling, Stat)
                else filling.of
                if isinstance(filling, Number)
                else ""
            )
            return f"what {name}".strip()
        return query.form

    # -- parts of a clause -----------------------------------------------------------------------------

    def _built(self, frame: Frame, hole: str = "", query_form: str = "") -> _Built:
        verb = self.verb(frame)
        base, amount = verb_words(verb)
        roles = [role for role, filling in frame.roles.items() if filling is not None]
        subject = self.subject_role(frame, agent_first(verb.en_takes["subject"]))
        if query_form == "who" and hole == "agent" and not subject:
            subject = hole  # "who controls it"
        direct = objects(verb)
        done = not subject and verb.kind == "deed" and base.split()[0] != "be"
        if done:
            subject = next((one for one in (*direct, "to") if one in roles and one != "amount"), "")
        words = "" if subject == hole and hole else self.words(frame.roles[subject]) if subject else "it"
        left = [one for one in roles if one not in (subject, hole)]
        found = []
        if len(direct) == 1 and direct[0] == "amount" and "amount" not in roles and hole != "amount":
            base = (
                f"{base} {verb.en_object}" if verb.en_object in amounts() else base
            )  # "loses life": how much isn't said
        if amount:
            base, left = self._with_amount(frame, base, amount, left, hole)
            direct = direct if done else []  # its own noun stands there
        if done and subject:
            past = participle(base)
            base = f"get {past}" if past in STATUSES else f"be {past}"  # "is tapped" says what it is
        for role in [one for one in direct if one in left][:1]:
            first, _, rest = base.partition(" ")
            if isinstance(frame.roles[role], Frame):
                found.append(self._as_object(verb, frame.roles[role]))
            elif rest in _APART:
                base, found = first, [f"{self.words(frame.roles[role], obj=True)} {rest}"]
            else:
                found.append(self.words(frame.roles[role], obj=True))
            left.remove(role)
        for role in sorted(left, key=lambda one: _place(one, frame.roles[one])):
            found.append(self._beside(verb, role, frame.roles[role]))
        if (
            hole
            and hole != subject
            and not isinstance(frame.roles.get(hole), Number | Stat)
            and (hole == "with" or not isinstance(frame.roles.get(hole), Counters))
            and hole not in direct
            and query_form != "where"
        ):
            found.append(preposition(verb, hole, "who"))
        found += [words for name, words in _AFTER.items() if name in frame.manner]
        if frame.when is not None:
            found.append(self.moment(frame.when))
        return _Built(
            words,
            "plain" if query_form == "how many" and subject == hole else self._form(frame, subject),
            base,
            " ".join(filter(None, found)),
        )

    def _with_amount(
        self, frame: Frame, base: str, amount: str, left: list[str], hole: str
    ) -> tuple[str, list[str]]:
        """ "deal damage": how much of it stands before the noun; what is asked for has gone to the front."""
        beside = "".join(words for name, words in _BESIDE.items() if name in frame.manner)
        verb = base.removesuffix(amount).strip()
        given = frame.roles.get("amount")
        if hole == "amount":
            return verb, left
        if isinstance(given, Number) and given.of in (amount, "") and "amount" in left:
            return f"{verb} {count_words(given.value, 0)} {beside}{amount}", [
                one for one in left if one != "amount"
            ]
        return f"{verb} {beside}{amount}", left

    def _beside(self, verb: Verb, role: str, filling: Any) -> str:
        zone = filling.zone if isinstance(filling, Place) else ""
        if role == "to" and isinstance(filling, Person) and "under control" in verb.en_own:
            return f"under {self.possessive(filling)} control"
        return f"{preposition(verb, role, zone)} {self.words(filling, obj=True)}".strip()

    def _as_object(self, verb: Verb, frame: Frame) -> str:
        """A clause as an object: "stop it from attacking", "lets me draw", "choose that …"."""
        built = self._built(frame)
        said = built.subject if built.subject != "it" or frame.roles else ""
        if verb.name in _DOING:
            words = (_object_form(said), "from" if said else "", gerund(built.base), built.tail)
        elif verb.name in _MAKING:
            words = (_object_form(said), "not" if frame.negated else "", built.base, built.tail)
        else:
            return f"that {self.clause(frame)}"
        return " ".join(filter(None, words))

    def _form(self, frame: Frame, subject: str) -> str:
        filling = frame.roles.get(subject)
        if filling == ME:
            return "I" if self.voice == "asker" else "plain"
        return "plain" if self.several(filling) else "third"


def _object_form(said: str) -> str:
    return "me" if said == "I" else said


def _before(frame: Frame) -> str:
    return "".join(f"{one} " for one in _BEFORE if one in frame.manner)


def _am(form: str) -> str:
    return {"I": "am", "plain": "are", "third": "is"}[form]


def _place(role: str, filling: Any) -> int:
    if isinstance(filling, Number) and filling.of == "times":
        return 99
    order = ("what", "amount", "to", "as", "from", "by", "with", "for", "at")
    return order.index(role) if role in order else len(order)


def _if(supposed: list[str]) -> str:
    return f"{supposed[0]} {' and '.join(supposed[1:])}, " if supposed else ""


def sentence(words: str) -> str:
    """With a capital.

    >>> sentence("my bear dies.")
    'My bear dies.'
    """
    return words[:1].upper() + words[1:]
