"""Mutants of a room: which small changes of its code do its tests find, and which survive?

A seed draws them from all that mutmut's operators make of the room's functions; the first of a seed are the
same whatever their number. Each is tried in a copy of the tree: first with the tests that import the changed
file, then, if these find nothing, with the others that ROOMS has for the room.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {
    "modules/engine": (
        "tests/modules/test_[bop]*.py",
        "tests/modules/test_rule_cases.py",
        "tests/modules/test_*.py",
    ),
    "modules/three_battles": (
        "tests/modules/test_rule_cases.py",
        "tests/modules/test_policy.py",
        "tests/modules/test_standing.py",
        "tests/modules/test_three_battles_*.py",
        "tests/modules/test_campaign.py",
    ),
    "generator/kit": (
        "tests/generator/test_pixels.py",
        "tests/generator/**/test_kit*.py",
        "tests/generator/**/test_blocks.py",
        "tests/generator/**/test_boards.py",
        "tests/generator/**/test_cardgame.py",
        "tests/generator/**/test_marks.py",
    ),
    "pbem/log": tuple(f"tests/pbem/{room}/test_*.py" for room in ("log", "play", "attacks", "rules", "dice")),
}
"""The rooms that are watched, each with its tests. A room that is not here is tried with the tests of its
first folder: `pbem/post` with all of `tests/pbem`."""

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
MEMORY = 6 << 30
"""Bytes that one run of the tests may take: a mutant may well ask for all there are."""
PATIENCE, LEAST = 3.0, 60.0
"""After so many times what the tests take without a mutant, and no fewer seconds, a run is stopped."""


@dataclass(frozen=True)
class Mutant:
    """A changed file: `line` is the one on which the change begins, `code` the whole text."""

    file: str
    line: int
    code: str

    def diff(self) -> str:
        old = (ROOT / self.file).read_text(encoding="utf-8").splitlines()
        lines = difflib.unified_diff(old, self.code.splitlines(), n=0, lineterm="")
        return "\n".join(f"    {line}" for line in list(lines)[3:] if not line.startswith("@@"))


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: `found` is killed, timeout or survived; `by` the first test that failed."""

    mutant: Mutant
    found: str
    by: str = ""


# --- making them -------------------------------------------------------------------------------------------


class Changes(cst.CSTVisitor):
    """All changes of the expressions and statements within functions, with the lines on which they begin.

    Left alone are annotations, decorators and defaults, which run when a file is imported, and words in
    three quotes. Equal as in mutmut: a call of `len` or `isinstance` without an argument says nothing.
    """

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode, int]] = []
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Parameters):
            return False
        if isinstance(node, cst.Call) and getattr(node.func, "value", None) in ("len", "isinstance"):
            return False
        if self._depth:
            line = self.get_metadata(PositionProvider, node).start.line if self._has_place(node) else 0
            for kind, operator in mutation_operators:
                if isinstance(node, kind):
                    self.found += [(node, changed, line) for changed in operator(node)]
        self._depth += isinstance(node, cst.FunctionDef)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._depth -= isinstance(original_node, cst.FunctionDef)

    def _has_place(self, node: cst.CSTNode) -> bool:
        return self.get_metadata(PositionProvider, node, None) is not None


class Source:
    """A file and all changes of it; a mutant is made of one when it is asked for, as that takes longer."""

    def __init__(self, file: str) -> None:
        self.file, self.text = file, (ROOT / file).read_text(encoding="utf-8")
        wrapper, changes = MetadataWrapper(cst.parse_module(self.text)), Changes()
        wrapper.visit(changes)
        self._module, self.changes = wrapper.module, changes.found

    def mutant(self, number: int) -> Mutant | None:
        """The file with one of its changes; None if it reads as before."""
        node, changed, line = self.changes[number]
        code = self._module.deep_replace(node, changed).code  # type: ignore[arg-type]
        return (
            Mutant(self.file, line or first_difference(self.text, code), code) if code != self.text else None
        )


def first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one.splitlines(), other.splitlines(), strict=False), start=1)
    return next((number for number, (a, b) in pairs if a != b), 1)


def drawn(room: str, number: int, seed: int) -> tuple[list[Mutant], int]:
    """The first of a room's mutants in the order of a seed, and how many there are."""
    files = sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / room).rglob("*.py"))
    places = [(source, index) for source in map(Source, files) for index in range(len(source.changes))]
    random.Random(seed).shuffle(places)
    made = (source.mutant(index) for source, index in places)
    return list(islice(filter(None, made), number)), len(places)


# --- trying them -------------------------------------------------------------------------------------------


def tests_of(room: str) -> list[str]:
    """The tests of a room in the order of its patterns: what is quick and finds much comes first."""
    patterns = ROOMS.get(room, (f"tests/{room.partition('/')[0]}/**/test_*.py",))
    found = (p.relative_to(ROOT).as_posix() for pattern in patterns for p in sorted(ROOT.glob(pattern)))
    return list(dict.fromkeys(found))


def near(file: str, tests: Sequence[str]) -> list[str]:
    """The tests that import a file by its name."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    above, _, name = module.rpartition(".")
    says = re.compile(
        rf"^(?:from|import) {re.escape(module)}\b|^from {re.escape(above)} import .*\b{name}\b", re.MULTILINE
    )
    return [test for test in tests if says.search((ROOT / test).read_text(encoding="utf-8"))]


class Tree:
    """A copy of the working tree in which one mutant after the other stands."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(ROOT, root, ignore=LEFT_OUT)

    def run(self, tests: Sequence[str], seed: int, patience: float) -> tuple[int | None, str]:
        """Return code of the tests up to the first that fails, None if stopped, and that test."""
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
        command += [f"--hypothesis-seed={seed}", "--tb=no", "-n0", *tests]
        # Commands that tests start must be the copy's too, and none may use bytecode of another mutant.
        around = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        with tempfile.TemporaryFile("w+") as out:
            process = subprocess.Popen(
                command, cwd=self.root, env=around, stdout=out, stderr=out, start_new_session=True
            )
            try:
                code = process.wait(patience)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                stop(process)
            out.seek(0)
            said = out.read()
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
        return code, failed[1] if failed else said.strip().rpartition("\n")[2]

    def judge(self, mutant: Mutant, tests: Sequence[str], seed: int, patience: float) -> Outcome:
        file = self.root / mutant.file
        before = file.read_bytes()
        file.write_text(mutant.code, encoding="utf-8")
        try:
            first = near(mutant.file, tests)
            for some in filter(None, (first, [test for test in tests if test not in first])):
                code, by = self.run(some, seed, patience)
                if code is None:
                    return Outcome(mutant, "timeout")
                if code:
                    return Outcome(mutant, "killed", by)
            return Outcome(mutant, "survived")
        finally:
            file.write_bytes(before)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a run with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def tried(
    made: Sequence[Mutant], tests: Sequence[str], seed: int, workers: int, folder: Path
) -> Iterator[Outcome]:
    """Try mutants, so many at once. Ends the program where the tests fail without any."""
    trees: SimpleQueue[Tree] = SimpleQueue()
    first = Tree(folder / "0")
    begun = time.monotonic()
    code, by = first.run(tests, seed, 3600)
    if code:
        raise SystemExit(f"the tests fail without a mutant: {by}")
    took = time.monotonic() - begun
    print(f"without a mutant the tests take {took:.0f} s", flush=True)
    for tree in [first, *(Tree(folder / str(number)) for number in range(1, workers))]:
        trees.put(tree)

    def one(mutant: Mutant) -> Outcome:
        tree = trees.get()
        try:
            return tree.judge(mutant, tests, seed, max(LEAST, PATIENCE * took))
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(one, made)


# --- telling of them ---------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("room", help=f"a folder of code; those with tests of their own: {', '.join(ROOMS)}")
    parser.add_argument("--number", type=int, default=300, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1066, help="which; also the seed of hypothesis")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="mutants at once")
    parser.add_argument("--list", action="store_true", help="print the mutants, try none")
    given = parser.parse_args()
    room = given.room.strip("/")
    tests = tests_of(room)
    if not list((ROOT / room).rglob("*.py")) or not tests:
        parser.error(f"{room} is no folder of code, or tests/ has nothing for it")
    made, there = drawn(room, given.number, given.seed)
    print(f"{room}: {len(made)} of {there} mutants, seed {given.seed}", flush=True)
    if given.list:
        for mutant in made:
            print(f"{mutant.file}:{mutant.line}\n{mutant.diff()}")
        return 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for outcome in tried(made, tests, given.seed, given.workers, Path(folder)):
            counts[outcome.found] += 1
            where = f"{outcome.mutant.file}:{outcome.mutant.line}"
            print(f"{outcome.found:<9} {where}  {outcome.by}".rstrip(), flush=True)
            if outcome.found != "killed":
                print(outcome.mutant.diff(), flush=True)
    print(f"{room}: " + ", ".join(f"{counts[name]} {name}" for name in ("killed", "timeout", "survived")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
