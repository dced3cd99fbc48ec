"""Saves of one player: of another's hidden blocks the side alone is in them, and nothing else tells more."""

from __future__ import annotations

import io
import zipfile
from random import Random

import pytest

from generator.vassal.format.commands import AddPiece, read_commands
from generator.vassal.format.container import deobfuscate
from generator.vassal.format.errors import CommandError
from generator.vassal.format.traits import Obscurable
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.planning import Sizes, plan_module
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules import library
from modules.engine.position import PlacedCounter

NOW = Moment(3, "english", "combat")
KNOWN = PlacedCounter("E-Harold", "english", "LON", face_down=True)
OPEN = PlacedCounter("V-viking-2", "viking", "defender_1", steps_lost=1)


@pytest.fixture(scope="module")
def plan() -> AreaModule:
    made = plan_module(library.definition("year_of_the_comet"), Sizes(counter=20, block=24, area_map=400))
    assert isinstance(made, AreaModule)
    return made


def blank(place: str, side: str = "viking") -> PlacedCounter:
    return PlacedCounter("", side, place, face_down=True)


def saved(plan: AreaModule, *placed: PlacedCounter) -> bytes:
    return saves_of(plan).position(plan.definition.area_scenarios["campaign"], placed, NOW, "")


def text_of(save: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(save)) as archive:
        return deobfuscate(archive.read("savedGame"))


def test_a_block_that_nobody_knows_holds_no_word_of_a_block(plan: AreaModule) -> None:
    text = text_of(
        saved(plan, KNOWN, blank("YOR"), blank("defender_reserve"), blank("forces"), blank("lost"))
    )
    vikings = [c for c in plan.definition.counters.values() if c.side == "viking"]
    assert not [c.id for c in vikings if c.id in text]
    assert not [word for word in ("Hardrada", "CV", "Kind viking") if word in text]
    commands = [c for c in read_commands(text) if isinstance(c, AddPiece) and c.type != "stack"]
    blanks = [c.piece() for c in commands if "UnknownOf" in c.type]
    assert [piece.basic.name for piece in blanks] == ["Viking block"] * 4
    for piece in blanks:
        assert not any(isinstance(t, Obscurable) for t in piece.traits)
        assert piece.markers()["Side"] == "Vikings"


def test_the_order_in_which_unknown_blocks_come_is_not_in_the_save(plan: AreaModule) -> None:
    """A view that lists another's blocks in their true order would else tell who stands where."""
    hidden = [blank("YOR"), blank("YOR"), blank("LIN"), blank("DER", "norman"), blank("defender_reserve")]
    first = saved(plan, KNOWN, OPEN, *hidden)
    for seed in range(8):
        mixed = [*hidden]
        Random(seed).shuffle(mixed)
        cut = seed % len(mixed)
        assert saved(plan, *mixed[:cut], KNOWN, *mixed[cut:], OPEN) == first


def test_a_position_with_unknown_blocks_is_read_back(plan: AreaModule) -> None:
    landed, out = (
        PlacedCounter("", "", "landed", markers=("landed",)),
        PlacedCounter("", "", "out", markers=("out", "out")),
    )
    placed = (blank("YOR"), blank("attacker_reserve"), blank("forces", "norman"), KNOWN, OPEN, landed, out)
    read = read_position(plan, text_of(saved(plan, *placed)))
    assert read.unplaced == ()
    assert sorted(map(repr, read.placed)) == sorted(map(repr, placed))


def test_a_block_of_no_side_and_a_place_in_the_mix_are_refused(plan: AreaModule) -> None:
    with pytest.raises(CommandError, match="no side 'danes'"):
        saved(plan, PlacedCounter("", "danes", "forces", face_down=True))
    with pytest.raises(CommandError, match="no area 'mix'"):
        saved(plan, blank("mix"))


def test_unknown_blocks_at_sea_and_in_the_pool_lie_with_those_that_begin_there(plan: AreaModule) -> None:
    text = text_of(saved(plan, blank("entering"), blank("reserve", "english")))
    commands = [c for c in read_commands(text) if isinstance(c, AddPiece) and "UnknownOf" in c.type]
    lying = {
        piece.markers()["Side"]: (piece.basic.x, piece.basic.y) for piece in (c.piece() for c in commands)
    }
    assert lying == {
        "Vikings": plan.forces.places["V-Hardrada"], "English": plan.forces.places["E-fyrd-7"]
    }  # fmt: skip
