"""Pictures in 256 colours of their own, as a module shows its boards: a sheet looks the same in a third of
the bytes.

A board with a layer on it, such as the ids of its hexes, and the same board without it are rendered once: the
layer is laid on the pixels of the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops

from generator.drawing.art import Look
from generator.drawing.raster import Raster
from generator.drawing.renderer import layer_of, renderer
from generator.drawing.strips import indexed

_COLOURS = 256


def in_few_colours(ground: Raster, layer: Raster | None = None) -> list[bytes]:
    """The PNG of an opaque picture; where there is a `layer` of the same size, with it and then without. Both
    have the same colours. Raises PictureError."""
    bare = _image(ground, lambda look, document: renderer()(look, document, ground.shot.background)).convert(
        "RGB"
    )
    whole = bare if layer is None else _laid(_image(layer, layer_of), bare)
    chosen = whole.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    made = [_packed(chosen, ground.dpi)]
    if layer is not None:
        made.append(_packed(bare.quantize(palette=chosen, dither=Image.Dither.NONE), ground.dpi))
    return made


def _image(raster: Raster, render: Callable[[Look, str], bytes]) -> Image.Image:
    """The pixels of a picture, strip by strip."""
    pixels = b"".join(
        [render(raster.shot.look, raster.document_of(number)) for number in range(raster.strips)]
    )
    return Image.frombuffer("RGBA", (raster.width, raster.height), pixels, "raw", "RGBA", 0, 1)


def _laid(layer: Image.Image, ground: Image.Image) -> Image.Image:
    """A layer, its colours multiplied by their alpha, on opaque ground."""
    *colours, alpha = layer.split()
    through = ImageChops.invert(alpha)
    kept = ImageChops.multiply(ground, Image.merge("RGB", (through, through, through)))
    return ImageChops.add(kept, Image.merge("RGB", colours))


def _packed(picture: Image.Image, dpi: float) -> bytes:
    return indexed(picture.size, picture.tobytes(), bytes(picture.getpalette("RGB") or ()), dpi)
