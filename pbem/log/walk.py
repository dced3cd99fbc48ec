"""Walking a log from the charter to its head, one entry after another: what a referee asks before appending.

It needs no rules and no trust; the rules join in through a `Replay`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from modules.amounts import counted
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.entries import Entry, OpenedEntry, SignedEntry, open_entry
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log import batches, by_word, deadlines
from pbem.log.batches import Batch
from pbem.log.by_rules import RuleCheck
from pbem.log.cards import Cards
from pbem.log.closings import Closings
from pbem.log.exits import Exits
from pbem.log.news import News
from pbem.log.parties import SHARED, Parties, PartiesState, Party
from pbem.log.renewals import Renewals
from pbem.log.seals import Seals
from pbem.log.shelf import Shelf
from pbem.log.socket import Replay
from pbem.log.standing import Standings
from pbem.log.verdict import Rolled, Status, Verdict, Waiting
from pbem.secret.packs import Source


class Fork(errors.LogFault):
    """Two different entries, both signed, at one seq: `conflict` holds both."""

    def __init__(self, message: str, conflict: tuple[SignedEntry, SignedEntry]) -> None:
        super().__init__(Code.FORK, message)
        self.conflict = conflict


@dataclass(frozen=True, slots=True)
class WalkState:
    """What is known of a log after entry `seq`, where no batch is open, beside its entries and the rules."""

    seq: int
    rolls: Shelf[Rolled]
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
    cards: Cards
    renewals: Renewals
    closings: Closings
    standings: Standings
    named: dict[int, Mapping[str, int]]
    seals: Seals
    exits: Exits
    news: News


class Walk:
    """The state of a log as far as it was read: parties, chains, open batch, dice and cards so far.

    `entries` as they came, `history` what they say. `published`: the referee's secret, once he has opened it.
    `named`: the standing papers that count for what an entry does, by its number.
    `receipted`: the digests of standing papers, by side and number, that its reader was shown receipts of.
    `is_refused`: whether its reader was shown a refusal that binds of an entry, by the party that answers it.
    """

    def __init__(self, replay: Replay | None = None) -> None:
        self.entries = Shelf[SignedEntry]()
        self.history = Shelf[Entry]()
        self.rolls = Shelf[Rolled]()
        self.head = self.game = ""
        self.k = 0
        self.batch: Batch | None = None
        self.ended = False
        self.sound = True
        self.time: int | None = None
        self.parties: Parties
        self.cards: Cards
        self.published: str | None = None
        self.current: Entry | None = None
        self.renewals: Renewals
        self.closings: Closings
        self.standings: Standings
        self.named: dict[int, Mapping[str, int]] = {}
        self.receipted: Mapping[tuple[str, int], str] = MappingProxyType({})
        self.is_refused: Callable[[Walk, OpenedEntry], bool] = _unknown
        self._seals: Seals
        self._exits = Exits()
        self.news = News()
        self._course: list[int] = []
        self.rules = RuleCheck(replay) if replay else None
        self._over: tuple[int, int | None] | None = None
        self._word: tuple[int, tuple[str, ...]] = (0, ())
        """How many entries were looked through for sides by mail word, and which those are."""

    def copy(self) -> Walk:
        """The same walk where it stands, to take another entry in; of one without a replay."""
        made = copy.copy(self)
        made.entries, made.history = self.entries.copy(), self.history.copy()
        made.rolls, made._course, made.named = self.rolls.copy(), [*self._course], {**self.named}
        made.parties, made.renewals = self.parties.copy(), self.renewals.copy()
        made.closings, made.news = self.closings.copy(), self.news.copy()
        made._seals, made._exits = self._seals.copy(), self._exits.copy()
        return made

    def without_rules(self) -> Walk:
        """A walk of the same log that no rules go beside."""
        made = self.copy()
        made.rules, made._over = None, None
        return made

    def state(self) -> WalkState | None:
        """Where it stands, to be written down; None in the middle of something."""
        if self.batch is not None or not self.entries or not self.sound:
            return None
        _, entries = self.by_word, self.entries  # the former is looked up once, while all can be read
        entries.put_down(SignedEntry.to_record, SignedEntry.from_record)
        self.history.put_down(lambda entry: entry.seq, lambda seq: Entry.decode(entries[seq].data))
        return WalkState(
            len(self.entries) - 1, self.rolls, self.head, self.game, self.k, self.ended, self.time,
            self.published, self._over, self._word, self._course, self.parties.state(), self.cards,
            self.renewals, self.closings, self.standings, self.named, self._seals, self._exits, self.news,
        )  # fmt: skip

    @classmethod
    def resume(cls, state: WalkState, entries: Shelf[SignedEntry], replay: Replay | None = None) -> Walk:
        """The walk that stood here after these entries of the log, to the byte, and found them all good; the
        replay stands there too."""
        walk = cls(replay)
        walk.entries = entries
        walk.history = Shelf.unread(range(len(entries)), lambda seq: Entry.decode(entries[seq].data))
        walk.rolls, walk.head, walk.game, walk.k = state.rolls, state.head, state.game, state.k
        walk.ended, walk.time, walk.published = state.ended, state.time, state.published
        walk._over, walk._course, walk.named = state.over, state.course, {**state.named}
        walk._word = state.word
        walk.parties = Parties.resume(walk.history[0], state.game, state.parties)
        walk.cards, walk.renewals, walk.closings = state.cards, state.renewals, state.closings
        walk.standings, walk._seals = state.standings, state.seals
        walk._exits, walk.news = state.exits, state.news
        return walk

    def step(self, signed: SignedEntry) -> Entry:
        """Take the next entry in; raises the PbemError that says why not.

        A refused entry leaves the walk as it was. Only one that the replay's rules have refused does not: the
        walk is no longer `sound` then, and one starts again.
        """
        self.current = None
        opened = open_entry(signed)
        self.current = entry = opened.entry
        if self.entries:
            self._follow(opened)
        else:
            self.parties = Parties(opened)
            self.game = opened.head
            self.cards = Cards(self.game, self.parties.commitment())
            self.renewals = Renewals(self.game, self.parties.roles)
            self.standings = Standings.begin(self.parties)
            self._seals = Seals(self.game)
            self.closings = Closings(self.game)
            if self.rules:
                self.rules.begin(entry)
        self.entries.append(signed)
        self.history.append(entry)
        if self.batch is None:
            self._course.append(entry.seq)
        self.head = opened.head
        self.time = self.time if entry.at is None else entry.at
        if self.rules is None or not self.rules.over():
            self._over = None
        elif self._over is None:
            self._over = entry.seq, self.time
        self.current = None
        return entry

    @property
    def withheld(self) -> tuple[int, int | None] | None:
        """The entry with which, by the rules, the game was over, and its time, if the referee has not opened
        and ended it: nobody can check then what was hidden. Not known without the rules."""
        return None if self.ended or not self.parties.refereed else self._over

    def check_draft(self, signed: SignedEntry) -> Entry:
        """Check an order without a link as if it were locked; raises as `step`, and changes no log.

        The replay has taken the lines before the first roll: start again for anything else.
        """
        self.current = None
        opened = open_entry(signed)
        self.current = entry = opened.entry
        self._check_place(opened)
        self.parties.check_author(opened)
        if self.batch is not None or self.renewals.next is not None:
            self._next_batch(entry)
        self.closings.check(entry, self.batch, self.parties.refereed)
        if self.rules:
            self.rules.try_out(entry)
        return entry

    def check_shared(self, signed: SignedEntry) -> OpenedEntry:
        """Check an entry that some of its signers (`parties.SHARED`) have yet to sign; changes nothing.

        Raises what `step` would raise, but for the signatures that are missing or in another order.
        """
        self.current = None
        opened = open_entry(signed)
        self.current = entry = opened.entry
        self._check_place(opened)
        self.parties.check_shared(opened)
        self._next_batch(entry)
        self._check_shared(entry)
        self.current = None
        return opened

    def _check_shared(self, entry: Entry) -> None:
        match entry.body:
            case bodies.Substitute() as newcomer:
                self.cards.refuse_new_key(Party.of(newcomer))
                self._seals.refuse_new_key(Party.of(newcomer))
                self.news.refuse_new_key(Party.of(newcomer))
            case bodies.Rollback(to=to):
                self._check_rollback(to)
            case bodies.Ruling():
                self.closings.check(entry, self.batch, self.parties.refereed)
            case bodies.Silent() as silent:
                deadlines.check_silent(self.history, silent)

    def _follow(self, opened: OpenedEntry) -> None:
        entry = opened.entry
        self._check_place(opened)
        party = self._revealed(self.parties.check_author(opened), entry)
        batch = self._next_batch(entry)
        self._check_time(entry)
        self._seals.check(entry)
        self.news.check(entry, self.parties)
        self._exits.check(entry, self.parties)
        self.closings.check(entry, self.batch, self.parties.refereed)
        standings = self.standings.after(entry, self.batch, batch)
        rolled, cards = [], self.cards
        match entry.body:
            case bodies.Roll() as roll if batch:
                source = self.source(batch, str(entry.link))
                rolled = batches.recompute(source, batch, roll)
                keys = {side: PublicKey(self.parties[side].key) for side in self.parties.sides}
                cards = cards.after(entry.seq, roll, source, keys)
            case bodies.End() as end:
                self._refuse_sealed()
                cards.open(end.secret)
            case bodies.Late() as late:
                deadlines.check_late(self.history, late)
        self._check_shared(entry)
        if self.rules:
            self.sound = False
            self.rules.take(entry, self.batch, batch, rolled, standings)
            self.rules.check_out(entry, self._exits.roles)
            self.sound = True
        standings.check_receipts(entry, self.receipted)
        self.closings.take(entry, self.batch)
        self.standings = standings
        self.named[entry.seq] = standings.named
        self.news.take(entry, self.batch, self.parties)
        self._commit(entry, batch)
        self.cards = cards
        if isinstance(entry.body, bodies.Roll):
            self.rolls.extend(_open_rolls(entry, entry.body))
        self.parties.update(Party.of(entry.body) if isinstance(entry.body, bodies.Substitute) else party)

    def _refuse_sealed(self) -> None:
        """Where orders stay closed nobody has seen the standing orders either, until they are opened."""
        if self.rules and self.rules.closed and (sealed := self.closings.sealed):
            raise errors.LogFault(
                Code.LINES_CLOSED,
                f"{counted(len(sealed), 'standing paper')} must still be opened, the first "
                f"is number {sealed[0][1]} of "
                f"{sealed[0][0]}: before the end the referee opens them all",
            )

    def source(self, batch: Batch, link: str) -> Source:
        """Where the random numbers of the open batch come from, with its closer's `link`."""
        return batches.source(batch, self.k + 1, link, self.renewals.base, self.parties)

    @staticmethod
    def _revealed(author: Party, entry: Entry) -> Party:
        """The author after what the entry shows of his chain."""
        burnt = entry.body.burnt if isinstance(entry.body, bodies.Ack) else None
        if burnt is None:
            return author if entry.link is None else author.reveal(entry.link)
        if entry.link is not None:
            raise errors.LogFault(Code.LINK_NOT_DUE, "a link is revealed or burnt, not both in one ack")
        return author.burn(burnt)

    def _next_batch(self, entry: Entry) -> Batch | None:
        """The open batch after an entry; raises a LogFault for one that must wait."""
        body, batch = entry.body, self.batch
        if isinstance(body, bodies.Ack) and body.burnt is not None:
            self._check_burning(entry, body)
            return batch
        if isinstance(body, bodies.Substitute):
            self.renewals.refuse_other(body.role)
            if self.renewals.owing or batch is None or body.role == batch.closer:
                return batch
        elif (burner := self.renewals.next) is not None:
            raise errors.LogFault(
                Code.BURN_DUE, f"{burner} must first burn a link, because another party has a new chain"
            )
        return batches.after(batch, entry, self.parties)

    def _check_burning(self, entry: Entry, ack: bodies.Ack) -> None:
        if entry.author != self.renewals.next:
            due = self.renewals.next
            why = f"{due} is next to burn one" if due else "nobody has a new chain"
            raise errors.LogFault(Code.LINK_NOT_DUE, f"no link is to be burnt here: {why}")
        if ack.applied != 0:
            raise errors.LogFault(Code.APPLIED_WRONG, "an ack that burns a link has `applied` 0")

    def _check_time(self, entry: Entry) -> None:
        """The times in a log never go back, but by a rollback that all sign."""
        if entry.at is None or self.time is None or isinstance(entry.body, bodies.Rollback):
            return
        if entry.at < self.time:
            raise errors.LogFault(
                Code.TIME_BACK,
                f"it states {deadlines.when(entry.at)}, before the {deadlines.when(self.time)} of an earlier "
                "entry: a writer states the later of his clock and the last time in the log",
            )

    def _commit(self, entry: Entry, batch: Batch | None) -> None:
        self.batch = batch
        self._seals.take(entry, self.parties)
        self._exits.take(entry)
        match entry.body:
            case bodies.Ack(burnt=str() as burnt):
                self.renewals.burn(entry.author, burnt)
            case bodies.Substitute(role=role) as newcomer:
                keys = (self.parties[role].key, Party.of(newcomer).key)
                self.standings = self.standings.replaced(entry.seq, role, *keys)
                self.renewals.begin(role, [each for each in self.parties.active if each != role])
            case bodies.Roll():
                self.batch = None
                self.k += 1
            case bodies.Rollback(to=to):
                self._course = [seq for seq in self._course if seq <= to]
                self._seals.back_to(to)
                self.standings = self.standings.back_to(to, entry.seq)
                self._exits.back_to(to)
            case bodies.End(secret=secret):
                self.ended, self.published = True, secret
        self.parties.out = self._exits.roles

    def check_place(self, signed: SignedEntry) -> None:
        """Raise what is wrong with the place of an entry: Fork, if its author has signed another there."""
        self._check_place(open_entry(signed))

    def _check_place(self, opened: OpenedEntry) -> None:
        entry, count = opened.entry, len(self.entries)
        if entry.seq < count and self.entries[entry.seq].data == opened.signed.data:
            raise errors.RepeatedEntry(f"{entry} is in the log already")
        if isinstance(entry.body, bodies.Charter):
            raise errors.LogFault(Code.CHARTER_MISPLACED, "a second charter; another game needs its own log")
        if entry.game != self.game:
            raise errors.LogFault(
                Code.WRONG_GAME, f"belongs to game {entry.game[:8]}; this log is game {self.game[:8]}"
            )
        if entry.seq < count:
            self._refuse_fork(opened)
        if entry.seq != count:
            raise errors.WrongSeq(f"seq {entry.seq} where {count} is next; entries are missing")
        if entry.prev != self.head:
            raise errors.LogFault(
                Code.WRONG_PREV, f"follows head {entry.prev[:8]}; the head here is {self.head[:8]}"
            )
        if self.ended:
            raise errors.LogFault(Code.AFTER_END, "the game has ended; nothing can follow")

    def _refuse_fork(self, opened: OpenedEntry) -> None:
        if not self.parties.known(opened.signers):
            raise errors.LogFault(Code.WRONG_SIGNER, "signed with a key that no party of this game has had")
        entry, first = opened.entry, self.entries[opened.entry.seq]
        before = self.history[entry.seq]
        self.parties.refuse_former(opened)
        # What others sign too its author proposes and cannot take back: his own entry may come first.
        shared = isinstance(entry.body, SHARED)
        if (before.author != entry.author or shared) and not self._signed_both(opened):
            raise errors.LogFault(
                Code.OVERTAKEN, f"{before} came first: this {entry.type} must be signed for a later place"
            )
        if entry.author in self.parties.sides and self.parties.refereed and before.says == entry.says:
            raise errors.LogFault(
                Code.OVERTAKEN, f"{before} says the same and stands in the log; this one states another time"
            )
        if self._is_out(open_entry(first)) or self._is_out(opened):
            raise errors.LogFault(
                Code.OVERTAKEN,
                f"{before} took this place, and a refusal or a receipt of the party that answers speaks of "
                "one of the two: nobody is accused of signing both",
            )
        raise Fork(
            f"two entries at seq {entry.seq}: {self.history[opened.entry.seq]} with head {first.head[:8]} "
            f"and {entry} with head {opened.head[:8]}",
            (first, opened.signed),
        )

    def _is_out(self, opened: OpenedEntry) -> bool:
        """Whether the party that answers an entry has refused it by a paper that binds, or left it out of a
        receipt: that party must never take it in, so no dice came of it between which its author could
        choose."""
        return self.is_refused(self, opened)

    def _signed_both(self, opened: OpenedEntry) -> bool:
        """Whether an author of an entry that stands at a place has completed another there, or the author of
        this one that which stands: without a referee who has to act signs last, and then nothing else."""
        first = open_entry(self.entries[opened.entry.seq])
        own, shared = sorted((first, opened), key=lambda each: isinstance(each.entry.body, SHARED))
        if self.parties.refereed or isinstance(own.entry.body, SHARED):
            return False
        mine = isinstance(shared.entry.body, SHARED) and own.entry.author != shared.entry.author
        return mine and any(self.parties.had(own.entry.author, key) for key in shared.signers)

    def _check_rollback(self, to: int) -> None:
        if self.cards.commitment is not None:
            raise errors.LogFault(
                Code.ROLLBACK_WRONG,
                "players cannot forget what they have seen of hidden cards and orders: no taking back here",
            )
        if to not in self._course:
            last = ", ".join(map(str, self._course[-6:]))
            here = to < len(self.entries)
            why = "dice depend on it, or it was taken back before" if here else "the log has no such entry"
            raise errors.LogFault(
                Code.ROLLBACK_WRONG,
                f"the game cannot go back to entry {to}: {why}. The newest entries to which it can go "
                f"back are {last}",
            )

    @property
    def by_word(self) -> tuple[str, ...]:
        """The sides that play, or have played, by mail word."""
        newer = by_word.sides(self.history[self._word[0] :])
        self._word = len(self.history), tuple(dict.fromkeys((*self._word[1], *newer)))
        return self._word[1]

    def verdict(self) -> Verdict:
        """What the log comes to if it ends here."""
        if not self.entries:
            return self.broken(errors.LogFault(Code.EMPTY_LOG, "an empty log: there is no charter"))
        count = len(self.entries)
        so_far = (
            f"{counted(count, 'entry')} and {counted(len(self.rolls), 'roll')} hold, head {self.head[:8]}"
        )
        if self.parties.charter.simulated:
            so_far += " (simulated: who made it knew all its dice)"
        so_far += "".join(f"; {said}" for said in self.unjustly_late())
        if lost := ", ".join(self._lost()):
            so_far += f"; what {lost} closed is lost, as all have signed: nobody can check its use"
        rolls, word = tuple(self.rolls), self.by_word
        whole = Verdict(Status.HOLDS, "holds", so_far, count, self.head, rolls=rolls, word=word)
        if self.ended:
            return whole
        roles = self.rules.waiting() if self.rules else ()
        since = count - 1
        if burner := self.renewals.next:
            roles = (burner,)
        elif self.batch:
            roles, since = (self.batch.closer,), self.batch.seq
        waiting = Waiting(roles, since, self.time)
        whom = " and ".join(roles) or "the next move"
        message = f"{so_far}; the game has not ended: waiting for {whom} since entry {since}"
        if self.withheld is not None:
            return replace(whole, **self._withheld(so_far, *self.withheld))
        return replace(whole, status=Status.INCOMPLETE, code="incomplete", message=message, waiting=waiting)

    def _lost(self) -> Iterator[str]:
        yield from (f"entry {seq}" for seq in sorted(self.closings.lost))
        yield from (f"paper {number} of {side}" for side, number in sorted(self.closings.papers_lost))

    @staticmethod
    def _withheld(so_far: str, since: int, time: int | None) -> dict[str, Any]:
        """How a game stands whose end is withheld: it never holds."""
        return {
            "status": Status.INCOMPLETE,
            "code": Code.AUDIT_WITHHELD,
            "message": f"{so_far}; audit withheld since {deadlines.since(since, time)}: by the rules the "
            "game is over, but the referee has not opened what is hidden and ended it",
            "waiting": Waiting((REFEREE,), since, time),
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
            if isinstance(entry.body, bodies.Late | bodies.Silent)
            for role, seq, witness in seen
            if (role, seq) == (entry.body.role, entry.seq)
        ]

    def broken(self, error: errors.PbemError) -> Verdict:
        """The verdict when `error` was raised by the entry after those that are in the walk."""
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


def _unknown(_walk: Walk, _opened: OpenedEntry) -> bool:
    """Nobody has shown a refusal."""
    return False


def _open_rolls(entry: Entry, roll: bodies.Roll) -> Iterator[Rolled]:
    """What of a roll everybody can work out: its dice and open shuffles; what for, in its author's word."""
    for item in roll.rolls:
        if isinstance(item, bodies.Dice | bodies.Shuffled):
            sides = item.sides if isinstance(item, bodies.Dice) else 0
            yield Rolled(entry.seq, roll.k, item.label, item.rule, sides, item.values, entry.author)
