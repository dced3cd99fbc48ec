"""Mistakes in what follows from attacks are told with their place, and with what would be legal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from meadow import RETREAT, folder

from generator.checking.faults import faults_of

GO = {"do": "retreat", "of": "defenders", "hexes": 1}


def _told(path: Path, battle: dict[str, Any]) -> list[str]:
    return [f"{'warning: ' * each.warning}{each.message}" for each in faults_of(folder(path, battle))]


@pytest.mark.parametrize(
    ("battle", "says"),
    [
        ({"results": {"DR": [GO]}}, "`retreat` is missing in this attack: say there how units retreat"),
        ({"withdrawal": {"rule": "5", "hexes": 1, "advance": False}}, "`retreat` is missing"),
        ({"retreat": RETREAT}, "warning: no code lets units retreat, so that this does nothing"),
        (
            {
                "withdrawal": {"rule": "5", "hexes": 1, "advance": True},
                "retreat": RETREAT,
            },
            "`advance: true`, and this attack has no `advance`",
        ),
        (
            {"results": {"DR": [{"do": "exchange", "value": "strength", "printed": True}]}},
            "found 'strength': expected one of units, combat, movement, points",
        ),
        (
            {"results": {"DR": [{"do": "exchange", "value": "points", "printed": False}]}},
            "`printed: false` is for what an attack reckons, combat: write `printed: true`",
        ),
        (
            {"results": {"DR": [{"do": "match", "of": "attackers", "value": "combat", "printed": True}]}},
            "warning: the defenders have lost nothing before this",
        ),
        (
            {
                "results": {
                    "DR": [
                        {"do": "step", "of": "attackers"},
                        {"do": "match", "of": "attackers", "value": "combat", "printed": True},
                    ]
                }
            },
            "warning: the defenders have lost nothing before this",
        ),
        (
            {"results": {"DR": [{"do": "mark", "of": "defenders", "state": "shaken"}]}},
            "found 'shaken': expected one of disordered",
        ),
        (
            {"results": {"DR": [{"do": "mark", "of": "defenders", "state": "reduced"}]}},
            "'reduced' is not a marker: write `do: step`",
        ),
        (
            {"results": {"DR": [{"do": "step", "of": "defenders", "units": {"of": ["artillery"]}}]}},
            "warning: no counter that is meant has a second step",
        ),
        (
            {"results": {"DR": [GO]}, "retreat": {**RETREAT, "toward": {"green": ["west"]}}},
            "found 'green': expected one of blue, red",
        ),
        (
            {"results": {"DR": [GO]}, "retreat": {**RETREAT, "toward": {"blue": ["wets"]}}},
            "found 'wets': expected one of west",
        ),
        (
            {"results": {"DR": [GO]}, "retreat": {**RETREAT, "friends": "onward"}},
            "warning: `friends: onward` without `stacking`: no hex is ever full",
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, battle: dict[str, Any], says: str) -> None:
    told = _told(tmp_path, battle)
    assert any(each.startswith(says) or says in each for each in told), told


def test_without_a_mistake_nothing_of_it_is_told(tmp_path: Path) -> None:
    battle = {"results": {"DR": [GO, {"do": "step", "of": "defenders"}]}, "retreat": RETREAT}
    words = ("retreat", "advance", "lost nothing", "second step", "printed", "marker")
    assert [each for each in _told(tmp_path, battle) if any(word in each for word in words)] == []
