"""Pages of a kit are filled, no chart on one can be taken for another, no text is in a program's words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from looks import TAPESTRY

from generator.kit.aids import plan_aids
from generator.kit.charts import plan_charts, rulings_panels, scenario_panels
from generator.kit.page import Sheet
from generator.kit.summary import summary_rules
from generator.look import look_of
from modules import library
from modules.definition import Definition

SHEET = Sheet(TAPESTRY, 210, 297, "test")
CODED = re.compile(r"[a-z]_[a-z]|->|<=|>=|==|\bmin\(|\bmax\(|\b[a-z]+-\d\b")


@pytest.fixture(params=library.games())
def game(request: pytest.FixtureRequest) -> Definition:
    return library.definition(request.param)


def test_no_page_of_an_aid_holds_one_small_chart(game: Definition) -> None:
    pages = plan_aids(game, replace(SHEET, look=look_of(game)))
    for page in pages:
        low = max(y + chart.canvas.height for chart, _, y in page.placed) * page.share
        alone = sum(each.side == page.side for each in pages) == 1
        assert alone or low > SHEET.live.height / 3, page.title
        assert low < SHEET.live.height and page.share >= 0.9


def test_scenarios_share_pages_where_their_charts_have_titles_of_their_own(game: Definition) -> None:
    panels = scenario_panels(game, replace(SHEET, look=look_of(game)))
    pages = plan_charts(panels, SHEET)
    for page in pages:
        titles = [chart.title for chart, _, _ in page.placed]
        assert len(set(titles)) == len(titles), page.title
    if game.name == "hastings_pulsipher":
        assert [page.title for page in pages] == ["Hastings · Hastings, smaller game"]
    charts = [chart for _, told in panels for chart in told]
    assert sum(len(page.placed) for page in pages) == len(charts)
    assert bool(game.rulings) == bool(rulings_panels(game, replace(SHEET, look=look_of(game))))
    assert all(chart.name != "rulings" for chart in charts)


def test_rules_in_brief_and_rulings_are_words(game: Definition) -> None:
    """Of the rules in brief no chapter has a number alone for its title."""
    chapters = summary_rules(game)
    assert not [title for title, _ in chapters if re.fullmatch(r"[0-9.]+", title)]
    told = [rule.summary for _, rules in chapters for rule in rules]
    told += [ruling.text for ruling in game.rulings.values()]
    assert told and not [words for words in told if CODED.search(words)]
