"""A game's own art, file by file: what of it cannot be read, and what nobody reads.

A figure that no counter names and a palette that nobody wears are looked at all the same: who draws them
should not find out by using them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from struct import error

from generator.cards.layout import card_layout
from generator.counters.layout import layout
from generator.drawing.art import FaultyArtError, MissingArtError, art, marker_look
from generator.maps.country import country
from generator.maps.look import looks
from modules.definition import Definition, Fault
from modules.written.faults import Place
from modules.written.own_art import ART
from modules.written.source import read

_BESIDE = (".md", ".txt")
"""What may lie anywhere: licences, notes."""

_UNREAD = (
    "nobody reads this file: figures are .svg or .png in figures/, palettes, layouts and fonts lie in "
    "folders of these names, and beside them terrain.yaml, markers.yaml and places.yaml (senlac docs art)"
)
_MESSAGE = re.compile(r"art/[^ :]+(?::(\d+))?: (.*)", re.DOTALL)


def own_art_faults(definition: Definition) -> Iterator[Fault]:
    """Every fault in the files of a game's own art, at its file."""
    for name in definition.art:
        told = _look_at(name)
        if isinstance(told, Exception):
            yield _at(definition, name, str(told))
        elif told is None and not name.endswith(_BESIDE):
            yield Fault(Place(f"{ART}/{name}"), _UNREAD, warning=True)


def _look_at(name: str) -> Exception | bool | None:
    """Why a file cannot be read; None where nobody reads it."""
    look = _reader(PurePosixPath(name))
    if look is None:
        return None
    try:
        look()
    except (FaultyArtError, MissingArtError) as fault:
        return fault
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, error) as fault:
        return FaultyArtError(f"art/{name}: it does not have the shape that such a file has: {fault}")
    return True


def _reader(path: PurePosixPath) -> Callable[[], object] | None:
    """What reads a file of the art, by its folder and ending."""
    here = art()
    folder, kind, stem = path.parent.as_posix(), path.suffix, path.with_suffix("").as_posix()
    if path.parts[0] == "figures" and kind in (".svg", ".png"):
        return lambda: here.figure(stem.removeprefix("figures/"))
    if folder == "palettes" and kind == ".yaml":
        return lambda: here.palette(path.stem)
    if folder == "layouts/cards" and kind == ".yaml":
        return lambda: card_layout(path.stem)
    if path.parts[0] == "layouts" and kind == ".yaml":
        return lambda: layout(stem.removeprefix("layouts/"))
    if folder == "fonts" and kind in (".ttf", ".otf"):
        return lambda: here.fonts
    single: Mapping[str, Callable[[], object]] = {
        "fonts/fonts.yaml": lambda: here.fonts.check(),
        "terrain.yaml": _look_at_terrain,
        "markers.yaml": lambda: marker_look(""),
        "places.yaml": lambda: here.tree("places.yaml"),
    }
    return single.get(path.as_posix())


def _look_at_terrain() -> None:
    looks()
    for names in country().values():
        for name in names:
            art().figure(name)


def _at(definition: Definition, name: str, told: str) -> Fault:
    """A fault at its line, or at the entry that it names, of the file."""
    found = _MESSAGE.match(told)
    line, message = (found[1], found[2]) if found else (None, told)
    file = f"{ART}/{name}"
    if line is not None:
        return Fault(Place(file, int(line)), message)
    if name.endswith(".yaml"):
        parsed = read(definition.folder / file, file, definition.folder)
        if parsed.faults:
            return parsed.faults[0]
        word = message.partition(":")[0].split(" ")[0]
        steps = tuple(int(step) if step.isdigit() else step for step in word.split("."))
        return parsed.fault(steps, message)
    return Fault(Place(file), message)
