"""What a hand may do now: each check of an act, and an act of each kind as an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario, Scenario
from modules.definition.places import hex_grid, zone_holds, zone_of
from modules.engine.errors import Illegal
from modules.engine.orders import Done, Order
from modules.engine.requests import Chance, Options
from modules.free_table import orders as o
from modules.free_table.ground import Ground
from modules.free_table.rolled_tables import RolledTable
from modules.free_table.state import LOST, SETUP, TableState

TABLE: Final = "free table"
"""Stands for a rule's number where the table itself forbids something."""
DRAWN: Final = "draw"
"""Stands for a side in an outcome that nobody wins."""
_DICE: Final = re.compile(r"([1-9]|1[0-9]|20)?d([2-9]|[1-9][0-9]|100)\Z")
_LONGEST_ROLL: Final = 180
"""Characters: the text of a die in a log, which is the line and which die it is, has 200 at most."""
_RULE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.()-]{0,19}\Z")


@dataclass(frozen=True, slots=True)
class TableThings:
    """What a table has: its game and scenario, its ground, tables to roll on, packs with the names of their
    cards, the points of the compass at which counters look."""

    definition: Definition
    scenario: Scenario
    ground: Ground
    sides: tuple[str, ...]
    tables: dict[str, RolledTable]
    packs: dict[str, tuple[str, ...]]
    points: tuple[str, ...]

    def dice_of(self, order: Order) -> tuple[int, int] | None:
        """How many dice a roll throws, and of how many sides; None for what is neither dice nor a table."""
        what = getattr(order, "what", "")
        dice = _DICE.match(what.lower())
        if dice is not None:
            return int(dice[1] or 1), int(dice[2])
        table = self.tables.get(what)
        return None if table is None else (table.dice, self.definition.game.die)


class HandOptions(Options[Order]):
    """The acts of one decision of a side. They are too many to be listed: `legal` has one of each kind."""

    def __init__(self, things: TableThings, state: TableState, side: str, rule: str) -> None:
        self._things, self._state, self._side, self._rule = things, state, side, rule

    # --- checked -----------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        if isinstance(order, Done):
            return
        if isinstance(order, o.Retract):
            self._check_retract()
            return
        if not isinstance(order, o.Act):
            raise Illegal(self._rule, f"`{order}` is not a choice here; write an act by hand, or `done`")
        if not _RULE.match(order.rule):
            raise Illegal(TABLE, f"{order.rule!r} names no rule; write its number, such as 8.2")
        if self._state.phase == SETUP and not isinstance(order, o.MOVES):
            raise Illegal(self._rule, "the armies are being set up: put your counters, then write `done`")
        for kind, check in self._checks():
            if isinstance(order, kind):
                check(order)
                return

    def _checks(self) -> Iterator[tuple[type[Order] | tuple[type[Order], ...], Callable[..., None]]]:
        yield o.MOVES, self._check_move
        yield o.ROLLS, self._check_roll
        yield o.Draw, self._check_draw
        yield o.Call, self._check_call
        yield o.Win, self._check_win

    def _check_retract(self) -> None:
        if not self._state.undoable:
            raise Illegal(TABLE, "nothing of yours can be taken back: dice, cards and another side end that")

    def _check_move(self, order: o.Move) -> None:
        counter, state = order.counter, self._state
        known = self._things.definition.counters[counter]
        if state.phase == SETUP:
            self._check_set_up(order, known.side)
        face = state.face(counter)
        if isinstance(order, o.Put):
            if state.stacks[state.at[counter]][-1] == counter and state.at[counter] == order.at:
                raise Illegal(TABLE, f"{counter} lies there already, on top")
        elif state.at[counter] == LOST:
            raise Illegal(TABLE, f"{counter} is out of play: put it into a place first")
        elif isinstance(order, o.Flip) and known.back is None and known.form != "card":
            raise Illegal(TABLE, f"{counter} has nothing on its back")
        elif isinstance(order, o.Face):
            self._check_facing(order)
        elif isinstance(order, o.Mark | o.Unmark):
            self._check_marker(order, order.marker in face.marks)

    def _check_set_up(self, order: o.Move, owner: str) -> None:
        """Only one's own counters, and where the scenario lets a side choose, in the zones that it gives."""
        if owner != self._side:
            raise Illegal(self._rule, f"{order.counter} is not yours to set up")
        scenario = self._things.scenario
        if not isinstance(order, o.Put) or not isinstance(scenario, HexScenario):
            return
        if order.at not in self._things.ground.on_map:
            return
        zones = next(setup.zones for setup in scenario.setup if setup.side == self._side)
        zone, each_map = zone_of(zones, order.counter), self._things.definition.maps[scenario.map]
        if zone is None or not zone_holds(zone, order.at, each_map, hex_grid(each_map.grid)):
            raise Illegal(
                self._rule if zone is None else zone.rule, f"{order.counter} may not start in {order.at}"
            )

    def _check_facing(self, order: o.Face) -> None:
        points = self._things.points
        if not points:
            raise Illegal(TABLE, "counters do not face in this game")
        if order.toward not in points:
            raise Illegal(TABLE, f"{order.toward!r} is not a way to look: {', '.join(points)}")
        if self._state.face(order.counter).toward == order.toward:
            raise Illegal(TABLE, f"{order.counter} looks there already")

    def _check_marker(self, order: o.Mark | o.Unmark, there: bool) -> None:
        markers = self._things.definition.game.markers
        if order.marker not in markers:
            known = ", ".join(markers) or "none"
            raise Illegal(TABLE, f"there is no marker {order.marker!r}: the game has {known}")
        if there == isinstance(order, o.Mark):
            has = "bears it already" if there else "does not bear it"
            raise Illegal(TABLE, f"{order.counter} {has}: {order.marker}")

    def _check_roll(self, order: o.Roll) -> None:
        if len(str(order)) > _LONGEST_ROLL:
            raise Illegal(
                TABLE, f"a roll is a line of {_LONGEST_ROLL} characters at most: name fewer counters"
            )
        things, table = self._things, self._things.tables.get(order.what)
        if things.dice_of(order) is None:
            known = ", ".join(things.tables) or "none"
            raise Illegal(
                TABLE, f"{order.what!r} is neither dice such as 2d6 nor a table to roll on: {known}"
            )
        named = "column" if isinstance(order, o.RollColumn) else "row" if isinstance(order, o.RollRow) else ""
        due = "" if table is None else table.named
        if named != due:
            said = f"`roll {order.what} {due} ...`" if due else f"`roll {order.what}`"
            raise Illegal(TABLE, f"{order.what} is rolled with {said}")
        if table is not None and due and table.find_word(_word(order)) is None:
            known = ", ".join(table.words)
            raise Illegal(TABLE, f"{order.what} has no {due} {_word(order)!r}: it has {known}")

    def _check_draw(self, order: o.Draw) -> None:
        pack = self._state.packs.get(order.pack)
        if pack is None:
            known = ", ".join(self._state.packs) or "none"
            raise Illegal(TABLE, f"there is no pack {order.pack!r}: the game has {known}")
        if (
            not order.number.isascii()
            or not order.number.isdigit()
            or not 0 < int(order.number) <= len(pack.left)
        ):
            raise Illegal(TABLE, f"{order.pack} has {len(pack.left)} cards left: draw a number of these")

    def _check_call(self, order: o.Call) -> None:
        if self._state.called:
            raise Illegal(TABLE, f"{self._side} was called itself: write `done` when you have acted")
        if order.side == self._side or order.side not in self._things.sides:
            others = ", ".join(side for side in self._things.sides if side != self._side)
            raise Illegal(TABLE, f"call another side: {others}")

    def _check_win(self, order: o.Win) -> None:
        if order.side not in (*self._things.sides, DRAWN):
            raise Illegal(TABLE, f"{order.side!r} is not a side: {', '.join(self._things.sides)}, or {DRAWN}")
        if self._state.called:
            raise Illegal(TABLE, "the side whose phase it is says who has won")

    # --- listed ------------------------------------------------------------------------------------

    def legal(self) -> Sequence[Order]:
        """`done`, and a legal act of each kind that there is."""
        return [Done(), *self._examples()]

    def find_forced(self) -> Order | None:
        return None

    def summarize(self, orders: Sequence[Order]) -> str:
        """What may stand in the place of what the example names."""
        return o.SAYS.get(type(orders[0]), "")

    def _examples(self) -> Iterator[Order]:
        """One legal act of each kind, of the side's first counter in play."""
        for order in self._candidates():
            if self._is_legal(order):
                yield order

    def _is_legal(self, order: Order) -> bool:
        try:
            self.check(order)
        except Illegal:
            return False
        return True

    def _candidates(self) -> Iterator[Order]:
        things, rule, state = self._things, self._rule, self._state
        mine = [c for c, _ in state.lying() if things.definition.counters[c].side == self._side]
        on_map = [c for c in mine if state.at[c] in things.ground.on_map] or mine
        yield from self._moves(on_map[0]) if on_map else ()
        yield o.RollDice(rule, f"d{things.definition.game.die}", ())
        for table in things.tables.values():
            yield _roll_on(rule, table, 0)
        yield from (o.Draw(rule, name, "1") for name in state.packs)
        yield from (o.Call(rule, side) for side in things.sides[:2])
        yield o.Win(rule, self._side, "why")
        yield o.Retract()

    def _moves(self, counter: str) -> Iterator[Order]:
        things, rule, state = self._things, self._rule, self._state
        puts = (o.Put(rule, counter, place) for place in sorted(things.ground.on_map))
        yield from islice((each for each in puts if each.at != state.at[counter] and self._is_legal(each)), 1)
        yield o.Flip(rule, counter)
        yield from (o.Face(rule, counter, point) for point in things.points[:1])
        yield from (o.Mark(rule, counter, marker) for marker in list(things.definition.game.markers)[:1])
        yield from (o.Unmark(rule, counter, marker) for marker in state.face(counter).marks[:1])
        yield o.Lose(rule, counter)
        yield o.Eliminate(rule, counter)

    def sample(self, chance: Chance) -> Order:
        """One legal order at random: of a random kind, with a random counter and place."""
        things, rule = self._things, self._rule
        counters, places = list(things.definition.counters), sorted(things.ground.places)
        counter = counters[chance.below(len(counters))]
        found = [
            Done(),
            o.Put(rule, counter, places[chance.below(len(places))]),
            *self._moves(counter),
            *self._candidates(),
        ]
        legal = [order for order in found if self._is_legal(order)]
        return legal[chance.below(len(legal))]


def _word(order: Order) -> str:
    """The column or row that a roll names."""
    return str(getattr(order, "column", "") or getattr(order, "row", ""))


def _roll_on(rule: str, table: RolledTable, at: int) -> Order:
    if table.named == "column":
        return o.RollColumn(rule, table.name, table.words[at].replace(" ", "_"), ())
    if table.named == "row":
        return o.RollRow(rule, table.name, table.words[at].replace(" ", "_"), ())
    return o.RollDice(rule, table.name, ())


class AnswerOptions(Options[Order]):
    """What a side may say to an outcome that another has named."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def legal(self) -> Sequence[Order]:
        """It stands, or an objection."""
        return [Done(), o.Object("why")]

    def summarize(self, orders: Sequence[Order]) -> str:
        return o.SAYS.get(type(orders[0]), "the outcome stands")

    def check(self, order: Order) -> None:
        if not isinstance(order, Done | o.Object):
            raise Illegal(self._rule, 'write `done` if the outcome stands, or `object "why"`')
