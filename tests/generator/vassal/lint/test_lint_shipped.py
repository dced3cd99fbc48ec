"""The modules that this house ships have no fault that the linter knows."""

import pytest

from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.data import SLOTS
from generator.vassal.module.planning import Sizes
from modules import library

GAMES = [name for name in library.games() if (library.folder(name) / SLOTS).exists()]


def test_there_are_modules_to_look_at():
    assert {"three_battles", "hastings_pulsipher"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_module_is_clean(game, tmp_path):
    path = tmp_path / f"{game}.vmod"
    write_module(library.definition(game), path, Sizes(hex=48, counter=40, card=60), workers=1)
    assert [(finding.code, finding.where, finding.what) for finding in lint_file(path)] == []
