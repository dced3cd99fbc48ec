"""What the rules ask of chance, as it stands in a roll entry."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.requests import Deal, Reveal, Roll, Shuffle
from pbem.log.socket import AnyDue, DealDue, Due, PackDue, ShowDue

MAX_LABEL = 200
"""Characters of a roll's label in the log."""
CHANCE = Roll | Shuffle | Deal | Reveal


def dues(request: Roll | Shuffle | Deal | Reveal) -> Sequence[AnyDue]:
    """What a request comes to in a roll entry."""
    if isinstance(request, Roll):
        return [Due(_short(die.label), request.rule, die.sides, 1) for die in request.dice]
    label, rule = _short(request.label), request.rule
    if isinstance(request, Deal):
        return [DealDue(label, rule, request.side, request.cards)]
    if isinstance(request, Reveal):
        return [ShowDue(label, rule, request.cards, request.count, request.wanted)]
    if request.secret:
        return [PackDue(label, rule, request.secret, request.size)]
    return [Due(label, rule, 0, request.size)]


def _short(label: str) -> str:
    """A label as long as a roll entry may have it: a long one must not keep the dice from being rolled."""
    return label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1] + "…"
