"""How long a log of many steps, recorded in VASSAL, takes to become orders. One line a figure: what, a
TAB, how much; in time of the processor, since the load of the machine says nothing.
"""

from __future__ import annotations

import random
import time
from typing import Any

from bench_sizes import asked
from bench_timing import seconds

from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import Metadata, save_bytes
from generator.vassal.logs.log_file import log_in
from generator.vassal.logs.table import Table
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.module.planning import plan_module
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.saves_of import saves_of
from modules import library
from modules.engine.driver import Play
from modules.engine.gestures.following import Following
from modules.engine.gestures.gathering import gathered

GAME, SCENARIO = "three_battles", "hastings"


def main() -> None:
    sizes = asked()
    definition, rules = library.definition(GAME), library.rules(GAME, SCENARIO)
    play = Play(rules)
    for word in ("deploy", "done"):
        play.answer(rules.grammar.parse(word))
    data, whole_drags = (log_of(definition, rules, play, whole, sizes.steps) for whole in (False, True))
    plan = seconds(lambda: plan_module(definition), sizes.effort, time.process_time)
    for name, log in (("hex by hex", data), ("every other hex", whole_drags)):
        spent = seconds(
            lambda log=log: followed(definition, rules, play, log, sizes.steps),  # type: ignore[misc]
            sizes.effort,
            time.process_time,
        )
        print(f"a VASSAL log of {sizes.steps} steps as orders, {name}\t{spent * 1000:.0f} ms")
    print(f"the plan of its module, once for all logs\t{plan * 1000:.0f} ms")


def followed(definition: Any, rules: Any, play: Play[Any], data: bytes, count: int) -> None:
    """The log read, and its gestures followed as orders."""
    file = log_in(read_archive(data, "x"))
    found = file.read(definition, rules.grammar.places, ("norman",))
    said = Following(Play.restore(rules, play.snapshot()), "norman").follow(
        gathered(found.made, rules.grammar)
    )
    assert found.steps == count, found.steps
    assert sum(each.order is not None for each in said) > count // 8


def log_of(definition: Any, rules: Any, play: Play[Any], whole: bool, count: int) -> bytes:
    """A log of so many steps, in which counters are dragged, from hex to hex or to the end of each move at
    once."""
    saves: Any = saves_of(plan_for(definition))
    moment = Moment(play.state.turn, play.state.active, play.state.phase)
    placed = (*rules.position(play.state), *rules.off_map(play.state))
    commands = saves.commands(definition.hex_scenarios[SCENARIO], placed, moment, {}, iter(range(1000, 9999)))
    table, trial, chance = Table.of(commands), Play.restore(rules, play.snapshot()), random.Random(1)
    ids = {piece.markers().get("CounterId"): each for each, piece in table.pieces.items()}
    at, steps = saves.maps[SCENARIO].at, list[c.Command]()
    while len(steps) < count:
        moves = [order for order in trial.request.options.legal() if order.verb == "move"]  # type: ignore[union-attr]
        if not moves:  # whoever is dragged again is refused, which takes time too
            trial = Play.restore(rules, play.snapshot())
            continue
        order: Any = chance.choice(sorted(moves, key=lambda move: len(move.path))[-20:])
        trial.answer(order)
        for place in (*order.path[1:-1:2], order.path[-1]) if whole else order.path:
            piece_id = ids[order.unit]
            piece = table.pieces[piece_id]
            x, y = at(place)
            old = (piece.basic.map, piece.basic.x, piece.basic.y)
            move = c.MovePiece(piece_id, BATTLEFIELD, x, y, "", *old, "", "player")
            played = [
                c.RawCommand("null"),
                c.ChangePiece(piece_id, piece.state_text()),
                move,
                c.Chat("* moves"),
            ]
            for command in played:
                table.take(command)
            steps.append(c.log_step(*played))
    data = saves.moduledata
    return save_bytes(
        c.write_commands([*commands, *steps[:count]]), Metadata(data.version, "", data.saved), data
    )


if __name__ == "__main__":
    main()
