"""A player's side: orders checked at home by the very rules that the referee uses, then signed once.

A locked move reveals the next link of the mover's chain, so there is one for each place in the log. It is
written under a name that holds the place: another one for the same place is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import armor, atomic, errors, orderfile, refusals
from pbem.bodies import REFEREE
from pbem.entries import Entry, SignedEntry, sign
from pbem.gamefolder import Folder, next_link
from pbem.gamereplay import Account
from pbem.games import Build, rules_of
from pbem.replay import Due
from pbem.table import Table


@dataclass(frozen=True, slots=True)
class Move:
    """A signed move and its file. `account` tells of the lines before the first roll, `due` is that roll."""

    file: Path
    signed: SignedEntry
    entry: Entry
    account: Account
    due: Due | None


def move(folder: Folder, orders: Path | None, *, draft: bool = False, build: Build = rules_of) -> Move:
    """Check and sign a file of orders; without one, open the dice that are due before any decision.

    Raises OrderFileFault naming the line and the rule, NotYourDecision, AlreadySigned or a LogFault.
    """
    table = Table.load(folder.log, build)
    role = _side(folder, table)
    link = next_link(folder.chain(), table.walk.parties[role])
    if orders is None:
        if not table.replay.dice_due:
            raise errors.NotYourDecision("no dice are due before a decision: give a file of orders")
        return _sign(folder, table, table.next_entry("ack", role, {"applied": 0}, link), None)
    file = orderfile.read(orders, table.replay.rules.grammar)
    if not file.lines:
        raise refusals.OrderFileFault(f"{orders}:1: there is no order in this file")
    kind = "order" if table.replay.play.state.active == role else "decision"
    entry = table.next_entry(kind, role, {"lines": list(file.lines)}, None if draft else link)
    return _sign(folder, table, entry, file)


def resign(folder: Folder, build: Build = rules_of) -> Move:
    """Sign that this side gives the game up; raises as `move`."""
    table = Table.load(folder.log, build)
    return _sign(folder, table, table.next_entry("resign", _side(folder, table), {}), None)


def _side(folder: Folder, table: Table) -> str:
    role = folder.role(table.walk.parties)
    if role == REFEREE:
        raise refusals.StrangeFolder(f"{folder.path} is the referee's folder; the referee does not move")
    return role


def _sign(folder: Folder, table: Table, entry: Entry, file: orderfile.OrderFile | None) -> Move:
    signed = sign(entry, folder.key())
    draft = entry.type in ("order", "decision") and entry.link is None
    due = None
    try:
        if draft:
            table.walk.check_draft(signed)
        else:
            table.walk.step(signed)
    except errors.LineRefused as error:
        if file is None:
            raise
        raise file.fault(error.index, f"`{error.line}`: {error.cause}") from error
    rules = table.walk.rules
    if rules is not None and entry.link is not None:
        due = rules.pending.due
    path = folder.move_file(entry.seq, entry.author, draft=draft)
    _write(path, signed, draft)
    return Move(path, signed, entry, table.replay.accounts[-1], due)


def _write(path: Path, signed: SignedEntry, draft: bool) -> None:
    atomic.DISK.make_directory(path.parent)
    data = armor.encode(signed).encode("ascii")
    if draft:
        atomic.replace(path, data)
        return
    try:
        atomic.write_new(path, data)
    except errors.FileExists as error:
        if armor.read(path) != [signed]:
            raise refusals.AlreadySigned(
                f"{path} holds another locked move for this place in the log: send that one. A second would "
                "count as a fork. Only if the referee has refused it, move the file away"
            ) from error


def described(move: Move) -> dict[str, Any]:
    """The move for a program: where it is and what it says."""
    entry = move.entry
    return {
        "file": str(move.file),
        "game": entry.game,
        "seq": entry.seq,
        "prev": entry.prev,
        "head": move.signed.head,
        "type": entry.type,
        "author": entry.author,
        "locked": entry.link is not None or entry.type == "resign",
        "lines": entry.body.get("lines", []),
        "legal": move.account.applied,
    }
