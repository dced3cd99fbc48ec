"""The examples in docstrings of the engine, geometry, dice and entries: each gives what stands below it."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

ROOMS = ("modules.engine", "modules.geometry", "pbem.dice", "pbem.entry")
MODULES = [
    "modules.amounts",
    *(each.name for room in ROOMS for each in walk_packages(import_module(room).__path__, f"{room}.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert failed == 0


def test_each_room_has_examples() -> None:
    found = {
        room: sum(
            len(test.examples)
            for name in MODULES
            if name.startswith(room)
            for test in doctest.DocTestFinder().find(import_module(name))
        )
        for room in ROOMS
    }
    assert all(number >= 5 for number in found.values()), found
