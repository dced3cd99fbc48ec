"""What can be wrong with a game's files, told where: one `Fault` a mistake, all of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from modules.terminal import line

LONGEST_MESSAGE = 2_000
"""Characters of a message."""


@dataclass(frozen=True, slots=True, order=True)
class SourcePlace:
    """A place in a text file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One mistake: where it stands, what stands there, what was expected. A `warning` keeps nobody from
    making anything of the game."""

    place: SourcePlace
    message: str
    warning: bool = False

    def __post_init__(self) -> None:
        if len(self.message) > LONGEST_MESSAGE:  # it quotes what a stranger wrote
            half = LONGEST_MESSAGE // 2
            object.__setattr__(self, "message", f"{self.message[: half - 5]} ... {self.message[-half:]}")

    def __str__(self) -> str:
        return line(f"{self.place}: {'warning: ' if self.warning else ''}{self.message}")


class DefinitionError(Exception):
    """A definition that cannot be used. `faults` lists every mistake that was found."""

    def __init__(self, folder: Path, faults: list[Fault]) -> None:
        self.folder = folder
        self.faults = sorted(set(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class NoSuchGame(Exception):
    """A name that is neither a game that ships with Senlac nor a folder with a definition."""
