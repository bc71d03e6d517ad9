"""The table on which a question is laid out: things, time, checks, and how a deed is done on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.asking.frames import AbilityOf, Frame, Number, Person, Place, Question, Ref
from kb.asking.model import Both
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import Line
from kb.asking.staging.unsaid import Unsaid
from kb.asking.staging.world import Item, World
from kb.checker.cards import printed_from
from kb.checker.oracle import ast


@dataclass
class Act:
    """One action of the rules, with when it may be taken."""

    player: str
    action: dict[str, Any]
    steps: tuple[str, ...] = ()
    own: bool = False
    """It needs the player's own turn."""


@dataclass(eq=False)
class Asked:
    """A check on its way into the document; `index` is its place among the answers, once that is known."""

    check: dict[str, Any]
    index: int = -1


@dataclass
class Wanted:
    """Checks that have to come out as told."""

    checks: list[Asked]
    told: Frame
    test: Callable[[Sequence[Any]], bool]
    held: bool = False
    """It is a state that was told, not a deed."""


class Table:
    """One telling in the making."""

    def __init__(self, question: Question, cards: Mapping[str, Any], unsaid: Unsaid) -> None:
        self.question = question
        self.unsaid = unsaid
        self.world = World(question, cards, unsaid)
        self.line = Line(self.world.players)
        self.wanted: list[Wanted] = []
        self.asked: list[Asked] = []
        self.inside: list[Asked] = []
        """Checks inside the script, in its order."""
        self.attack: dict[str, Any] | None = None
        """The entry of this combat's attack, to which further attackers are added."""
        self.blocks: dict[str, Any] | None = None
        self.attackers: list[Item] = []
        self.division: dict[str, Any] = {}
        """How the damage of the next combat damage step is divided."""
        self.stacked: list[Item] = []
        """Spells that should be on the stack, the bottom first."""
        self.used: list[tuple[Item, dict[str, Any]]] = []
        """Cards cast or activated so far, with the entry of the script."""
        self.top: dict[str, Any] = {}
        """Further keys of the document: variant, dice …"""
        self.done: list[Frame] = []
        """The deeds told so far."""
        self.last_actor = ""
        self.holding = False
        """The deed told next is done at once, before anything resolves."""
        self.keep = False  # what is on the stack was said to be there while what follows happens
        self.pending: list[Any] = []
        """Answers told before the deed that asks for them."""
        self.walked = 0  # how often somebody has planeswalked as it was told
        self.rolled = False  # a die was told to fall, or is asked about: the turn in which it falls is meant
        self.asking = False
        """What is laid out now is what is asked: it need not come true."""

    # -- fillings --------------------------------------------------------------------------------------

    def items(self, filling: Any) -> list[Item]:
        """The objects that a filling means; raises NotStaged where it means no objects."""
        if filling is None:
            return []
        if isinstance(filling, tuple):
            found = [item for one in filling for item in self.items(one)]
            return list({id(one): one for one in found}.values())
        if isinstance(filling, Ref):
            return self.world.of(filling)
        raise NotStaged(
            f"an object is needed where something else was said ({type(filling).__name__})",
            "オブジェクトが必要なところに別のものが述べられています",
        )

    def one(self, filling: Any) -> Item:
        """The one object that a filling means."""
        found = self.items(filling)
        if len(found) != 1:
            raise NotStaged("one object is needed here", "ここでは１つのオブジェクトが必要です")
        return found[0]

    def player(self, filling: Any, default: str = "", of: Item | None = None) -> str:
        """The one player that a filling means; `default` where nobody is said."""
        found = self.players(filling, of=of)
        if len(found) > 1:
            raise NotStaged("one player is needed here", "ここでは１人のプレイヤーが必要です")
        return found[0] if found else default

    def players(self, filling: Any, agent: str = "", of: Item | None = None) -> list[str]:
        """The players that a filling means."""
        if filling is None:
            return []
        if isinstance(filling, tuple):
            return list(dict.fromkeys(player for one in filling for player in self.players(one, agent, of)))
        if isinstance(filling, Person):
            return self.world.persons(filling, of, agent)
        raise NotStaged(
            "a player is needed where something else was said",
            "プレイヤーが必要なところに別のものが述べられています",
        )

    def number(self, filling: Any, default: int | None = None) -> int:
        """A number that is said; `default` where none is."""
        if filling is None and default is not None:
            return default
        if isinstance(filling, int):
            return filling
        if isinstance(filling, Number) and isinstance(filling.value, int):
            return filling.value
        raise NotStaged("how many or how much was not said", "数や量が述べられていません")

    def some_amount(self, told: Heeded) -> int:
        """An amount that nobody said: a small and a large one are tried."""
        options = [(str(n), Both(f"the amount is {n}", f"量が{n}")) for n in (1, 5)]
        return int(self.unsaid.open(f"amount of {len(self.line.script)} {told.verb}", options))

    def place(self, filling: Any) -> str:
        """A zone that is said, "" where none is."""
        if filling is None:
            return ""
        if isinstance(filling, Place):
            return filling.zone
        if getattr(filling, "kind", "") == "zone":
            return str(filling.name)
        raise NotStaged(
            "a zone is needed where something else was said", "領域が必要なところに別のものが述べられています"
        )

    @staticmethod
    def persons_in(told: Heeded, name: str) -> bool:
        """Whether a role holds persons only."""
        filling = told.frame.roles.get(name)
        parts = filling if isinstance(filling, tuple) else (filling,)
        return bool(parts) and all(isinstance(one, Person) for one in parts)

    @staticmethod
    def things_in(told: Heeded, name: str) -> bool:
        """Whether a role holds things only."""
        filling = told.frame.roles.get(name)
        parts = filling if isinstance(filling, tuple) else (filling,)
        return bool(parts) and all(isinstance(one, Ref) for one in parts)

    def source(self, filling: Any) -> list[Item]:
        """The objects that do something: of an ability its source."""
        if isinstance(filling, AbilityOf):
            return self._with_ability(filling)
        return self.items(filling)

    @property
    def made_mana(self) -> bool:
        """Whether what was done last is a mana ability, which doesn't use the stack (605.3b)."""
        last = self.line.script[-1] if self.line.script else {}
        return any(
            entry is last
            and isinstance(node, ast.Activated)
            and node.is_mana
            and node.text == entry.get("ability")
            for item, entry in self.used[-1:]
            for node in item.printed.abilities
        )

    @property
    def answerable(self) -> bool:
        """Whether something that was told is on the stack now: a spell, or an ability that was just activated."""
        last = self.line.script[-1] if self.line.script else {}
        return bool(self.stacked) or self.keep or ("activate" in last and not self.made_mana)

    @property
    def size(self) -> int:
        """How much has been laid out: entries of the script and what has to come true."""
        begun = sum(len(one.setup) + len(one.states) + bool(one.start) for one in self.world.every())
        answers = len(self.pending) + sum(len(one.get("choices", ())) for one in self.line.script)
        facts = sum(len(one) for one in self.world.facts.values())
        return len(self.line.script) + len(self.wanted) + len(self.asked) + begun + answers + facts

    def _with_ability(self, said: AbilityOf) -> list[Item]:
        """Whose ability it is: the thing said, or the only one whose text has what is said of the ability."""
        own = self.items(said.of) if isinstance(said.of, Ref) else []
        word = said.what.split(" ")[0].casefold() if said.what else ""
        if own or not word:
            return own
        return [one for one in self.world.every() if word in one.printed.text.casefold()]

    # -- doing -----------------------------------------------------------------------------------------

    def responds(self, told: Heeded) -> bool:
        """Whether it is done with what was done before still on the stack."""
        link = told.link
        held, self.holding = self.holding or self.keep, False
        return bool(self.line.script) and (
            held or link == "response" or (link == "while" and bool(self.stacked))
        )

    def perform(self, act: Act, told: Heeded) -> None:
        """Have an action taken: in response, or at the first moment at which it may be."""
        respond = self.responds(told)
        if not respond:
            self.move(act)
        self.do(act, told, respond=respond)

    def do(self, act: Act, told: Heeded, *, respond: bool = False) -> None:
        """Add the action to the script, with the answers told before."""
        if self.pending:
            act.action["choices"] = [*act.action.get("choices", ()), *self.pending]
            self.pending = []
        self.line.do(act.player, act.action, told.frame, respond=respond)
        self.last_actor = act.player

    def perform_now(self, act: Act, told: Heeded) -> None:
        """Have an action taken with the stack as it is: it is aimed at what is there."""
        self.do(act, told, respond=True)

    def perform_at(self, act: Act, told: Heeded) -> None:
        """Have a turn-based action taken: always at its own moment, with nothing on the stack."""
        self.move(act)
        self.do(act, told)

    def called(self, state: str, player: str) -> list[Item]:
        """Things called attacking or blocking that nobody has declared yet."""
        found = []
        for thing in self.question.things:
            if not any(isinstance(one, ast.Status) and one.name == state for one in ast.walk(thing.filter)):
                continue
            for item in self.world.of(Ref(thing.id)):
                if state in item.states and item.side in ("", player):
                    found.append(item)
        return found

    def last_attacker(self) -> str:
        """Who attacked last."""
        return next((one.side for one in self.attackers if one.side), "")

    def move(self, act: Act) -> None:
        """Go on to the first moment at which an action may be taken."""
        before = self.line.turn
        self.settle()
        if act.steps or (act.own and self.line.active != act.player):
            self.line.go(act.steps or ("precombat_main",), act.player if act.own else "")
        elif not self.line.moved:
            self.line.go(("precombat_main",), act.player if act.own else "")
        if self.line.turn != before:
            self.end_combat()

    def settle(self) -> None:
        """What was on the stack has resolved."""
        self.keep = False
        for item in self.stacked:
            if item.now == "stack":
                item.now = "battlefield" if item.printed.is_permanent_card else "graveyard"
        self.stacked.clear()

    def end_combat(self) -> None:
        """Nothing attacks any more."""
        self.attack, self.blocks = None, None
        self.attackers = []

    def effect(self, player: str, text: str, to: Iterable[str], told: Heeded) -> None:
        """What is done by nobody knows what: an effect of that player does it, without targeting."""
        value: dict[str, Any] = {"text": text, "player": player}
        if names := list(to):
            value["to"] = names
        self.perform(Act(player, {"event": {"follow": value}}), told)

    def event(self, player: str, kind: str, value: Any, told: Heeded) -> None:
        """Something that happens by no named source."""
        self.perform(Act(player, {"event": {kind: value}}), told)

    def must_happen(self, told: Heeded, least: int = 1, **asked: Any) -> None:
        """It was told as done: the log has to show it (unless it is only asked about)."""
        if not self.asking:
            self.wanted_value(told, {"happened": asked}, least=least)

    def never_happens(self, told: Heeded, **asked: Any) -> None:
        """It was told as not done."""
        if not self.asking:
            self.wanted.append(
                Wanted([self.ask({"happened": asked})], told.frame, lambda values: values[0] == 0)
            )

    def must_hold(
        self, told: Heeded, checks: list[dict[str, Any]], test: Callable[[Sequence[Any]], bool]
    ) -> None:
        """A state was told: it has to hold when it is played, at the point of the telling."""
        self.wanted.append(Wanted([self.ask_now(one) for one in checks], told.frame, test, held=True))

    def no_such(self, told: Heeded, ref: Ref, player: str, zone: str) -> None:
        """Nothing of the kind is there: nobody has put any there, and it has to be so when it is played."""
        thing = self.question.thing(ref)
        check: dict[str, Any] = {"zone": zone or "battlefield"}
        if player:
            check["player"] = player
        words = [one.name for one in ast.walk(thing.filter) if isinstance(one, ast.HasType)]
        if words:
            check["type"] = " ".join(words)
        if thing.card:
            check["card"] = thing.card
        if check["zone"] == "library" and not words and not thing.card and player:
            self.world.facts[player].update({"library": [], "library size": 0})
        self.must_hold(told, [{"count": check}], lambda values: values[0] == 0)

    # -- asking ----------------------------------------------------------------------------------------

    def ask(self, check: dict[str, Any]) -> Asked:
        """A check of the end, or of the moment that it names."""
        one = Asked(check)
        self.asked.append(one)
        return one

    def ask_now(self, check: dict[str, Any], *, respond: bool = False) -> Asked:
        """A check of this point of the telling: before the first turn where nothing has been done yet."""
        if not self.line.script and not self.line.moved:
            return self.ask({"at": "start", **check})
        one = Asked(check)
        self.inside.append(one)
        self.line.check(check, respond=respond)
        return one

    def prefer(self, player: str) -> None:
        """What may be aimed at any player is aimed at the one who is asked about."""
        chosen: list[str] = self.top.setdefault("prefer", [])
        if not any(one in self.world.players for one in chosen):
            chosen.append(player)

    def wanted_value(self, told: Heeded, check: dict[str, Any], *, least: int) -> None:
        """A number of something told has to be there."""
        self.wanted.append(Wanted([self.ask(check)], told.frame, lambda values: values[0] >= least))

    def wanted_resolved(self, told: Heeded, item: Item) -> None:
        """It was told that it resolves."""
        if not self.asking:
            self.wanted_value(told, {"resolved": {"source": item.key}}, least=1)

    def up_to_trigger(self, items: Iterable[Item]) -> None:
        """Go on until the ability of one of them is on the stack: a permanent spell resolves, what triggered stays there."""
        for item in items:
            if item in self.stacked:
                self.line.do("", {"resolve": 1}, None, respond=True)
                self.settle()

    def answer(self, answers: list[Any]) -> None:
        """Answers to what the deed before leads to, or the deed that follows where nothing has been done yet."""
        entry = next((one for one in reversed(self.line.script) if "check" not in one), None)
        if entry is None:
            self.pending += answers
        else:
            entry.setdefault("choices", []).extend(answers)

    # -- invented instruments --------------------------------------------------------------------------

    def give_text(self, item: Item, text: str) -> None:
        """An invented spell without a text does what the deed needs."""
        if item.card in self.world.invented and not item.printed.text and not item.acted:
            data = {**self.world.invented[item.card], "text": text}
            self.world.invented[item.card] = data
            item.printed = printed_from(item.card, data)

    def add_line(self, item: Item, line: str) -> None:
        """An invented card has one line of text more, on all objects that it is of."""
        data = self.world.invented[item.card]
        if line not in data["text"].split("\n"):
            data["text"] = f"{data['text']}\n{line}".strip()
            for one in self.world.every():
                if one.card == item.card:
                    one.printed = printed_from(item.card, data)

    def is_blank(self, item: Item) -> bool:
        """Whether it is an invented spell of which nobody has said what it does."""
        return item.card in self.world.invented and item.is_spell and not item.printed.text

    def assume(self, en: str, ja: str) -> None:
        """List what is taken for granted."""
        self.unsaid.assume(Both(en, ja))
