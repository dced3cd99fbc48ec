"""A referee who does not open and end a game of closed orders: each side opens its own by a command, one
after another, and the game is replayed whole."""

import copy
import shutil
from dataclasses import replace

import blocks
import duel
import pytest
from agreement import agreed, cut
from blocks_play import Game, over
from crashes import settle
from mailed import opened
from refusing import refuses
from said import remade

from pbem.entry.bodies import End
from pbem.entry.entries import sign
from pbem.log.log_file import GameLog
from pbem.log.party import signing_record
from pbem.log.party.folder import Folder
from pbem.log.verification import verify
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import game_letters
from pbem.play import own_opening
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay

DAY = 86_400


@pytest.fixture(scope="module")
def played():
    return over("b")


@pytest.fixture
def game(played, tmp_path):
    """Over, and neither opened nor ended."""
    made = copy.copy(played)
    made.path = shutil.copytree(played.path, tmp_path / "game")
    settle(made.path)
    made.folders = {role: Folder(made.path / role) for role in played.folders}
    for folder in made.folders.values():
        keep(folder, cut(made.records()) if folder.path.name != "referee" else made.records())
    return made


def keep(folder, records):
    """This log in the folder, and no other."""
    path = folder.log.path
    path.unlink()
    GameLog.create(path, records[0]).append(*records[1:])


def since(game):
    return game.table("earl").verifier.withheld[1]


def opens(game, role, now, without=()):
    """A side opens its own, and the others but the referee take its mail in."""
    table, _ = own_opening.open_own(game.folders[role], now, without, blocks.build)
    mail = game_letters.send_opened(game.folders[role], table.verifier)
    for other in blocks.SEATS:
        if other != role:
            said = Inbox(game.folders[other], build=blocks.build).receive(opened(mail).message, now)
            assert said.outcome == "accepted", said.text
    return opened(mail)


def full(game, role):
    log = game.folders[role].log
    verdict = verify(list(log.read().records()), GameReplay(blocks.build))
    return full_audit.check(log.path, verdict, blocks.build)


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
        own_opening.open_own(game.folders["king"], now + 180, (), blocks.build)


def test_the_referee_has_a_day_and_who_comes_first_in_the_charter_opens_first(game):
    now = since(game) + DAY
    with refuses(Code.OPEN_TOO_EARLY, match="has a day"):
        own_opening.open_own(game.folders["earl"], now - 1, (), blocks.build)
    with refuses(Code.OPEN_TOO_EARLY, match="earl opens first"):
        own_opening.open_own(game.folders["king"], now, (), blocks.build)
    with refuses(Code.OPEN_TOO_EARLY, match="king opens first"):
        own_opening.open_own(game.folders["jarl"], now, ("earl",), blocks.build)
    opens(game, "king", now, ("earl",))
    opens(game, "earl", now + 60)


def test_nothing_is_opened_in_a_game_that_goes_on(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    with refuses(Code.OPEN_TOO_EARLY, match="not over"):
        own_opening.open_own(game.folders["earl"], 2 * since_now(game), (), blocks.build)


def since_now(game):
    return game.table("earl").verifier.time


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
    keep(other.folders["earl"], cut(other.records()))
    assert "earl" in other.table("earl").verifier.parties.out
    own_opening.open_own(other.folders["earl"], since(other) + DAY, (), blocks.build)
    assert agreed(list(other.folders["earl"].log.read().records())) == "incomplete"


# --- who was silent wakes ----------------------------------------------------------------------------------


def take(game, role, mail, now):
    return Inbox(game.folders[role], build=blocks.build).receive(mail.message, now)


def test_who_wakes_when_others_have_opened_opens_after_them(game):
    now = since(game) + DAY
    for role, without in (("king", ("earl",)), ("jarl", ("earl",))):
        opens(game, role, now, without)
    opens(game, "earl", now + DAY)
    assert all("with every order known too" in full(game, seat).message for seat in blocks.SEATS)


def test_two_openings_for_one_place_the_first_in_the_charter_stands(game):
    """earl wakes while king, who waited for him no longer, opens: their mails cross."""
    now = since(game) + DAY
    king = crossing(game, "king", now, ("earl",))
    earl = crossing(game, "earl", now, ())
    assert take(game, "jarl", king, now).outcome == "accepted"
    assert "[overtaken]" in take(game, "earl", king, now).text
    for role in ("king", "jarl"):
        assert take(game, role, earl, now).outcome == "accepted"
    opens(game, "king", now + 60)
    opens(game, "jarl", now + 120)
    assert len({game.folders[seat].log.path.read_bytes() for seat in blocks.SEATS}) == 1
    assert "with every order known too" in full(game, "jarl").message


def crossing(game, role, now, without):
    table, _ = own_opening.open_own(game.folders[role], now, without, blocks.build)
    return opened(game_letters.send_opened(game.folders[role], table.verifier))


def test_a_referee_who_wakes_ends_the_game_for_all(game):
    now = since(game) + DAY
    host, records = game.folders["referee"], cut(game.records())
    keep(host, records)
    record = signing_record.read(host)  # what he would sign he has not signed yet
    before = tuple(each for each in record.shown if each.seq < len(records))
    signing_record.write(host, replace(record, shown=before, ahead=()))
    first = opens(game, "earl", now)
    opens(game, "king", now + 60)
    answer = take(game, "referee", first, now + DAY)
    assert answer.outcome == "accepted", answer.text
    for file in answer.files:
        (address,) = opened(file).to
        said = take(game, address.partition("@")[0], opened(file), now + DAY)
        assert said.outcome == "accepted", said.text
    assert len({folder.log.path.read_bytes() for folder in game.folders.values()}) == 1
    assert full(game, "king").code == "holds"
    assert "with every order known too" in full(game, "king").message


def test_nothing_else_gives_way(game):
    """The attack: a referee who would have another course of the game, and sends another answer of before."""
    now = since(game) + DAY
    opens(game, "earl", now)
    before = game.folders["king"].log.path.read_bytes()
    table = game.table("king")
    last = table.verifier.history[-2]
    assert last.author == "referee"
    other = sign(remade(last, body=last.body.to_plain() | {"at": last.stated_time + 1}), duel.key("referee"))
    end = sign(
        remade(
            table.next_entry("referee", End(outcome={"winner": "earl"})), seq=last.seq + 1, prev=last.prev
        ),
        duel.key("referee"),
    )
    for signed in (other, end):
        draft = Draft("referee@example.org", ("king@example.org",), "x", "x", (signed,), automatic=False)
        assert (
            Inbox(game.folders["king"], build=blocks.build).receive(compose(draft), now).outcome == "refused"
        )
        assert game.folders["king"].log.path.read_bytes() == before
