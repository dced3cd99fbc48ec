"""Attacks by the files of a stranger's folder: links, pipes, devices, what is huge or deep.

Each is told in words, at once, and nothing outside the folder is read or written.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from forked import senlac

from generator.new_game import start_game
from modules.plain_files import MOST_FILES, NotPlain, list_files, read

DEEP = 200_000
FILES = [
    "game.yaml", "counters.yaml", "rulings.yaml", "cards.yaml", "maps/mill.yaml", "maps/other.yaml",
    "sheets/mill.yaml", "vassal.yaml", "vassal-slots.json", "ledger.yaml", "rules.py", "sub/more.yaml",
]  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game as `senlac new` starts it, with the files that it need not have."""
    folder = tmp_path / "mygame"
    start_game(folder)
    (folder / "ledger.yaml").write_text(json.dumps(ledger_of(folder)))
    return folder


def ledger_of(folder: Path) -> dict[str, object]:
    """A ledger of the numbers that the game's files name."""
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.yaml")]
    numbers = sorted({number for text in texts for number in re.findall(r"\b[1-9](?:\.[1-9])?\b", text)})
    return {"numbers": numbers, "rules": [{"number": each, "summary": "A rule"} for each in numbers]}


def evidence_of(game: Path) -> tuple[object, ...]:
    """The command that reads the code in a folder."""
    (game / "rules.yaml").unlink(missing_ok=True)
    return ("rules", game, "--missing", "--cases", game / "scenarios")


def every_reader(game: Path, out: Path) -> list[subprocess.CompletedProcess[str]]:
    """The commands that read all files of a game between them."""
    return [
        senlac("check", game),
        senlac("rules", game),
        senlac("rules", game, "--missing"),
        senlac(*evidence_of(game)),
        senlac("provenance", game),
        senlac("module", game, "--out", out / "out.vmod"),
    ]


def link_out(file: Path, secret: Path) -> None:
    secret.write_text("root:x:0:0: SECRET\n")
    file.symlink_to(secret)


def link_nowhere(file: Path, secret: Path) -> None:
    file.symlink_to(secret)


def pipe(file: Path, _: Path) -> None:
    os.mkfifo(file)


def device(file: Path, _: Path) -> None:
    file.symlink_to("/dev/zero")


def huge(file: Path, _: Path) -> None:
    with file.open("wb") as sparse:
        sparse.truncate(1 << 33)


def deep(file: Path, _: Path) -> None:
    file.write_text("[" * DEEP + "]" * DEEP if file.suffix == ".json" else "[" * 3000 + "]" * 3000)


def deep_sum(file: Path, _: Path) -> None:
    file.write_text("a = " + "1+" * 60_000 + "1\n")


ATTACKS = [link_out, link_nowhere, pipe, device, huge, deep]


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_file_of_a_folder_is_read_but_a_plain_one(game: Path, tmp_path: Path, attack) -> None:
    """All files at once: that each is looked at is the matter of the test after this one."""
    secret = tmp_path / "secret"
    for name in (
        "cards.yaml",
        "sheets/mill.yaml",
        "vassal.yaml",
        "vassal-slots.json",
        "ledger.yaml",
        "rules.py",
    ):
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).unlink(missing_ok=True)
        attack(game / name, secret)
    for done in every_reader(game, tmp_path):
        assert "Traceback" not in done.stderr
        assert "SECRET" not in done.stdout + done.stderr
    assert attack is link_out or not secret.exists()
    if attack is link_out:
        assert secret.read_text() == "root:x:0:0: SECRET\n"


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_looked_at(game: Path, tmp_path: Path, name: str) -> None:
    """By one attack each, in turn: how each attack is met is the matter of the test before this one."""
    attack = (link_nowhere, pipe)[FILES.index(name) % 2]
    (game / name).parent.mkdir(exist_ok=True)
    (game / name).unlink(missing_ok=True)
    attack(game / name, tmp_path / "secret")
    evidence = evidence_of(game) if name in ("rules.py", "sub/more.yaml") else ()
    commands = {
        "vassal-slots.json": ("module", game, "--out", tmp_path / "out.vmod"),
        "rules.py": evidence,
        "sub/more.yaml": evidence,
    }
    done = senlac(*commands.get(name, ("check", game)))
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    if name != "game.yaml":
        assert "put a plain file here" in done.stdout + done.stderr
    assert not (tmp_path / "secret").exists()


def test_code_that_is_too_deep_is_a_fault(game: Path, tmp_path: Path) -> None:
    deep_sum(game / "rules.py", tmp_path)
    done = senlac(*evidence_of(game))
    assert done.returncode == 1
    assert "rules.py" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_folder_of_maps_that_is_a_link_is_a_fault(game: Path, tmp_path: Path) -> None:
    shutil.move(game / "maps", tmp_path / "elsewhere")
    (game / "maps").symlink_to(tmp_path / "elsewhere")
    done = senlac("check", game)
    assert done.returncode == 1
    assert "maps/" in done.stdout and "link" in done.stdout


@pytest.mark.whole
def test_rules_of_a_folder_are_never_run(game: Path, tmp_path: Path) -> None:
    for name in ("rules.py", "special.py", "__init__.py"):
        (game / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    every_reader(game, tmp_path)
    assert not (tmp_path / "ran").exists()


def test_recorded_ids_are_numbers_that_vassal_can_hold(game: Path, tmp_path: Path) -> None:
    for text in (
        f'{{"counter S-fyrd-1": {"9" * 4000}}}',
        f'{{"counter S-fyrd-1": {"9" * 5000}}}',
        "[]",
        "\xff",
    ):
        (game / "vassal-slots.json").write_text(text, "latin-1")
        done = senlac("module", game, "--out", tmp_path / "out.vmod")
        assert done.returncode in (1, 2)
        assert "vassal-slots.json" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("what", ["/dev/zero", "pipe"])
def test_what_is_no_file_is_not_linted(tmp_path: Path, what: str) -> None:
    file = Path(what)
    if what == "pipe":
        file = tmp_path / "pipe"
        os.mkfifo(file)
    for command in (["lint"], ["vassal", "dump"], ["vassal", "read"]):
        done = senlac(*command, file)
        assert done.returncode == 2
        assert "no file" in done.stderr


# --- the reader itself -----------------------------------------------------------------------------------


def test_a_link_that_the_user_names_is_followed_and_one_within_is_not(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"words")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "folder").symlink_to(tmp_path)
    assert read(tmp_path / "link", 5) == b"words"
    assert read(tmp_path / "folder" / "file", 5, tmp_path / "folder") == b"words"
    for name in ("link", "folder/file", "folder/../file"):
        with pytest.raises(NotPlain, match="link"):
            read(tmp_path / name, 5, tmp_path)
    with pytest.raises(NotPlain, match="larger than 4 bytes"):
        read(tmp_path / "file", 4)


def test_a_file_that_was_changed_for_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_bytes(b"words")
    other.write_bytes(b"other")
    real = os.open

    def swapped(path: Path, flags: int) -> int:
        other.replace(path)
        return real(path, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(NotPlain, match="changed"):
        read(file, 10, tmp_path)


def test_more_files_than_a_game_has_are_not_listed(tmp_path: Path) -> None:
    for number in range(MOST_FILES):
        (tmp_path / f"{number}.yaml").touch()
    assert len(list_files(tmp_path, tmp_path)) == MOST_FILES
    (tmp_path / "one").touch()
    with pytest.raises(NotPlain, match="more than"):
        list_files(tmp_path, tmp_path)


def test_a_file_whose_name_cannot_be_written_is_a_fault(game: Path) -> None:
    (game / "maps").joinpath(os.fsdecode(b"\xff\x1b[2J.yaml")).write_text("map: x\n")
    done = senlac("check", game, "--json")
    assert done.returncode == 1
    (fault,) = json.loads(done.stdout)["faults"]
    assert "rename" in fault["message"]
    assert fault["file"].isprintable()
