"""Sealed orders: the referee looks into the box before he takes a seal in; he, or without one the side
itself, opens it.
"""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.errors import Illegal, OrderError
from modules.engine.requests import Choose, Secret
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.judge import seal_files
from pbem.log.party.holdings import Holdings, sealed_name
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.table import Table
from pbem.secrets import sealed_order
from pbem.secrets.sealed_order import SealedOrder


def check(table: Table, choice: Choose, lines: Sequence[str]) -> None:
    """Raise LineRefused unless these lines are one order that is legal."""
    order = None
    for index, line in enumerate(lines):
        if index:
            raise errors.RefusedLine(
                index, line, errors.LogFault(Code.RULES_REFUSE, "only one order is sealed here")
            )
        try:
            order = table.replay.rules.grammar.parse(line)
            choice.options.check(order)
        except Illegal as error:
            raise errors.RefusedLine(index, line, error, error.rule, choice) from error
        except OrderError as error:
            raise errors.RefusedLine(index, line, error) from error
        if str(order) != line:
            raise errors.RefusedLine(
                index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
            )
    if order is None:
        raise errors.LogFault(Code.SEAL_WRONG, "the seal has no order")


def judge(table: Table, holdings: Holdings, entry: Entry) -> None:
    """As the referee, look into the box of a seal that the table has taken in.

    Raises `seal-wrong` for a box that is not what the seal says, and for an order that is not legal
    LineRefused, for its author's eyes.
    """
    parties = table.verifier.parties
    sealing = isinstance(entry.body, bodies.Seal) and parties.has_referee
    if not sealing or holdings.role(parties) != REFEREE:
        return
    sealed = _from_box(table, holdings, entry)
    board = seat_views.for_side(table, holdings, entry.author)
    request = (board or table.replay).play.request
    if isinstance(request, Secret):
        check(table, request.choices[entry.author], sealed.lines)


def _from_box(table: Table, holdings: Holdings, entry: Entry) -> SealedOrder:
    """What is in the box of a seal. All that can be wrong has one answer, which tells nothing of it."""
    seal, key = entry.body, holdings.key()
    if not isinstance(seal, bodies.Seal):
        raise errors.LogFault(Code.SEAL_WRONG, f"{entry} is no seal")
    try:
        salt, lines = sealed_order.open_box(seal.box or "", key.text())
        found = SealedOrder(table.verifier.game, entry.author, seal.choice, salt, lines)
        good = found.commit == seal.commit and found.box(key.public) == seal.box
    except errors.Unreadable:
        good = False
    if not good:
        raise errors.LogFault(
            Code.SEAL_WRONG,
            f"the box of {entry} is not what its author's order gives, sealed to the referee's key",
        )
    return found


def make_opening(table: Table, holdings: Holdings, role: str) -> Entry | None:
    """The opening that a party owes now, without the time; None if it owes none.

    Raises `seal-lost` if a side no longer has what it sealed.
    """
    sealing = table.replay.due_sealing
    for side in sealing.sides_to_open[:1] if sealing else ():
        if role not in (REFEREE, side) or sealing is None:
            return None
        entry = sealing.sealed[side]
        sealed = (
            _from_box(table, holdings, entry)
            if role == REFEREE
            else seal_files.load_seal(holdings, table.verifier.game, side, sealing.token(side))
        )
        if sealed is None:
            file = holdings.path_of(sealed_name(sealing.token(side)))
            raise errors.Refusal(
                Code.SEAL_LOST, f"{file} is missing: without it your sealed order cannot be opened"
            )
        said = bodies.Open(
            seal=entry.seq, salt=sealed.salt, lines=sealed.lines, at=table.time_of_writing(None)
        )
        return table.next_entry(role, said)
    return None
