"""Windows, as far as it can be tested elsewhere: nothing is asked of the system that it lacks there.

The commands run with `windows/sitecustomize.py`, which takes away what Windows has not. What only a Windows
could tell stays untold: `filelock`'s own locks there, files that cannot be replaced while they are open,
Ctrl-C in the robot, the length of paths.
"""

from __future__ import annotations

import ast
import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.vassal.lint import lint_file
from modules.definition import load

ROOT = Path(__file__).parents[2]
LIKE_WINDOWS = Path(__file__).parent / "windows"
RUNNING = Path(__file__).parent / "running.py"
FILES = sorted(p for room in ("generator", "modules", "pbem") for p in (ROOT / room).rglob("*.py"))
POSIX_ONLY = {
    *(
        "fcntl",
        "termios",
        "tty",
        "pty",
        "pwd",
        "grp",
        "resource",
        "posix",
        "syslog",
        "readline",
        "curses",
        "crypt",
    ),
    *("spwd", "nis", "_posixsubprocess", "_posixshmem"),
}
PEOPLE = (
    "referee=Rolf Ægir <rolf@example.org>",
    "saxon=Sven <sven@example.org>",
    "viking=Ann <ann@example.org>",
)


def at_the_top(node: ast.AST) -> Iterator[ast.stmt]:
    """Statements that run when a module is imported, those inside of `if` and `try` too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from at_the_top(child)


def test_nothing_posix_only_is_imported_with_a_module(subtests: pytest.Subtests) -> None:
    names_one = re.compile(rf"\b(?:{'|'.join(POSIX_ONLY)})\b")
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        if not names_one.search(text):
            continue
        with subtests.test(str(file.relative_to(ROOT))):
            for node in at_the_top(ast.parse(text)):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not POSIX_ONLY & {name.split(".")[0] for name in names}, f"{file}:{node.lineno}"


class Place:
    """A folder with a name as people give them, and the commands run in it, by a process of its own."""

    def __init__(self, path: Path, **environment: str) -> None:
        self.path = path
        self.environment = os.environ | environment
        encoding = environment.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
        self.encoding = (
            "utf-8" if encoding == "ascii" else encoding
        )  # `typer.echo` takes no ASCII for an answer
        self.process = subprocess.Popen(
            [sys.executable, RUNNING],
            cwd=path, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def run(self, *command: str, code: int = 0) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        self.process.stdin.flush()
        returned, printed = json.loads(self.process.stdout.readline())
        told = base64.b64decode(printed).decode(self.encoding)
        assert returned == code, f"{shown(command)}:\n{told}"
        assert "Traceback" not in told
        return told

    def mail(self, folder: str, pattern: str, name: str) -> str:
        """A mail out of an outbox, as somebody saves it."""
        (file,) = (self.path / folder / "outbox").glob(pattern)
        head, unsent, sent = file.read_bytes().partition(b"X-Unsent: 1\r\n")
        assert unsent and head.startswith(b"X-Senlac-Envelope: ")
        (self.path / name).write_bytes(sent)
        return name


def shown(command: tuple[str, ...]) -> str:
    return " ".join(command)


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Place]:
    place = tmp_path / "Spiele für Ægir, alt & neu"
    place.mkdir()
    paths = os.pathsep.join([str(LIKE_WINDOWS), str(ROOT)])
    with Place(place, PYTHONPATH=paths, PYTHONIOENCODING="cp1252:strict") as windows:
        yield windows


def test_it_is_taken_away(windows: Place) -> None:
    """Without this the tests below would pass wherever the folder is not read."""
    told = subprocess.run(
        [sys.executable, "-c", "import os; print(hasattr(os, 'pread')); import fcntl"],
        env=windows.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stdout == "False\n"
    assert "import of fcntl halted" in told.stderr


@pytest.mark.whole
def test_a_game_by_files_and_its_check(windows: Place) -> None:
    windows.run("pbem", "simulate", "three_battles/fulford", "--seed", "7", "--out", "nach Dateien")
    assert "holds" in windows.run("pbem", "verify", "nach Dateien")
    assert "hold" in windows.run("pbem", "dice", "verify", "nach Dateien/referee/game.log")
    windows.run("pbem", "status", "--dir", "nach Dateien/referee")
    windows.run("pbem", "show", "--dir", "nach Dateien/referee", "--crop", "--out", "Karte.png")
    assert (windows.path / "Karte.png").read_bytes().startswith(b"\x89PNG")
    left = [file.name for file in windows.path.rglob("*") if file.name.endswith((".lock", ".tmp"))]
    assert not left


@pytest.mark.long
def test_a_game_by_mail(windows: Place) -> None:
    windows.run("pbem", "simulate", "three_battles/fulford", "--by-mail", "--seed", "7", "--out", "Post")
    assert "holds" in windows.run("pbem", "verify", "Post/referee/game.log")
    read = list((windows.path / "Post").rglob(".Handled/cur/*"))
    assert read
    assert all(file.name.endswith(";2,S") for file in read)


def test_a_game_set_up_between_people(windows: Place) -> None:
    """Invitation, joins, charter, a move in a file of Notepad's, and the robot that judges it."""
    players = [f"--player={each}" for each in PEOPLE]
    windows.run("pbem", "invite", "three_battles/fulford", *players, "--out", "Wirt")
    for role in ("saxon", "viking"):
        letter = windows.mail("Wirt", f"invitation-{role}-*", f"an {role}.eml")
        windows.run("pbem", "join", letter, "--dir", f"bei {role}", "--as", role)
        answer = windows.mail(f"bei {role}", "join-*", f"von {role}.eml")
        windows.run("pbem", "receive", answer, "--dir", "Wirt", "--no-picture")
    for role in ("saxon", "viking"):
        letter = windows.mail("Wirt", f"0000-{role}-*", f"Urkunde {role}.eml")
        windows.run("pbem", "receive", letter, "--dir", f"bei {role}")
    due = json.loads(windows.run("pbem", "status", "--dir", "Wirt", "--json"))
    mover = due["owing"][0]
    orders = "\ufeff# der Zug für Ægir\r\ndeploy\r\ndone\r\n"
    (windows.path / "Zug.txt").write_bytes(orders.encode("utf-8"))
    windows.run("pbem", "move", "Zug.txt", "--dir", f"bei {mover}")
    maildir = windows.path / "Eingang"
    for part in ("new", "cur", "tmp"):
        (maildir / part).mkdir(parents=True)
    (sent,) = (windows.path / f"bei {mover}" / "outbox").glob("0001-*.eml")
    (maildir / "new" / "1.eml").write_bytes(sent.read_bytes())
    settings = "\ufefffrom: rolf@example.org\r\nmaildir: ../Eingang\r\nsend:\r\n  maildir: ../Ausgang\r\n"
    (windows.path / "Wirt" / "post.yaml").write_bytes(settings.encode("utf-8"))
    windows.run("pbem", "run", "--once", "--dir", "Wirt", "--no-picture")
    assert (maildir / ".Handled" / "cur" / "1.eml;2,S").exists()
    assert list((windows.path / "Ausgang" / "new").iterdir())
    assert windows.run("pbem", "verify", "Wirt", code=3)


@pytest.mark.whole
def test_pictures_module_and_kit(windows: Place) -> None:
    """Drawn by processes that are spawned, as on Windows and macOS."""
    windows.run("senlac", "new", "Mühle am Bach/mill")
    windows.run("senlac", "build", "three_battles", "--only", "counters", "--dpi", "40", "--out", "Bilder")
    assert len(list((windows.path / "Bilder").rglob("*.png"))) > 100
    windows.run("senlac", "module", "Mühle am Bach/mill", "--out", "Mühle.vmod")
    assert not lint_file(windows.path / "Mühle.vmod")
    windows.run("senlac", "kit", "Mühle am Bach/mill", "--out", "Mühle.pdf")
    assert (windows.path / "Mühle.pdf").read_bytes().startswith(b"%PDF")


CONSOLES = [{"PYTHONIOENCODING": f"{each}:strict"} for each in ("ascii", "cp1252", "cp437", "utf-8")]


@pytest.mark.whole
@pytest.mark.parametrize(
    "environment", [*CONSOLES, {"LANG": "C", "LC_ALL": "C"}], ids=lambda e: "-".join(e.values())
)
def test_letters_that_a_console_lacks_are_printed_as_json_writes_them(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    with Place(tmp_path, PYTHONPATH=str(ROOT), **environment) as place:
        title, escaped = "Øst – 東", r"\u6771"
        assert re.search(
            "東|" + re.escape(escaped), place.run("senlac", "new", "ost", "--title", title, code=1)
        )
        place.run("senlac", "new", "ost", "--title", "Øst – Ægir")
        listed = json.loads(place.run("senlac", "check", "ost", "--json"))
        assert listed["ok"]
        assert re.search("東|" + re.escape(escaped), place.run("pbem", "verify", title, code=2))
        people = [f"--player={each}" for each in (f"referee={title} <rolf@example.org>", *PEOPLE[1:])]
        place.run("pbem", "invite", "three_battles/fulford", *people, "--out", "host")
        letter = place.mail("host", "invitation-viking-*", "to.eml")
        told = place.run("pbem", "join", letter, "--dir", "ann", "--as", "viking", "--json")
        assert title in json.dumps(json.loads(told), ensure_ascii=False)


def test_a_definition_saved_on_windows_is_the_same_game(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "modules" / "three_battles", copy)
    for file in copy.rglob("*.yaml"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert load(copy, variant_of="three_battles").digest == load(ROOT / "modules" / "three_battles").digest


def test_every_text_is_opened_with_its_encoding() -> None:
    """Windows would take another than UTF-8."""
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        for call in re.findall(r"(?:read_text|write_text)\([^)]*\)", text):
            assert "utf-8" in call or "ascii" in call, f"{file.name}: {call}"
