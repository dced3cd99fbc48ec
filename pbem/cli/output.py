"""What commands print: text for a person, or JSON for a program."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any


def tell(said: str | Mapping[str, Any] | Sequence[Any]) -> None:
    """Print it at once: a fault that comes later hides nothing of what was done."""
    sys.stdout.write(said if isinstance(said, str) else json.dumps(said, indent=2, ensure_ascii=False) + "\n")
    sys.stdout.flush()
