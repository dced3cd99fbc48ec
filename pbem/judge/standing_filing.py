"""Standing papers that a party holds, and what they do: the referee answers decisions by their lines, a
player holds the answers against its own lines and the receipts that it got. `play/standing_orders` signs them
and takes them in.

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
from pbem.entry import armor, bodies, standing_papers
from pbem.entry.bodies import CarriedClearPaper, CarriedSealedPaper, ClearPaper, LineUse, SealedPaper
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.standing_papers import Box, GamePaper, Receipt
from pbem.keys.openssh_keys import PublicKey
from pbem.log.commitments.standing_papers import StandingPapers
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.holdings import Holdings, lines_name, standing_name, text
from pbem.log.replay_protocol import StandingDecision
from pbem.reason_codes import Code
from pbem.rules.replay.standing_answers import Papers
from pbem.rules.table import Table
from pbem.secrets import standing_lines
from pbem.secrets.standing_lines import StandingFiling

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
        self._role = holdings.role(table.verifier.parties)

    @property
    def _standings(self) -> StandingPapers:
        return self._table.verifier.standings

    @cached_property
    def _key_file(self) -> bytes:
        return self._holdings.key_text()

    # --- what is known -----------------------------------------------------------------------------------

    def newest_number(self, side: str) -> int:
        """The number of a side's newest paper here that has not fallen, or of its newest in the log."""
        numbers = (paper.said.number for paper in self._papers(side))
        return max(numbers, default=self._standings.last_number(side))

    def receipted_number(self, side: str) -> int:
        """The number of a side's newest paper that this party was shown: by a receipt, or in the log."""
        numbers = [it.said.number for it in self._receipts(side)]
        return max(
            [n for n in numbers if n > self._standings.last_number(side)],
            default=self._standings.number_in_force(side),
        )

    def named_papers(self) -> dict[str, int]:
        """What an entry that opens a batch names now."""
        sides = self._table.verifier.parties.sides if self._table.verifier.parties.has_referee else ()
        return {side: number for side in sides if (number := self.receipted_number(side))}

    def standing_lines(self) -> dict[str, Any]:
        """What an entry that opens a batch says of standing orders: with a referee the papers that its
        author's program was shown, by number, without one his own new papers."""
        return {"standing": self.named_papers() or None, "papers": self.carried_papers()}

    def lines(self, side: str, number: int) -> tuple[str, ...]:
        """The lines of a paper that this party can read; none of number 0. Raises `standing-lost`."""
        if not number:
            return ()
        if not self._standings.refereed:
            paper = (
                self._standings.paper(side, number) if number <= self._standings.last_number(side) else None
            )
            return paper.lines if isinstance(paper, ClearPaper) else self._own_lines(side, number)
        return self.open_paper(side, number).lines if self._role == REFEREE else self._own_lines(side, number)

    def lines_in_force(self, side: str) -> tuple[int, tuple[str, ...]]:
        """The number of the paper that counts for a side's next decision, as far as this party was shown, and
        its lines where it may read them."""
        number = self.receipted_number(side)
        known = self._role in (side, REFEREE) or not self._standings.refereed
        return number, self.lines(side, number) if known else ()

    def watch(self) -> None:
        """As a player, hold what the referee carries and uses against one's own lines and the receipts that
        one was shown, from the next entry on: it then raises `standing-skipped` or `fork`."""
        rules = self._table.verifier.rules
        receipts: dict[tuple[str, int], str] = {}
        for side in self._table.verifier.parties.sides:
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
            self._table.verifier.receipted = receipts

    def _is_here(self, number: int) -> bool:
        """Whether the owner's paper of a number in the log is the one that lies here: another may, if this
        folder was put back."""
        if not 0 < number <= self._standings.last_number(self._role):
            return True
        here = [standing_papers.open_paper(signed).said for signed in self._read(self._role, number)]
        return self._find_paper(self._role, number) in here

    def open_paper(self, side: str, number: int) -> StandingFiling:
        """As the referee, what is in the box of a paper, or what its side handed over of it; raises
        `standing-lost` or `standing-wrong`."""
        said = self._find_paper(side, number)
        for paper in map(standing_papers.open_paper, self._read(side, number)):
            if isinstance(paper.said, Box) and isinstance(said, SealedPaper):
                return self._open_box(said, paper.said)
        if isinstance(said, SealedPaper) and (handed := kept_lines(self._holdings, said.box)) is not None:
            return StandingFiling(said.game, side, number, *handed)
        raise errors.Refusal(
            Code.STANDING_LOST,
            f"{self._place_of(side, number)} is missing: without it the standing orders of {side} cannot be "
            "read",
        )

    def _find_paper(self, side: str, number: int) -> SealedPaper | ClearPaper | None:
        if number <= self._standings.last_number(side):
            return self._standings.paper(side, number)
        paper = self._paper(side, number)
        return None if paper is None else paper.said

    def _open_box(self, said: SealedPaper, box: Box) -> StandingFiling:
        key = PublicKey(self._table.verifier.parties[REFEREE].key)
        return standing_lines.open_filing(said, box.box, key, self._key_file)

    def _own_lines(self, side: str, number: int) -> tuple[str, ...]:
        name = standing_name(side, number, ".txt")
        said = self._find_paper(side, number)
        back = kept_lines(self._holdings, said.box) if isinstance(said, SealedPaper) else None
        lines = text(self._holdings, name)
        if lines is None and back is not None:
            return back[1]
        if lines is None:
            raise errors.Refusal(
                Code.STANDING_LOST,
                f"{self._holdings.path_of(name)} is missing: it held your standing orders, number {number}",
            )
        if "\N{REPLACEMENT CHARACTER}" in lines:
            raise errors.Refusal(
                Code.STANDING_LOST,
                f"{self._holdings.path_of(name)} is damaged: it held your standing orders, number {number}",
            )
        return tuple(lines.splitlines())

    def unreceipted_papers(self) -> tuple[SignedEntry, ...]:
        """The owner's papers, with their boxes, of which no receipt has come, the oldest first."""
        if not self._standings.refereed:
            return ()
        done = self.receipted_number(self._role)
        numbers = [paper.said.number for paper in self._papers(self._role)]
        return tuple(one for number in numbers if number > done for one in self._read(self._role, number))

    def carried_papers(self) -> tuple[CarriedClearPaper | CarriedSealedPaper, ...] | None:
        """Without a referee: the owner's papers that his next move carries."""
        if self._standings.refereed:
            return None
        return tuple(map(standing_papers.embed_paper, self._papers(self._role))) or None

    def receipts(self) -> tuple[SignedEntry, ...]:
        """As the referee, all receipts of papers that are not in the log yet."""
        return tuple(
            it.signed
            for side in self._table.verifier.parties.sides
            for it in self._receipts(side)
            if it.said.number > self._standings.last_number(side)
        )

    # --- answering, as the referee -----------------------------------------------------------------------

    def refuse_unknown(self, entry: Entry) -> None:
        """Raise `standing-wrong` for what names a paper that has not come to the referee."""
        named = entry.body.standing if isinstance(entry.body, bodies.Opener) else None
        for side, number in (named or {}).items():
            if number > max(self.newest_number(side), self._standings.last_number(side)):
                raise errors.LogFault(
                    Code.STANDING_WRONG, f"paper {number} of {side} has not come to the referee"
                )

    def papers_to_carry(self, limit: int) -> tuple[CarriedSealedPaper | CarriedClearPaper, ...] | None:
        """The papers that have come and are not in the log yet, written before entry `limit`."""
        found = []
        for side in self._table.verifier.parties.sides:
            for paper in self._papers(side):
                if paper.said.seq >= limit:
                    break
                found.append(standing_papers.embed_paper(paper))
        return tuple(found) or None

    def decide(self, _decision: int, side: str) -> tuple[str, ...]:
        """What a side has said beforehand for the open batch."""
        return self.lines(side, self._standings.named.get(side, 0))

    def line_uses(
        self, said: Iterable[StandingDecision], standings: StandingPapers
    ) -> tuple[LineUse, ...] | None:
        """The lines that were used, with the salt where one is shown for the first time."""
        decided: dict[tuple[str, str], list[int]] = {}
        for decision, it in enumerate(said):
            if it.picked:
                decided.setdefault((it.side, it.picked), []).append(decision)
        uses = []
        for (side, line), decisions in decided.items():
            number = standings.named[side]
            new = not standings.is_shown(side, number, line)
            opening = self.open_paper(side, number).opening(line) if new else {}
            uses.append(LineUse(decisions=tuple(decisions), side=side, line=line, **opening))
        return tuple(uses) or None

    def fill_entry(self, entry: Entry) -> Entry:
        """A late or an opening of the referee with the papers and uses that belong into it."""
        verifier = self._table.verifier
        if verifier.rules is None or not self._standings.refereed:
            return entry
        entry = replace(entry, body=entry.body.replace(papers=self.papers_to_carry(entry.seq)))
        if verifier.rules.has_closed_orders:
            return entry
        standings = verifier.standings.add_entry(entry, None, None)
        named = standings.named
        course = verifier.rules.foresee(entry, lambda _, side: self.lines(side, named.get(side, 0)))
        return replace(entry, body=entry.body.replace(stood=self.line_uses(course.said, standings)))

    # --- opening, when the game is over ------------------------------------------------------------------

    def open_logged_paper(self, side: str, number: int) -> bodies.OpenedPaper:
        """A paper of the log as an opening shows it, by the referee or its own side; raises `standing-lost`
        or `standing-wrong`."""
        found = self.open_paper(side, number) if self._role == REFEREE else self._own_filing(number)
        if not found.matches_paper(self._table.verifier.closings.paper(side, number)):
            raise errors.Refusal(
                Code.STANDING_LOST,
                f"{self._place_of(side, number)} is not paper {number} of {side} in the log",
            )
        return bodies.OpenedPaper(author=side, number=number, root=found.root, lines=found.lines or None)

    def _own_filing(self, number: int) -> StandingFiling:
        lines = self._own_lines(self._role, number)
        return standing_lines.make_filing(
            self._standings.game, self._role, number, self._holdings.key(), lines
        )

    # --- files -------------------------------------------------------------------------------------------

    def _check_game(self, game: str) -> None:
        if game != self._standings.game:
            raise errors.LogFault(
                Code.WRONG_GAME, f"belongs to game {game[:8]}; this is game {self._standings.game[:8]}"
            )

    def _place_of(self, side: str, number: int) -> PurePath:
        return self._holdings.path_of(standing_name(side, number))

    def _read(self, side: str, number: int) -> list[SignedEntry]:
        return papers_in(self._holdings, standing_name(side, number))

    def _paper(self, side: str, number: int) -> GamePaper[SealedPaper | ClearPaper] | None:
        """The paper of a number that lies here, unless it has fallen."""
        for signed in self._read(side, number):
            paper = standing_papers.open_paper(signed)
            said = paper.said
            if isinstance(said, SealedPaper | ClearPaper) and not self._standings.has_fallen(side, said.seq):
                return GamePaper(said, paper.signed, paper.signer)
        return None

    def _papers(self, side: str) -> Iterator[GamePaper[SealedPaper | ClearPaper]]:
        """The papers of a side that are not in the log yet and have not fallen, in order, without a gap but
        for those that were lost here and receipted before."""
        number, receipted = self._standings.last_number(side) + 1, self.receipted_number(side)
        while (paper := self._paper(side, number)) is not None or number <= receipted:
            if paper is not None:
                yield paper
            number += 1

    def _receipts(self, side: str) -> list[GamePaper[Receipt]]:
        return receipts_of(self._holdings, self._standings, side)


def find_lost_papers(holdings: Holdings, verifier: LogVerifier, me: str, of: str) -> Iterator[SignedEntry]:
    """Papers of standing orders here that a party may lack whose folder was put back: a side the
    receipts of its papers; the referee the papers of a side with their boxes, and the receipts of all."""
    if not verifier.parties.has_referee:
        return
    if of != REFEREE:
        yield from (it.signed for it in receipts_of(holdings, verifier.standings, of))
        return
    for name in holdings.list_names(STANDING):
        if _PAPER_NAME.fullmatch(name.removeprefix(f"{me}-")):
            yield from papers_in(holdings, f"{STANDING}/{name}")
    for side in verifier.parties.sides:
        yield from (it.signed for it in receipts_of(holdings, verifier.standings, side))


def is_known(
    holdings: Holdings, verifier: LogVerifier, paper: GamePaper[standing_papers.Said], said: SealedPaper
) -> bool:
    """Whether a side has signed a paper that stands in the log, or that the folder has a receipt of."""
    if said.author not in verifier.parties.sides or paper.signer != verifier.parties[said.author].key:
        return False
    if said.number <= verifier.standings.last_number(said.author):
        return verifier.standings.paper(said.author, said.number) == said
    return any(it.said.paper == paper.digest for it in receipts_of(holdings, verifier.standings, said.author))


def receipts_of(holdings: Holdings, standings: StandingPapers, side: str) -> list[GamePaper[Receipt]]:
    """The receipts that lie in a folder of papers of a side that have not fallen since, in order."""
    found = []
    for name in holdings.list_names(STANDING):
        if not (name.startswith(f"{side}-") and name.endswith(RECEIPT)):
            continue
        for signed in papers_in(holdings, f"{STANDING}/{name}"):
            paper = standing_papers.open_paper(signed)
            said = paper.said
            if isinstance(said, Receipt) and said.side == side and not standings.has_fallen(side, said.seq):
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
        where = holdings.path_of(lines_name(box))
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
