"""The real texts beside the checkout: read by tests, never part of the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
CR = SHARED / "data" / "cr" / "en"
WIKI = SHARED / "data" / "wiki"
CARDS = SHARED / "data" / "cards"
CASES = SHARED / "cases"

_ABSENT = not SHARED.is_dir()

if _ABSENT and os.environ.get("CI"):
    raise RuntimeError(f"CI needs the real texts in {SHARED}: skipping would hide a failure")

needs_shared = pytest.mark.skipif(_ABSENT, reason="needs the real texts in ../shared, which is not there")
