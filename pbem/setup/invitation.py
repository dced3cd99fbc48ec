"""The first mail: the host says what is to be played and by whom, and signs it.

The invitation follows from the host's key, chain and command alone, so the same command gives it again. One
of an earlier release that says the same stays as it is.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.disk import atomic_files
from pbem.entry import armor, setup_papers
from pbem.entry.bodies import Charter, InvitedPerson, Person
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.setup_papers import Invitation, Paper, Proposal, Ticket
from pbem.keys.openssh_keys import PublicKey
from pbem.log.log_file import GameLog
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.log.party.key_creation import take_key
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.setup import new_game
from pbem.setup.new_game import Plan


def invite(plan: Plan, host: str, folder: Folder, key_file: Path | None = None) -> Paper[Invitation]:
    """Make the host's key, chain and secret where they are missing, and the invitation signed with them.

    `key_file`: a key that the host has. Raises UnknownGame, `referee-needed`, `bad-player`, `invitation-
    changed` where another one lies, or what the files raise.
    """
    roles = new_game.names(plan)
    if host not in roles:
        raise errors.Refusal(Code.BAD_PLAYER, f"there is no role {host!r}; the roles are {', '.join(roles)}")
    missing = [role for role in roles if role not in plan.players]
    if missing:
        words = " ".join(f"--player '{role}=NAME <MAIL>'" for role in missing)
        raise errors.Refusal(
            Code.BAD_PLAYER, f"name everybody who takes part, with a mail address: add {words}"
        )
    new_game.check_word(plan, host)
    head = new_game.head_of(plan)
    if key_file is not None:
        take_key(folder, key_file)
    new_game.make_party(folder, host, head)
    new_game.keep_file(folder, head)
    parties: list[Person | InvitedPerson] = []
    try:
        for role in roles:
            who = plan.players[role]
            parties.append(
                new_game.person(role, who, folder) if role == host else _invited_person(plan, role)
            )
        body = Proposal(**new_game.common_terms(plan, head, folder), parties=tuple(parties))
        bare = Invitation(author=host, body=body)
        made = _standing(folder, bare) or setup_papers.sign(_add_tickets(folder, bare), folder.key())
    except (errors.BadBody, errors.BadPaper) as error:
        raise errors.Refusal(Code.BAD_PLAYER, str(error)) from error
    refuse_other_game(folder, made.said)
    keep(folder, made)
    game = rules_lookup.travelling_file(made.said.body)
    carried = "" if game is None else armor.encode_game(game)
    for asked in made.said.body.invited_persons:
        text = "".join(
            armor.encode(signed, armor.PAPER) for signed in trim_for_role(folder, made, asked.role)
        )
        text += carried if len(text) + len(carried) <= armor.MAX_TEXT else ""
        if not asked.word:
            atomic_files.DISK.make_directory(folder.ticket_file(asked.role).parent)
            atomic_files.replace(folder.ticket_file(asked.role), text.encode("ascii"), mode=0o600)
    return made


def trim_for_role(folder: Folder, invited: Paper[Invitation], role: str) -> tuple[SignedEntry, ...]:
    """What goes to one person alone: the invitation, and the ticket if there is one; raises as `ticket`."""
    found = ticket(folder, invited, role)
    return (invited.signed,) if found is None else (invited.signed, found.signed)


def _invited_person(plan: Plan, role: str) -> InvitedPerson:
    """A person that is asked, without a ticket."""
    who = plan.players[role]
    return InvitedPerson(role=role, name=who.name, mail=who.mail, word=role in plan.word or None)


def _add_tickets(folder: Folder, bare: Invitation) -> Invitation:
    """The invitation of the host with this folder. By mail word the code of the mail is the ticket."""

    def asked(each: Person | InvitedPerson) -> Person | InvitedPerson:
        if isinstance(each, Person) or each.word:
            return each
        return each.replace(ticket=setup_papers.ticket_of(_nonce(folder, bare, each.role)))

    return bare.replace(body=bare.body.replace(parties=tuple(map(asked, bare.body.parties))))


def _without_tickets(said: Invitation) -> Invitation:
    """The invitation without its tickets."""
    parties = tuple(
        each.replace(ticket=None) if isinstance(each, InvitedPerson) else each for each in said.body.parties
    )
    return said.replace(body=said.body.replace(parties=parties))


def _standing(folder: Folder, bare: Invitation) -> Paper[Invitation] | None:
    """The invitation of an earlier release in the folder, if it says the same: it has no tickets, and perhaps
    no digests of the game's data."""
    if not folder.invitation_file.is_file():
        return None
    before = load_invitation(folder)
    body, module = bare.body, bare.body.module
    if before.said.body.module.data is None:
        body = body.replace(module=module.replace(data=None))
    return before if before.said == bare.replace(body=body) else None


def _nonce(folder: Folder, invited: Invitation, role: str) -> str:
    """What nobody but the host can work out: for each role and each invitation another, whoever is asked for
    what else with the same key and chain."""
    digest = hashlib.sha256(_without_tickets(invited).encode()).hexdigest()
    said = f"senlac-ticket/1\n{folder.chain().tip}\n{digest}\n{role}\n"
    return hash_lines("senlac-ticket-nonce/1", folder.key().sign(said.encode("ascii")).hex())


def ticket(folder: Folder, invited: Paper[Invitation], role: str) -> Paper[Ticket] | None:
    """The host's ticket for a role; None for one by mail word, and for an invitation of an earlier release.
    Raises what the files of key and chain raise."""
    asked = next((each for each in invited.said.body.invited_persons if each.role == role), None)
    if asked is None or asked.ticket is None:
        return None
    said = Ticket(
        invitation=invited.digest,
        role=role,
        nonce=_nonce(folder, invited.said, role),
        host=invited.said.signer.key,
    )
    return setup_papers.sign(said, folder.key())


def refuse_other_game(folder: Folder, said: Invitation) -> None:
    """Raise FileExists where the log of another game lies than of one to which this invites, `chain-used`
    where links of the folder's chain were shown in one."""
    path = folder.path / LOG
    if not path.is_file():
        if not folder.invitation_file.is_file():
            disclosures.refuse_other(folder, "")
        return
    first = next(GameLog(path).read().records(), None)
    entry = None if first is None else Entry.decode(first.data)
    if entry is None or not isinstance(entry.body, Charter):
        return  # a damaged log, of which each command says what is wrong
    if _without_tickets(setup_papers.invitation_of(entry.author, entry.body)) != _without_tickets(said):
        raise errors.FileExists(f"{path} is another game than this one; choose another folder")


def keep(folder: Folder, invitation: Paper[Invitation]) -> None:
    """Put the invitation into a folder, once; raises `invitation-changed` where another one lies."""
    try:
        write(folder.invitation_file, invitation.signed)
    except errors.FileExists as error:
        raise errors.Refusal(
            Code.INVITATION_CHANGED,
            f"{folder.path} has the invitation {load_invitation(folder).digest[:8]}, this is "
            f"{invitation.digest[:8]}: "
            "an invitation is not changed once it is out. Use another folder for another game",
        ) from error


def load_invitation(folder: Folder) -> Paper[Invitation]:
    """The invitation in a folder; raises NoGameFolder, or what the file raises."""
    if not folder.invitation_file.is_file():
        raise errors.NoGameFolder(f"{folder.path} holds no invitation")
    return setup_papers.open_invitation(read(folder.invitation_file))


def hosts(folder: Folder) -> bool:
    """Whether the folder's owner is the host who wrote the invitation in it; raises as `load_invitation`."""
    if not (folder.invitation_file.is_file() and folder.public_file.is_file()):
        return False
    return load_invitation(folder).said.signer.key == PublicKey.load(folder.public_file).line


def check_host(folder: Folder) -> Paper[Invitation]:
    """The invitation in its host's folder; raises StrangeFolder in that of a player, NoGameFolder without
    one."""
    invited = load_invitation(folder)
    if not hosts(folder):
        host = invited.said.signer
        raise errors.StrangeFolder(
            f"{folder.path} is the folder of a player, and a join is for the host: send it to {host.role}, "
            f"{host.name} <{host.mail}>; the charter will come back"
        )
    return invited


def read(path: Path) -> SignedEntry:
    """The one paper in a file of ours."""
    found = armor.decode_all(path.read_text(encoding="ascii", errors="replace"), armor.PAPER)
    if len(found) != 1:
        raise errors.MissingArmor(f"{path} holds {count_noun(len(found), 'paper')}, expected one")
    return found[0]


def write_join(path: Path, signed: SignedEntry, *, replace: bool = False) -> None:
    """Write a join's file as `write`, or in the place of another. Until the game begins whoever reads it
    could join so too: nobody else on this machine may."""
    if replace:
        atomic_files.DISK.make_directory(path.parent)
        atomic_files.replace(path, armor.encode(signed, armor.PAPER).encode("ascii"), mode=0o600)
    else:
        write(path, signed, mode=0o600)


def write(path: Path, signed: SignedEntry, *, mode: int = 0o644) -> None:
    """Write a paper's file; the same again is well, for another raises FileExists."""
    atomic_files.DISK.make_directory(path.parent)
    data = armor.encode(signed, armor.PAPER).encode("ascii")
    try:
        atomic_files.write_new(path, data, mode=mode)
    except errors.FileExists:
        if path.read_bytes() != data:
            raise
