"""An entry that nobody has answered for a day, or at nine tenths of its time, is sent again, to all: so that
who says that its author was late can be held against those who have seen it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import ObservedNotice, OpenedSlip
from pbem.log.deadlines import DecisionClock
from pbem.log.party import disclosures, simulation_secrets
from pbem.log.party.folder import Folder
from pbem.log.party.signing_record import DisclosedEntry
from pbem.rules.decision_clock import clock_of
from pbem.rules.table import Table

DAY: Final = 86_400
_LATEST: Final = 30
"""Days after which nothing is sent again by itself."""


@dataclass(frozen=True, slots=True)
class ResentEntry:
    """A signed entry that is to be sent again, for the `number`-th time, with its box for who answers it.
    `notice` is for who must not read it."""

    signed: SignedEntry
    number: int
    answerers: tuple[str, ...]
    others: tuple[str, ...]
    notice: OpenedSlip | None
    boxes: tuple[bytes, ...]


def find_due(
    out: Sequence[DisclosedEntry], clock: DecisionClock | None, now: int
) -> list[tuple[DisclosedEntry, int]]:
    """What of the entries that are out is to be sent again at Unix time `now`, each with a number that is
    another each time: once a day, and once when nine tenths of its author's time have gone by."""
    found = []
    for each in out:
        days = (now - each.at) // DAY if each.at else 0
        tenths = clock is not None and 10 * (now - clock.since) >= 9 * (clock.due - clock.since)
        if (days or tenths) and days <= _LATEST:
            found.append((each, 2 * days + int(tenths)))
    return found


def list_resends(folder: Folder, table: Table, now: int) -> list[ResentEntry]:
    """What is to be sent again now out of a player's folder; raises what its files raise."""
    verifier = table.verifier
    role = folder.role(verifier.parties)
    if (
        role == REFEREE
        or simulation_secrets.is_open_to_all(folder, verifier.parties)
        or not disclosures.is_own(folder, verifier)
    ):
        return []
    found = []
    for one, number in find_due(disclosures.list_pending(folder, verifier), clock_of(table, role), now):
        signed = _bytes(folder, role, one)
        if signed is None or one.seq != len(verifier.entries):
            continue
        answers = verifier.parties.closer(role)
        others = tuple(each for each in verifier.parties.active if each not in (role, answers))
        closed = table.replay.rules.needs_secret
        notice = _notice(folder, table, role, one) if closed and others else None
        found.append(ResentEntry(signed, number, (answers,), others, notice, _boxes(folder, role, one)))
    return found


def _notice(folder: Folder, table: Table, role: str, one: DisclosedEntry) -> OpenedSlip:
    verifier = table.verifier
    said = ObservedNotice(game=verifier.game, author=role, seq=one.seq, prev=verifier.head, digest=one.digest)
    return disclosures.sign_paper(folder, verifier.parties, said)


def _boxes(folder: Folder, role: str, one: DisclosedEntry) -> tuple[bytes, ...]:
    return tuple(armor.boxes(folder.move_file(one.seq, role).read_text("ascii", "replace")))


def _bytes(folder: Folder, role: str, one: DisclosedEntry) -> SignedEntry | None:
    file = folder.move_file(one.seq, role)
    if not file.is_file():
        return None
    return next((each for each in armor.read(file) if each.head == one.digest), None)
