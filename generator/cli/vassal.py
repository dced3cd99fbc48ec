"""Commands on files of VASSAL, ours or a stranger's: say what is wrong, and what a save or log holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.app import AsJson, app

if TYPE_CHECKING:
    from generator.vassal.lint import Finding

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


_LintFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A module, save or log: .vmod, .vsav, .vlog.")
]


@app.command()
def lint(
    file: _LintFile,
    module: Annotated[
        Path | None, typer.Option("--module", metavar="FILE.vmod", help="The module of a save or log.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Everything in a module, save or log that VASSAL would pass over in silence, misread or refuse.

    \b
    Example: senlac lint three_battles.vmod
             senlac lint game.vlog --module three_battles.vmod
    """
    from generator.vassal.lint import has_errors, lint_file

    findings = lint_file(file, module)
    if as_json:
        typer.echo(json.dumps([finding.facts() for finding in findings], ensure_ascii=False, indent=1))
    else:
        _tell(file, findings)
    raise typer.Exit(1 if has_errors(findings) else 0)


def _tell(file: Path, findings: list[Finding]) -> None:
    """The findings, those of one kind below what they have in common."""
    told = ""
    for finding in findings:
        fault = finding.fault
        if finding.code != told:
            typer.echo(f"{fault.severity} {fault.code}: {fault.why} {fault.what_to_do}")
            told = finding.code
        typer.echo(f"  {finding.where}: {finding.what}")
    errors = sum(finding.fault.severity == "error" for finding in findings)
    counted = f"{errors} errors, {len(findings) - errors} warnings" if findings else "nothing found"
    typer.echo(f"{file}: {counted}")
