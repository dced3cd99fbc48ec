"""What commands print reaches any terminal and any pipe, also where its encoding lacks some letters.

A pipe of Windows may be in cp1252 or cp437, one of Linux in ASCII. What such an encoding lacks is printed as
JSON writes it, `\\u00d8`: so what is printed for a program stays JSON, and means the same.
"""

from __future__ import annotations

import atexit
import codecs
import copy
import gc
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer import Typer
    from typer.models import CommandInfo

_ERRORS = "senlac-console"
_RARELY = 500_000
"""Objects between two searches: the replay of a long game makes fewer that stay."""


def ready() -> None:
    """To be called once, before a command prints anything."""
    codecs.register_error(_ERRORS, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def spare() -> None:
    """Spare a command what it does not need: frequent searches for objects that are unreachable, of which
    commands leave hardly any and live for seconds, and plugins of pydantic. To be called before a command
    imports what it needs."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # nobody else reads along, nor is looked for
    gc.set_threshold(_RARELY)
    atexit.register(gc.freeze)  # else the last search, among all that is left, takes a seventh of a command


def only_called(app: Typer, words: Sequence[str]) -> Typer:
    """A command line with none but the command, or the group of commands, that its first word calls: to read
    the options of all the others takes longer than to read its own arguments. It is left as it is where the
    first word calls none, for who is to be told which there are."""
    named = words[0] if words else ""
    found = copy.copy(app)
    found.registered_commands = [each for each in app.registered_commands if _called(each) == named]
    found.registered_groups = [each for each in app.registered_groups if each.name == named]
    return found if found.registered_commands or found.registered_groups else app


def _called(command: CommandInfo) -> str:
    """By which word a command is called: its function's, as the command line makes one of it."""
    return command.name or getattr(command.callback, "__name__", "").lower().replace("_", "-")


def quoted(words: object) -> str:
    """A word of a command as this system's shell takes it."""
    text = str(words)
    return subprocess.list2cmdline([text]) if os.name == "nt" else shlex.quote(text)


PIPE_CLOSED = 141
"""The exit code of a command whose reader has gone away, as a shell tells it; it is no verdict."""


def pipe_closed() -> bool:
    """Whether whoever read what we print has closed the pipe: the command line then puts a stream in place of
    standard output that swallows the rest, and ends with 1."""
    return type(sys.stdout).__name__ == "PacifyFlushWrapper"


def _escaped(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    lacking = fault.object[fault.start : fault.end].encode("utf-16-be", "surrogatepass")
    units = (lacking[at : at + 2].hex() for at in range(0, len(lacking), 2))
    return "".join(f"\\u{unit}" for unit in units), fault.end
