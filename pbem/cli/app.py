"""The command line of `pbem`. Nothing heavy is imported before a command runs, so that help comes at once."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from generator import console
from pbem import errors, refusals
from pbem.cli import host, orders, post, setup
from pbem.cli.options import HERE, Dir, GameName, Json, LogPath, MoveFile, NoReferee, Options, Out, clock
from pbem.keys import passphrases
from pbem.post import faults

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Play a wargame by mail: signed moves, dice that nobody can bend, a log that anyone can check.",
)
dice = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="The signed dice log.")
app.add_typer(dice, name="dice")

_USAGE = (
    refusals.UnknownGame,
    refusals.NoGameFolder,
    refusals.StrangeFolder,
    refusals.BadPlayer,
    refusals.BadDeadline,
    errors.BadPassphraseFile,
    refusals.BadFilter,
    refusals.BadPicture,
    refusals.NotConfirmed,
    refusals.NothingToSign,
    refusals.NothingOwed,
    errors.NotAPlainFile,
    faults.BadPostFile,
    faults.NoPassword,
    faults.PasswordExposed,
)


def _tell_version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        typer.echo(f"pbem {version('senlac')}")
    except PackageNotFoundError:
        typer.echo("pbem, not installed")
    raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Tell the version.")
    ] = False,
    passphrase_file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--passphrase-file",
            envvar=passphrases.VARIABLE,
            dir_okay=False,
            help="The passphrase of your key, on its first line.",
        ),
    ] = None,
) -> None:
    """Options before any command."""
    del version  # told and done with, when it was read
    passphrases.PASSPHRASES.begin(passphrase_file)


for setup_command in setup.COMMANDS:
    app.command()(setup_command)


@app.command()
def legal(
    folder: Dir = HERE,
    every: Annotated[bool, typer.Option("--all", help="Every legal order, one a line.")] = False,
    unit: Annotated[Optional[str], typer.Option("--unit", help="Only orders that name a counter.")] = None,  # noqa: UP045
    as_json: Json = False,
) -> None:
    """What is due, of whom, and the legal orders.

    Example: pbem legal --dir hastings/norman --unit N-foot-3
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.list_legal(folder, every, unit, as_json))


@app.command()
def move(
    orders: Annotated[Optional[Path], typer.Argument(metavar="[ORDERS]", exists=True, dir_okay=False)] = None,  # noqa: UP045
    folder: Dir = HERE,
    draft: Annotated[bool, typer.Option("--draft", help="Without a link: nothing is rolled for it.")] = False,
    as_json: Json = False,
) -> None:
    """Check a file of orders by the rules and sign it as a move file.

    One order a line, `#` begins a comment. Without ORDERS: open the dice that come before any decision.

    Example: pbem move orders.txt --dir hastings/norman
    """
    from pbem.cli import run_game

    if orders is None and draft:
        raise typer.BadParameter(
            "without ORDERS the dice are opened, which reveals a link: leave --draft out, or give a file",
            param_hint="--draft",
        )
    raise typer.Exit(run_game.move(folder, orders, draft, as_json))


@app.command()
def resign(
    folder: Dir = HERE,
    yes: Annotated[bool, typer.Option("--yes", help="Without being asked.")] = False,
    as_json: Json = False,
) -> None:
    """Sign that your side gives the game up. Asks first; without a terminal only with --yes.

    Example: pbem resign --dir hastings/norman
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.resign(folder, yes, as_json))


@app.command()
def check(file: MoveFile, folder: Dir = HERE, as_json: Json = False) -> None:
    """Judge a move file, quoting rules; changes nothing. Exit code 0 holds, 1 broken, 3 incomplete.

    Example: pbem check 0001-norman.pbem --dir hastings/referee
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.check(folder, file, as_json))


@app.command()
def apply(
    file: MoveFile,
    folder: Dir = HERE,
    again: Annotated[
        bool, typer.Option("--again", help="A join that takes the place of an earlier one.")
    ] = False,
    as_json: Json = False,
) -> None:
    """The referee takes in a move: appends it, rolls, goes on to the next decision.

    A player takes in the referee's answer; without a referee the other's move, and answers it. Before the
    game the host takes in a join, a player the charter. The same file again gives the same answer again.

    Example: pbem apply 0001-norman.pbem --dir hastings/referee
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.apply(folder, file, clock(), again, as_json))


@app.command()
def show(
    out: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="A .png, .svg, .vsav or .vlog file.")
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="List each counter with its place and states.")
    ] = False,
    folder: Dir = HERE,
    side: Annotated[Optional[str], typer.Option("--side", help="As this side sees it.")] = None,  # noqa: UP045
    dpi: Annotated[int, typer.Option("--dpi", min=20, max=600, help="Dots an inch, for PNG.")] = 100,
    crop: Annotated[bool, typer.Option("--crop", help="Only the part of the map in use.")] = False,
    since: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            "--since",
            metavar="SEQ",
            min=0,
            help="Draw what happened after this entry too; a log begins there.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw the position, list it, write it as a save of VASSAL, or the whole game as a log of VASSAL.

    Example: pbem show --dir hastings/norman --out map.png
             pbem show --dir hastings/referee --out now.vsav
             pbem show --dir hastings/referee --out game.vlog
    """
    from pbem.cli import run_game

    if out is None and not text:
        raise typer.BadParameter("give a file with --out, or --text, or both", param_hint="--out")
    look = run_game.Look(side, out, text, dpi, crop, since)
    raise typer.Exit(run_game.show(folder, look, as_json))


@app.command()
def charter(folder: Dir = HERE, as_json: Json = False) -> None:
    """What the parties agreed on: game, rules, options, who plays with which key, dice chains, deadlines.

    Example: pbem charter --dir hastings/norman
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.show_charter(folder, as_json))


@app.command()
def status(folder: Dir = HERE, as_json: Json = False) -> None:
    """Where the game stands: whose turn, since when and until when, who was heard of when, what waits.

    Example: pbem status --dir hastings/saxon
    """
    from pbem.cli import run_game

    raise typer.Exit(run_game.show_status(folder, clock(), as_json))


@app.command()
def verify(
    path: LogPath,
    full: Annotated[bool, typer.Option("--full", help="Tell the whole game as it is replayed.")] = False,
    as_json: Json = False,
) -> None:
    """Check a log: signatures, hashes, dice, and every order by the rules. Needs nobody's word.

    Exit code 0 holds, 1 broken, 2 usage, 3 incomplete.

    Example: pbem verify hastings/referee/game.log
    """
    from pbem.cli import run_verify

    raise typer.Exit(run_verify.verify_log(path, full, as_json))


@dice.command("verify")
def dice_verify(
    path: LogPath,
    each: Annotated[bool, typer.Option("--list", help="Print every roll.")] = False,
    as_json: Json = False,
) -> None:
    """Check the dice of a log alone, without the rules.

    Example: pbem dice verify hastings/referee/game.log
    """
    from pbem.cli import run_verify

    raise typer.Exit(run_verify.verify_rolls(path, each, as_json))


@app.command()
def play(
    game: GameName,
    out: Out,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**53 - 1, help="The same seed gives the same bytes.")
    ] = 0,
    option: Options = None,
    no_referee: NoReferee = False,
    by_mail: Annotated[
        bool, typer.Option("--by-mail", help="From the invitation on, by mails in Maildirs.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play a whole game by policy, with keys, move files or mails, signed dice and a log.

    Example: pbem play three_battles/hastings --seed 1 --out simulated
    """
    from pbem.cli import run_simulate

    if by_mail and no_referee:
        raise typer.BadParameter("by mail a referee answers: leave --no-referee out", param_hint="--by-mail")
    plan = setup.plan(game, option, seed=seed, refereed=not no_referee)
    command = run_simulate.mails if by_mail else run_simulate.files
    raise typer.Exit(command(plan, out, as_json))


for command in (*orders.COMMANDS, *host.COMMANDS, *post.COMMANDS):
    app.command()(command)

_RARELY = 200_000
"""Objects between two searches for unreachable ones: a game's replay makes hardly any."""


def main() -> None:
    """The entry point: errors are told in one line, never as a traceback."""
    gc.set_threshold(_RARELY)
    atexit.register(gc.freeze)  # else the last search, among all that is left, takes a seventh of a command
    if sys.stdout is None:  # closed by the caller: what would be told goes nowhere
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as we run
    console.ready()
    try:
        app()
    except errors.PbemError as error:
        _tell(error)
        sys.exit(2 if isinstance(error, _USAGE) else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        # Of a replacement, the second name is the user's; the first is a file of ours.
        file = error.filename2 or error.filename or "disk"
        sys.stderr.write(f"pbem: {file}: {error.strerror}\n")
        sys.exit(2)


def _tell(error: errors.PbemError) -> None:
    from pbem.cli.run_game import refusal

    sys.stderr.write("".join(f"pbem: {line}\n" for line in str(error).split("\n")))
    choices = refusal(error).get("choices", ())
    if choices:
        sys.stderr.write("".join(["legal here:\n", *(f"  {line}\n" for line in choices)]))
