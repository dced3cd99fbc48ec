"""What the features of a game's positions are worth: weights for evaluation.yaml, by logistic regression over
games in which each seat plays in a style of its own, drawn from the seed.

    scripts/weights three_battles/fulford --games 200

A position is taken whenever a player turn begins, from the second game turn on; all positions of a game have
its end. Half of a feature's log-odds are its weight, as a value is the hyperbolic tangent of their sum
(`players/evaluation.py`). A pull to nought keeps weights small that the games say little of.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from generator.studies.plan import PLAN_FAULTS
from modules import library
from modules.amounts import count_noun
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer
from modules.engine.rules.full_rules import FullRules
from modules.engine.seeded_random import SeededRandom

PULL = 1.0
"""How strongly weights are pulled to nought: the inverse variance of what is expected of them."""
ROUNDS = 30


def positions(
    rules: FullRules[Any], styles: Sequence[str], seed: int
) -> tuple[list[dict[str, float]], list[float]]:
    """The differences of features between each side and the mean of the others, and what it scored."""
    chance = SeededRandom(seed, 7)
    players = {
        seat: PolicyPlayer(seed, at, style=styles[chance.below(len(styles))])
        for at, seat in enumerate(rules.seats, 1)
    }
    match, seen, turn = Match(rules, players, seed), [], None
    while match.play.request is not None:
        state = match.play.state
        if state.turn > 1 and (state.turn, state.active) != turn:
            turn = state.turn, state.active
            seen.append({side: dict(rules.features(state, side)) for side in rules.sides})
        match.step()
    winner, found, scored = match.play.state.outcome.winner, [], []
    for each in seen:
        for side in rules.sides:
            others = [its for other, its in each.items() if other != side]
            found.append(
                {
                    name: mine - sum(its[name] for its in others) / len(others)
                    for name, mine in each[side].items()
                }
            )
            scored.append(1.0 if winner == side else 0.0 if winner else 0.5)
    return found, scored


def fitted(features: np.ndarray, scored: np.ndarray) -> np.ndarray:
    """Log-odds of features by Newton's method, with a pull to nought."""
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        share = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (scored - share) - PULL * weights
        bend = (features * (share * (1 - share))[:, None]).T @ features + PULL * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the weights, as they stand in the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", metavar="GAME/SCENARIO")
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args(argv)
    game, _, scenario = args.scenario.partition("/")
    try:
        rules, weighing = library.rules(game, scenario), library.load_weighing(game, scenario)
    except PLAN_FAULTS as fault:
        parser.error(str(fault))
    styles = list(dict.fromkeys(["", *(style for each in weighing.styles.values() for style in each)]))
    features: list[dict[str, float]] = []
    scored: list[float] = []
    for seed in range(args.games):
        found, points = positions(rules, styles, seed)
        features += found
        scored += points
    names = list(features[0])
    table = np.array([[each[name] for name in names] for each in features])
    log_odds = fitted(table, np.array(scored))
    share = 1 / (1 + np.exp(-table @ log_odds))
    right = np.mean((share > 0.5) == (np.array(scored) > 0.5))
    weights = ", ".join(f"{name}: {value / 2:.2f}" for name, value in zip(names, log_odds, strict=True))
    print(f"    weights: {{{weights}}}")
    print(
        f"# {count_noun(args.games, 'game')}, {count_noun(len(scored), 'position')}, "
        f"{100 * right:.0f} % of them for who won"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
