"""At a table where all is done by hand a hand does all: pieces are put anywhere, turned and marked, and what
dice, cards and words are for is filled in."""

from collections import Counter

import pytest
from behaviours import Draw
from hands import STARTS, answer, hand, start
from shipped_by_hand import write_by_hand
from shown import given_by
from test_ledger_limits import LEDGER
from test_table import CARDS

from modules import library
from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.gestures.filling import fill_form, find_forms, known_parts
from modules.engine.gestures.handles import find_handles, find_lit, find_piece
from modules.engine.requests import Choose
from modules.free_table import orders as o

TIMES = 3
"""So often each kind of act of each kind of decision is looked at in a game."""


def looked_at(rules, seed):
    """What a seeded game asks for, with each legal act given by hand."""
    play, draw, looked = Play(rules), Draw(seed), Counter()
    while play.request is not None and play.count < 150:
        if isinstance(play.request, Choose):
            sampled = [play.request.options.sample(draw) for _ in range(2)]
            for order in (*play.request.options.legal(), *sampled):
                key = play.request.kind, type(order)
                if looked[key] < TIMES:
                    given_by(play, play.request, order)
                    looked[key] += 1
        play.answer(answer(play, draw))
    return {kind for _, kind in looked}


@pytest.mark.parametrize("ledger", [False, True])
def test_every_act_is_given_by_hand(tmp_path, ledger):
    kinds = set()
    for style, ground in STARTS:
        rules = start(tmp_path, style, ground, ledger)
        kinds |= looked_at(rules, f"{style}/{ground}")
    assert kinds >= set(o.KINDS) - {o.RollRow, o.ShufflePack, o.Face, *((o.Flip,) if ledger else ())}


def test_counters_that_look_some_way_are_turned_by_hand(tmp_path):
    assert o.Face in looked_at(
        library.rules(str(write_by_hand(tmp_path, "hastings_berg")), "hastings"), "facing"
    )


def test_a_pack_is_shuffled_by_a_form(tmp_path):
    rules = start(tmp_path)
    (rules.definition.folder / "cards.yaml").write_text(CARDS)
    library.definition.cache_clear()
    library._rules.cache_clear()
    play = hand(Play(library.rules(str(rules.definition.folder), "mill_bridge")), "done")
    hand(play, "hand 7 draw events 2", dice=(3, 1))
    given_by(play, play.request, o.ShufflePack("2", "events"))


def test_a_counter_reaches_every_place_under_the_number_of_the_ledger(tmp_path):
    play = hand(Play(start(tmp_path, ledger=LEDGER)), "done")
    choice, counter = play.request, "R-hirdman-1"
    [place] = [each.place for each in play.rules.position(play.state) if each.counter == counter]
    assert counter in find_lit(play, choice).counters
    found = find_handles(play, choice, [find_piece(play, counter, place)])
    assert {each.place for each in found.reach} == set(play.rules.grammar.places) - {"lost", place}
    assert {each.order.rule for each in found.reach} == {"2"}
    assert dict(found.marks).keys() == {"lose"}


def test_a_form_has_the_number_of_its_act_and_offers_what_the_game_has(tmp_path):
    play = hand(Play(start(tmp_path, ledger=LEDGER)), "done")
    assert o.RollColumn in find_forms(play.request, play.rules.grammar)
    empty = fill_form(play.request, o.RollColumn, {})
    offered = {field.name: field.values for field in empty.fields}
    assert (empty.order, empty.fault, offered["what"]) == (None, None, ("crt",))
    assert offered["column"] == ("1-2", "1-1", "2-1", "3-1", "4-1")
    assert str(fill_form(play.request, o.RollDice, {"what": ("2d6",)}).order) == "hand 4 roll 2d6"
    named = fill_form(play.request, o.Call, {"side": ("raider",)})
    assert named.fault.reason == "call another side: shire"


def test_a_form_takes_no_part_that_is_no_word_of_a_line(tmp_path):
    grammar = start(tmp_path).grammar
    assert known_parts(grammar, o.Win, {"why": ("  it   holds ",)}) == {"why": ("it holds",)}
    for name, value in {"side": "two words", "why": 'a "word"', "counter": "R-nobody"}.items():
        with pytest.raises(OrderError):
            known_parts(grammar, o.Win, {name: (value,)})
