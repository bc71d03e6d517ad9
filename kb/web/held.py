"""The library of the running application."""

from __future__ import annotations

from flask import current_app

from kb.library import Library


def library() -> Library:
    """What the application reads from."""
    held = current_app.extensions["mtgkb"]
    assert isinstance(held, Library)
    return held
