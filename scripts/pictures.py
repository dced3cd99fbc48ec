"""The README's pictures: counters, the middle of battles, a part of a map, England, a chart, the preview.

The preview is photographed in Chromium; where there is none its picture is left as it was.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from browse import BROWSERS
from PIL import Image

from generator.charts.players import charts
from generator.counters.printed import counter_svg
from generator.drawing.art import Look
from generator.drawing.raster import png
from generator.look import look_of
from generator.position import position_drawing
from generator.preview import make_preview
from generator.sheets.pictures import sheet_of_map
from modules import library
from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll

OUT = Path(".pictures")
SHOWN = (
    "S-Harold",
    "S-guard",
    "S-thegn-1",
    "S-fyrd-1",
    "N-William",
    "N-knight-1",
    "N-foot-1",
    "B-knight-1",
    "F-archer-1",
)
WALLS = ("S-Harold", "S-huscarl-1", "S-fyrd-1", "N-William", "N-knight-1", "B-foot-1", "F-archer-1")
"""Of Shield Wall; those that have a wall are shown with it up and down."""


class Steady:
    """A plain counter in place of dice: the pictures are the same each time."""

    def __init__(self) -> None:
        self.number = 7

    def below(self, limit: int) -> int:
        self.number = self.number * 1103515245 + 12345 & 0x7FFFFFFF
        return (self.number >> 12) % limit


def counters() -> Image.Image:
    game = library.definition("three_battles")
    look = look_of(game)
    return row(look, [counter_svg(look, game, i, "front").svg for i in SHOWN])


def walls() -> Image.Image:
    game = library.definition("shield_wall")
    shown = [
        (i, face) for i in WALLS for face in ("front", "back") if face == "front" or game.counters[i].back
    ]
    look = look_of(game)
    return row(look, [counter_svg(look, game, i, face).svg for i, face in shown])


def row(look: Look, svgs: Sequence[str]) -> Image.Image:
    """Counters side by side."""
    faces = [Image.open(io.BytesIO(png(look, svg, dpi=190))) for svg in svgs]
    width, height, gap = faces[0].width, faces[0].height, 10
    found = Image.new("RGBA", ((width + gap) * len(faces) - gap, height), (0, 0, 0, 0))
    for i, face in enumerate(faces):
        found.paste(face, (i * (width + gap), 0))
    return found


def battle(name: str, until: int, top: float, bottom: float) -> Image.Image:
    """Hastings when a turn begins, played by policy; of its picture what lies between these parts."""
    game, rules, chance = library.definition(name), library.rules(name, "hastings"), Steady()
    play = Play(rules)
    while play.request is not None and play.state.turn < until:
        if isinstance(play.request, Choose):
            play.answer(rules.advise(play.request, play.state, chance))
        elif isinstance(play.request, Roll):
            play.answer(tuple(1 + chance.below(die.sides) for die in play.request.dice))
    placed, facts = rules.position(play.state), rules.summary(play.state)
    drawing = position_drawing(game, "hastings", placed, facts=facts, crop=True)
    whole = Image.open(io.BytesIO(png(look_of(game), drawing.svg, width=1400)))
    return whole.crop((0, int(whole.height * top), whole.width, int(whole.height * bottom)))


def table() -> Image.Image:
    game = library.definition("three_battles")
    look = look_of(game)
    chart = next(c for c in charts(look, game, game.hex_scenarios["hastings"]) if "crt" in c.drawing().name)
    return Image.open(io.BytesIO(png(look, chart.drawing().svg, width=700)))


def land() -> Image.Image:
    """Senlac Hill as it is printed."""
    game = library.definition("three_battles")
    look = look_of(game)
    sheet = sheet_of_map(look, game, "hastings")
    whole = Image.open(io.BytesIO(png(look, sheet.svg, dpi=110)))
    return whole.crop((1250, 450, 2650, 1150))


def england() -> Image.Image:
    game = library.definition("year_of_the_comet")
    look = look_of(game)
    sheet = sheet_of_map(look, game, "england")
    return Image.open(io.BytesIO(png(look, sheet.svg, width=900)))


def preview() -> Image.Image | None:
    """The page of `senlac preview` in a browser's window."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print("no browser: .pictures/preview.png stays as it is")
        return None
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "page.html", Path(folder) / "shot.png"
        page.write_bytes(make_preview(library.definition("three_battles")).data)
        words = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--screenshot={shot}"]
        words += ["--hide-scrollbars", "--window-size=1200,900", f"--user-data-dir={folder}/profile"]
        subprocess.run([*words, page.as_uri()], capture_output=True, timeout=120, check=True)
        return Image.open(io.BytesIO(shot.read_bytes()))


def main() -> None:
    OUT.mkdir(exist_ok=True)
    made = {
        "counters": counters(),
        "battle": battle("three_battles", 5, 0.4, 1),
        "land": land(),
        "england": england(),
    }
    made |= {"walls": walls(), "ridge": battle("shield_wall", 5, 0.05, 0.53)}
    made |= {"crt": table(), "preview": preview()}
    for name, image in made.items():
        if image is not None:
            small = image if name in ("counters", "walls", "crt") else image.convert("RGB").quantize(128)
            small.save(OUT / f"{name}.png", optimize=True)
            print(f"wrote {OUT / name}.png")


if __name__ == "__main__":
    main()
