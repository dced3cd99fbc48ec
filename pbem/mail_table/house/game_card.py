"""A game of one's own in short: which it is, whose folder, what is due and by when. A folder that cannot be
read is a card too, with the fault on it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pbem import errors
from pbem.entry import setup_papers
from pbem.entry.field_types import REFEREE
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.mail_table.house import joining
from pbem.mail_table.possible_acts import write_sentence
from pbem.messages import charter_text, report_text, setup_text
from pbem.play.agreements import asked_signatures
from pbem.play.orders import order_closing
from pbem.post.outbox import Outbox
from pbem.rules import seat_views
from pbem.rules.decision_clock import clock_of
from pbem.rules.table import Table
from pbem.setup import invitation, seating

State: TypeAlias = Literal["invited", "joined", "playing", "over", "referee", "fault"]
_ID_DIGITS: Final = 8
_REFEREES: Final = "This is the referee's folder. `pbem status --dir {folder}` shows the game."
_JOINED: Final = "You have joined. The charter comes by mail when all have joined."
_SIGNED: Final = "Your lines are signed. The mail waits in the outbox: send it."
_UNSENT: Final = "You have joined. The mail to the host waits in the outbox: send it."
_DICE: Final = "Open your part of the dice."
_NOT_BEGUN: Final = "The board opens when the mail with the charter is taken in."
_NOT_ALL: Final = "The board opens when the mails of all who join are taken in."
_UNANSWERED: Final = "The invitation in {folder} has no join: answer it with `pbem join`."


@dataclass(frozen=True, slots=True)
class Card:
    """What a list of games shows of one. `yours`: its reader must act. `deadline`: Unix seconds. `opens`: a
    table shows it; otherwise `why` says why not."""

    id: str
    title: str
    folder: str
    you: str
    state: State
    due: str
    yours: bool = False
    deadline: int | None = None
    opens: bool = False
    why: str = ""


def id_of(path: Path) -> str:
    """By which a page names a folder."""
    return hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:_ID_DIGITS]


def is_game(path: Path) -> bool:
    """Whether a folder holds a game by mail, or an invitation to one; not if nobody may look into it."""
    named = (path / LOG, Folder(path).invitation_file)
    try:
        return any(file.is_file() for file in named) or joining.find_kept(path) is not None
    except OSError:
        return False


def describe(path: Path) -> Card:
    """The card of a folder."""
    folder = Folder(path)
    try:
        if (path / LOG).is_file():
            return _describe_begun(folder)
        if joining.find_kept(path) is not None:
            return _describe_invited(folder)
        return _describe_joined(folder)
    except (errors.PbemError, ValueError) as error:
        return _card(path, "", "", "fault", "", why=str(error))
    except OSError as error:
        return _card(path, "", "", "fault", "", why=f"{error.filename}: {error.strerror}")


def _describe_invited(folder: Folder) -> Card:
    offer = joining.read_offer(folder)
    host = offer.invited.said.signer
    due = f"{host.name} <{host.mail}> asks you to play {offer.asked.role}."
    title = charter_text.title(offer.invited.said.body)
    return _card(folder.path, title, offer.asked.role, "invited", due, yours=True)


def _describe_joined(folder: Folder) -> Card:
    invited = invitation.load_invitation(folder)
    title = charter_text.title(invited.said.body)
    if invitation.hosts(folder):
        missing = seating.list_missing(folder, invited)
        due, me = setup_text.missing_text(missing) if missing else "", invited.said.author
        if me == REFEREE:
            return _card(folder.path, title, me, "referee", due, why=_REFEREES.format(folder=folder.path))
        return _card(folder.path, title, me, "joined", due, why=_NOT_ALL)
    if not folder.join_file.is_file():
        raise errors.NoGameFolder(_UNANSWERED.format(folder=folder.path))
    me = setup_papers.open_join(invitation.read(folder.join_file)).said.person.role
    waits = bool(Outbox(folder.path).list_waiting())
    due = _UNSENT if waits else _JOINED
    return _card(folder.path, title, me, "joined", due, yours=waits, why=_NOT_BEGUN)


def _describe_begun(folder: Folder) -> Card:
    table = order_closing.load(folder)
    me = folder.role(table.verifier.parties)
    title, path = charter_text.title(table.game), folder.path
    clock = clock_of(table, me)
    deadline = None if clock is None else clock.due
    if me == REFEREE:
        due, why = report_text.due_text(table, 0), _REFEREES.format(folder=path)
        return _card(path, title, me, "referee", due, deadline=deadline, why=why)
    seat_views.sit(table, folder)
    if table.replay.outcome() is not None:
        return _card(path, title, me, "over", report_text.due_text(table, 0, me), opens=True)
    due, yours = _find_due(folder, table, me)
    return _card(path, title, me, "playing", due, yours=yours, deadline=deadline, opens=True)


def _find_due(folder: Folder, table: Table, me: str) -> tuple[str, bool]:
    """What is due in a sentence, and whether the reader must act."""
    for asked in asked_signatures.list_asked(folder):
        if me not in asked.made.missing:
            continue
        return f"A proposal waits for your signature: {asked.made.entry}.", True
    out = [each.seq for each in disclosures.list_pending(folder, table.verifier)]
    if signed := report_text.out_text(table, me, out):
        waits = bool(Outbox(folder.path).list_waiting())
        return (_SIGNED, True) if waits else (signed, False)
    yours = me in table.owing_roles
    if yours and (table.replay.dice_due or table.verifier.batch is not None):
        return _DICE, True
    due = report_text.due_text(table, 0, me)
    own = due.removeprefix(f"Next: {me}: ").removeprefix(f"You are {me} and have nothing to do now. ")
    return (write_sentence(own.partition("\n")[0]) if own != due else due), yours


def _card(
    path: Path,
    title: str,
    you: str,
    state: State,
    due: str,
    *,
    yours: bool = False,
    deadline: int | None = None,
    opens: bool = False,
    why: str = "",
) -> Card:
    """A card of a folder; of what is due the first line, and of a game without a title the folder's name."""
    shown, named, first = _as_text(str(path)), title or _as_text(path.name), due.partition("\n")[0]
    return Card(id_of(path), named, shown, you, state, first, yours, deadline, opens, _as_text(why))


def _as_text(name: str) -> str:
    """A name of the disk as text: bytes that are not UTF-8 are shown as `?`."""
    return name.encode("utf-8", "replace").decode("utf-8")
