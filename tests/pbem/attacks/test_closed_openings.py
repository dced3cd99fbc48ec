"""A referee who does not open and end a game of closed orders: each side opens its own by a command, one
after another, and the game is replayed whole."""

import blocks
import pytest
from agreement import agreed, cut
from blocks_play import Game
from mailed import opened
from refusing import refuses

from pbem.codes import Code
from pbem.log.file import GameLog
from pbem.log.verify import verify
from pbem.play import opening
from pbem.robot.inbox import Inbox
from pbem.rules import audit
from pbem.rules.replay import GameReplay
from pbem.tell import letters

DAY = 86_400


@pytest.fixture
def game(tmp_path):
    """Over, and neither opened nor ended."""
    made = Game(tmp_path / "game", "b").play_out()
    records = cut(made.records())
    for seat in blocks.SEATS:
        path = made.folders[seat].log.path
        path.unlink()
        GameLog.create(path, records[0]).append(*records[1:])
    return made


def since(game):
    return game.table("earl").walk.withheld[1]


def opens(game, role, now, without=()):
    """A side opens its own, and the others but the referee take its mail in."""
    table, _ = opening.own(game.folders[role], now, without, blocks.build)
    mail = letters.send_opened(game.folders[role], table.walk)
    for other in blocks.SEATS:
        if other != role:
            said = Inbox(game.folders[other], build=blocks.build).receive(opened(mail).message, now)
            assert said.outcome == "accepted", said.text
    return opened(mail)


def full(game, role):
    log = game.folders[role].log
    verdict = verify(list(log.read().records()), GameReplay(blocks.build))
    return audit.check(log.path, verdict, blocks.build)


def test_each_opens_its_own_and_the_game_is_replayed_whole(game):
    now = since(game) + DAY
    seq = game.table("earl").seq
    mail = opens(game, "earl", now)
    assert sorted(mail.to) == ["jarl@example.org", "king@example.org", "referee@example.org"]
    opens(game, "king", now + 60)
    assert "with every order known" not in full(game, "jarl").message
    opens(game, "jarl", now + 120)
    said = {seat: full(game, seat) for seat in blocks.SEATS}
    assert all(verdict.code == Code.AUDIT_WITHHELD for verdict in said.values())
    assert all("with every order known too" in verdict.message for verdict in said.values())
    assert game.table("earl").seq == seq + 3
    assert agreed(list(game.folders["king"].log.read().records())) == "incomplete"
    with refuses(Code.NOTHING_OWED):
        opening.own(game.folders["king"], now + 180, (), blocks.build)


def test_the_referee_has_a_day_and_who_comes_first_in_the_charter_opens_first(game):
    now = since(game) + DAY
    with refuses(Code.OPEN_TOO_EARLY, match="has a day"):
        opening.own(game.folders["earl"], now - 1, (), blocks.build)
    with refuses(Code.OPEN_TOO_EARLY, match="earl opens first"):
        opening.own(game.folders["king"], now, (), blocks.build)
    with refuses(Code.OPEN_TOO_EARLY, match="king opens first"):
        opening.own(game.folders["jarl"], now, ("earl",), blocks.build)
    opens(game, "king", now, ("earl",))
    opens(game, "earl", now + 60)


def test_nothing_is_opened_in_a_game_that_goes_on(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    with refuses(Code.OPEN_TOO_EARLY, match="not over"):
        opening.own(game.folders["earl"], 2 * since_now(game), (), blocks.build)


def since_now(game):
    return game.table("earl").walk.time


def test_who_is_out_still_opens_its_own(tmp_path):
    """An order of one who was eliminated is closed as all others are, and only he can open it."""
    other = Game(tmp_path / "other", "c")
    for seat, lines in {
        "earl": ["place earl-3 ely", "place earl-2 ely", "place earl-1 london"],
        "king": ["place king-3 london", "place king-2 london", "place king-1 london"],
        "jarl": ["place jarl-3 york", "place jarl-2 york", "place jarl-1 durham"],
    }.items():
        other.play(seat, *lines)
    other.resign("earl")
    other.resign("king")
    records = cut(other.records())
    path = other.folders["earl"].log.path
    path.unlink()
    GameLog.create(path, records[0]).append(*records[1:])
    assert "earl" in other.table("earl").walk.parties.out
    opening.own(other.folders["earl"], since(other) + DAY, (), blocks.build)
    assert agreed(list(other.folders["earl"].log.read().records())) == "incomplete"
