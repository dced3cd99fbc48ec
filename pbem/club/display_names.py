"""What the club calls a person: as their mail program does, unless nobody can read that, or it is what the
club or a role is called. Then the first part of the address is the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from pbem.entry.field_types import REFEREE
from pbem.mail import headers

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs of which nothing is seen; what Unicode calls control or format, a mail's name does
not have."""
_MARKS: Final = 3
"""Combining marks that may follow one another, as in the names of any language; more are piled up."""
_OF_THE_CLUB: Final = (REFEREE, "operator", "the operator", "the club", "all", "me")


def display_name(name: str, mail: str, club: str, roles: Iterable[str]) -> str:
    """The name of who has this address, if their mail program calls them `name`."""
    taken = {_bare(each) for each in (*_OF_THE_CLUB, club, *roles)}
    shown = unicodedata.normalize("NFC", " ".join(_UNSEEN.sub("", name).split()))
    if _is_name(shown) and _bare(shown) not in taken:
        return shown
    local = mail.partition("@")[0]
    return local if _is_name(local) and _bare(local) not in taken else f"player {local}"


def parse_address(word: str) -> str | None:
    """The mail address that somebody typed; None for anything else."""
    typed = word.removeprefix("<").removesuffix(">")
    return typed if headers.ADDRESS.fullmatch(typed) and len(typed) <= headers.MAX_ADDRESS else None


def _is_name(text: str) -> bool:
    kinds = "".join(unicodedata.category(c)[0] for c in unicodedata.normalize("NFD", text))
    return bool(re.search("[LN]", kinds)) and "M" * (_MARKS + 1) not in kinds


def _bare(text: str) -> str:
    """By which two names are told from each other: their letters and digits, whatever their form."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
