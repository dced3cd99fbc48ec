"""Installed games that are others than shipped: the council, of three sides, which commands and mails find as
they find a shipped one; and a shipped one in which somebody has edited data."""

import shutil
import sys
from contextlib import contextmanager

import pytest
from by_hand import start_by_hand

import modules
from modules import game_registry, library

GAME = "council/mill_bridge"
SIDES = ("shire", "raider", "welsh")
RULES = """\
from council import Council

class Installed(Council):
    def map_of(self, state):
        return "mill"

def build(definition, scenario, options):
    return Installed({sides!r})
"""
SPEAR = "  W-spear: {nation: welsh, kind: fyrd, values: {combat: 3, movement: 3}, source: rulebook 5}"
EDITS = {
    "game.yaml": (
        ("nations:\n", "  welsh: {name: Welshmen, short: Welsh, letter: W, palette: norman}\n\nnations:\n"),
        ("# Kinds of", "  welsh: {name: Welsh, side: welsh, letter: W, palette: norman}\n\n# Kinds of"),
    ),
    "counters.yaml": (("  R-Orm:", f"{SPEAR}\n  R-Orm:"),),
    "scenarios/mill_bridge.yaml": (
        ("  # With", '  - {side: welsh, rule: "5.2", source: rulebook 5.2, at: {W-spear: "0705"}}\n  # With'),
    ),
}


@contextmanager
def installed(path):
    """The game beside no other, as long as the block lasts; the scaffold's own files with a third side."""
    folder = path / "council"
    start_by_hand(folder)
    for name, edits in EDITS.items():
        text = (folder / name).read_text()
        for before, after in edits:
            assert before in text, (name, before)
            text = text.replace(before, after, 1)
        (folder / name).write_text(text)
    (folder / "rules.py").write_text(RULES.format(sides=SIDES))
    said = library.behaviour_text(library.Behaviour(1, "ab" * 32))
    (folder / library.BEHAVIOUR).write_text(said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_registry, "HERE", path)
        patch.setattr(modules, "__path__", [*modules.__path__, str(path)])
        _forget()
        try:
            yield
        finally:
            _forget()


@contextmanager
def edited(path, game, file, before, after):
    """A shipped game as it is installed, with other text in a file, as long as the block lasts."""
    if not (path / game).exists():
        shutil.copytree(library.folder(game), path / game)
    text = (path / game / file).read_text(encoding="utf-8")
    assert before in text, (file, before)
    (path / game / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_registry, "HERE", path)
        _forget()
        try:
            yield
        finally:
            _forget()
            (path / game / file).write_text(text, encoding="utf-8")


def _forget():
    library.definition.cache_clear()
    library.behaviour.cache_clear()
    library._rules.cache_clear()
    for name in [name for name in sys.modules if name.startswith("modules.council")]:
        del sys.modules[name]
