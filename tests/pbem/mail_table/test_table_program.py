"""`pbem table` as a program of its own: the page joins a game with a locked key, and the passphrase is in its
memory alone."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from own_games import invite

from pbem.keys.openssh_keys import PrivateKey

ROOT = Path(__file__).parents[3]
SECRET = "Harold 1066 Godwinson"


class Program:
    """The program in a folder, asked over its port."""

    def __init__(self, folder: Path, *words: object) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "pbem", "table", "--no-browser", *map(str, words)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=folder, env=env, text=True, stdout=pipe, stderr=pipe)
        assert self.process.stdout is not None
        self.told = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#(\S+)", self.told)
        assert found, self.process.stderr
        self.port, self.token = int(found[1]), ""
        self.token = self.post("/enter", word=found[2])["token"]

    def post(self, path: str, **said: Any) -> dict[str, Any]:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        head = {"Content-Type": "application/json", "X-Senlac-Token": self.token}
        asked.request("POST", path, json.dumps(said), head)
        answer: dict[str, Any] = json.loads(asked.getresponse().read())
        asked.close()
        return answer

    def call(self, name: str, **said: Any) -> dict[str, Any]:
        return self.post(f"/call/{name}", **said)

    def interrupt(self) -> str:
        """Presses Ctrl-C; all that it told."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        return self.told + out + err


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    _, mail = invite(tmp_path)
    (tmp_path / "games").mkdir()
    begun = Program(tmp_path / "games", mail)
    yield begun
    if begun.process.poll() is None:
        begun.process.kill()
        begun.process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C goes to all programs of a console there")
def test_a_game_is_joined_with_a_passphrase_that_nobody_else_sees(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "games/hastings-norman"
    PrivateKey.generate().save(folder / "key", passphrase=SECRET)
    house = program.call("house")
    table = house["open"]
    assert [card["id"] for card in house["games"]] == [table]
    terms = program.call("join_terms", table=table)
    assert program.call("join", table=table, digest=terms["digest"])["error"]["code"] == "locked"
    answers = [program.call("unlock", table=table, passphrase=SECRET + "?")]
    answers.append(program.call("unlock", table=table, passphrase=SECRET))
    answers.append(program.call("join", table=table, digest=terms["digest"]))
    assert answers[0]["error"]["code"] == "wrong-passphrase" and "error" not in answers[2]
    answers += [program.call("mails", table=table), program.call("house"), program.call("begin", table=table)]
    assert [mail["to"] for mail in answers[3]["mails"]] == [["rolf@example.org"]]
    assert answers[5]["error"]["what"].startswith("The game has not begun")
    arguments = Path(f"/proc/{program.process.pid}/cmdline")
    said = [json.dumps(answers), arguments.read_text() if arguments.exists() else "", program.interrupt()]
    assert not [text for text in said if SECRET in text]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def test_without_its_token_the_house_tells_nothing(program: Program) -> None:
    program.token = "another"
    for name in ("house", "take", "unlock", "begin"):
        assert program.call(name)["error"]["code"] == "no-token"
