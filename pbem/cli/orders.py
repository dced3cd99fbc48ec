"""The commands with which a player prepares what he sends, on the command line of `cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import HERE, Dir, Json, clock


def standing(
    lines: Annotated[Optional[Path], typer.Argument(metavar="[FILE]", exists=True, dir_okay=False)] = None,  # noqa: UP045
    folder: Dir = HERE,
    listed: Annotated[
        bool,
        typer.Option("--list", help="What may be said in this game, and yours: a file to edit."),
    ] = False,
    none: Annotated[bool, typer.Option("--none", help="Take yours back: be asked for everything.")] = False,
    as_json: Json = False,
) -> None:
    """Check a file of standing orders and sign it as a move file: decisions out of turn, made beforehand.

    One line a rule, `#` begins a comment; it replaces what you filed before.

    Example: pbem standing standing.txt --dir hastings/norman
    """
    from pbem.cli import run_orders

    if (lines is not None) + listed + none != 1:
        raise typer.BadParameter("give one of FILE, --list and --none", param_hint="FILE")
    if listed:
        raise typer.Exit(run_orders.list_standing(folder, as_json))
    raise typer.Exit(run_orders.standing(folder, lines, as_json))


def template(
    folder: Dir = HERE,
    out: Annotated[Optional[Path], typer.Option("--out", dir_okay=False, help="The file to write.")] = None,  # noqa: UP045
) -> None:
    """A file of orders to edit for what is due of you: what, by when, the legal choices behind `#`.

    Example: pbem template --dir hastings/norman --out orders.txt
    """
    from pbem.cli import run_orders

    raise typer.Exit(run_orders.template(folder, out, clock()))


COMMANDS = (standing, template)
