"""The block of "Hand in orders" as what the hand did that it tells of: its lines become the gestures that a
log of the same turn holds, so that both are read alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from generator.vassal.format.orders.block import BACK, DONE, FACE, FLIPS, NOBODY, OUT, PUT, Block
from generator.vassal.module.names import sector_title
from generator.vassal.positions.saved_position import LOST
from modules.definition import Definition
from modules.engine.errors import OrderError
from modules.engine.gestures.gathering import Made
from modules.engine.gestures.hand import OFF, Flip, Gesture, Phase, Piece, Press, Put, Turn
from modules.engine.gestures.showing import shown
from modules.engine.orders import Grammar
from modules.engine.position import PlacedCounter

_PUT: Final = re.compile(rf"{PUT} (\S+): (.+)")
_DONE_TO: Final = re.compile(rf"({'|'.join((*FLIPS, FACE, OUT, BACK))}) (\S+)(?: (\S+))?")
_WHEN: Final = re.compile(r"turn (\d{1,3}), (?:(.+), )?(.+)")


def handed_in(
    block: Block,
    definition: Definition,
    grammar: Grammar,
    placed: Sequence[PlacedCounter],
    phase: str,
    before: int = 0,
    *,
    by_hand: bool = False,
) -> list[Made]:
    """What was done on a board where that is placed, in a phase; each thing with the line that tells it,
    counted from 1 after so many lines before them. In a game `by_hand` the lines stand as counters came to
    lie on one another."""
    names, lying = _names(definition), _lying(placed, grammar)
    found: list[Made] = []
    for number, line in enumerate(block.orders, before + 1):
        if (put := _PUT.fullmatch(line)) is not None:
            way = [names.get(each, each) for each in put[2].split("-")]
            places = tuple(each if each in grammar.places else OFF for each in way)
            gesture = Put((_who(put[1], places[0], lying),), places)
            if by_hand:
                found.append(Made(gesture, (number,)))
            else:
                _put(found, gesture, number)
        elif line == DONE:
            found.append(Made(_over(block.heading, definition, phase), (number,)))
        else:
            found.append(Made(_as_it_looked(_shown(line, grammar, lying), placed), (number,)))
    return _by_hand(found, lying) if by_hand else found


def _by_hand(made: Sequence[Made], lying: Mapping[str, Piece]) -> list[Made]:
    """The changes of counters in a game by hand. A counter that came back into play was never out of it."""
    found: list[Made] = []
    for each in made:
        said = _DONE_TO.fullmatch(each.gesture.word) if isinstance(each.gesture, Press) else None
        if said is None or said[2] not in lying:
            found.append(each)
        elif said[1] == BACK:
            out = [n for n, before in enumerate(found) if before.gesture == _out(lying[said[2]])]
            del found[slice(out[-1], out[-1] + 1) if out else slice(0)]
        else:
            found.append(Made(_done_to(said[1], lying[said[2]], said[3] or ""), each.steps))
    return found


def _done_to(word: str, piece: Piece, facing: str) -> Gesture:
    if word == OUT:
        return _out(piece)
    return Turn((piece,), facing) if word == FACE else Flip((piece,), FLIPS[word])


def _out(piece: Piece) -> Put:
    return Put((piece,), (piece.place, LOST))


def _who(name: str, place: str, lying: Mapping[str, Piece]) -> Piece:
    return lying.get(name, Piece("" if name == NOBODY else name, place))


def _put(found: list[Made], put: Put, line: int) -> None:
    """Pieces put the same way went together."""
    for at, made in enumerate(found):
        if isinstance(made.gesture, Put) and replace(put, pieces=made.gesture.pieces) == made.gesture:
            found[at] = Made(replace(put, pieces=(*made.gesture.pieces, *put.pieces)), made.steps)
            return
    found.append(Made(put, (line,)))


def _shown(line: str, grammar: Grammar, lying: Mapping[str, Piece]) -> Gesture:
    try:
        return shown(grammar, grammar.parse(line), lying)
    except OrderError:
        return Press(line)


def _as_it_looked(gesture: Gesture, placed: Sequence[PlacedCounter]) -> Gesture:
    """Who looks as he looked before was not turned: a line tells how he looks in any case."""
    if isinstance(gesture, Put) and gesture.facing:
        (piece,) = gesture.pieces
        if gesture.facing in {each.facing for each in placed if each.counter == piece.counter}:
            return replace(gesture, facing="")
    return gesture


def _over(heading: str, definition: Definition, now: str) -> Phase | Press:
    """That the phase which the turn tracker showed is over; in a set-up, which it does not know, a word."""
    when, sequence = _WHEN.search(heading), definition.game.sequence
    over = next((each for each in sequence if when is not None and each.name == when[3]), None)
    if when is None or over is None or now not in {each.id for each in sequence}:
        return Press(DONE)
    called = {side.name: name for name, side in definition.game.sides.items()}
    return Phase(int(when[1]), over.side or called.get(when[2] or "", ""), over.id)


def _names(definition: Definition) -> dict[str, str]:
    """The places that VASSAL calls otherwise than orders do: areas, and where leaders stand in sectors."""
    areas = {area.name: name for each in definition.area_maps.values() for name, area in each.areas.items()}
    sectors = {
        sector_title(definition, sector.name, side): name
        for board in definition.boards.values()
        for name, sector in board.sectors.items()
        for side in definition.game.sides
    }
    return areas | sectors


def _lying(placed: Sequence[PlacedCounter], grammar: Grammar) -> dict[str, Piece]:
    return {
        each.counter: Piece(
            each.counter, each.place if each.place in grammar.places else OFF, each.side, each.steps_lost
        )
        for each in placed
        if each.counter
    }
