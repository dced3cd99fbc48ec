"""The host takes in each player's join; with the last one he makes the charter, and the game begins.

Everything lies in files: the invitation, a join for each role, then the log. After a crash the last join,
taken in again, completes what was begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry import setup_papers
from pbem.entry.bodies import InvitedPerson, Joiner, Person, SeatedPerson
from pbem.entry.entries import SignedEntry
from pbem.entry.setup_papers import Invitation, Join, Paper
from pbem.log.party.folder import Folder
from pbem.reason_codes import Code
from pbem.setup import charter, invitation, mail_word_joins
from pbem.setup.join_request import check_unused

_MOST_TAKEN_BACK: Final = 50


@dataclass(frozen=True, slots=True)
class SeatingResult:
    """What came of a join. `person`: who joined, as the charter has him; `repeated`: not for the first time.

    `missing`: the persons (role, name, mail) who have still to join. When nobody is missing, `charter` is
    entry 0 of the game, `file` holds it, and it goes to `to`: the persons who joined.
    """

    person: SeatedPerson
    repeated: bool
    missing: tuple[InvitedPerson, ...]
    charter: SignedEntry | None = None
    file: Path | None = None
    to: tuple[Person, ...] = ()


def seat_join(
    folder: Folder, signed: SignedEntry, *, again: bool = False, now: int | None = None
) -> SeatingResult:
    """Take a join into the host's folder; the same join again gives the same answer again.

    `again`: it takes the place of an earlier one, as long as there is no charter. `now` is the time that the
    charter states. Raises what opening the paper raises, NoGameFolder without an invitation, StrangeFolder in
    a player's folder, RestoredFolder in one that has forgotten its charter, `wrong-invitation`, `not-
    invited`, `role-taken`, `joined-already`, `key-twice` or `tip-twice`: then nothing has changed.
    """
    invited = _open_invitation(folder)
    joined = setup_papers.open_join(signed)
    digest = joined.said.invitation
    if digest != invited.digest:
        raise errors.Refusal(
            Code.WRONG_INVITATION,
            f"this join answers the invitation {digest[:8]}; the one here is {invited.digest[:8]}",
        )
    _check_invited(folder, invited.said, joined.said.person)
    if folder.withdrawn_file(joined.digest).is_file():
        role = joined.said.person.role
        raise errors.Refusal(Code.JOINED_ALREADY, f"who joined as {role} with this has taken it back since")
    if again:
        same = [it.signed for it in _joins(folder, invited).values() if _signer(it) == _signer(joined)]
        drop_superseded(folder, [*same, signed])
    repeated = _keep(folder, invited, joined, again)
    joins = _joins(folder, invited)
    missing = list_missing(folder, invited)
    if missing:
        return SeatingResult(setup_papers.seat(joined), repeated, missing)
    made = charter.begin(folder, invited, joins, now)
    to = tuple(each.said.person for each in joins.values())
    return SeatingResult(setup_papers.seat(joined), repeated, (), made, folder.answer_file(0), to)


def list_missing(folder: Folder, invited: Paper[Invitation]) -> tuple[InvitedPerson, ...]:
    """The persons who have still to join, in the host's folder; raises what the files raise."""
    joins = _joins(folder, invited)
    return tuple(it for it in invited.said.body.invited_persons if it.role not in joins)


def drop_superseded(folder: Folder, joins: Sequence[SignedEntry]) -> list[SignedEntry]:
    """Those that count of the joins that came together: of several with one key and chain the last one. Those
    before it, as other roles, were taken back by who signed them, and give up their seats; not once the game
    has begun. What is no join of this game stays among them, for `seat_join` to refuse. Raises as `seat_join`
    where the folder is not one to be seated in."""
    invited, begun = _open_invitation(folder), charter.is_begun(folder)
    opened = {signed: join for signed in joins if (join := parse_own_join(invited, signed)) is not None}
    last = {_signer(join): join for join in opened.values()}
    standing = []
    for signed in joins:
        join = opened.get(signed)
        now = last[_signer(join)] if join else join
        if join is None or now is None or now.said.person.role == join.said.person.role:
            standing.append(signed)
        elif not begun:
            _withdraw(folder, join)
    return standing


def _open_invitation(folder: Folder) -> Paper[Invitation]:
    """The invitation in a host's folder in which joins may be taken in."""
    invited = invitation.check_host(folder)
    charter.make_ready(folder, invited)
    return invited


def drop_quoted(invited: Paper[Invitation], found: Iterable[SignedEntry]) -> tuple[SignedEntry, ...]:
    """What of these papers does not stand there because a reply quotes the mail that it answers: all but the
    invitation itself and the tickets to it."""
    return tuple(each for each in found if each != invited.signed and not _is_brought(invited, each))


def _is_brought(invited: Paper[Invitation], signed: SignedEntry) -> bool:
    try:
        return setup_papers.open_ticket(signed).said.invitation == invited.digest
    except errors.PbemError:
        return False


def parse_own_join(invited: Paper[Invitation], signed: SignedEntry) -> Paper[Join] | None:
    """A join to this game as somebody who was asked to join by the program; None for anything else."""
    try:
        join = setup_papers.open_join(signed)
    except errors.PbemError:
        return None
    person = join.said.person
    by_program = (each for each in invited.said.body.invited_persons if not each.word)
    asked = [(each.role, each.name, each.mail, each.ticket) for each in by_program]
    ticket = setup_papers.ticket_of(person.nonce) if person.nonce else None
    mine = (person.role, person.name, person.mail, ticket) in asked and join.said.invitation == invited.digest
    return join if mine else None


def _withdraw(folder: Folder, join: Paper[Join]) -> None:
    """Free the seat, and remember the join as one that does not count any more; of a few, for nobody needs
    many."""
    file = folder.joined_file(join.said.person.role)
    kept = folder.withdrawn_file(join.digest)
    if file.is_file() and invitation.read(file) == join.signed:
        atomic_files.DISK.unlink(file)
    if len([*kept.parent.glob("*.pbem")]) < _MOST_TAKEN_BACK:
        invitation.write_join(kept, join.signed)


def _signer(join: Paper[Join]) -> tuple[str, str]:
    return join.said.person.key, join.said.person.tip


def _check_invited(folder: Folder, invited: Invitation, person: Joiner) -> None:
    asked = next((each for each in invited.body.invited_persons if each.role == person.role), None)
    if asked is None:
        raise errors.Refusal(Code.NOT_INVITED, f"nobody was invited to play the role {person.role!r}")
    if (person.name, person.mail) != (asked.name, asked.mail):
        raise errors.Refusal(
            Code.NOT_INVITED,
            f"{asked.name} <{asked.mail}> was asked to be {person.role}, not {person.name} "
            f"<{person.mail}>: name and address must be those of the invitation",
        )
    _check_ticket(asked, person)
    mail_word_joins.check_own(folder, asked, person.key)
    if person.word != asked.word:
        raise errors.Refusal(
            Code.NOT_INVITED, f"{asked.role} was not invited to play by mail word, or has not joined so"
        )


def _check_ticket(asked: InvitedPerson, person: Joiner) -> None:
    """Raise `not-invited` for a join of another than the one who got the mail for this role."""
    found = None if person.nonce is None else setup_papers.ticket_of(person.nonce)
    if found != asked.ticket:
        raise errors.Refusal(
            Code.NOT_INVITED,
            f"this join as {person.role} does not give back what the invitation to {asked.name} "
            f"<{asked.mail}> brought: join with the mail that was sent to {person.role}",
        )


def _keep(folder: Folder, invited: Paper[Invitation], joined: Paper[Join], again: bool) -> bool:
    """Put the join into the folder; whether it was there. The first for a role counts."""
    person = joined.said.person
    file = folder.joined_file(person.role)
    before = setup_papers.open_join(invitation.read(file)) if file.is_file() else None
    if before is not None and before.signed == joined.signed:
        return True
    begun = charter.is_begun(folder)
    if before is not None and (begun or not again):
        _refuse_second(before.said.person, person, begun)
    others = [it.said.person for role, it in _joins(folder, invited).items() if role != person.role]
    for other in others:
        if (other.key, other.tip) == (person.key, person.tip):
            _refuse_second(other, person, begun)
    check_unused(person.key, person.tip, [*invited.said.body.is_complete, *others])
    invitation.write_join(file, joined.signed, replace=before is not None)
    return False


def _refuse_second(first: Person, person: Person, begun: bool) -> None:
    role = first.role
    way = "the game has begun with it" if begun else "the host can take the new one with --again"
    if first.key != person.key:
        raise errors.Refusal(
            Code.ROLE_TAKEN,
            f"somebody has joined as {role} with another key, and that join is the valid one; {way}",
        )
    raise errors.Refusal(
        Code.JOINED_ALREADY, f"{role} has joined already; the first join is the valid one; {way}"
    )


def _joins(folder: Folder, invited: Paper[Invitation]) -> dict[str, Paper[Join]]:
    """The joins that are there, in the order of the charter."""
    files = {each.role: folder.joined_file(each.role) for each in invited.said.body.invited_persons}
    return {
        role: setup_papers.open_join(invitation.read(file)) for role, file in files.items() if file.is_file()
    }
