"""Every cause for which a mail is refused or ignored, and for which one is not written.

As in `pbem.errors`: one class a cause, each with a reason code. A refusal also knows whether an answer may
be sent: never where the sender is not known for certain, and never to a program (RFC 3834).
"""

from __future__ import annotations

from typing import ClassVar

from pbem.errors import PbemError
from pbem.mail.letter import Letterhead


class MailRefused(PbemError):
    """Base of all refusals of a mail. `letterhead` is there as soon as the headers could be read."""

    code = "mail"
    wants_answer: ClassVar[bool] = True
    letterhead: Letterhead | None = None

    @property
    def answerable(self) -> bool:
        """Whether a short answer may go to `letterhead.sender`."""
        return self.wants_answer and self.letterhead is not None


# --- ignored: written by a program, never answered ------------------------------------------------


class MailIgnored(MailRefused):
    """Base of the causes for which a mail is passed over in silence."""

    code = "mail-ignored"
    wants_answer = False


class Automatic(MailIgnored):
    """An automatic answer, such as of somebody who is on holiday."""

    code = "mail-automatic"


class Bounce(MailIgnored):
    """A report of a mail program: not delivered, delayed, read."""

    code = "mail-bounce"


class ListMail(MailIgnored):
    """A mail that went over a list, or to many."""

    code = "mail-list"


class OwnAnswer(MailIgnored):
    """An answer of a referee's robot, come back to one."""

    code = "mail-own-answer"


# --- headers: who wrote it cannot be said ---------------------------------------------------------


class BadHeaders(MailRefused):
    """Base of what is wrong with the headers of the mail itself."""

    code = "mail-headers"
    wants_answer = False


class HeadersTooLarge(BadHeaders):
    """More bytes of headers than are read, or no empty line after them."""

    code = "mail-headers-too-large"


class NoSender(BadHeaders):
    """No From header, or one without an address."""

    code = "mail-no-sender"


class SeveralSenders(BadHeaders):
    """Two From headers, or several addresses in one."""

    code = "mail-several-senders"


class GroupSender(BadHeaders):
    """A From header that names a group."""

    code = "mail-group-sender"


class BadSender(BadHeaders):
    """An address that no answer is sent to: not a plain user@host."""

    code = "mail-bad-sender"


class HeaderInjection(BadHeaders):
    """An encoded line end in a subject or name: it would begin a header of its own in an answer."""

    code = "mail-header-injection"


# --- limits ---------------------------------------------------------------------------------------


class MailTooLarge(MailRefused):
    """More bytes or lines than are read."""

    code = "mail-too-large"


class HeaderTooLong(MailRefused):
    """One header that is longer than its kind may be."""

    code = "mail-header-too-long"


class TooManyHeaders(MailRefused):
    """More headers, or more about content, than are read."""

    code = "mail-too-many-headers"


class TooManyParts(MailRefused):
    """More parts than are read."""

    code = "mail-too-many-parts"


class NestedTooDeep(MailRefused):
    """Parts within parts, deeper than is read."""

    code = "mail-nested-too-deep"


class TooManyEntries(MailRefused):
    """More entries or papers than are read in one mail."""

    code = "mail-too-many-entries"


class TextTooLong(MailRefused):
    """A text with entries that is longer than is read."""

    code = "mail-text-too-long"


# --- MIME -----------------------------------------------------------------------------------------


class NulByte(MailRefused):
    """A NUL byte, which no mail may hold."""

    code = "mail-nul-byte"


class Unparsable(MailRefused):
    """Headers that the parser cannot make sense of."""

    code = "mail-unparsable"


class RepeatedHeader(MailRefused):
    """A part that says twice what it is."""

    code = "mail-repeated-header"


class BadBoundary(MailRefused):
    """A multipart whose boundary is missing, malformed, that of another one, or nowhere in it."""

    code = "mail-boundary"


class UnknownCharset(MailRefused):
    """A text in a character set that is not read."""

    code = "mail-charset"


class UnknownEncoding(MailRefused):
    """A transfer encoding other than 7bit, 8bit, binary, quoted-printable and base64."""

    code = "mail-encoding"


class DamagedEncoding(MailRefused):
    """A part in base64 that is not base64."""

    code = "mail-base64"


class PathName(MailRefused):
    """An attachment whose name is a path."""

    code = "mail-path-name"


class Archive(MailRefused):
    """An archive. None is opened."""

    code = "mail-archive"


# --- entries --------------------------------------------------------------------------------------


class EmptyAttachment(MailRefused):
    """An attachment *.pbem in which there is no entry and no paper."""

    code = "mail-empty-attachment"


class ArmorCut(MailRefused):
    """A BEGIN line without its END line."""

    code = "mail-armor-cut"


class ArmorChanged(MailRefused):
    """Armor that was changed on its way."""

    code = "mail-armor-changed"


class EntriesDiffer(MailRefused):
    """Body and attachment (or two texts of one body) that say different things for the same place."""

    code = "mail-entries-differ"


# --- writing --------------------------------------------------------------------------------------


class DraftRefused(PbemError):
    """Base of the causes for which a mail is not written."""

    code = "draft"


class BadAddress(DraftRefused):
    """An address that is not `user@host` or `Name <user@host>`."""

    code = "draft-address"


class DraftTooLarge(DraftRefused):
    """More than another program would read: text, entries, picture."""

    code = "draft-too-large"
