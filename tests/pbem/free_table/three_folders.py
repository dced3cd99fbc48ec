"""A game of one's own under a referee, by the commands that players type: folders, and files between them."""

import re
from pathlib import Path

from commands import good, pbem
from typer.testing import CliRunner

from generator.cli.app import app as senlac
from generator.new_game.start import start_game
from pbem.disk import game_shelf

SIDES = ("german", "allied")


class Folders:
    """The start game in style `modern`, which has a pack of events, packed as a file and begun."""

    def __init__(self, path, *options):
        self.path = path
        start_game(path / "crossing", "The crossing", "modern")
        self.file = path / "crossing-0.1.0.senlac"
        packed = CliRunner().invoke(senlac, ["pack", str(path / "crossing"), "--out", str(self.file)])
        assert packed.exit_code == 0, packed.output
        good("new", f"{self.file}/canal", "--out", path / "game", *options)
        game_shelf.forget()

    def folder(self, role):
        return self.path / "game" / role

    def sign(self, role, *lines):
        """The file of a move."""
        given = []
        if lines:
            (self.path / "orders.txt").write_text("\n".join(lines) + "\n")
            given = [self.path / "orders.txt", "--yes"]
        good("move", *given, "--dir", self.folder(role))
        return max(self.folder(role).glob("moves/*.pbem"), key=lambda file: file.name)

    def apply(self, file):
        """The referee's answer to a move, as a file."""
        good("apply", file, "--dir", self.folder("referee"))
        return max(self.folder("referee").glob("answers/*.pbem"), key=lambda answer: answer.name)

    def play(self, role, *lines):
        """A move all the way; what each side was told."""
        answer = self.apply(self.sign(role, *lines))
        return {side: good("receive", answer, "--dir", self.folder(side)) for side in SIDES}

    def begin(self):
        """Cards are dealt, the armies stand as the scenario says."""
        self.play("german")
        self.play("german", "done")
        return self

    def status(self, role):
        """What a party is told of the game: fact by name."""
        rows = good("status", "--dir", self.folder(role)).splitlines()
        return dict(re.split(r"\s{2,}", row, maxsplit=1) for row in rows if re.match(r"\S.*\S\s{2,}\S", row))

    def hand(self, side):
        """The cards of a side by their places, as it sees them itself, each with its name."""
        row = self.status(side)[f"Hand of {side.capitalize()}"]
        return dict(card.split() for card in row.split(", "))

    def refused(self, *words):
        """What a command says that does not come to anything."""
        code, _, why = pbem(*words)
        assert code != 0
        return why


def text_of(folder: Path) -> bytes:
    """All that lies in a folder."""
    return b"\n".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
