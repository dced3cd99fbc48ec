"""A corpus of broken games: each mistake is told with its file, line and column, and all of them at once."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from modules.definition import Definition, DefinitionError, Fault, NoSuchGame, files, load
from modules.definition.formats.fields import FORMS
from modules.definition.schema import schemas
from modules.game_registry import HERE, games
from modules.written import folder as written


def copy_of(shipped: str, tmp_path: Path) -> Path:
    copy = tmp_path / "broken"
    shutil.copytree(HERE / shipped, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return copy


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a shipped game on hexes, to be broken."""
    return copy_of("three_battles", tmp_path)


@pytest.fixture
def card_game(tmp_path: Path) -> Path:
    """A copy of a shipped game of cards on squares."""
    return copy_of("hastings_pulsipher", tmp_path)


def change(game: Path, file: str, old: str, new: str) -> tuple[int, int]:
    """Replaces the first `old` by `new`; gives the line and column where `new` begins."""
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"the corpus no longer fits: {file} has no {old!r}"
    at = text.index(old)
    path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def load_copy(game: Path) -> Definition:
    """What is in a copy of a shipped game, as a variant of the one whose name stands in its game.yaml."""
    said = re.match(r"game: (\w+)\n", (game / "game.yaml").read_text(encoding="utf-8"))
    return load(game, variant_of=said[1] if said and said[1] in games() else "")


def faults(game: Path) -> list[Fault]:
    with pytest.raises(DefinitionError) as told:
        load_copy(game)
    return told.value.faults


def only_fault(game: Path) -> Fault:
    found = faults(game)
    assert len(found) == 1, [str(f) for f in found]
    return found[0]


def test_two_units_in_a_hex_are_told_unless_the_game_has_room_for_them(game: Path) -> None:
    """A leader beside a unit is none too many."""
    file = "scenarios/fulford.yaml"
    at = change(game, file, 'S-hearth-2: "1305"', 'S-hearth-2: "1505"')
    (fault,) = faults(game)
    assert (fault.place.file, fault.place.line) == (file, at[0])
    assert "1505 with S-" in fault.message
    change(game, file, 'S-hearth-1: "1405"', 'S-hearth-1: "1505"')
    assert only_fault(game).place.line == at[0]
    assert "a hex has room for 1 (units_per_hex in game.yaml)" in fault.message
    change(game, "game.yaml", "\ndie: 6\n", "\nunits_per_hex: 3\ndie: 6\n")
    assert load_copy(game).game.units_per_hex == 3


def test_the_copy_is_whole(game: Path) -> None:
    assert load_copy(game).name == "three_battles"


# --- keys and types: the file, what is replaced by what, what the message says ---------------------------

TYPED = {
    "unknown key": ("counters.yaml", "guard: {nation", "guard: {colour: red, nation", "unknown key `colour`"),
    "missing key": ("counters.yaml", "{nation: saxon, kind: guard", "{kind: guard", "`nation` is missing"),
    "text for a number": ("counters.yaml", "{combat: 8,", '{combat: "8",', "expected a whole number"),
    "a number for text": ("game.yaml", "name: Saxons", "name: 1066", "found 1066: expected text"),
    "a list for a mapping": ("tables.yaml", "odds:\n", "odds: []\nother:\n", "expected a mapping"),
    "a word for a list": ("scenarios/hastings.yaml", 'excludes: ["1B"]', "excludes: 1B", "expected a list"),
    "a count below one": ("counters.yaml", "count: 6", "count: 0", "expected at least 1"),
    "a bad name": (
        "game.yaml", "game: three_battles", "game: Three Battles", "expected a name of lower-case letters",
    ),
    "a bad hex id": (
        "scenarios/hastings.yaml", 'N-William: "1722"', 'N-William: "17x2"', "expected a hex id",
    ),
    "a text of nothing": ("game.yaml", "name: Saxons", 'name: ""', "found '': expected some text"),
    "a text too long": (
        "game.yaml", "name: Saxons", f"name: {'x' * 121}", "expected text of at most 120 characters",
    ),
    "terrain of no sort": ("terrain.yaml", "{where: hexside", "{where: heap", "heap"),
    "terrain without a sort": ("terrain.yaml", "{where: hexside, ", "{", "'where' is missing"),
    "terrain without a cost": ("terrain.yaml", "letter: m, mp: 2,", "letter: m,", "`mp` is missing"),
    "a cost that is no number": ("terrain.yaml", "mp: 1/2", "mp: half", "expected a number of MP"),
    "a cost over nothing": ("terrain.yaml", "mp: 1/2", "mp: 1/0", "expected a number of MP"),
    "a cost beyond measure": ("terrain.yaml", "mp: 1/2", "mp: 100", "expected 0 to 99 MP"),
    "a number for a yes": ("game.yaml", "mounted: true", "mounted: 1", "expected true or false"),
}  # fmt: skip


@pytest.mark.parametrize("case", TYPED)
def test_a_wrong_key_or_type(game: Path, case: str) -> None:
    file, old, new, message = TYPED[case]
    line, column = change(game, file, old, new)
    first = next(f for f in faults(game) if f.place.file == file)
    assert message in first.message
    if "missing" in message or "sort" in case:  # it stands where the thing begins that is not whole
        assert line - 1 <= first.place.line <= line
    else:
        assert first.place.line == line
        assert column <= first.place.column <= column + len(new)


def patterns(schema: object) -> Iterator[str]:
    """All patterns of text in a JSON schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for part in schema.values():
            yield from patterns(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from patterns(part)


def test_every_form_of_text_has_words() -> None:
    found = {each for text in schemas().values() for each in patterns(json.loads(text))}
    read_by_hand = {each for each in found if r"\d" in each and each not in FORMS}
    assert len(read_by_hand) == 3  # MP, lengths and coordinates: what reads them tells what is wrong
    assert found - read_by_hand <= set(FORMS)


def test_an_unknown_key_stands_at_its_own_column(game: Path) -> None:
    line, column = change(game, "counters.yaml", "S-guard: {nation", "S-guard: {colour: red, nation")
    fault = only_fault_of_file(game, "counters.yaml")
    assert (fault.place.line, fault.place.column) == (line, column + len("S-guard: {"))


def only_fault_of_file(game: Path, file: str) -> Fault:
    found = [f for f in faults(game) if f.place.file == file]
    assert len(found) == 1, [str(f) for f in found]
    return found[0]


# --- what shows only when the files are read together --------------------------------------------------

ACROSS = {
    "a phase of nobody": ("game.yaml", "id: movement\n", "id: movement\n    side: dane\n", "found 'dane'"),
    "phases with and without a side": (
        "game.yaml", "id: movement\n", "id: movement\n    side: saxon\n", "'archery' has no side",
    ),
    "a cost of no kind of counter": (
        "terrain.yaml", "letter: m, mp: 2,", "letter: m, mp: 2, by_kind: {elephant: 3},", "found 'elephant'",
    ),
    "unknown hex in a set-up": (
        "scenarios/hastings.yaml", 'N-William: "1722"', 'N-William: "9999"', "no hex 9999 on the map",
    ),
    "unknown hex in an overlay": ("maps/hastings.yaml", '["2429",', '["2499",', "there is no hex 2499"),
    "hexes that do not touch": ("maps/hastings.yaml", '["2603", "2703"]', '["2603", "2903"]', "not adjacent"),
    "a road that breaks": ("maps/hastings.yaml", '"0734", "0733"', '"0734", "0731"', "the road has a gap"),
    "an exit inside the map": ("maps/hastings.yaml", 'hex: "0734"', 'hex: "0730"', "not on the map edge"),
    "counts that do not add up": ("counters.yaml", "units: 20", "units: 21", "add up to 20, not 21"),
    "strength that does not add up": (
        "counters.yaml", "strength: 94", "strength: 95", "add up to 94, not 95",
    ),
    "a hole in the table": ("tables.yaml", '"1": [AR, DR, DR,', '"1": [AR, DR,', "a gap: 7 cells"),
    "a roll without a row": ("tables.yaml", '      "6": [AL', '      "7": [AL', "no row for a die roll of 6"),
    "a result of no meaning": ("tables.yaml", '"1": [AR,', '"1": [AX,', "found 'AX'"),
    "columns out of order": ("tables.yaml", '"1-4", "1-3"', '"1-3", "1-4"', "is not higher"),
    "a row one letter short": (
        "maps/hastings.yaml", '"01": "1111', '"01": "111', "59 letters, expected 60",
    ),
    "a letter of no level": ("maps/hastings.yaml", '"01": "1111', '"01": "1x11', "letter 2 is 'x'"),
    "letters of no level": (
        "maps/hastings.yaml", '"01": "1111', '"01": "xxx1', "letter 1 (and 2 more of this row) is 'x'",
    ),
    "a missing row": ("maps/hastings.yaml", '    "34": "111', '    "35": "111', "there is no row 34"),
    "an unknown nation": ("counters.yaml", "guard: {nation: saxon", "guard: {nation: dane", "found 'dane'"),
    "an unknown kind": ("counters.yaml", "kind: guard", "kind: berserk", "found 'berserk'"),
    "an unknown value": ("counters.yaml", "{combat: 8,", "{combat: 8, speed: 1,", "found 'speed'"),
    "a reduced value of nothing": (
        "counters.yaml", "reduced: {combat: 5}", "reduced: {range: 5}", "the front has no value 'range'",
    ),
    "an unknown counter": (
        "scenarios/hastings.yaml", "N-knight-6:", "N-knight-7:", "there is no counter 'N-knight-7'",
    ),
    "a counter of the other side": (
        "scenarios/hastings.yaml", "N-knight-6:", "S-huscarl-7:", "not belong to the side norman",
    ),
    "a counter out of its zone": (
        "scenarios/hastings.yaml", 'S-Harold: "3317"', 'S-Harold: "0101"', "may not be set up in 0101",
    ),
    "an unknown map": ("scenarios/hastings.yaml", "map: hastings", "map: york", "found 'york'"),
    "an unknown side": ("scenarios/hastings.yaml", "player: norman", "player: dane", "found 'dane'"),
    "one letter for two terrains": ("terrain.yaml", "letter: m", 'letter: "."', "already stands for clear"),
    "morale upside down": (
        "scenarios/hastings.yaml", "demoralization: 80, disintegration: 120",
        "demoralization: 120, disintegration: 80", "higher than demoralization",
    ),
    "a die's face that names no option": (
        "scenarios/hastings.yaml", '["1A", "1B"], ["2"]', '["1A", "1B"], ["9"]', "found '9'",
    ),
    "too few faces of the die for options": (
        "scenarios/fulford.yaml", '["4"], [], []', '["4"], []', "found 5 faces: the die has 6",
    ),
    "dice for options that name none": (
        "scenarios/fulford.yaml", '[["1"], ["2"], ["3"], ["4"], [], []]', "[[], [], [], [], [], []]",
        "no face names an option",
    ),
    "an option called as those that are drawn": (
        "scenarios/fulford.yaml", '  "4":\n', "  drawn:\n", "drawn is kept for",
    ),
    "an option that excludes nothing": (
        "scenarios/hastings.yaml", 'excludes: ["1B"]', 'excludes: ["9"]', "found '9'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ACROSS)
def test_a_mistake_between_files(game: Path, case: str) -> None:
    file, old, new, message = ACROSS[case]
    change(game, file, old, new)
    found = [f for f in faults(game) if message in f.message]
    assert found, [str(f) for f in faults(game)]
    assert all(f.place.line > 1 for f in found)


@pytest.mark.parametrize("case", ["unknown hex in a set-up", "an unknown kind", "a result of no meaning"])
def test_it_stands_on_the_line_that_was_changed(game: Path, case: str) -> None:
    file, old, new, message = ACROSS[case]
    line, column = change(game, file, old, new)
    fault = next(f for f in faults(game) if message in f.message)
    assert fault.place.file == file
    assert fault.place.line == line
    assert column <= fault.place.column <= column + len(new)


CARDS = {
    "columns in two sectors": (
        "boards/full.yaml", "columns: [3, 4]", "columns: [2, 4]", "already in the sector left",
    ),
    "columns in no sector": (
        "boards/full.yaml", "columns: [3, 4]", "columns: [4]", "no sector holds column 3",
    ),
    "a column beyond the board": ("boards/full.yaml", "columns: [5, 6]", "columns: [5, 6, 7]", "no column 7"),
    "a hill beyond the board": ("boards/full.yaml", "Ridge, rows: [1, 2, 3]", "Ridge, rows: [8]", "no row 8"),
    "a row that is home to both": (
        "boards/full.yaml", "rows: [7, 6, 5]", "rows: [7, 6, 3]", "already home to saxon",
    ),
    "a home of nobody": ("boards/full.yaml", "  norman: {rows", "  dane: {rows", "found 'dane'"),
    "a board that is not there": ("scenarios/full.yaml", "board: full", "board: york", "found 'york'"),
    "a force too small": ("scenarios/full.yaml", "S-fyrd: 2", "S-fyrd: 1", "do not fill 18 squares"),
    "more than there are": ("scenarios/full.yaml", "S-fyrd: 2", "S-fyrd: 3", "the game has 2 of S-fyrd"),
    "a force of nobody": ("scenarios/full.yaml", "S-fyrd: 2", "S-thing: 2", "found 'S-thing'"),
    "cards of the other side": ("scenarios/full.yaml", "S-fyrd: 2", "B-foot: 2", "not belong to the side"),
    "two choices for a side": (
        "cards.yaml", "- {sides: [norman], name: Fresh", "- {sides: [saxon], name: Fresh", "has 2 choices",
    ),
    "a pack too small": ("cards.yaml", "hand: 3", "hand: 8", "too few to deal 8"),
}  # fmt: skip


@pytest.mark.parametrize("case", CARDS)
def test_a_mistake_of_a_board_or_of_cards(card_game: Path, case: str) -> None:
    file, old, new, message = CARDS[case]
    change(card_game, file, old, new)
    found = [f for f in faults(card_game) if message in f.message]
    assert found, [str(f) for f in faults(card_game)]
    assert all(f.place.file == file and f.place.line > 1 for f in found)


@pytest.mark.parametrize("steps", ["[2, 0]", "[-1]"])
def test_a_block_without_strength_is_told(tmp_path: Path, steps: str) -> None:
    game = copy_of("year_of_the_comet", tmp_path)
    line, _ = change(game, "counters.yaml", "name: Harold, steps: [1]", f"name: Harold, steps: {steps}")
    fault = only_fault(game)
    assert "a block has a strength of at least 1" in fault.message
    assert fault.place.line == line


def test_a_file_that_cannot_be_typed_is_not_missed_elsewhere(game: Path) -> None:
    """A wrong word in a scenario is one fault, not one of the campaign that names the scenario as well."""
    change(game, "scenarios/fulford.yaml", "turns: 10", "turns: ten")
    change(game, "maps/hastings.yaml", "metres_per_hex: 50", "metres_per_hex: fifty")
    found = faults(game)
    assert sorted(f.place.file for f in found) == ["maps/hastings.yaml", "scenarios/fulford.yaml"]


def test_a_hex_map_needs_terrain(game: Path) -> None:
    (game / "terrain.yaml").unlink()
    assert only_fault(game).place.file == "terrain.yaml"


def test_a_game_needs_a_map_or_a_board(card_game: Path) -> None:
    shutil.rmtree(card_game / "boards")
    assert any("a game has at least one map or board" in f.message for f in faults(card_game))


# --- what is no data -----------------------------------------------------------------------------------

UNREADABLE = {
    "an alias": ("title: *bomb", "anchors and aliases are not allowed"),
    "an anchor": ("title: &bomb [x, x]", "anchors and aliases are not allowed"),
    "a python tag": ("title: !!python/object/apply:os.system [ls]", "the tag"),
    "a tag of its own": ("title: !secret x", "the tag"),
    "a key twice": ("game: three_battles\ntitle: x", "the key 'game' appears twice"),
    "a list as a key": ("? [a, b]\n: x", "a key must be a plain word"),
    "a second document": ("---\ngame: y", "a second YAML document"),
    "an open bracket": ("title: [x", "not YAML: did not find expected ',' or ']': close what an earlier"),
    "a tab": ("\ttitle: x", "a tab character that violates indentation: indent with spaces"),
    "a colon in a text": ("title: The mill: rules", "put text with a colon in quotes"),
    "a line that begins too far left": ("a:\n    b: 1\n  c: 2", "begin the line under the first letter"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_is_no_plain_data(game: Path, case: str) -> None:
    text, message = UNREADABLE[case]
    path = game / "game.yaml"
    path.write_text(f"game: three_battles\n{text}\n")
    found = [f for f in faults(game) if f.place.file == "game.yaml"]
    assert message in found[0].message
    assert found[0].place.line >= 2


def test_an_alias_bomb_is_refused_at_once(game: Path) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}, *{old}]"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    (game / "rulings.yaml").write_text("\n".join(lines))
    fault = only_fault_of_file(game, "rulings.yaml")
    assert "anchors and aliases" in fault.message
    assert (fault.place.line, fault.place.column) == (1, 4)


def test_nothing_is_run(game: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    (game / "rulings.yaml").write_text(f"rulings: !!python/object/apply:os.mkdir ['{made}']\n")
    assert faults(game)
    assert not made.exists()


def test_a_deep_nest_is_refused(game: Path) -> None:
    (game / "rulings.yaml").write_text("rulings: " + "[" * 40 + "]" * 40)
    assert "nested deeper than 20 levels" in only_fault_of_file(game, "rulings.yaml").message


def test_a_nest_deeper_than_the_parser_goes_is_refused(game: Path) -> None:
    """Newer releases of libyaml have a limit of their own, in their own words."""
    (game / "rulings.yaml").write_text("rulings: " + "[" * 5000 + "]" * 5000)
    assert re.search("nested deeper|nesting depth", only_fault_of_file(game, "rulings.yaml").message)


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n"])
def test_an_empty_file(game: Path, text: str) -> None:
    (game / "tables.yaml").write_text(text)
    assert "empty" in only_fault_of_file(game, "tables.yaml").message


def test_a_file_that_is_not_text(game: Path) -> None:
    (game / "tables.yaml").write_bytes(b"\xff\xfe\x00odds")
    assert "UTF-8" in only_fault_of_file(game, "tables.yaml").message


def test_a_missing_file(game: Path) -> None:
    (game / "tables.yaml").unlink()
    assert "is missing" in only_fault_of_file(game, "tables.yaml").message


def test_no_maps(game: Path) -> None:
    for file in (game / "maps").iterdir():
        file.unlink()
    assert any(f.place.file == "maps/" for f in faults(game))


def test_no_game_in_the_folder(tmp_path: Path) -> None:
    with pytest.raises(NoSuchGame, match=r"game\.yaml"):
        load(tmp_path)


# --- all at once ---------------------------------------------------------------------------------------


def test_every_mistake_is_told_in_one_run(game: Path) -> None:
    change(game, "counters.yaml", "S-guard: {nation", "S-guard: {colour: red, nation")
    change(game, "tables.yaml", '"1": [AR,', '"1": [AX,')
    change(game, "maps/hastings.yaml", '"01": "1111', '"01": "111')
    change(game, "terrain.yaml", "letter: m, ", 'letter: "." , ')
    found = faults(game)
    assert {"counters.yaml", "tables.yaml", "maps/hastings.yaml", "terrain.yaml"} <= {
        f.place.file for f in found
    }
    assert found == sorted(found)


def test_an_entry_with_one_wrong_field_is_looked_at_further(game: Path) -> None:
    change(game, "counters.yaml", "S-guard: {nation: saxon,", "S-guard: {nation: dane, count: 0,")
    change(game, "game.yaml", "    name: Movement\n", "    name: 12\n    side: welsh\n")
    change(game, "scenarios/hastings.yaml", 'N-William: "1722"', 'N-William: "17x2", N-Odo: "9999"')
    told = [f.message for f in faults(game)]
    for word in ("found 'dane'", "found 'welsh'", "there is no hex 9999"):
        assert len([each for each in told if word in each]) == 1, told
    assert not [each for each in told if "add up" in each]  # what follows from the count


def test_what_comes_after_an_entry_that_was_cut_keeps_its_place(game: Path) -> None:
    change(game, "game.yaml", "    name: Movement\n", "    name: 12\n    side: saxon\n")
    line, _ = change(game, "game.yaml", "  - id: rally\n", "  - id: rally\n    side: welsh\n")
    assert [f.place.line for f in faults(game) if "found 'welsh'" in f.message] == [line + 1]


def test_every_fault_reads_file_line_column(game: Path) -> None:
    change(game, "counters.yaml", "units: 20", "units: 21")
    change(game, "tables.yaml", '"1": [AR,', '"1": [AX,')
    with pytest.raises(DefinitionError) as told:
        load_copy(game)
    lines = str(told.value).splitlines()
    assert len(lines) >= 2
    assert all(re.fullmatch(r"[a-z_/]+\.yaml:\d+:\d+: .+", line) for line in lines)
    assert str(game) not in str(told.value)


@pytest.mark.parametrize(
    ("name", "other"),
    [("sheets/hastings.yaml", "sheets/hastings.yml"), ("rulings.yaml", "rulings.YAML")],
)
def test_a_file_that_would_not_be_read_is_told(game: Path, name: str, other: str) -> None:
    (game / name).rename(game / other)
    (game / "notes.yml").write_text("mine", encoding="utf-8")  # no file of a game
    assert only_fault_of_file(game, other).message.startswith(
        "this file is not read: a game's files end in .yaml"
    )
    assert not [fault for fault in faults(game) if fault.place.file == "notes.yml"]


@pytest.mark.parametrize("name", ["con", "aux", "nul", "com1", "lpt9"])
def test_names_that_windows_keeps_for_devices(game: Path, name: str) -> None:
    change(game, "game.yaml", "saxon:", f"{name}:")
    assert any(
        f"found '{name}': expected another name: on Windows no file can be called so" in str(each)
        for each in faults(game)
    )


def test_counters_that_differ_only_in_case(game: Path) -> None:
    text = (game / "counters.yaml").read_text(encoding="utf-8")
    entry = re.search(r"^  N-archer:.*\n(?:    .*\n)*", text, re.MULTILINE)
    assert entry is not None
    (game / "counters.yaml").write_text(
        text.replace(entry[0], entry[0] + entry[0].replace("N-archer", "N-ARCHER", 1)), encoding="utf-8"
    )
    assert any("N-ARCHER-1 and N-archer-1 differ only in case" in str(each) for each in faults(game))


def test_every_file_that_is_read_has_a_type() -> None:
    assert [*files.SINGLE] == [*written.SINGLE]
    assert [*files.FOLDERS] == [*written.FOLDERS]
    assert {folder for folder, _ in files.BY_KEY} <= {*written.FOLDERS}
