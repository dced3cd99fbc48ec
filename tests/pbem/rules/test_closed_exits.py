"""Who goes out of a game that the others play on: by the rules, by his own will, by the clock. What all, next
and every other mean then."""

import blocks
import council
import duel
import independent
import pytest
from blocks_play import NOW, Game
from council_play import TERMS
from council_play import Game as Council
from pbem_play import log_bytes
from refusing import refuses
from said import following, remade

from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay

pytestmark = pytest.mark.whole

DAY = 86_400
FEW = {
    "earl-1": ("earl", 1),
    "king-3": ("king", 3),
    "king-2": ("king", 2),
    "jarl-3": ("jarl", 3),
    "jarl-2": ("jarl", 2),
}


def build(_body):
    return blocks.Blocks(FEW)


def judged(log, rules=build):
    return verify(log, GameReplay(rules))


def to_the_fight(path):
    """The jarl has eliminated the earl in the game's first fight."""
    game = Game(path, "a", build=build)
    game.play("earl", "place earl-1 ely")
    game.play("king", "place king-3 london", "place king-2 london")
    game.play("jarl", "place jarl-3 york", "place jarl-2 durham")
    game.play("earl", "done")
    game.play("king", "done")
    game.play("jarl", "move jarl-3 ely", "done", "fight ely")
    return game


def test_an_eliminated_player_is_named_and_the_others_play_on(tmp_path):
    game = to_the_fight(tmp_path / "game")
    table = game.table()
    assert table.verifier.history[-1].body.out == ("earl",)
    assert table.verifier.parties.out == {"earl"}
    assert table.verifier.parties.active == ("referee", "king", "jarl")
    assert table.owing_roles == ("king",)
    with refuses(Code.NOT_ENTITLED, match="earl is out of the game"):
        game.resign("earl")
    game.play("king", "done")
    assert game.table().owing_roles == ("jarl",)
    assert game.seen("earl").seq == game.table().seq, "who is out still gets the answers"
    game.play_out()
    assert judged(game.records()).status == Status.HOLDS


@pytest.mark.parametrize("said", [None, ["jarl"], ["king"], ["earl", "king"]])
def test_a_false_word_on_who_is_out_is_found_with_the_rules(tmp_path, said):
    game = to_the_fight(tmp_path / "game")
    log = game.records()
    entry = Entry.decode(log[-1].data)
    body = {name: value for name, value in entry.body.to_plain().items() if name != "out"}
    log[-1] = sign(remade(entry, body=body | ({"out": said} if said else {})), duel.key("referee"))
    verdict = judged(log)
    assert (verdict.status, verdict.code) == (Status.BROKEN, Code.OUT_WRONG), verdict.message


@pytest.mark.parametrize("said", [["referee"], ["nobody"], ["king", "earl"], ["earl", "earl"]])
def test_who_cannot_go_out_is_found_by_every_reader(tmp_path, said):
    game = to_the_fight(tmp_path / "game")
    log = game.records()
    entry = Entry.decode(log[-1].data)
    log[-1] = sign(remade(entry, body=entry.body.to_plain() | {"out": said}), duel.key("referee"))
    assert verify(log).code == Code.OUT_WRONG
    assert independent.check(log_bytes(log)).startswith("broken")


def test_an_entry_of_who_is_out_is_found_by_every_reader(tmp_path):
    game = to_the_fight(tmp_path / "game")
    entry = following(game.table(), "resign", "earl", {})
    log = [*game.records(), sign(entry, duel.key("earl"))]
    assert verify(log).code == Code.NOT_ENTITLED
    assert independent.check(log_bytes(log)).startswith("broken")


def test_who_resigns_leaves_the_others_to_play_on_by_the_games_rule(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    game.play("king", "place king-3 london", "place king-2 london", "place king-1 london")
    game.play("jarl", "place jarl-3 york", "place jarl-2 york", "place jarl-1 durham")
    game.resign("earl")
    table = game.table()
    assert table.owing_roles == ("king",)
    assert table.verifier.parties.out == {"earl"}
    assert table.replay.play.state.count("king", "ely") == 2, "his blocks go to the king"
    game.play("king", "move earl-3 london", "done", "done")
    game.play_out()
    assert judged(game.records(), blocks.build).status == Status.HOLDS


def test_the_last_of_a_side_who_resigns_ends_the_game(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    game.play("king", "place king-3 london", "place king-2 london", "place king-1 london")
    game.resign("jarl")
    assert game.table().verifier.ended
    assert game.table().replay.outcome()["winner"] == "english"


def test_a_forfeit_says_who_is_out(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    game.play("king", "place king-3 london", "place king-2 london", "place king-1 london")
    game.play("jarl", "place jarl-3 york", "place jarl-2 york", "place jarl-1 durham")
    game.late(NOW + 2 * DAY)
    late = game.table().verifier.history[-1].body
    assert (late.type, late.role, late.out) == ("late", "earl", ("earl",))
    assert game.table().owing_roles == ("king",)


def test_the_default_of_who_is_late_is_an_effect_too(tmp_path):
    game = Game(tmp_path / "game", "b")
    game.late(NOW + 2 * DAY)
    late = game.table().verifier.history[-1].body
    assert late.effects == ("placed earl london",) * 3
    assert len(late.news) == 3
    assert game.seen("earl").play.state.blocks["earl-3"][0] == "london"
    assert game.seen("king").play.state.count("earl", "london") == 3
    game.play_out()
    assert judged(game.records(), blocks.build).status == Status.HOLDS


def test_who_resigns_before_a_seat_that_was_late_leaves_it_to_decide(tmp_path):
    """A resignation tells no effects, so no default can count in it: the late seat is asked again."""
    game = Game(tmp_path / "game", "b")
    game.late(NOW + 2 * DAY)
    game.resign("king")
    assert game.table().owing_roles == ("earl",)
    game.play("earl", "place king-3 ely", "place king-2 ely", "place king-1 ely")
    game.play_out()
    assert judged(game.records(), blocks.build).status == Status.HOLDS


def test_of_three_without_a_referee_the_next_and_every_other_are_who_is_in(tmp_path):
    """East resigns: west's seal is next opened by north, and a ruling needs two signatures."""
    game = Council(tmp_path, sides=council.SIDES, refereed=False, deadlines=TERMS)
    table = game.table("east")
    assert table.verifier.parties.next_role("east") == "west"
    entry = following(table, "resign", "east", {})
    table.verifier.apply(verify_entry(sign(entry, duel.key("east"))))
    parties = table.verifier.parties
    assert parties.active == ("west", "north")
    assert parties.next_role("north") == "west"
    assert table.owing_roles == ("west",)
    rule = following(table, "ruling", "west", {"facts": ["game over: draw"], "why": "late"})
    assert parties.signers(rule) == (parties["west"].key, parties["north"].key)
