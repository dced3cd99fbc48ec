"""The commands of a referee beside `check` and `apply`, on the command line of `cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import HERE, Dir, MoveFile, Picture, clock

Role = Annotated[str, typer.Argument(metavar="ROLE", help="A side of the game.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for all to read.")]


def rule(
    text: Annotated[str, typer.Argument(help="What is ruled, in a sentence.")],
    why: Why,
    number: Annotated[str, typer.Option("--rule", help="The number of the rule that it reads.")] = "",
    folder: Dir = HERE,
) -> None:
    """The referee rules on a question: text and reason go signed into the log, and to all players.

    Example: pbem rule "The ford at 1612 is passable." --why "The map shows it." --rule 5.3 --dir referee
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.rule(folder, text, why, number, clock()))


def extend(
    role: Role,
    hours: Annotated[int, typer.Option("--hours", min=1, max=10_000, help="How many hours more.")],
    folder: Dir = HERE,
) -> None:
    """The referee gives a side more time for what it owes now.

    Example: pbem extend norman --hours 48 --dir referee
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.extend(folder, role, hours, clock()))


def late(folder: Dir = HERE) -> None:
    """The referee writes down that the side of which a decision is due has let its time go by.

    What follows stands in the charter: the default is taken, the game is lost, or nothing. Before the time,
    with grace, days off and extensions, the command refuses.

    Example: pbem late --dir referee
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.late(folder, clock()))


def remind(folder: Dir = HERE) -> None:
    """Write a mail to whoever owes something: what is due, by when, and the choices again.

    Example: pbem remind --dir referee
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.remind(folder, clock()))


def rollback(
    to: Annotated[int, typer.Option("--to", min=0, metavar="SEQ", help="The last entry that still counts.")],
    why: Why,
    folder: Dir = HERE,
) -> None:
    """Propose to take the game back to where it stood after an entry. It counts when all parties have signed.

    Example: pbem rollback --to 14 --why "Both misread the ford." --dir referee
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.rollback(folder, to, why, clock()))


def substitute(
    player: Annotated[str, typer.Argument(metavar="ROLE=NAME <MAIL>", help="Who takes over which side.")],
    card: Annotated[
        Path, typer.Option("--card", exists=True, dir_okay=False, help="What `pbem keygen` printed for him.")
    ],
    folder: Dir = HERE,
) -> None:
    """Propose a new player, or a new key or dice chain, for a side. It counts when the newcomer has signed.

    Example: pbem substitute "norman=Edith <edith@example.org>" --card edith.txt --dir referee
    """
    from pbem.begin import newgame
    from pbem.cli import run_host

    role, who = newgame.player(player)
    raise typer.Exit(run_host.substitute(folder, role, who, card, clock()))


def countersign(file: MoveFile, folder: Dir = HERE) -> None:
    """Sign what several parties have to sign: a game taken back, a new player.

    Example: pbem countersign 0023-rollback.pbem --dir norman
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.countersign(folder, file))


def receive(
    mail: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Argument(metavar="[MAIL]", exists=True, dir_okay=False, help="A saved mail; else stdin."),
    ] = None,
    folder: Dir = HERE,
    picture: Picture = True,
) -> None:
    """Take in one mail. A referee judges and answers it, and the answers wait in `outbox/`; a player's log
    grows by what the referee sent.

    Example: pbem receive --dir hastings/referee < message.eml
    """
    from pbem.cli import run_host

    raise typer.Exit(run_host.receive(folder, mail, picture, clock()))


COMMANDS = (receive, rule, extend, late, remind, rollback, substitute, countersign)
