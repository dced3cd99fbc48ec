"""Every command of the pages for players, referees and everybody, run as it stands there, in order."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from test_pbem_cli import README, good, pbem

HERE = Path(__file__).parent
ELSEWHERE = {
    "rollback": "test_host_cli.py",
    "substitute": "test_host_cli.py",
    "countersign": "test_host_cli.py",
    "send": "test_post_commands.py",
    "standing": "test_standing_hastings.py",
    "template": "test_standing_hastings.py",
    "late": "test_standing_hastings.py",
    "run": "test_post_play.py",
}
"""Commands of these pages that need more than a folder, and the test that runs each."""
CODES = {"resign": 2, "verify": 3}
"""Other exit codes than 0: resigning is not confirmed here, and the game is not over."""


def shown():
    """The commands of the README in order, lines that go on joined."""
    text = re.sub(r" \\\n +", " ", README.read_text(encoding="utf-8"))
    return re.findall(r"^    pbem (.+)$", text, re.MULTILINE)


class World:
    """What lies about when a reader comes to a command: the files that others have sent by then."""

    def __init__(self, commands):
        self.commands = commands

    def before(self, line):
        prepare = next((it for start, it in STEPS.items() if line.startswith(start)), None)
        if prepare:
            prepare(self)

    def line(self, start):
        return shlex.split(next(line for line in self.commands if line.startswith(start)))

    def join(self):
        good(*self.line("invite three_battles/hastings --out"))
        shutil.copy("hastings/referee/invitation.pbem", "invitation.pbem")
        good("join", "invitation.pbem", "--dir", "hastings/saxon", "--as", "saxon")

    def charter(self):
        for role in ("saxon", "norman"):
            shutil.copy(f"hastings/{role}/join.pbem", f"{role}-join.pbem")
            good("apply", f"{role}-join.pbem", "--dir", "hastings/referee")
        shutil.copy("hastings/referee/answers/0000.pbem", "charter.pbem")

    def set_up(self):
        good("apply", "charter.pbem", "--dir", "hastings/saxon")
        self.move("hastings/saxon", "deploy\ndone\n", "hastings/referee")
        for role in ("saxon", "norman"):
            good("apply", "hastings/referee/answers/0001.pbem", "--dir", f"hastings/{role}")
        text = README.read_text(encoding="utf-8")
        orders = re.search(r"^    # orders.txt.*?\n\n", text, re.MULTILINE | re.DOTALL)[0]
        Path("orders.txt").write_text(orders.replace("\n    ", "\n").strip() + "\n")

    def move(self, player, orders, to):
        Path("setup.txt").write_text(orders)
        file = json.loads(good("move", "setup.txt", "--dir", player, "--json"))["file"]
        shutil.copy(file, Path(file).name)
        if to:
            good("apply", Path(file).name, "--dir", to)

    def answer(self):
        shutil.copytree("hastings/referee", "kept")
        shutil.copy("hastings/norman/moves/0003-norman.pbem", "0003-norman.pbem")
        good("apply", "0003-norman.pbem", "--dir", "hastings/referee")
        shutil.copy("hastings/referee/answers/0003.pbem", "0003.pbem")

    def alone(self):
        lines = ("invite three_battles/hastings --no-referee", "join ann/", "apply sven/", "apply ann/")
        for start in lines:
            good(*self.line(start))
        self.move("sven", "deploy\ndone\n", None)

    def earlier(self):
        """The move has not come in yet: Norman is still to move."""
        shutil.rmtree("hastings/referee")
        shutil.copytree("kept", "hastings/referee")


STEPS = {
    "join invitation.pbem": World.join,
    "apply charter.pbem": World.charter,
    "status": World.set_up,
    "apply 0003.pbem": World.answer,
    "apply 0001-saxon.pbem --dir ann": World.alone,
    "check": World.earlier,
    "rule ": World.earlier,
}
"""What must have happened before the first command that begins so."""


def test_every_command_of_the_page_in_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = shown()
    world = World(commands)
    ran = set()
    for line in commands:
        words = shlex.split(line, comments=True)
        if words[0] in ELSEWHERE:
            continue
        world.before(line)
        code, out, err = pbem(*words)
        assert code == CODES.get(words[0], 0), (line, out, err)
        ran.add(words[0])
    assert ran >= {"invite", "join", "apply", "move", "status", "verify", "play", "new", "keygen", "check"}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_other_commands_are_run_where_it_says(name):
    assert re.search(rf'["\']{name}\b', (HERE / ELSEWHERE[name]).read_text(encoding="utf-8"))
