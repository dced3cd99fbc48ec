"""Writing files in one step: readers see the old bytes or the new ones, and a failure leaves the old."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Put a file in its place, with its folder; a link is followed. Raises OSError, also for a name that
    stands for something else than a file (a folder, a device), which is left alone."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise FileExistsError(
            errno.EEXIST, "exists and is not a regular file: choose another name", str(path)
        )
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
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
