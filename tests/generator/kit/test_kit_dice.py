"""The dice that a kit asks for: as many of each kind as the rules roll at once, and none that they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from looks import TAPESTRY

from generator.kit.cover import steps
from generator.kit.options import Options
from generator.vassal.module.parts import dice_buttons
from modules import library
from modules.definition import Definition, DefinitionError
from modules.definition.formats.game import Dice
from modules.definition.formats.tables import TablesFile
from modules.definition.loader import load

D10, D4 = Dice(name="Rally die", sides=10), Dice(name="Storm dice", sides=4, count=3)


def changed(name: str, **game: object) -> Definition:
    shipped = library.definition(name)
    return replace(shipped, game=shipped.game.model_copy(update=game))


def needed(definition: Definition) -> list[str]:
    return [step for step in steps(TAPESTRY, definition, Options()) if step.startswith("You also need")]


def test_the_shipped_games_need_what_their_rules_roll() -> None:
    """Two for the orders of Berg (4.2.3), four for the strongest block of the Comet (12.2), else one."""
    told = {name: needed(library.definition(name)) for name in library.games()}
    assert told.pop("hastings_berg") == ["You also need 2 dice of 6 sides."]
    assert told.pop("year_of_the_comet") == ["You also need 4 dice of 6 sides."]
    assert set(map(tuple, told.values())) == {("You also need a die of 6 sides.",)}


def test_dice_of_several_kinds_are_told_together() -> None:
    game = changed("shield_wall", die_count=2, dice={"rally": D10, "storm": D4})
    (step,) = needed(game)
    assert step.endswith(
        "2 dice of 6 sides, a die of 10 sides (Rally die) and 3 dice of 4 sides (Storm dice)."
    )


def test_a_die_that_no_rule_rolls_is_not_asked_for() -> None:
    game = replace(changed("shield_wall", die_count=0, dice={"rally": D10}), tables=TablesFile())
    assert needed(game) == ["You also need a die of 10 sides (Rally die)."]
    assert [each.attributes["name"] for each in dice_buttons(game)] == ["1d10"]
    assert needed(replace(game, game=game.game.model_copy(update={"dice": {}}))) == []


def test_a_table_that_is_read_by_the_die_needs_it(mill: Definition) -> None:
    file = mill.folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("die: 6\n", "die: 6\ndie_count: 0\n"), encoding="utf-8")
    with pytest.raises(DefinitionError, match="the table 'crt' is read by a die of 6 sides: give at least 1"):
        load(mill.folder)


@pytest.fixture
def mill(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    from generator.new_game.start import start_game

    folder = tmp_path_factory.mktemp("dice") / "mill"
    start_game(folder, title="Mill")
    return load(folder)
