"""The rules of a free table: set-up and sequence of play by the data, all else by hand.

The side whose phase it is acts until it writes `done`. It may call another side, which acts then until its
own `done`. An outcome that a side names stands when every other side has let it stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario, Zone
from modules.definition.places import hex_grid
from modules.engine.amendments import CounterPlacement, CounterState, Fact
from modules.engine.errors import UnknownThingError
from modules.engine.hexes.facing import facing_words
from modules.engine.orders import Done, Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Die, Roll, Steps, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.engine.standing_orders import PASS, Kind, Vocabulary
from modules.free_table import orders as o
from modules.free_table.dice_tables import dice_tables
from modules.free_table.ground import ground_of
from modules.free_table.hand_acts import carry_out, take_back
from modules.free_table.hand_options import DRAWN, TABLE, AnswerOptions, Components, HandOptions
from modules.free_table.starting_position import lay_out
from modules.free_table.state import BESIDE, DISCARD, PILE, SETUP, Face, Pack, TableState

ACT: Final = "act"
REPLY: Final = "reply"
OUTCOME: Final = "outcome"
ENDING: Final = "ending"
_APART: Final = {SETUP: "set-up", ENDING: "all turns are over: name the outcome"}
"""The phases that are not in the game's sequence of play, as they are called."""


class FreeTable(AdviceRules[TableState], MailRules[TableState]):
    """A scenario that is played by hand."""

    def __init__(self, definition: Definition, scenario: Scenario, options: frozenset[str]) -> None:
        self.definition, self.scenario = definition, scenario
        self.sides = _sides_in_order(scenario)
        self._ground = ground_of(definition, scenario)
        packs = {name: _card_names(definition, name) for name in definition.decks}
        self._components = Components(
            definition, scenario, self._ground, self.sides, dice_tables(definition), packs,
            _points(definition, scenario), _zones(scenario, options),
        )  # fmt: skip
        self._phases = tuple(_phases(definition, self.sides))
        self._rules = {phase.id: phase.rule for phase in definition.game.sequence}
        self.grammar = Grammar(o.KINDS, definition.counters, self._ground.places, self._ground.names)

    def start(self) -> TableState:
        """Every counter where the scenario lays it; packs are whole."""
        setting_up = self._setting_up()
        phase, active = (SETUP, setting_up[0]) if setting_up else self._phases[0]
        packs = {name: Pack(tuple(range(len(cards)))) for name, cards in self._components.packs.items()}
        state = TableState(1, phase, active, {}, packs)
        lay_out(self.definition, self.scenario, state)
        return state

    # --- the sequence of play ----------------------------------------------------------------------

    def phase(self, state: TableState) -> Steps:
        """Acts by hand until the side is done; then the next phase."""
        rule = self._rule_of(state)
        yield from self._act(state, state.active, ACT if state.phase != SETUP else SETUP, rule)
        self._go_on(state)

    def _rule_of(self, state: TableState) -> str:
        """The number of the phase in the rulebook; of a set-up that of the side's own."""
        if state.phase == SETUP:
            own = getattr(self.scenario, "setup", getattr(self.scenario, "forces", ()))
            return next(str(each.rule) for each in own if each.side == state.active)
        return self._rules.get(state.phase, self.scenario.rules)

    def _go_on(self, state: TableState) -> None:
        """The next side sets up, or the next phase begins; after the last of a turn the next turn. After the
        last turn the sides decide one after another, until one of them names the outcome."""
        if state.phase == SETUP:
            waiting = self._setting_up()
            at = waiting.index(state.active) + 1
            state.phase, state.active = (SETUP, waiting[at]) if at < len(waiting) else self._phases[0]
            return
        if state.phase == ENDING:
            state.active = self.sides[(self.sides.index(state.active) + 1) % len(self.sides)]
            return
        at = self._phases.index((state.phase, state.active)) + 1
        if at < len(self._phases):
            state.phase, state.active = self._phases[at]
        elif state.turn < self.scenario.turns:
            state.turn += 1
            state.phase, state.active = self._phases[0]
        else:
            state.phase, state.active = ENDING, self.sides[0]

    def _setting_up(self) -> tuple[str, ...]:
        """The sides that choose where their counters start, in the order of their set-up."""
        match self.scenario:
            case HexScenario(setup=setups):
                return tuple(setup.side for setup in setups if self._components.zones[setup.side])
            case AreaScenario(setup=setups):
                return tuple(setup.side for setup in setups if setup.anywhere)
            case _:
                return self.scenario.sides

    # --- acts ---------------------------------------------------------------------------------------

    def _act(self, state: TableState, side: str, kind: str, rule: str) -> Steps:
        state.undoable = ()
        ask = f"{self._phase_name(state)}: acts by hand, then `done`"
        while True:
            order = yield Choose(side, kind, ask, rule, HandOptions(self._components, state, side, rule))
            match order:
                case o.Retract():
                    yield Tell(take_back(state), TABLE)
                case o.RollDice() | o.RollColumn() | o.RollRow():
                    yield from self._roll(state, side, order)
                case o.Draw():
                    yield from self._draw(state, side, order)
                case o.Call(called_rule, called):
                    yield from self._call(state, called_rule, called)
                case o.Win():
                    yield from self._name_outcome(state, side, order)
                case Done():
                    break
                case _:
                    yield Tell(carry_out(self.definition, state, order), order.rule, (order.counter,))
        state.undoable = ()

    def _phase_name(self, state: TableState) -> str:
        if state.phase in _APART:
            return _APART[state.phase]
        return next(each.name for each in self.definition.game.sequence if each.id == state.phase)

    def _count(self, state: TableState) -> None:
        """An act that cannot be taken back, and that ends the taking back of those before it."""
        state.acts += 1
        state.undoable = ()

    def _roll(self, state: TableState, side: str, order: o.Roll) -> Steps:
        self._count(state)
        state.rolls += 1
        count, sides = self._components.dice_of(order) or (1, self.definition.game.die)
        labels = [str(order)] if count == 1 else [f"{order}: die {n} of {count}" for n in range(1, count + 1)]
        values = yield Roll(side, order.rule, tuple(Die(sides, label) for label in labels))
        yield Tell(self._result(order, values), order.rule, order.counters)

    def _result(self, order: o.Roll, values: tuple[int, ...]) -> str:
        """What dice have brought: their total, and the cell of the table."""
        total = sum(values)
        shown = str(total) if len(values) == 1 else f"{'+'.join(map(str, values))} = {total}"
        about = f" for {', '.join(order.counters)}" if order.counters else ""
        table = self._components.tables.get(order.what)
        if table is None:
            return f"{order.what}{about}: {shown}"
        word = table.find_word(order.word) or ""
        named = f" {table.named} {word}" if word else ""
        return f"{order.what}{named}{about}: {shown} gives {table.read(word, total)}"

    def _draw(self, state: TableState, side: str, order: o.Draw) -> Steps:
        """Each card is one of those that are left, by a die with as many sides: nobody knows the next one.
        The last card needs no die."""
        self._count(state)
        left, count = list(state.packs[order.pack].left), int(order.number)
        sides = [len(left) - n for n in range(count)]
        dice = tuple(Die(each, f"{order}: card {n}") for n, each in enumerate(sides, 1) if each > 1)
        values = (yield Roll(side, order.rule, dice)) if dice else ()
        drawn = tuple(left.pop(value - 1) for value in (*values, 1)[:count])
        state.packs[order.pack] = Pack(tuple(left), (*state.packs[order.pack].drawn, *drawn))
        cards = ", ".join(self._components.packs[order.pack][number] for number in drawn)
        yield Tell(f"from {order.pack} comes {cards}", order.rule)

    def _call(self, state: TableState, rule: str, called: str) -> Steps:
        self._count(state)
        state.called = called
        yield from self._act(state, called, REPLY, rule)
        state.called = ""

    def _name_outcome(self, state: TableState, side: str, order: o.Win) -> Steps:
        """The others say one after another whether an outcome stands."""
        self._count(state)
        drawn = order.side == DRAWN
        outcome = Outcome("" if drawn else order.side, "draw" if drawn else "by hand", order.why, order.rule)
        yield Tell(f"{side} says: {order.side}, {order.why}", order.rule)
        for other in self.sides:
            if other == side:
                continue
            ask = f'whether the outcome stands: {order.side}, "{order.why}"'
            answer = yield Choose(other, OUTCOME, ask, order.rule, AnswerOptions(order.rule))
            if isinstance(answer, o.Object):
                yield Tell(f"{other} objects: {answer.why}; the game goes on", order.rule)
                return
        state.outcome = outcome
        raise GameOver

    # --- seen ---------------------------------------------------------------------------------------

    def view(self, state: TableState, side: str) -> TableState:  # noqa: ARG002 - nothing is hidden
        return state.copy()

    def map_of(self, state: TableState) -> str:  # noqa: ARG002 - a scenario has one map
        return self._ground.name

    def position(self, state: TableState) -> tuple[PlacedCounter, ...]:
        return tuple(
            self._placed(state, counter, place) for counter, place in state.lying() if place not in BESIDE
        )

    def off_map(self, state: TableState) -> tuple[PlacedCounter, ...]:
        return tuple(
            self._placed(state, counter, place) for counter, place in state.lying() if place in BESIDE
        )

    def unknown_cards(self, state: TableState) -> tuple[PlacedCounter, ...]:
        """On a table of cards the packs, and the cards that were drawn: a save lays them out."""
        if not isinstance(self.scenario, CardScenario):
            return ()
        return tuple(
            PlacedCounter(self._components.packs[name][number], "", place)
            for name, pack in state.packs.items()
            for place, numbers in ((PILE, pack.left), (DISCARD, pack.drawn))
            for number in numbers
        )

    def _placed(self, state: TableState, counter: str, place: str) -> PlacedCounter:
        face, known = state.face(counter), self.definition.counters[counter]
        turned = face.back and known.back is not None
        return PlacedCounter(
            counter, known.side, place, turned, face.marks, facing=face.toward, steps_lost=face.steps_lost
        )

    def summary(self, state: TableState) -> tuple[tuple[str, str], ...]:
        side = self.definition.game.sides[state.active].name
        packs = (
            (self.definition.decks[name].name, f"{len(pack.left)} left, {len(pack.drawn)} drawn")
            for name, pack in state.packs.items()
        )
        return (
            ("Turn", f"{state.turn} of {self.scenario.turns}"),
            ("Phase", f"{self._phase_name(state)}, {side}"),
            *packs,
            ("By hand", f"{count_noun(state.acts, 'act')}, of them {count_noun(state.rolls, 'roll')}"),
        )

    def facts(self, state: TableState) -> dict[str, int]:
        return {"turn": state.turn, "acts": state.acts, "rolls": state.rolls}

    # --- for the program, and by mail --------------------------------------------------------------

    def advise(self, choice: Choose, state: TableState, chance: Chance) -> Order:  # noqa: ARG002 - no chance
        """Nothing, for a program that does not know the rules moves nothing; a draw after the last turn."""
        if state.phase == ENDING and choice.kind == ACT:
            return o.Win(choice.rule, DRAWN, "all turns are over")
        return Done()

    def says(self, after: TableState, order: Order, dice: tuple[int, ...]) -> str:
        """The cell of a table, the total of dice, the cards of a draw."""
        if isinstance(order, o.Draw):
            drawn = after.packs[order.pack].drawn[-int(order.number) :]
            return ", ".join(sorted(self._components.packs[order.pack][number] for number in drawn))
        if not isinstance(order, o.RollDice | o.RollColumn | o.RollRow):
            return ""
        table = self._components.tables.get(order.what)
        return (
            f"total {sum(dice)}"
            if table is None
            else table.read(table.find_word(order.word) or "", sum(dice))
        )

    def amend(self, state: TableState, facts: Sequence[Fact]) -> None:
        """Counters lie and show what all have agreed; nothing else of a table is a fact."""
        for fact in facts:
            if isinstance(fact, CounterPlacement):
                if fact.place not in self._ground.places:
                    raise UnknownThingError(fact.place, "place")
                state.put(fact.counter, fact.place)
            elif isinstance(fact, CounterState):
                state.show(fact.counter, self._amended(state.face(fact.counter), fact))
            else:
                raise UnknownThingError(fact.name, "number")

    def _amended(self, face: Face, fact: CounterState) -> Face:
        if fact.state == "reduced" and self.definition.counters[fact.counter].back is not None:
            return replace(face, back=fact.holds)
        if fact.state not in self.definition.game.markers:
            raise UnknownThingError(fact.state, "state")
        left = tuple(each for each in face.marks if each != fact.state)
        return replace(face, marks=(*left, fact.state) if fact.holds else left)

    def standing_vocabulary(self) -> Vocabulary[TableState]:
        """`done` for each kind of decision; `any` never acts or agrees for a player."""
        told = {
            SETUP: "what else to set up by hand",
            ACT: "what to do by hand in your own phase",
            REPLY: "what to do by hand when another side calls you",
            OUTCOME: "whether an outcome stands that another side has named",
        }
        kinds: list[Kind[TableState]] = [
            Kind(name, says, TABLE, (), PASS, passes=True, planned=True) for name, says in told.items()
        ]
        return Vocabulary(self.grammar, kinds)


def build(definition: Definition, scenario: str, options: frozenset[str]) -> FreeTable:
    """The free table of a scenario. Of an option it knows where a side may set up; the rest is by hand."""
    return FreeTable(definition, definition.scenarios[scenario], options)


def _sides_in_order(scenario: Scenario) -> tuple[str, ...]:
    """The sides in the order of their turns."""
    if isinstance(scenario, AreaScenario):
        return scenario.order
    first = scenario.first_player
    return (first, *(side for side in scenario.sides if side != first))


def _zones(scenario: Scenario, options: frozenset[str]) -> dict[str, tuple[Zone, ...]]:
    """The zones of each side on hexes: those of an option that frees it, else those of its set-up."""
    if not isinstance(scenario, HexScenario):
        return {}
    found = {setup.side: setup.zones for setup in scenario.setup}
    for name in sorted(options & scenario.options.keys()):
        found |= {side: free.zones for side, free in scenario.options[name].frees.items()}
    return found


def _phases(definition: Definition, sides: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The phases of a game turn, each with the side whose it is."""
    sequence = definition.game.sequence
    if definition.game.sided:
        yield from ((phase.id, phase.side) for phase in sequence if phase.side in sides)
        return
    yield from ((phase.id, side) for side in sides for phase in sequence)


def _points(definition: Definition, scenario: Scenario) -> tuple[str, ...]:
    """The points of the compass at which counters may look; none where they do not face."""
    fronts = definition.game.facing
    if fronts is None or not isinstance(scenario, HexScenario):
        return ()
    return facing_words(hex_grid(definition.maps[scenario.map].grid), fronts.toward)


def _card_names(definition: Definition, deck: str) -> tuple[str, ...]:
    """The cards of a pack, alike ones with a number each."""
    cards = definition.decks[deck].cards
    return tuple(f"{name}-{n}" for name, card in cards.items() for n in range(1, card.count + 1))
