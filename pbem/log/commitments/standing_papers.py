"""The standing papers of a log: which have come, which is in force, which line of it may be shown as used.

Needs no rules. With a referee what opens a batch names each side's newest paper, his answer carries each
paper once, in the order of its numbers, and shows a line by its leaf. Without one papers stand in the clear
in what their author opens a batch with, and count from the next batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from pbem import errors
from pbem.entry import bodies, standing_papers
from pbem.entry.bodies import ClearPaper, LineUse, SealedPaper
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.parties import Parties
from pbem.log.roll_batches import Batch
from pbem.reason_codes import Code
from pbem.secrets.standing_lines import leaf, tree_root

Filed: TypeAlias = SealedPaper | ClearPaper


def _fault(why: str) -> errors.LogFault:
    return errors.LogFault(Code.STANDING_WRONG, why)


@dataclass(frozen=True, slots=True)
class _Side:
    """One side's papers. `keys`: (entry from which it counts, raw key); `shown`: lines by paper and leaf."""

    keys: tuple[tuple[int, bytes], ...]
    papers: tuple[Filed, ...] = ()
    since: int = 0
    back: tuple[tuple[int, int], ...] = ()
    shown: frozenset[tuple[int, str]] = frozenset()

    @property
    def last_number(self) -> int:
        return len(self.papers)

    def has_fallen(self, seq: int) -> bool:
        """Whether what was written after entry `seq` fell: with who wrote it, or in a game taken back."""
        return seq < self.since or any(to <= seq < at for to, at in self.back)

    @property
    def force(self) -> int:
        return next((it.number for it in reversed(self.papers) if not self.has_fallen(it.seq)), 0)

    @property
    def newest_entry(self) -> int:
        return self.papers[-1].seq if self.papers else 0

    def key(self, seq: int) -> bytes:
        return next(key for since, key in reversed(self.keys) if since <= seq)


@dataclass(frozen=True, slots=True)
class StandingPapers:
    """All sides' papers so far; a new one comes of each entry (`add_entry`).

    `named` are the numbers that count in the open batch, or in the latest entry that used any.
    """

    game: str
    refereed: bool
    named: Mapping[str, int] = field(default_factory=dict)
    _sides: Mapping[str, _Side] = field(default_factory=dict)

    @classmethod
    def begin(cls, parties: Parties) -> StandingPapers:
        """Before anything was filed."""
        sides = {side: _Side(((0, parties[side].key),)) for side in parties.sides}
        return cls(parties.game, parties.has_referee, MappingProxyType({}), sides)

    # --- what is asked -----------------------------------------------------------------------------------

    def last_number(self, side: str) -> int:
        """The highest number of a side's papers in the log."""
        return self._sides[side].last_number

    def number_in_force(self, side: str) -> int:
        """The number of a side's paper that counts where no newer one is named; 0 without any."""
        return self._sides[side].force

    @property
    def force(self) -> dict[str, int]:
        """The papers in force of all sides that have one."""
        return {side: its.force for side, its in self._sides.items() if its.force}

    def has_fallen(self, side: str, seq: int) -> bool:
        """Whether a paper of a side that was written after entry `seq` of the log has fallen."""
        return self._sides[side].has_fallen(seq)

    def paper(self, side: str, number: int) -> Filed:
        """A paper that the log carries."""
        return self._sides[side].papers[number - 1]

    def newest_entry(self, side: str) -> int:
        """After which entry the newest of a side's papers in the log was written; 0 without any."""
        return self._sides[side].newest_entry

    def is_clear(self, side: str) -> tuple[str, ...]:
        """Without a referee: the lines of a side that count in the open batch."""
        number = self.named.get(side, 0)
        paper = self.paper(side, number) if number else None
        return paper.lines if isinstance(paper, ClearPaper) else ()

    def is_shown(self, side: str, number: int, line: str) -> bool:
        """Whether a line of a paper was shown with its salt before."""
        return (number, line) in self._sides[side].shown

    def may_name(self, side: str, number: int) -> bool:
        """Whether what opens a batch now may name this paper: that in force, or one that is to come."""
        its = self._sides[side]
        return number == its.force or number > its.last_number

    # --- what an entry does ------------------------------------------------------------------------------

    def add_entry(self, entry: Entry, before: Batch | None, batch: Batch | None) -> StandingPapers:
        """After an entry with the open batch before and after it (for a roll: the one that it answers).

        The caller has checked its author. Raises `standing-wrong`, or what a paper's signature raises.
        """
        body = entry.body
        opens = before is None and batch is not None
        found = self._open_batch(entry, before, opens) if isinstance(body, bodies.Opener) else self
        if isinstance(body, bodies.Carrier):
            found = found._take_carried(entry, body, before, opens)
        if isinstance(body, bodies.LineUser) and body.stood is not None:
            found = found._add_uses(entry, body.stood, before)
        return found

    def _open_batch(self, entry: Entry, before: Batch | None, opens: bool) -> StandingPapers:
        named = entry.body.standing if isinstance(entry.body, bodies.Opener) else None
        if named is not None and not (opens and self.refereed):
            raise _fault(
                "standing orders are named by what opens a batch, and where there is a referee: nothing else"
            )
        if not self.refereed and before is None:
            return self._set_named(self.force)
        if not opens:
            return self
        named = named or {}
        for side in named:
            if side not in self._sides:
                raise _fault(f"{side} plays no side and has no standing orders")
        for side, its in self._sides.items():
            if not self.may_name(side, named.get(side, 0)):
                raise _fault(
                    f"it names paper {named.get(side, 0)} of {side}: in force is {its.force}, and new ones "
                    f"begin with {its.last_number + 1}"
                )
        return self._set_named(named)

    def _take_carried(
        self, entry: Entry, body: bodies.Carrier, before: Batch | None, opens: bool
    ) -> StandingPapers:
        goes_on = self.refereed and _goes_on(entry, before)
        if body.papers is not None and not (goes_on or (opens and not self.refereed)):
            raise _fault(
                "standing papers are carried by the referee's answers"
                if self.refereed
                else "without a referee standing papers come with what opens a batch, never in an answer"
            )
        found = self if body.papers is None else self._add_papers(body.papers, entry, before)
        if goes_on and before is None:
            return found._set_named(found.force)
        missing = [
            side for side, number in self.named.items() if goes_on and number > found._sides[side].last_number
        ]
        if missing:
            raise _fault(f"paper {self.named[missing[0]]} of {missing[0]}, which the batch names, is missing")
        return found

    def _set_named(self, named: Mapping[str, int]) -> StandingPapers:
        return self if named == self.named else replace(self, named=MappingProxyType(dict(named)))

    def _add_papers(
        self,
        papers: Iterable[bodies.CarriedSealedPaper | bodies.CarriedClearPaper],
        entry: Entry,
        before: Batch | None,
    ) -> StandingPapers:
        """With the papers that an entry carries; raises as `add_entry`."""
        sides = dict(self._sides)
        limit = entry.seq if before is None else before.seq
        for said in papers:
            self._check_paper(said, entry, limit, sides)
            paper = (ClearPaper if isinstance(said, ClearPaper) else SealedPaper)(
                **{name: value for name, value in said if name != "signature"}
            )
            its = sides[said.author]
            sides[said.author] = replace(its, papers=(*its.papers, paper))
        return replace(self, _sides=sides)

    def _check_paper(
        self,
        said: bodies.CarriedSealedPaper | bodies.CarriedClearPaper,
        entry: Entry,
        limit: int,
        sides: Mapping[str, _Side],
    ) -> None:
        its = sides.get(said.author)
        what = f"paper {said.number} of {said.author}"
        if its is None or isinstance(said, ClearPaper) == self.refereed:
            raise _fault(f"{what}: only sides file standing orders, sealed where there is a referee")
        if said.game != self.game:
            raise _fault(f"{what} is of another game")
        if not self.refereed and said.author != entry.author:
            raise _fault(f"{what} stands in an entry of {entry.author}")
        if said.number != its.last_number + 1:
            raise _fault(f"{what} comes after paper {its.last_number}: each comes once, in order")
        if not its.newest_entry <= said.seq < limit or its.has_fallen(said.seq):
            raise _fault(f"{what} was written after entry {said.seq}, where it cannot count")
        check_signer(standing_papers.open_paper(standing_papers.extract_paper(said)), its.key(said.seq))

    def _add_uses(self, entry: Entry, used: Iterable[LineUse], before: Batch | None) -> StandingPapers:
        if not (self.refereed and _goes_on(entry, before)):
            raise _fault("used lines of standing orders are shown by the referee, where he goes on")
        sides, first, seen = dict(self._sides), -1, set[int]()
        lines = set[tuple[str, str]]()
        for use in used:
            rising = sorted(set(use.decisions)) == list(use.decisions) and use.decisions[0] > first
            if not rising or seen & set(use.decisions) or (use.side, use.line) in lines:
                raise _fault(
                    "each line of standing orders stands once, in the order of what it decided, and decides "
                    "what no other does"
                )
            first = use.decisions[0]
            seen |= set(use.decisions)
            lines.add((use.side, use.line))
            sides[use.side] = self._mark_shown(use, sides.get(use.side))
        return replace(self, _sides=sides)

    def _mark_shown(self, use: LineUse, its: _Side | None) -> _Side:
        """A side after a line of it was shown as used."""
        number = self.named.get(use.side, 0)
        if its is None or not number:
            raise _fault(f"{use.side} has no standing orders in force here")
        paper = its.papers[number - 1]
        if (number, use.line) in its.shown:
            good = use.salt is None and use.path is None
        else:
            found = leaf(self.game, use.side, number, str(use.salt), use.line)
            good = isinstance(paper, SealedPaper) and None not in (use.salt, use.path)
            good = (
                good and isinstance(paper, SealedPaper) and tree_root(found, use.path or ()) == paper.leaves
            )
        if not good:
            raise _fault(
                f"`{use.line}` is no line of paper {number} of {use.side}, or its salt is missing or comes "
                "twice"
            )
        return replace(its, shown=its.shown | {(number, use.line)})

    def check_receipts(self, entry: Entry, receipted: Mapping[tuple[str, int], str]) -> None:
        """Raise `fork` for a paper that is another than the one of which the referee gave a receipt."""
        papers = entry.body.papers if isinstance(entry.body, bodies.Carrier) else None
        for said in papers or ():
            digest = standing_papers.extract_paper(said).head
            shown = receipted.get((said.author, said.number), digest)
            if shown != digest:
                raise errors.LogFault(
                    Code.FORK,
                    f"paper {said.number} of {said.author} has digest {digest[:8]}; of this number the "
                    f"referee has receipted {shown[:8]}",
                )

    # --- what the log's course changes -------------------------------------------------------------------

    def replace_party(self, seq: int, role: str, before: bytes, now: bytes) -> StandingPapers:
        """After a substitute in entry `seq`: with a player his own papers fall, with the referee, to whose
        key they are sealed, all. With the same key nothing does."""
        if before == now:
            return self
        sides = dict(self._sides)
        for side in sides if role == REFEREE else (role,):
            its = replace(sides[side], since=seq)
            sides[side] = its if role == REFEREE else replace(its, keys=(*its.keys, (seq, now)))
        named = {side: number for side, number in self.named.items() if role not in (side, REFEREE)}
        return replace(self, _sides=sides, named=MappingProxyType(named))

    def roll_back(self, to: int, seq: int) -> StandingPapers:
        """After a rollback in entry `seq`: what was written since entry `to` falls."""
        sides = {side: replace(its, back=(*its.back, (to, seq))) for side, its in self._sides.items()}
        return replace(self, _sides=sides)


def _goes_on(entry: Entry, before: Batch | None) -> bool:
    """Whether the referee goes on with the game in this entry: he answers, says late, or opens a seal."""
    burns = isinstance(entry.body, bodies.Ack) and entry.body.burnt is not None
    answers = before is not None and isinstance(entry.body, bodies.Roll | bodies.Ack) and not burns
    return entry.author == REFEREE and (answers or isinstance(entry.body, bodies.Lateness | bodies.Open))


def check_signer(paper: standing_papers.GamePaper[standing_papers.Said], key: bytes) -> None:
    """Raise `wrong-signer` for a paper signed with another key than this raw one."""
    if paper.signer != key:
        raise errors.LogFault(
            Code.WRONG_SIGNER, f"this {paper.said.type} is signed with another key than its author's"
        )
