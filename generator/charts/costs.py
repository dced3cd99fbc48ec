"""Costs in MP as charts print them: what each terrain costs, and whom it costs something else.

They are read from the terrain's own entry of the chart, which is what the rules look up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from generator.drawing.typography import DASH, number
from modules.definition.formats.game import Kind
from modules.definition.formats.terrain import HexTerrain, Terrain

Cost = Fraction | Literal["prohibited"]


@dataclass(frozen=True, slots=True)
class Movers:
    """Kinds of counters that pay alike, and what a chart calls them together."""

    name: str
    kinds: tuple[str, ...]


def cost_text(cost: Cost | None) -> str:
    """A cost as it is printed: `2`, `½`, `no`, a dash where it changes none."""
    if cost is None:
        return DASH
    if cost == "prohibited":
        return "no"
    return number(cost)


def mp_text(kind: Terrain, movers: Movers | None = None) -> str:
    """What a kind of terrain costs, certain movers or all others; with a `+` before what is added to the cost
    of the hex."""
    if movers is not None and isinstance(kind, HexTerrain):
        return cost_text(kind.by_kind.get(movers.kinds[0], kind.mp))
    cost = cost_text(kind.mp)
    return f"+{cost}" if kind.where in ("hexside", "level") and kind.mp != "prohibited" else cost


def down_cost(kind: Terrain) -> Fraction | None:
    """What it costs to go down into a kind of terrain, where that is another number."""
    return kind.down if isinstance(kind, HexTerrain) else None


def down_text(kind: Terrain) -> str:
    """The same in words, or nothing."""
    down = down_cost(kind)
    return "" if down is None else f"{cost_text(down)} MP going down"


def entry_text(kind: Terrain, kinds: Mapping[str, Kind]) -> str:
    """All that a kind of terrain costs, in words: `2 MP (knights 4 MP, archers not to be entered)`."""
    own = _words(mp_text(kind))
    others = [f"{each.name.lower()} {_words(mp_text(kind, each))}" for each in movers([kind], kinds)]
    told = [*others, *([down_text(kind)] if down_text(kind) else [])]
    return f"{own} ({', '.join(told)})" if told else own


def _words(cost: str) -> str:
    return "not to be entered" if cost == "no" else f"{cost} MP"


def movers(terrain: Iterable[Terrain], kinds: Mapping[str, Kind]) -> list[Movers]:
    """The kinds of counters that pay for some of the terrain what others do not, those that pay alike
    together, in the order of the game."""
    chart = [each for each in terrain if isinstance(each, HexTerrain)]
    found: dict[tuple[Cost | None, ...], list[str]] = {}
    for name in kinds:
        pays = tuple(each.by_kind.get(name) for each in chart)
        if any(cost is not None for cost in pays):
            found.setdefault(pays, []).append(name)
    return [Movers(called(group, kinds), tuple(group)) for group in found.values()]


def called(group: Sequence[str], kinds: Mapping[str, Kind]) -> str:
    """What a chart calls kinds of counters together: all who ride, or all units who do, else each by name."""
    for name, mounted in (("Mounted", True), ("On foot", False)):
        riding = set(_those(kinds, mounted=mounted))
        if set(group) == riding:
            return name
        if set(group) == {each for each in riding if kinds[each].role == "unit"}:
            return f"{name} units" if mounted else "Foot units"
    return ", ".join(dict.fromkeys(kinds[each].name for each in group))


def _those(kinds: Mapping[str, Kind], *, mounted: bool) -> Iterator[str]:
    return (name for name, kind in kinds.items() if kind.mounted == mounted)
