"""Other clauses are adopted after attacks by the old ones: what happened stands."""

import shutil

import pytest
import yaml
from by_hand import start_half
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
        start_half(folder, "Karsk")

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
    lose a phase without a word. Nobody decides in the phase of rally."""

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
    with pytest.raises(AssertionError, match=r"turn 1, shire combat .*it stands in turn 1, raider combat"):
        game.grow(left_out)
    later = text.replace(old, old.replace("by: [march]", "by: [march], not_on: [{turns: [2]}]"))
    game.grow(later)


RESULTS = {
    "AE": [{"do": "eliminate", "of": "attackers", "number": 1}], "AR": [], "-": [], "DR": [], "DL": [],
    "DE": [{"do": "eliminate", "of": "defenders"}],
}  # fmt: skip


def _make_whole(text, **more):
    """The rules with assaults whole by program."""
    rules = yaml.safe_load(text)
    rules["phases"]["combat"]["declare"] = "one_by_one"
    half = rules["attacks"]["assault"]
    strength = {"by": "odds", "attack": "attack", "defence": "defence", "round": "defender"}
    beyond = {"above": "clamp", "below": "clamp", "crossing": "all"}
    rules["attacks"]["assault"] = {
        **{key: half[key] for key in ("rule", "table", "once", "stack", "hexes")},
        "duties": [], "strength": {**strength, **beyond}, "results": RESULTS, **more,
    }  # fmt: skip
    return yaml.safe_dump(rules, sort_keys=False)


def _started(tmp_path, attack, *, whole):
    """A game in which the Germans have attacked, and its rules."""

    def with_clauses(folder):
        shutil.rmtree(folder)
        start_half(folder, "Karsk")
        if whole:
            file = folder / "rules.yaml"
            file.write_text(_make_whole(file.read_text(encoding="utf-8")), encoding="utf-8")

    game = Growing(tmp_path, style="modern", change=with_clauses)
    game.open_dice()
    game.move("german", "deploy", "done")
    game.move("german", "done", "move G-inf-1 0504", "done", attack, "done", *(["done"] if not whole else []))
    return game, (game.game / "rules.yaml").read_text(encoding="utf-8")


def test_half_an_attack_of_the_past_stands_where_attacks_are_whole_from_now_on(tmp_path):
    game, rules = _started(tmp_path, ATTACK, whole=False)
    before = game.table().play.state
    game.grow(_make_whole(rules))
    after = game.table().play.state
    assert (after.at, after.done, after.rolls) == (before.at, before.done, before.rolls)


def test_a_whole_attack_of_the_past_is_reckoned_by_the_newest_clauses(tmp_path):
    game, rules = _started(tmp_path, "attack G-inf-1 > F-inf-1", whole=True)
    before = game.table().play.state
    game.grow(_make_whole(yaml.safe_dump(yaml.safe_load(rules)), modifiers=[]))
    assert game.table().play.state.at == before.at
    gone = {"eliminate": [{"do": "eliminate", "of": "defenders"}], "nothing": []}
    other = gone["nothing" if before.at["F-inf-1"] == "lost" else "eliminate"]
    with pytest.raises(AssertionError, match="by this version counters lie elsewhere than they do"):
        game.grow(_make_whole(rules, results={code: [dict(each) for each in other] for code in RESULTS}))


def test_a_version_by_which_an_attack_of_the_past_is_none_is_refused(tmp_path):
    game, rules = _started(tmp_path, "attack G-inf-1 > F-inf-1", whole=True)
    whole = yaml.safe_load(rules)
    whole["attacks"]["assault"]["strength"]["below"] = "barred"
    whole["attacks"]["assault"]["modifiers"] = [{"rule": "3.2", "of": "attackers", "times": "1/9"}]
    with pytest.raises(AssertionError, match="there is no such attack"):
        game.grow(yaml.safe_dump(whole, sort_keys=False))
