"""A game of one's own under a referee, by the commands that players type: folders, and files between them."""

import re
from pathlib import Path

from by_hand import start_by_hand
from commands import good, pbem
from typer.testing import CliRunner

from generator.cli.app import app as senlac
from pbem.disk import game_shelf

SIDES = ("german", "allied")


class Folders:
    """The start game in a style, by default one that has a pack of events, with `edits` of its files; packed
    as a file and, unless told otherwise, begun."""

    def __init__(self, path, style="modern", ground="hexes", sides=SIDES, edits=(), options=(), begun=True):
        self.path, self.sides = path, sides
        folder = path / "crossing"
        start_by_hand(folder, "The crossing", style, ground)
        for name, before, after in edits:
            text = (folder / name).read_text() if before else ""
            assert before in text, (name, before)
            (folder / name).write_text(text.replace(before, after, 1) if before else after)
        (scenario,) = (folder / "scenarios").glob("*.yaml")
        self.file = path / "crossing-0.1.0.senlac"
        packed = CliRunner().invoke(senlac, ["pack", str(folder), "--out", str(self.file)])
        assert packed.exit_code == 0, packed.output
        self.word = f"{self.file}/{scenario.stem}"
        if not begun:
            return
        good("new", self.word, "--out", path / "game", *options)
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
        return self.newest("moves", role)

    def apply(self, file):
        """The referee's answer to a move, as a file."""
        good("apply", file, "--dir", self.folder("referee"))
        return self.newest("answers")

    def newest(self, kind, role="referee"):
        """The newest of a role's files of a kind."""
        return max(self.folder(role).glob(f"{kind}/*.pbem"), key=lambda file: file.name)

    def play(self, role, *lines):
        """A move all the way; what each side was told."""
        return self.share(self.apply(self.sign(role, *lines)))

    def share(self, answer):
        """An answer of the referee, taken in by all sides; what each was told."""
        return {side: good("receive", answer, "--dir", self.folder(side)) for side in self.sides}

    def late(self):
        """The referee records that a side has let its time pass."""
        good("late", "--dir", self.folder("referee"))
        return self.share(self.newest("answers"))

    def begin(self):
        """Cards are dealt, the armies stand as the scenario says."""
        self.play("german")
        self.play("german", "done")
        return self

    def status(self, role):
        """What a party is told of the game: fact by name."""
        rows = good("status", "--dir", self.folder(role)).splitlines()
        return dict(re.split(r"\s{2,}", row, maxsplit=1) for row in rows if re.match(r"\S.*\S\s{2,}\S", row))

    def hand(self, side, called=""):
        """The cards of a side by their places, as it sees them itself, each with its name."""
        row = self.status(side)[f"Hand of {called or side.capitalize()}"]
        return dict(card.split() for card in row.split(", "))

    def refused(self, *words):
        """What a command says that does not come to anything."""
        code, _, why = pbem(*words)
        assert code != 0
        return why


def text_of(folder: Path) -> bytes:
    """All that lies in a folder."""
    return b"\n".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
