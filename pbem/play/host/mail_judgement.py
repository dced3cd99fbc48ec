"""All entries of one mail judged, in their order, and those that have waited for them: what came of each.

Whatever ends it half-way, the same mail again leads to the same log: an entry that stands in it is answered
again. Nothing here says a word to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.peer_notices import OpenedSlip, Refusal
from pbem.entry.verified_entries import UnverifiedEntry, VerifiedEntry, verify_each
from pbem.judge import state
from pbem.play.host.judge_shell import Receipt
from pbem.play.host.out_of_order import OutOfOrderQueue
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.refusals import refusal_papers


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """An entry that is good but not in the log yet: `missing` roles have to sign it too, or without any it
    came before its time."""

    verified: VerifiedEntry
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An entry that was refused; `verified` is None if not even its signature could be read. `slip`: the
    signed refusal, of a party's entry that came in its place."""

    verified: VerifiedEntry | None
    error: errors.PbemError
    slip: OpenedSlip | None = None


@dataclass(slots=True)
class Findings:
    """What came of the entries of one mail."""

    receipts: list[Receipt] = field(default_factory=list)
    refused: list[RefusedEntry] = field(default_factory=list)
    kept: list[KeptEntry] = field(default_factory=list)


class MailJudge:
    """The referee at his desk, with one mail in his hand after another."""

    def __init__(self, desk: RefereeDesk) -> None:
        self._desk, self._held = desk, OutOfOrderQueue(desk.folder)

    def judge(
        self, entries: Iterable[VerifiedEntry | UnverifiedEntry], now: int | None, boxes: Sequence[bytes] = ()
    ) -> tuple[Findings, list[SignedEntry]]:
        """What came of these entries, with the boxes that came with them, and which of those that had waited
        were judged with them.

        One that is no good changes nothing; raises what the folder or the machine is to blame for:
        `errors.FOLDERS_FAULT`, OSError.
        """
        found, waited = Findings(), list[SignedEntry]()
        for each in entries:
            self._take(each, found, now, boxes)
        while found.receipts and (due := self._take_due(waited)):
            for each in verify_each(due):
                self._take(each, found, now)
            waited += due
        return found, waited

    def release_entry(self, waited: Iterable[SignedEntry]) -> None:
        """These wait no longer: they stand in the log, or were refused, and their authors were told."""
        for signed in waited:
            self._held.release(signed)

    def _take_due(self, waited: list[SignedEntry]) -> list[SignedEntry]:
        """Entries whose turn has come by the new ones."""
        return [
            signed for signed in self._held.due_entries(self._desk.current_table.seq) if signed not in waited
        ]

    def _take(
        self,
        arrived: VerifiedEntry | UnverifiedEntry,
        found: Findings,
        now: int | None,
        boxes: Sequence[bytes] = (),
    ) -> None:
        """Judge one entry; what is wrong with the folder is raised."""
        if isinstance(arrived, UnverifiedEntry):
            found.refused.append(RefusedEntry(None, arrived.error))
            return
        match self._desk.judge(arrived, now, boxes):
            case Receipt() as receipt:
                found.receipts.append(receipt)
            case state.Postponed(waiting):
                found.kept.append(KeptEntry(arrived, waiting.missing))
            case state.RefusedArrival() as refused if refused.early and self._keep(arrived):
                found.kept.append(KeptEntry(arrived))
            case state.RefusedArrival() as refused:
                found.refused.append(RefusedEntry(arrived, refused.error, self._sign_refusal(refused)))

    def _keep(self, verified: VerifiedEntry) -> bool:
        """Keep an entry that came before its time, if there is room for it."""
        return self._held.keep(verified.signed, self._desk.current_table.seq)

    def _sign_refusal(self, refused: state.RefusedArrival) -> OpenedSlip | None:
        """The refusal of an entry as a paper that says so."""
        if refused.paper is None or refused.entry is None:
            return None
        taken = self._desk.folder.log.length() > refused.entry.entry.seq
        if isinstance(refused.paper, Refusal) and taken:
            return None  # by another process, meanwhile: no refusal speaks of a place that is over
        return refusal_papers.write_refusal(
            self._desk.folder, self._desk.current_table.verifier, refused.entry, refused.paper
        )
