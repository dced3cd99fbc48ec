"""A game at the free table with the board of each viewer beside it, each fed with what its viewer learns."""

from hands import shuffled

from modules.engine.driver import Play
from modules.engine.requests import Choose, Deal, Reveal, Shuffle
from modules.engine.state_digest import digest


class Boards:
    """`whole` knows every card; `seen` has the board of each side, and of everybody under the empty word.
    `orders` of packs are used first, then `draw` makes them."""

    def __init__(self, rules, draw, orders=()):
        self.rules, self._draw, self._orders = rules, draw, list(orders)
        self.whole = Play(rules)
        self.seen = {viewer: Play(rules, rules.view(rules.start(), viewer)) for viewer in ("", *rules.sides)}
        self._places = {}
        self._settle()

    def answer(self, order):
        """An order; then all that chance brings."""
        for play in self._all():
            play.answer(order)
        self._settle()

    def give(self, *lines):
        """Orders as lines."""
        for line in lines:
            self.answer(self.rules.grammar.parse(line))
        return self

    def card(self, side, at=0):
        """A card that a side holds."""
        return list(self.whole.state.hidden.hand(side))[at][1]

    def name(self, card):
        """What a card is called."""
        hidden = self.whole.state.hidden
        return next(
            self.rules._sealed.names[pack][hidden.known[card]]
            for pack, found in hidden.packs.items()
            if card in found.cards()
        )

    def _all(self):
        return (self.whole, *self.seen.values())

    def _settle(self):
        while (request := self.seen[""].request) is not None and not isinstance(request, Choose):
            if isinstance(request, Shuffle):
                order = self._orders.pop(0) if self._orders else shuffled(request.size, self._draw)
                self._places |= {f"{request.secret}{n}": place for n, place in enumerate(order, 1)}
                self.whole.answer(tuple(order))
                self._tell(request, lambda _: ())
            elif isinstance(request, Deal):
                shown = {card: self._places[card] for card in request.cards}
                self._tell(request, lambda viewer, r=request, s=shown: s if viewer == r.side else {})
            elif isinstance(request, Reveal):
                shown = {card: self._places[card] for card in request.cards}
                self._tell(request, lambda _, s=shown: s)
            else:
                values = tuple(1 + self._draw.below(die.sides) for die in request.dice)
                for play in self._all():
                    play.answer(values)
        self.compare()

    def _tell(self, request, learnt):
        for viewer, play in self.seen.items():
            if play.request == request:
                play.answer(learnt(viewer))

    def compare(self):
        """Each board is what its viewer may see of the whole."""
        for viewer, play in self.seen.items():
            assert digest(play.state) == digest(self.rules.view(self.whole.state, viewer)), viewer
