"""A whole game in which both players only edit orders.txt: their programs and the referee's do the rest."""

import re

import duel
import pytest
from mailed import NOW, Mailed

from pbem.post.outbox import Outbox
from pbem.robot import orders_file
from pbem.robot.inbox import Inbox

HOUR = 3_600


class Table(Mailed):
    """Three programs that go their rounds; mails go from outbox to inbox."""

    def __init__(self, path, **options):
        super().__init__(path, **options)
        self.inboxes = {role: Inbox(folder, build=duel.build) for role, folder in self.folders.items()}
        self.now = NOW
        self.sent = []

    def round(self):
        """One round of each program; what they told."""
        notes = []
        for role, inbox in self.inboxes.items():
            self.now += 60
            notes += [(role, note.what, note.text) for note in inbox.keep_time(self.now)]
            outbox = Outbox(self.folders[role].path)
            for mail in outbox.list_waiting():
                outbox.move_to_sent(mail.name)
                self.sent.append((role, mail.to))
                for address in mail.to:
                    done = self.inboxes[address.partition("@")[0]].receive(mail.message, self.now)
                    assert done.outcome != "refused", done.text
        return notes

    def file(self, side):
        return self.folders[side].path / orders_file.NAME

    def edit(self, side, *lines):
        """The player writes his lines and takes away the last #."""
        text = self.file(side).read_text()
        assert text.endswith("\n#send\n") or "NOT SENT" in text
        self.file(side).write_text(re.sub(r"^#send$", "\n".join([*lines, "send"]), text, flags=re.MULTILINE))


@pytest.fixture
def game(tmp_path):
    return Table(tmp_path, forced=True)


@pytest.mark.whole
def test_a_whole_game_by_editing_two_files(tmp_path):
    game, edits = Table(tmp_path, forced=True, salt="b"), 0
    for _ in range(300):
        game.round()
        if game.table().verifier.ended:
            break
        for side in duel.SIDES:
            if game.file(side).is_file() and "#send" in game.file(side).read_text():
                choice = game.table(side).choice(side)
                lines = [str(each) for each in choice.options.legal()]
                game.edit(side, next(line for line in lines if not line.startswith("step")))
                edits += 1
    for _ in range(3):
        game.round()
    assert game.table().verifier.ended
    assert len(game.logs()) == 1
    assert edits > 5, "the dice end this game early: take another salt"
    moves = [sender for sender, _ in game.sent if sender in duel.SIDES]
    assert edits <= len(moves) <= edits + 1  # and the dice that begin the game


def test_a_file_is_signed_only_when_it_says_so(game):
    while not any(game.file(side).is_file() for side in duel.SIDES):
        game.round()
    (side,) = (side for side in duel.SIDES if game.file(side).is_file())
    before = game.file(side).read_text()
    assert before.startswith(f"# Orders of {side} for entry ")
    game.file(side).write_text(before + "done\n")
    assert game.round() == []
    game.file(side).write_text(before.replace("\n#send", "\nhurra\nsend"))
    ((_, what, why),) = game.round()
    assert what == "refused"
    assert "orders.txt:" in why
    text = game.file(side).read_text()
    assert "hurra" in text
    assert "# NOT SENT: " in text
    assert game.round() == []  # nothing is tried twice
    game.file(side).write_text(text.replace("hurra", "done").replace("\n#send", "\nsend"))
    assert [what for _, what, _ in game.round()][:1] == ["signed"]
