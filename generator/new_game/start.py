"""A folder with a small complete game, copied from the template, under its own name and title."""

from __future__ import annotations

import json
import re
from pathlib import Path

from generator.art_folder import USUAL
from generator.cache.files import write_bytes
from generator.drawing.art import Look
from generator.drawing.svg import pt
from generator.drawing.typeface import CAPS, TEXT, TITLE, MissingGlyphError, TextTooWideError
from generator.look import look_of_style
from modules.game_registry import games

TEMPLATES = Path(__file__).parent / "templates"
"""A small complete game for each style that ships: `STYLE` on hexes, `STYLE_points` on places and links."""

HEXES = "hexes"

_NAME, _TITLE = "game: my_game\n", 'title: "My game"\n'
_NAME_LENGTH = 40
_TITLE_ROOM, _TITLE_FLOOR = 95.0, pt(7)


class FolderNotEmptyError(ValueError):
    """The folder of a new game holds something already, or is no folder."""


class GameNameError(ValueError):
    """A folder's name of which no name of a game can be made, or that of a game that ships."""


class GameTitleError(ValueError):
    """A title that no map sheet can print: too long, or with characters that the title's typeface lacks."""


class UnknownStyleError(ValueError):
    """A style for which there is no game to start from."""


NEW_GAME_FAULTS: tuple[type[Exception], ...] = (
    FolderNotEmptyError,
    GameNameError,
    GameTitleError,
    UnknownStyleError,
)


def starts() -> tuple[tuple[str, str], ...]:
    """The styles, each with what the map is made of, for which there is a game to start from."""
    names = sorted(path.name for path in TEMPLATES.iterdir() if path.is_dir())
    parts = [name.partition("_") for name in names]
    return tuple((style, grid or HEXES) for style, _, grid in parts)


def start_game(
    folder: Path, title: str | None = None, style: str = USUAL, grid: str = HEXES
) -> tuple[Path, ...]:
    """Write a small complete game into a folder that is not there or empty; gives the files written.

    The game is called by the folder's name; `title` is for people, without one it is the name in words.
    `style` and `grid`, what the map is made of, are among `starts`. Raises FolderNotEmptyError,
    GameNameError, GameTitleError, UnknownStyleError, OSError; the folder has no file of ours then.
    """
    if (style, grid) not in starts():
        known = ", ".join(f"{one} with {other}" for one, other in starts())
        raise UnknownStyleError(
            f"there is no game to start from in style {style!r} with {grid!r}: there is {known}"
        )
    name = _name_of(folder)
    words = title if title is not None else name.replace("_", " ").capitalize()
    _check_title(look_of_style(style), words)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderNotEmptyError(f"{folder} is not empty: name a new or empty folder")
    written: list[Path] = []
    try:
        for file, text in _texts(
            TEMPLATES / (style if grid == HEXES else f"{style}_{grid}"), name, words
        ).items():
            write_bytes(folder / file, text.encode())
            written.append(folder / file)
    except BaseException:  # also Ctrl-C
        for path in written:
            path.unlink()
        raise
    return tuple(written)


def _name_of(folder: Path) -> str:
    """The word by which commands call the game: the folder's name in small letters, digits, underscores."""
    name = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")
    if not name or not name[0].isalpha() or len(name) > _NAME_LENGTH:
        raise GameNameError(
            f"{folder.resolve().name!r} cannot name a game: begin the folder's name with a letter a-z, "
            f"and use at most {_NAME_LENGTH} letters, digits and underscores"
        )
    if name in games():
        raise GameNameError(
            f"{name!r} is the name of a game that comes with Senlac: choose another folder name"
        )
    return name


def _check_title(look: Look, title: str) -> None:
    fonts = look.fonts
    try:
        for face in (CAPS, TEXT, TITLE):
            fonts[face].check(title)
        fonts.fit(title, TITLE, _TITLE_ROOM, _TITLE_FLOOR, _TITLE_FLOOR)
    except (MissingGlyphError, TextTooWideError) as fault:
        raise GameTitleError(f"the title cannot be printed: {fault}") from fault
    if not title.strip():
        raise GameTitleError("the title is empty: give the game a title")


def _schema_line(file: Path, text: str) -> str:
    """The line that tells an editor which schema a file of the game has, in a folder `schemas` beside the
    game's: `senlac schema --out schemas` writes it."""
    parts = file.as_posix().split("/")
    name = file.stem if len(parts) == 1 else parts[0]
    if name == "scenarios":
        name += next((f"_{key}" for key in ("board", "area_map") if f"\n{key}:" in text), "")
    return f"# yaml-language-server: $schema={'../' * len(parts)}schemas/{name}.schema.json\n"


def _texts(template: Path, name: str, title: str) -> dict[Path, str]:
    """The files of the new game by their names in its folder."""
    found = {
        file.relative_to(template): file.read_text(encoding="utf-8")
        for file in sorted(template.rglob("*"))
        if file.is_file()
    }
    game = Path("game.yaml")
    quoted = json.dumps(title, ensure_ascii=False)  # a string of JSON is one of YAML
    for file, text in found.items():
        if file.suffix == ".yaml":
            found[file] = _schema_line(file, text) + text
    found[game] = found[game].replace(_NAME, f"game: {name}\n").replace(_TITLE, f"title: {quoted}\n")
    return found
