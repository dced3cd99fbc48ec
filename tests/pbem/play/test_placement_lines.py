"""Where a set-up is hidden, the order in which counters were laid out is nobody's business."""

import itertools

import ambush
import pytest
from ambush_play import Game
from planned import Game as Duel

from pbem.entry.bodies import lines_of
from pbem.play.orders import placement_lines
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game


@pytest.fixture
def dealt(tmp_path):
    game = Game(tmp_path, "d")
    game.play("red")
    return game


def placings(game):
    side = game.table().owing_roles[0]
    cards = [f"{ambush.PACK[side]}{number}" for number in (5, 2, 4)]
    return side, [f"place {card} {lane}" for card, lane in zip(cards, "231", strict=True)]


def test_whatever_the_order_in_which_they_were_written_the_same_is_signed(dealt, tmp_path):
    side, lines = placings(dealt)
    signed = set()
    for each in itertools.permutations(lines):
        made = dealt.sign(side, *each)
        signed.add(made.entry.body.lines)
        made.file.unlink()
    assert signed == {tuple(sorted(lines, key=lambda line: line.split()[2]))}


def test_a_line_that_is_not_legal_is_named_where_it_stands(dealt):
    side, lines = placings(dealt)
    table = dealt.table()
    bad = [lines[0], lines[1], lines[1], lines[2]]
    assert placement_lines.sort_placements(table, side, bad)[2:] == (lines[1], lines[2])


def test_an_open_game_keeps_its_lines_as_they_were_written(tmp_path):
    game = Duel(tmp_path)
    lines = ("step red-b 3", "step red-a 2", "done")
    assert game.sign("red", *lines).entry.body.lines == lines


def places(entry):
    """The places of the cards that an entry lays out, in the order of its lines."""
    return [line.split()[2] for line in lines_of(entry.body) if line.startswith("place ")]


def test_the_card_games_set_up_is_sorted_whoever_plays_it(tmp_path):
    found = []

    def stop(table):
        found[:] = [entry for entry in table.verifier.history if len(places(entry)) > 5]
        if len(found) > 1:
            raise StopIteration

    with pytest.raises(StopIteration):
        play_game(Plan("hastings_pulsipher", "full", (), {}, seed=4), tmp_path, stop)
    for entry in found:
        assert places(entry) == sorted(places(entry))
