"""Commands that look at definitions: what is wrong with one, schemas."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, Game, app, fault_facts, fault_line, say, tell_json, tell_line
from modules.amounts import count_noun


@app.command()
def check(game: Game, as_json: AsJson = False) -> None:
    """Check a game's definition and list every fault.

    All faults are shown at once, each once, and none that follows from another. They are shown
    as file:line:column: message; the exit code is 1 if there are any. A warning keeps nobody from
    making anything of the game, and does not count as a fault.

    \b
    Example: senlac check three_battles
             senlac check path/to/my_game --json
    """
    from generator.checking.faults import faults_of
    from modules import game_registry

    folder = game_registry.folder(game)
    found = faults_of(folder)
    faults = [each for each in found if not each.warning]
    warnings = [each for each in found if each.warning]
    if as_json:
        told = {"faults": faults, **({"warnings": warnings} if warnings else {})}
        places = {key: [fault_facts(each, folder) for each in some] for key, some in told.items()}
        tell_json({"game": game, "ok": not faults, **places})
    else:
        for fault in found:
            tell_line(fault_line(fault, folder))
        also = f", {count_noun(len(warnings), 'warning')}" if warnings else ""
        tell_line(
            f"{game}: {count_noun(len(faults), 'fault') if faults else 'no faults'}{also}", err=bool(faults)
        )
    if faults:
        raise typer.Exit(1)


@app.command()
def schema(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")],
    as_json: AsJson = False,
) -> None:
    """Write JSON Schemas of the YAML files, for use in editors.

    \b
    Example: senlac schema --out schemas
    """
    from generator.cache.files import write_bytes
    from generator.checking.schemas import all_schemas
    from modules import library

    made = all_schemas(library.games())
    for name, text in made.items():
        write_bytes(out / name, text.encode())
    say("\n".join(f"wrote {out / name}" for name in made), as_json, files=[str(out / name) for name in made])
