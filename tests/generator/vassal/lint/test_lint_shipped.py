"""The modules that this house ships have no fault that the linter knows."""

import pytest
from pictured import SIZES, SMALL, drawn
from plans import shipped_plan

from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.data import SLOTS
from modules import library

GAMES = [name for name in library.games() if (library.folder(name) / SLOTS).exists()]


def test_there_are_modules_to_look_at():
    assert {"three_battles", "hastings_pulsipher"} <= set(GAMES)


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_module_is_clean(game, tmp_path, tmp_path_factory):
    path = tmp_path / f"{game}.vmod"
    sizes = SIZES.get(game, SMALL)
    plan = shipped_plan(game, sizes)
    write_module(plan.definition, path, sizes, pictures=drawn(plan, tmp_path_factory))
    assert [(finding.code, finding.where, finding.what) for finding in lint_file(path)] == []
