"""Cards as VASSAL pieces: unit cards and the cards of packs, and what they share.

A card is masked: whoever may not know it sees its back and a name that tells nothing. Outside the mask stands
what all may see, such as whose card it is and that it has moved; inside stand its face, values and markers.
A unit card is known to its side and to the spectators; a card of a pack to the side that has drawn it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.cards import CARD_MM, CardPiece, decks, unit_deck
from generator.cards.layout import card_layout
from generator.drawing.art import Look
from generator.vassal.format.buildfile import Component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import TRUE, braced, equal, prop
from generator.vassal.format.keys import ctrl, named_key
from generator.vassal.format.module_frame import piece_slot
from generator.vassal.format.pieces import BasicPiece, Piece, prototype
from generator.vassal.format.slots import SlotIds
from generator.vassal.format.traits import (
    Embellishment,
    Marker,
    Obscurable,
    ReportState,
    ReturnToDeck,
    Trait,
    TriggerAction,
    UsePrototype,
)
from generator.vassal.format.windows import palette, panel, tabs
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.data import VassalFile, card_slot, copies, unknown_slot
from generator.vassal.module.icons import icon
from generator.vassal.module.names import Rendering, piece_name, readers
from generator.vassal.module.orders.declaring import DECLARING, declaring
from generator.vassal.module.orders.handing_in import ORDERS
from generator.vassal.module.orders.kinds import marks_of
from generator.vassal.module.orders.ways import moved_sign, trails
from generator.vassal.module.pack_names import card_px, discard_title, mask_name
from generator.vassal.module.pieces import (
    Roster,
    counter_piece,
    counter_slots,
    marker_panels,
    marker_pieces,
    value_traits,
)
from generator.vassal.module.piles import PilePlan
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
from modules.definition import Counter, Definition

FACE = "Face"
"""The layer that holds a card's front."""

FRONT_SIGN = "glyphs/front"
"""The figure of a unit card's layout that points to its front side."""

_TURNED = "$location$: turned over, now $newPieceName$ *"
_SHOW, _PUT_DOWN = named_key("showCard"), named_key("putCardDown")
_COLUMNS = 4
_PLATE = 0.42
"""Of a card's long side: the plate of a state, which leaves the numbers free."""


@dataclass(frozen=True)
class CardRoster(Roster):
    """A roster with cards of packs (by copy, as in "transfer-2"), and for each pack a card that nobody
    knows. Unit cards are among the counters."""

    cards: Mapping[str, Piece]
    unknown: Mapping[str, Piece]

    def card(self, copy: str) -> Piece:
        """A card of a pack as a save holds it."""
        return self.in_a_save(card_slot(copy), self.cards[copy])

    def unknown_card(self, pack: str) -> Piece:
        """A card of which only the pack is known, as a save holds it."""
        return self.in_a_save(unknown_slot(pack), self.unknown[pack])


def card_roster(
    definition: Definition,
    file: VassalFile,
    ids: SlotIds,
    piles: PilePlan,
    scale: float,
    rendering: Rendering,
) -> CardRoster:
    """The pieces of a game of cards, `scale` px a mm; `rendering` is that of leaders and markers."""
    return CardRoster(
        _prototypes(definition, file, scale, rendering),
        {c.id: _unit(definition, c, piles, file, rendering) for c in definition.counters.values()},
        marker_pieces(definition, rendering),
        ids,
        definition.game.carriers,
        {copy: _card(definition, copy, rendering) for copy in copies(definition)},
        {pack: _unknown(definition, pack, rendering) for pack in decks(rendering.look, definition)},
    )


# --- names ---------------------------------------------------------------------------------------------


def back_name(pack: str) -> str:
    """The image of the back of a pack's cards, as all below without its form."""
    return f"back-{pack.replace(' ', '-')}"


def hidden_name(pack: str) -> str:
    """The image over a pack's card that its owner sees and others do not."""
    return f"hidden-{pack.replace(' ', '-')}"


def face_name(card_id: str) -> str:
    """The image of a card's front."""
    return f"card-{card_id}"


def facing_name(layout: str) -> str:
    """The image over the sign of the front of cards that face down the board."""
    return f"facing-down-{layout}"


def state_px(scale: float) -> int:
    """How wide the plates of states are, for cards drawn at `scale` px a mm."""
    return round(_PLATE * CARD_MM[1] * scale)


def faces_down(definition: Definition, side: str) -> bool:
    """Whether a side's cards face down the board, because its back row is at the top."""
    frames = (board for board in definition.boards.values() if side in board.homes)
    return any(2 * board.homes[side].rows[0] <= board.grid.rows for board in frames)


# --- prototypes ----------------------------------------------------------------------------------------


def _prototypes(
    definition: Definition, file: VassalFile, scale: float, rendering: Rendering
) -> dict[str, Piece]:
    found, marks = (
        prototypes(definition, file, rendering, Boxes(definition, {}, rendering, "")),
        marks_of(definition),
    )
    if marks:
        card = card_px(rendering.look, definition, unit_deck(next(iter(definition.game.sides))), scale)
        found[DECLARING] = declaring(marks, card, rendering)
    plates = replace(rendering, px=state_px(scale))
    for name, kind in definition.game.kinds.items():
        if kind.form == "card":
            states = state_layers(definition, file.of_kind(name, kind.role), plates)
            mounted = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower(), Role="Unit")
            found[kind_prototype(name)] = prototype(*states, ELIMINATE, mounted)
    for pack, first in decks(rendering.look, definition).items():
        found[_pack(pack)] = prototype(*_common(definition, first, scale, rendering))
    return found


def _pack(pack: str) -> str:
    return f"Cards {pack}"


def _common(definition: Definition, first: CardPiece, scale: float, rendering: Rendering) -> Iterator[Trait]:
    """What all cards of a pack share, outermost first; the mask is the innermost."""
    width, height = card_px(rendering.look, definition, first.deck, scale)
    yield ReportState(keys=(ctrl("F"),), format=_TURNED)
    if first.side:
        yield from FATE_REPORTS
        yield from [UsePrototype(DECLARING)] if marks_of(definition) else []
    else:
        yield ReportState(keys=(_PUT_DOWN,), format="$newPieceName$ is played *")
    yield from [UsePrototype(ORDERS)] if first.side else []
    yield from trails(from_boxes=False)
    yield moved_sign(width, height)
    yield Marker.of(Pack=first.deck, **_owner(definition, first.side))
    if first.side:
        yield only_for(readers(definition, first.side), (ctrl("F"),))
    yield _mask(definition, first, rendering)


def _owner(definition: Definition, side: str) -> dict[str, str]:
    if not side:
        return {}
    facing = "down the board" if faces_down(definition, side) else "up the board"
    return {"Side": definition.game.sides[side].name, "Facing": facing}


def _mask(definition: Definition, first: CardPiece, rendering: Rendering) -> Obscurable:
    access = "side:"
    if first.side:
        access = "sides:" + join(readers(definition, first.side), ":")
    return Obscurable(
        key=ctrl("F"),
        image=rendering.image(back_name(first.deck)),
        text="Turn over",
        style=f"G{rendering.image(hidden_name(first.deck))}",
        mask_name=mask_name(definition, first.deck),
        access=access,
    )


# --- pieces --------------------------------------------------------------------------------------------


def _unit(
    definition: Definition, counter: Counter, piles: PilePlan, file: VassalFile, rendering: Rendering
) -> Piece:
    place = piles.places[counter.side]
    if counter.form == "counter":
        return counter_piece(definition, counter, place, file, rendering)
    x, y = place
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    uses = (_pack(unit_deck(counter.side)), kind_prototype(counter.kind), nation_prototype(counter.nation))
    traits: tuple[Trait, ...] = (*map(UsePrototype, uses), own, *value_traits(definition, counter))
    traits += (*_facing(definition, counter, rendering), _face(counter.id, rendering))
    return Piece(BasicPiece("", piece_name(definition, counter)), traits)


def _facing(definition: Definition, counter: Counter, rendering: Rendering) -> Iterator[Embellishment]:
    layout = definition.kind(counter).layout
    signs = [sign for sign in card_layout(rendering.look, layout).signs if sign.figure == FRONT_SIGN]
    if signs and faces_down(definition, counter.side):
        yield Embellishment(
            name="Facing", images=(rendering.image(facing_name(layout)),), scale=1 / rendering.detail
        )


def _face(card_id: str, rendering: Rendering) -> Embellishment:
    return Embellishment(name=FACE, images=(rendering.image(face_name(card_id)),), scale=1 / rendering.detail)


def _card(definition: Definition, copy: str, rendering: Rendering) -> Piece:
    pack, name = copies(definition)[copy]
    own = Marker.of(CardId=name, CardCopy=copy)
    title = definition.decks[pack].cards[name].name
    return Piece(
        BasicPiece("", title),
        (UsePrototype(_pack(pack)), *_play(definition, pack), own, _face(name, rendering)),
    )


def _play(definition: Definition, pack: str) -> Iterator[Trait]:
    """A card is shown before it goes to the discards; one that is seen already goes there at once."""
    yield TriggerAction("Play", "Play", ctrl("P"), actions=(_SHOW, _PUT_DOWN))
    yield TriggerAction(
        "Show", "", _SHOW, braced(equal(prop("ObscuredToOthers"), TRUE)), actions=(ctrl("F"),)
    )
    yield ReturnToDeck("", _PUT_DOWN, expression=discard_title(definition, pack))


def _unknown(definition: Definition, pack: str, rendering: Rendering) -> Piece:
    """A card that is its back on both sides, for positions as one side sees them."""
    side = decks(rendering.look, definition)[pack].side
    whose = Marker.of(UnknownOf=pack, **_owner(definition, side))
    back = Embellishment(name=FACE, images=(rendering.image(back_name(pack)),))
    owned = (only_for(readers(definition, side), (ctrl("D"),)),) if side else ()
    traits = (*trails(from_boxes=False), moved_sign(0, 0), *owned, TAKE_AWAY, whose, back)
    return Piece(BasicPiece("", mask_name(definition, pack)), traits)


# --- in the build file ---------------------------------------------------------------------------------


def card_palettes(
    look: Look, definition: Definition, pieces: CardRoster, scale: float, counter_px: int
) -> Component:
    """The window of leaders, markers, and cards that nobody knows; all other cards lie in their packs."""
    leaders = counter_slots(definition, pieces, counter_px)
    unknown = [
        piece_slot(
            piece.basic.name, pieces.ids[unknown_slot(pack)], piece, card_px(look, definition, pack, scale)
        )
        for pack, piece in pieces.unknown.items()
    ]
    parts = [panel("Leaders", *leaders, columns=_COLUMNS)] if leaders else []
    parts += marker_panels(pieces, counter_px)
    hidden = panel("Unknown cards", *unknown, columns=_COLUMNS)
    return palette(tabs("Pieces", *parts, hidden), icon=icon("counters"))
