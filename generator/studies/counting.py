"""What the rows of a study come to: shares with their intervals, differences, lengths, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from generator.studies.games import Row

_SURE: Final = 1.959964
"""Standard deviations to either side that hold 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with Wilson's interval (95 %)."""

    count: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself."""
        return self.count / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def share_of(count: int, of: int) -> Share:
    """A share with its interval (E. B. Wilson 1927); without any games it may be anything."""
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    share, z = count / of, _SURE**2 / of
    middle = (share + z / 2) / (1 + z)
    half = _SURE / (1 + z) * sqrt(share * (1 - share) / of + z / (4 * of))
    return Share(count, of, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger a mean over the same seeds is than in the first arm, with its error (95 %): few games
    alike leave it open, one game all of it."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.value:+.1f} ± {100 * self.error:.1f}"


def points(row: Row, side: str) -> float:
    """1 for a win of a side, one half where nobody has won."""
    return 1.0 if row["winner"] == side else 0.0 if row["winner"] else 0.5


def paired(first: Sequence[Row], other: Sequence[Row], side: str) -> Difference:
    """The difference in a side's points between two arms, seed by seed."""
    base = {row["seed"]: points(row, side) for row in first}
    gains = [points(row, side) - base[row["seed"]] for row in other if row["seed"] in base]
    if not gains:
        return Difference(0.0, 1.0)
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    half_a_game = 0.5 / len(gains)
    return Difference(mean, _SURE * sqrt(max(spread, half_a_game * (1 - half_a_game)) / len(gains)))


def mean(values: Sequence[float]) -> float:
    """Their mean; 0 of none."""
    return sum(values) / len(values) if values else 0.0


def endings(rows: Sequence[Row]) -> list[tuple[str, str, str, Share]]:
    """Winner, level and rule of each kind of end, with its share, the most frequent first."""
    counts = Counter((row["winner"] or "nobody", row["level"], row["rule"]) for row in rows)
    return [
        (*ways, share_of(n, len(rows))) for ways, n in sorted(counts.items(), key=lambda it: (-it[1], it[0]))
    ]


def lost_by_turn(rows: Sequence[Row], sides: Sequence[str]) -> Mapping[int, Mapping[str, float]]:
    """By turn how many counters each side had lost on the average, of the games that came so far."""
    found: dict[int, dict[str, list[float]]] = {}
    for row in rows:
        for turn, losses in row["losses"].items():
            for side in sides:
                found.setdefault(int(turn), {}).setdefault(side, []).append(losses.get(side, 0))
    return {turn: {side: mean(those) for side, those in by.items()} for turn, by in sorted(found.items())}


def summed(rows: Sequence[Row], column: str) -> Counter[str]:
    """The numbers of a column with rules, all games together."""
    found: Counter[str] = Counter()
    for row in rows:
        found.update(row[column])
    return found


def summed_by_map(rows: Sequence[Row], column: str) -> dict[str, Counter[str]]:
    """The numbers of a column with the places of maps, all games together."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        for name, counts in row[column].items():
            found.setdefault(name, Counter()).update(counts)
    return found
