"""The seat of a player in the folder of a game by mail: the game as the log has it, the draft on it, and what
else has happened there.

Other programs work on the same folder: a robot takes mails in, a command signs. So the folder is read anew
before each change, under its one lock, and a change names the draft that it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from modules.engine.requests import Choose
from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Move
from pbem.entry.entries import Entry
from pbem.judge.standing_filing import Filings
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.signing_record import DisclosedEntry
from pbem.mail_table import draft_file
from pbem.mail_table.draft_board import DraftBoard
from pbem.mail_table.draft_file import Draft
from pbem.play import player
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import order_closing
from pbem.rules import seat_views
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table
from pbem.solo.standing_lines import StandingLines

_ORDERS: Final = ("order", "decision", "seal")
_WATCHED: Final = ("outbox", "sent", "undeliverable", "shared", "asked")
"""Rooms of a folder in which something may appear of which a player is told."""


class MailSeat:
    """`table`, `draft`, `board` and `pending` are as they were at the last look (`refresh`). `pending`: what
    the player has signed and nobody has answered."""

    def __init__(self, folder: Folder, build: Build = rules_of) -> None:
        """Raises what reading the folder raises, StrangeFolder for the referee's."""
        self.folder, self.desk = folder, RefereeDesk(folder, build)
        self._laid: object = None
        with self.desk.lock_folder():
            self._look()

    # --- looking -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Looks at the folder anew; raises as the making."""
        with self.desk.lock_folder():
            self._look()

    def _look(self) -> None:
        self.table: Table = self.desk.table()
        seat_views.sit(self.table, self.folder)
        order_closing.sit(self.table, self.folder)
        self.side = player.side(self.folder, self.table)
        self.pending: list[DisclosedEntry] = disclosures.list_pending(self.folder, self.table.verifier)
        kept = draft_file.read_draft(self.folder.path)
        self._check_standing(kept)
        self.draft: Draft = self._follow(kept)
        if self.draft != kept:
            draft_file.write_draft(self.folder.path, self.draft)
        if self._laid != self._place():  # else the board with all its lines stands as it stood
            self._lay_board()
        self.seen = self.watch()

    def _lay_board(self) -> None:
        """The board with the draft on it, or with what is signed and not answered yet."""
        lines, out = self.draft.lines, self.pending
        signed = [] if lines or not out else list(self._list_lines(self._read_pending(out[-1])))
        self.board = DraftBoard.with_lines(
            self.table, self.side, lines or signed, is_due=self.is_due, is_signed=bool(signed)
        )
        self._laid = self._place()

    def _place(self) -> object:
        """By which a board is known to be the one of the log and the draft as they are."""
        return self.table.verifier.head, tuple(self.pending), self.draft

    def watch(self) -> tuple[tuple[str, int, int], ...]:
        """What tells cheaply that something in the folder is another than before."""
        places = (self.folder.path, *(self.folder.path / name for name in _WATCHED))
        return tuple(found for place in places for found in _list_files(place))

    @property
    def is_due(self) -> bool:
        """Whether the player may decide now, and has not signed yet."""
        return not self.pending and self.table.verifier.batch is None and self.side in self.table.owing_roles

    @property
    def dice_due(self) -> bool:
        """Whether dice come before the player's decision, which the player opens."""
        return self.is_due and self.table.replay.dice_due

    @property
    def due_choice(self) -> Choose | None:
        """What the player decides next; behind the lines of the draft."""
        return None if self.dice_due else self.board.due_choice

    # --- how a draft follows the log ---------------------------------------------------------------------

    def _follow(self, draft: Draft) -> Draft:
        """The draft on the log as it is now. Lines of which the player has signed others, or the same, are
        over; those that wait for a decision stay, whatever others have done meanwhile."""
        here = {"seq": self.table.seq, "head": self.table.verifier.head}
        is_here = (draft.seq, draft.head) == (here["seq"], here["head"])
        if is_here and not (self.pending and draft.lines):
            return draft
        if self.pending or self._has_ordered_since(draft.seq):
            return self._begin_anew(draft, here)
        return draft.change(**here, lines=draft.lines or self._read_kept_lines())

    def _has_ordered_since(self, seq: int) -> bool:
        fresh = self.table.verifier.history[seq + 1 :] if seq >= 0 else ()
        return any(entry.author == self.side and entry.type in _ORDERS for entry in fresh)

    def _begin_anew(self, draft: Draft, here: dict[str, object]) -> Draft:
        """An empty draft. The lines of the other are kept beside it, unless they were signed."""
        if draft.lines and tuple(draft.lines) not in self._list_signed(draft.seq):
            draft_file.put_aside(self.folder.path, draft)
        return draft.change(**here, lines=self._read_kept_lines(), press=[])

    def _list_signed(self, seq: int) -> Iterator[tuple[str, ...]]:
        """The lines of the player's orders that were signed behind an entry, closed ones among them."""
        for entry in (*self.table.verifier.history[seq + 1 :], *map(self._read_pending, self.pending)):
            if entry is not None and entry.author == self.side:
                yield self._list_lines(entry)

    def _list_lines(self, entry: Entry | None) -> tuple[str, ...]:
        """The lines of an own order, closed ones among them; none of another entry."""
        if entry is None or not isinstance(entry.body, Move):
            return ()
        return (*entry.body.lines, *(self.table.replay.known(entry) or ()))

    def _read_pending(self, one: DisclosedEntry) -> Entry | None:
        file = self.folder.move_file(one.seq, self.side)
        return Entry.decode(armor.read(file)[-1].data) if file.is_file() else None

    def _read_kept_lines(self) -> list[str]:
        """Without a referee: the lines that the last move has left for the next one."""
        return order_closing.read_later(self.folder) if self.is_due else []

    # --- changes -----------------------------------------------------------------------------------------

    @contextmanager
    def change(self, number: object) -> Iterator[None]:
        """Nobody else writes into the folder until the end of the block. Raises StaleDraft unless the newest
        draft has this number."""
        with self.hold():
            if number != self.draft.number:
                raise errors.StaleDraft(
                    "the draft has changed since this page was drawn, or the game has gone on"
                )
            yield

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Nobody else writes into the folder until the end of the block, which begins with a look."""
        with self.desk.lock_folder():
            self._look()
            yield

    def keep(self, **fields: object) -> None:
        """Keeps a change of the draft, within `change`. Raises OSError; then nothing has changed."""
        after = self.draft.change(**fields)
        draft_file.write_draft(self.folder.path, after)
        self.draft = after

    def give(self, text: str) -> None:
        """Adds a line, within `change`. Raises RefusedLine."""
        try:
            line = self.board.add(text)
            self.keep(lines=[*self.draft.lines, line])
            self._laid = self._place()
        except (OSError, errors.OrderFileFault):
            self._lay_board()
            raise

    def remove(self, keeps: Callable[[int], bool]) -> None:
        """Leaves those lines of the draft whose numbers are kept, counted from 0, within `change`."""
        left = [line for number, line in enumerate(self.draft.lines) if keeps(number)]
        self.keep(lines=left)
        self._lay_board()

    def lay_lines(self, lines: Sequence[str], press: Sequence[str] = ()) -> None:
        """Lays the lines of a file in the place of those that are there, within `change`. Raises RefusedLine
        for the first that cannot be read or does not fit; then nothing has changed."""
        board = DraftBoard(self.table, self.side, is_due=self.is_due)
        found = [board.add(line) for line in lines]
        if self.draft.lines:
            draft_file.put_aside(self.folder.path, self.draft)
        self.keep(lines=found, press=[*press] or self.draft.press)
        self.board, self._laid = board, self._place()

    # --- standing orders ---------------------------------------------------------------------------------

    @property
    def filed(self) -> tuple[str, ...]:
        """The player's standing orders as they were signed last."""
        filings = Filings(self.folder, self.table)
        return filings.lines(self.side, filings.newest_number(self.side))

    @property
    def standing(self) -> tuple[str, ...]:
        """The player's standing orders as they shall be."""
        return self.filed if self.draft.standing is None else tuple(self.draft.standing)

    def stand(self, text: str) -> None:
        """Says a standing order, in the place of one about the same, within `change`. Raises RefusedLine."""
        self.keep(standing=[*self._standing_lines().add(self.side, text)])

    def drop(self, number: int) -> None:
        """Drops a standing order, counted from 1, within `change`. Raises OrderFileFault where there is
        none."""
        self.keep(standing=[*self._standing_lines().drop(self.side, number)])

    def _check_standing(self, draft: Draft) -> None:
        """Raises `bad-draft` for standing orders that the game does not know, as in a draft of another
        game: else they would be signed."""
        try:
            StandingLines(self.table.replay.rules, {self.side: draft.standing or ()})
        except errors.RefusedLine as error:
            told = f"`{error.line[:80]}`: {error.cause}"
            raise draft_file.describe_damage(self.folder.path, told) from error

    def _standing_lines(self) -> StandingLines:
        return StandingLines(self.table.replay.rules, {self.side: self.standing})


def _list_files(place: Path) -> Iterator[tuple[str, int, int]]:
    """The files in a folder, without those that readers and locks make."""
    try:
        found = sorted(place.iterdir())
    except OSError:
        return
    for file in found:
        if not file.name.startswith("."):
            try:
                known = file.stat()
            except OSError:  # it has gone meanwhile
                continue
            yield str(file), known.st_mtime_ns, known.st_size
