"""What the commands print that look at a game and change nothing: whose turn it is, what is legal, the
position, the charter. They import nothing that reads mails or begins games, so that they answer at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.cli.output import tell
from pbem.entry.shapes import REFEREE
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.play import own_lines
from pbem.rules import choices, seats
from pbem.rules.table import Table
from pbem.tell import reports


def show_status(path: Path, now: int, as_json: bool) -> int:
    """Where the game stands, and what waits in the folder."""
    from pbem.tell import situation

    folder = Folder(path)
    table = seated(folder)
    me, said = owner(folder, table), situation.facts(folder, table)
    if as_json:
        tell({**place_facts(table), **due_facts(table, me), **said, "facts": dict(reports.facts(table))})
    else:
        tell(reports.status(table, me, situation.rows(said, table, now)))
    return 0


@dataclass(frozen=True, slots=True)
class Look:
    """How a position is to be shown: as which side sees it, drawn to a file, listed."""

    side: str | None
    out: Path | None
    text: bool
    dpi: int
    crop: bool
    since: int | None
    board: str = ""


def show(path: Path, look: Look, as_json: bool) -> int:
    """Draw or list the position; in a side's own folder as that side sees it."""
    from pbem.tell import roster

    folder = Folder(path)
    table = seated(folder)
    role = folder.role(table.walk.parties)
    if look.side is not None and role not in (REFEREE, look.side):
        raise errors.BadPicture(f"{path} is the folder of {role}: it shows what {role} may see")
    side = role if look.side is None and role != REFEREE else look.side
    if look.out is not None:
        from pbem.tell import pictures

        pictures.draw(table, side, look.out, dpi=look.dpi, crop=look.crop, since=look.since, board=look.board)
    if as_json:
        units = {"units": roster.facts(table, side)} if look.text else {}
        tell({**place_facts(table), "file": None if look.out is None else str(look.out), **units})
        return 0
    drawn = "" if look.out is None else f"{look.out}: "
    tell((roster.text(table, side) if look.text else "") + f"{drawn}{reports.foot(table)}\n")
    return 0


def show_charter(path: Path, as_json: bool) -> int:
    """What the parties agreed on; needs the log alone, whatever rules are installed."""
    from pbem.tell import charters

    walk = walked(Folder(path).log)
    tell(charters.facts(walk) if as_json else charters.text(walk))
    return 0


def list_legal(path: Path, every: bool, unit: str | None, as_json: bool) -> int:
    """The decision that is due and its legal orders."""
    table = seated(Folder(path))
    me = owner(Folder(path), table)
    orders = choices.orders_of(table, unit, me, told=not as_json)
    if as_json:
        tell({**place_facts(table), **due_facts(table, me), "orders": orders})
    elif every or unit is not None:
        head = reports.due(table, 0, me)
        theirs = ["Their choices:"] if orders and not _mine(table, me) else []
        tell("\n".join([head, *theirs, *(f"  {order}" for order in orders), ""]))
    else:
        tell(reports.due(table, me=me) + "\n" + reports.foot(table) + "\n")
    return 0


def seated(folder: Folder) -> Table:
    """The game in a folder as its owner may see it."""
    table = own_lines.load(folder)
    seats.sit(table, folder)
    return table


def owner(folder: Folder, table: Table) -> str:
    """Whose folder it is; empty for a folder with a log and no key."""
    return folder.role(table.walk.parties) if folder.public_file.exists() else ""


def _mine(table: Table, me: str) -> bool:
    """Whether what is due concerns the reader: his own decision, or anybody's for who takes no side."""
    return me in ("", REFEREE, *table.owing)


def place_facts(table: Table) -> dict[str, Any]:
    """Where in the record a game stands, for a program."""
    return {"game": table.walk.game, "seq": table.seq, "head": table.walk.head}


def due_facts(table: Table, me: str) -> dict[str, Any]:
    """What is due of whom, for a program."""
    request, sealing = table.choice(me) or table.play.request, table.replay.sealing
    fields = ("side", "kind", "ask", "rule")
    due: dict[str, Any] = {name: getattr(request, name) for name in fields if hasattr(request, name)}
    if sealing is not None:
        due |= {"sealed": list(sealing.sealed), "missing": list(sealing.missing)}
    return {"you": me, "owing": table.owing, "due": due, "outcome": table.replay.outcome()}
