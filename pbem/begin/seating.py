"""The host takes in each player's join; with the last one he makes the charter, and the game begins.

Everything lies in files: the invitation, a join for each role, then the log. After a crash the last join,
taken in again, completes what was begun.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors, refusals
from pbem.begin import invitation, newgame
from pbem.begin.joining import check_unused
from pbem.disk import whole
from pbem.entry import armor, papers
from pbem.entry.canonical import Value
from pbem.entry.entries import NOTHING, Entry, SignedEntry, sign
from pbem.entry.papers import Paper
from pbem.log.file import GameLog
from pbem.log.folder import LOG, Folder
from pbem.play.referee import write_answer


@dataclass(frozen=True, slots=True)
class Seating:
    """What came of a join. `person`: who joined, as the charter has him; `repeated`: not for the first time.

    `missing`: the persons (role, name, mail) who have still to join. When nobody is missing, `charter` is
    entry 0 of the game, `file` holds it, and it goes to `to`: the persons who joined.
    """

    person: dict[str, Any]
    repeated: bool
    missing: tuple[dict[str, Any], ...]
    charter: SignedEntry | None = None
    file: Path | None = None
    to: tuple[dict[str, Any], ...] = ()


def seated(folder: Folder, signed: SignedEntry, *, again: bool = False, now: int | None = None) -> Seating:
    """Take a join into the host's folder; the same join again gives the same answer again.

    `again`: it takes the place of an earlier one, as long as there is no charter. `now` is the time that the
    charter states. Raises what opening the
    paper raises, NoGameFolder without an invitation, WrongInvitation, NotInvited, RoleTaken, JoinedAlready,
    KeyTwice or TipTwice: then nothing has changed.
    """
    joined = papers.open_paper(signed)
    if joined.type != papers.JOIN:
        raise errors.BadPaper(f"this is an {joined.type}; a player takes it in with `pbem join`")
    invited, person = invitation.kept(folder), joined.fields["person"]
    if joined.fields["invitation"] != invited.digest:
        raise refusals.WrongInvitation(
            f"this joins the invitation {joined.fields['invitation'][:8]}; "
            f"the one here is {invited.digest[:8]}"
        )
    _check_invited(invited, person)
    repeated = _keep(folder, invited, joined, again)
    joins = _joins(folder, invited)
    missing = [it for it in _asked(invited) if it["role"] not in joins]
    if missing:
        return Seating(papers.seat(joined), repeated, tuple(missing))
    charter, file = _begin(folder, invited, joins, now)
    to = tuple(each.fields["person"] for each in joins.values())
    return Seating(papers.seat(joined), repeated, (), charter, file, to)


def _asked(invited: Paper) -> list[dict[str, Any]]:
    return [each for each in invited.fields["body"]["parties"] if "key" not in each]


def _check_invited(invited: Paper, person: dict[str, Any]) -> None:
    asked = next((each for each in _asked(invited) if each["role"] == person["role"]), None)
    if asked is None:
        raise refusals.NotInvited(f"nobody was asked to take the role {person['role']!r}")
    for name in ("name", "mail"):
        if person[name] != asked[name]:
            raise refusals.NotInvited(
                f"{asked['name']} <{asked['mail']}> was asked to be {person['role']}, not {person['name']} "
                f"<{person['mail']}>: name and address stand in the join as in the invitation"
            )


def _keep(folder: Folder, invited: Paper, joined: Paper, again: bool) -> bool:
    """Put the join into the folder; whether it was there. The first for a role counts."""
    person = joined.fields["person"]
    file = folder.joined_file(person["role"])
    before = papers.open_paper(invitation.read(file)) if file.is_file() else None
    if before is not None and before.signed == joined.signed:
        return True
    begun = (folder.path / LOG).is_file()
    if before is not None and (begun or not again):
        _refuse_second(before.fields["person"], person, begun)
    complete = [each for each in invited.fields["body"]["parties"] if "key" in each]
    others = [it.fields["person"] for role, it in _joins(folder, invited).items() if role != person["role"]]
    check_unused(person, [*complete, *others])
    if before is None:
        invitation.write(file, joined.signed)
    else:
        whole.replace(file, armor.encode(joined.signed, armor.PAPER).encode("ascii"))
    return False


def _refuse_second(first: dict[str, Any], person: dict[str, Any], begun: bool) -> None:
    role = first["role"]
    way = "the game has begun with it" if begun else "the host can take the new one with --again"
    if first["key"] != person["key"]:
        raise refusals.RoleTaken(f"somebody has joined as {role} with another key: that join counts; {way}")
    raise refusals.JoinedAlready(
        f"{role} has joined already, and this is another join: the first counts; {way}"
    )


def _joins(folder: Folder, invited: Paper) -> dict[str, Paper]:
    """The joins that are there, in the order of the charter."""
    files = {each["role"]: folder.joined_file(each["role"]) for each in _asked(invited)}
    return {role: papers.open_paper(invitation.read(file)) for role, file in files.items() if file.is_file()}


def _begin(
    folder: Folder, invited: Paper, joins: dict[str, Paper], now: int | None
) -> tuple[SignedEntry, Path]:
    """The charter, with which the host's log begins, and its file for the players."""
    if not (folder.path / LOG).is_file():
        body: dict[str, Any] = {**invited.fields["body"], **({} if now is None else {"at": now})}
        parties: list[Value] = [
            papers.seat(joins[each["role"]]) if each["role"] in joins else each for each in body["parties"]
        ]
        entry = Entry(NOTHING, 0, NOTHING, "charter", invited.fields["author"], {**body, "parties": parties})
        newgame.start_log(folder, sign(entry, folder.key()))
    charter = next(GameLog(folder.path / LOG).read().records())
    write_answer(folder, 0, [charter])
    return charter, folder.answer_file(0)
