"""Commands on files of VASSAL: what is wrong with them, what a save or log holds, saves of our own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.app import AsJson, Resolution, app, load_drawable, must_end_in, say, tell_json, tell_line
from modules.amounts import count_noun

if TYPE_CHECKING:
    from generator.vassal.lint import Finding
    from generator.vassal.positions.saved_position import SavedPosition
    from modules.definition import Definition
    from modules.engine.position import PlacedCounter

vassal = typer.Typer(
    help="Read and write VASSAL saves and logs.",
    epilog="Manual: `senlac docs vassal`.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(vassal, name="vassal")

_PLACE_WIDTH = 9
_SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A save or log: .vsav or .vlog.")]


@vassal.command()
def dump(file: _SaveFile, as_json: AsJson = False) -> None:
    """Show what a save or log holds.

    Commands are shown as a tree, pieces with their traits, state and place.

    \b
    Example: senlac vassal dump game.vsav
             senlac vassal dump game.vlog --json
    """
    from generator.vassal.format.dump import dump_file, render

    nodes = dump_file(file)
    if as_json:
        tell_json(nodes)
        return
    for line in render(nodes):
        tell_line(line)


_LintFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A module, save or log: .vmod, .vsav, .vlog.")
]


@app.command()
def lint(
    file: _LintFile,
    module: Annotated[
        Path | None,
        typer.Option("--module", metavar="FILE.vmod", help="The module that a save or log belongs to."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find problems in a VASSAL module, save or log.

    They are what VASSAL would silently ignore, misread or refuse.

    \b
    Example: senlac lint three_battles.vmod
             senlac lint game.vlog --module three_battles.vmod
    """
    from generator.vassal.lint import has_errors, lint_file

    findings = lint_file(file, module)
    if as_json:
        tell_json([finding.facts() for finding in findings])
    else:
        _tell(file, findings)
    raise typer.Exit(1 if has_errors(findings) else 0)


def _tell(file: Path, findings: list[Finding]) -> None:
    """The findings, those of one kind below what they have in common."""
    told = ""
    for finding in findings:
        fault = finding.fault
        if finding.code != told:
            tell_line(f"{fault.severity} {fault.code}: {fault.why} {fault.what_to_do}")
            told = finding.code
        tell_line(f"  {finding.where}: {finding.what}")
    errors = sum(finding.fault.severity == "error" for finding in findings)
    told = (
        f"{count_noun(errors, 'error')}, {count_noun(len(findings) - errors, 'warning')}"
        if findings
        else "no problems found"
    )
    tell_line(f"{file}: {told}")


@vassal.command()
def save(
    scenario: Annotated[
        str, typer.Argument(metavar="GAME/SCENARIO", help="A scenario, as shown by `senlac list`.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE.vsav", help="The file to write.")],
    resolution: Annotated[
        Resolution, typer.Option("--resolution", help="Resolution of the module that the save is for.")
    ] = Resolution.screen,
    as_json: AsJson = False,
) -> None:
    """Write the start of a scenario as a VASSAL save.

    \b
    Example: senlac vassal save three_battles/hastings --out hastings.vsav
    """
    from generator.vassal.format.container import write_atomically
    from generator.vassal.module.planning import Sizes, plan_module
    from generator.vassal.positions.saves_of import saves_of
    from modules import library

    must_end_in(out, ".vsav")
    game, _, name = scenario.rpartition("/")
    if not game or not name:
        raise typer.BadParameter(f"{scenario!r}: write GAME/SCENARIO, as shown by `senlac list`")
    definition = load_drawable(game)
    if name in definition.campaigns:
        battles = ", ".join(f"{game}/{battle}" for battle in definition.campaigns[name].battles)
        raise typer.BadParameter(f"{scenario!r} is a campaign: name one of its battles ({battles})")
    title = library.scenario(definition, name).title
    plan = plan_module(definition, Sizes(resolution=resolution.value))
    write_atomically(out, saves_of(plan).setups()[name])
    say(f"wrote {out}: {title}", as_json, out=str(out), scenario=scenario)


@vassal.command()
def read(
    file: _SaveFile,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game, if the file does not name it.")
    ] = "",
    end: Annotated[bool, typer.Option("--end", help="Show the position at the end of a log.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the position in a save, or at the start of a log.

    With --end at the end of the log. Every piece is listed with its place and state. The exit code is 1 if a
    piece cannot be placed.

    \b
    Example: senlac vassal read hastings.vsav
             senlac vassal read turn.vlog --end --json
    """
    from dataclasses import asdict

    from generator.vassal.format.archive import open_archive
    from generator.vassal.format.container import read_save
    from generator.vassal.logs.table import at_end
    from generator.vassal.positions.read_position import read_position
    from generator.vassal.positions.save_game import plan_of

    name, plan = plan_of(file, game)
    text = read_save(open_archive(file)).text
    position = read_position(plan, at_end(text) if end else text)
    if as_json:
        tell_json({"game": name, **asdict(position)})
    else:
        _tell_position(plan.definition, position)
    raise typer.Exit(1 if position.unplaced else 0)


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name count as numbers: 9 comes before 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


@vassal.command()
def clean(
    file: _SaveFile,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write instead of FILE.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take players' passwords out of a save or log.

    VASSAL writes them where everybody can read them. Who opens the file then chooses his side again.

    \b
    Example: senlac vassal clean turn5.vlog
    """
    from generator.vassal.format.archive import open_archive
    from generator.vassal.format.container import write_atomically
    from generator.vassal.format.passwords import cleaned

    data, count = cleaned(open_archive(file))
    written = file if out is None else out
    write_atomically(written, data)
    say(
        f"wrote {written}: {count_noun(count, 'password')} taken out",
        as_json,
        out=str(written),
        passwords=count,
    )


def _called(definition: Definition, placed: PlacedCounter) -> list[str]:
    """What lies there; nothing of markers that are nobody's and lie by themselves."""
    if placed.counter:
        return [placed.counter]
    if placed.lone:
        return [f"{placed.side}'s sector"] if placed.side else []
    return [f"a {'block' if definition.area_maps else 'card'} of {placed.side}"]


def _tell_position(definition: Definition, position: SavedPosition) -> None:
    areas = {code: area.name for each in definition.area_maps.values() for code, area in each.areas.items()}
    now = position.moment
    when = f"turn {now.turn}, {now.player}, {now.phase}" if now else "not a turn of this game"
    tell_line(f"{definition.name} ({', '.join(position.maps) or 'no map'}): {when}")
    for each in sorted(position.placed, key=lambda placed: (placed.place, _natural(placed.counter))):
        state = ["reduced"] * each.reduced + ["face down"] * (each.face_down and each.counter != "")
        if each.steps_lost:
            state.append(f"steps lost: {each.steps_lost}")
        place = f"{each.place} {areas[each.place]}" if each.place in areas else each.place
        tell_line(
            f"  {place:{_PLACE_WIDTH}} " + ", ".join([*_called(definition, each), *state, *each.markers])
        )
    for line, lost in position.losses.items():
        tell_line(f"  losses of {line}: {lost}")
    for left in position.unplaced:
        tell_line(f"not placed: {left.piece!r} on {left.map!r} at {left.x},{left.y}: {left.why}")
