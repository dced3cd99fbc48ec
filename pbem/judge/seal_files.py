"""The file in which a side keeps what it has sealed until it is opened: nothing else can show the order."""

from __future__ import annotations

import re
from typing import Final

from pbem import errors
from pbem.log.party.holdings import Holdings, sealed_name, text
from pbem.reason_codes import Code
from pbem.secrets.sealed_order import SealedOrder

_SALT: Final = re.compile(r"[0-9a-f]{64}")
_FIRST: Final = "senlac-sealed/1"


def keep_seal(holdings: Holdings, sealed: SealedOrder) -> None:
    """Write the side's own file; it takes the place of one for the same choice."""
    lines = "".join(f"{line}\n" for line in (_FIRST, sealed.salt, *sealed.lines))
    holdings.keep(sealed_name(sealed.choice), lines.encode(), secret=True)


def load_seal(holdings: Holdings, game: str, author: str, choice: str) -> SealedOrder | None:
    """What the owner has sealed for a choice, or None; raises `seal-lost` for a damaged file."""
    found = text(holdings, sealed_name(choice))
    if found is None:
        return None
    first, *rest = found.removesuffix("\n").split("\n")
    if first != _FIRST or not rest or not _SALT.fullmatch(rest[0]):
        raise errors.Refusal(
            Code.SEAL_LOST,
            f"{holdings.path_of(sealed_name(choice))} is damaged: without its salt your sealed "
            "order cannot be "
            "opened",
        )
    return SealedOrder(game, author, choice, rest[0], tuple(rest[1:]))
