"""Pictures of grounds and pieces that are drawn once and kept: where they lie, and how they are drawn.

Pieces are kept in a folder of the game; the ground, which tells nothing of the game and is that of others
too, in the user's own cache. With them and without them a picture is the same to the byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from generator.cache.own import own_cache
from generator.cache.sources import sources_digest
from generator.cache.store import Store
from generator.drawing.art import Look
from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.position.scene import Scene, Spot
from modules.definition.model import Definition


def stores_of(definition: Definition, map_name: str, folder: Path | None) -> tuple[Store, Store]:
    """Where pieces and the ground of a map or board are kept. Without a folder neither is."""
    thing, inputs = f"{definition.name}-{map_name}", _inputs(definition)
    cache = own_cache()
    grounds = folder and ((cache and cache / "grounds") or folder)
    return Store(folder, thing, inputs), Store(grounds, thing, inputs)


def _inputs(definition: Definition) -> str:
    """The digest of all that the kept pictures are made of, for a definition as its files are."""
    words = f"{definition.digest} {sources_digest()} pillow {version('pillow')}"
    return hashlib.sha256(words.encode()).hexdigest()


def ground_svg(look: Look, scene: Scene) -> str:
    """All of a map or board without pieces."""
    canvas = Canvas(look, scene.room.width, scene.room.height)
    scene.ground(canvas)
    return canvas.svg()


def lying_anywhere(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """What is drawn of one piece, without its place: the same for all pieces that look alike."""
    x, y = spots[0].at
    return tuple(
        replace(spot, placed=replace(spot.placed, place=""), at=(spot.at[0] - x, spot.at[1] - y))
        for spot in spots
    )


def extent_of(scene: Scene, spots: Sequence[Spot]) -> tuple[float, float]:
    """The width and height that hold all that is drawn of one piece, with the first spot in the middle."""
    (x, y), sizes = spots[0].at, [scene.extent(spot) for spot in spots]
    wide = max(2 * abs(spot.at[0] - x) + size[0] for spot, size in zip(spots, sizes, strict=True))
    tall = max(2 * abs(spot.at[1] - y) + size[1] for spot, size in zip(spots, sizes, strict=True))
    return wide, tall


def piece_png(look: Look, scene: Scene, spots: Sequence[Spot], dpi: float) -> bytes:
    """One piece with its shadow and markers, the first spot of it in the middle of the picture."""
    (x, y), (wide, tall) = spots[0].at, extent_of(scene, spots)
    canvas = Canvas(look, wide, tall)
    for spot in spots:
        scene.piece(canvas, replace(spot, at=(wide / 2 + spot.at[0] - x, tall / 2 + spot.at[1] - y)))
    return png(look, canvas.svg(), dpi=dpi)
