"""One battle: its sequence of play (3.2), and what the driver asks of a game."""

from __future__ import annotations

from functools import partial

from modules.definition import Definition
from modules.definition.scenarios import DRAWN, HexScenario
from modules.engine.errors import Illegal, UnknownThingError
from modules.engine.hexes.places import Places
from modules.engine.hexes.setting_up import SetUpRules, set_up
from modules.engine.hexes.state import RESERVE, SET_UP
from modules.engine.orders import Grammar, Order
from modules.engine.play import Arrangement, Rules
from modules.engine.position import Placed
from modules.engine.requests import Chance, Choose, Steps
from modules.engine.standing import Vocabulary
from modules.three_battles import orders
from modules.three_battles.archery import archery_phase, resupply
from modules.three_battles.combat import combat_phase
from modules.three_battles.drawing import draw_options, said
from modules.three_battles.exclusive import Exclusive
from modules.three_battles.field import Battle, Field
from modules.three_battles.hastings import Hastings
from modules.three_battles.movement import movement_phase
from modules.three_battles.policy import advise
from modules.three_battles.rallying import rally_phase
from modules.three_battles.special import CampHeld
from modules.three_battles.stamford_bridge import StamfordBridge
from modules.three_battles.standing import vocabulary
from modules.three_battles.state import EXITED, LOST, OFF_MAP, OPTIONS, State, Unit
from modules.three_battles.victory import victory_on_points, victory_points

STATES = ("reduced", "disordered", "charging", "crossed")
"""The states of a unit, by the names of its fields."""

OTHERS = "others"
"""In an arrangement: every counter that is not named."""

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


class BattleRules(Rules[State]):
    """The rules of a battle with these optional rules."""

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self._build = partial(Battle, definition, scenario)
        self._battles: dict[frozenset[str], Battle] = {}
        self.battle = self._with(options)
        self.options = options
        self.sides = self.battle.sides
        places = {*self.battle.board.grid.ids, orders.EXIT}
        self.grammar = Grammar(orders.ALL, self.battle.counters, places)
        self.sequence = [phase.id for phase in definition.game.sequence]

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
        )

    def arrange(self, asked: Arrangement) -> State:
        state = self.start()
        if asked.active not in self.sides or asked.phase not in (OPTIONS, SET_UP, *self.sequence):
            raise UnknownThingError(f"{asked.active} {asked.phase}", "phase")
        state.turn, state.phase, state.active = asked.turn, asked.phase, asked.active
        if asked.phase == SET_UP:
            state.setting_up = [s.side for s in self.battle.setups].index(asked.active)
        for word, description in self._placed(asked).items():
            place, *states = (part.strip() for part in description.split(","))
            unknown = set(states) - set(STATES)
            if unknown or (place not in self.battle.board.grid and place not in OFF_MAP):
                raise UnknownThingError(description, "place or state")
            state.put(word, at=place, **dict.fromkeys(states, True))
        for word in asked.units:
            if word != OTHERS and self.describe(state, word) == EXITED:
                self._leader_left(state, self.grammar.counter(word))
        self._check_stacks(state)
        for name, value in asked.facts.items():
            kind, _, key = name.partition(" ")
            book = self._books(state).get(kind)
            if book is None or (key not in book and kind != "event"):
                raise UnknownThingError(name, "fact")
            book[key] = value
        return state

    def _leader_left(self, state: State, counter: str) -> None:
        """Who is named among those who left the map has left it; `others` are only out of the way."""
        if self.battle.counters[counter].role == "leader":
            state.leave(counter)

    def _check_stacks(self, state: State) -> None:
        """No position that play cannot reach: 13.4 allows one unit a hex, 4.4 no enemies in one. Raises
        Illegal."""
        for hex_id, there in state.occupants.items():
            found = [self.battle.counters[unit_id] for unit_id in there]
            if len({counter.side for counter in found}) > 1:
                raise Illegal("4.4", f"{' and '.join(there)} are enemies and share {hex_id}")
            if sum(counter.role == "unit" for counter in found) > 1:
                raise Illegal("13.4 (4.3)", f"{' and '.join(there)} share {hex_id}: one unit per hex")

    def _placed(self, asked: Arrangement) -> dict[str, str]:
        """The description of each counter that is named; `others` names all the rest."""
        named = {self.grammar.counter(w): d for w, d in asked.units.items() if w != OTHERS}
        if OTHERS not in asked.units:
            return named
        return dict.fromkeys(self.battle.counters, asked.units[OTHERS]) | named

    @staticmethod
    def _books(state: State) -> dict[str, dict[str, int]]:
        return {
            "losses": state.losses,
            "exits": state.exit_points,
            "arrows": state.arrows,
            "dry": state.dry_through,
            "event": state.events,
        }

    def facts(self, state: State) -> dict[str, int]:
        books = self._books(state)
        return {f"{kind} {key}": n for kind, book in books.items() for key, n in book.items()}

    def describe(self, state: State, counter: str) -> str:
        unit = state.units[self.grammar.counter(counter)]
        return ", ".join([unit.at, *(name for name in STATES if getattr(unit, name))])

    def phase(self, state: State) -> Steps:
        if state.phase == OPTIONS:
            yield from self._draw(state)
            return
        field = self.field_of(state)
        if state.phase == SET_UP:
            yield from set_up(field, field.battle.setups[state.setting_up], SetUpRules("13.4 (4.3)"))
            self._after_set_up(field)
            return
        first = state.active == self.battle.scenario.first_player
        if state.phase == self.sequence[0] and first:
            yield from resupply(field)
        yield from PHASES[state.phase](field, state.active)
        self._after_phase(field)

    def _draw(self, state: State) -> Steps:
        """The dice of the options, opened by the side that decides first; then set-up."""
        if DRAWN in state.options:
            opener = next((s.side for s in self.battle.setups if s.zones), self.sides[0])
            state.options = yield from draw_options(self.battle, opener)
        state.phase, state.active = SET_UP, self._with(state.options).setups[0].side

    def _after_set_up(self, field: Field) -> None:
        """The next side sets up, or the first player begins (14.1, 15.1, 16.1)."""
        state, setups = field.state, field.battle.setups
        state.setting_up += 1
        if state.setting_up < len(setups):
            state.active = setups[state.setting_up].side
            return
        state.phase = self.sequence[0]
        state.active = self.battle.scenario.first_player

    def _after_phase(self, field: Field) -> None:
        """The next phase, the other player's turn, or the end of the game turn (3.2)."""
        state = field.state
        following = self.sequence.index(state.phase) + 1
        if following < len(self.sequence):
            state.phase = self.sequence[following]
            return
        state.phase = self.sequence[0]
        second = state.active != self.battle.scenario.first_player
        state.active = self.battle.enemy(state.active)
        if not second:
            return
        if state.turn == self.battle.scenario.turns:
            state.outcome = victory_on_points(field)
        else:
            state.turn += 1

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - nothing is hidden in this game
        return state

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(self.field_of(state), choice, chance)

    def standing(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, self.field_of)

    def map_of(self, state: State) -> str:  # noqa: ARG002 - a battle is fought on one map
        return self.battle.scenario.map

    def position(self, state: State) -> tuple[Placed, ...]:
        placed = []
        for here in sorted(state.occupants):
            there = state.occupants[here]
            for unit_id in sorted(there, key=lambda u: self.battle.counters[u].role == "leader"):
                unit = state.units[unit_id]
                marks = [m for m, on in (("disordered", unit.disordered), ("charge", unit.charging)) if on]
                side = self.battle.counters[unit_id].side
                placed.append(Placed(unit_id, side, here, unit.reduced, tuple(marks)))
        return tuple(placed)

    def off_map(self, state: State) -> tuple[Placed, ...]:
        entering = {each for entry in self.battle.scenario.entries for each in entry.counters}
        placed = []
        for unit_id, unit in state.units.items():
            if unit.at in OFF_MAP:
                waits = "entering" if unit_id in entering else "forces"
                place = waits if unit.at == RESERVE else LOST
                placed.append(Placed(unit_id, self.battle.counters[unit_id].side, place, unit.reduced))
        return tuple(placed)

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
