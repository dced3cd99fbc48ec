"""Orders as the words of a button: people read names where orders have ids."""

import pytest
from decided import decisions

from modules import library
from modules.engine.orders import Order
from pbem.table.seat.order_words import name_things, say_order

SAID = {
    ("hastings_berg/hastings", 1, "loss"): ("lose N-knight-1", "Lose Knights 1 (N-knight-1)"),
    ("hastings_berg/hastings", 1, "optional"): (
        "adopt french_foot in_place",
        "Adopt: box french foot; row in place",
    ),
    ("year_of_the_comet/campaign", 0, "muster"): ("muster 1,1 -", "Muster: new 1, 1; grown none"),
    ("year_of_the_comet/campaign", 0, "loss"): (
        "lose centre N-knight.4",
        "Lose centre Knights 4 (N-knight.4)",
    ),
}


@pytest.mark.parametrize("where", SAID)
def test_an_order_is_said_in_words(where: tuple[str, int, str]) -> None:
    name, seed, kind = where
    line, words = SAID[where]
    for play, choice in decisions(name, seed):
        if choice.kind == kind:
            definition = library.definition(name.partition("/")[0])
            order: Order = play.rules.grammar.parse(line)
            assert say_order(order, name_things(definition, play)) == words
            break
    else:
        pytest.fail(f"{kind} never came")
