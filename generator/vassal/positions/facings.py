"""Where counters look: a point of the compass in a position, a step of the rotator in a save."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import FreeRotator
from generator.vassal.module.prototypes import FACING
from generator.vassal.positions.saved_position import facing

_CIRCLE = 360


def faced(piece: Piece, bearing: int) -> Piece:
    """A piece turned so far, where it has a front."""
    return piece.kept(("faced", bearing), lambda: _faced(piece, bearing)) if bearing else piece


def _faced(piece: Piece, bearing: int) -> Piece:
    traits = tuple(
        replace(t, facing=bearing * t.facings // _CIRCLE)
        if isinstance(t, FreeRotator) and t.name == FACING
        else t
        for t in piece.traits
    )
    return replace(piece, traits=traits)


def facing_of(piece: Piece, bearings: Mapping[str, int]) -> str:
    """The word for where a piece that faces looks; empty in a game without facings."""
    step = _CIRCLE // max(len(bearings), 1)
    turned = facing(piece, FACING) * step
    return next((word for word, bearing in bearings.items() if bearing == turned), "")
