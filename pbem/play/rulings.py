"""What is written besides orders and dice: a side that is late, and what all have to agree on: facts that the
rules do not give, a new player, a game taken back."""

from __future__ import annotations

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import Adopt, Late, Rollback, Ruling, Silent, Substitute
from pbem.entry.shapes import REFEREE
from pbem.judge import closed_orders, signing
from pbem.judge.gathering import Gathered
from pbem.keys.openssh import PublicKey
from pbem.log import adoptions, shown
from pbem.log.folder import Folder
from pbem.log.parties import Player
from pbem.log.verify import walked
from pbem.play import countersigning, own_lines, referee, succession
from pbem.play.shell import Receipt
from pbem.rules import games
from pbem.rules.clock import clock_of, stopped_at
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


def rule(folder: Folder, facts: tuple[str, ...], why: str, number: str, build: Build = rules_of) -> Gathered:
    """Propose facts that all have to sign, with the reason and, if there is one, the rule that they read.

    Raises `rules-refuse` or LineRefused for what is no fact, or cannot be one now.
    """
    return countersigning.propose(folder, Ruling(facts=facts, why=why, rule=number or None), build)


def silent(folder: Folder, now: int, build: Build = rules_of) -> Gathered | None:
    """Propose that all others sign that a side has been asked and is silent, where what all have signed
    stopped its time; None where time runs, or nobody has to decide by a deadline."""
    table = Table.load(folder.log, build)
    stopped = stopped_at(table)
    if stopped is None or clock_of(table) is not None:
        return None
    role, since = stopped
    return countersigning.propose(folder, Silent(role=role, since=since, at=table.at(now)), build)


def late(folder: Folder, now: int, build: Build = rules_of) -> Receipt:
    """Write down that the side of which a decision is due is late; what follows is in the charter.

    Raises `nothing-owed` if no time runs, `late-too-early` before its end.
    """
    table = own_lines.load(folder, build)
    due = clock_of(table)
    if due is None:
        raise errors.Refusal(
            Code.NOTHING_OWED,
            "no deadline is running: no side has to decide, the charter sets no deadline for it, or the log "
            "does not say when it began",
        )
    check_referee(folder, table)
    shown.check(folder, table.walk)
    late = table.next_entry(REFEREE, Late(role=due.role, kind=due.kind, at=table.at(now)))
    late = closed_orders.foretold(table, folder, late)
    return referee.apply(folder, signing.signed(folder, table.walk, late).signed, build, now, table)


def rollback(folder: Folder, to: int, why: str, now: int, build: Build = rules_of) -> Gathered:
    """Propose to take the game back to where it stood after entry `to`; all parties have to sign it."""
    return countersigning.propose(folder, Rollback(to=to, why=why, at=now), build)


def adopt(folder: Folder, now: int, build: Build = rules_of) -> Gathered:
    """Propose to go on under the rules installed here, which have replayed the whole record; all sign.

    Raises `nothing-to-adopt` if the game is played by them, or BrokenLog naming the entry at which they part.
    """
    walk = walked(folder.log)
    game = walk.parties.charter
    here = games.module(game.module.id, game.scenario)
    adopted = adoptions.newest(walk.entries) or game.module
    same = (here.behaviour, here.fingerprint) == (adopted.behaviour, adopted.fingerprint)
    if same and adopted.data in (None, here.data):
        raise errors.Refusal(
            Code.NOTHING_TO_ADOPT, f"the game is played by the rules installed here, {here.version}, already"
        )
    said = Adopt(
        version=here.version,
        behaviour=here.behaviour,
        fingerprint=here.fingerprint,
        data=here.data,
        at=max(now, walk.time or 0),
    )
    return countersigning.propose(folder, said, build)


def substitute(
    folder: Folder,
    role: str,
    player: Player,
    chain: tuple[PublicKey, str, int],
    now: int,
    build: Build = rules_of,
) -> Gathered:
    """Propose a new player, or a new key, for a role; `chain`: his key, the tip of his chain, its length.

    He signs too. An order that is out and that he should have answered goes into the log before. Raises a
    LogFault for a key or chain that is another's.
    """
    succession.take_out_in(folder, role, build)
    key, tip, length = chain
    at = max(now, walked(folder.log).time or 0)
    body = Substitute(
        role=role, name=player.name, mail=player.mail, key=key.line, tip=tip, length=length, at=at
    )
    return countersigning.propose(folder, body, build)


def check_referee(folder: Folder, table: Table) -> None:
    """Raise StrangeFolder unless the folder is that of the referee of the game on the table."""
    if folder.role(table.walk.parties) != REFEREE:
        raise errors.StrangeFolder(f"{folder.path} is not the referee's folder: only the referee can do this")
