"""The commands of a referee, on the command line of `pbem`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import HERE, Dir, GameFile, Json, MoveFile, Picture, clock

Why = Annotated[str, typer.Option("--why", help="The reason; all players will read it.")]


def rule(
    facts: Annotated[list[str], typer.Argument(metavar="FACT...", help="What is to be so, one fact each.")],
    why: Why,
    number: Annotated[str, typer.Option("--rule", help="Rule being interpreted.")] = "",
    folder: Dir = HERE,
    as_json: Json = False,
) -> None:
    """Propose facts that the rules do not give.

    Where a phase begins: `COUNTER at PLACE`, `COUNTER is disordered`, `COUNTER is not disordered`, or a
    number, as in `losses saxon 12`. At any time: `SIDE: ORDER`, which answers the decision that SIDE has to
    make now, `game over: SIDE LEVEL` or `game over: draw`. Facts take effect when all parties have signed.
    What changes nothing in the game, write in a mail.

    Example: pbem rule "S-fyrd-3 at 2019" "losses saxon 12" --why "We erred."
             pbem rule "game over: draw" --why "Both are dead." --dir referee
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.rule(folder, facts, why, number, clock(), as_json))


def late(folder: Dir = HERE, as_json: Json = False) -> None:
    """Record that a side has missed its deadline.

    The charter says what follows: the default order counts, the game is lost, or nothing. The command refuses
    while time is left, grace and days off included. To give more time, wait.

    Example: pbem late --dir referee
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.record_late(folder, clock(), as_json))


def remind(folder: Dir = HERE, as_json: Json = False) -> None:
    """Mail a reminder to whoever must act.

    It says again what is due, by when, and the choices.

    Example: pbem remind --dir referee
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.remind(folder, clock(), as_json))


ActNumber = Annotated[
    int, typer.Argument(metavar="ACT", min=1, help="The number of the act by hand that was objected to.")
]
Reason = Annotated[str, typer.Option("--why", help="The reason; all players will read it.")]


def uphold(act: ActNumber, why: Reason, folder: Dir = HERE, as_json: Json = False) -> None:
    """Say as the referee that an objection to an act by hand is right.

    The act alone is undone; dice stand, and so does all that was done since. Without a referee the players
    judge: they write `uphold 12` among their orders.

    Example: pbem uphold 12 --why "The ford is closed (4.2)." --dir referee
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.judge(folder, act, True, why, clock(), as_json))


def dismiss(act: ActNumber, why: Reason, folder: Dir = HERE, as_json: Json = False) -> None:
    """Say as the referee that an objection to an act by hand is wrong.

    The act stands, and the objection stands beside it in the log. Without a referee the players judge: they
    write `dismiss 12` among their orders.

    Example: pbem dismiss 12 --why "Rule 4.2 lets infantry pass." --dir referee
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.judge(folder, act, False, why, clock(), as_json))


def rollback(
    to: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            "--to",
            min=0,
            metavar="SEQ",
            help="The last entry to keep; in a side's folder the last before its newest order.",
        ),
    ] = None,
    why: Annotated[str, typer.Option("--why", help="The reason; all players will read it.")] = "",
    folder: Dir = HERE,
    as_json: Json = False,
) -> None:
    """Propose to take the game back to an earlier entry.

    It takes effect when all parties have signed; all dice after it are new. In a side's folder it takes back
    that side's newest order: with a referee it writes a mail that asks the referee to propose it.

    Example: pbem rollback --to 14 --why "Both misread the ford." --dir referee
             pbem rollback --why "I misread the ford." --dir saxon
    """
    from pbem.cli.actions import takeback_actions

    raise typer.Exit(takeback_actions.rollback(folder, to, why, clock(), as_json))


def vacation(
    words: Annotated[
        list[str], typer.Argument(metavar="[SIDE] LENGTH", help='Such as "2 weeks"; SIDE as the referee.')
    ],
    folder: Dir = HERE,
    as_json: Json = False,
) -> None:
    """Stop the clock of a game for a while.

    In a side's folder it writes a mail to the referee, whose program asks all others; the clock stands still
    once they have agreed. In the referee's folder it is granted at once, and all get a mail.

    Example: pbem vacation "2 weeks" --dir saxon
             pbem vacation saxon "2 weeks" --dir referee
    """
    from pbem.cli.actions import takeback_actions
    from pbem.play import vacations

    side = words[0] if vacations.read_hours(" ".join(words)) is None else None
    span = " ".join(words if side is None else words[1:])
    hours = vacations.read_hours(span)
    if hours is None:
        raise typer.BadParameter(vacations.describe_misread(span), param_hint="LENGTH")
    raise typer.Exit(takeback_actions.vacation(folder, side, hours, span, clock(), as_json))


def adopt(folder: Dir = HERE, game: GameFile = None, as_json: Json = False) -> None:
    """Propose to go on under newer rules, or a new version of the game's file.

    The rules installed here replay the game, and must give all that is in the log. It takes effect when
    all parties have signed, each with a program that has these rules. The proposal tells what differs in
    a new version; the game goes on under the file that it has until all have signed.

    Example: pbem adopt --dir referee
             pbem adopt --dir referee --game karsk-0.3.0.senlac
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.adopt(folder, game, clock(), as_json))


def substitute(
    player: Annotated[str, typer.Argument(metavar="ROLE=NAME <MAIL>", help="The new player of a side.")],
    card: Annotated[
        Path,
        typer.Option(
            "--card", exists=True, dir_okay=False, help="What `pbem keygen` printed for the new player."
        ),
    ],
    folder: Dir = HERE,
    as_json: Json = False,
) -> None:
    """Propose a new player, key or dice chain for a side.

    It takes effect when the newcomer has signed.

    Example: pbem substitute "norman=Edith <edith@example.org>" \\
               --card edith.txt --dir referee
    """
    from pbem.cli.actions import host_actions
    from pbem.setup import new_game

    role, who = new_game.player(player)
    raise typer.Exit(host_actions.substitute(folder, role, who, card, clock(), as_json))


def countersign(
    file: MoveFile,
    folder: Dir = HERE,
    game: GameFile = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    as_json: Json = False,
) -> None:
    """Sign what another party proposed: a ruling, rollback, new player or new rules.

    A new version of a game's file comes with the mail, or --game names it. The differences are shown
    first; at a terminal you are asked to confirm.

    Example: pbem countersign 0023-rollback.pbem --dir norman
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.countersign(folder, file, game, yes, clock(), as_json))


def receive(
    mail: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Argument(
            metavar="[MAIL]",
            exists=True,
            dir_okay=False,
            help="A saved mail or a .pbem file; without it, a mail from standard input.",
        ),
    ] = None,
    folder: Dir = HERE,
    picture: Picture = True,
    as_json: Json = False,
) -> None:
    """Take in one mail, or a *.pbem file.

    The referee's folder judges and answers it; the answers wait in outbox/. In a player's folder it brings
    the log up to date.

    Example: pbem receive --dir hastings/referee < message.eml
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.receive(folder, mail, picture, clock(), as_json))


def apply(
    file: MoveFile,
    folder: Dir = HERE,
    again: Annotated[bool, typer.Option("--again", help="Let this join replace an earlier one.")] = False,
    as_json: Json = False,
) -> None:
    """Take in one *.pbem file, without an answering mail.

    `receive` takes in mails and files alike; this is for games without mails, and for a join that replaces
    an earlier one.

    The referee appends a move, rolls its dice and goes on to the next decision. A player takes in the
    referee's answer or, without a referee, the other side's move, and answers it. Before the game the host
    takes in joins, and a player the charter. The same file again gives the same answer again.

    Example: pbem apply 0001-norman.pbem --dir hastings/referee
    """
    from pbem.cli.actions import game_actions

    raise typer.Exit(game_actions.apply(folder, file, clock(), again, as_json))


COMMANDS = (
    receive,
    apply,
    rule,
    uphold,
    dismiss,
    late,
    remind,
    rollback,
    vacation,
    adopt,
    substitute,
    countersign,
)
