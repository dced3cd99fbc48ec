"""The command that puts a game into one file, to hand it to others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from generator.cli.app import AsJson, Game, app, fault_line, must_end_in, say, tell_line
from modules.amounts import count_noun
from modules.terminal import line

if TYPE_CHECKING:
    from generator.checking.packing import PackedGame

_MOST_LEFT_OUT: Final = 8
"""Names of what stays behind that are told; the others are counted."""


@app.command()
def pack(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE.senlac", show_default="GAME-VERSION.senlac", help="The file to write."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a game into one file, to hand it to others.

    The game is checked first; a game with faults is not packed. Wherever GAME stands in a command, the file
    serves. Two lines of words tell the game from every other one: the first for what it is played by, the
    second for what is looked at. Read them to one another: the same words are the same game. The same game
    gives the same file, byte for byte.

    \b
    Example: senlac pack mygame
             senlac pack mygame --out mill-bridge.senlac
    """
    from generator.cache.files import write_bytes
    from generator.checking.packing import pack_game
    from modules.game_file.names import SUFFIX

    if out is not None:
        must_end_in(out, SUFFIX)
    packed = pack_game(game)
    definition = packed.definition
    out = out or Path(f"{definition.name}-{definition.game.version}{SUFFIX}")
    _refuse_inside(out, Path(game))
    for each in definition.warnings:
        tell_line(fault_line(each, definition.folder), err=True)
    write_bytes(out, packed.file.data)
    say("\n".join(_words(packed, out)), as_json, **_facts(packed, out))


def _refuse_inside(out: Path, game: Path) -> None:
    """No file of a game lies in its own folder: whoever copies the folder would hand over two games."""
    if game.is_dir() and game.resolve() in out.resolve().parents:
        message = f"{str(out)!r} lies in the game's own folder: name a place beside it"
        raise typer.BadParameter(message, param_hint="--out")


def _words(packed: PackedGame, out: Path) -> list[str]:
    from modules.game_file.archive import MOST_OF_A_MAIL, fits_mail, mail_characters
    from modules.game_file.digests import digest_lines

    file, game = packed.file, packed.definition.game
    size = len(file.data)
    told = [
        f"wrote {line(str(out))}: {count_noun(len(file.files), 'file')}, {count_noun(size, 'byte')}",
        f"{game.title}, version {game.version}",
        *digest_lines(file.digests),
    ]
    if packed.left_out:
        named = [line(name) for name in packed.left_out[:_MOST_LEFT_OUT]]
        more = len(packed.left_out) - len(named)
        told.append(f"left out: {', '.join(named)}{f', and {more} more' if more else ''}")
    mailed = f"{mail_characters(size):,} characters of {MOST_OF_A_MAIL:,}"
    if fits_mail(size):
        told.append(f"fits a mail: {mailed}")
    else:
        told.append(f"too large for a mail ({mailed}): hand the file over in another way")
    return told


def _facts(packed: PackedGame, out: Path) -> dict[str, object]:
    from modules.game_file.archive import MOST_OF_A_MAIL, fits_mail, mail_characters
    from modules.game_file.digests import digest_facts

    file, game = packed.file, packed.definition.game
    size = len(file.data)
    return {
        "file": str(out),
        "bytes": size,
        "files": len(file.files),
        "game": game.game,
        "title": game.title,
        "version": game.version,
        "digests": digest_facts(file.digests),
        "left_out": list(packed.left_out),
        "fits_mail": fits_mail(size),
        "mail": {"characters": mail_characters(size), "most": MOST_OF_A_MAIL},
    }
