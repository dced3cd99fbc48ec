"""What `pbem run` and `pbem send` do. Each function gives its exit code."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

from generator.console import quoted
from pbem import errors
from pbem.cli.output import tell
from pbem.disk import atomic_files
from pbem.errors import PbemError
from pbem.post import folder_rounds, outbox_flush
from pbem.post.folder_rounds import FolderWork, Pace
from pbem.post.outbox import Outbox
from pbem.post.post_settings import NAME, TEMPLATE, PostSettings
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop


def run(path: Path, file: Path | None, pace: Pace, work: FolderWork, limit: int, as_json: bool) -> int:
    """The robot, until it is told to stop by SIGTERM or SIGINT, or for one round; `limit` in bytes a mail."""
    post = PostSettings.read(file or path / NAME)
    post.look_at_passwords()
    return folder_rounds.go_round(path, post, work, pace, limit, catch_signals(), teller(as_json))


def send(path: Path, file: Path | None, as_json: bool) -> int:
    """What waits in the outbox, sent now."""
    post = PostSettings.read(file or path / NAME)
    post.look_at_passwords()
    return outbox_flush.flush(Outbox(path), post.sink(), catch_signals(), teller(as_json))


def write_settings(path: Path, as_json: bool) -> int:
    """Settings to edit, where there are none."""
    file = path / NAME
    try:
        atomic_files.write_new(file, TEMPLATE.encode())
    except errors.FileExists as error:
        raise errors.FileExists(f"{file} exists: edit it, or try it with `pbem post test`") from error
    then = f"pbem post test --dir {quoted(path)}"
    said = f"{file}: put in your addresses and servers; then `{then}`\n"
    tell({"file": str(file)} if as_json else said)
    return 0


def try_connections(path: Path, file: Path | None, as_json: bool) -> int:
    """Log in where mails come from and where they go; every way is tried, and told in a line."""
    post = PostSettings.read(file or path / NAME)
    post.look_at_passwords()
    code, told = 0, []
    for name, way in post.list_transports():
        try:
            way.check_connection()
            told.append({"way": name, "works": True, "says": "works"})
        except PbemError as error:
            code = 1
            says = str(error).removeprefix(f"{name.split()[-1]}: ")  # the server, which the way has named
            told.append({"way": name, "works": False, "says": says})
    tell({"ok": code == 0, "ways": told} if as_json else "".join(f"{e['way']}: {e['says']}\n" for e in told))
    return code


def catch_signals() -> Stop:
    """What SIGTERM or SIGINT sets, so that the mail in hand is finished first."""
    stop = Stop()

    def handle(number: int, _: FrameType | None) -> None:
        stop.set()
        signal.signal(number, signal.SIG_DFL)  # who signals twice will not wait for the mail in hand

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handle)
    return stop


def teller(as_json: bool) -> Tell:
    """Tells what happens, a line each, for a person or a program."""

    def noted(note: LogNote) -> None:
        tell(note.json() if as_json else note.line())

    return noted
