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
from pbem.disk import atomic_files
from pbem.entry import setup_papers
from pbem.entry.field_types import REFEREE
from pbem.judge.standing_filing import Filings
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.messages import order_templates, report_text
from pbem.messages.letters import peer_letters
from pbem.messages.letters.game_letters import Picture
from pbem.play import player
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import order_closing
from pbem.post.robot_log import LogNote
from pbem.robot.computer_player import decide
from pbem.rules import seat_views
from pbem.rules.table import Table
from pbem.setup import invitation

NAME: Final = "orders.txt"
BEFORE: Final = "orders-before.txt"
_SIGNED: Final = "orders-signed.txt"
SEND: Final = "send"
_HOW: Final = (
    "#",
    "# When your orders are ready, delete the # in front of the next line and save: `pbem run` sends them.",
    f"#{SEND}",
)


def check_file(desk: RefereeDesk, now: int, picture: Picture | None = None) -> list[LogNote]:
    """Lay the file into a player's folder, or sign what stands in it; nothing in the referee's. `picture`
    draws the mails to other players. Raises what the folder is to blame for."""
    folder = desk.folder
    if not (folder.path / LOG).is_file() or folder.role(desk.table().verifier.parties) == REFEREE:
        return []
    with desk.lock_folder():
        table = order_closing.load(folder, desk.build)
        seat_views.sit(table, folder)
        side = player.side(folder, table)
        if side not in table.owing_roles or table.verifier.batch is not None:
            return []
        if disclosures.list_pending(folder, table.verifier) or not disclosures.is_own(folder, table.verifier):
            return []
        if table.replay.dice_due:
            return [_send(desk, None, now, picture)]
        if computer := _computer(folder, table, side):
            signed = folder.path / _SIGNED
            atomic_files.replace(
                signed, "".join(f"{line}\n" for line in decide(table, folder, side, computer)).encode()
            )
            return [_send(desk, signed, now, picture)]
        file = folder.path / NAME
        fresh = make_template(folder, table, side, now)
        if not file.is_file() or file.read_text("utf-8", "replace").split("\n")[0] != fresh[0]:
            return [lay_template(file, fresh)]
        return _read(desk, file, now, picture)


def _computer(folder: Folder, table: Table, side: str) -> str:
    """Which computer decides for the owner, as he has signed himself when he joined; empty where none."""
    said = table.verifier.parties[side].computer
    if not said or not folder.join_file.is_file():
        return ""
    joined = setup_papers.open_join(invitation.read(folder.join_file)).said.person
    mine = PublicKey.load(folder.public_file).line
    return said if (joined.role, joined.key, joined.computer) == (side, mine, said) else ""


def make_template(folder: Folder, table: Table, side: str, now: int) -> list[str]:
    """The lines of the file as it is laid for what is due of a side."""
    filed = Filings(folder, table).lines_in_force(side)[1]
    text = order_templates.template(table, side, filed, now, order_closing.read_later(folder))
    return [*text.splitlines(), *_HOW]


def lay_template(file: Path, lines: list[str]) -> LogNote:
    """A new file; what stood there for another decision is kept beside it."""
    if file.is_file():
        atomic_files.replace(file.with_name(BEFORE), file.read_bytes())
    atomic_files.replace(file, "".join(f"{line}\n" for line in lines).encode())
    return LogNote("orders", str(file), "edit it: it says what is due and by when")


def _read(desk: RefereeDesk, file: Path, now: int, picture: Picture | None) -> list[LogNote]:
    lines = file.read_text("utf-8", "replace").splitlines()
    sends = [index for index, line in enumerate(lines) if line.strip().lower() == SEND]
    if not sends:
        return []
    # A blank line in its place: faults are told by the lines of the player's own file.
    orders = ["" if index in sends else line for index, line in enumerate(lines)]
    signed = file.with_name(_SIGNED)
    atomic_files.replace(signed, "".join(f"{line}\n" for line in orders).encode())
    try:
        note = _send(desk, signed, now, picture)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return [_report_refusal(file, lines, sends, str(error).replace(str(signed), NAME))]
    file.unlink()
    return [note]


def _report_refusal(file: Path, lines: list[str], sends: list[int], why: str) -> LogNote:
    """The reason goes below the orders, and `send` behind its # again: nothing is tried twice."""
    kept = [f"#{SEND}" if index in sends else line for index, line in enumerate(lines)]
    said = [f"# NOT SENT: {line}" for line in why.splitlines()]
    kept = [line for line in kept if not line.startswith("# NOT SENT: ")]
    atomic_files.replace(file, "".join(f"{line}\n" for line in [*kept, *said]).encode())
    return LogNote("refused", str(file), why)


def _send(desk: RefereeDesk, orders: Path | None, now: int, picture: Picture | None) -> LogNote:
    made = player.sign_move(desk.folder, orders, build=desk.build, now=now)
    mails = peer_letters.send_signed(desk.folder, made, now, picture)
    return LogNote("signed", mails[0].stem, report_text.move_text(made, mails))
