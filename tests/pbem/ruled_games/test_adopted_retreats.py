"""Other clauses are adopted after a retreat by the old ones: if it is not
legal by the new ones, then the version is refused before anybody signs."""

import shutil

import pytest
import yaml
from test_adopted_amid_attacks import RESULTS, _make_whole
from test_clauses_by_mail import Growing

from generator.new_game.start import start_game

RETREAT = {
    "rule": "3.4", "led_by": "owner", "exactly": True, "zones": "open", "friends": "through",
    "blocked": "eliminate",
}  # fmt: skip


def _whole(text, **clause):
    """The rules in which each code lets the defenders retreat two hexes, by this clause."""
    go = {code: [{"do": "retreat", "of": "defenders", "hexes": 2}] for code in RESULTS}
    return _make_whole(yaml.safe_dump(yaml.safe_load(text)), results=go, retreat={**RETREAT, **clause})


@pytest.fixture
def game(tmp_path):
    def with_clauses(folder):
        shutil.rmtree(folder)
        start_game(folder, "Karsk", "modern")
        file = folder / "rules.yaml"
        file.write_text(_whole(file.read_text(encoding="utf-8")), encoding="utf-8")

    made = Growing(tmp_path, style="modern", change=with_clauses)
    made.open_dice()
    made.move("german", "deploy", "done")
    made.move("german", "done", "move G-inf-1 0504", "done", "attack G-inf-1 > F-inf-1")
    made.open_dice()
    return made


def test_a_retreat_of_the_past_stands_or_the_version_is_refused(game):
    play = game.table().play
    owner = play.request.side
    assert (owner, play.request.kind) == ("allied", "retreat")
    game.move(owner, "retreat F-inf-1 0605-0506")
    rules, before = (game.game / "rules.yaml").read_text(encoding="utf-8"), game.table().play.state.at
    refused = {
        "german must decide": {"led_by": "victor"},
        "away from 0504": {"toward": {owner: ["0504"]}},
    }
    for told, clause in refused.items():
        with pytest.raises(AssertionError, match=told):
            game.grow(_whole(rules, **clause))
    game.grow(_whole(rules, blocked="stay"))
    assert game.table().play.state.at == before
