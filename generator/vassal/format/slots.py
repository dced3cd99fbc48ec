"""Slot ids (gpid) that never change: a recorded list of names, extended and never renumbered.

VASSAL refreshes the pieces of a game in progress by gpid when a module is updated, so the id of a slot must
stay its own for ever, even after the slot has gone.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.vassal.format.container import write_atomically
from generator.vassal.format.errors import SlotIdError
from modules.plain_files import is_there, text

_LARGEST = 999_999_999
"""VASSAL reads an id into 31 bits."""
_MOST_BYTES = 4_000_000


@dataclass(frozen=True)
class SlotIds:
    """Ids by slot name, from 1 up; `next_id` is the module's nextPieceSlotId."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        owners: dict[int, str] = {}
        for name, number in self.ids.items():
            if not isinstance(number, int) or isinstance(number, bool) or number < 1 or not name:
                raise SlotIdError(f"slot {name!r} has the id {number!r}: ids are whole numbers from 1 up")
            if number > _LARGEST:
                raise SlotIdError(f"slot {name!r} has an id beyond {_LARGEST}")
            if number in owners:
                raise SlotIdError(f"slots {owners[number]!r} and {name!r} share the id {number}")
            owners[number] = name

    @property
    def next_id(self) -> int:
        """One more than any id ever given."""
        return max(self.ids.values(), default=0) + 1

    def __getitem__(self, name: str) -> int:
        if name not in self.ids:
            raise SlotIdError(f"no id is recorded for slot {name!r}: extend the list first")
        return self.ids[name]

    def extended(self, names: Iterable[str]) -> "SlotIds":
        """The list with new names numbered on, in the order given; known names keep their ids."""
        ids = dict(self.ids)
        number = self.next_id
        for name in names:
            if name not in ids:
                ids[name] = number
                number += 1
        return SlotIds(ids)


def read_slot_ids(path: Path) -> SlotIds:
    """The recorded list, empty if there is no file yet. Raises SlotIdError for a damaged one, and for what is
    no plain file."""
    if not is_there(path):
        return SlotIds()
    try:
        ids = json.loads(text(path, _MOST_BYTES, path.parent), object_pairs_hook=_unique)
    except SlotIdError as error:
        raise SlotIdError(f"{path}: {error}") from error
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise SlotIdError(f"{path}: not a list of slot ids ({why})") from error
    if not isinstance(ids, dict):
        raise SlotIdError(f"{path}: a list of slot ids is an object of names and numbers")
    try:
        return SlotIds(ids)
    except SlotIdError as error:
        raise SlotIdError(f"{path}: {error}") from error


def write_slot_ids(path: Path, slots: SlotIds) -> None:
    """Record the list, in the order of the ids. Raises ContainerError if the file cannot be written."""
    ordered = dict(sorted(slots.ids.items(), key=lambda item: item[1]))
    write_atomically(path, (json.dumps(ordered, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))


def _unique(pairs: list[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, number in pairs:
        if name in found:
            raise SlotIdError(f"slot {name!r} is listed twice")
        found[name] = number
    return found
