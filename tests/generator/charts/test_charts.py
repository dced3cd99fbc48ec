"""Charts print the definition's own numbers: all cells of the table, all terrain of the map, all totals."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from looks import TAPESTRY
from lxml import etree
from mapmaking import small_board, terrain

from generator.charts.costs import entry_text, movers, mp_text
from generator.charts.modifiers import modifiers_chart
from generator.charts.odds import results_chart
from generator.charts.players import chart_drawings, charts, morale_chart, options_chart, sequence_chart
from generator.charts.terrain import combat_text, other_text, terrain_chart, terrain_names
from generator.charts.tracks import loss_chart, thresholds, turn_chart
from generator.drawing.panel import Chart, cited, stretched
from generator.drawing.typography import printed
from modules import library
from modules.definition.formats.tables import OddsTableEntry
from modules.definition.formats.terrain import HexTerrain
from modules.engine.hexes.board import Board
from modules.engine.lookup_tables import OddsTable

SVG = "{http://www.w3.org/2000/svg}"


def words(chart: Chart) -> list[str]:
    return [t.text or "" for t in etree.fromstring(chart.drawing().svg.encode()).iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def game() -> library.Definition:
    return library.definition("three_battles")


@pytest.fixture(scope="module")
def table(game: library.Definition) -> OddsTableEntry:
    return next(iter(game.tables.odds.values()))


def test_the_results_chart_prints_exactly_the_cells_of_the_table(table: OddsTableEntry) -> None:
    drawn = words(results_chart(TAPESTRY, "crt", table))
    start = drawn.index("Die")
    columns = len(table.columns)
    assert drawn[start + 1 : start + 1 + columns] == [printed(column) for column in table.columns]
    at, looked_up = start + 1 + columns, OddsTable(table)
    for roll in table.rows:
        row = drawn[at : at + 1 + columns]
        assert row == [roll, *(printed(looked_up.result(column, int(roll))) for column in range(columns))]
        at += 1 + columns
    assert drawn[at].startswith(printed(next(iter(table.results))))


def test_a_changed_cell_changes_the_chart(table: OddsTableEntry) -> None:
    roll, cells = next(iter(table.rows.items()))
    other = next(code for code in table.results if code != cells[0])
    changed = table.model_copy(update={"rows": {**table.rows, roll: (other, *cells[1:])}})
    assert (
        words(results_chart(TAPESTRY, "crt", changed)).count(printed(other))
        == words(results_chart(TAPESTRY, "crt", table)).count(printed(other)) + 1
    )


def test_every_result_is_explained(table: OddsTableEntry) -> None:
    drawn = " ".join(words(results_chart(TAPESTRY, "crt", table)))
    for result in table.results.values():
        assert result.name in drawn


def test_the_key_lists_every_terrain_of_the_map() -> None:
    board = small_board()
    assert set(terrain_names(board)) == set(terrain())
    drawn = words(terrain_chart(TAPESTRY, board, {}))
    for kind in board.terrain.values():
        assert set(kind.name.split()) <= set(" ".join(drawn).split())
    for level in range(3):
        assert str(level) in drawn


def test_the_key_leaves_out_what_the_map_has_not() -> None:
    flat = small_board(levels=None, terrain=None)
    assert terrain_names(flat) == ("clear",)
    assert "Woods" not in words(terrain_chart(TAPESTRY, flat, {}))


def test_costs_are_printed_as_players_write_them() -> None:
    kinds = terrain()
    printed = {name: mp_text(kind) for name, kind in kinds.items()}
    assert printed["marsh"] == "3"
    assert printed["town"] == "1½"
    assert printed["road"] == "½"
    assert printed["bridge"] == "+½"
    assert printed["ford"] == "+2"
    assert printed["level"] == "+1"
    assert printed["river"] == "no"
    assert combat_text(kinds["clear"], {}) == "–"
    assert "up" in combat_text(kinds["level"], {})


def paid_by_kind(**by_kind: int | str) -> Board:
    """The small map, in whose woods some kinds pay something else, and a marsh that is free going down."""
    chart = terrain()
    woods, marsh = chart["woods"], chart["marsh"]
    assert isinstance(woods, HexTerrain) and isinstance(marsh, HexTerrain)
    costs = {kind: Fraction(mp) if mp != "prohibited" else mp for kind, mp in by_kind.items()}
    chart["woods"] = woods.model_copy(update={"by_kind": costs})
    chart["marsh"] = marsh.model_copy(update={"down": Fraction(0)})
    return Board(small_board().map, chart)


def test_kinds_that_pay_alike_have_one_column_of_mp(game: library.Definition) -> None:
    kinds = game.game.kinds
    assert words(terrain_chart(TAPESTRY, small_board(), kinds)) == words(
        terrain_chart(TAPESTRY, small_board(), {})
    )
    board = paid_by_kind(fyrd=5, thegn=5, archer="prohibited")
    (fyrd, archer) = movers(board.terrain.values(), kinds)
    assert (fyrd.name, fyrd.kinds, archer.name) == ("Thegns, Fyrd", ("thegn", "fyrd"), "Archers")
    drawn = words(terrain_chart(TAPESTRY, board, kinds, width=150))
    assert " ".join(drawn[drawn.index("MP") : drawn.index("Combat")]) == "MP Down Thegns, Fyrd Archers"
    assert drawn[drawn.index("Woods") :][1:5] == ["2", "2", "5", "no"]
    assert drawn[drawn.index("Marsh") :][1:5] == ["3", "0", "3", "3"]
    assert mp_text(board.terrain["clear"], fyrd) == "1" and mp_text(board.terrain["stream"], fyrd) == "+1"


def test_the_chart_has_no_column_that_says_nothing() -> None:
    """Terrain of a game whose combat it does not touch, and a road that costs what its ground costs."""
    board = small_board()
    peaceful = {name: kind.model_copy(update={"combat": ()}) for name, kind in board.terrain.items()}
    peaceful["road"] = peaceful["road"].model_copy(update={"mp": None})
    drawn = words(terrain_chart(TAPESTRY, Board(board.map, peaceful), {}))
    assert "Combat" not in drawn and "Down" not in drawn and "Other" in drawn
    assert drawn[drawn.index(peaceful["road"].name) + 1] == "–"


def test_the_mounted_are_called_so_and_what_going_down_costs_is_told(game: library.Definition) -> None:
    mounted = {name: 4 for name, kind in game.game.kinds.items() if kind.mounted}
    board = paid_by_kind(**mounted)
    assert [each.name for each in movers(board.terrain.values(), game.game.kinds)] == ["Mounted"]
    assert entry_text(board.terrain["woods"], game.game.kinds) == "2 MP (mounted 4 MP)"
    assert entry_text(board.terrain["marsh"], game.game.kinds) == "3 MP (0 MP going down)"
    assert entry_text(board.terrain["water"], game.game.kinds) == "not to be entered"
    assert other_text(board.terrain["marsh"], game.game.kinds).startswith("0 MP going down; ")


def test_tracks_have_a_box_for_every_turn_and_total(game: library.Definition) -> None:
    for battle in game.hex_scenarios.values():
        turns = [w for w in words(turn_chart(TAPESTRY, game, battle)) if w.isdigit()]
        assert turns == [str(n + 1) for n in range(battle.turns)]
        drawn = words(loss_chart(TAPESTRY, battle))
        for morale in battle.morale.values():
            assert f"{morale.name} {morale.demoralization}" in drawn
            assert f"{morale.name} {morale.disintegration}" in drawn
        totals = [mark.total for mark in thresholds(battle)]
        assert totals == sorted(totals)
        assert len(totals) == 2 * len(battle.morale)


def test_players_aids_hold_what_the_definition_says(game: library.Definition) -> None:
    battle = next(iter(game.hex_scenarios.values()))
    sequence = " ".join(words(sequence_chart(TAPESTRY, game)))
    assert [sequence.index(phase.name) for phase in game.game.sequence] == sorted(
        sequence.index(phase.name) for phase in game.game.sequence
    )
    drawn = words(morale_chart(TAPESTRY, battle))
    for morale in battle.morale.values():
        at = drawn.index(morale.name)
        assert drawn[at : at + 3] == [morale.name, str(morale.demoralization), str(morale.disintegration)]
    options = " ".join(words(options_chart(TAPESTRY, battle)))
    for key, option in battle.options.items():
        assert f"{key}  {option.name}" in options or f"{key} {option.name}" in options


def test_all_charts_of_all_scenarios_are_drawn_the_same_each_time(game: library.Definition) -> None:
    for battle in game.hex_scenarios.values():
        first, again = chart_drawings(TAPESTRY, game, battle), chart_drawings(TAPESTRY, game, battle)
        assert first == again
        assert len({drawing.name for drawing in first}) == len(first)
        for drawing in first:
            root = etree.fromstring(drawing.svg.encode())
            assert root.get("width") == f"{drawing.width_mm:.3f}".rstrip("0").rstrip(".") + "mm"


def test_charts_can_be_wider(game: library.Definition) -> None:
    battle = next(iter(game.hex_scenarios.values()))
    board = Board(game.maps[battle.map], game.terrain)
    assert terrain_chart(TAPESTRY, board, {}, width=120).canvas.width == 120
    assert {chart.canvas.width for chart in charts(TAPESTRY, game, battle, width=130)} == {130}


def test_a_chart_is_stretched_but_never_cut(game: library.Definition) -> None:
    chart = sequence_chart(TAPESTRY, game)
    tall = chart.canvas.height
    assert stretched(chart, tall - 5).canvas.height == tall
    assert stretched(chart, tall + 20).canvas.height == tall + 20


@pytest.mark.parametrize("name", ["fulford", "stamford_bridge", "hastings"])
def test_rules_are_cited_as_the_rulebook_numbers_them(game: library.Definition, name: str) -> None:
    """The ledger's own words for parts of a rule, as in "14.3 rows", mean nothing to a player."""
    for chart in charts(TAPESTRY, game, game.scenarios[name]):
        told = " ".join(words(chart))
        assert not re.search(r"\d\.\d [a-z ]+\d?[AB]?\)", told), chart.name
        assert "rule TEC" not in told
    assert cited("14.3 rows") == "14.3"
    assert cited("3.2 A") == "3.2 A"
    assert cited("13.4 (7.7)") == "13.4 (7.7)"


def test_what_a_list_says_of_turns_stands_in_their_boxes_and_in_no_chart_of_its_own() -> None:
    """Shield Wall 10.0, 13.0, 9.0: fatigue, also in mud, and the die for reinforcements; dashes are not."""
    game = library.definition("shield_wall")
    battle = game.hex_scenarios["hastings"]
    drawn = words(turn_chart(TAPESTRY, game, battle))
    boxes = [drawn[drawn.index(str(n)) : drawn.index(str(n + 1))] for n in range(1, battle.turns)]
    told = [[word for word in box if " " in word] for box in boxes]
    assert told[:2] == [[], []]
    assert sorted(told[3]) == ["Fatigue 1", "Mud 2", "Reinforcement die"]
    assert "turn_track" not in {chart.name for chart in charts(TAPESTRY, game, battle)}
    assert {"reinforcements", "melee"} <= {chart.name for chart in charts(TAPESTRY, game, battle)}


def test_modifiers_of_the_die_are_good_above_zero() -> None:
    """What helps has one tint, in a game that adds to the die as in one that adds to the number."""
    shown = {}
    for name in ("shield_wall", "hastings_pulsipher"):
        chart = modifiers_chart(TAPESTRY, library.definition(name))
        root = etree.fromstring(chart.drawing().svg.encode())
        fills = [rect.get("fill") for rect in root.iter(f"{SVG}rect")]
        shown[name] = fills.count(TAPESTRY.palette("chart")["tints.4"])
    plus = sum(each.value > 0 for each in library.definition("shield_wall").tables.modifiers.values())
    minus = sum(each.value < 0 for each in library.definition("hastings_pulsipher").tables.modifiers.values())
    assert shown == {"shield_wall": plus, "hastings_pulsipher": minus}
