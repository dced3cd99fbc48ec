"""The proposal to adopt another version of a game tells each clause that differs, by section and number."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from modules.definition import load
from modules.definition.versions import changes_text, compare_games
from tests.modules.rules_file.ruled_ridge import change, make_ridge


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path]:
    old = make_ridge(tmp_path / "old")
    return old, Path(shutil.copytree(old, tmp_path / "new"))


def _told(versions: tuple[Path, Path]) -> list[str]:
    old, new = (load(folder) for folder in versions)
    return changes_text(compare_games(old, new), 100).splitlines()


ZONE = '  - {of: [leader], stop: false, leave: 1, hop: never, rule: "5.2"}'
WAY_OUT = "{of: [riders], over: [0110], cost: 1, rule: 6.9}"
EXITS = '    exits: [{of: [riders], over: ["0110"], cost: 1, rule: "6.9"}]\n'


def test_a_clause_that_came_or_went_or_changed_is_told_with_its_number(versions: tuple[Path, Path]) -> None:
    _, new = versions
    change(new, "rules.yaml", "zones:\n", f"zones:\n{ZONE}\n")
    change(new, "rules.yaml", "into: [marsh]", "into: [wet]")
    change(new, "rules.yaml", "holds: move_end", "holds: always")
    change(new, "rules.yaml", 'rule: "6.8"}', 'rule: "6.2"}')
    change(new, "rules.yaml", EXITS, "")
    change(new, "rules.yaml", "dusk: [2]", "dusk: [1, 2]")
    assert sorted(_told(versions)) == [
        "rules.yaml entering, rule 6.2: rule: 6.8 -> 6.2",
        "rules.yaml movement gallop halts 1, rule 6.7: into.0: marsh -> wet",
        f"rules.yaml phases movement exits 1, rule 6.9: gone: {WAY_OUT}",
        "rules.yaml stacking 1, rule 5.5: holds: move_end -> always",
        "rules.yaml turns dusk 1: added: 1",
        "rules.yaml zones 1, rule 5.2: added: {of: [leader], stop: false, leave: 1, hop: never, rule: 5.2}",
    ]


def test_of_a_first_rules_yaml_each_clause_is_told(versions: tuple[Path, Path]) -> None:
    old, _ = versions
    (old / "rules.yaml").unlink()
    told = _told(versions)
    assert told[0] == "rules.yaml: added"
    assert [re.findall("rule ([0-9.]+): added", line)[0] for line in told if ", rule " in line] == [
        "3.0", "6.0", "7.0", "6.1", "6.6", "5.1", "5.5", "6.8", "7.1",
    ]  # fmt: skip
    assert "rules.yaml groups riders: added: {kinds: [knights]}" in told
    assert [line for line in _told(versions[::-1]) if "zones 1, rule 5.1: gone" in line]
