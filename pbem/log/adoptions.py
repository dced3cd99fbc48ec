"""Rules that a game has adopted: the newest such entry of a log says under which the whole of it is read."""

from __future__ import annotations

from collections.abc import Iterable

from pbem import errors
from pbem.entry.bodies import Adopt
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.log_file import LogText


def find_newest(entries: Iterable[SignedEntry]) -> Adopt | None:
    """The newest of these that adopts other rules, whether it may stand or not: that is for the walk, which
    comes to it. A rollback takes none back."""
    found = None
    for signed in entries:
        try:
            body = Entry.decode(signed.data).body if b'"type":"adopt"' in signed.data else None
        except errors.PbemError:
            continue
        found = body if isinstance(body, Adopt) else found
    return found


def in_text(text: LogText) -> Adopt | None:
    """The same in the text of a log; lines that are no records are for the walk, too."""
    said = []
    for line in text.lines:
        if b'"type":"adopt"' in line:
            try:
                said.append(SignedEntry.from_record(line))
            except errors.BadRecord:
                continue
    return find_newest(said)
