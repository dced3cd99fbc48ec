"""The charter with which a host's game begins: signed once, and on the folder's record before it leaves.

It shows what each join gave back of its ticket. A second charter could therefore seat somebody else. A folder
that was put back to before it signs none, and takes the first one in again.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Final

from pbem import errors
from pbem.entry import setup_papers
from pbem.entry.bodies import Charter, SeatedPerson
from pbem.entry.entries import NOTHING, Entry, SignedEntry, sign
from pbem.entry.setup_papers import Invitation, Join, Paper
from pbem.entry.verified_entries import verify_entry
from pbem.judge import due_moments
from pbem.log.log_file import GameLog
from pbem.log.parties import Parties
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.play.host.judge_shell import write_answer
from pbem.reason_codes import Code
from pbem.setup import invitation, new_game

_TAKE_IN: Final = (
    "take that charter in again with `pbem receive MAIL --dir {}`, from the mail that went out (it lies in "
    "Sent) or from that of any player"
)


def is_begun(folder: Folder) -> bool:
    """Whether the folder has the log of its game."""
    return (folder.path / LOG).is_file()


def make_ready(folder: Folder, invited: Paper[Invitation]) -> None:
    """Finish what a process that ended has begun, and lay the joins that the charter bears where some of them
    are missing. Raises RestoredFolder where the game may have begun with a charter that is not here, or what
    the files raise."""
    disclosures.write_planned_files(folder)
    if is_begun(folder):
        _lay_joins(folder, invited, again=False)
    else:
        check_known(folder)


def check_known(folder: Folder) -> None:
    """Raise RestoredFolder where a charter may have left the folder, which has no log, and it does not know
    so."""
    try:
        disclosures.record_of(folder)
    except (errors.RestoredFolder, errors.AbandonedFolder) as error:
        why = f"{folder.path} was put back from a backup or copied to this PC, and its game "
        way = _TAKE_IN.format(folder.path)
        if disclosures.has_machine_note(folder):
            why += f"has begun since. A second charter would seat others: {way}"
        else:
            why += (
                f"may have begun since. A second charter would seat others: {way}. If no charter has gone "
                f"out, `pbem restore --not-begun --dir {folder.path}` says so"
            )
        raise errors.RestoredFolder(why) from error


def confirm_not_begun(folder: Folder) -> None:
    """Take the host's word that no charter has left a folder of which this PC knows nothing. Raises
    `nothing-owed` where the folder is the true one, RestoredFolder where this PC knows better, NoGameFolder
    or StrangeFolder where nobody is to join."""
    invitation.check_host(folder)
    if is_begun(folder):
        raise errors.Refusal(Code.NOTHING_OWED, f"the game in {folder.path} has begun: use `pbem restore`")
    if disclosures.is_own(folder):
        raise errors.Refusal(
            Code.NOTHING_OWED,
            f"{folder.path} is where it was and as you left it: there is nothing to restore",
        )
    if disclosures.has_machine_note(folder):
        check_known(folder)
    disclosures.begin(folder, folder.chain().tip)


def begin(
    folder: Folder, invited: Paper[Invitation], joins: dict[str, Paper[Join]], now: int | None
) -> SignedEntry:
    """Sign the charter of the joins, at Unix time `now`, and begin the log with it; of a game that has begun,
    the charter of before. Raises what `Parties` does of a charter that is none, or as
    `disclosures.disclose_charter`."""
    if not is_begun(folder):
        said = invited.said
        seats = {each.role: SeatedPerson(**dict(each)) for each in said.body.is_complete}
        seats |= {role: setup_papers.seat(join) for role, join in joins.items()}
        parties = tuple(seats[each.role] for each in said.body.parties)
        body = Charter(**{**dict(said.body), "parties": parties, "at": now or 0})
        body = body.replace(due=due_moments.moments_of(body, body.at))
        made = sign(Entry(NOTHING, 0, NOTHING, said.author, body), folder.key())
        Parties(verify_entry(made))
        disclosures.disclose_charter(folder, made)
        new_game.start_log(folder, made)
    charter = next(GameLog(folder.path / LOG).read().records())
    write_answer(folder, 0, [charter])
    return charter


def is_forgotten(folder: Folder, entries: Iterable[SignedEntry]) -> SignedEntry | None:
    """The charter among these with which the game of a host's folder without a log began."""
    if is_begun(folder) or not invitation.hosts(folder):
        return None
    return next(filter(_is_charter, entries), None)


def _is_charter(signed: SignedEntry) -> bool:
    try:
        return isinstance(verify_entry(signed).entry.body, Charter)
    except errors.PbemError:  # whoever takes it in says what is wrong with it
        return False


def take_in_again(folder: Folder, signed: SignedEntry) -> bool:
    """Begin the log of a folder that was put back with the charter that its owner had signed before; whether
    the folder is the true one with that, as nothing was signed since. Raises `charter-differs` for a charter
    of another invitation, or what `Parties` raises."""
    invited = invitation.load_invitation(folder)
    disclosures.write_planned_files(folder)
    entry = verify_entry(signed).entry
    parties = Parties(verify_entry(signed))
    if setup_papers.invitation_of(entry.author, parties.charter).encode() != invited.signed.data:
        raise errors.Refusal(
            Code.CHARTER_DIFFERS,
            f"this charter is not of the invitation {invited.digest[:8]}, which lies in {folder.path}",
        )
    disclosures.regain_charter(folder, signed)
    new_game.start_log(folder, signed)
    _lay_joins(folder, invited, again=True)
    write_answer(folder, 0, [signed])
    return disclosures.is_own(folder)


def _lay_joins(folder: Folder, invited: Paper[Invitation], again: bool) -> None:
    """Write the joins from which the charter was made: those that are missing, or all of them."""
    files = {each.role: folder.joined_file(each.role) for each in invited.said.body.invited_persons}
    missing = {role: file for role, file in files.items() if again or not file.is_file()}
    if not missing:
        return
    entry = verify_entry(next(GameLog(folder.path / LOG).read().records())).entry
    seats = entry.body.parties if isinstance(entry.body, Charter) else ()
    for seat in seats:
        if seat.joined and seat.role in missing:
            data = setup_papers.join_of(invited.digest, seat).encode()
            join = SignedEntry(data, (base64.b64decode(seat.joined, validate=True),))
            invitation.write_join(missing[seat.role], join, replace=True)
