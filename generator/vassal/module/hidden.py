"""Markers that lie face down: others than the side whose they are see its back and a bare name.

Ctrl and the key of `hidden` turns one face down, and up again; the side itself goes on seeing what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.counters.printed import marker_svg
from generator.drawing.raster import Shot
from generator.vassal.format.codec import join
from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import Obscurable, ReportState, Trait
from generator.vassal.module.data import VassalFile
from generator.vassal.module.names import Rendering, hidden_image, readers
from generator.vassal.module.prototypes import only_for
from modules.definition import Definition


def hidden_traits(
    definition: Definition, file: VassalFile, name: str, rendering: Rendering
) -> tuple[Trait, ...]:
    """What a marker that may lie face down has around its face, outermost first; nothing for another."""
    marker = definition.game.markers[name]
    if file.hidden is None or name not in file.hidden.markers or not marker.side or not marker.back:
        return ()
    turn, owners = ctrl(file.hidden.key), readers(definition, marker.side)
    back = definition.game.markers[marker.back].name
    mask = Obscurable(
        key=turn, image=rendering.image(hidden_image(marker.back)), text="Face down, or up", style="B",
        mask_name=back, access="sides:" + join(owners, ":"),
    )  # fmt: skip
    report = ReportState(keys=(turn,), format="$location$: face down or up, now $newPieceName$ *")
    return (report, only_for(owners, (turn,)), mask)


def guarded(definition: Definition, file: VassalFile, name: str) -> tuple[Trait, ...]:
    """What keeps others from copying or taking away a marker that may lie face down: it stands outside of
    these commands."""
    marker = definition.game.markers[name]
    if file.hidden is None or name not in file.hidden.markers or not marker.side:
        return ()
    return (only_for(readers(definition, marker.side), (ctrl("C"), ctrl("D"))),)


def hidden_shots(
    definition: Definition, file: VassalFile, rendering: Rendering
) -> Iterator[tuple[str, Shot]]:
    """The backs of these markers. A mask is not scaled by VASSAL: it is drawn at the size at which it is
    shown."""
    hidden = () if file.hidden is None else file.hidden.markers
    for back in dict.fromkeys(definition.game.markers[name].back for name in hidden):
        if back is not None:
            drawn = marker_svg(rendering.look, definition, back, text_as=rendering.text_as)
            yield rendering.image(hidden_image(back)), Shot(rendering.look, drawn.svg, width=rendering.px)
