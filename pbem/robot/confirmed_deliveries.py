"""Mails in a player's outbox that have come where they should, as the log shows. Those that he sends out of
his own mail program leave no other trace.
"""

from __future__ import annotations

from pbem.entry import peer_notices, standing_papers
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.mail.faults import MailRefused
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.post.faults import BadEnvelope
from pbem.post.outbox import Outbox, OutgoingMail


def has_mails(folder: Folder) -> bool:
    """Whether anything lies in the outbox at all."""
    return any(Outbox(folder.path).path.glob("*.eml"))


def settle(folder: Folder, verifier: LogVerifier) -> list[str]:
    """Move such mails of a side to sent/; their names. Raises OSError.

    Nothing is moved as long as another process sends, nor from an outbox with files that are none of ours.
    """
    outbox = Outbox(folder.path)
    if not has_mails(folder):
        return []
    with outbox.hold_sending() as mine:
        try:
            waiting = outbox.list_waiting() if mine else []
        except BadEnvelope:
            waiting = []
        done = [mail.name for mail in waiting if _has_arrived(mail, verifier)]
        for name in done:
            outbox.move_to_sent(name)
    return done


def _has_arrived(mail: OutgoingMail, verifier: LogVerifier) -> bool:
    """With a referee a side's log holds only what he has sent: the place of each entry is taken, by it or,
    where it came too late, by another. Without one whoever got the mail must have written since."""
    try:
        letter = read(mail.message, from_robot=True)
    except MailRefused:
        return False
    if not letter.entries:
        # Invitation and join are done with once there is a log. All other papers still have to go out.
        return bool(letter.papers) and not any(map(_is_of_a_game, letter.papers))
    last = _last_entry(letter)
    if verifier.parties.has_referee:
        return last < len(verifier.entries)
    later = {entry.author for entry in verifier.history[last + 1 :]}
    roles = [role for role in verifier.parties.sides if verifier.parties[role].mail in mail.to]
    return bool(roles) and later.issuperset(roles)


def _is_of_a_game(signed: SignedEntry) -> bool:
    return standing_papers.is_one(signed) or peer_notices.is_slip(signed)


def _last_entry(letter: Letter) -> int:
    return max(Entry.decode(signed.data).seq for signed in letter.entries)
