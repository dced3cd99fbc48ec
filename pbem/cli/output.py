"""What commands print: text for a person, or JSON for a program, and nothing that a terminal would obey."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any


def tell(said: str | Mapping[str, Any] | Sequence[Any]) -> None:
    """Print it at once: a fault that comes later hides nothing of what was done."""
    from modules.terminal import as_json, lines  # `pbem --help` needs neither

    sys.stdout.write(lines(said) if isinstance(said, str) else as_json(said, indent=2) + "\n")
    sys.stdout.flush()


def warn(said: str) -> None:
    """Print it where errors are told, at once."""
    from modules.terminal import lines

    sys.stderr.write(lines(said))
    sys.stderr.flush()
