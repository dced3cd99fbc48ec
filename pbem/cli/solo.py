"""The command with which people play at one screen, alone against the program or among themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pbem.cli.options import Options

if TYPE_CHECKING:
    from pbem.solo.saved_game import SavedGame

NewGame = Annotated[
    Optional[str],  # noqa: UP045
    typer.Argument(metavar="[GAME/SCENARIO]", help="A new game, such as three_battles/hastings."),
]
Kept = Annotated[Path, typer.Option("--dir", file_okay=False, help="Where the game is kept, or goes on.")]
Seat = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--as", metavar="SIDE", help="Whom you play in a new game; needed without --table and --hot-seat."
    ),
]
Against = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--against", help="How the program plays: search (in your own game policy), policy or random."
    ),
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
HotSeat = Annotated[
    bool, typer.Option("--hot-seat", help="A new game of people at one screen: they play every side.")
]
OnTable = Annotated[bool, typer.Option("--table", help="Play on a board in the browser.")]
NoBrowser = Annotated[
    bool,
    typer.Option("--no-browser", help="With --table: print the address, and open no browser."),
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
    hot_seat: HotSeat = False,
    on_table: OnTable = False,
    no_browser: NoBrowser = False,
) -> None:
    """Play alone against the program, or with others at one screen.

    Type orders as you would write them in a mail; `help` lists what else you may type. With --table you play
    on a board in the browser. Everything is kept after each order: leave when you like, and go on with
    `pbem play --dir DIR`, with or without --table. The dice follow from a seed and prove nothing to anybody.

    Example: pbem play three_battles/fulford --as viking --dir fulford
    """
    from pbem.cli.actions import solo_actions

    if no_browser and not on_table:
        raise typer.BadParameter("this goes with --table", param_hint="--no-browser")
    if on_table and orders is not None:
        raise typer.BadParameter("give a file of orders without --table", param_hint="--orders")
    own = {"--as": seat, "--against": against, "--budget": budget, "--option": option, "--seed": seed}
    begun = None
    if game is None:
        for name in (name for name, given in own.items() if given not in (None, [])):
            raise typer.BadParameter("a game that goes on has its own: leave it out", param_hint=name)
        if hot_seat:
            raise typer.BadParameter("a game that goes on has its own: leave it out", param_hint="--hot-seat")
    else:
        if undo:
            raise typer.BadParameter("a new game has no orders to take back", param_hint="--undo")
        seated = Seated(seat, against, budget, hot_seat, may_choose=on_table)
        begun = _begin(game, option or [], seated, solo_actions.choose_seed(seed))
    if on_table:
        raise typer.Exit(solo_actions.play_on_table(begun, folder, undo, open_browser=not no_browser))
    raise typer.Exit(solo_actions.play(begun, folder, orders, undo))


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of a new game, as they were typed. `may_choose`: without a seat the first one is meant."""

    seat: str | None
    against: str | None
    budget: int | None
    hot_seat: bool
    may_choose: bool


def _begin(game: str, options: list[str], seated: Seated, seed: int) -> SavedGame:
    """A new game. Raises UnknownGame, and BadParameter for players that do not go together."""
    from modules.library import PLAYERS
    from pbem.solo import saved_game

    against = saved_game.HOT_SEAT if seated.hot_seat else seated.against or saved_game.usual_player(game)
    for name, given in (("--against", seated.against), ("--budget", seated.budget)):
        if seated.hot_seat and given is not None:
            raise typer.BadParameter("with --hot-seat people play every side: leave it out", param_hint=name)
    if against not in (*PLAYERS, saved_game.HOT_SEAT) or seated.against == saved_game.HOT_SEAT:
        raise typer.BadParameter(f"{against!r} is none of {', '.join(PLAYERS)}", param_hint="--against")
    if seated.seat is None and not (seated.hot_seat or seated.may_choose):
        raise typer.BadParameter("say whom you play", param_hint="--as")
    seat = seated.seat or saved_game.first_seat(game, options)
    budget = 20 if seated.budget is None else seated.budget
    return saved_game.new(game, options, seat, against, budget, seed)


COMMANDS = (play,)
