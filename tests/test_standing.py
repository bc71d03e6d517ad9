"""An answer says where a rule that it stands on has another text or number today."""

from __future__ import annotations

from datetime import date

from kb.commands.common import Output
from kb.commands.render import because_lines
from kb.standing import changed_rules, with_standing
from kb.store import Store
from scraper.cr import parse_cr
from scraper.decode import decode
from tests.shared import CR, needs_shared

MODEL = "2026-01-16"


def answer(*numbers):
    return {"because": [{"rule": number, "say": {"en": "…", "ja": "…"}} for number in numbers]}


def newer(text):
    """The rules of the model's edition as if published later, with one rule reworded and one taken out."""
    text = text.replace("January 16, 2026", "March 2, 2031", 1)
    lines = text.split("\n")
    reworded = next(place for place, line in enumerate(lines) if line.startswith("704.5f "))
    lines[reworded] = lines[reworded].replace("toughness", "height")
    return "\n".join(line for line in lines if not line.startswith("702.15e "))


def store_of(*texts):
    store = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    for text in texts:
        parsed = parse_cr(text)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    return store


@needs_shared
def test_a_step_on_a_reworded_or_removed_rule_says_so_in_both_languages():
    real = decode((CR / f"{MODEL}.txt").read_bytes()).text
    store = store_of(real, newer(real))
    said = with_standing(answer("704.5f", "702.15e", "704.5g"), store)
    reworded, removed, same = said["because"]
    assert reworded["changed"]["state"] == "changed"
    assert reworded["changed"]["now"] == "704.5f"
    assert removed["changed"]["state"] == "missing"
    assert removed["changed"]["now"] is None
    assert "changed" not in same
    for lang in ("en", "ja"):
        lines = list(because_lines(said["because"], Output(lang)))
        assert sum(reworded["changed"][lang] in line for line in lines) == 1
        assert len(lines) == 5


@needs_shared
def test_while_the_models_own_edition_is_current_nothing_is_to_be_said():
    store = store_of(decode((CR / f"{MODEL}.txt").read_bytes()).text)
    assert changed_rules(store) == {}
    assert "changed" not in with_standing(answer("704.5f"), store)["because"][0]


def test_with_no_rules_held_nothing_is_to_be_said():
    report = {"checks": [answer("704.5f")]}
    assert with_standing(report, Store.open("sqlite://")) == {"checks": [answer("704.5f")]}
