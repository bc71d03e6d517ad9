"""What README and docs show is what the program does."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb.cli import COMMANDS, main
from kb.settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def consoles() -> Iterator[tuple[str, str, str]]:
    """Every command of a console block with the output shown below it."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block in re.findall(
            r"^```console\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        ):
            for command, output in re.findall(r"^\$ mtgkb (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                yield path.name, command, output


@pytest.mark.parametrize(("page", "command", "shown"), list(consoles()))
def test_an_example_gives_what_is_shown(
    page: str, command: str, shown: str, tmp_path_factory: pytest.TempPathFactory, home: Path
) -> None:
    """Examples need nothing downloaded; times in brackets differ from run to run."""
    done = CliRunner().invoke(main, shlex.split(command), env={"MTGKB_HOME": str(home), "MTGKB_LANG": "en"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert _timeless(done.output) == _timeless(shown)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def _timeless(text: str) -> list[str]:
    plain = re.sub(r"\d+(?:\.\d+)? ?(?:ms|ミリ秒)", "TIME", text)
    return [line.rstrip() for line in plain.strip().splitlines()]


def test_the_readme_shows_commands() -> None:
    assert len([command for page, command, _ in consoles() if page == "README.md"]) >= 4


def test_the_gate_runs_the_readmes_test_command() -> None:
    test_command = re.search(r"^# test\n(.*)\n", README, re.MULTILINE)
    assert test_command is not None
    assert test_command[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_setting_is_in_the_readme() -> None:
    for setting in SETTINGS:
        assert f"`{setting.variable}`" in README, setting.variable


def test_every_command_is_in_the_readme() -> None:
    for name in COMMANDS:
        assert f"mtgkb {name}" in README, name
