"""The commands of a club on several machines, over a database, on the command line of `cli`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.club import Club
from pbem.cli.options import HERE, Json, Picture, Post, clock

Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="SENLAC_CLUB_DATABASE",
        metavar="WHERE",
        help="The PostgreSQL database, as libpq takes it.",
    ),
]
Key = Annotated[
    Path,
    typer.Option(
        "--key",
        envvar="SENLAC_CLUB_KEY",
        exists=True,
        dir_okay=False,
        help="The key that closes what lies in it.",
    ),
]


def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False)],
    as_json: Json = False,
) -> None:
    """Make a key for a club's database.

    Example: pbem club key club.key
    """
    from pbem.cli.actions import club_database_actions

    raise typer.Exit(club_database_actions.new_key(file, as_json))


def import_(database: Database, secret: Key, folder: Club = HERE, as_json: Json = False) -> None:
    """Put a club into a database; it goes on there.

    The games in the folder sign nothing any more.

    Example: pbem club import --dir our-club --database dbname=club --key club.key
    """
    from pbem.cli.actions import club_database_actions

    raise typer.Exit(club_database_actions.import_club(folder, database, secret, as_json))


def export(
    out: Annotated[Path, typer.Argument(metavar="DIR", file_okay=False)],
    database: Database,
    secret: Key,
    moves: Annotated[bool, typer.Option("--move", help="The club goes on there.")] = False,
    as_json: Json = False,
) -> None:
    """Write the club of a database as plain folders.

    They are copies to read and to verify, which sign nothing; with --move the club goes on in them, and the
    database signs nothing any more.

    Example: pbem club export our-club --database dbname=club --key club.key
    """
    from pbem.cli.actions import club_database_actions

    raise typer.Exit(club_database_actions.export_club(out, database, secret, moves, as_json))


def work(
    database: Database,
    secret: Key,
    folder: Club = HERE,
    once: Annotated[bool, typer.Option("--once", help="Stop when nothing is to do (for cron).")] = False,
    every: Annotated[int, typer.Option("--every", min=1, max=86_400, help="Seconds between rounds.")] = 60,
    picture: Picture = True,
    post: Post = None,
    as_json: Json = False,
) -> None:
    """Work for a club in a database, beside other workers.

    Fetches mail as post.yaml in the folder says, takes it in, answers, reminds. Any number may run, on any
    machine, with a folder each. Goes on until SIGTERM or Ctrl-C.

    Example: pbem club work --dir here --database dbname=club --key club.key
    """
    from pbem.cli.actions import club_database_actions
    from pbem.post.folder_rounds import Pace

    raise typer.Exit(
        club_database_actions.work(folder, database, secret, post, Pace(once, every), picture, as_json)
    )


def restored(database: Database, secret: Key, folder: Club = HERE, as_json: Json = False) -> None:
    """Go on with a database that was put back.

    The players of each game are asked what they hold; it signs nothing until all have said so.

    Example: pbem club restored --dir here --database dbname=club --key club.key
    """
    from pbem.cli.actions import club_database_actions

    raise typer.Exit(club_database_actions.confirm_restored(folder, database, secret, clock(), as_json))


def rekey(
    database: Database,
    secret: Key,
    new: Annotated[Path, typer.Option("--new", exists=True, dir_okay=False, help="The key from now on.")],
    as_json: Json = False,
) -> None:
    """Close what lies in a club's database with another key.

    Workers that have the old one do nothing from then on.

    Example: pbem club rekey --database dbname=club --key club.key --new new.key
    """
    from pbem.cli.actions import club_database_actions

    raise typer.Exit(club_database_actions.rekey(database, secret, new, as_json))


OF_DATABASE: dict[str, Callable[..., None]] = {
    "export": export,
    "import": import_,
    "key": key,
    "rekey": rekey,
    "restored": restored,
    "work": work,
}
