"""Where a sensible player moves: unit by unit in the order of the counter list, each to the hex that is worth
most, if it is worth more than where it stands, and not full."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from modules.engine.stacks.advice.positions import Positions
from modules.engine.stacks.entering import EnterOptions
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import EXIT, Done, MoveStack, PlaceCounter

GAIN: Final = 0.05
"""What a move must gain at the least."""
OFF_MAP: Final = -5.0
"""What it is worth to stand beside the map: a unit that may come in does, unless it is hopeless."""


def advise_move(options: MoveOptions, positions: Positions, exit_worth: float) -> MoveStack | Done:
    """The move of the first unit after those that have moved to which one is worth it; a move that is owed
    where there is none; else `done`. `exit_worth`: what it is worth that a unit leaves the map."""
    for unit in _left(options):
        move = _best_move(options, positions, unit, exit_worth)
        if move is not None:
            return move
    return options.owed_move() or Done()


def _left(options: MoveOptions) -> list[str]:
    """The units that are not passed over yet: those after the last that has moved."""
    rank, acted = options.field.battle.rank, options.field.moment.acted
    last = max((rank[unit] for unit in acted if options.field.side(unit) == options.side), default=-1)
    return sorted((unit for unit in options.movers if rank[unit] > last), key=rank.__getitem__)


def _best_move(options: MoveOptions, positions: Positions, unit: str, exit_worth: float) -> MoveStack | None:
    here = options.field.at(unit)
    best, most = None, GAIN + (OFF_MAP if here is None else positions.worth(unit, here))
    full = _full(options.field, unit)
    for move in options.moves_of((unit,)):
        end = move.path[-1]
        if any(end in hexes for hexes in full):
            continue
        worth = exit_worth if end == EXIT else positions.worth(unit, end)
        if worth > most:
            best, most = move, worth
    return best


def _full(field: StackField, unit: str) -> list[Collection[str]]:
    """The hexes that a unit would make too full for the end of the phase, by each limit that is looked at
    then alone. A sensible player does not count on others to leave."""
    counts = field.counts
    late = (clause for clause in counts.clauses if clause.holds == "phase_end")
    return [counts.full(clause, (unit,), field.side(unit)) for clause in late]


def advise_entry(options: EnterOptions, positions: Positions) -> PlaceCounter | Done:
    """The first counter that may come in, where it is worth most."""
    for counter in options.waiting:
        full = _full(options.field, counter)
        if hexes := [each for each in options.hexes(counter) if not any(each in closed for closed in full)]:
            return PlaceCounter(counter, max(hexes, key=lambda each: positions.worth(counter, each)))
    return Done()
