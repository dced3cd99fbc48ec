"""What a game tells VASSAL and nobody else: `vassal.yaml` and the recorded slot ids, in the game's folder.

`vassal.yaml` is written by people and may be missing; `vassal-slots.json` is written by the build, because a
slot's id must stay its own for ever.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationError

from generator.cards import unit_deck
from generator.vassal.slots import SlotIds, read_slot_ids, write_slot_ids
from modules.definition import Definition, DefinitionError, Fault
from modules.definition import source as yaml_source
from modules.definition.fields import Name, Part
from modules.definition.source import Source

FILE = "vassal.yaml"
SLOTS = "vassal-slots.json"
RESERVED_KEYS = {"B": "return", "C": "clone", "D": "delete", "E": "eliminate", "F": "flip", "M": "mark moved",
                 "P": "play", "T": "movement trail"}  # fmt: skip
"""Letters that with Ctrl already command a counter or card."""


class MarkerState(Part):
    """A marker that a counter itself can show: Ctrl and `key` put it on and off. `kinds`: only these kinds
    of counter, empty for every unit. Of a marker with `levels` a counter can bear so many: Ctrl and the key
    add one, with Shift they take one off."""

    key: str = Field(pattern=r"^[A-Z]$")
    kinds: tuple[Name, ...] = ()
    levels: int = Field(default=1, ge=1, le=20)


class VassalFile(Part):
    """`vassal.yaml`. `states` is by the name of the marker."""

    states: dict[Name, MarkerState] = Field(default_factory=dict)

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
    if not path.exists():
        return VassalFile()
    parsed = yaml_source.read(path, FILE)
    if parsed.faults:
        raise DefinitionError(definition.folder, parsed.faults)
    try:
        found = VassalFile.model_validate(parsed.data)
    except ValidationError as error:
        faults = [parsed.fault(fault["loc"], str(fault["msg"])) for fault in error.errors()]
        raise DefinitionError(definition.folder, faults) from error
    if faults := _faults(definition, found, parsed):
        raise DefinitionError(definition.folder, faults)
    return found


def _faults(definition: Definition, file: VassalFile, parsed: Source) -> list[Fault]:
    game, faults = definition.game, []
    taken = dict(RESERVED_KEYS)
    for name, state in file.states.items():
        if name not in game.markers:
            known = ", ".join(game.markers) or "none"
            faults.append(
                parsed.fault(("states", name), f"found {name!r}: expected one of the markers ({known})")
            )
        for i, kind in enumerate(state.kinds):
            if kind not in game.kinds:
                message = f"found {kind!r}: expected one of the kinds ({', '.join(game.kinds)})"
                faults.append(parsed.fault(("states", name, "kinds", i), message))
        if state.key in taken:
            message = f"Ctrl+{state.key} already means {taken[state.key]}: choose another letter"
            faults.append(parsed.fault(("states", name, "key"), message))
        taken.setdefault(state.key, name)
    return faults


def counter_slot(counter_id: str) -> str:
    """The name under which a counter's slot id is recorded."""
    return f"counter {counter_id}"


def marker_slot(name: str) -> str:
    """The name under which a marker's slot id is recorded."""
    return f"marker {name}"


def card_slot(copy: str) -> str:
    """The name under which the slot id of a card of a pack is recorded; `copy` as in `copies`."""
    return f"card {copy}"


def unknown_slot(pack: str) -> str:
    """The name under which the slot id of a pack's card that nobody knows is recorded."""
    return f"unknown {pack}"


def copies(definition: Definition) -> dict[str, tuple[str, str]]:
    """Every single card of the packs, as in "transfer-2", with its pack and its card's name."""
    return {
        f"{name}-{number}": (pack, name)
        for pack, deck in definition.decks.items()
        for name, card in deck.cards.items()
        for number in range(1, card.count + 1)
    }


def slot_ids(definition: Definition) -> SlotIds:
    """The recorded ids, and new ones for what is not recorded yet. Raises SlotIdError."""
    names = [*map(counter_slot, definition.counters), *map(marker_slot, definition.game.markers)]
    names += [card_slot(copy) for copy in copies(definition)]
    names += [unknown_slot(pack) for pack in pack_names(definition)]
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
