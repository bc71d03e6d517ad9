"""Creatures as questions describe them: their size, keywords and states, and who attacks whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from kb.asking.asked import Asked
from kb.asking.meaning import Token

KEYWORDS: Final = {
    "keyword_menace": ("Menace", "威迫", "702.111b"), "keyword_trample": ("Trample", "トランプル", "702.19b"),
    "keyword_deathtouch": ("Deathtouch", "接死", "702.2b"), "keyword_first_strike": ("First strike", "先制攻撃", "702.7b"),
    "keyword_double_strike": ("Double strike", "二段攻撃", None), "keyword_flying": ("Flying", "飛行", "702.9b"),
    "keyword_reach": ("Reach", "到達", "702.9b"), "keyword_lifelink": ("Lifelink", "絆魂", None),
    "keyword_indestructible": ("Indestructible", "破壊不能", "702.12b"), "keyword_vigilance": ("Vigilance", "警戒", None),
    "keyword_haste": ("Haste", "速攻", "702.10b"), "keyword_defender": ("Defender", "防衛", "702.3b"), "keyword_skulk": ("Skulk", "潜伏", None),
    "keyword_shadow": ("Shadow", "シャドー", None), "keyword_hexproof": ("Hexproof", "呪禁", None),
}  # fmt: skip


@dataclass
class Body:
    """A creature as described."""

    pt: str = ""
    keywords: list[str] = field(default_factory=list)
    count: int = 1
    tapped: bool = False
    sick: bool = False
    particle: str = ""
    owner: str = ""
    place: int = 0

    @property
    def en(self) -> str:
        """In an English sentence."""
        words = " ".join([self.pt or "", *(KEYWORDS[k][0].lower() for k in self.keywords)]).strip()
        first = "tapped" if self.tapped else words or "creature"
        lead = f"{self.count} " if self.count > 1 else "an " if first[0] in "aeiou8" else "a "
        state = "tapped " if self.tapped else ""
        return f"{lead}{state}{words + ' ' if words else ''}creature{'s' if self.count > 1 else ''}"

    @property
    def ja(self) -> str:
        """In a Japanese sentence."""
        words = "と".join(KEYWORDS[k][1] for k in self.keywords)
        return f"{'タップ状態の' if self.tapped else ''}{self.pt + 'の' if self.pt else ''}{words + 'を持つ' if words else ''}クリーチャー{f'{self.count}体' if self.count > 1 else ''}"

    def entry(self, name: str) -> dict[str, Any]:
        """For the setup."""
        found: dict[str, Any] = {"card": name}
        if self.count > 1:
            found["count"] = self.count
        if self.tapped:
            found["tapped"] = True
        if self.sick:
            found["sick"] = True
        return found

    def card(self, default: str) -> dict[str, Any]:
        """For `cards`."""
        text = "\n".join(KEYWORDS[k][0] for k in self.keywords)
        return {"cost": "{2}", "types": "Creature — Soldier", "pt": self.pt or default, "text": text}


_PARTICLES: Final = ("で", "が", "を", "に", "は", "と")
_STATES: Final = (
    "pt",
    "creature",
    "big",
    "tapped",
    "untapped",
    "summoning_sick",
    "single",
    "alone",
    "no_flying",
)


def bodies(tokens: tuple[Token, ...]) -> list[Body]:
    """The creatures described, in order; a verb, a player, a number or a particle ends a description."""
    found: list[Body] = []
    open_: Body | None = None
    owner, count = "", 0
    for place, token in enumerate(tokens):
        number = (
            2
            if token.name in ("two", "two_or_more", "both")
            else int(token.value)
            if token.name == "num" and token.value
            else 0
        )
        if token.name in ("i", "opp"):
            owner, open_ = token.name, None
        elif number:
            if (
                token.after[:1] in _PARTICLES
                and found
                and not (
                    found[-1].particle in ("を", "は")
                    and token.after[:1] == "で"
                    and tokens[place - 1].name in KEYWORDS
                )
            ):
                found[-1].count, found[-1].particle = number, token.after[:1]
            else:
                count = number
                if token.after[:1] == "で":
                    found.append(Body(particle="で", place=place, count=number))
                    count = 0
            open_ = None
        elif token.name in KEYWORDS or token.name in _STATES:
            if open_ is None or (token.name == "pt" and open_.pt):
                open_ = Body(owner=owner, place=place, count=count or 1)
                count = 0
                found.append(open_)
            _describe(open_, token)
            if (
                token.after[:1] in _PARTICLES
                and token.after[:2] != "を持"
                and not (token.name in KEYWORDS and token.after[:1] == "と")
            ):
                open_.particle = token.after[:1]
                open_ = None
        else:
            open_ = None
    return found


def _describe(body: Body, token: Token) -> None:
    if token.name == "pt":
        body.pt = token.value
    elif token.name in KEYWORDS:
        body.keywords.append(token.name)
    elif token.name == "big":
        body.pt = body.pt or "5/5"
    elif token.name == "tapped":
        body.tapped = True
    elif token.name == "summoning_sick":
        body.sick = True


def sides(asked: Asked, found: list[Body]) -> tuple[Body, Body] | None:
    """Who attacks and who blocks; None where the words don't tell."""
    if len(found) != 2:
        return None
    first, second = found
    seq = [token.name for token in asked.meaning.tokens]
    if asked.meaning.lang == "ja":
        blocks = [t for t in asked.meaning.tokens if t.name == "block"]
        passive = any("され" in t.text or t.after.startswith(("され", "れ")) for t in blocks)
        for one, other in ((first, second), (second, first)):
            if passive and one.particle in ("に", "で") and (one is second or first.particle != one.particle):
                return other, one
            if not passive and blocks and one.particle == "で":
                return other, one
            if not passive and blocks and one.particle == "を":
                return one, other
            if not blocks and one.particle == "で" and "attack" in seq:
                return one, other
        if blocks and not passive and second.particle == "が":
            return first, second
        if blocks and not passive and first.particle == "は":
            return second, first
        return None
    at = seq.index("block") if "block" in seq else -1
    if at >= 0:
        block = next(t for t in asked.meaning.tokens if t.name == "block")
        after = asked.meaning.question.lower()
        by = "blocked by" in after or "block it with" in after or "blocked with" in after
        if first.place < at < second.place:
            return (first, second) if by else (second, first)
        if at < first.place:
            if " with " in after[after.find(block.text) :]:
                return first, second
            return None
        if second.place < at and "attack" not in seq and not {"i", "opp"} & set(seq[second.place : at]):
            return first, second
        if second.place < at and "attack" in seq and seq.index("attack") < second.place:
            return first, second
        return None
    if "attack" in seq:
        attack = seq.index("attack")
        if attack < first.place or first.place < attack < second.place:
            return first, second
    return None
