"""Smaller games for tests that draw a whole one: Hastings alone, and what `senlac new` starts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.new_game.start import start_game
from modules import library
from modules.definition import Definition, load


@cache
def hastings() -> Definition:
    """The game of three battles without two of them: one map, one scenario, a sheet of counters."""
    game = library.definition("three_battles")
    battle = game.hex_scenarios["hastings"]
    used = {counter for setup in battle.setup for counter in setup.at}
    entries = {}
    for group, entry in game.counters_file.counters.items():
        numbers = [c.number for c in game.counters.values() if c.group == group and c.id in used]
        if numbers:
            count = max((number for number in numbers if number is not None), default=None)
            entries[group] = entry.model_copy(update={"count": count})
    sides = {name: side for name, side in game.game.sides.items() if name in {s.side for s in battle.setup}}
    nations = {name: nation for name, nation in game.game.nations.items() if nation.side in sides}
    return replace(
        game,
        game=game.game.model_copy(update={"sides": sides, "nations": nations}),
        counters_file=game.counters_file.model_copy(update={"counters": entries}),
        maps={"hastings": game.maps["hastings"]},
        scenarios={"hastings": battle},
        campaigns={},
    )


@cache
def small_game() -> Definition:
    """A new game as it starts: a map of 10 x 8 hexes, two sides with eight counters each."""
    with TemporaryDirectory() as folder:
        start_game(Path(folder) / "mygame")
        return load(Path(folder) / "mygame")
