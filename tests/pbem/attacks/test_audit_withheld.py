"""An audit cannot be escaped: who is silent is late, and a game that its referee does not end never holds."""

import ambush
import duel
import pytest
from agreement import agreed, cut
from ambush_play import Game as Ambush
from planned import STRIKES, full
from planned import Game as Duel

from pbem.entry.bodies import RestsOpening
from pbem.entry.entries import Entry
from pbem.log.log_file import GameLog
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_dice
from pbem.messages import game_status, report_text
from pbem.play.agreements import rulings
from pbem.play.orders import order_closing
from pbem.rules.replay.game_replay import GameReplay

DAY = 86_400
RULES = [{"kind": kind, "hours": 24, "grace": 0, "then": "forfeit"} for kind in ("order", "decision")]


@pytest.fixture
def game(tmp_path):
    return Duel(tmp_path)


def test_a_game_whose_end_is_withheld_never_holds(game):
    game.play_out()
    log = cut(game.records())
    verdict = verify(log, GameReplay(duel.build))
    assert (verdict.status, verdict.code) == (Status.INCOMPLETE, "audit-withheld")
    assert f"audit withheld since entry {len(log) - 1} of " in verdict.message
    assert verdict.waiting.roles == ("referee",)
    assert agreed(log) == "incomplete"
    assert verify_dice(log).status is Status.HOLDS


def test_lines_opened_without_the_end_are_no_end(game):
    game.play_out()
    records = game.records()[:-1]
    assert isinstance(Entry.decode(records[-1].data).body, RestsOpening)
    verdict = verify(records, GameReplay(duel.build))
    assert verdict.code == "audit-withheld"
    assert f"since entry {len(cut(records)) - 1} " in verdict.message


def test_status_says_that_the_audit_is_withheld(game):
    game.play_out()
    folder = game.folders["blue"]
    records = cut(game.records())
    path = folder.log.path
    path.unlink()
    GameLog.create(path, records[0]).append(*records[1:])
    table = order_closing.load(folder, duel.build)
    said = game_status.facts(folder, table)
    assert said["audit_withheld"]["seq"] == len(records) - 1
    assert f"Audit withheld since entry {len(records) - 1} of " in report_text.due_text(table, me="blue")
    assert "withheld" not in report_text.due_text(game.table(), me="blue")


def test_a_game_with_secret_packs_whose_end_is_withheld(tmp_path):
    game = Ambush(tmp_path, "d").play_out()
    verdict = verify(cut(game.records()), GameReplay(ambush.build))
    assert (verdict.status, verdict.code) == (Status.INCOMPLETE, "audit-withheld")


def test_who_falls_silent_is_late_and_the_referee_opens_and_ends_the_game(tmp_path):
    game = Duel(tmp_path, deadlines=RULES)
    game.play("red", *STRIKES)
    while game.table().owing_roles != ("blue",):
        game.play("red", "done")
    game.take_in(rulings.record_late(game.folders["referee"], 2 * DAY, duel.build))
    types = [entry.type for entry in game.table().verifier.history][-3:]
    assert types == ["late", "open", "end"]
    verdict = full(game, "blue")
    assert verdict.status is Status.HOLDS, verdict.message
    assert " closed too" in verdict.message
    assert agreed(game.records()) == "holds"
