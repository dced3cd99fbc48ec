"""Commands about the rulebook: which rules are carried out, by whom, and tested, and where a game's data come
from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from generator.new_game.rulebook_numbers import Heading
    from modules.definition import Definition

CasesFolder = Annotated[
    Path | None,
    typer.Option(
        "--cases",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Folder of the rule cases; by default, those of the game.",
    ),
]
NumbersFile = Annotated[
    Path | None,
    typer.Option(
        "--numbers",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help="The text of the rulebook, whose headings begin a ledger.",
    ),
]
LedgerOut = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", dir_okay=False, help="A new file for the ledger of --numbers."),
]


@app.command()
def rules(
    game: Game,
    missing: Annotated[
        bool, typer.Option("--missing", help="Show only rules that lack code or a case.")
    ] = False,
    cases: CasesFolder = None,
    numbers: NumbersFile = None,
    out: LedgerOut = None,
    as_json: AsJson = False,
) -> None:
    """Show each rule, and the code or the hand that carries it out.

    This is the rule ledger. Of a game of your own it says for each number of the rulebook whether the program
    or a hand carries it out, with the clauses of rules.yaml and the rule cases that bear the number. With
    --numbers it begins with the headings of a text. If the game has a ledger, then the numbers that it lacks
    are shown, and the exit code is 1 if there are any.

    The exit code is 1 if code, data or a case names a rule number that is not in the ledger, and for a game
    that ships if there are no cases to look at; with --missing, also if a rule lacks code or a case.

    \b
    Example: senlac rules three_battles
             senlac rules three_battles --missing
             senlac rules mygame
             senlac rules mygame --numbers rulebook.txt --out mygame/ledger.yaml
    """
    from modules.game_registry import name_of

    if numbers is None and out is not None:
        raise typer.BadParameter("--out is for the ledger that --numbers begins", param_hint="--out")
    definition = definition_of(game)
    if numbers is not None:
        _begin_ledger(definition, numbers, out, as_json)
    elif name_of(definition.folder) or (cases is not None and definition.rules_file is None):
        _tell_evidence(definition, missing, cases, as_json)
    else:
        _tell_degrees(definition, missing, cases, as_json)


def _tell_degrees(definition: Definition, missing: bool, folder: Path | None, as_json: bool) -> None:
    """Each number with its degree, its clauses and its cases, in a game that is data alone."""
    from modules.free_table import ledger_text
    from modules.ledger import case_facts, numbers_in_files, own_cases
    from modules.library import command_word

    cases, ledger = own_cases(definition, folder), definition.ledger
    lacking = [each for each in ledger.values() if each.by == "program" and each.number not in cases.refs]
    if as_json:
        rules = [
            {
                **ledger_text.facts(definition, entry),
                "cases": [case_facts(ref) for ref in cases.refs.get(entry.number, ())],
            }
            for entry in (lacking if missing else ledger.values())
        ]
        faults = [fault_facts(fault) for fault in cases.faults]
        counts = ledger_text.counts(ledger)
        tell_json({"game": definition.name, "counts": counts, "rules": rules, "faults": faults})
    elif not ledger:
        word = command_word(definition)
        tell(f"{word} has no ledger.yaml, which says what the program carries out and what a hand")
    else:
        for fault in cases.faults:
            tell_line(str(fault))
        words = {number: cases.words_of(number) for number in cases.refs}
        if missing:
            tell_line(ledger_text.count_line(ledger, words), err=bool(lacking))
            for entry in lacking:
                tell_line(f"{entry.number}: missing case: {entry.summary}")
        else:
            data = numbers_in_files(definition)
            tell("\n".join(ledger_text.ledger_lines(definition, words, data)))
    if cases.faults or (missing and lacking):
        raise typer.Exit(1)


def _begin_ledger(definition: Definition, text: Path, out: Path | None, as_json: bool) -> None:
    """Print the headings of a text as a ledger, or the numbers that the game's ledger lacks."""
    from generator.new_game import rulebook_numbers
    from modules.ledger import read_ledger
    from modules.plain_files import is_there
    from modules.written.folder import LEDGER

    headings = rulebook_numbers.read_headings(text)
    if is_there(definition.folder / LEDGER):
        if out is not None:
            message = "the game has a ledger.yaml: without --out the numbers that it lacks are shown"
            raise typer.BadParameter(message, param_hint="--out")
        known = {rule.number for rule in read_ledger(definition.folder).rules}
        _tell_lacking([each for each in headings if each.number not in known], text, as_json)
        return
    if out is not None:
        _write_new(out, rulebook_numbers.ledger_text(headings).encode())
    facts = [asdict(each) for each in headings]
    if as_json:
        tell_json({"headings": facts, "missing": None, "file": None if out is None else str(out)})
    elif out is None:
        tell(rulebook_numbers.ledger_text(headings).rstrip("\n"))
    else:
        tell(f"wrote {out}: {count_noun(len(headings), 'number')}, each by hand")


def _write_new(out: Path, data: bytes) -> None:
    from generator.cache.files import write_bytes
    from modules.plain_files import is_there

    if is_there(out):
        raise FileExistsError(EEXIST, "exists already and is not overwritten: choose another name", str(out))
    write_bytes(out, data)


def _tell_lacking(lacking: Sequence[Heading], text: Path, as_json: bool) -> None:
    if as_json:
        tell_json({"missing": [asdict(each) for each in lacking]})
    else:
        for each in lacking:
            tell_line(f"{each.number}: missing: {each.title}")
        tell_line(f"ledger.yaml lacks {count_noun(len(lacking), 'number')} of {text}", err=bool(lacking))
    if lacking:
        raise typer.Exit(1)


def _tell_evidence(definition: Definition, missing: bool, cases: Path | None, as_json: bool) -> None:
    """Each number with its code and its cases."""
    from modules import case_files, ledger

    where = cases or case_files.cases_folder(definition.folder)
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
        list[Path], typer.Argument(metavar="GAME|PATH...", help="Games, files or folders of rule cases.")
    ],
    as_json: AsJson = False,
) -> None:
    """Run rule cases and report those that fail.

    Each failure is one line: what was expected and what happened. The cases of a game of your own stand in
    its folder `cases`.

    \b
    Example: senlac cases mygame
             senlac cases tests/rules/three_battles
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
