"""Other clauses are adopted after attacks by the old ones: what happened stands."""

import shutil

import pytest
from test_clauses_by_mail import Growing

from generator.new_game.start import start_game
from pbem.log.verdict import Status

ATTACK = "attack G-inf-1 > F-inf-1 column 1-1 shift -2 drm 0"
CHANGES = {
    "fewer shifts": ("shifts: 4", "shifts: 0"),
    "only others attack": ("table: crt\n    once", "table: crt\n    units: {of: [vehicles]}\n    once"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_attack_of_the_past_stands(tmp_path, change):
    def with_clauses(folder):
        shutil.rmtree(folder)
        start_game(folder, "Karsk", "modern")

    game = Growing(tmp_path, style="modern", change=with_clauses)
    game.open_dice()
    game.move("german", "deploy", "done")
    game.move("german", "done", "move G-inf-1 0504", "done", ATTACK, "done", "done")
    before = game.table().play.state
    rules, (old, new) = (game.game / "rules.yaml").read_text(encoding="utf-8"), CHANGES[change]
    assert old in rules
    game.grow(rules.replace(old, new))
    after = game.table().play.state
    assert (after.at, after.done, after.rolls) == (before.at, before.done, before.rolls)
    assert game.verify() == {Status.INCOMPLETE}
