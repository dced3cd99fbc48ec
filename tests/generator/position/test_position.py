"""Positions: every counter drawn where it lies, hidden ones hidden, facts and markers in the strip."""

from __future__ import annotations

from functools import partial

import pytest
from lxml import etree

from generator.drawing.svg import Canvas
from generator.position import FaceSymbol, plain_face, position_drawing
from modules import library
from modules.engine.position import PlacedCounter

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"


@pytest.fixture(scope="module")
def game() -> library.Definition:
    return library.definition("three_battles")


@pytest.fixture(scope="module")
def placed(game: library.Definition) -> tuple[PlacedCounter, ...]:
    battle = next(iter(game.hex_scenarios.values()))
    return tuple(PlacedCounter(c, s.side, at) for s in battle.setup for c, at in s.at.items())


def draw(game: library.Definition, placed: tuple[PlacedCounter, ...], **more: object) -> etree._Element:
    battle = next(iter(game.hex_scenarios.values()))
    plain = partial(plain_face, game)
    drawing = position_drawing(game, battle.map, placed, face=plain, crop=True, **more)  # type: ignore[arg-type]
    return etree.fromstring(drawing.svg.encode())


def uses(root: etree._Element) -> list[str]:
    found = [node.get(f"{XLINK}href")[1:] for node in root.iter(f"{SVG}use")]
    return [name for name in found if name.startswith("plain-")]


def words(root: etree._Element) -> str:
    return " | ".join(node.text or "" for node in root.iter(f"{SVG}text"))


def test_every_counter_is_drawn_once(game: library.Definition, placed: tuple[PlacedCounter, ...]) -> None:
    drawn = uses(draw(game, placed))
    assert sorted(drawn) == sorted(f"plain-{p.side}-{p.counter}" for p in placed)


def test_a_hidden_counter_shows_its_side_and_nothing_else(
    game: library.Definition, placed: tuple[PlacedCounter, ...]
) -> None:
    secret = placed[0]
    root = draw(game, (PlacedCounter("", secret.side, secret.place),))
    assert uses(root) == [f"plain-{secret.side}-{game.game.sides[secret.side].letter}"]
    assert secret.counter not in words(root)


def test_a_marker_by_itself_is_drawn_as_it_is_printed_below_the_units_of_its_hex() -> None:
    """Shield Wall 6.6: a rout marker in the hex that a unit has left, into which another has come."""
    game = library.definition("shield_wall")
    placed = (
        PlacedCounter("S-fyrd-1", "saxon", "1010"),
        PlacedCounter("", "norman", "1010", markers=("rout",)),
    )
    root = etree.fromstring(position_drawing(game, "hastings", placed, crop=True).svg.encode())
    shown = [node.get(f"{XLINK}href")[1:] for node in root.iter(f"{SVG}use")]
    there = [name for name in shown if "rout" in name or "fyrd" in name]
    assert ["rout" in name for name in there[:2]] == [True, False]
    assert "Rout" not in words(root).split(" | ")[-1], "it needs no letter in the strip"


def test_of_several_like_markers_one_letter_tells_the_number() -> None:
    """Hastings: 1066, 7.4.2: five fire segments left."""
    placed = (PlacedCounter("N-bowman-1", "norman", "1416", markers=("disrupted", *["missiles"] * 5)),)
    root = etree.fromstring(
        position_drawing(library.definition("hastings_berg"), "hastings", placed, crop=True).svg.encode()
    )
    told = words(root).split(" | ")
    assert told.count("M5") == 1 and "D1" not in told


def test_the_strip_tells_facts_markers_and_who_is_off_the_map(
    game: library.Definition, placed: tuple[PlacedCounter, ...]
) -> None:
    marker, entry = next(iter(game.game.markers.items()))
    one, other = placed[0], placed[1]
    root = draw(
        game,
        (
            PlacedCounter(one.counter, one.side, one.place, markers=(marker,)),
            PlacedCounter(other.counter, other.side, "eliminated"),
        ),
        facts=(("Turn", "3 of 10"),),
    )
    told = words(root)
    assert "Turn: 3 of 10" in told
    assert f"= {entry.name}" in told
    assert "Eliminated (1)" in told
    assert len(uses(root)) == 2


def test_cropping_keeps_two_hexes_around(game: library.Definition, placed: tuple[PlacedCounter, ...]) -> None:
    battle = next(iter(game.hex_scenarios.values()))
    plain = partial(plain_face, game)
    part = position_drawing(game, battle.map, placed[:1], face=plain, crop=True)
    whole = position_drawing(game, battle.map, placed[:1], face=plain)
    assert part.width_mm < whole.width_mm
    ids = {n.text for n in etree.fromstring(part.svg.encode()).iter(f"{SVG}text")}
    assert placed[0].place in ids


def test_the_printed_faces_are_the_default(
    game: library.Definition, placed: tuple[PlacedCounter, ...]
) -> None:
    battle = next(iter(game.hex_scenarios.values()))
    drawing = position_drawing(game, battle.map, placed[:4], crop=True)
    assert "counter-" in drawing.svg
    assert drawing == position_drawing(game, battle.map, placed[:4], crop=True)


def test_faces_of_any_size_are_scaled_to_the_hex(
    game: library.Definition, placed: tuple[PlacedCounter, ...]
) -> None:
    battle = next(iter(game.hex_scenarios.values()))

    def face(canvas: Canvas, each: PlacedCounter) -> FaceSymbol:
        if "dot-face" not in canvas.definitions:
            canvas.define("dot-face").circle(50, 50, 50, fill="#000000")
        return FaceSymbol("dot-face", 100.0)

    drawing = position_drawing(game, battle.map, placed[:1], face=face, hex_mm=20.0, crop=True)
    use = next(
        n
        for n in etree.fromstring(drawing.svg.encode()).iter(f"{SVG}use")
        if n.get(f"{XLINK}href") == "#dot-face"
    )
    assert "scale(0.17)" in use.get("transform", "")
