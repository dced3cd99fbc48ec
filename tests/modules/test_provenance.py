"""What comes from where: every mark of the data is listed, and counted as its least certain part."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from modules import library
from modules.definition import DefinitionError, load
from modules.definition.formats.origins import PATTERN, numbers_in, origin_of
from modules.provenance import Datum, provenance

FOUND = provenance(library.folder("three_battles"))


def datum(what: str, file: str) -> Datum:
    return next(d for d in FOUND if d.what == what and d.place.file == file)


@pytest.mark.parametrize(
    ("words", "origin"),
    [
        ("rulebook 16.4", "rulebook"),
        ("rulebook 16.4, 17.2: half, rounded down", "rulebook"),
        ("deduced: 16.5 counts his death as 5", "deduced"),
        ("found: heights of the site", "found"),
        ("rulebook 13.4: combat; reconstruction: fire 2 and MA 3", "reconstruction"),
        ("reconstruction: the reduced side; rulebook 17.2: spares", "reconstruction"),
        ("rulebook 2.1: not found by any reconstruction", "rulebook"),
    ],
)
def test_a_source_counts_as_its_least_certain_part(words: str, origin: str) -> None:
    assert re.match(PATTERN, words)
    assert origin_of(words) == origin


WRONG = [
    "reconstuction: the brooks", "deducted from thin air", "rulebook", "16.4", "reconstruction", "found:",
    "rulebook 16.4; its hex is ours", "rulebook 16.4; reconstuction: its hex", "as the others", "Deduced: so",
]  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_a_source_that_names_no_origin_is_a_fault_at_its_line(tmp_path: Path, words: str) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(library.folder("three_battles"), folder)
    counters = folder / "counters.yaml"
    text = counters.read_text(encoding="utf-8")
    line = text[: text.index("  N-foot:")].count("\n") + 1
    old = next(row for row in text.splitlines() if row.startswith("  N-foot:"))
    counters.write_text(text.replace(old, re.sub('source: "[^"]*"', f'source: "{words}"', old)), "utf-8")
    for read in (provenance, partial(load, variant_of="three_battles")):
        with pytest.raises(DefinitionError) as told:
            read(folder)
        (fault,) = [each for each in told.value.faults if "source" not in each.message[:6]]
        assert (fault.place.file, fault.place.line) == ("counters.yaml", line)
        assert f"found {words!r}: expected `rulebook` and its numbers" in fault.message


def test_numbers_are_those_of_the_rulebook_and_those_in_reasons() -> None:
    source = "rulebook 16.3, 14.7 option 4: so; deduced: 16.5 with 13.4 (4.2), 1.5 km off; found: 141 m"
    assert numbers_in(source) == ("16.3", "14.7 option 4", "16.5", "13.4", "4.2")


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
