"""What the rules say of classes of things, each with its rule: whether they use the stack, what they are, where they stay.

A row is a class of the book of words; no row is a question. What a game shows is played and has no row here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kb.asking.model import Both

Row = tuple[Any, str, Both]
"""Whether it is so (or the number), the rule, and what it says in our words."""

_SPECIAL: Final = Both(
    "That is a special action, which doesn't use the stack.", "それは特別な処理で、スタックを使いません。"
)
_PLANE: Final = Both(
    "Plane and phenomenon cards are not permanents and stay in the command zone.",
    "次元カードと現象カードはパーマネントではなく、統率領域に留まります。",
)
_DUNGEON: Final = Both(
    "Dungeon cards are not permanents, and leave the command zone only by leaving the game.",
    "ダンジョン・カードはパーマネントではなく、ゲームを離れるとき以外は統率領域を離れません。",
)
_SBA: Final = Both(
    "State-based actions happen when a player would get priority and don't use the stack.",
    "状況起因処理はプレイヤーが優先権を得る際に行われ、スタックを使いません。",
)
_REPLACING: Final = Both(
    "A replacement effect changes an event as it happens; effects are not put on the stack.",
    "置換効果は起こる事象をその場で置き換えるもので、効果はスタックに置かれません。",
)

ON_STACK: Final[Mapping[str, Row]] = {
    "state-based action": (False, "704.3", _SBA),
    "legend rule": (False, "704.3", _SBA),
    "legendary rule": (False, "704.3", _SBA),
    "lose game": (False, "704.3", _SBA),
    "replacement effect": (False, "614.6", _REPLACING),
    "static effect": (False, "405.6a", Both("Effects are not put on the stack.", "効果はスタックに置かれません。")),
    "special action": (False, "405.6d", _SPECIAL),
    "roll planar die": (False, "901.9", _SPECIAL),
    "roll to visit": (False, "717.4", Both("Rolling to visit Attractions is a turn-based action, which doesn't use the stack.", "アトラクションの観覧のためのダイスは、スタックを使わないターン起因処理です。")),
    "start your engines!": (False, "702.179a", Both("Start your engines! is a static ability, and gaining speed by it is a state-based action.", "エンジン始動！は常在型能力で、それで速度を得ることは状況起因処理です。")),
    "speed up": (True, "702.179d", Both("A player's speed rises by a triggered ability.", "速度は誘発型能力で上がります。")),
    "room": (True, "309.4c", Both("Room abilities are triggered abilities.", "部屋能力は誘発型能力です。")),
    "visit": (True, "717.5", Both("Visit abilities are triggered abilities.", "観覧能力は誘発型能力です。")),
    "planeswalk": (True, "901.8", Both("The planeswalking ability is a triggered ability.", "プレインズウォーク能力は誘発型能力です。")),
    "planeswalking": (True, "901.8", Both("The planeswalking ability is a triggered ability.", "プレインズウォーク能力は誘発型能力です。")),
    "triggered": (True, "603.3", Both("A triggered ability is put on the stack.", "誘発型能力はスタックに置かれます。")),
    "activated": (True, "602.2a", Both("An activated ability is put on the stack.", "起動型能力はスタックに置かれます。")),
    "mana": (False, "605.3b", Both("A mana ability doesn't go on the stack; it resolves at once.", "マナ能力はスタックに置かれず、直ちに解決されます。")),
    "static": (False, "405.6b", Both("Static abilities don't go on the stack.", "常在型能力はスタックに置かれません。")),
}  # fmt: skip
"""Whether something is on the stack, and so can be responded to."""

IS: Final[Mapping[tuple[str, str, str], Row]] = {
    ("be", "speed", "counter"): (False, "702.179b", Both("Speed is a number that a player has, and no counter.", "速度はプレイヤーが持つ数値であり、カウンターではありません。")),
    ("proliferate", "speed", ""): (False, "701.34a", Both("Proliferating adds counters, and speed is none.", "増殖で増えるのはカウンターであり、速度はカウンターではありません。")),
    ("be", "room", "permanent"): (False, "309.2c", _DUNGEON),
    ("be", "dungeon", "permanent"): (False, "309.2c", _DUNGEON),
    ("be", "plane", "permanent"): (False, "311.2", _PLANE),
    ("be", "phenomenon", "permanent"): (False, "312.2", _PLANE),
    ("be", "command zone", "dungeon"): (False, "408.1", Both("The command zone is a zone; dungeon cards are put into it.", "統率領域は領域であり、ダンジョンはそこに置かれるカードです。")),
    ("be in zone", "dungeon", "command"): (True, "309.2b", Both("A dungeon card is put into the command zone.", "ダンジョン・カードは統率領域に置かれます。")),
    ("be in zone", "plane", "command"): (True, "311.2", _PLANE),
    ("be in zone", "phenomenon", "command"): (True, "312.2", _PLANE),
    ("be in zone", "command", "dungeon"): (False, "309.2b", Both("A dungeon card is in the command zone, not the zone in it.", "ダンジョン・カードが統率領域にあるのであって、逆ではありません。")),
    ("be", "token", "card"): (False, "111.6", Both("No token is a card.", "トークンはカードではありません。")),
    ("be", "copy of a spell", "card"): (False, "112.1a", Both("A copy of a spell is a spell without a card.", "呪文のコピーは、カードを伴わない呪文です。")),
    ("be", "emblem", "permanent"): (False, "114.5", Both("Emblems are no cards and no permanents.", "紋章はカードでもパーマネントでもありません。")),
    ("be", "plot", "special action"): (True, "116.2k", Both("Plotting a card is a special action.", "カードを計画することは特別な処理です。")),
    ("be", "foretell", "special action"): (True, "116.2h", Both("Foretelling a card is a special action.", "カードを予顕することは特別な処理です。")),
    ("be", "suspend", "special action"): (True, "116.2f", Both("Suspending a card is a special action.", "カードを待機させることは特別な処理です。")),
    ("be", "play land", "special action"): (True, "116.2a", Both("Playing a land is a special action.", "土地のプレイは特別な処理です。")),
    ("be", "turn face up", "special action"): (True, "116.2b", Both("Turning a face-down creature face up is a special action.", "裏向きのクリーチャーを表向きにすることは特別な処理です。")),
    ("be", "roll planar die", "special action"): (True, "116.2i", Both("Rolling the planar die is a special action.", "次元ダイスを振ることは特別な処理です。")),
    ("be", "plot", "cast"): (False, "116.2k", Both("Plotting is a special action that exiles the card; nothing is cast.", "計画はカードを追放する特別な処理で、何も唱えられません。")),
    ("be", "foretell", "cast"): (False, "116.2h", Both("Foretelling is a special action that exiles the card; nothing is cast.", "予顕はカードを追放する特別な処理で、何も唱えられません。")),
    ("be", "suspend", "cast"): (False, "116.2f", Both("Suspending is a special action that exiles the card; nothing is cast.", "待機はカードを追放する特別な処理で、何も唱えられません。")),
    ("be", "plot", "additional cost"): (False, "702.170a", Both("A plot cost is paid for exiling the card from the hand, not for casting it.", "計画コストは手札からカードを追放するために支払うもので、唱えるためのコストではありません。")),
    ("be", "phenomenon", "starting plane"): (False, "901.5", Both("A phenomenon turned up at the start is put on the bottom of the planar deck, until a plane is turned up.", "開始時に現象が表になった場合は次元デッキの一番下に置き、次元が表になるまで繰り返します。")),
    ("become", "phenomenon", "starting plane"): (False, "901.5", Both("A phenomenon turned up at the start is put on the bottom of the planar deck, until a plane is turned up.", "開始時に現象が表になった場合は次元デッキの一番下に置き、次元が表になるまで繰り返します。")),
}  # fmt: skip
"""(verb, of what, what): whether it is so."""

IN_COMMAND_ZONE: Final[Mapping[str, tuple[str, Both]]] = {
    "dungeon": ("309.2c", _DUNGEON),
    "room": ("309.2c", _DUNGEON),
    "plane": ("311.2", _PLANE),
    "phenomenon": ("312.2", _PLANE),
}
"""What is no permanent and stays in the command zone: it can't be destroyed, exiled, returned, and so on."""

MAX_SPEED: Final[Row] = (
    4,
    "702.179e",
    Both("A player has max speed if their speed is 4.", "速度が4であるプレイヤーは最高速度を持ちます。"),
)
