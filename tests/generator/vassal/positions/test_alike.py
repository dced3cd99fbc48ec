"""Blocks that are alike stay in a log what they were, whatever a game calls them in the next position."""

from __future__ import annotations

from dataclasses import replace

from test_scenes import Played, shown

from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.positions.alike import groups_of, steady
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.scenes import Scene
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import game_log, position_save
from modules import library
from modules.engine.position import PlacedCounter

GROUPS = groups_of(library.definition("year_of_the_comet"))


def blocks(*places: str, lost: int = 0) -> tuple[PlacedCounter, ...]:
    """House-carls, numbered by their places as the game does."""
    return tuple(
        PlacedCounter(f"E-carl-{n}", "english", place, face_down=True, steps_lost=lost * (n == 1))
        for n, place in enumerate(places, 1)
    )


def names(placed: tuple[PlacedCounter, ...]) -> dict[str, str]:
    return {each.counter: each.place for each in placed}


def test_those_that_stay_keep_their_names_and_the_one_that_goes_its_own() -> None:
    now = steady(blocks("NWC", "WIN"), blocks("CHE", "NWC"), GROUPS)
    assert names(now) == {"E-carl-1": "NWC", "E-carl-2": "CHE"}
    hit = steady(blocks("NWC", "WIN"), blocks("WIN", "NWC", lost=1), GROUPS)
    assert names(hit) == {"E-carl-2": "WIN", "E-carl-1": "NWC"}


def test_one_that_comes_new_takes_a_name_that_is_free() -> None:
    was = (replace(blocks("WIN")[0], counter="E-carl-2"),)
    assert names(steady(was, blocks("WIN", "YOR"), GROUPS)) == {"E-carl-2": "WIN", "E-carl-1": "YOR"}


def test_other_pieces_are_called_as_they_are() -> None:
    other = (PlacedCounter("E-Harold", "english", "WIN"), PlacedCounter("", "viking", "YOR", face_down=True))
    assert steady((), other, GROUPS) == other


def test_a_log_shows_the_block_that_marches_and_ends_as_the_save() -> None:
    definition, rules = (
        library.definition("year_of_the_comet"),
        library.rules("year_of_the_comet", "campaign"),
    )
    start = Standing(rules.map_of(rules.start()), blocks("NWC", "WIN"), Moment(2, "english", "movement"), {})
    there = replace(start, placed=blocks("CHE", "NWC"))
    order = rules.grammar.parse("move WIN-OXF-WOR-DER-CHE E-carl.4")
    log = game_log(definition, "campaign", start, [Scene(["march"], [], there, [order])], "")
    played = Played(read_save(read_archive(log, "x")).text)
    seen = [(shown(played.piece("E-carl-1")), shown(played.piece("E-carl-2"))) for _ in played.play()]
    assert [two[0].split(";")[2] for _, two in seen[:4]] == ["1", "2", "3", "4"]
    assert {one[0] for one, _ in seen[:4]} == {"false;;0;false"}
    assert seen[4] == (seen[3][1], seen[3][0]), "at the end the game's names, and nothing that is seen"
    save = Played(read_save(read_archive(position_save(definition, "campaign", there, ""), "x")).text)
    for block in ("E-carl-1", "E-carl-2"):
        assert save.piece(block).basic.x == played.piece(block).basic.x
