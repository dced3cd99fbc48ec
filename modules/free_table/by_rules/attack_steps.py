"""Attacks at a table with clauses, step by step: named, rolled, read, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from modules.definition import Definition
from modules.definition.formats.clauses.combat import Attack, AttackPhase
from modules.definition.rolled_tables import rolled_tables
from modules.engine.modifiers import Modifier
from modules.engine.requests import LONGEST_QUOTED, Die, Roll, Steps, Tell
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.combat.fought import FoughtAttack
from modules.engine.stacks.combat.half_attacks import FoundAttack
from modules.engine.stacks.combat.parties import Parties
from modules.engine.stacks.combat.reckoning import MOST_DICE, Reckoner, Reckoning
from modules.engine.stacks.combat.results import ReadResult, dice_of, read_result
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.combat.whole_attacks import WholeAttack, WholeAttacks
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import AttackOrder
from modules.free_table.by_rules.aftermath import Aftermath
from modules.free_table.by_rules.attack_tables import Cell, attack_tables
from modules.free_table.by_rules.ruled_state import ATTACKED, DEFENDED, RuledState

ALL_FIRST: Final = "all_first"
ByHand = Callable[[RuledState, Cell], Steps]
"""Acts by hand that follow from the result of a half attack."""
After = Callable[[RuledState], Steps]
"""What happens by itself after an order, or after each of several attacks."""


class AttackSteps:
    """Carries out the attacks of a game."""

    def __init__(
        self, definition: Definition, battle: StackBattle, aftermath: Aftermath, by_hand: ByHand, after: After
    ) -> None:
        self.definition, self.battle = definition, battle
        self.aftermath, self.by_hand, self.after = aftermath, by_hand, after
        self.tables = attack_tables(definition)
        rolled = rolled_tables(definition.tables, definition.lists, definition.game.die)
        self._dice = {name: table.dice for name, table in rolled.items()}

    @property
    def most_dice(self) -> int:
        """The most dice of one attack."""
        attacks = self.battle.rules.attacks.values()
        by_table = [table.table.dice for table in self.tables.values()]
        one_by_one = [MOST_DICE for each in attacks if each.strength and each.strength.by == "to_hit"]
        return max([*by_table, *one_by_one], default=0)

    def find_options(self, state: RuledState, clause: AttackPhase) -> AttackOptions:
        """What the side of the phase may do."""
        columns = {name: table.columns for name, table in self.tables.items()}
        field = StackField(self.battle, state.moment())
        return AttackOptions(field, clause, columns, lambda name, said: self.tables[name].find(said))

    def count_dice(self, clause: Attack, reckoning: Reckoning) -> int:
        """How many dice a whole attack needs."""
        return dice_of(reckoning, self._dice.get(clause.table, 0))

    def count_usual_dice(self, clause: Attack) -> int:
        """How many dice a whole attack needs that is sure of its result now, and may not be later."""
        return self._dice.get(clause.table, 1)

    def modifiers(self, state: RuledState, clause: AttackPhase, order: AttackOrder) -> tuple[Modifier, ...]:
        """What changes a whole attack, each with its number; of a half attack the player has named it."""
        found = self.find_options(state, clause).find_attack(order)
        return found.reckoning.changes if isinstance(found, WholeAttack) else ()


class NamedAttack(NamedTuple):
    """An attack that is named and not carried out yet: by which clause, as it was written, and the hex of
    each defender then."""

    clause: Attack
    order: AttackOrder
    hexes: tuple[tuple[str, str], ...]


class PhaseOfAttacks:
    """The attacks of one phase, from its beginning to its end."""

    def __init__(self, steps: AttackSteps, state: RuledState, clause: AttackPhase) -> None:
        self._steps, self._state, self._clause = steps, state, clause
        self._named: list[NamedAttack] = []
        state.owing = () if state.past else self._options().duties.find_owing()

    def _options(self) -> AttackOptions:
        return self._steps.find_options(self._state, self._clause)

    def carry_out(self, order: AttackOrder) -> Steps:
        """An attack, or where all are named first the naming of it."""
        state, options = self._state, self._options()
        found = options.find_past_attack(order) if state.past else options.find_attack(order)
        if isinstance(found, FoundAttack):
            yield from self._carry_out_half(found, order)
            return
        parties = found.parties
        state.acted = (*state.acted, *parties.attackers)
        state.defended = (*state.defended, *parties.defenders)
        dice = self._steps.count_dice(found.clause, found.reckoning)
        if self._clause.declare == ALL_FIRST:
            state.attack_dice += max(dice, self._steps.count_usual_dice(found.clause))
            state.declared = (*state.declared, str(order))
            hexes = tuple((unit, state.at[unit]) for unit in parties.defenders)
            self._named.append(NamedAttack(found.clause, order, hexes))
            yield Tell(f"named: {_who(parties)}", found.clause.rule, _pieces(parties))
        else:
            state.attack_dice += dice
            yield from self._carry_out_whole(found, order)

    def finish(self) -> Steps:
        """When the side is done: who owed an attack, and can make none; then the attacks that were named, in
        their order."""
        state = self._state
        for unit, rule, told in self._options().duties.tell_left() if not state.past else ():
            yield Tell(told, rule, (unit,))
        for named in self._named:
            state.declared = state.declared[1:]
            found = self._find_again(named)
            if found is None:
                yield Tell(f"`{named.order}` falls away: nobody is left to fight", named.clause.rule)
            else:
                yield from self._carry_out_whole(found, named.order)
                yield from self._steps.after(state)

    def _find_again(self, named: NamedAttack) -> WholeAttack | None:
        """What is left of an attack that was named: defenders in the hexes where they lay, and attackers that
        reach these; None where either is nobody."""
        state, clause = self._state, named.clause
        field = StackField(
            self._steps.battle, replace(state.moment(), acted=frozenset(), defended=frozenset())
        )
        way = WholeAttacks(Foes(field, clause))
        defenders = tuple(unit for unit, hex_id in named.hexes if state.at[unit] == hex_id)
        hexes = {hex_id for unit, hex_id in named.hexes if unit in defenders}
        attackers = tuple(u for u in named.order.attackers if field.at(u) and hexes <= way.foes.within(u))
        if not attackers or not defenders or way.foes.reach_fault(attackers, defenders) is not None:
            return None
        parties = way.parties(attackers, defenders)
        found = way.read_parties(parties, named.order)
        if found.reckoning.barred is not None and way.is_lower(named.order):
            return way.read_parties(parties)  # the column that was named is no longer lower
        return found

    # --- whole attacks -------------------------------------------------------------------------------

    def _carry_out_whole(self, found: WholeAttack, order: AttackOrder) -> Steps:
        """What the attack is, how it is reckoned, the dice, the result, and what follows."""
        state, parties = self._state, found.parties
        fought = _fought(found, state.active)
        yield Tell(_who(parties), found.clause.rule, _pieces(parties))
        takes_place = yield from self._steps.aftermath.withdraw(state, fought)
        if not takes_place:
            self._note_deeds(parties)
            return
        for line in found.reckoning.lines:
            yield Tell(line, found.clause.rule, _pieces(parties))
        if found.reckoning.barred is not None:  # an attack that was named, and is another now
            yield Tell(f"there is no attack: {found.reckoning.barred.reason}", found.clause.rule)
            return
        result = yield from self._roll(found, order)
        state.result = result.words
        self._note_deeds(parties)
        told = f"{result.told}: {result.words}" if result.told else result.words
        yield Tell(told, result.rule, _pieces(parties))
        fought = replace(
            fought, code=result.code, words=result.words, rule=result.rule, effects=result.effects
        )
        yield from self._steps.aftermath.carry_out(state, fought)

    def _roll(self, found: WholeAttack, order: AttackOrder) -> Generator[Any, Any, ReadResult]:
        """The dice of an attack, and how they are read."""
        clause, reckoning, steps = found.clause, found.reckoning, self._steps
        labels = _labels(order, steps.count_dice(clause, reckoning))
        values: tuple[int, ...] = ()
        if labels:
            self._state.rolls += 1
            self._state.attacks += 1
            dice = tuple(Die(steps.definition.game.die, label) for label in labels)
            quoted = labels[0].startswith(str(order))
            values = yield Roll(self._state.active, clause.rule, dice, quoted=quoted)
        return read_result(clause, Reckoner(self._field(), clause).columns, reckoning, values)

    def _field(self) -> StackField:
        return StackField(self._steps.battle, self._state.moment())

    def _note_deeds(self, parties: Parties) -> None:
        for unit in parties.attackers:
            self._state.note_deed(unit, ATTACKED)
        for unit in parties.defenders:
            self._state.note_deed(unit, DEFENDED)

    # --- half attacks --------------------------------------------------------------------------------

    def _carry_out_half(self, found: FoundAttack, order: AttackOrder) -> Steps:
        """The dice of an attack and the cell of the table; what follows is by hand under its number."""
        state, steps = self._state, self._steps
        table, rule = steps.tables[found.clause.table], found.clause.rule
        dice = tuple(Die(steps.definition.game.die, label) for label in table.label_dice(str(order)))
        state.rolls += 1
        state.attacks += 1
        state.attack_dice += len(dice)
        values = yield Roll(state.active, rule, dice, quoted=True)
        state.note_attack(order.attackers, found.defenders)
        told, cell = table.carry_out(found, values)
        state.result = cell.words
        who = f"{', '.join(order.attackers)} against {', '.join(found.defenders)}"
        yield Tell(f"{who}: {told}", rule, (*order.attackers, *found.defenders))
        yield from steps.by_hand(state, cell)
        state.result = ""


def _fought(found: WholeAttack, side: str) -> FoughtAttack:
    """An attack before its dice."""
    parties = found.parties
    return FoughtAttack(
        found.clause, side, parties.attackers, parties.supporters, parties.defenders, parties.hexes,
        "", "", found.clause.rule, (), found.reckoning.strengths,
    )  # fmt: skip


def _who(parties: Parties) -> str:
    """Who attacks whom, in words."""
    attackers = ", ".join(
        f"{unit} in support" if unit in parties.supporters else unit for unit in parties.attackers
    )
    return f"{attackers} against {', '.join(parties.defenders)} in {', '.join(parties.hexes)}"


def _pieces(parties: Parties) -> tuple[str, ...]:
    return (*parties.attackers, *parties.defenders)


def _labels(order: AttackOrder, dice: int) -> list[str]:
    """What each die of an attack is for: its line, or where that is too long for a log its first units."""
    line = str(order)
    if len(line) > LONGEST_QUOTED:
        parties = (order.attackers, order.defenders)
        ends = [each[0] if len(each) == 1 else f"{each[0]} and {len(each) - 1} more" for each in parties]
        line = f"attack {' > '.join(ends)}"
    return [line] if dice == 1 else [f"{line}: die {n} of {dice}" for n in range(1, dice + 1)]
