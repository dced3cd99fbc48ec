"""The hands on standing papers: a side signs its own and keeps them, the referee takes them in and receipts
them, a player keeps the receipts that come.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.entry import armor, standing_papers
from pbem.entry.bodies import ClearPaper, SealedPaper
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.standing_papers import Box, GamePaper, Receipt
from pbem.judge.standing_filing import RECEIPT, STANDING, Filings, is_known, papers_in
from pbem.keys.openssh_keys import PublicKey
from pbem.log.commitments.standing_papers import check_signer
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.holdings import standing_name
from pbem.reason_codes import Code
from pbem.rules.table import Table
from pbem.secrets import standing_lines

_FORK: Final = ".fork.pbem"
"""After the name of another paper of a number that is taken: two are evidence enough."""
_MOST_WAITING: Final = 12
"""Papers of a side that no entry has carried yet. One answer carries those of all sides, and holds 200."""


@dataclass(frozen=True, slots=True)
class FiledOrders:
    """A side's standing orders of a number, signed: the papers to send, none where its next move carries
    them; `lines` as they were read."""

    side: str
    number: int
    lines: tuple[str, ...]
    papers: tuple[SignedEntry, ...]
    file: Path


class StandingOrders(Filings):
    """The hand of a folder's owner on standing papers, for the game on a table."""

    def __init__(self, folder: Folder, table: Table) -> None:
        super().__init__(folder, table)
        self._folder = folder

    # --- filing, as a side -------------------------------------------------------------------------------

    def file(self, lines: Sequence[str]) -> FiledOrders:
        """Sign standing orders of the folder's owner under his next number, and keep them.

        The same lines again give the papers that were signed for them, as long as no receipt has come.
        """
        side = self._role
        last = max(
            self.newest_number(side), self.receipted_number(side)
        )  # of one that was put back the receipts tell
        if last > self.receipted_number(side) and self._own_lines(side, last) == tuple(lines):
            return FiledOrders(side, last, tuple(lines), self.unreceipted_papers(), self._file(side, last))
        number, key, parties = last + 1, self._folder.key(), self._table.verifier.parties
        game, seq = self._standings.game, self._table.seq
        made: list[SignedEntry]
        if self._standings.refereed:
            filing = standing_lines.make_filing(game, side, number, key, lines)
            referee = PublicKey(parties[REFEREE].key)
            paper = disclosures.sign_paper(self._folder, parties, filing.make_paper(seq, referee))
            text = base64.b64encode(filing.box(referee)).decode("ascii")
            box = standing_papers.sign(Box(game=game, author=side, paper=paper.digest, box=text), key)
            made = [paper.signed, box.signed]
        else:
            clear = ClearPaper(game=game, author=side, number=number, seq=seq, lines=tuple(lines))
            made = [disclosures.sign_paper(self._folder, parties, clear).signed]
        text = "".join(f"{line}\n" for line in lines)
        self._folder.keep(standing_name(side, number, ".txt"), text.encode(), secret=True)
        self._folder.keep(standing_name(side, number), _text(made))
        return FiledOrders(side, number, tuple(lines), self.unreceipted_papers(), self._file(side, number))

    # --- taking papers in --------------------------------------------------------------------------------

    def keep_receipt(self, signed: SignedEntry) -> Receipt:
        """As a player, keep a receipt; raises `wrong-game`, `wrong-signer`, BadPaper, or `fork` where the
        referee has receipted another paper of this number."""
        paper = standing_papers.open_paper(signed)
        said = paper.said
        if not isinstance(said, Receipt):
            raise errors.BadPaper(f"this is a {said.type}: it is for the referee")
        self._check_game(said.game)
        check_signer(paper, self._table.verifier.parties[REFEREE].key)
        if said.side not in self._table.verifier.parties.sides or said.author != REFEREE:
            raise errors.BadPaper(f"a receipt of the referee is for a side, not for {said.side}")
        for before in self._receipts(said.side):
            if before.said.number == said.number and before.said.paper != said.paper:
                raise errors.LogFault(
                    Code.FORK,
                    f"the referee has receipted two papers {said.number} of {said.side}: "
                    f"{before.said.paper[:8]} and {said.paper[:8]}",
                )
        self._refuse_other(said)
        self._folder.keep(standing_name(said.side, said.number, RECEIPT), _text([signed]))
        return said

    def _refuse_other(self, said: Receipt) -> None:
        """Raise `fork` for a receipt of another paper than the one that was signed here."""
        mine = self._paper(said.side, said.number) if said.side == self._role else None
        if mine is not None and mine.digest != said.paper:
            raise errors.LogFault(
                Code.FORK,
                f"the referee has receipted standing orders {said.number} of {said.side} with digest "
                f"{said.paper[:8]}; those in {self._file(said.side, said.number)} have {mine.digest[:8]}. "
                "If you have filed others in another folder, then play on there, or see `pbem restore`; if "
                "not, then the referee says what is not so",
            )

    def take(self, papers: Sequence[SignedEntry]) -> Iterator[tuple[Receipt, SignedEntry]]:
        """As the referee, take in a side's papers with their boxes: the receipt of each, the same again for
        one that came before.

        Raises what is wrong with the first that is not taken: `wrong-game`, `wrong-signer`, BadPaper, `fork`
        for another paper of a number, `standing-wrong`, or LineRefused.
        """
        opened = [standing_papers.open_paper(signed) for signed in papers]
        boxes = {
            paper.said.paper: GamePaper(paper.said, paper.signed, paper.signer)
            for paper in opened
            if isinstance(paper.said, Box)
        }
        for paper in opened:
            if isinstance(paper.said, SealedPaper):
                yield self._take(paper, boxes.get(paper.digest))
            elif not isinstance(paper.said, Box):
                raise errors.BadPaper(f"a {paper.said.type} is nothing for the referee")

    def _take(
        self, paper: GamePaper[standing_papers.Said], box: GamePaper[Box] | None
    ) -> tuple[Receipt, SignedEntry]:
        said = paper.said
        if not isinstance(said, SealedPaper):
            raise errors.BadPaper("only sealed standing orders are filed with a referee")
        side, number = said.author, said.number
        self._check_game(said.game)
        if side not in self._table.verifier.parties.sides:
            raise errors.BadPaper(f"{side} plays no side of this game")
        check_signer(paper, self._table.verifier.parties[side].key)
        before = self._paper(side, number)
        if before is not None and before.digest != paper.digest:
            self._keep_fork(paper)
            raise errors.LogFault(
                Code.FORK,
                f"two papers {number} of {side}: {before.digest[:8]}, which counts, and {paper.digest[:8]}",
            )
        if before is None:
            self._refuse_receipted(paper, said)
            self._check_place(said)
            self._check_lines(said, box)
            both = [paper.signed, *([box.signed] if box else [])]
            self._folder.keep(standing_name(side, number), _text(both))
        return self._receipt(said, paper.digest)

    def _refuse_receipted(self, paper: GamePaper[standing_papers.Said], said: SealedPaper) -> None:
        """Raise `fork` for another paper than the one of this number that was receipted, and that this folder
        has lost."""
        for receipt in self._receipts(said.author):
            if receipt.said.number == said.number and receipt.said.paper != paper.digest:
                self._keep_fork(paper)
                raise errors.LogFault(
                    Code.FORK,
                    f"two papers {said.number} of {said.author}: {receipt.said.paper[:8]}, of which there is "
                    f"a receipt, and {paper.digest[:8]}",
                )

    def _check_place(self, said: SealedPaper) -> None:
        number, last = said.number, self.newest_number(said.author)
        if number <= self._standings.last_number(said.author):
            raise errors.LogFault(Code.STANDING_WRONG, f"paper {number} of {said.author} has had its time")
        if number != last + 1:
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"paper {number} of {said.author} where {last + 1} is next: send that too",
            )
        waiting = [paper.said.seq for paper in self._papers(said.author)]
        if len(waiting) >= _MOST_WAITING:
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"{_MOST_WAITING} papers of {said.author} wait to be carried by an answer: send {number} "
                "after the next one",
            )
        if said.seq < max(waiting, default=self._standings.newest_entry(said.author)):
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"paper {number} was written after entry {said.seq}, and the one before it after a later one",
            )
        if said.seq > self._table.seq or self._standings.has_fallen(said.author, said.seq):
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"paper {number} was written after entry {said.seq}, where it cannot count",
            )

    def _check_lines(self, said: SealedPaper, box: GamePaper[Box] | None) -> None:
        if box is None or box.said.author != said.author or box.said.game != said.game:
            raise errors.LogFault(Code.STANDING_WRONG, f"the box of paper {said.number} is missing")
        check_signer(box, self._table.verifier.parties[said.author].key)
        self._table.replay.filed.check(self._open_box(said, box.said).lines)

    def _receipt(self, said: SealedPaper, digest: str) -> tuple[Receipt, SignedEntry]:
        for signed in papers_in(self._folder, standing_name(said.author, said.number, RECEIPT)):
            made = standing_papers.open_paper(signed).said
            if isinstance(made, Receipt) and made.paper == digest:
                return made, signed
        receipt = Receipt(
            game=said.game,
            author=REFEREE,
            side=said.author,
            number=said.number,
            paper=digest,
            seq=self._table.seq,
        )
        signed = disclosures.sign_paper(self._folder, self._table.verifier.parties, receipt).signed
        self._folder.keep(standing_name(said.author, said.number, RECEIPT), _text([signed]))
        return receipt, signed

    def _keep_fork(self, paper: GamePaper[standing_papers.Said]) -> None:
        """Both papers of one number are evidence against who has signed them."""
        if isinstance(paper.said, SealedPaper):
            name = standing_name(paper.said.author, paper.said.number, "")
            found = (f"{STANDING}/{each}" for each in self._folder.list_names(STANDING))
            if not any(each.startswith(f"{name}.") and each.endswith(_FORK) for each in found):
                self._folder.keep(f"{name}.{paper.digest[:16]}{_FORK}", _text([paper.signed]))

    def _file(self, side: str, number: int) -> Path:
        return self._folder.standing_file(side, number)


def restore_papers(folder: Folder, verifier: LogVerifier, papers: Sequence[SignedEntry]) -> None:
    """As the referee whose folder was put back, keep the receipts that came back, and the papers that they or
    the log speak of, with their boxes. A paper that is here stays. Raises OSError."""
    opened = [paper for signed in papers if (paper := _verify_or_none(signed)) is not None]
    opened = [paper for paper in opened if paper.said.game == verifier.game]
    for paper in opened:
        said = paper.said
        if isinstance(said, Receipt) and paper.signer == verifier.parties[REFEREE].key:
            name = standing_name(said.side, said.number, RECEIPT)
            if said.side in verifier.parties.sides and folder.read(name) is None:
                folder.keep(name, _text([paper.signed]))
    for paper in opened:
        said = paper.said
        if isinstance(said, SealedPaper) and is_known(folder, verifier, paper, said):
            name = standing_name(said.author, said.number)
            box = [each.signed for each in opened if _is_box(each, paper)]
            if box and folder.read(name) is None:
                folder.keep(name, _text([paper.signed, box[0]]))


def _verify_or_none(signed: SignedEntry) -> GamePaper[standing_papers.Said] | None:
    try:
        return standing_papers.open_paper(signed)
    except errors.PbemError:
        return None


def _is_box(box: GamePaper[standing_papers.Said], paper: GamePaper[standing_papers.Said]) -> bool:
    return isinstance(box.said, Box) and (box.said.paper, box.signer) == (paper.digest, paper.signer)


def _text(papers: Iterable[SignedEntry]) -> bytes:
    return "".join(armor.encode(signed, armor.PAPER) for signed in papers).encode("ascii")
