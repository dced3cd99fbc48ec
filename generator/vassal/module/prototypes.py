"""The prototypes of a module: what counters and markers share.

They inherit: every counter is of a kind (which shows the states that its kind can bear and builds on Unit or
Leader, and these on Counter) and of a nation (which builds on its side). States are layers of their own, so
that all of them can show at once, each with its plate below the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.vassal.format.expressions import (
    TRUE,
    all_of,
    braced,
    choose,
    equal,
    grouped,
    more,
    negated,
    number,
    plus,
    prop,
    text,
    unequal,
)
from generator.vassal.format.keys import ctrl, key
from generator.vassal.format.pieces import Piece, prototype
from generator.vassal.format.traits import (
    AreaOfEffect,
    CalculatedProperty,
    Clone,
    Delete,
    Embellishment,
    FreeRotator,
    Marker,
    ReportState,
    RestrictCommands,
    SendToLocation,
    Trait,
    UsePrototype,
)
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.data import MarkerState, VassalFile
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.names import (
    LAYERS,
    RANGE_COLOUR,
    STEP,
    ZONE_COLOUR,
    ZONE_OPACITY,
    ZONE_TEXT,
    Rendering,
    range_text,
    state_image,
    state_layer,
    value_property,
)
from generator.vassal.module.orders.declaring import DECLARING, declaring
from generator.vassal.module.orders.firing import under_fire
from generator.vassal.module.orders.handing_in import ORDERS, Handing
from generator.vassal.module.orders.speaking import menus
from generator.vassal.module.orders.ways import TURNS, moved_sign, trails, turned
from modules.definition import Definition
from modules.definition.formats.game import Kind

FACING = "Facing"
"""The prototype of counters that have a front, and what the rotator's properties are called after."""

CONDITION = "Condition"
"""The property that tells in words how a counter stands: eliminated, reduced, in which states."""

CHANGED = "$location$: now $newPieceName$ *"
_PLATE_FROM, _PLATE_STEP = -0.15, 0.21
"""Of a counter's side: where the middle of the first state's plate lies, and how much lower each other."""

_GONE = equal(prop("CurrentMap"), text(DISPLAY))

FATE_REPORTS = (
    RestrictCommands("Eliminated already", "Hide", braced(_GONE), (ctrl("E"),)),
    RestrictCommands("Not eliminated", "Hide", braced(negated(grouped(_GONE))), (ctrl("B"),)),
    ReportState(keys=(ctrl("E"),), format="$oldLocation$: $newPieceName$ is eliminated *"),
    ReportState(keys=(ctrl("B"),), format="$newPieceName$ returns to $location$ *"),
)

ELIMINATE = SendToLocation(
    "Eliminate", ctrl("E"), map=DISPLAY, board=DISPLAY, x="$BoxX$", y="$BoxY$",
    back_text="Return to the map", back_key=ctrl("B"),
)  # fmt: skip
"""To the piece's own place in the display of those eliminated, and back."""

TAKE_AWAY = Delete("Take away")


def only_for(names: Sequence[str], keys: tuple[str, ...]) -> RestrictCommands:
    """Nobody but these sides gives the commands of these keys."""
    strangers = all_of(*(unequal(prop("PlayerSide"), text(name)) for name in names))
    return RestrictCommands("Owner alone", "Hide", braced(strangers), keys)


def prototypes(
    definition: Definition, file: VassalFile, rendering: Rendering, boxes: Boxes, marks: Sequence[str] = ()
) -> dict[str, Piece]:
    """The prototypes of counters and markers by name; counters bear the signs `marks` of declared combats."""
    game = definition.game
    found = {ORDERS: Handing.of(definition, file).told()}
    if marks:
        found[DECLARING] = declaring(
            marks, (rendering.px, rendering.px), rendering, *under_fire(definition, file)
        )
    found |= menus(file)
    found |= {
        "Counter": _base(rendering.px, boxes, marks, on_hexes=bool(definition.maps)),
        "Unit": _role("Unit", LAYERS[0]),
        "Leader": _role("Leader", LAYERS[0]),
    }
    if file.facing is not None:
        found[FACING] = _facing(file.facing.steps)
    for name, kind in game.kinds.items():
        role = "Unit" if kind.role == "unit" else "Leader"
        mounted = Marker.of(Kind=kind.name, Mounted=str(kind.mounted).lower())
        states = file.of_kind(name, kind.role)
        layers = state_layers(definition, states, rendering)
        zone = _zone_of_control(file, name, kind.role)
        found[kind_prototype(name)] = prototype(
            *layers,
            *zone,
            *_ranges(file, name),
            _condition(definition, kind, states),
            UsePrototype(role),
            mounted,
        )
    for name, side in game.sides.items():
        found[side_prototype(name)] = prototype(*boxes.commands(name), Marker.of(Side=side.name))
    for name, nation in game.nations.items():
        found[nation_prototype(name)] = prototype(
            UsePrototype(side_prototype(nation.side)), Marker.of(Nation=nation.name)
        )
    found["Marker"] = _marker(definition, boxes)
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


def _base(size: int, boxes: Boxes, marks: Sequence[str], *, on_hexes: bool) -> Piece:
    reports = (
        *FATE_REPORTS,
        ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *"),
    )
    signs = [UsePrototype(ORDERS)] + ([UsePrototype(DECLARING)] if marks else [])
    moves = (*trails(from_boxes=on_hexes), moved_sign(size, size))
    return prototype(*reports, *signs, *moves, ELIMINATE, TAKE_AWAY, *boxes.count(1))


def _role(name: str, layer: str) -> Piece:
    return prototype(UsePrototype("Counter"), Marker.of(Role=name, Layer=layer))


def _marker(definition: Definition, boxes: Boxes) -> Piece:
    reports = (
        ReportState(keys=(ctrl("C"),), format="$location$: one more $newPieceName$ *"),
        ReportState(keys=(ctrl("D"),), format="$location$: $newPieceName$ is taken away *"),
    )
    marks = (Marker.of(Role="Marker", Layer=LAYERS[1]), *without_strength(definition, {}), *boxes.count(0))
    return prototype(*reports, Clone("One more"), TAKE_AWAY, *marks)


def without_strength(definition: Definition, values: Mapping[str, int]) -> tuple[Marker, ...]:
    """A strength of 0 for a piece that has none, so that VASSAL can add up a stack."""
    strength = definition.counters_file.strength
    return () if strength is None or strength in values else (Marker.of(**{value_property(strength): "0"}),)


def _facing(steps: int) -> Piece:
    """Turning by the steps of the rules; `Facing_Facing` counts them from 1, clockwise."""
    right, left = TURNS
    turn = FreeRotator(steps, right, left, "Turn right", "Turn left", name=FACING)
    told = ReportState(keys=(right, left), format="$location$: $newPieceName$ turns *")
    return prototype(told, turned(), turn)


def _zone_of_control(file: VassalFile, kind: str, role: str) -> Iterator[AreaOfEffect]:
    zone = file.zone_of_control
    if zone is not None and file.has_zone(kind, role) and not file.has_front(kind, role):
        yield AreaOfEffect(
            color=ZONE_COLOUR, opacity=ZONE_OPACITY, radius=zone.radius, always_active=False,
            key=ctrl(zone.key), text=ZONE_TEXT, name="Zone of control", globally_visible=False,
        )  # fmt: skip


def _ranges(file: VassalFile, kind: str) -> Iterator[AreaOfEffect]:
    for each in file.ranges:
        if kind in each.kinds:
            yield AreaOfEffect(
                color=RANGE_COLOUR, opacity=ZONE_OPACITY, radius=each.radius, always_active=False,
                key=ctrl(each.key), text=range_text(each.radius), name=f"Range {each.radius}",
                globally_visible=False,
            )  # fmt: skip


# --- states --------------------------------------------------------------------------------------------


def state_layers(
    definition: Definition, states: Mapping[str, MarkerState], rendering: Rendering
) -> Iterator[Trait]:
    """The plates of the states that a piece can show, and their report."""
    if not states:
        return
    yield ReportState(keys=tuple(_state_keys(states)), format=CHANGED)
    for place, (name, state) in enumerate(states.items()):
        y = round(rendering.px * (_PLATE_FROM + place * _PLATE_STEP))
        title = definition.game.markers[name].name
        make = _switch if state.levels == 1 else _count
        yield make(name, state, title, y, rendering)


def _state_keys(states: Mapping[str, MarkerState]) -> Iterator[str]:
    for state in states.values():
        yield ctrl(state.key)
        if state.levels > 1:
            yield key(state.key, ctrl=True, shift=True)


def _switch(name: str, state: MarkerState, title: str, y: int, rendering: Rendering) -> Embellishment:
    return Embellishment(
        activate_text=f"{title}: on or off",
        activate_keystroke=ctrl(state.key),
        y=y,
        images=(rendering.image(state_image(name)),),
        names=(f"+ ({title.lower()})",),
        name=state_layer(name),
        always_active=False,
        scale=1 / rendering.detail,
        level=-1,
    )


def _count(name: str, state: MarkerState, title: str, y: int, rendering: Rendering) -> Embellishment:
    """A layer whose level is one more than the number of markers on the piece."""
    numbers = range(1, state.levels + 1)
    return Embellishment(
        up_text=f"{title}: one more",
        increase_keystroke=ctrl(state.key),
        down_text=f"{title}: one less",
        decrease_keystroke=key(state.key, ctrl=True, shift=True),
        y=y,
        images=("", *(rendering.image(state_image(name, n)) for n in numbers)),
        names=("", *(f"+ ({title.lower()}{'' if n == 1 else f' x{n}'})" for n in numbers)),
        loop=False,
        name=state_layer(name),
        scale=1 / rendering.detail,
    )


def _condition(definition: Definition, kind: Kind, states: Mapping[str, MarkerState]) -> CalculatedProperty:
    """How a counter stands, in words."""
    turned = equal(prop(f"{STEP}_Level"), number(2))
    words = grouped(choose(turned, text(kind.turned(back=True)), text(kind.turned(back=False))))
    for name, state in states.items():
        layer, title = state_layer(name), definition.game.markers[name].name.lower()
        there = equal(prop(f"{layer}_Active"), TRUE)
        if state.levels > 1:
            there = more(prop(f"{layer}_Level"), number(1))
        words = plus(words, choose(there, text(f", {title}"), text("")))
    return CalculatedProperty(CONDITION, braced(choose(_GONE, text("eliminated"), words)))
