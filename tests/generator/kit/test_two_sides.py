"""Maps of two sides in a kit: each tile bears on its back what lies there when the whole sheet is turned."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from looks import TAPESTRY
from two_sides import two_sided_game

from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.pdf import Page
from generator.kit.cover import steps
from generator.kit.impose import Duplex
from generator.kit.make import make_kit
from generator.kit.options import KitOptionError, Options
from generator.kit.page import PAPERS, Sheet
from generator.kit.parts import parts
from generator.kit.tiles import cut, cut_pages, poster
from modules.definition import Definition
from modules.definition.loader import load

SIZES = [(420.0, 300.0), (180.0, 500.0)]


def drawing(name: str, wide: float, tall: float) -> Drawing:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}"/>'
    return Drawing(name, name.title(), svg, wide, tall)


def seen(page: Page) -> tuple[Box, float, float]:
    """A tile on its page, and where the corner of its picture would lie there."""
    assert page.below is not None
    assert page.trim is not None
    x, y = page.below.at
    assert (x, y) == (page.trim.x, page.trim.y)
    return page.trim, x - page.below.part.x, y - page.below.part.y


@pytest.mark.parametrize(("duplex", "size"), [*product(get_args(Duplex), SIZES)])
def test_the_backs_of_all_tiles_are_one_sheet_turned_over(duplex: Duplex, size: tuple[float, float]) -> None:
    made = cut(
        drawing("front", *size), Sheet(TAPESTRY, *PAPERS["a4"], "x", 9), 12.0, back=drawing("back", *size)
    )
    pages = [page for _, pages in cut_pages(made, 1, Options(duplex=duplex)) for page in pages]
    assert len(pages) == made.pages
    count = len(made.plan.tiles)
    pages = pages[2:]
    pairs = list(zip(pages[::2], pages[1::2], strict=True))
    if duplex in ("fold", "single"):
        pairs = list(zip(pages[:count], pages[count:], strict=True))
    wide, tall = made.sheet.width, made.sheet.height
    over = duplex == ("short" if tall > wide else "long")
    for front, back in pairs:
        (box, left, top), (behind, other_left, other_top) = seen(front), seen(back)
        if over:
            assert behind == pytest.approx(Box(box.x, tall - box.y - box.height, box.width, box.height))
            assert (other_left, other_top + size[1]) == pytest.approx((left, tall - top))
        else:
            assert behind == pytest.approx(Box(wide - box.x - box.width, box.y, box.width, box.height))
            assert (other_left + size[0], other_top) == pytest.approx((wide - left, top))


def test_the_smaller_side_lies_in_the_middle_and_backs_are_moved_for_a_printer() -> None:
    made = cut(
        drawing("front", 150, 200),
        Sheet(TAPESTRY, *PAPERS["a4"], "x", 9),
        12.0,
        back=drawing("back", 100, 60),
    )
    ((_, (front, back)),) = cut_pages(made, 1, Options(back_offset=(1.0, -0.5)))
    _, left, top = seen(front)
    assert back.below is not None
    x, y = (
        at - begin for at, begin in zip(back.below.at, (back.below.part.x, back.below.part.y), strict=True)
    )
    assert (x - 1.0, y + 0.5) == pytest.approx((210 - left - 125, top + 70))


def test_a_poster_has_its_back_behind_it() -> None:
    made = poster(
        drawing("front", 800, 500), Sheet(TAPESTRY, *PAPERS["a4"], "x", 9), back=drawing("back", 700, 520)
    )
    ((title, pages),) = cut_pages(made, 1)
    assert title == "Front; Back"
    assert [(page.width, page.height) for page in pages] == [(820, made.sheet.height)] * 2
    assert made.sheet.height > 540


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    return load(two_sided_game(tmp_path_factory.mktemp("two") / "game"))


def test_a_kit_prints_each_sheet_once_and_tells_what_is_on_whose_back(game: Definition) -> None:
    told = {(each.name, each.values) for each in parts(TAPESTRY, game) if each.whose == "Map"}
    assert told == {
        ("The canal (The bridges over the canal)", ""),
        ("The canal (The relief column)", "on the back: The rear"),
    }
    kit = make_kit(game, Options(only=("maps",)))
    assert (kit.tiles, kit.pages) == (2, 4)  # a page is left free, so that the front stands on an odd one
    assert any("has “The rear” on its back: print on both sides, flipped on the long edge" in each
               for each in steps(TAPESTRY, game, Options()))  # fmt: skip


def test_backs_of_maps_can_be_moved_where_there_are_some(game: Definition, tmp_path: Path) -> None:
    options = Options(only=("maps",), back_offset=(1.0, 0.0))
    assert make_kit(game, options).data != make_kit(game, Options(only=("maps",))).data
    (game.folder / "sheets" / "relief.yaml").rename(tmp_path / "relief.yaml")
    try:
        plain = load(game.folder)
    finally:
        (tmp_path / "relief.yaml").rename(game.folder / "sheets" / "relief.yaml")
    with pytest.raises(KitOptionError, match="--only maps has no backs"):
        make_kit(plain, options)
