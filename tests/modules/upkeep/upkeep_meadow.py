"""The meadow of the examples under clauses of a test."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml

from generator.checking.faults import faults_of
from modules import library
from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts" / "pages"))

from rules_reference import EXAMPLES, GAME, put_into

BASE = yaml.safe_load((EXAMPLES / "examples.yaml").read_text(encoding="utf-8"))["base"]


def folder(path: Path, rules: dict[str, Any]) -> Path:
    """The game in a folder below a path, with these clauses put into those of the examples."""
    text = json.dumps(put_into(BASE, rules))
    name = hashlib.sha256(text.encode()).hexdigest()[:12]
    found = path / f"meadow_{name}"
    if not found.exists():
        shutil.copytree(GAME, found)
        (found / "rules.yaml").write_text(yaml.safe_dump(json.loads(text), sort_keys=False), encoding="utf-8")
    return found


def rules_of(path: Path, rules: dict[str, Any], *options: str) -> Any:
    """Its rules at noon."""
    return library.rules(str(folder(path, rules)), "noon", options)


def laid_out(
    path: Path, rules: dict[str, Any], phase: str, units: dict[str, str], turn: int = 1, **facts: int
) -> Play[Any]:
    """A game that stands in `SIDE PHASE` with these counters on the map."""
    made, (side, name) = rules_of(path, rules), phase.split()
    named = {fact.replace("_", " "): number for fact, number in facts.items()}
    return Play(made, made.arrange(Arrangement(turn, name, side, units, named)))


def give(play: Play[Any], *lines: str) -> None:
    """Let whoever is due give these orders."""
    for line in lines:
        play.answer(play.rules.grammar.parse(line))


def told(play: Play[Any]) -> list[str]:
    """What was told."""
    return [event.text for event in play.events]


def faults(path: Path, rules: dict[str, Any], *, warnings: bool = False) -> list[str]:
    """What `senlac check` says of the clauses."""
    return [each.message for each in faults_of(folder(path, rules)) if each.warning == warnings]
