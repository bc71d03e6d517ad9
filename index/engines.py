"""The engines by name; one that is not installed is found missing only when it is asked for.

>>> engine_named("whoosh").name
'whoosh'
"""

from __future__ import annotations

from typing import Final

from index.engine import Engine
from index.layout import IndexUnusableError

DEFAULT: Final = "whoosh"
NAMES: Final = ("whoosh", "tantivy")


def engine_named(name: str) -> Engine:
    """The engine of that name; raises IndexUnusableError when it is unknown or not installed."""
    if name == "whoosh":
        from index.whoosh_engine import WhooshEngine

        return WhooshEngine()
    if name == "tantivy":
        try:
            from index.tantivy_engine import TantivyEngine
        except ImportError as error:
            raise IndexUnusableError(
                "the search engine 'tantivy' is not installed: pip install 'mtg-kb[fast]'",
                "検索エンジン 'tantivy' がインストールされていません：pip install 'mtg-kb[fast]'",
            ) from error
        return TantivyEngine()
    raise IndexUnusableError(
        f"no search engine {name!r} (there are {', '.join(NAMES)})",
        f"検索エンジン {name!r} はありません（使えるのは {'、'.join(NAMES)}）",
    )
