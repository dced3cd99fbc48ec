"""Palettes: values are readable, sides are told apart by every eye, levels step down."""

from __future__ import annotations

import itertools

import pytest
from colour import SIGHT, contrast, difference, lab
from looks import TAPESTRY

from generator.drawing.art import ROLES

SIDES = TAPESTRY.palette("sides")
MARKERS = tuple(name for name in SIDES.groups if name.startswith("marker_"))
NATIONS = tuple(name for name in SIDES.groups if name not in MARKERS)
MAP = TAPESTRY.palette("map")


def test_a_side_has_every_colour_and_readable_values(subtests: pytest.Subtests) -> None:
    for side in SIDES.groups:
        with subtests.test(side):
            colours = SIDES.under(side)
            assert set(colours) == {"ground", "stripe", "ink", "stripe_ink", *ROLES}
            assert contrast(colours["ink"], colours["ground"]) >= 7
            assert contrast(colours["stripe_ink"], colours["stripe"]) >= 4.5


def test_sides_differ_to_every_eye(subtests: pytest.Subtests) -> None:
    for (one, other), sight in itertools.product(itertools.combinations(NATIONS, 2), SIGHT):
        with subtests.test(sight, one=one, other=other):
            assert difference(SIDES[f"{one}.ground"], SIDES[f"{other}.ground"], sight) >= 15


def test_stripes_of_markers_differ_to_every_eye(subtests: pytest.Subtests) -> None:
    for (one, other), sight in itertools.product(itertools.combinations(MARKERS, 2), SIGHT):
        with subtests.test(sight, one=one, other=other):
            assert difference(SIDES[f"{one}.stripe"], SIDES[f"{other}.stripe"], sight) >= 15


@pytest.mark.parametrize(
    ("one", "other"), [("anglo_saxon", "norwegian"), ("anglo_saxon", "breton"), ("norwegian", "rebel")]
)
def test_red_against_green_differs_in_lightness_too(one: str, other: str) -> None:
    assert abs(lab(SIDES[f"{one}.ground"])[0] - lab(SIDES[f"{other}.ground"])[0]) >= 12


def test_levels_step_down_in_lightness() -> None:
    lightness = [lab(MAP[f"levels.{n}"])[0] for n in range(1, 8)]
    assert all(high - low >= 3.5 for high, low in itertools.pairwise(lightness))


@pytest.mark.parametrize("ground", ["clear", "marsh.ground", "woods.ground", "levels.3", "levels.5"])
def test_hex_ids_and_names_read_on_terrain(ground: str) -> None:
    assert contrast(MAP["place"], MAP[ground]) >= 4.5
    assert contrast(MAP["id"], MAP[ground]) >= 3


def test_counters_stand_out_from_the_map() -> None:
    for side in SIDES.groups:
        nearest = max(contrast(SIDES[f"{side}.outline"], MAP[f"levels.{n}"]) for n in (1, 4, 7))
        assert nearest >= 4.5


def test_chart_words_read_on_every_ground() -> None:
    chart = TAPESTRY.palette("chart")
    assert contrast(chart["head_ink"], chart["head"]) >= 7
    for ground in ("paper", "band"):
        for ink in ("ink", "good", "bad"):
            assert contrast(chart[ink], chart[ground]) >= 4.5, (ink, ground)
