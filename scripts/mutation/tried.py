"""Trying mutants: the tests that run a changed line run again with the change, the quickest first.

A process imports the room and its tests once. From there the tests run in forks, some of a file in each, that
note the lines of the room that they run; then each mutant gets a fork in which the changed function has its
new code. What ran while files were imported may have left its mark on constants: for a mutant of such a line
the fork imports everything anew, and all the tests are run. Programs that tests start run the code unchanged.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import groupby
from pathlib import Path
from types import CodeType, FunctionType
from typing import Generic, TypeVar

import pytest
from coverage import Coverage
from mutation.drawn import ROOT, Mutant

from modules.amounts import count_noun

MEMORY = 4 << 30
"""Bytes that a process may take: a mutant may well ask for all there are."""
PATIENCE, LEAST, IMPORTS, WALL = 5.0, 10.0, 60.0, 1200
"""After so many times what a test takes without a mutant, and no fewer seconds, it is stopped, and imports
after theirs: seconds of the processor. `WALL`, of the clock, is for tests that wait."""

TOGETHER = 25
"""So many tests of a file are measured together: one may make in a cache what another looks at."""

Lines = dict[str, frozenset[int]]
"""Lines that ran, by file."""
Thing, Result = TypeVar("Thing"), TypeVar("Result")


@dataclass(frozen=True)
class Measured:
    """A test without a mutant: seconds of the processor, and the lines that it and those beside it run."""

    test: str
    seconds: float
    lines: Lines


@dataclass(frozen=True)
class Verdict:
    """What the tests say: `found` is killed, timeout or survived; `by` the test, or why there is none."""

    found: str
    by: str = ""


@dataclass(frozen=True)
class End(Generic[Result]):
    """How a process ended: with a result, by a signal, or in a way that is its own (both None)."""

    result: Result | None
    signal: int | None
    output: str


# --- processes ---------------------------------------------------------------------------------------------


def forked(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int
) -> Iterator[tuple[Thing, End[Result]]]:
    """Do a piece of work for each thing in a process of its own, so many at once; in the order they end."""
    running: dict[int, tuple[Thing, Path]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for number, thing in enumerate(things):
            if len(running) == workers:
                yield _ended(running)
            place = Path(folder, str(number))
            running[_begun(partial(work, thing), place)] = thing, place
        while running:
            yield _ended(running)


def _begun(work: Callable[[], Result], place: Path) -> int:
    place.mkdir()
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    try:
        _alone(place)
        result = work()
        (place / "result").write_bytes(pickle.dumps(result))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _alone(place: Path) -> None:
    """What a process writes is its own: folders, caches, output. It cannot take all time and memory."""
    os.setsid()
    output = os.open(place / "output", os.O_CREAT | os.O_WRONLY)
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), output, output)):
        os.dup2(file, number)
    for name in ("XDG_CACHE_HOME", "PYTEST_DEBUG_TEMPROOT", "TMPDIR"):
        os.environ[name] = str(place)
    tempfile.tempdir = None
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.alarm(WALL)


def _ended(running: dict[int, tuple[Thing, Path]]) -> tuple[Thing, End[Result]]:
    pid, status = os.wait()
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # what a test started and did not end
    thing, place = running.pop(pid)
    code = os.waitstatus_to_exitcode(status)
    result = pickle.loads((place / "result").read_bytes()) if code == 0 else None
    output = (place / "output").read_text(encoding="utf-8", errors="replace")
    return thing, End(result, -code if code < 0 else None, output)


# --- running tests -----------------------------------------------------------------------------------------


@dataclass
class Session:
    """A plugin of pytest that does something else with the collected tests than to run them all."""

    then: Callable[[Session], None]
    items: dict[str, pytest.Item] = field(default_factory=dict)
    collected: bool = False
    failed: str = ""
    """The first test that failed."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.collected = True
            self.items = {item.nodeid: item for item in session.items}
            self.then(self)
        return True

    def begin(self, tests: Sequence[str]) -> None:
        """Let pytest collect the tests of some files; `then` has the rest."""
        options = [
            "-qq",
            "--no-header",
            "--tb=short",
            "--capture=no",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
        ]
        pytest.main([*options, *tests], plugins=[self])

    def run(self, test: str, after: str | None) -> None:
        item, following = self.items[test], self.items[after] if after else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def verdict(self, tests: Sequence[Measured], seconds: float) -> Verdict:
        """Run tests up to the first that fails; begin none after so many seconds of the processor."""
        begun = time.process_time()
        for number, (test, after) in enumerate(zip(tests, [*tests[1:], None], strict=True)):
            if time.process_time() - begun > seconds:
                return Verdict(
                    "survived", f"after {seconds:.0f} s, {number} of {count_noun(len(tests), 'test')}"
                )
            stop_after(PATIENCE * test.seconds)
            self.run(test.test, after.test if after else None)
            if self.failed:
                return Verdict("killed", self.failed)
        return Verdict("survived", count_noun(len(tests), "test"))


def stop_after(seconds: float) -> None:
    """Let the system end this process after so many more seconds of the processor."""
    signal.setitimer(signal.ITIMER_PROF, max(LEAST, seconds))


def verdict(end: End[Verdict]) -> Verdict:
    if end.signal in (signal.SIGPROF, signal.SIGALRM):
        return Verdict("timeout")
    return end.result or Verdict("killed", "the process ended")


# --- which tests run what ----------------------------------------------------------------------------------


def watching(folders: Sequence[str]) -> Coverage:
    watch = Coverage(data_file=None, source=[str(ROOT / folder) for folder in folders], config_file=False)
    watch.start()
    return watch


def seen(watch: Coverage) -> Lines:
    """The lines that ran since, by the name of their file from the root."""
    watch.stop()
    data = watch.get_data()
    return {
        Path(file).relative_to(ROOT).as_posix(): frozenset(data.lines(file) or ())
        for file in sorted(data.measured_files())
    }


def measured(session: Session, folders: Sequence[str], tests: Sequence[str]) -> tuple[list[Measured], str]:
    """Run tests one after the other without a mutant; the second is the first that failed."""
    watch, taken = watching(folders), []
    for test, after in zip(tests, [*tests[1:], None], strict=True):
        begun = time.process_time()
        session.run(test, after)
        taken.append(time.process_time() - begun)
    lines = seen(watch)
    return [
        Measured(test, seconds, lines) for test, seconds in zip(tests, taken, strict=True)
    ], session.failed


def all_measured(session: Session, folders: Sequence[str], workers: int) -> list[Measured]:
    """All tests that run something of some folders, the quickest first.

    Ends the session where one fails without a mutant.
    """
    found = []
    for tests, end in forked(partial(measured, session, folders), groups(list(session.items)), workers):
        if end.result is None or end.result[1]:
            pytest.exit(f"without a mutant {(end.result or ([], tests))[1]} fail:\n{end.output}", 1)
        found += [test for test in end.result[0] if any(test.lines.values())]
    return sorted(found, key=lambda test: (test.seconds, test.test))


def groups(tests: Sequence[str]) -> list[Sequence[str]]:
    """Tests that stand together in a file, at most so many."""
    files = [list(some) for _, some in groupby(tests, lambda test: test.partition("::")[0])]
    return [some[first : first + TOGETHER] for some in files for first in range(0, len(some), TOGETHER)]


def runs(lines: Lines, mutant: Mutant) -> bool:
    return not lines.get(mutant.file, frozenset()).isdisjoint(mutant.lines)


# --- trying them -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Room:
    """Folders of code with their tests: how many seconds these may take for a mutant, how many at once."""

    folders: Sequence[str]
    files: Sequence[str]
    seconds: float
    workers: int
    prepare: Callable[[], None]
    """What is done once, after the imports, for all tests."""


class Trial:
    """Everything that judges the mutants of a room, from when its tests are collected."""

    def __init__(self, room: Room, session: Session, early: Lines) -> None:
        self.room, self.session, self.early = room, session, early
        self.tests = all_measured(session, room.folders, room.workers)
        self._alive = alive(room.folders)

    def judge(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, Verdict]]:
        for mutant, end in forked(self._judge, mutants, self.room.workers):
            yield mutant, verdict(end)

    def _judge(self, mutant: Mutant) -> Verdict:
        concerned = [test for test in self.tests if runs(test.lines, mutant)]
        if runs(self.early, mutant):
            return self._anew(mutant, concerned + [test for test in self.tests if test not in concerned])
        if not concerned:
            return Verdict("survived", "no test runs it")
        if not put(mutant, self._alive):
            return self._anew(mutant, concerned)
        return self.session.verdict(concerned, self.room.seconds)

    def _anew(self, mutant: Mutant, tests: Sequence[Measured]) -> Verdict:
        """Judge a mutant from the imports on; a file that cannot be imported kills it."""
        verdicts: list[Verdict] = []
        forget_imports()
        sys.meta_path.insert(0, Import(mutant))
        stop_after(IMPORTS)
        Session(lambda session: verdicts.append(session.verdict(tests, self.room.seconds))).begin(
            self.room.files
        )
        return verdicts[0] if verdicts else Verdict("killed", "the tests are not collected")


def alive(folders: Sequence[str]) -> dict[CodeType, list[FunctionType]]:
    """All functions of some folders by their code."""
    found: dict[CodeType, list[FunctionType]] = {}
    inside = tuple(f"{ROOT / folder}{os.sep}" for folder in folders)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(inside):
            found.setdefault(thing.__code__, []).append(thing)
    return found


def put(mutant: Mutant, functions: dict[CodeType, list[FunctionType]]) -> bool:
    """Give the changed function its new code, wherever it is used; False if that cannot be done."""
    # Code says nothing of its file when it is compared.
    same = [f for f in functions.get(mutant.was, []) if f.__code__.co_filename == mutant.was.co_filename]
    try:
        for function in same:
            function.__code__ = mutant.now
    except ValueError:
        return False  # a method that calls super() has a variable of its class, and the new one has none
    return bool(same)


def forget_imports() -> None:
    for name, module in list(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or "/")
        if name.partition(".")[0] in ("generator", "modules", "pbem") or file.is_relative_to(ROOT / "tests"):
            del sys.modules[name]


class Import(MetaPathFinder):
    """Imports a mutant in the place of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._name = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(self, fullname: str, *_around: object) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        file = str(ROOT / self._mutant.file)
        return importlib.util.spec_from_file_location(
            fullname, file, loader=Changed(fullname, file, self._mutant)
        )


class Changed(SourceFileLoader):
    def __init__(self, name: str, file: str, mutant: Mutant) -> None:
        super().__init__(name, file)
        self._text = mutant.text

    def get_code(self, _fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)


def tried(room: Room, mutants: Sequence[Mutant], tell: Callable[[Mutant, Verdict], None]) -> None:
    """Try mutants with the tests of a room, and tell what became of each."""
    watch, trials = watching(room.folders), 0

    def judge(session: Session) -> None:
        nonlocal trials
        trials += 1
        room.prepare()
        trial = Trial(room, session, seen(watch))
        print(
            f"{count_noun(len(session.items), 'test')}, {len(trial.tests)} of them run the code", flush=True
        )
        for mutant, verdict in trial.judge(mutants):
            tell(mutant, verdict)

    Session(judge).begin(room.files)
    if not trials:
        raise SystemExit("the tests are not collected without a mutant")
