"""A side opens what its own orders closed, where by the rules the game is over and the referee does not.

Those of whom something is closed do so one after another, in the charter's order: two who sign for the same
place would each have a log that the other's does not fit.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pbem import errors
from pbem.entry.bodies import RestsOpening
from pbem.entry.entries import SignedEntry
from pbem.judge import closed_lines, entry_signing
from pbem.log import deadlines
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.play import player
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table

GRACE: Final = 86_400
"""Seconds that the referee has to open all himself."""


def open_own(
    folder: Folder, now: int, without: Collection[str] = (), build: Build = rules_of
) -> tuple[Table, list[SignedEntry]]:
    """Sign what opens the orders of the folder's owner, and append it to his log; the game with it, and what
    was signed. `without`: who is silent and is not waited for. `now`: Unix seconds.

    Raises `open-too-early` unless a day has gone by since the game was over, and all before him have opened
    theirs; `nothing-owed` where nothing of his is closed; `lines-lost`.
    """
    disclosures.write_planned_files(folder)
    table = order_closing.load(folder, build)
    role = player.side(folder, table)
    disclosures.check(folder, table.verifier)
    if opened := _find_opening(table, role):
        return table, opened
    check_turn(table, role, now, without)
    made: list[SignedEntry] = []
    while (rests := closed_lines.open_rests(folder, table, role)) is not None:
        entry = table.next_entry(role, rests.replace(at=table.time_of_writing(now)))
        mine = entry_signing.sign_own(folder, table.verifier, entry)
        made.append(mine.signed)
        table.verifier.apply(mine)
    disclosures.append(folder, table.verifier, made, now)
    return table, made


def _find_opening(table: Table, role: str) -> list[SignedEntry]:
    """What the side has opened as the newest of all, if nothing of it is closed any more: a process may have
    ended before there was a mail of it."""
    verifier = table.verifier
    newest = verifier.history[-1]
    mine = verifier.withheld is not None and isinstance(newest.body, RestsOpening) and newest.author == role
    return verifier.entries[newest.seq :] if mine and role not in _sides_with_closed(table) else []


def _sides_with_closed(table: Table) -> set[str]:
    """The sides of whom something is closed."""
    verifier = table.verifier
    closed = {verifier.history[seq].author for seq in verifier.closings.open_orders}
    return closed | (
        {author for author, _ in verifier.closings.sealed_papers}
        if table.replay.rules.closed_orders
        else set()
    )


def check_turn(table: Table, role: str, now: int, without: Collection[str] = ()) -> None:
    """Raise as `open_own` where this side may not open its orders now."""
    verifier = table.verifier
    if verifier.withheld is None:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            "the game has ended, and all is open"
            if verifier.ended
            else "the game is not over: what orders closed stays closed till then",
        )
    since, at = verifier.withheld
    if now < (at or 0) + GRACE:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            f"the game is over since {deadlines.format_since(since, at)}: the referee has a day to "
            "open all himself",
        )
    closed = _sides_with_closed(table)
    if role not in closed:
        raise errors.Refusal(Code.NOTHING_OWED, f"no order of {role} is closed")
    first = next(each for each in verifier.parties.sides if each in closed - ({*without} - {role}))
    if first != role:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            f"{first} opens first: take in his mail. If he does not answer, add --without {first}",
        )
