"""Wooden blocks as VASSAL pieces: their strength is known to their owner alone, and a turn is a step lost.

A block is masked: others see the back of its side and a name that tells nothing. Inside the mask stand its
label, which turns, and the values; its full strength is on top at first, and the next comes there with a turn
to the left. Outside stands what all may see: whose it is, and that it has moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.counters.blocks import back_svg, block_sides, block_svg
from generator.drawing.art import Look
from generator.drawing.panel import TextAs
from generator.drawing.raster import Shot
from generator.drawing.svg import Canvas
from generator.vassal.format.buildfile import Component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import Term, braced, choose, equal, number, prop
from generator.vassal.format.keys import ctrl, key
from generator.vassal.format.module_frame import piece_slot
from generator.vassal.format.orders import block
from generator.vassal.format.pieces import BasicPiece, Piece, prototype
from generator.vassal.format.slots import SlotIds
from generator.vassal.format.traits import (
    CalculatedProperty,
    Embellishment,
    FreeRotator,
    Marker,
    Obscurable,
    ReportState,
    RestrictCommands,
    Trait,
    UsePrototype,
)
from generator.vassal.format.windows import panel
from generator.vassal.module.battle_board import BattleBoard, sends
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.data import VassalFile, blank_slot
from generator.vassal.module.names import (
    LAYERS,
    STEP,
    Rendering,
    front_image,
    piece_name,
    readers,
    value_property,
)
from generator.vassal.module.orders.by_hand import tells
from generator.vassal.module.orders.handing_in import ORDERS
from generator.vassal.module.orders.ways import moved_sign, trails
from generator.vassal.module.pieces import Roster, marker_pieces, palettes, values_in_words
from generator.vassal.module.prototypes import (
    ELIMINATE,
    FATE_REPORTS,
    TAKE_AWAY,
    kind_prototype,
    nation_prototype,
    only_for,
    prototypes,
    state_layers,
)
from generator.vassal.module.tracks import Tracks
from modules.definition import Counter, Definition

STRENGTH = "Strength"
"""The property of a block's strength, and the rotator that turns it."""

EDGES = 4
LOSE, REGAIN = key("[", ctrl=True), key("]", ctrl=True)
_RING = 22.0


@dataclass(frozen=True)
class BlockRoster(Roster):
    """A roster with a block for each side that is its back on both sides."""

    blanks: Mapping[str, Piece]

    def blank(self, side: str) -> Piece:
        """A block of which only the side is known, as a save holds it. Raises KeyError for another side."""
        return self.in_a_save(blank_slot(side), self.blanks[side])


def block_roster(
    definition: Definition,
    file: VassalFile,
    ids: SlotIds,
    cells: dict[str, tuple[int, int]],
    rendering: Rendering,
    tracks: Tracks,
    boards: Sequence[BattleBoard],
) -> BlockRoster:
    """The pieces of a game of blocks; `cells` are their places among the eliminated."""
    made = prototypes(definition, file, rendering, Boxes(definition, {}, rendering, ""))
    for name, kind in definition.game.kinds.items():
        layers = state_layers(definition, file.of_kind(name, kind.role), rendering)
        marks = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower(), Role=kind.role.title())
        made[kind_prototype(name)] = prototype(*layers, marks)
    for side in block_sides(definition):
        made[_side_blocks(side)] = prototype(*_common(definition, side, rendering, boards))
    blocks = {c.id: _block(definition, c, cells[c.id], rendering) for c in definition.counters.values()}
    markers, carriers = marker_pieces(definition, rendering, tracks), definition.game.carriers
    blanks = {side: _blank(definition, side, rendering, boards) for side in block_sides(definition)}
    return BlockRoster(made, blocks, markers, ids, carriers, blanks)


def block_palettes(definition: Definition, pieces: BlockRoster, size: int) -> Component:
    """The window of all blocks and markers, and of the blocks that nobody knows."""
    slots = [
        piece_slot(piece.basic.name, pieces.ids[blank_slot(side)], piece, (size, size))
        for side, piece in pieces.blanks.items()
    ]
    return palettes(definition, pieces, size, panel("Unknown blocks", *slots))


def block_shots(definition: Definition, rendering: Rendering) -> Iterator[tuple[str, Shot]]:
    """The labels of all blocks, the backs of the sides, and the ring around a block that others see from
    behind. A mask is not scaled by VASSAL: what belongs to it is drawn at the size at which it is shown."""
    for counter in definition.counters.values():
        drawn = block_svg(rendering.look, definition, counter.id, text_as=rendering.text_as)
        yield (
            rendering.image(front_image(counter.id)),
            Shot(rendering.look, drawn.svg, width=rendering.px * rendering.detail),
        )
    for side in block_sides(definition):
        back = back_svg(rendering.look, definition, side, text_as=rendering.text_as)
        yield rendering.image(_back_image(side)), Shot(rendering.look, back.svg, width=rendering.px)
    yield (
        rendering.image(_HIDDEN),
        Shot(rendering.look, ring_svg(rendering.look, rendering.text_as), width=rendering.px),
    )


def ring_svg(look: Look, text_as: TextAs) -> str:
    """A dashed ring over a label: the block stands upright, and its owner alone sees this side."""
    canvas = Canvas(look, _RING, _RING, title="Standing: the others see the back", text_as=text_as)
    colours = look.palette("sides").under("neutral")
    for stroke, dashes in ((colours["light"], {}), (colours["outline"], {"stroke_dasharray": "2 1.2"})):
        canvas.rect(
            0.5, 0.5, _RING - 1, _RING - 1, radius=2, fill="none", stroke=stroke, stroke_width=0.7, **dashes
        )  # fmt: skip
    return canvas.svg()


_HIDDEN = "block-standing"


def _back_image(side: str) -> str:
    return f"block-back-{side}"


def _side_blocks(side: str) -> str:
    return f"Blocks {side}"


def _common(
    definition: Definition, side: str, rendering: Rendering, boards: Sequence[BattleBoard]
) -> Iterator[Trait]:
    """What all blocks of a side share, outermost first; the mask is the innermost."""
    game = definition.game
    yield ReportState(keys=(ctrl("F"),), format="$location$: laid down or stood up, now $newPieceName$ *")
    yield from FATE_REPORTS
    yield ReportState(keys=(LOSE,), format="$location$: $newPieceName$ loses a step *")
    yield ReportState(keys=(REGAIN,), format="$location$: $newPieceName$ regains a step *")
    yield UsePrototype(ORDERS)
    yield from trails(from_boxes=False)
    yield moved_sign(rendering.px, rendering.px)
    yield Marker.of(Side=game.sides[side].name, Layer=LAYERS[0])
    owners = readers(definition, side)
    to_battle, keys = sends(boards, side)
    yield only_for(owners, (ctrl("F"), LOSE, REGAIN, ctrl("E"), ctrl("D"), *keys))
    yield TAKE_AWAY
    yield from to_battle
    yield Obscurable(
        key=ctrl("F"),
        image=rendering.image(_back_image(side)),
        text="Stand up or lay down",
        style=f"G{rendering.image(_HIDDEN)}",
        mask_name=mask_name(definition, side),
        access="sides:" + join(owners, ":"),
    )


def _block(definition: Definition, counter: Counter, place: tuple[int, int], rendering: Rendering) -> Piece:
    x, y = place
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    uses = (_side_blocks(counter.side), kind_prototype(counter.kind), nation_prototype(counter.nation))
    values = {value_property(name): str(number) for name, number in counter.front.items()}
    words = values_in_words(counter.shown(definition.game))
    traits: list[Trait] = [*map(UsePrototype, uses), own, Marker.of(**values, Values=words), ELIMINATE]
    traits += _strength(definition, counter)
    face = Embellishment(
        name=STEP, images=(rendering.image(front_image(counter.id)),), scale=1 / rendering.detail
    )
    return Piece(BasicPiece("", piece_name(definition, counter)), (*traits, face))


def _blank(definition: Definition, side: str, rendering: Rendering, boards: Sequence[BattleBoard]) -> Piece:
    """A block that shows everybody its back, for positions as one player sees them: there is nothing below it
    that could be read out of a file."""
    game = definition.game
    to_battle, _ = sends(boards, side)
    back = Embellishment(name=STEP, images=(rendering.image(_back_image(side)),))
    signs = (UsePrototype(ORDERS), *trails(from_boxes=False), moved_sign(rendering.px, rendering.px))
    whose = Marker.of(UnknownOf=side, Side=game.sides[side].name, Layer=LAYERS[0])
    owned = (only_for(readers(definition, side), (ctrl("D"),)), TAKE_AWAY)
    return Piece(BasicPiece("", mask_name(definition, side)), (*to_battle, *signs, *owned, whose, back))


def mask_name(definition: Definition, side: str) -> str:
    """What a block is called by those who do not know it."""
    return f"{definition.game.sides[side].short} block"


def _strength(definition: Definition, counter: Counter) -> Iterator[Trait]:
    """The strength on the upper edge, and the turns that a block with so many steps can make. VASSAL counts
    facings from 1 clockwise: a turn to the left from the first is to the last."""
    facings = [1, *range(EDGES, EDGES - len(counter.strengths) + 1, -1)]
    shown = dict(zip(facings, counter.strengths, strict=True))
    told = number(0)
    for facing, strength in reversed(shown.items()):
        told = choose(_stands(facing), number(strength), told)
    yield CalculatedProperty(STRENGTH, braced(told))
    if len(facings) == 1:
        return
    last, first = braced(_stands(facings[-1])), braced(_stands(1))
    yield RestrictCommands("Last step", "Disable", last, (LOSE,))
    yield RestrictCommands("Full strength", "Disable", first, (REGAIN,))
    yield from tells(definition, {LOSE: block.LOSE, REGAIN: block.REGAIN})
    yield FreeRotator(EDGES, REGAIN, LOSE, "Regain a step", "Lose a step", name=STRENGTH)


def _stands(facing: int) -> Term:
    return equal(prop(f"{STRENGTH}_Facing"), number(facing))
