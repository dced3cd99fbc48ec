"""Commands on files of VASSAL, ours or a stranger's: say what a save or log holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, app

vassal = typer.Typer(help="Saves and logs of VASSAL.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(vassal, name="vassal")

_SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A save or log: .vsav or .vlog.")]


@vassal.command()
def dump(file: _SaveFile, as_json: AsJson = False) -> None:
    """What a save or log holds: commands as a tree, pieces with traits, state and place.

    \b
    Example: senlac vassal dump game.vsav
             senlac vassal dump game.vlog --json
    """
    from generator.vassal.dump import dump_file, render

    nodes = dump_file(file)
    if as_json:
        typer.echo(json.dumps(nodes, ensure_ascii=False, indent=1))
        return
    for line in render(nodes):
        typer.echo(line)
