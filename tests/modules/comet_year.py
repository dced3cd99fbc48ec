"""A year of the comet played on several boards at once: the whole game, everybody's, and each seat's."""

from modules import library
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Effect, Roll
from pbem.dice.dice_stream import Stream, hash_lines

__all__ = ["PLAYERS", "Boards", "Effect", "Illegal", "advised", "rules_for", "sampled"]

PLAYERS = {2: ["two"], 3: [], 4: ["four"], 5: ["five"], 6: ["six"], 7: ["seven"]}


def rules_for(players=3):
    return library.rules("year_of_the_comet", "campaign", PLAYERS[players])


class Chance:
    def __init__(self, *seed):
        self.stream = Stream(hash_lines("comet", *map(str, seed)))

    def below(self, limit):
        return self.stream.die(limit) - 1 if limit > 1 else 0


def sampled(play, chance):
    return play.request.options.sample(chance)


def advised(play, chance):
    return play.rules.advise(play.request, play.state, chance)


def due(play):
    request = play.request
    return (request.seat, request.kind) if isinstance(request, Choose) else request


class Boards:
    """`whole` is answered by orders, the board of each viewer (empty: everybody) by what it may know.
    `decide` picks an order on a board."""

    def __init__(self, players=3, seed=0, decide=advised, state=None, rules=None, viewers=None):
        self.rules = rules or rules_for(players)
        self.whole = Play(self.rules, state)
        start = self.whole.state
        viewers = ["", *self.rules.seats] if viewers is None else viewers
        self.seen = {seat: Play(self.rules, self.rules.view(start, seat)) for seat in viewers}
        self.dice, self.choices, self.decide = Chance(seed, "dice"), Chance(seed, "choices"), decide

    def step(self):
        request = self.whole.request
        if isinstance(request, Roll):
            self.give(tuple(1 + self.dice.below(die.sides) for die in request.dice))
            return
        board = self.seen.get(request.seat, self.whole)
        self.give(self.decide(board, self.choices))

    def give(self, answer):
        """An answer on all boards: an order as what each knows of it."""
        request, state = self.whole.request, self.whole.state
        if isinstance(request, Roll):
            self.whole.answer(answer)
            for play in self.seen.values():
                play.follow(answer)
            return
        known = self.rules.effect(state, answer)
        told = {}
        for seat in self.seen:
            news = self.rules.news(state, answer, seat) if seat else ()
            told[seat] = Effect(known, news, answer if seat == request.seat else None)
        author = self.seen.get(request.seat)
        if author is not None:
            author.request.options.check(answer)
            self.rules.check_effect(author.state, answer, told[request.seat])
        self.whole.answer(answer)
        for seat, play in self.seen.items():
            play.follow(told[seat])

    def check(self):
        """Each board is the view of the whole, and asks for the same."""
        for seat, play in self.seen.items():
            assert due(play) == due(self.whole), seat
            assert play.state == self.rules.view(self.whole.state, seat), seat

    def run(self, limit=20_000):
        for _ in range(limit):
            if self.whole.request is None:
                return self
            self.step()
            self.check()
        raise AssertionError("no end")
