"""`tables.yaml`: the combat results table and the like, looked up by the rules and drawn from the same."""

from typing import Literal

from pydantic import Field

from modules.definition.fields import Line, Name, Part, RuleNumber, Source, Text


class Result(Part):
    """What a cell of a table means."""

    name: Line
    text: Text
    rule: RuleNumber


class OddsTableEntry(Part):
    """A table by odds ratio and die roll: `columns` as `1-4` or `3-1` in rising order, `rows` by die roll."""

    name: Line
    columns: tuple[str, ...] = Field(min_length=1)
    rows: dict[str, tuple[str, ...]] = Field(min_length=1)
    results: dict[str, Result]
    note: Text | None = None
    rule: RuleNumber
    source: Source


class Modifier(Part):
    """What is added to the number that an attack needs, or to a die (DRM), and when."""

    name: Line
    value: int = Field(ge=-20, le=20)
    text: Text
    rule: RuleNumber
    source: Source


class ListEntry(Part):
    """Lines to look up: `rows` under `columns`, as they are printed. Those of a `track` begin with a turn and
    stand in its box on the turn track."""

    name: Line
    columns: tuple[str, ...] = Field(min_length=1)
    rows: tuple[tuple[Line, ...], ...] = Field(min_length=1)
    track: bool = False
    note: Text | None = None
    rule: RuleNumber
    source: Source


class TablesFile(Part):
    """`tables.yaml`. `modifiers` are in the order in which a player aid lists them, and are `added_to` the
    number that must be rolled, or to the die."""

    odds: dict[Name, OddsTableEntry] = Field(default_factory=dict)
    modifiers: dict[Name, Modifier] = Field(default_factory=dict)
    added_to: Literal["number", "die"] = "number"
    lists: dict[Name, ListEntry] = Field(default_factory=dict)

    @property
    def looked_up(self) -> dict[str, ListEntry]:
        """The lists that stand by themselves: those of the turn track left out."""
        return {name: entry for name, entry in self.lists.items() if not entry.track}
