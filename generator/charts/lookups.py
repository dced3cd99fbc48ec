"""Tables by the total of dice, by bands of numbers and by range, each drawn from the entry looked up."""

from __future__ import annotations

from generator.charts.odds import tint_of
from generator.charts.tracks import numbers_track
from generator.drawing.art import Look
from generator.drawing.panel import Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Cell, Row, Table, TableStyle
from generator.drawing.typeface import SANS, SANS_BOLD
from generator.drawing.typography import DASH, signed
from modules.definition.formats.tables import (
    Band,
    BandsTableEntry,
    RangeTableEntry,
    TotalsRow,
    TotalsTableEntry,
)

_SIZE = pt(8.5)
_ROOM = 2.6
"""What a cell needs beside its words, in mm."""

_LIST_COLUMN, _EFFECT, _DIE = 0.16, 0.11, 10.0


def totals_chart(
    look: Look,
    name: str,
    entry: TotalsTableEntry,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """A table by the total of dice: of one die a line for each roll, of several a line for each result with
    the totals that bring it. `width` in mm. Raises TextTooWideError."""
    panel = Panel(look, name, entry.name, width, entry.rule, text_as, spread)
    if entry.dice == 1 and all(row.code is not None for row in entry.rows.values()):
        _by_roll(panel, entry)
    else:
        _by_result(panel, entry)
    for row in entry.rows.values():
        if row.text is not None:
            panel.paragraph(f"{row.name}: {row.text} ({cited(row.rule)})", size=pt(7.5), joined=True)
    if entry.note is not None:
        panel.paragraph(entry.note, size=pt(7.5))
    return panel.done()


def _by_roll(panel: Panel, entry: TotalsTableEntry) -> None:
    tints = list(panel.palette.under("tints").values())
    cells: dict[tuple[str, int], Cell] = {}
    for row, usual in zip(entry.rows.values(), reversed(tints), strict=False):
        tint = usual if row.tone is None else tint_of(panel.palette, row.tone)
        for column, totals in row.on.items():
            for total in totals:
                cells[column, total] = Cell(row.code or "", fill=tint, face=SANS_BOLD)
    rolls = sorted({total for _, total in cells})
    rows: list[Row] = [["Die", *entry.columns.values()]]
    rows += [[str(roll), *(cells[column, roll] for column in entry.columns)] for roll in rolls]
    each = (panel.room - _DIE) / len(entry.columns)
    panel.table(Table([_DIE, *[each] * len(entry.columns)], rows, row_height=5.6), TableStyle(size=pt(10)))
    told = ", ".join(f"{row.code or ''} {row.name.lower()}" for row in entry.rows.values())
    panel.paragraph(f"{told}.", size=pt(7.5), joined=True)


def _by_result(panel: Panel, entry: TotalsTableEntry) -> None:
    effects = any(row.effects for row in entry.rows.values())
    heads = [f"{'Two dice' if entry.dice == 2 else 'Dice'}", *(["Effect"] if effects else [])]
    rows: list[Row] = [[*heads, *entry.columns.values()]]
    for row in entry.rows.values():
        cells: list[Cell | str] = [Cell(row.name, face=SANS_BOLD)]
        cells += [_effects(row)] if effects else []
        rows.append([*cells, *(_totals(row.on.get(column, ())) for column in entry.columns)])
    fonts, count = panel.pen.fonts, len(entry.columns)
    widest = max(fonts.width(row.name, SANS_BOLD, _SIZE) for row in entry.rows.values()) + _ROOM
    rest = panel.room - _EFFECT * panel.room * effects
    first = min(widest, rest - count * _LIST_COLUMN * panel.room)
    middle = [_EFFECT * panel.room] if effects else []
    table = Table([first, *middle, *[(rest - first) / count] * count], rows, left_columns=frozenset({0}))
    panel.table(table, TableStyle(size=_SIZE))


def _effects(row: TotalsRow) -> str:
    return "/".join(signed(effect) for effect in row.effects) or "?"


def _totals(totals: tuple[int, ...]) -> str:
    """Totals as they are printed, three or more in a row as `4–10`."""
    told: list[str] = []
    for total in sorted(totals):
        run = [total]
        while run[-1] + 1 in totals:
            run.append(run[-1] + 1)
        if total - 1 in totals and len(run) + _before(totals, total) > 2:
            continue
        told.append(f"{run[0]}{DASH}{run[-1]}" if len(run) > 2 else str(total))
    return ", ".join(told) or DASH


def _before(totals: tuple[int, ...], total: int) -> int:
    """How many totals run up to one without a gap."""
    count = 0
    while total - 1 - count in totals:
        count += 1
    return count


def bands_chart(
    look: Look,
    name: str,
    entry: BandsTableEntry,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """What numbers stand for, a column for each band, or on a track in a box for each number. Raises
    TextTooWideError."""
    panel = Panel(look, name, entry.name, width, entry.rule, text_as, spread)
    if entry.track:
        numbers_track(panel, name, {n: band.value for band in entry.bands for n in _numbers(band)})
    else:
        _columns_of_bands(panel, entry)
    if entry.note is not None:
        panel.paragraph(entry.note, size=pt(7.5))
    return panel.done()


def _numbers(band: Band) -> range:
    return range(band.first, band.last + 1)


def _columns_of_bands(panel: Panel, entry: BandsTableEntry) -> None:
    tints = panel.palette.under("tints")
    spans = [f"{signed(band.first)} to {signed(band.last)}" for band in entry.bands]
    values = [
        Cell(signed(band.value), fill=tints["1" if band.value < 0 else "6"], face=SANS_BOLD)
        for band in entry.bands
    ]
    first = max(panel.pen.fonts.width(head, SANS_BOLD, _SIZE) for head in (entry.of, entry.gives)) + _ROOM
    each = (panel.room - first) / len(entry.bands)
    rows: list[Row] = [[Cell(entry.of, face=SANS_BOLD), *spans], [Cell(entry.gives, face=SANS_BOLD), *values]]
    table = Table([first, *[each] * len(entry.bands)], rows, 0, left_columns=frozenset({0}))
    panel.table(table, TableStyle(size=_SIZE))


def ranges_chart(
    look: Look,
    name: str,
    entry: RangeTableEntry,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """The strength of each weapon by range in hexes. Raises TextTooWideError."""
    panel = Panel(look, name, entry.name, width, entry.rule, text_as, spread)
    farthest = max(len(row.strengths) for row in entry.rows.values())
    rows: list[Row] = [["Weapon", *(f"{i} hex{'es' * (i > 1)}" for i in range(1, farthest + 1))]]
    for row in entry.rows.values():
        padded = (*row.strengths, *[0] * (farthest - len(row.strengths)))
        rows.append([Cell(row.name, face=SANS_BOLD), *(str(each) if each else DASH for each in padded)])
    first = 0.3 * panel.room
    each = (panel.room - first) / farthest
    panel.table(
        Table([first, *[each] * farthest], rows, left_columns=frozenset({0})),
        TableStyle(size=pt(9.5), body=SANS),
    )
    if entry.note is not None:
        panel.paragraph(entry.note, size=pt(7.5))
    return panel.done()
