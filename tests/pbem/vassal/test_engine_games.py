"""Whole turns and a whole battle that VASSAL itself recorded, each log handed in, accepted and answered.

What is legal in them hangs on dice of the turns before. So a game like it is begun anew, its dice fall and
its packs lie as they did; keys, secrets and the charter are new. `data/games.yaml` says what was handed in.
"""

import json
from functools import partialmethod

import pytest
import yaml
from commands import good, pbem
from pasting import alike, blocks_in, pasted_into
from recorded_logs import DATA, handed_in, log_for, table_of

from generator.vassal.lint import lint_file
from modules.engine.driver import Play
from modules.engine.gestures.following import Following
from modules.engine.gestures.gathering import Made
from modules.engine.gestures.hand import Press
from pbem.log.party.folder import Folder
from pbem.secrets.card_packs import Source

PASTED = ("berg_turn", "berg_melee", "pulsipher_turn")
"""Logs in which "Hand in orders" was pressed in each phase: what it told, pasted, says the same."""
GAMES = yaml.safe_load((DATA / "games.yaml").read_text(encoding="utf-8"))


@pytest.mark.whole
@pytest.mark.parametrize("name", GAMES)
def test_what_was_recorded_is_accepted_log_by_log(name, tmp_path, monkeypatch):
    game, path = GAMES[name], tmp_path / "game"
    monkeypatch.setattr("pbem.secrets.card_packs.seed", lambda _base, k, *_links: game["dice"][k - 1])
    monkeypatch.setattr(Source, "pack", partialmethod(as_it_lay, Source.pack, game.get("packs", {})))
    good("new", game["scenario"], "--out", path, "--player=referee=Rolf <rolf@example.org>")
    for step in game["steps"]:
        open_dice(path)
        ((side, orders),) = ((key, value) for key, value in step.items() if key != "log")
        if "log" in step:
            file = log_for(path, step["log"], path / "turn.vlog")
            assert json.loads(good("orders", file, "--dir", path / side, "--json"))["orders"] == orders
            if step["log"] in PASTED:
                referee = Folder(path / "referee")  # as his robot reads it
                pasted = pasted_into(referee, table_of(path), side, blocks_in(file))
                assert alike(pasted.lines) in (alike(orders), alike([*orders, "done"]))
            if step["log"] == "berg_melee":
                names_the_rule_after_dice(table_of(path), side)
            assert handed_in(path, side, file) == orders
        else:
            file = path / "orders.txt"
            file.write_text("\n".join(orders) + "\n")
            handed_in(path, side, file)
    open_dice(path)
    table = table_of(path)
    asked = table.choice(game["ends"]["side"])
    assert asked is not None and asked.kind == game["ends"]["kind"]
    code, out, err = pbem("verify", path / "referee")
    assert code in (0, 3) and out.startswith("incomplete") and not err
    good("show", "--dir", path / "referee", "--out", path / "answer.vsav")
    assert lint_file(path / "answer.vsav") == []


def names_the_rule_after_dice(table, side):
    """The first attack leaves one whom nobody else could fight: that is so whatever its die says."""
    lines = ("attack N-foot-1 > S-housecarl-1", "attack N-foot-2,N-foot-3 > S-housecarl-3")
    following = Following(Play.restore(table.play.rules, table.play.snapshot()), side)
    first, second = following.follow([Made(Press(line), (n,)) for n, line in enumerate(lines, 1)])
    print(first, second)
    assert (first.fate, second.fate, second.order) == ("order", "later", None)
    assert second.why is not None and second.why.rule == "8.1.2"


def as_it_lay(source, shuffle, packs, name, size, secret):
    pack = shuffle(source, name, size, secret)
    pack.__dict__["order"] = tuple(packs[name])
    return pack


def open_dice(path):
    """Those that wait for a side which decides nothing."""
    while (table := table_of(path)).replay.dice_due:
        handed_in(path, table.owing_roles[0])
