"""Counters and markers as VASSAL pieces, and the palettes they are taken from.

What they share stands in prototypes; what differs from counter to counter stands in its slot: values, images,
its cell in the eliminated display.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.vassal.format.buildfile import Component
from generator.vassal.format.errors import CommandError
from generator.vassal.format.expressions import Term, braced, choose, equal, number, prop, text
from generator.vassal.format.keys import ctrl
from generator.vassal.format.module_frame import piece_slot, prototype_definition
from generator.vassal.format.orders.block import FLIP
from generator.vassal.format.pieces import BasicPiece, Piece, expand, prototype
from generator.vassal.format.slots import SlotIds
from generator.vassal.format.traits import (
    CalculatedProperty,
    Embellishment,
    Marker,
    PlaceMarker,
    ReportState,
    Trait,
    UsePrototype,
    flip_layer,
)
from generator.vassal.format.windows import palette, panel, tabs
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.data import (
    LeftMarker,
    MarkerState,
    VassalFile,
    counter_slot,
    left_slot,
    marker_slot,
)
from generator.vassal.module.display import Display
from generator.vassal.module.front import front_layer
from generator.vassal.module.hidden import guarded, hidden_traits
from generator.vassal.module.icons import icon
from generator.vassal.module.names import (
    LAYERS,
    STEP,
    Rendering,
    back_image,
    front_image,
    marker_image,
    piece_name,
    state_layer,
    value_property,
)
from generator.vassal.module.orders.by_hand import tells
from generator.vassal.module.orders.firing import reaches
from generator.vassal.module.orders.kinds import marks_of
from generator.vassal.module.orders.speaking import speaks
from generator.vassal.module.prototypes import (
    CHANGED,
    FACING,
    kind_prototype,
    nation_prototype,
    prototypes,
    without_strength,
)
from generator.vassal.module.tracks import Tracks
from modules.definition import Counter, Definition

_COLUMNS = 6
NO_LEVELS: Mapping[str, int] = {}


@dataclass(frozen=True)
class Roster:
    """All pieces of a module: prototypes by name, counters and markers by id, as they stand in slots;
    `carriers` are markers by what is on their backs."""

    prototypes: Mapping[str, Piece]
    counters: Mapping[str, Piece]
    markers: Mapping[str, Piece]
    ids: SlotIds
    carriers: Mapping[str, str]
    _expanded: dict[str, Piece] = field(default_factory=dict, init=False, repr=False, compare=False)
    _shown: dict[tuple[str, tuple[tuple[str, int], ...]], Piece] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def counter(self, counter_id: str, levels: Mapping[str, int] = NO_LEVELS) -> Piece:
        """A counter as a save holds it, its layers at these levels. Raises CommandError for a layer or level
        that it has not."""
        key = counter_id, tuple(levels.items())
        if key not in self._shown:
            own = self.in_a_save(counter_slot(counter_id), self.counters[counter_id])
            self._shown[key] = _at_levels(own, levels)
        return self._shown[key]

    def marker(self, name: str) -> Piece:
        """A marker as a save holds it; one that is on backs alone as its carrier turned over. Raises KeyError
        for one that the game does not have."""
        if name in self.markers:
            return self.in_a_save(marker_slot(name), self.markers[name])
        carrier = self.carriers[name]
        return _at_levels(self.in_a_save(marker_slot(carrier), self.markers[carrier]), {STEP: 2})

    def in_a_save(self, slot: str, piece: Piece) -> Piece:
        """The piece of a slot with its prototypes expanded, once for all saves."""
        if slot not in self._expanded:
            self._expanded[slot] = expand(piece, self.prototypes).with_gpid(self.ids[slot])
        return self._expanded[slot]


def roster(
    definition: Definition,
    file: VassalFile,
    ids: SlotIds,
    display: Display,
    rendering: Rendering,
    tracks: Tracks,
    boxes: Boxes,
) -> Roster:
    """The pieces of a game of counters."""
    counters, markers = definition.counters.values(), marker_pieces(definition, rendering, tracks, file)
    left = {left_prototype(n): _leaving(n, each, markers[n], ids) for n, each in file.leaves.items()}
    return Roster(
        {**prototypes(definition, file, rendering, boxes, marks_of(definition)), **left},
        {c.id: counter_piece(definition, c, display.cells[c.id], file, rendering) for c in counters},
        markers,
        ids,
        definition.game.carriers,
    )


# --- pieces --------------------------------------------------------------------------------------------


def left_prototype(name: str) -> str:
    """The prototype of counters that leave a marker."""
    return f"Leaves {name}"


def _leaving(name: str, left: LeftMarker, marker: Piece, ids: SlotIds) -> Piece:
    """The command by which a counter leaves a marker in its hex."""
    title = marker.basic.name
    report = ReportState(keys=(ctrl(left.key),), format=f"$location$: {title} marker *")
    gpid = str(ids[left_slot(name)])
    put = PlaceMarker(
        f"{title}: marker in this hex", ctrl(left.key), marker.definition(), gpid=gpid, placement=3
    )
    return prototype(report, put)


def counter_piece(
    definition: Definition, counter: Counter, place: tuple[int, int], file: VassalFile, rendering: Rendering
) -> Piece:
    """A counter; `place` is where it lies in the display of those eliminated, in px."""
    x, y = place
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    uses = [kind_prototype(counter.kind), nation_prototype(counter.nation)]
    traits: list[Trait] = [*map(UsePrototype, uses), own, *value_traits(definition, counter)]
    traits += [*without_strength(definition, counter.front), *reaches(definition, file, counter)]
    traits += [
        UsePrototype(left_prototype(n)) for n, left in file.leaves.items() if counter.kind in left.kinds
    ]
    traits += speaks(file, counter)
    if file.faces(counter.kind, counter.role):
        traits.append(UsePrototype(FACING))
    shown: tuple[Trait, ...] = (_faces(counter, definition.kind(counter).turned(back=True), rendering),)
    if counter.back is not None:
        turned = tells(definition, {ctrl("F"): FLIP})
        shown = (ReportState(keys=(ctrl("F"),), format=CHANGED), *turned, *shown)
    if file.zone_of_control is not None and file.has_front(counter.kind, counter.role):
        layer, shape = front_layer(file.zone_of_control, rendering)
        shown = (shape, *shown, layer)
    return Piece(BasicPiece("", piece_name(definition, counter)), (*traits, *shown))


def value_traits(definition: Definition, counter: Counter) -> Iterator[Trait]:
    """The values of the face that is up, and all of them in words, to stand behind a name."""
    front = counter.front
    back = front if counter.back is None else counter.back
    for value, shown in front.items():
        yield _by_face(value_property(value), str(shown), number(shown), number(back.get(value, shown)))
    game = definition.game
    words = values_in_words(counter.shown(game))
    turned = words if counter.back is None else values_in_words(counter.shown(game, back=True))
    yield _by_face("Values", words, text(words), text(turned))


def _by_face(name: str, shown: str, front: Term, back: Term) -> Trait:
    if back == front:
        return Marker.of(**{name: shown})
    turned = equal(prop(f"{STEP}_Level"), number(2))
    return CalculatedProperty(name, braced(choose(turned, back, front)))


def values_in_words(values: Mapping[str, str]) -> str:
    """Values, as they are printed, as they are told below a piece's name."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items())


def _faces(counter: Counter, turned: str, rendering: Rendering) -> Embellishment:
    """The faces of a counter; `turned` says what it is with its back up."""
    front, back = rendering.image(front_image(counter.id)), rendering.image(back_image(counter.id))
    if counter.back is None:
        lift = rendering.lift if counter.role == "leader" else 0
        return Embellishment(name=STEP, images=(front,), x=lift, y=-lift, scale=1 / rendering.detail)
    faces = flip_layer(STEP, (front, back), ("", f"+ ({turned})"), text="Turn over")
    return replace(faces, scale=1 / rendering.detail)


def marker_pieces(
    definition: Definition, rendering: Rendering, tracks: Tracks | None = None, file: VassalFile | None = None
) -> dict[str, Piece]:
    """The markers of a game by name; those that counters leave lie among the units, to be below them."""
    found = {}
    for name in definition.game.cut_markers:
        more = () if tracks is None else tracks.traits(name)
        own = (Marker.of(Layer=LAYERS[0]),) if file is not None and name in file.leaves else ()
        hidden = () if file is None else hidden_traits(definition, file, name, rendering)
        made = _marker(definition, name, rendering, (*more, *own), hidden)
        guard = () if file is None else guarded(definition, file, name)
        found[name] = replace(made, traits=(*guard, *made.traits))
    return found


def _marker(
    definition: Definition, name: str, rendering: Rendering, more: Sequence[Trait], hidden: Sequence[Trait]
) -> Piece:
    """A marker; one with a back of its own turns over, and is then called after it, unless it has what is
    `hidden` on its face."""
    known, lift = definition.game.markers, rendering.lift
    images, names = [rendering.image(marker_image(name))], [""]
    back = None if hidden else known[name].back
    if back is not None:
        images.append(rendering.image(marker_image(back)))
        names.append(known[back].name)
    face = Embellishment(name=STEP, images=tuple(images))
    turns: tuple[Trait, ...] = ()
    if back is not None:
        face = flip_layer(STEP, tuple(images), tuple(names), text="Turn over")
        turns = (ReportState(keys=(ctrl("F"),), format="$location$: now $newPieceName$ *"),)
    face = replace(face, x=-lift, y=-lift, scale=1 / rendering.detail)
    traits = (*turns, UsePrototype("Marker"), *more, *hidden, Marker.of(MarkerId=name), face)
    return Piece(BasicPiece("", known[name].name), traits)


def state_levels(states: Mapping[str, MarkerState], markers: Sequence[str]) -> dict[str, int]:
    """The levels of the layers that show these markers, of those that the piece can show itself."""
    return {
        state_layer(name): 1 if state.levels == 1 else 1 + min(markers.count(name), state.levels)
        for name, state in states.items()
        if name in markers
    }


def _at_levels(piece: Piece, levels: Mapping[str, int]) -> Piece:
    """The piece with layers at other levels. Raises CommandError for a layer or level that it has not."""
    if not levels:
        return piece
    layers = {t.name: t for t in piece.traits if isinstance(t, Embellishment)}
    for name, level in levels.items():
        if name not in layers or level > len(layers[name].images):
            raise CommandError(f"{piece.basic.name!r} has no layer {name!r} with a level {level}")
    traits = tuple(
        replace(t, level=levels[t.name]) if isinstance(t, Embellishment) and t.name in levels else t
        for t in piece.traits
    )
    return replace(piece, traits=traits)


# --- in the build file ---------------------------------------------------------------------------------


def prototype_components(pieces: Roster) -> list[Component]:
    """The prototype definitions."""
    return [prototype_definition(name, piece) for name, piece in pieces.prototypes.items()]


def palettes(definition: Definition, pieces: Roster, size: int, *more: Component) -> Component:
    """The window of all counters by side, nation and kind, and of the markers; `more` are further panels."""
    sides = [_side_palette(definition, pieces, side, size) for side in definition.game.sides]
    return palette(
        tabs("Counters", *sides, *marker_panels(pieces, size), *more), text="Counters", icon=icon("counters")
    )


def marker_panels(pieces: Roster, size: int) -> list[Component]:
    """The panel of the markers, where a game has some."""
    slots = [
        piece_slot(piece.basic.name, pieces.ids[marker_slot(name)], piece, (size, size))
        for name, piece in pieces.markers.items()
    ]
    return [panel("Markers", *slots, columns=_COLUMNS)] if slots else []


def counter_slots(definition: Definition, pieces: Roster, size: int) -> list[Component]:
    """The slots of all counters that are no cards."""
    return [
        piece_slot(pieces.counters[c.id].basic.name, pieces.ids[counter_slot(c.id)], pieces.counters[c.id],
                   (size, size))
        for c in definition.counters.values()
        if c.form == "counter"
    ]  # fmt: skip


def _side_palette(definition: Definition, pieces: Roster, side: str, size: int) -> Component:
    game = definition.game
    nations = [name for name, nation in game.nations.items() if nation.side == side]
    found = [_kind_panels(definition, pieces, name, size) for name in nations]
    if len(found) == 1:
        return tabs(game.sides[side].name, *found[0])
    parts = [tabs(game.nations[name].name, *panels) for name, panels in zip(nations, found, strict=True)]
    return tabs(game.sides[side].name, *parts)


def _kind_panels(definition: Definition, pieces: Roster, nation: str, size: int) -> list[Component]:
    """A panel for each kind of a nation; its leaders stand together."""
    groups: dict[str, list[Component]] = {}
    for counter in definition.counters.values():
        if counter.nation == nation:
            piece = pieces.counters[counter.id]
            slot = piece_slot(piece.basic.name, pieces.ids[counter_slot(counter.id)], piece, (size, size))
            title = "Leaders" if counter.role == "leader" else definition.kind(counter).name
            groups.setdefault(title, []).append(slot)
    return [panel(title, *slots, columns=_COLUMNS) for title, slots in groups.items()]
