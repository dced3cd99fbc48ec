"""A start game by hand in folders on one machine, under a referee or not; its mails go between them."""

import re
from pathlib import Path

from by_hand import start_by_hand
from commands import good, pbem

from pbem.log.party.folder import Folder
from pbem.log.verification import verify_file
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

OUTBOX = re.compile(rb"^X-(?:Senlac-Envelope|Unsent):.*?\r?\n(?:[ \t].*\r?\n)*", re.MULTILINE)
"""What a mail that has been sent no longer has."""


class HandGame:
    """The folders of all parties. `told`: what the last mail to each said."""

    def __init__(self, path, style="tapestry", ground="hexes", refereed=True, options=(), change=None):
        self.path, self.game, self.told = path, path / "karsk", {}
        start_by_hand(self.game, "Karsk", style, ground)
        if change is not None:
            change(self.game)
        (scenario,) = (each.stem for each in (self.game / "scenarios").glob("*.yaml"))
        more = options if refereed else ("--no-referee", *options)
        good("new", f"{self.game}/{scenario}", "--out", path / "mail", *more)
        found = sorted(each for each in (path / "mail").iterdir() if each.is_dir())
        self.folders = {each.name: Folder(each) for each in found}

    def table(self, role="referee"):
        return Table.load(self.folders[role].log)

    def move(self, role, *lines):
        """Sign lines as a side, and let every mail that comes of it arrive."""
        file = self.path / "orders.txt"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        signed = pbem("move", file, "--dir", self.folders[role].path, "--yes")
        assert signed[0] == 0, signed
        self.deliver()

    def deliver(self):
        """Carry each mail to whom it is for, until there is none left."""
        found = True
        while found:
            found = [
                (role, file)
                for role, folder in self.folders.items()
                for file in sorted((folder.path / "outbox").glob("*.eml"))
            ]
            for role, file in found:
                if file.exists():  # an order that has been overtaken is taken back
                    self._carry(role, file)

    def _carry(self, role, file):
        data = file.read_bytes()
        to = re.search(rb"^To: (?:.*?<)?(.+?)@", data, re.MULTILINE)[1].decode()
        mail = self.path / "mail.eml"
        mail.write_bytes(OUTBOX.sub(b"", data))
        sent = self.folders[role].path / "sent"
        sent.mkdir(exist_ok=True)
        file.rename(sent / file.name)
        self.told[to] = pbem("receive", mail, "--dir", self.folders[to].path, "--no-picture")[1]

    def verify(self):
        """The verdicts of all folders on their logs, which are alike."""
        files = {folder.path / "game.log" for folder in self.folders.values()}
        assert len({file.read_bytes() for file in files}) == 1
        return {verify_file(file, GameReplay()).status for file in files}

    @property
    def log(self):
        return Path(next(iter(self.folders.values())).path / "game.log").read_bytes()
