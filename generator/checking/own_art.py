"""A game's own art, file by file: what of it cannot be read, and what nobody reads.

A figure that no counter names and a palette that nobody wears are looked at all the same: who draws them
should not find out by using them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from struct import error

from generator.areas.ways import FORMS_OF_SHIELDS
from generator.art_folder import Choice
from generator.cards.layout import card_layout
from generator.counters.face import figure_called
from generator.counters.layout import layout, places
from generator.counters.signs import SHAPES
from generator.drawing.art import (
    FaultyArtError,
    Look,
    MissingArtError,
    leaders,
    marker_look,
    marker_looks,
)
from generator.drawing.figure_files import check_figure
from generator.drawing.png_files import DamagedPng, check_png
from generator.drawing.shapes import quote_value
from generator.maps.country import country
from generator.maps.look import terrain_looks
from modules.definition import Definition, Fault
from modules.written.faults import SourcePlace
from modules.written.own_art import ART
from modules.written.source import read

_BESIDE = (".md", ".txt")
"""What may lie anywhere: licences, notes."""

_UNREAD = (
    "nobody reads this file: figures are .svg or .png in figures/, palettes, layouts and fonts lie in "
    "folders of these names, and beside them terrain.yaml, markers.yaml and places.yaml (senlac docs art)"
)
_MESSAGE = re.compile(r"art/([^:]+?)(?::(\d+))?: (.*)", re.DOTALL)


def own_art_faults(look: Look, definition: Definition) -> Iterator[Fault]:
    """Every fault in the files of a game's own art, at its file."""
    seen: set[Fault] = set()
    for name in definition.art:
        told = _look_at(look, name)
        if isinstance(told, Exception):
            fault = _at(definition, name, str(told))
            if fault not in seen:  # what several files use is told once
                seen.add(fault)
                yield fault
        elif told is None and not name.endswith(_BESIDE):
            yield Fault(SourcePlace(f"{ART}/{name}"), _UNREAD, warning=True)


def _look_at(look: Look, name: str) -> Exception | bool | None:
    """Why a file cannot be read; None where nobody reads it."""
    read = _reader(look, PurePosixPath(name))
    if read is None:
        return None
    try:
        read()
    except (FaultyArtError, MissingArtError) as fault:
        return fault
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, error) as fault:
        return FaultyArtError(f"art/{name}: it does not have the shape that such a file has: {fault}")
    return True


def _reader(look: Look, path: PurePosixPath) -> Callable[[], object] | None:
    """What reads a file of the art, by its folder and ending."""
    folder, kind, stem = path.parent.as_posix(), path.suffix, path.with_suffix("").as_posix()
    if path.parts[0] == "figures" and kind in (".svg", ".png"):
        return lambda: _look_at_figure(look, stem.removeprefix("figures/"))
    if folder == "palettes" and kind == ".yaml":
        return lambda: _look_at_palette(look, path.stem)
    if folder == "layouts/cards" and kind == ".yaml":
        return lambda: card_layout(look, path.stem)
    if path.parts[0] == "layouts" and kind == ".yaml":
        return lambda: layout(look, stem.removeprefix("layouts/"))
    if folder == "fonts" and kind in (".ttf", ".otf"):
        return lambda: True  # what is wrong with it is told by fonts.yaml
    single: Mapping[str, Callable[[], object]] = {
        "fonts/fonts.yaml": lambda: look.fonts.check(),
        "terrain.yaml": lambda: _look_at_terrain(look),
        "markers.yaml": lambda: _look_at_markers(look),
        "places.yaml": lambda: places(look),
        "style.yaml": lambda: _look_at_style(look),
        "leaders.yaml": lambda: leaders(look),
    }
    return single.get(path.as_posix())


def _look_at_palette(look: Look, name: str) -> None:
    """No colour of the style's may be gone, for all that is drawn may ask for it."""
    file = f"palettes/{name}.yaml"
    own, below = look.palette(name), Look(Choice(look.folders[:-1]))
    shipped = below.palette(name).colours if below.path(file) else {}
    for colour in shipped:
        if colour not in own.colours:
            raise FaultyArtError(f"art/{file}: {colour}: the style has a colour here: write one as '#rrggbb'")


def _look_at_figure(look: Look, name: str) -> None:
    figure = look.figure(name)
    if figure.png is None:
        check_figure(figure)
        return
    try:
        check_png(figure.png)
    except DamagedPng as fault:
        told = f"the picture is damaged: {fault}: save it anew"
        raise FaultyArtError(f"art/figures/{name}.png: {told}") from fault


def _look_at_terrain(look: Look) -> None:
    named = {
        f"looks.{name}.glyphs": [f"glyphs/{each}" for each in terrain.glyphs]
        for name, terrain in terrain_looks(look).items()
    }
    named |= {f"country.{kind}": [*names] for kind, names in country(look).items()}
    for path, figures in named.items():
        for figure in figures:
            _must_be_there("terrain.yaml", path, look.figure, figure)


def _look_at_markers(look: Look) -> None:
    """Figures and layouts are looked at where a game's markers are drawn: a style has those of its own."""
    marker_look(look, "")
    known = look.palette("sides").groups
    for name, marker in marker_looks(look).items():
        path = f"looks.{name}"
        if marker.palette not in known:
            told = (
                f"found {quote_value(marker.palette)}: expected a palette of sides.yaml ({', '.join(known)})"
            )
            raise FaultyArtError(f"art/markers.yaml: {path}.palette: {told}")
        if marker.shape is not None and marker.shape not in SHAPES:
            told = f"found {quote_value(marker.shape)}: expected one of {', '.join(SHAPES)}"
            raise FaultyArtError(f"art/markers.yaml: {path}.shape: {told}")


def _look_at_style(look: Look) -> None:
    style = look.style
    for path in ("emblem", "turn_marker", "card_back"):
        figure = getattr(style, path)
        if figure is not None:
            _must_be_there("style.yaml", path, partial(figure_called, look), figure)
    for form in style.shields:
        if form not in FORMS_OF_SHIELDS:
            told = f"found {quote_value(form)}: expected one of {', '.join(FORMS_OF_SHIELDS)}"
            raise FaultyArtError(f"art/style.yaml: shields: {told}")


def _must_be_there(file: str, path: str, find: Callable[[str], object], name: str) -> None:
    """Raises FaultyArtError for a name in a file of the art that stands for nothing."""
    try:
        find(name)
    except MissingArtError as fault:
        raise FaultyArtError(f"art/{file}: {path}: {fault}") from fault


def _at(definition: Definition, name: str, told: str) -> Fault:
    """A fault at its line, or at the entry that it names, of the file."""
    found = _MESSAGE.match(told)
    line, message = (found[2], found[3]) if found else (None, told)
    if found and found[1] in definition.art:
        name = found[1]
    file = f"{ART}/{name}"
    parsed = read(definition.folder / file, file, definition.folder) if name.endswith(".yaml") else None
    if parsed is not None and parsed.faults:
        return parsed.faults[0]
    if line is not None:
        return Fault(SourcePlace(file, int(line)), message)
    if parsed is not None:
        word = message.partition(":")[0].split(" ")[0]
        steps = tuple(int(step) if step.isdigit() else step for step in word.split("."))
        return parsed.fault(steps, message)
    return Fault(SourcePlace(file), message)
