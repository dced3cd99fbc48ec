"""What happened since an entry: read from positions, of any game, and nothing that is hidden."""

from copy import copy
from functools import cache
from itertools import pairwise
from types import SimpleNamespace

import ambush
import pytest
from ambush_play import Game
from by_policy import begun, load
from commands import good, pbem
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from refusing import refuses

from modules.engine.position import BoardEvent
from pbem.log.party.folder import Folder
from pbem.messages import board_events, position_pictures, position_text
from pbem.reason_codes import Code
from pbem.rules import rules_lookup, seat_views
from pbem.rules.boards import party_board
from pbem.rules.rules_lookup import MapGeometry

pytestmark = pytest.mark.whole

SEEDS = (3, 4, 5)
"""Several, as the rules' digest moves every game: what is said of one must hold of each."""


def begun_of_each_seed(path, game, scenario):
    return {seed: begun(path / str(seed), game, scenario, seed) for seed in SEEDS}


@pytest.fixture(scope="module")
def battles(tmp_path_factory):
    """A battle of Hastings for each seed."""
    return begun_of_each_seed(tmp_path_factory.mktemp("hastings"), "three_battles", "hastings")


@pytest.fixture(params=SEEDS)
def hastings(battles, request):
    return battles[request.param]


@pytest.fixture(scope="module")
def dealt(tmp_path_factory):
    """A game of cards for each seed."""
    return begun_of_each_seed(tmp_path_factory.mktemp("cards"), "hastings_pulsipher", "full")


@pytest.fixture(params=SEEDS)
def cards(dealt, request):
    return dealt[request.param]


def places(table, side):
    """Where each counter lies that the side knows, on the map."""
    rules, state = table.replay.rules, position_text.seen_state(table, side)
    ground = rules_lookup.geometry_of(table.charter, rules.map_of(state))
    return {p.counter: p.place for p in rules.position(state) if p.counter and p.place in ground.places}


@pytest.mark.parametrize("since", [2, 20, 34, 42, 56])
def test_happenings_lead_from_the_old_position_to_the_new(hastings, since):
    before, after = places(load(hastings, upto=since), None), load(hastings)
    found = board_events.events_since(after, None, since)
    for each in found:
        if each.kind == "fought":
            continue
        assert before.get(each.counter, each.path[0]) == each.path[0], each
        if each.kind == "lost":
            del before[each.counter]
        else:
            before[each.counter] = each.path[-1]
    now = places(after, None)
    assert {c: place for c, place in now.items() if c in before} == before


def test_a_move_goes_by_the_way_that_was_ordered(hastings):
    found = board_events.events_since(load(hastings), None, 1)
    distance = rules_lookup.geometry_of(load(hastings).charter, "hastings").distance
    moves = [each for each in found if each.kind == "move"]
    assert any(len(each.path) > 3 for each in moves)
    for each in moves:
        assert all(distance(a, b) == 1 for a, b in zip(each.path, each.path[1:], strict=False)), each


def test_a_retreat_leads_away_and_a_fight_is_between_two_sides(hastings):
    table = load(hastings)
    found, side_of = (
        board_events.events_since(table, None, 1),
        lambda c: table.replay.rules.battle.counters[c].side,
    )
    assert all(each.side == side_of(each.counter) for each in found)
    fights = {place for each in found if each.kind == "fought" for place in each.path}
    assert {each.path[0] for each in found if each.kind == "retreat"} <= fights


def test_all_that_happens_is_told(battles):
    told = {each.kind for path in battles.values() for each in board_events.events_since(load(path), None, 1)}
    assert told == {"move", "retreat", "fought", "lost"}


def test_after_the_last_entry_nothing_has_happened(hastings):
    table = load(hastings)
    assert board_events.events_since(table, None, table.seq) == ()


@pytest.mark.parametrize("seq", [-1, 10_000])
def test_an_entry_that_is_not_there_is_refused(hastings, seq):
    with refuses(Code.BAD_PICTURE, match="no entry"):
        board_events.events_since(load(hastings), None, seq)


# --- what a side may see -------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["saxon", "norman"])
@pytest.mark.parametrize("since", [5, 30])
def test_the_referee_draws_for_a_side_what_it_draws_itself(cards, side, since):
    own, whole = load(cards, side), load(cards)
    found = board_events.events_since(own, side, since)
    assert found == board_events.events_since(whole, side, since)
    whole.seat = seat_views.for_side(whole, Folder(cards / "referee"), side)
    assert found == board_events.events_since(whole, side, since)
    assert len(found) > 5
    hidden = [each for each in found if not each.counter]
    assert all(each.side != side for each in hidden)


@cache
def _known(path):
    """The referee's table, his packs, and the cards of the Saxons that nobody was shown so far."""
    table = load(path)
    packs = table.seat.knows.packs
    return table, packs, [t for t in packs["S"].tokens if t not in table.verifier.cards.shown]


@settings(max_examples=8, deadline=None)
@given(data=st.data(), seed=st.sampled_from(SEEDS))
def test_logs_that_differ_in_what_is_hidden_give_the_other_side_the_same_picture(dealt, data, seed):
    table, packs, secret = _known(dealt[seed])
    order = list(packs["S"].order)
    numbers = {token: order[int(token[1:]) - 1] for token in secret}
    for token, number in zip(secret, data.draw(st.permutations(list(numbers.values()))), strict=True):
        order[int(token[1:]) - 1] = number
    other = copy(table)
    others = {**packs, "S": SimpleNamespace(order=tuple(order))}
    other.seat = seat_views.board(other, party_board.Knowledge(packs=others))
    for since in (0, 40):
        assert board_events.events_since(other, "norman", since) == board_events.events_since(
            table, "norman", since
        )


def test_hidden_cards_make_a_difference_to_who_may_see_them(dealt):
    """Else the test above could not fail."""
    known = [_known(path) for path in dealt.values()]
    assert any(len(secret) > 3 for _, _, secret in known)
    pairs = [
        (board_events.events_since(table, None, 5), board_events.events_since(table, "norman", 5))
        for table, _, _ in known
    ]
    assert any(whole != seen for whole, seen in pairs), "no seed has a hidden card on the move: take more"


def lanes(_body, _map):
    return MapGeometry(frozenset(ambush.LANES), lambda one, other: abs(int(one) - int(other)))


def test_a_hidden_card_moves_without_a_name(tmp_path):
    game = Game(tmp_path, "d").begin()
    start = game.table().seq
    while game.table().owing_roles and game.table().seq < start + 12:
        game.step()
    for viewer, other in (ambush.SIDES, ambush.SIDES[::-1]):
        found = board_events.events_since(game.seen(viewer), viewer, start, lanes)
        own = board_events.events_since(game.seen(other), other, start, lanes)
        whole = board_events.events_since(game.seen("referee"), viewer, start, lanes)
        assert found == whole
        went = [(each.side, each.path) for each in found if each.kind == "move" and not each.counter]
        assert all(side == other for side, _ in went)
        # Who knows the name sees moves of the card that follow one another as one.
        legs = {(each.side, leg) for each in own if each.counter for leg in pairwise(each.path)}
        assert {(side, leg) for side, path in went for leg in pairwise(path)} <= legs


# --- pictures ------------------------------------------------------------------------------------------


def test_show_since_draws_what_happened(cards, tmp_path):
    out, plain = tmp_path / "since.svg", tmp_path / "plain.svg"
    good("show", "--dir", cards / "referee", "--since", 40, "--out", out)
    assert etree.parse(out).getroot().xpath("//*[@id='happenings']")
    good("show", "--dir", cards / "referee", "--out", plain)
    assert not etree.parse(plain).getroot().xpath("//*[@id='happenings']")
    code, _, err = pbem("show", "--dir", cards / "referee", "--since", 4000, "--out", out)
    assert (code, err) == (2, f"pbem: there is no entry 4000; the log has 0 to {load(cards).seq}\n")


def test_the_picture_of_a_mail_is_the_same_from_either_folder(cards, tmp_path):
    own, whole = load(cards, "norman"), load(cards)
    data = position_pictures.mail_picture(own, "norman", 30)
    assert data.startswith(b"\x89PNG")
    assert len(data) < 400_000
    assert position_pictures.mail_picture(whole, "norman", 30, tmp_path) == data
    whole.seat = seat_views.for_side(whole, Folder(cards / "referee"), "saxon")
    assert position_pictures.mail_picture(whole, "saxon", 30, tmp_path) != data
    whole.seat = seat_views.for_side(whole, Folder(cards / "referee"), "norman")
    assert position_pictures.mail_picture(whole, "norman", 30, tmp_path) == data


def test_moves_that_follow_one_another_are_one_and_a_round_trip_is_not():
    def move(*path):
        return BoardEvent("move", "norman", "N-1", path)

    assert board_events._join_moves([move("a", "b"), move("b", "c", "d")]) == [move("a", "b", "c", "d")]
    there_and_back = [move("a", "b"), move("b", "a")]
    assert board_events._join_moves(there_and_back) == there_and_back
    assert board_events._join_moves([move("a", "b"), move("a", "b")]) == [move("a", "b")]


def test_a_way_that_is_gone_again_is_told_again():
    def went(kind, *path):
        return BoardEvent(kind, "norman", "N-1", path)

    charges = [went("move", "a", "b"), went("retreat", "b", "a")] * 2
    assert board_events._join_moves(charges) == charges
    fights = [went("fought", "b", "c"), went("retreat", "b", "a"), went("fought", "b", "c")]
    assert board_events._join_moves(fights) == fights[:2]
