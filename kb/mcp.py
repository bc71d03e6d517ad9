"""The knowledge base as tools of the Model Context Protocol, for assistants that look things up before they speak.

Needs the extra `mcp`. Every result names the edition it rests on and the numbers of its rules; what is not known is
said to be so, never guessed.
"""

from __future__ import annotations

from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from kb.editions import service
from kb.errors import UserError
from kb.library import Library
from kb.numbers import parse_numbers
from kb.standing import with_standing
from kb.web.deadline import deadline
from kb.web.problems import Problem

Json = dict[str, Any]
Lang = Literal["en", "ja", "both"]

INSTRUCTIONS = (
    "Magic: The Gathering rules in English and Japanese. Search first; read the rule before quoting it; cite rules by "
    "number with the edition that the result names. `ask` and `check` decide by an executable model of the rules: "
    "their verdict `undetermined` means that nobody here knows, so do not turn it into yes or no."
)


def server(library: Library) -> MCPServer[Any]:
    """A server over a library; run it with `.run()` over standard input and output, or over HTTP."""
    made = MCPServer("mtg-kb", title="Magic rules", instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Tools(library)
    for tool in (
        tools.search, tools.rule, tools.card, tools.diff, tools.trace, tools.check, tools.scenario_schema, tools.ask,
    ):  # fmt: skip
        made.tool(structured_output=True)(tool)
    return made


class Tools:
    """The tools; each method is one, its docstring what an assistant reads of it."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def _named(self, found: Json) -> Json:
        """The result with the edition it rests on."""
        current = [one for one in self._library.store.editions("cr") if one.standing == "current"]
        edition = current[0].edition if current else None
        return {"rules_edition": edition, "generation": self._library.store.generation(), **found}

    def search(self, query: str, lang: Lang = "both", limit: int = 8) -> Json:
        """Find rules, glossary entries, cards, rulings, wiki sections and dictionary terms.

        Takes numbers (702.170a), words of either language, kana readings, romaji, nicknames and questions. `lang` is
        the reader's language. Returns hits with ids, titles, snippets and urls, and how the query was understood.
        """
        found = self._library.search(query[:400], lang=lang, limit=max(1, min(limit, 30))).to_json()
        return self._named({key: found[key] for key in ("hits", "total", "understood", "suggestions")})

    def rule(self, number: str, edition: str | None = None) -> Json:
        """Read a rule in both languages with its neighbours: subrules, the rules before and after, examples,
        what it cites and what cites it.

        `number` is a rule, a chapter or a range: 702.170a, 702.170, 601.2f-h. `edition` is the date of an older one.
        """
        with _told():
            found = self._library.rules(number, edition)
        return self._named({"rules": [self._with_neighbours(one, edition) for one in found]})

    def _with_neighbours(self, rule: Json, edition: str | None) -> Json:
        def brief(other: str | None) -> Json | None:
            if other is None:
                return None
            with _told():
                one = self._library.rule(other, edition)
            return {"number": one["number"], "title": one["title"], "text": one["text"]}

        children = rule["children"][:60]
        return {
            **{
                key: rule[key]
                for key in ("number", "edition", "chapter", "title", "text", "examples", "parent")
            },
            "subrules": [brief(child) for child in children],
            "before": brief(rule["previous"]),
            "after": brief(rule["next"]),
            "cites": [one["number"] + (f"-{one['end']}" if one["end"] else "") for one in rule["cites"]],
            "cited_by": [one["id"] for one in rule["cited_by"]][:60],
            "notes": [{"title": one["title"], "note": one["note"]} for one in rule["terms"]],
            "url": rule["url"],
        }

    def card(self, name: str) -> Json:
        """Read a card by its English or Japanese name, with its Oracle text, printed Japanese text and rulings."""
        with _told():
            return self._named({"cards": self._library.cards(name)})

    def diff(self, old: str, new: str, limit: int = 40) -> Json:
        """What differs between two editions of the Comprehensive Rules, given by their dates (2024-06-07).

        Numbers added, removed and renumbered, and the first `limit` changed rules with both texts.
        """
        with _told():
            found = service.diff(self._library.store, old, new, words=False)
        most = max(0, min(limit, 400))
        changed = [one for one in found["changed"] if one["only"] == "text"]
        return self._named(
            {
                "old": found["old"],
                "new": found["new"],
                "counts": found["counts"],
                "added": found["added"],
                "removed": found["removed"],
                "renumbered": [{"from": one["from"], "to": one["to"]} for one in found["renumbered"]][
                    : most * 5
                ],
                "changed": [
                    {"number": o["number"], "old": o["old"], "new": o["new"]} for o in changed[:most]
                ],
                "changed_left_out": max(0, len(changed) - most),
            }
        )

    def trace(self, number: str, edition: str | None = None) -> Json:
        """The life of a rule through every edition held: when it came, changed, was renumbered or removed.

        With `edition` the number is read as it was in that edition, and `now` says where the rule is today.
        """
        with _told():
            parse_numbers(number)
            return self._named(service.trace(self._library.store, number, edition))

    def check(self, scenario: str) -> Json:
        """Play a scenario by an executable model of the rules and answer its checks, with the rules that decide each.

        `scenario` is YAML or JSON in the form that `scenario_schema` describes: setup, script, checks. A check whose
        status is `undetermined` has no answer here. One of several scenarios that can't be played has its `error`
        in its place.
        """
        from kb.checker import Failure, check_each

        try:
            with deadline(self._library.settings.check_seconds):
                reports = check_each(scenario, self._library.card_base)
        except Problem as error:
            raise ToolError(f"{error.en} / {error.ja}") from error
        if len(reports) == 1 and isinstance(reports[0], Failure) and reports[0].crash is None:
            raise ToolError(f"{reports[0].en} / {reports[0].ja}")
        return self._named(
            {"reports": [with_standing(report.to_json(), self._library.store) for report in reports]}
        )

    def scenario_schema(self) -> Json:
        """The JSON Schema of the scenarios that `check` plays, with an example."""
        from kb.checker.scenario_schema import json_schema

        example = {
            "id": "zero-toughness",
            "cards": {
                "Small Bird": {"cost": "{U}", "types": "Creature — Bird", "pt": "1/1", "text": "Flying"}
            },
            "setup": {"A": {"battlefield": ["Small Bird"]}},
            "script": [
                {
                    "at": "1.precombat_main",
                    "event": {"add_counter": {"card": "Small Bird", "kind": "-1/-1", "count": 1}},
                }
            ],
            "checks": [{"zone": "Small Bird"}],
        }
        return {"schema": json_schema(), "example": example}

    def ask(self, question: str, lang: Literal["en", "ja"] | None = None) -> Json:
        """Answer a rules question in words (English or Japanese): yes, no, a value, it depends, or undetermined.

        The answer comes with the rules that make it so, how the question was understood, what was assumed, and the
        scenario that was played, which `check` can play again after a change.
        """
        from kb.answer import ask

        return self._named(
            with_standing(ask(question[:1000], lang, self._library).to_json(), self._library.store)
        )


class _told:  # noqa: N801  # reads as a word where it is used
    """Errors of the knowledge base become errors of the tool, in both languages."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, UserError):
            raise ToolError(f"{error.en} / {error.ja}") from error
