"""The second mail and the third: a player joins the game to which he was invited, and begins his log.

What he signs is the whole invitation, by its digest, with his key and chain. The charter that comes back is
held against it: he begins only the game that he joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from modules import library
from modules.engine.rules.advice_rules import AdviceRules
from modules.game_file.digests import GameDigests, digest_lines
from pbem import errors
from pbem.disk import atomic_files, game_shelf
from pbem.entry import setup_papers
from pbem.entry.bodies import Charter, InvitedPerson, Joiner, Person
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Invitation, Join, Paper, Proposal, Ticket
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.judge import due_moments
from pbem.keys.openssh_keys import public_of
from pbem.log import mail_word_sides
from pbem.log.log_file import GameLog
from pbem.log.parties import Parties, Player
from pbem.log.party.folder import LOG, Folder
from pbem.log.party.key_creation import make_secrets, take_key
from pbem.play.agreements import brought_files
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.rules_lookup import Build, part_of, rules_of
from pbem.setup import invitation, known_games, new_game


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """How one joins: the role, which may be left out where only one is free; the file of a key that the
    player has; an age key of theirs that shall stand in the charter; `computer`: the player of the program
    that shall decide, as the charter says it; `game`: the file of the game, where it did not come along."""

    role: str | None = None
    key_file: Path | None = None
    recipient: str | None = None
    computer: str | None = None
    game: Path | None = None


def join(
    folder: Folder,
    signed: SignedEntry,
    how: JoinRequest = JoinRequest(),
    build: Build = rules_of,
    ticket: SignedEntry | None = None,
    games: Sequence[bytes] = (),
) -> Paper[Join]:
    """Sign that one plays: key and chain are made where they are missing, and the join with them. `ticket`:
    the paper that came with the invitation, for one person alone. `games`: the files of games that came with
    it.

    The same again gives the same join; as another role, before the game begins, takes the earlier one back
    (`find_withdrawn`). Raises what opening the paper raises, as `find_game`, UnknownGame, `other-engine`,
    `rules-refuse`, `zone-unknown`, `not-invited`, `bad-player`, `key-twice`, `invitation-changed`,
    `joined-already`, or what the files raise.
    """
    invited = setup_papers.open_invitation(signed)
    body = invited.said.body
    check_invitation(invited, how, build, games)
    asked, nonce = find_invited(invited, how.role, ticket)
    if how.key_file is not None:
        check_unused(public_of(how.key_file).line, "", body.is_complete)
    invitation.refuse_other_game(folder, invited.said)
    invitation.keep(folder, invited)
    new_game.keep_file(folder, body)
    if how.key_file is not None:
        take_key(folder, how.key_file)
    make_secrets(folder, f"{asked.role} of {body.module.id}/{body.scenario}")
    person = new_game.person(asked.role, Player(asked.name, asked.mail), folder)
    more = {"recipient": how.recipient, "computer": how.computer, "nonce": nonce}
    me = Joiner(**{**dict(person), **more})
    check_unused(me.key, me.tip, body.is_complete)
    made = setup_papers.sign(Join(invitation=invited.digest, person=me), folder.key())
    _take_back(folder, made)
    try:
        invitation.write_join(folder.join_file, made.signed)
    except errors.FileExists as error:
        raise errors.Refusal(
            Code.JOINED_ALREADY,
            f"{folder.join_file} is your earlier join to this game: send that one (to join "
            "otherwise, such as with or without --computer, take a new folder)",
        ) from error
    return made


def check_invitation(
    invited: Paper[Invitation],
    how: JoinRequest = JoinRequest(),
    build: Build = rules_of,
    games: Sequence[bytes] = (),
) -> None:
    """Raise as `join` for a game that cannot be played here, or not so."""
    body = invited.said.body
    mail_word_sides.check_charter(invited.said.author, body)
    find_game(invited, how.game, games)
    GameReplay(build).set_up(invited.said.author, body)
    due_moments.check_zones(body.deadlines)
    if how.computer is not None:
        _check_computer(body, how.computer, build)


def find_game(invited: Paper[Invitation], named: Path | None, came: Sequence[bytes] = ()) -> None:
    """Find the file of the game to which somebody is invited: the one that the player names, or one that came
    along. An installed game needs none. Raises MissingGameFile, OtherGameFile, `game-name-taken`."""
    module = invited.said.body.module
    digests = rules_lookup.digests_of(module)
    if digests is None:
        return
    rules_lookup.refuse_taken(module.id)
    _hand_over(digests, named, came)
    try:
        game_shelf.find(module.id, digests)
    except errors.MissingGameFile as error:
        host = invited.said.signer
        raise errors.MissingGameFile(
            f"the game {module.id} {module.version} comes from a file that is not in this mail. Get the file "
            f"from {host.name} <{host.mail}>, and repeat the command with --game FILE. It is the right file "
            f"if `senlac pack FILE` tells the same words: {'; '.join(digest_lines(digests))}"
        ) from error


def _hand_over(digests: GameDigests, named: Path | None, came: Sequence[bytes]) -> None:
    """Let this process find the file of these digests among those given. Raises OtherGameFile where others
    are given and not this one."""
    if named is None:
        faults = brought_files.hand_matching(came, digests)
    elif (file := brought_files.hand_named(named)).digests.whole != digests.whole:
        faults = [game_shelf.describe_difference(file, digests)]
    else:
        return
    if faults:
        raise errors.OtherGameFile(faults[-1])


def _take_back(folder: Folder, made: Paper[Join]) -> None:
    """Put aside an earlier join as another role, unless the game has begun with it or the new one was taken
    back itself."""
    role = made.said.person.role
    if folder.withdrawn_file(made.digest).is_file():
        raise errors.Refusal(
            Code.JOINED_ALREADY,
            f"you took your join as {role} back before: to play {role} after all, join in a new folder",
        )
    if not folder.join_file.is_file() or (folder.path / LOG).is_file():
        return
    before = setup_papers.open_join(invitation.read(folder.join_file))
    if before.said.person.role != role:
        invitation.write_join(folder.withdrawn_file(before.digest), before.signed)
        atomic_files.DISK.unlink(folder.join_file)


def find_withdrawn(folder: Folder) -> tuple[Paper[Join], ...]:
    """The joins that the owner of a folder took back, for the host to know."""
    files = sorted(folder.withdrawn_file("*").parent.glob("*.pbem"))
    return tuple(setup_papers.open_join(invitation.read(file)) for file in files)


def _check_computer(proposal: Proposal, computer: str, build: Build) -> None:
    """Raise `bad-player` where no player of the program can take a seat."""
    if not any(each.role == REFEREE for each in proposal.parties):
        raise errors.Refusal(Code.BAD_PLAYER, "the computer plays only in games that have a referee")
    part_of(build(proposal), AdviceRules)
    if computer.startswith("search"):
        try:
            library.load_weighing(proposal.module.id, proposal.scenario)
        except library.NoEvaluation as error:
            raise errors.Refusal(
                Code.BAD_PLAYER, f"{error}: with --policy the game's policy plays, which needs none"
            ) from error


def find_invited(
    invited: Paper[Invitation], role: str | None, ticket: SignedEntry | None
) -> tuple[InvitedPerson, str | None]:
    """The person that the invitation asks, with the nonce of the ticket: the addressee of the mail. Without a
    ticket, as in an invitation of an earlier release, the one for this role, or the only one."""
    asked = {each.role: each for each in invited.said.body.invited_persons if not each.word}
    if not asked:
        raise errors.Refusal(
            Code.NOT_INVITED,
            "who was invited plays by mail word: he answers the mail that he got with its code",
        )
    if ticket is not None:
        return _addressee(invited, role, setup_papers.open_ticket(ticket).said)
    if role is None and any(each.ticket for each in asked.values()):
        raise _no_ticket("for your role")
    ways = " or ".join(f"--as {each.role} ({each.name} <{each.mail}>)" for each in asked.values())
    if role is None and len(asked) > 1:
        raise errors.Refusal(Code.BAD_PLAYER, f"several are invited: say who you are, {ways}")
    role = role or next(iter(asked))
    if role not in asked:
        raise errors.Refusal(
            Code.NOT_INVITED, f"nobody is invited to play the role {role!r}; you can join with {ways}"
        )
    if asked[role].ticket is not None:
        raise _no_ticket(f"for {role}")
    return asked[role], None


def _no_ticket(whose: str) -> errors.Refusal:
    return errors.Refusal(
        Code.NOT_INVITED,
        f"the ticket {whose} is missing: each player joins with the mail or the file that the host has sent "
        "to that player, as it came",
    )


def _addressee(invited: Paper[Invitation], role: str | None, ticket: Ticket) -> tuple[InvitedPerson, str]:
    """Whom a ticket is for, with its nonce; raises BadPaper or `not-invited`."""
    asked = next((each for each in invited.said.body.invited_persons if each.role == ticket.role), None)
    if ticket.invitation != invited.digest or asked is None:
        raise errors.BadPaper(
            f"the ticket beside the invitation {invited.digest[:8]} belongs to the invitation "
            f"{ticket.invitation[:8]}: take the mail or the file as it came"
        )
    if asked.ticket != setup_papers.ticket_of(ticket.nonce):
        raise errors.BadPaper(f"the ticket for {asked.role} is not the one that the invitation names")
    if role not in (None, asked.role):
        raise errors.Refusal(
            Code.NOT_INVITED,
            f"this invitation was sent to {asked.name} <{asked.mail}>, to play {asked.role}. To play {role}, "
            "join with the mail that was sent to that player; or leave out --as",
        )
    return asked, ticket.nonce


def check_unused(key: str, tip: str, others: Iterable[Person]) -> None:
    """Raise `key-twice` or `tip-twice` if another person has this key or chain."""
    for other in others:
        if other.key == key:
            raise errors.Refusal(
                Code.KEY_TWICE,
                f"{other.role} uses this key already: each party needs a key of its own; make another",
            )
        if other.tip == tip:
            raise errors.Refusal(
                Code.TIP_TWICE,
                f"{other.role} uses this dice chain already: each party needs a chain that nobody "
                "else knows. Join in a new folder, which makes another",
            )


def begin(folder: Folder, opened: VerifiedEntry, build: Build = rules_of) -> bool:
    """Begin the log of a player who has joined with the host's charter; whether it was begun before.

    Raises what checking the charter raises, NoGameFolder without a join, `charter-differs`, `due-differs`,
    `other-engine`, or FileExists where another game's log is.
    """
    if not folder.join_file.is_file():
        raise errors.NoGameFolder(f"{folder.path} holds no join: accept an invitation with `pbem join` first")
    invited, joined = (
        invitation.load_invitation(folder),
        setup_papers.open_join(invitation.read(folder.join_file)),
    )
    signed = opened.signed
    _compare(invited, joined, opened.entry.author, Parties(opened).charter)
    due_moments.check_entry(Parties(opened).charter, opened.entry)
    GameReplay(build).begin(opened.entry)
    repeated = (folder.path / LOG).is_file() and next(
        GameLog(folder.path / LOG).read().records(), None
    ) == signed
    new_game.start_log(folder, signed)
    known_games.remember(invited.said.body, invited.said.signer.key)
    return repeated


def begin_if_charter(
    folder: Folder, entries: Sequence[SignedEntry], build: Build = rules_of
) -> tuple[bool, list[SignedEntry]]:
    """Begin the log of a player who has joined, if the first of these is a charter; raises as `begin`.

    Returns whether it was one, and the entries that are left to take in.
    """
    first = verify_entry(entries[0]) if folder.join_file.is_file() and entries else None
    if first is None or not isinstance(first.entry.body, Charter):
        return False, [*entries]
    begin(folder, first, build)
    return True, [*entries[1:]]


def _compare(invited: Paper[Invitation], joined: Paper[Join], author: str, charter: Charter) -> None:
    """Raise `charter-differs` unless this is the charter of the invitation, with the join as signed."""
    mine, asked = joined.said.person, invited.said.body
    ours = setup_papers.invitation_of(author, charter)
    if ours.encode() != invited.signed.data:
        names = [
            name for name in sorted(Proposal.model_fields) if getattr(ours.body, name) != getattr(asked, name)
        ]
        what = ", ".join(names) or "who invites"
        raise errors.Refusal(
            Code.CHARTER_DIFFERS,
            f"this charter does not match the invitation {invited.digest[:8]} that you joined: it differs "
            f"in {what}. Ask the host; your join binds you to nothing else",
        )
    if setup_papers.seat(joined) not in charter.parties:
        raise errors.Refusal(
            Code.CHARTER_DIFFERS,
            f"the charter has another key or chain for {mine.role} than those that you signed: "
            "somebody else has joined in your place; ask the host",
        )
