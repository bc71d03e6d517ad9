"""The page where a scenario is written, played, stepped through, shared by its address and exported."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any, Final

import yaml
from flask import Blueprint, Response, render_template, request
from flask_babel import gettext

from kb.web.api.deciding import play
from kb.web.around import scenarios
from kb.web.ask import scenario_yaml
from kb.web.deadline import deadline
from kb.web.held import library
from kb.web.interface import ui
from kb.web.problems import Problem
from kb.web.texts import target

bp = Blueprint("check", __name__)
Json = dict[str, Any]

MOST_SHARED: Final = 6000
"""Characters of an address; what is longer is kept in a file."""
MOST_TEXT: Final = 200_000
"""Characters of a scenario that came by an address."""


def packed(text: str) -> str:
    """A text made small enough for an address.

    >>> unpacked(packed("id: x"))
    'id: x'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """The text of an address; raises Problem 400 for what is none, or would be too large."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        worker = zlib.decompressobj()
        found = worker.decompress(data, MOST_TEXT)
        if worker.unconsumed_tail or not worker.eof:
            raise ValueError
        return found.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise Problem(
            400,
            "this address does not hold a scenario: it was cut short or changed",
            "このアドレスにはシナリオが入っていません。途中で切れたか、書き換えられています",
            parameter="s",
        ) from None


@bp.get("/check")
def page() -> str:
    """The editor; `s` holds a shared scenario, `example` names one of ours."""
    if shared := request.args.get("s"):
        return _played(unpacked(shared))
    named = request.args.get("example")
    found = next((one for one in scenarios() if one["id"] == named), None)
    if found is not None:
        return _played(_yaml(found))
    return _page(request.args.get("text", "")[:MOST_TEXT] or _yaml(scenarios()[0]), None)


@bp.post("/check")
def run() -> str:
    """Play what was sent."""
    return _played(request.form.get("scenario", ""))


@bp.get("/check.yaml")
def export() -> Response:
    """A shared scenario as a file."""
    answer = Response(unpacked(request.args.get("s", "")), content_type="application/yaml; charset=utf-8")
    answer.headers["Content-Disposition"] = "attachment; filename=scenario.yaml"
    return answer


def share_of(scenario: Mapping[str, Any] | str) -> str | None:
    """The text behind `s=` for a scenario, None where it is too long for an address."""
    made = packed(scenario if isinstance(scenario, str) else scenario_yaml(scenario))
    return made if len(made) <= MOST_SHARED else None


def _yaml(scenario: Mapping[str, Any]) -> str:
    return yaml.safe_dump(
        dict(scenario), allow_unicode=True, sort_keys=False, width=96, default_flow_style=None
    )


def _played(text: str) -> str:
    try:
        reports = play(text.replace("\r\n", "\n"))
    except Problem as problem:
        return _page(text, problem)
    first = next((at for at, report in enumerate(reports) if "error" not in report), None)
    return _page(text, None, reports, () if first is None else _frames(text, first))


def _frames(text: str, at: int) -> list[Json]:
    """A scenario of a text, step by step."""
    from kb.checker.scenario import load_trees
    from kb.replay import replay

    with deadline(library().settings.check_seconds):
        return replay(load_trees(text)[at], library().card_base)


def _page(text: str, problem: Problem | None, reports: Any = (), frames: Any = ()) -> str:
    return render_template(
        "check.html",
        text=text,
        problem=problem,
        reports=reports,
        frames=frames,
        shared=share_of(text) if reports else None,
        examples=scenarios(),
        statuses=statuses(),
        target=target,
        rule_texts=rule_texts,
        step_name=step_name,
    )


def statuses() -> dict[str, str]:
    """The statuses of a check, for people."""
    return {
        "determined": gettext("determined"),
        "undetermined": gettext("undetermined"),
        "unreached": gettext("never reached"),
    }


def rule_texts(number: str) -> str | None:
    """The text of a rule in the reader's language where it is held, else in English; None without any."""
    from kb.errors import NotFound

    try:
        text = library().rule(number)["text"]
    except (NotFound, ValueError):
        return None
    found = text[ui()] or text["en"] or text["ja"]
    return str(found) if found else None


def step_name(step: str) -> str:
    """A step of the turn, for people."""
    names = {
        "start": gettext("Before the game"),
        "untap": gettext("Untap"),
        "upkeep": gettext("Upkeep"),
        "draw": gettext("Draw"),
        "precombat_main": gettext("Precombat main phase"),
        "begin_combat": gettext("Beginning of combat"),
        "declare_attackers": gettext("Declare attackers"),
        "declare_blockers": gettext("Declare blockers"),
        "combat_damage": gettext("Combat damage"),
        "combat_damage_2": gettext("Second combat damage"),
        "end_combat": gettext("End of combat"),
        "postcombat_main": gettext("Postcombat main phase"),
        "end": gettext("End step"),
        "cleanup": gettext("Cleanup"),
    }
    return str(names.get(step, step))


def check_line(check: Mapping[str, Any]) -> str:
    """A check as it was asked, in one line.

    >>> check_line({"at": "1.upkeep", "life": "A", "expect": 20, "cite": ["119.1"]})
    'at: 1.upkeep, life: A'
    """
    asked = {key: value for key, value in check.items() if key not in ("expect", "cite", "note")}
    line = yaml.safe_dump(asked, allow_unicode=True, sort_keys=False, width=10_000, default_flow_style=True)
    return str(line).strip().removeprefix("{").removesuffix("}")


def value_text(value: Any) -> str:
    """A value for people."""
    if isinstance(value, bool):
        return str(gettext("yes") if value else gettext("no"))
    if value is None:
        return str(gettext("none"))
    return (
        "、".join(map(str, value))
        if isinstance(value, list) and ui() == "ja"
        else (", ".join(map(str, value)) if isinstance(value, list) else str(value))
    )
