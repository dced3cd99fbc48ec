"""The driver on a game small enough to see through: two bidders, secret bids, dice, a shuffle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from modules.engine.driver import Play, RunawayGame, run
from modules.engine.errors import Illegal
from modules.engine.orders import Grammar, Order, Word
from modules.engine.requests import (
    Answer,
    Choose,
    Die,
    ListedOptions,
    Request,
    Roll,
    Secret,
    Shuffle,
    Steps,
    Tell,
)
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import GameOver, Outcome, PlayRules
from modules.engine.state_digest import canonical, digest


@dataclass(frozen=True, slots=True)
class Bid(Order):
    FORM: ClassVar[str] = "bid {amount}"
    amount: Word


BIDS = tuple(Bid(str(n)) for n in range(4))


@dataclass(slots=True)
class Auction:
    turn: int = 1
    phase: str = "open"
    active: str = "red"
    outcome: Outcome | None = None
    score: dict[str, int] = field(default_factory=lambda: {"red": 0, "blue": 0})
    pack: tuple[int, ...] = ()

    def copy(self) -> Auction:
        return Auction(self.turn, self.phase, self.active, self.outcome, dict(self.score), self.pack)


class AuctionRules(PlayRules[Auction]):
    """Open bid of the active side, then secret bids of both, then a shuffle; three turns."""

    sides = ("red", "blue")
    grammar = Grammar((Bid,), (), ())

    def start(self) -> Auction:
        return Auction()

    def phase(self, state: Auction) -> Steps:
        if state.phase == "open":
            bid = yield Choose(state.active, "bid", "bid", "1.1", ListedOptions(BIDS, "1.1"))
            (value,) = yield Roll(state.active, "1.2", (Die(6, "luck"),))
            state.score[state.active] += int(bid.amount) * value
            yield Tell(f"{state.active} bids {bid.amount}", "1.1")
            state.phase = "secret"
            return
        choices = {s: Choose(s, "sealed", "seal", "1.3", ListedOptions(BIDS[:2], "1.3")) for s in self.sides}
        bids = yield Secret(choices)
        state.pack = yield Shuffle("pack", 3, "1.4")
        for side in self.sides:
            state.score[side] += int(bids[side].amount)
        if state.turn == 3:
            state.outcome = Outcome("red", "won", "three turns", "1.5")
            raise GameOver
        state.turn, state.phase = state.turn + 1, "open"
        state.active = "blue" if state.active == "red" else "red"


def answers(request: Request, state: Auction) -> Answer:
    if isinstance(request, Choose):
        return BIDS[state.turn]
    if isinstance(request, Secret):
        return {side: BIDS[i] for i, side in enumerate(request.choices)}
    if isinstance(request, Roll):
        return tuple(4 for _ in request.dice)
    return (2, 0, 1)


def test_a_game_runs_to_its_outcome() -> None:
    play = Play(AuctionRules())
    assert run(play, answers).winner == "red"
    assert play.request is None
    assert play.state.score == {"red": 4 * (1 + 3), "blue": 4 * 2 + 3}
    assert [event.text for event in play.events] == ["red bids 1", "blue bids 2", "red bids 3"]
    with pytest.raises(WrongAnswer, match="over"):
        play.answer(BIDS[0])


def test_replay_equals_play_and_snapshots_go_on_alike() -> None:
    play, record, snapshots = Play(AuctionRules()), [], []
    while play.request is not None:
        snapshots.append((len(record), play.snapshot(), digest(play.state), len(play.events)))
        value = answers(play.request, play.state)
        record.append(value)
        play.answer(value)
    for done, snapshot, seen, told in snapshots:
        again = Play.restore(AuctionRules(), snapshot)
        assert (digest(again.state), again.count, len(again.events)) == (seen, done, told)
        for value in record[done:]:
            again.answer(value)
        assert digest(again.state) == digest(play.state)
        assert again.events == play.events


@pytest.mark.parametrize(
    ("before", "wrong", "error"),
    [
        (0, Bid("9"), Illegal),
        (0, (1,), WrongAnswer),
        (1, BIDS[0], WrongAnswer),
        (1, (7,), WrongAnswer),
        (1, (1, 1), WrongAnswer),
        (2, {"red": BIDS[0]}, WrongAnswer),
        (2, {"red": BIDS[0], "blue": BIDS[3]}, Illegal),
        (3, (0, 1, 1), WrongAnswer),
    ],
)
def test_a_wrong_answer_changes_nothing(before: int, wrong: Answer, error: type[Exception]) -> None:
    play = Play(AuctionRules())
    for _ in range(before):
        assert play.request is not None
        play.answer(answers(play.request, play.state))
    request, seen, count = play.request, digest(play.state), play.count
    with pytest.raises(error, match=r" .* "):  # it says in words what is wrong
        play.answer(wrong)
    assert (play.request, digest(play.state), play.count) == (request, seen, count)
    assert request is not None
    play.answer(answers(request, play.state))


def test_a_game_without_end_is_stopped() -> None:
    class Endless(AuctionRules):
        def phase(self, state: Auction) -> Steps:
            yield Roll("red", "1", (Die(6, "for ever"),))

    with pytest.raises(RunawayGame):
        run(Play(Endless()), answers, limit=50)


def test_a_game_may_take_as_many_answers_as_its_limit() -> None:
    play = Play(AuctionRules())
    run(play, answers)
    again = Play(AuctionRules())
    run(again, answers, limit=play.count)
    assert again.request is None
    with pytest.raises(RunawayGame, match=f"after {play.count - 1} answers"):
        run(Play(AuctionRules()), answers, limit=play.count - 1)


def test_the_digest_is_of_the_content_alone() -> None:
    one, other = Auction(score={"red": 1, "blue": 2}), Auction(score={"blue": 2, "red": 1})
    assert digest(one) == digest(other)
    other.score["red"] = 2
    assert digest(one) != digest(other)
    assert canonical(frozenset("ba")) == '["a","b"]'
    assert canonical("Ælfgar") == '"Ælfgar"'
    with pytest.raises(TypeError, match="float"):
        canonical(0.5)


def test_listed_options_say_what_the_choices_are() -> None:
    with pytest.raises(Illegal, match="bid 0; bid 1") as caught:
        ListedOptions(BIDS[:2], "1.3").check(BIDS[2])
    assert caught.value.rule == "1.3"


def test_a_game_with_closed_orders_has_to_tell_their_effects() -> None:
    with pytest.raises(TypeError, match="Silent has closed orders: it needs an `effect`"):

        class Silent(AuctionRules, MailRules):
            closed_orders = True
