"""Cards as VASSAL pieces: unit cards and the cards of packs, and what they share.

A card is masked: whoever may not know it sees its back and a name that tells nothing. Outside the mask stands
what all may see, such as whose card it is and that it has moved; inside stand its face, values and markers.
A unit card is known to its side and to the spectators; a card of a pack to the side that has drawn it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.cards import CARD_MM, CardPiece, decks, unit_deck
from generator.cards.layout import card_layout
from generator.vassal.buildfile import Component
from generator.vassal.codec import join
from generator.vassal.keys import ctrl, named_key
from generator.vassal.module_data import (
    VassalFile,
    card_slot,
    copies,
    unknown_slot,
)
from generator.vassal.module_pieces import (
    DETAIL,
    ELIMINATE,
    FATE_REPORTS,
    Roster,
    counter_piece,
    counter_slots,
    kind_prototype,
    marker_panels,
    marker_pieces,
    nation_prototype,
    piece_name,
    prototypes,
    state_layers,
    value_traits,
)
from generator.vassal.module_piles import PilePlan
from generator.vassal.module_plan import SPECTATORS
from generator.vassal.module_table import pack_title
from generator.vassal.modules import piece_slot
from generator.vassal.pieces import BasicPiece, Piece, expand, prototype
from generator.vassal.slots import SlotIds
from generator.vassal.traits import (
    Delete,
    Embellishment,
    Footprint,
    Marker,
    MovementMarkable,
    Obscurable,
    ReportState,
    RestrictCommands,
    ReturnToDeck,
    Trait,
    TriggerAction,
    UsePrototype,
)
from generator.vassal.windows import palette, panel, tabs
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
        return expand(self.cards[copy], self.prototypes).with_gpid(self.ids[card_slot(copy)])

    def unknown_card(self, pack: str) -> Piece:
        """A card of which only the pack is known, as a save holds it."""
        return expand(self.unknown[pack], self.prototypes).with_gpid(self.ids[unknown_slot(pack)])


def card_roster(
    definition: Definition, file: VassalFile, ids: SlotIds, piles: PilePlan, scale: float, counter_px: int
) -> CardRoster:
    """The pieces of a game of cards, `scale` px a mm; leaders and markers are `counter_px` wide."""
    return CardRoster(
        _prototypes(definition, file, scale, counter_px),
        {c.id: _unit(definition, c, piles) for c in definition.counters.values()},
        marker_pieces(definition),
        ids,
        {copy: _card(definition, copy) for copy in copies(definition)},
        {pack: _unknown(definition, pack) for pack in decks(definition)},
    )


# --- names ---------------------------------------------------------------------------------------------


def back_name(pack: str) -> str:
    """The image of the back of a pack's cards."""
    return f"back-{pack.replace(' ', '-')}.png"


def hidden_name(pack: str) -> str:
    """The image over a pack's card that its owner sees and others do not."""
    return f"hidden-{pack.replace(' ', '-')}.png"


def face_name(card_id: str) -> str:
    """The image of a card's front."""
    return f"card-{card_id}.png"


def facing_name(layout: str) -> str:
    """The image over the sign of the front of cards that face down the board."""
    return f"facing-down-{layout}.png"


def mask_name(definition: Definition, pack: str) -> str:
    """What VASSAL calls a card of a pack to whoever may not know it."""
    if pack in definition.decks:
        return f"{definition.decks[pack].name}: a card"
    return next(f"{s.short} card" for side, s in definition.game.sides.items() if unit_deck(side) == pack)


def readers(definition: Definition, side: str) -> tuple[str, ...]:
    """The players who may know a side's unit cards, as VASSAL calls them."""
    return (definition.game.sides[side].name, *SPECTATORS)


def state_px(scale: float) -> int:
    """How wide the plates of states are, for cards drawn at `scale` px a mm."""
    return round(_PLATE * CARD_MM[1] * scale)


def faces_down(definition: Definition, side: str) -> bool:
    """Whether a side's cards face down the board, because its back row is at the top."""
    frames = (board for board in definition.boards.values() if side in board.homes)
    return any(2 * board.homes[side].rows[0] <= board.grid.rows for board in frames)


# --- prototypes ----------------------------------------------------------------------------------------


def _prototypes(definition: Definition, file: VassalFile, scale: float, counter_px: int) -> dict[str, Piece]:
    found = prototypes(definition, file, counter_px)
    for name, kind in definition.game.kinds.items():
        if kind.form == "card":
            states = state_layers(definition, file.of_kind(name, kind.role), state_px(scale))
            mounted = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower(), Role="Unit")
            found[kind_prototype(name)] = prototype(*states, ELIMINATE, mounted)
    for pack, first in decks(definition).items():
        found[_pack(pack)] = prototype(*_common(definition, first, scale))
    return found


def _pack(pack: str) -> str:
    return f"Cards {pack}"


def _common(definition: Definition, first: CardPiece, scale: float) -> Iterator[Trait]:
    """What all cards of a pack share, outermost first; the mask is the innermost."""
    width, height = card_px(definition, first.deck, scale)
    yield ReportState(keys=(ctrl("F"),), format=_TURNED)
    if first.side:
        yield from FATE_REPORTS
    else:
        yield ReportState(keys=(_PUT_DOWN,), format="$newPieceName$ is played *")
    yield Footprint()
    yield MovementMarkable(x=width // 2 - 12, y=-height // 2 - 4)
    yield Marker.of(Pack=first.deck, **_owner(definition, first.side))
    if first.side:
        yield _only_for(readers(definition, first.side))
    yield _mask(definition, first)


def _owner(definition: Definition, side: str) -> dict[str, str]:
    if not side:
        return {}
    facing = "down the board" if faces_down(definition, side) else "up the board"
    return {"Side": definition.game.sides[side].name, "Facing": facing}


def _only_for(names: tuple[str, ...]) -> RestrictCommands:
    """Nobody else turns the card over."""
    strangers = " && ".join(f'PlayerSide != "{name}"' for name in names)
    return RestrictCommands("Owner alone", "Hide", f"{{{strangers}}}", (ctrl("F"),))


def _mask(definition: Definition, first: CardPiece) -> Obscurable:
    access = "side:"
    if first.side:
        access = "sides:" + join(readers(definition, first.side), ":")
    return Obscurable(
        key=ctrl("F"),
        image=back_name(first.deck),
        text="Turn over",
        style=f"G{hidden_name(first.deck)}",
        mask_name=mask_name(definition, first.deck),
        access=access,
    )


# --- pieces --------------------------------------------------------------------------------------------


def _unit(definition: Definition, counter: Counter, piles: PilePlan) -> Piece:
    place = piles.places[counter.side]
    if counter.form == "counter":
        return counter_piece(definition, counter, place)
    x, y = place
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    uses = (_pack(unit_deck(counter.side)), kind_prototype(counter.kind), nation_prototype(counter.nation))
    traits: tuple[Trait, ...] = (*map(UsePrototype, uses), own, *value_traits(counter))
    traits += (*_facing(definition, counter), _face(counter.id))
    return Piece(BasicPiece("", piece_name(definition, counter)), traits)


def _facing(definition: Definition, counter: Counter) -> Iterator[Embellishment]:
    layout = definition.kind(counter).layout
    signs = [sign for sign in card_layout(layout).signs if sign.figure == FRONT_SIGN]
    if signs and faces_down(definition, counter.side):
        yield Embellishment(name="Facing", images=(facing_name(layout),), scale=1 / DETAIL)


def _face(card_id: str) -> Embellishment:
    return Embellishment(name=FACE, images=(face_name(card_id),), scale=1 / DETAIL)


def _card(definition: Definition, copy: str) -> Piece:
    pack, name = copies(definition)[copy]
    own = Marker.of(CardId=name, CardCopy=copy)
    title = definition.decks[pack].cards[name].name
    return Piece(
        BasicPiece("", title), (UsePrototype(_pack(pack)), *_play(definition, pack), own, _face(name))
    )


def _play(definition: Definition, pack: str) -> Iterator[Trait]:
    """A card is shown before it goes to the discards; one that is seen already goes there at once."""
    yield TriggerAction("Play", "Play", ctrl("P"), actions=(_SHOW, _PUT_DOWN))
    yield TriggerAction("Show", "", _SHOW, "{ObscuredToOthers == true}", actions=(ctrl("F"),))
    yield ReturnToDeck("", _PUT_DOWN, expression=discard_title(definition, pack))


def discard_title(definition: Definition, pack: str) -> str:
    """What VASSAL calls the pile of a pack's cards that have been played."""
    return f"{pack_title(definition, pack)}: discards"


def _unknown(definition: Definition, pack: str) -> Piece:
    """A card that is its back on both sides, for positions as one side sees them."""
    whose = Marker.of(UnknownOf=pack, **_owner(definition, decks(definition)[pack].side))
    back = Embellishment(name=FACE, images=(back_name(pack),))
    traits = (Footprint(), MovementMarkable(), Delete(), whose, back)
    return Piece(BasicPiece("", mask_name(definition, pack)), traits)


# --- in the build file ---------------------------------------------------------------------------------


def card_palettes(definition: Definition, pieces: CardRoster, scale: float, counter_px: int) -> Component:
    """The window of leaders, markers, and cards that nobody knows; all other cards lie in their packs."""
    leaders = counter_slots(definition, pieces, counter_px)
    unknown = [
        piece_slot(piece.basic.name, pieces.ids[unknown_slot(pack)], piece, card_px(definition, pack, scale))
        for pack, piece in pieces.unknown.items()
    ]
    parts = [panel("Leaders", *leaders, columns=_COLUMNS)] if leaders else []
    parts += marker_panels(pieces, counter_px)
    return palette(tabs("Pieces", *parts, panel("Unknown cards", *unknown, columns=_COLUMNS)))


def card_px(definition: Definition, pack: str, scale: float) -> tuple[int, int]:
    """Width and height of a pack's cards in px."""
    first = decks(definition)[pack]
    return round(first.width_mm * scale), round(first.height_mm * scale)
