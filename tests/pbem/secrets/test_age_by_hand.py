"""The players' page on opening a deal with `age` and `sha256sum`, run as it stands there.

Where there is no `age` (.ci/run installs it) a stand-in does what the page asks of it: it opens an age file
with an SSH key by a library that is not ours.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from ambush_play import Game
from commands import PAGES

STAND_IN = f"""\
#!{sys.executable}
import sys
import pyrage

if sys.argv[1:3] != ["-d", "-i"] or len(sys.argv) != 4:
    sys.exit("usage: age -d -i KEY")
key = pyrage.ssh.Identity.from_buffer(open(sys.argv[3], "rb").read())
sys.stdout.buffer.write(pyrage.decrypt(sys.stdin.buffer.read(), [key]))
"""


def lines():
    """The two commands of the page."""
    text = PAGES["players"].read_text(encoding="utf-8")
    return re.findall(r"^    (base64 -d .*|printf .*senlac-card.*)$", text, re.MULTILINE)


@pytest.fixture
def path_with_age(tmp_path):
    """A PATH on which `age` is."""
    found = shutil.which("age")
    if found:
        return os.environ["PATH"]
    program = tmp_path / "bin" / "age"
    program.parent.mkdir()
    program.write_text(STAND_IN)
    program.chmod(0o755)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def run(line, where, path, **names):
    done = subprocess.run(
        ["bash", "-c", line], cwd=where, env={"PATH": path, **names}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_deal_is_opened_and_held_against_its_leaves_by_hand(tmp_path, path_with_age):
    game = Game(tmp_path)
    game.play("red")
    table, folder = game.table(), game.folders["blue"].path
    rolls = [
        json.loads(one.data)["body"]["rolls"] for one in table.verifier.entries if b'"rolls"' in one.data
    ]
    deal = next(roll for rolled in rolls for roll in rolled if roll.get("deal") == "blue")
    leaves = next(roll["leaves"] for rolled in rolls for roll in rolled if roll.get("secret") == "B")
    base64.b64decode(deal["sealed"], validate=True)
    (folder / "sealed.txt").write_text(deal["sealed"] + "\n")
    opened, hashed = lines()
    cards = [line.split() for line in run(opened, folder, path_with_age).splitlines()]
    assert [card for card, _, _ in cards] == deal["cards"]
    for place, (card, number, salt) in enumerate(cards):
        names = {"game": table.verifier.game, "card": card, "number": str(int(number)), "salt": salt}
        assert run(hashed, folder, path_with_age, **names).split()[0] == leaves[place]
