"""Words of the game in both languages, from our own dictionary: keywords, types, colors, counters, steps, zones.

>>> japanese("flying"), japanese("Goblin"), japanese("first strike")
('飛行', 'ゴブリン', '先制攻撃')
>>> STEPS["declare_blockers"].en
'declare blockers step'
"""

from __future__ import annotations

from functools import cache
from typing import Final

from kb.asking.model import Both
from kb.asking.wordbook import wordbook
from kb.terms import load_terms

_KINDS: Final = frozenset(
    {
        "keyword_ability",
        "keyword_action",
        "card_type",
        "supertype",
        "subtype",
        "color",
        "counter",
        "zone",
        "status",
        "designation",
    }
)
STEPS: Final = {
    "untap": Both("untap step", "アンタップ・ステップ"),
    "upkeep": Both("upkeep", "アップキープ"),
    "draw": Both("draw step", "ドロー・ステップ"),
    "main": Both("main phase", "メイン・フェイズ"),
    "precombat_main": Both("first main phase", "戦闘前メイン・フェイズ"),
    "postcombat_main": Both("second main phase", "戦闘後メイン・フェイズ"),
    "combat": Both("combat phase", "戦闘フェイズ"),
    "begin_combat": Both("beginning of combat", "戦闘開始ステップ"),
    "declare_attackers": Both("declare attackers step", "攻撃クリーチャー指定ステップ"),
    "declare_blockers": Both("declare blockers step", "ブロック・クリーチャー指定ステップ"),
    "combat_damage": Both("combat damage step", "戦闘ダメージ・ステップ"),
    "combat_damage_2": Both("second combat damage step", "2回目の戦闘ダメージ・ステップ"),
    "end_combat": Both("end of combat", "戦闘終了ステップ"),
    "end": Both("end step", "終了ステップ"),
    "cleanup": Both("cleanup step", "クリンナップ・ステップ"),
    "turn": Both("turn", "ターン"),
}
ZONES: Final = {
    **{one.means: Both(one.en[0], one.ja[0]) for one in wordbook().nouns.values() if one.kind == "zone"},
    "ceased": Both("nowhere: it has ceased to exist", "どこにもない（消滅した）"),
    "outside": Both("outside the game", "ゲームの外部"),
}
"""Zones as the book of words calls them, and what is no zone."""
COLORS: Final = {
    "W": Both("white", "白の"),
    "U": Both("blue", "青の"),
    "B": Both("black", "黒の"),
    "R": Both("red", "赤の"),
    "G": Both("green", "緑の"),
    "colorless": Both("colorless", "無色の"),
    "multicolored": Both("multicolored", "多色の"),
    "monocolored": Both("monocolored", "単色の"),
}
STATUSES: Final = {
    "tapped": Both("tapped", "タップ状態の"),
    "untapped": Both("untapped", "アンタップ状態の"),
    "attacking": Both("attacking", "攻撃している"),
    "blocking": Both("blocking", "ブロックしている"),
    "blocked": Both("blocked", "ブロックされている"),
    "unblocked": Both("unblocked", "ブロックされていない"),
    "face-down": Both("face-down", "裏向きの"),
    "face-up": Both("face-up", "表向きの"),
    "enchanted": Both("enchanted", "エンチャントされている"),
    "equipped": Both("equipped", "装備している"),
    "modified": Both("modified", "改善された"),
    "plotted": Both("plotted", "計画された"),
    "foretold": Both("foretold", "予顕された"),
    "suspended": Both("suspended", "待機状態の"),
    "kicked": Both("kicked", "キッカーされた"),
    "goaded": Both("goaded", "使嗾された"),
    "transformed": Both("transformed", "変身した"),
    "token": Both("token", "トークン"),
    "commander": Both("commander", "統率者"),
    "saddled": Both("saddled", "騎乗された"),
    "suspected": Both("suspected", "容疑をかけられた"),
    "unmodified": Both("unmodified", "改善されていない"),
}
_AMOUNTS: Final = {
    "life": Both("life", "ライフ"),
    "damage": Both("damage", "ダメージ"),
    "mana": Both("mana", "マナ"),
    "card": Both("cards", "カード"),
}


_PROTECTED: Final = {"white": "白", "blue": "青", "black": "黒", "red": "赤", "green": "緑"}


@cache
def _dictionary() -> dict[str, str]:
    found: dict[str, str] = {}
    for term in load_terms():
        if term.kind in _KINDS:
            for name in (term.en, *term.also_en):
                found.setdefault(name.lower(), term.ja)
    return found


def japanese(word: str) -> str:
    """The Japanese name of a game word; the word itself where the dictionary has none."""
    if word.startswith("protection from ") and word.removeprefix("protection from ") in _PROTECTED:
        return f"プロテクション（{_PROTECTED[word.removeprefix('protection from ')]}）"
    found = _dictionary().get(word.lower())
    if found is not None:
        return found
    head, gap, number = word.rpartition(" ")
    if gap and number.isdecimal():
        return f"{japanese(head)}{number}"
    return word


def counter(kind: str) -> str:
    """The Japanese name of a kind of counter.

    >>> counter("charge"), counter("+1/+1"), counter("")
    ('蓄積カウンター', '+1/+1カウンター', 'カウンター')
    """
    whole = japanese(f"{kind} counter".strip())
    return whole if whole.endswith("カウンター") else f"{japanese(kind)}カウンター" if kind else "カウンター"
