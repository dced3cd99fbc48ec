"""The folder of the art (in this package when installed, in a checkout beside it), reading its YAML, and the
choice of it that a look is made of. It loads nothing that draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""With libyaml seven times as fast; both read plain data alone."""


STYLES = "styles"
"""The folder of the styles that ship, each with what it lays over the rest."""


class FaultyArtError(ValueError):
    """A file of the art room does not say what it must; the message names file and place."""


class MissingArtError(FileNotFoundError):
    """A file of the art room is not there; the message names it."""


@cache
def find_art() -> Path:
    """The folder of the art, and how its YAML is read. Raises MissingArtError."""
    here = Path(__file__).resolve().parent
    for folder in (here / "art", here.parent / "art"):
        if (folder / "fonts" / "fonts.yaml").is_file():
            return folder
    raise MissingArtError("art/fonts/fonts.yaml: the art folder is neither in the package nor beside it")


def parsed(text: str) -> Any:
    """What a YAML file of the art says. Raises yaml.YAMLError."""
    return yaml.load(text, Loader=LOADER)  # noqa: S506 - either loader is safe


USUAL = "tapestry"
"""The style of a game that names none."""


@dataclass(frozen=True, slots=True)
class ArtStyle:
    """What a style says beside its files: the typeface of titles, whether armies march below them, figures
    for the back of counters, the turn marker and the back of cards, the forms of shields on maps, and whether
    the title of a map of areas stands on a night sky."""

    title: str | None = None
    frieze: bool | None = None
    emblem: str | None = None
    turn_marker: str | None = None
    card_back: str | None = None
    shields: tuple[str, ...] = ()
    night: bool | None = None


@dataclass(frozen=True)
class Choice:
    """Which art a game is drawn with: its folders from the undermost up, its style, the looks that its kinds
    of terrain have under other names, and what its own files are, so that changed files are read again."""

    folders: tuple[Path, ...]
    style: ArtStyle = field(default_factory=ArtStyle)
    drawn_as: tuple[tuple[str, str], ...] = ()
    digest: str = ""

    def __hash__(self) -> int:
        """Asked for with each look-up of art: worked out once."""
        return self._hash

    def __reduce__(self) -> tuple[type[Choice], tuple[object, ...]]:
        """Without the hash, which is another in another process."""
        return Choice, (self.folders, self.style, self.drawn_as, self.digest)

    @cached_property
    def _hash(self) -> int:
        return hash((self.folders, self.style, self.drawn_as, self.digest))


def shipped_folders(style: str) -> tuple[Path, ...]:
    """The folders of a style that ships, from the undermost up. Raises FaultyArtError."""
    known = styles()
    if style not in known:
        raise FaultyArtError(f"there is no style {style!r}: expected one of {', '.join(known)}")
    return find_art(), find_art() / STYLES / style


def styles() -> tuple[str, ...]:
    """The names of the styles that ship."""
    return tuple(sorted(path.name for path in (find_art() / STYLES).iterdir() if path.is_dir()))
