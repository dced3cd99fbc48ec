"""Sample games for what no game that ships has: read from data/<name> beside, set on the land of another."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from modules import library
from modules.definition import Definition
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.game import GameFile
from modules.written.source import read

DATA = Path(__file__).parent / "data"


@cache
def sample(name: str) -> Definition:
    """The sample of a name: its kinds, counters and markers, without scenarios."""
    folder = DATA / name
    game = GameFile.model_validate(read(folder / "game.yaml", "game.yaml").data)
    counters = CountersFile.model_validate(read(folder / "counters.yaml", "counters.yaml").data)
    other = library.definition("three_battles")
    return replace(
        other, folder=folder, game=game, counters_file=counters, scenarios={}, maps={}, campaigns={}
    )
