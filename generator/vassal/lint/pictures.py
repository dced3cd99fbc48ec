"""The images of a module: whether each is there, can be drawn, and how large it is."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from lxml import etree
from PIL import Image, UnidentifiedImageError

from generator.vassal.format.archive import Archive
from generator.vassal.format.errors import ContainerError
from generator.vassal.lint.svg import svg_size
from generator.vassal.lint.tree import parse_xml

_DAMAGE = (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError, EOFError)


@cache
def built_in() -> frozenset[str]:
    """The images inside VASSAL 3.7, which a module may name."""
    text = files("generator.vassal.lint").joinpath("built_in_images.txt").read_text("utf-8")
    return frozenset(f"/images/{name}" for name in text.split())


@dataclass
class Pictures:
    """The images of a module; sizes are read once."""

    archive: Archive
    _sizes: dict[str, tuple[int, int] | None] = field(default_factory=dict)

    def entry(self, name: str) -> str | None:
        """The file of an image as VASSAL finds it (exactly, else with .gif), or None."""
        found = (f"images/{name}", f"images/{name}.gif")
        return next((path for path in found if path in self.archive), None)

    def missing(self, name: str) -> bool:
        """Whether VASSAL would find no image of this name ("" is none, and none is needed)."""
        if not name or name in built_in():
            return False
        return name.startswith("/") or self.entry(name) is None

    def size(self, name: str) -> tuple[int, int] | None:
        """Width and height in px, None for an image that is missing, broken or has no size."""
        path = self.entry(name)
        return None if path is None else self.size_of_file(path)

    def size_of_file(self, path: str) -> tuple[int, int] | None:
        """The same for a file of the zip."""
        if path not in self._sizes:
            self._sizes[path] = self._measured(path)
        return self._sizes[path]

    def _measured(self, path: str) -> tuple[int, int] | None:
        try:
            data = self.archive.read(path)
            if path.endswith(".svg"):
                return svg_size(parse_xml(data))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Image.DecompressionBombWarning)
                with Image.open(io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "BMP", "TIFF")) as image:
                    return image.size
        except (ContainerError, etree.XMLSyntaxError, *_DAMAGE):
            return None
