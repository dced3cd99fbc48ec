"""What the commands that set up a game by mail say: to whom which file goes, and who is still missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import setup_papers
from pbem.entry.bodies import Contact
from pbem.entry.entries import SignedEntry
from pbem.log.party.folder import Folder
from pbem.mail.entry_files import ReceivedFile
from pbem.messages import charter_text, report_text
from pbem.messages.letters import setup_letters
from pbem.rules.table import Table
from pbem.setup import invitation, join_request, known_games, seating
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan
from pbem.setup.seating import SeatingResult


@dataclass(frozen=True, slots=True)
class CommandText:
    """What a command tells, for a person and for a program."""

    text: str
    facts: dict[str, Any]

    def render(self, as_json: bool) -> str | dict[str, Any]:
        """In the form that was asked for."""
        return self.facts if as_json else self.text


def invite(
    plan: Plan, host: str, folder: Folder, key_file: Path | None, now: int | None = None
) -> CommandText:
    """Make and sign the invitation; raises as `invitation.invite`."""
    made = invitation.invite(plan, host, folder, key_file)
    others = [party for party in made.said.body.parties if party.role != host and not party.word]
    mails = setup_letters.invitations(folder, made, now)
    words = [party for party in made.said.body.parties if party.word]
    lines = [
        *(
            f"Send {folder.ticket_file(each.role)} to {_person_name(each)}, and to nobody else"
            for each in others
        ),
        *([f"{_list_persons(words)}: by mail word, so that only the mail is sent"] if words else []),
        f"{'or the' if others else 'The'} mails {' '.join(map(str, mails))}: with `pbem send`, or from your "
        "mail program",
        f"Each player answers with a join; take it in with `pbem receive MAIL --dir {folder.path}`, where "
        "MAIL is the saved mail or a .pbem file",
    ]
    facts = {**charter_text.invitation_facts(made), "file": str(folder.invitation_file), "to": _mails(others)}
    facts["files"] = {each.role: str(folder.ticket_file(each.role)) for each in others}
    facts["mails"] = list(map(str, mails))
    return CommandText(charter_text.invitation_text(made) + "".join(f"{line}\n" for line in lines), facts)


def join(parcel: ReceivedFile, folder: Folder, how: JoinRequest, now: int | None = None) -> CommandText:
    """Sign the join to the invitation in a parcel; raises as `join_request.join`, ArmorMissing, BadPaper."""
    signed, ticket = find_invitation(parcel)
    made = join_request.join(folder, signed, how, ticket=ticket, games=parcel.games)
    invited = invitation.load_invitation(folder)
    known = known_games.describe(invited.said.body, invited.said.signer.key)
    me, host = made.said.person, invited.said.signer
    before = join_request.find_withdrawn(folder)
    mail = setup_letters.join(folder, invited, made, before, now)
    roles = " and ".join(each.said.person.role for each in before)
    lines = [
        *([f"Known     {known}"] if known else []),
        *([f"This takes back your join as {roles}. Send the mail: it says so to the host"] if before else []),
        f"By sending {folder.join_file} to {_person_name(host)} "
        f"you agree to this and play {me.role}{charter_text.describe_player(me)}",
        f"The same as a mail is {mail}: with `pbem send`, or from your mail program",
        f"The charter will come back; take it in with `pbem receive MAIL --dir {folder.path}`",
    ]
    facts = {
        **charter_text.invitation_facts(invited),
        "you": me.role,
        "known": known,
        "taken_back": [each.said.person.role for each in before],
        "person": {name: field for name, field in me.to_plain().items() if name != "nonce"},
        "file": str(folder.join_file),
        "mail": str(mail),
        "to": [host.mail],
    }
    return CommandText(
        charter_text.invitation_text(invited, me.role) + "".join(f"{line}\n" for line in lines), facts
    )


def find_invitation(parcel: ReceivedFile) -> tuple[SignedEntry, SignedEntry | None]:
    """The invitation in a parcel, and the ticket that came with it; raises ArmorMissing."""
    tickets = [signed for signed in parcel.papers if setup_papers.is_ticket(signed)]
    invited_to = [signed for signed in parcel.papers if signed not in tickets]
    if len(invited_to) != 1 or len(tickets) > 1:
        raise _no_invitation(len(invited_to), len(tickets))
    return invited_to[0], next(iter(tickets), None)


def _no_invitation(papers: int, tickets: int) -> errors.MissingArmor:
    if papers > 1:
        what = f"{count_noun(papers, 'invitation')} or other papers, and one is accepted at a time"
    elif tickets > 1:
        what = f"{count_noun(tickets, 'ticket')}, each of which was sent to another player"
    elif tickets:
        what = "a ticket without its invitation"
    else:
        what = "no invitation"
    return errors.MissingArmor(f"the file holds {what}: take the mail or the file as it came")


def take_join(folder: Folder, signed: SignedEntry, again: bool, now: int | None) -> CommandText:
    """Take a join into the host's folder; raises as `seating.seat_join`."""
    done = seating.seat_join(folder, signed, again=again, now=now)
    setup_letters.drop_invitation(folder, done.person.role)
    facts = {
        "joined": done.person.role,
        "repeated": done.repeated,
        "missing": [each.role for each in done.missing],
        "game": None if done.charter is None else done.charter.head,
        "file": None if done.file is None else str(done.file),
        "to": _mails(done.to),
    }
    return CommandText(joined_text(done), facts)


def joined_text(done: SeatingResult) -> str:
    """Who joined, and who is missing or what is to be sent."""
    repeated = " (taken in before)" if done.repeated else ""
    lines = [f"{_person_name(done.person)} has joined{charter_text.describe_player(done.person)}{repeated}"]
    if done.missing:
        lines.append(missing_text(done.missing))
    else:
        to = [person for person in done.to if not person.word]
        send = f" Send {done.file} to {_list_persons(to)}" if to else ""
        lines.append(f"All have joined: the game begins.{send}")
    return "".join(f"{line}\n" for line in lines)


def missing_text(missing: Iterable[Contact]) -> str:
    """The persons who have still to join, in a line."""
    return f"Still to join: {_list_persons(missing)}"


def describe_beginning(folder: Folder, me: str) -> CommandText:
    """Tell a player that his game has begun, and what is due."""
    table = Table.load(folder.log)
    text = "This is the charter of the game that you joined: the game begins.\n" + report_text.status_text(
        table, me
    )
    return CommandText(
        text, {"you": me, "game": table.verifier.game, "seq": table.seq, "owing": table.owing_roles}
    )


def describe_second_beginning(folder: Folder, is_own: bool) -> str:
    """Tell a host that the charter with which the game began is in the folder again; `is_own`: that nothing
    was signed since."""
    then = (
        "nothing was signed since, so the game goes on"
        if is_own
        else f"ask the others what was signed since, with `pbem restore --dir {folder.path}`"
    )
    return f"This is the charter with which your game began, and {folder.path} has it again: {then}\n"


def _list_persons(persons: Iterable[Contact]) -> str:
    return " and ".join(map(_person_name, persons))


def _person_name(person: Contact) -> str:
    return f"{person.role}, {person.name} <{person.mail}>"


def _mails(persons: Iterable[Contact]) -> list[str]:
    return [person.mail for person in persons]
