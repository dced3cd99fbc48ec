"""What one order costs in the code: the files, functions and calls that the referee's program goes through
for one mail, how often it opens entries, and its time of the processor. One line a figure: what, a TAB, how
much.

The game is `three_battles/fulford` by mail with seed 1; the mail is the twelfth with an order or a decision.
It is counted where it comes in the game, and timed on copies of the folder as it was then. Beside stands the
time for a game that `senlac new` begins, of which both sides carry out the rules by hand, at random, and for
the same game by its clauses (rules.yaml), with random moves.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

from bench_sizes import ROOT, Sizes, asked
from bench_timing import tell

from generator.new_game.start import start_game
from modules import library
from modules.definition import Definition
from modules.definition.formats.ledger import SETUP
from modules.definition.formats.scenarios import HexScenario
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose
from modules.free_table.by_rules.mixed_options import MixedOptions
from modules.free_table.by_rules.table_by_rules import TableByRules
from modules.free_table.orders import ObjectToOutcome, Win
from modules.free_table.rules import FreeTable
from modules.free_table.state import TableState
from modules.written.folder import RULES
from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import Folder
from pbem.mail.reader import read
from pbem.robot.inbox import Inbox
from pbem.setup.new_game import Plan
from pbem.simulation.mail_games import play_game

COUNTED = {
    "entries opened": ("pbem/entry/verified_entries.py:verify_entry", "pbem/entry/entries.py:open_entry"),
    "signatures verified": ("pbem/keys/signature.py:verify",),
    "the role worked out": ("pbem/log/party/seat.py:Seat.find_seat", "pbem/log/party/folder.py:Folder.role"),
    "the table asked for": ("pbem/play/host/referee_desk.py:RefereeDesk.table",),
}
"""The functions whose calls are counted, each as FILE:NAME: of the names that it has had the first that a
commit has. A dataclass has no `__init__` in a file: name the function that makes it."""
JUDGE = "pbem/judge/judgement.py:judge"
"""The function that judges, where a commit has one."""
SHELL = "pbem/play/host/judge_shell.py:carry_out"
"""Where judging is over and the effects are carried out."""

ROOMS = {
    "mail": ("pbem/mail",),
    "entry and keys": ("pbem/entry", "pbem/keys"),
    "judging": ("pbem/judge", "pbem/log", "pbem/play", "pbem/rules", "pbem/dice", "pbem/secrets"),
    "carrying out": ("pbem/disk", "pbem/post"),
    "telling": ("pbem/messages",),
    "rules of the game": ("modules",),
}
"""Where files lie, by what is done there; the others are told together."""

TWELFTH = 12
_MOVES = (b'"type":"order"', b'"type":"decision"')
_FOUND = find_spec("pbem")
HERE = Path(_FOUND.origin).parents[1] if _FOUND and _FOUND.origin else ROOT
_OWN = tuple(f"{HERE / room}{os.sep}" for room in ("generator", "modules", "pbem"))


@dataclass
class Trail:
    """The own functions that were called, and how often the file changed from one call to the next."""

    functions: Counter[tuple[str, str]] = field(default_factory=Counter)
    changes: int = 0
    last: str = ""
    judged: list[str] | None = None
    """The files up to the effects, where a commit has them."""
    judging: bool = False
    inside: set[str] = field(default_factory=set)
    """The files that the judge goes through."""

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """One event of the interpreter's."""
        file = frame.f_code.co_filename
        if not file.startswith(_OWN) or event not in ("call", "return"):
            return
        name = f"{_called(file)}:{frame.f_code.co_qualname}"
        if name == JUDGE:
            self.judging = event == "call"
        if event == "call":
            if self.judged is None and name == SHELL:
                self.judged = self.files
            if self.judging:
                self.inside.add(_called(file))
            self.functions[file, frame.f_code.co_qualname] += 1
            self.changes += file != self.last
            self.last = file

    @property
    def files(self) -> list[str]:
        """The files, as they are called in a checkout."""
        return sorted({_called(file) for file, _ in self.functions})

    def calls(self, names: tuple[str, ...]) -> int:
        """How often a function was called that has one of these names, each FILE:NAME."""
        called = {f"{_called(file)}:{name}": count for (file, name), count in self.functions.items()}
        return called.get(next(filter(_is_there, names), ""), 0)


@dataclass
class Taken:
    """The mail, when it came, what was done with it, and the folder as it was before."""

    data: bytes
    now: int | None
    trail: Trail
    folder: Path


class _Enough(Exception):
    """The mail has been taken in."""


def _called(file: str) -> str:
    return Path(file).relative_to(HERE).as_posix()


def _is_there(name: str) -> bool:
    file, _, function = name.partition(":")
    if not (HERE / file).is_file():
        return False
    found: Any = import_module(file.removesuffix(".py").replace("/", "."))
    for part in function.split("."):
        found = getattr(found, part, None)
    return found is not None


def _is_move(data: bytes) -> bool:
    return any(word in each.data for each in read(data).entries for word in _MOVES)


def taken_in(out: Path, plan: Plan, number: int = TWELFTH) -> Taken:
    """Plays until the mail has come in. Raises SystemExit where none does, or it is refused."""
    receive, seen, found = Inbox.receive, 0, list[Taken]()

    def watched(self: Inbox, data: bytes, now: int | None, *rest: Any) -> Any:
        nonlocal seen
        seen += self.folder.path.name == REFEREE and _is_move(data)
        if seen < number:
            return receive(self, data, now, *rest)
        shutil.copytree(self.folder.path, out / "before")
        taken = Taken(data, now, Trail(), out / "before")
        sys.setprofile(taken.trail.note)
        try:
            received = receive(self, data, now, *rest)
        finally:
            sys.setprofile(None)
        _must_be_accepted(received)
        found.append(taken)
        raise _Enough

    Inbox.receive = watched  # type: ignore[method-assign]
    try:
        play_game(plan, out / "game")
    except _Enough:
        return found[0]
    finally:
        Inbox.receive = receive  # type: ignore[method-assign]
    raise SystemExit("the game ended before the mail came")


def _must_be_accepted(received: Any) -> None:
    if received.outcome != "accepted":
        raise SystemExit(f"the mail was {received.outcome}: {received.text}")


class _RandomHands(FreeTable):
    """A free table whose computer player does something by hand, at random, and ends no game."""

    def advise(self, choice: Choose, state: TableState, chance: Chance) -> Order:
        """One legal order in nine is `done`."""
        order: Order = choice.options.sample(chance)
        ends = isinstance(order, Win | ObjectToOutcome) or chance.below(9) == 0
        return super().advise(choice, state, chance) if ends else order


def by_hand(out: Path) -> Taken:
    """As `taken_in`, of a game by hand, with the eighth mail: from the tenth on a snapshot is written there,
    which is not the case in the other game."""

    def build(definition: Definition, scenario: str, options: frozenset[str]) -> FreeTable:
        return _RandomHands(definition, definition.scenarios[scenario], options)

    start_game(out / "karsk", "Karsk", "tapestry", "hexes")
    (out / "karsk" / RULES).unlink()
    with library.use_data_rules(library.DataRules(lambda _: library.behaviour("free_table"), build)):
        return taken_in(out, Plan(str(out / "karsk"), "mill_bridge", (), {}, seed=1), TWELFTH - 4)


class _RandomMoves(TableByRules):
    """A table with clauses whose computer player moves at random, and does nothing by hand."""

    def advise(self, choice: Choose, state: TableState, chance: Chance) -> Order:
        """One order of the program in nine is `done`."""
        options = choice.options
        if not isinstance(options, MixedOptions) or choice.kind == SETUP or chance.below(9) == 0:
            return super().advise(choice, state, chance)
        return options.sample(chance)


def by_clauses(out: Path) -> Taken:
    """As `by_hand`, of a game whose clauses the program carries out."""

    def build(definition: Definition, scenario: str, options: frozenset[str]) -> FreeTable:
        played = definition.scenarios[scenario]
        assert isinstance(played, HexScenario)
        return _RandomMoves(definition, played, options)

    start_game(out / "karsk", "Karsk", "tapestry", "hexes")
    behaviour_of = library.data_rules().behaviour_of
    with library.use_data_rules(library.DataRules(behaviour_of, build)):
        return taken_in(out, Plan(str(out / "karsk"), "mill_bridge", (), {}, seed=1), TWELFTH - 4)


def milliseconds(taken: Taken, out: Path, runs: int) -> float:
    """The median time of the processor, by a robot that has the game on its table, with all answers."""
    times = []
    for run in range(runs + 1):
        folder = out / str(run) / REFEREE
        shutil.copytree(taken.folder, folder)
        inbox = Inbox(Folder(folder))
        inbox.desk.table()
        begun = time.process_time()
        received = inbox.receive(taken.data, taken.now)
        times.append(time.process_time() - begun)
        _must_be_accepted(received)
    return 1000 * statistics.median(times[1:])


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """Everything."""
    taken = taken_in(out, Plan("three_battles", "fulford", (), {}, seed=1))
    trail, files = taken.trail, taken.trail.files
    yield "one order: files", f"{len(files)}"
    told = 0
    for what, rooms in ROOMS.items():
        there = sum(file.startswith(tuple(f"{room}/" for room in rooms)) for file in files)
        told += there
        yield f"one order: files, {what}", f"{there}"
    yield "one order: files, all others", f"{len(files) - told}"
    if trail.judged is not None:
        rules = sum(file.startswith("modules/") for file in trail.judged)
        yield "one order: files up to the effects, rules of the game", f"{rules}"
        yield "one order: files up to the effects, all others", f"{len(trail.judged) - rules}"
        rules = sum(file.startswith("modules/") for file in trail.inside)
        yield "one order: files of the judge, rules of the game", f"{rules}"
        yield "one order: files of the judge, all others", f"{len(trail.inside) - rules}"
    yield "one order: functions", f"{len(trail.functions)}"
    yield "one order: calls", f"{trail.functions.total()}"
    yield "one order: changes of file", f"{trail.changes}"
    for what, names in COUNTED.items():
        yield f"one order: {what}", f"{trail.calls(names)}"
    spent = milliseconds(taken, out, 4 * sizes.runs if sizes.whole else 1)
    yield "one order: time of the processor", f"{spent:.1f} ms"
    hand = milliseconds(by_hand(out / "hand"), out / "by-hand", 4 * sizes.runs if sizes.whole else 1)
    yield "one order by hand: time of the processor", f"{hand:.1f} ms"
    yield "one order by hand: as a share of the other", f"{hand / spent:.2f}"
    ruled = milliseconds(
        by_clauses(out / "clauses"), out / "by-clauses", 4 * sizes.runs if sizes.whole else 1
    )
    yield "one order by clauses: time of the processor", f"{ruled:.1f} ms"
    yield "one order by clauses: as a share of the first", f"{ruled / spent:.2f}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        tell(figures(asked(), Path(place)))
