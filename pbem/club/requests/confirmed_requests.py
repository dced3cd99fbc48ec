"""What was confirmed with its code: `asked/begun/` as long as it is being done, `asked/done/` for a
while, with what was answered.

A process may be killed at any step. What it had begun is finished before another mail is looked at, at the
time at which the code came; and the same mail again gets the answer that it would have got. An example: the
club is killed between a new game and the answer. The mail comes again, and the answer names the game that
there is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pbem.club.club_folder import ClubFolder
from pbem.club.requests import pending_requests
from pbem.club.requests.pending_requests import PendingRequest
from pbem.disk import atomic_files


@dataclass(frozen=True, slots=True)
class StartedRequest:
    """A request of `file` whose code came in the mail with the Message-ID `mail` at `at`, Unix seconds.
    `invitation`: the digest of the one to the game that it begins, once that is prepared whole. `codes`: of a
    vacation, digests of what was sent to the other roles so far."""

    file: Path
    asked: PendingRequest
    mail: str
    at: int
    invitation: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FinishedRequest:
    """What came of a request that the mail `mail` has confirmed: the `answer`, and the `game` that began."""

    mail: str
    answer: str
    game: str


def begin(hall: ClubFolder, file: Path, one: PendingRequest, mail: str, now: int) -> StartedRequest:
    """Note that a request is being done from now on. One that had begun stays as it was noted. Raises
    OSError."""
    return find_started(hall, file) or keep(StartedRequest(file, one, mail, now))


def keep(one: StartedRequest) -> StartedRequest:
    """Note how far it has come, which is returned; raises OSError."""
    said = {
        "asked": one.asked.as_json,
        "mail": one.mail,
        "at": one.at,
        "invitation": one.invitation,
        "codes": dict(one.codes),
    }
    _write(_place(one, "begun"), said)
    return one


def list_started(hall: ClubFolder) -> list[StartedRequest]:
    """What is being done, or was when a process died."""
    found = []
    for note in sorted((hall.path / "asked" / "begun").glob("*.json")):
        file = note.parent.parent / note.name
        with suppress(ValueError, TypeError, KeyError):
            said = json.loads(note.read_text(encoding="utf-8"))
            one = pending_requests.from_json(said["asked"])
            found.append(
                StartedRequest(file, one, said["mail"], said["at"], said["invitation"], said["codes"])
            )
    return found


def find_started(hall: ClubFolder, file: Path) -> StartedRequest | None:
    """The one of this file, if it is being done, or was when a process died or its disk failed."""
    return next((each for each in list_started(hall) if each.file == file), None)


def finish(one: StartedRequest, done: FinishedRequest) -> None:
    """Keep what was answered; the request waits no longer. Raises OSError."""
    said = json.loads(one.file.read_text(encoding="utf-8")) if one.file.is_file() else None
    if said is not None:
        said |= {"mail": done.mail, "answer": done.answer, "game": done.game}
        _write(_place(one, "done"), said)
        pending_requests.drop(one.file)
    give_back(one)


def give_back(one: StartedRequest) -> None:
    """The request waits for its code as before: it could not be done. Raises OSError."""
    atomic_files.DISK.unlink(_place(one, "begun"))


def find_finished(hall: ClubFolder, code: str) -> FinishedRequest | None:
    """What came of the request that this code has confirmed; None where it has confirmed none this week."""
    for _, said in pending_requests.find_by_code(hall.path / "asked" / "done", code):
        with suppress(KeyError):
            return FinishedRequest(str(said["mail"]), str(said["answer"]), str(said["game"]))
    return None


def _place(one: StartedRequest, state: str) -> Path:
    return one.file.parent / state / one.file.name


def _write(file: Path, said: dict[str, object]) -> None:
    atomic_files.DISK.make_directory(file.parent)
    atomic_files.replace(file, (json.dumps(said, sort_keys=True) + "\n").encode(), mode=0o600)
