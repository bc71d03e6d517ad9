"""Errors that a user reads: each says in both languages what went wrong and what was expected.

>>> error = NotFound("no document 'cr:999'", "文書 'cr:999' はありません")
>>> str(error), error.ja
("no document 'cr:999'", "文書 'cr:999' はありません")
>>> isinstance(error, KeyError)
True
"""

from __future__ import annotations


class UserError(Exception):
    """Base of the errors shown to users; `en` and `ja` are whole sentences without a full stop."""

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja

    def __str__(self) -> str:
        return self.en


class NotFound(UserError, KeyError):  # noqa: N818  # reads as what it is at the place it is raised
    """What was asked for is not held; status 404 on the web, exit 1 on the command line."""


class BadInput(UserError, ValueError):  # noqa: N818
    """What was given cannot be understood; status 400 on the web, exit 2 on the command line."""


class Busy(UserError, RuntimeError):  # noqa: N818
    """Another update is running."""
