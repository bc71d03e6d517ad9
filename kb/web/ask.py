"""The page where a question is asked and answered with its proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml
from flask import Blueprint, render_template, request
from flask_babel import gettext

from kb.answer import ask
from kb.standing import with_standing
from kb.web.deadline import deadline
from kb.web.held import library
from kb.web.interface import ui
from kb.web.texts import linked, target

bp = Blueprint("ask", __name__)

QUESTION_LIMIT = 1000
"""Characters; a rules question is a sentence or three."""
EXAMPLES = {
    "en": (
        "Does Plot trigger when Make Your Own Luck exiles it?",
        "Does Longhorn Sharpshooter trigger when Make Your Own Luck exiles it?",
        "Can I cast a plotted instant on my opponent's turn?",
    ),
    "ja": (
        "自ら運を掴めで追放したとき、長角の名手の計画された状態になったときの能力は誘発する？",
        "計画したインスタントって相手ターンに使える？",
        "マナがあるならアップキープに計画してもいい？",
    ),
}


@bp.get("/ask")
def page() -> str:
    """The box, and the answer to `q` when there is one."""
    question = request.args.get("q", "").strip()[:QUESTION_LIMIT]
    with deadline(library().settings.check_seconds):
        answer = (
            with_standing(ask(question, None, library()).to_json(), library().store) if question else None
        )
    return render_template(
        "ask.html",
        question=question,
        answer=answer,
        examples=EXAMPLES[ui()],
        verdicts=verdicts(),
        linked=linked,
        target=target,
    )


def verdicts() -> dict[str, str]:
    """The verdicts for people."""
    return {
        "yes": gettext("Yes"),
        "no": gettext("No"),
        "depends": gettext("It depends"),
        "value": gettext("The value is"),
        "undetermined": gettext("Undetermined"),
    }


def scenario_yaml(scenario: Mapping[str, Any]) -> str:
    """A scenario as a person would write it.

    >>> scenario_yaml({"id": "x", "players": ["A", "B"]})
    'id: x\\nplayers: [A, B]\\n'
    """
    return yaml.safe_dump(
        dict(scenario), allow_unicode=True, sort_keys=False, width=100, default_flow_style=None
    )
