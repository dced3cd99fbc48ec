"""What is written besides orders and dice: a side that is late, an objection judged, and what all have to
agree on: facts that the rules do not give, a new player, a game taken back."""

from __future__ import annotations

from collections.abc import Callable

from modules.game_file.opened import GameFile
from pbem import errors
from pbem.entry.bodies import Adopt, Claim, Judging, Lateness, Rollback, Ruling, Silence, Substitute
from pbem.entry.field_types import REFEREE
from pbem.entry.game_identity import RulesIdentity
from pbem.judge import closed_orders, entry_signing
from pbem.judge.shared_entries import SharedEntry
from pbem.keys.openssh_keys import PublicKey
from pbem.log import deadlines
from pbem.log.parties import Player
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.play.agreements import brought_files, countersignatures, succession
from pbem.play.host import referee
from pbem.play.host.judge_shell import Receipt
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.decision_clock import clock_of, find_stop
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


def rule(
    folder: Folder, facts: tuple[str, ...], why: str, number: str, build: Build = rules_of
) -> SharedEntry:
    """Propose facts that all have to sign, with the reason and, if there is one, the rule that they read.

    Raises `rules-refuse` or LineRefused for what is no fact, or cannot be one now.
    """
    return countersignatures.propose(folder, Ruling(facts=facts, why=why, rule=number or None), build)


def propose_silence(folder: Folder, now: int, build: Build = rules_of) -> SharedEntry | None:
    """Propose that all others sign that a side has been asked and is silent, where what all have signed
    stopped its time; None where time runs, or nobody has to decide by a deadline."""
    table = Table.load(folder.log, build)
    stopped = find_stop(table)
    if stopped is None or clock_of(table) is not None:
        return None
    role, since = stopped
    return countersignatures.propose(
        folder, Silence(role=role, since=since, at=table.time_of_writing(now)), build
    )


def record_late(folder: Folder, now: int, build: Build = rules_of) -> Receipt:
    """Write down that the side of which a decision is due is late; what follows is in the charter.

    Raises `nothing-owed` if no time runs, `late-too-early` before its end.
    """
    table = order_closing.load(folder, build)
    due = clock_of(table)
    if due is None:
        raise errors.Refusal(
            Code.NOTHING_OWED,
            "no deadline is running: no side has to decide, the charter sets no deadline for it, or the log "
            "does not say when it began",
        )
    check_referee(folder, table)
    disclosures.check(folder, table.verifier)
    late = table.next_entry(REFEREE, Lateness(role=due.role, kind=due.kind, at=table.time_of_writing(now)))
    late = closed_orders.add_outcome(table, folder, late)
    return referee.apply(
        folder, entry_signing.sign_own(folder, table.verifier, late).signed, build, now, table
    )


def judge(folder: Folder, act: int, upheld: bool, why: str, now: int, build: Build = rules_of) -> Receipt:
    """Write down as the referee whether an objection to an act by hand is upheld. Raises `rules-refuse` where
    none is open, StrangeFolder for the folder of a side."""
    table = order_closing.load(folder, build)
    check_referee(folder, table)
    judging = table.next_entry(REFEREE, Judging(act=act, upheld=upheld, why=why))
    signed = entry_signing.sign_own(folder, table.verifier, judging).signed
    return referee.apply(folder, signed, build, now, table)


def claim(folder: Folder, now: int, build: Build = rules_of) -> SharedEntry:
    """Propose in a game without a referee that it ends, claimed by the sides that wait, since one has let its
    time go by twice; of two the proposal is whole at once. An order of this side that the other has not
    answered goes into the log before it.

    Raises `not-entitled` in a game with a referee, `nothing-owed` where nobody else has to act, or as
    `countersignatures.propose`: `late-too-early`, `nothing-to-sign` for whoever has to act themselves.
    """
    table = Table.load(folder.log, build)
    parties, me = table.verifier.parties, folder.role(table.verifier.parties)
    if not parties.has_referee and me in table.owing_roles:
        closer = parties.closer(me)
        if succession.take_pending_entry(folder, closer, build):
            table = Table.load(folder.log, build)
    return countersignatures.propose(folder, plan_claim(table, me, now), build)


def plan_claim(table: Table, me: str, now: int, *, waits: bool = False) -> Claim:
    """The claim of a side in a game without a referee; `waits`: its entry is out, which is not on the table.
    Raises `not-entitled` in a game with a referee, and `nothing-owed`."""
    if table.verifier.parties.has_referee:
        raise errors.LogFault(
            Code.NOT_ENTITLED,
            "this game has a referee, whose second `late` in a row ends it: nobody else claims it",
        )
    kind = deadlines.ORDER
    owing = [table.verifier.parties.closer(me)] if waits else table.owing_roles
    role = next((role for role in owing if role != me), None)
    if role is None:
        raise errors.Refusal(
            Code.NOTHING_OWED, "nobody else has to act now: it is your own turn, or the game is over"
        )
    if table.verifier.batch is None and not waits:
        kind = deadlines.kind_of(table.charter, table.replay.deadline_kinds(role)) or kind
    return Claim(role=role, kind=kind, at=table.time_of_writing(now))


def complete_claim(folder: Folder, made: SharedEntry, build: Build = rules_of) -> Table:
    """Append a claim that is whole as it is proposed, since there is nobody else to sign; the table with it.
    Raises what log and rules raise."""
    return succession.complete(folder, made.verified, build)


def rollback(folder: Folder, to: int, why: str, now: int, build: Build = rules_of) -> SharedEntry:
    """Propose to take the game back to where it stood after entry `to`; all parties have to sign it."""
    return countersignatures.propose(folder, Rollback(to=to, why=why, at=now), build)


def adopt(
    folder: Folder,
    now: int,
    build: Build = rules_of,
    file: GameFile | None = None,
    check: Callable[[Adopt], None] | None = None,
) -> SharedEntry:
    """Propose to go on under the rules installed here, which have replayed the whole record, or under another
    version of the `file` of the game; all sign. `check` may refuse it before anything is signed.

    Raises `nothing-to-adopt` if the game is played by them, `game-name-taken` for the file of another game,
    BrokenLog naming the entry at which they part, and what `check` raises.
    """
    said = _plan_adoption(folder, now, file)
    if check is not None:
        check(said)
    return countersignatures.propose(folder, said, build)


def _plan_adoption(folder: Folder, now: int, file: GameFile | None) -> Adopt:
    verifier = verify_entries(folder.log)
    now_played = rules_lookup.played_game(verifier)
    here = rules_lookup.renew(now_played, file)
    if brought_files.is_same(here, now_played.module):
        raise errors.Refusal(
            Code.NOTHING_TO_ADOPT, f"the game is played by the rules installed here, {here.version}, already"
        )
    newer = {name: getattr(here, name) for name in RulesIdentity.model_fields}
    return Adopt(**newer, at=max(now, verifier.time or 0))


def substitute(
    folder: Folder,
    role: str,
    player: Player,
    chain: tuple[PublicKey, str, int],
    now: int,
    build: Build = rules_of,
) -> SharedEntry:
    """Propose a new player, or a new key, for a role; `chain`: his key, the tip of his chain, its length.

    He signs too. An order that is out and that he should have answered goes into the log before. Raises a
    LogFault for a key or chain that is another's.
    """
    succession.take_pending_entry(folder, role, build)
    key, tip, length = chain
    at = max(now, verify_entries(folder.log).time or 0)
    body = Substitute(
        role=role, name=player.name, mail=player.mail, key=key.line, tip=tip, length=length, at=at
    )
    return countersignatures.propose(folder, body, build)


def check_referee(folder: Folder, table: Table) -> None:
    """Raise StrangeFolder unless the folder is that of the referee of the game on the table."""
    if folder.role(table.verifier.parties) != REFEREE:
        raise errors.StrangeFolder(f"{folder.path} is not the referee's folder: only the referee can do this")
