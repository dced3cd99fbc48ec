"""What standing words pick is a rule: a game's fingerprint counts each word, and sees each number in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import behaviours
import picks
import pytest

from modules import cases, library
from modules.engine.driver import Play

pytestmark = pytest.mark.whole

WEIGHED = {
    "hastings_berg": "safest",
    "hastings_pulsipher": "exchange",
    "shield_wall": "flight",
    "year_of_the_comet": "worth",
}
"""The games whose words weigh orders by numbers of their own, and something that they weigh."""


def stages(game: str) -> Iterator[Play[Any]]:
    """The positions of all rule cases of a game, on the way too: the fingerprint looks at each."""
    for file in sorted((behaviours.CASES / game).glob("*.yaml")):
        read = cases.read_cases(file)
        for case in read.cases:
            yield from behaviours.stages_of(read.scenario, case)


def said(plays: list[Play[Any]]) -> Iterator[str]:
    for play in plays:
        lines: list[str] = []
        picks.say_picks(play, lines.append)
        yield "\n".join(lines)


@pytest.mark.parametrize("game", library.refereed_games())
def test_each_word_and_condition_of_each_game_is_counted(game: str) -> None:
    text = "\n".join(said(list(stages(game))))
    picked = set(re.findall(r"^(\w+): ([\w-]+) \d+: (?!None)", text, re.MULTILINE))
    due = set(re.findall(r"^\S+ (\w+) late: ", text, re.MULTILINE))
    held = re.findall(r"^\w+ if ([\w-]+): ([01]+)$", text, re.MULTILINE)
    definition = library.definition(game)
    for scenario in (*definition.scenarios, *definition.campaigns):
        vocabulary = library.rules(game, scenario).standing_vocabulary()
        words = {(kind.name, word.name) for kind in vocabulary.kinds.values() for word in kind.words}
        assert words <= picked
        assert vocabulary.kinds.keys() <= due
        for name in vocabulary.conditions:
            assert {bit for condition, bits in held if condition == name for bit in bits} == {"0", "1"}, name


# --- numbers ---------------------------------------------------------------------------------------------


class _Other(ast.NodeTransformer):
    """Makes one number of a module another. 0 and 1 in a function are the form of what is reckoned, no
    weights; so are places in lists."""

    def __init__(self, at: int) -> None:
        self.at, self.seen, self.line, self.inside = at, 0, 0, False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.inside = True
        node.body = [self.visit(each) for each in node.body]
        self.inside = False
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        node.value = self.visit(node.value)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return node
        if self.inside and node.value in (0, 1):
            return node
        self.seen += 1
        if self.seen != self.at:
            return node
        self.line = node.lineno
        more = 1 if isinstance(node.value, int) else 0.3
        return ast.copy_location(ast.Constant(node.value + more), node)


def count(module: ModuleType) -> int:
    looker = _Other(0)
    looker.visit(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
    return looker.seen


def changed(module: ModuleType, at: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Puts another number into a module as it runs; gives the line."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    other = _Other(at)
    tree = ast.fix_missing_locations(other.visit(ast.parse(source)))
    made: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(tree, str(module.__file__), "exec"), made)
    for name, value in list(vars(module).items()):
        inner = getattr(value, "__wrapped__", value)
        if isinstance(inner, FunctionType) and inner.__module__ == module.__name__:
            monkeypatch.setattr(inner, "__code__", getattr(made[name], "__wrapped__", made[name]).__code__)
            monkeypatch.setattr(
                inner, "__defaults__", getattr(made[name], "__wrapped__", made[name]).__defaults__
            )
        elif isinstance(value, int | float | dict | tuple):
            monkeypatch.setattr(module, name, made[name])
    return other.line


def forget(module: ModuleType) -> None:
    for value in vars(module).values():
        clear: Callable[[], None] | None = getattr(value, "cache_clear", None)
        if clear is not None:
            clear()


@pytest.mark.parametrize("game", WEIGHED)
def test_each_number_in_a_pick_is_counted(game: str) -> None:
    """Whatever number is changed that a word weighs by, the fingerprint is another: by the number, or by a
    pick in some rule case."""
    module, plays = import_module(f"modules.{game}.picks"), list(stages(game))
    before, named, unseen = list(said(plays)), picks.numbers(game), []
    for at in range(1, count(module) + 1):
        with pytest.MonkeyPatch.context() as patch:
            line = changed(module, at, patch)
            forget(module)
            alike = picks.numbers(game) == named
            if alike and all(one == other for one, other in zip(said(plays), before, strict=True)):
                unseen.append(line)
        forget(module)
    assert list(said(plays)) == before
    assert unseen == []


@pytest.mark.parametrize("game", WEIGHED)
def test_a_pick_that_is_weighed_otherwise_is_counted(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plays = list(stages(game))
    before, standing = list(said(plays)), import_module(f"modules.{game}.standing")
    weigh = getattr(standing, WEIGHED[game])
    monkeypatch.setattr(standing, WEIGHED[game], lambda *what, **named: -weigh(*what, **named))
    assert list(said(plays)) != before
