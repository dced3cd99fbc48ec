"""What the commands of `pbem` have in common on the command line, and the one place that reads the clock."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Optional

import typer

Dir = Annotated[Path, typer.Option("--dir", file_okay=False, exists=True, help="A party's folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]
GameName = Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="For example three_battles/hastings.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="Use an optional rule; may be repeated.")]
Players = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--player", metavar="ROLE=NAME <MAIL>", help="Who plays a role; may be repeated."),
]
Out = Annotated[
    Path, typer.Option("--out", file_okay=False, help="The folder in which the parties' folders are made.")
]
Deadlines = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--deadline",
        metavar="[KIND=]TIME[@HH:MM ZONE][+GRACE][,THEN][,DAY]",
        help="Time for a move, such as order=168h+24h,wait or '7d@21:00 Europe/Warsaw,weekdays'; may be "
        "repeated. THEN is claim (the default), default, forfeit or wait.",
    ),
]
NoReferee = Annotated[
    bool, typer.Option("--no-referee", help="Play without a referee (not in games with hidden cards).")
]
ByWord = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--word",
        metavar="SIDE",
        help="A player without a program: the referee holds his key; may be repeated.",
    ),
]
KeyFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--key", dir_okay=False, exists=True, help="Use a copy of this OpenSSH Ed25519 key of yours."
    ),
]
GameFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--game",
        metavar="FILE.senlac",
        exists=True,
        dir_okay=False,
        help="The file of the game, where the game comes from one and the file did not come along.",
    ),
]
MoveFile = Annotated[Path, typer.Argument(metavar="FILE.pbem", exists=True, dir_okay=False)]
LogPath = Annotated[Path, typer.Argument(metavar="DIR|LOG", exists=True)]
Picture = Annotated[
    bool, typer.Option("--picture/--no-picture", help="Put a picture of the map into answers.")
]
Post = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--post", dir_okay=False, help="Mail settings, if not post.yaml in the folder."),
]
Once = Annotated[bool, typer.Option("--once", help="Stop when all mail is read (for cron).")]
Every = Annotated[int, typer.Option("--every", min=1, max=86_400, help="Seconds between rounds.")]

BETWEEN_ROUNDS = 60
HERE = Path()
USUAL_DPI = 100


def clock() -> int:
    """The time, Unix seconds: read here and nowhere else."""
    return int(time.time())
