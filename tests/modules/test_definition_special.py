"""A game's own part of its files: typed by the game, told with its place, refused where nobody reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from test_definition_faults import change, copy_of, faults, load_copy, only_fault

from modules import game_registry, library
from modules.definition import DefinitionError, load
from modules.definition.schema import schemas
from modules.written.source import read

STAMFORD, HASTINGS = "scenarios/stamford_bridge.yaml", "scenarios/hastings.yaml"
CAMPAIGN = "campaigns/campaign.yaml"

WRONG = {
    "a key that the game does not know": (
        STAMFORD, "edge_exits: ", "edge_exit: ", "unknown key `edge_exit`",
    ),
    "text for a number": (STAMFORD, "{viking: 2}", "{viking: two}", "expected a whole number"),
    "a side that there is not": (STAMFORD, "held: viking", "held: dane", "found 'dane'"),
    "a side of both beaten": (HASTINGS, "both_beaten: saxon", "both_beaten: dane", "found 'dane'"),
    "a side that loses its leaders": (STAMFORD, "{viking: 2}", "{dane: 2}", "found 'dane'"),
    "a commander of no side": (
        HASTINGS, "norman: {counter: N-William", "dane: {counter: N-William", "found 'dane'",
    ),
    "a commander who is no counter": (
        HASTINGS, "{counter: N-William", "{counter: N-Willem", "there is no counter 'N-Willem'",
    ),
    "an area that the map lacks": (STAMFORD, "bank: west", "bank: wset", "found 'wset'"),
    "a hex that the map lacks": (STAMFORD, 'centre: "4808"', 'centre: "9908"', "there is no hex 9908"),
    "rules of no battle": (STAMFORD, "kind: camp_held", "kind: camping", "found 'camping'"),
    "rules that are not whole": (STAMFORD, "    rushing: saxon\n", "", "`rushing` is missing"),
    "a battle that is not fought": (CAMPAIGN, "battle: hastings", "battle: york", "found 'york'"),
    "a player who is nobody": (CAMPAIGN, "invader: invader", "invader: dane", "found 'dane'"),
    "a nation of nobody": (CAMPAIGN, "rebels: rebel", "rebels: danes", "found 'danes'"),
    "a leader who is no counter": (CAMPAIGN, "tostig: R-Tostig", "tostig: R-Tosti", "no counter 'R-Tosti'"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_in_it_is_told_where_it_stands(tmp_path: Path, case: str) -> None:
    game = copy_of("three_battles", tmp_path)
    file, old, new, message = WRONG[case]
    line, column = change(game, file, old, new)
    fault = only_fault(game)
    assert message in fault.message
    assert fault.place.file == file
    if "missing" in message or "camping" in new:  # it stands where the thing begins that is not whole
        assert line - 3 <= fault.place.line <= line
    else:
        assert fault.place.line == line
        assert column <= fault.place.column <= column + len(new)


def test_what_a_game_cannot_do_without_is_missed(tmp_path: Path) -> None:
    game = copy_of("three_battles", tmp_path)
    change(game, "scenarios/fulford.yaml", "special:\n  both_beaten: saxon\n", "special:\n")
    change(game, CAMPAIGN, "  rebels: rebel\n", "")
    told = {fault.place.file: fault.message for fault in faults(game)}
    assert told == {"scenarios/fulford.yaml": "`both_beaten` is missing", CAMPAIGN: "`rebels` is missing"}


def test_a_variant_of_a_shipped_game_is_checked_as_that_game_is(tmp_path: Path) -> None:
    special = load_copy(copy_of("three_battles", tmp_path)).scenarios["hastings"].special
    assert special == library.definition("three_battles").scenarios["hastings"].special
    assert special is not None


def test_nobody_reads_it_in_another_game(tmp_path: Path) -> None:
    game = copy_of("hastings_pulsipher", tmp_path)
    line, column = change(game, "scenarios/small.yaml", "turns:", "special: {valour: 3}\nturns:")
    fault = only_fault(game)
    assert "only the rules of a shipped game" in fault.message
    assert (fault.place.line, fault.place.column) == (line, column)


@pytest.mark.parametrize("name", ["engine", "definition", "three_battles/maps"])
def test_a_room_is_no_game(tmp_path: Path, name: str) -> None:
    """Code is loaded for the name of a game, and for nothing else that a file may say."""
    game = copy_of("three_battles", tmp_path)
    change(game, "game.yaml", "game: three_battles", f"game: {name}")
    files = {
        fault.place.file for fault in faults(game) if "only the rules of a shipped game" in fault.message
    }
    assert files == (set() if "/" in name else {STAMFORD, HASTINGS, "scenarios/fulford.yaml", CAMPAIGN})


# --- names of games ------------------------------------------------------------------------------------


def test_the_name_of_a_game_that_ships_is_reserved(tmp_path: Path) -> None:
    """It is told of a copy, whatever else is wrong with game.yaml; and nothing there reads its own parts."""
    game = copy_of("three_battles", tmp_path)
    change(game, "game.yaml", "game: three_battles", "# Ours\ngame: three_battles\nvalour: 3")
    with pytest.raises(DefinitionError) as error:
        load(game)
    told = [str(fault) for fault in error.value.faults]
    name = "game.yaml:2:1: found 'three_battles': this is the name of a game that comes with Senlac"
    assert [fault for fault in told if "three_battles" in fault] == [f"{name}: choose another name"]
    assert sum("only the rules of a shipped game read this: remove it" in fault for fault in told) == 4
    assert len(told) == 6


@pytest.mark.parametrize("name", library.games())
def test_its_own_folder_bears_it_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "link").symlink_to(game_registry.HERE / name)
    monkeypatch.chdir(game_registry.HERE / "engine")
    for folder in (tmp_path / "link", Path("..") / name, game_registry.HERE / name):
        assert load(folder).name == game_registry.name_of(folder) == name
    assert game_registry.name_of(Path("../engine")) == game_registry.name_of(tmp_path) == ""


def test_a_variant_bears_the_name_of_its_game(tmp_path: Path) -> None:
    """A variant of one game is none of another, and has none of its parts."""
    game = copy_of("three_battles", tmp_path)
    for name in ("shield_wall", "my_game"):
        with pytest.raises(DefinitionError) as error:
            load(game, variant_of=name)
        told = [fault.message for fault in error.value.faults if fault.place.file == "game.yaml"]
        assert told == [f"found 'three_battles': expected {name!r}, the game by whose rules this is played"]


def test_studies_alone_load_variants() -> None:
    """Whatever else passes the name of a game would give its code to a stranger's folder."""
    root = game_registry.HERE.parent
    rooms = (root / room for room in ("generator", "modules", "pbem", "scripts"))
    files = (file for room in rooms for file in sorted(room.rglob("*.py")))
    passing = {
        file.relative_to(root).as_posix() for file in files if "variant_of=" in file.read_text("utf-8")
    }
    rooms_within = {"modules/definition/__init__.py", "modules/definition/loader.py"}
    assert passing == {"generator/studies/plan.py", *rooms_within}


# --- schemas -------------------------------------------------------------------------------------------


def plain(file: Path) -> Any:
    """A file as JSON has it."""
    return json.loads(json.dumps(read(file, file.name).data))


def told(schema: str, data: Any) -> list[str]:
    made = json.loads(schemas(library.games())[f"{schema}.schema.json"])
    return [error.message for error in Draft202012Validator(made).iter_errors(data)]


@pytest.mark.whole
@pytest.mark.parametrize("folder", ["scenarios", "campaigns"])
def test_its_schema_fits_what_ships_and_the_general_one_has_no_room_for_it(folder: str) -> None:
    for file in sorted((game_registry.HERE / "three_battles" / folder).glob("*.yaml")):
        data = plain(file)
        assert told(f"three_battles_{folder}", data) == []
        assert len(told(folder, data)) == 1
        data["special"]["valour"] = 3
        assert any("valour" in message for message in told(f"three_battles_{folder}", data))
        del data["special"]
        assert told(folder, data) == []
        assert any("special" in message for message in told(f"three_battles_{folder}", data))
