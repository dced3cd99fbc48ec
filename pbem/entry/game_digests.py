"""Which game an entry or a paper says that it is of: its digest, or that of the invitation to it.

Nothing else of it is checked: these are bytes of anybody's, read before any signature."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.entry import canonical_json
from pbem.entry.entries import SignedEntry

_DIGEST = re.compile(r"[0-9a-f]{64}")


class GameDigests(NamedTuple):
    """Digests of 64 hex digits; None for what is not named, or not so."""

    game: str | None
    invitation: str | None
    is_invitation: bool = False


def find_digests(signed: SignedEntry) -> GameDigests:
    """What a signed thing names; never raises."""
    said = canonical_json.glance(signed.data)
    return GameDigests(
        _digest(said.get("game")), _digest(said.get("invitation")), said.get("type") == "invitation"
    )


def _digest(value: canonical_json.Value | None) -> str | None:
    return value if isinstance(value, str) and _DIGEST.fullmatch(value) else None
