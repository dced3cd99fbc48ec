"""What stands around a map: exits on the right edge, a rose that turns with the sheet, a round scale."""

from __future__ import annotations

import pytest
from looks import TAPESTRY
from lxml import etree
from mapmaking import Top, small_board

from generator.drawing.svg import Canvas
from generator.maps import margins
from generator.maps.frame import HexFrame
from generator.sheets import cartouche

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("top", "hex_id", "edge"),
    [("flat", "0501", "top"), ("flat", "0508", "bottom"), ("flat", "0104", "left"), ("flat", "1204", "right"),
     ("pointed", "0501", "top"), ("pointed", "0104", "left"), ("pointed", "1204", "right")],
)  # fmt: skip
def test_an_exit_leads_over_the_edge_that_its_hex_touches(top: Top, hex_id: str, edge: str) -> None:
    frame = HexFrame(small_board(top).grid, 14.0)
    assert margins.exit_edge(frame, hex_id) == edge


@pytest.mark.parametrize(("up", "right_of"), [("north", "E"), ("east", "S"), ("south", "W"), ("west", "N")])
def test_the_rose_turns_with_the_sheet(up: str, right_of: str) -> None:
    canvas = Canvas(TAPESTRY, 60, 60)
    cartouche.draw_compass(canvas, 30, 30, 15, up)
    letters = {t.text: (float(t.get("x")), float(t.get("y"))) for t in _texts(canvas)}
    assert sorted(letters) == ["E", "N", "S", "W"]
    assert max(letters, key=lambda letter: letters[letter][0]) == right_of
    assert min(letters, key=lambda letter: letters[letter][1]) == up[0].upper()


@pytest.mark.parametrize("metres", [1, 30, 50, 400, 1609, 10000])
def test_a_scale_bar_has_round_steps_and_stays_in_its_room(metres: int) -> None:
    step, count = cartouche.scale_steps(14.0, metres, 48.0)
    assert str(step).strip("0") in {"1", "2", "5", "25"}
    assert count >= 2
    assert step * count * 14.0 / metres <= 48.0


def test_the_scale_says_what_a_hex_measures() -> None:
    canvas = Canvas(TAPESTRY, 60, 20)
    cartouche.draw_scale(canvas, 2, 8, 50, 14.0, 400)
    words = [t.text for t in _texts(canvas)]
    assert "1 hex = 400 m" in words
    assert words[0] == "0"
    assert any(word.endswith(("m", "km")) for word in words[:-1])


def _texts(canvas: Canvas) -> list[etree._Element]:
    return list(etree.fromstring(canvas.svg().encode()).iter(f"{SVG}text"))
