"""From a side's folder, mailbox and log nothing can be worked out that its view does not hold.

Two games with the same chains in which the other side thinks, writes and errs differently, and does the same,
are the same game for a side: file by file and mail by mail, but for digests, keys of boxes and signatures.
"""

import re

import ambush
import pytest
from ambush_play import Game
from hypothesis import given, settings
from hypothesis import strategies as st
from mailed import opened
from said import following

from pbem.entry.entries import sign
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play.host import referee
from pbem.robot.inbox import Inbox
from pbem.simulation.simulated_players import StreamChance

NOW = 1_800_000_000
NEVER = "march 1 5"
"""A line that can be read and is never legal."""
HIDDEN = re.compile(rb"[0-9a-f]{8,64}|[A-Za-z0-9+/]{60,}={0,2}|^[A-Za-z0-9+/]+={0,2}(?=\r?$)", re.MULTILINE)


def masked(data):
    """The bytes with digests, links, signatures and armor blotted out, each by as many signs as it has."""
    return HIDDEN.sub(lambda found: b"#" * len(found[0]), data)


class Mailed(Game):
    """An ambush by mail. `red` plans and errs as it is told; blue's mails are kept."""

    def __init__(self, path, salt, thoughts, errors, shuffled):
        super().__init__(path, salt)
        self._chance = StreamChance("ab" * 32)
        self.robot = Inbox(self.folders["referee"], build=ambush.build)
        self.mails, self._moves = [], 0
        self._thoughts, self._errors, self._shuffled = thoughts, errors, shuffled

    def play(self, role, *lines):
        if role == "red" and lines:
            lines = self._thought(lines)
        made = self.sign(role, *lines)
        boxes = (made.plan.box,) if made.plan.box else ()
        self._send(role, made.signed, boxes)

    def _thought(self, lines):
        self._moves += 1
        if self._errors[self._moves % len(self._errors)]:
            self._err()
        if self._shuffled and all(line.startswith("place") for line in lines):
            lines = lines[::-1]
        return (*lines, *(NEVER,) * self._thoughts[self._moves % len(self._thoughts)])

    def _err(self):
        """An order that the referee refuses in private."""
        table = self.table("red")
        link = self.folders["red"].chain().reveal(table.verifier.parties["red"].revealed)
        bad = sign(following(table, "order", "red", {"lines": [NEVER]}, link), self.folders["red"].key())
        assert self._send("red", bad, ()).outcome == "refused"

    def _send(self, role, signed, boxes):
        draft = Draft(
            f"{role}@example.org", ("referee@example.org",), "m", "m", (signed,), boxes=boxes, automatic=False
        )
        received = self.robot.receive(compose(draft), NOW + 60 * self._moves)
        for file in received.files:
            data = opened(file).message
            to = file.stem.split("-")[1]
            entries = read(data, from_robot=True).entries
            if to == "blue":
                self.mails.append(masked(data))
            if entries:
                referee.take_in(self.folders[to], list(entries), ambush.build)
        return received

    def seen_by_blue(self):
        folder = self.folders["blue"].path
        files = {file.relative_to(folder): file for file in folder.rglob("*") if file.is_file()}
        return {str(name): masked(file.read_bytes()) for name, file in sorted(files.items())}


def world(path, salt, thoughts, errors, shuffled, steps):
    game = Mailed(path, salt, thoughts, errors, shuffled)
    game.play("red")
    for _ in range(steps):
        if game.table().owing_roles and not game.table().verifier.ended:
            game.step()
    return game


@pytest.mark.whole
@settings(max_examples=2)
@given(
    salt=st.sampled_from("abcdefgh"),
    thoughts=st.lists(st.integers(0, 30), min_size=1, max_size=4),
    errors=st.lists(st.booleans(), min_size=1, max_size=3),
    shuffled=st.booleans(),
    steps=st.integers(3, 8),
)
def test_what_a_side_plans_and_how_often_it_errs_is_told_to_nobody(
    tmp_path_factory, salt, thoughts, errors, shuffled, steps
):
    one = world(tmp_path_factory.mktemp("one"), salt, [0], [False], False, steps)
    other = world(tmp_path_factory.mktemp("other"), salt, thoughts, errors, shuffled, steps)
    assert one.mails == other.mails
    assert one.seen_by_blue() == other.seen_by_blue()
    assert len(one.mails) > 2


@pytest.mark.parametrize("thoughts", [[0], [30]])
def test_a_report_names_no_unused_line_of_the_other_side(tmp_path, thoughts):
    game = world(tmp_path, "d", thoughts, [False], False, 6)
    assert not any(NEVER.encode() in mail for mail in game.mails)
    assert not any(NEVER.encode() in data for data in game.seen_by_blue().values())
