"""What happened before a position came to be, sorted by what is drawn of it: arrows, fights, losses."""

from __future__ import annotations

from collections.abc import Iterable

from modules.engine.position import BoardEvent, HappeningKind

KINDS: dict[HappeningKind, str] = {
    "move": "moved", "retreat": "retreated", "fought": "fought", "lost": "lost",
}  # fmt: skip
"""What may have happened, with the word that a legend has for it."""

Arrow = tuple[HappeningKind, str, tuple[str, ...]]
"""Kind, side and path."""


def arrows(happened: Iterable[BoardEvent]) -> list[Arrow]:
    """The arrows to draw, in the order of the moves: counters that went the same way have one together."""
    ways = ((h.kind, h.side, h.path) for h in happened if h.kind in ("move", "retreat") and len(h.path) > 1)
    return list(dict.fromkeys(ways))


def fights(happened: Iterable[BoardEvent]) -> dict[str, tuple[str, ...]]:
    """The places that were attacked, each with those from which the attacks came."""
    found: dict[str, dict[str, None]] = {}
    for each in happened:
        if each.kind == "fought":
            found.setdefault(each.path[-1], {})[each.path[0]] = None
    return {place: tuple(sources) for place, sources in found.items()}


def losses(happened: Iterable[BoardEvent]) -> dict[str, tuple[BoardEvent, ...]]:
    """The places where counters were lost, each with its losses."""
    found: dict[str, list[BoardEvent]] = {}
    for each in happened:
        if each.kind == "lost":
            found.setdefault(each.path[-1], []).append(each)
    return {place: tuple(lost) for place, lost in found.items()}


def places(happened: Iterable[BoardEvent]) -> list[str]:
    """Every place where something happened."""
    return list(dict.fromkeys(place for each in happened for place in each.path))
