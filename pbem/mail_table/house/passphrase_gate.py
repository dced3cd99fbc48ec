"""The passphrase of a locked key, which the page asks for: it is kept in the memory of this process alone.

A call that needs the key of a locked folder is refused with the code `locked`. The page asks its reader,
calls `unlock`, and repeats the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from generator.local_server.local_page import CallRefused
from pbem import errors
from pbem.keys.openssh_keys import PrivateKey
from pbem.keys.passphrases import PASSPHRASES
from pbem.log.party.folder import Folder
from pbem.reason_codes import Code

LOCKED: Final = "locked"
WRONG: Final = "wrong-passphrase"
_LOCKS: Final = frozenset({Code.PASSPHRASE_NEEDED, Code.WRONG_PASSPHRASE})
"""A passphrase file that holds another passphrase leaves the key locked as well."""
T = TypeVar("T")


def unlock(folder: Folder, passphrase: str) -> None:
    """Open the key of a folder from now on with this passphrase. Raises CallRefused for another one,
    BadKeyFile."""
    try:
        PrivateKey.load(folder.key_file, passphrase)
    except errors.Refusal as error:
        if error.code in _LOCKS:
            raise CallRefused(WRONG, f"This is not the passphrase of {folder.key_file}.") from None
        raise
    PASSPHRASES.keep(folder.key_file, passphrase)


def tell_locked(call: Callable[[], T]) -> T:
    """What a call answers, whose refusals bear their cause. Raises CallRefused with the code `locked` where
    it needs a key that is locked."""
    try:
        return call()
    except CallRefused as refused:
        cause = refused.__cause__
        if isinstance(cause, errors.Refusal) and cause.code in _LOCKS:
            raise CallRefused(LOCKED, str(cause)) from cause
        raise
