"""A game's own part of a scenario or campaign file: `special`, which only the rules of that game read.

A game that ships with rules says in `special.py` beside them what may stand there: `PARTS`, a type of
`Special` for each folder (`scenarios`, `campaigns`). The loader knows none; it asks by the name of the game,
for the folder that this game ships in, and for a variant of it that a study plays.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from modules import game_registry
from modules.definition.formats.fields import Part

if TYPE_CHECKING:
    from modules.definition.formats.game import GameFile

KEY = "special"
"""The key of a file under which the part stands."""

Place = tuple[str | int, ...]


def parts_of(game: str) -> Mapping[str, type[Special]]:
    """The types of a shipped game's own parts by the folder of the file; none for another game."""
    if game not in game_registry.games() or not (game_registry.HERE / game / "special.py").is_file():
        return {}
    found: Mapping[str, type[Special]] = import_module(f"modules.{game}.special").PARTS
    return found


@dataclass(frozen=True)
class Around:
    """What stands around a part, for its checks: the game, its counters, the hexes and areas of a scenario's
    map, the battles and players of a campaign.

    `hexes` and `areas` are None where the file has no map, or one with faults. `fault` notes what is wrong
    at a path within the part; `cut` says of a name whether it is that of an entry with a mistake of its own.
    """

    game: GameFile
    counters: Container[str]
    areas: Iterable[str] | None
    hexes: Container[str] | None
    battles: tuple[str, ...]
    players: tuple[str, ...]
    fault: Callable[[Place, str], None]
    cut: Callable[[str], bool]

    def side(self, path: Place, name: str) -> None:
        """Notes a side that there is not."""
        self._among(path, name, self.game.sides)

    def nation(self, path: Place, name: str) -> None:
        """Notes a nationality that there is not."""
        self._among(path, name, self.game.nations)

    def area(self, path: Place, name: str) -> None:
        """Notes an area that the map does not have."""
        if self.areas is not None:
            self._among(path, name, self.areas)

    def battle(self, path: Place, name: str) -> None:
        """Notes a scenario that is no battle of the campaign."""
        self._among(path, name, self.battles)

    def player(self, path: Place, name: str) -> None:
        """Notes a player whom the campaign does not have."""
        self._among(path, name, self.players)

    def counter(self, path: Place, counter_id: str) -> None:
        """Notes a counter that there is not."""
        if counter_id not in self.counters and not self.cut(counter_id):
            self.fault(path, f"there is no counter {counter_id!r}")

    def hex(self, path: Place, hex_id: str) -> None:
        """Notes a hex that the map does not have."""
        if self.hexes is not None and hex_id not in self.hexes:
            self.fault(path, f"there is no hex {hex_id} on the map")

    def _among(self, path: Place, word: str, known: Iterable[str]) -> None:
        if word not in tuple(known) and not self.cut(word):
            self.fault(path, f"found {word!r}: expected one of {', '.join(known)}")


class Special(Part):
    """The base of all such parts."""

    def check(self, around: Around) -> None:
        """Notes what does not fit the other files of the game: names of sides, counters, hexes."""
