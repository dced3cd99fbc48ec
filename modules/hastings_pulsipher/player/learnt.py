"""What each feature of `prospects.py` weighs for the Normans of the smaller game.

Fitted to who won 160,000 games against the built-in player, in ten rounds, each with games that the weights
of the round before had played; then each group of features was left out, nearly doubled or turned round where
more games were won so. A friend behind or beside goes with winning but does not win, so that both are out. It
was done in a fast model of the game outside of this repository, of which no command makes them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Weights: TypeAlias = Mapping[str, tuple[float, ...]]
"""What each feature weighs: one number, or one for each case or step."""

NORMAN: Final[Weights] = {
    "always": (0.50,),
    "apart": (1.05, 1.35, 1.33, 1.21, 1.05, 0.84, 0.80, 0.90),
    "front may win": (0.72,),
    "front may lose": (-0.72,),
    "hits": (0.38,),
    "is hit": (0.10,),
    "more in column": (-2.01,),
    "worth": (1.51,),
    "worth of enemies": (0.88,),
    "lost": (-0.29,),
    "won": (0.68,),
    "attacks that kill": (2.42,),
    "may win": (2.18,),
    "may lose": (-1.11,),
    "attacks beside": (0.62,),
    "all units": (3.67,),
    "all enemies": (-6.59,),
    "shot": (0.24,),
    "archers in front": (-0.09,),
    "on the hill": (-0.12,),
    "feared in front": (-0.76,),
    "feared": (-0.29,),
    "near": (-0.14,),
    "out of reach": (-0.26,),
    "fights with leader": (0.12,),
    "fights leader": (0.09,),
    "stronger": (0.93,),
    "other won": (-0.26,),
    "other lost": (-2.10,),
    "free in other": (-0.35,),
    "units": (0.30, -0.30, 0.91, 0.45, 0.29),
    "enemies": (0.17, -1.81, -0.83, -0.36, -0.21),
    "leader": (-1.47,),
    "leader of enemies": (0.63,),
    "turn": (0.85, 0.76, 0.53, 0.22, -0.29, -1.06, -2.47),
    "row": (0.0, 0.0, 0.0, 0.0, 0.19, 0.11, -0.34),
}
