"""The hand of a side on its own closed lines: which of an order's lines are shown and which stay closed, and
the game in a folder with what its owner knows of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from modules.engine.errors import OrderError
from modules.engine.orders import Order
from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Move
from pbem.entry.field_types import REFEREE
from pbem.judge import closed_lines
from pbem.judge.standing_filing import papers_of
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import refusal_records
from pbem.log.party.folder import LATER, Folder
from pbem.log.party.signing_record import PlannedFile
from pbem.log.verification import remember
from pbem.play import reader_zones, vacations
from pbem.play.orders import placement_lines
from pbem.play.snapshots import Snapshots
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table
from pbem.secrets import line_commitments
from pbem.secrets.line_commitments import ClosedOrder


@dataclass(frozen=True, slots=True)
class SigningPlan:
    """An order's lines as they are sent: those that it shows, those that stay closed, and their box.

    Without a referee nothing is closed: the `later` lines stay with their side."""

    move: Move
    closed: ClosedOrder | None
    box: bytes
    later: tuple[str, ...]


NO_PLAN: Final = SigningPlan(Move(lines=()), None, b"", ())
"""Of an entry without lines."""


def plan_order(
    table: Table, kind: type[Move], role: str, link: str | None, lines: Sequence[str], key: PrivateKey
) -> SigningPlan:
    """The order of a side with these lines; a draft (without `link`) and an order without a referee show the
    first of them and close nothing. Where a set-up is hidden, lines that place counters are sorted by place.

    Raises `too-large`.
    """
    shown, later = split_lines(table, role, lines)
    if link is None or not table.verifier.parties.has_referee:
        return SigningPlan(kind(lines=shown), None, b"", later)
    own = line_commitments.derive_secret(key, table.verifier.game)
    root = line_commitments.root_of(own, link, (*shown, *later))
    closed = ClosedOrder(table.verifier.game, role, root, later)
    box = closed.box(PublicKey(table.verifier.parties[REFEREE].key))
    return SigningPlan(
        kind(lines=shown, rest=closed.rest, box=line_commitments.digest(box)), closed, box, later
    )


def split_lines(table: Table, role: str, lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that an order of a side shows, and those behind them. Where a set-up is hidden, lines that
    place counters are sorted by place."""
    lines = placement_lines.sort_placements(table, role, lines)
    count = table.replay.count_shown(role, list(_read(table, lines)))
    return tuple(lines[:count]), tuple(lines[count:])


def _read(table: Table, lines: Sequence[str]) -> Iterator[Order]:
    """The lines as orders, up to the first that cannot be read."""
    for line in lines:
        try:
            yield table.replay.rules.grammar.parse(line)
        except OrderError:
            return


def keep_later(lines: Sequence[str]) -> PlannedFile:
    """Without a referee, the lines that come after a move, to be kept for the next one; they take the place
    of those of an earlier move."""
    return PlannedFile(LATER, "".join(f"{line}\n" for line in lines).encode() if lines else None)


def read_later(folder: Folder) -> list[str]:
    """The lines that wait for a side's next move."""
    return (
        folder.later_lines_file.read_text(encoding="utf-8").splitlines()
        if folder.later_lines_file.is_file()
        else []
    )


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
    table = kept.resume(text, build, closed_lines.known_lines(folder), upto)
    if table is None:
        table = Table.load(log, build, upto, closed_lines.known_lines(folder))
    else:
        table.extend(log, text, upto)
    if table.seq == len(text.lines) - 1:
        remember(log, text, table.verifier)
    table.papers = papers_of(folder, table)
    table.pauses = lambda: vacations.read(folder).spans
    table.zone_of = partial(reader_zones.find_zone, folder, table.verifier.parties)
    refusal_records.apply_kept_papers(folder, table.verifier)
    sit(table, folder)
    if snapshots is None and upto is None:
        kept.keep(table)
    return table


def sit(table: Table, folder: Folder) -> None:
    """Tell a side, if it is one that owns the folder, of its own lines; who was replaced is none any more."""
    with suppress(errors.StrangeFolder):
        if folder.public_file.exists() and (role := folder.role(table.verifier.parties)) != REFEREE:
            table.mine = role


def boxes_of(folder: Folder, verifier: LogVerifier, role: str) -> tuple[bytes, ...]:
    """The boxes of a side's own orders that nothing has opened yet, for a referee whose folder was put
    back."""
    found = list[bytes]()
    for seq in verifier.closings.open_orders:
        file = folder.move_file(seq, role)
        if verifier.history[seq].author == role and file.is_file():
            found += armor.boxes(file.read_text("ascii", "replace"))
    return tuple(dict.fromkeys(found))
