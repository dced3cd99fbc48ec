"""The picture for a mail: its size, the same bytes with and without what was kept, whole or broken."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from smaller import small_game

from generator.position import kept_pictures
from generator.position.hexes import HexScene
from generator.position.mailing import MOST_BYTES, mail_png
from generator.position.offer import Offer
from generator.position.panels import WIDTH
from modules import library
from modules.engine.position import BoardEvent, PlacedCounter

GAME = small_game()
SETUP = tuple(
    PlacedCounter(c, s.side, at) for s in GAME.hex_scenarios["mill_bridge"].setup for c, at in s.at.items()
)
HAPPENED = (BoardEvent("move", "raider", "R-hirdman-1", ("0204", "0304", "0404")),)
FACTS = (("Turn", "1 of 8"),)


def draw(store: Path | None = None, placed: tuple[PlacedCounter, ...] = SETUP) -> bytes:
    return mail_png(GAME, "mill", placed, HAPPENED, FACTS, store)


@pytest.fixture(scope="module", autouse=True)
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the user's own cache, of these tests alone, has the ground of the small game."""
    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder / "senlac" / "grounds" / f"{GAME.name}-mill"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    draw(folder)
    return folder


@pytest.fixture(scope="module")
def plain() -> bytes:
    return draw()


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def land(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("land")


@pytest.mark.parametrize("places", [["1520", "3322"], ["2020"]])
def test_it_is_sized_for_a_mail_on_a_phone(land: Path, places: list[str]) -> None:
    game = library.definition("three_battles")
    placed = [PlacedCounter("N-foot-1", "norman", place) for place in places]
    data = mail_png(game, "hastings", placed, store=land)
    picture = Image.open(io.BytesIO(data))
    assert picture.mode == "P"
    assert picture.width == WIDTH
    assert len(data) <= MOST_BYTES


def test_a_full_map_fits_into_a_mail(land: Path) -> None:
    game = library.definition("three_battles")
    places = [f"{x}{y:02}" for x in range(14, 44, 2) for y in range(4, 30)]
    placed = [PlacedCounter("N-foot-1", "norman", place) for place in places]
    offer = Offer(tuple(places), tuple(places), (("1", places[0]), ("2", places[-1])))
    assert len(mail_png(game, "hastings", placed, store=land, offer=offer)) <= MOST_BYTES


def test_what_is_on_offer_is_drawn(plain: bytes) -> None:
    assert (
        mail_png(GAME, "mill", SETUP, HAPPENED, FACTS, offer=Offer(("0404",), (), (("1", "0404"),))) != plain
    )


def test_a_map_that_is_small_is_shown_as_wide_as_it_is(plain: bytes) -> None:
    assert 400 < Image.open(io.BytesIO(plain)).width <= WIDTH


def test_the_same_bytes_with_and_without_what_was_kept(kept: Path, plain: bytes, tmp_path: Path) -> None:
    assert draw(kept) == plain
    assert draw(tmp_path / "new" / "folder") == plain


def test_what_was_kept_is_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(HexScene, "ground", fail)
    monkeypatch.setattr(HexScene, "piece", fail)
    draw(kept)
    with pytest.raises(AssertionError, match="drawn again"):
        draw()


def test_another_game_lies_on_the_same_ground(
    kept: Path, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user keeps for all games tells nothing of one: it is the same whatever stands on the map."""
    monkeypatch.setattr(HexScene, "ground", None)
    grounds = files(own)
    assert grounds
    assert draw(tmp_path / "another", SETUP[:1])
    assert files(own) == grounds
    assert len(files(tmp_path / "another")) == 1


def test_who_has_no_cache_keeps_the_ground_with_the_pieces(
    kept: Path, plain: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_pictures, "own_cache", lambda: None)
    assert draw(tmp_path) == plain
    assert len(files(tmp_path)) > len(files(kept))
    monkeypatch.setattr(HexScene, "ground", None)
    assert draw(tmp_path) == plain


def test_broken_and_foreign_files_are_drawn_anew(kept: Path, own: Path, plain: bytes) -> None:
    for i, path in enumerate([*files(kept), *files(own)]):
        whole = path.read_bytes()
        path.write_bytes((whole[: len(whole) // 2], b"", whole[:-1] + b"x", b"foreign")[i % 4])
    assert draw(kept) == plain
    sizes = [path.stat().st_size for path in [*files(kept), *files(own)]]
    assert min(sizes) > 60
