"""A log as a file: the module that it was recorded with, and the game to which its begin says that it
belongs."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from generator.vassal.format import commands as c
from generator.vassal.format.archive import LARGEST_TEXT, Archive, open_archive
from generator.vassal.format.container import read_save
from generator.vassal.logs.recorded import Recorded, recorded
from generator.vassal.logs.tape import steps_of
from generator.vassal.module.names import HIGH, RECORD
from generator.vassal.module.planning import Sizes
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.read_position import start_of
from generator.vassal.positions.save_game import module_in
from modules.definition import Definition


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
        sizes = Sizes(resolution="high" if self.module.endswith(HIGH) else "screen")
        return recorded(plan_for(definition, sizes), self._text, places, sides)


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
