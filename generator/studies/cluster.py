"""A study on a cluster by Dask: whatever its scheduler reaches plays batches (`senlac[studies]`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from generator.studies.plan import StudyFault
from generator.studies.running import AHEAD, LostWorker, Pool, Workers

PATIENCE: Final = "10s"
"""How long a scheduler may take to answer at first."""


def cluster(address: str) -> Pool:
    """The cluster of the scheduler at an address, such as tcp://10.0.0.1:8786. Raises StudyFault."""
    if find_spec("distributed") is None:
        raise StudyFault("a cluster needs Dask: pip install 'senlac[studies]', here and on its machines")
    return lambda: _workers(address)


@contextmanager
def _workers(address: str) -> Iterator[Workers]:
    """Raises StudyFault for a scheduler that cannot be reached or is lost, LostWorker."""
    dask: Any = import_module("distributed")
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise StudyFault(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            yield Workers(
                client.get_executor(pure=False), lambda: AHEAD * max(1, sum(client.nthreads().values()))
            )
        except dask.KilledWorker as error:
            raise LostWorker(str(error)) from error
        except OSError as error:
            raise StudyFault(
                f"the scheduler at {address} is lost; the same command goes on: {error}"
            ) from error
