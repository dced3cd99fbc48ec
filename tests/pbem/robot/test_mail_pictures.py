"""Which mails have a picture, from which entry on it shows what happened, and its words."""

import email
import email.policy

import duel
from mailed import NOW, Mailed, opened

from pbem.messages.letters import reminders
from pbem.robot.inbox import Inbox

PNG = b"PNG"


def begun(path):
    """A game whose robot draws, and what it was asked to draw: the side, since which entry, up to which."""
    game, asked = Mailed(path, forced=False), []

    def picture(table, side, since):
        asked.append((side, since, table.seq))
        return PNG

    game.robot = Inbox(game.folders["referee"], picture, duel.build)
    return game, asked, picture


def test_movers_see_what_came_of_their_own_order(tmp_path):
    """The picture of an answer begins before the order that it answers, that of news with one's own last."""
    game, asked, _ = begun(tmp_path)
    for count in range(2):
        asked.clear()
        first, side = game.table().seq + 1, game.table().owing_roles[0]
        received = game.send(side, "done", "done")
        assert received.outcome == "accepted"
        game.everybody_takes_in(received)
        since = {each: entry for each, entry, _ in asked}
        assert since[side] == first - 1, count
        assert {seq for _, _, seq in asked} == {game.table().seq}


def test_a_reminder_has_the_picture_of_what_happened_since(tmp_path):
    game, asked, picture = begun(tmp_path)
    game.send("red", "done", "done")
    asked.clear()
    (mail,) = reminders.remind(game.folders["referee"], NOW, duel.build, picture)
    ((side, since, seq),) = asked
    assert (side, seq) == (*game.table().owing_roles, game.table().seq)
    assert since <= seq
    message = email.message_from_bytes(opened(mail).message, policy=email.policy.default)
    assert [part.get_content() for part in message.walk() if part.get_content_type() == "image/png"] == [PNG]
