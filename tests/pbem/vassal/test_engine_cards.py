"""A set-up and a turn of the card game that VASSAL itself recorded (3.7.26), by mouse and keys.

Packs were shuffled for that game, so it is played here from these shuffles to where each log was begun, and
gone on by what the side itself knows, as its player's log is read. Nothing of it is drawn at random.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal.lint import lint_file
from generator.vassal.logs.log_file import open_log
from modules import library
from modules.engine.driver import Play
from modules.engine.gestures.following import Following, Said
from modules.engine.gestures.gathering import gathered
from modules.engine.orders import Order
from modules.engine.requests import Choose, Deal, Shuffle
from modules.hastings_pulsipher.state import State

DATA = Path(__file__).parent / "data"
SHUFFLED = {
    "E": tuple(range(14)),
    "S": (4, 12, 7, 1, 14, 8, 17, 9, 10, 11, 0, 16, 6, 13, 3, 15, 18, 19, 5, 2),
    "N": (0, 1, 19, 12, 10, 18, 3, 13, 2, 4, 5, 6, 7, 8, 9, 11, 14, 15, 16, 17),
}
"""Of the events, which no order here names, any order."""
ROWS = [f"{column}{row}" for row in (3, 2, 1) for column in range(1, 7)]
TURN = [
    "move 25 24", "move 35 34", "move 65 64", "move 55 54", "station left", "done",
    "attack 24 > 23", "attack 34 > 33", "attack 64 > 63", "fire 15 > 13", "fire 45 > 43",
]  # fmt: skip
STATIONS = ("station center", "station center")


def follow(log: str, play: Play[State], side: str) -> list[Said]:
    """What a log says to its player, who knows what his side knows."""
    rules = play.rules
    known = as_known_to(side, play)
    file = open_log(DATA / f"{log}.vlog")
    found = file.read(library.definition("hastings_pulsipher"), rules.grammar.places, (side,))
    return Following(known, side).follow(gathered(found.made, rules.grammar))


def as_known_to(side: str, play: Play[State]) -> Play[State]:
    """The game as one side plays it, from the begin of its phase: packs are shuffled unseen, and of what is
    dealt it sees its own."""
    rules = play.rules
    known = Play(rules, rules.view(play.snapshot().boundary, side))
    while not isinstance(asked := known.request, Choose):
        if isinstance(asked, Deal):
            mine = asked.side == side
            known.answer({card: SHUFFLED[card[0]][int(card[1:]) - 1] for card in asked.cards if mine})
        else:
            known.answer(())
    return known


def lines(said: list[Said]) -> list[str]:
    return [str(each.order) for each in said if each.order is not None]


def begun(*orders: Order) -> Play[State]:
    """The game in which the logs were recorded, after these orders."""
    play, left = Play(library.rules("hastings_pulsipher", "full")), list(orders)
    while True:
        if isinstance(play.request, Shuffle):
            play.answer(SHUFFLED[play.request.secret])
        elif isinstance(play.request, Choose) and left:
            play.answer(left.pop(0))
        else:
            return play


@pytest.fixture(scope="module")
def laid() -> list[str]:
    """The set-up of the log, as orders."""
    return lines(follow("pulsipher_set_up", begun(), "saxon"))


def test_a_set_up_drawn_card_by_card_from_the_pack_is_one(laid: list[str]) -> None:
    """What VASSAL draws is never one of the cards that are set aside: these lie in the reserve (3.4)."""
    assert sorted(each.split()[2] for each in laid) == sorted(ROWS)
    assert len({each.split()[1] for each in laid}) == len(laid) == 18
    assert not {"S1", "S2"} & {each.split()[1] for each in laid}


def test_a_turn_in_which_cards_are_turned_up_is_read_to_its_end(laid: list[str]) -> None:
    """The first move turns a card up that its player does not know, and so may each that follows."""
    parse = library.rules("hastings_pulsipher", "full").grammar.parse
    orders = [*map(parse, laid), parse("deploy"), *map(parse, STATIONS)]
    said = follow("pulsipher", begun(*orders), "norman")
    assert lines(said) == TURN
    fates = [each.fate for each in said if each.order is not None]
    assert fates == ["order", *["after"] * (len(TURN) - 1)]


def test_the_logs_hold_no_password_and_no_fault() -> None:
    for log in DATA.glob("*.vlog"):
        assert not [each for each in lint_file(log) if each.fault.severity == "error"], log.name
