"""The rules of a free table with rules.yaml: the program carries out each clause, under the number that the
clause bears; all else is by hand as at any free table."""

from __future__ import annotations

import copy
from collections.abc import Generator, Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import Any, Final

from modules.definition import Definition
from modules.definition.formats.clauses.combat import AttackPhase
from modules.definition.formats.clauses.moving import EnterPhase, MovePhase, SetUpPhase
from modules.definition.formats.clauses.upkeep import RebuildPhase, RecoverPhase, SupplyPhase
from modules.definition.formats.ledger import ENDING, SETUP
from modules.definition.formats.rules import PhaseClause
from modules.definition.formats.scenarios import HexScenario
from modules.engine.amendments import Fact, FactValue
from modules.engine.errors import UnknownThingError
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT, Deploy, PlaceCounter
from modules.engine.modifiers import Modifier
from modules.engine.orders import Done, Grammar, Order
from modules.engine.requests import Chance, Choose, Steps, Tell
from modules.engine.rules.arrangement_rules import Arrangement, ArrangementRules
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.ground import CROSSED, crosses_halving
from modules.engine.stacks.entering import EnterOptions
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moving import MoveOptions, surplus_lines
from modules.engine.stacks.orders import ATTACKS, MoveStack, RebuildUnit, RecoverUnit, RestoreUnit
from modules.engine.stacks.orders import KINDS as BY_PROGRAM
from modules.engine.stacks.setting_up import SetUpOptions
from modules.engine.stacks.upkeep.rebuilding import RebuildOptions
from modules.engine.stacks.upkeep.recovering import RecoverOptions
from modules.engine.standing_orders import FIRST, PASS, Kind, Vocabulary
from modules.free_table import orders as o
from modules.free_table.by_rules.advice import GeneralPlayer
from modules.free_table.by_rules.aftermath import AFTERMATH, Aftermath
from modules.free_table.by_rules.aftermath_kinds import kinds_after_combat
from modules.free_table.by_rules.arrangements import arrange, describe, is_described, unknown_phase
from modules.free_table.by_rules.attack_steps import AttackSteps, PhaseOfAttacks
from modules.free_table.by_rules.attack_tables import Cell
from modules.free_table.by_rules.due_options import DueOptions
from modules.free_table.by_rules.mixed_options import BY_HAND, MixedOptions, RuledHandOptions
from modules.free_table.by_rules.replacements import rebuild_unit, recover_all, recover_unit, restore_unit
from modules.free_table.by_rules.ruled_state import ENTERED, MOVED, RuledState
from modules.free_table.by_rules.supply_steps import carry_out_supply
from modules.free_table.by_rules.upkeep_steps import Upkeep
from modules.free_table.ground import Ground, ground_of
from modules.free_table.hand_options import HandOptions
from modules.free_table.orders import TABLE
from modules.free_table.rules import FreeTable
from modules.free_table.state import BESIDE, ENTERING, EXITED, RESERVE, TableState

MOVE: Final = "move"
ENTER: Final = "enter"
ATTACK: Final = "attack"
REBUILD: Final = "rebuild"
RECOVER: Final = "recover"
_SAYS: Final = {
    SETUP: "where your counters are set up",
    MOVE: "how your units move",
    ENTER: "where your reinforcements come in",
    ATTACK: "which attacks you make",
    REBUILD: "which units you rebuild and restore",
    RECOVER: "which units recover",
    AFTERMATH: "what follows from the result of your attack, by hand",
}
_ASKS: Final = {
    SETUP: "place a counter, `deploy` the rest as suggested, or `done` when all are placed",
    MOVE: "move your units, then `done`",
    ENTER: "place your reinforcements, then `done`",
    ATTACK: "attack, then `done`",
    REBUILD: "rebuild or restore units, then `done`",
    RECOVER: "let units recover, then `done`",
}


class TableByRules(FreeTable, ArrangementRules[TableState]):
    """A scenario on hexes whose clauses the program carries out."""

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        super().__init__(definition, scenario, options)
        assert definition.rules_file is not None  # noqa: S101 - `build` asks
        self._clauses = definition.rules_file.phases
        self._battle = StackBattle(definition, scenario, options)
        self._player = GeneralPlayer(self._battle)
        self._set_ups = {setup.side: setup for setup in scenario.setup}

    def __copy__(self) -> TableByRules:
        """A table of a referee, or one that was adopted: its attacks ask for themselves."""
        made = object.__new__(type(self))
        made.__dict__ = {name: each for name, each in self.__dict__.items() if name != "_attacks"}
        return made

    @cached_property
    def _attacks(self) -> AttackSteps:
        aftermath = Aftermath(self.definition, self._battle, self._ask, self._act)
        after = self._upkeep.after_order
        return AttackSteps(self.definition, self._battle, aftermath, self._by_hand_after, after)

    @property
    def _upkeep(self) -> Upkeep:
        """What happens by itself. A table of a referee, or one that was adopted, asks for itself."""
        return Upkeep(self._battle, self._ask)

    def _find_ground(self) -> Ground:
        return replace(ground_of(self.definition, self.scenario), beside=(*BESIDE, EXITED))

    def _make_grammar(self) -> Grammar:
        kinds = (*(kind for kind in o.KINDS if kind is not Done), *BY_PROGRAM, Done)
        places = self._ground.places | {EXIT}
        return Grammar(kinds, self.definition.counters, places, self._ground.names)

    # --- where the game begins -----------------------------------------------------------------------

    def start(self) -> TableState:
        """As at any free table; counters that their side sets up by the program wait for it."""
        state = self._laid_out()
        state.past = not self.judges_the_past
        if SETUP in self._clauses and self.judges_the_past:
            for side in self._setting_up():
                for counter in self._set_ups[side].at:
                    state.put(counter, RESERVE)
        self._upkeep.start(state)
        return state

    def as_adopted(self) -> TableByRules:
        return self if not self.judges_the_past else self._adopted

    @cached_property
    def _adopted(self) -> TableByRules:
        made = copy.copy(self)
        made.__dict__.pop("_refereed", None)  # as they would be for a game that began with these rules
        made.judges_the_past = False
        return made

    def end_the_past(self, state: TableState) -> None:
        _ruled(state).past = False

    def _laid_out(self) -> RuledState:
        state = super().start()
        return RuledState(**{each.name: getattr(state, each.name) for each in fields(TableState)})

    def arrange(self, asked: Arrangement) -> TableState:
        state = self._laid_out()
        known = {*self._phases, *((SETUP, side) for side in self._setting_up()), (ENDING, self.sides[0])}
        if (asked.phase, asked.active) not in known:
            raise unknown_phase(asked, known)
        arrange(state, asked, self.definition, self._ground, self.grammar, self._upkeep)
        return state

    def describe(self, state: TableState, counter: str) -> str:
        return describe(_ruled(state), self.grammar.counter(counter))

    def is_described(self, state: TableState, counter: str, said: str) -> bool:
        return is_described(_ruled(state), self.grammar.counter(counter), said)

    # --- the sequence of play ------------------------------------------------------------------------

    def phase(self, state: TableState) -> Steps:
        """The phase by its clause; without one by hand."""
        ruled, clause = _ruled(state), self._clauses.get(state.phase)
        if clause is None:
            yield from super().phase(state)
            return
        if self._is_left_out(ruled, clause):
            yield Tell(f"no {self._phase_name(state)} for {state.active} in this turn", clause.rule)
            yield from self._close_phase(state, clause.rule)
        elif isinstance(clause, SupplyPhase | RecoverPhase) and not self._is_asked(clause):
            yield from self._by_itself(ruled, clause)
            yield from self._close_phase(state, clause.rule)
        else:
            yield from self._by_program(ruled, clause)
        self._go_on(state)

    def _is_asked(self, clause: SupplyPhase | RecoverPhase) -> bool:
        """Whether a player decides anything in a phase that else happens by itself."""
        if isinstance(clause, SupplyPhase):
            return False
        return any(self._battle.rules.recovery[name].most is not None for name in clause.by)

    def _by_itself(self, state: RuledState, clause: PhaseClause) -> Steps:
        """What of a phase needs no decision."""
        field = StackField(self._battle, state.moment())
        if isinstance(clause, SupplyPhase):
            yield from carry_out_supply(field, state, clause)
        elif isinstance(clause, RecoverPhase):
            yield from recover_all(field, state, clause)

    def _go_on(self, state: TableState) -> None:
        before, active, ruled = state.turn, state.active, _ruled(state)
        super()._go_on(state)
        ruled.begin_phase()
        if state.turn != before:
            ruled.begin_turn()
        if state.active != active:
            ruled.attack_dice = 0

    def _close_phase(self, state: TableState, rule: str) -> Steps:
        """Where more lies in a hex than may, also after a phase by hand; then what happens by itself."""
        ruled = _ruled(state)
        for line in surplus_lines(StackField(self._battle, ruled.moment())):
            yield Tell(line, rule)
        last = (state.phase, state.active) == self._phases[-1]
        yield from self._upkeep.close_phase(ruled, last_of_turn=last)

    def _is_left_out(self, state: RuledState, clause: PhaseClause) -> bool:
        moment = state.moment()
        return not isinstance(clause, SetUpPhase) and any(
            self._battle.holds(times, moment) for times in clause.not_on
        )

    def _by_program(self, state: RuledState, clause: PhaseClause) -> Steps:
        """Orders of the program and acts by hand, until the side is done."""
        side, kind = state.active, _kind_of(clause)
        rule = self._set_ups[side].rule if isinstance(clause, SetUpPhase) else clause.rule
        state.undoable, dice = (), self._attacks.most_dice
        yield from self._upkeep.begin_phase(state, clause)
        yield from self._by_itself(state, clause)
        attacks = PhaseOfAttacks(self._attacks, state, clause) if isinstance(clause, AttackPhase) else None
        while True:
            hand = self._find_acts(state, side, rule)
            options = MixedOptions(lambda: self._program(state, clause), hand, state, rule, dice)
            choice = Choose(side, kind, f"{self._phase_name(state)}: {_ASKS[kind]}", rule, options)
            order = yield from self._ask(state, choice)
            if isinstance(order, Done):
                break
            if isinstance(order, BY_HAND):
                yield from self._carry_out(state, side, order)
                state.by_hand = bool(state.undoable) or not isinstance(order, o.Retract)
            else:
                state.undoable, state.result = (), ""
                if attacks is not None and isinstance(order, ATTACKS):
                    yield from attacks.carry_out(order)
                else:
                    yield from self._carry_out_order(state, clause, options, order)
            yield from self._upkeep.after_order(state)
        if attacks is not None:
            yield from self._carry_out_named(state, attacks)
        yield from self._close_phase(state, clause.rule)
        state.undoable = ()

    def _carry_out_named(self, state: RuledState, attacks: PhaseOfAttacks) -> Steps:
        """The attacks that were named. What was done by hand since is taken back no more: it is looked at
        before them, and what each changes after it."""
        if state.declared:
            state.undoable, state.by_hand = (), False
            yield from self._upkeep.after_order(state)
        yield from attacks.finish()

    def _ask(self, state: TableState, choice: Choose) -> Generator[Choose | Tell, Any, Any]:
        order = yield from super()._ask(state, choice)
        if choice.side != state.active:
            _ruled(state).attack_dice = 0
        return order

    def _carry_out(self, state: TableState, side: str, order: Order) -> Steps:
        """Acts by hand, with the hexes that counters enter by them."""
        ruled = _ruled(state)
        if isinstance(order, o.Retract):
            ruled.take_back_way(state.undoable[-1])
        yield from super()._carry_out(state, side, order)
        if isinstance(order, o.Put) and order.at in self._battle.controlled:
            ruled.note_way(order.counter, (order.at,))

    def _find_acts(self, state: TableState, side: str, rule: str) -> HandOptions:
        return RuledHandOptions(self._components, _ruled(state), side, rule)

    def _program(self, state: RuledState, clause: PhaseClause) -> HexOptions[Any]:
        """What a clause lets the side of the phase do now."""
        field = StackField(self._battle, state.moment())
        match clause:
            case SetUpPhase():
                return SetUpOptions(field, self._set_ups[state.active], clause.rule)
            case MovePhase():
                return MoveOptions(field, clause)
            case EnterPhase():
                return EnterOptions(field, clause)
            case AttackPhase():
                return self._attacks.find_options(state, clause)
            case RecoverPhase():
                return RecoverOptions(field, clause, state.tried)
            case RebuildPhase():
                return RebuildOptions(field, clause)
            case SupplyPhase():
                raise TypeError("supply is judged without a decision")

    # --- orders of the program -----------------------------------------------------------------------

    def _carry_out_order(
        self, state: RuledState, clause: PhaseClause, options: MixedOptions, order: Order
    ) -> Steps:
        match order:
            case Deploy():
                setup = self._set_ups[state.active]
                for counter, place in setup.at.items():
                    if state.at[counter] == RESERVE:
                        state.put(counter, place)
            case PlaceCounter(unit, place):
                entered = state.at[unit] == ENTERING
                state.put(unit, place)
                if entered:
                    self._note_entry(state, unit, place)
                    yield Tell(f"{unit} comes in at {place}", clause.rule, (unit,))
            case MoveStack():
                yield from self._move_units(state, clause, options, order)
            case RebuildUnit():
                assert isinstance(options.program, RebuildOptions)  # noqa: S101 - no other offers them
                yield from rebuild_unit(options.program, state, order)
            case RestoreUnit():
                assert isinstance(options.program, RebuildOptions)  # noqa: S101 - no other offers them
                yield from restore_unit(options.program, state, order)
            case RecoverUnit():
                assert isinstance(options.program, RecoverOptions)  # noqa: S101 - no other offers them
                yield from recover_unit(options.program, state, order)

    def _move_units(
        self, state: RuledState, clause: PhaseClause, options: MixedOptions, order: MoveStack
    ) -> Steps:
        spent, rule, end = "", clause.rule, order.path[-1]
        if not state.past and isinstance(options.program, MoveOptions):
            cost, left = options.program.spent_on(order)
            spent = f" ({_in_words(cost)}, {_in_words(left)} left)"
            rule = options.program.rule_of(order)
        start = state.at[order.units[0]]
        crossing = crosses_halving(self._battle.board, start, order.path)
        for unit in order.units:
            if start == ENTERING:
                self._note_entry(state, unit, order.path[0])
            state.put(unit, EXITED if end == EXIT else end)
            state.note_way(unit, (hex_id for hex_id in order.path if hex_id != EXIT))
            state.note_deed(unit, MOVED)
            if crossing:
                state.note_deed(unit, CROSSED)
        state.acted = (*state.acted, *order.units)
        goes = "leaves the map" if end == EXIT else f"moves {'-'.join((start, *order.path))}"
        yield Tell(f"{', '.join(order.units)} {goes}{spent}", rule, order.units)

    def _note_entry(self, state: RuledState, unit: str, place: str) -> None:
        state.note_deed(unit, ENTERED)
        state.entered_over[place] = state.entered_over.get(place, 0) + 1

    def _by_hand_after(self, state: RuledState, cell: Cell) -> Steps:
        """What follows from the result of a half attack, under its number."""
        yield from self._act(state, state.active, AFTERMATH, cell.rule, cell.words)

    # --- seen, and by mail ---------------------------------------------------------------------------

    def count_rolls(self, state: TableState) -> int:
        return state.rolls - _ruled(state).attacks

    def facts(self, state: TableState) -> dict[str, int]:
        return {**super().facts(state), **dict(self._upkeep.facts.of(_ruled(state)))}

    def summary(self, state: TableState) -> tuple[tuple[str, str], ...]:
        return (*super().summary(state), *self._upkeep.summarize(_ruled(state)))

    def amend(self, state: TableState, facts: Sequence[Fact]) -> None:
        """Numbers of upkeep too, after the counters lie where they should."""
        numbers = [f for f in facts if isinstance(f, FactValue) and f.name not in state.tallies]
        super().amend(state, [fact for fact in facts if fact not in numbers])
        self._upkeep.look_around(_ruled(state))
        for fact in numbers:
            if not self._upkeep.facts.take_in(_ruled(state), fact.name, fact.number):
                raise UnknownThingError(str(fact), "number", self._upkeep.facts.forms)

    def says(self, after: TableState, order: Order, dice: tuple[int, ...]) -> str:
        """Of an attack the result too, whatever it changes on the board."""
        return _ruled(after).result if isinstance(order, ATTACKS) else super().says(after, order, dice)

    def modifiers(self, state: TableState, order: Order) -> tuple[Modifier, ...]:
        """What changes a whole attack, as it is reckoned."""
        clause = self._clauses.get(state.phase)
        if isinstance(order, ATTACKS) and isinstance(clause, AttackPhase):
            return self._attacks.modifiers(_ruled(state), clause, order)
        return ()

    def advise(self, choice: Choose, state: TableState, chance: Chance) -> Order:
        """What the general player does by the clauses; by hand nothing that is not due."""
        order = self._player.advise(choice, _ruled(state))
        if order is not None:
            return order
        if isinstance(choice.options, MixedOptions):
            return choice.options.find_owed() or Done()
        if isinstance(choice.options, DueOptions):
            return choice.options.find_least()
        return super().advise(choice, state, chance)

    def standing_vocabulary(self) -> Vocabulary[TableState]:
        """`done` for each kind of decision but the set-up by program, which goes as suggested."""
        known = super().standing_vocabulary()
        kinds = [kind for kind in known.kinds.values() if kind.name != SETUP or SETUP not in self._clauses]
        mine = [name for name in _SAYS if name != SETUP or SETUP in self._clauses]
        kinds += [
            Kind(name, _SAYS[name], TABLE, (), FIRST if name == SETUP else PASS, passes=True, planned=True)
            for name in mine
        ]
        kinds += kinds_after_combat(self._battle.rules)
        return Vocabulary(self.grammar, kinds)


def _ruled(state: TableState) -> RuledState:
    """The state of a table with clauses. It is made here alone."""
    if not isinstance(state, RuledState):
        raise TypeError("a table with clauses has a state of its own")
    return state


def _in_words(spent: str) -> str:
    """What a way costs, with its unit."""
    return spent if spent.endswith(("hex", "hexes")) else f"{spent} MP"


def _kind_of(clause: PhaseClause) -> str:
    """The kind of decision of a phase."""
    match clause:
        case SetUpPhase():
            return SETUP
        case MovePhase():
            return MOVE
        case EnterPhase():
            return ENTER
        case AttackPhase():
            return ATTACK
        case RebuildPhase():
            return REBUILD
        case RecoverPhase() | SupplyPhase():
            return RECOVER
