"""What the commands of `senlac` share: the app, arguments, messages, exit codes, a progress bar.

Imports stand inside the commands, so that `senlac --help` answers at once. What a user can mend ends in
one message on stderr, never in a traceback. Exit codes: 0 done, 1 a fault was found or something refused,
2 the call itself is wrong, or a file cannot be read or written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from errno import EEXIST, ENOTDIR
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from generator import console
from modules.terminal import as_json, line, lines

if TYPE_CHECKING:
    from generator.building import Progress
    from modules.definition import Definition, Fault

app = typer.Typer(
    name="senlac",
    help="Board wargames, written once: counters, maps, charts, VASSAL modules, print-and-play kits.",
    epilog="GAME is the name of a game (see `senlac list`), or a path to a folder with a "
    "definition or to a file of `senlac pack`. Manual: `senlac docs`. To play by mail: `pbem docs`.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

_IN_THE_WAY = "a file is where a folder is needed: choose another name"


def _begun(incomplete: str) -> list[str]:
    """The games that a word may become, for a shell that completes it: those that ship, folders, files."""
    from glob import escape

    from modules import library
    from modules.game_file.names import SUFFIX

    here = sorted(str(file.parent) for file in Path().glob(f"{escape(incomplete)}*/game.yaml"))
    files = sorted(str(file) for file in Path().glob(f"{escape(incomplete)}*{SUFFIX}"))
    return [*(name for name in library.games() if name.startswith(incomplete)), *here, *files]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's name, its folder, or its file (.senlac).", autocompletion=_begun
    ),
]


class Resolution(StrEnum):
    """Of a module's boards."""

    screen = "screen"
    high = "high"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]


def _tell_version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        tell(f"senlac {version('senlac')}")
    except PackageNotFoundError:
        tell("senlac, not installed")
    raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_tell_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Options before any command."""


def main() -> None:
    """What `senlac` does; ends the process with its exit code."""
    console.ready()
    try:
        console.only_called(app, sys.argv[1:])(prog_name="senlac")
    except SystemExit:
        if console.pipe_closed():
            sys.exit(console.PIPE_CLOSED)
        raise  # the usual end: what follows would import for nothing
    except BrokenPipeError:
        sys.exit(console.PIPE_CLOSED)
    except _usage_errors() as fault:
        _fail(fault, 2)
    except _user_errors() as fault:
        on_disk = isinstance(fault, OSError) or isinstance(fault.__cause__, OSError)
        _fail(fault, 2 if on_disk else 1)


def _fail(fault: BaseException, code: int) -> NoReturn:
    from modules.definition import DefinitionError
    from modules.game_file.opened import shown_text

    message = str(fault)
    if isinstance(fault, OSError) and fault.strerror:
        # Of a replacement, the second name is the user's; the first is a file of ours.
        file = fault.filename2 or fault.filename
        why = _IN_THE_WAY if _is_in_the_way(fault) else fault.strerror
        message = f"{file or 'standard output'}: {why}"  # what we write ourselves bears its name
    told = line(message)
    if isinstance(fault, DefinitionError):
        told = "\n".join(fault_line(each, fault.folder) for each in fault.faults)
    tell(f"senlac: {shown_text(told)}", err=True)
    sys.exit(code)


def _is_in_the_way(fault: OSError) -> bool:
    """Whether the system, not one of our own messages, says that a file stands where a folder is needed."""
    return fault.errno in (EEXIST, ENOTDIR) and fault.strerror == os.strerror(fault.errno)


def _usage_errors() -> tuple[type[Exception], ...]:
    from generator.kit.options import KitOptionError
    from modules.definition import NoSuchGame
    from modules.library import NoSuchScenario

    return KitOptionError, NoSuchGame, NoSuchScenario


def _user_errors() -> tuple[type[Exception], ...]:
    """What a user can mend. Looked up only once something went wrong: the imports cost time."""
    from generator.checking.mendable import DRAWING_FAULTS
    from generator.checking.packing import InstalledGameError
    from generator.new_game import NEW_GAME_FAULTS
    from generator.new_game.rulebook_numbers import RULEBOOK_FAULTS
    from generator.studies.dice import NoDice
    from generator.studies.plan import StudyFault
    from generator.trial import NoTable, TrialRefused
    from generator.vassal.format.errors import VassalError
    from modules.cases import NoSuchCase
    from modules.definition import DefinitionError
    from modules.engine.errors import OrderError
    from modules.engine.odds.branches import NoOdds
    from modules.engine.rules.required_parts import MissingPart
    from modules.game_file.names import BadFileName, BadGameFile
    from modules.library import BadOption, NoEvaluation, NoRules

    games = (
        BadFileName,
        BadGameFile,
        BadOption,
        InstalledGameError,
        MissingPart,
        NoEvaluation,
        NoRules,
        NoDice,
        NoOdds,
        NoSuchCase,
        NoTable,
        OrderError,
        StudyFault,
        TrialRefused,
    )
    starts = (*NEW_GAME_FAULTS, *RULEBOOK_FAULTS)
    return (DefinitionError, OSError, VassalError, *games, *starts, *DRAWING_FAULTS)


def definition_of(game: str) -> Definition:
    """The checked definition that GAME names. Raises NoSuchGame, DefinitionError."""
    from modules import library

    return library.definition(game)


def load_drawable(game: str) -> Definition:
    """The checked definition that GAME names, with art of its own that can be read; warnings of its files are
    printed. Raises NoSuchGame, DefinitionError."""
    definition = definition_of(game)
    for each in definition.warnings:
        tell_line(fault_line(each, definition.folder), err=True)
    if definition.art:
        from generator.checking.own_art import own_art_faults
        from generator.look import look_of
        from modules.definition import DefinitionError

        faults = [each for each in own_art_faults(look_of(definition), definition) if not each.warning]
        if faults:
            raise DefinitionError(definition.folder, faults)
    return definition


def say(words: str, in_json: bool, **facts: Any) -> None:
    """Print what was done: in words, or its facts as a line of JSON."""
    if in_json:
        tell_json(facts)
    else:
        tell(words)


def tell(words: str, *, err: bool = False) -> None:
    """Print lines of ours, with what strangers wrote in them."""
    typer.echo(lines(words), err=err)


def tell_line(words: str, *, err: bool = False) -> None:
    """Print one line: no line end of a stranger's makes it two."""
    typer.echo(line(words), err=err)


def tell_json(data: Any) -> None:
    """Print JSON for a program to read; as `pbem` does, with an indent of two."""
    typer.echo(as_json(data, 2))


def fault_line(fault: Fault, folder: Path) -> str:
    """A fault of a game's folder as FILE:LINE:COLUMN: MESSAGE, its file as it is called from here, so that a
    terminal or an editor opens it."""
    slash = "/" if fault.place.file.endswith("/") else ""
    path = _from_here(_shown(folder) / fault.place.file)
    return line(f"{path}{slash}{str(fault)[len(line(fault.place.file)) :]}")


def fault_facts(fault: Fault, folder: Path | None = None) -> dict[str, str | int]:
    """A fault for a program to read: its file within the game's folder and, if that is given, its path."""
    place = fault.place
    facts: dict[str, str | int] = {"file": place.file, "line": place.line, "column": place.column}
    if folder is not None:
        facts["path"] = _from_here(_shown(folder) / place.file)
    return {**facts, "message": fault.message}


def _shown(folder: Path) -> Path:
    from modules.game_file.opened import shown_path

    return shown_path(folder)


def _from_here(path: Path) -> str:
    """A path as it is called from the folder where one stands; from elsewhere its whole name."""
    try:
        found = os.path.relpath(path)
    except ValueError:  # on Windows: another drive
        return str(path)
    return found if not found.startswith(os.pardir) else os.path.abspath(path)  # noqa: PTH100 - no link resolved


def must_end_in(out: Path, *endings: str, option: str = "--out") -> None:
    """Refuse, as a wrong call, a file whose name has none of these endings."""
    if out.suffix.lower() not in endings:
        wanted = " or ".join(endings)
        raise typer.BadParameter(f"{out.name!r} must end in {wanted}", param_hint=option)


@contextmanager
def progress_bar(words: str) -> Iterator[Progress | None]:
    """A bar on stderr where that is a terminal; it is drawn only when told, so that no thread is needed."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task(words, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=True)

        yield show
