"""The search index of a store: built aside, swapped in at once.

`python -m kb.indexing` builds it where it is older than what is held, as after an update that was killed.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from kb.errors import Busy
from kb.lock import one_update
from kb.progress import SILENT, Progress, each
from kb.settings import Settings, load_settings
from kb.store import Store
from kb.store_write import UNVERSIONED
from kb.terms import load_terms


def rebuild_index(settings: Settings, store: Store, progress: Progress = SILENT) -> None:
    """Index what the store holds, older editions too, and our terms; running searches then use it."""
    from index.build import build_index  # the analysers are heavy, and a look-up does without them

    generation = store.generation()  # before reading: what comes in meanwhile makes the index old, not wrong
    infos = [info for info in store.editions() if info.source not in UNVERSIONED]
    current = {info.source: info.edition for info in infos if info.standing == "current"}
    others = [info for info in infos if info.standing != "current"]
    older = (store.documents(source=info.source, edition=info.edition) for info in others)
    documents = each(
        progress,
        chain(store.documents(), chain.from_iterable(older)),
        total=store.count(older=True),
        en="building the search index",
        ja="検索用の索引を作成中",
    )
    build_index(
        settings.index_folder, documents, load_terms(), generation, engine=settings.engine, current=current
    )


def index_terms(settings: Settings) -> None:
    """Index our terms alone, in seconds, so that a service that has no index yet answers at once."""
    from index.build import build_index

    build_index(settings.index_folder, (), load_terms(), 0, engine=settings.engine, current={})


def index_generation(settings: Settings) -> int:
    """The store's generation that the index in use was made of, -1 without one of the engine that is set."""
    from index.search import Searcher

    searcher = Searcher(settings.index_folder, ())
    return searcher.generation if searcher.engine == settings.engine else -1


def mend_index(settings: Settings, store: Store, progress: Progress = SILENT) -> None:
    """Build the index where it is older than what is held; an update that runs does so itself."""
    if index_generation(settings) < store.generation():
        with suppress(Busy), one_update(settings):
            rebuild_index(settings, store, progress)


if __name__ == "__main__":
    given = load_settings()
    mend_index(given, Store.open(given))
