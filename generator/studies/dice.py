"""Dice of a study that are not those of its own stream: whoever makes such dice registers them by a name, as
an entry point, so that this room knows nobody of them.

`log` is registered by `pbem`: dice as the signed log of the same game has them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

from modules.engine.players.match import Dice
from modules.library import Contest

GROUP: Final = "senlac.dice"
Maker: TypeAlias = Callable[[Contest], Dice]


class NoDice(Exception):
    """A name by which no dice are registered."""


@lru_cache(maxsize=8)
def maker_of(name: str) -> Maker:
    """What makes the dice of a game. Raises NoDice."""
    found = entry_points(group=GROUP)
    if name not in found.names:
        known = ", ".join(sorted(found.names)) or "none, as Senlac was not installed"
        raise NoDice(f"there are no dice {name!r}; there are: {known}")
    made: Any = found[name].load()
    maker: Maker = made
    return maker
