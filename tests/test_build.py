"""Builds: what is kept, what a killed build leaves, what changes from one to the next."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

from index import layout
from index.build import build_index
from index.engines import NAMES
from index.search import Searcher
from scraper.document import Document, RuleNumber, Source, Term, Title

TERMS = (Term("cog", "cog", "歯車", "はぐるま", "object", ("900.1",)),)
NOW = Source("cr", "Rules", edition="2031-05-01")
NEXT = Source("cr", "Rules", edition="2031-09-01")
ROOT = Path(__file__).resolve().parent.parent


def rules(count, source=NOW, word="brass"):
    yield Document("cr:900", "chapter", "en", Title("Cogs"), "Cogs", source, RuleNumber(900))
    for place in range(1, count + 1):
        number = RuleNumber(900 + place // 900, place % 900)
        text = f"A {word} cog of kind {place} turns before the wheel {place % 7}."
        yield Document(f"cr:{number}", "rule", "en", Title(), text, source, number, f"cr:{number.chapter}")


def found(folder, query):
    return [hit.id for hit in Searcher(folder, TERMS).search(query, limit=50).hits]


@pytest.fixture(params=NAMES)
def engine(request):
    if request.param == "tantivy":
        pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    return request.param


def test_nothing_is_made_anew_when_nothing_changed(tmp_path, engine):
    assert build_index(tmp_path, rules(20), TERMS, 1, engine=engine, current={"cr": NOW.edition}).added == 22
    report = build_index(tmp_path, rules(20), TERMS, 2, engine=engine, current={"cr": NOW.edition})
    assert (report.added, report.removed, report.total) == (0, 0, 22)
    assert Searcher(tmp_path, TERMS).generation == 2


def test_only_what_changed_is_made_anew(tmp_path, engine):
    documents = list(rules(20))
    build_index(tmp_path, documents, TERMS, 1, engine=engine)
    documents[5] = replace(documents[5], text="A cog of glass sings.")
    del documents[9]
    report = build_index(tmp_path, documents, TERMS, 2, engine=engine)
    assert (report.added, report.removed) == (1, 2)
    assert found(tmp_path, "glass sings") == [documents[5].id]
    assert "cr:900.9" not in found(tmp_path, "brass cog wheel")


def test_a_small_change_gives_the_same_answers_as_a_build_from_nothing(tmp_path, engine):
    documents = list(rules(40))
    build_index(tmp_path / "step", documents, TERMS, 1, engine=engine)
    documents[3] = replace(documents[3], text="A cog of glass sings.")
    build_index(tmp_path / "step", documents, TERMS, 2, engine=engine)
    build_index(tmp_path / "whole", documents, TERMS, 2, engine=engine)
    for query in ("glass", "kind 7", "900.12", "cog", "wheel turns"):
        assert found(tmp_path / "step", query) == found(tmp_path / "whole", query)


def test_another_note_of_a_term_changes_the_rules_it_names_only(tmp_path):
    build_index(tmp_path, rules(20), TERMS, 1)
    noted = (replace(TERMS[0], note_en="It hums."),)
    report = build_index(tmp_path, rules(20), noted, 2)
    assert (report.added, report.removed) == (2, 2)  # the term itself and 900.1
    assert found(tmp_path, "hums")[0] == "cr:900.1"


def test_a_new_edition_moves_the_old_one_aside(tmp_path):
    build_index(tmp_path, rules(10), TERMS, 1)
    both = [*rules(10), *rules(10, NEXT, "steel")]
    build_index(tmp_path, both, TERMS, 2)
    searcher = Searcher(tmp_path, TERMS)
    assert {hit.edition for hit in searcher.search("cog wheel kind:rule").hits} == {NEXT.edition}
    assert {hit.edition for hit in searcher.search("cog wheel 2031-05-01").hits} == {NOW.edition}


def test_a_broken_generation_is_no_base(tmp_path):
    build_index(tmp_path, rules(10), TERMS, 1)
    folder = layout.current_folder(tmp_path)
    (folder / "records.sqlite").write_bytes(b"broken" * 1000)
    assert build_index(tmp_path, rules(10), TERMS, 2).added == 12
    assert found(tmp_path, "900.4")[0] == "cr:900.4"


def test_a_generation_whose_shard_lost_documents_is_written_anew(tmp_path):
    build_index(tmp_path, rules(10), TERMS, 1)
    build_index(tmp_path / "small", rules(2), TERMS, 1)
    whole, small = layout.current_folder(tmp_path), layout.current_folder(tmp_path / "small")
    for path in (whole / "current").iterdir():
        path.unlink()
    for path in (small / "current").iterdir():
        path.rename(whole / "current" / path.name)
    build_index(tmp_path, rules(10), TERMS, 2)
    assert found(tmp_path, "kind 9")[0] == "cr:900.9"


def test_the_same_document_twice_is_one(tmp_path):
    documents = list(rules(3))
    assert build_index(tmp_path, [*documents, *documents], TERMS, 1).total == 5


KILLED = """
    import os, signal, sys
    from pathlib import Path
    sys.path.insert(0, {root!r})
    from tests.test_build import NOW, TERMS, rules
    import index.build as build

    stop = {stop!r}
    if stop == "records":
        def documents():
            for place, document in enumerate(rules(6000)):
                if place == 5000:
                    os.kill(os.getpid(), signal.SIGKILL)
                yield document
    else:
        documents = lambda: rules(6000)
        real = build._write_shard
        def write(maker, aside, shard, base, records):
            if shard == stop:
                os.kill(os.getpid(), signal.SIGKILL)
            real(maker, aside, shard, base, records)
        build._write_shard = write
    build.build_index(Path({folder!r}), documents(), TERMS, 1, engine="whoosh", current={{"cr": NOW.edition}})
"""


@pytest.mark.skipif(os.name == "nt", reason="kills a process as Unix does")
@pytest.mark.parametrize("stop", ["records", "current", "older"])
def test_a_killed_first_build_is_gone_on_with(tmp_path, stop):
    script = textwrap.dedent(KILLED.format(root=str(ROOT), folder=str(tmp_path), stop=stop))
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert Searcher(tmp_path, TERMS).generation == -1
    report = build_index(tmp_path, rules(6000), TERMS, 1, current={"cr": NOW.edition})
    assert report.total == 6002
    assert report.added == (2002 if stop == "records" else 0)
    assert found(tmp_path, "900.77")[0] == "cr:900.77"
    assert found(tmp_path, "kind 5999")[0] == "cr:906.599"
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 1


@pytest.mark.skipif(os.name == "nt", reason="kills a process as Unix does")
@pytest.mark.parametrize("after", [0.05, 0.2, 0.4])
def test_a_killed_rebuild_leaves_the_index_in_use(tmp_path, after):
    build_index(tmp_path, rules(50), TERMS, 1)
    script = textwrap.dedent(
        f"""
        import sys
        from pathlib import Path
        sys.path.insert(0, {str(ROOT)!r})
        from tests.test_build import TERMS, rules
        from index.build import build_index
        print("ready", flush=True)
        build_index(Path({str(tmp_path)!r}), rules(4000, word="steel"), TERMS, 2)
        """
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        time.sleep(after)
        process.kill()
    assert found(tmp_path, "900.7")[0] == "cr:900.7"
    assert Searcher(tmp_path, TERMS).generation == 1
    build_index(tmp_path, rules(60), TERMS, 3)
    assert found(tmp_path, "900.57")[0] == "cr:900.57"
