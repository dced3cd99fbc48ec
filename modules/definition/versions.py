"""What differs between two versions of a game, for players who are asked to go on under the new one.

Files that came or went, counters, hexes and areas, numbers, the numbers of the rules, all other entries: in
this order. Whatever differs in a file is told, if only that the file is written otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from modules.definition.formats.maps import MapFile
from modules.definition.formats.terrain import HexTerrain
from modules.definition.model import Definition
from modules.definition.places import hex_grid, row_letter
from modules.game_file.contents import read_contents
from modules.terminal import line
from modules.written import source
from modules.written.differences import Difference, How, differences
from modules.written.source import Path_

Kind = Literal["file", "counter", "hexes", "area", "number", "clause", "entry"]

_KINDS: Final[tuple[Kind, ...]] = ("file", "counter", "hexes", "area", "number", "clause", "entry")
"""In the order in which they are told."""

_OF_FILE: Final[dict[str, Kind]] = {
    "tables.yaml": "number", "terrain.yaml": "number", "ledger.yaml": "clause", "rules.yaml": "clause",
}  # fmt: skip
_OF_ENTRY: Final[dict[tuple[str, str], Kind]] = {
    ("counters.yaml", "counters"): "counter", ("game.yaml", "parameters"): "number",
}  # fmt: skip

_MOST_HEXES: Final = 12
"""Hexes of one change that are named; the others are counted."""

_LONGEST: Final = 60
"""Characters of a value, and of a path, that are told."""
_OTHERWISE: Final = "the file is written otherwise and says the same"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: of what kind, in which file, at which path in it (a counter's, an area's and a clause's
    begins with its id), and both values in words, empty where there is none. `ids` are hexes that have
    changed in the same way."""

    kind: Kind
    file: str
    how: How
    path: str = ""
    old: str = ""
    new: str = ""
    ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        return line(f"{self._where}: {self._what}")

    @property
    def _where(self) -> str:
        if self.kind == "hexes":
            named = self.ids[:_MOST_HEXES]
            more = len(self.ids) - len(named)
            called = "hexes" if len(self.ids) > 1 else "hex"
            return f"{self.file}: {called} {', '.join(named)}{f' and {more} more' if more else ''}"
        if self.kind in ("counter", "area"):
            name, _, rest = self.path.partition(".")
            return f"{self.kind} {name}{f': {rest}' if rest else ''}"
        return f"{self.file}: {self.path}" if self.path else self.file

    @property
    def _what(self) -> str:
        if self.how == "order":
            return "the same entries in another order"
        if self.how == "changed":
            return f"{self.old} -> {self.new}" if self.old else self.new or "changed"
        value = self.old or self.new
        return f"{self.how}: {value}" if value else self.how


def compare_games(old: Definition, new: Definition) -> tuple[Change, ...]:
    """All changes from one version of a game to another, by what their files say now.

    Raises BadFileName for a folder with what no game's file carries, OSError for one that cannot be read.
    """
    before, after = read_contents(old.folder).files, read_contents(new.folder).files
    hexes = {file: changes for file, *changes in _hexes(old, new)}
    found: list[Change] = []
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(Change("file", name, "gone"))
        elif name not in before:
            found.append(Change("file", name, "added"))
        elif before[name] != after[name]:
            found += _of_file(name, before[name], after[name], hexes.get(name, []))
    return tuple(sorted(found, key=lambda change: _KINDS.index(change.kind)))


def changes_text(changes: Sequence[Change], most: int = 40) -> str:
    """The changes in words, one a line, at most so many; the others are counted in a last line."""
    told = [str(change) for change in changes[:most]]
    more = len(changes) - len(told)
    if more:
        told.append(f"and {more} more {'change' if more == 1 else 'changes'}")
    return "\n".join(told)


def _of_file(name: str, old: bytes, new: bytes, hexes: list[Change]) -> list[Change]:
    if not name.endswith(".yaml"):
        return [Change("file", name, "changed")]
    said = source.parse_bytes(old, name).data, source.parse_bytes(new, name).data
    found = [_change(name, each) for each in differences(*said) if not (hexes and _is_of_hexes(each.path))]
    return [*hexes, *found] or [Change("file", name, "changed", new=_OTHERWISE)]


def _change(file: str, found: Difference) -> Change:
    path = found.path
    kind = _OF_FILE.get(file, "entry")
    if path:
        kind = _OF_ENTRY.get((file, str(path[0])), kind)
    if len(path) > 1 and path[0] == "areas" and file.startswith("areas/"):
        kind = "area"
    if kind in ("counter", "area"):
        if len(path) == 1:  # their order
            return Change("entry", file, found.how, str(path[0]))
        path = path[1:]
    added, gone = found.how == "added", found.how == "gone"
    return Change(
        kind, file, found.how, _cut(".".join(map(str, path))),
        "" if added or found.how == "order" else _shown(found.old),
        "" if gone or found.how == "order" else _shown(found.new),
    )  # fmt: skip


def _shown(value: Any) -> str:
    """A value of a file in short, as YAML has it on one line."""
    return _cut(_written(value))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    return str(value) if value != "" else '""'


def _is_of_hexes(path: Path_) -> bool:
    """Whether a path of a map says what its hexes are, which is told hex by hex."""
    return (
        path[:1] == ("ground",)
        or path[:2] in (("terrain", "rows"), ("levels", "rows"))
        or (path[:1] == ("overlays",) and path[2:3] in (("terrain",), ("hexes",)))
    )


def _hexes(old: Definition, new: Definition) -> Iterator[tuple[Any, ...]]:
    """Of each map that both versions have its file, and the changes of its hexes."""
    for file, (name, _) in new.data.items():
        if file.startswith("maps/") and name in old.maps:
            before = _hexes_of(old.maps[name], old)
            after = _hexes_of(new.maps[name], new)
            yield file, *_of_hexes(file, before, after)


def _of_hexes(file: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterable[Change]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for hex_id in sorted({*old, *new}):
        pair = old.get(hex_id, ""), new.get(hex_id, "")
        if pair[0] != pair[1]:
            alike[pair].append(hex_id)
    for (before, after), ids in alike.items():
        how: How = "changed" if before and after else "gone" if before else "added"
        yield Change("hexes", file, how, "", before, after, tuple(ids))


def _hexes_of(each_map: MapFile, definition: Definition) -> dict[str, str]:
    """What each hex of a map is: its terrain, and its level where the map has levels."""
    grid = hex_grid(each_map.grid)
    letters = {kind.letter: name for name, kind in definition.terrain.items() if isinstance(kind, HexTerrain)}
    found: dict[str, str] = {}
    for hex_id in grid.ids:
        letter = row_letter(each_map.terrain, hex_id, grid)
        found[hex_id] = each_map.ground if letter is None else letters[letter]
    for overlay in each_map.overlays:
        found.update(dict.fromkeys(overlay.hexes, overlay.terrain))
    if each_map.levels is None:
        return found
    return {each: f"{name}, level {row_letter(each_map.levels, each, grid)}" for each, name in found.items()}
