"""`tables.yaml`: the combat results table and the like, looked up by the rules and drawn from the same."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from modules.definition.formats.fields import (
    FEW,
    SOME,
    TOLD,
    Cell,
    Line,
    Name,
    Part,
    RuleNumber,
    Source,
    Text,
)

Tone = Annotated[Literal["attacker_hard", "attacker", "both", "nothing", "defender", "defender_hard"], TOLD]


class Result(Part):
    """What a cell of a table means; `tone`: whom it hits, and how hard, which its tint tells."""

    name: Line
    text: Text
    tone: Tone | None = None
    rule: RuleNumber


class Cells(Part):
    """A table with a row for each roll of the die; what its columns are, its type says. `below`: the cell for
    what is lower than the first column; without it the first is read."""

    name: Line
    columns: tuple[str, ...] = Field(min_length=1, max_length=FEW)
    rows: dict[str, tuple[str, ...]] = Field(min_length=1, max_length=SOME)
    below: str | None = None
    results: Annotated[dict[str, Result], TOLD] = Field(max_length=FEW)
    note: Text | None = None
    rule: RuleNumber
    source: Source


class OddsTableEntry(Cells):
    """A table by odds ratio and die roll: `columns` as `1-4`, `1-1.5` or `3-1` in rising order."""


class DifferentialTableEntry(Cells):
    """A table by the difference of two strengths and die roll: `columns` as `-6`, `0` or `+2/+3`, rising
    without a gap. A cell has one code, or a result for each of the two: `1/D` is 1 for the attacker, D for
    the other."""


Total = Annotated[int, Field(ge=1, le=999)]
"""What one die or several show together."""


class TotalsRow(Part):
    """A result of a table by totals: `on` which totals each column brings it. `code` stands for it where
    totals are rows. `effects`: what it adds to a rating, in each of the turns that it lasts.
    `tone`: as of a `Result`."""

    name: Line
    code: Line | None = None
    tone: Tone | None = None
    on: dict[Name, tuple[Total, ...]] = Field(max_length=FEW)
    effects: tuple[Annotated[int, Field(ge=-20, le=20)], ...] = Field(default=(), max_length=SOME)
    text: Text | None = None
    rule: RuleNumber


class TotalsTableEntry(Part):
    """A table by the total of so many `dice`: each column of it, such as a strategy or a class of morale, has
    a result for every total, once."""

    name: Line
    dice: int = Field(ge=1, le=5)
    columns: dict[Name, Line] = Field(min_length=1, max_length=FEW)
    rows: dict[Name, TotalsRow] = Field(min_length=1, max_length=SOME)
    note: Text | None = None
    rule: RuleNumber
    source: Source


class RangeRow(Part):
    """The strength of a weapon at each range, from one hex on; 0 where it does not reach."""

    name: Line
    strengths: tuple[Annotated[int, Field(ge=0, le=99)], ...] = Field(min_length=1, max_length=SOME)


class RangeTableEntry(Part):
    """How strong each weapon is, by the range in hexes."""

    name: Line
    rows: dict[Name, RangeRow] = Field(min_length=1, max_length=SOME)
    note: Text | None = None
    rule: RuleNumber
    source: Source


class Band(Part):
    """Numbers from the first to the last, both included, and what they stand for."""

    first: int = Field(ge=-999, le=999)
    last: int = Field(ge=-999, le=999)
    value: int = Field(ge=-99, le=99)


class BandsTableEntry(Part):
    """What a number stands for, such as a rating for a change of morale: `of` it, `bands` rising without a
    gap; `gives` says what the values are. A `track` has a box for every number, on which markers stand."""

    name: Line
    of: Line
    gives: Line
    bands: tuple[Band, ...] = Field(min_length=1, max_length=FEW)
    track: Annotated[bool, TOLD] = False
    note: Text | None = None
    rule: RuleNumber
    source: Source


class Modifier(Part):
    """What is added to the number that an attack needs, to a die (DRM) or to a strength, and when."""

    name: Line
    value: int = Field(ge=-20, le=20)
    text: Text
    rule: RuleNumber
    source: Source


_NAMED = re.compile(r"=([a-z][a-z0-9_]*)\Z")


class ListEntry(Part):
    """Lines to look up: `rows` under `columns`, as they are printed; a cell `=name` shows the parameter of
    that name. Those of a `track` begin with a turn and stand in its box on the turn track."""

    name: Line
    columns: tuple[str, ...] = Field(min_length=1, max_length=FEW)
    rows: tuple[tuple[Cell, ...], ...] = Field(min_length=1, max_length=SOME)
    track: Annotated[bool, TOLD] = False
    note: Text | None = None
    rule: RuleNumber
    source: Source

    @property
    def named(self) -> frozenset[str]:
        """The parameters that its cells show."""
        found = (_NAMED.match(cell) for row in self.rows for cell in row)
        return frozenset(each[1] for each in found if each)

    def filled(self, numbers: Mapping[str, int]) -> "ListEntry":
        """The same with these numbers in place of their names."""
        if not self.named:
            return self
        rows = tuple(tuple(_fill(cell, numbers) for cell in row) for row in self.rows)
        return self.model_copy(update={"rows": rows})


def _fill(cell: str, numbers: Mapping[str, int]) -> str:
    found = _NAMED.match(cell)
    return str(numbers[found[1]]) if found else cell


class TablesFile(Part):
    """`tables.yaml`. `modifiers` are in the order in which a player aid lists them, and are `added_to` the
    number that must be rolled, to the die, or to a strength."""

    odds: dict[Name, OddsTableEntry] = Field(default_factory=dict, max_length=FEW)
    differentials: dict[Name, DifferentialTableEntry] = Field(default_factory=dict, max_length=FEW)
    totals: dict[Name, TotalsTableEntry] = Field(default_factory=dict, max_length=FEW)
    ranges: dict[Name, RangeTableEntry] = Field(default_factory=dict, max_length=FEW)
    bands: dict[Name, BandsTableEntry] = Field(default_factory=dict, max_length=FEW)
    modifiers: dict[Name, Modifier] = Field(default_factory=dict, max_length=SOME)
    added_to: Literal["number", "die", "strength"] = "number"
    lists: dict[Name, ListEntry] = Field(default_factory=dict, max_length=FEW)

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that stand by themselves: lists of the turn track left out."""
        lists = {name: entry for name, entry in self.lists.items() if not entry.track}
        groups = (self.odds, self.differentials, self.totals, self.ranges, self.bands, lists)
        return tuple(name for group in groups for name in group)
