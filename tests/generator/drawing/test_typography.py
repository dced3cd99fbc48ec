"""Signs of the keyboard become those of print, and what is typed back stays as it is."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from looks import TAPESTRY

from generator.drawing.typography import name_of, number, odds, printed, signed
from generator.sheets.pictures import charts_of_scenario, guide_of
from modules import library

_TEXTS = re.compile(r">([^<]+)</text>")
_TYPED = re.compile(r"(^|[\s/])-|\d-\d|'|[a-z]_[a-z]")
"""Signs of a keyboard where print has its own, and words of files."""


@pytest.mark.parametrize(
    ("typed", "set_as"),
    [
        ("1-4", "1–4"),
        ("1-1.5", "1–1½"),
        ("1.33-1", "1⅓–1"),
        ("fires high (1.5:1), not 1:0.75.", "fires high (1½:1), not 1:¾."),
        ("Rules 15.3-15.5 and 1.5", "Rules 15.3–15.5 and 1.5"),
        ("1-1.5-2", "1–1.5–2"),
        ("7-3-4", "7–3–4"),
        ("(2)-3", "(2)–3"),
        ("½-3", "½–3"),
        ("-", "–"),
        ("1/-", "1/–"),
        ("-/M", "–/M"),
        ("-6", "−6"),
        ("+2/-3", "+2/−3"),
        ("Die -1 within two", "Die −1 within two"),
        ("Harold's turns 2-5.", "Harold’s turns 2–5."),
        ("move N-foot-3 1920-2020", "move N-foot-3 1920–2020"),
        ("--back-offset 0.5,-1", "--back-offset 0.5,-1"),
        ("half-way, 2026-10-14", "half-way, 2026-10-14"),
    ],
)
def test_signs_are_set_as_in_print(typed: str, set_as: str) -> None:
    assert printed(typed) == set_as
    assert printed(set_as) == set_as


def test_numbers_have_signs_and_fractions() -> None:
    values = (3, -1, Fraction(1, 3), Fraction(8, 3), Fraction(-5, 2), Fraction(6, 5))
    assert [number(value) for value in values] == ["3", "−1", "⅓", "2⅔", "−2½", "1 1/5"]
    assert [signed(value) for value in (2, 0, -2)] == ["+2", "0", "−2"]


def test_a_head_has_fractions_whatever_it_is_compared_with() -> None:
    assert [odds(head) for head in ("3-2.5", "1-1.67", "2-1", "1-1½")] == ["3-2½", "1-1⅔", "2-1", "1-1½"]


def test_a_word_of_the_files_is_a_name() -> None:
    assert [name_of(word) for word in ("fyrd-10", "HC", "west_gate")] == ["Fyrd 10", "HC", "West gate"]


def test_no_chart_of_a_shipped_game_shows_a_keyboards_signs(subtests: pytest.Subtests) -> None:
    for name in library.games():
        game = library.definition(name)
        charts = charts_of_scenario(TAPESTRY, game, next(iter(game.scenarios)))
        for chart in {chart.svg: chart for chart in (*charts, *guide_of(TAPESTRY, game))}.values():
            with subtests.test(f"{name} {chart.name}"):
                assert not [text for text in _TEXTS.findall(chart.svg) if _TYPED.search(text)]
