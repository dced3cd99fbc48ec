"""What a position is worth to a side: the weights of a game's features, and the plans worth trying."""

from __future__ import annotations

from collections.abc import Mapping
from math import tanh
from typing import Any

from pydantic import Field

from modules.definition.formats.fields import Part
from modules.engine.rules.advice_rules import AdviceRules


class Weighing(Part):
    """The weights of features, and by side the styles that the search tries, the usual one first; in a game
    of several battles by BATTLE/SIDE.

    `phases`: those at whose begin a style is chosen, until the next; `weighed`: kinds of decisions in which
    the orders of all these styles are tried, and a few other legal ones; `turns_ahead`: after so many game
    turns a playout is weighed.
    """

    weights: dict[str, float]
    styles: dict[str, tuple[str, ...]]
    phases: tuple[str, ...] = ()
    weighed: tuple[str, ...] = ()
    turns_ahead: int = Field(default=1, ge=1, le=20)


class EvaluationFile(Part):
    """A game's `evaluation.yaml`: for each scenario how it is weighed."""

    scenarios: dict[str, Weighing]


def value(rules: AdviceRules[Any], weights: Mapping[str, float], state: Any, side: str) -> float:
    """What a whole state is worth to a side, from -1 (lost) to 1 (won)."""
    outcome = state.outcome
    if outcome is not None:
        return 0.0 if not outcome.winner else 1.0 if outcome.winner == side else -1.0
    features = {each: rules.features(state, each) for each in rules.sides}
    others = [features[each] for each in rules.sides if each != side]
    total = 0.0
    for name, weight in weights.items():
        theirs = sum(each.get(name, 0.0) for each in others) / len(others)
        total += weight * (features[side].get(name, 0.0) - theirs)
    return tanh(total)
