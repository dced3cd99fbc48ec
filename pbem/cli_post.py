"""The commands by which mails come and go, on the command line of `cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli_words import HERE, Dir, Json

Post = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--post", dir_okay=False, help="The settings of the mail, if not post.yaml in the folder."),
]


def send(folder: Dir = HERE, post: Post = None, as_json: Json = False) -> None:
    """Send what lies in the outbox. Exit code 0 all delivered, 1 something was refused or still waits.

    Example: pbem send --dir hastings/referee
    """
    from pbem.post import commands

    raise typer.Exit(commands.send(folder, post, as_json))


COMMANDS = (send,)
