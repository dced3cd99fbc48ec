"""A player's side: orders checked at home by the very rules that the referee uses, then signed once.

A locked move reveals the next link of the mover's chain, so there is one for each place in the log: another
one for the same place is refused (`log.shown`), until the first was refused or its place was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.engine.rules.play_rules import PlayRules
from pbem import errors
from pbem.disk import atomic_files, file_locks
from pbem.entry import armor, bodies
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.field_types import REFEREE
from pbem.judge import closed_lines, entry_signing, seal_openings
from pbem.judge.standing_filing import Filings
from pbem.log.due_rolls import CHANCE, Due, due_rolls
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Party
from pbem.log.party import disclosures, signing_record
from pbem.log.party.chain_links import next_link
from pbem.log.party.folder import Folder
from pbem.play import acceptance
from pbem.play.agreements import countersignatures
from pbem.play.host import peer_exchange
from pbem.play.orders import order_closing, order_file, sealed_orders, shorthand
from pbem.play.refusals import disputes
from pbem.play.standing_orders import FiledOrders, StandingOrders
from pbem.reason_codes import Code
from pbem.rules import order_choices, rules_lookup, seat_views
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class SignedMove:
    """A signed move and its file. `account` tells of the lines before the first roll, `due` is that roll.

    `to` is who gets it. `plan` has the lines that it does not show. `still` is the mover's decision that the
    lines leave open, as far as that can be told before the dice. `table` is the game with it. `spent`:
    lines that closed what had just closed by itself, and are not in it. `press`: words for the other players,
    which go with the mail and are not signed.
    """

    file: Path
    signed: SignedEntry
    entry: Entry
    account: OrderReport
    due: Due | None
    to: tuple[Party, ...]
    still: Choose | None
    table: Table
    plan: order_closing.SigningPlan
    spent: tuple[str, ...] = ()
    press: tuple[str, ...] = ()

    @property
    def verifier(self) -> LogVerifier:
        """The log with it."""
        return self.table.verifier

    @property
    def is_locked(self) -> bool:
        """Whether it counts, or is a draft that is not to be sent for its dice."""
        return not isinstance(self.entry.body, bodies.Move) or self.entry.link is not None


def sign_move(
    folder: Folder,
    orders: Path | order_file.OrderFile | None,
    *,
    draft: bool = False,
    build: Build = rules_of,
    now: int | None = None,
) -> SignedMove:
    """Check and sign a file of orders, or lines that were read already; without any, open the dice that are
    due before any decision, or in a game without a referee go on with the lines that the last move has left.

    An order that several sides give at once is sealed. `now`: Unix seconds. Raises OrderFileFault naming the
    line and the rule, `key-exposed`, `not-your-decision`, `already-signed`, `sealed-draft` or a LogFault.
    """
    folder.check_private()
    disclosures.write_planned_files(folder)
    if not draft:
        disputes.refuse_open(folder, build)
    table = order_closing.load(folder, build)
    role = side(folder, table)
    disclosures.check(folder, table.verifier)
    link = next_link(folder.chain(), table.verifier.parties[role])
    if orders is None and not table.replay.dice_due and folder.later_lines_file.is_file():
        orders = folder.later_lines_file
    if orders is None:
        opening = _open_dice(folder, table, now)
        return _sign(folder, table, table.next_entry(role, opening, link), None, now)
    if table.replay.dice_due and role in table.owing_roles:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION,
            "the dice come first: open them with `pbem move`, without a file of orders",
        )
    seat_views.sit(table, folder)
    file = orders if isinstance(orders, order_file.OrderFile) else _read(orders, table)
    if draft and table.replay.rules.closed_orders:
        raise errors.Refusal(
            Code.SEALED_DRAFT,
            "in this game orders stay closed, so there are no drafts: leave out --draft. The order is "
            "checked before it is signed",
        )
    if table.replay.due_sealing is not None:
        return _sign(folder, table, _seal(folder, table, role, file, draft), file, now)
    return _sign_order(folder, table, file, None if draft else link, now)


def _read(orders: Path, table: Table) -> order_file.OrderFile:
    with orders.open("rb") as file:
        return read_orders(file.read(order_file.MAX_BYTES + 1), orders, table)


def read_orders(data: bytes, orders: Path, table: Table) -> order_file.OrderFile:
    """The lines of a file of orders; raises OrderFileFault for lines that cannot be read, and for none."""
    play, rules = table.play, table.replay.rules
    file = order_file.read_bytes(
        data, orders, rules.grammar, lambda: rules_lookup.hexes(table.game, rules.map_of(play.state))
    )
    if not file.lines:
        raise errors.OrderFileFault(
            f"{orders}:1: there is no order in this file; delete the # in front of the lines that you "
            "want to use"
        )
    return file


def _sign_order(
    folder: Folder, table: Table, file: order_file.OrderFile, link: str | None, now: int | None
) -> SignedMove:
    """The lines of a file signed as the order or decision that is due; a draft without a link."""
    role, play = side(folder, table), table.play
    passed = _passed_lines(table, role, file) if file.path == folder.later_lines_file else ()
    file = replace(file, lines=file.lines[len(passed) :], numbers=file.numbers[len(passed) :])
    made = shorthand.expand_lines(
        play,
        role,
        file,
        partial(shorthand.ground_of, table),
    )
    kind = bodies.Order if table.replay.is_active(role) else bodies.Decision
    plan = order_closing.plan_order(table, kind, role, link, made.file.lines, folder.key())
    more = {} if link is None else Filings(folder, table).standing_lines()
    signed = _sign(
        folder, table, table.next_entry(role, plan.move.replace(**more), link), made.file, now, plan
    )
    return replace(signed, spent=(*passed, *made.spent), press=made.file.press)


def _passed_lines(table: Table, role: str, file: order_file.OrderFile) -> tuple[str, ...]:
    """The first of the lines that were kept for later, if what it would end has ended by itself. Raises
    OrderFileFault where no other is left."""
    passed = file.lines[:1] if table.replay.is_spent(role, file.lines[0]) else ()
    if passed == file.lines:
        raise errors.OrderFileFault(
            f"{file.path}:1: `{passed[0]}`: what it ends has ended by itself, and no other line is left: "
            "name a file of orders"
        )
    return passed


def _open_dice(folder: Folder, table: Table, now: int | None) -> bodies.Ack:
    """What opens the dice that are due before any decision; raises `not-your-decision` where none are."""
    if not table.replay.dice_due:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION, "no dice are due before your decision: name a file of orders"
        )
    return bodies.Ack(applied=0, at=table.time_of_writing(now), **Filings(folder, table).standing_lines())


def _seal(folder: Folder, table: Table, role: str, file: order_file.OrderFile, draft: bool) -> Entry:
    """The orders of a file as a seal; raises `sealed-draft` where a draft is asked for."""
    if draft:
        raise errors.Refusal(
            Code.SEALED_DRAFT,
            "this order stays sealed until all have sealed theirs, so it cannot be a draft: leave "
            "out --draft. The order is checked before it is sealed",
        )
    try:
        return sealed_orders.seal(folder, table, role, file.lines)
    except errors.RefusedLine as error:
        raise _fault(file, error) from error


def resign(folder: Folder, build: Build = rules_of) -> SignedMove:
    """Sign that this side gives up the game; raises as `move`."""
    disclosures.write_planned_files(folder)
    disputes.refuse_open(folder, build)
    table = Table.load(folder.log, build)
    disclosures.check(folder, table.verifier)
    return _sign(folder, table, table.next_entry(find_writer(folder, table), bodies.Resign()), None)


def file_standing(folder: Folder, lines: Path | None, build: Build = rules_of) -> FiledOrders:
    """Check and sign a file of standing orders; without one, that this side has none.

    With a referee they are sent to him, sealed, and count once his receipt has come; without one they stand
    in this side's next move. Raises OrderFileFault naming the line.
    """
    table = _open_to_file(folder, build)
    said: tuple[str, ...] = ()
    if lines is not None:
        rules, state = table.replay.rules, table.replay.play.state
        places = rules_lookup.hexes(table.game, rules.map_of(state))
        said = order_file.read(lines, table.replay.filed.vocabulary, lambda: places).lines
        if not said:
            raise errors.OrderFileFault(
                f"{lines}:1: no standing order in this file; to cancel yours use --none"
            )
    return _file_lines(folder, table, said)


def file_standing_lines(folder: Folder, lines: Sequence[str], build: Build = rules_of) -> FiledOrders:
    """The same of lines that were read already."""
    return _file_lines(folder, _open_to_file(folder, build), lines)


def _open_to_file(folder: Folder, build: Build) -> Table:
    """The game of a folder whose owner is about to file something."""
    disclosures.write_planned_files(folder)
    table = Table.load(folder.log, build)
    side(folder, table)
    disclosures.check(folder, table.verifier)
    return table


def _file_lines(folder: Folder, table: Table, lines: Sequence[str]) -> FiledOrders:
    with file_locks.hold(folder.path / "standing.number"):  # of two at once the second has the next number
        return StandingOrders(folder, table).file(lines)


def find_writer(folder: Folder, table: Table) -> str:
    """The side that writes what is no move. Without a referee to put entries in order it does so when it is
    its turn: nobody else writes then. Raises `not-your-decision` at another time."""
    role = side(folder, table)
    if not table.verifier.parties.has_referee and role not in table.owing_roles:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION,
            f"without a referee a side writes only in its turn; {' and '.join(table.owing_roles)} "
            "must act now",
        )
    return role


def side(folder: Folder, table: Table) -> str:
    """Whose folder it is; raises StrangeFolder for the referee's, who plays no side."""
    role = folder.role(table.verifier.parties)
    if role == REFEREE:
        raise errors.StrangeFolder(f"{folder.path} is the referee's folder, and the referee plays no side")
    return role


def _sign(
    folder: Folder,
    table: Table,
    entry: Entry,
    file: order_file.OrderFile | None,
    now: int | None = None,
    plan: order_closing.SigningPlan = order_closing.NO_PLAN,
) -> SignedMove:
    draft = isinstance(entry.body, bodies.Move) and entry.link is None
    if not draft:
        countersignatures.refuse_completed(folder, table.verifier)
    signed = _sign_unless_draft(folder, table, entry)
    entry = Entry.decode(signed.data)
    carried = [] if table.verifier.parties.has_referee else peer_exchange.list_unsent(table, entry.author)
    parties = table.verifier.parties
    to = [REFEREE] if parties.has_referee else [side for side in parties.sides if side != entry.author]
    try:
        account, play = acceptance.take_own(folder, table, signed, plan.closed)
    except errors.RefusedLine as error:
        if file is None:
            raise
        raise _fault(file, error) from error
    path = folder.move_file(entry.seq, entry.author, draft=draft)
    if plan.closed is not None:
        closed_lines.keep_lines(folder, str(plan.move.box), plan.closed)
    mine = [signed, *_open_own_seal(folder, table, entry.author)]
    text = armor.text([*carried, *mine], [plan.box] if plan.box else [])
    if draft:
        atomic_files.DISK.make_directory(path.parent)
        atomic_files.replace(path, text)
    else:
        files = [
            signing_record.PlannedFile.for_file(folder, path, text),
            *_plan_files(table, entry, plan, file),
        ]
        disclosures.disclose(folder, table.verifier, mine, now, files)
    due, still = _find_next(play, entry)
    still = None if plan.later else still
    return SignedMove(path, signed, entry, account, due, tuple(parties[r] for r in to), still, table, plan)


def _sign_unless_draft(folder: Folder, table: Table, entry: Entry) -> SignedEntry:
    """Signed; a draft, which binds nobody, as it is."""
    draft = isinstance(entry.body, bodies.Move) and entry.link is None
    return (
        sign(entry, folder.key()) if draft else entry_signing.sign_own(folder, table.verifier, entry).signed
    )


def _open_own_seal(folder: Folder, table: Table, role: str) -> list[SignedEntry]:
    """Without a referee: the opening of this side's seal where nobody else has to seal or open first.

    With a link, so that another side answers: until then it is not in this side's log.
    """
    opening = None if table.verifier.parties.has_referee else seal_openings.make_opening(table, folder, role)
    if opening is None:
        return []
    link = next_link(folder.chain(), table.verifier.parties[role])
    signed = entry_signing.sign_own(folder, table.verifier, replace(opening, link=link))
    table.verifier.apply(signed)
    return [signed.signed]


def _find_next(play: Play[PlayRules[Any]], entry: Entry) -> tuple[Due | None, Choose | None]:
    """What comes after a move as far as its author can tell: dice or cards, or another decision of his."""
    request = play.request
    if isinstance(request, CHANCE):
        return due_rolls(request)[0] if entry.link is not None else None, None
    if (
        isinstance(request, Choose)
        and request.seat == entry.author
        and not isinstance(entry.body, bodies.Resign)
    ):
        return None, request
    return None, None


def _fault(file: order_file.OrderFile, error: errors.RefusedLine) -> errors.OrderFileFault:
    verbs = order_choices.not_due(error.choice, error.line) if error.choice else ""
    return file.fault(error.index, f"`{error.line}`: {error.cause}" + (f"; {verbs}" if verbs else ""))


def _plan_files(
    table: Table, entry: Entry, plan: order_closing.SigningPlan, file: order_file.OrderFile | None
) -> list[signing_record.PlannedFile]:
    """What is written with the file of a move: without a referee the lines for the next one, and the words
    that go with its mail."""
    found = []
    if not table.verifier.parties.has_referee and isinstance(entry.body, bodies.Move):
        found.append(order_closing.keep_later(plan.later))
    if file is not None and file.press:
        found.append(signing_record.PlannedFile(signing_record.PRESS, "\n".join(file.press).encode()))
    return found


def describe_move(move: SignedMove) -> dict[str, Any]:
    """The move for a program: where it is and what it says."""
    entry = move.entry
    return {
        "file": str(move.file),
        "game": entry.game,
        "seq": entry.seq,
        "prev": entry.prev,
        "head": move.signed.head,
        "type": entry.type,
        "author": entry.author,
        "locked": move.is_locked,
        "to": [{"role": party.role, "name": party.name, "mail": party.mail} for party in move.to],
        "lines": list(bodies.lines_of(entry.body)),
        "later": list(move.plan.later),
        "legal": move.account.applied,
        "dice": move.due is not None,
        "still_due": None if move.still is None else {"kind": move.still.kind, "ask": move.still.ask},
    }
