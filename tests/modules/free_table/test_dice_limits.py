"""Dice by hand at their limits: how many one answer can hold, and tables whose words no line tells apart."""

import pytest
import yaml
from by_hand import start_by_hand
from hands import hand, start

from modules import library
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.free_table.dice_limit import MOST_DICE


def test_a_side_rolls_so_many_dice_until_another_has_given_an_order(tmp_path):
    """The answer to the lines of an order is one entry, which has room for these."""
    play = hand(Play(start(tmp_path)), "done")
    hand(play, *["hand 9.9 roll 20d6"] * (MOST_DICE // 20), "done", dice=[6] * MOST_DICE)
    with pytest.raises(Illegal, match=f"{MOST_DICE} dice at most before another side .*: 0 are left"):
        play.answer(play.rules.grammar.parse("hand 9.9 roll d6"))
    hand(play, "hand 9.9 call shire", "hand 9.9 roll d6", "done", "hand 9.9 roll d6", dice=[1, 1])
    assert play.state.rolls == MOST_DICE // 20 + 2


@pytest.mark.parametrize(
    ("columns", "rolled_on"),
    [
        (["light horse", "foot"], True),
        (["light horse", "Light_Horse"], False),
        (["foot", "horse > foot"], False),
        (["foot", " "], True),
        (["foot", ""], False),
        (["", ], True),
    ],
)  # fmt: skip
def test_a_table_whose_columns_no_line_can_tell_is_not_rolled_on(tmp_path, columns, rolled_on):
    folder = tmp_path / "karsk"
    start_by_hand(folder, "Karsk")
    file = folder / "tables.yaml"
    tables = yaml.safe_load(file.read_text())
    rows = [[str(roll), *("a" for _ in columns)] for roll in range(1, 7)]
    morale = {
        "name": "Morale",
        "columns": ["Die", *columns],
        "rows": rows,
        "rule": "3",
        "source": "rulebook 3",
    }
    file.write_text(yaml.safe_dump({**tables, "lists": {"morale": morale}}, sort_keys=False))
    (scenario,) = (folder / "scenarios").glob("*.yaml")
    rules = library.rules(str(folder), scenario.stem)
    assert ("morale" in rules._components.tables) is rolled_on
