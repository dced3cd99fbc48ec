"""The built-in player of Hastings: 1066 attacks in pairs, faces whom it fights, and takes an open road."""

from __future__ import annotations

from typing import Any

from watching import Dice

from modules.cases import Case, played
from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.hastings_berg.field import Field
from modules.hastings_berg.sequence import BattleRules

LINE = {"S-fyrd-1": "0909", "S-fyrd-2": "0910", "S-fyrd-3": "0911", "S-fyrd-4": "0912"}


def moved(units: dict[str, str]) -> Field:
    """The position after a Norman movement segment by policy, when nobody waits for the bowmen any more."""
    case = {
        "rule": "5.1",
        "title": "by policy",
        "phase": "norman movement",
        "turn": 4,
        "units": units,
        "play": (),
    }
    play: Play[Any] = played("hastings_berg/hastings", Case.model_validate(case))
    rules = play.rules
    assert isinstance(rules, BattleRules)
    while isinstance(play.request, Choose) and play.request.kind == "movement":
        play.answer(rules.advise(play.request, play.state, Dice(1)))
    return rules.field_of(play.state)


def test_two_look_at_one_and_at_nobody_else() -> None:
    field = moved({**LINE, "N-foot-1": "1110", "N-foot-2": "1111"})
    foes = field.enemies_of("norman")
    ahead = [
        {foes[h] for h in field.battle.front(field.unit(u)) if h in foes} for u in ("N-foot-1", "N-foot-2")
    ]
    assert ahead[0] == ahead[1]
    assert len(ahead[0]) == 1


def test_knights_ride_for_the_open_road() -> None:
    field = moved({"S-fyrd-1": "0520", "N-knight-1": "0911"})
    assert sum(field.state.road.values()) == 4
