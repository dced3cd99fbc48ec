"""Seals: a file of ours ends in a line that says what went into it, so that it need not be made again.

The line is a comment to PDF readers and the comment to zip readers. It holds the digest of the inputs,
facts to tell without making the file, and the digest of the facts and of all bytes before it. Anybody can
write such a line: it is believed only of a file that this user has made (`Made`).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from generator.cache.own import Made
from modules.plain_files import read

_HEAD = b"\n%senlac "
_MOST = 1 << 30


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


def note_made(made: Made, data: bytes, inputs: str) -> None:
    """Note that the user has made a sealed file of these inputs."""
    made.note(f"sealed {inputs}", hashlib.sha256(data).hexdigest())


def unbroken(path: Path, inputs: str, made: Made) -> tuple[bytes, dict[str, Any]] | None:
    """The bytes and facts of a file that the user has made of these inputs and is as it was made; else
    None."""
    noted = made.of(f"sealed {inputs}")
    if noted is None:
        return None
    try:
        data = read(path, _MOST, path.parent)
        before, head, line = data.rpartition(_HEAD)
        facts = json.loads(line) if head and noted == hashlib.sha256(data).hexdigest() else None
    except (OSError, ValueError):
        return None  # whatever is wrong with what stands there, making it anew mends it
    if not isinstance(facts, dict) or facts.pop("inputs", None) != inputs:
        return None
    if facts.pop("sha256", None) != _digest(before, facts):
        return None
    return data, facts
