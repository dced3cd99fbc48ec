"""`refuses`: what a test says of code that must refuse something, by its reason code."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.codes import Code
from pbem.errors import PbemError


def refuses(*codes: Code, match: str | None = None) -> Any:
    """As `pytest.raises`, for a refusal with one of these codes."""
    return pytest.raises(PbemError, match=match, check=lambda error: error.code in codes)
