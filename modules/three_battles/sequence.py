"""One battle: its sequence of play (3.2), and what the driver asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from modules.definition import Definition
from modules.definition.formats.scenarios import DRAWN, HexScenario
from modules.engine.amendments import CounterPlacement, Fact
from modules.engine.hexes.places import Places
from modules.engine.hexes.rules import OTHERS, HexRules, Words
from modules.engine.hexes.setting_up import SetUpRules, set_up
from modules.engine.hexes.state import RESERVE, SET_UP
from modules.engine.hexes.turn import Turn, stages
from modules.engine.modifiers import Modifier
from modules.engine.orders import Grammar, Order
from modules.engine.requests import Chance, Choose, Steps
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.standing_orders import Vocabulary
from modules.three_battles import orders
from modules.three_battles.archery import archery_phase, resupply
from modules.three_battles.combat import combat_phase
from modules.three_battles.drawing import draw_options, said
from modules.three_battles.field import Battle, Exclusive, Field
from modules.three_battles.hastings import Hastings
from modules.three_battles.modifying import modifiers
from modules.three_battles.movement import movement_phase
from modules.three_battles.player.features import army, features
from modules.three_battles.player.policy import advise
from modules.three_battles.player.styles import STYLES, USUAL
from modules.three_battles.rallying import rally_phase
from modules.three_battles.special import CampHeld
from modules.three_battles.stamford_bridge import ENTERED, RELEASED, StamfordBridge
from modules.three_battles.standing import vocabulary
from modules.three_battles.state import EXITED, LEFT, LOST, OPTIONS, REMOVED, State, Unit
from modules.three_battles.victory import victory_on_points, victory_points

WORDS = Words(
    states=("reduced", "disordered", "charging", "crossed"),
    markers={"disordered": "disordered", "charging": "charge"},
    off_map={RESERVE: "forces", LOST: LOST, EXITED: LOST, REMOVED: LOST},
    enemies="4.4",
    stacking="13.4 (4.3)",
)

PHASES = {
    "movement": movement_phase,
    "archery": archery_phase,
    "combat": combat_phase,
    "rally": rally_phase,
}


def _exclusive(battle: Battle) -> Exclusive:
    """The exclusive rules that the scenario names."""
    named = battle.special.exclusive
    if isinstance(named, CampHeld):
        return StamfordBridge(battle, named)
    return Exclusive() if named is None else Hastings()


class BattleRules(HexRules[Field, State]):
    """The rules of a battle with these optional rules."""

    words = WORDS
    styles = tuple(STYLES)

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self._build = partial(Battle, definition, scenario)
        self._battles: dict[frozenset[str], Battle] = {}
        self.battle: Battle = self._with(options)
        self.options = options
        self.sides = self.battle.sides
        places = {*self.battle.board.grid.ids, orders.EXIT}
        self.grammar = Grammar(orders.ALL, self.battle.counters, places)
        players = (scenario.first_player, self.battle.enemy(scenario.first_player))
        self._stages = stages(definition.game.sequence, players)
        self.turn = self._turn(self.battle)

    def _turn(self, battle: Battle) -> Turn:
        """Who sets up first and who plays first stands in the scenario (14.1, 15.1, 16.1); options may change
        the order of set-up (14.7 option 4)."""
        return Turn([setup.side for setup in battle.setups], self._stages)

    def _with(self, options: frozenset[str]) -> Battle:
        """The battle with these options; without any while they are still to be drawn."""
        chosen = options - {DRAWN}
        if chosen not in self._battles:
            battle = self._battles[chosen] = self._build(chosen)
            battle.exclusive = _exclusive(battle)
        return self._battles[chosen]

    def field_of(self, state: State) -> Field:
        """The battlefield of a state, with the options that it is played with."""
        return Field(self._with(state.options), state)

    def start(self) -> State:
        battle = self.battle
        return State(
            options=self.options,
            turn=1,
            phase=OPTIONS if DRAWN in self.options else SET_UP,
            active=battle.setups[0].side,
            setting_up=0,
            units=dict.fromkeys(battle.counters, Unit()),
            places=Places(battle.roll),
            losses=dict.fromkeys(battle.scenario.morale, 0),
            disintegrated=frozenset(),
            exit_points=dict.fromkeys(self.sides, 0),
            arrows={side: battle.arrows(side) for side in self.sides},
            dry_through=dict.fromkeys(self.sides, 0),
            events={},
            outcome=None,
        )

    def arrange(self, asked: Arrangement) -> State:
        state = super().arrange(asked)
        for word in asked.units:
            if word != OTHERS and self.describe(state, word) == EXITED:
                self._leader_left(state, self.grammar.counter(word))
        return state

    def amend(self, state: State, facts: Sequence[Fact]) -> None:
        super().amend(state, facts)
        for fact in facts:
            if isinstance(fact, CounterPlacement) and self.battle.counters[fact.counter].role == "leader":
                if fact.place == EXITED:
                    state.leave(fact.counter)
                else:
                    state.stay(fact.counter)

    def _leader_left(self, state: State, counter: str) -> None:
        """Who is named among those who left the map has left it; `others` are only out of the way."""
        if self.battle.counters[counter].role == "leader":
            state.leave(counter)

    def books(self, state: State) -> Mapping[str, dict[str, int]]:
        return {
            "losses": state.losses,
            "exits": state.exit_points,
            "arrows": state.arrows,
            "dry": state.dry_through,
            "event": state.events,
        }

    def book_names(self) -> Mapping[str, Collection[str]]:
        of_counters = {f"{event} {counter}" for event in (ENTERED, LEFT) for counter in self.battle.counters}
        return {"event": of_counters | {RELEASED}}

    def phase(self, state: State) -> Steps:
        if state.phase == OPTIONS:
            yield from self._draw(state)
            return
        field = self.field_of(state)
        turn = self._turn(field.battle)
        if state.phase == SET_UP:
            setup = field.battle.setups[state.setting_up]
            yield from set_up(field, setup, SetUpRules(WORDS.stacking))
            turn.after_set_up(state)
            return
        if turn.is_first(state):
            yield from resupply(field)
        yield from PHASES[state.phase](field, state.active)
        if turn.next(state):
            self._after_turn(field)

    def _draw(self, state: State) -> Steps:
        """The dice of the options, opened by the side that decides first; then set-up."""
        if DRAWN in state.options:
            opener = next((s.side for s in self.battle.setups if s.zones), self.sides[0])
            state.options = yield from draw_options(self.battle, opener)
        self._turn(self._with(state.options)).begin(state)

    def _after_turn(self, field: Field) -> None:
        """The next game turn (3.2), or the end after the last (14.1 turns, 15.1 turns)."""
        if field.state.turn == self.battle.scenario.turns:
            field.state.outcome = victory_on_points(field)
        else:
            field.state.turn += 1

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - nothing is hidden in this game
        return state

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance)

    def advise_in(self, style: str, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance, style or USUAL)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return features(self.field_of(state), side)

    def army(self, state: State, side: str) -> float:
        """The combat strength of a side's units that live, by the strength of all units of both sides."""
        return army(self.field_of(state), side)

    def modifiers(self, state: State, order: Order) -> tuple[Modifier, ...]:
        return tuple(modifiers(self.field_of(state), order))

    def standing_vocabulary(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, self.field_of)

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        field = self.field_of(state)
        names = self.battle.definition.game.sides
        facts = [("Turn", f"{state.turn} of {self.battle.scenario.turns}")]
        if state.outcome is not None:
            facts.append(("Ended", f"{state.outcome.level}: {state.outcome.reason}"))
        else:
            facts.append(("Phase", f"{names[state.active].name}: {self._phase_name(state.phase)}"))
        for line, morale in self.battle.scenario.morale.items():
            lost = f"{state.losses[line]} lost of {morale.demoralization} / {morale.disintegration}"
            facts.append((morale.name, lost))
        facts += [(f"{names[s].short} points", str(victory_points(field, s))) for s in self.sides]
        if DRAWN in self.options:
            facts.append(("Options", self._drawn(state)))
        return tuple(facts)

    def _drawn(self, state: State) -> str:
        if DRAWN in state.options:
            return "drawn by dice"
        return "; ".join(said(self.battle, name) for name in sorted(state.options)) or "none"

    def _phase_name(self, phase: str) -> str:
        if phase == OPTIONS:
            return "Options are drawn"
        return next((p.name for p in self.battle.definition.game.sequence if p.id == phase), "Set-up")
