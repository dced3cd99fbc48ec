"""Whole attacks at the table by mouse: a loss is a click, a choice a button, and units go back and on; and
turns of games of which the program carries out the whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hands_by_mouse import HandsByMouse, try_game
from mouse_player import MousePlayer
from real_table import RealTable

from modules.engine.orders import Order
from modules.game_registry import HERE
from pbem.solo import saved_game
from pbem.solo.session import Session

pytestmark = pytest.mark.whole
MEADOW = HERE / "engine" / "stacks" / "examples" / "game"
DISORDER = {"do": "mark", "of": "defenders", "state": "disordered"}
EFFECTS = [
    {"do": "step", "of": "defenders"},
    {"do": "choose", "of": "attackers", "between": [[DISORDER], []]},
    {"do": "retreat", "of": "defenders", "hexes": 2},
]
BATTLE = {
    "rule": "4.1", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [],
    "strength": {
        "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
        "below": "clamp", "crossing": "all",
    },
    "retreat": {
        "rule": "4.3", "led_by": "victor", "exactly": True, "zones": "open", "friends": "through",
        "blocked": "stay",
    },
    "advance": {"rule": "4.5", "who": "attackers", "units": 1, "hexes": 2, "must": False, "zones": "ignored"},
    "results": dict.fromkeys(("AR", "-", "DR", "DE"), EFFECTS),
}  # fmt: skip
RULES = {
    "rules": 1, "book": "Tests",
    "phases": {"combat": {"rule": "4", "does": "attack", "by": ["battle"], "declare": "one_by_one"}},
    "attacks": {"battle": BATTLE},
}  # fmt: skip


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def hands(at_table: Callable[..., Any], tmp_path: Path) -> HandsByMouse:
    game = tmp_path / "meadow"
    shutil.copytree(MEADOW, game)
    (game / "rules.yaml").write_text(yaml.dump(RULES, Dumper=_Plain, sort_keys=False), encoding="utf-8")
    _change(game / "game.yaml", "die: 6", "die: 6\nunits_per_hex: 3")
    both = 'R-inf-1: "0302", R-inf-2: "0302"'
    _change(game / "scenarios" / "noon.yaml", 'R-inf-1: "0702", R-inf-2: "0704"', both)
    source = try_game(game, "noon", tmp_path / "kept")
    table = RealTable(source.session, source)
    return HandsByMouse(at_table(table), table)


def give(hands: HandsByMouse, line: str) -> None:
    hands.mouse.settle()
    hands.mouse.give(hands.table.session.whole.rules.grammar.parse(line))
    hands.mouse.settle()
    assert hands.given == line


def test_an_attack_with_all_that_follows(hands: HandsByMouse) -> None:
    while hands.table.session.due_choice.kind != "attack":
        hands.press("Done")
    give(hands, "attack B-inf-1 > R-inf-1,R-inf-2")
    give(hands, "lose R-inf-2")
    give(hands, "choose 1")
    hands.mouse.settle()
    assert "2 hexes" in hands.page.inner_text("#due")
    hands.hold("R-inf-1")
    number = hands.table.number_of("B-inf-1")
    hands.page.mouse.move(*hands.mouse.middle_of(f".piece[data-piece='{number}']"))
    hands.page.wait_for_selector("#card.hint")
    assert "held by B-inf-1" in hands.page.inner_text("#card")
    hands.page.keyboard.press("Escape")
    given = [hands.put(unit, "0502") for unit in ("R-inf-1", "R-inf-2")]
    assert [each.split()[1] for each in given] == ["R-inf-1", "R-inf-2"]
    assert all(each.endswith("-0502") for each in given)
    assert hands.put("B-inf-1", "0302") == "advance B-inf-1 0302"
    assert hands.table.session.whole.state.at["R-inf-2"] == "0502"
    assert hands.table.session.due_choice.kind == "attack"


# --- turns of whole games ------------------------------------------------------------------------------

GAMES = Path(__file__).parents[3] / "modules" / "ruled_games"
SEATS = {"moscow/winter": "german", "metz/september": "american", "depots/may": "blue", "depots/must": "red"}
KINDS = {
    "moscow/winter": {"move", "attack", "retreat", "advance", "done"},
    "metz/september": {"move", "attack", "advance", "done"},
    "depots/may": {"move", "attack", "lose", "advance", "done"},
    "depots/must": {"move", "attack", "retreat", "done"},
}


class Attacker(MousePlayer):
    """Chooses between targets of several hexes by the line of the attack, whoever is named first in it."""

    def confirm(self, order: Order) -> None:
        wanted = _sorted(str(order))
        for line in self.page.evaluate(_LINES):
            if _sorted(line) == wanted:
                return self.click(f"#card button[data-line='{line}']")
        return super().confirm(order)

    def pick_one(self, selector: str, *, add: bool) -> None:
        """In a stack a click more picks up one more: it may have been the wanted one."""
        if not (add and self.page.locator(f"{selector}[aria-pressed='true']").count()):
            super().pick_one(selector, add=add)


_LINES = "[...document.querySelectorAll('#card button[data-line]')].map((each) => each.dataset.line)"


def _sorted(line: str) -> list[list[str]]:
    return [sorted(word.split(",")) for word in line.split()]


@pytest.mark.parametrize("name", SEATS)
def test_turns_by_mouse(at_table: Callable[..., Any], tmp_path: Path, name: str) -> None:
    saved = saved_game.new(str(GAMES / name), [], SEATS[name], "policy", 0, 5)
    saved.write(tmp_path)
    table = RealTable(Session(saved, tmp_path))
    player = Attacker(at_table(table), table)
    player.show_all()
    given: list[str] = []
    while table.session.due_choice is not None and table.session.board.play.state.turn <= 2:
        given += player.play(1)
    assert {line.split()[0] for line in given} >= KINDS[name], given
    assert len(given) >= 20
    assert table.largest < 60_000
