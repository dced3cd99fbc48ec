"""Whether an entry of one's own is one that its answerer must take in: by the log, the rules, and what its
author may see. A player's program asks it before it signs, and again where the entry is refused. And whether
what the player was shown of another's entry counts."""

from __future__ import annotations

from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.rules.mail_rules import MailRules
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.judge.standing_filing import Filings
from pbem.log.party import observed_entries
from pbem.log.party.folder import Folder
from pbem.log.verdict import CANNOT_JUDGE
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table
from pbem.secrets.line_commitments import ClosedOrder

NOTICED: Final = 7 * 86_400
"""Seconds for which a notice alone says that a party is not silent."""


def take_own(
    folder: Folder, table: Table, signed: SignedEntry, closed: ClosedOrder | None
) -> tuple[OrderReport, Play[MailRules[Any]]]:
    """Take an entry of the folder's owner in on a table that shows what the owner may see; what its lines
    come to there, up to what the owner cannot know. `closed`: the lines that it does not show.

    Raises LineRefused and what the walk and the rules raise: then the table is spoilt.
    """
    before, entry = len(table.replay.record), Entry.decode(signed.data)
    if isinstance(entry.body, bodies.Move) and entry.link is None:
        table.verifier.check_draft(verify_entry(signed))
    else:
        table.verifier.apply(verify_entry(signed))
        _go_on_by_own(folder, table, entry.author)
    if isinstance(table.seat, ClosedBoard):
        if closed is not None:
            return table.seat.try_lines(entry, closed.lines)
    elif table.seat is not None and isinstance(entry.body, bodies.Move):
        return table.seat.try_lines(entry, table.replay.record[before:])
    return table.replay.accounts[-1], table.replay.play


def has_observed_entry(folder: Folder, role: str, seq: int, now: int | None, build: Build = rules_of) -> bool:
    """Whether the folder's owner was shown an entry of a party for the next place, so that the party is not
    silent: one that log and rules would take in, as far as they can be asked here, or a notice of one, for
    `NOTICED` seconds by the clock `now`. A notice alone can be a false word, and its entry never come."""
    entries, since = observed_entries.observed_for(folder, role, seq)
    if since is not None and (now is None or now < since + NOTICED):
        return True
    return any(_could_stand(folder, signed, build) for signed in entries)


def _could_stand(folder: Folder, signed: SignedEntry, build: Build) -> bool:
    try:
        Table.load(folder.log, build).verifier.apply(verify_entry(signed))
    except errors.PbemError as error:
        return error.code in CANNOT_JUDGE
    return True


def _go_on_by_own(folder: Folder, table: Table, role: str) -> None:
    """Let this side's own standing orders decide as far as they come before dice and others."""
    verifier, filings = table.verifier, Filings(folder, table)
    if verifier.rules is None or verifier.batch is None or not verifier.parties.has_referee:
        return
    number = verifier.standings.named.get(role, 0)
    verifier.rules.pending.say(lambda _, side: filings.lines(side, number) if side == role else None)
