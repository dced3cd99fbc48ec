"""The boxes that lie in players' move files: what travels beside the entries to the referee."""

from contextlib import suppress

from said import BOXES

from pbem.entry import armor
from pbem.entry.entries import Entry
from pbem.errors import PbemError
from pbem.secrets.line_commitments import digest


def boxes_in(folders):
    """All boxes of all moves in these folders, by role, and of orders that a test wrote by hand."""
    files = [file for role in sorted(folders) for file in sorted(folders[role].path.glob("moves/*.pbem"))]
    return BOXES + [box for file in files for box in armor.boxes(file.read_text())]


def boxes_of(*signed):
    """The boxes that these entries name, of all that tests have made: what goes into a mail with them."""
    named = set()
    for one in signed:
        with suppress(PbemError):  # what an attacker sends may be no entry at all
            named.add(getattr(Entry.decode(one.data).body, "box", None))
    return tuple({digest(box): box for box in BOXES if digest(box) in named}.values())
