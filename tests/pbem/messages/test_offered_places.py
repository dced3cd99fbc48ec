"""What a decision offers lies in the picture of its mail: in games of each kind, as each side sees them."""

import pytest
from by_policy import Enough

from generator.look import look_of
from generator.position.panels import Space, make_panels
from pbem.log.party.folder import Folder
from pbem.messages import position_pictures, position_text
from pbem.rules import order_choices, rules_lookup, seat_views
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

pytestmark = pytest.mark.whole

GAMES = [
    ("three_battles", "fulford"),
    ("hastings_berg", "hastings"),
    ("hastings_pulsipher", "small"),
    ("shield_wall", "hastings"),
    ("year_of_the_comet", "campaign"),
]
ENTRIES = 40
SPACE = Space(1, 380, 320)


def check_offer(table, side):
    """How many places the side's decision offers on the map; each lies in one of the panels."""
    rules, state = table.replay.rules, position_text.seen_state(table, side)
    choice, placed, map_name = table.choice(side), rules.position(state), rules.map_of(state)
    offer = position_pictures.offer_of(choice, placed)
    definition = rules_lookup.definition_of(table.charter)
    panels = make_panels(look_of(definition), definition, map_name, placed, [], offer, SPACE)
    here = [place for place in offer.shown if panels[0].whole.seat(place) is not None]
    for place in here:
        assert any(panel.shows(place) for panel in panels), (table.seq, choice.kind, place)
    numbered = {int(number) for number, _ in offer.numbers}
    lines = order_choices.number_choices(choice) if choice else []
    assert numbered <= {*range(1, len(lines) + 1)}
    return len(here)


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_no_place_on_offer_is_cropped_off(tmp_path, game, scenario):
    seen, referee = [], Folder(tmp_path / "referee")

    def told(table):
        side = table.owing_roles[0] if table.owing_roles else ""
        if side in table.verifier.parties.sides:
            table.seat = seat_views.for_side(table, referee, side)
            seen.append(check_offer(table, side))
            table.seat = None
        if table.seq >= ENTRIES:
            raise Enough

    with pytest.raises(Enough):
        play_game(Plan(game, scenario, (), {}, seed=4), tmp_path, told)
    assert sum(seen) > 20
