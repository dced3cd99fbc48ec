"""Holding a log against a replay of the rules: the dice that were due, the lines applied, the outcome."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry.entries import Entry
from pbem.log.batches import Batch
from pbem.log.socket import AnyDue, Course, Given, Replay


class RuleCheck:
    """One replay beside one walk, fed with entries that the walk has found good.

    `pending` is what the entry that opened the latest batch does: the referee rolls with it.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.pending: Course
        self._applied = 0

    def begin(self, charter: Entry) -> None:
        """Hand the charter to the replay."""
        self._replay.begin(charter)

    def waiting(self) -> tuple[str, ...]:
        """The roles that owe a decision, as the rules say."""
        return self._replay.waiting()

    def take(
        self,
        entry: Entry,
        before: Batch | None,
        batch: Batch | None,
        rolled: Sequence[tuple[AnyDue, Given]],
    ) -> None:
        """Take in an entry with the open batch before and after it.

        Raises RulesRefuse, RollRules, AppliedWrong or OutcomeWrong.
        """
        if entry.type == "end":
            self._check_outcome(entry)
        elif entry.type == "roll" or (entry.type == "ack" and before and not batch):
            self._applied = self.pending.finish(rolled)
            self._check_applied(entry)
        elif entry.type == "ack" and entry.link is None:
            self._check_applied(entry)
        elif entry.type == "rollback":
            self._replay.rollback(entry)
        elif batch is not None and before is None:
            self.pending = Course(self._replay.advance(entry))
        elif entry.type != "ack":
            self._applied = Course(self._replay.advance(entry)).finish()

    def try_out(self, entry: Entry) -> None:
        """Take in an entry up to its first roll; raises RulesRefuse."""
        Course(self._replay.advance(entry))

    def _check_applied(self, entry: Entry) -> None:
        if entry.body["applied"] != self._applied:
            raise errors.AppliedWrong(
                f"{entry.body['applied']} lines applied; the rules apply {self._applied} here"
            )

    def _check_outcome(self, entry: Entry) -> None:
        outcome = self._replay.outcome()
        if outcome is None:
            raise errors.OutcomeWrong("by the rules the game has not ended")
        if outcome != entry.body["outcome"]:
            raise errors.OutcomeWrong(f"by the rules the outcome is {outcome}")
