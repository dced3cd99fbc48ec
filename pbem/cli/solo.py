"""The command with which a person plays against the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import Options

NewGame = Annotated[
    Optional[str],  # noqa: UP045
    typer.Argument(metavar="[GAME/SCENARIO]", help="A new game, such as three_battles/hastings."),
]
Kept = Annotated[Path, typer.Option("--dir", file_okay=False, help="Where the game is kept, or goes on.")]
Seat = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--as", metavar="SIDE", help="Whom you play; needed for a new game."),
]
Against = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--against", help="How the program plays: search (unless said), policy or random."),
]
Budget = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        "--budget", min=0, max=10_000, help="Playouts for each choice, 20 unless said; 0: its usual style."
    ),
]
Seed = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        "--seed", min=0, max=2**53 - 1, help="The dice follow from it; without one nobody can guess it."
    ),
]
OrderFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--orders", exists=True, dir_okay=False, help="Give the orders of a file, and end."),
]

Undo = Annotated[
    int,
    typer.Option(
        "--undo", min=0, metavar="N", help="First take back your N newest orders, as after the end."
    ),
]


def play(
    game: NewGame = None,
    folder: Kept = Path("alone"),
    seat: Seat = None,
    against: Against = None,
    budget: Budget = None,
    option: Options = None,
    seed: Seed = None,
    orders: OrderFile = None,
    undo: Undo = 0,
) -> None:
    """Play alone against the program.

    Type orders as you would write them in a mail; `help` lists what else you may type. Everything is kept
    after each order: leave when you like, and go on with `pbem play --dir DIR`. The dice follow from a seed
    and prove nothing to anybody.

    Example: pbem play three_battles/fulford --as viking --dir fulford
    """
    from modules.library import PLAYERS
    from pbem.cli.actions import solo_actions
    from pbem.solo import saved_game

    if game is None:
        own = {"--as": seat, "--against": against, "--budget": budget, "--option": option, "--seed": seed}
        for name in (name for name, given in own.items() if given not in (None, [])):
            raise typer.BadParameter("a game that goes on has its own: leave it out", param_hint=name)
        raise typer.Exit(solo_actions.play(None, folder, orders, undo))
    if undo:
        raise typer.BadParameter("a new game has no orders to take back", param_hint="--undo")
    if (against := against or "search") not in PLAYERS:
        raise typer.BadParameter(f"{against!r} is none of {', '.join(PLAYERS)}", param_hint="--against")
    if seat is None:
        raise typer.BadParameter("say whom you play", param_hint="--as")
    playouts = 20 if budget is None else budget
    begun = saved_game.new(game, option or [], seat, against, playouts, solo_actions.choose_seed(seed))
    raise typer.Exit(solo_actions.play(begun, folder, orders))


COMMANDS = (play,)
