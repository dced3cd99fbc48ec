"""A vacation from the page alone: the request, the referee's question with its code, and the yes of both."""

from __future__ import annotations

from pathlib import Path

import pytest
from by_mail import NOW, Json, Tables

from generator.local_server.local_page import CallRefused
from pbem.log.party.folder import Folder
from pbem.mail_table.asked_questions import read_question
from pbem.mail_table.mail_game import MailGame
from pbem.play import vacations
from pbem.post.outbox import Outbox
from pbem.robot.mail_outcome import MailOutcome


class Games(Tables):
    """Tables with all calls of a page; each mail goes to the page of its reader."""

    def open(self, role: str) -> MailGame:
        return MailGame(self.folders[role], lambda _: None, lambda: NOW, uses_post=False)

    def take(self, role: str, data: bytes) -> MailOutcome:
        done = self.inboxes[role].receive(data, NOW)
        table = self.tables.get(role)
        if isinstance(table, MailGame):
            table.note_received(done.text, data)
        return done

    def questions(self, role: str) -> list[Json]:
        found: list[Json] = self.call(role, "begin")["seat"]["mail"]["questions"]
        return found

    def carry(self) -> None:
        """Each mail to whom it is for, until none waits."""
        while any(self._carry_from(role) for role in self.folders):
            pass

    def _carry_from(self, role: str) -> bool:
        outbox = Outbox(self.folders[role].path)
        waiting = outbox.list_waiting()
        for mail in waiting:
            for address in mail.to:
                self.take(address.split("@")[0], mail.message)
            outbox.move_to_sent(mail.name)
        return bool(waiting)


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path / "game", deadline="72h")


def test_a_vacation_without_a_mail_program(games: Games) -> None:
    games.call("viking", "begin")
    games.call("viking", "act", name="vacation", said="3 days")
    games.carry()
    (asked,) = games.questions("viking")
    assert "You ask for 3 days of vacation" in asked["text"]
    assert games.questions("saxon") == []
    games.call("viking", "answer_question", id=asked["id"], yes=True)
    assert games.questions("viking") == []
    games.carry()
    (other,) = games.questions("saxon")
    assert not vacations.read(games.folders["referee"]).spans
    games.call("saxon", "answer_question", id=other["id"], yes=True)
    games.carry()
    assert vacations.read(games.folders["referee"]).spans


def test_a_question_is_answered_once_or_left(games: Games) -> None:
    games.call("viking", "begin")
    games.call("viking", "act", name="vacation", said="3 days")
    games.carry()
    (asked,) = games.questions("viking")
    games.call("viking", "answer_question", id=asked["id"], yes=False)
    assert games.questions("viking") == []
    with pytest.raises(CallRefused, match="no more"):
        games.call("viking", "answer_question", id=asked["id"], yes=True)
    assert Outbox(games.folders["viking"].path).list_waiting() == []


def test_a_question_of_anybody_but_the_referee_is_none(games: Games) -> None:
    """The same mail from another address, and one of another game."""
    games.call("viking", "begin")
    games.call("viking", "act", name="vacation", said="3 days")
    folder: Folder = games.folders["viking"]
    (mail,) = Outbox(folder.path).list_waiting()
    games.take("referee", mail.message)
    (question,) = Outbox(games.folders["referee"].path).list_waiting()
    data = question.message
    assert read_question(data) is not None
    games.take("viking", data.replace(b"referee@localhost", b"mallory@localhost"))
    game = games.tables["viking"].seat.table.verifier.game[:8].encode()
    games.take("viking", data.replace(b"[" + game + b"]", b"[00000000]"))
    assert games.questions("viking") == []
    games.take("viking", data)
    assert len(games.questions("viking")) == 1
