"""A closed `done` for a phase that has ended by itself is nothing; the lines after it are used."""

import duel
import planned
import pytest
from duel import SIDES, Done, State, Step, Strike
from refusing import refuses
from two_folders import Game as Alone

from modules.engine.requests import Choose, Die, ListedOptions, Roll
from modules.engine.rules.play_rules import Outcome
from pbem.log.verdict import Status
from pbem.messages import report_text
from pbem.play.orders import order_closing
from pbem.reason_codes import Code

WHOLE_TURN = ("strike red-a > blue-a", "done", "step red-a 2", "done")


class Volley(duel.Duel):
    """Each turn a volley by the first of a side, which ends it by itself, then a step."""

    def start(self):
        return State(phase="volley")

    def phase(self, state):
        enemy = SIDES[1 - SIDES.index(state.active)]
        mine = state.living(state.active)[0]
        if state.phase == "volley":
            strikes = [Strike(mine, target) for target in state.living(enemy)]
            order = yield Choose(
                state.active, "volley", "volley or done", "3.1", ListedOptions([*strikes, Done()], "3.1")
            )
            if isinstance(order, Strike):
                yield Roll(state.active, "3.2", (Die(6, "the volley"),))
            state.phase = "melee"
            return
        order = yield Choose(
            state.active, "melee", "step or done", "2.1", ListedOptions([Step(mine, "2"), Done()], "2.1")
        )
        if isinstance(order, Step):
            state.at[mine] = "2"
            yield Choose(state.active, "melee", "only done", "2.1", ListedOptions([Done()], "2.1"))
        state.phase, state.active, state.turn = "volley", enemy, state.turn + 1
        if state.turn == 4:
            state.outcome = Outcome("", "draw", "evening", "4.2")


@pytest.fixture
def volley(monkeypatch):
    monkeypatch.setattr(duel, "build", lambda body: Volley(forced=False))


@pytest.fixture
def game(volley, tmp_path):
    return planned.Game(tmp_path)


def test_the_lines_after_it_are_used(game):
    receipt = game.play("red", *WHOLE_TURN)
    assert receipt.table.owing_roles == ("blue",)
    assert receipt.table.replay.play.state.at["red-a"] == "2"
    told = report_text.receipt_text(receipt)
    assert "> done   (nothing: what it ends had just ended by itself)\n    step red-a 2" in told.replace(
        "> s", "  s"
    )
    for _ in "ab":
        game.play(game.table().owing_roles[0], "done", "done")
    assert planned.full(game).status is Status.HOLDS


def test_one_for_the_next_phase_is_used_there(game):
    receipt = game.play("red", WHOLE_TURN[0], "done", "done")
    assert receipt.table.owing_roles == ("blue",)
    assert receipt.table.replay.play.state.at["red-a"] == "1"


def test_without_a_referee_the_line_that_stayed_at_home_is_left_out(volley, tmp_path):
    game = Alone(tmp_path)
    answer = game.take_in("blue", game.sign("red", *WHOLE_TURN)).file
    game.take_in("red", answer)
    assert order_closing.read_later(game.folders["red"]) == list(WHOLE_TURN[1:])
    game.take_in("blue", game.sign("red"))
    assert game.table("blue").replay.play.state.at["red-a"] == "2"
    assert game.table("blue").owing_roles == ("blue",)


def test_if_it_is_the_only_line_left_that_is_said(volley, tmp_path):
    game = Alone(tmp_path)
    game.take_in("red", game.take_in("blue", game.sign("red", *WHOLE_TURN[:2])).file)
    with refuses(Code.ORDER_FILE, match="ended by itself"):
        game.sign("red")
