"""`boards/*.yaml`: a grid of squares on which cards are laid out, in sectors of whole columns.

A square is written as column and row: `35` is column 3, row 5. Columns count from the left and rows from the
top of the sheet.
"""

from pydantic import Field

from modules.definition.formats.fields import FEW, Line, Name, Part, RuleNumber, Source


class Squares(Part):
    """How many columns and rows there are; each number is one digit of a square's id."""

    columns: int = Field(ge=1, le=9)
    rows: int = Field(ge=1, le=9)
    source: Source


class Sector(Part):
    """Columns that belong together."""

    name: Line
    columns: tuple[int, ...] = Field(min_length=1, max_length=FEW)
    source: Source


class Height(Part):
    """Rows of higher ground."""

    name: Line
    rows: tuple[int, ...] = Field(min_length=1, max_length=FEW)
    source: Source


class Home(Part):
    """The rows in which a side sets up, its back row first: its cards face away from that row."""

    rows: tuple[int, ...] = Field(min_length=1, max_length=FEW)
    names: tuple[Line, ...] = Field(default=(), max_length=FEW)
    rule: RuleNumber
    source: Source


class BoardFile(Part):
    """`boards/*.yaml`. Sectors stand from left to right."""

    board: Name
    title: Line
    grid: Squares
    sectors: dict[Name, Sector] = Field(min_length=1, max_length=FEW)
    hill: Height | None = None
    homes: dict[Name, Home] = Field(min_length=1, max_length=FEW)
