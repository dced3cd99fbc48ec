"""The battle: its sequence of play (3.0), and what the driver asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.places import Places
from modules.engine.hexes.rules import HexRules, Words
from modules.engine.hexes.state import RESERVE, SET_UP
from modules.engine.hexes.turn import Turn, stages
from modules.engine.orders import Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Steps
from modules.engine.standing_orders import Vocabulary
from modules.hastings_berg import orders
from modules.hastings_berg.battle import BOXES, NATIONS, ORDERS, SAXON, STRATEGIES, WINGS, Battle
from modules.hastings_berg.field import Field
from modules.hastings_berg.melee import melee_phase
from modules.hastings_berg.missiles import missile_phase, supplied
from modules.hastings_berg.movement import movement_phase
from modules.hastings_berg.ordering import orders_phase, strategies_phase
from modules.hastings_berg.player.features import features
from modules.hastings_berg.player.policy import advise
from modules.hastings_berg.player.styles import STYLES, USUAL
from modules.hastings_berg.rallying import rally_phase
from modules.hastings_berg.reacting import reaction_phase
from modules.hastings_berg.recording import reform_phase, turn_record
from modules.hastings_berg.setup import set_up_phase
from modules.hastings_berg.showing import markers_beside, with_missiles
from modules.hastings_berg.standing import vocabulary
from modules.hastings_berg.state import CAPTURED, CUP, FLAGS, LOST, REFORM, State, Unit
from modules.hastings_berg.victory import all_road
from modules.hastings_berg.wings import wings_phase

PHASES = {
    "wings": wings_phase,
    "strategies": strategies_phase,
    "orders": orders_phase,
    "rally": rally_phase,
    "missiles": missile_phase,
    "movement": movement_phase,
    "reaction": reaction_phase,
    "defence": missile_phase,
    "melee": melee_phase,
}
NO_WING = "no_wing"


class BattleRules(HexRules[Field, State]):
    """The rules of the battle with these optional rules."""

    between = (REFORM,)
    styles = tuple(STYLES)

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self.battle: Battle = Battle(definition, scenario, options)
        self.sides = self.battle.sides
        self.grammar = Grammar(orders.ALL, self.battle.counters, {*self.battle.board.grid.ids, orders.EXIT})
        setting_up = [setup.side for setup in scenario.setup]
        self.turn = Turn(setting_up, stages(definition.game.sequence, self.sides))
        facings = {word: ("facing", word) for word in self.battle.compass.words}
        wings = {**{wing: ("wing", wing) for wing in WINGS}, NO_WING: ("wing", "")}
        self.words = Words(
            states=FLAGS,
            markers={name: name for name in ("disrupted", "routed", "wounded", "shaken")},
            off_map={RESERVE: "forces", CUP: "fyrd_cup", LOST: "dead", CAPTURED: "dead"},
            enemies="5.2.1",
            stacking="5.6.1",
            values=facings | wings,
        )

    def field_of(self, state: State) -> Field:
        return Field(self.battle, state)

    def start(self) -> State:
        state = State(
            turn=1,
            phase=SET_UP,
            active=self.turn.setting_up[0],
            setting_up=0,
            units=dict.fromkeys(self.battle.counters, Unit()),
            places=Places(self.battle.roll),
            outcome=None,
            clock={"period": 1, "last": self.battle.scenario.turns, "held": 0},
            orders={order: {} for order in ORDERS},
            ratings=dict.fromkeys((*WINGS, *NATIONS), 0),
            points=dict.fromkeys(self.sides, 0),
        )
        field = self.field_of(state)
        state.supply, state.road = supplied(field, 1), all_road(field)
        return state

    def books(self, state: State) -> Mapping[str, dict[str, int]]:
        return {
            "clock": state.clock,
            **state.orders,
            "strategy": state.strategies,
            "rating": state.ratings,
            "supply": state.supply,
            "points": state.points,
            "road": state.road,
            "closed": state.closed,
        }

    def book_names(self) -> Mapping[str, Collection[str]]:
        return {**dict.fromkeys(ORDERS, BOXES), "strategy": (*WINGS, *NATIONS), "closed": WINGS}

    def numbered(self) -> Mapping[str, Collection[int]]:
        return {"strategy": range(1, len(STRATEGIES) + 1)}

    def usual(self, counter: str) -> Mapping[str, str]:
        side = self.battle.counters[counter].side
        if counter in self.battle.roll.sharing:
            return {}
        return {"facing": self.battle.toward(side), "wing": "center" if side == SAXON else ""}

    def phase(self, state: State) -> Steps:
        field = self.field_of(state)
        if state.phase == SET_UP:
            yield from set_up_phase(field, state.active)
            self.turn.after_set_up(state)
        elif state.phase == REFORM:
            if (yield from reform_phase(field, state.active)):
                state.phase, state.active = self.turn.stages[0]
        else:
            yield from PHASES[state.phase](field, state.active)
            last = (state.phase, state.active) == self.turn.stages[-1]
            if not last or (yield from turn_record(field)):
                self.turn.next(state)

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - strategies are sealed until both are known
        return state

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance)

    def advise_in(self, style: str, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance, style or USUAL)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return features(self.field_of(state), side)

    def period(self, state: State) -> int:
        return state.clock["period"]

    def standing_vocabulary(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, self.field_of)

    def position(self, state: State) -> tuple[PlacedCounter, ...]:
        return tuple(with_missiles(placed, state) for placed in super().position(state))

    def off_map(self, state: State) -> tuple[PlacedCounter, ...]:
        """The dead lie apart by side; markers of orders, ratings and missiles lie beside the map too."""
        placed = super().off_map(state)
        drawn = {u for side in self.sides for u in self.field_of(state).waiting(side)}
        entering = [replace(p, place="fyrd_drawn") if p.counter in drawn else p for p in placed]
        counters = [replace(p, place=f"dead_{p.side}") if p.place == "dead" else p for p in entering]
        return (*counters, *markers_beside(self.battle, state))

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        names, clock = self.battle.definition.game.sides, state.clock
        facts = [("Period", f"{clock['period']} of {self.battle.scenario.periods}")]
        length = "while surrounded" if clock["held"] else f"of {clock['last']}"
        facts.append(("Turn", f"{state.turn} {length}"))
        if state.outcome is not None:
            facts.append(("Ended", f"{state.outcome.level}: {state.outcome.reason}"))
        else:
            facts.append(("Phase", self._phase_name(state)))
        facts += [(f"{names[side].short} points", str(state.points[side])) for side in self.sides]
        held = sum(state.road.values())
        facts.append(("Road held by Normans", f"{held} of {len(state.road)}"))
        field = self.field_of(state)
        for box in (*WINGS, *(f"{nation}_{part}" for nation in NATIONS for part in ("foot", "knights"))):
            if turns := field.turns_left(box):
                facts.append((box.replace("_", " "), f"{field.order_in(box).replace('_', ' ')}, {turns}"))
        facts.append(("Ratings", ", ".join(f"{box} {rating:+d}" for box, rating in state.ratings.items())))
        missiles = [f"{box} {left}" for box, left in state.supply.items() if box in (*WINGS, *NATIONS)]
        if missiles:  # with supply by unit the counters are too many
            facts.append(("Fire segments left", ", ".join(missiles)))
        return tuple(facts)

    def _phase_name(self, state: State) -> str:
        found = (
            p.name
            for p in self.battle.definition.game.sequence
            if (p.id, p.side) == (state.phase, state.active)
        )
        side = self.battle.definition.game.sides[state.active].name
        return next(found, f"{side}: {'reform' if state.phase == REFORM else 'set-up'}")
