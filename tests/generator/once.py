"""What takes long to make and is only looked at: made once in a run, by the worker that needs it first.

A run in one process (that of mutants, too) keeps it in memory.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from filelock import FileLock

_P = ParamSpec("_P")
_T = TypeVar("_T")


def once(make: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function of few plain values whose answer can be pickled and changed by nobody."""
    known: dict[str, _T] = {}

    @wraps(make)
    def made(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        name = f"{make.__module__}.{make.__name__}{args}{kwargs or ''}"
        if name not in known:
            known[name] = _shared(name, lambda: make(*args, **kwargs))
        return known[name]

    return made


def _shared(name: str, make: Callable[[], _T]) -> _T:
    """From another worker, or for it: whoever comes second waits."""
    folder = os.environ.get("SENLAC_TESTS_SHARE")
    if folder is None or "PYTEST_XDIST_WORKER" not in os.environ:
        return make()
    file = Path(folder) / hashlib.sha256(name.encode()).hexdigest()
    with FileLock(f"{file}.lock"):
        if not file.exists():
            file.write_bytes(pickle.dumps(make()))
    found: _T = pickle.loads(file.read_bytes())
    return found
