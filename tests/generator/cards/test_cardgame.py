"""A game of cards as a whole: its charts, its faults, and its build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cardgame import battle
from changed import own_copy
from looks import TAPESTRY
from lxml import etree

from generator.building import build
from generator.cards import DuplicateCardError, card_pieces, decks
from generator.charts.modifiers import signed
from generator.charts.players import chart_drawings
from generator.checking.faults import faults_of
from generator.counters.printed import pieces
from generator.drawing.typography import printed
from modules.definition import load

GAME = battle()
SVG = "{http://www.w3.org/2000/svg}"


def told(svg: str) -> str:
    return " ".join(node.text or "" for node in etree.fromstring(svg.encode()).iter(f"{SVG}text"))


@pytest.mark.parametrize("scenario", GAME.card_scenarios)
def test_a_battle_of_cards_has_its_own_charts_and_none_of_hexes(scenario: str) -> None:
    made = {
        each.name: told(each.svg) for each in chart_drawings(TAPESTRY, GAME, GAME.card_scenarios[scenario])
    }
    assert set(made) == {"modifiers", "sequence", "turns", "guide", "forces", "numbers", "packs", "rulings"}
    for each in GAME.tables.modifiers.values():
        assert printed(each.name) in made["modifiers"]
        assert signed(each.value) in made["modifiers"]
    assert "None" not in made["turns"]
    assert all(value.name in made["guide"] for value in GAME.game.values.values())
    for card in GAME.decks["events"].cards.values():
        assert f"{card.count} × {card.name}" in made["packs"]


def test_forces_tell_how_many_of_each_card_a_scenario_has() -> None:
    full, small = (
        next(told(c.svg) for c in chart_drawings(TAPESTRY, GAME, scenario) if c.name == "forces")
        for scenario in GAME.card_scenarios.values()
    )
    assert "Harold’s HouseCarls 2 +1 2" in full
    assert "Harold’s HouseCarls 2 +1 1" in small


def test_counters_are_what_is_no_card() -> None:
    cardboard, cards = {p.id for p in pieces(TAPESTRY, GAME)}, {p.id for p in card_pieces(TAPESTRY, GAME)}
    assert cardboard == {"S-Harold", "N-William", *GAME.game.markers}
    assert not cardboard & cards


def test_a_build_has_every_part_and_the_same_bytes_again(tmp_path: Path) -> None:
    one, other = (build(GAME, tmp_path / name, dpi=30, workers=1) for name in ("one", "other"))
    assert one.files == other.files
    assert all((one.folder / name).read_bytes() == (other.folder / name).read_bytes() for name in one.files)
    manifest = json.loads((one.folder / "manifest.json").read_bytes())
    assert {picture["what"] for picture in manifest["pictures"]} == {"counters", "cards", "boards", "charts"}
    cards = [picture for picture in manifest["pictures"] if picture["what"] == "cards"]
    assert len(cards) == len(card_pieces(TAPESTRY, GAME)) + len(decks(TAPESTRY, GAME))
    assert {"boards/board-full.svg", "boards/edge-full-left.png", "cards/back-events.svg"} <= set(one.files)


def test_the_game_has_no_fault() -> None:
    assert faults_of(GAME.folder) == []


@pytest.mark.parametrize(
    ("file", "found", "put", "message"),
    [
        ("cards.yaml", "figure: events/hold", "figure: events/gone", "events/gone.svg is missing"),
        (
            "game.yaml",
            "figure: huscarl, layout: unit",
            "figure: huscarl, layout: leader",
            "layouts/cards/leader",
        ),
        ("counters.yaml", "name: Duke's Cavalry", f"name: {'Cavalry ' * 12}", "card N-duke-1, front, field"),
    ],
)
def test_a_card_that_cannot_be_drawn_is_a_fault_with_its_place(
    tmp_path: Path, file: str, found: str, put: str, message: str
) -> None:
    folder = own_copy("hastings_pulsipher", tmp_path / "game", "*.py")
    text = (folder / file).read_text(encoding="utf-8")
    assert found in text
    (folder / file).write_text(text.replace(found, put, 1), encoding="utf-8")
    faults = faults_of(folder)
    assert len(faults) == 1
    assert message in faults[0].message
    line = text[: text.index(found)].count("\n") + 1
    assert (faults[0].place.file, faults[0].place.line) == (file, line)


def test_a_card_in_two_packs_is_a_fault_and_never_drawn(tmp_path: Path) -> None:
    folder = own_copy("hastings_pulsipher", tmp_path / "game", "*.py")
    text = (folder / "cards.yaml").read_text(encoding="utf-8")
    packs = text[text.index("  events:") :]
    (folder / "cards.yaml").write_text(text + packs.replace("  events:", "  more:", 1), encoding="utf-8")
    faults = faults_of(folder)
    line = text.count("\n") + packs[: packs.index("reinforcements:")].count("\n") + 1
    assert (faults[0].place.file, faults[0].place.line) == ("cards.yaml", line)
    assert (
        faults[0].message == "the card 'reinforcements' is already in the pack 'events': give it another id"
    )
    with pytest.raises(DuplicateCardError, match="'reinforcements' is already in the pack 'events'"):
        build(load(folder), tmp_path / "out", only=["cards"])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("found", "put"),
    [("short: Norman", "shorter: Norman"), ("palette: anglo_saxon", "palette: [anglo_saxon]")],
)
def test_a_faulty_side_is_told_and_its_cards_are_not_drawn(tmp_path: Path, found: str, put: str) -> None:
    folder = own_copy("hastings_pulsipher", tmp_path / "game", "*.py")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert found in text
    (folder / "game.yaml").write_text(text.replace(found, put, 1), encoding="utf-8")
    assert {fault.place.file for fault in faults_of(folder)} == {"game.yaml"}
