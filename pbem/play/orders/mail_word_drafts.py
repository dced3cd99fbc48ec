"""What a person without a program wrote becomes a draft: the lines that are orders, in canonical text, as far
as they are legal; and a draft that he locked becomes an entry, signed with the key that the referee holds.

Lines come as they were typed into a mail. Whatever else can be read as lines, such as a game recorded in
VASSAL, is handed to `read_draft` in the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import sign_entry
from pbem.judge import closed_lines, judgement, seal_openings
from pbem.judge.standing_filing import Filings
from pbem.log.due_rolls import CHANCE, Due, due_rolls
from pbem.log.party.chain_links import next_link
from pbem.log.party.folder import Folder
from pbem.play.orders import (
    order_candidates,
    order_closing,
    placement_lines,
    sealed_orders,
    shorthand,
)
from pbem.play.orders.later_lines import MOST, LaterLine, LaterLines
from pbem.play.orders.mail_word_codes import Offer
from pbem.play.orders.order_candidates import RESIGN, Candidate
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.replay.order_report import OrderReport, UsedLine
from pbem.rules.table import DraftedPlay, Table

SEAL: Final = "seal"
_KINDS: Final = {kind.type: kind for kind in (bodies.Order, bodies.Decision)}


@dataclass(frozen=True, slots=True)
class DraftFault:
    """The first line that was not understood (`read` is false), or is not legal: `choice` is the decision
    that it would have answered, `nearest` an order that may have been meant; `stands`: the lines behind it
    were read as if that stood there."""

    line: str
    why: str
    choice: Choose | None = None
    read: bool = True
    nearest: str | None = None
    stands: bool = False


@dataclass(frozen=True, slots=True)
class UnderstoodDraft:
    """What was understood of a mail: a draft if there are `lines`, or of giving up the game.

    `table` has the draft on it, `account` tells of it up to the first dice (`due`); `still` is a decision of
    the side that it leaves open. `later` are the last of the lines, those that the order will close. `fault`:
    what ended it, `after`: what the lines behind it would have come to, none of which is in it, `more`: how
    many were not even looked at. `words`: how many lines are no orders.
    """

    table: Table
    kind: str
    lines: tuple[str, ...]
    choice: str | None
    fault: DraftFault | None
    words: int
    account: OrderReport | None = None
    due: Due | None = None
    still: Choose | None = None
    later: tuple[str, ...] = ()
    after: tuple[LaterLine, ...] = ()
    more: int = 0

    @property
    def is_draft(self) -> bool:
        """Whether there is something to lock."""
        return bool(self.lines) or self.kind == RESIGN


def are_orders(table: Table, lines: Sequence[str]) -> bool:
    """Whether there is an order in these lines, or a line that was meant as one."""
    return order_candidates.read_candidates(lines, table.replay.rules.grammar).any


def read_draft(folder: Folder, load: Callable[[], Table], side: str, typed: Sequence[str]) -> UnderstoodDraft:
    """Read lines as the orders of a side, on tables of its own. Raises what the files raise."""
    table = seat_table(folder, load(), side)
    read = order_candidates.read_candidates(typed, table.replay.rules.grammar)
    if [each.orders for each in read.lines] == [(RESIGN,)]:
        return UnderstoodDraft(table, RESIGN, (), None, None, read.words)
    candidates = _single_lines(read.lines)
    lines = [line for each in takewhile(lambda it: it.orders, candidates) for line in each.orders]
    if table.replay.due_sealing is None and side not in table.owing_roles:
        return UnderstoodDraft(table, "decision", (), None, None, read.words)
    made, fault, left = _draft(folder, load, side, lines)
    ended = [*left, *candidates[len(lines) :]]
    if not ended:
        return replace(made, words=read.words, more=read.left)
    board = seat_table(folder, load(), side)
    later = LaterLines(board.play, side, made.lines, partial(shorthand.ground_of, board))
    if fault is None:
        nearest = later.nearest(ended[0])
        stands = later.skip(nearest)
        fault = DraftFault(ended[0].typed, ended[0].why, None, read=False, nearest=nearest, stands=stands)
    after, more = later.look_at(ended[1:]), max(len(ended) - 1 - MOST, 0) + read.left
    return replace(made, fault=fault, after=after, more=more, words=read.words)


def _single_lines(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each order; `resign` beside others is none."""
    found: list[Candidate] = []
    for each in candidates:
        for line in each.orders:
            alone = f"`{RESIGN}` gives up the game: it must be the only order of a mail"
            said = Candidate(line, (), each.sign, alone, line) if line == RESIGN else Candidate(line, (line,))
            found.append(said)
        if not each.orders:
            found.append(each)
    return found


def _draft(
    folder: Folder, load: Callable[[], Table], side: str, lines: Sequence[str]
) -> tuple[UnderstoodDraft, DraftFault | None, list[Candidate]]:
    """The draft of lines that can be read, as far as they are legal; what ended it, and the lines from there
    on."""
    table = seat_table(folder, load(), side)
    if table.replay.due_sealing is not None:
        return _to_seal(table, side, lines)
    kind = "order" if table.replay.is_active(side) else "decision"
    orders = [table.replay.rules.grammar.parse(line) for line in lines]
    ground = partial(shorthand.ground_of, table)
    lines = [str(order) for _, order in shorthand.arrange_orders(table.play, side, orders, ground)]
    full, fault = _complete(table, side, lines)
    good = list(placement_lines.sort_placements(table, side, full))
    left = list(lines[len(full) :])
    while good:
        try:
            made = _try_lines(folder, table, side, kind, good)
            return made, fault, [Candidate(line, (line,)) for line in left]
        except errors.RefusedLine as error:
            fault = DraftFault(error.line, str(error.cause), error.choice)
            left, good = [*good[error.index :], *left], good[: error.index]
        table = seat_table(folder, load(), side)
    made = UnderstoodDraft(table, kind, (), None, None, 0)
    return made, fault, [Candidate(line, (line,)) for line in left]


def _complete(table: Table, side: str, lines: Sequence[str]) -> tuple[tuple[str, ...], DraftFault | None]:
    """The lines with their ways written out, up to the first that has several."""
    try:
        return shorthand.complete_lines(table.play, side, lines, partial(shorthand.ground_of, table)), None
    except shorthand.SeveralPaths as error:
        full, _ = _complete(table, side, lines[: error.index])
        return full, DraftFault(lines[error.index], str(error))


def seat_table(folder: Folder, table: Table, side: str) -> Table:
    """A table that shows what a side may see."""
    table.seat = seat_views.for_side(table, folder, side)
    return table


def _to_seal(
    table: Table, side: str, lines: Sequence[str]
) -> tuple[UnderstoodDraft, DraftFault | None, list[Candidate]]:
    """One order that several sides give at once: nothing of it is tried out, it is only looked whether it is
    legal."""
    choice, sealing = table.choice(side), table.replay.due_sealing
    token = sealing.token(side) if sealing and choice else None
    fault, left = None, list[str]()
    try:
        if choice is not None and lines:
            seal_openings.check(table, choice, lines)
    except errors.RefusedLine as error:
        fault, left, lines = DraftFault(error.line, str(error.cause), error.choice), list(lines), ()
    made = UnderstoodDraft(table, SEAL, tuple(lines) if choice else (), token, None, 0)
    return made, fault, [Candidate(line, (line,)) for line in left]


def _try_lines(folder: Folder, table: Table, side: str, kind: str, lines: Sequence[str]) -> UnderstoodDraft:
    """A draft of lines put on the table: those that its order will show, or where it shows none those of
    which its side knows what they come to, are tried out. Raises LineRefused for the first that is not
    legal."""
    if isinstance(table.seat, ClosedBoard):
        entry = table.next_entry(side, _KINDS[kind](lines=(), word=True))
        account, play = table.seat.try_lines(entry, lines)
        table.drafted = _drafted(table, account, play)
        later = tuple(lines[account.applied :])
        due, still = _find_next(play, side)
        still = None if later else still
        return UnderstoodDraft(table, kind, tuple(lines), None, None, 0, account, due, still, later)
    key = folder.word(side).key()
    plan = order_closing.plan_order(table, _KINDS[kind], side, None, lines, key)
    entry = table.next_entry(side, plan.move.replace(word=True))
    before = len(table.replay.record)
    judgement.by_holdings(folder, table, sign_entry(entry, key))
    known = table.seat.try_lines(entry, table.replay.record[before:]) if table.seat else None
    account, play = known or (table.replay.accounts[-1], table.replay.play)
    table.drafted = _drafted(table, account, play)
    due, still = _find_next(play, side)
    still = None if plan.later else still
    return UnderstoodDraft(table, kind, tuple(lines), None, None, 0, account, due, still, plan.later)


def _drafted(table: Table, account: OrderReport, play: Play[MailRules[Any]]) -> DraftedPlay:
    """The draft as the table shows it."""
    lines = [item.line for item in account.story if isinstance(item, UsedLine)]
    return DraftedPlay(play, tuple(map(table.replay.rules.grammar.parse, lines)))


def _find_next(play: Play[PlayRules[Any]], side: str) -> tuple[Due | None, Choose | None]:
    """What comes after a draft: dice or cards, or another decision of its author."""
    request = play.request
    if isinstance(request, CHANCE):
        return due_rolls(request)[0], None
    return None, request if isinstance(request, Choose) and request.seat == side else None


def lock_draft(folder: Folder, table: Table, side: str, offer: Offer) -> SignedEntry:
    """The entry that a draft becomes: signed with the side's key and link, and marked. The same each time.

    The lines after its first chance are closed to the other sides as a program of its own would close them;
    the referee, who holds the key, keeps them without opening a box.

    Raises `not-your-decision` or LineRefused for a seal that is not due any more, and what the files raise.
    """
    own = folder.word(side)
    return sign_entry(_entry(folder, own, seat_table(folder, table, side), side, offer), own.key()).signed


def _entry(folder: Folder, own: Folder, table: Table, side: str, offer: Offer) -> Entry:
    if offer.kind == RESIGN:
        return table.next_entry(side, bodies.Resign(word=True))
    if offer.kind == SEAL:
        entry = sealed_orders.seal(own, table, side, offer.lines)
        return replace(entry, body=bodies.Seal(**{**dict(entry.body), "word": True}))
    link = next_link(own.chain(), table.verifier.parties[side])
    plan = order_closing.plan_order(table, _KINDS[offer.kind], side, link, offer.lines, own.key())
    if plan.closed is not None:
        closed_lines.keep_lines(folder, str(plan.move.box), plan.closed)
    more = Filings(folder, table).standing_lines()
    return table.next_entry(side, plan.move.replace(word=True, **more), link)
