"""The position drawn, or saved for VASSAL, by the generator; imported only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.art import UnknownColourError
from generator.counters import CounterError
from generator.maps.look import UnknownLookError
from generator.position import position_drawing
from generator.raster import png
from modules.engine.position import Happening
from pbem import atomic, games, happenings, refusals, roster
from pbem.table import Table

_LOSSES = "losses "
"""With it begin the facts of a state that tell an army's losses."""


def draw(
    table: Table,
    side: str | None,
    out: Path,
    *,
    dpi: int = 100,
    crop: bool = False,
    since: int | None = None,
) -> None:
    """Write the position as PNG, SVG or a save of VASSAL by the name's ending, as `side` sees it or, with
    None, all of it.

    With `since` a picture shows also what happened after that entry. Raises BadPicture for another ending, a
    side that does not play, an entry that is not in the log, or a game of which that cannot be made.
    """
    if out.suffix not in (".png", ".svg", ".vsav"):
        raise refusals.BadPicture(f"{out.name}: a picture's name ends in .png or .svg, a save's in .vsav")
    shown = _Shown(table, side, since)
    if out.suffix == ".vsav":
        _write(out, _save(table, side, shown))
        return
    with _told():
        drawing = position_drawing(
            shown.definition, shown.map_name, shown.placed, happened=shown.happened, facts=shown.facts,
            crop=crop, text_as="paths",
        )  # fmt: skip
    _write(out, png(drawing.svg, dpi=dpi) if out.suffix == ".png" else drawing.svg.encode())


def _write(out: Path, data: bytes) -> None:
    atomic.DISK.make_directory(out.parent)
    atomic.replace(out, data)


def _save(table: Table, side: str | None, shown: _Shown) -> bytes:
    from generator.vassal.errors import VassalError
    from generator.vassal.moments import Moment
    from generator.vassal.write_position import position_save

    state, body = roster.seen(table, side), table.charter
    now = Moment(state.turn, state.active, state.phase)
    comment = ", ".join([games.title(body), *(": ".join(fact) for fact in shown.facts[:2])])
    try:
        return position_save(
            shown.definition, body["scenario"], shown.map_name, shown.whole, now, comment, shown.losses
        )
    except VassalError as error:
        raise refusals.BadPicture(str(error)) from error


def mail_picture(table: Table, side: str | None, since: int, store: Path | None = None) -> bytes:
    """The picture in a mail, as PNG: what happened after entry `since` and the position, as `side` sees it.

    The part of the map in use, 1,000 to 1,400 px wide where the map is. `store`: a folder, `Folder.cache`,
    that saves most of the time and changes no byte. Raises as `draw`.
    """
    from generator.position.mailing import mail_png

    shown = _Shown(table, side, since)
    with _told():
        return mail_png(shown.definition, shown.map_name, shown.placed, shown.happened, shown.facts, store)


class _Shown:
    """What is shown of a game, as a side sees it."""

    def __init__(self, table: Table, side: str | None, since: int | None) -> None:
        rules, state = table.replay.rules, roster.seen(table, side)
        self.definition, self.map_name = games.definition_of(table.charter), rules.map_of(state)
        self.placed, self.facts = rules.position(state), rules.summary(state)
        self.whole = (*self.placed, *rules.off_map(state))
        facts = rules.facts(state).items()
        self.losses = {name.removeprefix(_LOSSES): n for name, n in facts if name.startswith(_LOSSES)}
        self.happened: tuple[Happening, ...] = ()
        if since is not None:
            self.happened = happenings.since(table, side, since)
            self.facts = (*self.facts, ("Marks", f"what happened after entry {since}"))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (CounterError, UnknownColourError, UnknownLookError) as error:
        raise refusals.BadPicture(str(error.args[0])) from error
