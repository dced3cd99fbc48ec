"""The steps of a log: what leads from one position to the next, and no more."""

import pytest

from generator.vassal.format.commands import (
    AddPiece,
    ChangePiece,
    MovePiece,
    RemovePiece,
    Turn,
    move_to_empty,
    stack,
)
from generator.vassal.format.decks import DeckType, deck
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.format.traits import Embellishment, Footprint, Marker, MovementMarkable
from generator.vassal.positions.log_steps import Course
from generator.vassal.positions.ways import Ground, Way


def counter(name, level=1):
    layer = Embellishment(name="Step", images=("a.png", "b.png"), level=level)
    return Piece(BasicPiece("", name, gpid="1"), (Marker.of(CounterId=name), layer))


def position(*heaps, turn="1"):
    """The commands of a save: heaps at (x, 0), each of pieces, those at 0 a deck."""
    numbers, found = iter(range(100, 1000)), []
    for x, *pieces in heaps:
        ids = [str(next(numbers)) for _ in pieces]
        found += [AddPiece.of(each, p.at("Map", x, 0)) for each, p in zip(ids, pieces, strict=True)]
        number = str(next(numbers))
        at_zero = deck(number, DeckType(name="Pack"), "Map", x, 0, ids)
        found.append(at_zero if x == 0 else stack(number, "Map", x, 0, ids, 2))
    return [*found, Turn("TurnTracker0", turn)]


A, B, C = counter("A"), counter("B"), counter("C")


def steps(before, after):
    return Course(before, iter(range(900, 1000))).step(after)


def moved(piece, x, under, old_x, old_under):
    return MovePiece(piece, "Map", x, 0, under, "Map", old_x, 0, old_under)


def test_of_the_same_position_there_is_nothing_to_tell():
    assert steps(position((10, A, B)), position((10, A, B))) == []


def test_whatever_the_order_in_which_a_save_has_its_stacks():
    assert steps(position((10, A), (20, B)), position((20, B), (10, A))) == []


def test_a_move_onto_a_stack_and_one_to_an_empty_place():
    assert steps(position((10, A), (20, B)), position((20, B, A))) == [moved("100", 20, "103", 10, "101")]
    expected = move_to_empty(moved("101", 30, "", 10, "102"), "900", 2)
    assert steps(position((10, A, B)), position((10, A), (30, B))) == list(expected)


def test_a_stack_that_became_empty_is_gone():
    course = Course(position((10, A), (20, B)), iter(range(900, 1000)))
    course.step(position((20, B, A)))
    onto = course.step(position((20, B), (10, A)))
    assert onto == list(move_to_empty(moved("100", 10, "", 20, "103"), "900", 2))


def test_a_deck_that_became_empty_is_still_there():
    course = Course(position((0, A), (20, B)), iter(range(900, 1000)))
    course.step(position((0,), (20, B, A)))
    assert course.step(position((0, A), (20, B))) == [moved("100", 0, "101", 20, "103")]


def test_a_piece_changes_where_it_lies_and_where_it_comes_to():
    flipped = counter("A", 2)
    state = flipped.at("Map", 10, 0).state_text()
    assert steps(position((10, A)), position((10, flipped))) == [ChangePiece("100", state)]
    *_, last = steps(position((10, A)), position((20, flipped)))
    assert last == ChangePiece("100", flipped.at("Map", 20, 0).state_text())


def test_one_comes_and_one_goes_in_the_same_place():
    added, onto, gone, order = steps(position((10, A, B)), position((10, C, B)))
    assert (added, onto) == (AddPiece.of("900", C.at("Map", 10, 0)), moved("900", 10, "102", 10, ""))
    assert gone == RemovePiece("100")
    assert order == ChangePiece("102", "Map;10;0;900;101;@@2")


def test_the_order_of_a_deck():
    assert steps(position((0, A, B)), position((0, B, A))) == [ChangePiece("102", "Map;0;0;true;101,100")]


def test_the_turn_comes_before_what_moves_with_it():
    found = steps(position((10, A)), position((20, A), turn="2"))
    assert found[0] == Turn("TurnTracker0", "2")
    assert len(found) == 3


@pytest.mark.parametrize("count", [2, 3])
def test_of_pieces_that_are_alike_those_that_lie_still_stay(count):
    before = position(*((10 * each, A) for each in range(1, count + 1)))
    after = position(*((10 * each, A) for each in range(2, count + 2)))
    found = steps(before, after)
    assert found == list(move_to_empty(moved("100", 10 * (count + 1), "", 10, "101"), "900", 2))


# --- ways and signs ------------------------------------------------------------------------------------

GROUND = Ground(({place: ("Map", x, 0) for place, x in (("a", 10), ("b", 20), ("c", 30))},))
MARCH = (Footprint(), MovementMarkable())
TRAIL = "true;Map0;{};{};true"


def card(name, gpid):
    return Piece(BasicPiece("", name, gpid=gpid), (*MARCH, Marker.of(CounterId=name, Side="Ours")))


def signs(command, type_text):
    piece = AddPiece("", type_text, command.state).piece()
    return [each.state_text() for each in piece.traits[:2]]


def test_a_card_goes_as_unknown_and_is_turned_up_where_it_arrives_with_its_trail():
    unknown, known = card("", "7"), card("N-foot-1", "8")
    course = Course(position((10, unknown), (40, B)), iter(range(900, 1000)), GROUND)
    course.aim(position((30, known), (40, B)))
    march = course.march([Way(frozenset(), ("a", "b", "c"))])
    assert [[type(each) for each in step] for step in march] == [[AddPiece, MovePiece, ChangePiece]] * 2
    assert [step[1].x for step in march] == [20, 30]
    assert signs(march[1][2], unknown.type_text()) == [TRAIL.format(2, "10,0;20,0"), "true"]
    added, _, gone = course.arrive()
    assert (added.type, gone) == (known.type_text(), RemovePiece("100"))
    assert signs(added, known.type_text()) == [TRAIL.format(2, "10,0;20,0"), "true"]


def test_of_two_that_may_have_gone_neither_is_taken_for_the_one_that_is_new():
    unknown, known = card("", "7"), card("N-foot-1", "8")
    course = Course(position((10, unknown, unknown)), iter(range(900, 1000)), GROUND)
    course.aim(position((30, known)))
    assert course.march([Way(frozenset(), ("a", "b", "c"))]) == []


def test_a_trail_begins_where_a_piece_comes_onto_the_map_and_what_cannot_show_it_bears_none():
    course = Course(position((90, card("A", "1"), B)), iter(range(900, 1000)), GROUND)
    *_, changed = course.step(position((90, B), (10, card("A", "1"))))
    assert signs(changed, card("A", "1").type_text()) == [TRAIL.format(1, "10,0"), "true"]
    assert [type(each) for each in course.step(position((10, card("A", "1")), (20, B)))] == [
        AddPiece,
        MovePiece,
    ]


def test_a_piece_that_is_marked_as_not_moved_has_a_trail_of_one_point():
    course = Course(position((10, card("A", "1"))), iter(range(900, 1000)), GROUND)
    course.step(position((20, card("A", "1"))))
    (changed,) = course.forget()
    assert signs(changed, card("A", "1").type_text()) == [TRAIL.format(1, "20,0"), "false"]
    assert [*course.forget()] == []
