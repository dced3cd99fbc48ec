"""SVG 1.1: svgwrite's validator knows each element and attribute of every kind of picture that we draw.

Elements are made without svgwrite's checks, for speed (svg.py has figures); here, what was written is put
before its validator, each element with an attribute and its value once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from cardgame import battle
from looks import TAPESTRY
from lxml import etree
from plans import shipped_plan
from smaller import small_game
from svgwrite.validator2 import get_validator

from generator.building import drawn
from generator.building.units import parts_of, units_of
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.pdf import Chapter, Page
from generator.drawing.svg import Canvas
from generator.kit import make
from generator.position import position_drawing
from generator.preview.art_sheet import art_sheet
from generator.sheets.pictures import charts_of_scenario
from generator.studies import heat
from generator.vassal.module.icons import icon_shots
from generator.vassal.module.pictures import cover_shot
from modules import library
from modules.engine.hexes.board import Board
from modules.engine.position import BoardEvent, PlacedCounter

GAMES = library.games()
VALIDATOR = get_validator("full")
OF_SVG_2 = ("paint-order",)
"""Attributes that renderers know and SVG 1.1 does not."""

_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_MANY = re.compile(r"[2-9]|\d\d+")
_COMMANDS = re.compile(r"(?=[A-Za-z])")


@cache
def refused(element: str, attribute: str, value: str) -> str:
    """What svgwrite says against an attribute; "" where it allows it."""
    try:
        VALIDATOR.check_svg_attribute_value(element, attribute, value)
    except (KeyError, TypeError, ValueError) as error:
        return str(error)
    return ""


@cache
def misplaced(parent: str, child: str) -> str:
    """What svgwrite says against an element within another; "" where it allows it."""
    try:
        VALIDATOR.check_valid_children(parent, child)
    except (KeyError, ValueError) as error:
        return str(error)
    return ""


def checkable(value: str) -> Iterator[str]:
    """Path data as svgwrite can check it: by its commands, each kind once, other digits as "2".

    A path of some hundred commands with a fault at its end would keep svgwrite's pattern busy for years.
    The digits 0 and 1 stay, because flags of arcs are no others.
    """
    first, *others = [each for each in _COMMANDS.split(_MANY.sub("2", value)) if each] or [""]
    yield first
    yield from (f"M0 0{each}" for each in dict.fromkeys(others))


def faults(svg: str) -> set[str]:
    """All that svgwrite says against a picture, but for what it does not know."""
    found = set[str]()
    for element in etree.fromstring(svg.encode()).iter():
        name = str(element.tag).removeprefix(_SVG)
        parent = element.getparent()
        if parent is not None:
            found.add(misplaced(str(parent.tag).removeprefix(_SVG), name))
        needed = {"d": ""} if name == "path" else {}
        for key, value in {**needed, **element.attrib}.items():
            attribute = str(key).replace(_XLINK, "xlink:")
            if attribute == "d":
                found.update(refused(name, attribute, each) for each in checkable(str(value)))
            elif attribute not in OF_SVG_2 and not attribute.startswith("data-"):
                found.add(refused(name, attribute, str(value)))
    return found - {""}


def built(game: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawing]:
    """The pictures of a build, with their words as text; maps of areas stand in the kit as they are here."""
    monkeypatch.setattr(drawn, "_TEXT_AS", "text")
    definition = library.definition(game)
    for what in parts_of(definition):
        for unit in units_of(definition, what):
            if unit.name not in definition.area_maps:
                yield from (drawing for _, drawing in drawn.drawings_of(TAPESTRY, unit, definition))


def kit_pages(game: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The pages of a kit, of which no PDF is made, and the maps and boards that show through from below."""
    pages: list[Page] = []

    def book(_look: Look, chapters: list[Chapter], _title: str) -> bytes:
        pages.extend(page for _, each in chapters for page in each)
        return b""

    monkeypatch.setattr(make, "book", book)
    assert make.make_kit(library.definition(game)).pages == len(pages)
    return {page.svg for page in pages} | {page.below.picture.svg for page in pages if page.below}


def module_pictures(game: str) -> Iterator[str]:
    """What a VASSAL module shows beside the pictures of a build."""
    plan = shipped_plan(game)
    yield from (shot.svg for _, _, shot in plan.board_shots())
    yield from (shot.svg for _, shot in (*plan.piece_shots(), *icon_shots(TAPESTRY, plan.icons)))
    yield cover_shot(TAPESTRY, plan.definition)[1].svg


def positions() -> Iterator[Drawing]:
    """A position on hexes with all that can happen, and one on squares with a card that is not known."""
    stand = (PlacedCounter("R-hirdman-1", "raider", "0404"), PlacedCounter("S-fyrd-2", "shire", "0604"))
    happened = (
        BoardEvent("move", "raider", "R-hirdman-1", ("0204", "0304", "0404")),
        BoardEvent("retreat", "shire", "S-fyrd-2", ("0504", "0604")),
        BoardEvent("fought", "raider", "R-hirdman-1", ("0404", "0504")),
        BoardEvent("lost", "shire", "S-fyrd-4", ("0504",)),
    )
    yield position_drawing(small_game(), "mill", stand, happened=happened, facts=(("Turn", "2"),))
    cards = battle()
    known, other = [each for each in cards.counters.values() if each.form == "card"][:2]
    lie = (
        PlacedCounter(known.id, known.side, "11", face_down=True),
        PlacedCounter("", other.side, "21", face_down=True),
    )
    yield position_drawing(cards, "full", lie)


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_a_build_is_svg_1_1(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for drawing in built(game, monkeypatch):
        assert not faults(drawing.svg), drawing.title


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_kit_are_svg_1_1(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for page in sorted(kit_pages(game, monkeypatch)):
        assert not faults(page), etree.fromstring(page.encode()).findtext("{*}title")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_module_shows_is_svg_1_1(game: str) -> None:
    for svg in module_pictures(game):
        assert not faults(svg), etree.fromstring(svg.encode()).findtext("{*}title")


def test_positions_and_the_art_sheet_are_svg_1_1() -> None:
    for drawing in positions():
        assert not faults(drawing.svg), drawing.title
    assert not faults(art_sheet(TAPESTRY).svg())


def test_the_heat_map_of_a_study_is_svg_1_1(monkeypatch: pytest.MonkeyPatch) -> None:
    game, drawn = library.definition("three_battles"), list[str]()
    monkeypatch.setattr(heat, "png", lambda look, svg, width: drawn.append(svg) or b"")
    places = dict.fromkeys(Board(game.maps["fulford"], game.terrain).grid.ids[:3], 2)
    heat.heat_png(game, "fulford", places, places)
    assert drawn[0].count("<circle") >= 6
    assert not faults(drawn[0])


def test_letters_as_outlines_are_svg_1_1() -> None:
    game = library.definition("year_of_the_comet")
    for scenario in game.scenarios:
        for drawing in charts_of_scenario(TAPESTRY, game, scenario, "paths"):
            assert not faults(drawing.svg), drawing.title


def test_a_fault_is_found_wherever_it_stands() -> None:
    canvas = Canvas(TAPESTRY, 20, 10, title="Faults")
    canvas.rect(0, 0, 1, 1, stroke_linejoin="rnd")
    canvas.circle(0, 0, 1, rx=2)
    canvas.path("M0 0" + "L12.5 3" * 2000 + "A1 1 0 5 0 2 2Z")
    canvas.group(transform="rotate(3 4)", paint_order="stroke", data_place="hill")
    canvas.path("")
    canvas.text("ford", 0, 0, 3)
    canvas.element.elements[-1].add(canvas.element.elements[0])
    found = " ".join(sorted(faults(canvas.svg())))
    assert "rnd" in found
    assert "Invalid attribute 'rx' for svg-element <circle>" in found
    assert "A1 1 0 2 0 2 2" in found
    assert "'' is not a valid value for attribute 'd'" in found
    assert "rotate(3 4)" in found
    assert "Invalid children 'rect' for svg-element <text>" in found
    assert found.count("svg-element") == 6
