"""What isn't modelled and what a choice is, is said in both languages: every such sentence of the code is walked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.checker import check, executable
from kb.checker.explain import in_japanese
from kb.checker.scenario_schema import ACTIONS

ROOT = Path(__file__).resolve().parent.parent / "kb" / "checker"
SAID = {
    "NotModelled": 0, "not_modelled": 3, "choose": 3, "may": 2, "says_yes": 2, "_wants": 2, "suspect": 3, "_one_each": 6,
    "both": 0, "forced_way": 3,
}  # fmt: skip
"""Functions that are given a sentence, and where."""
PASSED_ON = {
    "en", "one.what", "problem.en", "problem.why", "found.why", "found[0].why", "unsaid[0].why", "problem", "part_problem(part)", "too_many",
    "what", "reason", "why", "NO_X", "slots['what']", "name", "f'{what} ({source})'",
}  # fmt: skip
"""What is no sentence of its own, but one that came from elsewhere."""
CONSTANTS = {"NO_X", "CONDITION", "NOT_PLAYED"}


def template(node: ast.expr) -> str | None:
    """A sentence as it stands in the code, with {} for each part that varies."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def given(call: ast.Call, place: int) -> ast.expr | None:
    """The argument that is the sentence."""
    if len(call.args) > place:
        return call.args[place]
    return next((one.value for one in call.keywords if one.arg in ("what", "why", "too_many")), None)


def sentences() -> Iterator[tuple[str, str | None, str]]:
    """(where, the sentence or None, the code) of each call."""
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            named: dict[str, list[ast.expr]] = {}
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    named.setdefault(node.targets[0].id, []).append(node.value)
            for node in ast.walk(scope):
                called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
                if called not in SAID:
                    continue
                assert isinstance(node, ast.Call)
                first = given(node, SAID[called])
                todo = [first] if first is not None else []
                while todo:
                    one = todo.pop()
                    if isinstance(one, ast.IfExp | ast.BoolOp):
                        todo += [one.body, one.orelse] if isinstance(one, ast.IfExp) else one.values
                    elif isinstance(one, ast.Name) and one.id in named:
                        todo += named.pop(one.id)
                    else:
                        yield f"{path.name}:{node.lineno}", template(one), ast.unparse(one)


FOUND = sorted({(said, code, where) for where, said, code in sentences()}, key=str)


@pytest.mark.parametrize(
    ("said", "code", "where"), FOUND, ids=[f"{where} {code}"[:80] for _, code, where in FOUND]
)
def test_each_sentence_has_its_japanese(said: str | None, code: str, where: str) -> None:
    if said is None:
        assert code in PASSED_ON, (where, code)
        return
    ja = in_japanese(said.replace("{}", "Xyz"))
    assert ja is not None, (where, said)
    if re.search(r"\w", said.replace("{}", "")):
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", ja)
    assert ja.count("Xyz") == said.count("{}"), (where, said, ja)


def test_constants_and_reasons_of_texts_have_theirs():
    from kb.checker.mechanics.more_state import NOT_PLAYED
    from kb.checker.state import NO_X
    from kb.checker.unread import CONDITION

    kinds = ("handler", "keyword", "field", "word", "event", "place")
    reasons = [executable.Problem(kind, "Node", "word") for kind in kinds]
    for said in (NO_X, CONDITION, *NOT_PLAYED.values()):
        assert in_japanese(said), said
    for reason in reasons:
        assert in_japanese(reason.en) == reason.ja


@pytest.mark.parametrize("key", sorted(ACTIONS))
def test_what_was_tried_is_said_of_each_action(key: str):
    assert in_japanese(f"{key} Xyz") or in_japanese(key)


def test_an_answer_that_is_not_given_names_the_choice_in_both_languages():
    document = {
        "id": "open",
        "cards": {
            "Poke": {"cost": "{R}", "types": "Instant", "text": "Poke deals 2 damage to any target."},
            "Bear": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"},
        },
        "setup": {"A": {"hand": ["Poke"]}, "B": {"battlefield": ["Bear"]}},
        "script": [{"at": "1.precombat_main", "player": "A", "cast": "Poke"}],
        "checks": [{"zone": "Bear"}],
    }
    [answer] = check(document).to_json()["checks"]
    assert answer["why"] == answer["why_say"]["en"]
    assert "target of Poke" in answer["why_say"]["en"]
    assert "Pokeの対象" in answer["why_say"]["ja"]
    document["script"] = [
        {"at": "1.precombat_main", "player": "A", "cast": "Poke", "choices": ["Pke"], "targets": ["B"]},
        {"at": "1.precombat_main", "player": "A", "cast": "Poke", "targets": ["Bear"], "x": 2},
    ]
    [answer] = check(document).to_json()["checks"]
    assert answer["status"] == "determined"  # the second is no longer in the hand: nothing is asked of it
