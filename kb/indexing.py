"""The search index of a store: built aside, swapped in at once."""

from __future__ import annotations

from kb.settings import Settings
from kb.store import Store
from kb.terms import load_terms


def rebuild_index(settings: Settings, store: Store) -> None:
    """Index what is current in the store, and our terms; running searches then use it."""
    from index.build import build_index  # the analysers are heavy, and a look-up does without them

    settings.index_folder.mkdir(parents=True, exist_ok=True)
    build_index(settings.index_folder, store.documents(), load_terms(), store.generation())
