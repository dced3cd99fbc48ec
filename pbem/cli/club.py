"""The commands of a club of many games, on the command line of `cli`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import BETWEEN_ROUNDS, HERE, Every, Json, Once, Picture, Post, clock

Club = Annotated[Path, typer.Option("--dir", file_okay=False, help="The folder of the club.")]
InDatabase = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--database", metavar="WHERE", help="Of a club in this database: --dir is then a worker's folder."
    ),
]
ItsKey = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--key", envvar="SENLAC_CLUB_KEY", exists=True, dir_okay=False, help="The key of that database."
    ),
]
Game = Annotated[str, typer.Argument(metavar="N", help="The game's number or name.")]


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", file_okay=False)], as_json: Json = False
) -> None:
    """Found a club: settings with comments, for you to edit.

    They are club.yaml and post.yaml in the folder. What is there is kept.

    Example: pbem club init our-club
    """
    from pbem.cli.actions import club_actions

    raise typer.Exit(club_actions.create_club(folder, as_json))


def run(
    folder: Club = HERE,
    once: Once = False,
    every: Every = BETWEEN_ROUNDS,
    picture: Picture = True,
    post: Post = None,
    as_json: Json = False,
) -> None:
    """Watch the club's mailbox, for all its games.

    Each mail goes to the games whose signed entries it bears. Requests that people type are answered;
    reminders go out in time. Goes on until SIGTERM or Ctrl-C. With --once it stops when all
    mail is read. Exit code of --once: 0 done, 1 a server failed, a mail could not be delivered or more mail
    came than was read in ten rounds (the clock waits), 2 a file or the disk failed.

    Example: pbem club run --dir our-club --once
    """
    from pbem.cli.actions import club_actions
    from pbem.post.folder_rounds import Pace

    raise typer.Exit(club_actions.run(folder, post, Pace(once, every), picture, as_json))


def games(folder: Club = HERE, as_json: Json = False) -> None:
    """List the club's games, who is to move, and what rests.

    Example: pbem club games --dir our-club
    """
    from pbem.cli.actions import club_actions

    raise typer.Exit(club_actions.games(folder, clock(), as_json))


def resume(
    game: Game,
    folder: Club = HERE,
    post: Post = None,
    database: InDatabase = None,
    key: ItsKey = None,
    as_json: Json = False,
) -> None:
    """Let a game go on that was set aside, with its mails.

    Example: pbem club resume 17 --dir our-club
    """
    if database is not None:
        from pbem.cli.actions import club_database_actions

        raise typer.Exit(
            club_database_actions.resume(folder, database, _require_key(key), post, game, clock(), as_json)
        )
    from pbem.cli.actions import club_actions

    raise typer.Exit(club_actions.resume(folder, post, game, clock(), as_json))


def write_again(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="An address to which mail came back.")],
    folder: Club = HERE,
    database: InDatabase = None,
    key: ItsKey = None,
    as_json: Json = False,
) -> None:
    """Write to an address again to which mail came back.

    Example: pbem club write-again ann@example.org --dir our-club
    """
    if database is not None:
        from pbem.cli.actions import club_database_actions

        raise typer.Exit(
            club_database_actions.write_again(folder, database, _require_key(key), address, as_json)
        )
    from pbem.cli.actions import club_actions
    from pbem.club.club_folder import open_club

    raise typer.Exit(club_actions.write_again(open_club(folder), address, as_json))


def web(
    folder: Club = HERE,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port.")] = 8_066,
    tls: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--tls", exists=True, dir_okay=False, help="Certificate and key, one PEM file."),
    ] = None,
) -> None:
    """Show the club's pages: games, boards, results.

    They are read only, and show nothing that one side alone may see. Behind a reverse proxy, or with --tls.

    Example: pbem club web --dir our-club --port 8066
    """
    from pbem.cli.actions import club_actions

    raise typer.Exit(club_actions.web(folder, host, port, tls))


def _require_key(key: Path | None) -> Path:
    if key is None:
        raise typer.BadParameter("a club in a database has a key: say --key too")
    return key


OF_CLUB: dict[str, Callable[..., None]] = {
    "init": init,
    "run": run,
    "games": games,
    "resume": resume,
    "web": web,
    "write-again": write_again,
}
