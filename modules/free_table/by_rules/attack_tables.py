"""The tables by which attacks are carried out half by the program: the column that a player names, moved by
shifts, and the cell that dice show in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modules.definition import Definition
from modules.definition.formats.tables import Cells, Result
from modules.engine.stacks.combat.half_attacks import FoundAttack
from modules.free_table.dice_tables import DiceTable, dice_tables


@dataclass(frozen=True, slots=True)
class Cell:
    """What an attack has come to: the `code` of the table with its `words`, and the number of the `rule` by
    which it is carried out."""

    code: str
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class AttackTable:
    """A table on which attacks are rolled. `columns` are what a player may name, in rising order; none where
    the table has but one. `results` explain its codes."""

    table: DiceTable
    die: int
    results: dict[str, Result]
    rule: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that a player may name."""
        return self.table.words if self.table.named == "column" else ()

    def find(self, said: str) -> str | None:
        """The column that a player means by a word; None for none."""
        word = self.table.find_word(said)
        return word if word in self.columns else None

    def shift(self, column: str, by: int) -> str:
        """The column so many to the right, or where negative to the left; at most the outermost."""
        if not self.columns:
            return ""
        at = self.columns.index(self.table.find_word(column) or column) + by
        return self.columns[max(0, min(at, len(self.columns) - 1))]

    def label_dice(self, line: str) -> list[str]:
        """What each die of an attack is for: the line of the order, and which die of several it is."""
        dice = self.table.dice
        return [line] if dice == 1 else [f"{line}: die {n} of {dice}" for n in range(1, dice + 1)]

    def carry_out(self, found: FoundAttack, values: Sequence[int]) -> tuple[str, Cell]:
        """What dice bring a legal attack, in words, in the order in which it is reckoned; and the cell."""
        column = self.shift(found.column, found.shift)
        cell = self.read(column, sum(values), found.drm)
        columns = [f"column {found.column}"] if found.column else []
        columns += [f"shifted {found.shift:+d} to {column}"] if found.shift else []
        shown = "+".join(map(str, values))
        dice = f"die {shown}" if len(values) == 1 else f"dice {shown} = {sum(values)}"
        dice += f" {found.drm:+d} = {sum(values) + found.drm}" if found.drm else ""
        return f"{', '.join([*columns, dice])}: {cell.words}", cell

    def read(self, column: str, total: int, drm: int) -> Cell:
        """The cell for a column, and for dice with what is added to them, at most the outermost row."""
        most = self.table.dice * self.die
        shown = self.table.read(column, max(self.table.dice, min(total + drm, most)))
        code = next((code for code, each in self.results.items() if shown == f"{code} ({each.name})"), shown)
        found = self.results.get(code)
        if found is None:
            return Cell(code, shown, self.rule)
        return Cell(code, f"{code}, {found.name}: {found.text.rstrip('.')}", found.rule)


def attack_tables(definition: Definition) -> dict[str, AttackTable]:
    """The tables that are rolled on by a column, or by nothing, by name."""
    tables = definition.tables
    rules = {
        name: entry.rule
        for group in (tables.odds, tables.differentials, tables.totals, tables.lists)
        for name, entry in group.items()
    }
    cells: dict[str, Cells] = {**tables.odds, **tables.differentials}
    return {
        name: AttackTable(
            table, definition.game.die, dict(cells[name].results) if name in cells else {}, rules[name]
        )
        for name, table in dice_tables(definition).items()
        if table.named != "row"
    }
