"""What happens by itself at a table with clauses: control, armies, points, victory."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from typing import Any, Final

from modules.definition.formats.clauses.upkeep import RebuildPhase
from modules.definition.formats.clauses.victory import DRAW
from modules.definition.formats.ledger import ENDING, SETUP
from modules.definition.formats.rules import PhaseClause
from modules.engine.requests import Choose, Steps, Tell
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.field import StackField
from modules.engine.stacks.tracing.holding import Holders, holders_after, starting_holders
from modules.engine.stacks.upkeep.counting import armies_now
from modules.engine.stacks.upkeep.deciding import Decided, Verdict
from modules.engine.stacks.upkeep.scoring import score, tell_few, total_points
from modules.free_table import orders as o
from modules.free_table.by_rules.fight import Ask
from modules.free_table.by_rules.replacements import gain_points, lose_points
from modules.free_table.by_rules.ruled_state import RuledState
from modules.free_table.by_rules.upkeep_facts import UpkeepFacts
from modules.free_table.hand_options import AnswerOptions
from modules.free_table.rules import OUTCOME

_MOST_PLACES: Final = 30
"""Places that a side controls, as a report names them."""
_AT_ONCE: Final = ("at_once",)
_AT_LAST: Final = ("at_once", "turn", "end")


class Upkeep:
    """The clauses of control, armies, points and victory at a table. Each step leaves the state as it is
    then."""

    def __init__(self, battle: StackBattle, ask: Ask) -> None:
        self._battle, self._ask = battle, ask
        self.facts = UpkeepFacts(battle)

    def start(self, state: RuledState) -> None:
        """What holds before the first phase, or in a position that is laid out: who controls what, and the
        states of armies."""
        field = self._field(state)
        state.holders, state.ways = starting_holders(field), ()
        state.armies = tuple(armies_now(field))

    def begin_phase(self, state: RuledState, clause: PhaseClause) -> Steps:
        """What happens before the first order of a phase."""
        if isinstance(clause, RebuildPhase):
            yield from gain_points(self._field(state), state, clause)

    def after_order(self, state: RuledState) -> Steps:
        """What an order has changed. Raises GameOver where it has won the game. While a side may take back
        what it has done by hand, nothing is looked at, and who has won only when it is done."""
        if not state.undoable:
            yield from self._look(state)
        if not state.by_hand:
            yield from self._decide(state, _AT_ONCE)

    def close_phase(self, state: RuledState, *, last_of_turn: bool) -> Steps:
        """What happens when a phase is over; after the last of a turn also at its end. Raises GameOver."""
        yield from self._look(state)
        lose_points(self._battle, state)
        if state.phase == ENDING:  # the sides have acted by hand after the last turn
            yield from self._decide(state, _AT_LAST)
        elif not last_of_turn:
            yield from self._decide(state, _AT_ONCE)
        else:
            yield from self._count_points(state)
            at_end = state.turn == self._battle.scenario.turns
            yield from self._decide(state, _AT_LAST if at_end else ("at_once", "turn"))

    def _field(self, state: RuledState) -> StackField:
        return StackField(self._battle, state.moment())

    def look_around(self, state: RuledState) -> None:
        """Bring what holds up to date, without a word."""
        for _ in self._look(state):
            pass

    def summarize(self, state: RuledState) -> Iterator[tuple[str, str]]:
        """Points, places and armies as a player is told of them."""
        rules, sides = self._battle.rules, self._battle.definition.game.sides
        if rules.victory is not None and rules.victory.points:
            totals = total_points(self._field(state), state.points)
            yield "Points", ", ".join(f"{sides[side].name} {n}" for side, n in totals.items())
        for side in self._battle.scenario.sides if rules.control else ():
            held = [hex_id for hex_id, holder in state.holders.items() if holder == side]
            yield f"{sides[side].name} controls", tell_few(held, _MOST_PLACES) or "nothing"
        for name, rebuild in rules.rebuild.items():
            if state.replacements.get(name):
                yield f"Replacements, {sides[rebuild.side].name}", str(state.replacements[name])
        if state.armies:
            yield "Armies", ", ".join(state.armies)

    # --- control and armies ------------------------------------------------------------------------

    def _look(self, state: RuledState) -> Iterator[Tell]:
        """Who controls what now, and which states of armies hold. While sides set up, the units that lie
        somewhere count as those that were there at the start."""
        if state.phase == SETUP:
            self.start(state)
            return
        rules = self._battle.rules
        if rules.control:
            holders = holders_after(self._field(state), state.ways)
            yield from self._tell_holders(state.holders, holders)
            state.holders = holders
        state.ways = ()
        on_map = self._battle.map_rules.hexes
        state.cut_off = {n: count for n, count in state.cut_off.items() if state.at[n.split()[0]] in on_map}
        if rules.armies:
            armies = armies_now(self._field(state))
            yield from self._tell_armies(state.armies, armies)
            state.armies = tuple(armies)

    def _tell_holders(self, before: Holders, now: Holders) -> Iterator[Tell]:
        changed: dict[tuple[str, str], list[str]] = {}
        for hex_id in sorted(before.keys() | now.keys()):
            holder = now.get(hex_id, "")
            if holder != before.get(hex_id, ""):
                changed.setdefault((holder, self._battle.controlled[hex_id].rule), []).append(hex_id)
        for (side, rule), hexes in changed.items():
            yield Tell(f"{side or 'nobody'} controls {tell_few(hexes)}", rule)

    def _tell_armies(self, before: Collection[str], now: dict[str, int]) -> Iterator[Tell]:
        known = self._battle.rules.armies
        for name, lost in now.items():
            if name not in before:
                army = known[name]
                counted = f"{army.side} has lost {lost} of {army.lost}, {army.at_least} are enough"
                yield Tell(f"{name} holds: {counted}", army.rule)
        for name in before:
            if name not in now:
                yield Tell(f"{name} holds no more", known[name].rule)

    # --- points and victory ------------------------------------------------------------------------

    def _count_points(self, state: RuledState) -> Iterator[Tell]:
        """The points of a turn that ends."""
        for scored in score(self._field(state), "turn"):
            side = scored.clause.side
            state.points[side] = state.points.get(side, 0) + scored.points
            yield Tell(f"{scored.tell()}, {state.points[side]} in all turns", scored.clause.rule)

    def _decide(self, state: RuledState, checked: Collection[str]) -> Steps:
        """The game ends by the first decision that holds. One that may rest on acts by hand stands if the
        sides let it that may still object to these."""
        if state.past or state.phase == SETUP or self._battle.rules.victory is None:
            return
        found = self._find(state, checked)
        if found is None:
            return
        asked = self._sides_to_ask(state)
        for side in asked:
            if not (yield from self._stands(state, side, found)):
                return
        if asked:  # what was upheld since may have put a counter back
            yield from self._look(state)
            found = None if state.objections else self._find(state, checked)
        if found is not None:
            self._end(state, found)

    def _find(self, state: RuledState, checked: Collection[str]) -> Decided | None:
        return Verdict(self._field(state), state.points).find(checked)

    @staticmethod
    def _sides_to_ask(state: RuledState) -> tuple[str, ...]:
        """The sides that have not agreed to all acts by hand."""
        return tuple(sorted({side for deed in state.deeds for side in deed.open_to}))

    def _stands(self, state: RuledState, side: str, found: Decided) -> Generator[Any, Any, bool]:
        rule = found.clause.rule
        ask = f'whether the outcome stands: {_tell_winner(found)}, "{found.reason}"'
        options = AnswerOptions(state, side, rule)
        answer = yield from self._ask(state, Choose(side, OUTCOME, ask, rule, options))
        if isinstance(answer, o.ObjectToOutcome):
            yield Tell(f"{side} objects: {answer.why}; the game goes on", rule)
            return False
        return True

    @staticmethod
    def _end(state: RuledState, found: Decided) -> None:
        clause = found.clause
        winner = "" if clause.wins == DRAW else clause.wins
        state.outcome = Outcome(winner, clause.level, found.reason, clause.rule)
        raise GameOver


def _tell_winner(found: Decided) -> str:
    clause = found.clause
    return f"{clause.wins}, {clause.level}" if clause.wins != DRAW else clause.level
