"""The chances of an order, worked out in a process of its own: it can be stopped, however long it would
take."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, Protocol

from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.odds import telling
from modules.engine.odds.branches import NoOdds
from modules.engine.odds.odds import odds_of
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.view_rules import ViewRules
from pbem import errors
from pbem.rules import rules_lookup
from pbem.solo.saved_game import SavedGame
from pbem.solo.session import Session

_LOOK: Final = 0.05
_GRACE: Final = 2.0


class OddsStopped(Exception):
    """Nobody waits for these chances any more."""


class PipeEnd(Protocol):
    """An end of a pipe. Windows has a class of its own for it."""

    def poll(self, timeout: float, /) -> bool: ...

    def recv(self) -> Any: ...

    def send(self, obj: Any, /) -> None: ...


class OddsTask(Protocol):
    """An order of a seat in a game that a process of its own can open."""

    @property
    def seat(self) -> str: ...

    @property
    def line(self) -> str: ...

    def open_board(self) -> Play[ViewRules[Any]]:
        """The game as the seat sees it, where the order is due. Raises PbemError, OSError."""
        ...


@dataclass(frozen=True, slots=True)
class SessionOdds:
    """An order of a seat in a game at one screen, as it is kept in a folder."""

    saved: SavedGame
    folder: Path
    seat: str
    line: str

    def open_board(self) -> Play[ViewRules[Any]]:
        """As `OddsTask`."""
        session = Session(self.saved, self.folder)
        session.roll_due()
        return session.boards[self.seat].play


def find_odds(task: OddsTask, stopped: Event) -> dict[str, Any]:
    """What may come of an order: `odds` as values and `lines` of text, or `why` there are none. Raises
    OddsStopped."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(task, theirs), daemon=True)
    with _out_of_reach_of_keys():
        process.start()
    theirs.close()
    try:
        return _await(ours, stopped)
    finally:
        ours.close()
        process.terminate()
        process.join(_GRACE)


@contextmanager
def _out_of_reach_of_keys() -> Iterator[None]:
    """A process that is started here is not reached by Ctrl-C: it is the program's to stop. Windows knows
    no such thing."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which lets all signals through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _await(ours: PipeEnd, stopped: Event) -> dict[str, Any]:
    while not ours.poll(_LOOK):
        if stopped.is_set():
            raise OddsStopped
    try:
        found: dict[str, Any] = ours.recv()
    except EOFError:
        return {"why": "the chances could not be worked out"}
    return found


def _work(task: OddsTask, theirs: PipeEnd) -> None:
    """What the process does, for as long as the program is there."""
    Thread(target=_end_with_program, daemon=True).start()
    try:
        play = rules_lookup.play_with(task.open_board(), AdviceRules)
        odds = odds_of(play, task.seat, [play.rules.grammar.parse(task.line)])
    except (NoOdds, OrderError, errors.PbemError, OSError) as error:
        theirs.send({"why": str(error)})
        return
    theirs.send({"odds": telling.facts(odds), "lines": list(telling.lines(odds))})


def _end_with_program() -> None:
    """A program that was killed can stop nothing any more."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(1)
