"""What commands print reaches any terminal and any pipe, also where its encoding lacks some letters.

A pipe of Windows may be in cp1252 or cp437, one of Linux in ASCII. What such an encoding lacks is printed as
JSON writes it, `\\u00d8`: so what is printed for a program stays JSON, and means the same.
"""

from __future__ import annotations

import atexit
import codecs
import gc
import io
import os
import shlex
import subprocess
import sys

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
