"""The second mail and the third: a player joins the game to which he was invited, and begins his log.

What he signs is the whole invitation, by its digest, with his key and chain. The charter that comes back is
held against it: he begins only the game that he joined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors, refusals
from pbem.begin import invitation, newgame
from pbem.entry import canonical, papers
from pbem.entry.entries import NOTHING, Entry, SignedEntry, open_entry
from pbem.entry.papers import Paper
from pbem.keys.openssh import public_of
from pbem.log.file import GameLog
from pbem.log.folder import LOG, Folder, make_secrets, take_key
from pbem.log.parties import Parties, Player
from pbem.rules.games import Build, rules_of
from pbem.rules.replay import GameReplay


@dataclass(frozen=True, slots=True)
class Joining:
    """How one joins: the role, which may be left out where only one is free; the file of a key that the
    player has; an age key of his that shall stand in the charter."""

    role: str | None = None
    key_file: Path | None = None
    recipient: str | None = None


def join(folder: Folder, signed: SignedEntry, how: Joining = Joining(), build: Build = rules_of) -> Paper:
    """Sign that one plays: key and chain are made where they are missing, and the join with them.

    The same again gives the same join. Raises what opening the paper raises, UnknownGame, OtherEngine,
    RulesRefuse, NotInvited, BadPlayer, KeyTwice, InvitationChanged, JoinedAlready, or what the files raise.
    """
    invited = papers.open_paper(signed)
    if invited.type != papers.INVITATION:
        raise errors.BadPaper(f"this is a {invited.type}, not an invitation: the host takes it in")
    body: dict[str, Any] = invited.fields["body"]
    GameReplay(build).begin(Entry(NOTHING, 0, NOTHING, "charter", invited.fields["author"], body))
    asked = _asked(invited, how.role)
    others = [person for person in body["parties"] if "key" in person]
    if how.key_file is not None:
        check_unused({"key": public_of(how.key_file).line, "tip": ""}, others)
    invitation.keep(folder, invited)
    if how.key_file is not None:
        take_key(folder, how.key_file)
    make_secrets(folder, f"{asked['role']} of {body['module']['id']}/{body['scenario']}")
    me = newgame.person(asked["role"], Player(asked["name"], asked["mail"]), folder)
    if how.recipient is not None:
        me["recipient"] = how.recipient
    check_unused(me, others)
    made = papers.sign(papers.JOIN, {"invitation": invited.digest, "person": me}, folder.key())
    try:
        invitation.write(folder.join_file, made.signed)
    except errors.FileExists as error:
        raise refusals.JoinedAlready(
            f"{folder.join_file} is another join to this game: send that one"
        ) from error
    return made


def _asked(invited: Paper, role: str | None) -> dict[str, Any]:
    """Whom the invitation asks: the one for this role, or the only one."""
    asked: dict[str, dict[str, Any]] = {
        each["role"]: each for each in invited.fields["body"]["parties"] if "key" not in each
    }
    if role is None and len(asked) == 1:
        return next(iter(asked.values()))
    ways = " or ".join(f"--as {each['role']} ({each['name']} <{each['mail']}>)" for each in asked.values())
    if role is None:
        raise refusals.BadPlayer(f"several are invited: say who you are, {ways}")
    if role not in asked:
        raise refusals.NotInvited(f"nobody is asked to take the role {role!r}; you can join with {ways}")
    return asked[role]


def check_unused(person: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> None:
    """Raise KeyTwice or TipTwice if another person has this key or chain."""
    for other in others:
        if other["key"] == person["key"]:
            raise refusals.KeyTwice(
                f"this key is that of {other['role']}: each party signs with a key of its own; make another"
            )
        if other["tip"] == person["tip"]:
            raise refusals.TipTwice(
                f"this dice chain is that of {other['role']}: each party makes one that nobody else knows"
            )


def begin(folder: Folder, signed: SignedEntry, build: Build = rules_of) -> bool:
    """Begin the log of a player who has joined with the host's charter; whether it was begun before.

    Raises what checking the charter raises, NoGameFolder without a join, CharterDiffers, OtherEngine, or
    FileExists where another game's log is.
    """
    if not folder.join_file.is_file():
        raise refusals.NoGameFolder(f"{folder.path} has joined no game: `pbem join` an invitation first")
    invited, joined = invitation.kept(folder), papers.open_paper(invitation.read(folder.join_file))
    opened = open_entry(signed)
    Parties(opened)
    _compare(invited, joined, opened.entry)
    GameReplay(build).begin(opened.entry)
    repeated = (folder.path / LOG).is_file() and next(
        GameLog(folder.path / LOG).read().records(), None
    ) == signed
    newgame.start_log(folder, signed)
    return repeated


def taken(
    folder: Folder, entries: Sequence[SignedEntry], build: Build = rules_of
) -> tuple[bool, list[SignedEntry]]:
    """Begin the log of a player who has joined, if the first of these is a charter; raises as `begin`.

    Returns whether it was one, and the entries that are left to take in.
    """
    if not folder.join_file.is_file() or not entries or open_entry(entries[0]).entry.type != "charter":
        return False, [*entries]
    begin(folder, entries[0], build)
    return True, [*entries[1:]]


def _compare(invited: Paper, joined: Paper, charter: Entry) -> None:
    """Raise CharterDiffers unless this is the charter of the invitation, with the join as it was signed."""
    body: dict[str, Any] = charter.body
    mine: dict[str, Any] = joined.fields["person"]
    asked: dict[str, Any] = invited.fields["body"]
    found = next((each for each in body["parties"] if each["role"] == mine["role"]), None)
    ours = papers.invitation_of(charter.author, body)
    if ours != invited.signed.data:
        paper: Any = canonical.decode(ours)
        theirs: dict[str, Any] = paper["body"]
        names = [name for name in sorted({**theirs, **asked}) if theirs.get(name) != asked.get(name)]
        what = ", ".join(names) or "who invites"
        raise refusals.CharterDiffers(
            f"this charter is not the one of the invitation {invited.digest[:8]} that you joined: it differs "
            f"in {what}. Ask the host; your join binds you to nothing else"
        )
    if found != papers.seat(joined):
        raise refusals.CharterDiffers(
            f"the charter has another key or chain for {mine['role']} than the ones that you signed: "
            "somebody else has joined in your place; ask the host"
        )
