"""Scenario documents: loaded safely, validated against the spec, and read into plain data.

>>> doc = load_text('{"id": "x", "checks": [{"life": "A"}]}')[0]
>>> doc.players, doc.checks[0].key, doc.checks[0].value
(('A', 'B'), 'life', 'A')
>>> load_text('{"id": "x", "chekcs": []}')
Traceback (most recent call last):
...
kb.checker.scenario.ScenarioError: scenario 'x': chekcs: unknown key 'chekcs' (known here: id, title, variant, players, \
mana, dice, planar_dice, prefer, coins, cards, setup, script, checks)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from kb.checker.scenario_schema import ACTIONS, CHECKS, DAY, DOCUMENT, PLACED_LIST, PLAYER_SETUP, STEPS
from kb.checker.schema_types import Fault, at_key

_LIST = "tag:yaml.org,2002:seq"
MAX_CHARACTERS = 2_000_000
MAX_NODES = 200_000
"""Nodes of the tree after aliases are written out: an alias bomb is refused before it is walked."""


class ScenarioError(ValueError):
    """A document that can't be played: every fault with its place, in both languages."""

    def __init__(self, faults: list[Fault], name: str = "") -> None:
        self.faults = tuple(faults)
        label = f"scenario {name!r}: " if name else ""
        self.en = label + "; ".join(str(fault) for fault in faults)
        label_ja = f"シナリオ {name!r}: " if name else ""
        self.ja = label_ja + "／".join(f"{fault.where or '文書'}: {fault.ja}" for fault in faults)
        super().__init__(self.en)


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A step of a turn; `start` is turn 0. Moments sort in the order of play."""

    turn: int
    step: int
    """Index in STEPS, -1 for the start."""
    nth: int = 1
    """Which of several such steps of the turn."""

    @classmethod
    def parse(cls, text: str) -> Moment:
        """Read `3.upkeep` or `start`.

        >>> Moment.parse("3.upkeep")
        Moment(turn=3, step=1, nth=1)
        """
        if text == "start":
            return cls(0, -1)
        turn, _, step = text.partition(".")
        step, _, nth = step.partition("/")
        return cls(int(turn), STEPS.index(step), int(nth or 1))

    def __str__(self) -> str:
        if self.step < 0:
            return "start"
        return f"{self.turn}.{STEPS[self.step]}" + (f"/{self.nth}" if self.nth > 1 else "")


@dataclass(frozen=True)
class Action:
    """One action of a script entry or of a `can`."""

    key: str
    value: Any
    details: Mapping[str, Any] = field(default_factory=dict)
    """`from`, `method`, `face`, `x`, `modes`, `targets`, `kicked`, `ability`, `choices`."""


@dataclass(frozen=True)
class Check:
    """One question of the document."""

    key: str
    value: Any
    at: Moment | None = None
    player: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""

    @property
    def has_expect(self) -> bool:
        """Whether the document says what it expects."""
        return "expect" in self.raw

    @property
    def over(self) -> str:
        """`some` or `every` where it asks whether something is so in some playing, or in every one."""
        return str(self.raw.get("over", ""))


@dataclass(frozen=True)
class Entry:
    """One entry of the script: an action, or a check asked there."""

    at: Moment | None
    player: str | None
    respond: bool
    action: Action | None
    check: Check | None
    where: str


@dataclass(frozen=True)
class Scenario:
    """A document, read. `setup` stays the document's own map: kb.checker.setup reads it."""

    id: str
    players: tuple[str, ...] = ("A", "B")
    variant: str = "standard"
    mana: str = "unlimited"
    dice: tuple[int, ...] = ()
    planar_dice: tuple[str, ...] = ()
    coins: tuple[str, ...] = ()
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    script: tuple[Entry, ...] = ()
    checks: tuple[Check, ...] = ()
    title: Any = None
    prefer: tuple[str, ...] = ()
    """What is chosen where objects or players are chosen between and no answer is given."""


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """The safe loader that also refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str | int | bool | float) and key is not None:
                line = key_node.start_mark.line + 1
                raise ScenarioError(
                    [Fault(f"line {line}", "a key must be a text", "キーは文字列でなければなりません")]
                )
            if key in seen:
                line = key_node.start_mark.line + 1
                raise ScenarioError(
                    [
                        Fault(
                            f"line {line}",
                            f"the key {key!r} is given twice",
                            f"キー {key!r} が二重に指定されています",
                        )
                    ]
                )
            seen.add(key)
        return super().construct_mapping(node, deep=deep)  # type: ignore[no-any-return]


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise ScenarioError(
                [Fault("", f"the key {key!r} is given twice", f"キー {key!r} が二重に指定されています")]
            )
        out[key] = value
    return out


def load_tree(text: str) -> Any:
    """YAML or JSON text to a tree of maps, lists and values; raises ScenarioError.

    >>> load_tree("a: [1, 2]")
    {'a': [1, 2]}
    """
    trees, is_list = _read(text)
    for tree in trees:
        if isinstance(tree, ScenarioError):
            raise tree
    return trees if is_list else trees[0]


def load_trees(text: str) -> list[Any]:
    """The documents of a text, each as its tree, or the ScenarioError that says why it alone can't be read.

    Raises ScenarioError where the text as a whole can't be read.

    >>> load_trees("[{id: a}, {id: b, id: c}]")[1].en
    "line 1: the key 'id' is given twice"
    """
    return _read(text)[0]


def _read(text: str) -> tuple[list[Any], bool]:
    if len(text) > MAX_CHARACTERS:
        raise ScenarioError(
            [Fault("", f"longer than {MAX_CHARACTERS} characters", f"{MAX_CHARACTERS} 文字を超えています")]
        )
    if text.lstrip()[:1] in ("{", "["):
        try:
            tree = json.loads(text, object_pairs_hook=_no_twice)
        except (json.JSONDecodeError, ScenarioError):
            pass  # flow-style YAML begins alike; a key given twice is said with its line, of its own document
        except RecursionError as error:
            raise _too_deep() from error
        else:
            _limit_size(tree)
            return (tree, True) if isinstance(tree, list) else ([tree], False)
    try:
        return _from_yaml(text)
    except yaml.YAMLError as error:
        raise _not_yaml(error) from error
    except RecursionError as error:
        raise _too_deep() from error


def _from_yaml(text: str) -> tuple[list[Any], bool]:
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if not isinstance(root, yaml.SequenceNode) or root.tag != _LIST:
            found: list[Any] = [None if root is None else loader.construct_document(root)]
            _limit_size(found[0])
            return found, False
        found = []
        for node in root.value:
            try:
                found.append(loader.construct_object(node, deep=True))  # what aliases share is built once
            except ScenarioError as error:
                loader.recursive_objects = {}
                found.append(error)
            except yaml.YAMLError as error:
                loader.recursive_objects = {}
                found.append(_not_yaml(error))
        _limit_size(found)
        return found, True
    finally:
        loader.dispose()


def _not_yaml(error: yaml.YAMLError) -> ScenarioError:
    mark = getattr(error, "problem_mark", None)
    where = f"line {mark.line + 1}" if mark is not None else ""
    problem = getattr(error, "problem", None) or str(error)
    return ScenarioError([Fault(where, f"not YAML: {problem}", f"YAML として読めません: {problem}")])


def _too_deep() -> ScenarioError:
    return ScenarioError([Fault("", "nested too deeply", "入れ子が深すぎます")])


def _limit_size(tree: object) -> None:
    """Counts nodes with aliases written out, each shared node once (so an alias bomb costs nothing to refuse)."""
    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()

    def size(node: object) -> int:
        if not isinstance(node, dict | list):
            return 1
        known = sizes.get(id(node))
        if known is not None:
            return known
        if id(node) in open_nodes:
            raise ScenarioError(
                [Fault("", "an alias refers to itself", "エイリアスが自分自身を参照しています")]
            )
        open_nodes.add(id(node))
        total = 1 + sum(size(item) for item in (node.values() if isinstance(node, dict) else node))
        open_nodes.discard(id(node))
        sizes[id(node)] = total
        return total

    try:
        total = size(tree)
    except RecursionError as error:
        raise _too_deep() from error
    if total > MAX_NODES:
        raise ScenarioError(
            [Fault("", f"more than {MAX_NODES} values", f"値が {MAX_NODES} 個を超えています")]
        )


def load_text(text: str) -> list[Scenario]:
    """Read a file's text: one document or a list of them; raises ScenarioError with every fault."""
    tree = load_tree(text)
    return (
        [parse(item, f"[{index}]") for index, item in enumerate(tree)]
        if isinstance(tree, list)
        else [parse(tree)]
    )


def parse(tree: Any, place: str = "") -> Scenario:
    """Validate one document's tree and read it; raises ScenarioError.

    >>> parse({"id": "x"}).mana
    'unlimited'
    """
    faults: list[Fault] = []
    DOCUMENT.check(tree, "", faults)
    name = str(tree.get("id", place)) if isinstance(tree, Mapping) else place
    if isinstance(tree, Mapping) and not faults:
        _check_players(tree, faults)
    if faults:
        raise ScenarioError(faults, name)
    return Scenario(
        id=tree["id"],
        players=tuple(tree.get("players", ("A", "B"))),
        variant=tree.get("variant", "standard"),
        mana=tree.get("mana", "unlimited"),
        dice=tuple(tree.get("dice", ())),
        planar_dice=tuple(tree.get("planar_dice", ())),
        coins=tuple(tree.get("coins", ())),
        cards=tree.get("cards") or {},
        setup=tree.get("setup") or {},
        script=tuple(_entry(item, f"script[{index}]") for index, item in enumerate(tree.get("script", ()))),
        checks=tuple(_check(item, f"checks[{index}]") for index, item in enumerate(tree.get("checks", ()))),
        title=tree.get("title"),
        prefer=tuple(tree.get("prefer", ())),
    )


def _check_players(tree: Mapping[str, Any], faults: list[Fault]) -> None:
    players = tree.get("players", ["A", "B"])
    if len(players) < 2 or len(set(players)) != len(players):
        faults.append(
            Fault("players", "two or more different names are needed", "２人以上の異なる名前が必要です")
        )
    setup = tree.get("setup") or {}
    for key, value in setup.items():
        if key == "planar_deck":
            PLACED_LIST.check(value, "setup.planar_deck", faults)
        elif key == "day" and key not in players:
            DAY.check(value, "setup.day", faults)
        elif key in players:
            if value is not None:
                PLAYER_SETUP.check(value, at_key("setup", key), faults)
        else:
            known = ", ".join([*players, "planar_deck", "day"])
            faults.append(Fault(at_key("setup", key), f"unknown key {key!r} (known here: {known})",
                                f"不明なキー {key!r} です（ここで使えるキー: {known}）"))  # fmt: skip
    for kind in ("script", "checks"):
        for index, item in enumerate(tree.get(kind, ())):
            player = item.get("player")
            if player is not None and player not in players:
                faults.append(Fault(f"{kind}[{index}].player", f"no player {player!r} in this game",
                                    f"プレイヤー {player!r} はこのゲームにいません"))  # fmt: skip


def _entry(item: Mapping[str, Any], where: str) -> Entry:
    at = Moment.parse(item["at"]) if "at" in item else None
    check = _check(item["check"], f"{where}.check") if "check" in item else None
    action = None if check else action_of(item)
    return Entry(at, item.get("player"), bool(item.get("respond", False)), action, check, where)


def action_of(item: Mapping[str, Any]) -> Action:
    """The action of an entry's or a `can`'s map.

    >>> action_of({"cast": "X", "from": "exile"})
    Action(key='cast', value='X', details={'from': 'exile'})
    """
    key = next(key for key in ACTIONS if key in item)
    outer = (key, "at", "player", "respond")
    return Action(key, item[key], {name: value for name, value in item.items() if name not in outer})


def _check(item: Mapping[str, Any], where: str) -> Check:
    key = next(key for key in CHECKS if key in item)
    at = Moment.parse(item["at"]) if "at" in item else None
    return Check(key, item[key], at, item.get("player"), item, where)
