"""The pictures that a page may ask for, each by the digest of its bytes, so that it asks for each once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from generator.cache.own import own_cache

_DIGITS: Final = 24


@dataclass(slots=True)
class PictureShelf:
    """Keeps pictures (WebP) by their names."""

    _kept: dict[str, bytes] = field(default_factory=dict)

    def put(self, picture: bytes) -> str:
        """Keep a picture, and say its name."""
        name = hashlib.sha256(picture).hexdigest()[:_DIGITS]
        self._kept[name] = picture
        return name

    def find(self, names: Iterable[str]) -> dict[str, bytes]:
        """Those of these pictures that are here."""
        return {name: self._kept[name] for name in names if name in self._kept}


def find_store(beside: Path) -> Path:
    """Where pictures are kept that need not be drawn again: in the user's cache, else in the folder
    `beside`."""
    cache = own_cache()
    return beside if cache is None else cache / "tables"
