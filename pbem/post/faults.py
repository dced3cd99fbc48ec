"""What can go wrong with mail on its way, as far as a caller tells it apart.

Only `Unreachable` passes by itself: whoever catches it tries again later. All else needs a person.
"""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.reason_codes import Code


class Unreachable(PbemError):
    """A server or network that does not answer now, or answers that it cannot just now."""

    code = Code.UNREACHABLE


class BadEnvelope(PbemError):
    """A name or address under which no mail can be kept or sent, or a file in the outbox without them."""

    code = Code.BAD_ENVELOPE


class NameTaken(PbemError):
    """Another mail lies in the outbox, or was sent, under this name."""

    code = Code.NAME_TAKEN
