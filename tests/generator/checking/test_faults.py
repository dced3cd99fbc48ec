"""Faults: what `senlac check` passes can be drawn, and what cannot be drawn is told once, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.checking.faults import faults_of
from generator.drawing.typeface import TEXT, MissingGlyphError
from generator.kit.make import make_kit
from generator.new_game import start_game
from generator.preview import make_preview
from modules.definition import load

LAVA = '  lava: {where: hex, name: Lava, letter: l, mp: 3, rule: "2.1", source: rulebook 2.1}\n  road: {'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    start_game(tmp_path / "mygame")
    return tmp_path / "mygame"


def change(game: Path, file: str, old: str, new: str) -> int:
    """The line of what was put in the place of the first `old`."""
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("maps/mill.yaml", "Beacon", "漢字", "no character '漢'"),
        ("maps/mill.yaml", "name: Brook", "name: 溪brook", "no character '溪'"),
        ("maps/mill.yaml", "title: The mill", f"title: The mill {'W' * 90}", "shorten it"),
        ("game.yaml", "summary: Raiders", "summary: 溪", "no character '溪'"),
        ("game.yaml", 'title: "Mygame', 'title: "Ω', "no character 'Ω'"),
        ("game.yaml", "hint: Attack", "hint: ☃", "no character '☃'"),
        ("game.yaml", "name: Hirdmen", 'name: "Hird\\0men"', "U+0000"),
        ("game.yaml", "name: Hirdmen", "name: ☃", "no character '☃'"),
        ("tables.yaml", "Nothing happens.", "N" * 110, "shorten it"),
        ("scenarios/mill_bridge.yaml", "date: A", f"date: {'W ' * 50}", "shorten it"),
        ("counters.yaml", "name: Orm", "name: Orm the son of Thorkel the tall", "shorten it"),
    ],
)
def test_a_text_that_cannot_be_printed_is_one_fault_where_it_stands(
    game: Path, file: str, old: str, new: str, says: str
) -> None:
    line = change(game, file, old, new)
    (fault,) = faults_of(game)
    assert (fault.place.file, fault.place.line) == (file, line)
    assert says in fault.message


def test_terrain_without_a_look_is_told_where_a_map_has_it(game: Path) -> None:
    line = change(game, "terrain.yaml", "  road: {", LAVA)
    assert faults_of(game) == []
    change(game, "maps/mill.yaml", '"ww........"', '"wwl......."')
    (fault,) = faults_of(game)
    assert (fault.place.file, fault.place.line) == ("terrain.yaml", line)
    assert "how to draw the terrain 'lava'" in fault.message


def test_faults_of_vassal_yaml_are_told_with_the_others(game: Path) -> None:
    (game / "vassal.yaml").write_text("states:\n  disordered: {key: H, kimds: [fyrd]}\n")
    change(game, "maps/mill.yaml", "Beacon", "漢字")
    beacon, vassal = faults_of(game)
    assert beacon.place.file == "maps/mill.yaml"
    assert str(vassal) == "vassal.yaml:2:24: unknown key `kimds`: expected one of key, kinds, levels"


def test_a_name_of_blanks_is_no_crash(game: Path) -> None:
    line = change(game, "game.yaml", "raider: {name: Raiders, side", 'raider: {name: " ", side')
    (fault,) = faults_of(game)
    assert fault.place.line == line
    assert "VASSAL drops blanks" in fault.message
    assert make_kit(load(game)).pages
    assert make_preview(load(game)).sections


@pytest.mark.parametrize("character", ["\0", "\r", "\n", "\x1f"])
def test_no_typeface_has_control_characters(character: str) -> None:
    for face in TAPESTRY.fonts.faces:
        with pytest.raises(MissingGlyphError) as told:
            TAPESTRY.fonts[face].check(f"a{character}")
        assert told.value.words == character
    assert TAPESTRY.fonts.width(" ", TEXT, 1.0) > 0


def broken(game: Path, *changes: tuple[str, str, str]) -> list[str]:
    """What is told of a game with these changes: file, line and the beginning of the message."""
    for file, old, new in changes:
        change(game, file, old, new)
    return [f"{fault.place.file}:{fault.place.line}: {fault.message}" for fault in faults_of(game)]


UNITS = "units: 7, leaders: 1, strength: 27"
FOLLOWED = {
    "a kind of a counter": ("counters.yaml", "kind: fyrd, count", "kind: fyrdd, count", "found 'fyrdd'"),
    "a kind's name": ("game.yaml", "  fyrd: {name", "  fird: {name", "found 'fyrd'"),
    "a kind's role": ("game.yaml", "name: Fyrd, role: unit", "name: Fyrd, role: unitt", "found 'unitt'"),
    "a kind's figure": ("game.yaml", "figure: fyrd", "figure: fird", "art/figures/fird.svg is missing"),
    "a nation": ("counters.yaml", "nation: shire, kind: fyrd", "nation: shyre, kind: fyrd", "found 'shyre'"),
    "a side": ("game.yaml", "Shire, side: shire", "Shire, side: shyre", "found 'shyre'"),
    "a count": ("counters.yaml", "count: 5, values: {combat: 3", "count: x, values: {combat: 3", "found 'x'"),
    "a key": ("counters.yaml", "count: 5, values: {combat: 3", "cont: 5, values: {combat: 3", "unknown key"),
    "a value's name": ("counters.yaml", "{leadership: 2, mo", "{ledership: 2, mo", "found 'ledership'"),
    "a terrain": ("terrain.yaml", "woods: {where: hex", "woods: {where: hax", "found 'hax'"),
    "an area": ("maps/mill.yaml", "a: [1, 4]", "a: [1, x]", "found 'x'"),
    "a map's grid": ("maps/mill.yaml", "last: 10", "last: ten", "found 'ten'"),
    "a map's name": ("scenarios/mill_bridge.yaml", "map: mill", "map: mil", "found 'mil'"),
    "a die": ("game.yaml", "die: 6", "die: six", "found 'six'"),
    "a set-up": ("scenarios/mill_bridge.yaml", 'R-Orm: "0304"', 'R-Orm: "03x4"', "found '03x4'"),
}  # fmt: skip


@pytest.mark.parametrize("case", FOLLOWED)
def test_what_follows_from_a_fault_is_not_told(game: Path, case: str) -> None:
    file, old, new, says = FOLLOWED[case]
    told = broken(game, (file, old, new))
    if case == "a key":  # without its count there are fewer of them, which is told too
        told = [each for each in told if "unknown key" in each]
    assert len(told) == 1, told
    assert says in told[0]


def test_a_mistyped_back_of_a_marker_is_one_fault(game: Path) -> None:
    first = 'figure: broken, text: DISORDER, source: "rulebook 3.4"}'
    routed = '\n  routed: {name: Routed, count: 0, figure: routed, text: ROUT, source: "rulebook 3.4"}'
    change(game, "game.yaml", first, f"{first.replace(', source', ', back: routed, source')}{routed}")
    assert broken(game) == []
    (told,) = broken(game, ("game.yaml", "back: routed", "back: root"))
    assert told.startswith("game.yaml:46: found 'root': expected one of disordered, routed, turn")
    (told,) = broken(game, ("game.yaml", "back: root, ", ""))
    assert told.startswith("game.yaml:47: the marker 'routed' has the count 0 but is on the back of no other")


def test_a_mistyped_state_of_a_kind_is_told_once_and_there(game: Path) -> None:
    told = broken(game, ("game.yaml", "layout: leader}", "layout: leader, faces: {front: upp}}"))
    assert told == ["game.yaml:42: layout leader has no state 'upp'; it has none"]


def test_faults_of_all_sorts_are_told_at_once(game: Path) -> None:
    """No sort waits until those of another are mended."""
    told = broken(
        game,
        ("game.yaml", "version: 0.1.0", "version: x"),
        ("game.yaml", "figure: huscarl", "figure: huscrl"),
        ("game.yaml", "raider, letter: R, palette: norwegian", "raider, letter: R, palette: martian"),
        ("counters.yaml", "kind: fyrd, count", "kind: fyrdd, count"),
        ("maps/mill.yaml", "Beacon", "漢字"),
        ("scenarios/mill_bridge.yaml", 'S-Wulf: "0804"', 'S-Wulf: "9904"'),
        ("tables.yaml", '"1": [AE, AR,', '"1": [AE, AX,'),
        ("terrain.yaml", "stream: {where: hexside", "stream: {wear: hexside"),
    )
    expected = [
        "counters.yaml:9: found 'fyrdd'", "game.yaml:12: found 'x'", "game.yaml:34: found 'martian'",
        "game.yaml:38: art/figures/huscrl.svg is missing", "maps/mill.yaml:69: text '漢字'",
        "scenarios/mill_bridge.yaml:17: there is no hex 9904", "tables.yaml:10: found 'AX'",
        "terrain.yaml:14: 'where' is missing",
    ]  # fmt: skip
    assert len(told) == len(expected), told
    assert [each for each, begin in zip(told, expected, strict=True) if begin not in each] == []


def test_a_word_that_refers_to_nothing_is_told_once(game: Path) -> None:
    told = broken(game, ("counters.yaml", "  S-fyrd: {", "  S-frd: {"))
    assert len([each for each in told if "S-fyrd" in each]) == 1
    assert "there is no counter 'S-fyrd-1' (and at 4 more places)" in "".join(told)


@pytest.mark.parametrize("counter", ["S-fyrd-5", "S-fyrd-3", "S-Wulf"])
def test_a_counter_left_out_of_a_set_up_is_a_warning(game: Path, counter: str) -> None:
    text = (game / "scenarios" / "mill_bridge.yaml").read_text(encoding="utf-8")
    entry = next(part for part in text.replace(",", ",\n").splitlines() if f"{counter}:" in part).strip()
    (told,) = broken(game, ("scenarios/mill_bridge.yaml", entry, ""))
    assert told.startswith(f"scenarios/mill_bridge.yaml:16: {counter} is left out: set it up")
    assert [each.warning for each in faults_of(game)] == [True]
    (told_with_it,) = load(game).warnings
    assert str(told_with_it).startswith(f"scenarios/mill_bridge.yaml:16:5: warning: {counter} is left out")
    if counter == "S-fyrd-5":
        assert (
            broken(game, ("counters.yaml", "kind: fyrd, count: 5", "kind: fyrd, count: 5, spares: 1")) == []
        )
        (told,) = broken(game, ("counters.yaml", "count: 5, spares: 1", "count: 5, spares: 2"))
        assert "found 2: 1 of these stand in no set-up" in told


def test_a_source_names_rules_that_the_ledger_has(game: Path) -> None:
    numbers = (
        "numbers: ['1', '2']\nrules:\n  - {number: '1', summary: One}\n  - {number: '2', summary: Two}\n"
    )
    (game / "ledger.yaml").write_text(numbers)
    told = broken(game)
    assert "terrain.yaml:11: there is no rule '2.1' in ledger.yaml" in told
    assert not [each for each in told if "'2' in" in each]
