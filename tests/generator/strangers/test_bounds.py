"""Attacks by size: what would draw, count or search for hours is told at its line, at once."""

from __future__ import annotations

import json
from heapq import heappop
from pathlib import Path
from time import perf_counter

import pytest
import yaml
from lxml import etree

from generator.checking.faults import faults_of
from generator.drawing.figure_files import MOST_SEGMENTS
from generator.kit.make import draw_pages
from generator.kit.options import Options
from generator.look import look_of
from generator.maps import labels
from generator.new_game import start_game
from generator.sheets.hexes import map_sheet
from generator.vassal.format.codec import MOST_LEVELS, nest
from generator.vassal.format.commands import MOST_COMMANDS, read_commands
from generator.vassal.format.errors import CommandError, PieceError
from generator.vassal.format.pieces import LARGEST_PIECE, read_piece
from generator.vassal.lint.files import _image_sources
from generator.vassal.lint.findings import LONGEST, MOST_OF_A_FAULT, Finding, in_order
from generator.vassal.lint.svg import check_svg
from generator.vassal.lint.traits import _DOUBLE, _expression
from generator.vassal.lint.tree import MOST_ELEMENTS, TreeTooLarge, read_tree
from modules.cases import run_paths
from modules.definition.checks.tables import MOST_ROWS
from modules.definition.files import MOST_FAULTS
from modules.definition.formats.fields import FEW, MANY, SOME
from modules.definition.formats.maps import MOST_LABELS
from modules.definition.loader import load
from modules.written.faults import LONGEST_MESSAGE, Fault
from modules.written.folder import MOST_OF_A_FOLDER
from modules.written.folder import read as written_folder
from modules.written.source import MAX_VALUES, read

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


# --- more than a game has ----------------------------------------------------------------------------------


def checked(game: Path) -> list[Fault]:
    """The faults of a game, looked for within SECONDS."""
    begun = perf_counter()
    found = faults_of(game)
    assert perf_counter() - begun < SECONDS
    return found


WRONG = {"phases": {"nam": "x", "q": 1}, "numbers": 1, "texts": "x" * 100, "lists": [[[]]]}


@pytest.mark.parametrize("kind", WRONG)
def test_of_thousands_of_wrong_entries_the_first_are_told(game: Path, kind: str) -> None:
    change(game, "game.yaml", sequence=[WRONG[kind]] * 8_000)
    found = [fault for fault in checked(game) if fault.place.file == "game.yaml"]
    assert len(found) <= MOST_FAULTS + 1
    assert any("mend these first" in fault.message or "at most" in fault.message for fault in found)


def test_of_thousands_of_unknown_words_too(game: Path) -> None:
    counters = {f"S-x{n}": {**FYRD, "count": 1, "nation": f"n{n}"} for n in range(1_900)}
    change(game, "counters.yaml", counters=counters)
    found = [fault for fault in checked(game) if fault.place.file == "counters.yaml"]
    assert len(found) <= MOST_FAULTS + 1
    assert found[0].message.startswith(f"more than {MOST_FAULTS} faults")


def test_as_many_faults_as_are_told_are_told_alone(game: Path) -> None:
    """At the limit nothing is said of more."""
    change(game, "game.yaml", sequence=[1] * MOST_FAULTS)
    told = [fault.message for fault in checked(game)]
    assert len(told) == MOST_FAULTS
    assert not any("mend these first" in message for message in told)


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_has_so_many_values(tmp_path: Path, more: int) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("[" + ",".join(["1"] * (MAX_VALUES + more - 1)) + "]")
    faults = read(file, "a.yaml").faults
    assert [fault.message.partition(" in one")[0] for fault in faults] == ["more than 100,000 values"] * more


def test_and_a_game_so_many_in_all_its_files(game: Path) -> None:
    for n in range(4):
        (game / "sheets").mkdir(exist_ok=True)
        (game / f"sheets/s{n}.yaml").write_text("[" + ",".join(["1"] * (MAX_VALUES - 1_000)) + "]")
    told = [fault for fault in checked(game) if "the game has more than 200,000 values" in fault.message]
    assert [fault.place.file for fault in told] == ["sheets/s2.yaml"]


LISTS = [
    ("game.yaml", "sequence", SOME),
    ("game.yaml", "nations", SOME),
    ("game.yaml", "sides", FEW),
    ("counters.yaml", "counters", MANY),
    ("maps/mill.yaml", "labels", MOST_LABELS),
    ("maps/mill.yaml", "roads", SOME),
]


@pytest.mark.parametrize("file, key, most", LISTS)
def test_a_list_has_so_many_entries(game: Path, file: str, key: str, most: int) -> None:
    entries = yaml.safe_load((game / file).read_text("utf-8"))[key]
    for count in (most, most + 1):
        if isinstance(entries, dict):
            first = next(iter(entries.values()))
            many: object = {f"S-x{n}" if key == "counters" else f"x{n}": first for n in range(count)}
        else:
            many = [entries[0]] * count
        change(game, file, **{key: many})
        told = [fault for fault in checked(game) if f"at most {most:,} entries" in fault.message]
        assert [fault.place.file for fault in told] == [file] * (count > most)


def test_labels_that_crowd_are_placed_within_bounds(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each label of a hundred in one hex: places are tried by thousands, not by millions."""
    crowd = [{"text": f"A place called {n}", "at": "0503", "style": "region"} for n in range(MOST_LABELS)]
    change(game, "maps/mill.yaml", labels=crowd)
    definition = load(game)
    tried = 0

    def counted(heap: list[object]) -> object:
        nonlocal tried
        tried += 1
        return heappop(heap)

    monkeypatch.setattr(labels, "heappop", counted)
    look = look_of(definition)
    assert map_sheet(look, definition, "mill").drawing
    assert 0 < tried <= labels.MOST_TRIES


def test_a_turn_beyond_any_game_is_the_one_fault_of_its_case(tmp_path: Path) -> None:
    """A list whose only entry has a mistake is not too short as well."""
    case = {"rule": "1", "title": "t", "turn": 10**15 - 1, "phase": "viking movement", "units": {}}
    (tmp_path / "c.yaml").write_text(json.dumps({"scenario": "three_battles/fulford", "cases": [case]}))
    results, faults = run_paths([tmp_path / "c.yaml"])
    assert not results
    assert [fault.message for fault in faults] == ["found 999999999999999: expected at most 199"]


def test_one_slip_in_the_credits_is_one_fault(game: Path) -> None:
    change(game, "game.yaml", credits__design=["x"])
    assert [fault.place.file for fault in checked(game)] == ["game.yaml"]


def test_a_map_of_areas_on_which_nothing_is_played_shows_no_turns(tmp_path: Path) -> None:
    start_game(tmp_path / "places", style="gunpowder", grid="points")
    game = tmp_path / "places"
    assert not checked(game)
    change(game, "scenarios/weser.yaml", area_map="elsewhere")
    assert "no scenario is played on this map" in " ".join(fault.message for fault in checked(game))


def test_many_nations_fit_the_cover_and_a_long_name_is_told_by_check(game: Path) -> None:
    nations = {f"n{n}": {"name": f"The men of {n}", "side": "shire", "letter": "S", "palette": "anglo_saxon"}
               for n in range(60)}  # fmt: skip
    data = yaml.safe_load((game / "game.yaml").read_text("utf-8"))
    change(game, "game.yaml", nations={**data["nations"], **nations})
    assert not checked(game)
    definition = load(game)
    look = look_of(definition)
    assert draw_pages(look, definition, Options(only=("cover",)))


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path class="fill cloth" d="{}"/></svg>'


@pytest.mark.parametrize(
    "path, told",
    [
        ("M0 0" + "L1 1" * MOST_SEGMENTS, "simplify"),
        ("M0 0L1000000000 5L9 9Z", "within the viewBox"),
        ("M0 0" + "L1 1" * 1_000, ""),
    ],
)
def test_a_figure_has_so_many_steps_none_far_off(game: Path, path: str, told: str) -> None:
    (game / "art/figures").mkdir(parents=True)
    (game / "art/figures/fyrd.svg").write_text(SVG.format(path))
    found = [fault.message for fault in checked(game) if fault.place.file == "art/figures/fyrd.svg"]
    assert bool(told) == bool(found)
    assert all(told in message for message in found)


@pytest.mark.parametrize("coding", ["utf-8", "utf-16"])
def test_a_figure_with_entities_of_its_own_is_refused_in_any_coding(game: Path, coding: str) -> None:
    (game / "art/figures").mkdir(parents=True)
    head = f'<?xml version="1.0" encoding="{coding}"?><!DOCTYPE svg [<!ENTITY a "M0 0L9 9">]>'
    (game / "art/figures/fyrd.svg").write_bytes((head + SVG.format("M0 0L9 9L0 9Z")).encode(coding))
    told = [fault.message for fault in checked(game) if fault.place.file == "art/figures/fyrd.svg"]
    assert len(told) == 1 and "entities of its own" in told[0]


def test_all_tables_have_so_many_rows(game: Path) -> None:
    row = ["x", "y"]
    table = {"name": "Many", "columns": ["a", "b"], "rows": [row] * 200, "rule": "1", "source": "rulebook 1"}
    change(game, "tables.yaml", lists={f"l{n}": {**table, "name": f"Many {n}"} for n in range(3)})
    told = [fault.message for fault in checked(game) if fault.place.file == "tables.yaml"]
    assert any(f"at most {MOST_ROWS} are drawn" in message for message in told)


def test_two_maps_of_one_title_are_told_by_check_as_by_the_module(game: Path) -> None:
    data = yaml.safe_load((game / "maps/mill.yaml").read_text("utf-8"))
    (game / "maps/other.yaml").write_text(json.dumps({**data, "map": "other"}), "utf-8")
    told = [str(fault) for fault in checked(game) if "two maps have the title" in fault.message]
    assert len(told) == 1 and told[0].startswith("maps/")


# --- saves and modules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [0, 1])
def test_a_save_has_so_many_commands(more: int) -> None:
    text = "\x1b".join(["CHATx"] * (MOST_COMMANDS + more))
    if more:
        with pytest.raises(CommandError, match="more than 100,000 commands"):
            read_commands(text)
    else:
        assert len(read_commands(text)) == MOST_COMMANDS


@pytest.mark.parametrize("more", [0, 1])
def test_a_piece_has_so_many_traits(more: int) -> None:
    count = MOST_LEVELS + more
    types, states = nest(["a;b"] * count + ["piece;;;i;n"]), nest(["q"] * count + ["null;0;0;1;0"])
    if more:
        with pytest.raises(PieceError, match="more than 500 traits"):
            read_piece(types, states)
    else:
        assert len(read_piece(types, states).traits) == count


@pytest.mark.parametrize("size, told", [(200_000, "parts"), (LARGEST_PIECE, "characters")])
def test_a_piece_of_nothing_but_tabs_is_refused_at_once(size: int, told: str) -> None:
    begun = perf_counter()
    with pytest.raises(PieceError, match=told):
        read_piece("\t" * size, "\t" * size)
    assert perf_counter() - begun < SECONDS


@pytest.mark.parametrize("more", [0, 1])
def test_a_module_has_so_many_components(more: int) -> None:
    data = b"<m>" + b"<a></a>" * (MOST_ELEMENTS - 1 + more) + b"</m>"
    if more:
        with pytest.raises(TreeTooLarge, match="more than 100,000 elements"):
            read_tree(data)
    else:
        assert len(read_tree(data).children) == MOST_ELEMENTS - 1


def test_the_path_of_a_component_stays_short(tmp_path: Path) -> None:
    """A name of a megabyte would stand in the paths of all that lies below it."""
    data = b"<m><b name='" + b"x" * MB + b"'>" + b"<a></a>" * 10 + b"</b></m>"
    assert all(len(node.where) < 200 for node in read_tree(data).walk())


def test_a_message_stays_short_and_says_what_is_expected(game: Path) -> None:
    change(game, "tables.yaml", odds__crt__columns__0="9" * 200_000 + "-1")
    told = [fault.message for fault in checked(game) if fault.place.file == "tables.yaml"]
    assert any("expected odds such as" in message for message in told)
    assert max(map(len, told)) <= LONGEST_MESSAGE


def test_texts_within_texts_are_looked_at_in_the_time_that_reading_takes() -> None:
    begun = perf_counter()
    svg = "http://www.w3.org/2000/svg"
    data = f"<svg xmlns='{svg}'>" + "<text>" * 200 + "<a> </a>" * 40_000 + "</text>" * 200 + "</svg>"
    assert list(check_svg(etree.fromstring(data.encode()), "images/a.svg", lambda _: False))
    assert perf_counter() - begun < SECONDS


@pytest.mark.parametrize(
    "style, told", [("filter:  none", 0), ("filter :url(#abc)", 0), ("filter: blur(2px)", 1)]
)
def test_blanks_before_none_are_no_filter(style: str, told: int) -> None:
    root = etree.fromstring(
        f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g style='{style}'/></svg>".encode()
    )
    assert len([each for each in check_svg(root, "a.svg", lambda _: False) if each.code == "svg-css"]) == told


def test_findings_stay_short_and_few() -> None:
    many = [Finding("image-missing", f"Map[{n}]", "x" * 100_000) for n in range(MOST_OF_A_FAULT + 5)]
    told = in_order(many)
    assert len(told) == MOST_OF_A_FAULT + 1
    assert told[-1].what == "5 more of these"
    assert max(len(each.what) for each in told) <= LONGEST


@pytest.mark.parametrize("more", [0, 1])
def test_a_game_has_so_many_scenarios(game: Path, more: int) -> None:
    for n in range(MOST_OF_A_FOLDER - 1 + more):
        (game / f"scenarios/x{n}.yaml").write_text("[]")
    told = [fault for fault in written_folder(game).faults if fault.place.file == "scenarios/"]
    assert len(told) == more
