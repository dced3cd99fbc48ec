"""Rules files of strangers: what is too large, too deep or no data is told, and at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import Any

import pytest
import yaml

from modules.definition import DefinitionError, load
from modules.definition.checks.rules import MOST_ALLOWANCE, MOST_CLAUSES, MOST_VALUES
from modules.definition.files import MOST_FAULTS
from modules.definition.rule_clauses import clauses_in
from tests.modules.rules_file.ruled_ridge import change, make_ridge

SECONDS = 5
"""Of this process, for a file that is refused."""
WAYS = [f"way{number}" for number in range(12)]


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    return make_ridge(tmp_path / "ridge")


def _read(folder: Path) -> Any:
    return yaml.safe_load((folder / "rules.yaml").read_text(encoding="utf-8"))


def _write(folder: Path, data: object) -> None:
    (folder / "rules.yaml").write_text(json.dumps(data), encoding="utf-8")


def _told(folder: Path) -> str:
    start = process_time()
    with pytest.raises(DefinitionError) as told:
        load(folder)
    assert process_time() - start < SECONDS
    return "\n".join(str(fault) for fault in told.value.faults)


def _with_ways(folder: Path, costs: int) -> None:
    """A file with so many costs for each of some ways of moving."""
    data = _read(folder)
    march = data["movement"]["march"]
    data["movement"] = {name: {**march, "costs": march["costs"] * costs} for name in WAYS}
    data["phases"]["movement"]["by"] = WAYS
    data["zones"], data["stacking"] = (data["zones"] * 12)[:12], data["stacking"] * 20
    _write(folder, data)


def test_two_hundred_clauses_are_read_in_no_time(ridge: Path) -> None:
    """The figure is 0.3 s of one process, for the whole game; the folder is read once before."""
    _with_ways(ridge, costs=14)
    assert 200 <= sum(1 for _ in clauses_in(load(ridge).rules_file or pytest.fail("no clauses"))) < 250
    start = process_time()
    load(ridge)
    assert process_time() - start < 0.3


def test_more_clauses_than_a_game_has_are_told(ridge: Path) -> None:
    _with_ways(ridge, costs=60)
    assert f"expected at most {MOST_CLAUSES}" in _told(ridge)


def test_more_words_than_clauses_need_are_told(ridge: Path) -> None:
    data = _read(ridge)
    data["zones"] = [{**data["zones"][0], "of": [f"word{n}" for n in range(200)], "binds": []}] * 12
    data["stacking"] = [{**data["stacking"][0], "free": [f"word{n}" for n in range(200)]}] * 40
    _write(ridge, data)
    assert f"expected at most {MOST_VALUES:,}" in _told(ridge)


def test_many_unknown_words_are_told_at_once(ridge: Path) -> None:
    data = _read(ridge)
    names = [[f"knight{number}_{at}" for number in range(150)] for at in range(12)]
    data["zones"] = [{**data["zones"][0], "of": each} for each in names]
    _write(ridge, data)
    assert f"more than {MOST_FAULTS} faults in this file" in _told(ridge)


def test_a_value_that_is_lent_and_does_not_fit_is_not_mended_for_ever(ridge: Path) -> None:
    """Of `not_was` the other list of the same condition lends its words, which are no deeds."""
    change(ridge, "rules.yaml", "not_was: [attacked]", "not_was: ")
    assert "found nothing: expected a list" in _told(ridge)


def test_changes_that_make_an_allowance_of_millions_are_told(ridge: Path) -> None:
    """A search has a list for each part of a MP that a unit may spend: these would fill the memory."""
    data = _read(ridge)
    data["movement"]["march"]["changes"] = [{"times": 9, "round": "up", "rule": "3"}] * 4
    _write(ridge, data)
    assert f"expected at most {MOST_ALLOWANCE:,}" in _told(ridge)
    data["movement"]["march"]["changes"] = [{"times": 9, "round": "up", "rule": "3"}]
    _write(ridge, data)
    assert load(ridge).rules_file is not None


HOSTILE = {
    "an anchor": ("of: [all],", "of: &every [all],", "anchors and aliases are not allowed"),
    "a python object": ("of: [all],", "of: !!python/object:os.system [all],", "a definition is plain data"),
    "no number": ("limit: 1", "limit: .nan", "expected a whole number"),
    "infinity": ("hexes: 3", "hexes: .inf", "expected a whole number"),
    "a huge number": ("hexes: 3", "hexes: 9999999999999999", "expected at most 99"),
    "a number of 5,000 digits": ("hexes: 3", f"hexes: {'9' * 5000}", "(5,002 characters)"),
    "a huge factor": ("times: 1/2", f"times: {'9' * 5000}/1", "expected a factor such as 2 or 1/2"),
    "a factor of nothing": ("times: 1/2", "times: 1/0", "expected a factor such as 2 or 1/2"),
    "a device": ("gallop:", "con:", "on Windows no file can be called so"),
    "a name that is a path": ("gallop:", "../gallop:", "expected a name of lower-case letters"),
    "markup": ("of: [all],", 'of: ["<b>"],', "expected counters: a group, a side"),
    "another language": ("rules: 1", "rules: 2", "found 2: expected 1"),
    "a rule of two lines": ('"5.1"', '"5.1\\nred gives up"', "expected one line of text without tabs"),
    "a rule of 5,000 characters": ('"5.1"', f'"{"5" * 5000}"', "expected text of at most 40 characters"),
    "depth": ("of: [all],", f"of: {'[' * 50}{']' * 50},", "levels"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_no_data_is_told(ridge: Path, case: str) -> None:
    old, new, message = HOSTILE[case]
    change(ridge, "rules.yaml", old, new)
    assert message in _told(ridge)


NASTY = (None, -1, 10**15, "", "x" * 300, "all", "setup", [], ["x"], {}, {"x": 1}, True, "1/3", [[]], "0714")


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from _leaves(value, (*path, key))


def _replaced(data: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    first, *rest = path
    if isinstance(data, dict):
        return {**data, first: _replaced(data[first], tuple(rest), value)}
    return [*data[:first], _replaced(data[first], tuple(rest), value), *data[first + 1 :]]


def test_no_value_at_any_place_is_more_than_a_fault(ridge: Path) -> None:
    """One value at every third place, another at the next."""
    whole, loaded = _read(ridge), 0
    for path, value in zip(islice(_leaves(whole), 0, None, 3), cycle(NASTY), strict=False):
        _write(ridge, _replaced(whole, path, value))
        try:
            load(ridge)
            loaded += 1
        except DefinitionError as error:
            assert all(fault.message for fault in error.faults)
    assert loaded < 20
