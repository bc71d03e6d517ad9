"""From the tokens of an effect text to a `Body`: sentence by sentence, with what one says about the one before."""

from __future__ import annotations

import re
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field, replace
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import Body, Condition, Effect, If, Mode, Modes, Number, UnreadEffect
from kb.checker.oracle.gram.doing import flat, mana_cost_of
from kb.checker.oracle.grammar import Parser
from kb.checker.oracle.raw import COST_ELSEWHERE, Amend, Prevented, ThatMuch, cost_missing
from kb.checker.oracle.resolve import Resolver
from kb.checker.oracle.rewrite import rewrite
from kb.checker.oracle.tables import other_number
from kb.checker.oracle.words import NUMBERS


def sentences(parser: Parser, start: int, end: int) -> list[tuple[int, int]]:
    """The token ranges of the sentences, without their full stops."""
    found: list[tuple[int, int]] = []
    first = start
    for index in range(start, end):
        token = parser.tokens[index]
        if token.kind == "mark" and token.text == ".":
            if index > first:
                found.append((first, index))
            first = index + 1
        elif token.kind == "quote" and token.text.rstrip("\"'").endswith((".", "!")) and index + 1 < end:
            following = parser.tokens[index + 1]
            if following.text[:1].isupper() and following.kind in {"word", "self"}:
                found.append((first, index + 1))
                first = index + 1
    if first < end:
        found.append((first, end))
    return found


def source(parser: Parser, text: str, start: int, end: int) -> str:
    """The words of a token range as they stand in the paragraph."""
    return "" if start >= end else text[parser.tokens[start].start : parser.tokens[end - 1].end]


@dataclass(slots=True)
class BodyReader:
    """Reads the sentences of one body into instructions."""

    parser: Parser
    text: str
    resolver: Resolver
    effects: list[Effect] = field(default_factory=list)

    def read(self, start: int, end: int) -> Body:
        """All sentences of a token range."""
        for first, last in sentences(self.parser, start, end):
            self.sentence(first, last)
        effects = tuple(
            UnreadEffect(source(self.parser, self.text, start, end)) if cost_missing(effect) else effect
            for effect in self.effects
        )
        return Body(paid_or_not(effects), tuple(self.resolver.targets))

    def sentence(self, first: int, last: int) -> None:
        """One sentence; unread ones are kept as such."""
        raw = self.parser.exact("sentence", first, last)
        if raw is None or not self._take(raw):
            self.effects.append(UnreadEffect(source(self.parser, self.text, first, last)))
            return
        words = {token.base for token in self.parser.tokens[first:last]}
        if words & {"be", "it's", "they're", "have"} and not words & {"become", "gain", "get"}:
            self._as_it_enters()

    def _as_it_enters(self) -> None:
        """CR 611.2e: what is said to be or have a characteristic has it as it enters, not only afterwards."""
        move, said = self.effects[-2:] if len(self.effects) > 1 else (None, None)
        if (
            not isinstance(move, ast.Move)
            or move.to != "battlefield"
            or not isinstance(said, ast.ForDuration)
        ):
            return
        part = said.parts[0] if len(said.parts) == 1 else None
        if (
            isinstance(part, ast.Modify)
            and part.what in (ast.It(), move.what)
            and said.duration == ast.Duration("game")
            and not any(isinstance(node, ast.SetController | ast.CopyOf) for node in ast.walk(part.changes))
        ):
            self.effects[-2:] = [replace(move, entering=(*move.entering, *part.changes))]

    def _take(self, raw: Effect) -> bool:
        saved = list(self.resolver.mentions), list(self.resolver.targets), list(self.resolver.done)
        try:
            if isinstance(raw, Amend):
                return self._amend(raw)
            if any(isinstance(node, Prevented) for node in ast.walk(raw)):
                return self._prevented(raw)
            self.effects += self.resolver.visit(flat(raw))
        except UnresolvedError:
            self.resolver.mentions, self.resolver.targets, self.resolver.done = saved
            return False
        return True

    def _prevented(self, raw: Effect) -> bool:
        """ "For each 1 damage prevented this way, …": done each time the effect before prevents damage."""
        previous = self.effects[-1] if self.effects else None
        if not isinstance(previous, ast.ForDuration) or isinstance(raw, ast.Delayed):
            return False
        then = self.resolver.visit(
            rewrite(flat(raw), lambda n: ast.EventAmount() if isinstance(n, Prevented) else n)
        )
        if any(isinstance(part, ast.Prevent) and part.then for part in previous.parts):
            return False
        changed = _edit_one(previous, ast.Prevent, then=then)
        if changed is None:
            return False
        self.effects[-1] = changed
        return True

    def _amend(self, raw: Amend) -> bool:
        if not self.effects or isinstance(self.effects[-1], UnreadEffect):
            return False
        previous = self.effects[-1]
        changed: Effect | None = None
        if raw.how == "otherwise":
            if isinstance(previous, If) and not previous.otherwise:
                changed = replace(previous, otherwise=self.resolver.visit(raw.effects))
        elif raw.how == "instead":
            condition: Condition = self.resolver.visit(raw.condition)
            changed = If(condition, self.resolver.visit(_that_many(raw.effects, previous)), (previous,))
        elif raw.how == "damage instead" and isinstance(previous, ast.DealDamage) and not previous.divided:
            dealt = replace(previous, amount=self.resolver.visit(raw.effects[0]))
            changed = If(self.resolver.visit(raw.condition), (dealt,), (previous,))
        elif raw.how in {"win", "lose"} and isinstance(previous, ast.FlipCoin):
            changed = replace(previous, **{raw.how: self.resolver.visit(raw.effects)})
        elif raw.how == "mana rider":
            changed = _edit_one(previous, ast.AddMana, only=str(raw.effects))
        elif raw.how in _EDITS:
            kind, fields = _EDITS[raw.how]
            changed = _edit_one(previous, kind, **fields)
        elif raw.how.startswith("least "):
            changed = _edit_one(previous, ast.ChangeSpeed, least=int(raw.how.split()[1]))
        elif raw.how == "again":
            changed = self._again(previous, raw)
        elif raw.how == "token has":
            changed = _token_has(previous, raw.effects)
        elif raw.how == "cost is mana cost":
            changed = _cost_is_mana_cost(previous, raw.effects)
        elif raw.how == "prevented life":
            changed = _edit_one(previous, ast.Prevent, then=(ast.GainLife(ast.YOU, ast.EventAmount()),))
        elif raw.how == "same for attackers":
            one = ast.Players("iterated")
            same = rewrite(previous, lambda node: one if node == ast.YOU else node)
            self.effects.append(ast.ForEach(ast.Players("attacking opponents"), (same,)))
            return True
        elif raw.how == "still":
            changed = _still(previous)
        elif raw.how == "can't":
            changed = self._who_cannot(previous, raw)
        if changed is None:
            return False
        self.effects[-1] = changed
        return True

    def _who_cannot(self, previous: Effect, raw: Amend) -> Effect | None:
        """ "Each opponent sacrifices a creature. Each opponent who can't discards a card": looked at player by player."""
        if not isinstance(previous, ast.Sacrifice | ast.Discard) or not isinstance(previous.who, ast.Players):
            return None
        one = ast.Players("iterated")
        effects = self.resolver.visit(raw.effects)
        return ast.ForEach(previous.who, (replace(previous, who=one), If(ast.Not(ast.Did()), effects)))

    def _again(self, previous: Effect, raw: Amend) -> Effect | None:
        """ "Create three of those tokens instead"."""
        if not isinstance(previous, ast.CreateToken | ast.CreateCopy):
            return None
        condition = self.resolver.visit(raw.condition)
        return If(condition, (replace(previous, count=self.resolver.visit(raw.effects[0])),), (previous,))


def _that_many(effects: tuple[Effect, ...], previous: Effect) -> tuple[Effect, ...]:
    """ "… X cards. If …, twice that many instead": as many as the instruction says that does not happen."""
    if not any(isinstance(node, ThatMuch) for node in ast.walk(effects)):
        return effects
    amounts = [getattr(previous, name, None) for name in ("count", "amount")]
    found = next((amount for amount in amounts if isinstance(amount, ast.Amount)), None)
    if found is None:
        raise UnresolvedError("as many as an instruction that says no number")
    changed: tuple[Effect, ...] = rewrite(effects, lambda node: found if isinstance(node, ThatMuch) else node)
    return changed


def paid_or_not(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """CR 118.12: "Pay {2}. If you don't, …" leaves the payment to the player; behind a delayed ability it belongs to that."""
    made: list[Effect] = []
    for effect in effects:
        previous = made[-1] if made else None
        asks = isinstance(effect, If) and effect.condition in (ast.Did(), ast.Not(ast.Did()))
        if asks and isinstance(previous, ast.Delayed) and not previous.reflexive:
            if any(isinstance(node, ast.It | ast.EventObject) for node in ast.walk(effect)):
                effect = UnreadEffect("a condition about a delayed instruction")
            made[-1] = replace(
                previous, body=replace(previous.body, effects=paid_or_not((*previous.body.effects, effect)))
            )
            continue
        if asks and isinstance(previous, ast.PayMana):
            made[-1] = ast.Pay(previous.who, (mana_cost_of(previous),))
        made.append(effect)
    return tuple(made)


def _token_has(previous: Effect, abilities: tuple[Any, ...]) -> Effect | None:
    """ "Create a token. It has …": the abilities are the token's."""
    if not isinstance(previous, ast.CreateToken) or previous.token.predefined:
        return None
    token = previous.token
    return replace(previous, token=replace(token, abilities=(*token.abilities, *abilities)))


def _cost_is_mana_cost(previous: Effect, names: tuple[Any, ...]) -> Effect | None:
    """ "It gains flashback. The flashback cost is equal to its mana cost."."""
    hits = 0

    def change(node: Any) -> Any:
        nonlocal hits
        if isinstance(node, ast.AddAbility) and isinstance(node.ability, ast.Keyword):
            keyword = node.ability
            if keyword.name == names[0] and keyword.words == COST_ELSEWHERE:
                hits += 1
                return replace(node, ability=replace(keyword, words="mana cost"))
        return node

    result: Effect = rewrite(previous, change)
    return result if hits else None


_EDITS: dict[str, tuple[type[Effect], dict[str, Any]]] = {
    "no regeneration": (ast.Destroy, {"regenerate": False}),
    "retarget": (ast.CopySpell, {"retarget": True}),
    "unpreventable": (ast.DealDamage, {"preventable": False}),
    "counter to exile": (ast.Counter, {"to": "exile"}),
    "counter to hand": (ast.Counter, {"to": "hand"}),
    "counter to library": (ast.Counter, {"to": "library"}),
}


def _edit_one(effect: Effect, kind: type[Any], **fields: object) -> Effect | None:
    """The instruction with that kind of node in it changed; None when there is none."""
    hits = 0

    def change(node: Any) -> Any:
        nonlocal hits
        if isinstance(node, kind):
            hits += 1
            return replace(node, **fields)
        return node

    result: Effect = rewrite(effect, change)
    return result if hits else None


def _still(effect: Effect) -> Effect | None:
    """ "It's still a land": the types it becomes are added to those it has."""
    hits = 0

    def change(node: Any) -> Any:
        nonlocal hits
        if isinstance(node, ast.SetTypes):
            hits += 1
            return ast.AddTypes(node.types)
        return node

    result: Effect = rewrite(effect, change)
    return result if hits else None


_HEADER = re.compile(
    r"""
    (?P<who>you\ may\ )?choose\s
    (?P<count>one\ or\ both|one\ or\ more|up\ to\ (?:one|two|three|four|five|x)|any\ number(?:\ of\ them)?
      |one|two|three|four|x|both)
    (?P<fresh>\ that\ hasn't\ been\ chosen(?:\ this\ turn)?)?
    (?P<random>\ at\ random)?
    (?P<rest>\..*)?\s*—?$
    """,
    re.VERBOSE,
)
_REPEAT = re.compile(r"\. you may choose the same mode more than once\.?$")


def _number(word: str) -> ast.Amount:
    return ast.X() if word == "x" else Number(NUMBERS[word])


def mode_header(text: str, count: int) -> Modes | None:
    """ "Choose one —" and its relatives, without the modes; None when it isn't understood."""
    match = _HEADER.match(text.lower().strip())
    if match is None or match["who"]:
        return None
    how = match["count"]
    least: ast.Amount = Number(1)
    most: ast.Amount
    if how == "one or both":
        most = Number(2)
    elif how == "one or more":
        most = Number(count)
    elif how.startswith("up to"):
        least, most = Number(0), _number(how.split()[-1])
    elif how.startswith("any number"):
        least, most = Number(0), Number(count)
    elif how == "both":
        least = most = Number(2)
    else:
        least = most = _number(how)
    rest = (match["rest"] or "").replace("—", "").strip()
    repeat = False
    more: tuple[tuple[Condition, ast.Amount, ast.Amount], ...] = ()
    if rest and rest != ".":
        if _REPEAT.match(rest):
            repeat = True
        else:
            others = other_number(rest, count)
            if others is None:
                return None
            more = others
    fresh = {None: "", " that hasn't been chosen": "ever", " that hasn't been chosen this turn": "this turn"}[
        match["fresh"]
    ]
    return Modes((), least, most, repeat=repeat, more=more, random=bool(match["random"]), fresh=fresh)


def with_modes(body: Body, modes: Modes, options: Seq[Mode]) -> Body:
    """The body with its modes."""
    return replace(body, modes=replace(modes, options=tuple(options)))
