"""A log that a player recorded in VASSAL, as orders: it must belong to the game and begin where the game
stands; then each thing that his hand did is read by the legal orders of the moment.

Nothing of the file is kept or passed on: a player's password stands in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from generator.vassal.format.archive import read_archive
from generator.vassal.format.errors import VassalError
from generator.vassal.logs.log_file import LogFile, log_in
from generator.vassal.logs.recorded import Passed
from modules.amounts import count_noun
from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.gestures.by_hand import is_by_hand
from modules.engine.gestures.following import Following, Said
from modules.engine.gestures.gathering import gathered, in_sequence
from modules.engine.gestures.hand import OFF
from modules.engine.gestures.reading import due
from modules.engine.position import PlacedCounter
from modules.free_table.rules import FreeTable
from modules.free_table.state import BESIDE, EXITED
from pbem import errors
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.table import Table
from pbem.vassal import file_origin

LOG: Final = ".vlog"
SAVE: Final = ".vsav"
LARGEST: Final = 16 << 20
"""Bytes of a file that is read, and of the text in it: a log of a turn has half a million."""
MOST_STEPS: Final = 2_000
"""Steps of a log that are read."""
_SHOWN: Final = 5
_OFF: Final = "off the board"


@dataclass(frozen=True, slots=True)
class UnderstoodLog:
    """What was understood of a log: how many `steps` it has, what each thing that was done in it is, in the
    sequence of the orders, what was `passed` over, and what its reader should know (`notes`). `counted`: what
    its steps are, in a block of orders lines."""

    name: str
    steps: int
    said: tuple[Said, ...]
    passed: tuple[Passed, ...]
    notes: tuple[str, ...]
    counted: str = "step"

    @property
    def lines(self) -> tuple[str, ...]:
        """The orders."""
        return tuple(str(said.order) for said in self.said if said.order is not None)

    @property
    def open(self) -> tuple[Said, ...]:
        """What is no order, and of which the player must say something."""
        return tuple(said for said in self.said if said.order is None)


def read(path: Path, table: Table, side: str) -> UnderstoodLog:
    """Read a file as `read_bytes`; raises OSError too."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return read_bytes(data, str(path), table, side)


def read_bytes(data: bytes, path: str, table: Table, side: str) -> UnderstoodLog:
    """Read a log as the orders of a side, on a table that shows what the side may see and stays as it is.

    Raises LogOfVassal for a file from which nothing can be taken, and `not-your-decision` where the side owes
    nothing.
    """
    if len(data) > LARGEST:
        raise errors.BadVassalLog(
            Code.BAD_VASSAL_LOG, f"{path}: more than {LARGEST} bytes: too large for a log"
        )
    try:
        file = log_in(read_archive(data, path), LARGEST)
        if file.steps > MOST_STEPS:
            raise errors.BadVassalLog(
                Code.BAD_VASSAL_LOG,
                f"{path}: {count_noun(file.steps, 'step')}, at most {MOST_STEPS} are read",
            )
        notes = _of_this_game(file, table)
        rules = table.replay.rules
        definition = rules_lookup.definition_of(table.game)
        choice = due(table.play, side)
        if choice is None:
            raise errors.LogFault(Code.NOT_YOUR_DECISION, f"{path}: {side} has nothing to decide now")
        by_hand = is_by_hand(choice)
        placed = _placed(table, side)
        found = (
            file.read_by_hand(definition, rules.grammar.places, placed)
            if by_hand
            else file.read(definition, rules.grammar.places, rules.sides_of(side))
        )
    except VassalError as error:
        raise errors.BadVassalLog(Code.BAD_VASSAL_LOG, str(error)) from error
    if not found.steps:
        raise errors.BadVassalLog(
            Code.BAD_VASSAL_LOG,
            f"{path}: nothing was recorded in it: in VASSAL open the position, begin a log, move, and end it",
        )
    at_table = isinstance(rules, FreeTable)
    _compare(path, definition, rules.grammar.places, *_told_alike(placed, found.start.placed, at_table))
    following = Following(Play.restore(rules, table.play.snapshot()), side)
    said = following.follow(in_sequence(found.made) if by_hand else gathered(found.made, rules.grammar))
    return UnderstoodLog(path, found.steps, tuple(said), found.passed, notes)


def _of_this_game(file: LogFile, table: Table) -> tuple[str, ...]:
    """What is to be said of a file that may belong to the game; raises LogOfVassal for one that does not."""
    game = rules_lookup.definition_of(table.game).game
    if file.title != game.title:
        raise errors.BadVassalLog(
            Code.BAD_VASSAL_LOG,
            f"{file.name} was made with the module {file.module!r}; this game is {game.title!r}",
        )
    notes = []
    if file.version != game.version:
        notes.append(
            f"recorded with version {file.version} of the module, this is {game.version}: get the new module"
        )
    said = file_origin.read(file.record)
    if said is not None:
        file_origin.check(said, table.verifier, file.name)
    else:
        notes.append("it does not say to which game it belongs: the position alone is compared")
    return tuple(notes)


# --- the position with which it begins ---------------------------------------------------------------------


def _placed(table: Table, side: str) -> tuple[PlacedCounter, ...]:
    """What lies where, as a side sees it."""
    rules = table.replay.rules
    state = rules.view(table.play.state, side)
    return *rules.position(state), *rules.off_map(state)


def _told_alike(
    game: tuple[PlacedCounter, ...], log: tuple[PlacedCounter, ...], at_table: bool
) -> tuple[tuple[PlacedCounter, ...], tuple[PlacedCounter, ...]]:
    """Both positions as far as a log can tell them. That of a table of data tells not in which of the places
    beside the map a counter waits, on which of a stack a marker lies, nor where a counter looks that has
    no front."""
    looking = ({each.counter for each in placed if each.facing} for placed in (game, log))
    turned = set.intersection(*looking)

    def plain(each: PlacedCounter) -> PlacedCounter:
        place = OFF if each.place in (*BESIDE, EXITED) else each.place
        return replace(each, place=place, markers=(), facing=each.facing if each.counter in turned else "")

    return (tuple(map(plain, game)), tuple(map(plain, log))) if at_table else (game, log)


def _compare(
    path: str,
    definition: Definition,
    places: Any,
    game: tuple[PlacedCounter, ...],
    log: tuple[PlacedCounter, ...],
) -> None:
    """Raises `other-position` where the log begins with another position than the side has before it."""
    here, there = (_counter_places(placed, places, definition) for placed in (game, log))
    apart = [*_name_differences(here[0], there[0]), *_hidden_differences(here[1], there[1])]
    if apart:
        more = f"; and {len(apart) - _SHOWN} more" if len(apart) > _SHOWN else ""
        raise errors.BadVassalLog(
            Code.OTHER_POSITION,
            f"{path} does not begin where the game stands: {'; '.join(apart[:_SHOWN])}{more}. Open the "
            "position of today (`pbem show --out now.vsav`), begin the log before you move, and record again",
        )


def _counter_places(
    placed: Iterable[PlacedCounter], places: Any, definition: Definition
) -> tuple[dict[str, str], Counter[tuple[str, str]]]:
    """Where each counter on the board lies and how; and how many lie where of which only the side is
    known."""
    named: dict[str, str] = {}
    hidden: Counter[tuple[str, str]] = Counter()
    for each in placed:
        if each.lone:
            continue
        place = each.place if each.place in places else OFF
        if each.counter:
            named[each.counter] = _counter_state(each, place, definition)
        elif place != OFF:
            hidden[each.side, place] += 1
    return named, hidden


def _counter_state(placed: PlacedCounter, place: str, definition: Definition) -> str:
    if place == OFF:
        return _OFF
    back = definition.back_of(placed.counter) if placed.reduced else ""
    states = (back, placed.facing, *sorted(placed.markers))
    return ", ".join([place, *filter(None, states)])


def _name_differences(here: dict[str, str], there: dict[str, str]) -> list[str]:
    return [
        f"{each} is {there.get(each, _OFF)} there, {here.get(each, _OFF)} in the game"
        for each in dict.fromkeys((*here, *there))
        if here.get(each, _OFF) != there.get(each, _OFF)
    ]


def _hidden_differences(here: Counter[tuple[str, str]], there: Counter[tuple[str, str]]) -> list[str]:
    return [
        f"{there[key]} unknown of {key[0]} lie in {key[1]} there, {here[key]} in the game"
        for key in dict.fromkeys((*here, *there))
        if here[key] != there[key]
    ]
