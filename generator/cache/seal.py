"""Seals: a file of ours ends in a line that says what went into it, so that it need not be made again.

The line is a comment to PDF readers and the comment to zip readers. It holds the digest of the inputs,
facts to tell without making the file, and the digest of the facts and of all bytes before it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

_HEAD = b"\n%senlac "


def sealed(data: bytes, inputs: str, facts: dict[str, Any]) -> bytes:
    """A PDF or zip (one without a comment) with its seal."""
    if data.startswith(b"PK"):
        length = len(_line(inputs, b"", facts))
        data = data[:-2] + length.to_bytes(2, "little")  # the end of a zip tells how long its comment is
    return data + _line(inputs, data, facts)


def _line(inputs: str, data: bytes, facts: dict[str, Any]) -> bytes:
    words = {"inputs": inputs, "sha256": _digest(data, facts), **facts}
    return _HEAD + json.dumps(words).encode() + b"\n"


def _digest(data: bytes, facts: dict[str, Any]) -> str:
    total = hashlib.sha256(data)
    total.update(json.dumps(facts).encode())
    return total.hexdigest()


def unbroken(path: Path, inputs: str) -> tuple[bytes, dict[str, Any]] | None:
    """The bytes and facts of a file that was made of these inputs and is as it was made; else None."""
    if not path.is_file():
        return None
    try:
        data = path.read_bytes()
        before, head, line = data.rpartition(_HEAD)
        facts = json.loads(line) if head else None
    except (OSError, ValueError):
        return None  # whatever is wrong with what stands there, making it anew mends it
    if not isinstance(facts, dict) or facts.pop("inputs", None) != inputs:
        return None
    if facts.pop("sha256", None) != _digest(before, facts):
        return None
    return data, facts
