"""Holding a log against a replay of the rules: the dice that were due, the lines applied, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.commitments.standing_papers import StandingPapers
from pbem.log.due_rolls import Due, Given, due_of_item
from pbem.log.player_exits import reports_lines
from pbem.log.replay_protocol import Replay, ReplayCourse, Says
from pbem.log.roll_batches import Batch
from pbem.reason_codes import Code


class RuleCheck:
    """One replay beside one walk, fed with entries that the walk has found good.

    `knows` gives all lines of a side's standing paper to who has them: the log is held against these.
    `pending` is what the entry that opened the latest batch does: the referee rolls with it.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.pending: ReplayCourse
        self._applied = 0
        self.knows: Callable[[str, int], Sequence[str] | None] = lambda _side, _number: None
        self._open = 0
        """Lines that the entry which opened the latest batch shows in clear."""

    def begin(self, charter: Entry) -> None:
        """Hand the charter to the replay."""
        self._replay.begin(charter)

    @property
    def has_closed_orders(self) -> bool:
        """Whether orders stay closed in this game."""
        return self._replay.has_closed_orders

    def waiting_roles(self) -> tuple[str, ...]:
        """The roles that owe a decision, as the rules say."""
        return self._replay.waiting_roles()

    def is_over(self) -> bool:
        """Whether the game is over, as the rules say."""
        return self._replay.outcome() is not None

    def take(
        self,
        entry: Entry,
        before: Batch | None,
        batch: Batch | None,
        rolled: Sequence[tuple[bodies.Item, Given]],
        standings: StandingPapers,
    ) -> None:
        """Take in an entry with the open batch before and after it.

        Raises `rules-refuse`, `roll-rules`, `standing-wrong`, `applied-wrong` or `outcome-wrong`.
        """
        if self._replay.has_closed_orders:
            _refuse_open(entry)
        says = standing_lines_in(entry, standings)

        def knows(side: str) -> Sequence[str] | None:
            return self.knows(side, standings.named.get(side, 0))

        if isinstance(entry.body, bodies.Claim):
            self._check_claim(entry, entry.body, before)
        match entry.body:
            case bodies.Ack(burnt=str()):
                pass  # it moves nothing: dice that are due still are
            case bodies.End() as end:
                self._check_outcome(end)
            case bodies.RestsOpening():
                self._check_over()
            case bodies.Roll() as roll:
                self._answer(entry, roll, [(due_of_item(item), given) for item, given in rolled], standings)
            case bodies.Ack() as ack if before and not batch:
                self._answer(entry, ack, (), standings)
            case bodies.Rollback(to=to):
                self._replay.rollback(entry, to)
            case _ if batch is not None and before is None:
                self._check_opener(entry)
                self.pending = ReplayCourse(
                    self._replay.advance(entry), _say_nothing if standings.refereed else says, knows
                )
                self._open = len(bodies.lines_of(entry.body)) if isinstance(entry.body, bodies.Move) else 0
            case body if not isinstance(body, bodies.Ack):
                course, effects = ReplayCourse(self._replay.advance(entry), says, knows), self._effects(body)
                self._applied = course.finish(says, lines=effects)
                _check_told(course, effects)
                _check_used(entry, course, standings)

    def try_out(self, entry: Entry) -> None:
        """Take in an entry up to its first roll; raises `rules-refuse`."""
        ReplayCourse(self._replay.advance(entry), _say_nothing)

    def foresee(self, entry: Entry, says: Says) -> ReplayCourse:
        """What an entry that opens no batch would do if sides had said this beforehand; changes nothing."""
        return ReplayCourse(self._replay.copy().advance(entry), says)

    def eliminated_roles(self, before: frozenset[str]) -> tuple[str, ...]:
        """Who is out by the rules and was not before."""
        return tuple(role for role in self._replay.eliminated_roles if role not in before)

    def check_eliminated(self, entry: Entry, before: frozenset[str]) -> None:
        """Raise `out-wrong` unless an entry that ends what was going on names who is out by it."""
        body = entry.body
        if not isinstance(body, bodies.ReportingBody) or not reports_lines(entry):
            return
        due = self.eliminated_roles(before)
        if bodies.out_of(body) != due:
            said = f"the rules put out {' and '.join(due)}" if due else "by the rules nobody is out by this"
            raise errors.LogFault(Code.OUT_WRONG, said)

    def _check_claim(self, entry: Entry, claim: bodies.Claim, batch: Batch | None) -> None:
        """A game is claimed against a side that owes something by one that owes nothing; who has to answer an
        order owes its dice."""
        owing = (batch.closer,) if batch else self._replay.waiting_roles()
        kinds = (deadlines.ORDER,) if batch else self._replay.deadline_kinds(claim.role)
        if claim.role not in owing or entry.author in owing:
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION,
                f"{entry.author} cannot claim the game against {claim.role}: "
                f"{' and '.join(owing) or 'nobody'} must act now",
            )
        if claim.kind not in kinds:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                f"{claim.role} must act now, but the kind is {' or '.join(kinds)}, not {claim.kind}",
            )

    def _check_opener(self, entry: Entry) -> None:
        """The rules name the one party that may open the next dice: which of two opens would else be a choice
        of dice."""
        owing = self._replay.waiting_roles()
        if isinstance(entry.body, bodies.Ack) and entry.author not in owing:
            raise errors.LogFault(
                Code.LINK_NOT_DUE,
                f"{entry.author} may not open the next dice: {' and '.join(owing) or 'nobody'} may",
            )

    def _answer(
        self,
        entry: Entry,
        said: bodies.Roll | bodies.Ack,
        rolled: Sequence[tuple[Due, Given]],
        standings: StandingPapers,
    ) -> None:
        lines = [line for _, line in said.used.lines] if said.used else []
        effects = self._effects(said)
        if lines and self._replay.has_closed_orders:
            raise errors.LogFault(Code.EFFECT_WRONG, "orders are closed here: no line is opened")
        self._applied = self.pending.finish(standing_lines_in(entry, standings), rolled, lines or effects)
        _check_used(entry, self.pending, standings)
        self._check_applied(said)
        if self._replay.has_closed_orders:
            _check_told(self.pending, effects)
            return
        if self.pending.opened[: len(lines)] != lines or (lines and self._open + len(lines) != self._applied):
            raise errors.LogFault(
                Code.APPLIED_WRONG,
                f"{count_noun(len(lines), 'closed line')} opened; the rules use "
                f"{self._applied - self._open} here",
            )

    def _effects(self, body: bodies.Body) -> tuple[str, ...]:
        """What an entry tells of closed orders; raises `effect-wrong` in a game that has none."""
        effects = bodies.effects_of(body)
        if effects and not self._replay.has_closed_orders:
            raise errors.LogFault(Code.EFFECT_WRONG, "in this game no order stays closed")
        return effects

    def _check_applied(self, said: bodies.Roll | bodies.Ack) -> None:
        if said.applied != self._applied:
            raise errors.LogFault(
                Code.APPLIED_WRONG,
                f"{count_noun(said.applied, 'line')} applied; the rules apply {self._applied} here",
            )

    def _check_over(self) -> None:
        """What nobody used is opened when it can tell nobody anything any more."""
        if not self.is_over():
            raise errors.LogFault(
                Code.RULES_REFUSE, "closed lines that were not used are opened when the game is over"
            )

    def _check_outcome(self, end: bodies.End) -> None:
        outcome = self._replay.outcome()
        if outcome is None:
            raise errors.LogFault(Code.OUTCOME_WRONG, "by the rules the game has not ended")
        said = outcome.keys() & {"reason"}  # wording, which a game outlives
        reason = {name: end.outcome[name] for name in said if isinstance(end.outcome.get(name), str)}
        if {**outcome, **reason} != end.outcome:
            raise errors.LogFault(Code.OUTCOME_WRONG, f"by the rules the outcome is {outcome}")


def _say_nothing(_number: int, _side: str) -> None:
    """Where there is a referee only his answer tells what was said beforehand."""


def standing_lines_in(entry: Entry, standings: StandingPapers) -> Says:
    """What sides have said beforehand for the decisions in an entry, by the log."""
    if not standings.refereed:
        return lambda _, side: standings.is_clear(side)
    used = entry.body.stood if isinstance(entry.body, bodies.LineUser) else None
    uses = {decision: use for use in used or () for decision in use.decisions}

    def says(number: int, side: str) -> Sequence[str]:
        use = uses.get(number)
        return (use.line,) if use is not None and use.side == side else ()

    return says


def _check_used(entry: Entry, course: ReplayCourse, standings: StandingPapers) -> None:
    """Raise `standing-wrong` unless each line that was shown has decided what it is said to have decided."""
    if not standings.refereed or not isinstance(entry.body, bodies.LineUser):
        return
    picked = {number: (it.side, it.picked) for number, it in enumerate(course.said) if it.picked}
    for use in entry.body.stood or ():
        for decision in use.decisions:
            if picked.pop(decision, None) != (use.side, use.line):
                raise errors.LogFault(
                    Code.STANDING_WRONG,
                    f"`{use.line}` of {use.side} does not answer decision {decision} of this entry",
                )
    if picked:
        side, line = next(iter(picked.values()))
        raise errors.LogFault(Code.STANDING_WRONG, f"`{line}` of {side} is used and not shown")


def _refuse_open(entry: Entry) -> None:
    """Raise `rules-refuse` for what has no place where orders stay closed: seals, and lines of standing
    orders that are shown. What they decide is told by its effect."""
    body = entry.body
    shown = isinstance(body, bodies.LineUser) and body.stood is not None
    if isinstance(body, bodies.Seal) or shown:
        what = "line of standing orders" if shown else "seal"
        raise errors.LogFault(Code.RULES_REFUSE, f"orders are closed here: a {what} has no place in an entry")


def _check_told(course: ReplayCourse, effects: Sequence[str]) -> None:
    """Raise `effect-wrong` unless each effect in an entry is one that the rules asked for."""
    if tuple(course.opened) != tuple(effects):
        raise errors.LogFault(
            Code.EFFECT_WRONG,
            f"{count_noun(len(effects), 'effect')}; the rules ask for {len(course.opened)} here",
        )
