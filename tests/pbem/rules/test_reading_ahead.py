"""The second way of reading lines: a forced order is given by itself, and a `done` waits for its time.

In this duel the winner of a strike must step: no `done` ends that. If only one step is left, it is forced.
"""

from dataclasses import replace

import duel
import pytest
from duel import Done, Step, Strike
from refereed import Game

from modules.engine.driver import Play
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Tell
from pbem import errors
from pbem.entry import armor
from pbem.judge import closed_lines
from pbem.play.host import referee
from pbem.play.orders import shorthand
from pbem.rules.replay.order_report import SpentLine, UsedLine
from pbem.rules.replay.standing_answers import StandingAnswer


class Pursuit(duel.Duel):
    """After each strike its unit steps; to `places` alone."""

    places = ("2", "3")

    def _strikes(self, state):
        enemy, struck = duel.SIDES[1 - duel.SIDES.index(state.active)], set()
        while len(struck) < 2:
            free = [u for u in state.living(state.active) if u not in struck]
            legal = [Strike(u, t) for u in free for t in state.living(enemy)]
            order = yield Choose(
                state.active, "strikes", "strike or done", "3.1", ListedOptions([*legal, Done()], "3.1")
            )
            if isinstance(order, Done):
                return
            struck.add(order.unit)
            (value,) = yield Roll(state.active, "3.2", (Die(6, f"{order}"),))
            yield Tell(f"{order}: {value}", "3.2")
            steps = [Step(order.unit, place) for place in self.places]
            step = yield Choose(state.active, "steps", "where to?", "3.4", ListedOptions(steps, "3.4"))
            state.at[step.unit] = step.at


class Narrow(Pursuit):
    places = ("2",)


class Strikes(Pursuit):
    """One strike, the step of its unit, and all steps of another phase of the same side behind them."""

    def phase(self, state):
        if state.phase == "turn":
            free, foes = state.living(state.active), state.living(duel.SIDES[state.active == "red"])
            legal = [*(Strike(u, t) for u in free for t in foes), Done()]
            order = yield Choose(
                state.active, "strikes", "strike or done", "3.1", ListedOptions(legal, "3.1")
            )
            yield Roll(state.active, "3.2", (Die(6, f"{order}"),))
            steps = [Step(order.unit, place) for place in self.places]
            step = yield Choose(state.active, "steps", "where to?", "3.4", ListedOptions(steps, "3.4"))
            state.at[step.unit], state.phase = step.at, "march"
            return
        yield from self._steps(state)
        state.phase, state.active = "turn", duel.SIDES[state.active == "red"]


def begun(path, monkeypatch, rules=Pursuit, reading=2):
    monkeypatch.setattr(duel, "build", lambda _body: rules(forced=False))
    return Game(path, reading=reading, forced=False)


def told(game, kinds=(UsedLine, StandingAnswer, SpentLine)):
    return [
        (type(item).__name__, getattr(item, "order", None) or item.line)
        for account in game.table().replay.accounts
        for item in account.story
        if isinstance(item, kinds)
    ]


ORDERS = ("done", "strike red-a > blue-a", "done", "step red-a 2")


def test_attack_done_advance_keeps_the_advance(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch)
    game.play("red", *ORDERS)
    used = [line for _, line in told(game)]
    assert used == ["done", "strike red-a > blue-a", "step red-a 2", "done"]
    assert game.table().owing_roles == ("blue",)
    assert len(game.logs()) == 1


def test_by_the_first_way_the_done_still_ends_the_use(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch, reading=None)
    game.play("red", *ORDERS)
    assert [line for _, line in told(game)] == ["done", "strike red-a > blue-a"]
    assert game.table().owing_roles == ("red",)


def test_a_done_that_never_fits_is_counted_and_nothing_is_owed(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch)
    game.play("red", "done", "strike red-a > blue-a", "done", "step red-a 2", "step red-a 3")
    assert [line for _, line in told(game)][-1] == "done"
    assert game.table().replay.stops == []


def test_a_done_that_waits_ends_no_later_phase(tmp_path, monkeypatch):
    """Its phase has ended by itself, so the steps of the next one are all taken."""
    game = begun(tmp_path, monkeypatch, Strikes)
    game.play("red", "strike red-a > blue-a", "done", "step red-a 2", "step red-b 3", "done")
    assert told(game) == [
        ("UsedLine", "strike red-a > blue-a"),
        ("UsedLine", "step red-a 2"),
        ("SpentLine", "done"),
        ("UsedLine", "step red-b 3"),
        ("UsedLine", "done"),
    ]
    assert game.table().owing_roles == ("blue",)


def test_a_forced_order_asks_nobody(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch, Narrow)
    game.play("red", "done", "strike red-a > blue-a", "done")
    assert told(game) == [
        ("UsedLine", "done"),
        ("UsedLine", "strike red-a > blue-a"),
        ("StandingAnswer", "step red-a 2"),
        ("UsedLine", "done"),
    ]
    assert game.table().owing_roles == ("blue",)


def test_a_forced_order_may_be_given_all_the_same(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch, Narrow)
    game.play("red", "done", "strike red-a > blue-a", "step red-a 2", "done")
    assert ("UsedLine", "step red-a 2") in told(game)
    assert game.table().owing_roles == ("blue",)


def test_by_the_first_way_a_forced_order_is_asked_for(tmp_path, monkeypatch):
    game = begun(tmp_path, monkeypatch, Narrow, reading=None)
    game.play("red", "done", "strike red-a > blue-a")
    assert game.table().owing_roles == ("red",)


def test_an_answer_that_does_not_look_behind_the_done_is_convicted(tmp_path, monkeypatch):
    """The referee opens the lines up to the dice alone, as if the `done` had ended their use."""
    game = begun(tmp_path, monkeypatch)
    (signed,) = armor.read(game.sign("red", *ORDERS).file)
    real = closed_lines.find_closed
    with monkeypatch.context() as cheat:
        cheat.setattr(closed_lines, "find_closed", lambda holdings, entry: _cut(real(holdings, entry)))
        game.apply(signed)
    answer = armor.read(game.folders["referee"].answer_file(1))
    with pytest.raises(errors.ContradictedAnswer) as why:
        referee.take_in(game.folders["red"], answer, duel.build)
    assert why.value.code == "stop-wrong"


def _cut(closed):
    return replace(closed, lines=())


def arranged(rules, *lines):
    """The lines as they are signed, after the first strike of red has been rolled."""
    play = Play(rules, rules.start())
    for order in ("done", "strike red-a > blue-a"):
        play.answer(rules.grammar.parse(order))
    play.answer((1,))
    orders = [rules.grammar.parse(line) for line in lines]
    return [(number, str(order)) for number, order in shorthand.arrange_orders(play, "red", orders, None)]


def test_at_home_a_done_that_comes_too_early_stands_behind_the_line_that_is_due():
    found = arranged(Pursuit(forced=False), "done", "step red-a 2")
    assert found == [(1, "step red-a 2"), (0, "done")]


def test_at_home_a_forced_order_that_was_left_out_stands_in_its_place():
    assert arranged(Narrow(forced=False), "done") == [(0, "step red-a 2"), (0, "done")]
    assert arranged(Narrow(forced=False), "step red-a 2", "done") == [(0, "step red-a 2"), (1, "done")]


def test_at_home_a_mistake_in_a_forced_order_is_not_put_right():
    lines = ("step red-a 3", "done")
    assert [text for _, text in arranged(Narrow(forced=False), *lines)] == [*lines]


def test_at_home_an_illegal_line_stays_where_it_is():
    lines = ("step red-b 2", "done", "step red-a 2")
    assert [text for _, text in arranged(Pursuit(forced=False), *lines)] == [*lines]
