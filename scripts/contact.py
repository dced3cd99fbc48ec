"""One sheet to look at: what was once drawn wrong, each in a cell of its own, from the games as they are now.

A cell is a part of a map, chart, page of a kit, position or preview, at about the size at which a player sees
it. The games are those that ship and four that `senlac new` starts; one of them gets a second sheet and a map
on its back. Nothing is asserted: somebody has to look. Previews need Chromium; without it their cells say so.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pypdfium2
from browse import BROWSERS
from PIL import Image, ImageDraw, ImageFont

from generator.art_folder import USUAL
from generator.cards import card_pieces, card_svg
from generator.counters.printed import FACES_OF_A_COUNTER, counter_svg
from generator.drawing.art import Look
from generator.drawing.raster import png
from generator.drawing.typeface import SANS_BOLD
from generator.kit.make import make_kit, write_cuts
from generator.kit.on_demand import make_cards
from generator.kit.options import Options
from generator.look import look_of, look_of_style
from generator.new_game import start_game
from generator.position import position_drawing
from generator.preview import make_preview
from generator.sheets.pictures import charts_of_scenario, sheet_of_map
from modules import library
from modules.amounts import count_noun
from modules.definition import Definition, load
from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "generator"))

from two_sides import two_sided_game

OUT = Path("build/contact.png")
CELL, LABEL, COLUMNS = (560, 400), 26, 4
_TWO_SIDES = "two sides"
"""A game of two scenarios on one map, with a sheet of each and another map on the back of one."""


class Games:
    """The games that are shown: those that ship by name, those that `senlac new` starts by style."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cache  # noqa: B019 - lives as long as the script
    def of(self, name: str) -> Definition:
        if name in library.games():
            return library.definition(name)
        if name == _TWO_SIDES:
            return load(two_sided_game(self.folder / name))
        style, _, more = name.partition("+")
        grid = "points" if more == "points" else "hexes"
        start_game(self.folder / more / style, title=f"A game in {style}", style=style, grid=grid)
        return load(self.folder / more / style)


def shot(look: Look, svg: str, **size: Any) -> Image.Image:
    return Image.open(io.BytesIO(png(look, svg, **size))).convert("RGBA")


def on_paper(image: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", image.size, "#ffffff")
    ground.alpha_composite(image)
    return ground


def row(images: list[Image.Image], gap: int = 10) -> Image.Image:
    """Pictures side by side."""
    wide = sum(each.width for each in images) + gap * (len(images) - 1)
    found = Image.new("RGBA", (wide, max(each.height for each in images)), (0, 0, 0, 0))
    x = 0
    for each in images:
        found.paste(each, (x, 0))
        x += each.width + gap
    return found


def whole(game: Definition, *names: str, dpi: int) -> Image.Image:
    """Sheets of maps beside one another."""
    look = look_of(game)
    return row([shot(look, sheet_of_map(look, game, name).svg, dpi=dpi) for name in names])


def land(game: Definition, name: str, left: float, top: float, wide: float, dpi: int = 100) -> Image.Image:
    """A part of a map's sheet, `wide` mm across from a corner in mm."""
    look = look_of(game)
    sheet = shot(look, sheet_of_map(look, game, name).svg, dpi=dpi)
    x, y, w = (round(mm * dpi / 25.4) for mm in (left, top, wide))
    return sheet.crop((x, y, x + w, y + round(w * CELL[1] / CELL[0])))


def chart(game: Definition, scenario: str, name: str) -> Image.Image:
    look = look_of(game)
    drawn = {each.name: each for each in charts_of_scenario(look, game, scenario)}
    return shot(look, drawn[f"{scenario}-{name}"].svg, dpi=110)


def counters(game: Definition) -> Image.Image:
    """Both faces of one counter of each kind."""
    look = look_of(game)
    kinds = {each.kind: each.id for each in reversed(game.counters.values())}
    lines = [
        row(
            [
                shot(look, counter_svg(look, game, each, face).svg, dpi=150)
                for each in list(kinds.values())[:6]
            ]
        )
        for face in FACES_OF_A_COUNTER
    ]
    both = Image.new("RGBA", (lines[0].width, 2 * lines[0].height + 10), (0, 0, 0, 0))
    for i, line in enumerate(lines):
        both.paste(line, (0, i * (line.height + 10)))
    return both


def cards(game: Definition) -> Image.Image:
    """Both faces of the first card."""
    look = look_of(game)
    first = card_pieces(look, game)[0].id
    return row([shot(look, card_svg(look, game, first, face).svg, dpi=130) for face in FACES_OF_A_COUNTER])


def pages(game: Definition, options: Options, *numbers: int) -> Image.Image:
    """Pages of a kit by their place in it, counted from 1."""
    return of_pdf(make_kit(game, options).data, *numbers)


def of_pdf(data: bytes, *numbers: int) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    return row([document[number - 1].render(scale=1.4).to_pil().convert("RGBA") for number in numbers])


def cut_lines(game: Definition, folder: Path) -> Image.Image:
    """The file for a cutting machine over the page of the kit that it cuts."""
    (first, *_) = write_cuts(game, folder / "cuts.svg", Options(only=("counters",)))
    page = pages(game, Options(only=("counters",), machine=True), 1)
    lines = shot(look_of(game), first.read_text(encoding="utf-8"), width=page.width)
    page.alpha_composite(lines)
    return page.crop((0, 0, page.width, page.height // 3))


def battle(name: str, until: int) -> Image.Image:
    """A battle of Hastings, played by policy with a counter for dice, as a mail shows it."""
    game, rules = library.definition(name), library.rules(name, "hastings")
    play, number = Play(rules), iter(range(10**9))

    class Chance:
        def below(self, limit: int) -> int:
            return (next(number) * 7919 + 13) % limit

    chance = Chance()
    while play.request is not None and play.state.turn < until:
        if isinstance(play.request, Choose):
            play.answer(rules.advise(play.request, play.state, chance))
        elif isinstance(play.request, Roll):
            play.answer(tuple(1 + chance.below(die.sides) for die in play.request.dice))
    drawn = position_drawing(
        game, "hastings", rules.position(play.state), facts=rules.summary(play.state), crop=True
    )
    whole = shot(look_of(game), drawn.svg, width=1500)
    return whole.crop((700, whole.height // 3, 1260, whole.height // 3 + 400))


def page_of(game: Definition, wide: int, tall: int, *, dark: bool = False) -> Image.Image | None:
    """The preview in a browser's window; None where there is no browser."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file, picture = Path(folder) / "page.html", Path(folder) / "shot.png"
        data = make_preview(game).data.decode()
        if dark:
            data = data.replace("(prefers-color-scheme:dark)", "all")
        file.write_text(data, encoding="utf-8")
        words = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--screenshot={picture}"]
        words += ["--hide-scrollbars", f"--window-size={wide},{tall}", f"--user-data-dir={folder}/profile"]
        subprocess.run([*words, file.as_uri()], capture_output=True, timeout=120, check=True)
        return Image.open(io.BytesIO(picture.read_bytes())).convert("RGBA")


Cell = tuple[str, Callable[[], Image.Image | None]]


def art_cells(games: Games) -> Iterator[Cell]:
    """A game brings its own art."""
    modern, two = games.of("modern"), games.of(_TWO_SIDES)
    for style in ("tapestry", "modern", "gunpowder"):
        yield f"Style {style}: counters", partial(counters, games.of(style))
    yield "TEC: shifts, DRM, doubled and tripled defence", partial(chart, modern, "canal", "terrain")
    yield "Places and links", partial(whole, games.of("gunpowder+points"), "weser", dpi=60)
    names = ("canal-canal", "canal-relief")
    yield "A sheet of each scenario on one map", partial(whole, two, *names, dpi=40)
    yield "A map with two sides: tile and its back", partial(pages, two, Options(only=("maps",)), 3, 4)
    yield "A card with bleed", lambda: of_pdf(make_cards(modern)[0], 1, 2)
    yield "A card of Pulsipher's", partial(cards, games.of("hastings_pulsipher"))
    yield "The cover of a game without a frieze", partial(pages, modern, Options(only=("cover",)), 1)


def kit_cells(games: Games, folder: Path) -> Iterator[Cell]:
    """Kits and charts that are right."""
    three, berg, comet = (games.of(name) for name in ("three_battles", "hastings_berg", "year_of_the_comet"))
    grey = Options(only=("counters",), greyscale=True)
    yield "Greyscale: the enemies differ", lambda: pages(three, grey, 1).crop((0, 60, 833, 660))
    yield "The TEC with its footnotes", partial(chart, three, "hastings", "terrain")
    yield "A tint follows whom a result hits", partial(chart, three, "hastings", "crt")
    yield "Odds as fractions", partial(chart, berg, "hastings", "missile_results")
    yield "Columns of differences, minus signs", partial(chart, berg, "hastings", "melee_mended")
    yield "Areas with every die", lambda: land(comet, "england", 8, 88, 100, dpi=140)
    yield "Stickers, sizes, dice of blocks", partial(pages, comet, Options(only=("cover",)), 2)
    yield "A gutter between nations; markers below", lambda: pages(three, Options(only=("counters",)), 1, 2)
    yield "Lines of a cutting machine over its page", partial(cut_lines, three, folder)
    yield "Rules in brief, from the ledger", lambda: pages(three, Options(only=("guide",)), 1, 2)
    yield "A player's aid", lambda: pages(three, Options(only=("aids",)), 1)


def map_cells(games: Games) -> Iterator[Cell]:
    """Maps worthy of their counters."""
    three, comet = games.of("three_battles"), games.of("year_of_the_comet")
    yield (
        "Hill: stipple, hachures, a name that covers nothing",
        lambda: land(three, "hastings", 410, 125, 140),
    )
    yield "Marsh that looks wet, zones in step", lambda: land(three, "fulford", 265, 50, 140)
    yield "The edge of a zone ends at the Derwent", lambda: land(three, "stamford_bridge", 160, 20, 140)
    yield "Fields, hedges, paths, a figure in an empty quarter", lambda: land(three, "hastings", 10, 10, 140)
    yield (
        "Canopies; names off dots, numbers, marks; houses",
        lambda: land(games.of("modern"), "canal", 5, 5, 190),
    )
    yield (
        "A village under its name; ids beside roads",
        lambda: land(games.of("gunpowder"), "lohbach", 100, 40, 95, dpi=130),
    )
    yield (
        "The note that the dot decides; level digits",
        lambda: land(games.of("tapestry"), "mill", 5, 90, 110, dpi=120),
    )
    yield "England: names of roads, rivers, towns", lambda: land(comet, "england", 155, 270, 140)
    yield "England: scale and arrows on the sheet", lambda: land(comet, "england", 325, 105, 100)
    yield "The cartouche", lambda: land(three, "hastings", 848, 2, 120)


def told_cells(games: Games) -> Iterator[Cell]:
    """Pictures in mails, preview."""
    yield "A position: counters 0.85 of a hex, captions clear", partial(battle, "three_battles", 5)
    yield "Preview on a telephone, 390 px", lambda: page_of(games.of("three_battles"), 390, 900)
    yield "Preview on a desk", lambda: page_of(games.of("modern"), 1200, 900)
    yield "Preview in the dark", lambda: page_of(games.of("shield_wall"), 1200, 900, dark=True)


def cells(folder: Path) -> Iterator[tuple[str, Image.Image | None]]:
    """All cells, drawn one after the other."""
    games = Games(folder)
    for each in (art_cells(games), kit_cells(games, folder), map_cells(games), told_cells(games)):
        for label, draw in each:
            yield label, draw()


def sheet(found: list[tuple[str, Image.Image | None]], font: ImageFont.FreeTypeFont) -> Image.Image:
    """All cells in rows, each as large as it can be in its place, with its words above."""
    (wide, tall), rows = CELL, -(-len(found) // COLUMNS)
    made = Image.new("RGB", (COLUMNS * (wide + 12) + 12, rows * (tall + LABEL + 12) + 12), "#4a4a4a")
    pen = ImageDraw.Draw(made)
    for i, (label, picture) in enumerate(found):
        x, y = 12 + i % COLUMNS * (wide + 12), 12 + i // COLUMNS * (tall + LABEL + 12)
        pen.text((x, y), f"{i + 1}  {label}", fill="#ffffff", font=font)
        pen.rectangle((x, y + LABEL, x + wide - 1, y + LABEL + tall - 1), fill="#f4f1e8")
        if picture is None:
            pen.text((x + 20, y + LABEL + 20), "no browser here", fill="#a5352a", font=font)
            continue
        share = min(wide / picture.width, tall / picture.height, 1.0)
        size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
        small = on_paper(picture).resize(size, Image.Resampling.LANCZOS)
        made.paste(small.convert("RGB"), (x + (wide - size[0]) // 2, y + LABEL + (tall - size[1]) // 2))
    return made


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    font = ImageFont.truetype(str(look_of_style(USUAL).fonts[SANS_BOLD].path), 20)
    with tempfile.TemporaryDirectory() as folder:
        found = list(cells(Path(folder)))
    out.parent.mkdir(parents=True, exist_ok=True)
    sheet(found, font).save(out, optimize=True)
    print(f"wrote {out}: {count_noun(len(found), 'cell')}")


if __name__ == "__main__":
    main()
