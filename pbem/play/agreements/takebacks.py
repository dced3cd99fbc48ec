"""An order that is signed is taken back by all: its author asks in one word, the referee proposes the
`rollback`, and each side by mail word agrees with a code, for which the referee signs.

Nobody can choose between two entries so: whoever has to act next signs last, as every signer does
(`countersignatures`), and a code counts only as long as the game stands where it stood.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Rollback
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.judge import shared_entries
from pbem.judge.shared_entries import SharedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.play.agreements import countersignatures, rulings, side_requests
from pbem.play.orders import mail_word_codes
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table

_ORDERS = ("order", "decision", "seal")


@dataclass(frozen=True, slots=True)
class Takeback:
    """A game that would go back to entry `to`, before the newest order of a side; `falling`: the orders,
    decisions and seals of all sides that it would cost, the first of them that side's own."""

    to: int
    falling: tuple[Entry, ...]


def plan(table: Table, side: str) -> Takeback:
    """What taking back the newest order of a side comes to. Raises `rollback-wrong` where nothing can be
    taken back in this game, `nothing-to-undo` where the side has no order that could be, or dice are still to
    come for one."""
    verifier = table.verifier
    if verifier.cards.commitment is not None:
        raise errors.LogFault(
            Code.ROLLBACK_WRONG,
            "In this game nothing is taken back: players cannot forget what they have seen of hidden cards "
            "or closed orders. A ruling remains, on which all agree: write to the referee in your own "
            "words",
        )
    if verifier.ended:
        raise errors.Refusal(Code.NOTHING_TO_UNDO, "The game has ended, so nothing is taken back any more")
    if verifier.batch is not None:
        raise errors.Refusal(
            Code.NOTHING_TO_UNDO,
            f"The dice for {verifier.history[verifier.batch.seq]} are still to come. Ask again when they "
            "have fallen",
        )
    standing = list_standing(verifier)
    own = next((entry.seq for entry in reversed(standing) if entry.author == side), None)
    to = max((seq for seq in verifier.course if own is not None and seq < own), default=None)
    if to is None:
        raise errors.Refusal(
            Code.NOTHING_TO_UNDO, f"There is no order of {side} in the game that could be taken back"
        )
    return Takeback(to, tuple(entry for entry in standing if entry.seq > to))


def list_standing(verifier: LogVerifier) -> list[Entry]:
    """The orders that no rollback took back, in their order."""
    standing: list[Entry] = []
    for entry in verifier.history:
        if isinstance(entry.body, Rollback):
            to = entry.body.to
            standing = [each for each in standing if each.seq <= to]
        elif entry.type in _ORDERS:
            standing.append(entry)
    return standing


def find_proposal(folder: Folder, table: Table) -> SharedEntry | None:
    """The rollback that was proposed for the next place in the log, with the signatures so far."""
    file = folder.shared_file(table.seq + 1, "rollback")
    if not file.is_file():
        return None
    (signed,) = armor.read(file)
    try:
        return shared_entries.gather_signatures(folder, table, verify_entry(signed))
    except errors.LogFault:
        return None  # the game went another way


def refuse_another(folder: Folder, table: Table, side: str, to: int, why: str) -> SharedEntry | None:
    """The rollback that a side has asked for, if it waits already. Raises `nothing-to-sign` while another one
    waits."""
    before = find_proposal(folder, table)
    if before is None:
        return None
    said = before.entry.body
    if not isinstance(said, Rollback) or (said.to, said.why) != (to, reason_text(side, why)):
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"Another rollback waits for this place in the log: {before.entry}. Of two only one can stand",
        )
    return before


def propose(
    folder: Folder, table: Table, side: str, to: int, why: str, now: int, build: Build = rules_of
) -> SharedEntry:
    """Propose the rollback that a side has asked for, in its words, as the referee; the same again changes
    nothing. Raises as `countersignatures.propose` and `refuse_another`."""
    before = refuse_another(folder, table, side, to, why)
    return before or rulings.rollback(folder, to, reason_text(side, why), now, build)


def reason_text(side: str, why: str) -> str:
    """The reason that stands in the entry, in the words of the side that asks."""
    return f"{side} asks: {why}" if why else f"{side} asks for it"


def takes_code(verifier: LogVerifier, made: SharedEntry, role: str) -> bool:
    """Whether a role agrees to an entry with a code: a side by mail word, to a rollback."""
    return isinstance(made.entry.body, Rollback) and verifier.parties[role].word


def list_missing(folder: Folder, made: SharedEntry) -> list[str]:
    """Who has still to agree to an entry: whoever has neither signed it nor said yes."""
    digest = made.signed_entry.head
    return [role for role in made.missing if not side_requests.has_said_yes(folder, role, digest)]


def offer_code(folder: Folder, verifier: LogVerifier, made: SharedEntry, role: str, now: int) -> str:
    """A code with which a side by mail word agrees to an entry at this place, and to nothing else. Raises
    OSError."""
    digest = made.signed_entry.head
    place = (verifier.game, verifier.head)
    offer = mail_word_codes.offer(place, side_requests.AGREE, (digest,), digest[:16], 0, at=now)
    return side_requests.keep(folder, role, offer)


def sign_agreed(folder: Folder, table: Table, now: int, build: Build = rules_of) -> SharedEntry | None:
    """The rollback that waits, signed for each side by mail word that has said yes and whose turn to sign it
    is; None where none waits. Raises as `countersignatures.countersign`."""
    made = find_proposal(folder, table)
    while made is not None:
        digest = made.signed_entry.head
        agreed = (role for role in made.asked_roles if takes_code(table.verifier, made, role))
        role = next((it for it in agreed if side_requests.has_said_yes(folder, it, digest)), None)
        if role is None:
            break
        made = countersignatures.countersign(folder.word(role), made.file, build, now)
    return made
