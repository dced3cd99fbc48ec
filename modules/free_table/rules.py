"""The rules of a free table: set-up and sequence of play by the data, all else by hand.

The side whose phase it is acts until it writes `done`. It may call another side, which acts then until its
own `done`. An outcome that a side names stands when every other side has let it stand.
"""

from __future__ import annotations

import copy
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.ledger import APART, ENDING, SETUP
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario, Zone
from modules.definition.places import hex_grid
from modules.engine.amendments import Fact
from modules.engine.errors import Illegal
from modules.engine.hexes.facing import facing_words
from modules.engine.orders import Done, Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Die, Judged, Roll, Steps, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.objection_rules import ActShown, ObjectionRules, ObjectionShown
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.engine.standing_orders import PASS, Kind, Vocabulary
from modules.free_table import objections
from modules.free_table import orders as o
from modules.free_table.agreed_facts import take_in_facts
from modules.free_table.card_hands import DEALING, sealed_cards
from modules.free_table.dice_tables import dice_tables
from modules.free_table.draws import draw_cards, draw_counters
from modules.free_table.ground import Ground, ground_of
from modules.free_table.hand_acts import carry_out, change_tally, is_card, take_back
from modules.free_table.hand_options import DRAWN, AnswerOptions, Components, HandOptions
from modules.free_table.hidden_cards import fill_in
from modules.free_table.ledger_limits import (
    check_limits,
    count_act,
    take_back_count,
    under_a_number,
    unlisted_number,
)
from modules.free_table.objections import Judges
from modules.free_table.orders import TABLE
from modules.free_table.packs_beside import PILE, backs, known_cards, open_cards
from modules.free_table.starting_position import lay_out
from modules.free_table.state import RESERVE, Deed, Pack, TableState, Tally

ACT: Final = "act"
REPLY: Final = "reply"
OUTCOME: Final = "outcome"
_APART: Final = {DEALING: "cards are dealt", SETUP: "set-up", ENDING: "all turns are over: name the outcome"}
"""The phases that are not in the game's sequence of play, as they are called."""


class FreeTable(AdviceRules[TableState], ObjectionRules[TableState]):
    """A scenario that is played by hand."""

    def __init__(self, definition: Definition, scenario: Scenario, options: frozenset[str]) -> None:
        self.definition, self.scenario = definition, scenario
        self.sides = _sides_in_order(scenario)
        self._judges = Judges(self.sides)
        self._ground = self._find_ground()
        cards = {name: _card_names(definition, name) for name in definition.decks}
        self._sealed = sealed_cards(definition, self.sides, cards)
        self.secret_packs = bool(self._sealed.words)
        packs = {name: each for name, each in cards.items() if name not in self._sealed.words}
        self._components = Components(
            definition, scenario, self._ground, self.sides, dice_tables(definition), packs,
            _points(definition, scenario), _zones(scenario, options), self._sealed,
        )  # fmt: skip
        self._phases = tuple(_phases(definition, self.sides))
        self._rules = {phase.id: phase.rule for phase in definition.game.sequence}
        self.grammar = self._make_grammar()

    def _find_ground(self) -> Ground:
        return ground_of(self.definition, self.scenario)

    def _make_grammar(self) -> Grammar:
        return Grammar(o.KINDS, self.definition.counters, self._ground.places, self._ground.names)

    def start(self) -> TableState:
        """Every counter where the scenario lays it; packs are whole."""
        phase, active = (DEALING, self.sides[0]) if self.secret_packs else self._first_phase()
        packs = {name: Pack(tuple(range(len(cards)))) for name, cards in self._components.packs.items()}
        tallies = {name: entry.start for name, entry in self.definition.game.tallies.items()}
        state = TableState(1, phase, active, {}, packs, tallies=tallies, hidden=self._sealed.start())
        lay_out(self.definition, self.scenario, state)
        return state

    def _first_phase(self) -> tuple[str, str]:
        """Where the sides begin to act, and the side that does."""
        setting_up = self._setting_up()
        return (SETUP, setting_up[0]) if setting_up else self._phases[0]

    # --- the sequence of play ----------------------------------------------------------------------

    def phase(self, state: TableState) -> Steps:
        """Acts by hand until the side is done; then the next phase. Before all of them cards are dealt."""
        if state.phase == DEALING:
            yield from self._sealed.deal_out(state)
            state.phase, state.active = self._first_phase()
            return
        rule = self._rule_of(state)
        yield from self._act(state, state.active, ACT if state.phase != SETUP else SETUP, rule)
        yield from self._close_phase(state, rule)
        self._go_on(state)

    def _rule_of(self, state: TableState) -> str:
        """The number of the phase in the rulebook; of a set-up that of the side's own."""
        if state.phase == SETUP:
            own = getattr(self.scenario, "setup", getattr(self.scenario, "forces", ()))
            return next(str(each.rule) for each in own if each.side == state.active)
        return self._rules.get(state.phase, self.scenario.rules)

    def _close_phase(self, state: TableState, rule: str) -> Steps:  # noqa: ARG002 - for clauses
        """What happens when the side of a phase is done: nothing."""
        yield from ()

    def _go_on(self, state: TableState) -> None:
        """The next side sets up, or the next phase begins; after the last of a turn the next turn. After the
        last turn the sides decide one after another, until one of them names the outcome."""
        if state.phase in APART:
            state.counted = ()
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
            state.counted = ()
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

    def _act(self, state: TableState, side: str, kind: str, rule: str, after: str = "") -> Steps:
        """Acts by hand until the side is done; `after`: what they follow from, if not from the phase."""
        state.undoable = ()
        ask = f"{after or self._phase_name(state)}: acts by hand, then `done`"
        while True:
            choice = Choose(side, kind, ask, rule, self._find_acts(state, side, rule))
            order = yield from self._ask(state, choice)
            if isinstance(order, Done):
                break
            yield from self._carry_out(state, side, order)
        state.undoable = ()

    def _find_acts(self, state: TableState, side: str, rule: str) -> HandOptions:
        """What a side may do by hand now."""
        return HandOptions(self._components, state, side, rule)

    def _carry_out(self, state: TableState, side: str, order: Order) -> Steps:
        """An act by hand, or the taking back of the last one."""
        if isinstance(order, o.Act) and count_act(self.definition, state, side, order):
            yield Tell(f"{side} acts under {order.rule}, a number unlisted in the ledger", order.rule)
        match order:
            case o.Retract():
                yield Tell(take_back(state), TABLE)
                take_back_count(self.definition, state)
            case o.RollDice() | o.RollColumn() | o.RollRow():
                yield from self._roll(state, side, order)
            case o.Draw() | o.Play() | o.ShufflePack():
                self._count(state, side, order, int(order.number) if isinstance(order, o.Draw) else 0)
                yield from self._take_card(state, side, order)
            case o.Call():
                yield from self._call(state, side, order)
            case o.Win():
                yield from self._name_outcome(state, side, order)
            case o.Count():
                yield from self._count_tally(state, side, order)
            case o.Put() | o.Flip() | o.Face() | o.Mark() | o.Unmark() | o.Lose() | o.Eliminate():
                yield from self._move(state, side, order)

    def _ask(self, state: TableState, choice: Choose) -> Generator[Choose | Tell, Any, Any]:
        """The first order of a side that is no objection; by it the side agrees to what was done before."""
        while True:
            order = yield choice
            if not isinstance(order, o.OBJECTIONS):
                yield from objections.close_window(state, choice.side)
                return order
            yield from objections.carry_out(state, self._judges, choice.side, order)

    def _move(self, state: TableState, side: str, order: o.Move) -> Steps:
        before = state.lie(order.counter)
        told = carry_out(self.definition, state, order)
        objections.add_deed(state, self._judges, side, order, before)
        yield Tell(state.tell_act(told), order.rule, (order.counter,))

    def _count_tally(self, state: TableState, side: str, order: o.Count) -> Steps:
        before = Tally(order.tally, state.tallies[order.tally])
        told = change_tally(state, order)
        objections.add_deed(state, self._judges, side, order, before)
        yield Tell(state.tell_act(told), order.rule)

    def _phase_name(self, state: TableState) -> str:
        if state.phase in _APART:
            return _APART[state.phase]
        return next(each.name for each in self.definition.game.sequence if each.id == state.phase)

    def _count(self, state: TableState, side: str, order: o.Act, dice: int = 0) -> None:
        """An act that cannot be taken back, and that ends the taking back of those before it."""
        state.acts += 1
        state.undoable = ()
        objections.add_deed(state, self._judges, side, order, None, dice)

    def _roll(self, state: TableState, side: str, order: o.Roll) -> Steps:
        state.rolls += 1
        count, sides = self._components.dice_of(order.what) or (1, self.definition.game.die)
        self._count(state, side, order, count)
        labels = [str(order)] if count == 1 else [f"{order}: die {n} of {count}" for n in range(1, count + 1)]
        values = yield Roll(side, order.rule, tuple(Die(sides, label) for label in labels), quoted=True)
        yield Tell(state.tell_act(self._result(order, values)), order.rule, order.counters)

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

    def _take_card(self, state: TableState, side: str, order: o.Draw | o.Play | o.ShufflePack) -> Steps:
        """Cards go from packs to all, or into hands, from hands to the discards, and back into packs."""
        match order:
            case o.Play():
                yield from self._sealed.play(state, side, order)
            case o.Draw(pack=pack) if pack in self._sealed.words:
                yield from self._sealed.draw(state, side, order)
            case o.Draw(pack=pack) if pack in state.packs:
                yield from draw_cards(state, side, order, self._components.packs[pack])
            case o.Draw():
                yield from draw_counters(state, side, order)
            case o.ShufflePack(pack=pack) if pack in self._sealed.words:
                yield from self._sealed.shuffle_discards(state, order)
            case o.ShufflePack():
                state.packs[order.pack] = Pack(tuple(range(len(self._components.packs[order.pack]))))
                yield Tell(
                    state.tell_act(f"{order.pack} is whole again: what was drawn lies in it"), order.rule
                )

    def _call(self, state: TableState, side: str, order: o.Call) -> Steps:
        self._count(state, side, order)
        state.called = order.side
        yield from self._act(state, order.side, REPLY, order.rule)
        state.called = ""

    def _name_outcome(self, state: TableState, side: str, order: o.Win) -> Steps:
        """The others say one after another whether an outcome stands."""
        state.acts += 1
        state.undoable = ()
        drawn = order.side == DRAWN
        outcome = Outcome("" if drawn else order.side, "draw" if drawn else "by hand", order.why, order.rule)
        yield Tell(f"{side} says: {order.side}, {order.why}", order.rule)
        for other in self.sides:
            if other == side:
                continue
            ask = f'whether the outcome stands: {order.side}, "{order.why}"'
            choice = Choose(other, OUTCOME, ask, order.rule, AnswerOptions(state, other, order.rule))
            answer = yield from self._ask(state, choice)
            if isinstance(answer, o.ObjectToOutcome):
                yield Tell(f"{other} objects: {answer.why}; the game goes on", order.rule)
                return
        state.outcome = outcome
        raise GameOver

    # --- seen ---------------------------------------------------------------------------------------

    def view(self, state: TableState, side: str) -> TableState:
        """Nothing is hidden but the cards of packs and of others' hands."""
        seen = state.copy()
        if self.secret_packs:
            seen.hidden = state.hidden.seen_by(side)
        return seen

    def determinize(self, view: TableState, now: TableState, chance: Chance) -> TableState:
        whole = view.copy()
        whole.hidden = fill_in(view.hidden, now.hidden, chance)
        return whole

    def map_of(self, state: TableState) -> str:  # noqa: ARG002 - a scenario has one map
        return self._ground.name

    def position(self, state: TableState) -> tuple[PlacedCounter, ...]:
        return tuple(
            self._placed(state, counter, place)
            for counter, place in state.lying()
            if place not in self._ground.beside
        )

    def off_map(self, state: TableState) -> tuple[PlacedCounter, ...]:
        """Beside a board of squares the cards of packs lie too, and unit cards that nobody has laid out yet
        lie in their packs."""
        off = self._ground.beside
        beside = [self._placed(state, counter, place) for counter, place in state.lying() if place in off]
        if not isinstance(self.scenario, CardScenario):
            return tuple(beside)
        packed = (
            replace(each, place=PILE)
            if each.place == RESERVE and is_card(self.definition, each.counter)
            else each
            for each in beside
        )
        return (*packed, *open_cards(self._components.packs, state), *known_cards(self._sealed, state))

    def unknown_cards(self, state: TableState) -> tuple[PlacedCounter, ...]:
        return tuple(backs(state)) if isinstance(self.scenario, CardScenario) else ()

    def _placed(self, state: TableState, counter: str, place: str) -> PlacedCounter:
        face, known = state.face(counter), self.definition.counters[counter]
        turned = face.back and known.back is not None
        covered = face.back and not turned
        return PlacedCounter(
            counter, known.side, place, turned, face.marks, covered, face.toward, face.steps_lost
        )

    def summary(self, state: TableState) -> tuple[tuple[str, str], ...]:
        side = self.definition.game.sides[state.active].name
        packs = (
            (self.definition.decks[name].name, f"{len(pack.left)} left, {len(pack.drawn)} drawn")
            for name, pack in state.packs.items()
        )
        by_hand = f"{count_noun(state.acts, 'act')}, of them {count_noun(self.count_rolls(state), 'roll')}"
        if self.definition.ledger:
            by_hand += f" and {state.unlisted} unlisted"
        return (
            ("Turn", f"{state.turn} of {self.scenario.turns}"),
            ("Phase", f"{self._phase_name(state)}, {side}"),
            *((entry.name, str(state.tallies[name])) for name, entry in self.definition.game.tallies.items()),
            *packs,
            *self._sealed.summary(state.hidden),
            ("By hand", by_hand),
            *self._summarize_objections(state),
        )

    def count_rolls(self, state: TableState) -> int:
        """How many acts by hand were rolls."""
        return state.rolls

    def _summarize_objections(self, state: TableState) -> Iterator[tuple[str, str]]:
        waiting = "".join(f"; open: act {each.deed.number}, by {each.by}" for each in state.objections)
        if waiting or state.upheld or state.dismissed:
            yield "Objections", f"{state.upheld} upheld, {state.dismissed} dismissed{waiting}"

    def facts(self, state: TableState) -> dict[str, int]:
        counted = {"turn": state.turn, "acts": state.acts, "rolls": self.count_rolls(state)}
        counted |= state.tallies
        return {**counted, "unlisted": state.unlisted} if self.definition.ledger else counted

    # --- objections ---------------------------------------------------------------------------------

    def under_referee(self) -> FreeTable:
        return self if self._judges.refereed else self._refereed

    @cached_property
    def _refereed(self) -> FreeTable:
        made = copy.copy(self)
        made._judges = replace(self._judges, refereed=True)
        return made

    def judge(self, state: TableState, said: Judged) -> Sequence[Tell]:
        return objections.judge(state, said)

    def find_objections(self, state: TableState) -> Sequence[ObjectionShown]:
        return [ObjectionShown(self._show(each.deed), each.by, each.why) for each in state.objections]

    def find_contestable(self, state: TableState, side: str) -> Sequence[ActShown]:
        open_ = {each.deed.number for each in state.objections}
        return [self._show(deed) for deed in state.deeds if side in deed.open_to and deed.number not in open_]

    def _show(self, deed: Deed) -> ActShown:
        listed = self.definition.ledger.get(deed.rule)
        says = (listed.says or listed.summary) if listed else ""
        return ActShown(deed.number, deed.author, deed.text, deed.rule, says)

    # --- for the program, and by mail --------------------------------------------------------------

    def advise(self, choice: Choose, state: TableState, chance: Chance) -> Order:  # noqa: ARG002 - no chance
        """Nothing, for a program that does not know the rules moves nothing; a draw after the last turn."""
        if state.phase == ENDING and choice.kind == ACT:
            return self._draw_at_the_end(state, o.Win(choice.rule, DRAWN, "all turns are over"))
        return Done()

    def _draw_at_the_end(self, state: TableState, draw: o.Win) -> o.Win:
        """The draw under a number that lets the side name it, or else under one outside the ledger."""
        found = under_a_number(self.definition, state, state.active, draw)
        try:
            check_limits(self.definition, state, state.active, found)
        except Illegal:
            return replace(draw, rule=unlisted_number(self.definition.ledger))
        return found

    def says(self, after: TableState, order: Order, dice: tuple[int, ...]) -> str:
        """The cell of a table, the total of dice, the cards of a draw."""
        if isinstance(order, o.Draw) and order.pack in after.packs:
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
        take_in_facts(self.definition, self._ground, state, facts)

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
