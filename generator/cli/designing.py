"""Commands for whoever writes a game: what art there is to draw it with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, app, must_end_in, say


@app.command("art")
def show_art(
    sheet: Annotated[
        Path, typer.Option("--sheet", metavar="FILE", help="The picture to write: .svg, .png or .pdf.")
    ],
    as_json: AsJson = False,
) -> None:
    """A contact sheet of the art: figures, palettes, terrain and typefaces under the names that YAML uses.

    \b
    Example: senlac art --sheet art.png
             senlac art --sheet art.pdf
    """
    from generator.art_sheet import ENDINGS, write_art_sheet

    must_end_in(sheet, *ENDINGS, option="--sheet")
    width, height = write_art_sheet(sheet)
    words = f"wrote {sheet}: {width:.0f} x {height:.0f} mm"
    say(words, as_json, file=str(sheet), mm=[round(width, 1), round(height, 1)])
