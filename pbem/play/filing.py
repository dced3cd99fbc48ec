"""Standing papers in the folder of a party, and what they do: a side signs and keeps its own, the referee
takes them in, receipts them and answers decisions by their lines; a player keeps the receipts that he gets.

standing/SIDE-NNNN.pbem           a paper and its box       standing/SIDE-NNNN.txt   one's own lines
standing/SIDE-NNNN.receipt.pbem   the referee's receipt of it
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pbem import errors
from pbem.codes import Code
from pbem.disk import whole
from pbem.entry import armor, bodies, game_papers
from pbem.entry.bodies import Clear, ClearCarried, Sealed, SealedCarried, Use
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.game_papers import Box, GamePaper, Receipt
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log import shown
from pbem.log.folder import Folder
from pbem.log.socket import Beforehand
from pbem.log.standing import Standings, check_signer
from pbem.log.walk import Walk
from pbem.rules.standing import Papers
from pbem.rules.table import Table
from pbem.secret import standing_lines
from pbem.secret.standing_lines import Filing

LINES_HEAD: Final = "senlac-lines/1"
"""The first line of a file with root and lines."""
_ROOT: Final = re.compile("[0-9a-f]{64}")
_MOST_WAITING: Final = 12
"""Papers of a side that no entry has carried yet. One answer carries those of all sides, and holds 200."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A side's standing orders of a number, signed: the papers to send, none where its next move carries
    them; `lines` as they were read."""

    side: str
    number: int
    lines: tuple[str, ...]
    papers: tuple[SignedEntry, ...]
    file: Path


class Filings:
    """The standing papers in a folder, for the game on a table."""

    def __init__(self, folder: Folder, table: Table) -> None:
        self._folder, self._table = folder, table
        self._role = folder.role(table.walk.parties)

    @property
    def _standings(self) -> Standings:
        return self._table.walk.standings

    @cached_property
    def _key_file(self) -> bytes:
        return self._folder.key_text()

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
        if isinstance(said, Sealed) and (handed := kept_lines(self._folder, said.box)) is not None:
            return Filing(said.game, side, number, *handed)
        raise errors.Refusal(
            Code.STANDING_LOST,
            f"{self._file(side, number)} is missing: without it the standing orders of {side} cannot be read",
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
        file = self._file(side, number).with_suffix(".txt")
        said = self._said(side, number)
        back = kept_lines(self._folder, said.box) if isinstance(said, Sealed) else None
        if not file.is_file() and back is not None:
            return back[1]
        if not file.is_file():
            raise errors.Refusal(
                Code.STANDING_LOST, f"{file} is missing: it held your standing orders, number {number}"
            )
        return tuple(file.read_text(encoding="utf-8").splitlines())

    # --- filing, as a side -------------------------------------------------------------------------------

    def file(self, lines: Sequence[str]) -> Filed:
        """Sign standing orders of the folder's owner under his next number, and keep them.

        The same lines again give the papers that were signed for them, as long as no receipt has come.
        """
        side = self._role
        last = max(self.newest(side), self.receipted(side))  # of one that was put back the receipts tell
        if last > self.receipted(side) and self._own_lines(side, last) == tuple(lines):
            return Filed(side, last, tuple(lines), self.unreceipted(), self._file(side, last))
        number, key, parties = last + 1, self._folder.key(), self._table.walk.parties
        game, seq = self._standings.game, self._table.seq
        made: list[SignedEntry]
        if self._standings.refereed:
            filing = standing_lines.filing(game, side, number, key, lines)
            referee = PublicKey(parties[REFEREE].key)
            paper = shown.sign_paper(self._folder, parties, filing.said(seq, referee))
            text = base64.b64encode(filing.box(referee)).decode("ascii")
            box = game_papers.sign(Box(game=game, author=side, paper=paper.digest, box=text), key)
            made = [paper.signed, box.signed]
        else:
            clear = Clear(game=game, author=side, number=number, seq=seq, lines=tuple(lines))
            made = [shown.sign_paper(self._folder, parties, clear).signed]
        file = self._file(side, number)
        whole.DISK.make_directory(file.parent)
        text = "".join(f"{line}\n" for line in lines)
        whole.replace(file.with_suffix(".txt"), text.encode(), mode=0o600)
        _write(file, made)
        return Filed(side, number, tuple(lines), self.unreceipted(), file)

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

    # --- taking papers in --------------------------------------------------------------------------------

    def shown(self, signed: SignedEntry) -> Receipt:
        """As a player, keep a receipt; raises `wrong-game`, `wrong-signer`, BadPaper, or `fork` where the
        referee has receipted another paper of this number."""
        paper = game_papers.open_paper(signed)
        said = paper.said
        if not isinstance(said, Receipt):
            raise errors.BadPaper(f"this is a {said.type}: it is for the referee")
        self._check_game(said.game)
        check_signer(paper, self._table.walk.parties[REFEREE].key)
        if said.side not in self._table.walk.parties.sides or said.author != REFEREE:
            raise errors.BadPaper(f"a receipt of the referee is for a side, not for {said.side}")
        for before in self._receipts(said.side):
            if before.said.number == said.number and before.said.paper != said.paper:
                raise errors.LogFault(
                    Code.FORK,
                    f"the referee has receipted two papers {said.number} of {said.side}: "
                    f"{before.said.paper[:8]} and {said.paper[:8]}",
                )
        self._refuse_other(said)
        file = self._receipt_file(said.side, said.number)
        whole.DISK.make_directory(file.parent)
        _write(file, [signed])
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
        opened = [game_papers.open_paper(signed) for signed in papers]
        boxes = {
            paper.said.paper: GamePaper(paper.said, paper.signed, paper.signer)
            for paper in opened
            if isinstance(paper.said, Box)
        }
        for paper in opened:
            if isinstance(paper.said, Sealed):
                yield self._take(paper, boxes.get(paper.digest))
            elif not isinstance(paper.said, Box):
                raise errors.BadPaper(f"a {paper.said.type} is nothing for the referee")

    def _take(
        self, paper: GamePaper[game_papers.Said], box: GamePaper[Box] | None
    ) -> tuple[Receipt, SignedEntry]:
        said = paper.said
        if not isinstance(said, Sealed):
            raise errors.BadPaper("only sealed standing orders are filed with a referee")
        side, number = said.author, said.number
        self._check_game(said.game)
        if side not in self._table.walk.parties.sides:
            raise errors.BadPaper(f"{side} plays no side of this game")
        check_signer(paper, self._table.walk.parties[side].key)
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
            file = self._file(side, number)
            whole.DISK.make_directory(file.parent)
            _write(file, [paper.signed, *([box.signed] if box else [])])
        return self._receipt(said, paper.digest)

    def _refuse_receipted(self, paper: GamePaper[game_papers.Said], said: Sealed) -> None:
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

    def _check_place(self, said: Sealed) -> None:
        number, last = said.number, self.newest(said.author)
        if number <= self._standings.last(said.author):
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
        if said.seq < max(waiting, default=self._standings.newest(said.author)):
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"paper {number} was written after entry {said.seq}, and the one before it after a later one",
            )
        if said.seq > self._table.seq or self._standings.fell(said.author, said.seq):
            raise errors.LogFault(
                Code.STANDING_WRONG,
                f"paper {number} was written after entry {said.seq}, where it cannot count",
            )

    def _check_lines(self, said: Sealed, box: GamePaper[Box] | None) -> None:
        if box is None or box.said.author != said.author or box.said.game != said.game:
            raise errors.LogFault(Code.STANDING_WRONG, f"the box of paper {said.number} is missing")
        check_signer(box, self._table.walk.parties[said.author].key)
        self._table.replay.filed.check(self._opened(said, box.said).lines)

    def _receipt(self, said: Sealed, digest: str) -> tuple[Receipt, SignedEntry]:
        file = self._receipt_file(said.author, said.number)
        for signed in armor_papers(file):
            made = game_papers.open_paper(signed).said
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
        signed = shown.sign_paper(self._folder, self._table.walk.parties, receipt).signed
        _write(file, [signed])
        return receipt, signed

    def _keep_fork(self, paper: GamePaper[game_papers.Said]) -> None:
        """Both papers of one number are evidence against who has signed them."""
        if isinstance(paper.said, Sealed):
            file = self._file(paper.said.author, paper.said.number)
            if not any(file.parent.glob(f"{file.stem}.*.fork.pbem")):  # two are evidence enough
                _write(file.with_suffix(f".{paper.digest[:16]}.fork.pbem"), [paper.signed])

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
                Code.STANDING_LOST, f"{self._file(side, number)} is not paper {number} of {side} in the log"
            )
        return bodies.Filed(author=side, number=number, root=found.root, lines=found.lines or None)

    def _own(self, number: int) -> Filing:
        lines = self._own_lines(self._role, number)
        return standing_lines.filing(self._standings.game, self._role, number, self._folder.key(), lines)

    # --- files -------------------------------------------------------------------------------------------

    def _check_game(self, game: str) -> None:
        if game != self._standings.game:
            raise errors.LogFault(
                Code.WRONG_GAME, f"belongs to game {game[:8]}; this is game {self._standings.game[:8]}"
            )

    def _file(self, side: str, number: int) -> Path:
        return self._folder.standing_file(side, number)

    def _receipt_file(self, side: str, number: int) -> Path:
        return self._file(side, number).with_suffix(".receipt.pbem")

    def _read(self, side: str, number: int) -> list[SignedEntry]:
        return armor_papers(self._file(side, number))

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
        return receipts_of(self._folder, self._standings, side)


def lost_by(folder: Folder, walk: Walk, me: str, of: str) -> Iterator[SignedEntry]:
    """Papers of standing orders here that a party may lack whose folder was put back: a side the
    receipts of its papers; the referee the papers of a side with their boxes, and the receipts of all."""
    if not walk.parties.refereed:
        return
    if of != REFEREE:
        yield from (it.signed for it in receipts_of(folder, walk.standings, of))
        return
    for file in sorted(folder.standing_file(me, 0).parent.glob(f"{me}-[0-9]*.pbem")):
        if file.suffixes == [".pbem"]:
            yield from armor_papers(file)
    for side in walk.parties.sides:
        yield from (it.signed for it in receipts_of(folder, walk.standings, side))


def put_back(folder: Folder, walk: Walk, papers: Sequence[SignedEntry]) -> None:
    """As the referee whose folder was put back, keep the receipts that came back, and the papers that they or
    the log speak of, with their boxes. A paper that is here stays. Raises OSError."""
    opened = [paper for signed in papers if (paper := _opened_or_none(signed)) is not None]
    opened = [paper for paper in opened if paper.said.game == walk.game]
    for paper in opened:
        said = paper.said
        if isinstance(said, Receipt) and paper.signer == walk.parties[REFEREE].key:
            file = folder.standing_file(said.side, said.number).with_suffix(".receipt.pbem")
            if said.side in walk.parties.sides and not file.is_file():
                whole.DISK.make_directory(file.parent)
                _write(file, [paper.signed])
    for paper in opened:
        said = paper.said
        if isinstance(said, Sealed) and _is_known(folder, walk, paper, said):
            file = folder.standing_file(said.author, said.number)
            box = [each.signed for each in opened if _is_box(each, paper)]
            if box and not file.is_file():
                whole.DISK.make_directory(file.parent)
                _write(file, [paper.signed, box[0]])


def _opened_or_none(signed: SignedEntry) -> GamePaper[game_papers.Said] | None:
    try:
        return game_papers.open_paper(signed)
    except errors.PbemError:
        return None


def _is_box(box: GamePaper[game_papers.Said], paper: GamePaper[game_papers.Said]) -> bool:
    return isinstance(box.said, Box) and (box.said.paper, box.signer) == (paper.digest, paper.signer)


def _is_known(folder: Folder, walk: Walk, paper: GamePaper[game_papers.Said], said: Sealed) -> bool:
    """Whether a side has signed a paper that stands in the log, or that the folder has a receipt of."""
    if said.author not in walk.parties.sides or paper.signer != walk.parties[said.author].key:
        return False
    if said.number <= walk.standings.last(said.author):
        return walk.standings.paper(said.author, said.number) == said
    return any(it.said.paper == paper.digest for it in receipts_of(folder, walk.standings, said.author))


def receipts_of(folder: Folder, standings: Standings, side: str) -> list[GamePaper[Receipt]]:
    """The receipts that lie in a folder of papers of a side that have not fallen since, in order."""
    found = []
    for file in sorted(folder.standing_file(side, 0).parent.glob(f"{side}-*.receipt.pbem")):
        for signed in armor_papers(file):
            paper = game_papers.open_paper(signed)
            said = paper.said
            if isinstance(said, Receipt) and said.side == side and not standings.fell(side, said.seq):
                found.append(GamePaper(said, paper.signed, paper.signer))
    return sorted(found, key=lambda it: it.said.number)


def kept_lines(folder: Folder, box: str) -> tuple[str, tuple[str, ...]] | None:
    """Root and lines that are kept in a folder under the digest of their box; raises `lines-lost` for a
    damaged file."""
    file = folder.lines_file(box)
    if not file.is_file():
        return None
    first, *rest = file.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
    if first != LINES_HEAD or not rest or not _ROOT.fullmatch(rest[0]):
        raise errors.Refusal(Code.LINES_LOST, f"{file} is damaged: what was closed cannot be opened")
    return rest[0], tuple(rest[1:])


def papers_of(folder: Folder, table: Table) -> Papers:
    """The standing orders that the folder's owner can read: a side its own, the referee all. Each is read
    once."""
    found: dict[tuple[str, int], tuple[str, ...]] = {}

    def read(side: str, number: int) -> tuple[str, ...]:
        if (side, number) not in found:
            found[side, number] = Filings(folder, table).lines(side, number)
        return found[side, number]

    return read


def armor_papers(file: Path) -> list[SignedEntry]:
    """The papers in a file; none where there is no file."""
    return armor.decode_all(file.read_text("ascii"), armor.PAPER) if file.is_file() else []


def _write(file: Path, papers: Iterable[SignedEntry]) -> None:
    text = "".join(armor.encode(signed, armor.PAPER) for signed in papers)
    whole.replace(file, text.encode("ascii"))
