"""The year of the comet by Maildirs: with standing orders an order a player turn; who gives up, and who takes
over for him; nothing of another's blocks in a mailbox, a folder or a save."""

import email
import email.policy
import re
from dataclasses import replace

import comet_play
import pytest

from pbem.entry.bodies import Move
from pbem.entry.field_types import REFEREE
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.messages import position_pictures
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.play.orders import order_closing
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.setup import new_game
from pbem.simulation import file_games, mail_games

STANDING = ("raising: every", "muster: fill", "tostig: raise", "retreat: below 50", "any: default")
SIDES = {"viking": "V", "norman": "NBF", "english": "E"}
"""With what the names of a side's blocks begin."""
BLOCK = re.compile(r"\b([VNBFE])-[A-Za-z]+(?:\.\d|-\d+)")


def full(folder):
    log = folder.log
    verdict = verify(list(log.read().records()), GameReplay(comet_play.build))
    return (
        full_audit.check(log.path, verdict, comet_play.build) if verdict.status == Status.HOLDS else verdict
    )


def begun(path, seed, *options):
    """The parties with their mailboxes, standing orders filed."""
    plan = comet_play.plan(seed, *options)
    plan = replace(plan, players=file_games.seeded_players(plan))
    folders = new_game.folders(plan, path)
    file_games.make_seeded_secrets(plan, folders, comet_play.build)
    game = mail_games._Game(plan, folders, mail_games.maildirs(folders, plan), None, comet_play.build)
    game.set_up()
    game.file(STANDING)
    return game


def until(game, seat):
    """Rounds of mails until a seat has to act; False if the game ends before."""
    while not game.has_ended and game.table.owing_roles[:1] != (seat,):
        game.round()
    return not game.has_ended


def orders_of(table):
    return [entry.author for entry in table.verifier.history if isinstance(entry.body, Move)]


def resign(game, seat):
    folder = game._folders[seat]
    made = player.resign(folder, comet_play.build)
    game_letters.send_move(folder, made.verifier, [made.signed])
    game._send(seat)
    for role in (REFEREE, *game._sides):
        game._take_in(role)


def played_out(game):
    while not game.has_ended:
        game.round()
    logs = {folder.log.path.read_bytes() for folder in game._folders.values()}
    assert len(logs) == 1
    verdict = full(game._folders["english"])
    assert verdict.status == Status.HOLDS, verdict.message


# --- nothing of another's blocks ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def going(tmp_path_factory):
    """A game in its second turn."""
    game = begun(tmp_path_factory.mktemp("going") / "game", 4)
    while game.table.replay.play.state.turn == 1 or game.table.owing_roles != ("english",):
        game.round()
    return game


def words_in(folder):
    """All that can be read in a folder and the mails in its Maildir, but for the log, which all have."""
    for file in (file for file in folder.path.rglob("*") if file.is_file()):
        data = file.read_bytes()
        if mail_games.MAILDIR in file.parts or file.suffix == ".eml":
            mail = email.message_from_bytes(data, policy=email.policy.default)
            for part in mail.walk():
                if part.get_content_maintype() == "text":
                    yield part.get_content()
        elif file.suffix in (".txt", ".json", ".yaml"):
            yield data.decode()


def strangers(seat, text):
    """The blocks of others that a text names."""
    return {found[0] for found in BLOCK.finditer(text) if found[1] not in SIDES[seat]}


@pytest.mark.parametrize("seat", SIDES)
def test_no_mail_and_no_file_names_anothers_block(going, seat):
    text = "\n".join(words_in(going._folders[seat]))
    log = b"\n".join(signed.data for signed in going._folders[REFEREE].log.read().records()).decode()
    shown = {found[0] for found in BLOCK.finditer(log)}
    assert {found[0] for found in BLOCK.finditer(text)}
    assert strangers(seat, text) <= shown


@pytest.mark.parametrize(
    "seat", ["english", *(pytest.param(seat, marks=pytest.mark.long) for seat in ("viking", "norman"))]
)
def test_a_save_and_a_picture_are_of_what_its_seat_sees(going, seat, tmp_path):
    """The referee draws for a seat from the whole game, its player from his own board: both to the byte the
    same, so that nothing of what he does not see is in it."""
    host = order_closing.load(going._folders[REFEREE], comet_play.build)
    mine = order_closing.load(going._folders[seat], comet_play.build)
    host.seat = seat_views.for_side(host, going._folders[REFEREE], seat)
    seat_views.sit(mine, going._folders[seat])
    made = []
    for name, table in (("host", host), ("mine", mine)):
        out = tmp_path / f"{name}.vsav"
        position_pictures.draw(table, seat, out)
        placed = position_pictures._ShownPosition(table, seat, 0)
        made.append((out.read_bytes(), placed.placed, placed.facts, placed.happened))
    assert made[0] == made[1]
    hidden = [each for each in made[0][1] if each.side != seat]
    assert hidden
    assert not any(each.counter for each in hidden)


def test_a_picture_of_areas_shows_the_moves_that_all_were_told_of(going):
    table = order_closing.load(going._folders[REFEREE], comet_play.build)
    table.seat = seat_views.for_side(table, going._folders[REFEREE], "english")
    shown = position_pictures._ShownPosition(table, "english", 0)
    assert shown.happened
    assert {each.kind for each in shown.happened} == {"move"}
    assert not any(each.counter for each in shown.happened)


# --- an order a player turn ---------------------------------------------------------------------------------


@pytest.mark.long
def test_a_whole_year_of_three_by_maildirs_is_one_order_a_player_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(comet_play, "TURNS", 16)
    game = mail_games.play_game(
        comet_play.plan(6), tmp_path / "game", build=comet_play.build, standing=STANDING
    )
    assert game.table.replay.play.state.turn == 16
    orders = orders_of(game.table)
    assert max(map(orders.count, SIDES)) <= 16 + 1
    assert game.mails < 5 * len(orders) + 25
    assert full(game.folders["norman"]).status == Status.HOLDS


@pytest.mark.long
def test_a_whole_year_of_seven_by_policy(tmp_path, monkeypatch):
    monkeypatch.setattr(comet_play, "TURNS", 16)
    game = file_games.play_game(
        comet_play.plan(1, "seven"), tmp_path / "game", build=comet_play.build, standing=STANDING
    )
    assert max(map(orders_of(game.table).count, game.table.verifier.parties.sides)) <= 16 + 1
    assert full(game.folders["earls"]).status == Status.HOLDS


# --- who gives up -------------------------------------------------------------------------------------------


def test_a_side_whose_player_gives_up_leaves_the_map_and_the_others_play_on(tmp_path):
    game = begun(tmp_path / "game", 4)
    assert until(game, "viking")
    resign(game, "viking")
    state = game.table.replay.play.state
    assert state.out == ("viking",)
    assert not any(side == "viking" for side, _ in state.stacks)
    played_out(game)
    assert "viking" not in orders_of(game.table)[1:]


@pytest.mark.long
def test_allies_take_over_from_their_main_player_and_he_from_them(tmp_path):
    game = begun(tmp_path / "game", 4, "seven")
    assert until(game, "english")
    before = game.table.replay.play.state.stacks
    resign(game, "english")
    state = game.table.replay.play.state
    assert state.away == ("english",)
    assert not state.out
    assert {key for key in before if key[0] == "english"} <= {*state.stacks}
    assert game.table.owing_roles == ("earls",)
    if until(game, "tostig"):
        resign(game, "tostig")
        assert game.table.replay.play.state.away == ("english", "tostig")
    while not game.has_ended:
        game.round()
    assert full(game._folders["earls"]).status == Status.HOLDS
