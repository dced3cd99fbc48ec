"""A move as it goes in a real game: `pbem run` at the referee's and at the players'."""

import email
import shutil

import pytest
from commands import good
from crashes import settle

from pbem.entry import armor
from pbem.mail.writer import Draft, compose
from pbem.post.maildir import MaildirSink, MaildirSource

SIDES = ("saxon", "norman")


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    for role in ("referee", *SIDES):
        settings = f"from: {role}@localhost\nmaildir: ../{role}-mail\nsend:\n  maildir: ../post-office\n"
        (tmp_path / "game" / role / "post.yaml").write_text(settings)
    return tmp_path / "game"


def run(game, role):
    return good("run", "--once", "--no-picture", "--dir", game / role)


def test_a_move_by_mail_reaches_every_log(game):
    (game / "orders.txt").write_text("move N-foot-5 2024\ndone\n")
    good("move", game / "orders.txt", "--dir", game / "norman")
    (file,) = (game / "norman" / "moves").glob("*-norman.pbem")
    boxes = tuple(armor.boxes(file.read_text()))
    draft = Draft(
        "norman@localhost", ("referee@localhost",), "move", "", tuple(armor.read(file)), boxes=boxes,
        automatic=False,
    )  # fmt: skip
    MaildirSink(game / "referee-mail").send(compose(draft), ["referee@localhost"])
    before = (game / "referee" / "game.log").read_bytes()
    lines = run(game, "referee").splitlines()
    assert [line.split()[0] for line in lines] == ["accepted", "sent", "sent"]
    for mail in MaildirSource(game / "post-office", 10**7).waiting_mails():
        role = email.message_from_bytes(mail.data)["To"].partition("@")[0].rpartition("<")[2]
        MaildirSink(game / f"{role}-mail").send(mail.data, [f"{role}@localhost"])
    for side in SIDES:
        assert run(game, side).startswith("accepted ")
        assert (
            (game / side / "game.log").read_bytes() == (game / "referee" / "game.log").read_bytes() != before
        )
    assert run(game, "referee") == ""
