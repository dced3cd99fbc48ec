"""Orders that stay closed: the game of blocks played whole, and its properties."""

import blocks
import pytest
from blocks_play import Game, boards, over

from modules.engine.requests import Effect
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.boards.full_game import FullGame
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.simulation import file_games

SALTS = ("", "b", "c", "d", "e", "f")
DAY = 86_400


@pytest.fixture(scope="module", params=SALTS[:3])
def whole(request):
    return over(request.param)


def bodies_of(game):
    return [Entry.decode(one.data).body for one in game.records()]


def full(game, role="referee"):
    log = game.folders[role].path / "game.log"
    return full_audit.check(log, verify(game.records(), GameReplay(blocks.build)), blocks.build)


@pytest.mark.whole
def test_a_whole_game_holds_for_everybody(whole):
    logs = {(folder.path / "game.log").read_bytes() for folder in whole.folders.values()}
    assert len(logs) == 1
    verdict = full(whole, "jarl")
    assert verdict.status == Status.HOLDS, verdict.message
    assert "with every order known too" in verdict.message
    kinds = [body.type for body in bodies_of(whole)]
    assert kinds[-2:] == ["open", "end"]
    assert "roll" in kinds


@pytest.mark.whole
def test_no_line_stands_in_the_log_before_the_game_is_over(whole):
    orders = [body for body in bodies_of(whole) if body.type in ("order", "decision")]
    assert orders
    assert all(body.lines == () and body.rest and body.box for body in orders)
    said = [text for body in bodies_of(whole)[:-2] for text in getattr(body, "effects", None) or ()]
    shown = {
        part.split(".")[0]
        for text in said
        if text.startswith("fought")
        for part in text.split()[2].split("+")
    }
    assert not [text for text in said if not text.startswith(("fought", "lose")) and "-3" in text]
    assert shown


def test_every_board_equals_the_view_of_the_whole_state(whole):
    """After each answer: what everybody has by effects, and each seat by its own orders, effects and news."""
    table = whole.table()
    rules, record = table.replay.rules, table.replay.record
    game = FullGame(rules, seat_views.orders_of(table))
    public = GameReplay(blocks.build)
    public.begin(table.verifier.history[0])
    for taken in record:
        game.take(taken)
        public.play.follow(taken.answer)
        state = game.board.play.state
        assert public.play.state == rules.view(state, "")
        assert rules.view(public.play.state, "") == public.play.state
        for seat, board in game.seats.items():
            assert board.play.state == rules.view(state, seat)
            assert rules.view(board.play.state, seat) == board.play.state
    assert len([taken for taken in record if isinstance(taken.answer, Effect)]) > 30


def test_each_player_sees_what_the_referee_says_he_sees(tmp_path):
    game = Game(tmp_path / "game", "c")
    for _ in range(12):
        game.step()
        whole = boards(game.table())
        for seat in blocks.SEATS:
            assert game.seen(seat).play.state == whole.seats[seat].play.state
        assert game.seen("referee").play.state == whole.board.play.state


def test_a_game_by_policy_in_one_program(tmp_path):
    """As `pbem simulate` plays: one table, and a board for each seat that knows its own orders and news."""
    folders = blocks.new(tmp_path / "game", "p")
    for folder in folders.values():
        (folder.path / "moves").mkdir()
        (folder.path / "answers").mkdir()
    table = Table(blocks.build, closed_lines.known_lines(folders["referee"]))
    (charter,) = folders["referee"].log.read().records()
    table.verifier.apply(verify_entry(charter))
    game = file_games._Simulation(table, folders, 7)
    while not table.verifier.ended:
        game.exchange()
    verdict = verify(table.verifier.entries, GameReplay(blocks.build))
    assert verdict.status == Status.HOLDS, verdict.message
