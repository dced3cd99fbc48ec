"""The page of limits says what the code does."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from limits import LIMITS, PAGE, lists, page  # noqa: E402 - scripts are no package


def test_the_page_of_limits_is_as_it_is_written_anew() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it anew: scripts/limits"


def test_limits_are_listed_once() -> None:
    named = [(limit.module, limit.name) for limits in LIMITS.values() for limit in limits]
    assert len(named) == len(set(named)) > 30
    assert ("GameFile", "sequence", 200) in set(lists())
