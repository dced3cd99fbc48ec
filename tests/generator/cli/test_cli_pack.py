"""`senlac pack`, and its file wherever GAME stands: the same bytes as from the folder."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.cli.app import _begun
from generator.new_game import start_game
from generator.vassal.make import _thing
from generator.vassal.module.planning import Sizes
from modules.definition import load
from modules.game_file import opened
from modules.game_file.archive import pack_files
from modules.game_file.contents import read_contents
from modules.game_registry import HERE


@pytest.fixture(autouse=True)
def mill(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder in which senlac runs holds a new game."""
    start_game(tmp_path / "mill")
    monkeypatch.chdir(tmp_path)


def change(file: str, old: str, new: str) -> None:
    text = Path(file).read_text("utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), "utf-8")


def pack_as_it_is(folder: str, file: str) -> None:
    """A file of a game with faults, as a stranger makes one."""
    Path(file).write_bytes(pack_files(read_contents(Path(folder)).files))


def test_pack_tells_what_one_reads_to_another(senlac) -> None:
    Path("mill/scan\n.pdf").write_bytes(b"x")
    for number in range(9):
        Path(f"mill/draft{number}.txt").write_bytes(b"x")
    code, out, err = senlac("pack", "mill")
    told = out.splitlines()
    assert (code, err) == (0, "")
    assert told[0].startswith("wrote mill-0.1.0.senlac: 11 files, ")
    assert told[1] == "Mill, version 0.1.0"
    assert [line.partition(": ")[0] for line in told[2:4]] == ["played by", "looked at"]
    assert [len(line.split(", ")[1].split()) for line in told[2:4]] == [12, 12]
    assert told[4].startswith("left out: draft0.txt, ")
    assert told[4].endswith("draft7.txt, and 2 more")
    assert told[5].startswith("fits a mail: ")
    facts = json.loads(senlac("pack", "mill-0.1.0.senlac", "--out", "again.senlac", "--json").out)
    assert facts["file"] == "again.senlac"
    assert (facts["game"], facts["version"], facts["fits_mail"], facts["left_out"]) == (
        "mill",
        "0.1.0",
        True,
        [],
    )
    for line, key in zip(told[2:4], ("played_by", "looked_at"), strict=True):
        digest = facts["digests"][key]
        assert line.endswith(f": {digest['sha256'][:16]}, {digest['words']}")
    assert Path("again.senlac").read_bytes() == Path("mill-0.1.0.senlac").read_bytes()
    assert facts["bytes"] == Path("again.senlac").stat().st_size


def test_a_game_with_faults_is_not_packed(senlac) -> None:
    change("mill/game.yaml", "die: 6", "die: six")
    change("mill/maps/mill.yaml", "metres_per_hex: 100", "metres_per_hex: 0")
    code, out, err = senlac("pack", "mill")
    assert (code, out) == (1, "")
    assert {line.partition(": ")[0] for line in err.replace("senlac: ", "").splitlines()} >= {
        "mill/game.yaml:18:1",
        "mill/maps/mill.yaml:14:1",
    }
    Path("mill/game.yaml").unlink()
    assert senlac("pack", "mill").code == 2
    assert [each.name for each in Path().iterdir()] == ["mill"]


def test_art_that_cannot_be_drawn_or_carried_is_not_packed(senlac) -> None:
    Path("mill/art/figures").mkdir(parents=True)
    Path("mill/art/figures/a.svg").write_text("<svg><script/></svg>")
    code, _, err = senlac("pack", "mill")
    assert (code, err.startswith("senlac: mill/art/figures/a.svg")) == (1, True)
    shutil.move("mill/art/figures/a.svg", "mill/art/figures/caf\u00e9.md")
    code, _, err = senlac("pack", "mill")
    assert (code, "not every system can write this name" in err) == (1, True)
    assert [each.name for each in Path().iterdir()] == ["mill"]


@pytest.mark.parametrize("game", ["three_battles", str(HERE / "three_battles")])
def test_an_installed_game_is_not_packed(senlac, game: str) -> None:
    code, out, err = senlac("pack", game)
    assert (code, out) == (1, "")
    assert err.startswith("senlac: three_battles comes with Senlac, so that everybody has it")
    assert [each.name for each in Path().iterdir()] == ["mill"]


def test_a_strangers_game_of_an_installed_name_is_not_packed(senlac) -> None:
    change("mill/game.yaml", "game: mill", "game: three_battles")
    assert senlac("pack", "mill").code == 1
    assert [each.name for each in Path().iterdir()] == ["mill"]


def test_no_file_of_a_game_is_put_into_its_folder(senlac, monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, err = senlac("pack", "mill", "--out", "mill/maps/a.senlac")
    assert (code, "lies in the game's own folder: name a place beside it" in err) == (2, True)
    assert senlac("pack", "mill", "--out", "a.zip").code == 2
    monkeypatch.chdir("mill")
    assert senlac("pack", ".").code == 2
    assert senlac("pack", ".", "--out", "../b.senlac").code == 0
    assert not list(Path().rglob("*.senlac"))


def test_a_fault_in_a_file_is_told_under_the_name_of_the_file(senlac) -> None:
    change("mill/game.yaml", "die: 6", "die: six")
    pack_as_it_is("mill", "mill.senlac")
    ran = senlac("check", "mill.senlac")
    assert ran.out.startswith("mill.senlac/game.yaml:18:1: ")
    assert ran.err == "mill.senlac: 1 fault\n"
    facts = json.loads(senlac("check", "mill.senlac", "--json").out)
    assert facts["faults"][0]["path"] == "mill.senlac/game.yaml"
    for words in ("build", "module", "kit", "preview", "pack"):
        assert senlac(words, "mill.senlac").err.startswith("senlac: mill.senlac/game.yaml:18:1: "), words


def test_what_is_no_game_is_one_line_for_each_command(senlac) -> None:
    Path("bad.senlac").write_bytes(b"PK")
    for words in ("check", "build", "module", "kit", "preview", "rules", "provenance", "pack"):
        code, out, err = senlac(words, "bad.senlac")
        assert (code, out) == (1, ""), words
        assert err == "senlac: bad.senlac: not a game's file, or damaged on the way: get it again\n", words
    assert {each.name for each in Path().iterdir()} == {"mill", "bad.senlac"}


def test_a_damaged_list_of_pieces_is_told_without_the_temporary_folder(senlac) -> None:
    Path("mill/vassal-slots.json").write_text('{"a": 0}')
    pack_as_it_is("mill", "mill.senlac")
    code, _, err = senlac("module", "mill.senlac")
    assert (code, err.partition(": slot ")[0]) == (1, "senlac: mill.senlac/vassal-slots.json")


def test_rules_are_of_games_that_ship(senlac) -> None:
    Path("mill/rules.yaml").unlink()
    pack_as_it_is("mill", "hand.senlac")
    Path("case.yaml").touch()
    says = "senlac: hand.senlac/mill_bridge is played by hand: it has no rules that could be studied; "
    assert senlac("odds", "hand.senlac/mill_bridge", "--case", "case.yaml").code == 1
    assert senlac("study", "hand.senlac/mill_bridge", "--out", "s").err.startswith(says)
    assert senlac("rules", "hand.senlac").out.startswith("31 numbers: ")
    code, _, err = senlac("vassal", "save", "hand.senlac/x", "--out", "a.vsav")
    assert (code, "hand.senlac has hand.senlac/mill_bridge" in err) == (2, True)


CALLS = (
    "check GAME",
    "check GAME --json",
    "provenance GAME --json",
    "build GAME --only counters --dpi 30",
    "module GAME",
    "module GAME --json",
    "kit GAME --only cover,markers,maps",
    "preview GAME",
    "vassal save GAME/mill_bridge --out start.vsav",
    "vassal read start.vsav --game GAME",
    "pack GAME",
)


@pytest.mark.whole
def test_all_that_is_made_of_a_file_is_what_is_made_of_the_folder(
    senlac, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Byte for byte, under the same names; nothing of it names the temporary folder."""
    pack_as_it_is("mill", "mill.senlac")
    made = []
    for where, game in (("one", "../mill"), ("two", "../mill.senlac")):
        Path(where).mkdir()
        monkeypatch.chdir(where)
        said = [senlac(*call.replace("GAME", game).split()) for call in CALLS]
        assert [ran.code for ran in said] == [0] * len(CALLS)
        told = "".join(ran.out + ran.err for ran in said).replace(game, "GAME")
        monkeypatch.chdir(tmp_path)
        files = {
            path.relative_to(where): path.read_bytes() for path in Path(where).rglob("*.*") if path.is_file()
        }
        made.append((told.replace("nothing has changed: mill.vmod is up to date", "wrote mill.vmod"), files))
    names = {path.parts[0] for path in made[0][1]}
    slots = {"mill-0.1.0.senlac"}  # of a module of the folder, its numbers are kept there
    assert names == {"mill-pictures", "mill.html", "mill.pdf", "mill.vmod", "start.vsav", *slots}
    for one in (files for _, files in made):
        del one[Path("mill-0.1.0.senlac")]
    assert made[0][1] == made[1][1]
    room = str(opened._room()).encode()
    assert not [path for path, data in made[1][1].items() if room in data]
    assert room.decode() not in made[1][0]


def test_pictures_of_a_module_are_kept_under_the_place_of_the_file() -> None:
    """Not under a folder that the next command has elsewhere."""
    pack_as_it_is("mill", "mill.senlac")
    file = opened.open_file(Path("mill.senlac"))
    first = _thing(load(file.folder), Sizes())
    moved = replace(load(file.folder), folder=Path("mill.senlac").resolve())
    assert first == _thing(moved, Sizes()) != _thing(load(Path("mill")), Sizes())


def test_a_shell_completes_files_of_games() -> None:
    pack_as_it_is("mill", "mill.senlac")
    assert _begun("mi") == ["mill", "mill.senlac"]


def test_games_of_folders_are_listed_as_one_types_them(senlac, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = senlac("list").out
    Path("my games").mkdir()
    assert senlac("list", "--games", "my games").out == shipped
    pack_as_it_is("mill", "my games/mill.senlac")
    shutil.copytree("mill", "my games/other")
    Path("my games/notes.txt").touch()
    code, out, err = senlac("list", "--games", "my games")
    assert (code, err) == (0, "")
    assert out.removeprefix(shipped).splitlines() == [
        "'my games/mill.senlac/mill_bridge'  (by clauses and by hand)",
        "'my games/other/mill_bridge'  (by clauses and by hand)",
    ]
    monkeypatch.setenv("SENLAC_GAMES", "my games")
    assert senlac("list").out == out
    assert senlac("list", "--games", "my games").out == out
    file, folder = json.loads(senlac("list", "--json").out)[-2:]
    assert (file["file"], file["version"], file["rules"]) == ("my games/mill.senlac", "0.1.0", False)
    assert len(file["digests"]["looked_at"]["words"].split()) == 12
    assert file["scenarios"][0]["scenario"] == "my games/mill.senlac/mill_bridge"
    assert (folder["folder"], "digests" in folder) == ("my games/other", False)


def test_a_bad_file_does_not_stop_the_list(senlac) -> None:
    pack_as_it_is("mill", "z.senlac")
    Path("a.senlac").write_bytes(b"x")
    change("mill/game.yaml", "die: 6", "die: six")
    pack_as_it_is("mill", "faulty.senlac")
    code, out, err = senlac("list", "--games", ".")
    assert code == 1
    assert out.splitlines()[-1] == "z.senlac/mill_bridge  (by clauses and by hand)"
    assert err.splitlines() == [
        "senlac: a.senlac: not a game's file, or damaged on the way: get it again",
        "senlac: faulty.senlac: 1 fault: `senlac check faulty.senlac` lists them",
        "senlac: mill: 1 fault: `senlac check mill` lists them",
    ]
