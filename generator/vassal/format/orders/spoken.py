"""Orders in words: a line of the chat that begins with "order: ", typed by a player or said by a menu.

    <Edith> - order: strategy center:moderate,left:cautious
    * order: join S-fyrd-3 left

All other chat is talk.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

BEGINS: Final = "order: "
_LINE = re.compile(rf"(?:\* |<[^<>]*> - ){BEGINS}(?P<order>[^<>]*(?:> ?[^<>]*)?)")


def spoken(line: str) -> str:
    """The order in a line of the chat, as it was written; empty for talk."""
    found = _LINE.fullmatch(unescape(line).strip())
    return "" if found is None else found["order"].removesuffix("*").strip()
