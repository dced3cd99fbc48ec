"""What is said of each field: all are described, by the types that check them, and found by a few words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from modules import library
from modules.definition.explain import (
    _all,
    _kinds,
    descriptions,
    fields_of,
    files_known,
    named,
    said_of,
    types_within,
)
from modules.definition.formats.special import parts_of
from modules.definition.schema import schemas


def kinds() -> set[Any]:
    parts = [part for game in library.games() for part in parts_of(game).values()]
    return {each for kind in (*_kinds().values(), *parts) for each in types_within(kind)}


def test_every_field_of_every_type_is_described() -> None:
    assert [f"{k.__name__}.{name}" for k in kinds() for name, said in said_of(k).items() if not said] == []


def test_nothing_is_described_that_is_not_there() -> None:
    there = {base.__name__: base for kind in kinds() for base in kind.__mro__}
    for room in ("definition", *library.games()):
        for name, fields in descriptions(room).items():
            if name != "any":
                assert there[name].__module__.startswith(f"modules.{room}."), name
                assert set(fields) <= set(there[name].model_fields), name


def properties(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"].values()
        for part in schema.values():
            yield from properties(part)


def test_every_property_of_the_schemas_has_a_description() -> None:
    found = [each for text in schemas(library.games()).values() for each in properties(json.loads(text))]
    assert len(found) > 550
    assert [each for each in found if isinstance(each, dict) and not each.get("description")] == []


def test_a_path_through_a_name_of_another_file_is_followed() -> None:
    (layout,) = named("counters.kind.layout")
    assert layout.path == "game.kinds.NAME.layout"
    assert "a layout of art/layouts" in layout.says
    assert layout.example == "layout: tactical (hastings_berg/game.yaml:34:62)"
    assert layout.default == "none: it must be given"


def test_form_unit_and_default_are_the_types_own() -> None:
    (wide,) = named("maps.metres_per_hex")
    assert "in m," in wide.says
    assert wide.form == "a whole number from 1 to 10000"
    (shifted,) = named("maps.grid.shifted")
    assert (shifted.form, shifted.default) == ("one of even, odd", "even")
    assert named("no.such") == named("") == []


def test_of_several_forms_each_is_shown_with_the_word_that_tells_it() -> None:
    (phases,) = named("rules.phases")
    assert "keys: rule, does: set_up or keys: rule, does: move, units" in phases.form
    (between,) = named("rules.attacks.results.between")
    assert between.form.startswith("a list, each: a list, each: keys: do: eliminate, of, units")
    assert "keys: do: mark/unmark, of, state" in between.form and between.form.endswith(", at least 2")


def test_the_fields_of_a_file_by_any_of_its_names() -> None:
    assert set(files_known()) >= {"game", "counters", "maps", "scenarios", "ledger"}
    assert fields_of("maps/mill.yaml") == fields_of("maps") != []
    assert {each.path for each in fields_of("counters.yaml")} >= {"counters.counters.NAME.spares"}
    assert fields_of("stories.yaml") == []


def test_every_field_is_found_by_its_path_alone() -> None:
    every = [each for fields in _all().values() for each in fields]
    assert len({each.path for each in every}) == len(every) > 650
    assert [each.path for each in every if named(each.path) != [each]] == []


def test_every_property_of_the_schemas_has_its_place_in_a_file() -> None:
    schemas_now = schemas(library.games()).values()
    written = {name for text in schemas_now for name in property_names(json.loads(text))}
    assert written - {each.steps[-1] for fields in _all().values() for each in fields} == set()


def property_names(schema: Any) -> Iterator[str]:
    parts = schema if isinstance(schema, list) else schema.values() if isinstance(schema, dict) else ()
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        yield from schema["properties"]
    for part in parts:
        yield from property_names(part)


def test_a_field_of_one_of_several_forms() -> None:
    forms = ["hex", "hexside", "road", "level"]
    assert [each.path for each in named("terrain.mp")] == [
        f"terrain.terrain.NAME[where: {form}].mp" for form in forms
    ]
    (road,) = named("terrain.road.mp")
    assert road == named("terrain.terrain.NAME[where: road].mp")[0]
    assert "a step along it" in road.says
    assert road.example == "mp: 1/2 (three_battles/terrain.yaml:6:37)"
    assert {each.form for each in named("terrain.where")} == {f"the word {form}" for form in forms}


def test_what_only_one_game_has() -> None:
    (bank,) = named("scenarios.special.bank")
    assert bank.path == "scenarios.special[game: three_battles].exclusive[kind: camp_held].bank"
    assert bank.example.startswith("bank: west (three_battles/scenarios/stamford_bridge.yaml:")
    assert {each.steps[2] for each in named("scenarios.special.commanders")} == {
        "game=shield_wall",
        "game=three_battles",
    }
