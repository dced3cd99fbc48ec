"""The block of the button *Hand in orders*, pasted from VASSAL's chat into a mail: whether it came whole.

Its lines are orders as anybody would type them; heading and checksum tell that none was lost or wrapped.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.vassal.format.orders.block import read_blocks


def damaged_block(typed: Sequence[str]) -> str | None:
    """The heading of the first block in a mail whose number of lines or checksum does not hold."""
    return next((block.heading for block in read_blocks(typed) if not block.holds), None)
