"""Counters and markers as VASSAL pieces, the prototypes they share, and the palettes they are taken from.

Prototypes inherit: every counter is of a kind (which shows the states that its kind can bear and builds on
Unit or Leader, and these on Counter) and of a nation (which builds on its side). What differs from counter
to counter stands in its slot: values, images, its cell in the eliminated display. Images are drawn at
`DETAIL` times the size at which they are shown, so that they stay sharp when zoomed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.vassal.buildfile import Component
from generator.vassal.keys import ctrl
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
    """The pieces of a game; counters are shown `size` px wide."""
    return Roster(
        _prototypes(definition, file, size),
        {c.id: _counter(definition, c, display) for c in definition.counters.values()},
        {name: _marker(name, marker.name) for name, marker in definition.game.markers.items()},
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


def state_image(name: str) -> str:
    """The image of the plate that a counter bears in a state."""
    return f"state-{name}.png"


def state_layer(name: str) -> str:
    """The name of the layer that shows a state, as in "Disordered"."""
    return name.replace("_", " ").title().replace(" ", "")


def value_property(value: str) -> str:
    """The property that holds a counter's value, as in "Combat"."""
    return value.replace("_", " ").title().replace(" ", "")


# --- prototypes ----------------------------------------------------------------------------------------


def _prototypes(definition: Definition, file: VassalFile, size: int) -> dict[str, Piece]:
    game = definition.game
    found = {"Counter": _base(size), "Unit": _role("Unit"), "Leader": _role("Leader")}
    for name, kind in game.kinds.items():
        role = "Unit" if kind.role == "unit" else "Leader"
        mounted = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower())
        states = file.of_kind(name, kind.role)
        found[_kind(name)] = prototype(*_states(definition, states, size), UsePrototype(role), mounted)
    for name, side in game.sides.items():
        found[_side(name)] = prototype(Marker.of(Side=side.name))
    for name, nation in game.nations.items():
        found[_nation(name)] = prototype(UsePrototype(_side(nation.side)), Marker.of(Nation=nation.name))
    report = ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *")
    marks = (Marker.of(Role="Marker"), *_weak(definition, {}))
    found["Marker"] = prototype(report, Clone(), Delete(), *marks)
    return found


def _kind(name: str) -> str:
    return f"Kind {name}"


def _side(name: str) -> str:
    return f"Side {name}"


def _nation(name: str) -> str:
    return f"Nation {name}"


def _base(size: int) -> Piece:
    reports = (
        ReportState(keys=(ctrl("F"),), format=_CHANGED),
        ReportState(keys=(ctrl("E"),), format="$oldLocation$: $newPieceName$ is eliminated *"),
        ReportState(keys=(ctrl("B"),), format="$newPieceName$ returns to $location$ *"),
        ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *"),
    )
    eliminate = SendToLocation(
        "Eliminate", ctrl("E"), map=DISPLAY, board=DISPLAY, x="$BoxX$", y="$BoxY$",
        back_text="Return to the map", back_key=ctrl("B"),
    )  # fmt: skip
    moved = MovementMarkable(x=size // 2 - 12, y=-size // 2 - 4)
    return prototype(*reports, Footprint(), moved, eliminate, Delete())


def _role(name: str) -> Piece:
    return prototype(UsePrototype("Counter"), Marker.of(Role=name))


def _states(definition: Definition, states: Mapping[str, MarkerState], size: int) -> Iterator[Trait]:
    if not states:
        return
    yield ReportState(keys=tuple(ctrl(state.key) for state in states.values()), format=_CHANGED)
    for place, (name, state) in enumerate(states.items()):
        title = definition.game.markers[name].name
        yield Embellishment(
            activate_text=title,
            activate_keystroke=ctrl(state.key),
            y=round(size * (_PLATE_FROM + place * _PLATE_STEP)),
            images=(state_image(name),),
            names=(f"+ ({title.lower()})",),
            name=state_layer(name),
            always_active=False,
            scale=1 / DETAIL,
            level=-1,
        )


# --- pieces --------------------------------------------------------------------------------------------


def _counter(definition: Definition, counter: Counter, display: Display) -> Piece:
    x, y = display.cells[counter.id]
    own = Marker.of(CounterId=counter.id, BoxX=str(x), BoxY=str(y))
    traits = (UsePrototype(_kind(counter.kind)), UsePrototype(_nation(counter.nation)), own)
    weak = _weak(definition, counter.front)
    name = piece_name(definition, counter)
    return Piece(BasicPiece("", name), (*traits, *_values(counter), *weak, _faces(counter)))


def _weak(definition: Definition, values: Mapping[str, int]) -> tuple[Marker, ...]:
    """A strength of 0 for a piece that has none, so that VASSAL can add up a stack."""
    strength = definition.counters_file.strength
    return () if strength is None or strength in values else (Marker.of(**{value_property(strength): "0"}),)


def _values(counter: Counter) -> Iterator[Trait]:
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


def _marker(name: str, title: str) -> Piece:
    face = Embellishment(name=STEP, images=(marker_image(name),), scale=1 / DETAIL)
    return Piece(BasicPiece("", title), (UsePrototype("Marker"), Marker.of(MarkerId=name), face))


# --- in the build file ---------------------------------------------------------------------------------


def prototype_components(pieces: Roster) -> list[Component]:
    """The prototype definitions."""
    return [prototype_definition(name, piece) for name, piece in pieces.prototypes.items()]


def palettes(definition: Definition, pieces: Roster, size: int) -> Component:
    """The window of all counters by side, nation and kind, and of the markers."""
    sides = [_side_palette(definition, pieces, side, size) for side in definition.game.sides]
    slots = [
        piece_slot(piece.basic.name, pieces.ids[marker_slot(name)], piece, (size, size))
        for name, piece in pieces.markers.items()
    ]
    markers = [panel("Markers", *slots, columns=_COLUMNS)] if slots else []
    return palette(tabs("Counters", *sides, *markers), text="Counters")


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
