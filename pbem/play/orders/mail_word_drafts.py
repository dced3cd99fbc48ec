"""What a person without a program wrote becomes a draft: the lines that are orders, in canonical text, as far
as they are legal; and a draft that he locked becomes an entry, signed with the key that the referee holds.

Lines come as they were typed into a mail. Whatever else can be read as lines, such as a game recorded in
VASSAL, is handed to `read_draft` in the same form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.requests import Choose
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
from pbem.play.orders import mail_word_codes, order_closing, order_file, placement_lines, sealed_orders
from pbem.play.orders.mail_word_codes import Offer
from pbem.play.orders.order_file import LineFault
from pbem.rules import rules_lookup, seat_views
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.table import Table

RESIGN: Final = "resign"
"""The line with which a side gives up the game."""
SEAL: Final = "seal"
_BULLET: Final = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s+")
_END: Final = ".,;!"
_KINDS: Final = {kind.type: kind for kind in (bodies.Order, bodies.Decision)}


@dataclass(frozen=True, slots=True)
class DraftFault:
    """The first line that was not understood, or is not legal: `choice` is the decision that it would have
    answered, `later` how many order lines after it were not looked at."""

    line: str
    why: str
    choice: Choose | None
    later: int


@dataclass(frozen=True, slots=True)
class UnderstoodDraft:
    """What was understood of a mail: a draft if there are `lines`, or of giving up the game.

    `table` has the draft on it, `account` tells of it up to the first dice (`due`); `still` is a decision of
    the side that it leaves open. `later` are the last of the lines, those that the order will close. `fault`:
    what ended it, `words`: how many lines are no orders.
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

    @property
    def is_draft(self) -> bool:
        """Whether there is something to lock."""
        return bool(self.lines) or self.kind == RESIGN


def are_orders(table: Table, lines: Sequence[str]) -> list[str]:
    """The lines that begin as an order of the game does, without marks of a list before them."""
    verbs = {form.split()[0].lower() for form in table.replay.rules.grammar.forms} | {RESIGN}
    bare = (_BULLET.sub("", line.partition("#")[0], count=1).strip() for line in lines)
    return [line for line in bare if line and line.split()[0].rstrip(_END).lower() in verbs]


def read_draft(folder: Folder, load: Callable[[], Table], side: str, typed: Sequence[str]) -> UnderstoodDraft:
    """Read lines as the orders of a side, on tables of its own. Raises what the files raise."""
    table = seat_table(folder, load(), side)
    orders = are_orders(table, typed)
    words = len(typed) - len(orders)
    if [line.rstrip(_END).lower() for line in orders] == [RESIGN]:
        return UnderstoodDraft(table, RESIGN, (), None, None, words)
    lines, fault = _read(table, orders)
    sealing = table.replay.due_sealing
    if sealing is not None:
        return _to_seal(table, side, lines, fault, words)
    if side not in table.owing_roles:
        return UnderstoodDraft(table, "decision", (), None, None, words)
    kind = "order" if table.replay.is_active(side) else "decision"
    lines = list(placement_lines.sort_placements(table, side, lines))
    while lines:
        try:
            return replace(_try_lines(folder, table, side, kind, lines), fault=fault, words=words)
        except errors.RefusedLine as error:
            fault, lines = _make_fault(error, len(orders)), lines[: error.index]
        table = seat_table(folder, load(), side)
    return UnderstoodDraft(table, kind, (), None, fault, words)


def seat_table(folder: Folder, table: Table, side: str) -> Table:
    """A table that shows what a side may see."""
    table.seat = seat_views.for_side(table, folder, side)
    return table


def _read(table: Table, orders: Sequence[str]) -> tuple[list[str], DraftFault | None]:
    """Canonical lines up to the first that cannot be read."""
    lines: list[str] = []
    for number, line in enumerate(orders):
        try:
            lines.append(_canonical(line, table))
        except LineFault as error:
            return lines, DraftFault(line, str(error), None, len(orders) - number - 1)
    return lines, None


def _canonical(line: str, table: Table) -> str:
    """A line as the grammar has it; people begin it with capitals and end it with a full stop."""
    rules = table.replay.rules
    verb, space, rest = line.partition(" ")
    small = verb.lower() + space + rest
    for text in (line, small, small.rstrip(_END)):
        with suppress(LineFault):
            return order_file.order(text, rules.grammar)
    return order_file.order(
        small, rules.grammar, lambda: rules_lookup.hexes(table.charter, rules.map_of(table.play.state))
    )


def _to_seal(
    table: Table, side: str, lines: list[str], fault: DraftFault | None, words: int
) -> UnderstoodDraft:
    """One order that several sides give at once: nothing of it is tried out, it is only looked whether it is
    legal."""
    choice, sealing = table.choice(side), table.replay.due_sealing
    token = sealing.token(side) if sealing and choice else None
    try:
        if choice is not None and lines:
            seal_openings.check(table, choice, lines)
    except errors.RefusedLine as error:
        lines, fault = [], _make_fault(error, len(lines))
    return UnderstoodDraft(table, SEAL, tuple(lines) if choice else (), token, fault, words)


def _try_lines(folder: Folder, table: Table, side: str, kind: str, lines: Sequence[str]) -> UnderstoodDraft:
    """A draft of lines put on the table: those that its order will show, or where it shows none those of
    which its side knows what they come to, are tried out. Raises LineRefused for the first that is not
    legal."""
    if isinstance(table.seat, ClosedBoard):
        entry = table.next_entry(side, _KINDS[kind](lines=(), word=True))
        account, play = table.seat.try_lines(entry, lines)
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
    due, still = _find_next(play, side)
    still = None if plan.later else still
    return UnderstoodDraft(table, kind, tuple(lines), None, None, 0, account, due, still, plan.later)


def _find_next(play: Play[PlayRules[Any]], side: str) -> tuple[Due | None, Choose | None]:
    """What comes after a draft: dice or cards, or another decision of its author."""
    request = play.request
    if isinstance(request, CHANCE):
        return due_rolls(request)[0], None
    return None, request if isinstance(request, Choose) and request.seat == side else None


def _make_fault(error: errors.RefusedLine, count: int) -> DraftFault:
    return DraftFault(error.line, str(error.cause), error.choice, count - error.index - 1)


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


def is_open(table: Table, side: str, offer: Offer) -> bool:
    """Whether a draft can still be locked: nothing has come after it in the log. What another side has sealed
    meanwhile does not matter to a seal for the same choice."""
    if offer.game != table.verifier.game:
        return False
    sealing = table.replay.due_sealing
    if offer.kind == SEAL and sealing is not None and side in sealing.may_seal:
        return sealing.token(side) == offer.choice
    return offer.prev == table.verifier.head


def find_waiting(folder: Folder, table: Table, side: str) -> Offer | None:
    """The draft of a side by mail word that waits for its code in the referee's folder, if one does."""
    offer = (
        mail_word_codes.load_offer(folder.word(side).offer_file)
        if table.verifier.parties[side].word
        else None
    )
    if offer is None or side not in table.owing_roles or not is_open(table, side, offer):
        return None
    return offer if was_locked(table, side, offer) is None else None


def renew_code(folder: Folder, side: str, offer: Offer) -> str:
    """One more code for a draft that waits, for a reminder; those before it still lock the same draft."""
    code = mail_word_codes.new_code()
    mail_word_codes.save_offer(folder.word(side).offer_file, offer.add_code(code))
    return code


def was_locked(table: Table, side: str, offer: Offer) -> SignedEntry | None:
    """The entry that this draft has become, if it was locked before; only locked drafts are signed for the
    side."""
    verifier = table.verifier
    at = next(
        (seq for seq, signed in enumerate(verifier.entries) if signed.head == offer.prev),
        len(verifier.entries),
    )
    for entry in verifier.history[at + 1 :]:
        if entry.author == side and entry.type == offer.kind and _is_same(entry, at, offer):
            return verifier.entries[entry.seq]
    return None


def _is_same(entry: Entry, at: int, offer: Offer) -> bool:
    if isinstance(entry.body, bodies.Seal):
        return entry.body.choice == offer.choice
    return entry.seq == at + 1
