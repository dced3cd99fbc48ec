"""Statistics of dice in words: a table for each side, and what a rare line means and does not mean."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pbem.messages.dice_statistics import ALL, CountersLeft, DiceTally
from pbem.messages.story_text import turn_title

_USUAL: Final = 0.05
"""From which share on a mean is nothing unusual: one fair game in twenty goes farther."""
_OUTLOOK: Final = (
    "The rarity says how far a mean is from the expected one, in either direction. It does not say "
    "whether that was luck: in some rolls a low number is good. Of twenty fair lines, about one looks as "
    "rare as 1 in 20.",
    "Nobody can have chosen these dice alone: each roll comes from two sealed secrets of two parties. "
    "`pbem dice verify` proves each one.",
)
_WIDTH: Final = 96


def statistics_text(
    tallies: Iterable[DiceTally],
    left: Sequence[CountersLeft],
    names: Mapping[str, str],
    battles: Mapping[str, str],
) -> str:
    """The dice of each side in words, and the counters that each had left at the end of each turn."""
    parts = [_side_text(names.get(side, side) or "No side", list(its))
             for side, its in groupby(tallies, key=lambda tally: tally.side)]  # fmt: skip
    if not parts:
        return "No dice have been rolled yet.\n"
    outlook = "\n".join(textwrap.fill(text, _WIDTH) for text in _OUTLOOK)
    return "\n".join([*parts, _counters_text(left, names, battles), outlook]) + "\n"


def _side_text(name: str, tallies: Sequence[DiceTally]) -> str:
    rows: list[tuple[str, ...]] = [("dice", "number", "mean", "expected", "how rare", "rolled")]
    rows += [_row(tally) for tally in tallies]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([name, "-" * len(name), *lines, ""])


def _row(tally: DiceTally) -> tuple[str, ...]:
    kind = (
        f"all d{tally.faces}" if tally.rule == ALL else f"rule {tally.rule}, {tally.phase}".removesuffix(", ")
    )
    faces = range(1, tally.faces + 1) if tally.faces <= 12 else sorted(tally.counts)
    rolled = " ".join(f"{face}:{tally.counts.get(face, 0)}" for face in faces)
    mean, expected = f"{float(tally.mean):.2f}", f"{float(tally.expected):.1f}"
    return (kind, str(tally.number), mean, expected, rarity_text(tally.rarity), rolled)


def rarity_text(share: float) -> str:
    """How rare something is that comes in this share of fair games.

    >>> rarity_text(0.4), rarity_text(0.02)
    ('usual (40 in 100)', 'rare (1 in 50)')
    """
    if share >= _USUAL:
        return f"usual ({round(share * 100)} in 100)"
    return f"rare (1 in {round(1 / share):,})" if share > 1e-9 else "rare (less than 1 in a billion)"


def _counters_text(left: Sequence[CountersLeft], names: Mapping[str, str], battles: Mapping[str, str]) -> str:
    """A line for each turn: how many counters of each side were on the map."""
    title = "Counters on the map, turn by turn"
    lines = [
        f"{turn_title(each.heading, battles)}: "
        + ", ".join(f"{names.get(side, side)} {count}" for side, count in each.by_side.items())
        for each in left
        if each.by_side
    ]
    return "\n".join([title, "-" * len(title), *lines, ""])


def statistics_facts(tallies: Iterable[DiceTally], left: Sequence[CountersLeft]) -> dict[str, Any]:
    """The same for a program."""
    return {
        "dice": [
            {
                "side": it.side,
                "rule": it.rule,
                "phase": it.phase if it.rule != ALL else "",
                "faces": it.faces,
                "number": it.number,
                "mean": float(it.mean),
                "expected": float(it.expected),
                "rarity": it.rarity,
                "rolled": {str(face): count for face, count in it.counts.items()},
            }
            for it in tallies
        ],
        "counters": [
            {
                "battle": it.heading.battle,
                "period": it.heading.period,
                "turn": it.heading.turn,
                "left": dict(it.by_side),
            }
            for it in left
        ],
    }
