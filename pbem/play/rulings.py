"""What a referee writes besides dice: rulings, more time, a new player, a game taken back."""

from __future__ import annotations

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import Body, Extend, Late, Rollback, Ruling, Substitute
from pbem.entry.entries import sign
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log import deadlines
from pbem.log.folder import Folder
from pbem.log.parties import Player
from pbem.play import countersigning, referee
from pbem.play.countersigning import Gathered
from pbem.play.referee import Receipt
from pbem.rules.clock import clock_of
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


def rule(folder: Folder, text: str, why: str, number: str, now: int, build: Build = rules_of) -> Receipt:
    """Write a ruling into the log, with its reason and, if there is one, the rule that it reads.

    Raises StrangeFolder unless the folder is the referee's.
    """
    table = Table.load(folder.log, build)
    body = Ruling(text=text, why=why, rule=number or None, at=now)
    return _write(folder, table, body, now, build)


def extend(folder: Folder, role: str, hours: int, now: int, build: Build = rules_of) -> Receipt:
    """Give a side more time for what it owes now; raises `nothing-owed` if that is nothing."""
    table = Table.load(folder.log, build)
    if role not in table.owing:
        raise errors.Refusal(
            Code.NOTHING_OWED,
            f"{role} has nothing to do now: waiting for {' and '.join(table.owing) or 'nobody'}",
        )
    fitting = table.replay.deadline_kinds(role)
    kind = deadlines.kind_of(table.charter, fitting) or fitting[-1]
    body = Extend(role=role, kind=kind, hours=hours, at=now)
    return _write(folder, table, body, now, build)


def late(folder: Folder, now: int, build: Build = rules_of) -> Receipt:
    """Write down that the side of which a decision is due is late; what follows is in the charter.

    Raises `nothing-owed` if there is no deadline, `late-too-early` before its end.
    """
    table = Table.load(folder.log, build)
    due = clock_of(table)
    if due is None:
        raise errors.Refusal(
            Code.NOTHING_OWED,
            "no deadline is running: no side has to decide, the charter sets no deadline for it, or the log "
            "does not say when it began",
        )
    return _write(folder, table, Late(role=due.role, kind=due.kind, at=now), now, build)


def rollback(folder: Folder, to: int, why: str, now: int, build: Build = rules_of) -> Gathered:
    """Propose to take the game back to where it stood after entry `to`; all parties have to sign it."""
    return countersigning.propose(folder, Rollback(to=to, why=why, at=now), build)


def substitute(
    folder: Folder,
    role: str,
    player: Player,
    chain: tuple[PublicKey, str, int],
    now: int,
    build: Build = rules_of,
) -> Gathered:
    """Propose a new player, or a new key, for a role; `chain`: his key, the tip of his chain, its length.

    He signs too. Raises a LogFault for a key or chain that is another's.
    """
    key, tip, length = chain
    body = Substitute(
        role=role, name=player.name, mail=player.mail, key=key.line, tip=tip, length=length, at=now
    )
    return countersigning.propose(folder, body, build)


def _write(folder: Folder, table: Table, body: Body, now: int, build: Build) -> Receipt:
    check_referee(folder, table)
    signed = sign(table.next_entry(REFEREE, body), folder.key())
    return referee.apply(folder, signed, build, now, table)


def check_referee(folder: Folder, table: Table) -> None:
    """Raise StrangeFolder unless the folder is that of the referee of the game on the table."""
    if folder.role(table.walk.parties) != REFEREE:
        raise errors.StrangeFolder(f"{folder.path} is not the referee's folder: only the referee can do this")
