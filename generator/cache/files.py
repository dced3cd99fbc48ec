"""Writing files in one step: readers see the old bytes or the new ones, and a failure leaves the old."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from modules.plain_files import is_link


def write_bytes(path: Path, data: bytes) -> None:
    """Put a file in its place, with its folder. Raises OSError that names it, also for a name that stands for
    something else than a file (a link, a folder, a device), which is left alone with all that it leads to."""
    refuse_all_but_files(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:  # told of the file that was asked for: the other name means nothing to anybody
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:  # a full disk names no file of itself
        Path(name).unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def refuse_all_but_files(path: Path) -> None:
    """Raises FileExistsError where something else than a plain file stands."""
    if is_link(path):
        raise FileExistsError(errno.EEXIST, "is a link, and is left alone: name the file itself", str(path))
    if path.exists() and not path.is_file():
        raise FileExistsError(
            errno.EEXIST, "exists and is not a regular file: choose another name", str(path)
        )
