"""The year: its sequence of play (4), and what the driver asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from modules.definition import Definition
from modules.definition.formats.scenarios import AreaScenario
from modules.engine.areas.blocks import Block, stacked
from modules.engine.errors import Illegal
from modules.engine.orders import Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Effect, Steps, Tell
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.full_rules import FullRules
from modules.engine.standing_orders import Vocabulary
from modules.year_of_the_comet import arranging, effects, orders, showing
from modules.year_of_the_comet.asking import PublicOffer, closed
from modules.year_of_the_comet.combat import combat_phase
from modules.year_of_the_comet.invasion import invasion_phase
from modules.year_of_the_comet.leaving import leave
from modules.year_of_the_comet.movement import movement_phase
from modules.year_of_the_comet.orders import PlaceBlock
from modules.year_of_the_comet.player.guessing import features, filled_in
from modules.year_of_the_comet.player.policy import STYLES, USUAL, advise
from modules.year_of_the_comet.raising import raising_phase
from modules.year_of_the_comet.standing import vocabulary
from modules.year_of_the_comet.state import ALL, SEA, SET_UP, State
from modules.year_of_the_comet.victory import at_the_end
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import ENGLISH, FYRD, Year

PHASES: Final[Mapping[str, Callable[[War], Steps]]] = {
    "raising": raising_phase,
    "movement": movement_phase,
    "invasion": invasion_phase,
    "combat": combat_phase,
}


class YearRules(FullRules[State]):
    """The rules for a number of players."""

    closed_orders = True
    styles = tuple(STYLES)

    def __init__(self, definition: Definition, scenario: AreaScenario, players: int) -> None:
        self.year = Year(definition, scenario, players)
        self.sides = tuple(scenario.order)
        areas = self.year.graph.areas
        names = {area.name: code for code, area in self.year.map.areas.items()}
        self.grammar = orders.YearGrammar((*orders.OPEN, *orders.CLOSED), definition.counters, areas, names)
        self.effects = Grammar((*orders.OPEN, *orders.EFFECTS), (), areas)

    # --- seats and views --------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[str, str]:
        return self.year.seats

    def sides_of(self, seat: str) -> tuple[str, ...]:
        return self.year.sides_of(seat)

    def view(self, state: State, side: str) -> State:
        """2.2: others' blocks stand with their backs to the viewer, but for those that are open in a
        battle."""
        seen = state.copy()
        seen.viewer = side if state.viewer == ALL else state.viewer
        war = War(self.year, seen)
        for (owner, place), stack in state.stacks.items():
            if not war.sees(owner):
                seen.stacks[owner, place] = stacked(block.as_enemies_see for block in stack)
        if not war.sees(state.active):
            seen.leaders, seen.led = (), {}
        return seen

    def eliminated_seats(self, state: State) -> tuple[str, ...]:
        return War(self.year, state).gone()

    def remove_player(self, state: State, seat: str) -> bool:
        return leave(War(self.year, state), seat)

    def effect(self, state: State, order: Order) -> Order | None:
        return effects.effect(War(self.year, state), order)

    def news(self, state: State, order: Order, seat: str) -> tuple[str, ...]:
        """17.3: who plays for the same side is told the order itself, also where he has nothing to command
        any more (ruling multi_view)."""
        own = effects.author_side(War(self.year, state), order)
        allied = own in self.year.sides_of(seat) and len(self.year.seats_of(own)) > 1
        return (str(order),) if allied and isinstance(order, orders.CLOSED) else ()

    def check_effect(self, state: State, order: Order, told: Effect) -> None:
        effects.compare(War(self.year, state), order, told.known)

    # --- the sequence -----------------------------------------------------------------------------

    def start(self) -> State:
        year, scenario = self.year, self.year.scenario
        state = State(ALL, 1, SET_UP, ENGLISH, None, {}, 0)
        for setup in scenario.setup:
            for place, muster in {SEA: setup.off_board, **setup.at}.items():
                blocks = [Block(g, year.most(g)) for g, count in muster.items() for _ in range(count)]
                state.put(setup.side, place, blocks)
            state.pool += setup.pool.get(FYRD, 0)
            state.to_place += setup.anywhere.get(FYRD, 0)
        for side in self.sides:
            War(year, state).assign(side)
        return state

    def phase(self, state: State) -> Steps:
        war = War(self.year, state)
        if state.phase == SET_UP:
            yield from self._set_up(war)
            self._begin_turn(war, self.sides[0])
            return
        yield from PHASES[state.phase](war)
        if state.outcome is None:
            self._next(war)

    def _set_up(self, war: War) -> Steps:
        """3.3: three fyrdmen anywhere."""
        state = war.state
        options = PublicOffer(war, ENGLISH, "3.3", [PlaceBlock(area) for area in self.year.graph.areas])
        while state.to_place:
            seat = war.main(ENGLISH)
            known, _ = yield from closed(
                war, ENGLISH, seat, SET_UP, "where the free fyrdmen stand", "3.3", options
            )
            if not isinstance(known, PlaceBlock):
                raise Illegal("3.3", f"`{known}` places nobody")
            new = Block(FYRD, self.year.most(FYRD), seat)
            stack = state.at(ENGLISH, known.area)
            state.put(ENGLISH, known.area, (*stack, new if war.sees(ENGLISH) else new.blank))
            state.to_place -= 1
            yield Tell(f"Fyrdmen stand in {self.year.name(known.area)}", "3.3")

    def _begin_turn(self, war: War, side: str) -> None:
        """A player turn begins; who is out has none (ruling last_turn)."""
        state = war.state
        state.active = side
        state.phase = self._phases(side)[0]
        war.assign(side)

    def _phases(self, side: str) -> tuple[str, ...]:
        """4.1."""
        named = [phase.id for phase in self.year.definition.game.sequence]
        leave_out = "invasion" if side == ENGLISH else "raising"
        return tuple(name for name in named if name != leave_out)

    def _next(self, war: War) -> None:
        state = war.state
        phases = self._phases(state.active)
        at = phases.index(state.phase)
        if at + 1 < len(phases) and state.active not in state.out:
            state.phase = phases[at + 1]
            return
        self._clear(war)
        after = [side for side in self.sides[self.sides.index(state.active) + 1 :] if side not in state.out]
        if not after:
            if state.turn == self.year.number("turns"):
                state.outcome = at_the_end(war)
                return
            state.turn, state.landing = state.turn + 1, ""
            after = [side for side in self.sides if side not in state.out]
        self._begin_turn(war, after[0])

    @staticmethod
    def _clear(war: War) -> None:
        """A player turn is over: nobody has moved or come from anywhere."""
        state = war.state
        state.leaders, state.led, state.landed_in, state.raised = (), {}, "", ()
        war.assign(state.active)

    # --- what drivers ask -------------------------------------------------------------------------

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(War(self.year, state), choice, chance)

    def advise_in(self, style: str, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(War(self.year, state), choice, chance, style or USUAL)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return features(War(self.year, state), side)

    def determinize(self, view: State, now: State, chance: Chance) -> State:  # noqa: ARG002 - a phase begins
        return filled_in(War(self.year, view), chance)

    def standing_vocabulary(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, lambda state: War(self.year, state))

    def order_name(self, state: State, counter: str, steps_lost: int) -> str:  # noqa: ARG002
        """By its group and CV: alike blocks are called alike."""
        found = self.year.definition.counters.get(counter)
        return "" if found is None else f"{found.group}.{self.year.most(found.group) - steps_lost}"

    def map_of(self, state: State) -> str:  # noqa: ARG002 - one map for all
        return self.year.scenario.area_map

    def position(self, state: State) -> tuple[PlacedCounter, ...]:
        return showing.position(War(self.year, state))

    def off_map(self, state: State) -> tuple[PlacedCounter, ...]:
        return showing.off_map(War(self.year, state))

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        return showing.summary(War(self.year, state))

    def arrange(self, asked: Arrangement) -> State:
        phases = {(side, phase) for side in self.sides for phase in self._phases(side)} | {(ENGLISH, SET_UP)}
        return arranging.arrange(self.year, self.start(), asked, phases)

    def describe(self, state: State, counter: str) -> str:
        return arranging.describe(War(self.year, state), counter)

    def facts(self, state: State) -> dict[str, int]:
        return arranging.facts(War(self.year, state))
