"""Every field of every node is read by a handler, has its words in the vocabulary, or is refused where it says something."""

from __future__ import annotations

import ast as python

import pytest

from kb.checker import honoured, modules, vocabulary
from kb.checker.executable import problems
from kb.checker.oracle import ast
from tests.field_reads import Reads, reads, trees
from tests.node_types import FIELDS

assert modules.LOADED
READ = reads(trees().values())


def test_what_no_handler_reads_is_in_the_register_and_nothing_else():
    left = {
        (node, name)
        for node, name in FIELDS
        if (node, name) not in READ and name != "text" and node is not ast.Skip  # has no handler at all
    }
    assert left == {(node, name) for node, names in honoured.UNREAD_FIELDS.items() for name in names}


def test_the_register_names_defaults():
    for node, names in honoured.UNREAD_FIELDS.items():
        for name, values in names.items():
            assert node.__dataclass_fields__[name].default in values


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(x: ast.Cant): return x.verb", "verb"),
        ("def f(x: ast.Part):\n if isinstance(x, ast.Cant): return x.verb", "verb"),
        ("def f(x: ast.Part):\n if not isinstance(x, ast.Cant): return 0\n return x.verb", "verb"),
        ("def f(x: object):\n match x:\n  case ast.Cant(_, verb): return verb", "verb"),
        ("def f(x: ast.Static): return [y.verb for y in x.parts if isinstance(y, ast.Cant)]", "verb"),
        ("def f(g):\n for one in parts(g, ast.Cant):\n  one.part.verb", "verb"),
        ("def f(x: ast.Part): return isinstance(x, ast.Cant) and x.verb", "verb"),
        ("def f(x: ast.Part): return isinstance(x, ast.Can) and x.verb", None),
        ("def f(x: ast.Part):\n if isinstance(x, ast.Cant): return 0\n return x.verb", None),
        ("def f(x): return x.verb", None),
        ("def f(x: ast.Cant): return isinstance(x, ast.Can) and x.verb", None),
    ],
)
def test_reading_is_found_where_it_is_and_only_there(code: str, found: str | None):
    following = Reads({}, {})
    following.run(python.parse(code).body, {})
    assert ((ast.Cant, "verb") in following.found) == (found is not None)


def test_each_field_of_words_has_a_register():
    for node, name in FIELDS:
        kind = node.__dataclass_fields__[name].type
        if kind != "str" or (node, name) in vocabulary.FREE or name == "text" or node is ast.Skip:
            continue
        emitted = node in (ast.Does, ast.Becomes, ast.Happens)  # tests/test_emitted.py
        special = (node, name) in {(ast.Keyword, "name"), (ast.Act, "word")}
        refused = name in honoured.UNREAD_FIELDS.get(node, {})
        assert (node, name) in vocabulary.WORDS or emitted or special or refused, (node.__name__, name)


@pytest.mark.parametrize(
    ("node", "field"),
    [
        (ast.Must(ast.This(), "be blocked", object=ast.You()), "object"),
        (ast.Must(ast.This(), "attack", during="each turn"), "during"),
        (ast.Can(ast.You(), "play land", during="your turn"), "during"),
        (ast.Cant(ast.You(), "draw", object=ast.Filter("card")), "object"),
        (ast.RulePart("damage can't be prevented", who=ast.You()), "who"),
        (ast.Keyword(name="embalm", words="mana cost"), "words"),
        (ast.Keyword(name="flashback", words="mana cost"), None),
        (ast.Must(ast.This(), "block", object=ast.This(), during="this turn"), None),
        (ast.Cant(ast.This(), "attack"), None),
    ],
)
def test_what_nobody_honours_is_refused(node: ast.Node, field: str | None):
    assert honoured.refused_field(node) == field


def test_a_color_that_is_chosen_as_an_effect_begins_is_honoured_there_alone():
    color = ast.Status("color of your choice")
    assert problems(ast.AddAbility(ast.Keyword(name="protection", quality=color))) == []
    assert [one.kind for one in problems(ast.Filter("permanent", (color,)))] == ["word"]
