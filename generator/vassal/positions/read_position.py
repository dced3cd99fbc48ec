"""A save as a position, whatever its game is played on: what lies where, in which state, and when it is.

It is found by what our modules write into every piece and by VASSAL's own arithmetic for places, whoever
saved the game. What has no place in a position is told, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.vassal.format import commands as c
from generator.vassal.format.codec import whole
from generator.vassal.format.dump import turn_levels
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.parts import tracker_players
from generator.vassal.module.planning import AnyModule
from generator.vassal.positions.moments import TRACKER, Moment
from generator.vassal.positions.read_areas import AreaReader
from generator.vassal.positions.read_cards import CardReader
from generator.vassal.positions.read_hexes import HexReader
from generator.vassal.positions.saved_position import SavedPosition, heaps
from modules.definition import Definition


def read_position(plan: AnyModule, text: str) -> SavedPosition:
    """The position of a save, of a log that at its beginning.

    Raises CommandError for a damaged text.
    """
    commands = list(start_of(c.read_commands(text)))
    reader = reader_of(plan, commands)
    for heap in heaps(commands):
        reader.read(heap)
    moments = [moment_of(plan.definition, each) for each in commands if isinstance(each, c.Turn)]
    found = next((moment for moment in moments if moment is not None), None)
    return SavedPosition(
        tuple(reader.placed), tuple(reader.unplaced), tuple(reader.maps), found, reader.losses
    )


def reader_of(plan: AnyModule, commands: Sequence[c.Command]) -> HexReader | AreaReader | CardReader:
    """What reads the pieces of a save of this module that begins with these commands."""
    reader: HexReader | AreaReader | CardReader
    match plan:
        case HexModule():
            reader = HexReader(plan)
        case AreaModule():
            reader = AreaReader(plan)
        case CardModule():
            reader = CardReader(plan)
    reader.show(commands)
    return reader


def start_of(commands: Iterable[c.Command]) -> Iterator[c.Command]:
    """The commands up to the end of the save, those of groups in their place."""
    for command in commands:
        if command == c.END_SAVE:
            return
        if isinstance(command, c.Group):
            yield from start_of(command.commands)
        else:
            yield command


def moment_of(definition: Definition, turn: c.Turn) -> Moment | None:
    """The moment of a turn tracker, None if it is another's, or names what the game does not have."""
    players, phases = tracker_players(definition), definition.game.sequence
    match turn_levels(turn.state):
        case [_, [str(number), _, _, _, [str(player), _, _, _, [str(phase), *_]]]] if (
            not definition.game.sided
        ):
            turns, side, step = (whole(each) for each in (number, player, phase))
        case [_, [str(number), _, _, _, [str(phase), *_]]] if definition.game.sided:
            turns, side, step = whole(number), 0, whole(phase)
        case _:
            return None
    if turn.tracker != TRACKER or turns is None or side is None or step is None:
        return None
    if not (0 <= side < len(players) and 0 <= step < len(phases)):
        return None
    return Moment(turns, phases[step].side or players[side], phases[step].id)
