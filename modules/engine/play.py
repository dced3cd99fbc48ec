"""The driver: runs a game's rules phase by phase, hands out what they ask and takes the answers.

A running generator cannot be copied, so each phase starts from the state alone. A snapshot is therefore
the state at the last phase boundary plus the answers since; restoring runs these again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeGuard, TypeVar

from modules.amounts import counted
from modules.engine.agreed import Agreed, Fact
from modules.engine.errors import Illegal, UnknownThingError
from modules.engine.modifiers import Modifier
from modules.engine.orders import Grammar, Order
from modules.engine.position import Placed
from modules.engine.requests import (
    Answer,
    Chance,
    Choose,
    Deal,
    Effect,
    Left,
    Passed,
    Request,
    Reveal,
    Roll,
    Secret,
    Shuffle,
    Steps,
    Tell,
)
from modules.engine.standing import Vocabulary


class WrongAnswer(Exception):
    """An answer of the wrong kind, such as dice where an order is due: a fault of the caller."""


class GameOver(Exception):
    """Raised by rules in the middle of a phase, once the state holds the outcome."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side (empty: a draw), how well, and the rule that ended it."""

    winner: str
    level: str
    reason: str
    rule: str


class State(Protocol):
    """What the driver needs of a game's state. `copy` must be cheap; units are shared, never changed."""

    @property
    def turn(self) -> int:
        """The game turn, counted from 1."""
        ...

    @property
    def phase(self) -> str:
        """The phase in which the state stands."""
        ...

    @property
    def active(self) -> str:
        """The side whose phase it is."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def copy(self) -> Self:
        """An independent state that is equal to this one."""
        ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A position to set up by hand: `units` maps counters to a place and states (`2019, disordered`),
    `facts` names numbers such as losses. What is not named is off the map or at its start."""

    turn: int
    phase: str
    active: str
    units: Mapping[str, str]
    facts: Mapping[str, int]


class Rules(ABC, Generic[S]):
    """A game's rules for one scenario. Its coroutines read nothing but the state and the definition."""

    grammar: Grammar
    sides: tuple[str, ...]
    secret_packs: bool = False
    """Whether the game has packs that not everybody may see (`Shuffle.secret`). By mail it is played from
    what everybody knows, and somebody has to hold the packs."""

    closed_orders: bool = False
    """Whether an order itself may not be read by the other players. By mail it then stays closed until the
    game is over, and all boards but one are run by the effects of orders (`Effect`): the one that everybody
    has from `view(start, "")`, each seat's from its own view. After each they equal the views of the whole
    state. Which dice are due, and what may be chosen, follows from them alone: what hidden things prevent is
    an effect, never an illegal order."""
    effects: Grammar
    """How effects are written, in a game with closed orders."""

    between: tuple[str, ...] = ()
    """Phases of each side that are in no game turn, such as between two periods, with armies off the map."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        if cls.closed_orders and cls.effect is Rules.effect:
            raise TypeError(f"{cls.__name__} has closed orders: it needs an `effect`")

    def effect(self, state: S, order: Order) -> Order | None:  # noqa: ARG002 - for games to override
        """What everybody may know of a legal order that is given in a state, before it is carried out. In a
        view: what its seat expects, None where it cannot know that. Asked of games with closed orders, which
        must tell it."""
        return None

    def news(self, state: S, order: Order, seat: str) -> tuple[str, ...]:  # noqa: ARG002 - for games to override
        """What a seat learns of such an order beside its effect: lines of visible characters."""
        return ()

    def compare(self, state: S, order: Order, told: Effect) -> None:
        """Raises Illegal for an effect or news that this order cannot have, by the state that its author
        sees."""

    @property
    def needs_secret(self) -> bool:
        """Whether by mail somebody has to hold what not all may know: packs, or orders that stay closed."""
        return self.secret_packs or self.closed_orders

    @property
    def seats(self) -> Mapping[str, str]:
        """The players, each with the side for which he plays; without a game's own each side is a player."""
        return {side: side for side in self.sides}

    def sides_of(self, seat: str) -> tuple[str, ...]:
        """The sides whose pieces a player commands; without a game's own the one for which he plays."""
        return (self.seats[seat],)

    def leave(self, state: S, seat: str) -> bool:  # noqa: ARG002 - for games to override
        """Take a player who gives up out of a state of a game that the others play on.

        A game that does so leaves the state where a phase begins, and what is due is asked for anew. Without
        it (False, the state unchanged) his decisions are answered by the game's defaults.
        """
        return False

    def gone(self, state: S) -> tuple[str, ...]:  # noqa: ARG002 - for games to override
        """The seats of players who are out of the game by its rules."""
        return ()

    @abstractmethod
    def start(self) -> S:
        """The state before set-up."""

    @abstractmethod
    def arrange(self, asked: Arrangement) -> S:
        """A state set up by hand, in the middle of a game. Raises OrderError for what is not of this game,
        and for what play cannot reach."""

    @abstractmethod
    def describe(self, state: S, counter: str) -> str:
        """A counter's place and states in the words of an Arrangement."""

    @abstractmethod
    def facts(self, state: S) -> dict[str, int]:
        """The numbers of a state by the names that an Arrangement uses."""

    def amend(self, state: S, facts: Sequence[Fact]) -> None:  # noqa: ARG002 - for games to override
        """Change a state at the beginning of a phase as all players have agreed, by all these facts together,
        and nothing that follows from them. What they change is known to all who have a `view`: each is
        changed in the same way. Raises UnknownThingError for what is not of this game (without a game's own
        that is every fact), Illegal for a position that play cannot reach."""
        raise UnknownThingError(str(facts[0]), "fact")

    @abstractmethod
    def phase(self, state: S) -> Steps:
        """Plays the phase in which the state stands, and leaves it at the next or with an outcome."""

    def advise(self, choice: Choose, state: S, chance: Chance) -> Order:  # noqa: ARG002 - for games to override
        """An order that a sensible player might give; without a policy of the game's own, any legal one."""
        order: Order = choice.options.sample(chance)
        return order

    styles: tuple[str, ...] = ()
    """The styles of the game's policy besides its usual one."""

    def advise_in(self, style: str, choice: Choose, state: S, chance: Chance) -> Order:  # noqa: ARG002
        """As `advise`, in one of the `styles`; an empty one, or a game without styles, has the usual one."""
        return self.advise(choice, state, chance)

    def part(self, state: S) -> str:  # noqa: ARG002 - for games to override
        """The battle that is fought, in a game of several; its styles may be others than the next one's."""
        return ""

    def period(self, state: S) -> int:  # noqa: ARG002 - for games to override
        """Of a battle in which turns are counted from 1 several times, which time this is."""
        return 1

    def fights_for(self, side: str) -> str:
        """The side of the game for which the counters of a side fight: itself, but where several battles are
        fought the player's whose side in one it is."""
        return side

    def features(self, state: S, side: str) -> Mapping[str, float]:  # noqa: ARG002 - for games to override
        """What counts for a side in a whole state, by names that the game's evaluation.yaml weighs: shares
        from 0 to 1, more is better."""
        return {}

    def modifiers(self, state: S, order: Order) -> tuple[Modifier, ...]:  # noqa: ARG002 - for games to override
        """What changes the chances of a legal order as the author of a view knows it, each with its rule;
        without a game's own nothing."""
        return ()

    def fitting(self, view: S, now: S, chance: Chance) -> S:  # noqa: ARG002 - for games to override
        """A whole state that fits a view, with what is hidden from it filled in at random; `now` is a later
        view of the same seat, which may know more. Asked of games with secret packs, or with closed
        orders where a phase begins, which must tell it."""
        return view.copy()

    def standing(self) -> Vocabulary[S]:
        """What may be said in standing orders; without a game's own nothing. Give it the state that everybody
        sees, `view(state, "")`."""
        return Vocabulary(self.grammar, ())

    @abstractmethod
    def view(self, state: S, side: str) -> S:
        """What one side may know of a state, or where it has `seats` one of these; what is hidden from it is
        not in it. Without a side (an empty one): what everybody knows. A game may be played from a view: then
        the rules ask for what it lacks with `Deal` and `Reveal`."""

    def called(self, state: S, counter: str, steps_lost: int) -> str:  # noqa: ARG002 - for games to override
        """How orders name a counter that lies on the board with so many steps lost: as it is."""
        return counter

    def read_back(self, state: S) -> S:
        """A state that was read from plain data (`saving`), with what the definition adds to it: nothing."""
        return state

    @abstractmethod
    def map_of(self, state: S) -> str:
        """The name of the map, or the board of squares, on which the state is played."""

    @abstractmethod
    def position(self, state: S) -> tuple[Placed, ...]:
        """Where each counter lies, for drawing and for VASSAL. Give it a view to draw what a side sees."""

    def off_map(self, state: S) -> tuple[Placed, ...]:  # noqa: ARG002 - for games to override
        """Where lies what is not on the map, as far as the state knows it: `lost`, `entering` (later, from
        beside the map), `forces` (still to be set up), `reserve` (set aside), `hand SIDE`, of packs `pile`
        and `discard`. Cards of packs are called by their copies, as in "NAME-2"."""
        return ()

    def backs(self, state: S) -> tuple[Placed, ...]:  # noqa: ARG002 - for games to override
        """Cards in packs and hands of which the viewer knows no more than that they lie there."""
        return ()

    @abstractmethod
    def summary(self, state: S) -> tuple[tuple[str, str], ...]:
        """The facts that stand beside the map (turn, phase, losses): name and value, in order."""


@dataclass(frozen=True, slots=True)
class Saved(Generic[S]):
    """A point in a game as plain data: a state where a phase began with nothing passed over before it, and
    the answers since, of which `count` had been given before. What was told is not in it."""

    boundary: S
    answers: tuple[Answer, ...]
    count: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[S]):
    """A point in a game from which it can go on, any number of times."""

    boundary: S
    answers: tuple[Answer, ...]
    events: tuple[Tell, ...]
    count: int
    passed: tuple[Passed, ...] = ()
    before: Saved[S] | None = None
    """Its boundary, to be written down."""


class Play(Generic[S]):
    """A game in progress. `request` is what is due (None: the game is over), `events` what has happened,
    `count` how many answers were given, `passed` the decisions that were passed over since the last order."""

    def __init__(self, rules: Rules[S], state: S | None = None) -> None:
        self.rules = rules
        self.state: S = rules.start() if state is None else state.copy()
        self.events: list[Tell] = []
        self.count = 0
        self.passed: list[Passed] = []
        self.request: Request | None = None
        self._begin()
        self._advance(None)

    def _begin(self) -> None:
        self._boundary = self.state.copy()
        self._since: list[Answer] = []
        if not self.passed:
            self._anchor, self._since_anchor = Saved(self._boundary, (), self.count), list[Answer]()
        self._at_boundary = len(self._since_anchor)
        self._events_before = len(self.events)
        self._passed_before = tuple(self.passed)
        self._steps = self.rules.phase(self.state)

    def answer(self, value: Answer) -> None:
        """Gives what was asked for. Raises Illegal (nothing changes) or WrongAnswer."""
        if self.request is None:
            raise WrongAnswer("the game is over: no decision is due")
        check_answer(self.request, value)
        self._take(value)

    def follow(self, value: Answer) -> None:
        """Takes an answer that stands in a record of the game. As `answer`, but an order is not judged again:
        who knows more than the judge must let stand even one that came to nothing. Raises WrongAnswer."""
        if isinstance(value, Left):
            self.leave(value.seat)
        elif isinstance(value, Agreed):
            self.amend(value)
        elif not isinstance(self.request, Choose):
            self.answer(value)
        elif isinstance(value, Order | Effect):
            self._take(value)
        else:
            raise WrongAnswer(f"an order by {self.request.side} is due ({self.request.kind}), not {value!r}")

    def why_not(self, side: str, order: Order) -> Illegal | None:
        """Why an order cannot be given whose phase was passed over, for nothing could be done in it; None for
        any other order, such as one that may be given now."""
        if self._is_legal(side, order):
            return None
        for passed in reversed(self.passed):
            if passed.choice.seat == side and isinstance(order, passed.takes):
                try:
                    passed.choice.options.check(order)
                except Illegal as fault:
                    return fault
        return None

    def _is_legal(self, side: str, order: Order) -> bool:
        if not isinstance(self.request, Choose) or self.request.seat != side:
            return False
        try:
            self.request.options.check(order)
        except Illegal:
            return False
        return True

    def leave(self, seat: str) -> bool:
        """Go on without this player; False, with nothing changed, if the game does not say how."""
        if self.request is None or not self.rules.leave(self.state, seat):
            return False
        self.passed = []
        if self.state.outcome is None:
            self._begin()
            self._advance(None)
        else:
            self.request = None
            self._since_anchor.append(Left(seat))
        return True

    @property
    def begins(self) -> bool:
        """Whether a phase begins here, with a decision: nothing has been answered in it."""
        return not self._since and isinstance(self.request, Choose)

    @property
    def in_phase(self) -> int:
        """How many answers were given since the phase began."""
        return len(self._since)

    def amend(self, agreed: Agreed) -> None:
        """Take in facts on which all agree, where a phase begins; it begins anew from them. Raises OrderError
        (nothing changes), WrongAnswer elsewhere."""
        if not self.begins:
            raise WrongAnswer("facts are taken where a phase begins")
        state = self._boundary.copy()
        self.rules.amend(state, agreed.facts)
        self.state, self.passed = state, [*self._passed_before]
        self._since_anchor.append(agreed)
        self._begin()
        self._advance(None)

    def _take(self, value: Answer) -> None:
        if isinstance(self.request, Choose | Secret):
            self.passed = []
        self._since.append(value)
        self._since_anchor.append(value)
        self.count += 1
        self._advance(value)

    def _advance(self, value: Answer) -> None:
        while True:
            try:
                asked = self._steps.send(value)
            except (StopIteration, GameOver):
                if self.state.outcome is not None:
                    self.request = None
                    return
                self._begin()
                value = None
                continue
            value = None
            if isinstance(asked, Tell):
                self.events.append(asked)
            elif isinstance(asked, Passed):
                self.passed.append(asked)
            else:
                self.request = asked
                return

    def snapshot(self) -> Snapshot[S]:
        """This point of the game; costs nothing but the list of answers since the phase began."""
        events = tuple(self.events[: self._events_before])
        count = self.count - len(self._since)
        before = self._saved(self._at_boundary)
        return Snapshot(self._boundary, tuple(self._since), events, count, self._passed_before, before)

    def moment(self) -> Callable[[], Play[S]]:
        """A game that stands here, for whoever may ask for it later; nothing is worked out before. It has
        none of the events before its phase."""
        boundary, since, count, passed = self._boundary, self._since, len(self._since), self._passed_before
        before = self._saved(self._at_boundary)
        return lambda: Play.restore(
            self.rules, Snapshot(boundary, tuple(since[:count]), (), 0, passed, before)
        )

    def here(self) -> Saved[S]:
        """As much of this point as tells what is due."""
        return Saved(self._boundary, tuple(self._since))

    def saved(self) -> Saved[S]:
        """This point of the game, to be written down."""
        return self._saved(len(self._since_anchor))

    def _saved(self, upto: int) -> Saved[S]:
        anchor = self._anchor
        return Saved(anchor.boundary, (*anchor.answers, *self._since_anchor[:upto]), anchor.count)

    @classmethod
    def resume(cls, rules: Rules[S], saved: Saved[S]) -> Play[S]:
        """A game that stands where another was saved, with none of what was told before."""
        play = cls.restore(rules, Snapshot(saved.boundary, (), (), saved.count))
        for answer in saved.answers:
            if isinstance(answer, Left):
                play.leave(answer.seat)
            elif isinstance(answer, Agreed):
                play.amend(answer)
            else:
                play._take(answer)
        play.events.clear()
        play._events_before = 0
        return play

    @classmethod
    def restore(cls, rules: Rules[S], snapshot: Snapshot[S]) -> Play[S]:
        """A new game that stands where the snapshot was taken."""
        play = cls.__new__(cls)
        play.rules = rules
        play.state = snapshot.boundary.copy()
        play.events = list(snapshot.events)
        play.count = snapshot.count
        play.passed = list(snapshot.passed)
        play.request = None
        play._anchor = snapshot.before or Saved(snapshot.boundary, (), snapshot.count)
        play._since_anchor = []
        play._begin()
        play._advance(None)
        for answer in snapshot.answers:
            play._take(answer)
        return play


def check_answer(request: Request, value: Answer) -> None:
    """Raises Illegal for an order against the rules, WrongAnswer for an answer of the wrong kind."""
    if isinstance(request, Choose):
        _check_order(request, value)
    elif isinstance(request, Secret):
        if not isinstance(value, Mapping) or set(value) != set(request.choices):
            raise WrongAnswer(f"one order each by {', '.join(request.choices)} is due")
        for side, choice in request.choices.items():
            _check_order(choice, value[side])
    elif isinstance(request, Roll):
        if not _are_numbers(value) or len(value) != len(request.dice):
            raise WrongAnswer(f"this roll takes {counted(len(request.dice), 'die')}, not {value!r}")
        if not all(1 <= v <= die.sides for v, die in zip(value, request.dice, strict=True)):
            raise WrongAnswer(f"die value out of range: {value!r}")
    elif isinstance(request, Shuffle):
        unknown = bool(request.secret) and value == ()
        if not unknown and (not _are_numbers(value) or sorted(value) != list(range(request.size))):
            raise WrongAnswer(f"an order of {request.size} cards is due, not {value!r}")
    else:
        _check_shown(request, value)


def _check_shown(request: Deal | Reveal, value: Answer) -> None:
    """Cards that are shown: of those that are asked for, as many, and each by its number."""
    if not isinstance(value, Mapping) or not set(value) <= set(request.cards):
        raise WrongAnswer(f"cards of {', '.join(request.cards)} are due, not {value!r}")
    if not all(isinstance(number, int) for number in value.values()):
        raise WrongAnswer(f"a card is given by its number, not {value!r}")
    wanted = {request.count} if isinstance(request, Reveal) else {0, len(request.cards)}
    if len(value) not in wanted:
        raise WrongAnswer(f"this answer takes {counted(max(wanted), 'card')}, not {len(value)}")


def _are_numbers(value: Answer) -> TypeGuard[tuple[int, ...]]:
    return isinstance(value, tuple) and all(isinstance(v, int) for v in value)


def _check_order(choice: Choose, value: object) -> None:
    if not isinstance(value, Order):
        raise WrongAnswer(f"an order by {choice.side} is due ({choice.kind}), not {value!r}")
    choice.options.check(value)


Source = Callable[[Request, S], Answer]
"""Answers requests: a policy, a record, dice."""


def run(play: Play[S], source: Source[S], limit: int = 1_000_000) -> Outcome:
    """Plays on from `source` until the game is over. Raises Illegal or WrongAnswer as `answer` does, and
    RunawayGame after `limit` answers."""
    while play.request is not None:
        if play.count >= limit:
            raise RunawayGame(f"no end after {counted(limit, 'answer')}")
        play.answer(source(play.request, play.state))
    outcome = play.state.outcome
    if outcome is None:
        raise RunawayGame("the rules ended without an outcome")
    return outcome


class RunawayGame(Exception):
    """A game that does not end: a fault of its rules."""
