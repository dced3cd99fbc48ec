"""An invitation on the page: kept in a folder until its reader joins, shown in full, and joined in two steps,
of which the second names the digest of all that the first has shown.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry import setup_papers
from pbem.entry.bodies import InvitedPerson
from pbem.entry.entries import SignedEntry
from pbem.entry.setup_papers import Invitation, Paper
from pbem.log.party.folder import LOG, Folder
from pbem.mail import entry_files, limits
from pbem.mail.entry_files import ReceivedFile
from pbem.messages import charter_text, setup_text
from pbem.play.host.referee_desk import RefereeDesk
from pbem.reason_codes import Code
from pbem.setup import invitation, join_request, known_games
from pbem.setup.join_request import JoinRequest

Json: TypeAlias = dict[str, Any]
KEPT_MAIL, KEPT_TEXT = "unanswered-invitation.eml", "unanswered-invitation.txt"
MOST_BYTES: Final = limits.MAX_BYTES
_MAIL: Final = ".eml"
_MOST_NAMES: Final = 99
_UNSAFE: Final = re.compile(r"[^a-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Offer:
    """An invitation that is kept, and the person who is asked. `ticket`: the paper for that person alone."""

    parcel: ReceivedFile
    invited: Paper[Invitation]
    ticket: SignedEntry | None
    asked: InvitedPerson


def brings_invitation(parcel: ReceivedFile) -> bool:
    """Whether somebody is asked to join by these papers, and by nothing else."""
    has_more = parcel.entries or not all(_invites(each) for each in parcel.papers)
    return not has_more and any(map(setup_papers.is_invitation, parcel.papers))


def read_parcel(data: bytes, name: str) -> ReceivedFile:
    """All that is signed in a file; raises as `entry_files.read`."""
    return entry_files.read_bytes(data, Path(name))


def find_kept(path: Path) -> Path | None:
    """The file of an invitation that waits for an answer in a folder."""
    return next((file for name in (KEPT_MAIL, KEPT_TEXT) if (file := path / name).is_file()), None)


def read_offer(folder: Folder) -> Offer:
    """The invitation that waits in a folder; raises NoGameFolder without one, and as `open_offer`."""
    file = find_kept(folder.path)
    if file is None:
        raise errors.NoGameFolder(f"{folder.path} holds no invitation that waits for an answer")
    return open_offer(entry_files.read(file))


def open_offer(parcel: ReceivedFile) -> Offer:
    """The invitation in a parcel, checked; raises as `setup_text.find_invitation`, `open_invitation` and
    `join_request.find_invited`."""
    signed, ticket = setup_text.find_invitation(parcel)
    invited = setup_papers.open_invitation(signed)
    asked, _ = join_request.find_invited(invited, None, ticket)
    return Offer(parcel, invited, ticket, asked)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the folder of a new game is made, and the folders in which the same invitation may lie."""

    beside: Path
    known: Sequence[Path] = ()


def keep_invitation(places: Places, data: bytes, name: str, folder: Path | None = None) -> Path:
    """Keep an invitation until its reader joins: in `folder`, or else in one that is named after game and
    role. Returns that folder. Where the same invitation lies already, nothing is kept.

    Raises as `open_offer`, FileExists where another game lies, OSError.
    """
    offer = open_offer(read_parcel(data, name))
    path = folder if folder is not None else _choose_folder(places, offer)
    if _holds(path, offer):
        return path
    if (path / LOG).is_file() or Folder(path).invitation_file.is_file() or find_kept(path):
        raise errors.FileExists(f"{path} holds another game than this one; choose another folder")
    kept = KEPT_MAIL if Path(name).suffix.lower() == _MAIL else KEPT_TEXT
    atomic_files.DISK.make_directory(path)
    atomic_files.replace(path / kept, data, mode=0o600)  # the ticket in it is for one person alone
    return path


def describe_terms(folder: Folder) -> Json:
    """All that the reader would agree to, with the digest of it. `fault` says why nobody can join so. Raises
    as `read_offer`."""
    offer = read_offer(folder)
    fault = _find_fault(offer)
    body, host = offer.invited.said.body, offer.invited.said.signer
    said = {
        "title": charter_text.title(body),
        "you": offer.asked.role,
        "host": f"{host.role}, {host.name} <{host.mail}>",
        "rows": [[name, text] for name, text in charter_text.invitation_rows(offer.invited)],
        "text": charter_text.invitation_text(offer.invited, offer.asked.role),
        "known": known_games.describe(body, host.key),
        "key": folder.key_file.is_file(),
        "fault": fault,
    }
    return {"digest": _digest(offer, said), **said}


def join(folder: Folder, digest: object, now: int) -> Json:
    """Sign that the reader plays, as the terms with this digest said; the mail lies in the outbox. Raises
    StaleTerms for another digest, and as `setup_text.join`."""
    with RefereeDesk(folder).lock_folder():
        if describe_terms(folder)["digest"] != digest:
            raise StaleTerms("the invitation is another than the page has shown: read it once more")
        made = setup_text.join(read_offer(folder).parcel, folder, JoinRequest(), now).facts
        for name in (KEPT_MAIL, KEPT_TEXT):
            atomic_files.DISK.unlink(folder.path / name)
    mail, host = Path(made["mail"]).stem, " and ".join(made["to"])
    told = f"You have joined as {made['you']}. The mail to {host} lies in the outbox: send it."
    return {"told": told, "mails": [mail]}


class StaleTerms(errors.Refusal):
    """A join to other terms than those that were shown."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.INVITATION_CHANGED, message)


def _invites(paper: SignedEntry) -> bool:
    return setup_papers.is_invitation(paper) or setup_papers.is_ticket(paper)


def _find_fault(offer: Offer) -> str:
    """Why nobody can join on this PC, such as that the file of the game is missing; else nothing."""
    try:
        join_request.check_invitation(offer.invited, games=offer.parcel.games)
    except errors.PbemError as error:
        return str(error)
    return ""


def _digest(offer: Offer, said: Json) -> str:
    ticket = "" if offer.ticket is None else offer.ticket.head
    shown = json.dumps([offer.invited.digest, ticket, said], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()


def _choose_folder(places: Places, offer: Offer) -> Path:
    """The folder in which this invitation lies already, or else one that nobody uses."""
    if (known := next((path for path in places.known if _holds(path, offer)), None)) is not None:
        return known
    beside = places.beside
    words = f"{offer.invited.said.body.scenario}-{offer.asked.role}"
    name = _UNSAFE.sub("-", words.lower())
    for number in range(1, _MOST_NAMES + 1):
        path = beside / (name if number == 1 else f"{name}-{number}")
        if _holds(path, offer) or not path.exists() or not any(path.iterdir()):
            return path
    raise errors.FileExists(f"{beside} has {_MOST_NAMES} folders {name}; name another with --dir")


def _holds(path: Path, offer: Offer) -> bool:
    """Whether a folder has this invitation already, for the same person."""
    folder, wanted = Folder(path), (offer.invited.digest, offer.asked.role)
    try:
        if find_kept(path) is not None:
            kept = read_offer(folder)
            return (kept.invited.digest, kept.asked.role) == wanted
        if folder.join_file.is_file():
            joined = setup_papers.open_join(invitation.read(folder.join_file)).said
            return (joined.invitation, joined.person.role) == wanted
    except (errors.PbemError, OSError):
        return False
    return False
