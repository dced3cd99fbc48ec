"""The checks of an entry against the log before it: a numbered list, in the order of the protocol.

Each check is a function with the reason codes that it raises and the requirement in a sentence; the first
that fails is the one that a refusal names. A check may note on the `Step` what a later one needs: the author
as it stands after its link, the open batch, the dice as the seeds give them. None of them changes the log
or a file. `pbem docs formats` is the norm of every one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol, TypeAlias

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import bodies
from pbem.entry.bodies import Body
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, trust_walked
from pbem.keys.openssh_keys import PublicKey
from pbem.log import deadlines, roll_batches
from pbem.log.chain_rotation import ChainRotation
from pbem.log.commitments.closed_lines import ClosedLines
from pbem.log.commitments.seals import Seals
from pbem.log.commitments.seat_news import SeatNews
from pbem.log.commitments.secret_cards import SecretCards
from pbem.log.commitments.standing_papers import StandingPapers
from pbem.log.due_rolls import Given
from pbem.log.lazy_list import LazyList
from pbem.log.parties import SHARED, Parties, Party
from pbem.log.player_exits import PlayerExits
from pbem.log.roll_batches import Batch
from pbem.log.rule_check import RuleCheck
from pbem.reason_codes import Code
from pbem.secrets.card_packs import Source


class Fork(errors.LogFault):
    """Two different entries, both signed, at one seq: `conflict` holds both."""

    def __init__(self, message: str, conflict: tuple[SignedEntry, SignedEntry]) -> None:
        super().__init__(Code.FORK, message)
        self.conflict = conflict


class LogBefore(Protocol):
    """The log before an entry, as a verifier has it: what the checks look at."""

    entries: LazyList[SignedEntry]
    history: LazyList[Entry]
    head: str
    game: str
    batch: Batch | None
    ended: bool
    sound: bool
    time: int | None
    parties: Parties
    cards: SecretCards
    renewals: ChainRotation
    closings: ClosedLines
    standings: StandingPapers
    seals: Seals
    exits: PlayerExits
    news: SeatNews
    course: list[int]
    rules: RuleCheck | None
    receipted: Mapping[tuple[str, int], str]

    @property
    def entries_before_batch(self) -> Sequence[Entry]:
        """The entries before the order that waits for its answer; all, if none does."""
        ...

    def refuses(self, verified: VerifiedEntry) -> bool:
        """Whether the reader was shown that the party which answers it must never take this entry in."""
        ...

    def source(self, batch: Batch, link: str) -> Source:
        """Where the random numbers of the open batch come from, with its closer's `link`."""
        ...


@dataclass(slots=True)
class Step:
    """One entry on its way into a log, and what its checks have found so far."""

    verifier: LogBefore
    verified: VerifiedEntry
    entry: Entry = field(init=False)
    """What the entry says."""
    author: Party = field(init=False)
    """The author after what the entry shows of its chain."""
    batch: Batch | None = None
    """The open batch after the entry (for a roll: the one that it answers)."""
    standings: StandingPapers = field(init=False)
    rolled: Sequence[tuple[bodies.Item, Given]] = ()
    """The items of a roll, each with what the seeds give."""
    cards: SecretCards = field(init=False)

    def __post_init__(self) -> None:
        self.entry, self.cards = self.verified.entry, self.verifier.cards


Checking: TypeAlias = Callable[[Step], None]


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One requirement: its place in the order, the codes of its refusals, its demand, and the kinds of
    bodies that it is asked of (none: of every entry)."""

    number: int
    codes: tuple[Code, ...]
    demands: str
    of: tuple[type[Body], ...]
    run: Checking

    @property
    def name(self) -> str:
        """The name of the function that runs it."""
        return self.run.__name__


CHECKS: Final[list[Check]] = []
"""All of them, in order."""


def requires(demands: str, *codes: Code, of: tuple[type[Body], ...] = ()) -> Callable[[Checking], Check]:
    """Put a function on the list, behind those before it."""

    def listed(run: Checking) -> Check:
        made = Check(len(CHECKS) + 1, codes, demands, of, run)
        CHECKS.append(made)
        return made

    return listed


# --- the place ---------------------------------------------------------------------------------------------


@requires("An entry stands in the log once.", Code.REPEATED_ENTRY)
def check_repeated(step: Step) -> None:
    verifier, entry = step.verifier, step.entry
    if entry.seq < len(verifier.entries) and verifier.entries[entry.seq].data == step.verified.signed.data:
        raise errors.RepeatedEntry(f"{entry} is in the log already")


@requires("A log has one charter, its first entry.", Code.CHARTER_MISPLACED, of=(bodies.Charter,))
def check_second_charter(_: Step) -> None:
    raise errors.LogFault(Code.CHARTER_MISPLACED, "a second charter; another game needs its own log")


@requires("`game` is the head of the charter.", Code.WRONG_GAME)
def check_game(step: Step) -> None:
    entry, verifier = step.entry, step.verifier
    if entry.game != verifier.game:
        raise errors.LogFault(
            Code.WRONG_GAME, f"belongs to game {entry.game[:8]}; this log is game {verifier.game[:8]}"
        )


@requires(
    "The place is free; else the entry came too late, or its author has signed two for one place.",
    Code.WRONG_SIGNER,
    Code.OVERTAKEN,
    Code.FORK,
)
def check_taken_place(step: Step) -> None:
    verifier, verified, entry = step.verifier, step.verified, step.entry
    if entry.seq >= len(verifier.entries):
        return
    if not verifier.parties.know_keys(verified.signers):
        raise errors.LogFault(Code.WRONG_SIGNER, "signed with a key that no party of this game has had")
    before = verifier.history[entry.seq]
    first = trust_walked(verifier.entries[entry.seq])
    verifier.parties.refuse_former(verified)
    # An author cannot take a shared entry back that goes round: an entry of the author alone may come first.
    shared = isinstance(entry.body, SHARED)
    if (before.author != entry.author or shared) and not _has_signed_both(verifier, first, verified):
        raise errors.LogFault(
            Code.OVERTAKEN, f"{before} came first: this {entry.type} must be signed for a later place"
        )
    if (
        entry.author in verifier.parties.sides
        and verifier.parties.has_referee
        and before.content == entry.content
    ):
        raise errors.LogFault(
            Code.OVERTAKEN, f"{before} says the same and stands in the log; this one states another time"
        )
    if verifier.refuses(first) or verifier.refuses(verified):
        # The answerer must never take in an entry that it has refused by a paper that binds, or left out of a
        # receipt, so no dice came of it between which its author could choose.
        raise errors.LogFault(
            Code.OVERTAKEN,
            f"{before} took this place, and a refusal or a receipt of the party that answers speaks of "
            "one of the two: nobody is accused of signing both",
        )
    raise Fork(
        f"two entries at seq {entry.seq}: {before} with head {first.head[:8]} "
        f"and {entry} with head {verified.head[:8]}",
        (first.signed, verified.signed),
    )


def _has_signed_both(verifier: LogBefore, first: VerifiedEntry, second: VerifiedEntry) -> bool:
    """Whether an author of an entry that stands at a place has completed another there, or the author of
    the second one that which stands: without a referee who has to act signs last, and then nothing else."""
    own, shared = sorted((first, second), key=lambda each: isinstance(each.entry.body, SHARED))
    if verifier.parties.has_referee or isinstance(own.entry.body, SHARED):
        return False
    mine = isinstance(shared.entry.body, SHARED) and own.entry.author != shared.entry.author
    return mine and any(verifier.parties.had_key(own.entry.author, key) for key in shared.signers)


@requires("`seq` is the next number.", Code.WRONG_SEQ)
def check_number(step: Step) -> None:
    entry, count = step.entry, len(step.verifier.entries)
    if entry.seq != count:
        raise errors.WrongSeq(f"seq {entry.seq} where {count} is next; entries are missing")


@requires("`prev` is the head of the entry before.", Code.WRONG_PREV)
def check_head(step: Step) -> None:
    entry, here = step.entry, step.verifier.head
    if entry.prev != here:
        raise errors.LogFault(Code.WRONG_PREV, f"follows head {entry.prev[:8]}; the head here is {here[:8]}")


@requires("Nothing follows the end, and a claim nothing but the end that its author writes.", Code.AFTER_END)
def check_after_end(step: Step) -> None:
    newest, entry = step.verifier.history[-1], step.entry
    ends = isinstance(entry.body, bodies.End) and entry.author == newest.author
    if isinstance(newest.body, bodies.Claim) and not ends:
        raise errors.LogFault(
            Code.AFTER_END, f"the game has been claimed; nothing but the end by {newest.author} can follow"
        )
    if step.verifier.ended:
        raise errors.LogFault(Code.AFTER_END, "the game has ended; nothing can follow")


PLACE: Final = tuple(CHECKS)
"""Whether an entry may stand at its place, whoever has signed it."""


# --- the author --------------------------------------------------------------------------------------------


@requires(
    "Each party that signs such an entry has signed it with its key, and its author may write it.",
    Code.UNKNOWN_AUTHOR,
    Code.WRONG_SIGNER,
    Code.NOT_ENTITLED,
)
def check_author(step: Step) -> None:
    step.author = step.verifier.parties.check_author(step.verified)


@requires(
    "A link, revealed or burnt, is the next of its author's chain.",
    Code.LINK_NOT_DUE,
    Code.LINK_EXHAUSTED,
    Code.LINK_WRONG,
)
def check_link(step: Step) -> None:
    entry = step.entry
    burnt = entry.body.burnt if isinstance(entry.body, bodies.Ack) else None
    if burnt is None:
        step.author = step.author if entry.link is None else step.author.reveal(entry.link)
    elif entry.link is not None:
        raise errors.LogFault(Code.LINK_NOT_DUE, "a link is revealed or burnt, not both in one ack")
    else:
        step.author = step.author.burn(burnt)


# --- the course of dice ------------------------------------------------------------------------------------


@requires(
    "An open batch is answered before anything else, and links are burnt first for a new chain.",
    Code.BURN_DUE,
    Code.LINK_NOT_DUE,
    Code.LINK_MISSING,
    Code.APPLIED_WRONG,
    Code.ROLL_DUE,
    Code.ROLL_NOT_DUE,
    Code.NOT_ENTITLED,
)
def check_course(step: Step) -> None:
    verifier, entry, body = step.verifier, step.entry, step.entry.body
    step.batch = verifier.batch
    if isinstance(body, bodies.Claim) and verifier.batch is not None and body.role == verifier.batch.closer:
        step.batch = None  # the dice that it owes will never be rolled: nothing but the end follows
        return
    if isinstance(body, bodies.Ack) and body.burnt is not None:
        _check_burning(verifier, entry, body)
        return
    if isinstance(body, bodies.Substitute):
        verifier.renewals.refuse_other(body.role)
        if verifier.renewals.owing_roles or verifier.batch is None or body.role == verifier.batch.closer:
            return
    elif (burner := verifier.renewals.next_role) is not None:
        raise errors.LogFault(
            Code.BURN_DUE, f"{burner} must first burn a link, because another party has a new chain"
        )
    step.batch = roll_batches.advance_batch(verifier.batch, entry, verifier.parties)


def _check_burning(verifier: LogBefore, entry: Entry, ack: bodies.Ack) -> None:
    if entry.author != verifier.renewals.next_role:
        due = verifier.renewals.next_role
        why = f"{due} is next to burn one" if due else "nobody has a new chain"
        raise errors.LogFault(Code.LINK_NOT_DUE, f"no link is to be burnt here: {why}")
    if ack.applied != 0:
        raise errors.LogFault(Code.APPLIED_WRONG, "an ack that burns a link has `applied` 0")


@requires(
    "The times in a log never go back, but by a rollback that all sign.",
    Code.TIME_BACK,
    of=(bodies.TimedBody,),
)
def check_time(step: Step) -> None:
    entry, before = step.entry, step.verifier.time
    if entry.stated_time is None or before is None or isinstance(entry.body, bodies.Rollback):
        return
    if entry.stated_time < before:
        raise errors.LogFault(
            Code.TIME_BACK,
            f"it states {deadlines.format_time(entry.stated_time)}, before the "
            f"{deadlines.format_time(before)} of an earlier "
            "entry: a writer states the later of his clock and the last time in the log",
        )


@requires(
    "An entry with which times begin bears the moment at which each is over that ends at an hour.",
    Code.DUE_WRONG,
    of=(bodies.StartingBody,),
)
def check_moments(step: Step) -> None:
    deadlines.check_moments(step.verifier.parties.charter, step.entry)


# --- what was hidden ---------------------------------------------------------------------------------------


@requires(
    "A seal is the first for its choice, and an opening gives what was sealed.",
    Code.SEAL_WRONG,
    of=(bodies.Seal, bodies.Open),
)
def check_seals(step: Step) -> None:
    step.verifier.seals.check(step.entry)


@requires("News stand with effects, one digest for each player.", Code.NEWS_WRONG, of=(bodies.ReportingBody,))
def check_news(step: Step) -> None:
    if bodies.effects_of(step.entry.body) or bodies.news_of(step.entry.body):
        step.verifier.news.check(step.entry, step.verifier.parties)


@requires(
    "Roles that go out were in the game, and stand in the charter's order.",
    Code.OUT_WRONG,
    of=(bodies.ReportingBody,),
)
def check_exits(step: Step) -> None:
    if bodies.out_of(step.entry.body):
        step.verifier.exits.check(step.entry, step.verifier.parties)


@requires(
    "Closed lines are committed to with a referee, and opened as they were closed.",
    Code.LINES_CLOSED,
    Code.LINES_WRONG,
    Code.LINK_NOT_DUE,
    of=(bodies.Move, bodies.Ack, bodies.Roll, bodies.RestsOpening, bodies.Ruling, bodies.End),
)
def check_closings(step: Step) -> None:
    step.verifier.closings.check(step.entry, step.verifier.batch, step.verifier.parties.has_referee)


@requires("Standing papers are carried, named and used as their sides filed them.", Code.STANDING_WRONG)
def check_standing(step: Step) -> None:
    step.standings = step.verifier.standings.add_entry(step.entry, step.verifier.batch, step.batch)


# --- dice, the end, lateness, what several sign ------------------------------------------------------------


@requires(
    "A roll has the number of its batch and every value that the seeds give, cards among them.",
    Code.ROLL_NUMBER,
    Code.ROLL_VALUES,
    Code.DEAL_WRONG,
    of=(bodies.Roll,),
)
def check_dice(step: Step) -> None:
    verifier, entry = step.verifier, step.entry
    if isinstance(entry.body, bodies.Roll) and step.batch is not None:
        source = verifier.source(step.batch, str(entry.link))
        step.rolled = roll_batches.recompute(source, step.batch, entry.body)
        keys = {side: PublicKey(verifier.parties[side].key) for side in verifier.parties.sides}
        step.cards = verifier.cards.add_roll(entry.seq, entry.body, source, keys)


@requires(
    "An end opens the referee's secret, after all that was closed is open.",
    Code.LINES_CLOSED,
    Code.DEAL_WRONG,
    of=(bodies.End,),
)
def check_end(step: Step) -> None:
    verifier, body = step.verifier, step.entry.body
    if not isinstance(body, bodies.End):
        return
    # Where orders stay closed nobody has seen the standing orders either, until they are opened.
    if verifier.rules and verifier.rules.has_closed_orders and (sealed := verifier.closings.sealed_papers):
        raise errors.LogFault(
            Code.LINES_CLOSED,
            f"{count_noun(len(sealed), 'standing paper')} must still be opened, the first "
            f"is number {sealed[0][1]} of "
            f"{sealed[0][0]}: before the end the referee opens them all",
        )
    verifier.cards.open(body.secret)


@requires(
    "Nobody is late before the end of a time that the charter gives.",
    Code.LATE_TOO_EARLY,
    of=(bodies.Lateness,),
)
def check_lateness(step: Step) -> None:
    if isinstance(step.entry.body, bodies.Lateness):
        deadlines.check_late(step.verifier.history, step.entry.body)


@requires(
    "A shared entry fits the boxes that a new key opens, the places to go back to, the silence or claim.",
    Code.NOT_ENTITLED,
    Code.SEAL_WRONG,
    Code.ROLLBACK_WRONG,
    Code.LATE_TOO_EARLY,
    of=SHARED,
)
def check_shared(step: Step) -> None:
    verifier, entry = step.verifier, step.entry
    match entry.body:
        case bodies.Substitute() as newcomer:
            verifier.cards.refuse_new_key(Party.from_person(newcomer))
            verifier.seals.refuse_new_key(Party.from_person(newcomer))
            verifier.news.refuse_new_key(Party.from_person(newcomer))
        case bodies.Rollback(to=to):
            _check_rollback(verifier, to)
        case bodies.Ruling():
            verifier.closings.check(entry, verifier.batch, verifier.parties.has_referee)
        case bodies.Silence() as silent:
            deadlines.check_silent(verifier.history, silent)
        case bodies.Claim() as claim:
            deadlines.check_claim(verifier.entries_before_batch, claim)


def _check_rollback(verifier: LogBefore, to: int) -> None:
    if verifier.cards.commitment is not None:
        raise errors.LogFault(
            Code.ROLLBACK_WRONG,
            "players cannot forget what they have seen of hidden cards and orders: no taking back here",
        )
    if to not in verifier.course:
        last = ", ".join(map(str, verifier.course[-6:]))
        here = to < len(verifier.entries)
        why = "dice depend on it, or it was taken back before" if here else "the log has no such entry"
        raise errors.LogFault(
            Code.ROLLBACK_WRONG,
            f"the game cannot go back to entry {to}: {why}. The newest entries to which it can go "
            f"back are {last}",
        )


BY_LOG: Final = tuple(CHECKS)
"""All that a reader without rules asks."""


# --- the rules, and what the reader was shown --------------------------------------------------------------


@requires(
    "By the rules the lines are legal, the dice were due, and what is told of them is so.",
    Code.RULES_REFUSE,
    Code.LINE_REFUSED,
    Code.NOT_YOUR_DECISION,
    Code.ROLL_RULES,
    Code.APPLIED_WRONG,
    Code.STANDING_WRONG,
    Code.EFFECT_WRONG,
    Code.OUT_WRONG,
    Code.OUTCOME_WRONG,
)
def check_rules(step: Step) -> None:
    verifier = step.verifier
    if verifier.rules is None:
        return
    verifier.sound = False
    verifier.rules.take(step.entry, verifier.batch, step.batch, step.rolled, step.standings)
    verifier.rules.check_eliminated(step.entry, verifier.exits.roles)
    verifier.sound = True


@requires(
    "A standing paper is the one of which its reader was shown a receipt.", Code.FORK, of=(bodies.Carrier,)
)
def check_receipts(step: Step) -> None:
    step.standings.check_receipts(step.entry, step.verifier.receipted)


# --- entries that are not whole yet ------------------------------------------------------------------------


@requires(
    "A shared entry that is not whole bears keys of its signers alone.", Code.NOT_ENTITLED, Code.WRONG_SIGNER
)
def check_gathering(step: Step) -> None:
    step.verifier.parties.check_shared(step.verified)


WHOLE: Final = tuple(check for check in CHECKS if check is not check_gathering)
"""The checks of an entry that goes into the log."""
GATHERED: Final = (*PLACE, check_gathering, check_course, check_moments, check_shared)
"""Those of an entry that some of its signers have yet to sign."""
DRAFTED: Final = (*PLACE, check_author)
"""Those of a draft, before the verifier asks the rules."""


def run_checks(checks: tuple[Check, ...], step: Step) -> Step:
    """Ask those of these that concern a step, in order; raises what the first that fails does."""
    for check in _checks_for(checks, type(step.entry.body)):
        check(step)
    return step


@cache
def _checks_for(checks: tuple[Check, ...], body: type[Body]) -> tuple[Checking, ...]:
    """Those of these checks that are asked of such a body, in order."""
    return tuple(check.run for check in checks if not check.of or issubclass(body, check.of))
