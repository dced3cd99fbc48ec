"""The command `senlac`: reads its arguments, calls one function, says what it wrote or what is wrong.

Imports stand inside the commands, so that `senlac --help` answers at once. What a user can mend ends in
one message on stderr, never in a traceback. Exit codes: 0 done, 1 a fault was found or something refused,
2 the call itself is wrong, or a file cannot be read or written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from generator.build import Progress
    from modules.definition import Definition, Fault

app = typer.Typer(
    name="senlac",
    help="Board wargames, written once: counters, maps, charts, VASSAL modules, print-and-play kits.",
    epilog="GAME is the name of a game (see `senlac list`) or a path to a folder with a definition.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

MOST_OFFSET = 5.0
"""How far a kit's backs may be moved in mm: no printer is worse, and the page's margin stays white."""

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or a folder with a definition.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
CasesFolder = Annotated[
    Path | None,
    typer.Option(
        "--cases",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Where the rule cases are; without it tests/rules/GAME of a checkout.",
    ),
]


def _tell_version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        typer.echo(f"senlac {version('senlac')}")
    except PackageNotFoundError:
        typer.echo("senlac, not installed")
    raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Tell the version.")
    ] = False,
) -> None:
    """Options before any command."""


class Only(StrEnum):
    """The parts of a build."""

    counters = "counters"
    maps = "maps"
    charts = "charts"


class PaperName(StrEnum):
    """The papers of a kit."""

    a4 = "a4"
    letter = "letter"


def main() -> None:
    """The entry point of `senlac`; ends the process with its exit code."""
    try:
        app()
    except SystemExit:
        raise  # the usual end: what follows would import for nothing
    except _usage_errors() as fault:
        _fail(fault, 2)
    except _user_errors() as fault:
        on_disk = isinstance(fault, OSError) or isinstance(fault.__cause__, OSError)
        _fail(fault, 2 if on_disk else 1)


def _fail(fault: BaseException, code: int) -> NoReturn:
    message = str(fault)
    if isinstance(fault, OSError) and fault.strerror:
        # Of a replacement, the second name is the user's; the first is a file of ours.
        file = fault.filename2 or fault.filename
        message = f"{file}: {fault.strerror}" if file else fault.strerror
    typer.echo(f"senlac: {message}", err=True)
    sys.exit(code)


def _usage_errors() -> tuple[type[Exception], ...]:
    from modules.definition import NoSuchGame
    from modules.library import NoSuchScenario

    return NoSuchGame, NoSuchScenario


def _user_errors() -> tuple[type[Exception], ...]:
    """What a user can mend. Looked up only once something went wrong: the imports cost time."""
    from generator.faults import DRAWING_FAULTS
    from generator.vassal.errors import VassalError
    from modules.definition import DefinitionError

    return (DefinitionError, OSError, VassalError, *DRAWING_FAULTS)


def _definition(game: str) -> Definition:
    from modules import library

    return library.definition(game)


def _say(words: str, as_json: bool, **facts: Any) -> None:
    typer.echo(json.dumps(facts, ensure_ascii=False) if as_json else words)


def _fault_facts(fault: Fault) -> dict[str, str | int]:
    place = fault.place
    return {"file": place.file, "line": place.line, "column": place.column, "message": fault.message}


@app.command("list")
def list_games(as_json: AsJson = False) -> None:
    """The games and scenarios, one GAME/SCENARIO a line.

    \b
    Example: senlac list
    """
    from modules import library

    found = [(name, library.definition(name)) for name in library.games()]
    if as_json:
        games = [
            {
                "game": name,
                "title": each.game.title,
                "version": each.game.version,
                "scenarios": [
                    {"scenario": f"{name}/{s}", "title": library.title(each, s)}
                    for s in (*each.scenarios, *each.campaigns)
                ],
            }
            for name, each in found
        ]
        typer.echo(json.dumps(games, ensure_ascii=False))
        return
    for name, each in found:
        for scenario in (*each.scenarios, *each.campaigns):
            typer.echo(f"{name}/{scenario}")


@app.command()
def check(game: Game, as_json: AsJson = False) -> None:
    """Every fault of a definition, as file:line:column: message; exit code 1 if there is one.

    \b
    Example: senlac check three_battles
             senlac check path/to/my_game --json
    """
    from generator.faults import faults_of
    from modules import library

    found = faults_of(library.folder(game))
    if as_json:
        places = [_fault_facts(fault) for fault in found]
        typer.echo(json.dumps({"game": game, "ok": not found, "faults": places}, ensure_ascii=False))
    else:
        for fault in found:
            typer.echo(str(fault))
        typer.echo(f"{game}: {len(found) or 'no'} fault{'' if len(found) == 1 else 's'}", err=bool(found))
    if found:
        raise typer.Exit(1)


@app.command()
def schema(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")],
    as_json: AsJson = False,
) -> None:
    """JSON Schemas of the YAML files, for editors that complete and check them.

    \b
    Example: senlac schema --out schemas
    """
    from generator.files import write_bytes
    from modules.definition.schema import schemas

    made = schemas()
    for name, text in made.items():
        write_bytes(out / name, text.encode())
    _say("\n".join(f"wrote {out / name}" for name in made), as_json, files=[str(out / name) for name in made])


@app.command()
def build(
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")],
    only: Annotated[
        list[Only] | None, typer.Option("--only", help="Leave the rest out; may be given more than once.")
    ] = None,
    dpi: Annotated[
        int | None,
        typer.Option(
            min=30, max=1200, show_default="counters 300, maps and charts 150", help="Resolution of the PNGs."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Counters, maps and charts as SVG and PNG, with a manifest.json.

    \b
    Example: senlac build three_battles --out pictures
             senlac build three_battles --out pictures --only counters --dpi 150
    """
    from generator.build import WHATS
    from generator.build import build as run
    from generator.manifest import MANIFEST

    wanted = [what for what in WHATS if only is None or what in {each.value for each in only}]
    definition = _definition(game)
    with _progress("Drawing") as progress:
        built = run(definition, out, only=wanted, dpi=dpi, progress=progress)
    words = f"wrote {len(built.files) - 1} files and {out / MANIFEST}"
    if not built.drawn:
        words = f"nothing has changed: {len(built.files) - 1} files stand in {out} as {MANIFEST} says"
    _say(words, as_json, out=str(out), manifest=str(out / MANIFEST), files=list(built.files))


@app.command()
def kit(
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="The PDF to write.")],
    paper: Annotated[PaperName, typer.Option(help="The paper to print on.")] = PaperName.a4,
    back_offset: Annotated[
        tuple[float, float],
        typer.Option(
            metavar="RIGHT DOWN", help="Millimetres to move the backs by, for a printer that is off."
        ),
    ] = (0.0, 0.0),
    as_json: AsJson = False,
) -> None:
    """A print-and-play kit as PDF: counters front and back, map tiles, charts.

    \b
    Example: senlac kit three_battles --paper a4 --out kit.pdf
             senlac kit three_battles --paper letter --back-offset 0.5 -0.3 --out kit.pdf
    """
    from generator.kit.make import write_kit

    _ending(out, ".pdf")

    if not all(abs(mm) <= MOST_OFFSET for mm in back_offset):
        raise typer.BadParameter(
            f"backs can be moved by at most {MOST_OFFSET:g} mm", param_hint="--back-offset"
        )
    made = write_kit(_definition(game), out, paper.value, back_offset=back_offset)
    done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} stands as it was made"
    words = f"{done}: {made.pages} pages, {made.pieces} pieces, {made.tiles} map tiles"
    _say(words, as_json, file=str(out), pages=made.pages, pieces=made.pieces, tiles=made.tiles)


@app.command()
def module(
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.vmod", help="The module to write.")],
    as_json: AsJson = False,
) -> None:
    """A VASSAL module.

    \b
    Example: senlac module three_battles --out three_battles.vmod
    """
    from generator.vassal.module import write_module

    _ending(out, ".vmod")

    made = write_module(_definition(game), out)
    done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} stands as it was made"
    _say(done, as_json, file=str(out))


@app.command()
def rules(
    game: Game,
    missing: Annotated[bool, typer.Option("--missing", help="Only rules that lack code or a case.")] = False,
    cases: CasesFolder = None,
    as_json: AsJson = False,
) -> None:
    """The rule ledger: every number of the rulebook, the code that implements it, the cases that test it.

    Exit code 1 if code, data or a case names a number that the ledger does not have; with --missing also if
    a rule lacks code or a case.

    \b
    Example: senlac rules three_battles
             senlac rules three_battles --missing
    """
    from modules import ledger

    definition = _definition(game)
    where = cases or ledger.cases_folder(definition.name)
    found = ledger.ledger(definition.name, definition.folder, where)
    shown = found.missing if missing else found.entries
    ok = not found.faults and not (missing and shown)
    if as_json:
        entries = [ledger.facts(entry) for entry in shown]
        faults = [_fault_facts(fault) for fault in found.faults]
        _say("", True, game=definition.name, ok=ok, rules=entries, faults=faults)
    else:
        for line in ledger.report(found, missing):
            typer.echo(line)
        typer.echo(found.count, err=not ok)
    if where is None:
        typer.echo("senlac: no rule cases at hand: --cases DIR names their folder", err=True)
    if not ok:
        raise typer.Exit(1)


@app.command()
def cases(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", exists=True, help="Files of rule cases, or folders.")
    ],
    as_json: AsJson = False,
) -> None:
    """Runs rule cases: one line for each that fails, with what was expected and what came.

    \b
    Example: senlac cases tests/rules/three_battles
             senlac cases tests/rules/three_battles/movement.yaml --json
    """
    from modules.cases import run_paths

    results, faults = run_paths(paths)
    failed = [each for each in results if each.problem]
    if as_json:
        facts = {
            "ok": not failed and not faults,
            "hold": len(results) - len(failed),
            "fail": len(failed),
            "cases": [each.facts() for each in results],
            "faults": [_fault_facts(fault) for fault in faults],
        }
        typer.echo(json.dumps(facts, ensure_ascii=False))
    else:
        for line in (*faults, *failed):
            typer.echo(str(line))
        typer.echo(f"{len(results) - len(failed)} cases hold, {len(failed)} fail", err=bool(failed or faults))
    if failed or faults:
        raise typer.Exit(1)


@app.command()
def provenance(
    game: Game,
    only: Annotated[
        str | None, typer.Option(metavar="ORIGIN", help="rulebook, found, deduced or reconstruction.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What the rulebook states of a game's data, and what was found, deduced or reconstructed.

    \b
    Example: senlac provenance three_battles
             senlac provenance three_battles --only reconstruction
    """
    from modules import library
    from modules.provenance import ORIGINS
    from modules.provenance import provenance as run

    if only is not None and only not in ORIGINS:
        raise typer.BadParameter(f"{only!r} is none of {', '.join(ORIGINS)}")
    found = run(library.folder(game))
    shown = [d for d in found if only in (None, d.origin)]
    if as_json:
        typer.echo(json.dumps([{**asdict(d), "place": str(d.place)} for d in shown], ensure_ascii=False))
        return
    for each in shown:
        typer.echo(f"{each.place}: {each.what}: {each.origin}: {each.source}")
    counts = ", ".join(f"{sum(d.origin == o for d in found)} {o}" for o in ORIGINS)
    typer.echo(f"{game}: {len(found)} data: {counts}")


def _ending(out: Path, ending: str) -> None:
    if out.suffix.lower() != ending:
        raise typer.BadParameter(f"{out.name!r} must end in {ending}", param_hint="--out")


@contextmanager
def _progress(words: str) -> Iterator[Progress | None]:
    """A bar on stderr where that is a terminal; it is drawn only when told, so that no thread is needed."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task(words, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=True)

        yield show


if __name__ == "__main__":
    main()
