"""The terrain key and terrain effects chart (TEC): each terrain as the map draws it, and its costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.charts.costs import down_text, movers, mp_text
from generator.drawing.figures import Box
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import pt
from generator.drawing.tables import Style, Table
from generator.drawing.typeface import SANS, SANS_BOLD
from generator.maps.ground import level_range, level_tint
from generator.maps.samples import sample
from modules.definition.game import Kind
from modules.definition.terrain import Effects, Terrain
from modules.engine.board import Board

_COMBAT = {
    "attacker_halved": "attacker halved",
    "attacker_halved_up": "attacker halved if attacking up",
    "attacker_halved_in_or_out": "attacker halved, in or out",
    "attacker_halved_if_crossed": "attacker halved if it crossed",
    "optional": "combat is optional",
    "prohibited": "no combat",
}
_SIGHT = {"clear": "", "blocks": "blocks LOS", "blocks_if_higher": "blocks LOS if higher than both ends"}
_SAMPLE = (17.0, 9.0)
_TERRAIN, _MP, _COMBAT_WIDE, _OTHER = 0.22, 0.11, 0.32, 0.35
"""The columns as parts of the room beside the samples; each further column of MP comes off the last two."""


def terrain_names(board: Board) -> tuple[str, ...]:
    """The kinds of terrain that a map has, in the order of the chart."""
    there = {board.map.ground, *(board.terrain_name(h) for h in board.grid.ids)}
    there |= {entry.terrain for entry in board.map.hexsides} | {road.terrain for road in board.map.roads}
    levels = level_range(board)[0] < level_range(board)[1]
    return tuple(n for n, kind in board.terrain.items() if n in there or (levels and kind.where == "level"))


def combat_text(kind: Effects) -> str:
    """The combat effects of a kind of terrain in words."""
    return "; ".join(_COMBAT[word] for word in kind.combat) or "–"


def other_text(kind: Terrain, *, down: bool = True) -> str:
    """What else a kind of terrain does: zones of control, retreat, sight, its note, and its cost going `down`
    where that is asked for."""
    zoc = "no ZOC" if kind.zoc == "blocked" else ""
    retreat = "no retreat" if kind.retreat == "prohibited" else ""
    told = (down_text(kind) if down else "", zoc, retreat, _SIGHT[kind.sight], kind.note or "")
    return "; ".join(words for words in told if words) or "–"


def terrain_chart(
    board: Board,
    kinds: Mapping[str, Kind],
    names: Sequence[str] | None = None,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """The terrain of a map, or the named kinds, drawn by the map's own renderer; `width` in mm. Of the game's
    `kinds` of counters those that pay something else have a column of MP of their own.

    Raises UnknownLookError, UnknownColourError.
    """
    names = terrain_names(board) if names is None else names
    rules = dict.fromkeys(board.terrain[name].rule for name in names)
    panel = Panel("terrain", "Terrain effects", width, ", ".join(rules), text_as, spread)
    left, paying = _SAMPLE[0] + 2 * 0.8, movers([board.terrain[name] for name in names], kinds)
    spared = 1 - _MP * len(paying) / (_COMBAT_WIDE + _OTHER)
    shares = (_TERRAIN, *[_MP] * (1 + len(paying)), _COMBAT_WIDE * spared, _OTHER * spared)
    widths = [left, *((panel.room - left) * share for share in shares)]
    heads = ["", "Terrain", "MP", *(each.name for each in paying), "Combat", "Other"]
    style, words = Style(size=pt(8.5)), frozenset({1, len(heads) - 2, len(heads) - 1})
    panel.table(Table(widths, [heads], left_columns=words, head_column=False), style)
    panel.y -= 1.4
    rows = []
    for name in names:
        kind = board.terrain[name]
        costs = [mp_text(kind), *(mp_text(kind, each) for each in paying)]
        rows.append(["", kind.name, *costs, combat_text(kind), other_text(kind)])
    tall = _SAMPLE[1] + 1.6
    top, done = panel.table(Table(widths, rows, 0, False, row_height=tall, left_columns=words), style)
    y = top
    for name, height in zip(names, done.row_heights, strict=True):
        picture = sample(board, name, Box(0, 0, *_SAMPLE), text_as)
        panel.pen.embed(picture, PAD + 0.8, y + (height - _SAMPLE[1]) / 2)
        y += height
    _ladder(panel, board)
    return panel.done()


def _ladder(panel: Panel, board: Board) -> None:
    """The levels as steps of tint, each with its number."""
    lowest, highest = level_range(board)
    if lowest == highest:
        return
    words, size = "Levels", pt(8.5)
    panel.pen.text(words, PAD, panel.y + 3, size, SANS_BOLD, align="middle", fill=panel.palette["ink"])
    start = PAD + panel.pen.fonts.width(words, SANS_BOLD, size) + 3
    wide = (panel.width - PAD - start) / (highest - lowest + 1)
    for i, level in enumerate(range(lowest, highest + 1)):
        x = start + i * wide
        fill, rule = level_tint(board, level), panel.palette["rule"]
        panel.pen.rect(x, panel.y, wide, 6, fill=fill, stroke=rule, stroke_width=0.2)
        at, ink = (x + wide / 2, panel.y + 3), panel.palette["ink"]
        panel.pen.text(str(level), *at, size, SANS, anchor="middle", align="middle", fill=ink)
    panel.y += 7
