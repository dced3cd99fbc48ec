"""What a player has written at home and not signed is taken back: drafts, lines that were kept for later, and
the file of orders. Nothing is lost: a copy of each text lies beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry.entries import Entry
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.play import player
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.robot import orders_file
from pbem.rules import seat_views
from pbem.rules.table import Table

LATER_BEFORE = "later-before.txt"
_ORDERS = ("order", "decision", "seal")


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The files that were taken back, each with the copy that is kept, if there is one. `signed`: the newest
    order of the folder's owner in the log."""

    files: tuple[tuple[Path, Path | None], ...]
    signed: Entry | None


def withdraw(desk: RefereeDesk, now: int) -> Withdrawn:
    """Take back what is not signed in a side's folder. Raises `nothing-to-undo` where there is nothing, and
    StrangeFolder for the referee's."""
    folder = desk.folder
    with desk.lock_folder():
        table = order_closing.load(folder, desk.build)
        seat_views.sit(table, folder)
        side = player.side(folder, table)
        files = [
            *_drop_draft(folder.move_file(table.seq + 1, side, draft=True)),
            *_move_aside(folder.later_lines_file, folder.path / LATER_BEFORE),
            *_lay_orders_anew(folder, table, side, now),
        ]
        history = reversed(table.verifier.history)
        own = next((entry for entry in history if entry.author == side and entry.type in _ORDERS), None)
        if not files:
            raise errors.Refusal(Code.NOTHING_TO_UNDO, _describe_signed(folder, table, own))
        return Withdrawn(tuple(files), own)


def _describe_signed(folder: Folder, table: Table, own: Entry | None) -> str:
    """Why nothing is taken back, and what else can be done."""
    if pending := disclosures.list_pending(folder, table.verifier):
        return (
            f"your entry for place {pending[-1].seq} is signed and out, and whoever holds it knows its dice: "
            "wait for the answer; then `pbem rollback` asks all to take it back"
        )
    if own is None:
        return "you have written nothing yet that could be taken back"
    return (
        f"nothing lies here that is not signed. Your newest order is {own}: `pbem rollback` asks all to "
        "take it back"
    )


def _drop_draft(file: Path) -> list[tuple[Path, Path | None]]:
    """A signed draft binds nobody, and its orders lie in the player's own file."""
    if not file.is_file():
        return []
    atomic_files.DISK.unlink(file)
    return [(file, None)]


def _move_aside(file: Path, to: Path) -> list[tuple[Path, Path | None]]:
    if not file.is_file():
        return []
    atomic_files.replace(to, file.read_bytes())
    atomic_files.DISK.unlink(file)
    return [(file, to)]


def _lay_orders_anew(folder: Folder, table: Table, side: str, now: int) -> list[tuple[Path, Path | None]]:
    """The file of orders as it was laid, where something is due; where nothing is, it goes."""
    file, kept = folder.path / orders_file.NAME, folder.path / orders_file.BEFORE
    if not file.is_file():
        return []
    if side not in table.owing_roles:
        return _move_aside(file, kept)
    fresh = orders_file.make_template(folder, table, side, now)
    if file.read_text("utf-8", "replace").splitlines() == fresh:
        return []
    orders_file.lay_template(file, fresh)
    return [(file, kept)]
