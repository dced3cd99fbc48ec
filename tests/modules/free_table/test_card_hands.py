"""Hands of cards at the free table: each side sees its own alone, and no hand reaches into another."""

import json
import re

import pytest
from behaviours import Draw
from boards import Boards
from hands import start
from hypothesis import given, settings
from hypothesis import strategies as st

from modules import library
from modules.definition import DefinitionError, load
from modules.engine.determinization import determinize
from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal, OrderError
from modules.engine.game_serialization import forms_of
from modules.engine.orders import Done
from modules.engine.rules.answers import WrongAnswer
from modules.engine.state_digest import digest
from modules.free_table.hidden_cards import next_shuffle, shuffle_names
from modules.free_table.orders import CARDS, Win
from modules.free_table.state import TableState

OTHER = {"german": "allied", "allied": "german"}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """A start game with a pack of eight, of which each side is dealt two."""
    return start(tmp_path_factory.mktemp("modern"), "modern")


@pytest.fixture
def table(rules):
    """The first phase of a side that decides, after the set-up."""
    return begun(rules)


def begun(rules, draw="cards", orders=()):
    boards = Boards(rules, Draw(draw), orders)
    while boards.whole.request.kind == "setup":
        boards.answer(Done())
    return boards


def refused(table, line):
    """Why nobody's board takes a line, the same on all."""
    said = set()
    for play in (table.whole, *table.seen.values()):
        before = digest(play.state)
        with pytest.raises(Illegal) as fault:
            play.answer(play.rules.grammar.parse(line))
        assert digest(play.state) == before
        said.add(fault.value.reason)
    (reason,) = said
    return reason


def active(table):
    return table.whole.state.active


def some_act(options, draw):
    """A random order that ends the game never and a phase seldom; every other one is an act with a card."""
    cards = [order for order in options.legal() if isinstance(order, CARDS)]
    if cards and draw.below(2):
        return cards[draw.below(len(cards))]
    orders = (options.sample(draw) for _ in range(1000))
    return next(
        o for o in orders if not isinstance(o, Win) and (not isinstance(o, Done) or not draw.below(4))
    )


def facts(table, viewer):
    rules = table.rules
    return dict(rules.summary(rules.view(table.whole.state, viewer)))


def test_a_hand_is_dealt_to_each_side_and_seen_by_it_alone(table):
    side = active(table)
    assert table.rules.secret_packs
    mine, theirs, all_see = (facts(table, viewer) for viewer in (side, OTHER[side], ""))
    row = f"Hand of {table.rules.definition.game.sides[side].short}"
    assert re.fullmatch(r"events\d \w+-\d, events\d \w+-\d", mine[row])
    assert theirs[row] == all_see[row] == "2 cards in hand"
    assert table.name(table.card(side)) in mine[row]
    assert all_see["Event cards"] == "4 left, 0 played"


def test_drawn_cards_are_known_to_their_side_and_played_ones_to_all(table):
    side = active(table)
    table.give("hand 5.9 draw events 3")
    row = f"Hand of {table.rules.definition.game.sides[side].short}"
    assert facts(table, OTHER[side])[row] == "5 cards in hand"
    card = table.card(side, 4)
    name = table.name(card)
    assert name in facts(table, side)[row]
    for viewer in ("", OTHER[side]):
        assert card not in table.seen[viewer].state.hidden.known
    told = [event.text for event in table.seen[OTHER[side]].events]
    table.give(f"hand 5.9 play {card}")
    for viewer in ("", *OTHER):
        assert table.seen[viewer].events[-1].text == f"act 2: {side} plays {card}: {name}"
        assert facts(table, viewer)["Event cards"] == f"1 left, 1 played ({name})"
    assert not any(name in text for text in told)


def test_what_is_told_of_a_hand_is_told_to_its_side_alone(table):
    side = active(table)
    table.give("hand 5.9 draw events 1")
    private = {v: [e.text for e in play.events if e.seen_by] for v, play in table.seen.items()}
    assert private[side][-1].startswith(f"{side} holds events")
    assert private[""] == []
    assert all(text.startswith(f"{OTHER[side]} holds") for text in private[OTHER[side]])


def test_nobody_acts_upon_a_card_of_another_hand_or_of_the_pack(table):
    """By its place in the pack, by its name, by numbers of any kind, drawn, put, or out of a pack that is not
    there."""
    side = active(table)
    theirs, top = table.card(OTHER[side]), table.whole.state.hidden.packs["events"].pile[0]
    words = [theirs, top, table.name(theirs), table.name(top), table.name(table.card(side))]
    words += [
        "1",
        "0",
        "-1",
        "events0",
        "events9",
        "events01",
        "events",
        "eventsA1",
        "Events1",
        "air_strike",
        "*",
    ]
    for word in words:
        assert "is not in your hand" in refused(table, f"hand 5.9 play {word}"), word
    for number in ("0", "-1", "5", "x", "1_0", "\N{SUPERSCRIPT ONE}"):
        assert "4 cards left" in refused(table, f"hand 5.9 draw events {number}")
    assert "no pack 'hand'" in refused(table, "hand 5.9 draw hand 1")
    assert "4 cards left: draw these first" in refused(table, "hand 5.9 shuffle events")
    for line in (
        f"hand 5 put {theirs} reserve",
        f"hand 5 flip {top}",
        f"hand 5 eliminate {table.name(theirs)}",
    ):
        with pytest.raises(OrderError):
            table.rules.grammar.parse(line)
    for line in (f"hand 5.9 draw events 1 {OTHER[side]}", f"hand 5.9 play {theirs} {OTHER[side]}"):
        with pytest.raises(OrderError):
            table.rules.grammar.parse(line)


def test_a_card_is_played_once_and_never_taken_back(table):
    card = table.card(active(table))
    table.give(f"hand 5.9 play {card}")
    assert "not in your hand" in refused(table, f"hand 5.9 play {card}")
    assert "taken back" in refused(table, "retract")


def test_cards_are_not_drawn_while_armies_are_set_up(rules):
    boards = Boards(rules, Draw("set-up"))
    assert boards.whole.request.kind == "setup"
    for line in ("hand 5.9 draw events 1", f"hand 5.9 play {boards.card(active(boards))}"):
        assert "being set up" in refused(boards, line)


def test_an_empty_pack_is_shuffled_again_from_its_discards(table):
    side = active(table)
    table.give("hand 5.9 draw events 4")
    assert "nothing can be shuffled" in refused(table, "hand 5.9 shuffle events")
    played = [table.card(side, n) for n in (0, 2, 3)]
    names = {table.name(card) for card in played}
    table.give(
        *(f"hand 5.9 play {card}" for card in played), "hand 5.9 shuffle events", "hand 5.9 draw events 2"
    )
    new = [table.card(side, -2), table.card(side, -1)]
    assert all(card.startswith("eventsA") for card in new)
    assert {table.name(card) for card in new} < names
    assert "not in your hand" in refused(table, f"hand 5.9 play {played[0]}")
    table.give(f"hand 5.9 play {new[1]}", "hand 5.9 draw events 1")
    table.give(f"hand 5.9 play {table.card(side, -1)}", "hand 5.9 shuffle events", "hand 5.9 draw events 1")
    assert table.card(side, -1).startswith("eventsB")
    assert facts(table, OTHER[side])["Event cards"] == "1 left, 0 played"


def test_an_example_of_each_act_is_shown_and_a_hand_to_its_owner_alone(table):
    side = active(table)
    for viewer, play in table.seen.items():
        options = play.request.options
        (example,) = [order for order in options.legal() if str(order).startswith("hand 5.9 play")] or [
            order for order in options.legal() if " play " in str(order)
        ]
        assert str(example).endswith(table.card(side))
        said = options.summarize([example])
        assert (table.name(table.card(side)) in said) == (viewer == side)


@pytest.mark.parametrize("seed", range(3))
def test_every_board_of_a_random_game_is_the_view_of_the_whole_and_is_saved_as_it_stands(rules, seed):
    boards, draw, kinds = Boards(rules, Draw(f"chance {seed}")), Draw(f"random {seed}"), set()
    forms = forms_of(rules).of(SavedPoint[TableState])
    for number in range(160):
        order = some_act(boards.whole.request.options, draw)
        kinds.add(type(order).__name__)
        boards.answer(order)
        if number % 8 == 0:
            for play in boards.seen.values():
                saved = json.loads(json.dumps(forms.write(play.save_point())))
                assert digest(Play.resume(rules, forms.read(saved)).state) == digest(play.state)
    assert {"Draw", "Play", "ShufflePack", "Call", "Done"} <= kinds


@given(st.permutations(range(8)), st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_a_view_never_changes_with_what_is_hidden_from_it(rules, order, drawn):
    """Two games in which all but one side's own cards lie otherwise look alike to that side, and both to
    everybody."""

    def play(pack):
        boards = begun(rules, "same", [pack])
        lines = [f"hand 5.9 draw events {drawn}"] if drawn else []
        return boards.give(*lines, f"hand 5.9 play {boards.card(active(boards))}")

    usual = play(range(8))
    side, hidden = active(usual), usual.whole.state.hidden
    own = {int(card.removeprefix("events")) - 1 for _, card in hidden.hand(side)}
    own |= {int(card.removeprefix("events")) - 1 for card in hidden.packs["events"].discards}
    others = iter([number for number in order if number not in own])
    other = play([place if place in own else next(others) for place in range(8)])
    assert digest(rules.view(usual.whole.state, side)) == digest(rules.view(other.whole.state, side))
    assert digest(rules.view(usual.whole.state, "")) == digest(rules.view(other.whole.state, ""))
    assert [e.text for e in usual.seen[side].events] == [e.text for e in other.seen[side].events]


def test_a_game_made_up_for_a_side_fits_what_it_knows(table):
    side = active(table)
    table.give("hand 5.9 draw events 4", *(f"hand 5.9 play {table.card(side, n)}" for n in (0, 1)))
    table.give(
        "hand 5.9 shuffle events",
        "done",
        f"hand 5 call {OTHER[side]}",
        "hand 5.9 draw events 1",
        "done",
        "done",
    )
    rules, seen = table.rules, set()
    for seed in range(20):
        game = determinize(table.whole, side, Draw(f"fit {seed}"))
        hidden = game.state.hidden
        assert digest(rules.view(game.state, side)) == digest(rules.view(table.whole.state, side))
        assert sorted(hidden.known.values()) == list(range(8))
        again = hidden.packs["events"].shuffled["eventsA"]
        assert all((number in again) == card.startswith("eventsA") for card, number in hidden.known.items())
        seen.add(tuple(hidden.known[card] for _, card in hidden.hand(OTHER[side])))
    assert len(seen) > 1


def with_hand(tmp_path, after):
    """The table of the start game with something else said of hands."""
    file = start(tmp_path, "modern").definition.folder / "cards.yaml"
    file.write_text(file.read_text().replace("    hand: 2\n", after))
    library.definition.cache_clear()
    library._rules.cache_clear()
    definition = library.definition(str(file.parent))
    return begun(library.rules(str(file.parent), next(iter(definition.scenarios))))


def test_hands_that_begin_empty_are_drawn_later(tmp_path):
    table = with_hand(tmp_path, "    hand: 0\n")
    side = active(table)
    assert facts(table, side)["Event cards"] == "8 left, 0 played"
    assert "'events1' is not in your hand, which has no card" in refused(table, "hand 5.9 play events1")
    table.give("hand 5.9 draw events 1", "hand 5.9 play events1")
    assert facts(table, OTHER[side])["Event cards"].startswith("7 left, 1 played")


def test_a_pack_without_hands_is_drawn_for_all_and_needs_nobody_who_holds_it(tmp_path):
    table = with_hand(tmp_path, "")
    assert not table.rules.secret_packs
    assert "it is whole" in refused(table, "hand 5.9 shuffle events")
    table.give("hand 5.9 draw events 3")
    assert facts(table, "")["Event cards"] == "5 left, 3 drawn"
    assert not any(name.startswith("Hand of") for name in facts(table, ""))
    table.give("hand 5.9 shuffle events")
    assert facts(table, "")["Event cards"] == "8 left, 0 drawn"


def test_a_pack_for_hands_is_no_larger_than_what_a_log_can_deal_at_once(tmp_path):
    folder = start(tmp_path, "modern").definition.folder
    file = folder / "cards.yaml"
    text = file.read_text().replace("count: 3", "count: 60").replace("count: 2", "count: 60")
    for number, fits in ((5, False), (2, True)):  # each of as many cards, beside the three that are there
        more = "".join(
            f"      card_{n}: {{name: Card, count: 60, figure: nato/bomber, rule: '5', source: rulebook 5, "
            "choices: [{sides: [german], name: Card, effect: none, text: It is one., source: rulebook 5}]}\n"
            for n in range(number + 1)
        )
        file.write_text(text + more)
        if fits:
            assert load(folder).decks["events"].dealt == 2
        else:
            with pytest.raises(DefinitionError, match="500 cards at most, and this one 540"):
                load(folder)
            file.write_text(text.replace("    hand: 2\n", "") + more)
            assert load(folder).decks["events"].hand is None


def test_cards_that_the_pack_cannot_hold_are_a_fault_of_who_shows_them(table):
    side = active(table)
    table.seen[""].answer(table.rules.grammar.parse(f"hand 5.1 play {table.card(side)}"))
    with pytest.raises(WrongAnswer, match="events was shuffled with fewer cards"):
        table.seen[""].answer({table.card(side): 8})
    own = table.seen[side]
    own.answer(table.rules.grammar.parse("hand 5.9 draw events 1"))
    with pytest.raises(WrongAnswer, match="cards events5 are due, not none"):
        own.answer({})


def test_each_shuffle_has_a_name_of_its_own():
    packs = ["events", "events_1", "events_2", "a_very_long_name_of_a_pack", "a_very_long_name_of_another"]
    words = shuffle_names(packs)
    names = [next_shuffle(word, number) for word in words.values() for number in range(800)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[A-Za-z]{1,16}", name) for name in names)
    told = [next_shuffle("events", number) for number in (0, 1, 2, 26, 27)]
    assert told == ["events", "eventsA", "eventsB", "eventsZ", "eventsAA"]


def test_as_many_packs_as_a_game_may_have_are_shuffled_under_names_of_their_own():
    names = shuffle_names([f"events{number}" for number in range(40)])
    assert len(set(names.values())) == 40
    assert all(len(name) <= 12 and name.isalpha() for name in names.values())
