"""The hand of a side on its own closed lines: which of an order's lines are shown and which stay closed, and
the game in a folder with what its owner knows of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from modules.engine.errors import OrderError
from modules.engine.orders import Order
from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Move
from pbem.entry.shapes import REFEREE
from pbem.judge import closed_lines
from pbem.judge.filing import papers_of
from pbem.keys.openssh import PrivateKey, PublicKey
from pbem.log import refusals
from pbem.log.folder import LATER, Folder
from pbem.log.own_record import Begun
from pbem.log.verify import remember
from pbem.log.walk import Walk
from pbem.play import placing, vacations
from pbem.play.snapshots import Snapshots
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table
from pbem.secret import lines as secret_lines
from pbem.secret.lines import Closed


@dataclass(frozen=True, slots=True)
class Plan:
    """An order's lines as they are sent: those that it shows, those that stay closed, and their box.

    Without a referee nothing is closed: the `later` lines stay with their side."""

    move: Move
    closed: Closed | None
    box: bytes
    later: tuple[str, ...]


NO_PLAN: Final = Plan(Move(lines=()), None, b"", ())
"""Of an entry without lines."""


def planned(
    table: Table, kind: type[Move], role: str, link: str | None, lines: Sequence[str], key: PrivateKey
) -> Plan:
    """The order of a side with these lines; a draft (without `link`) and an order without a referee show the
    first of them and close nothing. Where a set-up is hidden, lines that place counters are sorted by place.

    Raises `too-large`.
    """
    lines = placing.in_order(table, role, lines)
    count = table.replay.shown(role, list(_read(table, lines)))
    shown, later = tuple(lines[:count]), tuple(lines[count:])
    if link is None or not table.walk.parties.refereed:
        return Plan(kind(lines=shown), None, b"", later)
    own = secret_lines.own_secret(key, table.walk.game)
    closed = Closed(table.walk.game, role, secret_lines.root_of(own, link, lines), later)
    box = closed.box(PublicKey(table.walk.parties[REFEREE].key))
    return Plan(kind(lines=shown, rest=closed.rest, box=secret_lines.digest(box)), closed, box, later)


def _read(table: Table, lines: Sequence[str]) -> Iterator[Order]:
    """The lines as orders, up to the first that cannot be read."""
    for line in lines:
        try:
            yield table.replay.rules.grammar.parse(line)
        except OrderError:
            return


def later_kept(lines: Sequence[str]) -> Begun:
    """Without a referee, the lines that come after a move, to be kept for the next one; they take the place
    of those of an earlier move."""
    return Begun(LATER, "".join(f"{line}\n" for line in lines).encode() if lines else None)


def later(folder: Folder) -> list[str]:
    """The lines that wait for a side's next move."""
    return folder.later_file.read_text(encoding="utf-8").splitlines() if folder.later_file.is_file() else []


def load(
    folder: Folder,
    build: Build = rules_of,
    upto: int | None = None,
    snapshots: Snapshots | None = None,
) -> Table:
    """The game in a folder's log, as `Table.load`, with what its owner knows of closed lines; a side is told
    of its own that were not used. It goes on from the folder's snapshot, where there is a good one, and
    leaves one to the next command, where it has read all and none of `snapshots` sees to that."""
    log, kept = folder.log, snapshots or Snapshots(folder)
    text = log.read()
    table = kept.resume(text, build, closed_lines.known(folder), upto)
    if table is None:
        table = Table.load(log, build, upto, closed_lines.known(folder))
    else:
        table.go_on(log, text, upto)
    if table.seq == len(text.lines) - 1:
        remember(log, text, table.walk)
    table.papers = papers_of(folder, table)
    table.pauses = lambda: vacations.read(folder).spans
    refusals.heed(folder, table.walk)
    sit(table, folder)
    if snapshots is None and upto is None:
        kept.keep(table)
    return table


def sit(table: Table, folder: Folder) -> None:
    """Tell a side, if it is one that owns the folder, of its own lines; who was replaced is none any more."""
    with suppress(errors.StrangeFolder):
        if folder.public_file.exists() and (role := folder.role(table.walk.parties)) != REFEREE:
            table.mine = role


def boxes_of(folder: Folder, walk: Walk, role: str) -> tuple[bytes, ...]:
    """The boxes of a side's own orders that nothing has opened yet, for a referee whose folder was put
    back."""
    found = list[bytes]()
    for seq in walk.closings.closed:
        file = folder.move_file(seq, role)
        if walk.history[seq].author == role and file.is_file():
            found += armor.boxes(file.read_text("ascii", "replace"))
    return tuple(dict.fromkeys(found))
