"""The page on one's own game by mail: each command as it stands there, with the mails between two folders."""

import re
import shlex
from pathlib import Path

from commands import PAGES, good
from typer.testing import CliRunner

from generator.cli.app import app as senlac
from pbem.disk import game_shelf

MAILS = {
    "join": ("sven", "invitation-raider-*", "invitation.eml"),
    "receive join": ("ann", "join-*", "join.eml"),
    "receive charter": ("sven", "begins-*", "charter.eml"),
    "receive move": ("ann", "0001-*", "move.eml"),
}
"""Before a command that begins so: whose outbox has the mail, and under which name it is saved."""


def save_mail(folder, name, to):
    (mail,) = Path(folder, "outbox").glob(name)
    Path(to).write_bytes(re.sub(rb"X-(?:Senlac-Envelope|Unsent):.*?\r?\n", b"", mail.read_bytes()))


def test_every_command_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = PAGES["own-game"].read_text(encoding="utf-8")
    orders = re.search(r"^    # orders\.txt\n(?:    .+\n)+", text, re.MULTILINE)[0]
    Path("orders.txt").write_text(re.sub("^    ", "", orders, flags=re.MULTILINE))
    told = {}
    for line in re.findall(r"^    ((?:pbem|senlac) .+)$", re.sub(r" \\\n +", " ", text), re.MULTILINE):
        program, *words = shlex.split(line)
        for mail in (each for start, each in MAILS.items() if line.startswith(f"pbem {start}")):
            save_mail(*mail)
        game_shelf.forget()
        if program == "senlac":
            assert CliRunner().invoke(senlac, words).exit_code == 0, line
        else:
            told[line] = good(*words)
    assert "move R-" not in told["pbem legal --dir ann"]  # the armies are being set up
    assert "place R-" in told["pbem legal --dir ann"]
    assert "odds 5 to 6: column 1-2" in told["pbem receive move.eml --dir sven"]
    assert Path("map.png").stat().st_size > 10_000
