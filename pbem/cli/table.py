"""The command with which a player plays games by mail at a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import Json

Invitation = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Argument(
        metavar="[INVITATION]",
        exists=True,
        dir_okay=False,
        help="Join: the mail saved as .eml, a .pbem file or text.",
    ),
]
Folder = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--dir", file_okay=False, help="Your folder of the game."),
]
Listed = Annotated[bool, typer.Option("--list", help="List your games here, and show no page.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")]
NoPost = Annotated[
    bool, typer.Option("--no-post", help="Show mails to be sent, and fetch none by post.yaml.")
]


def table(
    invitation: Invitation = None,
    folder: Folder = None,
    listed: Listed = False,
    no_browser: NoBrowser = False,
    no_post: NoPost = False,
    as_json: Json = False,
) -> None:
    """Play your games by mail on a board in the browser.

    The page lists the games in folders below this one, and the games that you opened before. With --dir it
    opens a game. With INVITATION it shows what you would agree to, and you join there. The folder of a game
    that you join is named after the game and your side, unless --dir names it.

    Example: pbem table invitation.eml
             pbem table --dir fulford-viking
             pbem table --list
    """
    from pbem.cli.actions import table_actions

    if listed and (invitation is not None or folder is not None):
        raise typer.BadParameter("it lists all games: leave the others out", param_hint="--list")
    if as_json and not listed:
        raise typer.BadParameter("this goes with --list", param_hint="--json")
    if listed:
        raise typer.Exit(table_actions.list_games(Path(), as_json))
    wish = table_actions.Wish(invitation, folder, not no_browser, not no_post)
    raise typer.Exit(table_actions.open_table(Path(), wish))


COMMANDS = (table,)
