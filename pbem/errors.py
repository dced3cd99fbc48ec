"""What is raised when something is refused: a class for each cause that a caller tells apart, else `Refusal`.

Each bears a reason code of `reason_codes` and a message for a person: what is wrong, where, and what to do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.reason_codes import Code

if TYPE_CHECKING:
    from modules.engine.requests import Choose


class PbemError(Exception):
    """Base of all; `code` is the stable reason code, `str(error)` the message for a person."""

    code: Code


class Refusal(PbemError):
    """A refusal that nobody needs to catch by its cause."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class LogFault(Refusal):
    """What an entry says or does that the log so far, or the rules, do not allow."""


class ContradictedAnswer(LogFault):
    """What its reader alone knows shows that the answer to entry `seq` is wrong."""

    def __init__(self, code: Code, message: str, seq: int) -> None:
        super().__init__(code, message)
        self.seq = seq


class MissingNews(LogFault):
    """News of a closed order whose boxes have not all come; `kept` that came with this mail are kept."""

    def __init__(self, message: str, kept: int) -> None:
        super().__init__(Code.NEWS_WRONG, message)
        self.kept = kept


class MissingGameFile(Refusal):
    """The file of a game, told by its digests, which is in no folder of this process."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.GAME_FILE_MISSING, message)


class OtherGameFile(Refusal):
    """A file of a game in the place of another; the message names what in it differs."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.GAME_FILE_DIFFERS, message)


class BadKeyFile(Refusal):
    """A key file or public key that is not an OpenSSH Ed25519 key."""


class FileExists(PbemError):
    """A file that must never be overwritten is there already."""

    code = Code.FILE_EXISTS


class StaleDraft(PbemError):
    """A draft that has changed since it was shown, or whose game has gone on."""

    code = Code.STALE_DRAFT


class BadRecord(PbemError):
    """A line that is not `SIGNATURES JSON`."""

    code = Code.BAD_RECORD


class BadBody(PbemError):
    """A body that does not have the shape of its type."""

    code = Code.BAD_BODY


class BadPaper(PbemError):
    """A paper (invitation, join) that does not have the shape of its type."""

    code = Code.BAD_PAPER


class MissingArmor(PbemError):
    """No BEGIN and END lines, or not as many entries as expected."""

    code = Code.ARMOR_MISSING


class DamagedArmor(PbemError):
    """The text between BEGIN and END was changed on its way."""

    code = Code.ARMOR_DAMAGED


class NotALog(PbemError):
    """A file that does not begin as a game log does."""

    code = Code.NOT_A_LOG


class StaleEntry(PbemError):
    """An entry that does not continue the log: another one was appended first."""

    code = Code.STALE_ENTRY


class Unreadable(PbemError):
    """A sealed text that this key does not open."""

    code = Code.UNREADABLE


class WrongSeq(LogFault):
    """A number that is not the next one."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.WRONG_SEQ, message)


class RepeatedEntry(LogFault):
    """The same entry twice."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.REPEATED_ENTRY, message)


class MissingSignatures(LogFault):
    """An entry that others have yet to sign: the roles in `missing`."""

    def __init__(self, message: str, missing: tuple[str, ...]) -> None:
        super().__init__(Code.SIGNATURES_MISSING, message)
        self.missing = missing


class WrongLeaf(LogFault):
    """A card whose opening does not fit the leaf that was committed to, or of no pack that was shuffled."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.LEAF_WRONG, message)


class RefusedLine(LogFault):
    """A line of an order entry that cannot be read or is against the rules.

    `index` counts the lines from 0; `line` is its text. For one against the rules, `rule` is the rule's
    number and `choice` the decision that was due (a `modules` request), which lists what is legal.
    """

    def __init__(
        self, index: int, line: str, cause: Exception, rule: str = "", choice: Choose | None = None
    ) -> None:
        super().__init__(Code.LINE_REFUSED, f"line {index + 1} `{line[:80]}`: {cause}")
        self.index, self.line, self.cause, self.rule, self.choice = index, line, cause, rule, choice


class UnknownGame(PbemError):
    """A game, scenario or option that is not here, or a game without rules."""

    code = Code.UNKNOWN_GAME


class BrokenLog(PbemError):
    """The log in a folder does not hold; `cause` says why."""

    code = Code.BROKEN_LOG

    def __init__(self, message: str, cause: PbemError) -> None:
        super().__init__(message)
        self.cause = cause

    @classmethod
    def after_entries(cls, file: Path, count: int, cause: PbemError) -> BrokenLog:
        """The refusal of a log that holds up to `count` entries, or is no log at all."""
        where = file if isinstance(cause, NotALog) else f"{file}, entry {count}"
        return cls(f"{where}: {cause}", cause)


class OldLog(PbemError):
    """A log that ends before an entry to which its owner has already signed the answer."""

    code = Code.OLD_LOG


class RestoredFolder(PbemError):
    """A folder that was copied, or put back from a backup: it does not know what it has signed."""

    code = Code.RESTORED_FOLDER


class AbandonedFolder(PbemError):
    """A folder whose game its owner has gone on with in another one."""

    code = Code.LEFT_BEHIND


class NoGameFolder(PbemError):
    """A folder without the files that a party of a game has."""

    code = Code.NO_GAME_FOLDER


class StrangeFolder(PbemError):
    """A folder whose key or chain is not that of a party of its game."""

    code = Code.STRANGE_FOLDER


class OrderFileFault(PbemError):
    """A file of orders that cannot be signed; the message is one FILE:LINE[:COLUMN]: FAULT a line."""

    code = Code.ORDER_FILE


class BadPicture(PbemError):
    """A picture that cannot be made: its file's ending, its side, or the game's art."""

    code = Code.BAD_PICTURE


class BadVassalLog(Refusal):
    """A VASSAL log from which no orders can be taken."""


FOLDERS_FAULT = (BrokenLog, OldLog, NoGameFolder, StrangeFolder, RestoredFolder, AbandonedFolder)
"""What is wrong with a folder, and not with a mail that is taken into it."""
