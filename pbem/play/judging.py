"""All entries of one mail judged, in their order, and those that have waited for them: what came of each.

Whatever ends it half-way, the same mail again leads to the same log: an entry that stands in it is answered
again. Nothing here says a word to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbem import errors
from pbem.codes import Code
from pbem.entry.border import VerifiedEntry, verify_entry
from pbem.entry.entries import SignedEntry
from pbem.entry.slips import OpenedSlip
from pbem.log import refusals
from pbem.log.parties import Parties
from pbem.play import refusing
from pbem.play.desk import Desk
from pbem.play.held import Held
from pbem.play.referee import Receipt


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry that is good but not in the log yet: `missing` roles have to sign it too, or without any it
    came before its time."""

    opened: VerifiedEntry
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """An entry that was refused; `opened` is None if not even its signature could be read. `slip`: the signed
    refusal, of a party's entry that came in its place."""

    opened: VerifiedEntry | None
    error: errors.PbemError
    slip: OpenedSlip | None = None


@dataclass(slots=True)
class Findings:
    """What came of the entries of one mail."""

    receipts: list[Receipt] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)


class Judge:
    """The referee at his desk, with one mail in his hand after another."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._held = desk, Held(desk.folder)

    def judge(
        self, entries: Iterable[SignedEntry], now: int | None, boxes: Sequence[bytes] = ()
    ) -> tuple[Findings, list[SignedEntry]]:
        """What came of these entries, with the boxes that came with them, and which of those that had waited
        were judged with them.

        One that is no good changes nothing; raises what the folder or the machine is to blame for:
        `errors.FOLDERS_FAULT`, OSError.
        """
        found, waited = Findings(), list[SignedEntry]()
        for signed in entries:
            self._take(signed, found, now, boxes)
        while found.receipts and (due := self._due(waited)):
            for signed in due:
                self._take(signed, found, now)
            waited += due
        return found, waited

    def let_go(self, waited: Iterable[SignedEntry]) -> None:
        """These wait no longer: they stand in the log, or were refused, and their authors were told."""
        for signed in waited:
            self._held.let_go(signed)

    def _due(self, waited: list[SignedEntry]) -> list[SignedEntry]:
        """Entries whose turn has come by the new ones."""
        return [signed for signed in self._held.due(self._desk.table().seq) if signed not in waited]

    def _take(
        self, signed: SignedEntry, found: Findings, now: int | None, boxes: Sequence[bytes] = ()
    ) -> None:
        """Judge one entry; what is wrong with the folder is raised."""
        opened = None
        try:
            opened = verify_entry(signed)
            found.receipts.append(self._desk.apply(signed, now, boxes))
        except errors.FOLDERS_FAULT:
            raise
        except errors.SignaturesMissing as waiting:
            if opened is not None:
                found.kept.append(Kept(opened, waiting.missing))
        except errors.PbemError as error:
            if opened is not None and self._keep(opened, error):
                found.kept.append(Kept(opened))
            else:
                found.refused.append(self._refused(opened, error))

    def _refused(self, opened: VerifiedEntry | None, error: errors.PbemError) -> Refused:
        """What is refused, with a paper that says so."""
        if opened is None:
            return Refused(None, error)
        folder, walk = self._desk.folder, self._desk.table().walk
        if error.code == Code.REFUSED_BEFORE:
            return Refused(opened, error, refusals.of(folder, opened.signed, folder.role(walk.parties)))
        return Refused(opened, error, refusing.refuse(folder, walk, opened, error))

    def _keep(self, opened: VerifiedEntry, error: errors.PbemError) -> bool:
        """Whether an entry came before its time and can wait for it; then it is kept."""
        table = self._desk.table()
        early = isinstance(error, errors.WrongSeq) and _may_sign(table.walk.parties, opened)
        return early and self._held.keep(opened.signed, table.seq)


def _may_sign(parties: Parties, opened: VerifiedEntry) -> bool:
    """Whether all who signed an entry are parties that sign such a one: else one party would fill the room
    that its author has for entries that wait."""
    try:
        return set(opened.signers) <= set(parties.signers(opened.entry))
    except errors.PbemError:
        return False
