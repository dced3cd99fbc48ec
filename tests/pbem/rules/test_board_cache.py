"""Boards that go on with a table: always what a board that is made anew would be."""

import copy

import ambush
import pytest
from make_vectors import VECTORS

from pbem import errors
from pbem.log.log_file import GameLog
from pbem.rules.boards.board_cache import BoardCache
from pbem.rules.boards.party_board import Board, side_knowledge
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret


@pytest.fixture(scope="module")
def table():
    return Table.load(GameLog(VECTORS / "game-with-secret-packs.log"), ambush.build)


@pytest.fixture(scope="module")
def knows(table):
    packs = table.verifier.cards.open_packs(RefereeSecret(table.verifier.published))
    return {side: side_knowledge(table.verifier.cards, side, packs) for side in table.verifier.parties.sides}


def anew(table, knowledge, record):
    made = Board(table.replay.rules, knowledge)
    made.follow(record)
    return made


def seen(board, table):
    return (
        board.play.state,
        type(board.play.request),
        board.play.events,
        type(board.last),
        [board.account(account) for account in table.replay.accounts],
    )


def test_each_goes_on_as_if_made_anew(table, knows):
    boards, record, first = BoardCache(), table.replay.record, {}
    for length in range(0, len(record) + 1, 3):
        for side, knowledge in knows.items():
            kept = boards.board_of(table.replay.rules, knowledge, record[:length])
            assert kept is first.setdefault(side, kept)
            assert seen(kept, table) == seen(anew(table, knowledge, record[:length]), table)
    assert len({id(board) for board in first.values()}) == len(knows)


def test_after_a_game_was_taken_back_one_is_made_anew(table, knows):
    record, knowledge = table.replay.record, next(iter(knows.values()))
    other = [*record[:-2], *map(copy.copy, record[-2:])]
    for again in (record[:-1], other):
        boards = BoardCache()
        before = boards.board_of(table.replay.rules, knowledge, record)
        after = boards.board_of(table.replay.rules, knowledge, again)
        assert after is not before
        assert seen(after, table) == seen(anew(table, knowledge, again), table)


def test_one_that_fell_out_of_step_is_not_kept(table, knows):
    boards, record, knowledge = BoardCache(), table.replay.record, next(iter(knows.values()))
    wrong = [*record[:5], *record[6:]]
    with pytest.raises(errors.LogFault):
        boards.board_of(table.replay.rules, knowledge, wrong)
    right = boards.board_of(table.replay.rules, knowledge, record)
    assert seen(right, table) == seen(anew(table, knowledge, record), table)


def test_a_table_to_try_an_entry_on_has_boards_of_its_own(table):
    assert table.copy().boards is not table.boards


def known(board, table):
    """As `seen`, without the events of the play: of those before it stood there only the stories tell."""
    state, request, _, *rest = seen(board, table)
    return state, request, rest


def test_boards_go_on_from_where_others_stood(table, knows):
    record, rules = table.replay.record, table.replay.rules
    for length in (0, 7, len(record)):
        first = BoardCache()
        for side, knowledge in knows.items():
            first.board_of(rules, knowledge, record, length)
            first.full_behind(rules, knowledge, record, length // 2, side)
        again = BoardCache(copy.deepcopy(first.state(record[:length])), record)
        for side, knowledge in knows.items():
            resumed = again.board_of(rules, knowledge, record)
            assert known(resumed, table) == known(anew(table, knowledge, record), table)
            behind = again.full_behind(rules, knowledge, record, length // 2, side)
            assert behind.play.state == anew(table, knowledge, record[: length // 2]).play.state
    assert len(again.state(record).by_side) == len(knows) == len(again.state(record).behind)


def test_after_a_game_was_taken_back_nothing_goes_on_from_where_they_stood(table, knows):
    record, rules, knowledge = table.replay.record, table.replay.rules, next(iter(knows.values()))
    other = [*record[:-2], *map(copy.copy, record[-2:])]
    for again in (record[:-1], other):
        first = BoardCache()
        first.board_of(rules, knowledge, record)
        resumed = BoardCache(first.state(record), record)
        assert not resumed.state(again).by_side
        assert seen(resumed.board_of(rules, knowledge, again), table) == seen(
            anew(table, knowledge, again), table
        )
