"""Where a routed army goes: what each area costs it is told beforehand, and nobody who picks for a side picks
a dear one."""

import comet_year
import pytest

from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement

RULES = comet_year.rules_for(3)
ARMY = {
    "V-Hardrada": "BAM",
    "V-viking-1": "YOR from LIN",
    "V-viking-2": "YOR from LIN",
    "V-viking-3": "YOR from LIN",
    "E-fyrd-1": "YOR 1",
    "E-fyrd-2": "YOR",
    "E-carl-1": "YOR",
    "E-Harold": "LON",
    "N-William": "sea",
}
LEFT_IS_GONE = (
    "fight YOR",
    "deploy E-fyrd.1 E-fyrd.3 E-carl.4 -",
    "deploy V-viking.4 V-viking.4 V-viking.4 -",
    "fire left",
    (6,),
    "fire centre",
    (6, 6, 6),
    (6, 6, 6, 6),
    "stay",
    "fire left",
    (1, 6, 6, 6),
)
FOOT = {"BEV", "DUR", "LAN", "NOT", "CAR", "CHE", "DER", "LEI", "STA"}
"""The areas within two borders of York, but not over Lincoln, whence the attacker came."""


def routed(**friends):
    """A routed army in York of fyrdmen on foot and house-carls on horse, who can flee to the same areas and
    beyond."""
    asked = Arrangement(1, "combat", "viking", {**ARMY, **friends}, {})
    play = Play(RULES, RULES.arrange(asked))
    for answer in LEFT_IS_GONE:
        play.answer(RULES.grammar.parse(answer) if isinstance(answer, str) else answer)
    assert play.request.kind == "rout"
    return play


def reached_by_all(play):
    options = play.request.options
    return [order.area for order in options.legal() if not options.summarize([order])]


def standing(play, line=""):
    words, view = RULES.standing_vocabulary(), RULES.view(play.state, play.request.seat)
    if not line:
        return str(words.default(view, play.request))
    return str(words.answer([words.parse(line)], view, play.request)[1])


def test_the_list_says_which_blocks_an_area_costs_and_begins_with_those_that_cost_none():
    play = routed()
    options = play.request.options
    told = {order.area: options.summarize([order]) for order in options.legal()}
    assert told["NOT"] == ""
    assert told["SHR"] == "cannot get there and is lost: E-fyrd.3"
    assert set(reached_by_all(play)) == FOOT
    dear = [bool(said) for said in told.values()]
    assert dear == sorted(dear)
    assert options.summarize(options.legal()) == ""


@pytest.mark.parametrize("friends", [{}, {"E-fyrd-3": "SHR", "E-fyrd-4": "SHR", "E-carl-2": "SHR"}])
@pytest.mark.parametrize("style", RULES.styles)
def test_the_built_in_player_goes_where_least_is_lost(friends, style):
    play, chance = routed(**friends), comet_year.Chance(3)
    open_to_all = reached_by_all(play)
    for _ in range(8):
        assert RULES.advise_in(style, play.request, play.state, chance).area in open_to_all


def test_the_standing_order_loses_least_and_only_then_looks_for_friends():
    play = routed(**{"E-fyrd-3": "SHR", "E-fyrd-4": "SHR", "E-carl-2": "SHR"})
    assert standing(play) == standing(play, "rout: friends")
    assert standing(play).split()[1] in reached_by_all(play)
    assert standing(play, "rout in Shrewsbury: friends") == "rout SHR"


def test_more_friends_come_before_more_points():
    """Lancaster is worth nothing and Chester 2 points: one friend in Lancaster is more all the same; of areas
    without a friend the one of most points."""
    assert standing(routed()) == "rout CHE"
    assert standing(routed(**{"E-fyrd-3": "LAN"})) == "rout LAN"
