"""Every command of the pages for players, referees and everybody, run as it stands there, in order."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PAGES, good, pbem
from crashes import settle
from mailed import opened

TESTS = Path(__file__).parents[1]
ELSEWHERE = {
    "rollback": "test_host_cli.py",
    "undo": "test_takeback_commands.py",
    "vacation": "test_takeback_commands.py",
    "substitute": "test_host_cli.py",
    "countersign": "test_host_cli.py",
    "send": "test_post_commands.py",
    "standing": "test_standing_hastings.py",
    "late": "test_standing_hastings.py",
    "run": "test_post_play.py",
    "post": "test_post_at_hand.py",
}
"""Commands of these pages that need more than a folder, and the test that runs each."""
CODES = {"odds": 1, "resign": 2, "open-own": 1, "restore": 2, "verify hastings": 3, "verify restored": 3}
CODES |= {"claim": 2}
"""Other exit codes than 0: resigning is not confirmed here, nothing has to be restored, the game is not
over, nobody fights yet, and nobody has let two times go by."""
SHELL = ("tar", "mkdir", "cp")
"""What else is typed on these pages. The page on dice and that on formats have a test of their own."""


def text_of(page):
    return PAGES[page].read_text(encoding="utf-8")


def shown():
    """The commands of the pages in order, lines that go on joined."""
    text = "".join(map(text_of, ("start", "players", "referees")))
    text = re.sub(r" \\\n +", " ", text)
    return re.findall(rf"^    ((?:pbem|{'|'.join(SHELL)}) .+)$", text, re.MULTILINE)


class World:
    """What lies about when a reader comes to a command: the mails that others have sent by then."""

    def __init__(self, commands):
        self.commands = commands

    def before(self, line):
        prepare = next((it for start, it in STEPS.items() if line.startswith(f"pbem {start}")), None)
        if prepare:
            prepare(self)

    def run(self, start):
        line = next(line for line in self.commands if line.startswith(f"pbem {start}"))
        good(*shlex.split(line)[1:])

    def mail(self, folder, name, to):
        """A mail out of an outbox, as it comes to somebody who saves it."""
        (file,) = Path(folder, "outbox").glob(name)
        Path(to).write_bytes(opened(file).message)

    def study(self):
        (line,) = re.findall(r"^    senlac (study .+)$", text_of("start"), re.MULTILINE)
        subprocess.run([sys.executable, "-m", "generator", *shlex.split(line)], check=True)

    def invitation(self):
        self.run("invite three_battles/hastings --out")
        for side in ("norman", "saxon"):
            self.mail("hastings/referee", f"invitation-{side}-*", f"{side}-invitation.eml")
        shutil.copy("norman-invitation.eml", "invitation.eml")
        good("join", "saxon-invitation.eml", "--dir", "hastings/saxon", "--as", "saxon")

    def charter(self):
        for side in ("saxon", "norman"):
            self.mail(f"hastings/{side}", "join-*", f"{side}-join.eml")
            shutil.copy(f"hastings/{side}/join.pbem", f"{side}-join.pbem")
            good("receive", f"{side}-join.eml", "--dir", "hastings/referee", "--no-picture")
        self.mail("hastings/referee", "0000-norman-*", "charter.eml")

    def set_up(self):
        self.mail("hastings/referee", "0000-saxon-*", "saxon-charter.eml")
        good("receive", "saxon-charter.eml", "--dir", "hastings/saxon")
        self.move("hastings/saxon")
        self.mail("hastings/saxon", "0001-*", "setup.eml")
        good("receive", "setup.eml", "--dir", "hastings/referee")
        self.mail("hastings/referee", "0001-norman-*", "mail.eml")

    def move(self, player):
        Path("setup.txt").write_text("deploy\ndone\n")
        file = json.loads(good("move", "setup.txt", "--dir", player, "--json"))["file"]
        shutil.copy(file, Path(file).name)

    def orders(self):
        """What the page says that the template may be made into."""
        assert "Deadline: norman by " in Path("orders.txt").read_text()
        orders = re.search(r"^    # orders.txt.*?\n\n", text_of("players"), re.MULTILINE | re.DOTALL)[0]
        Path("orders.txt").write_text(orders.replace("\n    ", "\n").strip() + "\n")

    def answer(self):
        shutil.copytree("hastings/referee", "kept")
        shutil.copy("hastings/norman/moves/0003-norman.pbem", "0003-norman.pbem")
        self.mail("hastings/norman", "0003-*", "0003-norman.eml")
        good("receive", "0003-norman.eml", "--dir", "hastings/referee", "--no-picture")
        self.mail("hastings/referee", "0003-norman-*", "answer.eml")
        shutil.copy("hastings/referee/answers/0003.pbem", "0003.pbem")

    def alone(self):
        self.move("sven")
        self.mail("sven", "0001-*", "0001-saxon.eml")

    def earlier(self):
        """The move has not come in yet: Norman is still to move."""
        shutil.rmtree("hastings/referee")
        shutil.copytree("kept", "hastings/referee")
        settle(Path("hastings/referee"))


STEPS = {
    "join invitation.eml": World.invitation,
    "receive charter.eml --dir hastings": World.charter,
    "receive mail.eml": World.set_up,
    "simulate --row": World.study,
    "move orders.txt --dir hastings/norman --draft": World.orders,
    "receive answer.eml": World.answer,
    "receive 0001-saxon.eml --dir ann": World.alone,
    "receive 0003-norman.eml": World.earlier,
    "check": World.earlier,
    "rule ": World.earlier,
}
"""What must have happened before the first command that begins so."""


@pytest.mark.whole
def test_every_command_of_the_pages_in_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = shown()
    world = World(commands)
    ran = set()
    for line in commands:
        tool, *words = shlex.split(line, comments=True)
        if tool in SHELL:
            subprocess.run([tool, *words], check=True)
        elif words[0] not in ELSEWHERE:
            world.before(line)
            code, out, err = pbem(*words)
            wanted = next((code for start, code in CODES.items() if line.startswith(f"pbem {start}")), 0)
            assert code == wanted, (line, out, err)
        ran.add(words[0] if tool == "pbem" else tool)
    assert ran >= {
        "invite",
        "join",
        "apply",
        "move",
        "status",
        "verify",
        "simulate",
        "new",
        "keygen",
        "check",
    }
    assert ran >= {"receive", "template", "remind", "rule", *SHELL}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_other_commands_are_run_where_it_says(name):
    (file,) = TESTS.rglob(ELSEWHERE[name])
    assert re.search(rf'["\']{name}\b', file.read_text(encoding="utf-8"))
