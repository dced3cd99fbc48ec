"""What the commands print that look at a game and change nothing: whose turn it is, what is legal, the
position, the charter. They import nothing that reads mails or begins games, so that they answer at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.cli.output import tell
from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.messages import report_text
from pbem.play.orders import order_closing
from pbem.rules import order_choices, seat_views
from pbem.rules.table import Table


def show_status(path: Path, now: int, as_json: bool) -> int:
    """Where the game stands, and what waits in the folder."""
    from pbem.messages import game_status

    folder = Folder(path)
    table = load_own_table(folder)
    me, said = owner(folder, table), game_status.facts(folder, table)
    if as_json:
        tell(
            {
                **place_facts(table),
                **due_facts(table, me),
                **said,
                "facts": dict(report_text.table_facts(table)),
            }
        )
    else:
        out = [each["seq"] for each in said["out"]]
        tell(report_text.status_text(table, me, game_status.rows(said, table, now), out))
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
    at: int | None = None
    board: str = ""


def show(path: Path, look: Look, as_json: bool) -> int:
    """Draw or list the position, now or after an entry; in a side's own folder as that side sees it."""
    from pbem.messages import history, position_text

    folder = Folder(path)
    table = load_own_table(folder)
    role = folder.role(table.verifier.parties)
    check_viewer(path, role, look.side)
    side = role if look.side is None and role != REFEREE else look.side
    state = history.state_at(table, side, look.at)
    if look.out is not None:
        from pbem.messages import position_pictures

        position_pictures.draw(
            table,
            side,
            look.out,
            dpi=look.dpi,
            crop=look.crop,
            since=look.since,
            at=look.at,
            board=look.board,
        )
    if as_json:
        units = {"units": position_text.facts(table, state)} if look.text else {}
        moment = {} if look.at is None else {"at": look.at}
        file = None if look.out is None else str(look.out)
        tell({**place_facts(table), **moment, "file": file, **units})
        return 0
    drawn = "" if look.out is None else f"{look.out}: "
    listed = position_text.text(table, state) if look.text else ""
    footer = report_text.footer_text(table)
    tell(f"{listed}{drawn}{footer if look.at is None else f'after entry {look.at}; {footer}'}\n")
    return 0


def check_viewer(path: Path, role: str, side: str | None) -> None:
    """A folder shows another side's view only to the referee, who sees all; raises BadPicture."""
    if side is not None and role not in (REFEREE, side):
        raise errors.BadPicture(
            f"{path} is the folder of {role or 'nobody'}: it shows what {role or 'everybody'} may see"
        )


def show_charter(path: Path, as_json: bool) -> int:
    """What the parties agreed on; needs the log alone, whatever rules are installed."""
    from pbem.messages import charter_text

    verifier = verify_entries(Folder(path).log)
    tell(charter_text.facts(verifier) if as_json else charter_text.text(verifier))
    return 0


@dataclass(frozen=True, slots=True)
class Ahead:
    """A file of orders after which it is looked what is legal, and the picture of the board then."""

    orders: Path
    out: Path | None


def list_legal(path: Path, every: bool, unit: str | None, as_json: bool, ahead: Ahead | None = None) -> int:
    """The decision that is due and its legal orders; or the one after orders that are not given yet."""
    table = load_own_table(Folder(path))
    me = owner(Folder(path), table)
    if ahead is not None:
        return _list_legal_after(table, me, ahead, unit, as_json)
    orders = order_choices.orders_of(table, unit, me, told=not as_json)
    if as_json:
        tell({**place_facts(table), **due_facts(table, me), "orders": orders})
    elif every or unit is not None:
        head = report_text.due_text(table, 0, me)
        theirs = ["Their choices:"] if orders and not _concerns_reader(table, me) else []
        tell("\n".join([head, *theirs, *(f"  {order}" for order in orders), ""]))
    else:
        tell(report_text.due_text(table, me=me) + "\n" + report_text.footer_text(table) + "\n")
    return 0


def _list_legal_after(table: Table, me: str, ahead: Ahead, unit: str | None, as_json: bool) -> int:
    """The board and the choices after a file of orders; nothing is signed."""
    from pbem.messages import look_ahead_text, position_pictures
    from pbem.play.orders import look_ahead, order_file

    file = order_file.read(ahead.orders, table.replay.rules.grammar)
    before = table.replay.rules.position(table.play.state)
    try:
        found = look_ahead.look_ahead(table, me, file.lines)
    except errors.RefusedLine as error:
        raise file.fault(error.index, error.cause) from error
    if ahead.out is not None:
        position_pictures.draw(table, me or None, ahead.out, crop=True)
    orders = order_choices.orders_of(table, unit, me, told=not as_json)
    if as_json:
        lines = {"used": list(map(str, found.orders)), "left": list(found.left)}
        file_name = None if ahead.out is None else str(ahead.out)
        tell({**place_facts(table), **lines, "orders": orders, "file": file_name})
        return 0
    drawn = "" if ahead.out is None else f"{ahead.out}: the board then\n"
    tell(look_ahead_text.text(table, me, found, before, orders if unit is not None else None) + drawn)
    return 0


def load_own_table(folder: Folder) -> Table:
    """The game in a folder as its owner may see it."""
    table = order_closing.load(folder)
    seat_views.sit(table, folder)
    return table


def owner(folder: Folder, table: Table) -> str:
    """Whose folder it is; empty for a folder with a log and no key."""
    return folder.role(table.verifier.parties) if folder.public_file.exists() else ""


def _concerns_reader(table: Table, me: str) -> bool:
    """Whether what is due concerns the reader: his own decision, or anybody's for who takes no side."""
    return me in ("", REFEREE, *table.owing_roles)


def place_facts(table: Table) -> dict[str, Any]:
    """Where in the record a game stands, for a program."""
    return {"game": table.verifier.game, "seq": table.seq, "head": table.verifier.head}


def due_facts(table: Table, me: str) -> dict[str, Any]:
    """What is due of whom, for a program."""
    request, sealing = table.choice(me) or table.play.request, table.replay.due_sealing
    fields = ("side", "kind", "ask", "rule")
    due: dict[str, Any] = {name: getattr(request, name) for name in fields if hasattr(request, name)}
    if sealing is not None:
        due |= {"sealed": list(sealing.sealed), "missing": list(sealing.missing_sides)}
    return {"you": me, "owing": table.owing_roles, "due": due, "outcome": table.replay.outcome()}
