"""From clauses to frames: which mentions are the same thing, who "he" is, and what is told and what is asked.

Where a mention can be one of several things that stand equally near, each is a reading of its own; nothing is settled by weight.

>>> from kb.asking.wordbook import described
>>> creature = Mention(filter=described("creature"), noun="creature", whose=ME)
>>> told = Clause("attack", {"what": creature})
>>> asked = Clause("die", {"what": Mention(pronoun="it")}, form="does")
>>> [question] = identify(Heard((told, asked)), lambda name: None)
>>> question.told[0].roles["what"] == question.queries[0].frame.roles["what"]
True
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.choices import Choices
from kb.asking.denying import cards_in, denied, lacking
from kb.asking.entities import CardOf, Entities, Entity, refs, spoken_of
from kb.asking.frames import (
    ME,
    OPPONENT,
    AbilityOf,
    Frame,
    Person,
    Place,
    Query,
    Question,
    Ref,
    When,
)
from kb.asking.meant import (
    both_of,
    counterpart,
    he_does,
    needed_by_card,
    not_kept,
    nowhere,
    of_a_class,
    plain_noun,
    set_apart,
    told_earlier,
    unmet,
)
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.predicates import said_to_be
from kb.asking.recalled import recalled
from kb.asking.settling import about, asked_as, may_stand, needed, settled, told_again
from kb.asking.sides import give_sides, things
from kb.asking.wanted import beside_the_question, claimed, hole_of, how_much, turned
from kb.asking.wordbook import Noun, wordbook

MOST_READINGS: Final = 6
"""Readings of a question's pronouns that are played; with more it is not understood."""
_ORDER: Final = ("agent", "what", "to", "from", "by", "with", "as", "for", "at", "amount")


def identify(heard: Heard, card_of: CardOf) -> tuple[Question, ...]:
    """All readings of what was heard; more than `MOST_READINGS` give a question that says so in `unread`."""
    found: list[Question] = []
    todo: list[tuple[int, ...]] = [()]
    while todo:
        plan = todo.pop(0)
        telling = _Telling(heard, card_of, plan)
        question = telling.question()
        if question not in found:
            found.append(question)
        todo += telling.choices.others()
        if len(found) + len(todo) > MOST_READINGS:
            vague = tuple(dict.fromkeys(telling.choices.vague))
            return (replace(found[0], unread=(*found[0].unread, *vague)),)
    return tuple(found)


class _Telling:
    """One pass through the clauses; where several things fit, `plan` says which is taken."""

    def __init__(self, heard: Heard, card_of: CardOf, plan: tuple[int, ...]) -> None:
        self.heard = heard
        self.choices = Choices(plan)
        self.entities = Entities(card_of, articles=heard.articles)
        self.persons: list[Person] = []
        self.same: dict[int, Ref] = {}
        self.persons_of: dict[int, Person] = {}
        self.he_plays: bool | None = None
        self.asking = False
        self.doer: Person | None = None  # who does it, if not who asks: 自分 may be that one
        self.unread: list[str] = [*heard.unread]
        self.told: list[Frame] = self.entities.told
        self.at = 0
        self.book = wordbook()

    def question(self) -> Question:
        """The question of this pass."""
        queries: list[Query] = []
        claim: Clause | None = None
        asked = False
        for at, clause in enumerate(self.heard.clauses):
            self.at = at
            if isinstance(clause.says, Mention) and clause.says.pronoun == "he":
                self.he_plays = True  # it is players who say something
            if clause.link not in ("before", "after") and (clause.link != "while" or clause.form is not None):
                asked = clause.form is not None
            elif asked or clause.link == "after":
                clause = beside_the_question(clause, asked=asked)
            if clause.says is not None and clause.form is None:
                self.unread += () if claim is None else (claim.text or claim.verb,)
                claim = clause
            elif clause.verb == "be right" and clause.form is not None:
                queries += self._right(claim, clause)
                claim = None
            elif clause.form is not None:
                queries.append(self._query(clause))
            else:
                self.told.append(self._frame(clause))
        if claim is not None:
            self.unread.append(claim.text or claim.verb)
        found = tuple(entity.thing(number) for number, entity in enumerate(self.entities.all))
        players = 3 if any(one.who == "third" for one in self.persons) else 2
        return Question(found, tuple(self.told), tuple(queries), tuple(dict.fromkeys(self.unread)), players)

    def _right(self, claim: Clause | None, asked: Clause) -> list[Query]:
        """ "He says that it dies. Is he right?" asks whether it dies."""
        if claim is None or asked.form == "who":
            self.unread.append(asked.text or asked.verb)
            return []
        return [claimed(claim, self._frame(claim), asked)]

    def _query(self, clause: Clause) -> Query:
        clause = turned(clause)
        self.unread += [one.text or clause.verb for one in lacking(clause)]
        wanted = clause.hole or hole_of(clause) or ("at" if clause.form == "where" else "")
        self.asking = True
        frame = self._frame(replace(clause, form=None, hole=wanted))
        self.asking = False
        other = None if clause.other is None else self._frame(clause.other)
        assert clause.form is not None
        if frame.verb == "be" and clause.form in ("which", "what happens", "how many"):
            return how_much(frame, clause)
        return Query(
            asked_as(clause.form, frame.verb),
            replace(frame, negated=False),
            clause.hole or hole_of(clause),
            other,
            clause.negated,
        )

    def _frame(self, clause: Clause) -> Frame:
        clause, left = denied(clause)
        self.unread += left
        verb = self.book.verbs.get(clause.verb)
        clause = he_does(clause, verb, self.entities, self._means_person)
        verb = self.book.verbs.get(clause.verb)
        used = {one.thing for filling in clause.roles.values() for one in things(filling)}
        before, self.doer = self.doer, None
        roles: dict[str, Any] = {}
        for role in sorted(clause.roles, key=lambda one: _ORDER.index(one) if one in _ORDER else 99):
            need = needed_by_card(clause, role, needed(verb, role, clause), self.entities.card_of)
            said = said_to_be(clause.verb, role, clause.roles[role])
            filling = said or self._fill(clause.roles[role], need, used, clause)
            if filling is None:
                continue
            roles[role] = filling
            if role == "agent" and isinstance(filling, Person) and filling != ME:
                self.doer = filling
            used |= set(spoken_of(roles[role]))
        name, roles = settled(clause.verb, roles, clause.hole)
        frame = Frame(
            name,
            roles,
            clause.negated,
            clause.modal,
            clause.mood,
            clause.link,
            clause.manner,
            self._when(clause),
        )
        self.doer = before
        give_sides(frame, self.entities)
        for number in refs(frame):
            self._mentioned(self.entities.all[number], clause)
        return frame

    def _when(self, clause: Clause) -> When | None:
        """The moment, with "their turn" as that person's."""
        when = clause.when
        if when is None or when.whose is None:
            return when
        found = self._fill(when.whose, "player", set(), clause)
        if isinstance(found, Person):
            return replace(when, whose=found)
        self.unread.append(clause.text or when.step)
        return replace(when, whose=None)

    def _mentioned(self, one: Entity, clause: Clause) -> None:
        """Of what happened before the last clause it isn't said last."""
        one.last = max(one.last, self.at - told_earlier(clause))

    def _fill(self, filling: Any, need: str, used: set[int], clause: Clause) -> Any:
        """What fills a role; None where the words only ask for it ("how big is it?")."""
        if isinstance(filling, tuple):
            return tuple(self._fill(one, need, used, clause) for one in filling)
        if isinstance(filling, Clause):
            return self._frame(filling)
        if isinstance(filling, Person):
            return self._person(filling)
        if not isinstance(filling, Mention):
            return filling
        if filling.asked and not (filling.noun or filling.filter or filling.cards or filling.of):
            return None
        noun = self.book.nouns.get(filling.noun)
        if noun is not None and noun.kind != "thing" and not filling.cards and filling.filter is None:
            return self._word(filling, noun, clause)
        return self._thing(filling, need, used, clause)

    def _word(self, mention: Mention, noun: Noun, clause: Clause) -> Any:
        """What a noun stands for that is no object, with what its relative clauses tell of it."""
        found = of_a_class(mention, noun) or self._noun(mention, noun, clause)
        for relative in mention.clauses if noun.kind != "ability" and not isinstance(found, Ref) else ():
            self._relative(relative, found)
        return found

    def _noun(self, mention: Mention, noun: Noun, clause: Clause) -> Any:
        owner = self._owner(mention, clause, "player" if noun.kind == "zone" else "")
        if noun.kind == "zone" and owner is None and mention.zone_of is not None:
            owner = self._person(mention.zone_of)
        if noun.kind == "person":
            person = Person(noun.means)  # type: ignore[arg-type]
            if owner is None or noun.means not in ("owner", "controller"):
                person = self._person(person)
            return person
        self.unread += not_kept(mention, noun, owner)
        if noun.kind == "zone" and isinstance(mention.count, int):
            return self._thing(cards_in(mention, noun.means), "", set(), clause)
        if noun.kind == "zone":
            return Place(noun.means, owner if owner is not None else mention.zone_of)
        if noun.kind == "ability":
            return self._ability(mention, noun, owner)
        return plain_noun(mention, noun, owner)

    def _ability(self, mention: Mention, noun: Noun, owner: Ref | Person | None) -> AbilityOf:
        kind = mention.ability or ("" if noun.means == "ability" else noun.means)
        if isinstance(mention.count, int) and mention.count > 1:
            self.unread.append(mention.text)
        if owner is None and mention.definite:
            near = self.entities.with_ability(mention.what) or self.entities.nearest(())[:1]
            owner = Ref(self.choices.one_of(near, mention.text).id) if near else None
        return AbilityOf(owner, kind, mention.what)

    def _owner(self, mention: Mention, clause: Clause, need: str = "") -> Ref | Person | None:
        given = mention.of if mention.of is not None else mention.whose
        if given is None or isinstance(given, Person):
            return None if given is None else self._person(given)
        found = self._fill(given, need, set(), clause)
        if isinstance(found, Ref | Person):
            return found
        self.unread.append(given.text or mention.text)
        return None

    def _person(self, person: Person) -> Person:
        if person.who == "self":
            return ME if self.doer is None else self.choices.one_of((ME, self.doer), "自分")
        if person != ME and person not in self.persons:
            self.persons.append(person)
        return person

    def _he(self) -> Person:
        """The other person spoken of last; in a game of two there is only one."""
        return self._person(next((one for one in self.persons[::-1] if self._may_be_he(one)), OPPONENT))

    def _may_be_he(self, person: Person) -> bool:
        return not person.who.startswith("each") and person != self.doer

    def _thing(self, mention: Mention, need: str, used: set[int], clause: Clause) -> Any:
        if mention.pronoun in ("he", "they") and self._means_person(mention, need, used):
            return self.persons_of.setdefault(id(mention), self._he())
        if mention.pronoun == "zero" and need == "player":
            return self._person(ME)
        if id(mention) in self.same and not mention.pronoun:  # one subject: "attacks and isn't blocked"
            return self.same[id(mention)]
        whose = self._whose(mention, clause)
        if mention.pronoun == "both":
            found_both, certain = both_of(self.entities, mention, need, used, self.at)
            self.unread += () if certain else (mention.text or "both",)
            return found_both
        if mention.pronoun == "same":
            own = tuple(map(Ref, sorted(used)))
            return own if len(own) > 1 else own[0] if own else mention.pronoun
        found = self._known(mention, need, used, whose, clause.verb if self.asking else "")
        did = recalled(mention, self.entities, self.at) if found is None else None
        if did is not None:
            found, mention = did, replace(mention, clauses=())
        fresh = found is None
        if found is None:
            if unmet(self.entities, mention):
                self.unread.append(mention.text or mention.pronoun)
            found = self._introduced(mention, clause, used)
        self.entities.add(found, mention, whose)
        self._mentioned(found, clause)
        for relative in mention.clauses:
            self._relative(relative, found.id, early=fresh and self.asking and self.heard.articles)
        return self.same.setdefault(id(mention), Ref(found.id))

    def _means_person(self, mention: Mention, need: str, used: set[int]) -> bool:
        kinds = need.split("/") if need else ["player", ""]
        if "player" not in kinds or id(mention) in self.persons_of:
            return "player" in kinds
        if len(kinds) == 1 or not self.entities.fitting(mention, need, used):
            return True
        if mention.pronoun == "they":
            return False
        if self.he_plays is not True and not any(map(self._may_be_he, self.persons)):
            return False
        if self.he_plays is None:  # "he" may be the opponent or the creature; all of them are the same one
            self.he_plays = self.choices.one_of((True, False), mention.text or "he")
        return self.he_plays

    def _whose(self, mention: Mention, clause: Clause) -> Person | None:
        if mention.whose is None:
            return None
        if isinstance(mention.whose, Person):
            return self._person(mention.whose)
        found = self._fill(
            mention.whose, "player" if mention.whose.pronoun in ("he", "they") else "", set(), clause
        )
        if isinstance(found, Person):
            return found
        self.unread.append(mention.whose.text or mention.text)
        return None

    def _known(self, mention: Mention, need: str, used: set[int], whose: Any, asked: str) -> Entity | None:
        """The thing spoken of before that this is."""
        if mention.label:
            return self.entities.labelled(mention)
        if mention.other or mention.asked or mention.pronoun in ("one", "ones", "the other", "the rest"):
            return None
        if mention.cards:
            same = [one for name in mention.cards if (one := self.entities.of_card(name, whose)) is not None]
            plain = mention.count in (None, 1) or mention.definite
            return same[0] if same and plain else None
        if mention.text.casefold().startswith("both "):
            return self.entities.pair(mention, need, used, whose)
        owned = whose is not None and mention.count is None
        if not (mention.definite or mention.pronoun or owned):
            found = self.entities.told_as(mention, used, whose, asked)
            return self.choices.one_of(found, mention.text) if found else None
        found = [*self.entities.fitting(mention, need, used, whose)]
        if mention.clauses and not mention.pronoun:
            return None  # a relative clause says which: by what it did
        if owned and not mention.definite and not mention.pronoun:
            known = [one for one in found if one is not None and one.whose == whose]
            # "my creature" may be the one spoken of, or one of mine that nobody has spoken of
            found = [*known] or ([*found, None] if found else [])
        return self.choices.one_of(found, mention.text or mention.pronoun or mention.noun) if found else None

    def _introduced(self, mention: Mention, clause: Clause, used: set[int]) -> Entity:
        if nowhere(mention, clause, self.asking):
            self.unread.append(mention.text)
        card = ""
        if mention.cards:
            card = self.choices.one_of(mention.cards, mention.text)
        like = None
        stands_for = mention.pronoun in ("one", "ones", "the other", "the rest") and mention.of is None
        if stands_for or (mention.other and mention.filter is None):
            near = counterpart(self.entities, mention) or self.entities.nearest(used)
            like = self.choices.one_of(near, mention.text or mention.pronoun) if near else None
            if like is not None and mention.filter is None and not card:
                mention = replace(mention, filter=like.filter, noun=like.noun)
                card = like.card
        group = None if mention.of is None else self._fill(mention.of, "", set(), clause)
        entity = self.entities.new(mention, self.at - told_earlier(clause), card)
        if mention.of is not None:
            if isinstance(group, Ref):
                entity.among = group
                source = self.entities.all[group.thing]
                if mention.filter is None:
                    entity.filter, entity.noun, entity.card = source.filter, source.noun, source.card
                entity.whose = source.whose
            else:
                self.unread.append(mention.text or "of")
        set_apart(self.entities, entity, mention, like, clause.verb)
        return entity

    def _relative(self, clause: Clause, one: Any, early: bool = False) -> None:
        """What is told beside: "the creature that blocked it"; "my animated land" in what is asked has been so all the time."""
        asking, self.asking = self.asking, False
        frame = self._frame(about(clause, one))
        self.asking = asking
        if any(told_again(frame, one) for one in self.told):
            return
        if early and not frame.roles.keys() - {"what"}:
            self.told.insert(0, frame)
        else:
            self.told.insert(
                self.choices.one_of(may_stand(frame, self.told), clause.text or clause.verb), frame
            )
