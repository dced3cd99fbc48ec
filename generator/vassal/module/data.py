"""What a game tells VASSAL and nobody else: `vassal.yaml` and the recorded slot ids, in the game's folder.

`vassal.yaml` is written by people and may be missing; `vassal-slots.json` is written by the build, because a
slot's id must stay its own for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from generator.cards import unit_deck
from generator.counters.blocks import block_sides
from generator.vassal.format.slots import SlotIds, read_slot_ids, write_slot_ids
from modules.definition import Definition, DefinitionError, Fault
from modules.definition.files import typed_faults
from modules.definition.formats.fields import Letter, Line, Name, Part
from modules.definition.places import hex_grid
from modules.plain_files import is_there
from modules.written import source as yaml_source
from modules.written.source import Path_, Source

FILE = "vassal.yaml"
SLOTS = "vassal-slots.json"
RESERVED_KEYS = {"B": "return", "C": "one more", "D": "take away", "E": "eliminate", "F": "turn over",
                 "M": "mark moved", "P": "play", "T": "movement trail", "Z": "undo"}  # fmt: skip
"""Letters that with Ctrl already command a counter or card."""


class MarkerState(Part):
    """A marker that a counter itself can show: Ctrl and `key` put it on and off. `kinds`: only these kinds
    of counter, empty for every unit. Of a marker with `levels` a counter can bear so many: Ctrl and the key
    add one, with Shift they take one off."""

    key: Letter
    kinds: tuple[Name, ...] = ()
    levels: int = Field(default=1, ge=1, le=20)


class ZoneOfControl(Part):
    """Ctrl and `key` show the zone of control of a counter: all within `radius` hexes, or so many hexes in
    `front` of one that faces. `kinds`: only these kinds have one, empty for every unit."""

    key: Letter
    kinds: tuple[Name, ...] = ()
    radius: int = Field(default=1, ge=1, le=9)
    front: int | None = Field(default=None, ge=1, le=5)


class Range(Part):
    """Ctrl and `key` show how far counters of these `kinds` reach: all within `radius` hexes."""

    key: Letter
    radius: int = Field(ge=1, le=30)
    kinds: tuple[Name, ...] = Field(min_length=1)


class LeftMarker(Part):
    """Ctrl and `key` put the marker into the hex of a counter of these `kinds`, below it: there it stays when
    the counter goes."""

    key: Letter
    kinds: tuple[Name, ...] = Field(min_length=1)


class Facing(Part):
    """Counters have a front: Ctrl and ] or [ turn them right or left by one of so many `steps` of a circle.
    `kinds`: only these kinds, empty for every unit."""

    steps: Literal[4, 6, 8, 12]
    kinds: tuple[Name, ...] = ()


class Spoken(Part):
    """A menu of counters of these `kinds`, of one `side` if it is said, that gives orders which no hand can
    show: what stands in it, and the order that goes into the chat, where a log has it. Each order has one
    `COUNTER`, which is the counter's own name."""

    menu: Line
    kinds: tuple[Name, ...] = Field(min_length=1)
    side: Name | None = None
    orders: dict[Line, Line] = Field(min_length=1)


class Hidden(Part):
    """Markers of a side that may lie face down, so that the others see their `back` alone: Ctrl and `key`
    turn one."""

    key: Letter
    markers: tuple[Name, ...] = Field(min_length=1)


class FireOdds(Part):
    """How a declared fire is reckoned. With `table`: the row of the table of `ranges` that `weapon` counts, a
    value of counters.yaml (1 is the first row), at the range to the target, against its `defence`. Else each
    who fires hits with a die up to his value `hits`."""

    table: Name | None = None
    ranges: Name | None = None
    weapon: Name | None = None
    defence: Name | None = None
    hits: Name | None = None


class Odds(Part):
    """The table in which a declared combat is looked up, by the strengths that the marked counters show: the
    attackers' and the defenders' value, each `strength` of counters.yaml where nothing else is said. `fire`:
    the same of a declared fire."""

    table: Name
    attack: Name | None = None
    defence: Name | None = None
    fire: FireOdds | None = None


COUNTER = "COUNTER"
"""Stands for the counter's name in an order that it speaks."""

OF_SHEETS = ("turn", "losses x1", "losses x10")
"""The tracks of boxes that a sheet has for game turns, and for strength lost."""


class VassalFile(Part):
    """`vassal.yaml`. `states` and `leaves` are by the name of the marker, and so are `tracks`: on which track
    of the sheet a marker stands, `turn` in the turn's box, `losses xN` at nought, one for each army; or on
    that of a table of bands, at nought. `boxes`: in which box of a display a marker begins."""

    states: dict[Name, MarkerState] = Field(default_factory=dict)
    leaves: dict[Name, LeftMarker] = Field(default_factory=dict)
    tracks: dict[Name, str] = Field(default_factory=dict)
    boxes: dict[Name, Name] = Field(default_factory=dict)
    hidden: Hidden | None = None
    zone_of_control: ZoneOfControl | None = None
    ranges: tuple[Range, ...] = ()
    odds: Odds | None = None
    facing: Facing | None = None
    spoken: tuple[Spoken, ...] = ()

    def faces(self, kind: str, role: str) -> bool:
        """Whether counters of a kind have a front."""
        facing = self.facing
        return facing is not None and (kind in facing.kinds if facing.kinds else role == "unit")

    def has_zone(self, kind: str, role: str) -> bool:
        """Whether counters of a kind have a zone of control."""
        zone = self.zone_of_control
        return zone is not None and (kind in zone.kinds if zone.kinds else role == "unit")

    def has_front(self, kind: str, role: str) -> bool:
        """Whether the zone of control of a kind lies in front of its counters alone."""
        zone = self.zone_of_control
        front = zone is not None and zone.front is not None
        return front and self.has_zone(kind, role) and self.faces(kind, role)

    def of_kind(self, kind: str, role: str) -> dict[str, MarkerState]:
        """The states that counters of a kind can show."""
        return {
            name: state
            for name, state in self.states.items()
            if (kind in state.kinds if state.kinds else role == "unit")
        }


def read_vassal_file(definition: Definition) -> VassalFile:
    """The game's `vassal.yaml`, or an empty one. Raises DefinitionError with every fault and its place."""
    path = definition.folder / FILE
    if not is_there(path):
        return _turning(definition, VassalFile())
    parsed = yaml_source.read(path, FILE, definition.folder)
    if parsed.faults:
        raise DefinitionError(definition.folder, parsed.faults)
    try:
        found = VassalFile.model_validate(parsed.data)
    except ValidationError as error:
        raise DefinitionError(definition.folder, typed_faults(parsed, error, VassalFile)) from error
    if faults := _faults(definition, found, parsed):
        raise DefinitionError(definition.folder, faults)
    return _turning(definition, found)


def _turning(definition: Definition, file: VassalFile) -> VassalFile:
    """The file with a rotator of six steps where a game has facings and the file says nothing of them."""
    if file.facing is not None or definition.game.facing is None:
        return file
    return file.model_copy(update={"facing": Facing(steps=6)})


def _faults(definition: Definition, file: VassalFile, parsed: Source) -> list[Fault]:
    game = definition.game
    faults: list[Fault] = []
    for part in ("states", "leaves", "tracks", "boxes"):
        faults += _unknown_markers(parsed, part, getattr(file, part), game.markers)
    for name in file.leaves:
        if name in game.markers and name not in game.cut_markers:
            message = f"{name!r} is on the back of another marker alone: it cannot be left"
            faults.append(parsed.fault(("leaves", name), message))
    taken: list[_Taken] = [(letter, told, ()) for letter, told in RESERVED_KEYS.items()]
    for path, told, each in _keyed(file):
        faults += _unknown_kinds(definition, parsed, path, each.kinds)
        faults += _taken_key(parsed, path, each.key, each.kinds, taken)
        taken.append((each.key, told, each.kinds))
    if file.zone_of_control is not None:
        faults += _wrong_front(definition, file, file.zone_of_control, parsed)
    faults += _wrong_places(definition, file, parsed)
    faults += _no_table(definition, file, parsed)
    if file.hidden is not None:
        faults += _hidden(definition, file.hidden, parsed)
        faults += _taken_key(parsed, ("hidden",), file.hidden.key, (), taken[: len(RESERVED_KEYS)])
    if file.facing is not None:
        faults += _unknown_kinds(definition, parsed, ("facing",), file.facing.kinds)
    for i, said in enumerate(file.spoken):
        faults += _unknown_kinds(definition, parsed, ("spoken", i), said.kinds)
        if said.side is not None and said.side not in game.sides:
            message = f"found {said.side!r}: expected one of the sides ({', '.join(game.sides)})"
            faults.append(parsed.fault(("spoken", i, "side"), message))
        faults += _unspeakable(parsed, ("spoken", i, "orders"), said.orders)
    return faults


def _wrong_places(definition: Definition, file: VassalFile, parsed: Source) -> Iterator[Fault]:
    """Tracks and boxes that there are not."""
    bands = (name for name, each in definition.tables.bands.items() if each.track)
    there = {"tracks": (*OF_SHEETS, *bands), "boxes": tuple(definition.boxes)}
    for part, places in there.items():
        for name, place in getattr(file, part).items():
            if place not in places:
                message = f"found {place!r}: expected one of {', '.join(places) or 'none'}"
                yield parsed.fault((part, name), message)


def _no_table(definition: Definition, file: VassalFile, parsed: Source) -> Iterator[Fault]:
    """A table of odds that there is not, or no strength to look up in it."""
    if file.odds is None:
        return
    tables = (*definition.tables.odds, *definition.tables.differentials)
    known = {"table": tables, "attack": (*definition.game.values,), "defence": (*definition.game.values,)}
    for part, names in known.items():
        found = getattr(file.odds, part)
        if found is None and definition.counters_file.strength is None:
            message = f"say which value is the {part}: counters.yaml names no `strength` that could be summed"
            yield parsed.fault(("odds",), message)
        elif found is not None and found not in names:
            message = f"found {found!r}: expected one of {', '.join(names) or 'none'}"
            yield parsed.fault(("odds", part), message)
    if file.odds.fire is not None:
        yield from _no_fire(definition, file.odds.fire, parsed)


def _no_fire(definition: Definition, fire: FireOdds, parsed: Source) -> Iterator[Fault]:
    """A fire of which some part is missing, or named that there is not."""
    values = (*definition.game.values,)
    known: dict[str, Sequence[str]] = {"hits": values}
    if fire.hits is None:
        known = {
            "table": (*definition.tables.odds, *definition.tables.differentials),
            "ranges": (*definition.tables.ranges,), "weapon": values, "defence": values,
        }  # fmt: skip
    for part in FireOdds.model_fields:
        found, names = getattr(fire, part), known.get(part)
        if names is None and found is not None:
            yield parsed.fault(("odds", "fire", part), "`hits` goes without a table")
        elif names is not None and found not in names:
            message = f"found {found!r}: expected one of {', '.join(names) or 'none'}"
            path = ("odds", "fire") if found is None else ("odds", "fire", part)
            yield parsed.fault(path, f"`{part}`: {message}" if found is None else message)


def _hidden(definition: Definition, hidden: Hidden, parsed: Source) -> Iterator[Fault]:
    """Markers that cannot lie face down: each is a side's, and has a back."""
    for i, name in enumerate(hidden.markers):
        marker = definition.game.markers.get(name)
        if marker is None or marker.side is None or marker.back is None:
            message = f"found {name!r}: expected a marker with a `side` and a `back`"
            yield parsed.fault(("hidden", "markers", i), message)


def _unspeakable(parsed: Source, path: Path_, orders: Mapping[str, str]) -> Iterator[Fault]:
    for told, order in orders.items():
        if order.count(COUNTER) != 1 or "$" in order or ";" in order:
            yield parsed.fault((*path, told), f"found {order!r}: an order has one {COUNTER}, and no $ or ;")


def _keyed(file: VassalFile) -> Iterator[tuple[Path_, str, MarkerState | LeftMarker | ZoneOfControl | Range]]:
    """What letters with Ctrl do, each with its place in the file and a name."""
    for name, state in file.states.items():
        yield ("states", name), name, state
    for name, left in file.leaves.items():
        yield ("leaves", name), name, left
    if file.zone_of_control is not None:
        yield ("zone_of_control",), "zone of control", file.zone_of_control
    for i, each in enumerate(file.ranges):
        yield ("ranges", i), f"range {each.radius}", each


def _unknown_markers(
    parsed: Source, part: str, named: Iterable[str], known: Iterable[str]
) -> Iterator[Fault]:
    for name in named:
        if name not in known:
            expected = ", ".join(known) or "none"
            yield parsed.fault((part, name), f"found {name!r}: expected one of the markers ({expected})")


def _unknown_kinds(
    definition: Definition, parsed: Source, path: Path_, kinds: Sequence[str]
) -> Iterator[Fault]:
    for i, kind in enumerate(kinds):
        if kind not in definition.game.kinds:
            message = f"found {kind!r}: expected one of the kinds ({', '.join(definition.game.kinds)})"
            yield parsed.fault((*path, "kinds", i), message)


def _wrong_front(
    definition: Definition, file: VassalFile, zone: ZoneOfControl, parsed: Source
) -> Iterator[Fault]:
    """A counter turns by sixths, from the top of the sheet: there lies a side of its hex, so that an odd
    number of hexes is in front, or a corner and an even number."""
    path = ("zone_of_control", "front")
    if zone.front is None:
        return
    if file.facing is None or file.facing.steps != 6 or zone.radius != 1:
        yield parsed.fault(path, "hexes in front need facing with 6 steps, and a radius of 1")
    tops = {hex_grid(each.grid).flat_top for each in definition.maps.values()}
    if len(tops) > 1:
        yield parsed.fault(path, "hexes in front need maps whose hexes lie one way: here some have flat tops")
    elif (zone.front % 2 == 1) not in tops:
        faces, numbers = ("a side", "1, 3 or 5") if True in tops else ("a corner", "2 or 4")
        yield parsed.fault(path, f"found {zone.front}: on these maps a counter faces {faces}: give {numbers}")


_Taken = tuple[str, str, tuple[str, ...]]
"""A letter, what it does, and to which kinds of counters; to all where there are none."""


def _taken_key(
    parsed: Source, path: Path_, letter: str, kinds: tuple[str, ...], taken: Sequence[_Taken]
) -> Iterator[Fault]:
    """A letter that does something else to one of these kinds."""
    for other, told, theirs in taken:
        apart = kinds and theirs and not set(kinds) & set(theirs)
        if letter == other and not apart:
            message = f"Ctrl+{letter} already means {told}: choose another letter"
            yield parsed.fault((*path, "key"), message)
            return


def counter_slot(counter_id: str) -> str:
    """The name under which a counter's slot id is recorded."""
    return f"counter {counter_id}"


def marker_slot(name: str) -> str:
    """The name under which a marker's slot id is recorded."""
    return f"marker {name}"


def left_slot(name: str) -> str:
    """The name under which the id is recorded that markers get which counters leave."""
    return f"left {name}"


def card_slot(copy: str) -> str:
    """The name under which the slot id of a card of a pack is recorded; `copy` as in `copies`."""
    return f"card {copy}"


def unknown_slot(pack: str) -> str:
    """The name under which the slot id of a pack's card that nobody knows is recorded."""
    return f"unknown {pack}"


def blank_slot(side: str) -> str:
    """The name under which the slot id of a side's block that nobody knows is recorded."""
    return f"blank {side}"


def copies(definition: Definition) -> dict[str, tuple[str, str]]:
    """Every single card of the packs, as in "transfer-2", with its pack and its card's name."""
    return {
        f"{name}-{number}": (pack, name)
        for pack, deck in definition.decks.items()
        for name, card in deck.cards.items()
        for number in range(1, card.count + 1)
    }


def slot_ids(definition: Definition, file: VassalFile) -> SlotIds:
    """The recorded ids, and new ones for what is not recorded yet. Raises SlotIdError."""
    names = [*map(counter_slot, definition.counters), *map(marker_slot, definition.game.cut_markers)]
    names += [card_slot(copy) for copy in copies(definition)]
    names += [unknown_slot(pack) for pack in pack_names(definition)]
    names += map(left_slot, file.leaves)
    names += [blank_slot(side) for side in block_sides(definition)]
    return read_slot_ids(_slots_path(definition)).extended(names)


def pack_names(definition: Definition) -> tuple[str, ...]:
    """The packs of unit cards, one a side, and the other packs."""
    sides = dict.fromkeys(unit_deck(c.side) for c in definition.counters.values() if c.form == "card")
    return (*sides, *definition.decks)


def record_slot_ids(definition: Definition, ids: SlotIds) -> int:
    """Write the ids if some are new; gives how many. Raises SlotIdError, ContainerError."""
    path = _slots_path(definition)
    new = len(ids.ids) - len(read_slot_ids(path).ids)
    if new:
        write_slot_ids(path, ids)
    return new


def _slots_path(definition: Definition) -> Path:
    return definition.folder / SLOTS
