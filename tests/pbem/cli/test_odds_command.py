"""`pbem odds`: from the asking player's own board; refused as the order itself would be; it signs nothing."""

import json

import pytest
from commands import good, pbem


@pytest.fixture
def game(tmp_path):
    good("new", "three_battles/fulford", "--out", tmp_path / "game")
    return tmp_path / "game"


def test_odds_are_shown_drawn_and_told_to_programs(game):
    before = sorted(file.name for file in (game / "viking").rglob("*"))
    said = good("odds", "deploy", "--dir", game / "viking", "--out", game / "odds.svg")
    assert "exact: 1 branch of the dice" in said
    assert "100.0 %" in said
    assert (game / "odds.svg").read_bytes().startswith(b"<?xml")
    facts = json.loads(good("odds", "deploy", "done", "--dir", game / "viking", "--json"))
    assert (facts["side"], facts["exact"], facts["orders"]) == ("viking", True, ["deploy", "done"])
    assert sorted(file.name for file in (game / "viking").rglob("*")) == before


def test_an_order_is_refused_as_a_typed_order(game):
    code, _, err = pbem("odds", "done", "--dir", game / "viking")
    assert code == 1
    assert "must still be set up" in err
    assert "legal here" in err
    code, _, err = pbem("odds", "attack V-nobody > S-fyrd-1", "--dir", game / "viking")
    assert code == 1
    assert "there is no counter 'V-nobody'" in err
    code, _, err = pbem("odds", "deploy", "--dir", game / "saxon")
    assert code == 1
    assert "viking must decide first" in err
    code, _, err = pbem("odds", "deploy", "--dir", game / "referee")
    assert "the referee plays no side" in err


def test_a_chart_is_an_svg(game):
    code, _, err = pbem("odds", "deploy", "--dir", game / "viking", "--out", game / "odds.png")
    assert code == 2
    assert "must end in .svg" in err
