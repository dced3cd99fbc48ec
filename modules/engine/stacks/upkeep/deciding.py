"""Who has won: the first decision that holds, and why in words with numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from modules.definition.formats.clauses.victory import CountedUnits, Decision, HeldPlaces, PointsLead
from modules.engine.stacks.field import StackField
from modules.engine.stacks.tracing.holding import holds_place
from modules.engine.stacks.upkeep.counting import amount, tell_amount_of, tell_where, units_where
from modules.engine.stacks.upkeep.scoring import tell_few, total_points

_OTHERWISE = "nothing else has decided the game"


class Decided(NamedTuple):
    """A decision that holds, and why."""

    clause: Decision
    reason: str


class Verdict:
    """The decisions at a moment. `before`: the points of the turns so far."""

    def __init__(self, field: StackField, before: Mapping[str, int]) -> None:
        self._field, self._before = field, before

    @cached_property
    def _points(self) -> dict[str, int]:
        return total_points(self._field, self._before)

    def find(self, checked: Collection[str]) -> Decided | None:
        """The first decision that holds of those that are looked at now."""
        victory = self._field.battle.rules.victory
        for clause in () if victory is None else victory.decide:
            if clause.checked in checked:
                reason = self._reason(clause)
                if reason is not None:
                    return Decided(clause, reason)
        return None

    def _reason(self, clause: Decision) -> str | None:
        """Why a decision holds, in words; None where it does not."""
        field = self._field
        if not field.is_now(clause.when):
            return None
        held = [army for army in clause.armies if army in field.moment.armies]
        if clause.armies and not held:
            return None
        found = [
            *(self._held(each) for each in clause.holds),
            *(self._leads(each) for each in clause.points),
            *(self._counted(each) for each in clause.counted),
            *(f"{army} holds" for army in held),
        ]
        words = [each for each in found if each is not None]
        if len(words) < len(found):
            return None
        return "; ".join(words) or field.battle.times_test(clause.when).words or self._otherwise()

    def _otherwise(self) -> str:
        """Why the decision holds that is left, with the points, if there are any in the game."""
        victory = self._field.battle.rules.victory
        scored = victory is not None and victory.points
        return f"{_OTHERWISE}; {self._tell_points()}" if scored else _OTHERWISE

    def _tell_points(self) -> str:
        return "points: " + ", ".join(f"{side} {each}" for side, each in self._points.items())

    def _held(self, asked: HeldPlaces) -> str | None:
        field, hexes = self._field, self._field.map_rules.places.find(asked.places)
        held = sorted(hex_id for hex_id in hexes if holds_place(field, asked.side, hex_id))
        least = len(hexes) if asked.at_least == "all" else asked.at_least
        if len(held) < max(1, least):
            return None
        names = ", ".join(asked.places)
        return f"{asked.side} controls {len(held)} of {len(hexes)} of {names} ({tell_few(held)})"

    def _leads(self, asked: PointsLead) -> str | None:
        points = self._points
        own = points.get(asked.side, 0)  # a side that does not fight in the scenario has none
        others = [each for side, each in points.items() if side != asked.side]
        if asked.at_least is not None and own < asked.at_least:
            return None
        if asked.more_by is not None and any(own - other < asked.more_by for other in others):
            return None
        if asked.percent is not None and any(
            own <= other or own * 100 < other * asked.percent for other in others
        ):
            return None
        return self._tell_points()

    def _counted(self, asked: CountedUnits) -> str | None:
        field = self._field
        number = amount(field, units_where(field, asked.units, asked.where), asked.count)
        if asked.at_least is not None and number < asked.at_least:
            return None
        if asked.at_most is not None and number > asked.at_most:
            return None
        return f"{tell_amount_of(field, number, asked.count, asked.units)} {tell_where(asked.where)}"
