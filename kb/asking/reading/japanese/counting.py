"""Numbers that stand apart from what they count: トークンを2体出す, ライフが20点ある, 2回誘発する."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.frames import Manner, Number, When
from kb.asking.mentions import Mention
from kb.asking.reading.japanese.marking import Item, Takes
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail


class Counting:
    """The roles of a verb, and the numbers in them."""

    def __init__(self, takes: Takes, form: str, tail: Tail, direct: bool) -> None:
        self.takes, self.row, self.tail, self.direct = takes, takes.row, tail, direct
        self.form = form
        self.roles: dict[str, Any] = {}
        self.by_role: dict[str, Item] = {}
        self.manner: set[Manner] = set()
        self.when: When | None = None
        self.score = 0.0
        self.used: list[Item] = []

    def _floating(self, item: Item) -> bool:
        """トークンを2体出す: the number counts what is in a role already."""
        phrase = item.phrase
        if phrase.unit == "time":
            return self._times(item)
        if item.particle not in {"", "が", "を", "で"} or phrase.unit not in {"thing", "card", "point", ""}:
            return False
        if phrase.unit == "point":
            return self._points(phrase)
        doer = self.by_role.get("agent")
        own = ["agent"] if doer is not None and doer.particle == "が" and not item.particle else []
        for role in ("what", "with", *(["to"] if self.takes.role("を") == "to" else []), *own):
            value = self.roles.get(role)
            free = (
                isinstance(value, Mention)
                and role in self.by_role
                and value.count is None
                and not value.asked
            )
            if free and isinstance(value, Mention):
                count = None if phrase.asked else phrase.count
                self.roles[role] = replace(
                    value, count=count, asked=phrase.asked, text=value.text + phrase.text
                )
                self.score += 1
                return True
        return False

    def _counts(self, phrase: Phrase) -> bool:
        """ブロッカーを2体とも寝かせる: so many they are."""
        for role in ("what", "to", "agent"):
            value = self.roles.get(role)
            if isinstance(value, Mention) and role in self.by_role and value.count is None:
                self.roles[role] = replace(value, count=phrase.count)
                return True
        return False

    def _points(self, phrase: Phrase) -> bool:
        """ライフが20点ある."""
        for role, value in self.roles.items():
            if (
                isinstance(value, Mention)
                and value.noun in {"life", "damage"}
                and value.count is None
                and value.whose is None
            ):
                asked = Mention(noun=value.noun, asked=True, text=phrase.text)
                self.roles[role] = asked if phrase.asked else Number(phrase.count, value.noun)
                return True
        return False

    def _times(self, item: Item) -> bool:
        if item.phrase.asked:
            if "amount" in self.roles:
                return False
            self.roles["amount"] = Mention(noun="time", asked=True, text=item.phrase.text)
            self.by_role["amount"] = item
        elif item.phrase.count == 1 and item.phrase.other:
            self.manner.add("again")  # もう1回
        elif item.phrase.count == 2:
            self.manner.add("twice")
        elif item.phrase.count != 1:
            if "amount" in self.roles:
                return False
            self.roles["amount"] = Number(item.phrase.count, "time")
        self.score += 1
        return True

    def _quantity(self, phrase: Phrase) -> bool:
        """全部, 複数: all of them, or several of what is spoken of."""
        if phrase.quantity == "all":
            self.manner.add("all")
            return True
        for role in ("what", "agent"):
            value = self.roles.get(role)
            if isinstance(value, Mention) and value.count is None and not value.pronoun:
                self.roles[role] = replace(value, count="several" if phrase.quantity == "several" else "some")
                return True
        return False

    def _nth(self, item: Item) -> bool:
        """2回目に振る: the second time."""
        manner: Manner | None = {1: "first", 2: "second"}.get(item.phrase.count)  # type: ignore[assignment]
        if manner is None or item.phrase.noun != "time":
            return False
        self.manner.add(manner)
        return True
