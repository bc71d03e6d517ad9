"""What is held and how old it is, in the JSON form of the design and more beside it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kb.store import Attempt, Store


def source_status(store: Store, stale_days: int, now: datetime | None = None) -> dict[str, Any]:
    """`sources` of the design with age, last success and failure of each; `problems` of the latest failures.

    A source is stale when no update of it has succeeded for more than `stale_days`.

    >>> source_status(Store.open("sqlite://"), 90)
    {'sources': {}, 'problems': []}
    """
    now = datetime.now(UTC) if now is None else now
    imported: dict[str, str] = {}
    infos = store.editions()
    for info in infos:
        imported[info.source] = max(info.imported_at, imported.get(info.source, ""))
    sources: dict[str, Any] = store.status(infos)["sources"]
    problems = []
    attempts = store.attempts()
    for name in dict.fromkeys((*attempts, *sources)):
        success, failure = attempts.get(name, (None, None))
        good = success.at if success else imported.get(name)
        failed = failure is not None and (good is None or failure.at >= good)
        if failed and failure is not None:
            problems.append({"source": name, **_told(failure)})
        if name in sources and good is not None:
            age = (now - datetime.fromisoformat(good)).days
            sources[name] |= {
                "last_success": good,
                "last_failure": _told(failure) if failure else None,
                "age_days": age,
                "stale": age > stale_days,
            }
    return {"sources": sources, "problems": problems}


def today() -> str:
    """The day by which ages are counted, ISO.

    >>> len(today())
    10
    """
    return datetime.now(UTC).date().isoformat()


def _told(attempt: Attempt) -> dict[str, str]:
    return {"at": attempt.at, "en": attempt.en, "ja": attempt.ja}
