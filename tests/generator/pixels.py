"""Pictures whose pixels are kept; `python tests/generator/pixels.py` keeps them anew, after a look at them.

resvg is pinned to a version, so what it draws is compared to the last pixel, by a hash. The page of a PDF is
set by typst and drawn by pdfium, which are not: other versions may shade an edge otherwise. It is compared
with the small picture of it, block by block.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import yaml
from kits import game, measured
from looks import TAPESTRY
from PIL import Image, ImageChops

from generator.charts.players import charts
from generator.drawing.raster import png
from generator.kit.cover import Entry, cover_pages
from generator.kit.options import Options
from generator.kit.page import PAPERS, Sheet
from generator.sheets.pictures import sheet_of_map

KEPT = Path(__file__).parent / "data" / "pixels"
WIDTH = 480
"""px across of the small pictures."""
BLOCK, LIKE = 20, 12.0
"""px of a block of a small picture, and how far it may be from the one that is kept, on average of 255."""


def drawn(svg: str, dpi: float) -> Image.Image:
    return Image.open(io.BytesIO(png(TAPESTRY, svg, dpi=dpi))).convert("RGBA")


def sheet() -> Image.Image:
    return drawn(sheet_of_map(TAPESTRY, game("three_battles"), "hastings").svg, 72)


def chart() -> Image.Image:
    battle = game("three_battles").hex_scenarios["hastings"]
    (table,) = (
        each for each in charts(TAPESTRY, game("three_battles"), battle) if "crt" in each.drawing().name
    )
    return drawn(table.drawing().svg, 150)


def cover() -> Image.Image:
    contents = [
        Entry("Counters", "16", 3, 4, "on card"),
        Entry("Map: The mill bridge", "1", 5, 5, "one side"),
    ]
    paper = Sheet(TAPESTRY, *PAPERS["a4"], "The mill bridge", 8)
    return drawn(cover_pages(game("mill"), paper, contents, Options())[0].svg, 100)


def counters() -> Image.Image:
    page = measured("mill", Options(only=("counters",))).titled("Counters")[0]
    return page.page.render(scale=100 / 72).to_pil().convert("RGBA")


EXACT: dict[str, Callable[[], Image.Image]] = {"sheet": sheet, "chart": chart, "cover": cover}
ALIKE: dict[str, Callable[[], Image.Image]] = {"counters": counters}


def digest(picture: Image.Image) -> str:
    """Size and SHA-256 of the pixels, which do not hang on how a PNG packs them."""
    return f"{picture.width} x {picture.height} {hashlib.sha256(picture.tobytes()).hexdigest()}"


def small(picture: Image.Image) -> Image.Image:
    """On white, so many px across."""
    ground = Image.new("RGBA", picture.size, "white")
    whole = Image.alpha_composite(ground, picture).convert("RGB")
    return whole.resize((WIDTH, round(WIDTH * picture.height / picture.width)), Image.Resampling.BOX)


def kept(name: str) -> Image.Image:
    return Image.open(KEPT / f"{name}.png").convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far the blocks of two small pictures are apart at most, 0 to 255; 255 where their sizes differ."""
    if one.size != other.size:
        return 255.0
    blocks = tuple(-(-side // BLOCK) for side in one.size)
    found = ImageChops.difference(one, other).resize(blocks, Image.Resampling.BOX)
    return max(high for _, high in found.getextrema())


def shown(name: str, picture: Image.Image, folder: Path) -> str:
    """Write what was expected, what came and, black on white, where they part; tells where they lie."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted, came = kept(name), small(picture)
    parts = (
        ImageChops.difference(wanted, came.resize(wanted.size))
        .convert("L")
        .point(lambda v: 255 - min(255, 8 * v))
    )
    pictures = {"expected": wanted, "actual": picture, "difference": parts}
    for what, each in pictures.items():
        each.save(folder / f"{name}-{what}.png")
    return (
        f"the pixels of {name} are others: see {folder / name}-expected.png, -actual.png and -difference.png"
    )


def main() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    hashes = {}
    for name, draw in (EXACT | ALIKE).items():
        picture = draw()
        small(picture).save(KEPT / f"{name}.png", optimize=True)
        if name in EXACT:
            hashes[name] = digest(picture)
    (KEPT / "hashes.yaml").write_text(yaml.safe_dump(hashes, width=200), encoding="utf-8")


if __name__ == "__main__":
    main()
