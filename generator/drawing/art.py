"""Art: loads the look of all games (fonts, palettes, figures) as plain values.

Art is data: fonts.yaml lists the typefaces, each palette is a YAML file of "#rrggbb" colours, each figure an
SVG file of paths whose class says what is painted ("fill cloth", "line outline"); see art/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from lxml import etree

from generator.art_folder import MissingArtError as MissingArtError
from generator.art_folder import find_art as find_art
from generator.art_folder import parsed
from generator.drawing.typeface import Face, Fonts

_SVG = "{http://www.w3.org/2000/svg}"
_COLOUR = re.compile(r"#[0-9a-f]{6}")
ROLES = ("outline", "light", "cloth", "trim", "steel", "gold", "skin", "horse")


class FaultyArtError(ValueError):
    """A file of the art room does not say what it must; the message names file and place."""


class UnknownColourError(KeyError):
    """A palette has no colour of that name; the message names the palette and what it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Palette:
    """Named colours of one file; nested names are joined by a dot ("norman.ground")."""

    name: str
    colours: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        """The colour "#rrggbb" of a name. Raises UnknownColourError."""
        try:
            return self.colours[key]
        except KeyError:
            known = ", ".join(self.colours)
            raise UnknownColourError(f"palette {self.name} has no colour {key!r}; it has {known}") from None

    def under(self, prefix: str) -> dict[str, str]:
        """The colours below one name: under("norman") gives ground, stripe, ink and so on."""
        if prefix not in self._below:
            below = f"{prefix}."
            found = {k.removeprefix(below): v for k, v in self.colours.items() if k.startswith(below)}
            if not found:
                groups = ", ".join(sorted({k.split(".")[0] for k in self.colours if "." in k}))
                raise UnknownColourError(f"palette {self.name} has no colours of {prefix!r}; it has {groups}")
            self._below[prefix] = found
        return dict(self._below[prefix])

    @cached_property
    def _below(self) -> dict[str, dict[str, str]]:
        """What `under` has found: every counter asks for the same few."""
        return {}

    @property
    def groups(self) -> tuple[str, ...]:
        """The first parts of all nested names, in the order of the file."""
        return tuple(dict.fromkeys(k.split(".")[0] for k in self.colours if "." in k))


@dataclass(frozen=True, slots=True)
class Stroke:
    """One path of a figure: painted as a fill (width None) or as a line of a width, in a role's colour."""

    role: str
    data: str
    width: float | None = None


@dataclass(frozen=True)
class Figure:
    """A drawn figure, bottom layer first, in the box that its ink fills: top left corner and size."""

    name: str
    left: float
    top: float
    width: float
    height: float
    strokes: tuple[Stroke, ...]


Repaint = Callable[[str, str, str], str]
"""A colour instead of a palette's: by the palette's name, the colour's name, the colour."""

_repaint: ContextVar[Repaint | None] = ContextVar("repaint", default=None)


@contextmanager
def repainted(change: Repaint) -> Iterator[None]:
    """Within it every palette and every look of a marker has the colours that `change` gives."""
    before = _repaint.set(change)
    try:
        yield
    finally:
        _repaint.reset(before)


def _painted(palette: Palette) -> Palette:
    change = _repaint.get()
    if change is None:
        return palette
    return Palette(palette.name, {k: change(palette.name, k, v) for k, v in palette.colours.items()})


def _read(path: Path, root: Path) -> str:
    if not path.is_file():
        beside = ", ".join(sorted(p.name for p in path.parent.glob(f"*{path.suffix}")))
        raise MissingArtError(
            f"art/{path.relative_to(root).as_posix()} is missing; there is {beside or 'nothing'}"
        )
    return path.read_text(encoding="utf-8")


class Art:
    """The look of all games below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._palettes: dict[str, Palette] = {}
        self._figures: dict[str, Figure] = {}

    @cached_property
    def fonts(self) -> Fonts:
        """The typefaces that fonts.yaml lists. Raises MissingArtError for a listed file that is not there."""
        folder = self.root / "fonts"
        listed = parsed(_read(folder / "fonts.yaml", self.root))["fonts"]
        files = {Face(f["family"], f["weight"], f["style"]): folder / f["file"] for f in listed}
        for path in files.values():
            if not path.is_file():
                raise MissingArtError(f"art/fonts/{path.name} is missing, though fonts.yaml lists it")
        return Fonts(files)

    def palette(self, name: str) -> Palette:
        """A palette of art/palettes. Raises MissingArtError, FaultyArtError."""
        if name not in self._palettes:
            path = self.root / "palettes" / f"{name}.yaml"
            tree = parsed(_read(path, self.root))
            self._palettes[name] = Palette(name, dict(_flatten(tree, path.name)))
        return _painted(self._palettes[name])

    def figure(self, name: str) -> Figure:
        """A figure of art/figures ("huscarl", "glyphs/marsh"). Raises MissingArtError, FaultyArtError."""
        if name not in self._figures:
            text = _read(self.root / "figures" / f"{name}.svg", self.root)
            self._figures[name] = _parse_figure(name, text)
        return self._figures[name]

    def has_figure(self, name: str) -> bool:
        """Whether there is a figure of that name."""
        return (self.root / "figures" / f"{name}.svg").is_file()

    def figures(self) -> list[str]:
        """The names of all figures, sorted."""
        folder = self.root / "figures"
        return sorted(p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.svg"))


def _flatten(tree: Any, file: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Colours by dotted name; words that are not colours ("name", "note") may stand beside them."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, file, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield from _flatten(dict(enumerate(value, 1)), file, f"{prefix}{key}.")
        elif key in ("name", "note"):
            continue
        elif isinstance(value, str) and _COLOUR.fullmatch(value):
            yield f"{prefix}{key}", value
        else:
            raise FaultyArtError(
                f"art/palettes/{file}: {prefix}{key} is {value!r}; write a colour as '#rrggbb'"
            )


def _parse_figure(name: str, text: str) -> Figure:
    root = etree.fromstring(text.encode())
    box = [float(n) for n in root.get("viewBox", "").split()]
    if len(box) != 4 or min(box[2:]) <= 0:
        raise FaultyArtError(f"art/figures/{name}.svg: it needs a viewBox of 'left top width height'")
    strokes = tuple(_parse_stroke(name, node) for node in root.iter(f"{_SVG}path"))
    if not strokes or len(strokes) != len(root):
        raise FaultyArtError(f"art/figures/{name}.svg: it must hold only paths, directly below svg")
    return Figure(name, box[0], box[1], box[2], box[3], strokes)


def _parse_stroke(name: str, node: etree._Element) -> Stroke:
    kind, _, role = node.get("class", "").partition(" ")
    data = node.get("d", "")
    if kind not in ("fill", "line") or role not in ROLES or not data:
        raise FaultyArtError(
            f"art/figures/{name}.svg:{node.sourceline}: a path needs d and a class of 'fill' or 'line' with "
            f"one of {', '.join(ROLES)}; this one says {node.get('class')!r}"
        )
    return Stroke(role, data, float(node.get("stroke-width", "1")) if kind == "line" else None)


@cache
def art() -> Art:
    """The art of this installation."""
    return Art(find_art())


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


def marker_look(name: str) -> MarkerLook:
    """The look of a marker by the name that a game gives it; the plain one where nothing is said of it.

    Raises MissingArtError, FaultyArtError.
    """
    look, change = _marker_looks().get(name, MarkerLook()), _repaint.get()
    if change is None:
        return look
    painted = {k: change("sides", f"{look.palette}.{k}", v) for k, v in look.colours.items()}
    return replace(look, colours=painted)


@cache
def _marker_looks() -> dict[str, MarkerLook]:
    root = art().root
    entries: dict[str, dict[str, Any]] = parsed(_read(root / "markers.yaml", root))["looks"]
    known = [each.name for each in fields(MarkerLook)]
    for name, entry in entries.items():
        if not {*entry} <= {*known}:
            raise FaultyArtError(f"art/markers.yaml: {name} may have only {', '.join(known)}; it has {entry}")
        colours = dict(_flatten(entry.get("colours", {}), "../markers.yaml", f"{name}."))
        entry["colours"] = {key.partition(".")[2]: colour for key, colour in colours.items()}
    return {name: MarkerLook(**entry) for name, entry in entries.items()}
