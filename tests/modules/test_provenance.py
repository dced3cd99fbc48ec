"""What comes from where: every mark of the data is listed, and counted as its least certain part."""

from __future__ import annotations

import pytest

from modules import library
from modules.provenance import Datum, origin_of, provenance

FOUND = provenance(library.folder("three_battles"))


def datum(what: str, file: str) -> Datum:
    return next(d for d in FOUND if d.what == what and d.place.file == file)


@pytest.mark.parametrize(
    ("words", "origin"),
    [
        ("rulebook 16.4", "rulebook"),
        ("13.4 for the general case", "rulebook"),
        ("deduced: 16.5 counts his death as 5", "deduced"),
        ("found: heights of the site", "found"),
        ("combat rulebook 13.4; fire 2 and MA 3 reconstruction", "reconstruction"),
    ],
)
def test_a_source_counts_as_its_least_certain_part(words: str, origin: str) -> None:
    assert origin_of(words) == origin


def test_what_the_rulebook_states_and_what_is_ours_are_told_apart() -> None:
    assert datum("counters.S-Harold", "counters.yaml").origin == "rulebook"
    assert datum("counters.S-archer", "counters.yaml").origin == "reconstruction"
    assert datum("levels", "maps/hastings.yaml").origin == "reconstruction"
    assert datum("morale.saxon", "scenarios/hastings.yaml").origin == "rulebook"


def test_every_counter_map_and_ruling_says_where_it_comes_from() -> None:
    game = library.definition("three_battles")
    told = {(d.place.file, d.what) for d in FOUND}
    assert {("counters.yaml", f"counters.{group}") for group in game.counters_file.counters} <= told
    assert {("rulings.yaml", f"rulings.{name}") for name in game.rulings} <= told
    assert {(f"maps/{name}.yaml", "grid") for name in game.maps} <= told


def test_places_are_those_of_the_text() -> None:
    place = datum("counters.S-Harold", "counters.yaml").place
    line = (
        (library.folder("three_battles") / place.file)
        .read_text(encoding="utf-8")
        .splitlines()[place.line - 1]
    )
    assert line.strip().startswith("S-Harold:")
