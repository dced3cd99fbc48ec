"""Commands that make what players use: pictures, print-and-play kits, VASSAL modules."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, Game, app, definition_of, must_end_in, progress_bar, say

MOST_OFFSET = 5.0
"""How far a kit's backs may be moved in mm: no printer is worse, and the page's margin stays white."""


class Only(StrEnum):
    """The parts of a build."""

    counters = "counters"
    blocks = "blocks"
    cards = "cards"
    maps = "maps"
    boards = "boards"
    charts = "charts"


class PaperName(StrEnum):
    """The papers of a kit."""

    a4 = "a4"
    letter = "letter"


class DuplexName(StrEnum):
    """How the fronts and backs of a kit come together."""

    long = "long"
    short = "short"
    fold = "fold"
    single = "single"


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
    from generator.building import MANIFEST, WHATS
    from generator.building import build as run

    wanted = [what for what in WHATS if only is None or what in {each.value for each in only}]
    definition = definition_of(game)
    with progress_bar("Drawing") as progress:
        built = run(definition, out, only=wanted, dpi=dpi, progress=progress)
    pictures = (len(built.files) - 1) // 2
    words = f"drew {built.drawn} of {pictures} pictures, each as SVG and PNG: {out / MANIFEST} lists them"
    if not built.drawn:
        words = f"nothing has changed: {pictures} pictures stand in {out} as {MANIFEST} says"
    say(
        words, as_json, out=str(out), manifest=str(out / MANIFEST), drawn=built.drawn, files=list(built.files)
    )


@app.command()
def kit(
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="The PDF to write.")],
    paper: Annotated[PaperName, typer.Option(help="The paper to print on.")] = PaperName.a4,
    duplex: Annotated[
        DuplexName,
        typer.Option(
            help="How fronts and backs come together: flipped on the long or short edge, folded down the "
            "middle of the page, or fronts and then backs printed on a single side."
        ),
    ] = DuplexName.long,
    back_offset: Annotated[
        tuple[float, float],
        typer.Option(
            metavar="RIGHT DOWN", help="Millimetres to move the backs by, for a printer that is off."
        ),
    ] = (0.0, 0.0),
    as_json: AsJson = False,
) -> None:
    """A print-and-play kit as PDF: cards and counters front and back, map tiles, board edges, charts.

    \b
    Example: senlac kit three_battles --paper a4 --out kit.pdf
             senlac kit hastings_pulsipher --duplex fold --out kit.pdf
             senlac kit three_battles --paper letter --back-offset 0.5 -0.3 --out kit.pdf
    """
    from generator.kit.make import write_kit

    must_end_in(out, ".pdf")

    if not all(abs(mm) <= MOST_OFFSET for mm in back_offset):
        raise typer.BadParameter(
            f"backs can be moved by at most {MOST_OFFSET:g} mm", param_hint="--back-offset"
        )
    if any(back_offset) and duplex in (DuplexName.fold, DuplexName.single):
        raise typer.BadParameter(
            f"not with --duplex {duplex}: only a printer that turns the sheet sets backs aside",
            param_hint="--back-offset",
        )
    made = write_kit(definition_of(game), out, paper.value, duplex=duplex.value, back_offset=back_offset)
    done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} stands as it was made"
    cards = f"{made.cards} cards, " if made.cards else ""
    words = f"{done}: {made.pages} pages, {cards}{made.pieces} pieces, {made.tiles} map tiles"
    counts = {"pages": made.pages, "cards": made.cards, "pieces": made.pieces, "tiles": made.tiles}
    say(words, as_json, file=str(out), **counts)


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

    must_end_in(out, ".vmod")

    made = write_module(definition_of(game), out)
    done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} stands as it was made"
    say(done, as_json, file=str(out))
