"""Commands about the rulebook: which rules are carried out and tested, and where a game's data come from."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import (
    AsJson,
    Game,
    app,
    definition_of,
    fault_facts,
    fault_line,
    must_end_in,
    tell,
    tell_json,
    tell_line,
)
from modules.amounts import count_noun

CasesFolder = Annotated[
    Path | None,
    typer.Option(
        "--cases",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Folder of the rule cases; by default, those that ship with the game.",
    ),
]


@app.command()
def rules(
    game: Game,
    missing: Annotated[
        bool, typer.Option("--missing", help="Show only rules that lack code or a case.")
    ] = False,
    cases: CasesFolder = None,
    as_json: AsJson = False,
) -> None:
    """Show each rule with the code and cases that cover it.

    This is the rule ledger. The exit code is 1 if code, data or a case names a rule number that is not in
    it, or if there are no cases to look at; with --missing, also if a rule lacks code or a case.

    \b
    Example: senlac rules three_battles
             senlac rules three_battles --missing
    """
    from modules import ledger

    definition = definition_of(game)
    where = cases or ledger.cases_folder(definition.folder)
    found = ledger.ledger(definition.name, definition.folder, where)
    shown = found.missing if missing else found.entries
    ok = found.tested and not found.faults and not (missing and shown)
    if as_json:
        entries = [ledger.facts(entry) for entry in shown]
        faults = [fault_facts(fault, definition.folder) for fault in found.faults]
        facts = {"game": definition.name, "ok": ok, "tested": found.tested}
        tell_json({**facts, "rules": entries, "faults": faults})
    else:
        for fault in found.faults:
            tell_line(fault_line(fault, definition.folder))
        for line in ledger.report(found, missing):
            tell_line(line)
        tell_line(found.count, err=not ok)
    if where is None:
        message = f"no rule cases of {definition.name} found: whether its rules are tested is unknown; "
        tell_line(f"senlac: {message}name their folder with --cases DIR", err=True)
    if not ok:
        raise typer.Exit(1)


@app.command()
def cases(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", exists=True, help="Files or folders of rule cases.")
    ],
    as_json: AsJson = False,
) -> None:
    """Run rule cases and report those that fail.

    Each failure is one line: what was expected and what happened.

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
            "faults": [fault_facts(fault) for fault in faults],
        }
        tell_json(facts)
    else:
        for line in (*faults, *failed):
            tell_line(str(line))
        tell_line(
            f"{count_noun(len(results) - len(failed), 'case')} passed, {len(failed)} failed",
            err=bool(failed or faults),
        )
    if failed or faults:
        raise typer.Exit(1)


@app.command()
def odds(
    scenario: Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="Such as three_battles/hastings.")],
    case: Annotated[
        Path,
        typer.Option("--case", metavar="FILE", dir_okay=False, exists=True, help="A file of rule cases."),
    ],
    number: Annotated[int, typer.Option("--number", min=1, help="Which case of the file, from 1.")] = 1,
    samples: Annotated[
        int, typer.Option("--samples", min=100, max=100_000, help="Branches drawn where they are many.")
    ] = 2000,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", dir_okay=False, help="A chart to write: .svg.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the odds of an order in a position.

    The position and the order stand in a rule case: its last order is the one that is asked about. Every
    branch of its dice is followed by the rules up to the next decision of its side; the other side decides by
    the game's defaults. Where the branches are many, or cards are hidden, some are drawn at random, and each
    share has its error.

    \b
    Example: senlac odds three_battles/hastings --case attack.yaml
             senlac odds three_battles/hastings --case attack.yaml --out odds.svg
    """
    from modules.cases import before_last_order
    from modules.engine.driver import play_with
    from modules.engine.odds import telling
    from modules.engine.odds.odds import odds_of
    from modules.engine.rules.advice_rules import AdviceRules

    if out is not None:
        must_end_in(out, ".svg")
    asked = before_last_order(case, scenario, number)
    found = odds_of(play_with(asked.play, AdviceRules), asked.side, [asked.order], samples=samples)
    if out is not None:
        from generator.cache.files import write_bytes
        from generator.look import look_of
        from generator.position.chances import odds_drawing

        definition = definition_of(scenario.rpartition("/")[0])
        write_bytes(out, odds_drawing(look_of(definition), found).svg.encode())
    if as_json:
        tell_json({**telling.facts(found), "file": None if out is None else str(out)})
    else:
        tell("\n".join(telling.lines(found)))


@app.command()
def provenance(
    game: Game,
    only: Annotated[
        str | None,
        typer.Option(metavar="ORIGIN", help="Show only rulebook, found, deduced or reconstruction."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show where each datum of a game comes from.

    It was stated by the rulebook, found, deduced or reconstructed.

    \b
    Example: senlac provenance three_battles
             senlac provenance three_battles --only reconstruction
    """
    from modules import library
    from modules.provenance import ORIGINS
    from modules.provenance import provenance as run

    if only is not None and only not in ORIGINS:
        raise typer.BadParameter(
            f"{only!r} is not an origin; choose from {', '.join(ORIGINS)}", param_hint="--only"
        )
    found = run(library.folder(game))
    shown = [d for d in found if only in (None, d.origin)]
    if as_json:
        tell_json([{**asdict(d), "place": str(d.place)} for d in shown])
        return
    for each in shown:
        tell_line(f"{each.place}: {each.what}: {each.origin}: {each.source}")
    counts = ", ".join(f"{sum(d.origin == o for d in found)} {o}" for o in ORIGINS)
    tell_line(f"{game}: {len(found)} data: {counts}")
