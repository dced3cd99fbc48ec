"""What the commands do and print that read a log recorded in VASSAL. Each gives its exit code."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.output import tell, warn
from pbem.cli.run_look import seated
from pbem.disk import whole
from pbem.log.folder import Folder
from pbem.play import player
from pbem.play.orderfile import OrderFile
from pbem.tell import vassal_orders
from pbem.vassal import reading
from pbem.vassal.reading import Understood


def orders(path: Path, file: Path, out: Path | None, as_json: bool) -> int:
    """Tell what a log says; 1 where something in it is refused or not clear."""
    found = _understood(Folder(path), file)
    if out is not None:
        try:
            whole.write_new(out, vassal_orders.orders_file(found).encode())
        except errors.FileExists as error:
            raise errors.FileExists(f"{out} exists and may hold your orders: choose another name") from error
    tell(vassal_orders.facts(found) if as_json else vassal_orders.text(found))
    if out is not None and not as_json:
        tell(f"{out}\n")
    return 1 if vassal_orders.faults(found) else 0


def as_orders(folder: Folder, file: Path) -> OrderFile:
    """The orders that a log says, to be signed; what was understood is told. Raises OrderFileFault where
    something in it is refused or not clear, or nothing is an order."""
    found = _understood(folder, file)
    if faults := vassal_orders.faults(found):
        mend = (
            f"{file}: take it back in VASSAL and record again, or write the orders with `pbem orders --out`"
        )
        raise errors.OrderFileFault("\n".join([*faults, mend]))
    if not found.lines:
        raise errors.OrderFileFault(f"{file}: nothing in it is an order of yours")
    warn(vassal_orders.text(found))
    numbers, lines = zip(*vassal_orders.lines_of(found), strict=True)
    return OrderFile(file, lines, numbers)


def _understood(folder: Folder, file: Path) -> Understood:
    table = seated(folder)
    return reading.read(file, table, player.side(folder, table))
