"""The referee's desk: his folder, with the game kept on its table between two mails, so that a robot that
takes one after another does not replay the whole log for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from pbem.disk import atomic_files, file_locks
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import VerifiedEntry
from pbem.errors import FOLDERS_FAULT, PbemError
from pbem.judge.automatic_answers import Answerer
from pbem.judge.state import Arrival, Postponed, RefusedArrival, State, TakenIn
from pbem.log import adoptions
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.seat import Seat
from pbem.play import reader_zones
from pbem.play.host import judge_shell, referee
from pbem.play.host.judge_shell import Receipt
from pbem.play.orders import order_closing
from pbem.play.snapshots import Snapshots
from pbem.rules import rules_lookup, seat_views
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


class RefereeDesk:
    """The table is what the log says: it is laid anew whenever the log has another size than it had."""

    def __init__(self, folder: Folder, build: Build = rules_of) -> None:
        self.folder, self.build, self._build = folder, build, build
        self._snapshots = Snapshots(folder)
        self._kept: Table | None = None
        self._size = -1
        self._hears = False

    def set_reporter(self, entries: Sequence[SignedEntry]) -> bool:
        """Judge by the rules that one of these asks to adopt, until the next call; whether one does. What was
        judged so stays on no table: nobody may have adopted them."""
        adopted = adoptions.find_newest(entries) if entries else None
        if self._hears or adopted is not None:
            self._kept = None
        self._hears = adopted is not None
        self.build = rules_lookup.adopt_rules(self._build, adopted)
        return self._hears

    def table(self) -> Table:
        """The game as everybody knows it; raises as `Table.load`."""
        disclosures.write_planned_files(self.folder)
        size = self.folder.log.path.stat().st_size
        kept = self._kept if size == self._size else None
        table = kept or order_closing.load(self.folder, self.build, snapshots=self._snapshots)
        self._keep(table, size)
        self.unseat_table(table)
        return table

    def sit(self) -> Seat:
        """Look who sits here: it is asked once for a mail, and the folder hands it on until `rise`. Raises
        StrangeFolder or BadKeyFile."""
        seat = Folder(self.folder.path).seat(self.table().verifier.parties)
        self.folder = replace(self.folder, known=seat)
        return seat

    def rise(self) -> None:
        """The mail is done with: who sits here is asked anew for the next one."""
        self.folder = Folder(self.folder.path)

    @property
    def seat(self) -> Seat:
        """Who sits here by the parties as they stand now; raises as `sit`."""
        return self.folder.seat(self.current_table.verifier.parties)

    @property
    def current_table(self) -> Table:
        """The table as it lies here, without a look at the log; if none lies here, as `table`. Within one
        mail nothing else is appended: if another process does, then `carry_out` finds it."""
        if self._kept is None:
            return self.table()
        self.unseat_table(self._kept)
        return self._kept

    def judge(
        self, verified: VerifiedEntry, now: int | None, boxes: Sequence[bytes] = ()
    ) -> Receipt | Postponed | RefusedArrival:
        """As the referee, judge an entry and carry out what comes of it: the receipt, or what else became of
        it. Raises as `referee.answer`, OldLog."""
        table = self.current_table
        judge_shell.refuse_old_log(self.folder, table)
        state = State(self.seat, table, self.folder)
        self._kept = None
        arrival = Arrival((verified,), tuple(boxes), now)
        try:
            state, outcome = referee.answer(state, self.folder, arrival, self.build)
        except FOLDERS_FAULT:
            raise
        except PbemError as error:
            # The folder's own record forbids to answer: the order may be legal, so no paper says otherwise.
            return RefusedArrival(verified, error)
        after = state.table
        if after.verifier.sound and after.verifier.head == self.folder.log.read_last().head:
            self._keep(after, self.folder.log.path.stat().st_size)
        if not isinstance(outcome, TakenIn):
            return outcome
        return referee.make_receipt(self.folder, after, outcome, self.build)

    def follow(self, entries: Sequence[VerifiedEntry], boxes: Sequence[bytes] = ()) -> Receipt:
        """As `referee.follow`, for a player's desk."""
        return self._use_table(lambda table: referee.follow(self.folder, entries, self.build, table, boxes))

    def settle(self, now: int | None) -> None:
        """Append what the referee owes: after a crash, or dice that a side by mail word must open first.

        Raises as `Answerer.settle`, or StaleEntry.
        """
        table = order_closing.load(self.folder, self.build, snapshots=self._snapshots)
        owed = Answerer(self.folder, table, now).settle()
        disclosures.append(self.folder, table.verifier, [each.signed for each in owed], now)
        if owed:
            self._kept = None

    def _use_table(self, work: Callable[[Table], Receipt]) -> Receipt:
        """The table stays unless its rules have refused something, or it is ahead of the log."""
        table, before = self.table(), self._size
        seq, self._kept = table.seq, None
        try:
            receipt = work(table)
        except PbemError:
            if table.verifier.sound and table.seq == seq:
                self._keep(table, before)
            raise
        if receipt.table is table or (receipt.repeated and table.seq == seq):
            self._keep(table, self.folder.log.path.stat().st_size)
        return receipt

    def seat_table(self, table: Table, side: str) -> Table:
        """The same table shown as a side may see it, and in its zone, until it is shown to another."""
        table.seat, table.mine = seat_views.for_side(table, self.folder, side), side
        table.zone_of = partial(reader_zones.find_zone, self.folder, table.verifier.parties)
        return table

    @staticmethod
    def unseat_table(table: Table) -> None:
        """The table as everybody knows the game."""
        table.seat, table.mine = None, ""

    def _keep(self, table: Table, size: int) -> None:
        self._kept, self._size = table, size

    @contextmanager
    def lock_folder(self) -> Iterator[None]:
        """No other program takes mails in for this folder until the end of the block; it waits its turn.
        Where the game then stands is written down every so many entries."""
        atomic_files.DISK.make_directory(self.folder.path)
        with file_locks.hold(self.folder.path):
            yield
            if self._kept is not None:
                self._snapshots.keep(self._kept)
