"""Counters and markers as VASSAL pieces, the prototypes they share, and the palettes they are taken from.

Prototypes inherit: every counter is of a kind (which shows the states that its kind can bear and builds on
Unit or Leader, and these on Counter) and of a nation (which builds on its side). What differs from counter
to counter stands in its slot: values, images, its cell in the eliminated display. Images are drawn at
`DETAIL` times the size at which they are shown, so that they stay sharp when zoomed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.vassal.buildfile import Component
from generator.vassal.errors import CommandError
from generator.vassal.keys import ctrl, key
from generator.vassal.module_data import MarkerState, VassalFile, counter_slot, marker_slot
from generator.vassal.module_display import DISPLAY, Display
from generator.vassal.modules import piece_slot, prototype_definition
from generator.vassal.pieces import BasicPiece, Piece, expand, prototype
from generator.vassal.slots import SlotIds
from generator.vassal.traits import (
    CalculatedProperty,
    Clone,
    Delete,
    Embellishment,
    Footprint,
    Marker,
    MovementMarkable,
    ReportState,
    SendToLocation,
    Trait,
    UsePrototype,
    flip_layer,
)
from generator.vassal.windows import palette, panel, tabs
from modules.definition import Counter, Definition

DETAIL = 2
"""Px of an image for each px at which VASSAL shows it unzoomed."""

STEP = "Step"
"""The layer that holds a counter's faces: level 1 is the front, 2 the reduced side."""

LAYERS = ("Units", "Leaders", "Markers")
"""What maps of counters draw first; pieces of two layers are never in one stack."""

_CHANGED = "$location$: now $newPieceName$ *"
_PLATE_FROM, _PLATE_STEP = -0.15, 0.21
"""Of a counter's side: where the middle of the first state's plate lies, and how much lower each other."""

_COLUMNS = 6


@dataclass(frozen=True)
class Roster:
    """All pieces of a module: prototypes by name, counters and markers by id, as they stand in slots."""

    prototypes: Mapping[str, Piece]
    counters: Mapping[str, Piece]
    markers: Mapping[str, Piece]
    ids: SlotIds

    def counter(self, counter_id: str) -> Piece:
        """A counter as a save holds it."""
        gpid = self.ids[counter_slot(counter_id)]
        return expand(self.counters[counter_id], self.prototypes).with_gpid(gpid)

    def marker(self, name: str) -> Piece:
        """A marker as a save holds it."""
        return expand(self.markers[name], self.prototypes).with_gpid(self.ids[marker_slot(name)])


def roster(definition: Definition, file: VassalFile, ids: SlotIds, display: Display, size: int) -> Roster:
    """The pieces of a game of counters; they are shown `size` px wide."""
    return Roster(
        prototypes(definition, file, size),
        {c.id: counter_piece(definition, c, display.cells[c.id]) for c in definition.counters.values()},
        marker_pieces(definition),
        ids,
    )


# --- names ---------------------------------------------------------------------------------------------


def piece_name(definition: Definition, counter: Counter) -> str:
    """What the chat calls a counter: its name, and its id where others have the same name."""
    alike = sum(other.name == counter.name for other in definition.counters.values())
    return counter.name if alike == 1 else f"{counter.name} {counter.id}"


def front_image(counter_id: str) -> str:
    """The image of a counter's front."""
    return f"{counter_id}-front.png"


def back_image(counter_id: str) -> str:
    """The image of a counter's reduced side."""
    return f"{counter_id}-back.png"


def marker_image(name: str) -> str:
    """The image of a marker."""
    return f"marker-{name}.png"


def state_image(name: str, number: int = 1) -> str:
    """The image of the plate that a counter bears in a state, or with so many of a marker."""
    return f"state-{name}.png" if number == 1 else f"state-{name}-{number}.png"


def state_layer(name: str) -> str:
    """The name of the layer that shows a state, as in "Disordered"."""
    return name.replace("_", " ").title().replace(" ", "")


def value_property(value: str) -> str:
    """The property that holds a counter's value, as in "Combat"."""
    return value.replace("_", " ").title().replace(" ", "")


# --- prototypes ----------------------------------------------------------------------------------------


def prototypes(definition: Definition, file: VassalFile, size: int) -> dict[str, Piece]:
    """What counters and markers share, for counters `size` px wide."""
    game = definition.game
    found = {"Counter": _base(size), "Unit": _role("Unit", LAYERS[0]), "Leader": _role("Leader", LAYERS[1])}
    for name, kind in game.kinds.items():
        role = "Unit" if kind.role == "unit" else "Leader"
        mounted = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower())
        states = file.of_kind(name, kind.role)
        found[kind_prototype(name)] = prototype(
            *state_layers(definition, states, size), UsePrototype(role), mounted
        )
    for name, side in game.sides.items():
        found[side_prototype(name)] = prototype(Marker.of(Side=side.name))
    for name, nation in game.nations.items():
        found[nation_prototype(name)] = prototype(
            UsePrototype(side_prototype(nation.side)), Marker.of(Nation=nation.name)
        )
    report = ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *")
    marks = (Marker.of(Role="Marker", Layer=LAYERS[2]), *_weak(definition, {}))
    found["Marker"] = prototype(report, Clone(), Delete(), *marks)
    return found


def kind_prototype(name: str) -> str:
    """The prototype of a kind."""
    return f"Kind {name}"


def side_prototype(name: str) -> str:
    """The prototype of a side."""
    return f"Side {name}"


def nation_prototype(name: str) -> str:
    """The prototype of a nation."""
    return f"Nation {name}"


def _base(size: int) -> Piece:
    reports = (
        ReportState(keys=(ctrl("F"),), format=_CHANGED),
        *FATE_REPORTS,
        ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *"),
    )
    moved = MovementMarkable(x=size // 2 - 12, y=-size // 2 - 4)
    return prototype(*reports, Footprint(), moved, ELIMINATE, Delete())


FATE_REPORTS = (
    ReportState(keys=(ctrl("E"),), format="$oldLocation$: $newPieceName$ is eliminated *"),
    ReportState(keys=(ctrl("B"),), format="$newPieceName$ returns to $location$ *"),
)

ELIMINATE = SendToLocation(
    "Eliminate", ctrl("E"), map=DISPLAY, board=DISPLAY, x="$BoxX$", y="$BoxY$",
    back_text="Return to the map", back_key=ctrl("B"),
)  # fmt: skip
"""To the piece's own place in the display of those eliminated, and back."""


def _role(name: str, layer: str) -> Piece:
    return prototype(UsePrototype("Counter"), Marker.of(Role=name, Layer=layer))


def state_layers(definition: Definition, states: Mapping[str, MarkerState], size: int) -> Iterator[Trait]:
    """The plates of the states that a piece can show, and their report; `size` px is a counter's side."""
    if not states:
        return
    yield ReportState(keys=tuple(_state_keys(states)), format=_CHANGED)
    for place, (name, state) in enumerate(states.items()):
        y = round(size * (_PLATE_FROM + place * _PLATE_STEP))
        title = definition.game.markers[name].name
        yield _switch(name, state, title, y) if state.levels == 1 else _count(name, state, title, y)


def _state_keys(states: Mapping[str, MarkerState]) -> Iterator[str]:
    for state in states.values():
        yield ctrl(state.key)
        if state.levels > 1:
            yield key(state.key, ctrl=True, shift=True)


def _switch(name: str, state: MarkerState, title: str, y: int) -> Embellishment:
    return Embellishment(
        activate_text=title,
        activate_keystroke=ctrl(state.key),
        y=y,
        images=(state_image(name),),
        names=(f"+ ({title.lower()})",),
        name=state_layer(name),
        always_active=False,
        scale=1 / DETAIL,
        level=-1,
    )


def _count(name: str, state: MarkerState, title: str, y: int) -> Embellishment:
    """A layer whose level is one more than the number of markers on the piece."""
    numbers = range(1, state.levels + 1)
    return Embellishment(
        up_text=f"{title}: one more",
        increase_keystroke=ctrl(state.key),
        down_text=f"{title}: one less",
        decrease_keystroke=key(state.key, ctrl=True, shift=True),
        y=y,
        images=("", *(state_image(name, n) for n in numbers)),
        names=("", *(f"+ ({title.lower()}{'' if n == 1 else f' x{n}'})" for n in numbers)),
        loop=False,
        name=state_layer(name),
        scale=1 / DETAIL,
    )


# --- pieces --------------------------------------------------------------------------------------------


def counter_piece(definition: Definition, counter: Counter, place: tuple[int, int]) -> Piece:
    """A counter; `place` is where it lies in the display of those eliminated, in px."""
    x, y = place
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    traits = (UsePrototype(kind_prototype(counter.kind)), UsePrototype(nation_prototype(counter.nation)), own)
    weak = _weak(definition, counter.front)
    name = piece_name(definition, counter)
    return Piece(BasicPiece("", name), (*traits, *value_traits(counter), *weak, _faces(counter)))


def _weak(definition: Definition, values: Mapping[str, int]) -> tuple[Marker, ...]:
    """A strength of 0 for a piece that has none, so that VASSAL can add up a stack."""
    strength = definition.counters_file.strength
    return () if strength is None or strength in values else (Marker.of(**{value_property(strength): "0"}),)


def value_traits(counter: Counter) -> Iterator[Trait]:
    """The values of the face that is up."""
    for value, front in counter.front.items():
        back = front if counter.back is None else counter.back[value]
        name = value_property(value)
        if back == front:
            yield Marker.of(**{name: str(front)})
        else:
            yield CalculatedProperty(name, f"{{{STEP}_Level == 2 ? {back} : {front}}}")


def _faces(counter: Counter) -> Embellishment:
    front, back = front_image(counter.id), back_image(counter.id)
    if counter.back is None:
        return Embellishment(name=STEP, images=(front,), scale=1 / DETAIL)
    return replace(flip_layer(STEP, (front, back), ("", "+ (reduced)")), scale=1 / DETAIL)


def marker_pieces(definition: Definition) -> dict[str, Piece]:
    """The markers of a game by name."""
    return {name: _marker(name, marker.name) for name, marker in definition.game.markers.items()}


def _marker(name: str, title: str) -> Piece:
    face = Embellishment(name=STEP, images=(marker_image(name),), scale=1 / DETAIL)
    return Piece(BasicPiece("", title), (UsePrototype("Marker"), Marker.of(MarkerId=name), face))


def state_levels(states: Mapping[str, MarkerState], markers: Sequence[str]) -> dict[str, int]:
    """The levels of the layers that show these markers, of those that the piece can show itself."""
    return {
        state_layer(name): 1 if state.levels == 1 else 1 + min(markers.count(name), state.levels)
        for name, state in states.items()
        if name in markers
    }


def at_levels(piece: Piece, levels: dict[str, int]) -> Piece:
    """The piece with layers at other levels. Raises CommandError for a layer or level that it has not."""
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


def palettes(definition: Definition, pieces: Roster, size: int) -> Component:
    """The window of all counters by side, nation and kind, and of the markers."""
    sides = [_side_palette(definition, pieces, side, size) for side in definition.game.sides]
    return palette(tabs("Counters", *sides, *marker_panels(pieces, size)), text="Counters")


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
        return tabs(game.sides[side].short, *found[0])
    parts = [tabs(game.nations[name].name, *panels) for name, panels in zip(nations, found, strict=True)]
    return tabs(game.sides[side].short, *parts)


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
