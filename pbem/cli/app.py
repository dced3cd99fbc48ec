"""The command line of `pbem`. Nothing heavy is imported before a command runs, so that help comes at once."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Optional

import typer

from generator import console
from pbem import errors
from pbem.cli import club, club_database, game_setup, host, manual, player, post, solo, table, verification
from pbem.cli.command_groups import CommandGroups
from pbem.cli.output import tell, warn
from pbem.keys import passphrases
from pbem.reason_codes import Code

app = typer.Typer(
    cls=CommandGroups,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Play a wargame by mail: signed moves, dice that nobody can bend, a log that anyone can check.",
    epilog="Manual: `pbem docs`; to begin, `pbem docs players` or `pbem docs referees`.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
dice = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Check the dice of a log without the rules, or count them.",
    epilog="More: `pbem docs dice`.",
)
app.add_typer(dice, name="dice", rich_help_panel="Check")
mailbox = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Write and try the settings of a mailbox.",
    epilog="More: `pbem docs referees`.",
)
app.add_typer(mailbox, name="post", rich_help_panel="Mail")
of_club = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Run a club: many games behind one mailbox.",
    epilog="More: `pbem docs club`.",
)
app.add_typer(of_club, name="club", rich_help_panel="Mail")

_USAGE = frozenset(
    {
        Code.UNKNOWN_GAME,
        Code.NO_GAME_FOLDER,
        Code.STRANGE_FOLDER,
        Code.BAD_PLAYER,
        Code.BAD_DEADLINE,
        Code.ZONE_UNKNOWN,
        Code.BAD_PASSPHRASE_FILE,
        Code.BAD_FILTER,
        Code.BAD_SAVE,
        Code.BAD_ROW,
        Code.BAD_PICTURE,
        Code.NOT_CONFIRMED,
        Code.NOTHING_TO_SIGN,
        Code.NOTHING_OWED,
        Code.NOT_A_PLAIN_FILE,
        Code.BAD_POST_FILE,
        Code.BAD_CLUB_FILE,
        Code.NO_SUCH_GAME,
        Code.NO_PASSWORD,
        Code.PASSWORD_EXPOSED,
    }
)
"""What the caller of a command has to mend in his call: exit code 2."""


def _tell_version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        tell(f"pbem {version('senlac')}\n")
    except PackageNotFoundError:
        tell("pbem, not installed\n")
    raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_tell_version, help="Show the version and exit."),
    ] = False,
    passphrase_file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--passphrase-file",
            envvar=passphrases.VARIABLE,
            dir_okay=False,
            help="File with the passphrase of your key on its first line.",
        ),
    ] = None,
) -> None:
    """Options before any command."""
    del version  # told and done with, when it was read
    passphrases.PASSPHRASES.begin(passphrase_file)


def _help(command: Callable[..., None]) -> str:
    """A command's help, in which the lines of an example stay as they are: they can be copied."""
    return inspect.cleandoc(command.__doc__ or "").replace("\nExample:", "\n\b\nExample:")


for group, commands, page in (
    ("Set up a game", game_setup.COMMANDS, "referees"),
    ("Play", player.COMMANDS, "players"),
    ("Play", table.COMMANDS, "games-by-mail-at-the-table"),
    ("Play alone", solo.COMMANDS, "players"),
    ("Referee", host.COMMANDS, "referees"),
    ("Mail", post.COMMANDS, "referees"),
    ("Check", verification.COMMANDS, "dice"),
    ("Help", manual.COMMANDS, "players"),
):
    for command in commands:
        more = f"More: `pbem docs {page}`."
        app.command(rich_help_panel=group, help=_help(command), epilog=more)(command)
for name, of_dice in verification.OF_DICE.items():
    dice.command(name, help=_help(of_dice), epilog="More: `pbem docs dice`.")(of_dice)
for name, of_post in post.OF_POST.items():
    mailbox.command(name, help=_help(of_post), epilog="More: `pbem docs referees`.")(of_post)
for name, command in club.OF_CLUB.items():
    of_club.command(name, help=_help(command), epilog="More: `pbem docs club`.")(command)
for name, command in club_database.OF_DATABASE.items():
    of_club.command(name, help=_help(command), epilog="More: `pbem docs club-machines`.")(command)


def main() -> None:
    """What `pbem` does: errors are told in one line, never as a traceback."""
    if sys.stdout is None:  # closed by the caller: what would be told goes nowhere
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as we run
    console.ready()
    try:
        console.only_called(app, sys.argv[1:])(prog_name="pbem")
    except SystemExit:
        if console.pipe_closed():
            sys.exit(console.PIPE_CLOSED)
        raise
    except errors.PbemError as error:
        _tell(error)
        sys.exit(2 if error.code in _USAGE else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(console.PIPE_CLOSED)
    except OSError as error:
        # Of a replacement, the second name is the user's; the first is a file of ours.
        file = error.filename2 or error.filename or "disk"
        warn(f"pbem: {file}: {error.strerror}\n")
        sys.exit(2)


def _tell(error: errors.PbemError) -> None:
    from pbem.cli.actions.game_actions import refusal

    warn("".join(f"pbem: {line}\n" for line in str(error).split("\n")))
    choices = refusal(error).get("choices", ())
    if choices:
        warn("".join(["legal here:\n", *(f"  {line}\n" for line in choices)]))
