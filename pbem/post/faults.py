"""What can go wrong with mail on its way, one class a cause, each with a reason code.

Only `Unreachable` passes by itself: whoever catches it tries again later. The others need a person.
"""

from __future__ import annotations

from pbem.errors import PbemError


class BadPostFile(PbemError):
    """Settings that cannot be used; the message is one FILE:LINE:COLUMN: FAULT a line."""

    code = "bad-post-file"


class NoPassword(PbemError):
    """A password that cannot be had: its file is missing or empty, or its command failed."""

    code = "no-password"


class PasswordExposed(PbemError):
    """A password file that everybody on the machine may read."""

    code = "password-exposed"


class Unreachable(PbemError):
    """A server or network that does not answer now, or answers that it cannot just now."""

    code = "unreachable"


class LoginRefused(PbemError):
    """A server that does not take the user and password: trying again would lock the user out."""

    code = "login-refused"


class UntrustedServer(PbemError):
    """A server whose certificate does not prove that it is the one in the settings, or that offers no TLS."""

    code = "untrusted-server"


class MailboxMissing(PbemError):
    """A Maildir or IMAP folder that is not there, or may not be changed."""

    code = "mailbox-missing"


class BadEnvelope(PbemError):
    """A name or address under which no mail can be kept or sent, or a file in the outbox without them."""

    code = "bad-envelope"


class NameTaken(PbemError):
    """Another mail lies in the outbox, or was sent, under this name."""

    code = "name-taken"
