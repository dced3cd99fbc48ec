"""A player who only edits a file: `orders.txt` is laid into his folder when something is due of him, and
signed and sent once a line in it says `send`.

What he has not finished is never signed, nor what he wrote for another decision than the one that is due.
Dice that come before any decision are opened for him. The orders of a side that the computer plays are signed
and sent as they are due, if its owner joined so: nobody else's word lets a program decide for him.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pbem import errors
from pbem.begin import invitation
from pbem.disk import whole
from pbem.entry import papers
from pbem.entry.shapes import REFEREE
from pbem.judge.filing import Filings
from pbem.keys.openssh import PublicKey
from pbem.log import shown
from pbem.log.folder import LOG, Folder
from pbem.play import own_lines, player
from pbem.play.desk import Desk
from pbem.post.notes import Note
from pbem.robot.computer import decided
from pbem.rules import seats
from pbem.rules.table import Table
from pbem.tell import letters, reports, template

NAME: Final = "orders.txt"
_SIGNED: Final = "orders-signed.txt"
SEND: Final = "send"
_HOW: Final = (
    "#",
    "# When your orders are ready, delete the # in front of the next line and save: `pbem run` sends them.",
    f"#{SEND}",
)


def look(desk: Desk, now: int) -> list[Note]:
    """Lay the file into a player's folder, or sign what stands in it; nothing in the referee's. Raises what
    the folder is to blame for."""
    folder = desk.folder
    if not (folder.path / LOG).is_file() or folder.role(desk.table().walk.parties) == REFEREE:
        return []
    with desk.alone():
        table = own_lines.load(folder, desk.build)
        seats.sit(table, folder)
        side = player.side(folder, table)
        if side not in table.owing or table.walk.batch is not None or not table.walk.parties.refereed:
            return []
        if shown.pending(folder, table.walk) or not shown.is_own(folder, table.walk):
            return []
        if table.replay.dice_due:
            return [_sent(desk, None, now)]
        if computer := _computer(folder, table, side):
            signed = folder.path / _SIGNED
            whole.replace(
                signed, "".join(f"{line}\n" for line in decided(table, folder, side, computer)).encode()
            )
            return [_sent(desk, signed, now)]
        file = folder.path / NAME
        fresh = _fresh(folder, table, side, now)
        if not file.is_file() or file.read_text("utf-8", "replace").split("\n")[0] != fresh[0]:
            return [_laid(file, fresh)]
        return _read(desk, file, now)


def _computer(folder: Folder, table: Table, side: str) -> str:
    """Which computer decides for the owner, as he has signed himself when he joined; empty where none."""
    said = table.walk.parties[side].computer
    if not said or not folder.join_file.is_file():
        return ""
    joined = papers.open_join(invitation.read(folder.join_file)).said.person
    mine = PublicKey.load(folder.public_file).line
    return said if (joined.role, joined.key, joined.computer) == (side, mine, said) else ""


def _fresh(folder: Folder, table: Table, side: str, now: int) -> list[str]:
    filed = Filings(folder, table).in_force(side)[1]
    text = template.template(table, side, filed, now, own_lines.later(folder))
    return [*text.splitlines(), *_HOW]


def _laid(file: Path, lines: list[str]) -> Note:
    """A new file; what stood there for another decision is kept beside it."""
    if file.is_file():
        whole.replace(file.with_name("orders-before.txt"), file.read_bytes())
    whole.replace(file, "".join(f"{line}\n" for line in lines).encode())
    return Note("orders", str(file), "edit it: it says what is due and by when")


def _read(desk: Desk, file: Path, now: int) -> list[Note]:
    lines = file.read_text("utf-8", "replace").splitlines()
    sends = [index for index, line in enumerate(lines) if line.strip().lower() == SEND]
    if not sends:
        return []
    # A blank line in its place: faults are told by the lines of the player's own file.
    orders = ["" if index in sends else line for index, line in enumerate(lines)]
    signed = file.with_name(_SIGNED)
    whole.replace(signed, "".join(f"{line}\n" for line in orders).encode())
    try:
        note = _sent(desk, signed, now)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return [_refused(file, lines, sends, str(error).replace(str(signed), NAME))]
    file.unlink()
    return [note]


def _refused(file: Path, lines: list[str], sends: list[int], why: str) -> Note:
    """The reason goes below the orders, and `send` behind its # again: nothing is tried twice."""
    kept = [f"#{SEND}" if index in sends else line for index, line in enumerate(lines)]
    said = [f"# NOT SENT: {line}" for line in why.splitlines()]
    kept = [line for line in kept if not line.startswith("# NOT SENT: ")]
    whole.replace(file, "".join(f"{line}\n" for line in [*kept, *said]).encode())
    return Note("refused", str(file), why)


def _sent(desk: Desk, orders: Path | None, now: int) -> Note:
    made = player.move(desk.folder, orders, build=desk.build, now=now)
    boxes = [made.plan.box] if made.plan.box else []
    mail = letters.send_move(desk.folder, made.walk, [made.signed], boxes, now, made.press)
    return Note("signed", mail.stem, reports.move(made, mail))
