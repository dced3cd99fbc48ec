"""Attacks by size: what would draw, count or search for hours is told at its line, at once."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

import pytest
import yaml
from lxml import etree

from generator.checking.faults import faults_of
from generator.new_game import start_game
from generator.vassal.lint.files import _image_sources
from generator.vassal.lint.svg import check_svg
from generator.vassal.lint.traits import _DOUBLE, _expression

SECONDS = 10
MB = 1_000_000


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mygame"
    start_game(folder)
    return folder


def change(game: Path, file: str, **values: object) -> None:
    """Sets values of a file; their paths are written with `__`."""
    path = game / file
    data = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    for at, value in values.items():
        here = data
        *way, last = (int(step) if step.isdigit() else step for step in at.split("__"))
        for step in way:
            here = here[step]
        here[last] = value
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, indent=1), "utf-8")


LONG = "9" * 5000
FYRD = {"nation": "shire", "kind": "fyrd", "count": 200, "values": {"combat": 3, "movement": 3}}
FYRD |= {"source": "rulebook 5"}
MARKER = {"name": "Mark", "count": 1, "source": "rulebook 5"}
AXIS = {"first": 1, "last": 999, "toward": "right"}
SHEET = {"map": "mill", "layout": "map"}

HUGE: dict[str, tuple[str, dict[str, object], str]] = {
    "an exponent": ("terrain.yaml", {"terrain__woods__mp": "1e999999999"}, "a number of MP such as"),
    "a cost of 5,000 digits": ("terrain.yaml", {"terrain__woods__mp": LONG}, "a number of MP such as"),
    "a superscript": ("tables.yaml", {"odds__crt__columns__0": "²-2"}, "expected odds such as"),
    "odds of 5,000 digits": ("tables.yaml", {"odds__crt__columns__0": LONG + "-1"}, "expected odds such as"),
    "hexes of a micrometre": ("sheets/mill.yaml", {**SHEET, "hex": "0.001mm"}, "a hex of 4 to 150 mm"),
    "hexes of 3 m": ("sheets/mill.yaml", {**SHEET, "hex": "3000mm"}, "a hex of 4 to 150 mm"),
    "a sheet of 10 m": ("sheets/mill.yaml", {**SHEET, "paper": ["9999mm", "9999mm"]}, "at most 3000 mm"),
    "200,000 counters": (
        "counters.yaml", {"counters": {f"S-x{n}": FYRD for n in range(1000)}}, "more than 10,000 counters",
    ),
    "a thousand markers": (
        "game.yaml", {"markers": {f"m{n}": MARKER for n in range(1000)}}, "1,000 kinds of markers",
    ),
    "a million hexes": (
        "maps/mill.yaml", {"grid__a": {**AXIS, "first": 0}, "grid__b": {**AXIS, "toward": "down"}},
        "999,000 hexes: expected at most 100,000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", HUGE)
def test_what_is_too_large_is_told_at_its_line(game: Path, attack: str) -> None:
    file, values, words = HUGE[attack]
    change(game, file, **values)
    begun = perf_counter()
    found = [fault for fault in faults_of(game) if words in fault.message]
    assert perf_counter() - begun < SECONDS
    assert {fault.place.file for fault in found} == {file}
    assert found[0].place.line > 1


HTML = [b"<img ", b"<img src", b"<img src= ", b"<", b"<img\n"]


@pytest.mark.parametrize("part", HTML)
@pytest.mark.parametrize("end", [b"", b">"])
def test_html_is_searched_in_the_time_that_reading_takes(part: bytes, end: bytes) -> None:
    begun = perf_counter()
    list(_image_sources(part * (4 * MB // len(part)) + end))
    assert perf_counter() - begun < SECONDS


def test_sources_of_images_are_found() -> None:
    page = (
        b"<p><img alt='a>b' src=x.png><IMG\nSRC = \"a.png\"/><img src=b.png width=1><imgsrc=c.png><img src='d"
    )
    assert list(_image_sources(page)) == [b"a.png", b"b.png"]


VALUES = ["1" * MB + "x", "." * MB, "url(#" * (MB // 5), "url( " * (MB // 5), " " * MB, "url(a:" * (MB // 6)]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_svg_is_searched_in_the_time_that_reading_takes(value: str) -> None:
    root = etree.Element("{http://www.w3.org/2000/svg}svg", width=value, viewBox=value, style=value)
    begun = perf_counter()
    assert list(check_svg(root, "images/a.svg", lambda _: False))
    assert perf_counter() - begun < SECONDS


def test_numbers_and_texts_of_traits_too() -> None:
    begun = perf_counter()
    assert not _DOUBLE.fullmatch("1" * MB + "x")
    assert _expression("{" + '\\"' * (MB // 2)) is not None
    assert perf_counter() - begun < SECONDS
