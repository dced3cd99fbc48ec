"""Standing orders by mail: to the referee's robot, its receipts to all, what the next order names."""

import duel
import pytest
from boxed import boxes_of
from mailed import NOW, Mailed, log, opened, text_of

from pbem.entry import standing_papers
from pbem.judge.standing_filing import Filings
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.robot.inbox import Inbox


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def filed(game, role, *lines):
    """The mail that `pbem standing` lays into the outbox."""
    path = game.path / "standing.txt"
    path.write_text("\n".join(lines) + "\n")
    made = player.file_standing(game.folders[role], path, duel.build)
    return opened(game_letters.send_standing(game.folders[role], made)).message


def received(game, role, data):
    return Inbox(game.folders[role], build=duel.build).receive(data, NOW)


def test_the_robot_tells_all_that_they_have_come_and_nothing_else(game):
    done = game.robot.receive(filed(game, "blue", "loss: last", "any: default"), NOW)
    assert done.outcome == "accepted"
    assert done.text == "standing orders number 1 of blue have come\n"
    assert [file.stem.split("-")[1] for file in done.files] == ["red", "blue"]
    for file in done.files:
        mail = opened(file).message
        assert b"loss" not in mail
        (receipt,) = read(mail, from_robot=True).papers
        assert isinstance(standing_papers.open_paper(receipt).said, standing_papers.Receipt)
        assert "Standing orders number 1 of blue have come." in text_of(file)
    assert len(game.table().verifier.entries) == 1


def test_who_was_told_names_them(game):
    done = game.robot.receive(filed(game, "blue", "loss: last"), NOW)
    for role, file in zip(duel.SIDES, done.files, strict=True):
        told = received(game, role, opened(file).message)
        assert told.outcome == "accepted"
        assert told.text == "Standing orders number 1 of blue have come\n"
        assert Filings(game.folders[role], game.table(role)).named_papers() == {"blue": 1}
    answer = game.send("red", "step red-a 2", "done", "strike red-a > blue-a", "done")
    assert answer.outcome == "accepted"
    assert game.table().verifier.standings.force == {"blue": 1}
    game.everybody_takes_in(answer)
    assert {len(game.table(role).verifier.entries) for role in game.folders} == {3}


def test_the_same_mail_again_has_the_same_answers(game):
    mail = filed(game, "blue", "loss: last")
    first = game.robot.receive(mail, NOW)
    assert game.robot.receive(mail, NOW + 60).files == first.files


def test_orders_and_standing_orders_in_one_mail(game):
    papers = read(filed(game, "red", "loss: last")).papers
    move = game.sign("red", "step red-a 2", "done", "done").signed
    draft = Draft(
        "red@example.org",
        ("referee@example.org",),
        "both",
        "both",
        (move,),
        papers=papers,
        boxes=boxes_of(move),
        automatic=False,
    )
    done = game.robot.receive(compose(draft), NOW)
    assert done.outcome == "accepted"
    assert done.text.startswith("standing orders number 1 of red have come\n")
    assert game.table().verifier.standings.force == {"red": 1}


def test_what_is_refused_is_told_its_author_alone(game):
    before = log(game)
    papers = read(filed(game, "blue", "loss: last")).papers
    draft = Draft("blue@example.org", ("referee@example.org",), "s", "s", papers=papers[:1], automatic=False)
    done = game.robot.receive(compose(draft), NOW)
    assert done.outcome == "refused"
    (file,) = done.files
    assert opened(file).to == ("blue@example.org",)
    assert "[standing-wrong]" in text_of(file)
    assert "the box of paper 1 is missing" in text_of(file)
    assert log(game) == before
