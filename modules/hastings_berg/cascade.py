"""Results that follow from one another at once: checks, routs over friends who check, leaders who flee."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from modules.engine.decisions import Asks
from modules.hastings_berg.effects import Alone, Casualty, Check, Disrupt, Effect, Rout, Step
from modules.hastings_berg.field import Field
from modules.hastings_berg.leaders import casualty, left_alone
from modules.hastings_berg.results import check, disrupt, lose_step
from modules.hastings_berg.routing import rout
from modules.hastings_berg.victory import look


def settle(field: Field, effects: Sequence[Effect], *, last: bool = True) -> Asks[dict[str, str]]:
    """Carries out effects in their order, each with all that follows from it before the next. Gives the units
    that have routed, each with the hex where it stood; not those that were disrupted instead (9.2.3(1)).
    `last`: no results of the same die are to come, and the last housecarls may end the game (ruling
    last_die). Raises GameOver then."""
    waiting, ran = deque(effects), dict[str, str]()
    while waiting:
        effect = waiting.popleft()
        here = field.at(effect.unit) if isinstance(effect, Rout) else None
        waiting.extendleft(reversed((yield from _one(field, effect))))
        if isinstance(effect, Rout) and here is not None and not field.unit(effect.unit).disrupted:
            ran.setdefault(effect.unit, here)
    if last:
        look(field)
    return ran


def _one(field: Field, effect: Effect) -> Asks[list[Effect]]:
    """What follows from an effect."""
    match effect:
        case Check():
            return (yield from check(field, effect))
        case Disrupt():
            return (yield from disrupt(field, effect))
        case Rout():
            return (yield from rout(field, effect))
        case Step():
            return (yield from lose_step(field, effect))
        case Casualty():
            return (yield from casualty(field, effect))
        case Alone():
            yield from left_alone(field, effect.leader)
            return []
