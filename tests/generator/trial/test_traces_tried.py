"""`senlac try --unit` says whether a unit has its traces."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "modules" / "upkeep"))

from upkeep_meadow import folder

from generator.trial.tried_position import Wish
from generator.trial.unit_ways import find_ways, tell_ways

TRACES = {
    "home": {"rule": "8.1", "to": ["west"], "hexes": 3, "zones": "open"},
    "base": {"rule": "8.2", "to": ["0805"], "hexes": 3, "zones": "open"},
    "of_armour": {"rule": "8.3", "of": ["armour"], "to": ["west"], "zones": "open"},
}


def test_a_trace_is_told_with_its_length_or_leads_nowhere(tmp_path: Path) -> None:
    game = str(folder(tmp_path, {"traces": TRACES}))
    found = "\n".join(tell_ways(find_ways(game, "noon", "B-inf-1", Wish(at="0402"))))
    assert "trace home, rule 8.1 (rules.yaml:" in found
    assert "): leads in 2 hexes\ntrace base, rule 8.2" in found
    assert "): leads nowhere\nmarch" in found
    assert "of_armour" not in found
    assert "trace" not in "\n".join(tell_ways(find_ways(game, "noon", "B-inf-3", Wish(turn=2))))
