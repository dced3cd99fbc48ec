"""How long a log of a hundred steps, recorded in VASSAL, takes to become orders. One line a figure: what, a
TAB, how much; in time of the processor, since the load of the machine says nothing.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))

from generator.vassal.format import commands as c  # noqa: E402
from generator.vassal.format.archive import read_archive  # noqa: E402
from generator.vassal.format.container import Metadata, save_bytes  # noqa: E402
from generator.vassal.logs.log_file import log_in  # noqa: E402
from generator.vassal.logs.table import Table  # noqa: E402
from generator.vassal.module.names import BATTLEFIELD  # noqa: E402
from generator.vassal.module.planning import plan_module  # noqa: E402
from generator.vassal.positions.kept_plans import plan_for  # noqa: E402
from generator.vassal.positions.moments import Moment  # noqa: E402
from generator.vassal.positions.saves_of import saves_of  # noqa: E402
from modules import library  # noqa: E402
from modules.engine.gestures.following import Following  # noqa: E402
from modules.engine.gestures.gathering import gathered  # noqa: E402
from modules.engine.play import Play  # noqa: E402

GAME, SCENARIO = "three_battles", "hastings"
STEPS = 100
RUNS = 7


def main() -> None:
    definition, rules = library.definition(GAME), library.rules(GAME, SCENARIO)
    play = Play(rules)
    for word in ("deploy", "done"):
        play.answer(rules.grammar.parse(word))
    data, whole_drags = log_of(definition, rules, play, False), log_of(definition, rules, play, True)
    plan = seconds(lambda: plan_module(definition))
    for name, log in (("hex by hex", data), ("every other hex", whole_drags)):
        spent = seconds(lambda log=log: followed(definition, rules, play, log))  # type: ignore[misc]
        print(f"a VASSAL log of {STEPS} steps as orders, {name}\t{spent * 1000:.0f} ms")
    print(f"the plan of its module, once for all logs\t{plan * 1000:.0f} ms")


def seconds(work: Callable[[], object]) -> float:
    """Median time of the processor of some runs, after one that is not counted."""
    work()
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return statistics.median(times)


def followed(definition: Any, rules: Any, play: Play[Any], data: bytes) -> None:
    """The log read, and its gestures followed as orders."""
    file = log_in(read_archive(data, "x"))
    found = file.read(definition, rules.grammar.places, ("norman",))
    said = Following(Play.restore(rules, play.snapshot()), "norman").follow(
        gathered(found.made, rules.grammar)
    )
    assert found.steps == STEPS and sum(each.order is not None for each in said) > STEPS // 8


def log_of(definition: Any, rules: Any, play: Play[Any], whole: bool) -> bytes:
    """A log in which counters are dragged, from hex to hex or to the end of each move at once."""
    saves: Any = saves_of(plan_for(definition))
    moment = Moment(play.state.turn, play.state.active, play.state.phase)
    placed = (*rules.position(play.state), *rules.off_map(play.state))
    commands = saves.commands(definition.hex_scenarios[SCENARIO], placed, moment, {}, iter(range(1000, 9999)))
    table, trial, chance = Table.of(commands), Play.restore(rules, play.snapshot()), random.Random(1)
    ids = {piece.markers().get("CounterId"): each for each, piece in table.pieces.items()}
    at, steps = saves.maps[SCENARIO].at, list[c.Command]()
    while len(steps) < STEPS:
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
        c.write_commands([*commands, *steps[:STEPS]]), Metadata(data.version, "", data.saved), data
    )


if __name__ == "__main__":
    main()
