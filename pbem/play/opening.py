"""A side opens what its own orders closed, where by the rules the game is over and the referee does not.

Those of whom something is closed do so one after another, in the charter's order: two who sign for the same
place would each have a log that the other's does not fit.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import Rests
from pbem.entry.entries import SignedEntry
from pbem.judge import closed_lines, signing
from pbem.log import deadlines, shown
from pbem.log.folder import Folder
from pbem.play import own_lines, player
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table

GRACE: Final = 86_400
"""Seconds that the referee has to open all himself."""


def own(
    folder: Folder, now: int, without: Collection[str] = (), build: Build = rules_of
) -> tuple[Table, list[SignedEntry]]:
    """Sign what opens the orders of the folder's owner, and append it to his log; the game with it, and what
    was signed. `without`: who is silent and is not waited for. `now`: Unix seconds.

    Raises `open-too-early` unless a day has gone by since the game was over, and all before him have opened
    theirs; `nothing-owed` where nothing of his is closed; `lines-lost`.
    """
    shown.complete(folder)
    table = own_lines.load(folder, build)
    role = player.side(folder, table)
    shown.check(folder, table.walk)
    if opened := _opened(table, role):
        return table, opened
    _check_turn(table, role, now, without)
    made: list[SignedEntry] = []
    while (rests := closed_lines.rests(folder, table, role)) is not None:
        entry = table.next_entry(role, rests.but(at=table.at(now)))
        mine = signing.signed(folder, table.walk, entry)
        made.append(mine.signed)
        table.walk.step(mine)
    shown.append(folder, table.walk, made, now)
    return table, made


def _opened(table: Table, role: str) -> list[SignedEntry]:
    """What the side has opened as the newest of all, if nothing of it is closed any more: a process may have
    ended before there was a mail of it."""
    walk = table.walk
    newest = walk.history[-1]
    mine = walk.withheld is not None and isinstance(newest.body, Rests) and newest.author == role
    return walk.entries[newest.seq :] if mine and role not in _closed(table) else []


def _closed(table: Table) -> set[str]:
    """The sides of whom something is closed."""
    walk = table.walk
    closed = {walk.history[seq].author for seq in walk.closings.closed}
    return closed | (
        {author for author, _ in walk.closings.sealed} if table.replay.rules.closed_orders else set()
    )


def _check_turn(table: Table, role: str, now: int, without: Collection[str]) -> None:
    walk = table.walk
    if walk.withheld is None:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            "the game has ended, and all is open"
            if walk.ended
            else "the game is not over: what orders closed stays closed till then",
        )
    since, at = walk.withheld
    if now < (at or 0) + GRACE:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            f"the game is over since {deadlines.since(since, at)}: the referee has a day to open all himself",
        )
    closed = _closed(table)
    if role not in closed:
        raise errors.Refusal(Code.NOTHING_OWED, f"no order of {role} is closed")
    first = next(each for each in walk.parties.sides if each in closed - ({*without} - {role}))
    if first != role:
        raise errors.Refusal(
            Code.OPEN_TOO_EARLY,
            f"{first} opens first: take in his mail. If he does not answer, add --without {first}",
        )
