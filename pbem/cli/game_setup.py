"""The commands that set up a game, by mail or on one machine, on the command line of `cli`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pbem.cli.options import (
    HERE,
    ByWord,
    Deadlines,
    Dir,
    GameFile,
    GameName,
    Json,
    KeyFile,
    NoReferee,
    Options,
    Out,
    Players,
    clock,
)

if TYPE_CHECKING:
    from pbem.setup.new_game import Plan

PLAYOUTS = 24
"""Of a computer that searches, for each choice, where nothing else is said."""


def keygen(
    folder: Annotated[Path, typer.Argument(metavar="DIR", file_okay=False)],
    passphrase: Annotated[
        bool, typer.Option("--passphrase", help="Encrypt the key; you are asked for a passphrase twice.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make your signing key and your secret dice chain.

    The key is OpenSSH Ed25519. A key or chain that is already in the folder is kept.

    Example: pbem keygen hastings/norman
    """
    from pbem.cli.actions import game_actions

    raise typer.Exit(game_actions.keygen(folder, passphrase, as_json))


def invite(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", file_okay=False, help="Your folder.")],
    option: Options = None,
    player: Players = None,
    deadline: Deadlines = None,
    no_referee: NoReferee = False,
    host: Annotated[
        str, typer.Option("--as", metavar="ROLE", help="Your own role: `referee`, or a side.")
    ] = "referee",
    key: KeyFile = None,
    word: ByWord = None,
    as_json: Json = False,
) -> None:
    """Invite the players to a game (first mail of three).

    Every role needs a --player.

    Example: pbem invite three_battles/hastings --out referee \\
               --player 'norman=Ann <ann@example.org>' \\
               --player 'saxon=Sven <sven@example.org>'
    """
    from pbem.cli.actions import game_actions

    wanted = plan(game, option, player, deadline, refereed=not no_referee, word=word)
    raise typer.Exit(game_actions.invite(wanted, host, out, key, clock(), as_json))


def join(
    invitation: Annotated[Path, typer.Argument(metavar="INVITATION", exists=True, dir_okay=False)],
    folder: Annotated[Path, typer.Option("--dir", file_okay=False, help="Your folder, made if need be.")],
    role: Annotated[
        str | None, typer.Option("--as", metavar="ROLE", help="The side that you will play.")
    ] = None,
    key: KeyFile = None,
    recipient: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--recipient", metavar="AGE1...", help="An age key for orders sealed to you."),
    ] = None,
    computer: Annotated[
        bool, typer.Option("--computer", help="The computer plays this side; the charter says so.")
    ] = False,
    budget: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            "--budget",
            min=0,
            max=9999,
            help=f"Its playouts for a choice; 0: its usual style.  [default: {PLAYOUTS}]",
        ),
    ] = None,
    game: GameFile = None,
    policy: Annotated[
        bool, typer.Option("--policy", help="The computer plays by simple rules, as in demonstrations.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Accept an invitation (second mail of three).

    Shows what you agree to, and signs it. You play the role to which the mail was sent; --as is for an
    invitation of an earlier release, which was the same for all.

    INVITATION is a .pbem file, a mail saved as .eml, or text with the invitation in it.

    A game that is not installed comes from a file. It comes with the mail, or --game names it.

    With --computer `pbem run` in this folder decides by itself and sends the orders.

    Example: pbem join invitation.eml --dir norman
             pbem join invitation.eml --dir norman --computer
             pbem join invitation.eml --dir red --game karsk.senlac
    """
    from pbem.cli.actions import game_actions
    from pbem.setup.join_request import JoinRequest

    how = JoinRequest(role, key, recipient, _player(computer, budget, policy), game)
    raise typer.Exit(game_actions.join(invitation, folder, how, clock(), as_json))


def _player(computer: bool, budget: int | None, policy: bool) -> str | None:
    """The player of the program that takes the seat, as a charter names it; None for a person."""
    if budget is not None and policy:
        raise typer.BadParameter(
            "its policy has no playouts: leave one of the two out", param_hint="--budget"
        )
    if computer:
        return "policy" if policy else f"search {PLAYOUTS if budget is None else budget}"
    if budget is not None or policy:
        name = "--policy" if policy else "--budget"
        raise typer.BadParameter("is how the computer plays: add --computer", param_hint=name)
    return None


def new(
    game: GameName,
    out: Out,
    option: Options = None,
    player: Players = None,
    deadline: Deadlines = None,
    no_referee: NoReferee = False,
    word: ByWord = None,
    as_json: Json = False,
) -> None:
    """Begin a game on one machine, with a folder for each party.

    Keys that `pbem keygen` made in these folders are used.

    Example: pbem new three_battles/hastings --out hastings --option 4
    """
    from pbem.cli.actions import game_actions

    wanted = plan(game, option, player, deadline, refereed=not no_referee, word=word)
    raise typer.Exit(game_actions.new(wanted, out, clock(), as_json))


def charter(folder: Dir = HERE, as_json: Json = False) -> None:
    """Show what the parties agreed on.

    Game, rules, options, who plays with which key, dice chains, deadlines.

    Example: pbem charter --dir hastings/norman
    """
    from pbem.cli.actions import situation_actions

    raise typer.Exit(situation_actions.show_charter(folder, as_json))


COMMANDS = (keygen, invite, join, new, charter)


def plan(
    game: str,
    option: list[str] | None,
    player: list[str] | None = None,
    deadline: list[str] | None = None,
    *,
    seed: int | None = None,
    refereed: bool = True,
    word: list[str] | None = None,
) -> Plan:
    """The game of a command line; raises UnknownGame, BadParameter, `bad-player`, `bad-deadline` or
    `zone-unknown`."""
    from pbem.judge import due_moments
    from pbem.log import deadlines
    from pbem.rules import rules_lookup
    from pbem.setup import new_game

    name, scenario = rules_lookup.split(game)
    named = [new_game.player(each) for each in player or []]
    twice = sorted({role for role, _ in named if sum(role == other for other, _ in named) > 1})
    if twice:
        raise typer.BadParameter(f"{twice[0]} is named twice", param_hint="--player")
    times = deadlines.charter_form(deadline or [])
    due_moments.check_zones(times)
    return new_game.Plan(name, scenario, option or [], dict(named), seed, refereed, times, word or [])
