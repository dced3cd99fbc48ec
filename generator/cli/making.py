"""Commands that make what players use: pictures, VASSAL modules."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.app import AsJson, Game, Resolution, app, load_drawable, must_end_in, progress_bar, say
from modules.amounts import count_noun

if TYPE_CHECKING:
    from modules.definition import Definition


class Only(StrEnum):
    """The parts of a build."""

    counters = "counters"
    blocks = "blocks"
    cards = "cards"
    maps = "maps"
    boards = "boards"
    charts = "charts"


@app.command()
def build(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", show_default="GAME-pictures", help="The folder to write to."),
    ] = None,
    only: Annotated[
        list[Only] | None, typer.Option("--only", help="Draw only this part; may be repeated.")
    ] = None,
    dpi: Annotated[
        int | None,
        typer.Option(
            min=30,
            max=1200,
            show_default="counters 300, maps and charts 150",
            help="Resolution of the PNGs, in dpi.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw counters, maps and charts as SVG and PNG.

    manifest.json lists the pictures.

    \b
    Example: senlac build three_battles --out pictures
             senlac build three_battles --out pictures --only counters --dpi 150
    """
    from generator.building import MANIFEST, WHATS
    from generator.building import build as run

    wanted = [what for what in WHATS if only is None or what in {each.value for each in only}]
    definition = load_drawable(game)
    out = out or Path(f"{definition.name}-pictures")
    if only:
        _refuse_lacking(definition, wanted)
    with progress_bar("Drawing") as progress:
        built = run(definition, out, only=wanted, dpi=dpi, progress=progress)
    pictures = (len(built.files) - 1) // 2
    words = (
        f"drew {built.drawn} of {count_noun(pictures, 'picture')}, each as SVG and PNG, listed in "
        f"{out / MANIFEST}"
    )
    if not built.drawn:
        words = f"nothing has changed: all {count_noun(pictures, 'picture')} in {out} are up to date"
    say(
        words, as_json, out=str(out), manifest=str(out / MANIFEST), drawn=built.drawn, files=list(built.files)
    )


def _refuse_lacking(definition: Definition, wanted: Iterable[str]) -> None:
    from generator.building import parts_of

    known = parts_of(definition)
    for what in wanted:
        if what not in known:
            message = f"{definition.name} has no {what}; it has {', '.join(known)}"
            raise typer.BadParameter(message, param_hint="--only")


class _Images(StrEnum):
    png = "png"
    svg = "svg"


@app.command()
def module(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.vmod", show_default="GAME.vmod", help="The module to write."),
    ] = None,
    images: Annotated[
        _Images, typer.Option("--images", help="Picture format; svg stays sharp at every zoom.")
    ] = _Images.png,
    resolution: Annotated[
        Resolution,
        typer.Option("--resolution", help="Resolution of the boards; high stays sharp when zoomed in."),
    ] = Resolution.screen,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--pictures",
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="A folder made by `senlac build`, to reuse its pictures.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a VASSAL module.

    Its pictures are kept in your own cache, so that a new build draws only what has changed. You may delete
    the cache at any time.

    \b
    Example: senlac module three_battles --out three_battles.vmod
             senlac module three_battles --resolution high --out high.vmod
    """
    from generator.cache.own import own_cache
    from generator.vassal.make import write_module
    from generator.vassal.module.planning import Sizes

    definition = load_drawable(game)
    out = out or Path(f"{definition.name}.vmod")
    must_end_in(out, ".vmod")
    sizes = Sizes(images=images.value, resolution=resolution.value)
    made = write_module(definition, out, sizes, store=own_cache(), built=pictures)
    done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} is up to date"
    say(done, as_json, file=str(out))
