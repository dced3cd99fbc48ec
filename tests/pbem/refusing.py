"""`refuses`: what a test says of code that must refuse something, by its reason code. And an order of the
duel that its author's program should have refused.
"""

from __future__ import annotations

from typing import Any

import duel
import pytest
from mailed import opened
from said import following

from pbem.entry import armor
from pbem.entry.entries import sign
from pbem.errors import PbemError
from pbem.log.party import disclosures
from pbem.reason_codes import Code

BAD = ("done", "strike red-a > red-b")


def refuses(*codes: Code, match: str | None = None) -> Any:
    """As `pytest.raises`, for a refusal with one of these codes."""
    return pytest.raises(PbemError, match=match, check=lambda error: error.code in codes)


def illegal(game, *lines):
    """An order that red's own program would not sign, as an older one of other rules might; on its record."""
    table = game.table("red")
    entry = following(table, "order", "red", {"lines": list(lines or BAD)}, duel.chain("red").reveal(0))
    signed = sign(entry, duel.key("red"))
    red = game.folders["red"]
    disclosures.disclose(red, table.verifier, [signed])
    red.move_file(1, "red").parent.mkdir(exist_ok=True)
    armor.write(red.move_file(1, "red"), [signed])
    return signed


def mails_to(received, role):
    return [file for file in received.files if role in str(opened(file).to)]
