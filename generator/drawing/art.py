"""The look of games (fonts, palettes, figures, layouts) as plain values, from folders laid over one
another.

Undermost lies what all games share, on it the style (`art/styles`), on top a game's own `art/`. Each file is
taken from the topmost folder that has it; palettes and lists of looks are joined, entry by entry
(`senlac docs art-files`). Whatever draws or measures is given the `Look`: there is none that it could find by
itself (`generator.look` makes that of a game).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from generator.art_folder import ArtStyle, Choice, find_art, parsed
from generator.art_folder import FaultyArtError as FaultyArtError
from generator.art_folder import MissingArtError as MissingArtError
from generator.drawing.figure_files import ROLES as ROLES
from generator.drawing.figure_files import Figure as Figure
from generator.drawing.figure_files import Stroke as Stroke
from generator.drawing.figure_files import png_figure, svg_figure
from generator.drawing.palette import Palette as Palette
from generator.drawing.palette import Repaint, flatten, palette_of
from generator.drawing.palette import UnknownColourError as UnknownColourError
from generator.drawing.shapes import FontsFile, LeadersFile, MarkersFile, StyleFile, parse_shape, quote_value
from generator.drawing.typeface import ROLES_OF_TYPE, TITLE, Face, Fonts
from modules import plain_files
from modules.written.source import parse_bytes

T = TypeVar("T")

_BESIDE = re.compile(r"[^/\\:\x00-\x1f]+\.(ttf|otf)", re.IGNORECASE)
"""The name of a font: no part of it leads to another folder, drive or server, on any system."""


_PLAIN = re.compile(r"(?=.{1,200}\Z)(?!\.)[^/\\:\x00-\x1f]+(/(?!\.)[^/\\:\x00-\x1f]+)*")
"""A name of a file of the art, with its folders: no part of it leads out of them, on any system."""


@dataclass(frozen=True)
class Look:
    """The look of a game, given to all that draws, measures words, or asks for colours, figures and layouts.

    Two are equal if they have the same choice of art and the same `repaint`: what depends on a look alone may
    be kept by it. For another process it is pickled as its choice.
    """

    choice: Choice
    repaint: Repaint | None = None
    """What gives the colours instead of those of the palettes, if anything does."""

    _kept: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was read. Looks that differ in their `repaint` share it."""

    _painted: dict[str, Palette] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Palettes in the colours that `repaint` gives."""

    def __reduce__(self) -> tuple[Callable[..., Look], tuple[Choice, Repaint | None]]:
        return look_with, (self.choice, self.repaint)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the art, from the undermost up."""
        return self.choice.folders

    def repainted(self, repaint: Repaint) -> Look:
        """The same look, in which every palette, every look of a marker and every figure has the colours that
        `repaint` gives."""
        return replace(self, repaint=repaint)

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, made at the first call for a key."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    # --- files -------------------------------------------------------------------------------------

    def path(self, name: str) -> Path | None:
        """Where a file of the art is, by its name in the art folder."""
        if not _PLAIN.fullmatch(name):
            return None
        there = (folder / name for folder in reversed(self.folders))
        return next((path for path in there if path.is_file()), None)

    def read(self, name: str) -> bytes:
        """A file of the art. Raises MissingArtError that tells what there is, FaultyArtError."""
        return self._bytes(self._folders_with(name)[-1], name)

    def _folders_with(self, name: str) -> list[Path]:
        """The folders that have a file, at least one, from the undermost up. Raises as `read`."""
        if not _PLAIN.fullmatch(name):
            raise FaultyArtError(f"{quote_value(name)} is not the plain name of a file of the art")
        found = [folder for folder in self.folders if plain_files.is_there(folder / name)]
        if not found:
            where, _, last = name.rpartition("/")
            beside = ", ".join(self.names(where, "." + last.rpartition(".")[2]))
            raise MissingArtError(f"art/{name} is missing; there is {beside or 'nothing'}")
        return found

    def _bytes(self, folder: Path, name: str) -> bytes:
        try:
            return plain_files.read(folder / name, plain_files.MOST_OF_ART, folder)
        except OSError as fault:
            raise FaultyArtError(f"art/{name}: {fault.strerror}") from fault

    def names(self, folder: str, ending: str) -> list[str]:
        """The names of the files of one folder that end so, of all that lie over one another."""
        paths = (path for each in self.folders for path in plain_files.list_files(each / folder, each))
        return sorted({path.name for path in paths if path.name.endswith(ending)})

    def tree(self, name: str) -> dict[str, Any]:
        """The data of a YAML file, joined from all folders that have it. Raises as `read`."""
        total: dict[str, Any] = {}
        for folder in self._folders_with(name):
            total = joined(total, self._parsed(folder, name))
        return total

    def top(self, name: str) -> dict[str, Any]:
        """The data of a YAML file as the topmost folder has it. Raises as `read`."""
        return self._parsed(self._folders_with(name)[-1], name)

    def _parsed(self, folder: Path, name: str) -> dict[str, Any]:
        """Shipped art is read seven times as fast by libyaml alone, all other as a game's files are."""
        data = self._bytes(folder, name)
        return shipped_tree(data, name) if folder.is_relative_to(find_art()) else tree_of(data, name)

    # --- what they say -----------------------------------------------------------------------------

    @property
    def style(self) -> ArtStyle:
        """What the style says, with what the game says over it. Raises FaultyArtError."""
        return self.once("style", self._read_style)

    def _read_style(self) -> ArtStyle:
        said: dict[str, Any] = {}
        for folder in self.folders:
            if plain_files.is_there(folder / "style.yaml"):
                said |= self._parsed(folder, "style.yaml")
        read = parse_shape(StyleFile, said, "style.yaml")
        own = {each.name: getattr(self.choice.style, each.name) for each in fields(ArtStyle)}
        return ArtStyle(
            **{**dict(read), **{name: told for name, told in own.items() if told not in (None, ())}}
        )

    @property
    def fonts(self) -> Fonts:
        """The typefaces that fonts.yaml lists. Raises MissingArtError for a listed file that is not there."""
        return self.once("fonts", self._read_fonts)

    def _read_fonts(self) -> Fonts:
        files: dict[Face, Path] = {}
        stands_for: dict[Face, Face] = {}
        for folder in self.folders:
            if not plain_files.is_there(folder / "fonts/fonts.yaml"):
                continue
            said = parse_shape(FontsFile, self._parsed(folder, "fonts/fonts.yaml"), "fonts/fonts.yaml")
            stands_for |= {ROLES_OF_TYPE[role]: ROLES_OF_TYPE[other] for role, other in said.roles.items()}
            for each in said.fonts:
                face = Face(each.family, each.weight, each.style)
                files[face] = _font_file(folder, each.file)
                stands_for |= {ROLES_OF_TYPE[role]: face for role in each.for_}
        fonts = Fonts(files, stands_for)
        if self.choice.style.title or self.style.title:
            fonts = Fonts(files, {**stands_for, TITLE: self._title(fonts)})
        return fonts

    def _title(self, fonts: Fonts) -> Face:
        """The face of the game's name, told as a role or as a family and its weight."""
        told = self.style.title or "title"
        if told in ROLES_OF_TYPE:
            return fonts[ROLES_OF_TYPE[told]].face
        named = {str(face): face for face in fonts.faces} | {face.family: face for face in fonts.faces}
        if told not in named:
            known = ", ".join([*ROLES_OF_TYPE, *(str(face) for face in fonts.faces)])
            raise FaultyArtError(f"there is no typeface {told!r} for the title: there is {known}")
        return named[told]

    def palette(self, name: str) -> Palette:
        """A palette of art/palettes. Raises MissingArtError, FaultyArtError."""
        palette: Palette = self.once(("palette", name), lambda: self._palette(name))
        if self.repaint is None:
            return palette
        if name not in self._painted:
            colours = {key: self.repaint(name, key, colour) for key, colour in palette.colours.items()}
            self._painted[name] = Palette(palette.name, colours, palette.accepted)
        return self._painted[name]

    def _palette(self, name: str) -> Palette:
        file = f"palettes/{name}.yaml"
        return palette_of(self.tree(file), name, file).also(dict(self.choice.drawn_as))

    def recoloured(self, palette: str, prefix: str, colours: Mapping[str, str]) -> Mapping[str, str]:
        """Colours that belong to a palette, below a name in it, as this look paints them."""
        repaint = self.repaint
        if repaint is None:
            return colours
        return {key: repaint(palette, f"{prefix}.{key}", colour) for key, colour in colours.items()}

    def figure(self, name: str) -> Figure:
        """A figure of art/figures ("knight", "glyphs/marsh"). Raises MissingArtError, FaultyArtError."""
        return self.once(("figure", name), lambda: self._figure(name))

    def _figure(self, name: str) -> Figure:
        if not _PLAIN.fullmatch(name):
            raise FaultyArtError(f"{quote_value(name)} is not the plain name of a figure")
        for folder in reversed(self.folders):
            for ending, made in ((".svg", svg_figure), (".png", png_figure)):
                file = f"figures/{name}{ending}"
                if plain_files.is_there(folder / file):
                    return made(name, self._bytes(folder, file))
        self.read(f"figures/{name}.svg")
        raise AssertionError(name)

    def has_figure(self, name: str) -> bool:
        """Whether there is a figure of that name."""
        return any(self.path(f"figures/{name}{ending}") for ending in (".svg", ".png"))

    def figures(self) -> list[str]:
        """The names of all figures, sorted."""
        found: set[str] = set()
        for each in self.folders:
            folder = each / "figures"
            paths = plain_files.list_files(folder, each, below=True)
            found |= {
                p.relative_to(folder).with_suffix("").as_posix()
                for p in paths
                if p.suffix in (".svg", ".png")
            }
        return sorted(found)


def _font_file(folder: Path, name: object) -> Path:
    """The font beside fonts.yaml. Raises FaultyArtError for a name that could lead out of the folder or is no
    plain file, MissingArtError."""
    if not (isinstance(name, str) and _BESIDE.fullmatch(name)):
        raise FaultyArtError(
            f"art/fonts/fonts.yaml: `file: {quote_value(name)}` is not the plain name of a font beside it: "
            "put the font into art/fonts and write its name, as in `file: Runes.ttf`"
        )
    path = folder / "fonts" / name
    if not plain_files.is_there(path):
        raise MissingArtError(f"art/fonts/{name} is missing, though fonts.yaml lists it")
    try:
        plain_files.check(path, plain_files.MOST_OF_ART, folder)
    except OSError as fault:
        raise FaultyArtError(f"art/fonts/{name}: {fault.strerror}") from fault
    return path


def tree_of(data: bytes, name: str) -> dict[str, Any]:
    """The data of a YAML file of a game's art, read as strictly as its definition: numbers with decimals stay
    text, lists are tuples. Raises FaultyArtError."""
    source = parse_bytes(data, name)
    for fault in source.faults:
        raise FaultyArtError(f"art/{name}:{fault.place.line}: {fault.message}")
    return _mapping(source.data, name)


def shipped_tree(data: bytes, name: str) -> dict[str, Any]:
    """The data of a YAML file of the art that ships. Raises yaml.YAMLError, FaultyArtError."""
    return _mapping(parsed(plain_files.text_of(data)), name)


def _mapping(found: object, name: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise FaultyArtError(
            f"art/{name}: found {quote_value(found)}: expected a mapping (`key: value` lines)"
        )
    return found


def joined(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two trees as one: what is above replaces what is below, mappings entry by entry."""
    total = dict(below)
    for key, value in above.items():
        under = total.get(key)
        both = isinstance(value, Mapping) and isinstance(under, Mapping)
        total[key] = joined(cast("Mapping[str, Any]", under), value) if both else value
    return total


@lru_cache(maxsize=16)
def _look_with(choice: Choice) -> Look:
    return Look(choice)


def look_with(choice: Choice, repaint: Repaint | None = None) -> Look:
    """The look of a choice of art: the same one each time, so that its files are read once."""
    look = _look_with(choice)
    return look if repaint is None else look.repainted(repaint)


# --- pieces --------------------------------------------------------------------------------------------

PLAIN_PALETTE = "neutral"
"""The palette of what belongs to no side."""


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """What art/markers.yaml says of a marker: its palette and colours that replace some of it, a layout and a
    shape, and a figure where the game names none."""

    palette: str = PLAIN_PALETTE
    figure: str | None = None
    layout: str | None = None
    shape: str | None = None
    colours: Mapping[str, str] = field(default_factory=dict)


TURN = "turn"
"""The marker of the game turn, whose figure a style gives."""


def marker_look(look: Look, name: str) -> MarkerLook:
    """The look of a marker by the name that a game gives it; the plain one where nothing is said of it.

    Raises MissingArtError, FaultyArtError.
    """
    found = marker_looks(look).get(name, MarkerLook())
    if name == TURN and look.style.turn_marker is not None:
        found = replace(found, figure=look.style.turn_marker)
    colours = look.recoloured("sides", found.palette, found.colours)
    return found if colours is found.colours else replace(found, colours=colours)


def marker_looks(look: Look) -> Mapping[str, MarkerLook]:
    """The looks of markers.yaml by name, in the colours of their files. Raises as `marker_look`."""
    return look.once("markers", lambda: _marker_looks(look))


def _marker_looks(look: Look) -> dict[str, MarkerLook]:
    read = parse_shape(MarkersFile, look.tree("markers.yaml"), "markers.yaml")
    found = {}
    for name, entry in read.looks.items():
        colours = dict(flatten(entry.colours, "markers.yaml", f"looks.{name}.colours."))
        own = {key.removeprefix(f"looks.{name}.colours."): colour for key, colour in colours.items()}
        palette = entry.palette or PLAIN_PALETTE
        found[name] = MarkerLook(palette, entry.figure, entry.layout, entry.shape, own)
    return found


def leaders(look: Look) -> Mapping[str, str]:
    """The palette of each leader with a sign of their own, where a style has such. Raises FaultyArtError."""
    return look.once("leaders", lambda: _read_leaders(look))


def _read_leaders(look: Look) -> Mapping[str, str]:
    file = "leaders.yaml"
    return parse_shape(LeadersFile, look.tree(file), file).palettes if look.path(file) else {}


def first_there(look: Look, names: Iterable[str]) -> str | None:
    """The first of some figures that the art has."""
    return next((name for name in names if look.has_figure(name)), None)
