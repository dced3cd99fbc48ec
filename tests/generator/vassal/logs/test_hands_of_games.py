"""A move said with the mouse on the map of each game, recorded, and read back: the same order, from what
its side sees."""

import random

import pytest
from handled import gesture_of, lying
from recording import Recorder

from generator.vassal.logs.log_file import open_log
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import position_save
from modules import library
from modules.engine.driver import Play
from modules.engine.gestures.following import Following
from modules.engine.gestures.gathering import gathered
from modules.engine.gestures.hand import Put
from modules.engine.requests import Choose, Deal, Reveal, Roll, Secret, Shuffle

GAMES = {
    "three_battles/stamford_bridge": "movement",
    "shield_wall/hastings": "movement",
    "hastings_berg/hastings": "movement",
    "hastings_pulsipher/small": "movement",
    "year_of_the_comet/campaign": "movement",
}


class Chance:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, limit):
        return self.random.randrange(limit)


def answered(play, chance):
    """By the policy, and by dice."""
    request = play.request
    match request:
        case Choose():
            play.answer(play.rules.advise(request, play.state, chance))
        case Secret():
            play.answer({s: play.rules.advise(c, play.state, chance) for s, c in request.choices.items()})
        case Roll():
            play.answer(tuple(1 + chance.below(die.sides) for die in request.dice))
        case Shuffle():
            play.answer(tuple(chance.random.sample(range(request.size), request.size)))
        case Deal() | Reveal():
            raise AssertionError("all is known here")


@pytest.mark.whole
@pytest.mark.parametrize("name", GAMES)
def test_moves_said_with_the_mouse_are_the_same_moves(name, tmp_path):
    game, scenario = name.split("/")
    rules, definition, chance = library.rules(game, scenario), library.definition(game), Chance(3)
    play, looked = Play(rules), 0
    while looked < 3 and play.count < 400:
        request = play.request
        moves = []
        begun = play.begins or not rules.secret_packs
        if isinstance(request, Choose) and request.kind == GAMES[name] and begun:
            moves = [order for order in request.options.legal() if order.verb in ("move", "charge")]
        if not moves:
            answered(play, chance)
            continue
        order = chance.random.choice(moves)
        seen = rules.view(play.state, request.seat)
        placed = (*rules.position(seen), *rules.off_map(seen))
        moment = Moment(seen.turn, seen.active, seen.phase)
        save = tmp_path / "now.vsav"
        save.write_bytes(
            position_save(definition, scenario, Standing(rules.map_of(seen), placed, moment, {}), "")
        )
        recorder = Recorder(save)
        drag(recorder, rules, play.state, placed, order)
        log = open_log(recorder.write(tmp_path / "turn.vlog"))
        found = log.read(definition, rules.grammar.places, rules.sides_of(request.seat))
        [said] = Following(as_seen(play, request.seat), request.seat).follow(
            gathered(found.made, rules.grammar)
        )
        meant = said.order or next((o for o in said.choices if o == order), None)
        assert meant is not None and str(meant).startswith(
            str(order).removesuffix(getattr(order, "facing", "")).rstrip()
        )
        looked += 1
        answered(play, chance)
    assert looked == 3


def as_seen(play, seat):
    """The game as a seat sees it; of one with packs, where a phase begins."""
    rules = play.rules
    if rules.needs_secret:
        return Play(rules, rules.view(play.state, seat))
    return Play.restore(rules, play.snapshot())


def drag(recorder, rules, state, placed, order):
    """The pieces of an order, each from place to place; several go together."""
    said = gesture_of(order, lying(rules, state))
    assert isinstance(said, Put)
    ids = []
    for piece in said.pieces:
        found = [
            each.counter
            for each in placed
            if each.counter and each.place == said.way[0] and each.counter not in ids
            and (not piece.counter or rules.order_name(state, each.counter, each.steps_lost) == piece.counter)
        ]  # fmt: skip
        ids.append(found[0])
    for place in said.way[1:]:
        recorder.drag_together(ids, place)
