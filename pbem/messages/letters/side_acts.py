"""What a side does beside its orders, by a command or on a page: it is signed, or asked of the referee, and
its mails lie in the outbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.judge.shared_entries import SharedEntry
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party.folder import Folder
from pbem.mail.entry_files import ReceivedFile
from pbem.messages.letters import proposal_letters, request_letters
from pbem.messages.letters.game_letters import Picture
from pbem.play.agreements import brought_files, rulings, succession, takebacks
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class RefereeRequest:
    """A line that the referee is asked in a mail; the referee's program sends a code back."""

    line: str
    mail: Path


def ask_rollback(
    folder: Folder, table: Table, why: str, now: int, build: Build = rules_of
) -> SharedEntry | RefereeRequest:
    """Ask to take back the newest order of a side: the referee, or without one all others by a proposal. The
    mails of a proposal are still to be written. Raises as `takebacks.plan` and `rulings.rollback`."""
    verifier = table.verifier
    me = folder.role(verifier.parties)
    back = takebacks.plan(table, me)
    if verifier.parties.has_referee:
        return _ask_referee(folder, table, f"rollback {why}".strip(), now)
    return rulings.rollback(folder, back.to, takebacks.reason_text(me, why), now, build)


def ask_vacation(folder: Folder, table: Table, span: str, now: int) -> RefereeRequest:
    """Ask the referee to let nobody's time run for a `span`, such as `2 weeks`. Raises `no-referee`."""
    refuse_without_referee(table)
    return _ask_referee(folder, table, f"vacation {span}", now)


def refuse_without_referee(table: Table) -> None:
    """Raise `no-referee` for a game in which nobody can stop the clock."""
    if not table.verifier.parties.has_referee:
        raise errors.Refusal(
            Code.NO_REFEREE,
            "this game has no referee to stop the clock: agree on it in your own words",
        )


def _ask_referee(folder: Folder, table: Table, line: str, now: int) -> RefereeRequest:
    return RefereeRequest(line, request_letters.send_request(folder, table.verifier, line, now))


def claim(
    folder: Folder, now: int, picture: Picture | None, build: Build = rules_of
) -> tuple[SharedEntry, list[Path]]:
    """Claim the game against a side that has let its time go by twice; of two it is closed at once. What was
    signed, and the mails. Raises as `rulings.claim`."""
    made = rulings.claim(folder, now, build)
    if made.missing:
        return made, proposal_letters.send(folder, made, now, picture, build)
    table = rulings.complete_claim(folder, made, build)
    return made, proposal_letters.send_completed(folder, table, now, build)


def take_over(folder: Folder, parcel: ReceivedFile, now: int) -> tuple[SharedEntry | None, list[Path]]:
    """Take in a mail of those that bring the game to a newcomer; with the last the newcomer's signature on
    what makes a party of them, and its mails. Raises as `brought_files.keep_played` and
    `succession.take_over`."""
    brought_files.keep_played(folder, parcel.entries, parcel.games)
    made = succession.take_over(folder, parcel.entries, now=now)
    return made, proposal_letters.send_signed(folder, made, now) if made else []


def read_card(lines: Sequence[str], name: str) -> tuple[PublicKey, str, int]:
    """Key, tip and length out of what `pbem keygen` prints, which came from `name`; raises `bad-player`."""
    rows = (line.split(maxsplit=1) for line in lines)
    said = {row[0]: row[1].strip() for row in rows if len(row) == 2}
    try:
        return PublicKey.parse(said["key"]), said["tip"], int(said["length"])
    except (KeyError, ValueError, errors.BadKeyFile) as error:
        raise errors.Refusal(
            Code.BAD_PLAYER,
            f"{name} is not what `pbem keygen` printed: it needs the lines key, tip and length",
        ) from error
