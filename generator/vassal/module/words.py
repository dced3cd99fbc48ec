"""The words of a game that VASSAL would misread: found by `senlac check`, and never written by a module.

Names of a game become property values, names of maps and zones, menu texts and lines of the chat. What each
of these takes for something else than text is refused in all of them, so that a name may stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from pydantic import BaseModel

from generator.vassal.format.errors import FormatError
from generator.vassal.format.plain import COLOURS, misread
from generator.vassal.module.names import BATTLEFIELD, DISPLAY, FORCES, SPECTATORS, TABLE
from modules.definition import Definition, Fault
from modules.definition.files import Files
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.displays import DisplaysFile
from modules.definition.formats.fields import Line, RuleNumber, Text
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.players import PlayersFile
from modules.written.source import Path_

_Kind = Literal["name", "text", ""]
_KNOWN_SIDES = (*SPECTATORS, "Solo", "Moderator")
_WINDOWS = (DISPLAY, FORCES, BATTLEFIELD, TABLE)
_CUT = "VASSAL cuts the names of boards, such as that of a side's hand, at a /"
_NUMBER = re.compile(r"[-+.0-9]+")


Misread = tuple[Path_, str]
"""Where words stand in a file, and why VASSAL would misread them."""


def word_faults(files: Files) -> Iterator[Fault]:
    """Every text of the game's files that VASSAL would misread."""
    for name, part in files.typed.items():
        for path, reason in misread_words(part):
            yield files.sources[name].fault(path, reason)


def refuse_misread(definition: Definition) -> None:
    """Raises FormatError for a text of a game that VASSAL would misread."""
    several = (definition.maps, definition.boards, definition.area_maps, definition.scenarios)
    single = (
        definition.game, definition.counters_file, definition.terrain_file, definition.tables,
        definition.rulings_file, definition.cards_file, definition.displays_file,
        definition.players_file,
    )  # fmt: skip
    for part in (*single, *(each for group in several for each in group.values())):
        for path, reason in misread_words(part) if part is not None else ():
            raise FormatError(f"{definition.name}: {'.'.join(map(str, path))}: {reason}")


def misread_words(part: BaseModel) -> Iterator[Misread]:
    """All such texts of a file."""
    yield from _walk(part, ())
    if (own := _OWN.get(type(part))) is not None:  # of a file with faults only a part is there
        yield from own(part)


def _walk(part: BaseModel, path: Path_) -> Iterator[Misread]:
    for name, (kind, holds_parts) in _fields(type(part)).items():
        if kind or holds_parts:
            yield from _within(getattr(part, name), (*path, name), kind)


def _within(value: Any, path: Path_, kind: _Kind) -> Iterator[Misread]:
    match value:
        case str() if kind and (reason := _reason(value, kind)):
            yield path, f"found {value!r}: {reason}"
        case BaseModel():
            yield from _walk(value, path)
        case Mapping():
            for key, each in value.items():
                yield from _within(each, (*path, key), kind)
        case tuple() | list():
            for i, each in enumerate(value):
                yield from _within(each, (*path, i), kind)


@cache
def _fields(kind: type[BaseModel]) -> dict[str, tuple[_Kind, bool]]:
    """The fields of a part: what texts stand in them, and whether further parts do."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: (_kind(hints[name]), _holds_parts(hints[name])) for name in kind.model_fields}


def _kind(hint: Any) -> _Kind:
    if hint == Line:
        return "name"
    if hint in (Text, RuleNumber):
        return "text"
    found = {_kind(each) for each in get_args(hint) if each is not hint}
    return "name" if "name" in found else "text" if "text" in found else ""


def _holds_parts(hint: Any) -> bool:
    if isinstance(hint, type):
        return issubclass(hint, BaseModel)
    return any(_holds_parts(each) for each in get_args(hint))


def _reason(words: str, kind: _Kind) -> str:
    if reason := misread(words):
        return reason
    return _in_a_name(words) if kind == "name" else ""


def _in_a_name(words: str) -> str:
    if "\\" in words:
        return "VASSAL's lists take \\ for a sign of their own"
    if "<" in words:
        return "VASSAL's chat takes < for the beginning of HTML"
    if words[:1] in COLOURS:
        return f"VASSAL's chat takes {words[:1]} at the beginning for a colour"
    if words != words.strip():
        return "VASSAL drops blanks at the ends of a name"
    return ""


# --- names with a meaning of their own -------------------------------------------------------------------


def _game(game: GameFile) -> Iterator[Misread]:
    seen: dict[str, str] = {}
    for key, side in game.sides.items():
        path: Path_ = ("sides", key, "name")
        if side.name in _KNOWN_SIDES:
            yield path, f"found {side.name!r}: in VASSAL this is who sees everything, of no side"
        if seen.setdefault(side.name, key) != key:
            yield path, f"found {side.name!r}: so is the side {seen[side.name]} called"
        if "/" in side.name:
            yield path, f"found {side.name!r}: {_CUT}"
        yield from _compared(side.name, path)
    for i, phase in enumerate(game.sequence):
        yield from _compared(phase.name, ("sequence", i, "name"))


def _displays(file: DisplaysFile) -> Iterator[Misread]:
    for key, display in file.displays.items():
        if display.apart and (display.name in _WINDOWS or display.name == "null"):
            path: Path_ = ("displays", key, "name")
            yield path, f"found {display.name!r}: a module has something of that name already"


def _players(file: PlayersFile) -> Iterator[Misread]:
    for key, player in file.players.items():
        if player.name is None:
            continue
        path: Path_ = ("players", key, "name")
        if player.name in _KNOWN_SIDES:
            yield path, f"found {player.name!r}: in VASSAL this is who sees everything, of no side"
        yield from _compared(player.name, path)


def _title(part: MapFile | BoardFile | AreaMapFile) -> Iterator[Misread]:
    if part.title in _WINDOWS or part.title == "null":
        yield ("title",), f"found {part.title!r}: a module has something of that name already"
    if "/" in part.title:
        yield ("title",), f"found {part.title!r}: {_CUT}"
    yield from _compared(part.title, ("title",))


def _compared(words: str, path: Path_) -> Iterator[Misread]:
    """Expressions compare these with properties, of which VASSAL makes numbers where it can."""
    if _NUMBER.fullmatch(words) or words in ("true", "false"):
        yield path, f"found {words!r}: VASSAL takes it for a number or a truth, not for a name"


_OWN: dict[type[BaseModel], Callable[[Any], Iterator[Misread]]] = {
    GameFile: _game, MapFile: _title, BoardFile: _title, AreaMapFile: _title,
    PlayersFile: _players,
    DisplaysFile: _displays,
}  # fmt: skip
