"""What a hand may do now: each check of an act, and an act of each kind as an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeVar

from modules.definition import Definition
from modules.definition.formats.ledger import SETUP, dice_of, is_writable
from modules.definition.formats.scenarios import HexScenario, Scenario, Zone
from modules.definition.places import hex_grid, zone_holds, zone_of
from modules.engine.errors import Illegal
from modules.engine.gestures.by_hand import ActsByHand
from modules.engine.gestures.hand import Gesture
from modules.engine.listed_orders import Actor, Chosen, order_of
from modules.engine.orders import Done, Order, parts_of
from modules.engine.requests import LONGEST_QUOTED, Chance, Options, Reached
from modules.free_table import objections
from modules.free_table import orders as o
from modules.free_table.card_hands import SealedCards
from modules.free_table.card_options import card_acts, check_draw, check_play, check_shuffle
from modules.free_table.dice_limit import check_dice
from modules.free_table.dice_tables import DiceTable
from modules.free_table.ground import Ground
from modules.free_table.hand_acts import is_card
from modules.free_table.hand_gestures import act_of, acts_with, meant_by
from modules.free_table.ledger_limits import check_limits, fitting_counters, kind_of, under_a_number
from modules.free_table.orders import TABLE
from modules.free_table.state import LOST, TableState

DRAWN: Final = "draw"
"""Stands for a side in an outcome that nobody wins."""
_CHANGE: Final = re.compile(r"[+-][1-9][0-9]{0,3}\Z")


@dataclass(frozen=True, slots=True)
class Components:
    """What a table has: its game and scenario, its ground, tables to roll on, packs of open cards with the
    names of these, the points of the compass at which counters look, the zones in which each side sets up,
    and the packs of which hands are held."""

    definition: Definition
    scenario: Scenario
    ground: Ground
    sides: tuple[str, ...]
    tables: dict[str, DiceTable]
    packs: dict[str, tuple[str, ...]]
    points: tuple[str, ...]
    zones: dict[str, tuple[Zone, ...]]
    sealed: SealedCards

    @property
    def cups(self) -> tuple[str, ...]:
        """The boxes from which counters are drawn unseen."""
        return tuple(name for name, box in self.definition.boxes.items() if box.cup)

    def dice_of(self, what: str) -> tuple[int, int] | None:
        """How many dice a roll throws, and of how many sides; None for what is neither a table nor dice."""
        table = self.tables.get(what)
        if table is not None:
            return table.dice, self.definition.game.die
        return dice_of(what)


_CHANGES: Final = tuple(f"{sign}{n}" for n in range(1, 6) for sign in "+-")
"""Changes of a number that are offered; any other may be written."""
_DICE: Final = range(1, 6)
"""So many dice, or cards, are offered."""
A = TypeVar("A", bound=o.Act)


class HandOptions(ActsByHand):
    """The acts of one decision of a side. They are too many to be listed: `legal` has one of each kind."""

    def __init__(self, components: Components, state: TableState, side: str, rule: str) -> None:
        self._components, self._state, self._side, self._rule = components, state, side, rule
        self._listed: tuple[object, tuple[Order, ...]] | None = None

    @property
    def keeps_limits(self) -> bool:
        """Whether acts keep the limits of the ledger."""
        return True

    # --- checked -----------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        if isinstance(order, Done):
            return
        if isinstance(order, o.Retract):
            self._check_retract()
            return
        if isinstance(order, o.OBJECTIONS):
            objections.check(self._state, self._side, order)
            return
        if not isinstance(order, o.Act):
            raise Illegal(self._rule, f"`{order}` is not a choice here; write an act by hand, or `done`")
        if not is_writable(order.rule):
            raise Illegal(TABLE, f"{order.rule!r} names no rule; write its number, such as 8.2")
        if self._state.phase == SETUP and not isinstance(order, o.Put | o.Face):
            raise Illegal(self._rule, "the armies are being set up: put your counters, then write `done`")
        for kind, check in self._checks():
            if isinstance(order, kind):
                check(order)
        if self.keeps_limits:
            check_limits(self._components.definition, self._state, self._side, order)

    def _checks(self) -> Iterator[tuple[type[Order] | tuple[type[Order], ...], Callable[..., None]]]:
        yield o.MOVES, self._check_move
        yield o.Count, self._check_count
        yield o.ROLLS, self._check_roll
        yield o.Draw, self._check_draw
        yield o.Play, lambda order: check_play(self._state, self._side, order)
        yield o.ShufflePack, lambda order: check_shuffle(self._state, order)
        yield o.Call, self._check_call
        yield o.Win, self._check_win

    def _check_retract(self) -> None:
        if not self._state.undoable:
            raise Illegal(TABLE, "nothing of yours can be taken back: dice, cards and another side end that")

    def _check_move(self, order: o.Move) -> None:
        counter, state, definition = order.counter, self._state, self._components.definition
        known = definition.counters[counter]
        if state.phase == SETUP:
            self._check_set_up(order, known.side)
        face = state.face(counter)
        if isinstance(order, o.Put):
            if state.stacks[state.at[counter]][-1] == counter and state.at[counter] == order.at:
                raise Illegal(TABLE, f"{counter} lies there already, on top")
        elif state.at[counter] == LOST:
            raise Illegal(TABLE, f"{counter} is out of play: put it into a place first")
        elif isinstance(order, o.Flip) and known.back is None and not is_card(definition, counter):
            raise Illegal(TABLE, f"{counter} has nothing on its back")
        elif isinstance(order, o.Face):
            self._check_facing(order)
        elif isinstance(order, o.Mark | o.Unmark):
            self._check_marker(order, order.marker in face.marks)

    def _check_set_up(self, order: o.Move, owner: str) -> None:
        """Only one's own counters, and where the scenario or an option gives zones, on the map in these."""
        if owner != self._side:
            raise Illegal(self._rule, f"{order.counter} is not yours to set up")
        scenario, zones = self._components.scenario, self._components.zones.get(self._side, ())
        if not isinstance(order, o.Put) or not isinstance(scenario, HexScenario):
            return
        if order.at not in self._components.ground.on_map:
            return
        zone, each_map = zone_of(zones, order.counter), self._components.definition.maps[scenario.map]
        if zone is None or not zone_holds(zone, order.at, each_map, hex_grid(each_map.grid)):
            raise Illegal(
                self._rule if zone is None else zone.rule, f"{order.counter} may not start in {order.at}"
            )

    def _check_facing(self, order: o.Face) -> None:
        points = self._components.points
        if not points:
            raise Illegal(TABLE, "counters do not face in this game")
        if order.toward not in points:
            raise Illegal(TABLE, f"{order.toward!r} is not a way to look: {', '.join(points)}")
        if self._state.face(order.counter).toward == order.toward:
            raise Illegal(TABLE, f"{order.counter} looks there already")

    def _check_marker(self, order: o.Mark | o.Unmark, there: bool) -> None:
        markers = self._components.definition.game.markers
        if order.marker not in markers:
            known = ", ".join(markers) or "none"
            raise Illegal(TABLE, f"there is no marker {order.marker!r}: the game has {known}")
        if there == isinstance(order, o.Mark):
            has = "bears it already" if there else "does not bear it"
            raise Illegal(TABLE, f"{order.counter} {has}: {order.marker}")

    def _check_count(self, order: o.Count) -> None:
        tallies = self._components.definition.game.tallies
        tally = tallies.get(order.tally)
        if tally is None:
            known = ", ".join(tallies) or "none"
            raise Illegal(TABLE, f"there is no number {order.tally!r}: the game has {known}")
        if not _CHANGE.match(order.change):
            raise Illegal(TABLE, f"{order.change!r} is not how much more or less: write +2 or -1")
        now = self._state.tallies[order.tally]
        least, most = min(tally.least, now), max(tally.most, now)  # an undone act may have left it beyond
        if not least <= now + int(order.change) <= most:
            raise Illegal(
                TABLE, f"{order.tally} is {now}, and goes from {tally.least} to {tally.most} at most"
            )

    def _check_roll(self, order: o.Roll) -> None:
        if len(str(order)) > LONGEST_QUOTED:
            raise Illegal(
                TABLE, f"a roll is a line of {LONGEST_QUOTED} characters at most: name fewer counters"
            )
        components, table = self._components, self._components.tables.get(order.what)
        dice = components.dice_of(order.what)
        if dice is None:
            known = ", ".join(components.tables) or "none"
            raise Illegal(
                TABLE, f"{order.what!r} is neither dice such as 2d6 nor a table to roll on: {known}"
            )
        due = "" if table is None else table.named
        if due != order.NAMED:
            said = f"`roll {order.what} {due} ...`" if due else f"`roll {order.what}`"
            raise Illegal(TABLE, f"{order.what} is rolled with {said}")
        if table is not None and due and table.find_word(order.word) is None:
            known = ", ".join(table.words)
            raise Illegal(TABLE, f"{order.what} has no {due} {order.word!r}: it has {known}")
        check_dice(self._state, self._side, dice[0])

    def _check_draw(self, order: o.Draw) -> None:
        check_draw(self._state, order, self._components.cups)
        check_dice(self._state, self._side, int(order.number))

    def _check_call(self, order: o.Call) -> None:
        if self._state.called:
            raise Illegal(TABLE, f"{self._side} was called itself: write `done` when you have acted")
        if order.side == self._side or order.side not in self._components.sides:
            others = ", ".join(side for side in self._components.sides if side != self._side)
            raise Illegal(TABLE, f"call another side: {others}")

    def _check_win(self, order: o.Win) -> None:
        if order.side not in (*self._components.sides, DRAWN):
            raise Illegal(
                TABLE, f"{order.side!r} is not a side: {', '.join(self._components.sides)}, or {DRAWN}"
            )
        if self._state.called:
            raise Illegal(TABLE, "the side whose phase it is says who has won")

    def act_of(self, gesture: Gesture) -> Order | None:
        said = meant_by(gesture, self._components.definition.game.markers)
        return act_of(self._state, self._rule, said, self._numbered)

    def _numbered(self, act: A) -> A:
        """The same act under the number that the ledger has for it."""
        return under_a_number(self._components.definition, self._state, self._side, act)

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        """Every counter; in the set-up one's own."""
        counters, setting_up = self._components.definition.counters, self._state.phase == SETUP
        return [(c, "") for c in self._state.at if not setting_up or counters[c].side == self._side]

    def orders_by(self, actor: str) -> Sequence[Order]:
        """What may be done with a counter but to put it."""
        if actor not in self._state.at:
            return ()
        points, markers = self._components.points, self._components.definition.game.markers
        acts = acts_with(self._state, self._rule, actor, points, markers)
        return [act for act in map(self._numbered, acts) if self._is_legal(act)]

    def reach(self, mover: str) -> Sequence[Reached]:
        """Every place, and out of play. Where a counter may be put does not hang on the number of the act,
        and on the place only in the set-up."""
        state, here = self._state, self._state.at.get(mover, "")
        on_top = here if here and state.stacks[here][-1] == mover else ""
        ends = [p for p in sorted(self._components.ground.places) if here and p not in (LOST, on_top)]
        put = self._numbered(o.Put(self._rule, mover, ends[0])) if ends else None
        if put is None:
            return ()
        if state.phase == SETUP or not self._is_legal(put):
            ends = [place for place in ends if self._is_legal(replace(put, at=place))]
        out = [Reached(LOST, act) for act in self.orders_by(mover) if isinstance(act, o.Eliminate)]
        return [*(Reached(place, replace(put, at=place)) for place in ends), *out]

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self._state.at or place not in self._components.ground.places:
            return None
        kind = o.Eliminate(self._rule, mover) if place == LOST else o.Put(self._rule, mover, place)
        return self.fault_of(self._numbered(kind))

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """The number is that of the ledger for the act as far as it is filled in."""
        found = {part.name: self._values(kind, part.name, chosen) for part in parts_of(kind)}
        if issubclass(kind, o.Act):
            act = order_of(kind, {**self._fill_up(kind, chosen), "rule": (self._rule,)})
            found["rule"] = [self._numbered(act).rule if isinstance(act, o.Act) else self._rule]
        return found

    def _fill_up(self, kind: type[Order], chosen: Chosen) -> dict[str, tuple[str, ...]]:
        """What is chosen for an act, and for each other field the first that may stand beside it."""
        filled: dict[str, tuple[str, ...]] = {}
        for part in parts_of(kind):
            first = ("why",) if part.what == "saying" else self._values(kind, part.name, {**chosen, **filled})
            filled[part.name] = chosen.get(part.name) or tuple(first[:1])
        return filled

    def _values(self, kind: type[Order], field: str, chosen: Chosen) -> Sequence[str]:
        """What may stand in a field of an act; of words of a player nothing."""
        components, state, game = self._components, self._state, self._components.definition.game
        match field:
            case "counter" | "counters":
                return [counter for counter, _ in self.actors()]
            case "at":
                return sorted(components.ground.places - {LOST})
            case "toward":
                return components.points
            case "marker":
                return list(game.markers)
            case "tally":
                return list(game.tallies)
            case "change":
                return _CHANGES
            case "what" | "column" | "row" | "pack" | "number":
                return self._by_chance(kind, field, "".join(chosen.get("what", chosen.get("pack", ()))))
            case "card":
                return [card for _, card in state.hidden.hand(self._side)]
            case "side":
                others = [side for side in components.sides if side != self._side]
                return others if kind is o.Call else (*components.sides, DRAWN)
            case "act":
                return objections.open_acts(state, self._side, kind)
        return ()

    def _by_chance(self, kind: type[Order], field: str, named: str) -> Sequence[str]:
        """What dice or cards may be of; beside a table, or a pack, that is `named`."""
        components, state = self._components, self._state
        tables = components.tables
        if field == "what":
            due = getattr(kind, "NAMED", "")
            dice = [f"{n if n > 1 else ''}d{components.definition.game.die}" for n in _DICE]
            words = [name for name, table in tables.items() if table.named == due]
            return words if due else [*dice, *words]
        if field in ("column", "row"):
            return [word.replace(" ", "_") for word in tables[named].words] if named in tables else ()
        packs = (*state.packs, *state.hidden.packs, *(components.cups if kind is o.Draw else ()))
        return packs if field == "pack" else [str(n) for n in _DICE]

    # --- listed ------------------------------------------------------------------------------------

    def legal(self) -> Sequence[Order]:
        """`done`, and a legal act of each kind that there is; listed once until an objection changes it."""
        state = self._state
        asked = state.acts, state.deeds, state.objections, state.upheld, state.dismissed
        if self._listed is None or self._listed[0] != asked:
            self._listed = asked, (Done(), *self._examples())
        return self._listed[1]

    def legal_for(self, counter: str) -> Sequence[Order]:
        return [order for order in self._moves(counter) if self._is_legal(order)]

    def summarize(self, orders: Sequence[Order]) -> str:
        """What may stand in the place of what the example names; of cards to play one's own hand."""
        said = o.SAYS.get(type(orders[0]), "")
        if isinstance(orders[0], o.Play):
            return f"{said}: {self._components.sealed.tell(self._state.hidden, self._side)}"
        return said

    def _examples(self) -> Iterator[Order]:
        """One legal act of each kind, of the side's first counter in play where that may be."""
        for order in self._candidates():
            found = self._legal_form(order)
            if found is not None:
                yield found

    def _legal_form(self, order: Order) -> Order | None:
        """An order, or one of its kind, under a number by hand or with a counter for which the ledger lets
        it be done; None where there is none."""
        return next((each for each in self._forms(order) if self._is_legal(each)), None)

    def _forms(self, order: Order) -> Iterator[Order]:
        """An order as it is and in other words, those under numbers of the ledger first."""
        if not isinstance(order, o.Act):
            yield order
            return
        definition, state, side = self._components.definition, self._state, self._side
        unlisted: list[o.Act] = []
        for form in self._with_other_counters(order):
            numbered = under_a_number(definition, state, side, form)
            if numbered.rule in definition.ledger:
                yield numbered
            else:
                unlisted.append(numbered)
        yield from unlisted

    def _with_other_counters(self, order: o.Act) -> Iterator[o.Act]:
        yield order
        kind = kind_of(order)
        for counter in fitting_counters(self._components.definition, self._state, self._side, kind):
            if isinstance(order, o.Move):
                yield replace(order, counter=counter)
            elif isinstance(order, o.Roll):
                yield replace(order, counters=(counter,))

    def _is_legal(self, order: Order) -> bool:
        try:
            self.check(order)
        except Illegal:
            return False
        return True

    def _candidates(self) -> Iterator[Order]:
        components, rule, state = self._components, self._rule, self._state
        mine = [c for c, _ in state.lying() if components.definition.counters[c].side == self._side]
        on_map = [c for c in mine if state.at[c] in components.ground.on_map] or mine
        yield from self._moves(on_map[0]) if on_map else ()
        yield from (
            o.Count(rule, name, change)
            for name in list(components.definition.game.tallies)[:1]
            for change in ("+1", "-1")
        )
        yield o.RollDice(rule, f"d{components.definition.game.die}", ())
        for table in components.tables.values():
            yield _roll_on(rule, table, 0)
        yield from card_acts(state, self._side, rule, components.cups)
        yield from (o.Call(rule, side) for side in components.sides[:2])
        yield o.Win(rule, self._side, "why")
        yield o.Retract()
        yield from objections.find_examples(state, self._side)

    def _moves(self, counter: str) -> Iterator[Order]:
        components, rule, state = self._components, self._rule, self._state
        put = under_a_number(components.definition, state, self._side, o.Put(rule, counter, LOST))
        puts = (replace(put, at=place) for place in sorted(components.ground.on_map))
        yield from islice((each for each in puts if each.at != state.at[counter] and self._is_legal(each)), 1)
        yield o.Flip(rule, counter)
        yield from (o.Face(rule, counter, point) for point in components.points[:1])
        yield from (o.Mark(rule, counter, marker) for marker in list(components.definition.game.markers)[:1])
        yield from (o.Unmark(rule, counter, marker) for marker in state.face(counter).marks[:1])
        yield o.Lose(rule, counter)
        yield o.Eliminate(rule, counter)

    def sample(self, chance: Chance) -> Order:
        """One legal order at random: of a random kind, with a random counter and place."""
        components, rule = self._components, self._rule
        counters, places = list(components.definition.counters), sorted(components.ground.places)
        counter = counters[chance.below(len(counters))]
        found = [
            Done(),
            o.Put(rule, counter, places[chance.below(len(places))]),
            *self._moves(counter),
            *self._candidates(),
        ]
        forms = (self._legal_form(order) for order in found)
        legal = [order for order in forms if order is not None]
        return legal[chance.below(len(legal))]


def _roll_on(rule: str, table: DiceTable, at: int) -> Order:
    if table.named == "column":
        return o.RollColumn(rule, table.name, table.words[at].replace(" ", "_"), ())
    if table.named == "row":
        return o.RollRow(rule, table.name, table.words[at].replace(" ", "_"), ())
    return o.RollDice(rule, table.name, ())


class AnswerOptions(Options[Order]):
    """What a side may say to an outcome that another has named."""

    def __init__(self, state: TableState, side: str, rule: str) -> None:
        self._state, self._side, self._rule = state, side, rule

    def legal(self) -> Sequence[Order]:
        """It stands, or an objection; before it objections to acts."""
        return [Done(), o.ObjectToOutcome("why"), *objections.find_examples(self._state, self._side)]

    def summarize(self, orders: Sequence[Order]) -> str:
        return o.SAYS.get(type(orders[0]), "the outcome stands")

    def check(self, order: Order) -> None:
        if isinstance(order, o.OBJECTIONS):
            objections.check(self._state, self._side, order)
        elif not isinstance(order, Done | o.ObjectToOutcome):
            raise Illegal(self._rule, 'write `done` if the outcome stands, or `object outcome "why"`')
