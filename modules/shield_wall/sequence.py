"""The battle: its sequence of play (4.0), and what the driver asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.places import Places
from modules.engine.hexes.rules import HexRules, Words
from modules.engine.hexes.setting_up import SetUpRules, set_up
from modules.engine.hexes.state import RESERVE, SET_UP
from modules.engine.hexes.turn import Turn, stages
from modules.engine.modifiers import Modifier
from modules.engine.orders import Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Steps
from modules.engine.standing_orders import Vocabulary
from modules.shield_wall import orders
from modules.shield_wall.archery import archery_phase
from modules.shield_wall.field import FATIGUE, MUD, Battle, Field
from modules.shield_wall.melee import melee_phase, modifiers
from modules.shield_wall.movement import movement_phase
from modules.shield_wall.player.features import features
from modules.shield_wall.player.policy import STYLES, USUAL, advise
from modules.shield_wall.pursuing import reaction_phase
from modules.shield_wall.rallying import rally_phase, reinforcements_phase
from modules.shield_wall.routing import corps_rout_phase, unit_rout_phase
from modules.shield_wall.standing import vocabulary
from modules.shield_wall.state import DEAD, RALLY, REAR, State, Unit
from modules.shield_wall.victory import at_the_end

WORDS = Words(
    states=("wall_down", "charging", "berserk"),
    markers={"charging": "charge", "berserk": "berserk"},
    off_map={RESERVE: "forces", RALLY: RALLY, DEAD: DEAD, REAR: REAR},
    enemies="6.5",
    stacking="6.5",
)

PHASES = {
    "rally": rally_phase,
    "movement": movement_phase,
    "archery": archery_phase,
    "melee": melee_phase,
    "unit_rout": unit_rout_phase,
    "reinforcements": reinforcements_phase,
    "corps_rout": corps_rout_phase,
    "reaction": reaction_phase,
}


class BattleRules(HexRules[Field, State]):
    """The rules of the battle with these optional rules."""

    words = WORDS
    styles = tuple(STYLES)

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self.battle: Battle = Battle(definition, scenario, options)
        self.sides = self.battle.sides
        self.grammar = Grammar(orders.ALL, self.battle.counters, self.battle.board.grid.ids)
        self.turn = Turn(
            [setup.side for setup in scenario.setup], stages(definition.game.sequence, self.sides)
        )

    def field_of(self, state: State) -> Field:
        return Field(self.battle, state)

    def start(self) -> State:
        return State(
            turn=1,
            phase=SET_UP,
            active=self.turn.setting_up[0],
            setting_up=0,
            units=dict.fromkeys(self.battle.counters, Unit()),
            places=Places(self.battle.roll),
            outcome=None,
        )

    def books(self, state: State) -> Mapping[str, dict[str, int]]:
        return {
            "fallen": state.fallen,
            "losses": state.losses,
            "leaders": state.leaders,
            "rout": state.routed,
        }

    def book_names(self) -> Mapping[str, Collection[str]]:
        nations, hexes = self.battle.definition.game.nations, self.battle.board.neighbours
        return {"fallen": hexes, "losses": nations, "leaders": nations, "rout": self.battle.counters}

    def numbered(self) -> Mapping[str, Collection[int]]:
        """A marker of 6.6 is kept as the number of its hex."""
        return {"rout": {int(hex_id) for hex_id in self.battle.board.neighbours}}

    def phase(self, state: State) -> Steps:
        field = self.field_of(state)
        if state.phase == SET_UP:
            yield from set_up(field, self.battle.scenario.setup[state.setting_up], SetUpRules("6.5", "6.3"))
            self.turn.after_set_up(state)
            return
        yield from PHASES[state.phase](field, state.active)
        if self.turn.next(state):
            self._after_turn(field)

    def _after_turn(self, field: Field) -> None:
        """Markers come off (6.10, 6.8); then the next turn, or after the last the end (5.0)."""
        state, scenario = field.state, self.battle.scenario
        for unit_id in (u for side in self.sides for u in field.on_map(side)):
            if state.units[unit_id].charging or state.units[unit_id].berserk:
                state.put(unit_id, charging=False, berserk=False)
        if state.turn == scenario.turns:
            state.outcome = at_the_end(field, scenario.first_player)
        else:
            state.turn += 1

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - nothing is hidden in this game
        return state

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance)

    def advise_in(self, style: str, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance, style or USUAL)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return features(self.field_of(state), side)

    def modifiers(self, state: State, order: Order) -> tuple[Modifier, ...]:
        """Of an attack: the combat factor and what is added to the die (7.4, 7.5)."""
        if not isinstance(order, orders.Attack):
            return ()
        field, attacker = self.field_of(state), order.attackers[0]
        factor = Modifier("combat factor", f"{field.value(attacker, 'combat'):+d}", "7.4")
        names = modifiers(field, attacker, order.defenders[0])
        entries = (field.battle.definition.tables.modifiers[name] for name in names)
        return (factor, *(Modifier(each.name.lower(), f"{each.value:+d}", each.rule) for each in entries))

    def standing_vocabulary(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, self.field_of)

    def position(self, state: State) -> tuple[PlacedCounter, ...]:
        markers = dict.fromkeys(f"{number:04d}" for number in state.routed.values())
        side = self.battle.scenario.first_player
        lone = (PlacedCounter("", side, hex_id, markers=("rout",)) for hex_id in markers)
        return (*super().position(state), *lone)

    def _placed(self, state: State, unit_id: str, place: str) -> PlacedCounter:
        """Saxon charges have a marker of their own (2.2)."""
        placed, saxon = (
            super()._placed(state, unit_id, place),
            self.battle.enemy(self.battle.scenario.first_player),
        )
        markers = (f"{m}_{saxon}" if m == "charge" and placed.side == saxon else m for m in placed.markers)
        return replace(placed, markers=tuple(markers))

    def off_map(self, state: State) -> tuple[PlacedCounter, ...]:
        """The piles apart, as they lie in the displays: for rally by corps, the dead by side (7.1, 11.0)."""
        counters = self.battle.counters
        by = {RALLY: lambda c: c.nation, DEAD: lambda c: c.side}
        return tuple(
            replace(p, place=f"{p.place}_{by[p.place](counters[p.counter])}") if p.place in by else p
            for p in super().off_map(state)
        )

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        field, names = self.field_of(state), self.battle.definition.game.sides
        facts = [("Turn", f"{state.turn} of {self.battle.scenario.turns}")]
        if state.outcome is not None:
            facts.append(("Ended", f"{state.outcome.level}: {state.outcome.reason}"))
        else:
            facts.append(("Phase", field.phase_name))
        for side in self.sides:
            dead = len(self.battle.in_pile(state, DEAD, side))
            said = f"{dead} dead{', demoralized' if field.demoralized(side) else ''}"
            facts.append((names[side].name, said))
        if FATIGUE in field.battle.effects:
            facts.append(("Fatigue", str(field.fatigue)))
        if MUD in field.battle.effects:
            facts.append(("Weather", "mud"))
        return tuple(facts)
