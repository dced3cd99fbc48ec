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

from modules.amounts import counted
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.bodies import Body
from pbem.entry.border import VerifiedEntry, verified_before
from pbem.entry.entries import Entry, SignedEntry
from pbem.keys.openssh import PublicKey
from pbem.log import batches, deadlines
from pbem.log.batches import Batch
from pbem.log.by_rules import RuleCheck
from pbem.log.cards import Cards
from pbem.log.closings import Closings
from pbem.log.dues import Given
from pbem.log.exits import Exits
from pbem.log.news import News
from pbem.log.parties import SHARED, Parties, Party
from pbem.log.renewals import Renewals
from pbem.log.seals import Seals
from pbem.log.shelf import Shelf
from pbem.log.standing import Standings
from pbem.secret.packs import Source


class Fork(errors.LogFault):
    """Two different entries, both signed, at one seq: `conflict` holds both."""

    def __init__(self, message: str, conflict: tuple[SignedEntry, SignedEntry]) -> None:
        super().__init__(Code.FORK, message)
        self.conflict = conflict


class Before(Protocol):
    """The log before an entry, as a walk has it: what the checks look at."""

    entries: Shelf[SignedEntry]
    history: Shelf[Entry]
    head: str
    game: str
    batch: Batch | None
    ended: bool
    sound: bool
    time: int | None
    parties: Parties
    cards: Cards
    renewals: Renewals
    closings: Closings
    standings: Standings
    seals: Seals
    exits: Exits
    news: News
    course: list[int]
    rules: RuleCheck | None
    receipted: Mapping[tuple[str, int], str]

    def refuses(self, verified: VerifiedEntry) -> bool:
        """Whether the reader was shown that the party which answers it must never take this entry in."""
        ...

    def source(self, batch: Batch, link: str) -> Source:
        """Where the random numbers of the open batch come from, with its closer's `link`."""
        ...


@dataclass(slots=True)
class Step:
    """One entry on its way into a walk, and what its checks have found so far."""

    walk: Before
    verified: VerifiedEntry
    entry: Entry = field(init=False)
    """What the entry says."""
    author: Party = field(init=False)
    """The author after what the entry shows of its chain."""
    batch: Batch | None = None
    """The open batch after the entry (for a roll: the one that it answers)."""
    standings: Standings = field(init=False)
    rolled: Sequence[tuple[bodies.Item, Given]] = ()
    """The items of a roll, each with what the seeds give."""
    cards: Cards = field(init=False)

    def __post_init__(self) -> None:
        self.entry, self.cards = self.verified.entry, self.walk.cards


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
def repeated(step: Step) -> None:
    walk, entry = step.walk, step.entry
    if entry.seq < len(walk.entries) and walk.entries[entry.seq].data == step.verified.signed.data:
        raise errors.RepeatedEntry(f"{entry} is in the log already")


@requires("A log has one charter, its first entry.", Code.CHARTER_MISPLACED, of=(bodies.Charter,))
def second_charter(_: Step) -> None:
    raise errors.LogFault(Code.CHARTER_MISPLACED, "a second charter; another game needs its own log")


@requires("`game` is the head of the charter.", Code.WRONG_GAME)
def game(step: Step) -> None:
    entry, walk = step.entry, step.walk
    if entry.game != walk.game:
        raise errors.LogFault(
            Code.WRONG_GAME, f"belongs to game {entry.game[:8]}; this log is game {walk.game[:8]}"
        )


@requires(
    "The place is free; else the entry came too late, or its author has signed two for one place.",
    Code.WRONG_SIGNER,
    Code.OVERTAKEN,
    Code.FORK,
)
def taken_place(step: Step) -> None:
    walk, verified, entry = step.walk, step.verified, step.entry
    if entry.seq >= len(walk.entries):
        return
    if not walk.parties.known(verified.signers):
        raise errors.LogFault(Code.WRONG_SIGNER, "signed with a key that no party of this game has had")
    before = walk.history[entry.seq]
    first = verified_before(walk.entries[entry.seq])
    walk.parties.refuse_former(verified)
    # An author cannot take a shared entry back that goes round: an entry of the author alone may come first.
    shared = isinstance(entry.body, SHARED)
    if (before.author != entry.author or shared) and not _signed_both(walk, first, verified):
        raise errors.LogFault(
            Code.OVERTAKEN, f"{before} came first: this {entry.type} must be signed for a later place"
        )
    if entry.author in walk.parties.sides and walk.parties.refereed and before.says == entry.says:
        raise errors.LogFault(
            Code.OVERTAKEN, f"{before} says the same and stands in the log; this one states another time"
        )
    if walk.refuses(first) or walk.refuses(verified):
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


def _signed_both(walk: Before, first: VerifiedEntry, second: VerifiedEntry) -> bool:
    """Whether an author of an entry that stands at a place has completed another there, or the author of
    the second one that which stands: without a referee who has to act signs last, and then nothing else."""
    own, shared = sorted((first, second), key=lambda each: isinstance(each.entry.body, SHARED))
    if walk.parties.refereed or isinstance(own.entry.body, SHARED):
        return False
    mine = isinstance(shared.entry.body, SHARED) and own.entry.author != shared.entry.author
    return mine and any(walk.parties.had(own.entry.author, key) for key in shared.signers)


@requires("`seq` is the next number.", Code.WRONG_SEQ)
def number(step: Step) -> None:
    entry, count = step.entry, len(step.walk.entries)
    if entry.seq != count:
        raise errors.WrongSeq(f"seq {entry.seq} where {count} is next; entries are missing")


@requires("`prev` is the head of the entry before.", Code.WRONG_PREV)
def head(step: Step) -> None:
    entry, here = step.entry, step.walk.head
    if entry.prev != here:
        raise errors.LogFault(Code.WRONG_PREV, f"follows head {entry.prev[:8]}; the head here is {here[:8]}")


@requires("Nothing follows the end.", Code.AFTER_END)
def after_end(step: Step) -> None:
    if step.walk.ended:
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
def author(step: Step) -> None:
    step.author = step.walk.parties.check_author(step.verified)


@requires(
    "A link, revealed or burnt, is the next of its author's chain.",
    Code.LINK_NOT_DUE,
    Code.LINK_EXHAUSTED,
    Code.LINK_WRONG,
)
def link(step: Step) -> None:
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
def course(step: Step) -> None:
    walk, entry, body = step.walk, step.entry, step.entry.body
    step.batch = walk.batch
    if isinstance(body, bodies.Ack) and body.burnt is not None:
        _check_burning(walk, entry, body)
        return
    if isinstance(body, bodies.Substitute):
        walk.renewals.refuse_other(body.role)
        if walk.renewals.owing or walk.batch is None or body.role == walk.batch.closer:
            return
    elif (burner := walk.renewals.next) is not None:
        raise errors.LogFault(
            Code.BURN_DUE, f"{burner} must first burn a link, because another party has a new chain"
        )
    step.batch = batches.after(walk.batch, entry, walk.parties)


def _check_burning(walk: Before, entry: Entry, ack: bodies.Ack) -> None:
    if entry.author != walk.renewals.next:
        due = walk.renewals.next
        why = f"{due} is next to burn one" if due else "nobody has a new chain"
        raise errors.LogFault(Code.LINK_NOT_DUE, f"no link is to be burnt here: {why}")
    if ack.applied != 0:
        raise errors.LogFault(Code.APPLIED_WRONG, "an ack that burns a link has `applied` 0")


@requires(
    "The times in a log never go back, but by a rollback that all sign.", Code.TIME_BACK, of=(bodies.Timed,)
)
def time(step: Step) -> None:
    entry, before = step.entry, step.walk.time
    if entry.at is None or before is None or isinstance(entry.body, bodies.Rollback):
        return
    if entry.at < before:
        raise errors.LogFault(
            Code.TIME_BACK,
            f"it states {deadlines.when(entry.at)}, before the {deadlines.when(before)} of an earlier "
            "entry: a writer states the later of his clock and the last time in the log",
        )


# --- what was hidden ---------------------------------------------------------------------------------------


@requires(
    "A seal is the first for its choice, and an opening gives what was sealed.",
    Code.SEAL_WRONG,
    of=(bodies.Seal, bodies.Open),
)
def seals(step: Step) -> None:
    step.walk.seals.check(step.entry)


@requires("News stand with effects, one digest for each player.", Code.NEWS_WRONG, of=(bodies.Telling,))
def news(step: Step) -> None:
    if bodies.effects_of(step.entry.body) or bodies.news_of(step.entry.body):
        step.walk.news.check(step.entry, step.walk.parties)


@requires(
    "Roles that go out were in the game, and stand in the charter's order.",
    Code.OUT_WRONG,
    of=(bodies.Telling,),
)
def exits(step: Step) -> None:
    if bodies.out_of(step.entry.body):
        step.walk.exits.check(step.entry, step.walk.parties)


@requires(
    "Closed lines are committed to with a referee, and opened as they were closed.",
    Code.LINES_CLOSED,
    Code.LINES_WRONG,
    Code.LINK_NOT_DUE,
    of=(bodies.Move, bodies.Ack, bodies.Roll, bodies.Rests, bodies.Ruling, bodies.End),
)
def closings(step: Step) -> None:
    step.walk.closings.check(step.entry, step.walk.batch, step.walk.parties.refereed)


@requires("Standing papers are carried, named and used as their sides filed them.", Code.STANDING_WRONG)
def standing(step: Step) -> None:
    step.standings = step.walk.standings.after(step.entry, step.walk.batch, step.batch)


# --- dice, the end, lateness, what several sign ------------------------------------------------------------


@requires(
    "A roll has the number of its batch and every value that the seeds give, cards among them.",
    Code.ROLL_NUMBER,
    Code.ROLL_VALUES,
    Code.DEAL_WRONG,
    of=(bodies.Roll,),
)
def dice(step: Step) -> None:
    walk, entry = step.walk, step.entry
    if isinstance(entry.body, bodies.Roll) and step.batch is not None:
        source = walk.source(step.batch, str(entry.link))
        step.rolled = batches.recompute(source, step.batch, entry.body)
        keys = {side: PublicKey(walk.parties[side].key) for side in walk.parties.sides}
        step.cards = walk.cards.after(entry.seq, entry.body, source, keys)


@requires(
    "An end opens the referee's secret, after all that was closed is open.",
    Code.LINES_CLOSED,
    Code.DEAL_WRONG,
    of=(bodies.End,),
)
def end(step: Step) -> None:
    walk, body = step.walk, step.entry.body
    if not isinstance(body, bodies.End):
        return
    # Where orders stay closed nobody has seen the standing orders either, until they are opened.
    if walk.rules and walk.rules.closed and (sealed := walk.closings.sealed):
        raise errors.LogFault(
            Code.LINES_CLOSED,
            f"{counted(len(sealed), 'standing paper')} must still be opened, the first "
            f"is number {sealed[0][1]} of "
            f"{sealed[0][0]}: before the end the referee opens them all",
        )
    walk.cards.open(body.secret)


@requires(
    "Nobody is late before the end of a time that the charter gives.", Code.LATE_TOO_EARLY, of=(bodies.Late,)
)
def late(step: Step) -> None:
    if isinstance(step.entry.body, bodies.Late):
        deadlines.check_late(step.walk.history, step.entry.body)


@requires(
    "A shared entry fits the boxes that a new key opens, the places to go back to, the silence it states.",
    Code.NOT_ENTITLED,
    Code.SEAL_WRONG,
    Code.ROLLBACK_WRONG,
    Code.LATE_TOO_EARLY,
    of=SHARED,
)
def shared(step: Step) -> None:
    walk, entry = step.walk, step.entry
    match entry.body:
        case bodies.Substitute() as newcomer:
            walk.cards.refuse_new_key(Party.of(newcomer))
            walk.seals.refuse_new_key(Party.of(newcomer))
            walk.news.refuse_new_key(Party.of(newcomer))
        case bodies.Rollback(to=to):
            _check_rollback(walk, to)
        case bodies.Ruling():
            walk.closings.check(entry, walk.batch, walk.parties.refereed)
        case bodies.Silent() as silent:
            deadlines.check_silent(walk.history, silent)


def _check_rollback(walk: Before, to: int) -> None:
    if walk.cards.commitment is not None:
        raise errors.LogFault(
            Code.ROLLBACK_WRONG,
            "players cannot forget what they have seen of hidden cards and orders: no taking back here",
        )
    if to not in walk.course:
        last = ", ".join(map(str, walk.course[-6:]))
        here = to < len(walk.entries)
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
def rules(step: Step) -> None:
    walk = step.walk
    if walk.rules is None:
        return
    walk.sound = False
    walk.rules.take(step.entry, walk.batch, step.batch, step.rolled, step.standings)
    walk.rules.check_out(step.entry, walk.exits.roles)
    walk.sound = True


@requires(
    "A standing paper is the one of which its reader was shown a receipt.", Code.FORK, of=(bodies.Carrier,)
)
def receipts(step: Step) -> None:
    step.standings.check_receipts(step.entry, step.walk.receipted)


# --- entries that are not whole yet ------------------------------------------------------------------------


@requires(
    "A shared entry that is not whole bears keys of its signers alone.", Code.NOT_ENTITLED, Code.WRONG_SIGNER
)
def gathering(step: Step) -> None:
    step.walk.parties.check_shared(step.verified)


WHOLE: Final = tuple(check for check in CHECKS if check is not gathering)
"""The checks of an entry that goes into the log."""
GATHERED: Final = (*PLACE, gathering, course, shared)
"""Those of an entry that some of its signers have yet to sign."""
DRAFTED: Final = (*PLACE, author)
"""Those of a draft, before the walk asks the rules."""


def run(checks: tuple[Check, ...], step: Step) -> Step:
    """Ask those of these that concern a step, in order; raises what the first that fails does."""
    for check in _asked_of(checks, type(step.entry.body)):
        check(step)
    return step


@cache
def _asked_of(checks: tuple[Check, ...], body: type[Body]) -> tuple[Checking, ...]:
    """Those of these checks that are asked of such a body, in order."""
    return tuple(check.run for check in checks if not check.of or issubclass(body, check.of))
