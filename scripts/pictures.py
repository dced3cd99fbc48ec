"""The README's pictures: a row of counters, the middle of a battle, the combat results table."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from generator.charts.players import charts
from generator.counters import counter_svg
from generator.position import position_drawing
from generator.raster import png
from modules import library
from modules.engine.play import Play
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


class Steady:
    """A plain counter in place of dice: the pictures are the same each time."""

    def __init__(self) -> None:
        self.number = 7

    def below(self, limit: int) -> int:
        self.number = self.number * 1103515245 + 12345 & 0x7FFFFFFF
        return (self.number >> 12) % limit


def counters() -> Image.Image:
    game = library.definition("three_battles")
    faces = [Image.open(io.BytesIO(png(counter_svg(game, i, "front").svg, dpi=190))) for i in SHOWN]
    width, height, gap = faces[0].width, faces[0].height, 10
    row = Image.new("RGBA", ((width + gap) * len(faces) - gap, height), (0, 0, 0, 0))
    for i, face in enumerate(faces):
        row.paste(face, (i * (width + gap), 0))
    return row


def battle(until: int) -> Image.Image:
    game, rules, chance = (
        library.definition("three_battles"),
        library.rules("three_battles", "hastings"),
        Steady(),
    )
    play = Play(rules)
    while play.request is not None and play.state.turn < until:
        if isinstance(play.request, Choose):
            play.answer(rules.advise(play.request, play.state, chance))
        elif isinstance(play.request, Roll):
            play.answer(tuple(1 + chance.below(die.sides) for die in play.request.dice))
    placed, facts = rules.position(play.state), rules.summary(play.state)
    drawing = position_drawing(game, "hastings", placed, facts=facts, crop=True)
    whole = Image.open(io.BytesIO(png(drawing.svg, width=1400)))
    return whole.crop((0, whole.height * 4 // 10, whole.width, whole.height))


def table() -> Image.Image:
    game = library.definition("three_battles")
    chart = next(c for c in charts(game, game.hex_scenarios["hastings"]) if "crt" in c.drawing().name)
    return Image.open(io.BytesIO(png(chart.drawing().svg, width=700)))


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for name, image in (("counters", counters()), ("battle", battle(5)), ("crt", table())):
        small = image.convert("RGB").quantize(128) if name == "battle" else image
        small.save(OUT / f"{name}.png", optimize=True)
        print(f"wrote {OUT / name}.png")


if __name__ == "__main__":
    main()
