"""What rules ask for: decisions, secret decisions, dice, shuffles, cards to be shown; and what they tell.

Rules are coroutines that yield these. Whoever drives them (`driver`) answers from an order file, a policy,
a record, or dice. Rules never draw a random number and never open a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeVar

from modules.engine.amendments import Amendments
from modules.engine.errors import Illegal
from modules.engine.listed_orders import (
    Actor,
    Chosen,
    actors_of,
    end_of,
    find_axes,
    is_by,
    names_of,
    shape_of,
    start_of,
    way_part,
)
from modules.engine.orders import Order, Part, parts_of


class Chance(Protocol):
    """A source of random numbers for samples; whoever owns one lies outside of `modules`."""

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely."""
        ...


Ord = TypeVar("Ord", bound=Order)


@dataclass(frozen=True, slots=True)
class Reached:
    """A place where an order brings a piece, and the cheapest order of its kind that does. `cost`: what the
    way costs, in MP as people write them or in hexes or areas, and what is `left`; empty where the game
    counts none."""

    place: str
    order: Order
    cost: str = ""
    left: str = ""


class Options(ABC, Generic[Ord]):
    """The legal orders of one decision: they can be listed, sampled and checked."""

    @abstractmethod
    def legal(self) -> Sequence[Ord]:
        """Legal orders, in a fixed order. Where paths would make them endless, one path for each end."""

    def legal_for(self, counter: str) -> Sequence[Ord]:
        """The legal orders that name a counter."""
        return [order for order in self.legal() if counter in str(order).replace(",", " ").split()]

    def find_forced(self) -> Ord | None:
        """The one legal order, such as an attack that a unit owes, if the options can tell at once that there
        is no other. None if a player chooses, or if they cannot tell."""
        return None

    def sample(self, chance: Chance) -> Ord:
        """One legal order at random."""
        orders = self.legal()
        return orders[chance.below(len(orders))]

    @abstractmethod
    def check(self, order: Order) -> None:
        """Raises Illegal with rule and facts unless the order is legal."""

    def judge(self, order: Order) -> None:
        """As `check`, by the rules alone, where `check` goes by what was listed or sampled before."""
        self.check(order)

    def summarize(self, orders: Sequence[Order]) -> str:  # noqa: ARG002 - for games to override
        """What matters of some of the legal orders, for who is told of them in one line; of one alone what
        must be known before it is given, such as a loss. Empty where there is nothing to say but how many
        they are."""
        return ""

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:  # noqa: ARG002 - as above
        """For who would bring a counter to a place: the legal orders that end there; where none does, why,
        and those that come nearest. An empty reason and no order where the options cannot tell."""
        return "", ()

    def expand_path(self, order: Order) -> Sequence[tuple[str, ...]]:
        """For an order whose way names only where a hand let go: the ways over these places that it may mean,
        the cheapest and all that cost as much, in a fixed order. Legal is only what `check` lets pass."""
        found: dict[tuple[str, ...], None] = {}
        part = path_part(order)
        stops: tuple[str, ...] = () if part is None else getattr(order, part.name)
        for each in self.legal() if part is not None and stops else ():
            way = getattr(each, part.name) if type(each) is type(order) and part is not None else ()
            if way and way[-1] == stops[-1] and _passes_through(way, stops) and _alike(each, order):
                found[way] = None
        return list(found)

    # --- for a hand ----------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        """Everybody who acts in one of the legal orders."""
        return dict.fromkeys(actor for order in self.legal() for actor in actors_of(order))

    def due_kinds(self) -> Collection[type[Order]]:
        """The kinds of the legal orders."""
        return dict.fromkeys(type(order) for order in self.legal())

    def orders_by(self, actor: str) -> Sequence[Order]:
        """The legal orders of a piece of this name, or of whoever lies in the place of this name."""
        return [order for order in self.legal() if is_by(order, actor)]

    def reach(self, mover: str) -> Sequence[Reached]:
        """The places where legal orders bring a piece that moves alone: a counter as orders name it, or who
        lies in a place. Where orders of several kinds lead to a place, one of each kind, the plain kind
        first."""
        found: dict[tuple[type[Order], str], Order] = {}
        for order in self.orders_by(mover):
            if (end := end_of(order)) and len(names_of(order)) < 2:
                found.setdefault((type(order), end), order)
        return [Reached(end, order, *self.spent_on(order)) for (_, end), order in found.items()]

    def spent_on(self, order: Order) -> tuple[str, str]:  # noqa: ARG002 - for games to override
        """What the way of a legal order costs, and what is left, in words; empty where a game counts none."""
        return "", ""

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        """Why a piece that moves alone does not come to a place, with rule and reason; None where it does, or
        where the options cannot tell."""
        if any(each.place == place for each in self.reach(mover)):
            return None
        for order in dict.fromkeys(order_to(order, place) for order in self.orders_by(mover)):
            fault = self.fault_of(order)
            if fault is not None:
                return fault
        return None

    def fault_of(self, order: Order) -> Illegal | None:
        """Why an order cannot be given; None where it can."""
        try:
            self.check(order)
        except Illegal as fault:
            return fault
        return None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """Of each field of a kind the values that may stand there beside what is chosen for the other fields;
        of a field of many what may be added to what is chosen for it, and that itself, each as often as it
        may stand there."""
        return find_axes(self.legal(), kind, chosen)

    def equivalence_key(self, order: Order) -> object | None:  # noqa: ARG002 - for games to override
        """What matters for the game of a legal order beside its mover and its end: of two that are alike in
        it either serves. None where the options cannot tell, and it must be tried out."""
        return None


def path_part(order: Order) -> Part | None:
    """The field of an order that holds a way; None where it has none."""
    return way_part(type(order))


def order_to(order: Order, place: str) -> Order:
    """The order that brings the same pieces to another place, straight on; the same where it brings nobody
    anywhere."""
    shape = shape_of(type(order))
    if shape.end is None:
        return order
    start = (start_of(order),) if shape.start is shape.end else ()
    return replace(order, **{shape.end.name: (*start, place) if shape.end.many else place})


def _alike(one: Order, other: Order) -> bool:
    """Whether two orders of a kind are of the same movers."""
    movers = [part.name for part in parts_of(type(one)) if part.what in ("counter", "piece", "place")]
    way = path_part(one)
    return all(getattr(one, m) == getattr(other, m) for m in movers if way is None or m != way.name)


def _passes_through(way: tuple[str, ...], stops: tuple[str, ...]) -> bool:
    left = iter(way)
    return all(stop in left for stop in stops)


class ListedOptions(Options[Ord]):
    """Options that are a short list and nothing else."""

    def __init__(self, orders: Sequence[Ord], rule: str) -> None:
        self._orders, self._rule = tuple(orders), rule

    def legal(self) -> Sequence[Ord]:
        return self._orders

    def find_forced(self) -> Ord | None:
        return self._orders[0] if len(self._orders) == 1 else None

    def check(self, order: Order) -> None:
        if order not in self._orders:
            choices = "; ".join(str(o) for o in self._orders[:8])
            raise Illegal(self._rule, f"`{order}` is not a choice here; choose from: {choices}")


@dataclass(frozen=True)
class Choose:
    """A decision of one side. `kind` is a fixed word for the kind of decision (standing orders, reports);
    `ask` says in plain words what is to be decided. `player` is whose seat answers where a side's players
    are not the side itself (`PlayRules.seats`)."""

    side: str
    kind: str
    ask: str
    rule: str
    options: Options[Any]
    player: str = ""

    @property
    def seat(self) -> str:
        """Who answers."""
        return self.player or self.side


@dataclass(frozen=True)
class Secret:
    """Decisions of several seats, made without knowledge of one another's."""

    choices: Mapping[str, Choose]


@dataclass(frozen=True, slots=True)
class Die:
    """One die to roll: its sides and what it is for, in words that a player understands."""

    sides: int
    label: str


LONGEST_QUOTED: Final = 180
"""Characters of a line that a label quotes: the text of a die in a log, which is the line and which die it
is, has 200 at most."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice to roll together; the answer is one value a die, in order. `side`: whose dice they are. `quoted`:
    the labels quote a line that a player has signed, and no record of the roll may say another."""

    side: str
    rule: str
    dice: tuple[Die, ...]
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack to shuffle; the answer is the order of its `size` cards as numbers from 0.

    The cards of a pack with a `secret` name are known by their places in it alone: the first is SECRET1, the
    second SECRET2. Who does not hold the pack answers with an empty order, and learns what a card is from
    `Deal` and `Reveal`.
    """

    label: str
    size: int
    rule: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards of secret packs that one side may look at from now on. The answer says what they are, each by
    its number in the pack before it was shuffled; for everybody but that side it is empty."""

    side: str
    label: str
    rule: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """So many (`count`) of these cards of secret packs are shown to all. The answer says which and what they
    are, as for `Deal`. Asked for only where the state does not know.

    `wanted`: the numbers of the cards that are looked for, such as the event that is played. Who holds the
    packs shows one of them if there is one, else the first that comes.
    """

    label: str
    rule: str
    cards: tuple[str, ...]
    count: int
    wanted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell:
    """Something that happened, in plain words. Needs no answer. `seen_by` empty: everybody sees it."""

    text: str
    rule: str
    pieces: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class PassedDecision:
    """A decision that nobody is asked for, since there is nothing to decide. Needs no answer: who gives an
    order for it all the same, one of `takes`, is told by its options why not. The state goes on, so that the
    options stand on a copy of it."""

    choice: Choose
    takes: tuple[type[Order], ...]


@dataclass(frozen=True, slots=True)
class SeatRemoved:
    """Stands in a record of a game in the place of an answer: a player has left it
    (`MailRules.remove_player`)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Judged:
    """Stands in a record of a game in the place of an answer: the judge of the game has said whether an
    objection to act number `act` is `upheld`, and why (`ObjectionRules.judge`)."""

    act: int
    upheld: bool
    why: str


@dataclass(frozen=True, slots=True)
class RulesAdopted:
    """Stands in a record of a game in the place of an answer: from here on the rules that were adopted judge
    all that is done (`MailRules.end_the_past`)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An order of a game with closed orders as one takes it in who does not know all: `known` is what
    everybody may know of it, `news` what this seat learns beside that, and `order` itself is for its author.
    """

    known: Order
    news: tuple[str, ...] = ()
    order: Order | None = None


Request = Choose | Secret | Roll | Shuffle | Deal | Reveal
Intervention = SeatRemoved | Amendments | Judged | RulesAdopted
"""What is done to a game from outside, beside what its rules ask for."""
Answer = Order | Mapping[str, Order] | Mapping[str, int] | tuple[int, ...] | Intervention | Effect | None
Steps = Generator[Request | Tell | PassedDecision, Any, None]
"""A stretch of rules that gives back nothing; `Asks[T]` in a game's rules gives back a T."""
