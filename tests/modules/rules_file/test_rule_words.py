"""What the words of rules.yaml mean on counters and hexes, of a small game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modules.definition import Definition, load
from modules.definition.formats.clauses.conditions import Group
from modules.definition.rule_words import CounterWords, PlaceWords, SeveralMeaningsError, UnknownWordError

RIDGE = Path(__file__).parent.parent / "ridge"


@pytest.fixture(scope="module")
def ridge() -> Definition:
    return load(RIDGE)


def _counters(ridge: Definition, **groups: Group) -> CounterWords:
    return CounterWords(ridge.game, ridge.counters, groups)


def _places(ridge: Definition, **groups: Group) -> PlaceWords:
    return PlaceWords(ridge.maps["ridge"], ridge.terrain, groups)


@pytest.mark.parametrize(
    ("word", "counters"),
    [
        ("fyrd", {"S-fyrd-1", "S-fyrd-2", "S-fyrd-3", "S-fyrd-4"}),
        ("leader", {"S-Harold", "N-William"}),
        ("gray", {"N-foot-1", "N-foot-2", "N-foot-3", "N-foot-4", "N-William"}),
        ("N-knight", {"N-knight-1", "N-knight-2"}),
        ("N-knight-2", {"N-knight-2"}),
    ],
)
def test_a_kind_a_formation_an_entry_and_an_id_are_words(
    ridge: Definition, word: str, counters: set[str]
) -> None:
    assert _counters(ridge).find((word,)) == counters


def test_a_side_and_its_nation_of_one_name_mean_the_same(ridge: Definition) -> None:
    saxons = {counter.id for counter in ridge.counters.values() if counter.side == "saxon"}
    assert _counters(ridge).find(("saxon",)) == saxons
    assert _counters(ridge).find(()) == _counters(ridge).find(("all",)) == frozenset(ridge.counters)


def test_all_keys_of_a_group_hold_and_a_list_means_one_of(ridge: Definition) -> None:
    words = _counters(ridge, chosen=Group(kinds=("leader", "knights"), formations=("red",)))
    assert words.find(("chosen",)) == {"N-knight-1", "N-knight-2"}
    listed = _counters(ridge, chosen=Group(counters=("N-archer", "S-fyrd-1")))
    assert listed.find(("chosen", "S-Harold")) == {"N-archer-1", "N-archer-2", "S-fyrd-1", "S-Harold"}


def test_two_things_of_one_name_that_differ_ask_for_a_group(ridge: Definition) -> None:
    words = _counters(ridge, fyrd=Group(sides=("saxon",)))
    with pytest.raises(SeveralMeaningsError, match="the kind and the group"):
        words.find(("fyrd",))


def test_a_word_that_names_no_counters_tells_those_that_do(ridge: Definition) -> None:
    with pytest.raises(UnknownWordError) as told:
        _counters(ridge).find(("knight",))
    assert {"all", "saxon", "knights", "red", "N-knight"} <= set(told.value.among)
    assert "N-knight-1" not in told.value.among


def test_terrain_areas_hexes_and_groups_are_words_for_places(ridge: Definition) -> None:
    words = _places(
        ridge, wet=Group(terrain=("marsh", "woods"), areas=("south",)), dry=Group(hexes=("0101",))
    )
    assert words.find(("marsh",)) == {"0808"}
    assert words.find(("wet", "dry")) == {"0808", "0207", "0101"}
    assert len(words.find(("north",))) == 36
    assert len(words.find(())) == 90


def test_a_place_of_another_map_is_nowhere_on_this_one(ridge: Definition) -> None:
    words = _places(ridge, far=Group(areas=("elsewhere",)))
    assert not words.find(("elsewhere", "far", "9999"))
    assert not words.meanings("elsewhere")


def test_what_is_laid_over_a_map_counts_as_its_terrain(ridge: Definition) -> None:
    plain = ridge.maps["ridge"]
    overlay = {"overlays": [{"terrain": "marsh", "hexes": ["0101"], "source": "rulebook 1"}]}
    changed = type(plain).model_validate({**plain.model_dump(), **overlay}, strict=False)
    marsh = _places(replace(ridge, maps={"ridge": changed})).find(("marsh",))
    assert marsh == {"0808", "0101"}
