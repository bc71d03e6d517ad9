"""Nouns of time and purpose after a clause: とき, 場合, あと, 前に, 間に, ために, 代わりに."""

from __future__ import annotations

from dataclasses import replace

from kb.asking.frames import Mood
from kb.asking.mentions import Mention
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.naming import Naming
from kb.asking.reading.japanese.nominal import phrase
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.walk import AFTER, AIMS, BEFORE, MOMENTS, WHILE, Made


class Moments(Naming):
    """Takes nouns of time."""

    def formal(self, made: Made) -> None:
        """A noun of time after a clause."""
        text = self.text()
        self.at += 1
        if self.kind() == "close":
            self.closes()
        if text in MOMENTS | WHILE and self._ability_waits(made):
            return
        if text in AIMS:
            self.at += self.text() == "に"
            self.made.remove(made)
            self.items.append(Item(Phrase("clause", made.clause.text, clause=made.clause), "ために"))
            return
        while self.kind() == "p" and self.text() in {
            "に",
            "で",
            "は",
            "も",
            "でも",
            "から",
            "の",
            "へ",
            "を",
            "が",
        }:
            if self.text() in {"も", "でも"}:
                self.manner.add("also")
            self.at += 1
        mood: Mood = "supposed"
        if text in {"中", "うち"} and made.tail.past and not made.tail.state:
            self.unread.append(text)  # めくった中に: among those
        if text in WHILE:
            self.link = "while"
        elif text in BEFORE:
            self.link = "before"
        elif text == "代わり":
            mood = "intended"
            self.manner.add("instead")
        elif text not in MOMENTS | AFTER:
            self.unread.append(text)
        if text in {"とき", "時", "場合", "際"}:
            self.timed = made, self.at
        made.clause = replace(made.clause, mood=mood)

    def _ability_waits(self, made: Made) -> bool:
        """死亡したときの能力: what it waits for."""
        if self.text() not in {"の", "は", "が"} or self.at + 1 >= len(self.tokens):
            return False
        one = self.tokens[self.at + 1]
        if self.text() == "の" and any(sense.kind == "ability" for sense in one.senses):
            self.at += 1
            found, self.at = phrase(self.tokens, self.at)
        elif (
            "trigger" in one.verbs
            and self.text() in {"は", "が"}
            and self.tokens[self.at - 1].kind == "close"
        ):
            found = Phrase("ability", "能力", noun="ability", ability="triggered")
        else:
            return False
        self.waits_for(made, found)
        self.take(found)
        return True

    def waits_for(self, made: Made, found: Phrase) -> None:
        """The clause is what the ability waits for, and nothing that was told."""
        self.made.remove(made)
        found.what = made.clause.verb
        what = made.clause.roles.get("what")
        if isinstance(what, Mention) and what.pronoun != "zero":
            found.clauses.append(made.clause)
        self.link = made.clause.link

    def formal_alone(self) -> None:
        """あとで, 前に, without a clause of their own."""
        text = self.text()
        self.at += 1
        while self.kind() == "p" and self.text() in {"に", "で", "は", "から"}:
            self.at += 1
        if text in AFTER or text == "タイミング":
            self.link = "then"
        elif text in BEFORE:
            self.manner.add("first")
        elif text not in {"時", "とき", "場合"}:
            self.unread.append(text)
