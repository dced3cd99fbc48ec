"""Orders that no hand can show, such as which wing a unit joins: a menu says them in the chat, as a player
may type any order there. `format.orders.spoken` reads both back from a log."""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format.keys import named_key
from generator.vassal.format.orders.spoken import BEGINS
from generator.vassal.format.pieces import Piece, prototype
from generator.vassal.format.traits import ReportState, Submenu, Trait, TriggerAction, UsePrototype
from generator.vassal.module.data import COUNTER, Spoken, VassalFile
from modules.definition import Counter


def menus(file: VassalFile) -> dict[str, Piece]:
    """The prototypes of the menus that say orders."""
    return {_name(number): prototype(*_says(number, each)) for number, each in enumerate(file.spoken)}


def speaks(file: VassalFile, counter: Counter) -> Iterator[Trait]:
    """The menus of a counter."""
    for number, each in enumerate(file.spoken):
        if counter.kind in each.kinds and each.side in (None, counter.side):
            yield UsePrototype(_name(number))


def _name(number: int) -> str:
    return f"Speaks {number + 1}"


def _says(number: int, spoken: Spoken) -> Iterator[Trait]:
    keys = {told: named_key(f"says_{number + 1}_{at}") for at, told in enumerate(spoken.orders, 1)}
    for told, order in spoken.orders.items():
        words = f"{BEGINS}{order.replace(COUNTER, '$CounterId$')}"
        yield ReportState(keys=(keys[told],), format=words)
    yield Submenu(spoken.menu, tuple(keys))
    for told, key in keys.items():
        yield TriggerAction(told, text=told, key=key)
