"""A game of many different units: its set-up charts flow over columns and pages, and the check says so
before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.checking.faults import faults_of
from generator.drawing.figures import Box
from generator.drawing.panel import HEAD, PAD, Chart, ChartTooTallError, Panel, parts_of
from generator.kit.charts import fill
from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.new_game.start import start_game
from modules.definition import load


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """The game of the modern style with 60 different units more on each side."""
    folder = tmp_path / "large"
    start_game(folder, style="modern")
    counters = (folder / "counters.yaml").read_text()
    added = ""
    for letter, nation in (("G", "german"), ("F", "french")):
        for i in range(60):
            added += (
                f"  {letter}-u{i}: {{nation: {nation}, kind: infantry, name: Unit {i}, designation: 'I/{i}', "
                "values: {attack: 1, defence: 1, movement: 4}, source: rulebook 6}\n"
            )
    counters = re.sub(
        r"\n# A check.*", "", counters.replace("\n# A check", f"{added}\n# A check"), flags=re.DOTALL
    )
    (folder / "counters.yaml").write_text(counters)
    scenario = (folder / "scenarios" / "canal.yaml").read_text()
    for letter, first in (("G", "G-Kessel"), ("F", "F-Morel")):
        column = "2" if letter == "G" else "9"
        more = " ".join(f'{letter}-u{i}: "0{column}0{i % 8 + 1}",' for i in range(60))
        scenario = scenario.replace(f"{first}:", f"{more} {first}:")
    (folder / "scenarios" / "canal.yaml").write_text(scenario)
    game = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(game.replace("\ndie: 6", "\nunits_per_hex: 9\ndie: 6"))
    return folder


def test_sixty_units_a_side_make_a_kit(large: Path) -> None:
    assert faults_of(large) == []
    kit = make_kit(load(large), Options(only=("charts",)))
    assert kit.data.startswith(b"%PDF") and kit.pages >= 2


def test_a_chart_is_cut_between_its_rows() -> None:
    panel = Panel(TAPESTRY, "tall", "Tall", 90)
    for number in range(40):
        panel.paragraph(f"Line {number}")
    chart = panel.done()
    parts = parts_of(chart, 60)
    assert all(part.canvas.height <= 60 for part in parts)
    assert [part.title for part in parts] == ["Tall", *["Tall, continued"] * (len(parts) - 1)]
    shown = sum(part.canvas.height for part in parts) - (len(parts) - 1) * (HEAD + PAD)
    assert shown == pytest.approx(chart.canvas.height, abs=2 * len(parts))
    assert parts_of(chart, chart.canvas.height) == [chart]


def test_what_cannot_be_cut_is_told() -> None:
    panel = Panel(TAPESTRY, "block", "Block", 90)
    panel.y += 300
    with pytest.raises(
        ChartTooTallError, match=r"'Block' is 3.. mm tall and cannot be cut; a page has 250 mm"
    ):
        parts_of(panel.done(), 250)


def test_a_cut_chart_is_read_on_rightward_or_on_the_next_page() -> None:
    def chart(title: str, lines: int) -> Chart:
        panel = Panel(TAPESTRY, title.lower(), title, 90)
        for number in range(lines):
            panel.paragraph(f"Line {number}")
        return panel.done()

    pages = fill([chart("Short", 4), chart("Long", 60), chart("Last", 4)], Box(10, 10, 184, 120))
    parts = [(i, x, y, each.title) for i, placed in enumerate(pages) for each, x, y in placed]
    places = [(i, x, y) for i, x, y, title in parts if "Long" in title]
    assert len(places) > 1
    assert places == sorted(places)
    shown = [title for *_, title in parts]
    assert sorted(shown) == sorted(["Short", "Long", *["Long, continued"] * (len(places) - 1), "Last"])
