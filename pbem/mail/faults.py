"""Why a mail is refused or ignored, and why one is not written.

A refusal also knows whether an answer may be sent: never where the sender is not known for certain, and
never to a program (RFC 3834).
"""

from __future__ import annotations

from typing import ClassVar

from pbem.errors import Refusal
from pbem.mail.letter import Letterhead
from pbem.reason_codes import Code


class MailRefused(Refusal):
    """Base of all refusals of a mail. `letterhead` is there as soon as the headers could be read."""

    wants_answer: ClassVar[bool] = True
    letterhead: Letterhead | None = None

    @property
    def answerable(self) -> bool:
        """Whether a short answer may go to `letterhead.sender`."""
        return self.wants_answer and self.letterhead is not None


class MailIgnored(MailRefused):
    """Base of the causes for which a mail is passed over in silence."""

    wants_answer = False


class BadHeaders(MailRefused):
    """Base of what is wrong with the headers of the mail itself."""

    wants_answer = False


class MailTooLarge(MailRefused):
    """More bytes or lines than are read."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.MAIL_TOO_LARGE, message)


class DraftRefused(Refusal):
    """Base of the causes for which a mail is not written."""


class DraftTooLarge(DraftRefused):
    """More than another program would read: text, entries, picture."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.DRAFT_TOO_LARGE, message)
