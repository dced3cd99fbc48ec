"""What a command refuses apart from the log: folders, files of orders, drafts, names on the command line.

As in `errors`: one class a cause, each with a reason code; nothing heavy is imported.
"""

from __future__ import annotations

from pathlib import Path

from pbem.errors import NotALog, PbemError


class UnknownGame(PbemError):
    """A game, scenario or option that is not here, or a game without rules."""

    code = "unknown-game"


class BrokenLog(PbemError):
    """The log in a folder does not hold; `cause` says why."""

    code = "broken-log"

    def __init__(self, message: str, cause: PbemError) -> None:
        super().__init__(message)
        self.cause = cause

    @classmethod
    def at(cls, file: Path, count: int, cause: PbemError) -> BrokenLog:
        """The refusal of a log that holds up to `count` entries, or is no log at all."""
        where = file if isinstance(cause, NotALog) else f"{file}, entry {count}"
        return cls(f"{where}: {cause}", cause)


class OldLog(PbemError):
    """A log that ends before an entry to which its owner has already signed the answer."""

    code = "old-log"


class NoGameFolder(PbemError):
    """A folder without the files that a party of a game has."""

    code = "no-game-folder"


class StrangeFolder(PbemError):
    """A folder whose key or chain is not that of a party of its game."""

    code = "strange-folder"


FOLDERS_FAULT = (BrokenLog, OldLog, NoGameFolder, StrangeFolder)
"""What is wrong with a folder, and not with a mail that is taken into it."""


class OrderFileFault(PbemError):
    """A file of orders that cannot be signed; the message is one FILE:LINE[:COLUMN]: FAULT a line."""

    code = "order-file"


class AlreadySigned(PbemError):
    """Another locked move for the same place in the log is signed already: a second would be a fork."""

    code = "already-signed"


class SealedDraft(PbemError):
    """A draft of an order that is to be sealed: there is nothing to show."""

    code = "sealed-draft"


class SealLost(PbemError):
    """A side's own sealed order that is not in its folder any more, or damaged."""

    code = "seal-lost"


class DraftNotLocked(PbemError):
    """A draft where a locked move is needed."""

    code = "draft-not-locked"


class NothingOwed(PbemError):
    """More time, or a reminder, for a side that owes nothing."""

    code = "nothing-owed"


class NothingToSign(PbemError):
    """A file that asks for no signature of this party."""

    code = "nothing-to-sign"


class BadFilter(PbemError):
    """A counter named on the command line that the game does not have, or that fits several."""

    code = "bad-filter"


class BadPicture(PbemError):
    """A picture that cannot be made: its file's ending, its side, or the game's art."""

    code = "bad-picture"


class NotConfirmed(PbemError):
    """What cannot be taken back, not confirmed."""

    code = "not-confirmed"


class BadPlayer(PbemError):
    """A player that cannot be read from the command line, or one that is missing there."""

    code = "bad-player"


class BadDeadline(PbemError):
    """A deadline that cannot be read from the command line."""

    code = "bad-deadline"


# --- setting up a game by mail --------------------------------------------------------------------


class RefereeNeeded(PbemError):
    """A game with hands or packs that not everybody may see, without a referee who holds them."""

    code = "referee-needed"


class InvitationChanged(PbemError):
    """Another invitation than the one in the folder."""

    code = "invitation-changed"


class WrongInvitation(PbemError):
    """A join to another invitation than the host's."""

    code = "wrong-invitation"


class NotInvited(PbemError):
    """A role that nobody was asked to take, or another name or mail address than was asked."""

    code = "not-invited"


class RoleTaken(PbemError):
    """A join for a role that somebody else has joined for."""

    code = "role-taken"


class JoinedAlready(PbemError):
    """Another join by the same player for the same role."""

    code = "joined-already"


class KeyTwice(PbemError):
    """A join with a key that another party has."""

    code = "key-twice"


class TipTwice(PbemError):
    """A join with a dice chain that another party has."""

    code = "tip-twice"


class CharterDiffers(PbemError):
    """A charter of another game than the one that was joined, or with something else in it."""

    code = "charter-differs"
