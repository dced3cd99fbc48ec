"""A small whole game for tests in which sides decide at once and in secret: two or three earls and a crown.

Each turn all bid, in the second all but the one who has the crown. The highest bid gets it, dice part those
who bid the same. Who has the crown claims land of others: dice, and a choice of what is lost.
"""

from dataclasses import dataclass, field, replace

import duel

from modules.engine.orders import Grammar, Order, Word
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Secret, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
from modules.engine.standing_orders import Kind, Vocabulary
from modules.engine.standing_orders import Word as Say
from pbem.entry.field_types import REFEREE

SIDES = ("east", "west", "north")
TURNS = 4


@dataclass(frozen=True, slots=True)
class Bid(Order):
    FORM = "bid {gold}"
    gold: Word


@dataclass(frozen=True, slots=True)
class Claim(Order):
    FORM = "claim {side}"
    side: Word


@dataclass(frozen=True, slots=True)
class Give(Order):
    FORM = "give {what}"
    what: Word


@dataclass(frozen=True, slots=True)
class Done(Order):
    FORM = "done"


@dataclass(slots=True)
class State:
    turn: int = 1
    phase: str = "bid"
    active: str = SIDES[0]
    outcome: Outcome | None = None
    gold: dict[str, int] = field(default_factory=dict)
    land: dict[str, int] = field(default_factory=dict)

    def copy(self):
        return replace(self, gold=dict(self.gold), land=dict(self.land))


class Council(AdviceRules, MailRules):
    def __init__(self, sides=SIDES):
        self.grammar = Grammar((Bid, Claim, Give, Done), (), ())
        self.sides = sides

    def start(self):
        return State(
            active=self.sides[0], gold=dict.fromkeys(self.sides, 9), land=dict.fromkeys(self.sides, 3)
        )

    def phase(self, state):
        yield from getattr(self, f"_{state.phase}")(state)

    def _bid(self, state):
        asked = [side for side in self.sides if state.turn != 2 or side != state.active]
        bids = yield Secret({side: self._choose(state, side) for side in asked})
        for side, bid in bids.items():
            yield Tell(f"{side} bids {bid.gold}", "1.1")
        best = max(int(bid.gold) for bid in bids.values())
        first = [side for side in asked if int(bids[side].gold) == best]
        while len(first) > 1:
            dice = yield Roll(first[0], "1.2", tuple(Die(6, f"{side} bid the same") for side in first))
            first = [side for side, value in zip(first, dice, strict=True) if value == max(dice)]
        state.active = first[0]
        state.gold[first[0]] -= best
        yield Tell(f"{first[0]} has the crown", "1.3")
        state.phase = "claim"

    def _choose(self, state, side):
        legal = [Bid(str(gold)) for gold in range(state.gold[side] + 1)]
        return Choose(side, "bid", "what you bid for the crown", "1.1", ListedOptions(legal, "1.1"))

    def _claim(self, state):
        me, claimed = state.active, set()
        while True:
            others = [side for side in self.sides if side != me and side not in claimed]
            legal = [*map(Claim, others), Done()]
            order = yield Choose(me, "claims", "claim land, or done", "2.1", ListedOptions(legal, "2.1"))
            if isinstance(order, Done):
                break
            claimed.add(order.side)
            (value,) = yield Roll(me, "2.2", (Die(6, f"{me} claims land of {order.side}"),))
            if value >= 2:
                yield from self._lose(state, order.side, me)
        state.turn, state.phase = state.turn + 1, "bid"
        if state.turn > TURNS:
            best = max(self.sides, key=lambda side: (state.land[side], state.gold[side]))
            state.outcome = Outcome(best, "clean", f"{best} has the most land", "3.1")

    def _lose(self, state, side, to):
        ask = ListedOptions([Give("land"), Give("gold")], "2.3")
        given = yield Choose(side, "loss", "give land or gold?", "2.3", ask)
        purse = state.land if given.what == "land" else state.gold
        amount = min(1, purse[side])
        purse[side] -= amount
        purse[to] += amount

    def view(self, state, side):
        return state

    def standing_vocabulary(self):
        nothing = Say("nothing", "bid nothing", lambda case: case.orders[0])
        land = Say("land", "give land", lambda case: case.orders[0])
        kinds = [
            Kind("bid", "what you bid", "1.1", (nothing,), "nothing"),
            Kind("loss", "what you give", "2.3", (land,), "first"),
        ]
        return Vocabulary(self.grammar, kinds)

    def map_of(self, state):
        return ""

    def position(self, state):
        return ()

    def summary(self, state):
        return (("Turn", str(state.turn)),)

    def facts(self, state):
        return {"turn": state.turn}


def build(body):
    return Council(tuple(p.role for p in body.parties if p.role != REFEREE))


def new(out, salt="", sides=SIDES[:2], refereed=True, deadlines=(), word=()):
    """A game of these sides and its folders."""
    return duel.new(out, salt, (REFEREE, *sides) if refereed else sides, deadlines, "council", word)
