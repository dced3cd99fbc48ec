"""Requests that came by mail and wait for their code: a file each, `asked/TIME-REQUEST-CODE.json`.

An address can be forged. So whatever is done in somebody's name is asked back at that very address, with a
code that confirms this request alone, once, within a week. Requests lie side by side: one that is forged
takes the place of none, and a wrong code changes nothing. The folder keeps no code, only a digest of code and
request. What becomes of one whose code has come, `confirmed_requests` keeps.

No request takes the room of another. How many are asked in a day, is for `confirmation_mails`: with that the
folder has a bound.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, get_args

from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import A_DAY
from pbem.club.requests.request_language import Join, New, Request
from pbem.dice.dice_stream import hash_lines
from pbem.disk import atomic_files
from pbem.play.orders.mail_word_codes import new_code
from pbem.play.vacations import WEEK

_KINDS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Request)}


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """What was asked for in the name of `mail` at `at`, Unix seconds; `name`: what the mail called that
    address. `game` and `role`: the seat for which it is asked, empty where it is for none."""

    at: int
    mail: str
    name: str
    request: Request
    game: str = ""
    role: str = ""

    @property
    def as_json(self) -> dict[str, Any]:
        """All of it, as a file holds it."""
        return asdict(self) | {"request": {"kind": type(self.request).__name__, **asdict(self.request)}}

    @property
    def mark(self) -> str:
        """By which the same request is known again, whenever it is asked, however its address is written;
        the name counts only where it is what somebody will be called."""
        named = isinstance(self.request, Join | New)
        one = replace(self, at=0, mail=self.mail.lower(), name=self.name if named else "")
        said = json.dumps(one.as_json, sort_keys=True)
        return hash_lines("senlac-asked-mark/1", said)[:16]

    def code_digest(self, code: str) -> str:
        """The digest of the code of this request, which fits no other."""
        return hash_lines("senlac-asked/1", json.dumps(self.as_json, sort_keys=True), code.strip().upper())

    def to_json(self, code: str) -> str:
        """What a file holds of it."""
        return json.dumps({"asked": self.as_json, "code": self.code_digest(code)}, sort_keys=True) + "\n"


def keep(hall: ClubFolder, one: PendingRequest) -> str:
    """Let a request wait for its code, which is returned and stands nowhere else; raises OSError."""
    atomic_files.DISK.make_directory(_place(hall))
    forget_old(hall, one.at)
    code = new_code()
    name = f"{one.at:012d}-{one.mark}-{code_name(code)}.json"
    atomic_files.replace(_place(hall) / name, one.to_json(code).encode(), mode=0o600)
    return code


def forget_old(hall: ClubFolder, now: int) -> None:
    """Forget each request that waited for more than a week, and each that was done a week later. One that has
    begun stays: it is finished. Raises OSError."""
    place = _place(hall)
    open_ = (file for file in place.glob("*.json") if not (place / "begun" / file.name).exists())
    old = [file for file in open_ if _day(file) < (now - WEEK) // A_DAY]
    done = [file for file in place.glob("done/*.json") if _day(file) < (now - 2 * WEEK) // A_DAY]
    for file in (*old, *done):
        atomic_files.DISK.unlink(file)


def find_same(hall: ClubFolder, one: PendingRequest) -> list[Path]:
    """The files of this very request that wait since today."""
    found = _place(hall).glob(f"*-{one.mark}-*.json")
    return [file for file in sorted(found) if _day(file) == one.at // A_DAY]


def code_of(file: Path) -> str:
    """What names the code of a request that waits, as `code_name` does."""
    return file.stem.rpartition("-")[2]


def find(hall: ClubFolder, code: str, now: int) -> tuple[Path, PendingRequest] | None:
    """The request that this code confirms, and its file; None where none waits for it."""
    for file, said in find_by_code(_place(hall), code):
        one = from_json(said["asked"])
        if now - one.at <= WEEK:
            return file, one
    return None


def find_by_code(place: Path, code: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The files of a folder that hold a request with this code, and what they say."""
    for file in sorted(place.glob(f"*-{code_name(code)}.json")):
        with suppress(ValueError, TypeError, KeyError):
            said = json.loads(file.read_text(encoding="utf-8"))
            if hmac.compare_digest(str(said["code"]), from_json(said["asked"]).code_digest(code)):
                yield file, said


def drop(file: Path) -> None:
    """Let a request wait no longer; raises OSError."""
    atomic_files.DISK.unlink(file)


def from_json(said: dict[str, Any]) -> PendingRequest:
    """The request that a file holds so; raises ValueError, TypeError or KeyError for another thing."""
    wanted = dict(said["request"])
    kind = _KINDS[wanted.pop("kind")]
    request = kind(**{field.name: _tuples(wanted[field.name]) for field in fields(kind)})
    return PendingRequest(**{**said, "request": request})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _place(hall: ClubFolder) -> Path:
    return hall.path / "asked"


def _day(file: Path) -> int:
    """On which a request was asked."""
    return int(file.name.partition("-")[0]) // A_DAY


def code_name(code: str) -> str:
    """What names a code, and does not tell it."""
    return hash_lines("senlac-asked-file/1", code.strip().upper())[:16]
