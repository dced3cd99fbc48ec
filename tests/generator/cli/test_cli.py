"""The command senlac: what it prints, writes and returns, and that no user ever sees a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from changed import own_copy
from typer.main import get_command

from generator import cli, console
from generator.new_game import start_game
from modules import library

SENLAC = Path(sys.executable).parent / "senlac"
COMMANDS = ["list", "check", "schema", "build", "kit", "module", "new", "pack", "art", "preview"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return own_copy("three_battles", tmp_path / "my_game", "*.py")


def change(game: Path, file: str, old: str, new: str) -> None:
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# --- help ----------------------------------------------------------------------------------------------


def test_help_names_every_command(senlac) -> None:
    said = senlac("--help").out
    assert all(f"\n  {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_an_example(senlac, command: str) -> None:
    said = senlac(command, "--help")
    assert said.code == 0
    assert f"Example: senlac {command}" in said.out


def test_help_cuts_no_line_off(senlac, monkeypatch) -> None:
    """Each command has one line, and it fits a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    for words in ((), ("vassal",)):
        lines = senlac(*words, "--help").out.splitlines()
        commands = lines[lines.index("Commands:") + 1 :]
        assert commands
        assert not [line for line in commands if line.endswith("...")]


def test_the_version_is_that_of_the_distribution(senlac) -> None:
    ran = senlac("--version")
    assert (ran.code, ran.out) == (0, f"senlac {version('senlac')}\n")


def test_help_imports_nothing_heavy() -> None:
    """Help comes at once because only commands import what draws and checks."""
    code = (
        "import sys; sys.argv = ['senlac', '--help']\n"
        "from generator.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'lxml', 'resvg', 'typst', 'pikepdf', 'pydantic', 'fontTools', 'svgwrite', 'rich', 'yaml'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_command_reads_the_arguments_of_no_other() -> None:
    """Of every command the first word alone chooses it; a word that calls none leaves all, to be told of."""
    app = cli.app.app
    every = get_command(app)
    for name in every.commands:
        assert [*get_command(console.only_called(app, [name, "--help"])).commands] == [name]
    assert [*get_command(console.only_called(app, ["--version"])).commands] == [*every.commands]
    assert [*get_command(console.only_called(app, [])).commands] == [*every.commands]


# --- for designers -------------------------------------------------------------------------------------


def test_new_says_what_it_wrote_and_what_is_next(senlac, tmp_path: Path) -> None:
    ran = senlac("new", tmp_path / "mygame", "--json")
    assert json.loads(ran.out)["folder"] == str(tmp_path / "mygame")
    assert senlac("check", tmp_path / "mygame").code == 0
    again = senlac("new", tmp_path / "mygame")
    assert again.code == 1
    assert again.err == f"senlac: {tmp_path / 'mygame'} is not empty: name a new or empty folder\n"


def test_preview_says_what_it_wrote(senlac, tmp_path: Path) -> None:
    senlac("new", tmp_path / "mygame")
    out = tmp_path / "page.html"
    ran = senlac("preview", tmp_path / "mygame", "--out", out, "--json")
    told = json.loads(ran.out)
    assert (told["file"], told["bytes"]) == (str(out), out.stat().st_size)
    assert "Maps" in told["sections"]


# --- usage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["check"],
        ["check", "no_such_game"],
        ["build", "no_such_game", "--out", "x"],
        ["build", "three_battles", "--out", "x", "--only", "hats"],
        ["build", "three_battles", "--out", "x", "--dpi", "5"],
        ["kit", "three_battles", "--out", "x.pdf", "--paper", "a5"],
        ["kit", "three_battles", "--out", "x.pdf", "--only", "hats"],
        ["kit", "three_battles", "--out", "x.pdf", "--overlap", "60"],
        ["kit", "three_battles", "--proof", "x.pdf"],
        *(
            ["kit", "three_battles", "--out", "x.pdf", "--back-offset", offset]
            for offset in ("5.1,0", "0,nan", "1", "1,2,3", "a,b")
        ),
        ["check", "three_battles", "--loud"],
    ],
)
def test_a_wrong_call_ends_with_two(senlac, words: list[str], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = senlac(*words)
    assert ran.code == 2
    assert ran.err.strip()
    assert ran.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_game(senlac, tmp_path: Path) -> None:
    ran = senlac("check", tmp_path)
    assert ran.code == 2
    assert "game.yaml" in ran.err


# --- list, check, schema -------------------------------------------------------------------------------


def test_list_gives_one_scenario_a_line(senlac) -> None:
    assert "three_battles/hastings" in senlac("list").out.splitlines()
    games = json.loads(senlac("list", "--json").out)
    found = {game["game"]: game["scenarios"] for game in games}
    assert {"scenario": "three_battles/hastings", "title": "Hastings"} in found["three_battles"]


@pytest.mark.parametrize("name", ["three_battles"])
def test_a_whole_game_has_no_faults(senlac, name: str) -> None:
    ran = senlac("check", name)
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(senlac("check", name, "--json").out) == {"game": name, "ok": True, "faults": []}


def test_check_prints_each_fault_with_its_place(senlac, game: Path) -> None:
    change(game, "counters.yaml", "S-guard: {nation: saxon", "S-guard: {nation: norman")
    change(game, "tables.yaml", '"1": [AR,', '"1": [AX,')
    ran = senlac("check", game)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert any(line.startswith(f"{game}/tables.yaml:6:13: found 'AX'") for line in lines)
    assert any(line.startswith(f"{game}/counters.yaml:") and "add up to" in line for line in lines)
    told = json.loads(senlac("check", game, "--json").out)
    assert [f"{f['path']}:{f['line']}:{f['column']}: {f['message']}" for f in told["faults"]] == lines
    assert {f["file"] for f in told["faults"]} >= {"tables.yaml", "counters.yaml"}
    assert told["ok"] is False


@pytest.mark.parametrize(
    ("here", "words", "shown"),
    [("", "my_game", "my_game/tables.yaml"), ("my_game", ".", "tables.yaml"), ("my_game/maps", "..", None)],
)
def test_the_path_of_a_fault_can_be_clicked(
    senlac, game: Path, monkeypatch: pytest.MonkeyPatch, here: str, words: str, shown: str | None
) -> None:
    change(game, "tables.yaml", '"1": [AR,', '"1": [AX,')
    monkeypatch.chdir(game.parent / here)
    path = f"{shown or game / 'tables.yaml'}:6:13: found 'AX'"
    assert senlac("check", words).out.startswith(path)
    assert senlac("build", words, "--out", "o").err.startswith(f"senlac: {path}")


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "game.yaml",
            "letter: F, palette: french",
            "letter: F, palette: martian",
            "expected a palette of sides",
        ),
        ("game.yaml", "figure: fyrd", "figure: elephant", "art/figures/elephant.svg is missing"),
        ("game.yaml", "layout: leader", "layout: tank", "art/layouts/tank.yaml is missing"),
        ("game.yaml", 'text: "LOSS ×1"', 'text: "ANTIDISESTABLISHED ×1"', "marker loss_1, front, field"),
        (
            "counters.yaml",
            "name: Harold",
            "name: Harold Godwineson of Wessex",
            "counter S-Harold, front, field",
        ),
        ("counters.yaml", "{leadership: 2, movement: 4}", "{leadership: 2}", "no value 'movement'"),
    ],
)
def test_check_tells_what_cannot_be_drawn(
    senlac, game: Path, file: str, old: str, new: str, fault: str
) -> None:
    change(game, file, old, new)
    line = (game / file).read_text(encoding="utf-8").split(new)[0].count("\n") + 1
    ran = senlac("check", game)
    assert ran.code == 1
    there = f"{game / file}:{line}:"
    assert any(said.startswith(there) and fault in said for said in ran.out.splitlines()), ran.out


def test_schema_writes_json_schemas(senlac, tmp_path: Path) -> None:
    ran = senlac("schema", "--out", tmp_path / "schemas")
    assert ran.code == 0
    names = sorted(p.name for p in (tmp_path / "schemas").iterdir())
    assert "counters.schema.json" in names
    assert all(f"wrote {tmp_path / 'schemas' / name}" in ran.out for name in names)
    assert json.loads((tmp_path / "schemas" / "maps.schema.json").read_text())["title"] == "Senlac maps"


# --- build, kit ----------------------------------------------------------------------------------------


def test_build_says_what_it_wrote(senlac, tmp_path: Path) -> None:
    words = ("build", "three_battles", "--out", tmp_path / "out", "--only", "charts", "--dpi", 40)
    ran = senlac(*words)
    assert ran.code == 0
    assert f"pictures, each as SVG and PNG, listed in {tmp_path / 'out' / 'manifest.json'}" in ran.out
    ran = senlac(
        "build", "three_battles", "--out", tmp_path / "out", "--only", "charts", "--dpi", 40, "--json"
    )
    told = json.loads(ran.out)
    assert all((tmp_path / "out" / name).is_file() for name in told["files"])


def test_build_of_a_broken_game_tells_every_fault(senlac, game: Path, tmp_path: Path) -> None:
    change(game, "counters.yaml", "S-guard: {nation: saxon", "S-guard: {nation: norman")
    change(game, "tables.yaml", '"1": [AR,', '"1": [AX,')
    ran = senlac("build", game, "--out", tmp_path / "out")
    assert ran.code == 1
    assert "tables.yaml:6:13" in ran.err
    assert "counters.yaml:" in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("build", "--only", "charts", "--out", "pictures"),
        ("kit", "--only", "charts", "--out", "kit.pdf"),
        ("module", "--out", "game.vmod"),
    ],
    ids=lambda words: words[0],
)
def test_a_unit_that_no_scenario_sets_up_is_a_warning_that_is_printed(
    senlac, tmp_path: Path, monkeypatch, words: tuple[str, ...]
) -> None:
    start_game(tmp_path / "lacking")
    change(tmp_path / "lacking", "scenarios/mill_bridge.yaml", ', S-fyrd-5: "0804"', "")
    monkeypatch.chdir(tmp_path)
    ran = senlac(words[0], "lacking", *words[1:])
    assert ran.code == 0
    place = Path("lacking/scenarios/mill_bridge.yaml")
    told = f"{place}:16:5: warning: S-fyrd-5 is left out: set it up, let it enter"
    assert (ran.out + ran.err).count(told) == 1
    if words[0] == "check":
        assert "lacking: no faults, 1 warning" in ran.out
    else:
        assert told in ran.err
        assert (tmp_path / words[-1]).exists()


def test_build_of_a_counter_that_does_not_fit(senlac, game: Path, tmp_path: Path) -> None:
    change(game, "counters.yaml", "name: Harold", "name: Harold Godwineson of Wessex")
    ran = senlac("build", game, "--out", tmp_path / "out", "--only", "counters")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 1
    assert "counter S-Harold, front, field '{name}'" in ran.err


def test_where_nothing_can_be_written(senlac, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = senlac(
        "build", "three_battles", "--out", tmp_path / "file" / "out", "--only", "charts", "--dpi", 40
    )
    assert ran.code == 2
    assert str(tmp_path / "file") in ran.err
    assert ".senlac-" not in ran.err
    (tmp_path / "folder.pdf").mkdir()
    ran = senlac("kit", "hastings_pulsipher", "--only", "charts", "--out", tmp_path / "folder.pdf")
    assert ran.code == 2
    assert "folder.pdf: exists and is not a regular file" in ran.err


@pytest.mark.parametrize(("command", "ending"), [("kit", ".pdf"), ("module", ".vmod")])
def test_a_file_of_another_ending_is_refused(senlac, tmp_path: Path, command: str, ending: str) -> None:
    ran = senlac(command, "three_battles", "--out", tmp_path / "game.txt")
    assert ran.code == 2
    assert f"must end in {ending}" in ran.err


def test_too_many_pixels(senlac, tmp_path: Path) -> None:
    ran = senlac("build", "three_battles", "--out", tmp_path / "out", "--only", "maps", "--dpi", 1200)
    assert ran.code == 1
    assert "use --dpi" in ran.err


def test_kit_says_what_it_wrote(senlac, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "kit.pdf"
    ran = senlac("kit", "hastings_pulsipher", "--paper", "letter", "--out", out, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert told["file"] == str(out)
    assert out.read_bytes().startswith(b"%PDF")
    shipped = library.definition("hastings_pulsipher")
    cards = [counter for counter in shipped.counters.values() if counter.form == "card"]
    markers = sum(marker.count for marker in shipped.game.markers.values())
    assert told["pieces"] == len(shipped.counters) - len(cards) + markers


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--duplex fold --back-offset 1,0", "--back-offset: not with --duplex fold"),
        ("--only charts --back-offset 1,0", "--back-offset: --only charts has no backs"),
        ("--only counters --poster", "--poster: --only counters leaves the maps out"),
        ("--only maps --poster --overlap 9", "--overlap: cannot be used with --poster"),
        ("--only counters --overlap 9", "--overlap: --only counters has no tiles"),
        ("--only charts,aids --no-marks", "--no-marks: --only charts,aids has nothing to cut"),
        ("--only cards", "--only cards: three_battles has no such part"),
        ("--only maps --proof p.png", "--proof: three_battles has no pieces in the parts that --only names"),
    ],
)
def test_what_contradicts_itself_is_one_error_and_no_file(
    senlac, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = senlac("kit", "three_battles", "--out", "x.pdf", *words.split())
    assert ran.code == 2
    assert ran.err.startswith(f"senlac: {told}")
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_cards_that_an_offset_moves_into_the_margin(senlac, tmp_path: Path) -> None:
    words = ("--only", "card", "--back-offset", "0,-4.6", "--out", tmp_path / "x.pdf")
    ran = senlac("kit", "hastings_pulsipher", *words)
    assert ran.code == 2
    assert "--back-offset: moved this far, the backs of the cards come within 4.5 mm" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["typst", "pikepdf"])
def test_without_what_makes_pdfs_one_sentence_says_what_to_install(
    senlac, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for words in (
        ("kit", "three_battles", "--out", tmp_path / "k.pdf"),
        ("art", "--sheet", tmp_path / "a.pdf"),
    ):
        ran = senlac(*words)
        assert (ran.code, len(ran.err.splitlines())) == (1, 1)
        assert f"needs the package {package}, which is not installed: pipx install --force" in ran.err
        assert "'senlac[kit]'" in ran.err
    assert list(tmp_path.iterdir()) == []
    assert senlac("art", "--sheet", tmp_path / "a.svg").code == 0


def test_check_imports_nothing_that_renders_or_typesets(tmp_path: Path, game: Path) -> None:
    """Though it draws the pages of words of a kit. Where nothing has changed, nothing that draws either, nor
    what knows what a game is."""
    code = (
        f"import sys; sys.argv = ['senlac', 'check', {str(game)!r}]\n"
        "from generator.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "prints = {'resvg', 'svg2png_py', 'typst', 'pikepdf', 'generator.building'}\n"
        "print(sorted(prints & set(sys.modules)), file=sys.stderr)\n"
    )
    own = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    draws = "| {'lxml', 'fontTools', 'PIL', 'svgwrite', 'generator.drawing', 'generator.kit'}"
    draws += "| {'modules.definition', 'modules.engine'}"
    for also in ("", draws, draws):
        (game / "counters.yaml").open("a").write("# A comment is no change of what is drawn.\n")
        asked = code.replace("prints = {", f"prints = set() {also} | {{")
        done = subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=own
        )
        assert done.stderr.strip() == "[]"


def test_check_looks_again_where_something_has_changed(senlac, game: Path) -> None:
    assert senlac("check", game).code == senlac("check", game).code == 0
    change(game, "counters.yaml", "name: Harold", "name: Harold Godwineson of Wessex")
    assert senlac("check", game).code == 1
    assert senlac("check", game).code == 1
    change(game, "counters.yaml", "name: Harold Godwineson of Wessex", "name: Harold")
    for file, faulty in (
        ("vassal.yaml", "states:\n  no_such_marker: {key: H}\n"),
        ("ledger.yaml", "rules: 3\n"),
        ("art/palettes.yaml", "no_such_key: 3\n"),
        ("maps/second.YAML", ""),
    ):
        assert senlac("check", game).code == 0
        (game / file).parent.mkdir(exist_ok=True)
        (game / file).write_text(faulty)
        assert file.split(".")[0] in senlac("check", game).out
        (game / file).unlink()


def test_a_proof_shows_every_kind_of_piece(senlac, tmp_path: Path) -> None:
    out = tmp_path / "proof.png"
    ran = senlac("kit", "hastings_pulsipher", "--only", "counters,markers", "--proof", out, "--json")
    shipped = library.definition("hastings_pulsipher")
    squares = [each for each in shipped.counters.values() if each.form == "counter"]
    assert json.loads(ran.out) == {"proof": str(out), "kinds": len(squares) + len(shipped.game.markers)}
    assert out.read_bytes().startswith(b"\x89PNG")


def test_module_says_what_it_wrote(senlac, tmp_path: Path) -> None:
    game, out = tmp_path / "mill", tmp_path / "mill.vmod"
    assert senlac("new", game).code == 0
    ran = senlac("module", game, "--out", out)
    assert (ran.code, ran.out) == (0, f"wrote {out}\n")
    assert out.read_bytes().startswith(b"PK")
    ran = senlac("module", game, "--out", tmp_path / "new" / "folder" / "game.vmod")
    assert ran.code == 0
    ran = senlac("module", game, "--out", out / "game.vmod")
    assert ran.code == 2
    assert str(out) in ran.err


def test_a_module_keeps_its_pictures_beside_it(senlac, tmp_path: Path) -> None:
    game, out = tmp_path / "mill", tmp_path / "out" / "mill.vmod"
    assert senlac("new", game).code == 0
    assert senlac("module", game, "--out", out).code == 0
    assert sorted(path.name for path in out.parent.iterdir()) == ["mill.vmod"]
    whole = out.read_bytes()
    out.unlink()
    assert senlac("module", game, "--out", out, "--pictures", tmp_path).code == 0
    assert out.read_bytes() == whole
    ran = senlac("module", game, "--out", out, "--pictures", tmp_path / "nowhere")
    assert ran.code == 2
    assert "nowhere" in ran.err


def test_a_bar_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with cli.app.progress_bar("Drawing") as progress:
        assert progress is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with cli.app.progress_bar("Drawing") as progress:
        assert progress is not None
        progress(1, 2)
