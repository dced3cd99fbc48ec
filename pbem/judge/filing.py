"""Standing papers that a party holds, and what they do: the referee answers decisions by their lines, a
player holds the answers against its own lines and the receipts that it got. `filer` signs them and takes
them in.

standing/SIDE-NNNN.pbem           a paper and its box       standing/SIDE-NNNN.txt   one's own lines
standing/SIDE-NNNN.receipt.pbem   the referee's receipt of it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import PurePath
from typing import Any, Final

from pbem import errors
from pbem.codes import Code
from pbem.entry import armor, bodies, game_papers
from pbem.entry.bodies import Clear, ClearCarried, Sealed, SealedCarried, Use
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.game_papers import Box, GamePaper, Receipt
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log.holdings import Holdings, lines_name, standing_name, text
from pbem.log.socket import Beforehand
from pbem.log.standing import Standings
from pbem.log.walk import Walk
from pbem.rules.standing import Papers
from pbem.rules.table import Table
from pbem.secret import standing_lines
from pbem.secret.standing_lines import Filing

LINES_HEAD: Final = "senlac-lines/1"
"""The first line of a file with root and lines."""
_ROOT: Final = re.compile("[0-9a-f]{64}")
STANDING: Final = "standing"
RECEIPT: Final = ".receipt.pbem"
_PAPER_NAME: Final = re.compile(r"[0-9][^.]*\.pbem")


class Filings:
    """The standing papers in a folder, for the game on a table."""

    def __init__(self, holdings: Holdings, table: Table) -> None:
        self._holdings, self._table = holdings, table
        self._role = holdings.role(table.walk.parties)

    @property
    def _standings(self) -> Standings:
        return self._table.walk.standings

    @cached_property
    def _key_file(self) -> bytes:
        return self._holdings.key_text()

    # --- what is known -----------------------------------------------------------------------------------

    def newest(self, side: str) -> int:
        """The number of a side's newest paper here that has not fallen, or of its newest in the log."""
        numbers = (paper.said.number for paper in self._papers(side))
        return max(numbers, default=self._standings.last(side))

    def receipted(self, side: str) -> int:
        """The number of a side's newest paper that this party was shown: by a receipt, or in the log."""
        numbers = [it.said.number for it in self._receipts(side)]
        return max(
            [n for n in numbers if n > self._standings.last(side)], default=self._standings.in_force(side)
        )

    def named(self) -> dict[str, int]:
        """What an entry that opens a batch names now."""
        sides = self._table.walk.parties.sides if self._table.walk.parties.refereed else ()
        return {side: number for side in sides if (number := self.receipted(side))}

    def beforehand(self) -> dict[str, Any]:
        """What an entry that opens a batch says of standing orders: with a referee the papers that its
        author's program was shown, by number, without one his own new papers."""
        return {"standing": self.named() or None, "papers": self.pending()}

    def lines(self, side: str, number: int) -> tuple[str, ...]:
        """The lines of a paper that this party can read; none of number 0. Raises `standing-lost`."""
        if not number:
            return ()
        if not self._standings.refereed:
            paper = self._standings.paper(side, number) if number <= self._standings.last(side) else None
            return paper.lines if isinstance(paper, Clear) else self._own_lines(side, number)
        return self.filing(side, number).lines if self._role == REFEREE else self._own_lines(side, number)

    def in_force(self, side: str) -> tuple[int, tuple[str, ...]]:
        """The number of the paper that counts for a side's next decision, as far as this party was shown, and
        its lines where it may read them."""
        number = self.receipted(side)
        known = self._role in (side, REFEREE) or not self._standings.refereed
        return number, self.lines(side, number) if known else ()

    def watch(self) -> None:
        """As a player, hold what the referee carries and uses against one's own lines and the receipts that
        one was shown, from the next entry on: it then raises `standing-skipped` or `fork`."""
        rules = self._table.walk.rules
        receipts: dict[tuple[str, int], str] = {}
        for side in self._table.walk.parties.sides:
            receipts |= {(side, it.said.number): it.said.paper for it in self._receipts(side)}

        def known(side: str, number: int) -> Sequence[str] | None:
            if side != self._role or not self._is_here(number):
                return None
            try:
                return self.lines(side, number)
            except errors.Refusal as error:
                if error.code != Code.STANDING_LOST:
                    raise
                return None  # nobody here can look at how the referee uses them

        if rules is not None and self._standings.refereed and self._role != REFEREE:
            rules.knows = known
            self._table.walk.receipted = receipts

    def _is_here(self, number: int) -> bool:
        """Whether the owner's paper of a number in the log is the one that lies here: another may, if this
        folder was put back."""
        if not 0 < number <= self._standings.last(self._role):
            return True
        here = [game_papers.open_paper(signed).said for signed in self._read(self._role, number)]
        return self._said(self._role, number) in here

    def filing(self, side: str, number: int) -> Filing:
        """As the referee, what is in the box of a paper, or what its side handed over of it; raises
        `standing-lost` or `standing-wrong`."""
        said = self._said(side, number)
        for paper in map(game_papers.open_paper, self._read(side, number)):
            if isinstance(paper.said, Box) and isinstance(said, Sealed):
                return self._opened(said, paper.said)
        if isinstance(said, Sealed) and (handed := kept_lines(self._holdings, said.box)) is not None:
            return Filing(said.game, side, number, *handed)
        raise errors.Refusal(
            Code.STANDING_LOST,
            f"{self._where(side, number)} is missing: without it the standing orders of {side} cannot be "
            "read",
        )

    def _said(self, side: str, number: int) -> Sealed | Clear | None:
        if number <= self._standings.last(side):
            return self._standings.paper(side, number)
        paper = self._paper(side, number)
        return None if paper is None else paper.said

    def _opened(self, said: Sealed, box: Box) -> Filing:
        key = PublicKey(self._table.walk.parties[REFEREE].key)
        return standing_lines.opened(said, box.box, key, self._key_file)

    def _own_lines(self, side: str, number: int) -> tuple[str, ...]:
        name = standing_name(side, number, ".txt")
        said = self._said(side, number)
        back = kept_lines(self._holdings, said.box) if isinstance(said, Sealed) else None
        lines = text(self._holdings, name)
        if lines is None and back is not None:
            return back[1]
        if lines is None:
            raise errors.Refusal(
                Code.STANDING_LOST,
                f"{self._holdings.where(name)} is missing: it held your standing orders, number {number}",
            )
        if "\N{REPLACEMENT CHARACTER}" in lines:
            raise errors.Refusal(
                Code.STANDING_LOST,
                f"{self._holdings.where(name)} is damaged: it held your standing orders, number {number}",
            )
        return tuple(lines.splitlines())

    def unreceipted(self) -> tuple[SignedEntry, ...]:
        """The owner's papers, with their boxes, of which no receipt has come, the oldest first."""
        if not self._standings.refereed:
            return ()
        done = self.receipted(self._role)
        numbers = [paper.said.number for paper in self._papers(self._role)]
        return tuple(one for number in numbers if number > done for one in self._read(self._role, number))

    def pending(self) -> tuple[ClearCarried | SealedCarried, ...] | None:
        """Without a referee: the owner's papers that his next move carries."""
        if self._standings.refereed:
            return None
        return tuple(map(game_papers.carry, self._papers(self._role))) or None

    def receipts(self) -> tuple[SignedEntry, ...]:
        """As the referee, all receipts of papers that are not in the log yet."""
        return tuple(
            it.signed
            for side in self._table.walk.parties.sides
            for it in self._receipts(side)
            if it.said.number > self._standings.last(side)
        )

    # --- answering, as the referee -----------------------------------------------------------------------

    def refuse_unknown(self, entry: Entry) -> None:
        """Raise `standing-wrong` for what names a paper that has not come to the referee."""
        named = entry.body.standing if isinstance(entry.body, bodies.Opener) else None
        for side, number in (named or {}).items():
            if number > max(self.newest(side), self._standings.last(side)):
                raise errors.LogFault(
                    Code.STANDING_WRONG, f"paper {number} of {side} has not come to the referee"
                )

    def to_carry(self, limit: int) -> tuple[SealedCarried | ClearCarried, ...] | None:
        """The papers that have come and are not in the log yet, written before entry `limit`."""
        found = []
        for side in self._table.walk.parties.sides:
            for paper in self._papers(side):
                if paper.said.seq >= limit:
                    break
                found.append(game_papers.carry(paper))
        return tuple(found) or None

    def says(self, _decision: int, side: str) -> tuple[str, ...]:
        """What a side has said beforehand for the open batch."""
        return self.lines(side, self._standings.named.get(side, 0))

    def used(self, said: Iterable[Beforehand], standings: Standings) -> tuple[Use, ...] | None:
        """The lines that were used, with the salt where one is shown for the first time."""
        decided: dict[tuple[str, str], list[int]] = {}
        for decision, it in enumerate(said):
            if it.picked:
                decided.setdefault((it.side, it.picked), []).append(decision)
        uses = []
        for (side, line), decisions in decided.items():
            number = standings.named[side]
            new = not standings.shown(side, number, line)
            opening = self.filing(side, number).opening(line) if new else {}
            uses.append(Use(decisions=tuple(decisions), side=side, line=line, **opening))
        return tuple(uses) or None

    def filled(self, entry: Entry) -> Entry:
        """A late or an opening of the referee with the papers and uses that belong into it."""
        walk = self._table.walk
        if walk.rules is None or not self._standings.refereed:
            return entry
        entry = replace(entry, body=entry.body.but(papers=self.to_carry(entry.seq)))
        if walk.rules.closed:
            return entry
        standings = walk.standings.after(entry, None, None)
        named = standings.named
        course = walk.rules.foreseen(entry, lambda _, side: self.lines(side, named.get(side, 0)))
        return replace(entry, body=entry.body.but(stood=self.used(course.said, standings)))

    # --- opening, when the game is over ------------------------------------------------------------------

    def opened(self, side: str, number: int) -> bodies.Filed:
        """A paper of the log as an opening shows it, by the referee or its own side; raises `standing-lost`
        or `standing-wrong`."""
        found = self.filing(side, number) if self._role == REFEREE else self._own(number)
        if not found.fits(self._table.walk.closings.paper(side, number)):
            raise errors.Refusal(
                Code.STANDING_LOST, f"{self._where(side, number)} is not paper {number} of {side} in the log"
            )
        return bodies.Filed(author=side, number=number, root=found.root, lines=found.lines or None)

    def _own(self, number: int) -> Filing:
        lines = self._own_lines(self._role, number)
        return standing_lines.filing(self._standings.game, self._role, number, self._holdings.key(), lines)

    # --- files -------------------------------------------------------------------------------------------

    def _check_game(self, game: str) -> None:
        if game != self._standings.game:
            raise errors.LogFault(
                Code.WRONG_GAME, f"belongs to game {game[:8]}; this is game {self._standings.game[:8]}"
            )

    def _where(self, side: str, number: int) -> PurePath:
        return self._holdings.where(standing_name(side, number))

    def _read(self, side: str, number: int) -> list[SignedEntry]:
        return papers_in(self._holdings, standing_name(side, number))

    def _paper(self, side: str, number: int) -> GamePaper[Sealed | Clear] | None:
        """The paper of a number that lies here, unless it has fallen."""
        for signed in self._read(side, number):
            paper = game_papers.open_paper(signed)
            said = paper.said
            if isinstance(said, Sealed | Clear) and not self._standings.fell(side, said.seq):
                return GamePaper(said, paper.signed, paper.signer)
        return None

    def _papers(self, side: str) -> Iterator[GamePaper[Sealed | Clear]]:
        """The papers of a side that are not in the log yet and have not fallen, in order, without a gap but
        for those that were lost here and receipted before."""
        number, receipted = self._standings.last(side) + 1, self.receipted(side)
        while (paper := self._paper(side, number)) is not None or number <= receipted:
            if paper is not None:
                yield paper
            number += 1

    def _receipts(self, side: str) -> list[GamePaper[Receipt]]:
        return receipts_of(self._holdings, self._standings, side)


def lost_by(holdings: Holdings, walk: Walk, me: str, of: str) -> Iterator[SignedEntry]:
    """Papers of standing orders here that a party may lack whose folder was put back: a side the
    receipts of its papers; the referee the papers of a side with their boxes, and the receipts of all."""
    if not walk.parties.refereed:
        return
    if of != REFEREE:
        yield from (it.signed for it in receipts_of(holdings, walk.standings, of))
        return
    for name in holdings.names(STANDING):
        if _PAPER_NAME.fullmatch(name.removeprefix(f"{me}-")):
            yield from papers_in(holdings, f"{STANDING}/{name}")
    for side in walk.parties.sides:
        yield from (it.signed for it in receipts_of(holdings, walk.standings, side))


def is_known(holdings: Holdings, walk: Walk, paper: GamePaper[game_papers.Said], said: Sealed) -> bool:
    """Whether a side has signed a paper that stands in the log, or that the folder has a receipt of."""
    if said.author not in walk.parties.sides or paper.signer != walk.parties[said.author].key:
        return False
    if said.number <= walk.standings.last(said.author):
        return walk.standings.paper(said.author, said.number) == said
    return any(it.said.paper == paper.digest for it in receipts_of(holdings, walk.standings, said.author))


def receipts_of(holdings: Holdings, standings: Standings, side: str) -> list[GamePaper[Receipt]]:
    """The receipts that lie in a folder of papers of a side that have not fallen since, in order."""
    found = []
    for name in holdings.names(STANDING):
        if not (name.startswith(f"{side}-") and name.endswith(RECEIPT)):
            continue
        for signed in papers_in(holdings, f"{STANDING}/{name}"):
            paper = game_papers.open_paper(signed)
            said = paper.said
            if isinstance(said, Receipt) and said.side == side and not standings.fell(side, said.seq):
                found.append(GamePaper(said, paper.signed, paper.signer))
    return sorted(found, key=lambda it: it.said.number)


def kept_lines(holdings: Holdings, box: str) -> tuple[str, tuple[str, ...]] | None:
    """Root and lines that are kept in a folder under the digest of their box; raises `lines-lost` for a
    damaged file."""
    found = text(holdings, lines_name(box))
    if found is None:
        return None
    first, *rest = found.removesuffix("\n").split("\n")
    if first != LINES_HEAD or not rest or not _ROOT.fullmatch(rest[0]):
        where = holdings.where(lines_name(box))
        raise errors.Refusal(Code.LINES_LOST, f"{where} is damaged: what was closed cannot be opened")
    return rest[0], tuple(rest[1:])


def papers_of(holdings: Holdings, table: Table) -> Papers:
    """The standing orders that the folder's owner can read: a side its own, the referee all. Each is read
    once."""
    found: dict[tuple[str, int], tuple[str, ...]] = {}

    def read(side: str, number: int) -> tuple[str, ...]:
        if (side, number) not in found:
            found[side, number] = Filings(holdings, table).lines(side, number)
        return found[side, number]

    return read


def papers_in(holdings: Holdings, name: str) -> list[SignedEntry]:
    """The papers under a name; none where nothing lies there."""
    data = holdings.read(name)
    return [] if data is None else armor.decode_all(data.decode("ascii", "replace"), armor.PAPER)
