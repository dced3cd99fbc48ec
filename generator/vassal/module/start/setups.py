"""The set-ups of a module in the order of their dates, then the free ones; those on boards without printed
ids of hexes in a menu of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from generator.vassal.format.buildfile import Component
from generator.vassal.format.windows import predefined_setup, setup_menu
from modules.definition import Definition

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_DAY = re.compile(r"(\d{1,2})?\s*([A-Za-z]+)\b.*?(\d{3,4})\s*$")


_MENU: Final = "Without hex numbers"

Titled = Mapping[str, tuple[str, bytes]]
"""Titles and saves of set-ups, by the stem of their files."""


def setups(definition: Definition, free: Titled, unnumbered: Titled) -> Iterator[Component]:
    """The entries of the wizard's list; `free` are set-ups left to the players, `unnumbered` all once more on
    the other boards."""
    for name in by_date(definition):
        yield predefined_setup(definition.scenarios[name].title, f"{name}.vsav")
    yield from _titled(free)
    if unnumbered:
        yield setup_menu(_MENU, *_titled(unnumbered))


def _titled(saves: Titled) -> Iterator[Component]:
    return (predefined_setup(title, f"{name}.vsav") for name, (title, _) in saves.items())


def by_date(definition: Definition) -> list[str]:
    """The scenarios in the order of their dates."""
    return sorted(definition.scenarios, key=lambda name: date_of(definition.scenarios[name].date))


def date_of(words: str) -> tuple[int, int, int]:
    """Year, month and day of a date such as "14 October 1066"; of what is none the last of all days."""
    found = _DAY.match(words)
    if found is None or found[2].lower() not in _MONTHS:
        return (9999, 0, 0)
    return int(found[3]), _MONTHS.index(found[2].lower()) + 1, int(found[1] or 0)
