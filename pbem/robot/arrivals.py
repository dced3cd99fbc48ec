"""Mails in a player's outbox that have come where they should, as the log shows. Those that he sends out of
his own mail program leave no other trace.
"""

from __future__ import annotations

from pbem.entry import game_papers, slips
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.folder import Folder
from pbem.log.walk import Walk
from pbem.mail.faults import MailRefused
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.post.faults import BadEnvelope
from pbem.post.outbox import Outbox, Waiting


def has_mails(folder: Folder) -> bool:
    """Whether anything lies in the outbox at all."""
    return any(Outbox(folder.path).path.glob("*.eml"))


def settle(folder: Folder, walk: Walk) -> list[str]:
    """Move such mails of a side to sent/; their names. Raises OSError.

    Nothing is moved as long as another process sends, nor from an outbox with files that are none of ours.
    """
    outbox = Outbox(folder.path)
    if not has_mails(folder):
        return []
    with outbox.sending() as mine:
        try:
            waiting = outbox.waiting() if mine else []
        except BadEnvelope:
            waiting = []
        done = [mail.name for mail in waiting if _arrived(mail, walk)]
        for name in done:
            outbox.sent(name)
    return done


def _arrived(mail: Waiting, walk: Walk) -> bool:
    """With a referee a side's log holds only what he has sent: the place of each entry is taken, by it or,
    where it came too late, by another. Without one whoever got the mail must have written since."""
    try:
        letter = read(mail.message, from_robot=True)
    except MailRefused:
        return False
    if not letter.entries:
        # Invitation and join are done with once there is a log. All other papers still have to go out.
        return bool(letter.papers) and not any(map(_is_of_a_game, letter.papers))
    last = _last(letter)
    if walk.parties.refereed:
        return last < len(walk.entries)
    later = {entry.author for entry in walk.history[last + 1 :]}
    roles = [role for role in walk.parties.sides if walk.parties[role].mail in mail.to]
    return bool(roles) and later.issuperset(roles)


def _is_of_a_game(signed: SignedEntry) -> bool:
    return game_papers.is_one(signed) or slips.is_slip(signed)


def _last(letter: Letter) -> int:
    return max(Entry.decode(signed.data).seq for signed in letter.entries)
