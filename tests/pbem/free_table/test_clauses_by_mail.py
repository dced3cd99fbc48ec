"""Clauses of rules.yaml are added one by one to a game by hand that is in progress. All sign each `adopt`:
what happened before stands, and from then on each clause refuses something."""

import shutil
from pathlib import Path

import pytest
from commands import pbem
from hand_game import OUTBOX, HandGame

from generator.new_game.start import start_game
from modules.game_file import opened
from pbem.disk import game_shelf
from pbem.log.verdict import Status

STARTED = Path(__file__).parents[2] / "modules" / "free_table" / "started" / "tapestry_hexes"
SIDES = ("raider", "shire")
MOVES = """\
rules: 1
book: RULES.md
phases:
  movement: {does: move, by: [march], rule: "2"}
movement:
  march: {budget: movement, rule: "2"}
"""
ZONES = 'zones:\n  - {of: [all], stop: true, leave: free, hop: free, rule: "2.5"}\n'
STACKS = 'stacking:\n  - {limit: 2, holds: move_end, rule: "2.6"}\n'


def by_hand(folder):
    """The start game as it was before rules.yaml."""
    shutil.rmtree(folder)
    shutil.copytree(STARTED, folder)


class Growing(HandGame):
    """A game by hand whose designer goes on writing."""

    def __init__(self, path, change=by_hand, **more):
        super().__init__(path, change=change, **more)
        self.version, self.sides = 1, [role for role in self.folders if role != "referee"]

    def open_dice(self):
        """Cards are dealt."""
        while self.table().replay.dice_due:
            (due,) = self.table().replay.waiting_roles()
            assert pbem("move", "--dir", self.folders[due].path, "--yes")[0] == 0
            self.deliver()

    def grow(self, *clauses):
        """A version with these clauses is proposed, and all sign."""
        (due,) = self.table(self.sides[0]).replay.waiting_roles()
        self.version += 1
        file = self.game / "game.yaml"
        text = file.read_text(encoding="utf-8")
        before = f"version: 0.{self.version - 1}.0"
        assert before in text
        file.write_text(text.replace(before, f"version: 0.{self.version}.0"), encoding="utf-8")
        (self.game / "rules.yaml").write_text("".join(clauses), encoding="utf-8")
        packed = self.path / f"grown-{self.version}.senlac"
        packed.write_bytes(opened.pack_folder(self.game).data)
        game_shelf.forget()
        author = next(role for role in ("referee", *self.sides) if role in self.folders and role != due)
        code, out, err = pbem("adopt", "--dir", self.folders[author].path, "--game", packed)
        assert code == 0, err
        asked = self._sign(author)
        assert sorted(asked) == [side for side in self.sides if side != author]
        assert all("rules.yaml" in told for told in asked.values())
        return out

    def _sign(self, author):
        """Each side that is asked signs; what it read, by side."""
        found = {}
        while files := sorted((self.folders[author].path / "outbox").glob("*to-sign*")):
            role = next(role for role in self.sides if role in files[0].name)
            mail = self.path / f"asks-{role}-{self.version}.eml"
            mail.write_bytes(OUTBOX.sub(b"", files[0].read_bytes()))
            files[0].unlink()
            game_shelf.forget()
            found[role] = pbem("receive", mail, "--dir", self.folders[role].path)[1]
            assert pbem("countersign", mail, "--dir", self.folders[role].path)[0] == 0
            self._carry_signed(role)
        self.deliver()
        return found

    def _carry_signed(self, role):
        for file in sorted((self.folders[role].path / "outbox").glob("*signed*")):
            self._carry(role, file)

    def refused(self, role, *lines):
        """What is said of lines that are refused."""
        file = self.path / "refused.txt"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        code, _, err = pbem("move", file, "--dir", self.folders[role].path, "--yes")
        assert code == 1, err
        return " ".join(err.split())


@pytest.fixture(params=[True, False], ids=["refereed", "by peers"])
def game(tmp_path, request):
    made = Growing(tmp_path, refereed=request.param)
    made.move("raider", "hand 5.2 put R-rider-1 0404", "done")
    made.move("raider", "hand 2 put R-rider-1 0704", "hand 2 put R-hirdman-1 0704", "done", "done", "done")
    return made


def test_clauses_are_added_one_by_one_and_each_refuses_something(game):
    assert game.table("shire").play.state.at["R-rider-1"] == "0704"
    game.grow(MOVES)
    assert "rule 2:" in game.refused("shire", "hand 2 put S-fyrd-1 0608")
    assert "rule 2:" in game.refused("shire", "move S-fyrd-1 0601-0501-0401-0301-0201")
    game.move("shire", "move S-fyrd-1 0502-0503", "done", "done", "done")
    game.grow(MOVES, ZONES)
    assert "rule 2.5:" in game.refused("raider", "move R-hirdman-4 0505-0504")
    game.move("raider", "move R-hirdman-4 0505", "done", "done", "done")
    game.grow(MOVES, ZONES, STACKS)
    assert "rule 2.6:" in game.refused("shire", "move S-fyrd-2 0604", "move S-fyrd-4 0604")
    game.move("shire", "done", "done", "done")
    assert game.table("shire").play.state.at["S-fyrd-1"] == "0503"
    assert game.verify() == {Status.INCOMPLETE}


FIRST_TURNS = {
    "tapestry": (
        "raider",
        {
            "2": ["move R-hirdman-1 0404-0504-0604"],
            "2.5": ["move R-hirdman-4 0505-0504"],
            "2.6": ["move R-hirdman-4 0404", "move R-hirdman-2 0404"],
        },
        ["move R-hirdman-4 0505", "move R-hirdman-1,R-Orm 0403-0503", "done"],
    ),
    "modern": (
        "german",
        {
            "2": ["done", "move G-inf-1 0504-0604"],
            "2.6": ["done", "move G-inf-1 0405", "move G-mot-2 0405"],
        },
        ["done", "move G-inf-1 0504", "done", "attack G-inf-1 > F-inf-1 shift +2 drm 0"],
    ),
    "gunpowder": (
        "prussian",
        {"2": ["move P-line-1 0504-0604-0704"]},
        ["move P-line-1 0504-0604", "done", "done"],
    ),
}
"""Of each style: the side that begins, lines that are refused under the number of a clause, and lines that
are not."""


@pytest.mark.parametrize("style", FIRST_TURNS)
def test_the_first_turn_of_a_start_game_by_mail(tmp_path, style):
    side, refusals, lines = FIRST_TURNS[style]

    def with_clauses(folder):
        shutil.rmtree(folder)
        start_game(folder, "Karsk", style)

    game = Growing(tmp_path, style=style, change=with_clauses)
    game.open_dice()
    game.move(side, "deploy", "done")
    for number, refused in refusals.items():
        assert f"rule {number}:" in game.refused(side, *refused)
    game.move(side, *lines)
    if style == "modern":  # over the bridge the attack would go two columns to the left
        assert "shift +0: -2 (Bridge, 2.3), +2 (named, 5.1): column 1-1" in game.told[side]
    assert game.verify() == {Status.INCOMPLETE}
