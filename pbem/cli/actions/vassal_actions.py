"""What the commands do and print that read a log recorded in VASSAL. Each gives its exit code."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.actions.situation_actions import load_own_table
from pbem.cli.output import tell, warn
from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.messages import vassal_log_text
from pbem.play import player
from pbem.play.orders.order_file import OrderFile
from pbem.vassal import recorded_log
from pbem.vassal.recorded_log import UnderstoodLog


def orders(path: Path, file: Path, out: Path | None, as_json: bool) -> int:
    """Tell what a log says; 1 where something in it is refused or not clear."""
    found = _understood(Folder(path), file)
    if out is not None:
        try:
            atomic_files.write_new(out, vassal_log_text.orders_file(found).encode())
        except errors.FileExists as error:
            raise errors.FileExists(f"{out} exists and may hold your orders: choose another name") from error
    tell(vassal_log_text.facts(found) if as_json else vassal_log_text.text(found))
    if out is not None and not as_json:
        tell(f"{out}\n")
    return 1 if vassal_log_text.faults(found) else 0


def as_orders(folder: Folder, file: Path) -> OrderFile:
    """The orders that a log says, to be signed; what was understood is told. Raises OrderFileFault where
    something in it is refused or not clear, or nothing is an order."""
    found = _understood(folder, file)
    made = vassal_log_text.as_orders(found, file)
    warn(vassal_log_text.text(found))
    return made


def _understood(folder: Folder, file: Path) -> UnderstoodLog:
    table = load_own_table(folder)
    return recorded_log.read(file, table, player.side(folder, table))
