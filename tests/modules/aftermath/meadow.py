"""The game of the examples of rules.yaml with a whole attack of a test's own."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from modules import library
from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "pages"))

from rules_reference import GAME, put_into  # noqa: E402

RETREAT = {
    "rule": "4.3", "led_by": "owner", "exactly": True, "zones": "open", "friends": "through",
    "blocked": "eliminate",
}  # fmt: skip
STRENGTH = {
    "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
    "below": "clamp", "crossing": "all",
}  # fmt: skip
RULES: dict[str, Any] = {
    "rules": 1,
    "book": "Tests",
    "phases": {"combat": {"rule": "4", "does": "attack", "by": ["battle"], "declare": "one_by_one"}},
    "attacks": {
        "battle": {
            "rule": "4.1", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [],
            "strength": STRENGTH,
            "results": {"AR": [], "-": [], "DR": [], "DE": [{"do": "eliminate", "of": "defenders"}]},
        }
    },
}  # fmt: skip


def folder(path: Path, battle: Mapping[str, Any], **more: Any) -> Path:
    """The game with these keys of its attack, and of the file."""
    made = path / "meadow"
    shutil.copytree(GAME, made, dirs_exist_ok=True)
    rules = put_into(RULES, {**more, "attacks": {"battle": battle}})
    (made / "rules.yaml").write_text(yaml.safe_dump(rules, sort_keys=False), encoding="utf-8")
    return made


def laid_out(path: Path, phase: str, units: Mapping[str, str], battle: Mapping[str, Any]) -> Play[Any]:
    """The game as it stands in `SIDE PHASE` with these counters on the map."""
    side, _, name = phase.partition(" ")
    rules = library.rules(str(folder(path, battle)), "noon", ())
    asked = Arrangement(1, name, side, {"others": "reserve", **units}, {})
    return Play(rules, rules.arrange(asked))


def give(play: Play[Any], *given: str | int) -> Play[Any]:
    """Orders as they are written, and the numbers of dice."""
    for each in given:
        play.answer((each,) if isinstance(each, int) else play.rules.grammar.parse(each))
    return play


def fault(play: Play[Any], line: str) -> str:
    """Why a line is refused; empty where it is legal."""
    found = play.request.options.fault_of(play.rules.grammar.parse(line))
    return "" if found is None else f"{found.rule}: {found.reason}"
