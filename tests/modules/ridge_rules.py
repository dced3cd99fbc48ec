"""A small battle in the words of Shield Wall, on the room that hex games share: where its rules differ from
those of the three battles, each with its number in that rulebook.

It is no game of its own: it shows that the room can say what the next game needs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from modules.definition import Counter, load
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes import declaring, firing
from modules.engine.hexes.declaring import AttackRules
from modules.engine.hexes.field import HexBattle, HexField
from modules.engine.hexes.firing import FireRules
from modules.engine.hexes.movement import advancing, moving, retreating
from modules.engine.hexes.movement.advancing import AdvanceRules
from modules.engine.hexes.movement.paths import MoveLimits, MoveRestriction, MoveRules
from modules.engine.hexes.orders import (
    Advance,
    Attack,
    Deploy,
    Done,
    Fire,
    Hold,
    Lose,
    Move,
    PlaceCounter,
    Retreat,
)
from modules.engine.hexes.places import Places
from modules.engine.hexes.rules import HexRules, Words
from modules.engine.hexes.setting_up import SetUpRules, set_up
from modules.engine.hexes.state import RESERVE, SET_UP, HexState, HexUnit
from modules.engine.hexes.turn import Turn, stages
from modules.engine.orders import Grammar, Order
from modules.engine.requests import Options, Steps, Tell
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.play_rules import Outcome

FATIGUE = 3
"""10.0: no unit loses more MP than these."""


@dataclass(frozen=True, slots=True)
class Unit(HexUnit):
    """`wall_down`: the second counter of a unit of huscarls is up (7.1)."""

    wall_down: bool = False


@dataclass(slots=True)
class State(HexState[Unit]):
    """`levels`: the fatigue of both armies (10.0)."""

    levels: dict[str, int]

    def copy(self) -> State:
        return State(
            turn=self.turn,
            phase=self.phase,
            active=self.active,
            setting_up=self.setting_up,
            units=self.units.copy(),
            places=self.places.share(),
            levels=self.levels.copy(),
            outcome=self.outcome,
        )


class Battle(HexBattle):
    def shares_hex(self, counter: Counter) -> bool:
        """6.5: one unit a hex, and leaders are units."""
        return False

    def has_zoc(self, counter: Counter) -> bool:
        """6.4: all units except archers."""
        return counter.kind != "archers"


class Field(HexField[Battle, State]):
    def turned(self, unit_id: str) -> bool:
        return self.state.units[unit_id].wall_down

    def called(self, unit_id: str) -> str:
        return unit_id

    def allowance(self, unit_id: str, movement: int) -> int:
        """10.0: the level of fatigue is taken off, at most three MP."""
        return self.board.units(max(0, movement - min(self.state.levels["fatigue"], FATIGUE)))

    def slopes(self, *names: str) -> frozenset[str]:
        return frozenset(h for h in self.board.grid.ids if self.board.terrain_name(h) in names)


class MoveOptions(moving.MoveOptions[Field]):
    """6.1 to 6.5."""

    def __init__(self, field: Field, side: str, moved: Collection[str]) -> None:
        super().__init__(field, side, moved, MoveRules("6.1", allowance="6.1", stop="6.4", leaving="6.5"))

    def allowance(self, unit_id: str) -> int:
        return self.field.allowance(unit_id, self.field.value(unit_id, "movement"))

    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """6.1: a unit beside an enemy, archers too, may not move."""
        if not self.field.beside_enemy(here, self.side):
            return None
        return Illegal("6.1", f"{unit_id} in {here} is beside an enemy")

    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        """6.5: not through enemies; through friends, but not to end there."""
        enemies, friends = self.field.enemies_of(self.side), self.field.places.held[self.side]
        return (
            MoveRestriction("6.5", lambda _, other: f"{enemies[other]} is in {other}", enemies.keys()),
            MoveRestriction(
                "6.5",
                lambda _, other: f"{friends[other]} is in {other}: {unit_id} may pass, but not end there",
                friends.keys() - {here},
                of="last",
            ),
        )


class WithdrawOptions(MoveOptions):
    """6.7: knights and leaders leave an EZOC, and enter none."""

    def kept(self, unit_id: str, here: str) -> Illegal | None:
        if self.field.counter(unit_id).mounted or self.field.counter(unit_id).role == "leader":
            return None
        return super().kept(unit_id, here)

    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        reason = "a withdrawing unit enters no EZOC"
        return (*super().bars(unit_id, here), MoveRestriction("6.7", lambda _one, _other: reason, self.ezoc))


class FireOptions(firing.FireOptions[Field]):
    """7.2."""

    def __init__(self, field: Field, side: str, fired: Sequence[str]) -> None:
        super().__init__(field, side, fired, FireRules("7.2", "7.2", "7.2", "7.2", blind=4, units_hide=True))

    def is_archer(self, unit_id: str) -> bool:
        return self.field.counter(unit_id).kind == "archers"

    def range_of(self, unit_id: str) -> int:
        return self.field.value(unit_id, "range")

    def spared(self, unit_id: str, here: str, target: str) -> Illegal | None:
        if not self.field.beside_enemy(target, self.field.battle.enemy(self.side)):
            return None
        return Illegal("7.2", f"the unit in {target} is beside one of yours")


class AttackOptions(declaring.AttackOptions[Field]):
    """7.3: one against one; each of the phasing side in an EZOC must, once; defenders any number of times."""

    def __init__(self, field: Field, side: str, fought: Collection[str]) -> None:
        rules = AttackRules("7.3", "7.3", "7.3", "7.3", together=False, mutual=False)
        super().__init__(field, side, fought, rules)

    def may_attack(self, unit_id: str) -> bool:
        return self.field.counter(unit_id).kind != "archers"


class AdvanceOptions(advancing.AdvanceOptions[Field]):
    """7.7: the victor must advance, but needs not leave the hill."""

    def __init__(self, field: Field, victor: str, vacated: str) -> None:
        hill = field.slopes("hill")
        leaves = field.state.units[victor].at in hill and vacated not in hill
        driven = () if leaves else (victor,)
        super().__init__(field, (victor,), driven, (vacated,), AdvanceRules("7.7", "7.7", "7.7"))

    def limit(self, unit_id: str, first: str) -> int:
        return 1


class RoutOptions(retreating.RoutOptions[Field]):
    """6.6: 6 MP on foot, 10 mounted; past nobody, through no EZOC, to no slope, mounted over no steep one."""

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        super().__init__(field, waiting, MoveRules("6.6", allowance="6.6", stop="6.6", leaving="6.6"))

    def going(self, unit_id: str) -> MoveLimits:
        field, side = self.field, self.field.side(unit_id)
        here, mounted = field.state.units[unit_id].at, field.value(unit_id, "movement") == 10
        filled = field.places.filled
        bars = [
            MoveRestriction("6.6", lambda _, other: f"{filled[other]} is in {other}", filled.keys() - {here}),
            MoveRestriction("6.6", lambda _, other: f"{other} is an EZOC", field.ezoc(side)),
            MoveRestriction(
                "6.6", lambda _, other: f"{other} is steep", field.slopes("steep") if mounted else ()
            ),
            MoveRestriction(
                "6.6", lambda _, other: f"{other} is slope", field.slopes("slope", "steep"), of="last"
            ),
        ]
        budget = field.allowance(unit_id, 10 if mounted else 6)
        ways = field.board.ways(field.counter(unit_id).kind)
        return MoveLimits(
            here, (), ways, budget, bars, (), {}, lambda h: Illegal("6.6", f"no way off from {h}")
        )


# --- the course of play ----------------------------------------------------------------------------------

ALL: tuple[type[Order], ...] = (PlaceCounter, Deploy, Move, Fire, Attack, Advance, Hold, Retreat, Lose, Done)


def movement_phase(field: Field, side: str) -> Asks[None]:
    moved: set[str] = set()
    while (options := MoveOptions(field, side, moved)).movable:
        order = yield from choose(side, "movement", "move a unit, or `done`", "6.1", options)
        if isinstance(order, Done):
            return
        moved.add(order.unit)
        field.state.put(order.unit, at=order.path[-1])
        yield Tell(f"{order.unit} moves to {order.path[-1]}", "6.1", (order.unit,))


def fire_phase(field: Field, side: str) -> Asks[None]:
    """Each that is hit is lost: dice are not what is tried here."""
    fired: list[str] = []
    while len((options := FireOptions(field, side, fired)).legal()) > 1:
        order = yield from choose(side, "archery", "fire, or `done`", "7.2", options)
        if isinstance(order, Done):
            return
        fired.append(order.unit)
        yield from hit(field, order.target)


def melee_phase(field: Field, side: str) -> Asks[None]:
    fought: set[str] = set()
    while (options := AttackOptions(field, side, fought)).can_attack:
        order = yield from choose(side, "combats", "attack, or `done`", "7.3", options)
        if isinstance(order, Done):
            return
        fought |= set(order.attackers)
        vacated = field.state.units[order.defenders[0]].at
        yield from hit(field, vacated)
        if field.unit_in(vacated) is None:
            advance = AdvanceOptions(field, order.attackers[0], vacated)
            ask = f"advance into {vacated}"
            gone = yield from choose(side, "advance", ask, "7.7", advance)
            if isinstance(gone, Advance):
                field.state.put(gone.unit, at=gone.path[-1])


def hit(field: Field, hex_id: str) -> Asks[None]:
    """7.1: the wall goes down if it is up, else the unit is lost."""
    unit_id = field.places.filled[hex_id]
    if field.value(unit_id, "shield"):
        field.state.put(unit_id, wall_down=True)
    else:
        yield from lose(field, unit_id)


def lose(field: Field, unit_id: str) -> Asks[None]:
    field.state.put(unit_id, at="dead")
    yield Tell(f"{unit_id} is lost", "7.1", (unit_id,))


def reaction_phase(field: Field, side: str) -> Asks[None]:
    """7.8, 6.9: in the Saxon turn the Normans on the slopes rout where they like, then Saxons move freely."""
    enemy, slopes = field.battle.enemy(side), field.slopes("slope", "steep", "hill")
    routed = [u for u in field.on_map(enemy) if field.at(u) in slopes]

    def go(order: Retreat) -> Asks[None]:
        field.state.put(order.unit, at=order.path[-1])
        yield Tell(f"{order.unit} routs to {order.path[-1]}", "6.6", (order.unit,))

    yield from retreating.one_by_one(field, routed, partial(RoutOptions, field), go, partial(lose, field))
    if routed:
        yield from movement_phase(field, side)


PHASES: Mapping[str, Callable[[Field, str], Asks[None]]] = {
    "movement": movement_phase,
    "fire": fire_phase,
    "melee": melee_phase,
    "reaction": reaction_phase,
}


class Ridge(HexRules[Field, State]):
    words = Words(("wall_down",), {}, {RESERVE: "forces", "dead": "lost"}, enemies="6.5", stacking="6.5")

    def __init__(self) -> None:
        definition = load(Path(__file__).with_name("ridge"))
        scenario = definition.hex_scenarios["ridge"]
        self.battle: Battle = Battle(definition, scenario)
        self.sides = self.battle.sides
        self.grammar = Grammar(ALL, self.battle.counters, self.battle.board.grid.ids)
        self.turn = Turn(self.sides, stages(definition.game.sequence, self.sides))

    def field_of(self, state: State) -> Field:
        return Field(self.battle, state)

    def start(self) -> State:
        return State(
            turn=1,
            phase=SET_UP,
            active=self.sides[0],
            setting_up=0,
            units=dict.fromkeys(self.battle.counters, Unit()),
            places=Places(self.battle.roll),
            levels={"fatigue": 0},
            outcome=None,
        )

    def books(self, state: State) -> Mapping[str, dict[str, int]]:
        return {"level": state.levels}

    def phase(self, state: State) -> Steps:
        field = self.field_of(state)
        if state.phase == SET_UP:
            setup = self.battle.scenario.setup[state.setting_up]
            yield from set_up(field, setup, SetUpRules("6.5"))
            self.turn.after_set_up(state)
            return
        yield from PHASES[state.phase](field, state.active)
        if self.turn.next(state):
            state.turn += 1
        if state.turn > self.battle.scenario.turns:
            state.outcome = Outcome("", "draw", "eight turns are over", "5.0")

    def view(self, state: State, side: str) -> State:
        return state

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        return (("Turn", str(state.turn)),)


RULES = Ridge()


def placed(units: Mapping[str, str], phase: str = "movement", side: str = "norman", **facts: int) -> Field:
    """A position in the middle of a phase; a number is named with `_` for a blank."""
    books: dict[str, int] = {name.replace("_", " "): number for name, number in facts.items()}
    return RULES.field_of(RULES.arrange(Arrangement(1, phase, side, {"others": "dead", **units}, books)))


def refused(options: Options[Any], text: str) -> tuple[str, str]:
    """The rule and the reason for which an order is refused; empty where it is legal."""
    try:
        options.judge(RULES.grammar.parse(text))
    except Illegal as fault:
        return fault.rule, fault.reason
    return "", ""
