"""The file in which a side keeps what it has sealed until it is opened: nothing else can show the order."""

from __future__ import annotations

import re
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.disk import whole
from pbem.log.folder import Folder
from pbem.secret.order_box import Sealed

_SALT: Final = re.compile(r"[0-9a-f]{64}")
_FIRST: Final = "senlac-sealed/1"


def keep(folder: Folder, sealed: Sealed) -> None:
    """Write the side's own file; it takes the place of one for the same choice."""
    file = folder.sealed_file(sealed.choice)
    whole.DISK.make_directory(file.parent)
    text = "".join(f"{line}\n" for line in (_FIRST, sealed.salt, *sealed.lines))
    whole.replace(file, text.encode(), mode=0o600)


def kept(folder: Folder, game: str, author: str, choice: str) -> Sealed | None:
    """What the folder's owner has sealed for a choice, or None; raises `seal-lost` for a damaged file."""
    file = folder.sealed_file(choice)
    if not file.is_file():
        return None
    first, *rest = file.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
    if first != _FIRST or not rest or not _SALT.fullmatch(rest[0]):
        raise errors.Refusal(
            Code.SEAL_LOST, f"{file} is damaged: without its salt your sealed order cannot be opened"
        )
    return Sealed(game, author, choice, rest[0], tuple(rest[1:]))
