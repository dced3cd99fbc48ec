"""An entry that nobody has answered for a day, or at nine tenths of its time, is sent again, to all: so that
who says that its author was late can be held against those who have seen it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.entry.slips import Notice, OpenedSlip
from pbem.log import seeded, shown
from pbem.log.deadlines import Clock
from pbem.log.folder import Folder
from pbem.log.own_record import Shown
from pbem.rules.clock import clock_of
from pbem.rules.table import Table

DAY: Final = 86_400
_LATEST: Final = 30
"""Days after which nothing is sent again by itself."""


@dataclass(frozen=True, slots=True)
class Again:
    """A signed entry that is to be sent again, for the `number`-th time, with its box for who answers it.
    `notice` is for who must not read it."""

    signed: SignedEntry
    number: int
    answerers: tuple[str, ...]
    others: tuple[str, ...]
    notice: OpenedSlip | None
    boxes: tuple[bytes, ...]


def due(out: Sequence[Shown], clock: Clock | None, now: int) -> list[tuple[Shown, int]]:
    """What of the entries that are out is to be sent again at Unix time `now`, each with a number that is
    another each time: once a day, and once when nine tenths of its author's time have gone by."""
    found = []
    for each in out:
        days = (now - each.at) // DAY if each.at else 0
        tenths = clock is not None and 10 * (now - clock.since) >= 9 * (clock.due - clock.since)
        if (days or tenths) and days <= _LATEST:
            found.append((each, 2 * days + int(tenths)))
    return found


def again(folder: Folder, table: Table, now: int) -> list[Again]:
    """What is to be sent again now out of a player's folder; raises what its files raise."""
    walk = table.walk
    role = folder.role(walk.parties)
    if role == REFEREE or seeded.is_open_to_all(folder, walk.parties) or not shown.is_own(folder, walk):
        return []
    found = []
    for one, number in due(shown.pending(folder, walk), clock_of(table, role), now):
        signed = _bytes(folder, role, one)
        if signed is None or one.seq != len(walk.entries):
            continue
        answers = walk.parties.closer(role)
        others = tuple(each for each in walk.parties.active if each not in (role, answers))
        closed = table.replay.rules.needs_secret
        notice = _notice(folder, table, role, one) if closed and others else None
        found.append(Again(signed, number, (answers,), others, notice, _boxes(folder, role, one)))
    return found


def _notice(folder: Folder, table: Table, role: str, one: Shown) -> OpenedSlip:
    walk = table.walk
    said = Notice(game=walk.game, author=role, seq=one.seq, prev=walk.head, digest=one.digest)
    return shown.sign_paper(folder, walk.parties, said)


def _boxes(folder: Folder, role: str, one: Shown) -> tuple[bytes, ...]:
    return tuple(armor.boxes(folder.move_file(one.seq, role).read_text("ascii", "replace")))


def _bytes(folder: Folder, role: str, one: Shown) -> SignedEntry | None:
    file = folder.move_file(one.seq, role)
    if not file.is_file():
        return None
    return next((each for each in armor.read(file) if each.head == one.digest), None)
