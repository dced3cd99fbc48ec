"""What changes the chances of an order: each modifier in a player's words, with what it does and its rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Modifier:
    """`what` applies; `by`: what it does, such as `+1`, `x 1/2`; `rule`: the number that says so."""

    what: str
    by: str
    rule: str

    def __str__(self) -> str:
        return f"{self.what} {self.by} ({self.rule})"
