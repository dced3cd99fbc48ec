"""The differences between two versions of a game, for players who are asked to go on under the new one.

Files that came or went, counters, hexes and areas, numbers, the numbers of the rules, all other entries: in
this order. Whatever differs in a file is told, if only that the file is written otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from modules.definition.formats.maps import MapFile
from modules.definition.formats.terrain import HexTerrain
from modules.definition.model import Definition
from modules.definition.places import hex_grid, row_letter
from modules.definition.rule_clauses import section_of
from modules.game_file.contents import read_contents
from modules.terminal import line
from modules.written import source
from modules.written.differences import Difference, How, differences
from modules.written.folder import LEDGER, RULES
from modules.written.source import Path_

Kind = Literal["file", "counter", "hexes", "area", "number", "clause", "entry"]

_KINDS: Final[tuple[Kind, ...]] = ("file", "counter", "hexes", "area", "number", "clause", "entry")
"""In the order in which they are told."""

_OF_FILE: Final[dict[str, Kind]] = {
    "tables.yaml": "number", "terrain.yaml": "number", LEDGER: "clause", RULES: "clause",
}  # fmt: skip
_OF_ENTRY: Final[dict[tuple[str, str], Kind]] = {
    ("counters.yaml", "counters"): "counter", ("game.yaml", "parameters"): "number",
}  # fmt: skip

_MOST_HEXES: Final = 12
"""Hexes of one change that a mail names; the others are counted."""

_LONGEST: Final = 60
"""Characters of a value, and of a path, that are told in a mail."""
_BEFORE: Final = 20
"""Characters of a longer value that are told before the first that differs."""
_ALL: Final = 2_000
"""Changes, and characters of a value, that a player's own program tells."""
_OTHERWISE: Final = "the file is written otherwise and says the same"
_UNREADABLE: Final = "the file is written otherwise and cannot be read"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: of what kind, in which file, at which path in it (a counter's and an area's begins with its
    id, a clause's is its section and number), and both values in full, empty where there is none. `ids` are
    hexes that have changed in the same way."""

    kind: Kind
    file: str
    how: How
    path: str = ""
    old: str = ""
    new: str = ""
    ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text(_LONGEST)

    def text(self, longest: int) -> str:
        """The change on one line, with so many characters of each value."""
        return line(f"{self._where(longest)}: {self._what(longest)}")

    def _where(self, longest: int) -> str:
        if self.kind == "hexes":
            named = self.ids if longest == _ALL else self.ids[:_MOST_HEXES]
            more = len(self.ids) - len(named)
            called = "hexes" if len(self.ids) > 1 else "hex"
            return f"{self.file}: {called} {', '.join(named)}{f' and {more} more' if more else ''}"
        if self.file == RULES and self.path:
            return f"{self.file} {_cut(self.path, longest)}"
        if self.kind in ("counter", "area"):
            name, _, rest = _cut(self.path, longest).partition(".")
            return f"{self.kind} {name}{f': {rest}' if rest else ''}"
        return f"{self.file}: {_cut(self.path, longest)}" if self.path else self.file

    def _what(self, longest: int) -> str:
        if self.how == "order":
            return "the same entries in another order"
        if self.how == "changed":
            old, new = _cut_alike(self.old, self.new, longest)
            return f"{old} -> {new}" if old else new or "changed"
        value = _cut(self.old or self.new, longest)
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
            found += _clauses_of_file(before[name], b"") if name == RULES else []
        elif name not in before:
            found.append(Change("file", name, "added"))
            found += _clauses_of_file(b"", after[name]) if name == RULES else []
            if (moved := _moved(name, old, new)) in before and moved not in after:
                found += _of_file(name, before[moved], after[name], hexes.get(name, []))
        elif before[name] != after[name]:
            found += _of_file(name, before[name], after[name], hexes.get(name, []))
    return tuple(sorted(found, key=lambda change: _KINDS.index(change.kind)))


def changes_text(changes: Sequence[Change], most: int = 40) -> str:
    """The changes in words, one a line, at most so many; the others are counted in a last line. Of each kind
    some are told: however many files came, a counter that is another one is told."""
    shares = _shares([sum(change.kind == kind for change in changes) for kind in _KINDS], most)
    left, told = dict(zip(_KINDS, shares, strict=True)), list[str]()
    for change in changes:
        if left[change.kind]:
            left[change.kind] -= 1
            told.append(str(change))
    return "\n".join([*told, *_more(len(changes) - len(told))])


def whole_text(changes: Sequence[Change]) -> str:
    """The changes as `changes_text`, for the terminal of a player who is to sign: all of them, and values of
    any size that a person reads."""
    told = [change.text(_ALL) for change in changes[:_ALL]]
    return "\n".join([*told, *_more(len(changes) - len(told))])


def _more(count: int) -> list[str]:
    return [f"and {count} more {'change' if count == 1 else 'changes'}"] if count else []


def _shares(counts: Sequence[int], most: int) -> list[int]:
    """How many of each kind are told, one of each in turn until there are so many."""
    shares = [0] * len(counts)
    while sum(shares) < min(most, sum(counts)):
        for at, count in enumerate(counts):
            shares[at] += shares[at] < count and sum(shares) < most
    return shares


def _moved(name: str, old: Definition, new: Definition) -> str:
    """The file of the old version in which the same thing was, such as a map; empty where none was."""
    room, called = name.partition("/")[0], new.data.get(name, ("",))[0]
    same = (file for file, each in old.data.items() if each[0] == called and file.startswith(f"{room}/"))
    return next(same, "")


def _of_file(name: str, old: bytes, new: bytes, hexes: list[Change]) -> list[Change]:
    if not name.endswith(".yaml"):
        return [Change("file", name, "changed")]
    read = source.parse_bytes(old, name), source.parse_bytes(new, name)
    if any(each.faults for each in read):
        return [Change("file", name, "changed", new=_UNREADABLE)]
    said = read[0].data, read[1].data
    if name == RULES:
        return list(_of_clauses(*said)) or [Change("clause", name, "changed", new=_OTHERWISE)]
    found = [_change(name, each) for each in differences(*said) if not (hexes and _is_of_hexes(each.path))]
    return [*hexes, *found] or [Change("file", name, "changed", new=_OTHERWISE)]


def _clauses_of_file(old: bytes, new: bytes) -> list[Change]:
    """Those of a rules.yaml that came or went as a whole, if it can be read."""
    read = [source.parse_bytes(data, RULES) if data else None for data in (old, new)]
    said = [each.data if each and not each.faults else {} for each in read]
    return list(_of_clauses(*said))


def _of_clauses(old: Any, new: Any) -> Iterator[Change]:
    """The changes of rules.yaml, each with the section and the number of its clause: `zones 1, rule 2.1`."""
    for found in differences(old, new):
        for each in _entry_by_entry(found):
            path, named = each.path, old if each.how == "gone" else new
            ends = [end for end in range(len(path), 0, -1) if _rule_at(named, path[:end])]
            where = section_of(path)
            if ends:
                rest = ".".join(str(step) for step in path[ends[0] :])
                where = f"{section_of(path[: ends[0]])}, rule {_rule_at(named, path[: ends[0]])}"
                where += f": {rest}" if rest else ""
            yield replace(_change(RULES, each), path=where)


def _entry_by_entry(found: Difference) -> Iterator[Difference]:
    """A section, or a list of clauses within one, that came or went, as its entries."""
    value = found.new if found.how == "added" else found.old if found.how == "gone" else None
    is_section = len(found.path) == 1 and isinstance(value, Mapping | tuple) and "rule" not in value
    is_list = isinstance(value, tuple) and all(_rule_at(entry, ()) for entry in value)
    if value is None or not (is_section or is_list):
        yield found
        return
    for key, entry in value.items() if isinstance(value, Mapping) else enumerate(value):
        more = {"new": entry, "old": None} if found.how == "added" else {"old": entry, "new": None}
        yield replace(found, path=(*found.path, key), **more)


def _rule_at(data: Any, path: Path_) -> str:
    """The number that the clause at a path bears; empty where there is none."""
    for step in path:
        if isinstance(data, tuple) and isinstance(step, int):
            data = data[step] if step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, Mapping) else None
    rule = data.get("rule") if isinstance(data, Mapping) else None
    return str(rule) if rule is not None else ""


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
        kind, file, found.how, ".".join(map(str, path)),
        "" if added or found.how == "order" else _written(found.old),
        "" if gone or found.how == "order" else _written(found.new),
    )  # fmt: skip


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."


def _cut_alike(old: str, new: str, longest: int) -> tuple[str, str]:
    """Two values in short, from a little before where they part."""
    if max(len(old), len(new)) <= longest:
        return old, new
    parts = (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    start = max(0, next(parts, min(len(old), len(new))) - _BEFORE)
    head = "... " if start else ""
    return _cut(head + old[start:], longest), _cut(head + new[start:], longest)


def _written(value: Any) -> str:
    """A value of a file as YAML has it on one line."""
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
    """For each map that both versions have: its file, and the changes of its hexes."""
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
