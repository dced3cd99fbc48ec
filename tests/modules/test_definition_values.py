"""What a digest of a game's file counts: each value that rules may read, and no word, source or look."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from modules import library
from modules.definition import load
from modules.definition.files import _kind_of
from modules.definition.formats.sheets import SheetFile
from modules.definition.formats.special import KEY, parts_of
from modules.definition.values import digest
from modules.written.folder import LEDGER, read

WORDS_AND_LOOKS = """
title name short text hint note notes source summary unit written credits version date code of gives names
designation commands reach heights results
style palette shield wood figure layers layout size picture tone track drawn_as mark markers labels window
paper back rose panels ships seats legend lands seas outline seat name_at glyph off beach
sums rulings displays
"""
TOLD = frozenset(WORDS_AND_LOOKS.split())
"""Keys of what is told: nothing below them counts. The list of counters is only held against its `sums`."""
OTHERWISE = {
    "game.yaml": {"formations.letter", "kinds.letter", "kinds.faces"},
    "counters.yaml": {"strength"},
    "tables.yaml": {"totals.columns"},
}
"""And what is told under a key that counts elsewhere."""
COUNTED = {
    "tables.yaml": {"lists.columns"},
    "terrain.yaml": {"terrain.bonuses.of"},
    "maps": {"terrain.of", "levels.of"},
    "scenarios": {"setup.conditions.of"},
}
"""And what counts under a key that is told elsewhere."""


WORDS = [
    "unit",
    "leader",
    "counter",
    "block",
    "up",
    "down",
    "left",
    "right",
    "even",
    "odd",
    "larger",
    "smaller",
    "ab",
    "ba",
    "a",
    "b",
    "north",
    "south",
    "side",
    "vertex",
    "hex",
    "hexside",
    "road",
    "level",
    "attack",
    "defence",
    "melee",
    "fire",
    "clear",
    "blocks",
    "open",
    "blocked",
    "prohibited",
    "optional",
    "number",
    "die",
    "strength",
    "any",
    "own",
    "N",
    "E",
    "S",
    "W",
    "fill",
    "behind",
    "hills",
    "wood",
    "large",
    "small",
    "hill",
    "place",
    "water",
    "attacker",
    "both",
]
"""What may stand where only a few words may."""


def leaves(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values of a file."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list, tuple)):
            yield from leaves(value, (*at, key))
        else:
            yield (*at, key)


def others(value: Any) -> Iterator[Any]:
    """What may stand there as well."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield from (f"{value}x", f"{value} and more", f"{value}1", *(value[:-1] + end for end in "938QZ"))
        yield from (f"{value[:-1]}-{end}" for end in ("9", "x"))
        yield from (word for word in WORDS if word != value)


def plain(data: Any) -> Any:
    """Data that may be changed."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, (list, tuple)) else data


def listed(data: Any) -> Any:
    """The same as a file is read: lists are tuples."""
    if isinstance(data, dict):
        return {key: listed(value) for key, value in data.items()}
    return tuple(listed(value) for value in data) if isinstance(data, list) else data


def typed(game: str, name: str, data: Any) -> BaseModel | None:
    """A file by its type; None where a value does not fit."""
    return as_read(game, name, listed(data))


def as_read(game: str, name: str, data: Any) -> BaseModel | None:
    """The same of data as a file is read."""
    kind = _kind_of(name, data)
    part = parts_of(game).get(name.split("/")[0])
    try:
        whole = kind.model_validate({key: value for key, value in data.items() if key != KEY})
        return (
            whole.model_copy(update={KEY: part.model_validate(data[KEY])}) if part and KEY in data else whole
        )
    except ValidationError:
        return None


def is_told(name: str, path: tuple[Any, ...]) -> bool:
    words = [step for step in path if isinstance(step, str)]
    room = name.split("/")[0]

    def among(those: set[str]) -> bool:
        return any(_leads(words, each.split(".")) for each in those)

    if among(COUNTED.get(room, set())):
        return False
    return not TOLD.isdisjoint(words) or among(OTHERWISE.get(room, set()))


def _leads(words: list[str], wanted: list[str]) -> bool:
    """Whether a path begins so, whatever entries it goes through between."""
    left = iter(words)
    return words[0] == wanted[0] and all(each in left for each in wanted)


@pytest.mark.parametrize("game", library.refereed_games())
def test_each_value_counts_and_no_word_does(game: str) -> None:
    files = {name: source.data for name, source in read(library.folder(game)).sources.items()}
    del files[LEDGER]  # no part of a game that ships
    wrong, counted, told = [], 0, 0
    for name, data in files.items():
        whole = typed(game, name, plain(data))
        assert whole is not None, name
        if isinstance(whole, SheetFile):
            continue
        before = digest(whole)
        for path in leaves(data):
            changed = _changed(game, name, data, path)
            if changed is None:
                continue
            counts = digest(changed) != before
            counted, told = counted + counts, told + (not counts)
            if counts == is_told(name, path):
                wrong.append(f"{name}: {'.'.join(map(str, path))} {'counts' if counts else 'does not count'}")
    assert wrong == []
    assert counted > 250
    assert told > 300


def _changed(game: str, name: str, data: Any, path: tuple[Any, ...]) -> BaseModel | None:
    """The file with another value at a path; None where nothing else fits there."""
    here = data
    for step in path:
        here = here[step]
    for other in others(here):
        found = as_read(game, name, _with(data, path, other))
        if found is not None:
            return found
    return None


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Data with another value at a path; all beside it is the same, not a copy: thousands are made."""
    if not path:
        return value
    step, *rest = path
    there = _with(data[step], tuple(rest), value)
    return {**data, step: there} if isinstance(data, dict) else (*data[:step], there, *data[step + 1 :])


def test_an_edit_changes_the_digest_of_its_file_alone(tmp_path: Path) -> None:
    shipped = load(library.folder("three_battles"))
    shutil.copytree(library.folder("three_battles"), tmp_path / "game")
    for name, before, after in (
        ("counters.yaml", "values: {combat: 5, movement: 3}", "values: {combat: 5, movement: 4}"),
        ("scenarios/hastings.yaml", "turns: 10", "turns: 11"),
        ("tables.yaml", '"1": [AR, DR', '"1": [AR, DL'),
    ):
        file = tmp_path / "game" / name
        text = file.read_text(encoding="utf-8")
        assert before in text
        file.write_text(text.replace(before, after, 1), encoding="utf-8")
        data = load(tmp_path / "game", variant_of="three_battles").data
        assert {each for each in data if data[each] != shipped.data[each]} == {name}
        file.write_text(f"# another comment\n{text}\n", encoding="utf-8")
        assert load(tmp_path / "game", variant_of="three_battles").data == shipped.data
        file.write_text(text, encoding="utf-8")


def test_the_order_of_keys_does_not_count_and_that_of_entries_does() -> None:
    data = plain(read(library.folder("three_battles")).sources["counters.yaml"].data)
    before = digest(typed("three_battles", "counters.yaml", data) or pytest.fail("typed"))
    entries = list(data["counters"].items())
    turned = {**data, "counters": {key: dict(reversed(entry.items())) for key, entry in entries}}
    assert digest(typed("three_battles", "counters.yaml", turned) or pytest.fail("typed")) == before
    other = {**data, "counters": dict(reversed(entries))}
    assert digest(typed("three_battles", "counters.yaml", other) or pytest.fail("typed")) != before
