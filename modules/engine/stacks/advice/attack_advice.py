"""Which attack a sensible player makes: that which costs the enemy most more than themselves, over all that
the dice may show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modules.definition import Definition
from modules.definition.formats.clauses.combat import HIT, Effect
from modules.engine.stacks.advice.loss_estimates import LossEstimates
from modules.engine.stacks.advice.positions import Positions
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.combat.columns import columns_of
from modules.engine.stacks.combat.results import effects_of, hit_share
from modules.engine.stacks.combat.whole_attacks import WholeAttack
from modules.engine.stacks.orders import AttackOrder, Done

GROUND: Final = 0.6
"""The part of the pull of a hex that it is worth to drive the enemy out of it."""
CARE: Final = 0.9
"""What own losses weigh against those of the enemy."""
LEAST: Final = 0.1
"""What an attack must be worth."""


class AttackAdvice:
    """Advice at a moment."""

    def __init__(self, estimates: LossEstimates, positions: Positions, definition: Definition) -> None:
        self._estimates, self._positions, self._definition = estimates, positions, definition

    def advise(self, options: AttackOptions) -> AttackOrder | Done | None:
        """The best attack, if it is worth it or owed; else `done`. None where all are half by hand. No unit
        attacks twice in a phase, even where it may: the same attack would be as good again, without end."""
        acted = options.field.moment.acted
        fresh = (each for each in options.whole_attacks() if acted.isdisjoint(each[1].parties.attackers))
        found = [(self._worth(attack), order) for order, attack in fresh]
        if not found and not options.has_whole_ways:
            return None
        worth, order = max(found, key=lambda each: each[0], default=(0.0, None))
        if order is not None and (worth > LEAST or options.fault(Done()) is not None):
            return order
        return Done()

    def _worth(self, attack: WholeAttack) -> float:
        """What an attack is worth: points of strength, and a part of the pull of hexes that it may clear."""
        parties, total = attack.parties, 0.0
        ground = GROUND * sum(self._positions.pull[hex_id] for hex_id in parties.hexes)
        for share, effects in self._outcomes(attack):
            lost = self._estimates.estimate(effects, parties)
            total += share * (lost["defenders"] - CARE * lost["attackers"])
            total += share * ground if self._clears(effects) else 0.0
        return total

    @staticmethod
    def _clears(effects: tuple[Effect, ...]) -> bool:
        """Whether effects drive the defenders away, or most of them."""
        away = ("retreat", "eliminate")
        return any(each.do in away and getattr(each, "of", "") == "defenders" for each in effects)

    def _outcomes(self, attack: WholeAttack) -> Iterator[tuple[float, tuple[Effect, ...]]]:
        """What may come of an attack, each with its share of all that the dice may show."""
        clause, reckoning = attack.clause, attack.reckoning
        columns = columns_of(self._definition, clause.table) if clause.table else None
        die = self._definition.game.die
        if reckoning.code:
            yield 1.0, effects_of(clause, reckoning.code)
        elif columns is None or reckoning.column is None:
            yield hit_share(reckoning, die), effects_of(clause, HIT)
        else:
            for face in range(1, die + 1):
                code = columns.cell(reckoning.column, face + reckoning.drm)
                yield 1 / die, effects_of(clause, code)
