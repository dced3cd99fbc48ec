"""A game without a referee: two folders, and files that go between them, one round trip a batch."""

import duel
import independent
import pytest
from pbem_play import log_bytes
from refusing import refuses
from said import following
from two_folders import Game

from modules.engine.requests import Choose
from pbem.entry import armor
from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge.standing_filing import Filings
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_file
from pbem.messages import report_text
from pbem.play import player
from pbem.play.host import peer_exchange
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

OTHER = {"red": "blue", "blue": "red"}


def decide(table):
    """Nothing to open dice with, or the first order that is offered."""
    if table.replay.dice_due:
        return []
    request = table.replay.play.request
    assert isinstance(request, Choose)
    return [next(str(o) for o in request.options.legal() if not str(o).startswith("step"))]


def play_out(game):
    """Each side knows only its own folder: it moves when its own table says so, else sends what it signed."""
    mover_, waiting = "red", None
    while True:
        table = game.table(mover_)
        if table.verifier.ended:
            break
        if mover_ in table.owing_roles:
            waiting = game.sign(mover_, *decide(table))
        assert waiting is not None, "nobody has anything to send"
        done = game.take_in(OTHER[mover_], waiting)
        mover_, waiting = OTHER[mover_], done.file
    if waiting is not None:
        game.take_in(OTHER[mover_], waiting)
    return game


@pytest.mark.parametrize("salt", ["", "b", "c", "d"])
def test_a_whole_game_between_two_folders(tmp_path, salt):
    game = play_out(Game(tmp_path, salt))
    red, blue = game.logs().values()
    assert red == blue
    entries = duel.records(game.folders["red"])
    assert verify(entries, GameReplay(duel.build)).status is Status.HOLDS
    assert independent.check(log_bytes(entries)) == "holds"
    read = [Entry.decode(signed.data) for signed in entries]
    assert {entry.author for entry in read} == {"red", "blue"}
    rolls = [entry for entry in read if entry.type == "roll"]
    assert rolls
    for roll in rolls:
        assert roll.author != read[roll.seq - 1].author
        assert {roll.link, read[roll.seq - 1].link}.isdisjoint({None})
    opened = [entry for entry in read if entry.link and entry.type != "roll"]
    assert game.sent <= 2 * len(opened), "one round trip a batch at most"


@pytest.mark.whole
def test_a_whole_game_of_hastings_without_a_referee(tmp_path):
    plan = Plan("three_battles", "hastings", (), {}, seed=1, refereed=False)
    done = play_game(plan, tmp_path)
    assert set(done.folders) == {"saxon", "norman"}
    logs = {(folder.path / "game.log").read_bytes() for folder in done.folders.values()}
    assert len(logs) == 1
    assert verify_file(tmp_path / "norman/game.log", GameReplay()).status is Status.HOLDS
    assert independent.check(logs.pop()) == "holds"


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path, forced=False)


def test_the_answer_is_the_other_sides_link_and_the_dice(game):
    file = game.sign("red", "done", "strike red-a > blue-a")
    done = game.take_in("blue", file)
    order, roll = armor.read(done.file)
    assert [Entry.decode(one.data).type for one in (order, roll)] == ["order", "roll"]
    assert Entry.decode(roll.data).author == "blue"
    assert game.take_in("red", done.file).file is None
    assert len(set(game.logs().values())) == 1


def test_the_same_file_again_gives_the_same_answer_again(game):
    file = game.sign("red", "done", "strike red-a > blue-a")
    first = game.take_in("blue", file)
    bytes_, logs = first.file.read_bytes(), game.logs()
    first.file.unlink()
    again = game.take_in("blue", file)
    assert (again.receipt.repeated, again.file, again.file.read_bytes()) == (True, first.file, bytes_)
    assert game.logs() == logs
    assert (first.receipt.first, first.receipt.last) == (again.receipt.first, again.receipt.last)


def test_an_answer_is_told_the_same_after_the_game_went_on(tmp_path):
    game = Game(tmp_path, forced=False)
    file = game.sign("red", "done", "done")
    first = game.take_in("blue", file)
    told = first.file.read_bytes()
    reply = game.take_in("red", game.sign("blue", "done", "done"))
    game.take_in("blue", reply.file)
    again = game.take_in("blue", file)
    assert again.file.read_bytes() == told
    assert again.receipt.repeated
    assert again.receipt.table.seq == first.receipt.table.seq


def test_the_next_move_carries_the_answer_along(game):
    answered = game.take_in("blue", game.sign("red", "done", "done"))
    assert game.table("blue").owing_roles == ("blue",)
    said = report_text.receipt_answer_text(answered.receipt, answered.file, "blue")
    assert said == (
        f"Send {answered.file} to red, Player red <red@example.org>, or make your move: "
        "its file includes this\n"
    )
    file = game.sign("blue", "done", "done")
    assert [Entry.decode(one.data).seq for one in armor.read(file)] == [1, 2, 3]
    done = game.take_in("red", file)
    assert [account.seq for account in done.receipt.table.accounts(1, 9)] == [1, 3]
    assert game.table("red").seq == 4


def test_a_move_alone_is_not_an_answer(game):
    """Who opened a batch cannot take in his own move: the dice are missing, and only the other rolls them."""
    file = game.sign("red", "done", "strike red-a > blue-a")
    with refuses(Code.ROLL_DUE, match="blue must first answer"):
        game.take_in("red", file)
    assert game.table("red").seq == 0


def test_a_draft_is_no_move(game):
    orders = game.path / "orders.txt"
    orders.write_text("done\n")
    draft = player.sign_move(game.folders["red"], orders, draft=True, build=duel.build)
    with refuses(Code.DRAFT_NOT_LOCKED):
        game.take_in("blue", draft.file)


def test_nobody_rolls_for_himself(game):
    """The opener signs a roll with a link of his own chain: it is not his to write."""
    game_, table = game, game.table("red")
    order = armor.read(game_.sign("red", "done", "strike red-a > blue-a"))[0]
    table.verifier.apply(verify_entry(order))
    body = {
        "k": 1,
        "batch": 1,
        "applied": 2,
        "rolls": [{"label": "strike red-a > blue-a", "rule": "3.2", "sides": 6, "values": [6]}],
    }
    link = duel.chain("red").reveal(1)
    roll = sign(following(table, "roll", "red", body, link), duel.key("red"))
    with refuses(Code.NOT_ENTITLED, match="only blue answers"):
        peer_exchange.take_in(game.folders["blue"], [order, roll], duel.build)
    assert game.table("blue").seq == 0


def test_a_side_resigns_when_it_is_its_turn(game):
    with refuses(Code.NOT_YOUR_DECISION, match="red must act"):
        player.resign(game.folders["blue"], duel.build)
    file = player.resign(game.folders["red"], duel.build).file
    done = game.take_in("blue", file)
    game.take_in("red", done.file)
    assert game.table("red").replay.outcome()["winner"] == "blue"
    assert [table.verifier.ended for table in map(game.table, duel.SIDES)] == [True, True]


def test_an_illegal_move_is_not_taken_in(game):
    table = game.table("red")
    entry = following(
        table, "order", "red", {"lines": ["strike blue-a > red-a"]}, duel.chain("red").reveal(0)
    )
    with refuses(Code.LINE_REFUSED):
        peer_exchange.take_in(game.folders["blue"], [sign(entry, duel.key("red"))], duel.build)
    assert game.table("blue").seq == 0


def test_who_rolled_nothing_writes_an_ack(game):
    done = game.take_in("blue", game.sign("red", "step red-a 2"))
    ack = Entry.decode(armor.read(done.file)[-1].data)
    assert (ack.author, ack.link, ack.body) == ("blue", None, Ack(applied=1, at=0))
    assert game.table("blue").owing_roles == ("red",)
    assert "or make your move" not in report_text.receipt_answer_text(done.receipt, done.file, "blue")


def test_standing_orders_go_with_the_next_move_and_count_from_the_dice_after_it(tmp_path):
    game = Game(tmp_path, forced=False)
    lines = tmp_path / "standing.txt"
    lines.write_text("any: default\n")
    filed = player.file_standing(game.folders["red"], lines, duel.build)
    assert "Your next move carries them" in report_text.filed_text(filed)
    assert Filings(game.folders["red"], game.table("red")).lines_in_force("red") == (0, ())
    moved = game.sign("red", "done", "strike red-a > blue-a")
    done = game.take_in("blue", moved)
    game.take_in("red", done.file)
    for side in duel.SIDES:
        assert Filings(game.folders[side], game.table(side)).lines_in_force("red") == (1, ("any: default",))
    assert len(set(game.logs().values())) == 1
    assert independent.check(log_bytes(duel.records(game.folders["red"]))) == "incomplete"  # the game goes on


def test_standing_orders_without_a_referee_do_not_decide_in_the_batch_that_brings_them(tmp_path):
    game = Game(tmp_path, forced=False)
    lines = tmp_path / "standing.txt"
    lines.write_text("strikes: never\n")
    player.file_standing(game.folders["red"], lines, duel.build)
    done = game.take_in("blue", game.sign("red", "step red-a 2", "done"))
    assert done.receipt.table.owing_roles == ("red",)
    game.take_in("red", done.file)
    game.take_in("blue", game.sign("red", "strike red-a > blue-a"))
    assert game.table("blue").verifier.standings.is_clear("red") == ("strikes: never",)


def test_an_old_log_that_was_put_back_is_not_built_upon(game):
    move = game.sign("red", *decide(game.table("red")))
    log = game.folders["blue"].log.path
    old = log.read_bytes()
    game.take_in("blue", move)
    log.write_bytes(old)
    done = game.take_in("blue", move)  # one answer short: that one is in the record of what was shown
    assert done.receipt.repeated
    new = log.read_bytes()
    game.take_in("red", done.file)
    before = game.logs()
    mover_ = next(role for role in duel.SIDES if role in game.table(role).owing_roles)
    game.take_in(OTHER[mover_], game.sign(mover_, *decide(game.table(mover_))))
    log.write_bytes(old)
    with refuses(Code.OLD_LOG, match="this is an old copy of the log"):
        game.take_in("blue", move)
    assert log.read_bytes() == old
    assert before["blue"] == new
