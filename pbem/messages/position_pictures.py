"""The position drawn, or saved for VASSAL, by the generator; imported only where it is asked for."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from generator.counters.printed import CounterError
from generator.drawing.art import FaultyArtError, MissingArtError, UnknownColourError
from generator.drawing.raster import png
from generator.drawing.renderer import PictureError
from generator.drawing.svg import DrawingError
from generator.drawing.typeface import MissingGlyphError, TextTooWideError
from generator.look import look_of
from generator.maps.look import UnknownLookError
from generator.position import position_drawing
from generator.position.offer import NO_OFFER, Offer
from generator.position.stacks import tell_covered
from modules.definition import Definition
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.position import BoardEvent, PlacedCounter
from modules.engine.requests import Choose
from modules.engine.rules.view_rules import ViewRules
from modules.game_file.opened import shown_path
from pbem import errors
from pbem.disk import atomic_files
from pbem.entry.bodies import Game
from pbem.messages import board_events, position_text, report_text
from pbem.messages.history import HistoryStep, state_at, walk_history
from pbem.rules import order_choices, rules_lookup
from pbem.rules.table import Table
from pbem.vassal.file_origin import Origin

if TYPE_CHECKING:
    from generator.vassal.positions.scenes import Scene
    from generator.vassal.positions.standings import Standing


def draw(
    table: Table,
    side: str | None,
    out: Path,
    *,
    dpi: int = 100,
    crop: bool = False,
    since: int | None = None,
    at: int | None = None,
    board: str = "",
) -> None:
    """Write the position as PNG, SVG or a save of VASSAL, or the game as a log of VASSAL, by the name's
    ending, as `side` sees it or, with None, all of it.

    With `since` a picture shows also what happened after that entry, and a log begins there. With `at` it is
    the position after that entry. `board`: the board of the module on which a save or log is laid out, by its
    name, where it is not the usual one. Raises BadPicture for another ending, a side that does not play, an
    entry that is not in the log, a board that the module does not have, or a game of which that cannot be
    made.
    """
    _check_asked(out.suffix, crop=crop, since=since, at=at, board=board)
    if out.suffix == ".vsav":
        _write(out, save(table, side, board, at))
        return
    if out.suffix == ".vlog":
        _write(out, _log(table, side, since or 0, board))
        return
    if out.suffix not in (".png", ".svg"):
        raise errors.BadPicture(
            f"{out.name}: a picture's name ends in .png or .svg, a page's in .html, a save's in .vsav, a "
            "log's in .vlog"
        )
    shown = _ShownPosition(table, side, since, at)
    with report_faults(shown.definition):
        drawing = position_drawing(
            shown.definition, shown.map_name, shown.placed, happened=shown.happened, facts=shown.facts,
            crop=crop, text_as="paths",
        )  # fmt: skip
        picture = out.suffix == ".png" and png(look_of(shown.definition), drawing.svg, dpi=dpi)
    _write(out, picture or drawing.svg.encode())


def _check_asked(form: str, *, crop: bool, since: int | None, at: int | None, board: str) -> None:
    """Nothing that is asked for is passed over."""
    if at is not None and (since is not None or form == ".vlog"):
        raise errors.BadPicture(
            "--at is for one moment, and --since and a .vlog file are for a time: give one"
        )
    if form == ".vsav" and since is not None:
        raise errors.BadPicture("a save shows one moment: --since is for pictures and .vlog files")
    if form in (".vsav", ".vlog") and crop:
        raise errors.BadPicture("--crop is for pictures: saves and logs have whole maps")
    if board and form not in (".vsav", ".vlog"):
        raise errors.BadPicture("--board is for .vsav and .vlog files: it names a board of the module")


def _write(out: Path, data: bytes) -> None:
    atomic_files.DISK.make_directory(out.parent, 0o777)  # for whom the player likes
    atomic_files.replace(out, data)


def save(table: Table, side: str | None, board: str = "", at: int | None = None) -> bytes:
    """A save of VASSAL of the position, as `side` sees it; raises as `draw`."""
    state = state_at(table, side, at)
    return save_state(table.replay.rules, table.game, state, _record(table, at), board)


def save_state(rules: ViewRules[Any], game: Game, state: Any, record: str, board: str = "") -> bytes:
    """A save of VASSAL of a state as somebody sees it; `record` says to which place of a log it belongs,
    empty where there is none. Raises BadPicture for what VASSAL cannot hold."""
    from generator.vassal.format.errors import VassalError
    from generator.vassal.positions.write_position import position_save

    facts = rules.summary(state)[:2]
    comment = ", ".join([rules_lookup.title(game), *(": ".join(fact) for fact in facts)])
    definition = rules_lookup.definition_of(game)
    try:
        standing = _standing(rules, state)
        return position_save(definition, game.scenario, standing, comment, record, board)
    except VassalError as error:
        raise errors.BadPicture(str(error)) from error


def _log(table: Table, side: str | None, since: int, board: str = "") -> bytes:
    from generator.vassal.format.errors import VassalError
    from generator.vassal.positions.write_position import game_log

    rules, body, steps = table.replay.rules, table.game, walk_history(table, side, since)
    start = _standing(rules, next(steps).state)
    definition = rules_lookup.definition_of(body)
    comment = f"{rules_lookup.title(body)}, after entry {since} to entry {table.seq}"
    try:
        records = (_record(table, since), _record(table))
        happened = _make_scenes(table, side, steps)
        return game_log(definition, body.scenario, start, happened, comment, records, board)
    except VassalError as error:
        raise errors.BadPicture(str(error)) from error


def _record(table: Table, seq: int | None = None) -> str:
    """What says in a save or log to which place of the game it belongs."""
    return str(Origin.after_entry(table.verifier, table.seq if seq is None else seq))


def _make_scenes(table: Table, side: str | None, steps: Iterable[HistoryStep]) -> Iterator[Scene]:
    """What is told of each step, and how the game stands then; at last how it ended."""
    from generator.vassal.positions.scenes import Scene

    rules, sides = table.replay.rules, rules_lookup.definition_of(table.game).game.sides
    names = {name: side.name for name, side in sides.items()}
    for step in steps:
        yield Scene(*report_text.step_lines(step, names), _standing(rules, step.state), step.orders)
    outcome = table.replay.outcome()
    if outcome is not None:
        over = f"The game is over. {report_text.outcome_text(outcome)}"
        yield Scene((), [over], _standing(rules, position_text.seen_state(table, side)))


def _standing(rules: ViewRules[Any], state: Any) -> Standing:
    from generator.vassal.positions.standings import standing_of

    return standing_of(rules, state)


def mail_picture(table: Table, side: str | None, since: int, store: Path | None = None) -> bytes:
    """The picture in a mail, as PNG: what happened after entry `since` and the position, as `side` sees it.

    The action in counters that a phone shows large, and all that is in use small; of a decision of the side
    the places on offer and the numbers of its options, as in the mail's list. `store`: a folder,
    `Folder.cache`, that saves most of the time and changes no byte. Raises as `draw`.
    """
    from generator.position.mailing import mail_png

    shown = _ShownPosition(table, side, since)
    with report_faults(shown.definition):
        return mail_png(
            shown.definition, shown.map_name, shown.placed, shown.happened, shown.facts, store,
            offer_of(table.choice(side) if side else None, shown.placed),
        )  # fmt: skip


def mail_caption(table: Table, side: str | None) -> str:
    """What the picture in a mail shows, in words: the map, the first facts, the states of covered counters.

    Raises BadPicture for a side that does not play.
    """
    rules, state = table.replay.rules, position_text.seen_state(table, side)
    definition, ground = (
        rules_lookup.definition_of(table.game),
        rules_lookup.geometry_of(table.game, rules.map_of(state)),
    )
    facts = [*rules.summary(state)[:2], *tell_covered(definition, rules.position(state), ground.places)]
    return "; ".join([f"Map of {rules_lookup.title(table.game)}", *(": ".join(fact) for fact in facts)])


def offer_of(choice: Choose | None, placed: Iterable[PlacedCounter]) -> Offer:
    """What a decision offers on the map: the places that its orders name, those of their counters, and the
    numbers of its options, each where it tells most: at the end of the only way, else at the counter."""
    if choice is None:
        return NO_OFFER
    seats = {each.counter: each.place for each in placed if each.counter}
    orders = choice.options.legal()
    units = {counter for order in orders for counter in counters_of(order)}
    groups = [group for _, group in order_choices.number_choices(choice)]
    return Offer(
        tuple(sorted({place for order in orders for place in places_of(order)})),
        tuple(sorted({seats[unit] for unit in units if unit in seats})),
        tuple((str(number), at) for number, at in enumerate(_number_places(groups, seats), 1) if at),
    )


def _number_places(groups: Sequence[Sequence[Order]], seats: Mapping[str, str]) -> list[str]:
    """Where the number of each option stands: at its first counter, where that tells all of them apart, else
    where all its orders end; empty if it has no place."""
    units = [_first_seat(group, seats) for group in groups]
    known = [unit for unit in units if unit]
    if len({*known}) == len(known) > 1:
        return units
    ends = [{places_of(order)[-1] for order in group if places_of(order)} for group in groups]
    return [end.pop() if len(end) == 1 else unit for end, unit in zip(ends, units, strict=True)]


def _first_seat(group: Sequence[Order], seats: Mapping[str, str]) -> str:
    """Where the first counter of an option stands: of orders that name places alone, where they all start."""
    counter = next((seats[unit] for order in group for unit in counters_of(order) if unit in seats), "")
    starts = {places_of(order)[0] for order in group if len(places_of(order)) > 1}
    return counter or (starts.pop() if len(starts) == 1 else "")


class _ShownPosition:
    """What is shown of a game, as a side sees it."""

    def __init__(self, table: Table, side: str | None, since: int | None, at: int | None = None) -> None:
        rules, state = table.replay.rules, state_at(table, side, at)
        self.definition, self.map_name = rules_lookup.definition_of(table.game), rules.map_of(state)
        self.placed, self.facts = rules.position(state), rules.summary(state)
        self.happened: tuple[BoardEvent, ...] = ()
        if since is not None:
            self.happened = board_events.events_since(table, side, since)
            self.facts = (*self.facts, ("Marks", f"what happened after entry {since}"))


_FAULTS: Final = (
    CounterError, DrawingError, FaultyArtError, MissingArtError, MissingGlyphError, PictureError,
    TextTooWideError, UnknownColourError, UnknownLookError,
)  # fmt: skip
_MISSHAPEN: Final = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    OSError,
    struct.error,
)
"""What comes of a file of art that does not have the shape which such a file has."""


@contextmanager
def report_faults(definition: Definition) -> Iterator[None]:
    """Raise BadPicture for what cannot be drawn: a stranger's art stops no game."""
    try:
        yield
    except _FAULTS as error:
        said = str(error.args[0] if error.args else error)
        raise errors.BadPicture(
            f"{shown_path(definition.folder)}: {said}" if definition.art else said
        ) from error
    except _MISSHAPEN as error:
        if not definition.art:
            raise
        raise errors.BadPicture(f"the game's own art cannot be drawn: {error}") from error
