"""Small games of stacks for tests: a map, two sides, and the clauses that a test is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from modules.definition import Definition
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import HexScenario
from modules.definition.formats.tables import TablesFile
from modules.definition.formats.terrain import TerrainFile
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moment import Moment
from modules.library import definition as shipped

SOURCE = "reconstruction: for tests"
PLAIN = ("......",) * 6
"""Six columns of six hexes, 0101 to 0606, all open ground."""

GAME: dict[str, Any] = {
    "game": "small",
    "title": "A small game",
    "version": "1.0.0",
    "summary": "For tests.",
    "credits": {"design": "Tests", "published": "Unpublished", "notice": "For tests."},
    "die": 6,
    "values": {
        "combat": {"name": "Combat", "unit": "points", "rule": "0"},
        "movement": {"name": "Movement", "unit": "MP", "rule": "0"},
    },
    "sides": {
        "blue": {"name": "Blue", "short": "Blue", "letter": "B", "palette": "navy"},
        "red": {"name": "Red", "short": "Red", "letter": "R", "palette": "field_grey"},
    },
    "nations": {
        "blue": {"name": "Blue", "side": "blue", "letter": "B", "palette": "navy"},
        "red": {"name": "Red", "side": "red", "letter": "R", "palette": "field_grey"},
    },
    "kinds": {
        "infantry": {"name": "Infantry", "role": "unit", "figure": "nato/infantry", "layout": "nato"},
        "armour": {"name": "Armour", "role": "unit", "figure": "nato/armour", "layout": "nato"},
        "leader": {"name": "Leader", "role": "leader", "figure": "nato/headquarters", "layout": "nato"},
    },
    "sequence": (
        {"id": "movement", "name": "Movement", "rule": "0", "hint": "Units move."},
        {"id": "combat", "name": "Combat", "rule": "0", "hint": "Units attack."},
    ),
}


def _terrain(where: str, name: str, **more: Any) -> dict[str, Any]:
    return {"where": where, "name": name, "rule": f"T {name}", "source": SOURCE, **more}


TERRAIN: dict[str, Any] = {
    "clear": _terrain("hex", "Open ground", letter=".", mp=1),
    "woods": _terrain("hex", "Woods", letter="w", mp=2, zoc="blocked"),
    "marsh": _terrain("hex", "Marsh", letter="m", mp=3, by_kind={"armour": "prohibited"}),
    "slope": _terrain("hex", "Slope", letter="s", mp=3, down=1, retreat="prohibited"),
    "lake": _terrain("hex", "Lake", letter="l", mp="prohibited"),
    "river": _terrain("hexside", "River", mp=1, on_road=True),
    "stream": _terrain("hexside", "Stream", mp=1, retreat="prohibited"),
    "cliff": _terrain("hexside", "Cliff", mp="prohibited", zoc="blocked", combat=("prohibited",)),
    "road": _terrain("road", "Road", mp="1/2"),
    "rail": _terrain("road", "Railway"),
    "slopes": _terrain("level", "Up or down", mp=1),
}


def _counter(nation: str, kind: str, movement: int, count: int | None = None) -> dict[str, Any]:
    values = {"combat": 4, "movement": movement}
    more = {} if count is None else {"count": count}
    return {
        "nation": nation, "kind": kind, "values": values, "reduced": {"combat": 1, "movement": movement - 1},
        "source": SOURCE, **more,
    }  # fmt: skip


COUNTERS: dict[str, Any] = {
    "B": _counter("blue", "infantry", 4, 6),
    "BT": _counter("blue", "armour", 6, 2),
    "BL": _counter("blue", "leader", 5),
    "R": _counter("red", "infantry", 4, 6),
    "RT": _counter("red", "armour", 6, 2),
}


def small_map(rows: Sequence[str] = PLAIN, **more: Any) -> MapFile:
    """A map of columns that grow to the right and rows that grow down, a letter a hex. `more`: hexsides and
    roads as {terrain: pairs or paths}, `levels` as rows."""
    lines = {f"{i:02d}": row for i, row in enumerate(rows, 1)}
    made: dict[str, Any] = {
        "map": "small",
        "title": "Small",
        "grid": {
            "type": "hex",
            "a": {"first": 1, "last": len(rows[0]), "toward": "right"},
            "b": {"first": 1, "last": len(rows), "toward": "down"},
            "shifted": "even",
            "shift": "larger",
            "source": SOURCE,
        },
        "up": "north",
        "metres_per_hex": 100,
        "ground": "clear",
        "terrain": {"of": "b", "rows": lines, "source": SOURCE},
        "hexsides": [_line(name, "between", each) for name, each in more.pop("hexsides", {}).items()],
        "roads": [_line(name, "path", p) for name, ps in more.pop("roads", {}).items() for p in ps],
    }
    if levels := more.pop("levels", None):
        made["levels"] = {"of": "b", "rows": {f"{i:02d}": row for i, row in enumerate(levels, 1)}}
        made["levels"]["source"] = SOURCE
    return typed(MapFile, {**made, **more})


def _line(name: str, key: str, value: Any) -> dict[str, Any]:
    return {"terrain": name, key: value, "source": SOURCE}


def typed(kind: Any, data: Any) -> Any:
    """Plain data as a type of the definition."""
    return kind.model_validate(_with_tuples(data))


def _with_tuples(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _with_tuples(value) for key, value in data.items()}
    return tuple(map(_with_tuples, data)) if isinstance(data, list | tuple) else data


def clauses(**sections: Any) -> dict[str, Any]:
    """A rules.yaml with a march of each unit's allowance in the phase of movement, and these sections."""
    march = {"march": {"rule": "3", "budget": "movement"}}
    phases = {"movement": {"does": "move", "by": ["march"], "rule": "2"}}
    return {"rules": 1, "book": "Tests", "movement": march, "phases": phases, **sections}


def battle(
    rules: Mapping[str, Any],
    each_map: MapFile | None = None,
    options: Sequence[str] = (),
    *,
    terrain: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    **scenario: Any,
) -> StackBattle:
    """A battle on a map under these clauses. `terrain`: kinds beside the usual ones; `tables`: those of the
    game."""
    game = _definition(rules, each_map or small_map(), terrain or {}, tables)
    made = {
        "scenario": "only", "title": "Only", "date": "Today", "rules": "0", "turns": 9,
        "first_player": "blue", "map": "small", "minutes_per_turn": 60,
        "setup": [_set_up("blue"), _set_up("red")], **scenario,
    }  # fmt: skip
    return StackBattle(game, typed(HexScenario, made), frozenset(options))


def _set_up(side: str) -> dict[str, Any]:
    return {"side": side, "rule": "9", "at": {}, "source": SOURCE}


def _definition(
    rules: Mapping[str, Any], each_map: MapFile, terrain: Mapping[str, Any], tables: Mapping[str, Any] | None
) -> Definition:
    before = shipped("three_battles")
    return replace(
        before,
        tables=before.tables if tables is None else typed(TablesFile, tables),
        game=typed(GameFile, GAME),
        counters_file=typed(CountersFile, {"strength": "combat", "counters": COUNTERS}),
        terrain_file=typed(TerrainFile, {"terrain": {**TERRAIN, **terrain}}),
        rules_file=typed(RulesFile, rules),
        maps={"small": each_map},
    )


def field(
    known: StackBattle, at: Mapping[str, str], *, turn: int = 1, phase: str = "movement", side: str = "blue",
    **more: Any,
) -> StackField:  # fmt: skip
    """A moment: counters by where they lie, each stack in the order in which they are named."""
    stacks: dict[str, tuple[str, ...]] = {}
    for counter, place in at.items():
        stacks[place] = (*stacks.get(place, ()), counter)
    sets = {
        name: {c: frozenset(each) for c, each in more.pop(name, {}).items()} for name in ("states", "deeds")
    }
    return StackField(known, Moment(turn, phase, side, stacks, dict(at), **sets, **more))


class Chance:
    """Numbers by a function, for samples."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below
