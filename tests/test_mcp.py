"""The tools that assistants call, driven by the protocol package's own client: in memory, as a process, over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest

from kb.library import Library
from kb.settings import load_settings
from kb.store import Store
from scraper.cr import parse_cr
from scraper.decode import decode
from tests.shared import CR, needs_shared

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from mcp import Client, StdioServerParameters, stdio_client

    from kb.mcp import server

TOOLS = {"search", "rule", "card", "diff", "trace", "check", "scenario_schema", "ask"}
BIRD = """
id: bird
cards: {Small Bird: {cost: "{U}", types: "Creature — Bird", pt: 1/1}}
setup: {A: {battlefield: [Small Bird]}}
script: [{at: 1.precombat_main, event: {add_counter: {card: Small Bird, kind: -1/-1, count: 1}}}]
checks: [{zone: Small Bird}]
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("mcp"))})
    if CR.is_dir():
        store = Store.open(held)
        for edition in ("2023-11-17", "2024-06-07", "2026-01-16"):
            parsed = parse_cr(decode((CR / f"{edition}.txt").read_bytes()).text)
            store.replace("cr", parsed.effective, parsed.documents, sha256="", origin=edition)
    return Library.open(held)


Talk = Callable[[Client], Awaitable[Any]]


def talk(target: Any, say: Talk) -> Any:
    async def whole() -> Any:
        async with Client(target) as client:
            return await say(client)

    return anyio.run(whole)


def call(library: Library, name: str, **arguments: Any) -> dict[str, Any]:
    async def say(client: Client) -> Any:
        return await client.call_tool(name, arguments)

    result = talk(server(library), say)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def test_every_tool_says_what_it_does(library: Library) -> None:
    async def say(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = talk(server(library), say)
    assert {tool.name for tool in tools} == TOOLS
    assert all(len(tool.description or "") > 40 for tool in tools)
    search = next(tool for tool in tools if tool.name == "search")
    assert search.input_schema["required"] == ["query"]


def test_search_finds_by_reading(library: Library) -> None:
    hits = call(library, "search", query="けいかく", lang="en")["hits"]
    assert "plot" in hits[0]["title"]


@needs_shared
def test_a_rule_comes_with_its_neighbours_and_edition(library: Library) -> None:
    found = call(library, "rule", number="702.170")
    assert found["rules_edition"] == "2026-01-16"
    (rule,) = found["rules"]
    assert [one["number"] for one in rule["subrules"]] == [f"702.170{letter}" for letter in "abcdef"]
    assert (rule["before"]["number"], rule["after"]["number"]) == ("702.169", "702.171")
    assert "601.2f-601.2h" not in rule["cites"]
    assert [one["number"] for one in call(library, "rule", number="601.2f-h")["rules"]] == [
        "601.2f",
        "601.2g",
        "601.2h",
    ]


@needs_shared
def test_editions_are_compared_and_a_rule_is_traced(library: Library) -> None:
    diff = call(library, "diff", old="2023-11-17", new="2024-06-07", limit=3)
    assert "702.170" in diff["added"]
    assert len(diff["changed"]) == 3
    assert diff["changed_left_out"] > 0
    life = call(library, "trace", number="719", edition="2023-11-17")
    assert life["now"] == "722"


def test_a_scenario_is_played_and_a_question_answered(library: Library) -> None:
    (report,) = call(library, "check", scenario=BIRD)["reports"]
    assert report["checks"][0]["value"] == "graveyard"
    assert "704.5f" in [one["rule"] for one in report["checks"][0]["because"]]
    answer = call(library, "ask", question="Can I cast a plotted instant on my opponent's turn?")
    assert answer["verdict"] == "no"
    assert answer["because"][0]["rule"] == "702.170d"
    schema = call(library, "scenario_schema")
    assert schema["schema"]["required"] == ["id"]
    assert call(library, "check", scenario=str(schema["example"]).replace("'", '"'))["reports"][0]["scenario"]


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("rule", {"number": "plot"}, "ルール番号"),
        ("card", {"name": "No Such Card"}, "No Such Card"),
        ("check", {"scenario": "id: x\nrubbish: 1"}, "rubbish"),
        ("trace", {"number": "x"}, "'x'"),
    ],
)
def test_what_cannot_be_done_is_said_in_both_languages(library: Library, name, arguments, says) -> None:
    async def say(client: Client) -> Any:
        return await client.call_tool(name, arguments)

    result = talk(server(library), say)
    assert result.is_error
    assert says in result.content[0].text
    assert " / " in result.content[0].text


def test_it_runs_as_a_process_of_its_own(library: Library) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from kb.cli import main; main()", "mcp"],
        env={**os.environ, "MTGKB_HOME": str(library.settings.home)},
    )

    async def say(client: Client) -> Any:
        return await client.call_tool("search", {"query": "plot"})

    result = talk(stdio_client(command), say)
    assert result.structured_content["hits"]


def test_it_runs_over_http(library: Library) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {**os.environ, "MTGKB_HOME": str(library.settings.home)}
    command = [sys.executable, "-c", "from kb.cli import main; main()", "mcp", "--http", "--port", str(port)]

    async def whole() -> Any:
        for attempt in range(100):
            try:
                async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                    return (await client.list_tools()).tools
            except Exception:
                if attempt == 99:
                    raise
                await anyio.sleep(0.3)
        return None

    with subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            tools = anyio.run(whole)
        finally:
            process.terminate()
            process.wait(timeout=30)
    assert {tool.name for tool in tools} == TOOLS
