"""A log as a file: the module that it was recorded with, and the game to which its begin says that it
belongs."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.vassal.format import commands as c
from generator.vassal.format.archive import LARGEST_TEXT, Archive, open_archive
from generator.vassal.format.container import read_save
from generator.vassal.logs.free_hand import FreeHand
from generator.vassal.logs.recorded import Recorded, played_by, recorded
from generator.vassal.logs.tape import steps_of
from generator.vassal.module.names import HIGH, RECORD
from generator.vassal.module.planning import AnyModule, Sizes
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.read_position import start_of
from generator.vassal.positions.save_game import module_in
from modules.definition import Definition
from modules.engine.position import PlacedCounter


@dataclass(frozen=True)
class LogFile:
    """A log that a person recorded. `module`, `version`: those of the module with which it was made;
    `record`: the property of the position with which it begins, empty where it has none; `steps`: how many
    it has."""

    name: str
    module: str
    version: str
    record: str
    steps: int
    _text: str

    @property
    def title(self) -> str:
        """The title of the game whose module it was made with."""
        return self.module.removesuffix(HIGH)

    def read(self, definition: Definition, places: Container[str], sides: Container[str]) -> Recorded:
        """What was done in it, in the game of this definition, as the orders of these sides; whatever is in
        none of the `places` is off the board. Raises CommandError."""
        return recorded(self._plan(definition), self._text, places, sides)

    def read_by_hand(
        self, definition: Definition, places: Container[str], placed: Iterable[PlacedCounter]
    ) -> Recorded:
        """As `read`, in a game by hand in which that is placed when the log begins."""
        bearing = {each.counter: each.markers for each in placed}
        hand = FreeHand(self._plan(definition), c.read_commands(self._text), places, (), bearing)
        return played_by(hand, self._text)

    def _plan(self, definition: Definition) -> AnyModule:
        return plan_for(definition, Sizes(resolution="high" if self.module.endswith(HIGH) else "screen"))


def open_log(path: Path) -> LogFile:
    """Open a log, or a save, which has no steps. Raises OSError, ContainerError, CommandError."""
    return log_in(open_archive(path))


def log_in(archive: Archive, largest: int = LARGEST_TEXT) -> LogFile:
    """As `open_log`, of a file that is open, whose text may have so many bytes. Raises ContainerError,
    CommandError."""
    module, version = module_in(archive)
    text = read_save(archive, largest).text
    commands = c.read_commands(text)
    said = [
        each.value for each in start_of(commands) if isinstance(each, c.SetProperty) and each.name == RECORD
    ]
    return LogFile(archive.name, module, version, said[-1] if said else "", len(steps_of(commands)), text)
