"""Tables by totals of dice, by bands, by range and by differences print what the rules look up; so does the
facing diagram what is front, flank and rear."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from math import dist

import pytest
from looks import TAPESTRY
from measuring import Word, words_of

from generator.charts.facing import facing_chart
from generator.charts.lookups import bands_chart, totals_chart
from generator.charts.modifiers import signed
from generator.charts.players import charts
from generator.charts.rulings import rulings_charts
from generator.charts.tables import all_tables, combat_tables, is_track, other_tables
from generator.charts.tracks import turn_chart
from generator.drawing.panel import Chart
from generator.drawing.typography import printed
from generator.kit.aids import aid_charts
from modules import library
from modules.definition.formats.game import Fronts
from modules.definition.formats.tables import TotalsTableEntry
from modules.engine.lookup_tables import DifferentialTable, RangeTable, TotalsTable

GAME = library.definition("hastings_berg")
BATTLE = GAME.hex_scenarios["hastings"]
ORDERS = ("saxon_orders", "knight_orders", "foot_orders")


def drawn(chart: Chart) -> list[Word]:
    return list(words_of(chart.drawing().svg))


def words(chart: Chart) -> list[str]:
    return [word.text for word in drawn(chart)]


def rows(chart: Chart) -> dict[float, list[Word]]:
    """The words of a chart by their line, from left to right."""
    found: dict[float, list[Word]] = {}
    for word in drawn(chart):
        found.setdefault(round(word.box.middle[1], 1), []).append(word)
    return {y: sorted(line, key=lambda w: w.box.x) for y, line in sorted(found.items())}


def numbers(text: str) -> list[int]:
    """Totals as they are printed: `3, 5–7`."""
    found: list[int] = []
    for part in text.split(", "):
        first, _, last = part.partition("–")
        found += range(int(first), int(last or first) + 1) if first else []
    return found


@pytest.mark.parametrize("name", [*ORDERS, "leader_casualty"])
def test_every_total_is_printed_once_in_each_column(name: str) -> None:
    entry = GAME.tables.totals[name]
    told = words(totals_chart(TAPESTRY, name, entry, width=107))
    columns = list(entry.columns.values())
    start = told.index(columns[0])
    end = next(i for i, w in enumerate(told) if w.startswith(("Optional:", "Killed:")))
    cells = [cell for cell in told[start + len(columns) : end] if cell[:1].isdigit() and cell != "0"]
    table = TotalsTable(entry)
    printed = Counter(n for cell in cells for n in numbers(cell))
    wanted = Counter({n: len(columns) for n in range(2, 13)})
    assert printed == wanted
    assert {table.result(column, n) for column in entry.columns for n in range(2, 13)} <= set(entry.rows)


def test_totals_that_follow_one_another_are_drawn_together() -> None:
    row = {"name": "Yes", "on": {"x": [1, 2, 3, 5, 6]}, "rule": "1.0"}
    other = {"name": "No", "on": {"x": [4]}, "rule": "1.0"}
    entry = TotalsTableEntry.model_validate_json(
        json.dumps(
            {"name": "T", "dice": 1, "columns": {"x": "X"}, "rows": {"yes": row, "no": other}, "rule": "1.0",
             "source": "rulebook 1.0"}
        )
    )  # fmt: skip
    assert {"1–3, 5, 6", "4"} <= set(words(totals_chart(TAPESTRY, "t", entry)))


@pytest.mark.parametrize("name", ["morale_check", "rally_check"])
def test_of_one_die_each_roll_has_a_line(name: str) -> None:
    entry = GAME.tables.totals[name]
    table = TotalsTable(entry)
    lines = [[word.text for word in line] for line in rows(totals_chart(TAPESTRY, name, entry)).values()]
    for roll in range(1, 7):
        codes = [(table.row(column, roll).code or "").replace("-", "–") for column in entry.columns]
        assert [str(roll), *codes] in lines


def test_a_melee_is_printed_as_it_is_looked_up() -> None:
    table = DifferentialTable(GAME.tables.differentials["melee"])
    told = words(combat_tables(TAPESTRY, GAME)["melee"](width=120.0))
    for roll in range(1, 7):
        cells = [printed("/".join(table.result(column, roll))) for column in range(len(table.entry.columns))]
        at = next(
            i for i, w in enumerate(told) if w == str(roll) and told[i + 1 : i + 1 + len(cells)] == cells
        )
        assert at


def test_weapons_are_printed_with_their_strengths() -> None:
    table = RangeTable(GAME.tables.ranges["missile_strength"])
    lines = [
        [word.text for word in line]
        for line in rows(all_tables(TAPESTRY, GAME)["missile_strength"](width=97.0)).values()
    ]
    for weapon, row in table.entry.rows.items():
        assert [row.name, *(str(table.strength(weapon, n) or "–") for n in (1, 2, 3))] in lines


@pytest.mark.parametrize("name", ["effects_saxon", "effects_norman"])
def test_a_track_has_a_box_for_every_number_flagged_with_what_it_does(name: str) -> None:
    entry = GAME.tables.bands[name]
    chart = bands_chart(TAPESTRY, name, entry, width=590)
    assert list(chart.spots) == [f"{name} {n}" for n in range(-15, 16)]
    xs = [x for x, _ in chart.spots.values()]
    assert all(one < other for one, other in pairwise(xs))
    flags = Counter(word.text for word in drawn(chart) if word.size < 2.6)
    wanted: Counter[str] = Counter()
    for band in entry.bands:
        if band.value:
            wanted[signed(band.value)] += band.last - band.first + 1
    assert {text: count for text, count in flags.items() if text in wanted} == dict(wanted)


def test_without_a_track_bands_stand_side_by_side() -> None:
    entry = GAME.tables.bands["effects_saxon"].model_copy(update={"track": False})
    told = words(bands_chart(TAPESTRY, "bands", entry, width=120))
    assert told[told.index("Rating") + 1] == "−15 to −10" and "−2" in told


def test_turns_that_may_be_added_stand_on_the_track() -> None:
    chart = turn_chart(TAPESTRY, GAME, BATTLE, width=200)
    assert list(chart.spots) == [f"turn {n}" for n in range(1, 12)]
    assert words(chart).count("if prolonged") == BATTLE.added_turns
    assert (
        words(turn_chart(TAPESTRY, GAME, BATTLE.model_copy(update={"added_turns": 0}))).count("if prolonged")
        == 0
    )


# --- all of them ---------------------------------------------------------------------------------------


def test_every_table_is_among_the_charts_and_tracks_are_no_player_aid() -> None:
    names = {chart.name for chart in charts(TAPESTRY, GAME, BATTLE)}
    assert names >= {*GAME.tables.names, "facing", "sequence", "terrain", "modifiers", "numbers"}
    assert set(GAME.tables.names) == {*combat_tables(TAPESTRY, GAME), *other_tables(TAPESTRY, GAME)}
    aids = {chart.name for chart in aid_charts(TAPESTRY, GAME, "saxon", 93.0)}
    assert {name for name in GAME.tables.names if name not in aids} == {"effects_saxon", "effects_norman"}
    assert [name for name in GAME.tables.names if is_track(GAME, name)] == ["effects_saxon", "effects_norman"]


# --- facing --------------------------------------------------------------------------------------------


def test_the_diagram_names_each_hexside_and_puts_the_front_on_top() -> None:
    entry = GAME.game.facing
    assert entry is not None
    arcs = [
        word for word in drawn(facing_chart(TAPESTRY, GAME, entry)) if word.text in ("FRONT", "FLANK", "REAR")
    ]
    assert Counter(word.text for word in arcs) == {"FRONT": 2, "FLANK": 2, "REAR": 2}
    height = {word.text: word.box.middle[1] for word in arcs}
    assert height["FRONT"] < height["FLANK"] < height["REAR"]
    middle = [sum(word.box.middle[i] for word in arcs) / 6 for i in (0, 1)]
    far = [dist(word.box.middle, middle) for word in arcs]
    assert max(far) - min(far) < 0.5


@pytest.mark.parametrize(("front", "rear"), [(2, 2), (4, 2), (2, 4)])
def test_it_counts_as_many_as_the_game_says(front: int, rear: int) -> None:
    entry = Fronts(toward="vertex", front=front, rear=rear, rule="1.0", source="rulebook 1.0")
    arcs = Counter(w.text for w in drawn(facing_chart(TAPESTRY, GAME, entry)) if w.text.isupper())
    assert (arcs["FRONT"], arcs["REAR"]) == (front, rear)


@pytest.mark.parametrize(("toward", "front", "rear"), [("vertex", 3, 2), ("side", 2, 1), ("vertex", 4, 4)])
def test_fronts_that_no_hex_has_are_refused(toward: str, front: int, rear: int) -> None:
    with pytest.raises(ValueError, match="numbers of hexsides in front and rear"):
        Fronts.model_validate(
            {"toward": toward, "front": front, "rear": rear, "rule": "1.0", "source": "rulebook 1.0"}
        )


# --- rulings -------------------------------------------------------------------------------------------


def test_every_ruling_is_printed_once_by_the_order_of_the_rules() -> None:
    assert " to " not in next(iter(rulings_charts(TAPESTRY, GAME, 1))).title
    made = list(rulings_charts(TAPESTRY, GAME, 8))
    assert len(made) == -(-len(GAME.rulings) // 8)
    told = "".join("".join(words(chart)) for chart in made).replace(" ", "")
    for each in GAME.rulings.values():  # with its rules, for a text may be the end of another
        said = printed(f"{each.text} ({','.join(each.rules)})").replace(" ", "")
        assert told.count(said) == 1, each.text
    titles = [chart.title for chart in made]
    first = [tuple(map(int, title.split()[1].split("."))) for title in titles]
    assert first == sorted(first) and len({chart.name for chart in made}) == len(made)
