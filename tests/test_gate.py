"""What holds for the whole tree: style, types, size, direction of imports, and whose words are in it."""

from __future__ import annotations

import ast
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.shared import CARDS, CR, WIKI, needs_shared

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("scraper", "index", "kb")
LINES = 400
SKIPPED = {".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis", "build", "dist"}


def files(*suffixes: str) -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        if path.is_file() and path.suffix in suffixes and not SKIPPED & set(inside.parts):
            yield path


def modules() -> dict[str, Path]:
    found = {}
    for path in files(".py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in PACKAGES:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, module: str, known: set[str]) -> set[str]:
    """Modules of ours that this one imports as it loads (an import inside a function comes later)."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    seen: set[str] = set()
    todo = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.If | ast.Try):
            todo.extend(ast.iter_child_nodes(node))  # type: ignore[arg-type]
        elif isinstance(node, ast.Import):
            seen.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            seen.add(base)
            seen.update(f"{base}.{alias.name}" for alias in node.names)
    return {name for name in seen if name in known and name != module}


def run(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_style_is_clean() -> None:
    run("ruff", "check", ".")


def test_layout_of_code_is_ruffs() -> None:
    run("ruff", "format", "--check", ".")


def test_types_are_strict() -> None:
    run("mypy")


def test_no_file_is_too_long_to_finish() -> None:
    long = {
        str(p.relative_to(ROOT)): n
        for p in files(".py")
        if (n := len(p.read_text("utf-8").splitlines())) > LINES
    }
    assert long == {}


def test_imports_go_one_way() -> None:
    order = {name: rank for rank, name in enumerate(PACKAGES)}
    known = modules()
    wrong = [
        f"{module} imports {target}"
        for module, path in known.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for target in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
        if order.get(target.split(".")[0], -1) > order[module.split(".")[0]]
    ]
    assert wrong == []


def test_imports_have_no_cycle() -> None:
    known = modules()
    graph = {module: imports(path, module, set(known)) for module, path in known.items()}
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join([*path[path.index(module) :], module])
        if module not in done:
            for target in sorted(graph[module]):
                # A package's __init__ that gathers its own parts is not a cycle of meaning.
                if not module.startswith(target + "."):
                    visit(target, (*path, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_nothing_names_the_machine_it_was_written_on() -> None:
    machine = {str(ROOT), str(ROOT.parent) + "/", str(Path.home()) + "/", tempfile.gettempdir() + "/bash"}
    named = [
        str(path.relative_to(ROOT))
        for path in files(
            ".py", ".md", ".yaml", ".yml", ".toml", ".html", ".js", ".css", ".json", ".po", ".txt", ""
        )
        if any(place in path.read_text(encoding="utf-8", errors="replace") for place in machine)
    ]
    assert named == []


def word_runs(text: str, size: int) -> Iterator[str]:
    found = re.findall(r"[a-z0-9'{}/+.-]+", text.casefold().replace("’", "'"))
    for start in range(len(found) - size + 1):
        # A list of names (types, sets) is a fact; what has words like these is a sentence.
        if (
            len(
                {"the", "a", "an", "of", "to", "is", "that", "and", "or", "if"}
                & set(found[start : start + size])
            )
            > 1
        ):
            yield " ".join(found[start : start + size])


def kanji_runs(text: str, size: int) -> Iterator[str]:
    for run_ in re.findall(rf"[\u3001-\u30ff\u3400-\u9fff]{{{size},}}", re.sub(r"\s+", "", text)):
        for start in range(len(run_) - size + 1):
            yield run_[start : start + size]


def common(runs: Iterator[str], known: set[int]) -> list[str]:
    """The first few runs that the sources have too."""
    return list(itertools.islice((run_ for run_ in runs if hash(run_) in known), 3))


@needs_shared
def test_no_sentence_of_the_sources_is_in_the_repository() -> None:
    english: set[int] = set()
    japanese: set[int] = set()
    for path in CR.glob("20[12]*.txt"):
        if path.name in {"2026-01-16.txt", "2023-11-17.txt"}:
            english.update(map(hash, word_runs(path.read_bytes().decode("utf-8-sig"), 14)))
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            english.update(map(hash, word_runs(json.loads(line).get("text") or "", 20)))
    with (CARDS / "rulings.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            english.update(map(hash, word_runs(json.loads(line)["text"], 14)))
    for path in WIKI.glob("*.txt"):
        if path.name != "README.md":
            japanese.update(map(hash, kanji_runs(path.read_text(encoding="utf-8"), 28)))
    with (CARDS / "ja_texts.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            japanese.update(map(hash, kanji_runs(json.loads(line).get("text_ja") or "", 36)))
    taken = []
    for path in files(".py", ".md", ".yaml", ".html", ".json", ".js", ".po", ".txt"):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT)
        taken += [f"{name}: {run_}" for size in (14, 20) for run_ in common(word_runs(text, size), english)]
        taken += [f"{name}: {run_}" for size in (28, 36) for run_ in common(kanji_runs(text, size), japanese)]
    assert taken == []
