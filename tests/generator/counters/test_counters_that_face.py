"""The 200 counters of Hastings: 1066: facing arrows on both faces, markers in the colours of their side."""

from __future__ import annotations

from collections import Counter
from html import unescape

import pytest
from looks import TAPESTRY
from measuring import words_of

from generator.counters.layout import layout
from generator.counters.printed import Side, counter_svg, marker, pieces
from generator.kit.cover import steps
from generator.kit.options import Options
from generator.vassal.module.texts import text_charts
from modules import library

GAME = library.definition("hastings_berg")


def told(counter: str, face: Side) -> list[str]:
    return [word.text for word in words_of(counter_svg(TAPESTRY, GAME, counter, face).svg)]


def test_there_are_two_hundred_and_markers_of_missiles() -> None:
    """2.6; 131 units, 7 leaders, 62 markers. Beyond them one of missiles for each box and unit (7.4.2)."""
    found: Counter[str] = Counter()
    for each in pieces(TAPESTRY, GAME):
        missiles = each.id == "missiles" or each.id.startswith("supply_")
        marker = "missiles" if missiles else "marker"
        found[marker if each.marker else GAME.counters[each.id].role] += each.count
    spend = ("norman bowman", "breton bowman", "french bowman", "saxon javelin")
    units = sum(f"{each.nation} {each.kind}" in spend for each in GAME.counters.values())
    assert found == {"unit": 131, "leader": 7, "marker": 62, "missiles": 6 + units}


@pytest.mark.parametrize("counter", [c.id for c in GAME.first_of_group.values()])
def test_units_have_an_arrow_at_a_corner_on_both_faces_and_leaders_none(counter: str) -> None:
    """6.1.2, 10.2.1."""
    piece = next(each for each in pieces(TAPESTRY, GAME) if each.id == counter)
    arrow = layout(TAPESTRY, piece.layout).facing
    if GAME.counters[counter].role == "leader":
        assert arrow is None
    else:
        assert arrow is not None and (arrow.kind, arrow.at) == ("vertex", "top")
        assert set(arrow.shows) >= {"front", "reduced"}


def test_values_stand_on_a_counter_as_the_errata_write_them() -> None:
    """13.1: 7-5/3-A-8."""
    assert {"7", "5", "3", "A", "8"} <= set(told("S-housecarl-1", "front"))
    assert told("S-housecarl-1", "front").count("wall") == 1
    assert "wall" not in told("N-knight-1", "front")


def test_a_reduced_unit_has_its_values_and_an_ineffective_leader_his_movement_alone() -> None:
    """9.2.4, 10.4.3."""
    assert sorted(told("N-foot-1", "back")) == sorted(told("N-foot-1", "front"))
    assert [word for word in told("S-Harold", "front") if word.isdigit()] == ["6", "2"]
    assert [word for word in told("S-Harold", "back") if word.isdigit()] == ["2"]


@pytest.mark.parametrize("name", [name for name, each in GAME.game.markers.items() if each.side is not None])
def test_a_marker_of_a_side_has_its_colours(name: str) -> None:
    side = GAME.game.sides[GAME.game.markers[name].side or ""]
    assert marker(TAPESTRY, GAME, name).palette == side.palette
    assert side.palette in {key.split(".")[0] for key in TAPESTRY.palette("sides").colours}


def test_the_guide_says_how_many_dice_are_needed() -> None:
    assert any("2 dice of 6 sides" in line for line in steps(TAPESTRY, GAME, Options()))
    assert any(
        "a die of 6 sides" in line for line in steps(TAPESTRY, library.definition("shield_wall"), Options())
    )


def test_every_table_is_told_as_text_too() -> None:
    pages = {title: unescape(page.decode()) for title, page in text_charts(GAME).values()}
    tables = GAME.tables
    groups = (tables.totals, tables.ranges, tables.bands, tables.differentials)
    named = [each.name for group in groups for each in group.values()]
    assert set(named) <= set(pages)
    assert "<td>Attack & Pursue, 2 turns</td><td>+1/+1</td><td>7</td>" in pages["Saxon battle orders"]
    assert "<td>−15 to −10</td><td>−2</td>" in pages["Strategy effects: Saxon wings"]
    assert "<td>Javelin</td><td>3</td><td>2</td>" in pages["Missile fire strength"]
