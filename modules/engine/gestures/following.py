"""What a person did on a board, gesture after gesture, followed through a game: the orders that it makes, and
of each gesture what became of it.

What is not legal yet is tried again after each order that is: nobody moves counters on a board in just the
sequence in which he would write it down. A phase that the next gesture needs closed is closed, and that is
said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.gestures.after_dice import AfterDice
from modules.engine.gestures.forms import names_an_end
from modules.engine.gestures.gathering import Made
from modules.engine.gestures.hand import Dice, Phase, Press, Put, Turn, apart
from modules.engine.gestures.reading import (
    DONE,
    belongs,
    due,
    fault_of,
    fitting,
    goes_on,
    is_in,
    read_by_hand,
    why_not,
    with_order_names,
)
from modules.engine.orders import Grammar, Order, parts_of
from modules.engine.requests import Choose, Deal, Reveal, Roll, Shuffle
from modules.engine.rules.view_rules import ViewRules

_CHANCE: Final = (Roll, Shuffle, Deal, Reveal)
"""What comes between orders that nobody decides."""
_PHASES: Final = 6
"""So many phases may be closed between one gesture and the next."""


class KnowsMore(Exception):
    """A game that shows more than the seat knows whose hand is followed: a fault of the caller."""


Fate = Literal["order", "implied", "after", "ask", "refused", "back", "later"]


@dataclass(frozen=True, slots=True)
class Said:
    """What became of a gesture. `fate`: it is an `order`; `implied`, an order that nobody gave but this
    gesture needs; `ask`, the person must say which of `choices`; `refused`, for `why`; `back`, it ended
    where it began, and only if he says so is it one of `choices`; `later`, it comes after dice or
    another's decision, and where it is illegal whatever these are, `why` says so."""

    made: Made
    fate: Fate
    order: Order | None = None
    choices: tuple[Order, ...] = ()
    why: Illegal | None = None


@dataclass
class Following:
    """A game that follows what one seat does; `play` goes on with each order that is understood. `said` is in
    the sequence in which orders are given.

    Raises KnowsMore for a game that is not as its seat sees it: what is said of a gesture tells what is legal
    then, and whoever may ask again and again would learn what is hidden from him.
    """

    play: Play[ViewRules[Any]]
    seat: str
    said: list[Said] = field(default_factory=list)
    _waiting: list[Made] = field(default_factory=list)
    _ahead: list[Made] = field(default_factory=list)
    _left: list[tuple[Made, Illegal | None]] = field(default_factory=list)
    _given: list[Order] = field(default_factory=list)
    _blind: bool = False
    """An order was given of which the seat cannot know what it comes to: its own game ends there."""

    def __post_init__(self) -> None:
        rules, state = self.play.rules, self.play.state
        if rules.needs_secret and rules.view(state, self.seat) != state:
            raise KnowsMore(f"what {self.seat} did must be read on the game as {self.seat} sees it")
        self._begin = Play.restore(self.play.rules, self.play.snapshot())

    def follow(self, gestures: Sequence[Made]) -> list[Said]:
        """Follow these gestures, gathered before, to their end."""
        for made in gestures:
            if self._due() is None:
                self._left.append((made, None))
            elif isinstance(made.gesture, Press):
                self._give_up()
                self._press(made)
            elif isinstance(made.gesture, Phase):
                self._give_up()
                if not is_in(self.play, made.gesture):
                    self._reach()
                    self._say_stuck(made)
                self._go_on(made, made.gesture)
                self._go_ahead()
            else:
                self._take(made)
        self._end()
        return self.said

    def _due(self) -> Choose | None:
        return None if self._blind else due(self.play, self.seat)

    def _take(self, made: Made) -> None:
        """One gesture, at once or for later; of several pieces all together, else each by itself."""
        if self._done_by_hand(made):
            return
        if isinstance(made.gesture, Put) and made.gesture.is_back:
            self._say_back(made)
            return
        parts = [Made(part, made.steps) for part in apart(made.gesture)]
        found = self._fitting(made)
        if self._settled(made, found):
            if len(found) == 1 and names_an_end(found[0]):
                self._take_rest(parts[1:], type(found[0]))
            return
        if any(self._fitting(part) for part in parts):
            for part in parts:
                self._take(part)
        elif any(self._belongs(each) for each in (made, *parts)):
            self._waiting += parts if parts and isinstance(made.gesture, Put) else [made]
        else:
            self._ahead.append(made)

    def _done_by_hand(self, made: Made) -> bool:
        """Whether a gesture is read as an act by hand: then it is one, or changes nothing, or waits."""
        choice = self._due()
        act = None if choice is None else read_by_hand(choice, with_order_names(self.play, made.gesture))
        if act is None:
            return False
        if act.order is not None:
            self._settled(made, (act.order,))
        elif act.fault is None:
            self.said.append(Said(made, "back"))
        elif isinstance(made.gesture, Dice):
            self.said.append(Said(made, "refused", why=act.fault))
        else:
            self._waiting.append(made)
        return True

    def _take_rest(self, parts: Sequence[Made], kind: type[Order]) -> None:
        """An order that names only where pieces were put is for one of them, if it may be given again."""
        for part in parts:
            choice = self._due()
            if choice is not None and any(isinstance(each, kind) for each in choice.options.legal()):
                self._take(part)

    def _belongs(self, made: Made) -> bool:
        choice = self._due()
        return choice is None or belongs(self.play, choice, with_order_names(self.play, made.gesture))

    # --- what is of a later phase, or comes after dice -----------------------------------------------------

    def _go_ahead(self) -> None:
        """What was of a later phase is tried in this one."""
        ahead, self._ahead = self._ahead, []
        for made in ahead:
            self._take(made)

    def _end(self) -> None:
        """Close the phases that are to be closed, then look what comes after the dice."""
        self._reach()
        self._give_up()
        self._left += [(made, self._fault(made)) for made in self._ahead]
        last = max((made.made.steps[-1] for made in self.said if made.order is not None), default=0)
        comes = self._blind or isinstance(self.play.request, _CHANCE)
        games = AfterDice(self._begin, self._given, self.seat) if comes else None
        for made, fault in sorted(self._left, key=lambda each: each[0].steps):
            late = games is not None and (fault is None or made.steps[0] > last)
            order = games.take(made.gesture) if games is not None and late else None
            if order is not None:
                self.said.append(Said(made, "after", order))
            else:
                against = games.against(made.gesture) if games is not None and fault is None else None
                used_later = fault is None and not isinstance(made.gesture, Dice)
                self.said.append(Said(made, "later" if used_later else "refused", why=fault or against))

    def _reach(self) -> None:
        """Close the phases that what is left needs closed."""
        while self._ahead and self._due() is not None and self._close_for(self._ahead[0]):
            self._go_ahead()

    def _fitting(self, made: Made) -> tuple[Order, ...]:
        choice = self._due()
        return () if choice is None else fitting(self.play, choice, with_order_names(self.play, made.gesture))

    def _fault(self, made: Made) -> Illegal | None:
        choice = self._due()
        return (
            None if choice is None else fault_of(self.play, choice, with_order_names(self.play, made.gesture))
        )

    def _settled(self, made: Made, found: tuple[Order, ...]) -> bool:
        """Whether a gesture is an order, which is given, or a question."""
        if len(found) == 1:
            self._give(made, found[0], "order")
            self._turn_set_up(made, found[0])
            self._try_waiting()
        elif found:
            self.said.append(Said(made, "ask", choices=found))
        return bool(found)

    def _turn_set_up(self, made: Made, order: Order) -> None:
        """What is set up by an order that tells no facing looks as it was turned by another."""
        if self._blind or not isinstance(made.gesture, Put) or not _puts_down(order):
            return
        wanted = made.gesture.facing
        looks = {each.counter: each.facing for each in self.play.rules.position(self.play.state)}
        pieces = tuple(each for each in made.gesture.pieces if looks.get(each.counter) not in ("", wanted))
        if wanted and pieces:
            self._take(Made(Turn(pieces, wanted), made.steps))

    def _try_waiting(self) -> None:
        """What was not legal before may be so now; the order given first is the first to be tried."""
        waiting, self._waiting = self._waiting, []
        for n, made in enumerate(waiting):
            found = self._fitting(made)
            if len(found) == 1:
                self._waiting += waiting[n + 1 :]
                self._settled(made, found)
                return
            self._waiting.append(made)

    def _give(self, made: Made, order: Order, fate: Fate) -> None:
        if isinstance(self.play.request, Choose):
            self._given.append(order)
            self._blind = not goes_on(self.play, order)
            if not self._blind:
                self.play.answer(order)
        self.said.append(Said(made, fate, order))

    def _press(self, made: Made) -> None:
        if not self._settled(made, self._fitting(made)):
            self.said.append(Said(made, "refused", why=self._fault(made)))

    def _go_on(self, made: Made, over: Phase) -> None:
        """Close what is due in a phase that is over; the game may have gone on from it by itself."""
        done = _bare(self.play.rules.grammar, DONE)
        while (choice := self._due()) is not None and is_in(self.play, over):
            fault = None if done is None else why_not(choice, done)
            if done is None or fault is not None:
                self.said.append(Said(made, "refused", why=fault))
                return
            self._give(made, done, "order")

    def _say_stuck(self, made: Made) -> None:
        """Why a phase cannot be closed, behind which there is more to do; once."""
        done, choice = _bare(self.play.rules.grammar, DONE), self._due()
        if not self._ahead or done is None or choice is None:
            return
        fault = why_not(choice, done)
        if fault is not None and str(fault) not in {str(each.why) for each in self.said}:
            self.said.append(Said(made, "refused", why=fault))

    def _say_back(self, made: Made) -> None:
        self.said.append(Said(made, "back", choices=self._fitting(made)))

    def _give_up(self) -> None:
        """What waits is no order of this phase; why not, is said at the end."""
        self._left += [(made, self._fault(made)) for made in self._waiting]
        self._waiting.clear()

    # --- a phase that is closed ----------------------------------------------------------------------------

    def _close_for(self, made: Made) -> bool:
        """Close the phases behind which a gesture is an order that is due."""
        closing = self._closing(made)
        self._give_up()
        for order in closing:
            self._give(made, order, "implied")
        return bool(closing)

    def _closing(self, made: Made) -> list[Order]:
        """The words that close phases up to one in which a gesture is understood; none where there is
        none."""
        done = _bare(self.play.rules.grammar, DONE)
        trial = Play.restore(self.play.rules, self.play.snapshot())
        for count in range(1, _PHASES):
            choice = due(trial, self.seat)
            if done is None or choice is None or why_not(choice, done) is not None:
                break
            if not goes_on(trial, done):
                break
            trial.answer(done)
            choice = due(trial, self.seat)
            gestures = (made.gesture, *apart(made.gesture))
            if choice is not None and any(
                belongs(trial, choice, with_order_names(self.play, each)) for each in gestures
            ):
                return [done] * count
        return []


def _bare(grammar: Grammar, word: str) -> Order | None:
    return next((order for order in grammar.bare if order.verb == word), None)


def _puts_down(order: Order) -> bool:
    """Whether an order puts one counter in one place, and tells no more of it."""
    parts = parts_of(type(order))
    return [each.what for each in parts] == ["counter", "place"] and not any(each.many for each in parts)
