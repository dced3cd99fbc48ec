"""Whether a command would draw anything new: a digest of all that goes into what it makes.

A picture depends on the definition, the art, the code that draws, the libraries that render, and the
options. Equal digests therefore mean equal pictures; the files themselves are checked against the manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from generator.cache.sources import digest_with
from modules.definition import Definition

PARTS = tuple(f.name for f in fields(Definition) if f.name not in ("folder", "digest"))
"""The fields of a definition that say what the game is."""


def inputs_digest(definition: Definition, options: str, beside: Iterable[Path] = ()) -> str:
    """The digest of everything that goes into what a command makes: `options` in words, and the files
    `beside` the definition, where they are there.

    Raises MissingArtError without art.
    """
    total = hashlib.sha256(digest_with(definition.digest, options, beside).encode())
    for name in PARTS:
        total.update(repr(getattr(definition, name)).encode())  # a caller may have changed a part since
    return total.hexdigest()
