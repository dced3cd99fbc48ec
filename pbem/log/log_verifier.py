"""Walking a log from the charter to its head, one entry after another: what a referee asks before appending.

It needs no rules and no trust; the rules join in through a `Replay`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log import deadlines, entry_checks, mail_word_sides, roll_batches
from pbem.log.chain_rotation import ChainRotation
from pbem.log.commitments.closed_lines import ClosedLines
from pbem.log.commitments.seals import Seals
from pbem.log.commitments.seat_news import SeatNews
from pbem.log.commitments.secret_cards import SecretCards
from pbem.log.commitments.standing_papers import StandingPapers
from pbem.log.entry_checks import Fork, Step
from pbem.log.lazy_list import LazyList
from pbem.log.parties import Parties, PartiesState, Party
from pbem.log.player_exits import PlayerExits
from pbem.log.replay_protocol import Replay
from pbem.log.roll_batches import Batch
from pbem.log.rule_check import RuleCheck
from pbem.log.verdict import RecomputedRoll, Status, Verdict, WaitingRoles
from pbem.reason_codes import Code
from pbem.secrets.card_packs import Source


@dataclass(frozen=True, slots=True)
class VerifierState:
    """What is known of a log after entry `seq`, where no batch is open, beside its entries and the rules."""

    seq: int
    rolls: LazyList[RecomputedRoll]
    head: str
    game: str
    k: int
    ended: bool
    time: int | None
    published: str | None
    over: tuple[int, int | None] | None
    word: tuple[int, tuple[str, ...]]
    course: list[int]
    parties: PartiesState
    cards: SecretCards
    renewals: ChainRotation
    closings: ClosedLines
    standings: StandingPapers
    named: dict[int, Mapping[str, int]]
    seals: Seals
    exits: PlayerExits
    news: SeatNews


class LogVerifier:
    """The state of a log as far as it was read: parties, chains, open batch, dice and cards so far.

    `entries` as they came, `history` what they say. `published`: the referee's secret, once he has opened it.
    `named`: the standing papers that count for what an entry does, by its number.
    `receipted`: the digests of standing papers, by side and number, that its reader was shown receipts of.
    `is_refused`: whether its reader was shown a refusal that binds of an entry, by the party that answers it.
    """

    def __init__(self, replay: Replay | None = None) -> None:
        self.entries = LazyList[SignedEntry]()
        self.history = LazyList[Entry]()
        self.rolls = LazyList[RecomputedRoll]()
        self.head = self.game = ""
        self.k = 0
        self.batch: Batch | None = None
        self.ended = False
        self.sound = True
        self.time: int | None = None
        self.parties: Parties
        self.cards: SecretCards
        self.published: str | None = None
        self.current: Entry | None = None
        self.renewals: ChainRotation
        self.closings: ClosedLines
        self.standings: StandingPapers
        self.named: dict[int, Mapping[str, int]] = {}
        self.receipted: Mapping[tuple[str, int], str] = MappingProxyType({})
        self.is_refused: Callable[[LogVerifier, VerifiedEntry], bool] = _know_no_refusal
        self.seals: Seals
        self.exits = PlayerExits()
        self.news = SeatNews()
        self.course: list[int] = []
        self.rules = RuleCheck(replay) if replay else None
        self._over: tuple[int, int | None] | None = None
        self._word: tuple[int, tuple[str, ...]] = (0, ())
        """How many entries were looked through for sides by mail word, and which those are."""

    def copy(self) -> LogVerifier:
        """The same verifier where it stands, to take another entry in; of one without a replay."""
        made = copy.copy(self)
        made.entries, made.history = self.entries.copy(), self.history.copy()
        made.rolls, made.course, made.named = self.rolls.copy(), [*self.course], {**self.named}
        made.parties, made.renewals = self.parties.copy(), self.renewals.copy()
        made.closings, made.news = self.closings.copy(), self.news.copy()
        made.seals, made.exits = self.seals.copy(), self.exits.copy()
        return made

    def copy_without_rules(self) -> LogVerifier:
        """A verifier of the same log that no rules go beside."""
        made = self.copy()
        made.rules, made._over = None, None
        return made

    def state(self) -> VerifierState | None:
        """Where it stands, to be written down; None in the middle of something."""
        if self.batch is not None or not self.entries or not self.sound:
            return None
        _, entries = self.by_word, self.entries  # the former is looked up once, while all can be read
        entries.serialize_and_drop(SignedEntry.to_record, SignedEntry.from_record)
        self.history.serialize_and_drop(lambda entry: entry.seq, lambda seq: Entry.decode(entries[seq].data))
        return VerifierState(
            len(self.entries) - 1, self.rolls, self.head, self.game, self.k, self.ended, self.time,
            self.published, self._over, self._word, self.course, self.parties.state(), self.cards,
            self.renewals, self.closings, self.standings, self.named, self.seals, self.exits, self.news,
        )  # fmt: skip

    @classmethod
    def resume(
        cls, state: VerifierState, entries: LazyList[SignedEntry], replay: Replay | None = None
    ) -> LogVerifier:
        """The verifier that stood here after these entries of the log, to the byte, and found them all good;
        the replay stands there too."""
        verifier = cls(replay)
        verifier.entries = entries
        verifier.history = LazyList.from_serialized(
            range(len(entries)), lambda seq: Entry.decode(entries[seq].data)
        )
        verifier.rolls, verifier.head, verifier.game, verifier.k = (
            state.rolls,
            state.head,
            state.game,
            state.k,
        )
        verifier.ended, verifier.time, verifier.published = state.ended, state.time, state.published
        verifier._over, verifier.course, verifier.named = state.over, state.course, {**state.named}
        verifier._word = state.word
        verifier.parties = Parties.resume(verifier.history[0], state.game, state.parties)
        verifier.cards, verifier.renewals, verifier.closings = state.cards, state.renewals, state.closings
        verifier.standings, verifier.seals = state.standings, state.seals
        verifier.exits, verifier.news = state.exits, state.news
        return verifier

    def apply(self, verified: VerifiedEntry) -> Entry:
        """Take the next entry in; raises the PbemError that says why not.

        A refused entry leaves the verifier as it was. Only one that the replay's rules have refused does not:
        the verifier is no longer `sound` then, and one starts again.
        """
        self.current = entry = verified.entry
        if self.entries:
            self._commit(entry_checks.run_checks(entry_checks.WHOLE, Step(self, verified)))
        else:
            self._begin(verified)
        self.entries.append(verified.signed)
        self.history.append(entry)
        if self.batch is None:
            self.course.append(entry.seq)
        self.head = verified.head
        self.time = self.time if entry.stated_time is None else entry.stated_time
        if self.rules is None or not self.rules.is_over():
            self._over = None
        elif self._over is None:
            self._over = entry.seq, self.time
        self.current = None
        return entry

    def _begin(self, charter: VerifiedEntry) -> None:
        self.parties = Parties(charter)
        deadlines.check_moments(self.parties.charter, charter.entry)
        self.game = charter.head
        self.cards = SecretCards(self.game, self.parties.commitment())
        self.renewals = ChainRotation(self.game, self.parties.roles)
        self.standings = StandingPapers.begin(self.parties)
        self.seals = Seals(self.game)
        self.closings = ClosedLines(self.game)
        if self.rules:
            self.rules.begin(charter.entry)

    @property
    def withheld(self) -> tuple[int, int | None] | None:
        """The entry with which, by the rules, the game was over, and its time, if the referee has not opened
        and ended it: nobody can check then what was hidden. Not known without the rules."""
        return None if self.ended or not self.parties.has_referee else self._over

    def check_draft(self, verified: VerifiedEntry) -> Entry:
        """Check an order without a link as if it were locked; raises as `step`, and changes no log.

        The replay has taken the lines before the first roll: start again for anything else.
        """
        self.current = entry = verified.entry
        step = entry_checks.run_checks(entry_checks.DRAFTED, Step(self, verified))
        if self.batch is not None or self.renewals.next_role is not None:
            entry_checks.run_checks((entry_checks.check_course,), step)
        entry_checks.run_checks((entry_checks.check_closings,), step)
        if self.rules:
            self.rules.try_out(entry)
        return entry

    def check_shared(self, verified: VerifiedEntry) -> None:
        """Check an entry that some of its signers (`parties.SHARED`) have yet to sign; changes nothing.

        Raises what `step` would raise, but for the signatures that are missing or in another order.
        """
        self.current = verified.entry
        entry_checks.run_checks(entry_checks.GATHERED, Step(self, verified))
        self.current = None

    @property
    def entries_before_batch(self) -> Sequence[Entry]:
        """The entries before the order that waits for its answer; all, if none does."""
        return self.history[: self.batch.seq] if self.batch else self.history

    def check_place(self, verified: VerifiedEntry) -> None:
        """Raise what is wrong with the place of an entry: Fork, if its author has signed another there."""
        entry_checks.run_checks(entry_checks.PLACE, Step(self, verified))

    def refuses(self, verified: VerifiedEntry) -> bool:
        """Whether its reader was shown a refusal or a receipt by which this entry stays out."""
        return self.is_refused(self, verified)

    def source(self, batch: Batch, link: str) -> Source:
        """Where the random numbers of the open batch come from, with its closer's `link`."""
        return roll_batches.source(batch, self.k + 1, link, self.renewals.base, self.parties)

    def _commit(self, step: Step) -> None:
        """Take in an entry that has passed every check."""
        entry, before = step.entry, self.batch
        self.closings.take(entry, before)
        self.standings = step.standings
        self.named[entry.seq] = step.standings.named
        self.batch = step.batch
        match entry.body:
            case bodies.Seal() | bodies.Open():
                self.seals.take(entry, self.parties)
            case bodies.Resign():
                self.exits.take(entry)
        if isinstance(entry.body, bodies.ReportingBody):
            self.news.take(entry, before, self.parties)
            self.exits.take(entry)
        match entry.body:
            case bodies.Ack(burnt=str() as burnt):
                self.renewals.burn(entry.author, burnt)
            case bodies.Substitute(role=role) as newcomer:
                keys = (self.parties[role].key, Party.from_person(newcomer).key)
                self.standings = self.standings.replace_party(entry.seq, role, *keys)
                self.renewals.begin(role, [each for each in self.parties.active if each != role])
            case bodies.Roll():
                self.batch = None
                self.k += 1
            case bodies.Rollback(to=to):
                self.course = [seq for seq in self.course if seq <= to]
                self.seals.roll_back(to)
                self.standings = self.standings.roll_back(to, entry.seq)
                self.exits.roll_back(to)
            case bodies.End(secret=secret):
                self.ended, self.published = True, secret
        self.parties.out = self.exits.roles
        self.cards = step.cards
        if isinstance(entry.body, bodies.Roll):
            self.rolls.extend(_open_rolls(entry, entry.body))
        author = Party.from_person(entry.body) if isinstance(entry.body, bodies.Substitute) else step.author
        self.parties.update(author)

    @property
    def by_word(self) -> tuple[str, ...]:
        """The sides that play, or have played, by mail word."""
        newer = mail_word_sides.sides(self.history[self._word[0] :])
        self._word = len(self.history), tuple(dict.fromkeys((*self._word[1], *newer)))
        return self._word[1]

    def verdict(self) -> Verdict:
        """What the log comes to if it ends here."""
        if not self.entries:
            return self.break_verdict(errors.LogFault(Code.EMPTY_LOG, "an empty log: there is no charter"))
        count = len(self.entries)
        so_far = (
            f"{count_noun(count, 'entry')} and {count_noun(len(self.rolls), 'roll')} hold, "
            f"head {self.head[:8]}"
        )
        if self.parties.charter.is_simulated:
            so_far += " (simulated: who made it knew all its dice)"
        so_far += "".join(f"; {said}" for said in (*self._describe_claim(), *self.unjustly_late()))
        if lost := ", ".join(self._list_lost()):
            so_far += f"; what {lost} closed is lost, as all have signed: nobody can check its use"
        rolls, word = tuple(self.rolls), self.by_word
        whole = Verdict(Status.HOLDS, "holds", so_far, count, self.head, rolls=rolls, word=word)
        if self.ended:
            return whole
        roles = self.rules.waiting_roles() if self.rules else ()
        since = count - 1
        if burner := self.renewals.next_role:
            roles = (burner,)
        elif self.batch:
            roles, since = (self.batch.closer,), self.batch.seq
        waiting = WaitingRoles(roles, since, self.time)
        whom = " and ".join(roles) or "the next move"
        message = f"{so_far}; the game has not ended: waiting for {whom} since entry {since}"
        if self.withheld is not None:
            return replace(whole, **self._withheld(so_far, *self.withheld))
        return replace(whole, status=Status.INCOMPLETE, code="incomplete", message=message, waiting=waiting)

    def _describe_claim(self) -> Iterator[str]:
        """By whom a game that was claimed was claimed, as its last entry says."""
        match self.history[-1].body:
            case bodies.Claim(role=role):
                yield f"the game is claimed against {role}, by the word of all others"
            case bodies.End(
                outcome={"level": deadlines.CLAIMED, "winner": winner, "claimed": list() as sides}
            ):
                by = " and ".join(map(str, sides)) or "nobody"
                yield (
                    f"claimed by {by}, who waited"
                    if winner
                    else f"unfinished, claimed by {by}, won by nobody"
                )

    def _list_lost(self) -> Iterator[str]:
        yield from (f"entry {seq}" for seq in sorted(self.closings.lost))
        yield from (f"paper {number} of {side}" for side, number in sorted(self.closings.papers_lost))

    @staticmethod
    def _withheld(so_far: str, since: int, time: int | None) -> dict[str, Any]:
        """How a game stands whose end is withheld: it never holds."""
        return {
            "status": Status.INCOMPLETE,
            "code": Code.AUDIT_WITHHELD,
            "message": f"{so_far}; audit withheld since {deadlines.format_since(since, time)}: by "
            "the rules the "
            "game is over, but the referee has not opened what is hidden and ended it",
            "waiting": WaitingRoles((REFEREE,), since, time),
        }

    def unjustly_late(self) -> list[str]:
        """Each `late`, of either form, of a side whose entry for that very place another party says it had
        been shown."""
        seen = [
            (proof.author, proof.seq, entry.author)
            for entry in self.history
            for proof in bodies.seen_in(entry.body)
            if proof.author != entry.author
        ]
        return [
            f"entry {entry.seq} says that {entry.body.role} was late although out since: {witness} was "
            f"shown the entry of {role} for that place"
            for entry in self.history
            if isinstance(entry.body, bodies.Lateness | bodies.Silence)
            for role, seq, witness in seen
            if (role, seq) == (entry.body.role, entry.seq)
        ]

    def break_verdict(self, error: errors.PbemError) -> Verdict:
        """The verdict when `error` was raised by the entry after those that it has taken in."""
        count = len(self.entries)
        where = str(self.current) if self.current else f"entry {count}"
        seq = self.current.seq if isinstance(error, Fork) and self.current else count
        conflict = error.conflict if isinstance(error, Fork) else ()
        return Verdict(
            Status.BROKEN,
            error.code,
            f"{where}: {error}",
            count,
            self.head,
            seq,
            conflict,
            None,
            tuple(self.rolls),
            self.by_word,
        )


def _know_no_refusal(_walk: LogVerifier, _verified: VerifiedEntry) -> bool:
    """Nobody has shown a refusal."""
    return False


def _open_rolls(entry: Entry, roll: bodies.Roll) -> Iterator[RecomputedRoll]:
    """What of a roll everybody can work out: its dice and open shuffles; what for, in its author's word."""
    for item in roll.rolls:
        if isinstance(item, bodies.DiceItem | bodies.ShuffleItem):
            sides = item.sides if isinstance(item, bodies.DiceItem) else 0
            yield RecomputedRoll(entry.seq, roll.k, item.label, item.rule, sides, item.values, entry.author)
