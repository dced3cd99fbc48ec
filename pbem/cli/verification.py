"""The commands that check a game, or simulate one, on the command line of `pbem`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli import game_setup
from pbem.cli.options import HERE, Dir, GameFile, Json, LogPath, MoveFile, NoReferee, Options, Out


def verify(
    path: Annotated[Optional[Path], typer.Argument(metavar="DIR|LOG", exists=True)] = None,  # noqa: UP045
    full: Annotated[bool, typer.Option("--full", help="Print the whole game as it is replayed.")] = False,
    paper: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            "--paper",
            exists=True,
            dir_okay=False,
            help="Hold the signed papers in this file or mail against the log; may be repeated. A refused "
            "entry may be in another of these files than its refusal.",
        ),
    ] = None,
    game: GameFile = None,
    page: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--page",
            dir_okay=False,
            metavar="FILE.html",
            help="Write a page that checks the signatures and dice of logs in a browser, without a network.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a game log: signatures, dice, every order.

    Nobody's word is needed for it. A game that is not installed has its file in each party's folder; to a log
    alone --game gives it. With --page no log is named.

    Exit code 0 holds, 1 broken, 2 usage, 3 incomplete.

    Example: pbem verify hastings/referee/game.log
             pbem verify --page verifier.html
    """
    from pbem.cli.actions import verification_actions

    if page is not None:
        if path is not None or full or paper or game is not None:
            raise typer.BadParameter("the page takes any log: give --page alone", param_hint="--page")
        raise typer.Exit(verification_actions.write_page(page, as_json))
    if path is None:
        raise typer.BadParameter("name a log or folder, or a page with --page", param_hint="DIR|LOG")
    raise typer.Exit(verification_actions.verify_log(path, full, as_json, paper or (), game))


def dice_verify(
    path: LogPath,
    each: Annotated[
        bool,
        typer.Option("--list", help="Print every roll, and what it was for: by the rules, or in whose word."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Check every die roll of a log, without the rules.

    What a roll was for is no part of that check. --list and --json ask the rules for it; where these cannot
    say, it is marked as the word of who signed the roll.

    Example: pbem dice verify hastings/referee/game.log
    """
    from pbem.cli.actions import verification_actions

    raise typer.Exit(verification_actions.verify_rolls(path, each, as_json))


def dice_stats(path: LogPath, as_json: Json = False) -> None:
    """Show each side's dice by kind, and how rare they are.

    Also how many counters each side had on the map, turn by turn.

    Example: pbem dice stats hastings/referee/game.log
    """
    from pbem.cli.actions import story_actions

    raise typer.Exit(story_actions.tell_dice(path, as_json))


def check(file: MoveFile, folder: Dir = HERE, as_json: Json = False) -> None:
    """Check a move file by the rules; nothing is changed.

    Exit code 0 holds, 1 broken, 3 incomplete.

    Example: pbem check 0001-norman.pbem --dir hastings/referee
    """
    from pbem.cli.actions import game_actions

    raise typer.Exit(game_actions.check(folder, file, as_json))


def simulate(
    out: Out,
    game: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[GAME/SCENARIO]", help="For example three_battles/hastings."),
    ] = None,
    seed: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            "--seed", min=0, max=2**53 - 1, help="The same seed gives the same bytes.  [default: 0]"
        ),
    ] = None,
    option: Options = None,
    no_referee: NoReferee = False,
    by_mail: Annotated[
        bool, typer.Option("--by-mail", help="Play by mails in Maildirs, from the invitation on.")
    ] = False,
    row: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--row", metavar="FILE:N", help="Game N of a study with `--dice log`, counted from 0."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate a game; the built-in player plays both sides.

    With real keys, move files or mails, signed dice and a log. With --row a game of a study is written so, as
    it was played there.

    Example: pbem simulate three_battles/hastings --seed 1 --out simulated
             pbem simulate --row study/rows.parquet:17 --out game-17
    """
    from pbem.cli.actions import simulation_actions

    if row is not None:
        if game is not None or seed is not None or option or no_referee or by_mail:
            raise typer.BadParameter("the row says what is played: give --out alone", param_hint="--row")
        raise typer.Exit(simulation_actions.row(row, out, as_json))
    if game is None:
        raise typer.BadParameter("name a game, or a row with --row", param_hint="GAME/SCENARIO")
    if by_mail and no_referee:
        raise typer.BadParameter("by mail a referee answers: leave --no-referee out", param_hint="--by-mail")
    plan = game_setup.plan(game, option, seed=seed or 0, refereed=not no_referee)
    command = simulation_actions.mails if by_mail else simulation_actions.files
    raise typer.Exit(command(plan, out, as_json))


COMMANDS = (verify, check, simulate)
OF_DICE: Mapping[str, Callable[..., None]] = {"verify": dice_verify, "stats": dice_stats}
