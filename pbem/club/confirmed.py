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

from pbem.club import asked
from pbem.club.asked import Asked
from pbem.club.hall import Hall
from pbem.disk import whole


@dataclass(frozen=True, slots=True)
class Begun:
    """A request of `file` whose code came in the mail with the Message-ID `mail` at `at`, Unix seconds.
    `invitation`: the digest of the one to the game that it begins, once that is prepared whole. `codes`: of a
    vacation, digests of what was sent to the other roles so far."""

    file: Path
    asked: Asked
    mail: str
    at: int
    invitation: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a request that the mail `mail` has confirmed: the `answer`, and the `game` that began."""

    mail: str
    answer: str
    game: str


def begin(hall: Hall, file: Path, one: Asked, mail: str, now: int) -> Begun:
    """Note that a request is being done from now on. One that had begun stays as it was noted. Raises
    OSError."""
    before = next((each for each in begun(hall) if each.file == file), None)
    return before or keep(Begun(file, one, mail, now))


def keep(one: Begun) -> Begun:
    """Note how far it has come, which is returned; raises OSError."""
    said = {
        "asked": one.asked.said,
        "mail": one.mail,
        "at": one.at,
        "invitation": one.invitation,
        "codes": dict(one.codes),
    }
    _write(_place(one, "begun"), said)
    return one


def begun(hall: Hall) -> list[Begun]:
    """What is being done, or was when a process died."""
    found = []
    for note in sorted((hall.path / "asked" / "begun").glob("*.json")):
        file = note.parent.parent / note.name
        with suppress(ValueError, TypeError, KeyError):
            said = json.loads(note.read_text(encoding="utf-8"))
            one = asked.plain_one(said["asked"])
            found.append(Begun(file, one, said["mail"], said["at"], said["invitation"], said["codes"]))
    return found


def finish(one: Begun, done: Done) -> None:
    """Keep what was answered; the request waits no longer. Raises OSError."""
    said = json.loads(one.file.read_text(encoding="utf-8")) if one.file.is_file() else None
    if said is not None:
        said |= {"mail": done.mail, "answer": done.answer, "game": done.game}
        _write(_place(one, "done"), said)
        asked.drop(one.file)
    give_back(one)


def give_back(one: Begun) -> None:
    """The request waits for its code as before: it could not be done. Raises OSError."""
    whole.DISK.unlink(_place(one, "begun"))


def done(hall: Hall, code: str) -> Done | None:
    """What came of the request that this code has confirmed; None where it has confirmed none this week."""
    for _, said in asked.fitting(hall.path / "asked" / "done", code):
        with suppress(KeyError):
            return Done(str(said["mail"]), str(said["answer"]), str(said["game"]))
    return None


def _place(one: Begun, state: str) -> Path:
    return one.file.parent / state / one.file.name


def _write(file: Path, said: dict[str, object]) -> None:
    whole.DISK.make_directory(file.parent)
    whole.replace(file, (json.dumps(said, sort_keys=True) + "\n").encode(), mode=0o600)
