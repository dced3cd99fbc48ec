"""What effects of a result cost both parties, roughly: in points of strength, a retreat as a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from modules.definition.formats.clauses.combat import (
    ByHand,
    Effect,
    EffectChoice,
    Eliminate,
    Exchange,
    LoseSteps,
    MakeRetreat,
    MarkState,
    MatchLosses,
    Party,
)
from modules.definition.formats.clauses.conditions import REDUCED
from modules.engine.stacks.advice.strengths import Strengths
from modules.engine.stacks.combat.parties import Parties
from modules.engine.stacks.field import StackField

DRIVEN_BACK: Final = 0.2
"""The part of its strength that a retreat is worth, where a unit has a way out."""
MARKED: Final = 0.3
"""The part of its strength that a bad state is worth."""
_OTHER: Final[dict[Party, Party]] = {"attackers": "defenders", "defenders": "attackers"}


class LossEstimates:
    """Estimates at a moment."""

    def __init__(self, strengths: Strengths, field: StackField) -> None:
        self._strengths, self._field = strengths, field
        self._retreats: dict[str, float] = {}

    def estimate(self, effects: Iterable[Effect], parties: Parties) -> dict[Party, float]:
        """What effects cost each party together; no more than all that it has."""
        lost: dict[Party, float] = {"attackers": 0.0, "defenders": 0.0}
        for effect in effects:
            self._add(lost, effect, parties)
        return {party: min(each, self._total(parties.of(party))) for party, each in lost.items()}

    def _total(self, units: Iterable[str]) -> float:
        return sum(self._strengths.worth(self._field, unit) for unit in units)

    def _add(self, lost: dict[Party, float], effect: Effect, parties: Parties) -> None:
        match effect:
            case Eliminate(of=party, number=number):
                lost[party] += self._of_some(parties.of(party), number, 1.0)
            case LoseSteps(of=party, steps=steps, each=each):
                units = parties.of(party)
                count = steps * len(units) if each else steps
                lost[party] += count * sum(map(self._step, units)) / max(len(units), 1)
            case MarkState(of=party, number=number, do=do):
                lost[party] += self._of_some(parties.of(party), number, MARKED if do == "mark" else -MARKED)
            case MakeRetreat(of=party):
                lost[party] += sum(map(self._retreat, parties.of(party)))
            case Exchange():
                less = min(self._total(parties.attackers), self._total(parties.defenders))
                lost["attackers"] += less
                lost["defenders"] += less
            case MatchLosses(of=party):
                lost[party] += lost[_OTHER[party]]
            case EffectChoice(of=party, between=between):
                self._choose(lost, party, between, parties)
            case ByHand():
                pass

    def _of_some(self, units: Sequence[str], number: str | int, part: float) -> float:
        some = 1.0 if isinstance(number, str) else min(1.0, number / max(len(units), 1))
        return self._total(units) * some * part

    def _choose(
        self,
        lost: dict[Party, float],
        party: Party,
        between: Sequence[Sequence[Effect]],
        parties: Parties,
    ) -> None:
        """What the owner of the party likes best."""
        found = [self.estimate(effects, parties) for effects in between]
        best = min(found, key=lambda each: each[party] - each[_OTHER[party]])
        for name, each in best.items():
            lost[name] += each

    def _step(self, unit: str) -> float:
        """What a unit loses with a step: half, where it has a back that is not up yet."""
        whole = self._strengths.worth(self._field, unit)
        reduced = REDUCED in self._field.moment.states.get(unit, ())
        return whole if reduced or self._field.battle.counters[unit].back is None else whole / 2

    def _retreat(self, unit: str) -> float:
        if unit not in self._retreats:
            self._retreats[unit] = self._work_out_retreat(unit)
        return self._retreats[unit]

    def _work_out_retreat(self, unit: str) -> float:
        """What a retreat costs a unit: all of it, where enemies and their zones leave no way out."""
        field, here = self._field, self._field.at(unit)
        if here is None:
            return 0.0
        enemies = field.enemy_hexes(field.side(unit))
        zones = [effect.covers for effect in field.zones.effects(unit, (unit,))]
        ways_out = sum(
            1
            for near in field.board.neighbours[here]
            if near not in enemies
            and field.map_rules.barred_ground(near, field.battle.counters[unit].kind) is None
            and not any(near in covers for covers in zones)
        )
        return self._strengths.worth(field, unit) * (DRIVEN_BACK if ways_out else 1.0)
