"""Another version of a game's file, proposed by mail and signed on the page: what differs is shown before."""

import march
import pytest

from pbem.disk import game_shelf
from pbem.log.party.folder import Folder
from pbem.mail_table import waiting_proposals
from pbem.play.host.referee_desk import RefereeDesk

SLOW = ("counters.yaml", "movement: 7", "movement: 6")


@pytest.fixture(autouse=True)
def rules():
    with march.marching():
        yield


def test_a_new_version_is_read_with_what_differs_and_signed_by_what_came_with_the_mail(tmp_path):
    game = march.Played(tmp_path).begin()
    game.move("shire", "march S-fyrd-1 0305", "done")
    file = game.version("0.2.0", SLOW)
    game.run("adopt", "--dir", game.of("referee"), "--game", file)
    role = next(role for role in march.SIDES if game.mails("referee", f"*{role}-to-sign*"))
    (mail,) = game.mails("referee", f"*{role}-to-sign*")
    game.give(mail, role)
    game_shelf.forget()  # another process, which has nothing but the folder
    desk = RefereeDesk(Folder(game.of(role)))
    (one,) = waiting_proposals.describe_proposals(desk, desk.table())
    assert (one["kind"], one["title"]) == ("adopt", "referee proposes a version of the game")
    read = waiting_proposals.read_proposal(desk, desk.table(), one["id"])
    assert "movement: 7 -> 6" in read["text"] and "version 0.2.0" in read["text"]
    with desk.lock_folder():
        done = waiting_proposals.sign(desk, desk.table(), one["id"], read["digest"], 1_800_000_000)
    assert len(done.mails) == 1
    assert file.read_bytes() in [each.read_bytes() for each in game.kept(role)]
    assert waiting_proposals.describe_proposals(desk, desk.table()) == []
