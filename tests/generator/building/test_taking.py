"""Pictures of units: taken from a store or from a build where they stand, the same as when they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from looks import TAPESTRY
from smaller import hastings

from generator.building import build, making
from generator.building.taking import Plates, Sources, take
from generator.building.units import Unit, units_of
from generator.cache.own import Made
from generator.cache.store import Store

GAME = hastings()
DPI = 40
MARKER = Unit("counters", "marker disordered")
ASKED: Mapping[Unit, float] = dict.fromkeys(
    [Unit("counters", "S-guard"), MARKER, *units_of(GAME, "charts")], DPI
)


@pytest.fixture(scope="module")
def drawn() -> Plates:
    return take(TAPESTRY, GAME, ASKED, Sources(), form="png", workers=1)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(GAME, tmp_path_factory.mktemp("built"), only=["counters", "charts"], dpi=DPI).folder


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Unit]:
    """The units that are drawn."""
    told: list[Unit] = []
    real = making.make

    def make(look, definition, asked, keep, **how):
        told.extend(asked)
        return real(look, definition, asked, keep, **how)

    monkeypatch.setattr(making, "make", make)
    return told


def stored(folder: Path) -> Sources:
    return Sources(Store(folder, "game", "a" * 64))


def test_pictures_have_the_names_and_titles_of_their_drawings(drawn: Plates) -> None:
    assert [each.name for each in drawn[Unit("counters", "S-guard")]] == ["S-guard-front", "S-guard-back"]
    assert all(each.data.startswith(b"\x89PNG") for plates in drawn.values() for each in plates)
    (marker,) = drawn[MARKER]
    assert (marker.name, bool(marker.title)) == ("marker-disordered", True)


def test_what_was_kept_is_not_drawn_again(drawn: Plates, tmp_path: Path, made: list[Unit]) -> None:
    assert take(TAPESTRY, GAME, ASKED, stored(tmp_path), form="png", workers=1) == drawn
    assert set(made) == set(ASKED)
    made.clear()
    assert take(TAPESTRY, GAME, ASKED, stored(tmp_path), form="png", workers=1) == drawn
    assert not made


def test_what_a_build_drew_is_taken(drawn: Plates, built: Path, tmp_path: Path, made: list[Unit]) -> None:
    both = Sources(stored(tmp_path).store, built, Made.by_user())
    assert take(TAPESTRY, GAME, ASKED, both, form="png") == drawn
    assert take(TAPESTRY, GAME, ASKED, stored(tmp_path), form="png") == drawn
    assert not made


def test_of_another_resolution_nothing_is_taken(built: Path, made: list[Unit]) -> None:
    take(TAPESTRY, GAME, {MARKER: DPI + 1}, Sources(built=built, made=Made.by_user()), form="png")
    assert made == [MARKER]


def test_a_picture_that_somebody_changed_is_drawn(drawn: Plates, tmp_path: Path, made: list[Unit]) -> None:
    out = build(GAME, tmp_path, only=["counters"], dpi=DPI).folder
    made.clear()
    (out / "counters/S-guard-back.png").write_bytes(b"mine")
    (out / "counters/marker-disordered.png").unlink()
    asked = {unit: DPI for unit in ASKED if unit.what == "counters"}
    taken = take(TAPESTRY, GAME, asked, Sources(built=out, made=Made.by_user()), form="png")
    assert taken == {unit: drawn[unit] for unit in asked}
    assert set(made) == set(asked)


def test_as_svg_they_have_the_size_in_px_and_are_kept_apart(tmp_path: Path, drawn: Plates) -> None:
    take(TAPESTRY, GAME, {MARKER: DPI}, stored(tmp_path), form="png")
    for _ in range(2):
        ((marker,),) = take(TAPESTRY, GAME, {MARKER: DPI}, stored(tmp_path), form="svg").values()
        assert b'width="25" height="25"' in marker.data
    assert take(TAPESTRY, GAME, {MARKER: DPI}, stored(tmp_path), form="png") == {MARKER: drawn[MARKER]}
