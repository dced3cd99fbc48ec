"""The commands of a player's day, on the command line of `pbem`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import HERE, USUAL_DPI, Dir, Json, clock


def status(folder: Dir = HERE, as_json: Json = False) -> None:
    """Show whose turn it is, what is due and until when.

    Also when each player last wrote, and what waits in your folder.

    Example: pbem status --dir hastings/saxon
    """
    from pbem.cli.actions import situation_actions

    raise typer.Exit(situation_actions.show_status(folder, clock(), as_json))


def legal(
    folder: Dir = HERE,
    every: Annotated[bool, typer.Option("--all", help="List every legal order, one a line.")] = False,
    unit: Annotated[Optional[str], typer.Option("--unit", help="Only orders for this counter.")] = None,  # noqa: UP045
    after: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--after",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="List what comes after these orders.",
        ),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", dir_okay=False, help="With --after: a picture of the board, .png or .svg."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the legal orders of the decision that is due.

    With --after it shows the board after the orders in a file, up to the first dice, and what is legal then.

    Example: pbem legal --dir hastings/norman --unit N-foot-3
             pbem legal --dir hastings/norman --after orders.txt --out then.png
    """
    from pbem.cli.actions import situation_actions

    if out is not None and after is None:
        raise typer.BadParameter("it draws the board after orders: give --after", param_hint="--out")
    ahead = None if after is None else situation_actions.Ahead(after, out)
    raise typer.Exit(situation_actions.list_legal(folder, every, unit, as_json, ahead))


def odds(
    orders: Annotated[
        list[str], typer.Argument(metavar="ORDER...", help="Given one after another; the odds of the last.")
    ],
    folder: Dir = HERE,
    suppose: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--suppose", exists=True, dir_okay=False, help="Standing orders to suppose for others."),
    ] = None,
    samples: Annotated[
        int, typer.Option("--samples", min=100, max=100_000, help="Branches drawn where they are many.")
    ] = 2000,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", dir_okay=False, help="A chart to write: .svg."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what may come of an order, and how likely it is.

    Nothing is signed or sent. The rules follow every branch of the dice up to your next decision, from what
    you may know. Others decide by the game's defaults, or as you suppose. Where branches are many, or depend
    on what is hidden from you, some are drawn at random, and each share has its error.

    Example: pbem odds --dir hastings/norman "attack N-foot-3,N-foot-4 > S-fyrd-7"
    """
    from pbem.cli.actions import odds_actions

    if out is not None and out.suffix.lower() != ".svg":
        raise typer.BadParameter(f"{out.name!r} must end in .svg", param_hint="--out")
    raise typer.Exit(
        odds_actions.odds(folder, orders, odds_actions.OddsSettings(suppose, samples, out), as_json)
    )


def template(
    folder: Dir = HERE,
    out: Annotated[Optional[Path], typer.Option("--out", dir_okay=False, help="The file to write.")] = None,  # noqa: UP045
    as_json: Json = False,
) -> None:
    """Write a file of orders for you to edit.

    It says what is due and by when, and lists the legal choices behind `#`.

    Example: pbem template --dir hastings/norman --out orders.txt
    """
    from pbem.cli.actions import orders_actions

    raise typer.Exit(orders_actions.template(folder, out, clock(), as_json))


def orders(
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", exists=True, dir_okay=False)],
    folder: Dir = HERE,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", dir_okay=False, help="Also write them as a file of orders to edit."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read a log recorded in VASSAL as orders; nothing is signed.

    Line by line: the step, the counter, its way, and the order that it is, or why it is none. The log must
    begin with the position of today (`pbem show --out now.vsav`).

    Example: pbem orders turn5.vlog --dir hastings/norman --out orders.txt
    """
    from pbem.cli.actions import vassal_actions

    raise typer.Exit(vassal_actions.orders(folder, file, out, as_json))


def move(
    orders: Annotated[Optional[Path], typer.Argument(metavar="[ORDERS]", exists=True, dir_okay=False)] = None,  # noqa: UP045
    folder: Dir = HERE,
    draft: Annotated[
        bool, typer.Option("--draft", help="Sign a draft: no dice can be rolled for it.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation (for programs).")] = False,
    as_json: Json = False,
) -> None:
    """Check your orders and sign them as a move file.

    One order a line, `#` begins a comment; or a log recorded in VASSAL (.vlog). Without ORDERS: open the dice
    that come before any decision. On a terminal it shows what is left undecided, and asks before it signs.

    Example: pbem move orders.txt --dir hastings/norman
    """
    from pbem.cli.actions import game_actions

    if orders is None and draft:
        raise typer.BadParameter(
            "without ORDERS the dice are opened, which reveals a link: leave --draft out, or give a file",
            param_hint="--draft",
        )
    raise typer.Exit(
        game_actions.move(folder, orders, game_actions.SigningMode(draft, yes), clock(), as_json)
    )


def undo(folder: Dir = HERE, as_json: Json = False) -> None:
    """Take back what you have not signed.

    Drafts, lines that were kept for later, and `orders.txt`, which is laid anew; what stood there is kept in
    `orders-before.txt`. A signed order is taken back with `pbem rollback`, and by all.

    Example: pbem undo --dir hastings/norman
    """
    from pbem.cli.actions import takeback_actions

    raise typer.Exit(takeback_actions.undo(folder, clock(), as_json))


def standing(
    lines: Annotated[Optional[Path], typer.Argument(metavar="[FILE]", exists=True, dir_okay=False)] = None,  # noqa: UP045
    folder: Dir = HERE,
    listed: Annotated[
        bool,
        typer.Option("--list", help="Print yours, with all that can be ordered, as a file to edit."),
    ] = False,
    none: Annotated[bool, typer.Option("--none", help="Cancel yours: you will be asked each time.")] = False,
    as_json: Json = False,
) -> None:
    """File standing orders: decisions made in advance.

    They answer for you when a decision falls due in the other side's turn. One a line, `#` begins a comment;
    they replace those that you filed before. Only the referee can read them, and they count once his receipt
    has come. Without FILE: print yours.

    Example: pbem standing standing.txt --dir hastings/norman
    """
    from pbem.cli.actions import orders_actions

    if (lines is not None) + listed + none > 1:
        raise typer.BadParameter("give one of FILE, --list and --none", param_hint="FILE")
    if lines is None and not none and not listed:
        raise typer.Exit(orders_actions.show_own_standing(folder, as_json))
    if listed:
        raise typer.Exit(orders_actions.list_standing(folder, as_json))
    raise typer.Exit(orders_actions.standing(folder, lines, clock(), as_json))


def show(
    out: Annotated[
        Path | None,
        typer.Option("--out", dir_okay=False, help="The file to write: .png, .svg, .vsav, .vlog or .html."),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="List each counter with its place and states.")
    ] = False,
    folder: Dir = HERE,
    side: Annotated[Optional[str], typer.Option("--side", help="Show what this side may see.")] = None,  # noqa: UP045
    dpi: Annotated[
        int, typer.Option("--dpi", min=20, max=600, help="Resolution of a PNG; 100 if left out.")
    ] = USUAL_DPI,
    crop: Annotated[
        bool, typer.Option("--crop", help="Only the part of the map with counters on it.")
    ] = False,
    since: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            "--since",
            metavar="SEQ",
            min=0,
            help="Also draw what happened after this entry; a .vlog begins there.",
        ),
    ] = None,
    at: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--at", metavar="SEQ", min=0, help="The position after this entry, not that of now."),
    ] = None,
    board: Annotated[
        str,
        typer.Option(
            "--board",
            metavar="NAME",
            show_default=False,
            help="The board of the module on which a .vsav or .vlog is laid out, by its name there, "
            'such as "Hastings, no hex numbers".',
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Draw or list the position, or save it for VASSAL.

    A .vlog has the whole game, move by move. A .html is a page for a browser that steps through the whole
    game; it shows what everybody may see, unless --side names a side.

    Example: pbem show --dir hastings/norman --out map.png
             pbem show --dir hastings/norman --text --at 12
             pbem show --dir hastings/referee --out now.vsav
             pbem show --dir hastings/referee --out game.html
    """
    from pbem.cli.actions import situation_actions

    if out is None and not text:
        raise typer.BadParameter("give a file with --out, or --text, or both", param_hint="--out")
    look = situation_actions.Look(side, out, text, dpi, crop, since, at, board)
    if out is not None and out.suffix.lower() == ".html":
        from pbem.cli.actions import page_actions

        raise typer.Exit(page_actions.show_game(folder, out, look, as_json))
    raise typer.Exit(situation_actions.show(folder, look, as_json))


def story(
    folder: Dir = HERE,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", dir_okay=False, help="A file to write, in Markdown: .md."),
    ] = None,
    side: Annotated[Optional[str], typer.Option("--side", help="Tell what this side saw.")] = None,  # noqa: UP045
    as_json: Json = False,
) -> None:
    """Tell the game so far as the report of a battle, turn by turn.

    Example: pbem story --dir hastings/norman --out story.md
    """
    from pbem.cli.actions import story_actions

    if out is not None and out.suffix.lower() not in (".md", ".txt"):
        raise typer.BadParameter(f"{out.name!r} must end in .md", param_hint="--out")
    raise typer.Exit(story_actions.tell_game(folder, out, side, as_json))


def resign(
    folder: Dir = HERE,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    as_json: Json = False,
) -> None:
    """Give the game up.

    You are asked to confirm; without a terminal add --yes.

    Example: pbem resign --dir hastings/norman
    """
    from pbem.cli.actions import game_actions

    raise typer.Exit(game_actions.resign(folder, yes, clock(), as_json))


def claim(folder: Dir = HERE, as_json: Json = False) -> None:
    """Claim a game without a referee whose other side does not answer any more.

    The charter must say `claim`, and two times of that side must be over. Of two players the game is then
    closed as unfinished, claimed by you and won by nobody; of more, all others sign.

    Example: pbem claim --dir hastings/norman
    """
    from pbem.cli.actions import host_actions

    raise typer.Exit(host_actions.claim(folder, clock(), as_json))


def open_own(
    folder: Dir = HERE,
    without: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--without", metavar="ROLE", help="A player who is silent, not to be waited for."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Open your own orders where the game is over and the referee does not do it.

    He has a day. The mail in outbox/ is for all; whoever comes before you in the charter opens first.

    Example: pbem open-own --dir hastings/norman
    """
    from pbem.cli.actions import game_actions

    raise typer.Exit(game_actions.open_own(folder, without or [], clock(), as_json))


def restore(
    folder: Dir = HERE,
    not_begun: Annotated[
        bool,
        typer.Option("--not-begun", help="As host: no charter of this game has gone out yet."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Make a folder yours again that was put back from a backup, or copied to another PC.

    It does not know what it has signed since, and signs nothing. The command writes mails that ask those who
    may hold an entry of yours; with their receipts in (`pbem receive`) the game goes on.

    Example: pbem restore --dir norman
    """
    from pbem.cli.actions import game_actions
    from pbem.cli.options import clock

    raise typer.Exit(game_actions.restore(folder, not_begun, clock(), as_json))


COMMANDS = (
    status,
    legal,
    odds,
    template,
    orders,
    move,
    undo,
    standing,
    show,
    story,
    resign,
    claim,
    open_own,
    restore,
)
