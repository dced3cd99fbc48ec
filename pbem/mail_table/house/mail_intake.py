"""A file that is dropped on the page: a mail, a .pbem file, an invitation, a file of orders, a log of VASSAL.

Its bytes say which it is, and the game in it whose it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import armor
from pbem.log.party.folder import Folder
from pbem.mail import entry_files, limits
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.letter import Letter
from pbem.mail_table.house import joining
from pbem.messages import vassal_log_text
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.play.orders import order_closing
from pbem.play.orders.order_file import OrderFile
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.robot.mail_outcome import MailOutcome
from pbem.robot.mail_ownership import MailOwnership
from pbem.rules import seat_views
from pbem.vassal import recorded_log

MOST_BYTES: Final = limits.MAX_BYTES
_FROM: Final = re.compile(rb"^from:", re.IGNORECASE | re.MULTILINE)
"""The header that a mail has, and words for other players in a file of orders have not."""
_PACKED: Final = b"PK\x03\x04"
"""How a file of VASSAL begins, as each packed file."""


@dataclass(frozen=True, slots=True)
class DroppedFile:
    """The bytes of a file and its name."""

    name: str
    data: bytes

    @property
    def path(self) -> Path:
        """Its name as messages tell it, without folders."""
        return Path(Path(self.name.replace("\\", "/")).name or "the file")


@dataclass(frozen=True, slots=True)
class Papers:
    """A mail or a file in which something is signed. `parcel`: all that is signed in a file that is not a
    mail."""

    parcel: ReceivedFile | None


@dataclass(frozen=True, slots=True)
class Orders:
    """A file of orders in plain text."""


@dataclass(frozen=True, slots=True)
class VassalLog:
    """A log or save of VASSAL."""


Kind: TypeAlias = Papers | Orders | VassalLog


def sort_file(file: DroppedFile) -> Kind:
    """Which kind of file it is. Raises a Refusal for one that is too large, and for armor that is damaged."""
    if len(file.data) > MOST_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE,
            f"{file.path}: {count_noun(len(file.data), 'byte')}; at most {MOST_BYTES} are read",
        )
    if file.data.startswith(_PACKED):
        return VassalLog()
    if entry_files.looks_like_mail(file.data) and _FROM.search(file.data, 0, limits.MAX_HEAD):
        return Papers(None)
    if armor.has_armor(entry_files.as_text(file.data)):
        return Papers(entry_files.read_bytes(file.data, file.path))
    return Orders()


def brings_invitation(file: DroppedFile, papers: Papers) -> bool:
    """Whether a mail or a file asks its reader to join a game, and brings nothing else that is signed."""
    try:
        parcel = papers.parcel or entry_files.read_bytes(file.data, file.path)
    except errors.PbemError:
        return False  # the inbox tells what is wrong with it
    return joining.brings_invitation(parcel)


def read_orders(folder: Folder, file: DroppedFile, kind: Orders | VassalLog) -> OrderFile:
    """The orders in a file, for the decision that is due of the folder's owner. Raises OrderFileFault,
    LogOfVassal, `not-your-decision`."""
    table = order_closing.load(folder)
    seat_views.sit(table, folder)
    side = player.side(folder, table)
    if isinstance(kind, Orders):
        return player.read_orders(file.data, file.path, table)
    found = recorded_log.read_bytes(file.data, str(file.path), table, side)
    return vassal_log_text.as_orders(found, file.path)


def find_owner(
    folders: Sequence[Folder], file: DroppedFile, papers: Papers, first: Folder | None
) -> Folder | None:
    """The folder for which a mail or file is: `first` if it is one of several, or if there is none."""
    ordered = [*([] if first is None else [first]), *(each for each in folders if each != first)]
    return next((each for each in ordered if _is_owner(each, file, papers)), first)


def _is_owner(folder: Folder, file: DroppedFile, papers: Papers) -> bool:
    try:
        known = MailOwnership.of_folder(folder)
        if papers.parcel is None:
            return known.find_owner(file.data).mine
        return any(known.is_owned(each) for each in (*papers.parcel.entries, *papers.parcel.papers))
    except (errors.PbemError, OSError):
        return False  # a folder that cannot be read owns nothing


def receive(folder: Folder, file: DroppedFile, papers: Papers, now: int) -> MailOutcome:
    """Take a mail or a file in, as `pbem receive` does; the mails that it leads to lie in the outbox. Raises
    the faults of the folder and of the machine."""
    inbox = Inbox(folder, game_letters.map_picture(folder))
    begun = inbox.finish(now)
    done = inbox.receive(file.data, now, _as_letter(file, papers.parcel))
    again = inbox.resend(now)
    return MailOutcome(done.outcome, done.text, (*begun, *done.files, *again), done.unanswered)


def _as_letter(file: DroppedFile, parcel: ReceivedFile | None) -> Letter | None:
    """A file that came without a mail, as a letter of nobody; None for a mail, which the inbox reads."""
    if parcel is None:
        return None
    return Letter(
        id=f"sha256:{hashlib.sha256(file.data).hexdigest()}",
        sender="",
        subject=str(file.path),
        references=(),
        entries=tuple(parcel.entries),
        papers=tuple(parcel.papers),
        boxes=tuple(parcel.boxes),
        games=tuple(parcel.games),
    )
