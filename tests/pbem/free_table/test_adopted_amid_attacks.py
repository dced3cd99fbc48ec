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


def test_a_version_that_leaves_out_phases_that_were_played_is_refused(tmp_path):
    """The attack: with the phase that is left out a `done` would count for the next one, and the side would
    lose a phase without a word."""

    def with_clauses(folder):
        shutil.rmtree(folder)
        start_game(folder, "Karsk", "tapestry")

    game = Growing(tmp_path, style="tapestry", change=with_clauses)
    game.move("raider", "deploy", "done")
    game.move("raider", "done")
    text = (game.game / "rules.yaml").read_text(encoding="utf-8")
    old = 'movement: {rule: "2", does: move, by: [march]}'
    assert old in text
    left_out = text.replace(old, old.replace("by: [march]", "by: [march], not_on: [{turns: [1]}]"))
    with pytest.raises(AssertionError, match=r"turn 1, raider rally .*it stands in turn 1, raider combat"):
        game.grow(left_out)
    later = text.replace(old, old.replace("by: [march]", "by: [march], not_on: [{turns: [2]}]"))
    game.grow(later)
