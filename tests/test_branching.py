"""A playing that parts from another where the choice arises says what one from the beginning says, record by record."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import yaml

from kb.checker import runner
from kb.checker.scenario import parse
from tests.card_base import card_base
from tests.invariants import digest
from tests.shared import CARDS, CASES, needs_shared

OWN = sorted((Path(__file__).parent / "cases" / "scenarios").glob("*.yaml"))
OF = 2
"""Of so many documents of a file one is played in both ways."""
HANDED = sorted(path for kind in ("scenarios", "play", "real") for path in CASES.glob(f"{kind}/*.yaml"))


@functools.cache
def base():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return card_base([json.loads(line) for line in lines])


def documents(path, silent=False):
    """The documents of a file; or each without its answers, if it has any."""
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    for tree in found if isinstance(found, list) else [found]:
        if not silent:
            yield tree
            continue
        script = tree.get("script") or ()
        unanswered = [
            {key: value for key, value in entry.items() if key not in ("choices", "targets", "modes")}
            for entry in script
            if "choose" not in entry
        ]
        if unanswered != script:
            yield {**tree, "script": unanswered}


def played(tree, cards, monkeypatch, *, whole):
    """The report, and what each playing was."""
    playings = []
    with monkeypatch.context() as patched:
        if whole:
            patched.setattr(runner.Trunk, "part", lambda self, plan: self.whole(plan))
        branch = runner._branch
        patched.setattr(runner, "_branch", lambda play: playings.append(branch(play)) or playings[-1])
        report = runner.run(parse(tree), cards)
    return json.dumps(report.to_json(), ensure_ascii=False, default=str), playings


def told(playing):
    """Everything that a playing says, with the reasons of all that happened."""
    reasons = [
        [(one.rule, one.variant, str(one.slots)) for one in record.reasons] for record in playing.game.records
    ]
    return (
        playing.plan,
        playing.opens,
        [repr(one) for one in playing.outcomes],
        playing.not_modelled,
        playing.parts,
        reasons,
        [event.kind for event in playing.game.history],
        digest(playing.game),
    )


def open_documents(paths, cards, monkeypatch, *, silent=False):
    """How many of the documents have several playings, which are held against playings from the beginning.

    Without some nothing would be shown.
    """
    found = 0
    for path in paths:
        for number, tree in enumerate(documents(path, silent)):
            if number % OF:
                continue
            report, playings = played(tree, cards, monkeypatch, whole=False)
            if len(playings) < 2:
                continue
            found += 1
            again, others = played(tree, cards, monkeypatch, whole=True)
            for one, other in zip(playings, others, strict=True):
                assert told(one) == told(other), tree["id"]
            assert report == again, tree["id"]
    return found


def test_ours_are_played_from_their_choices_as_from_the_beginning(monkeypatch):
    assert open_documents(OWN, None, monkeypatch) >= 4


def test_ours_without_their_answers_are_too(monkeypatch):
    assert open_documents(OWN, None, monkeypatch, silent=True) >= 50


@needs_shared
def test_the_handed_ones_are_played_from_their_choices_as_from_the_beginning(monkeypatch):
    assert open_documents(HANDED, base(), monkeypatch) >= 4


def test_what_one_playing_notes_at_an_earlier_record_is_not_in_the_others(monkeypatch):
    """Abilities that trigger in an untap step are put onto the stack in the upkeep, which their records say (603.3b)."""
    does = {"Elk": "you gain 1 life", "Ox": "you draw a card", "Ram": "each player loses 1 life"}
    cards = {
        name: {"types": "Creature — Beast", "pt": "1/1", "text": f"Whenever {name} becomes untapped, {then}."}
        for name, then in does.items()
    }
    tapped = [{"card": name, "tapped": True} for name in cards]
    tree = {"id": "x", "cards": cards, "setup": {"A": {"battlefield": tapped}}, "checks": [{"life": "A"}]}
    _, playings = played(tree, None, monkeypatch, whole=False)
    _, others = played(tree, None, monkeypatch, whole=True)
    assert len(playings) == 6
    assert [told(one) for one in playings] == [told(one) for one in others]


def test_an_ability_that_speaks_of_no_event_is_put_in_one_order_whatever_has_triggered_it(monkeypatch):
    """It triggered by a gain of life and by a draw, three times each: what it does is the same every time (603.3b)."""
    cards = {
        "Moss Bear": {
            "types": "Creature — Bear", "pt": "1/1",
            "text": "Whenever you gain life and whenever you draw a card, put a +1/+1 counter on Moss Bear.",
        },
        "Busy Day": {"cost": "{G}", "types": "Sorcery", "text": "You gain 1 life. Draw two cards. You gain 1 life. Draw a card."},
    }  # fmt: skip
    setup = {
        "A": {
            "battlefield": ["Moss Bear"],
            "hand": ["Busy Day"],
            "library": ["Forest", "Forest", "Forest", "Forest"],
        }
    }
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Busy Day"}]
    tree = {"id": "x", "cards": cards, "setup": setup, "script": script, "checks": [{"power": "Moss Bear"}]}
    report, playings = played(tree, None, monkeypatch, whole=False)
    assert json.loads(report)["checks"][0]["value"] == 6
    assert len(playings) == 1
