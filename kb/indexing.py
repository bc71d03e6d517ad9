"""The search index of a store: built aside, swapped in at once."""

from __future__ import annotations

from kb.progress import SILENT, Progress, each
from kb.settings import Settings
from kb.store import Store
from kb.store_write import UNVERSIONED
from kb.terms import load_terms


def rebuild_index(settings: Settings, store: Store, progress: Progress = SILENT) -> None:
    """Index what is current in the store, and our terms; running searches then use it."""
    from index.build import build_index  # the analysers are heavy, and a look-up does without them

    generation = store.generation()  # before reading: what comes in meanwhile makes the index old, not wrong
    infos = [info for info in store.editions() if info.standing == "current"]
    current = {info.source: info.edition for info in infos if info.source not in UNVERSIONED}
    documents = each(
        progress,
        store.documents(),
        total=store.count(),
        en="building the search index",
        ja="検索用の索引を作成中",
    )
    build_index(settings.index_folder, documents, load_terms(), generation, current=current)
