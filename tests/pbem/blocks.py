"""A small whole game of hidden blocks for tests: orders stay closed, three seats of two sides, five areas.

The English are two players, earl and king, the Norse one, jarl; each has three blocks of strength 3, 2, 1.
A side sees its own blocks, of the others how many of whose stand in an area. Across the river a move comes to
nothing if a hidden block of strength 3 holds the other bank: that is an effect, never a refusal. In a fight
all blocks of the area are shown; then its survivors are hidden again. Who has no block left is out.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass, field, replace

import duel

from modules.engine.errors import Illegal
from modules.engine.orders import Grammar, Order, Spot, Word
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Die, Effect, ListedOptions, Roll, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
from modules.engine.standing_orders import Kind, Vocabulary
from modules.engine.standing_orders import Word as Word_
from pbem.entry.field_types import REFEREE
from pbem.secrets.card_packs import RefereeSecret

SEATS = {"earl": "english", "king": "english", "jarl": "norse"}
ROLES = (REFEREE, *SEATS)
AREAS = ("london", "ely", "stafford", "york", "durham")
ROADS = {("london", "ely"), ("london", "stafford"), ("ely", "york"), ("stafford", "york"), ("york", "durham")}
RIVER = {("ely", "york"), ("stafford", "york")}
HOME = {"earl": ("london", "ely"), "king": ("london", "stafford"), "jarl": ("york", "durham")}
BLOCKS = {f"{seat}-{strength}": (seat, strength) for seat in SEATS for strength in (3, 2, 1)}
TURNS = 5


def ways(area):
    return [a if b == area else b for a, b in sorted(ROADS) if area in (a, b)]


def over_river(a, b):
    return tuple(sorted((a, b))) in {tuple(sorted(pair)) for pair in RIVER}


@dataclass(frozen=True, slots=True)
class Place(Order):
    FORM = "place {block} {area}"
    block: Word
    area: Spot


@dataclass(frozen=True, slots=True)
class Move(Order):
    FORM = "move {block} {area}"
    block: Word
    area: Spot


@dataclass(frozen=True, slots=True)
class Fight(Order):
    FORM = "fight {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Lose(Order):
    FORM = "lose {block}"
    block: Word


@dataclass(frozen=True, slots=True)
class Done(Order):
    FORM = "done"


@dataclass(frozen=True, slots=True)
class Placed1(Order):
    """The effects: one block of a seat is placed, goes, is held up; blocks are shown and fight."""

    FORM = "placed {seat} {area}"
    seat: Word
    area: Spot


@dataclass(frozen=True, slots=True)
class Went(Order):
    FORM = "went {seat} {start} {area}"
    seat: Word
    start: Spot
    area: Spot


@dataclass(frozen=True, slots=True)
class HeldUp(Order):
    FORM = "held-up {seat} {start} {area}"
    seat: Word
    start: Spot
    area: Spot


@dataclass(frozen=True, slots=True)
class Fought(Order):
    FORM = "fought {area} {shown}"
    area: Spot
    shown: Word


@dataclass(slots=True)
class State:
    """`blocks`: area and strength of those that the viewer knows, `owner` their seats, `hidden` how many
    others of a seat stand in an area; `shown` are those that everybody sees in a fight."""

    viewer: str = "all"
    turn: int = 1
    phase: str = "setup"
    active: str = "english"
    mover: str = "earl"
    outcome: Outcome | None = None
    blocks: dict[str, tuple[str, int]] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    hidden: Counter[tuple[str, str]] = field(default_factory=Counter)
    shown: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    fought: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()

    def copy(self):
        return replace(self, blocks=dict(self.blocks), owner=dict(self.owner), hidden=Counter(self.hidden))

    def count(self, seat, area):
        known = [b for b, (at, _) in self.blocks.items() if at == area and self.owner[b] == seat]
        return len(known) + self.hidden[seat, area]

    def left(self, seat):
        known = [b for b in self.blocks if self.owner[b] == seat]
        return len(known) + sum(self.hidden[seat, area] for area in ("", *AREAS))

    def of_side(self, side, area):
        return sum(self.count(seat, area) for seat in SEATS if SEATS[seat] == side)

    def known(self, seat, area=None):
        return [
            b
            for b, (at, _) in sorted(self.blocks.items())
            if self.owner[b] == seat and (at == area or (area is None and at))
        ]

    def unhide(self, seat, area, count=1):
        if self.hidden[seat, area] < count:
            raise Illegal("1.1", f"{seat} has no such block in {area or 'hand'}")
        self.hidden[seat, area] -= count
        self.hidden += Counter()


class Blocks(AdviceRules, MailRules):
    closed_orders = True

    def __init__(self, blocks=BLOCKS):
        self.grammar = Grammar((Place, Move, Fight, Lose, Done), (), AREAS)
        self.effects = Grammar((Placed1, Went, HeldUp, Fought, Lose, Done), (), AREAS)
        self.sides = ("english", "norse")
        self._blocks = blocks

    @property
    def seats(self):
        return SEATS

    def start(self):
        state = State()
        for block, (seat, strength) in self._blocks.items():
            state.blocks[block], state.owner[block] = ("", strength), seat
        return state

    # --- what is asked ------------------------------------------------------------------------------

    def phase(self, state):
        yield from getattr(self, f"_{state.phase}")(state)

    def _ask(self, state, seat, kind, rule, legal):
        return Choose(SEATS[seat], kind, f"{kind} of {seat}", rule, ListedOptions(legal, rule), player=seat)

    def _setup(self, state):
        me = state.mover
        while state.count(me, ""):
            legal = [Place(b, area) for b in state.known(me, "") for area in HOME[me]]
            answer = yield self._ask(state, me, "setup", "1.2", legal)
            self._carry_out(state, answer)
        state.mover = self._next(state, me)
        state.active = SEATS[state.mover]
        if not state.count(state.mover, ""):
            state.phase = "turn"

    def _turn(self, state):
        me = state.mover
        while True:
            moves = [
                Move(b, to)
                for b in state.known(me)
                if b not in state.moved
                for to in ways(state.blocks[b][0])
            ]
            answer = yield self._ask(state, me, "moves", "2.1", [*moves, Done()])
            if isinstance(_known(answer), Done):
                break
            self._carry_out(state, answer)
        state.phase, state.moved = "fights", frozenset()

    def _fights(self, state):
        me = state.mover
        while areas := [a for a in self._contested(state) if a not in state.fought]:
            legal = [*map(Fight, areas), Done()]
            answer = yield self._ask(state, me, "fights", "3.1", legal)
            if isinstance(_known(answer), Done):
                break
            known = _known(answer)
            if not isinstance(known, Fight | Fought):
                raise Illegal("3.1", f"`{known}` is no fight")
            area = known.area
            self._carry_out(state, answer)
            state.fought |= {area}
            yield Tell(f"in {area}: {' '.join(sorted(state.shown))}", "3.1")
            yield from self._fight(state, area)
            self._hide(state)
            if self._over(state):
                return
        self._end(state)

    def _contested(self, state):
        return [a for a in AREAS if all(state.of_side(side, a) for side in self.sides)]

    def _fight(self, state, area):
        """Each block throws a die, the mover's side first; at most its strength is a hit."""
        for side in sorted(self.sides, key=lambda side: side != SEATS[state.mover]):
            firing = [b for b in sorted(state.shown) if SEATS[state.owner[b]] == side]
            if not firing or len(firing) == len(state.shown):
                return
            dice = yield Roll(
                state.mover if side == SEATS[state.mover] else side,
                "3.2",
                tuple(Die(6, f"{b} fires in {area}") for b in firing),
            )
            for b, value in zip(firing, dice, strict=True):
                if value <= state.blocks[b][1] + 1:
                    yield from self._hit(state, side, area)

    def _hit(self, state, by, area):
        targets = [b for b in sorted(state.shown) if SEATS[state.owner[b]] != by]
        owners = sorted({state.owner[b] for b in targets})
        if not targets:
            return
        seat = owners[0]
        legal = [Lose(b) for b in targets if state.owner[b] == seat]
        if len(legal) > 1:
            answer = yield self._ask(state, seat, "loss", "3.3", legal)
        else:
            answer = legal[0]
        known = _known(answer)
        if not isinstance(known, Lose):
            raise Illegal("3.3", f"`{known}` is no loss")
        block = known.block
        if block not in {order.block for order in legal}:
            raise Illegal("3.3", f"{block} is not in the fight")
        at, strength = state.blocks[block]
        state.blocks[block] = (at, strength - 1)
        if strength == 1:
            del state.blocks[block], state.owner[block]
            state.shown -= {block}
            yield Tell(f"{block} is gone", "3.3")

    def _over(self, state):
        left = [side for side in self.sides if any(state.left(s) for s in SEATS if SEATS[s] == side)]
        if len(left) == 1:
            state.outcome = Outcome(left[0], "clean", "the others are gone", "4.1")
        return state.outcome is not None

    def _end(self, state):
        state.moved = state.fought = frozenset()
        after = self._next(state, state.mover)
        if list(SEATS).index(after) <= list(SEATS).index(state.mover):
            state.turn += 1
        state.mover, state.active, state.phase = after, SEATS[after], "turn"
        if state.turn > TURNS:
            sums = {side: sum(state.left(s) for s in SEATS if SEATS[s] == side) for side in self.sides}
            best = max(self.sides, key=lambda side: (sums[side], side))
            state.outcome = Outcome(best, "narrow", "more blocks are left", "4.2")

    def _next(self, state, seat):
        ring = list(SEATS)
        at = ring.index(seat)
        return next(s for s in (*ring[at + 1 :], *ring[: at + 1]) if s not in self.eliminated_seats(state))

    # --- what orders come to ------------------------------------------------------------------------

    def effect(self, state, order):
        me = state.mover
        match order:
            case Place(area=area):
                return Placed1(me, area)
            case Move(block=block, area=to):
                start = state.blocks[block][0]
                held = over_river(start, to) and any(
                    at == to and strength == 3 and SEATS[state.owner[b]] != SEATS[me]
                    for b, (at, strength) in state.blocks.items()
                )
                return (HeldUp if held else Went)(me, start, to)
            case Fight(area=area):
                if any(state.hidden[seat, area] for seat in SEATS):
                    return None
                there = sorted((b, s) for b, (at, s) in state.blocks.items() if at == area)
                return Fought(area, "+".join(f"{b}.{s}.{state.owner[b]}" for b, s in there))
        return order

    def news(self, state, order, seat):
        if isinstance(order, Place | Move) and seat != state.mover and SEATS[seat] == SEATS[state.mover]:
            return (f"{order.block}",)
        return ()

    def check_effect(self, state, order, told):
        known, expected = told.known, self.effect(state, order)
        if told.news:
            raise Illegal("1.3", "news of one's own order")
        if isinstance(known, HeldUp) and isinstance(order, Move):
            start = state.blocks[order.block][0]
            foes = sum(state.count(s, order.area) for s in SEATS if SEATS[s] != SEATS[state.mover])
            if (
                known != HeldUp(state.mover, start, order.area)
                or not over_river(start, order.area)
                or not foes
            ):
                raise Illegal("2.2", f"`{order}` is held up only where a river is held against it")
        elif isinstance(known, Fought) and isinstance(order, Fight):
            mine = {b: s for b, (at, s) in state.blocks.items() if at == order.area}
            shown = {b: s for b, s, _ in _shown(known)}
            if known.area != order.area or mine.items() - shown.items():
                raise Illegal("3.1", f"`{order}` shows all blocks in {order.area}")
        elif known != expected:
            raise Illegal("1.3", f"`{order}` comes to `{expected}`")

    def _carry_out(self, state, answer):
        """Change the state by an order that is known whole, or by its effect and what came with it."""
        if not isinstance(answer, Effect):
            answer = Effect(self.effect(state, answer), (), answer)
        known, block = answer.known, getattr(answer.order, "block", None)
        if isinstance(known, Placed1 | Went | HeldUp):
            block = block or (answer.news[0] if answer.news else None)
            if known.seat != state.mover:
                raise Illegal("1.1", f"{known.seat} does not move now")
        match known:
            case Placed1(seat=seat, area=area):
                if area not in HOME[seat]:
                    raise Illegal("1.2", f"{area} is no home of {seat}")
                self._shift(state, seat, block, "", area)
            case Went(seat=seat, start=start, area=area):
                self._check_way(start, area)
                self._shift(state, seat, block, start, area)
                state.moved |= {block} if block else set()
            case HeldUp(seat=seat, start=start, area=area):
                self._check_way(start, area)
                if not over_river(start, area) or not state.count(seat, start):
                    raise Illegal("2.2", "nothing holds up this move")
                state.moved |= {block} if block else set()
            case Fought(area=area):
                self._show(state, area, _shown(known))
            case _:
                raise Illegal("1.1", f"`{known}` is no effect here")

    @staticmethod
    def _check_way(start, area):
        if area not in ways(start):
            raise Illegal("2.1", f"no road from {start} to {area}")

    @staticmethod
    def _shift(state, seat, block, start, area):
        if block is None:
            state.unhide(seat, start)
            state.hidden[seat, area] += 1
        elif state.blocks.get(block, ("?",))[0] != start or state.owner[block] != seat:
            raise Illegal("1.1", f"{block} is not in {start}")
        else:
            state.blocks[block] = (area, state.blocks[block][1])

    @staticmethod
    def _show(state, area, shown):
        if len({b for b, *_ in shown}) < len(shown):
            raise Illegal("3.1", "a block is shown twice")
        for block, strength, seat in shown:
            if block in state.blocks:
                if (state.blocks[block], state.owner[block]) != ((area, strength), seat):
                    raise Illegal("3.1", f"{block} is not what is shown")
            else:
                state.unhide(seat, area)
                state.blocks[block], state.owner[block] = (area, strength), seat
        if any(state.hidden[seat, area] for seat in SEATS):
            raise Illegal("3.1", f"not all blocks in {area} are shown")
        state.shown = frozenset(b for b, *_ in shown)
        if any(at == area and b not in state.shown for b, (at, _) in state.blocks.items()):
            raise Illegal("3.1", f"not all blocks in {area} are shown")

    def _hide(self, state):
        """After a fight its survivors are hidden again, and forgotten by who may not see them."""
        state.shown = frozenset()
        for block in [b for b in state.blocks if not self._sees(state, state.viewer, b)]:
            state.hidden[state.owner[block], state.blocks[block][0]] += 1
            del state.blocks[block], state.owner[block]

    @staticmethod
    def _sees(state, viewer, block):
        if viewer == "all" or block in state.shown:
            return True
        return viewer in SEATS and SEATS[state.owner[block]] == SEATS[viewer]

    # --- who leaves, what is seen -------------------------------------------------------------------

    def remove_player(self, state, seat):
        """His blocks go to who plays on for his side; the turn goes on with its next player."""
        self._hide(state)
        heir = next(s for s in SEATS if SEATS[s] == SEATS[seat] and s != seat)
        for block in state.known(seat, "") + state.known(seat):
            state.owner[block] = heir
        for (owner, area), count in list(state.hidden.items()):
            if owner == seat:
                del state.hidden[seat, area]
                state.hidden[heir, area] += count
        state.away |= {seat}
        if state.mover == seat:
            if state.phase == "setup":
                state.mover, state.active = heir, SEATS[heir]
            else:
                self._end(state)
        return True

    def eliminated_seats(self, state):
        return tuple(s for s in SEATS if s in state.away or not state.left(s))

    def view(self, state, side):
        seen = state.copy()
        seen.viewer = side if state.viewer == "all" else state.viewer
        for block in [b for b in state.blocks if not self._sees(state, side, b)]:
            seen.hidden[state.owner[block], state.blocks[block][0]] += 1
            del seen.blocks[block], seen.owner[block]
        seen.hidden += Counter()
        seen.moved = frozenset(b for b in state.moved if b in seen.blocks)
        return seen

    def standing_vocabulary(self):
        losses = (
            Word_("weakest", "the weakest block", _weakest),
            Word_("strongest", "the other", _strongest),
        )
        kinds = [
            Kind("setup", "where", "1.2", (), "first"),
            Kind("loss", "which", "3.3", losses, "first"),
            Kind("moves", "which block goes", "2.1", (), "pass", passes=True),
            Kind("fights", "where to fight", "3.1", (), "pass", passes=True),
        ]
        return Vocabulary(self.grammar, kinds)

    def map_of(self, state):
        return ""

    def position(self, state):
        known = [
            PlacedCounter(b, SEATS[state.owner[b]], at) for b, (at, _) in sorted(state.blocks.items()) if at
        ]
        backs = [
            PlacedCounter("", SEATS[seat], area, face_down=True)
            for (seat, area), count in sorted(state.hidden.items())
            if area
            for _ in range(count)
        ]
        return (*known, *backs)

    def summary(self, state):
        return (("Turn", str(state.turn)), ("Moves", state.mover))

    def facts(self, state):
        return {"turn": state.turn}


def _weakest(case):
    return min(case.orders, key=lambda order: case.state.blocks[order.block][1])


def _strongest(case):
    return max(case.orders, key=lambda order: case.state.blocks[order.block][1])


def _known(answer):
    return answer.known if isinstance(answer, Effect) else answer


def _shown(fought):
    """Block, strength and seat of each that is shown."""
    found = [part.split(".") for part in fought.shown.split("+")]
    if not all(len(each) == 3 and each[1].isdecimal() and each[2] in SEATS for each in found):
        raise Illegal("3.1", "blocks are shown as NAME.STRENGTH.SEAT")
    return [(block, int(strength), seat) for block, strength, seat in found]


def build(body):
    return Blocks()


def secret(salt=""):
    return RefereeSecret(hashlib.sha256(f"secret {salt}".encode()).hexdigest())


def new(out, salt="", deadlines=(), **options):
    """A game and its folders."""
    folders = duel.new(out, salt, ROLES, deadlines, "blocks", secret=secret(salt).commitment, **options)
    secret(salt).save(folders[REFEREE].secret_file)
    return folders
