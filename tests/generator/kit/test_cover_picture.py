"""The picture on a cover: a frieze where the style has one, else counters; and pages that are filled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.kit.cover import steps
from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.look import look_of
from generator.new_game.start import start_game
from generator.preview.page import make_preview
from generator.sheets.hero import draw_hero
from modules.definition import Definition
from modules.definition.loader import load


@pytest.fixture(scope="module", params=["modern", "tapestry"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Definition:
    folder = tmp_path_factory.mktemp("cover") / "game"
    start_game(folder, style=request.param)
    return load(folder)


def test_a_style_without_a_frieze_shows_its_counters(game: Definition) -> None:
    canvas = Canvas(look_of(game), 170, 58)
    draw_hero(canvas, game, Box(0, 0, 170, 58))
    svg = canvas.svg()
    stitched, values = "1.3 0.35" in svg, "5–5–5" in svg
    assert (stitched, values) == ((False, True) if game.game.style.like == "modern" else (True, False))
    if values:  # counters of both sides, none beyond the picture
        placed = [float(x) for x in re.findall(r'<use[^>]*transform="translate\(([\d.]+)', svg)]
        assert min(placed) < 85 < max(placed)
        assert min(placed) > 0 and max(placed) + 0.42 * 58 < 170


def test_cards_of_any_game_are_told_of(game: Definition) -> None:
    told = next(
        step for step in steps(look_of(game), game, Options()) if "counters and markers" in step.lower()
    )
    assert told.startswith("Cards, ") == bool(game.decks)


def test_rulings_fill_the_page_of_the_guide_and_the_rules_in_brief_have_their_own(game: Definition) -> None:
    assert game.rulings
    assert game.ledger
    assert make_kit(game, Options(only=("guide",))).pages == 2


def test_parts_may_be_given_apart_or_together(game: Definition, tmp_path: Path) -> None:
    made = []
    for number, only in enumerate((["cover,test"], ["cover", "test"])):
        out = tmp_path / f"{number}.pdf"
        words = [word for each in only for word in ("--only", each)]
        assert CliRunner().invoke(app, ["kit", str(game.folder), *words, "--out", str(out)]).exit_code == 0
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_a_value_that_is_no_number_stands_in_its_place(game: Definition) -> None:
    orders = [tuple(each.shown(game.game)) for each in game.counters.values() if each.printed]
    assert all(list(names) == [name for name in game.game.values if name in names] for names in orders)


def test_a_preview_has_the_colours_of_the_style(game: Definition) -> None:
    page = make_preview(game).data.decode()
    (head,) = re.findall(r"--head:(#[0-9a-f]{6});", page)
    assert head == look_of(game).palette("chart")["head"]
