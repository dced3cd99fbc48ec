"""Commands for whoever writes a game: a game to start from, the art to draw it with, a page to look at it."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, Game, app, load_drawable, must_end_in, say, tell_line
from generator.console import quoted


@app.command("new")
def new_game(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    title: Annotated[
        str | None, typer.Option(help="The game's title; by default, the folder's name.")
    ] = None,
    style: Annotated[
        str, typer.Option(help="What it looks like: tapestry, modern (NATO symbols) or gunpowder.")
    ] = "tapestry",
    grid: Annotated[
        str, typer.Option("--map", help="Hexes, or points: places and links (in gunpowder).")
    ] = "hexes",
    as_json: AsJson = False,
) -> None:
    """Start a new game from a small, complete example.

    It has a map, two sides, tables and a scenario, with comments that explain them. A game of your own gets
    pictures, a VASSAL module, a print-and-play kit and a preview, and it can be played by mail at once. The
    program keeps the sequence of play and proves every die. On hexes it also carries out the clauses of
    rules.yaml; the rest the players do by hand, and on places and links all of it.

    \b
    Example: senlac new mygame
             senlac new mygame --title "The mill bridge"
             senlac new mygame --style modern
             senlac new mygame --style gunpowder --map points
    """
    from generator.new_game import HEXES, start_game

    files = start_game(folder, title, style, grid)
    words = [f"wrote {file}" for file in files]
    words += [
        "next:",
        f"  senlac check {quoted(folder)}",
        f"  senlac preview {quoted(folder)} --open",
        f"  senlac try {quoted(folder)}",
        *_tell_rules(grid == HEXES),
    ]
    say("\n".join(words), as_json, folder=str(folder), files=[str(file) for file in files])


def _tell_rules(on_hexes: bool) -> list[str]:
    """The rules of a new game that the program carries out, and where they stand."""
    words = [
        "a game of your own gets pictures, a VASSAL module, a kit and a preview (senlac docs designers);"
    ]
    if on_hexes:
        return [
            *words,
            "the program carries out the clauses of rules.yaml, here all but what RULES.md names",
            "(senlac docs rules-recipes); the rest is played by hand, with proven dice (pbem docs own-game)",
        ]
    return [
        *words,
        "by mail it is played by hand, with dice that are proven (pbem docs own-game): in this release",
        "rules.yaml is for games on hexes, and games on places and links have none",
    ]


@app.command("art")
def show_art(
    sheet: Annotated[
        Path, typer.Option("--sheet", metavar="FILE", help="The picture to write: .svg, .png or .pdf.")
    ],
    style: Annotated[str, typer.Option(help="The style to show.")] = "tapestry",
    as_json: AsJson = False,
) -> None:
    """Draw a contact sheet of the art.

    It shows figures, palettes, terrain and typefaces of a style under their names in YAML.

    \b
    Example: senlac art --sheet art.png
             senlac art --style modern --sheet art.pdf
    """
    from generator.look import look_of_style
    from generator.preview.art_sheet import ENDINGS, write_art_sheet

    must_end_in(sheet, *ENDINGS, option="--sheet")
    width, height = write_art_sheet(look_of_style(style), sheet)
    words = f"wrote {sheet}: {width:.0f} x {height:.0f} mm"
    say(words, as_json, file=str(sheet), mm=[round(width, 1), round(height, 1)])


@app.command()
def preview(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", show_default="GAME.html", help="The page to write."),
    ] = None,
    kit: Annotated[str, typer.Option(metavar="ADDRESS", help="Link to the kit, file or web address.")] = "",
    module: Annotated[str, typer.Option(metavar="ADDRESS", help="Link to the VASSAL module.")] = "",
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write one HTML page that shows the whole game.

    It shows counters, cards, maps, charts, rulings and sources. The page needs no network and no other file,
    so that it can be mailed; --kit and --module name what lies beside it.

    \b
    Example: senlac preview three_battles --open
             senlac preview three_battles --out three_battles.html
             senlac preview three_battles --kit kit.pdf --module game.vmod
    """
    from generator.preview import write_preview

    definition = load_drawable(game)
    out = out or Path(f"{definition.name}.html")
    must_end_in(out, ".html", ".htm")
    links = [("Print-and-play kit", kit), ("VASSAL module", module)]
    made = write_preview(definition, out, [(told, address) for told, address in links if address])
    words = f"wrote {out}: {', '.join(made.sections)}; {len(made.data) / 1e6:.1f} MB"
    say(words, as_json, file=str(out), sections=list(made.sections), bytes=len(made.data))
    if show and not webbrowser.open(out.resolve().as_uri()):
        tell_line(f"no browser was found here: open {out} in one by hand", err=True)
