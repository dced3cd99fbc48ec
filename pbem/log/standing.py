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
from pbem.codes import Code
from pbem.entry import bodies, game_papers
from pbem.entry.bodies import Clear, Sealed, Use
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.log.batches import Batch
from pbem.log.parties import Parties
from pbem.secret.standing_lines import leaf, top

Filed: TypeAlias = Sealed | Clear


def _wrong(why: str) -> errors.LogFault:
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
    def last(self) -> int:
        return len(self.papers)

    def fell(self, seq: int) -> bool:
        """Whether what was written after entry `seq` fell: with who wrote it, or in a game taken back."""
        return seq < self.since or any(to <= seq < at for to, at in self.back)

    @property
    def force(self) -> int:
        return next((it.number for it in reversed(self.papers) if not self.fell(it.seq)), 0)

    @property
    def newest(self) -> int:
        return self.papers[-1].seq if self.papers else 0

    def key(self, seq: int) -> bytes:
        return next(key for since, key in reversed(self.keys) if since <= seq)


@dataclass(frozen=True, slots=True)
class Standings:
    """All sides' papers so far; a new one comes of each entry (`after`).

    `named` are the numbers that count in the open batch, or in the latest entry that used any.
    """

    game: str
    refereed: bool
    named: Mapping[str, int] = field(default_factory=dict)
    _sides: Mapping[str, _Side] = field(default_factory=dict)

    @classmethod
    def begin(cls, parties: Parties) -> Standings:
        """Before anything was filed."""
        sides = {side: _Side(((0, parties[side].key),)) for side in parties.sides}
        return cls(parties.game, parties.refereed, MappingProxyType({}), sides)

    # --- what is asked -----------------------------------------------------------------------------------

    def last(self, side: str) -> int:
        """The highest number of a side's papers in the log."""
        return self._sides[side].last

    def in_force(self, side: str) -> int:
        """The number of a side's paper that counts where no newer one is named; 0 without any."""
        return self._sides[side].force

    @property
    def force(self) -> dict[str, int]:
        """The papers in force of all sides that have one."""
        return {side: its.force for side, its in self._sides.items() if its.force}

    def fell(self, side: str, seq: int) -> bool:
        """Whether a paper of a side that was written after entry `seq` of the log has fallen."""
        return self._sides[side].fell(seq)

    def paper(self, side: str, number: int) -> Filed:
        """A paper that the log carries."""
        return self._sides[side].papers[number - 1]

    def newest(self, side: str) -> int:
        """After which entry the newest of a side's papers in the log was written; 0 without any."""
        return self._sides[side].newest

    def in_clear(self, side: str) -> tuple[str, ...]:
        """Without a referee: the lines of a side that count in the open batch."""
        number = self.named.get(side, 0)
        paper = self.paper(side, number) if number else None
        return paper.lines if isinstance(paper, Clear) else ()

    def shown(self, side: str, number: int, line: str) -> bool:
        """Whether a line of a paper was shown with its salt before."""
        return (number, line) in self._sides[side].shown

    def may_name(self, side: str, number: int) -> bool:
        """Whether what opens a batch now may name this paper: that in force, or one that is to come."""
        its = self._sides[side]
        return number == its.force or number > its.last

    # --- what an entry does ------------------------------------------------------------------------------

    def after(self, entry: Entry, before: Batch | None, batch: Batch | None) -> Standings:
        """After an entry with the open batch before and after it (for a roll: the one that it answers).

        The caller has checked its author. Raises `standing-wrong`, or what a paper's signature raises.
        """
        body = entry.body
        opens = before is None and batch is not None
        found = self._opened(entry, before, opens) if isinstance(body, bodies.Opener) else self
        if isinstance(body, bodies.Carrier):
            found = found._carried(entry, body, before, opens)
        if isinstance(body, bodies.User) and body.stood is not None:
            found = found._used(entry, body.stood, before)
        return found

    def _opened(self, entry: Entry, before: Batch | None, opens: bool) -> Standings:
        named = entry.body.standing if isinstance(entry.body, bodies.Opener) else None
        if named is not None and not (opens and self.refereed):
            raise _wrong(
                "standing orders are named by what opens a batch, and where there is a referee: nothing else"
            )
        if not self.refereed and before is None:
            return self._with_named(self.force)
        if not opens:
            return self
        named = named or {}
        for side in named:
            if side not in self._sides:
                raise _wrong(f"{side} plays no side and has no standing orders")
        for side, its in self._sides.items():
            if not self.may_name(side, named.get(side, 0)):
                raise _wrong(
                    f"it names paper {named.get(side, 0)} of {side}: in force is {its.force}, and new ones "
                    f"begin with {its.last + 1}"
                )
        return self._with_named(named)

    def _carried(self, entry: Entry, body: bodies.Carrier, before: Batch | None, opens: bool) -> Standings:
        goes_on = self.refereed and _goes_on(entry, before)
        if body.papers is not None and not (goes_on or (opens and not self.refereed)):
            raise _wrong(
                "standing papers are carried by the referee's answers"
                if self.refereed
                else "without a referee standing papers come with what opens a batch, never in an answer"
            )
        found = self if body.papers is None else self._filed(body.papers, entry, before)
        if goes_on and before is None:
            return found._with_named(found.force)
        missing = [
            side for side, number in self.named.items() if goes_on and number > found._sides[side].last
        ]
        if missing:
            raise _wrong(f"paper {self.named[missing[0]]} of {missing[0]}, which the batch names, is missing")
        return found

    def _with_named(self, named: Mapping[str, int]) -> Standings:
        return self if named == self.named else replace(self, named=MappingProxyType(dict(named)))

    def _filed(
        self, papers: Iterable[bodies.SealedCarried | bodies.ClearCarried], entry: Entry, before: Batch | None
    ) -> Standings:
        """With the papers that an entry carries; raises as `after`."""
        sides = dict(self._sides)
        limit = entry.seq if before is None else before.seq
        for said in papers:
            self._check_paper(said, entry, limit, sides)
            paper = (Clear if isinstance(said, Clear) else Sealed)(
                **{name: value for name, value in said if name != "signature"}
            )
            its = sides[said.author]
            sides[said.author] = replace(its, papers=(*its.papers, paper))
        return replace(self, _sides=sides)

    def _check_paper(
        self,
        said: bodies.SealedCarried | bodies.ClearCarried,
        entry: Entry,
        limit: int,
        sides: Mapping[str, _Side],
    ) -> None:
        its = sides.get(said.author)
        what = f"paper {said.number} of {said.author}"
        if its is None or isinstance(said, Clear) == self.refereed:
            raise _wrong(f"{what}: only sides file standing orders, sealed where there is a referee")
        if said.game != self.game:
            raise _wrong(f"{what} is of another game")
        if not self.refereed and said.author != entry.author:
            raise _wrong(f"{what} stands in an entry of {entry.author}")
        if said.number != its.last + 1:
            raise _wrong(f"{what} comes after paper {its.last}: each comes once, in order")
        if not its.newest <= said.seq < limit or its.fell(said.seq):
            raise _wrong(f"{what} was written after entry {said.seq}, where it cannot count")
        check_signer(game_papers.open_paper(game_papers.carried(said)), its.key(said.seq))

    def _used(self, entry: Entry, used: Iterable[Use], before: Batch | None) -> Standings:
        if not (self.refereed and _goes_on(entry, before)):
            raise _wrong("used lines of standing orders are shown by the referee, where he goes on")
        sides, first, seen = dict(self._sides), -1, set[int]()
        lines = set[tuple[str, str]]()
        for use in used:
            rising = sorted(set(use.decisions)) == list(use.decisions) and use.decisions[0] > first
            if not rising or seen & set(use.decisions) or (use.side, use.line) in lines:
                raise _wrong(
                    "each line of standing orders stands once, in the order of what it decided, and decides "
                    "what no other does"
                )
            first = use.decisions[0]
            seen |= set(use.decisions)
            lines.add((use.side, use.line))
            sides[use.side] = self._shown(use, sides.get(use.side))
        return replace(self, _sides=sides)

    def _shown(self, use: Use, its: _Side | None) -> _Side:
        """A side after a line of it was shown as used."""
        number = self.named.get(use.side, 0)
        if its is None or not number:
            raise _wrong(f"{use.side} has no standing orders in force here")
        paper = its.papers[number - 1]
        if (number, use.line) in its.shown:
            good = use.salt is None and use.path is None
        else:
            found = leaf(self.game, use.side, number, str(use.salt), use.line)
            good = isinstance(paper, Sealed) and None not in (use.salt, use.path)
            good = good and isinstance(paper, Sealed) and top(found, use.path or ()) == paper.leaves
        if not good:
            raise _wrong(
                f"`{use.line}` is no line of paper {number} of {use.side}, or its salt is missing or comes "
                "twice"
            )
        return replace(its, shown=its.shown | {(number, use.line)})

    def check_receipts(self, entry: Entry, receipted: Mapping[tuple[str, int], str]) -> None:
        """Raise `fork` for a paper that is another than the one of which the referee gave a receipt."""
        papers = entry.body.papers if isinstance(entry.body, bodies.Carrier) else None
        for said in papers or ():
            digest = game_papers.carried(said).head
            shown = receipted.get((said.author, said.number), digest)
            if shown != digest:
                raise errors.LogFault(
                    Code.FORK,
                    f"paper {said.number} of {said.author} has digest {digest[:8]}; of this number the "
                    f"referee has receipted {shown[:8]}",
                )

    # --- what the log's course changes -------------------------------------------------------------------

    def replaced(self, seq: int, role: str, before: bytes, now: bytes) -> Standings:
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

    def back_to(self, to: int, seq: int) -> Standings:
        """After a rollback in entry `seq`: what was written since entry `to` falls."""
        sides = {side: replace(its, back=(*its.back, (to, seq))) for side, its in self._sides.items()}
        return replace(self, _sides=sides)


def _goes_on(entry: Entry, before: Batch | None) -> bool:
    """Whether the referee goes on with the game in this entry: he answers, says late, or opens a seal."""
    burns = isinstance(entry.body, bodies.Ack) and entry.body.burnt is not None
    answers = before is not None and isinstance(entry.body, bodies.Roll | bodies.Ack) and not burns
    return entry.author == REFEREE and (answers or isinstance(entry.body, bodies.Late | bodies.Open))


def check_signer(paper: game_papers.GamePaper[game_papers.Said], key: bytes) -> None:
    """Raise `wrong-signer` for a paper signed with another key than this raw one."""
    if paper.signer != key:
        raise errors.LogFault(
            Code.WRONG_SIGNER, f"this {paper.said.type} is signed with another key than its author's"
        )
