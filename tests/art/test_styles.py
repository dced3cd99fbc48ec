"""Styles that ship: each has readable palettes whose grounds part in greyscale, and figures that keep to
their box."""

from __future__ import annotations

import itertools
import re

import pytest
from colour import SIGHT, contrast, difference, lab

from generator.art_folder import USUAL, find_art, styles
from generator.drawing.art import ROLES
from generator.look import look_of_style

OTHERS = [style for style in styles() if style != USUAL]
LEAST_STEP = 12
"""How far the grounds of two nations are apart in lightness (L*), so that a greyscale print parts them."""


@pytest.mark.parametrize("style", OTHERS)
def test_palettes_can_be_read_and_told_apart(style: str, subtests: pytest.Subtests) -> None:
    look = look_of_style(style)
    sides = look.palette("sides")
    nations = [name for name in sides.groups if name != "neutral" and not name.startswith("marker_")]
    assert len(nations) >= 6
    for name in nations:
        with subtests.test(name):
            colours = sides.under(name)
            assert set(colours) == {"ground", "stripe", "ink", "stripe_ink", *ROLES}
            assert contrast(colours["ink"], colours["ground"]) >= 7
            assert contrast(colours["stripe_ink"], colours["stripe"]) >= 4.5
            assert contrast(colours["outline"], colours["light"]) >= 7
    for one, other in itertools.combinations(nations, 2):
        with subtests.test(one=one, other=other):
            grounds = sides[f"{one}.ground"], sides[f"{other}.ground"]
            assert abs(lab(grounds[0])[0] - lab(grounds[1])[0]) >= LEAST_STEP
            assert all(difference(*grounds, sight) >= 15 for sight in SIGHT)


@pytest.mark.parametrize("style", OTHERS)
def test_the_figures_of_a_style_can_be_read(style: str) -> None:
    look = look_of_style(style)
    own = set(look.figures())
    assert all(look.figure(name).strokes for name in own)
    named = [look.style.emblem, look.style.turn_marker, look.style.card_back]
    assert all(name in own for name in named)
    assert not own & {"huscarl", "comet", "shields/norman"}, "nothing of another style is in it"


@pytest.mark.parametrize("style", styles())
def test_every_layout_and_look_of_a_style_can_be_read(style: str) -> None:
    look = look_of_style(style)
    for name in ("map", "chart", "areas"):
        assert look.palette(name).colours
    assert look.fonts.faces and look.style.title


def test_no_word_of_a_theme_stands_outside_its_style() -> None:
    """In the general rooms of art and code: another century has no use for a comet or a Roman road."""
    theme = re.compile(r"comet|burgh|roman.?road", re.IGNORECASE)
    art_room = find_art()
    general = [
        each
        for each in art_room.rglob("*")
        if "styles" not in each.parts and each.suffix in (".svg", ".yaml")
    ]
    general += [*(art_room.parent / "generator").rglob("*.py")]
    named = [each for each in general if theme.search(each.name)]
    said = [each for each in general if each.suffix != ".svg" and theme.search(each.read_text("utf-8"))]
    assert len(general) > 300 and named == said == []
