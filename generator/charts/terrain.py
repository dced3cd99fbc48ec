"""The terrain key and terrain effects chart (TEC): each terrain as the map draws it, and its costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from generator.charts.costs import called, cost_text, down_cost, down_text, movers, mp_text
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import pt
from generator.drawing.tables import Table, TableStyle
from generator.drawing.typeface import SANS, SANS_BOLD
from generator.drawing.typography import DASH, signed
from generator.maps.ground import level_range, level_tint
from generator.maps.samples import sample_later
from modules.amounts import count_noun
from modules.definition.formats.game import Kind
from modules.definition.formats.terrain import Bonus, Effects, Terrain, TerrainNote
from modules.engine.hexes.board import Board

_COMBAT = {
    "attacker_halved": "attacker halved",
    "attacker_halved_up": "attacker halved if attacking up",
    "attacker_halved_in_or_out": "attacker halved, in or out",
    "attacker_halved_if_crossed": "attacker halved if it crossed",
    "defender_doubled": "defence doubled",
    "defender_tripled": "defence tripled",
    "optional": "combat is optional",
    "prohibited": "no combat",
}
_SIGHT = {"clear": "", "blocks": "blocks LOS", "blocks_if_higher": "blocks LOS if higher than both ends"}
_SAMPLE = (17.0, 9.0)
_SIZE = pt(8.5)
_TERRAIN, _MP, _MP_OF_KINDS, _COMBAT_WIDE, _OTHER = 0.22, 0.11, 0.13, 0.32, 0.35
"""The columns as parts of the room beside the samples; what others leave over is shared by the last two."""


def terrain_names(board: Board) -> tuple[str, ...]:
    """The kinds of terrain that a map has, in the order of the chart."""
    there = {board.map.ground, *(board.terrain_name(h) for h in board.grid.ids)}
    there |= {entry.terrain for entry in board.map.hexsides} | {road.terrain for road in board.map.roads}
    levels = level_range(board)[0] < level_range(board)[1]
    return tuple(n for n, kind in board.terrain.items() if n in there or (levels and kind.where == "level"))


def combat_text(kind: Effects, kinds: Mapping[str, Kind]) -> str:
    """The combat effects of a kind of terrain in words, for a game's `kinds` of counters."""
    told = [_COMBAT[word] for word in kind.combat]
    if kind.shift:
        told.append(f"{count_noun(abs(kind.shift), 'column')} {'left' if kind.shift < 0 else 'right'}")
    if kind.drm:
        told.append(f"DRM {signed(kind.drm)}")
    heads: dict[str, list[str]] = {}
    for bonus in kind.bonuses:
        heads.setdefault(_way_of(bonus), []).append(_points(bonus, kinds))
    told += [f"{head} {', '.join(points)}" for head, points in heads.items()]
    return "; ".join(told) or DASH


def _way_of(bonus: Bonus) -> str:
    """Whose strength it is added to, in what kind of combat: `melee up`, `defence`."""
    way = {"up": " up", "down": " down", None: ""}[bonus.way]
    return f"{bonus.fight or 'attack'}{way}" if bonus.to == "attack" else "defence"


def _points(bonus: Bonus, kinds: Mapping[str, Kind]) -> str:
    who = f"{called(bonus.of, kinds).lower()} " if bonus.of else ""
    against = f" against {', '.join(bonus.against)}" if bonus.against else ""
    fight = f" in {bonus.fight}" if bonus.to == "defence" and bonus.fight and not against else ""
    return f"{who}{signed(bonus.value)}{fight}{against}"


def _checks_text(kind: Effects, kinds: Mapping[str, Kind]) -> str:
    return f"{called(kind.checks, kinds).lower()} check morale" if kind.checks else ""


def other_text(kind: Terrain, kinds: Mapping[str, Kind], *, down: bool = True) -> str:
    """What else a kind of terrain does: zones of control, retreat, sight, checks, its note, and its cost
    going `down` where that is asked for."""
    zoc = "no ZOC" if kind.zoc == "blocked" else ""
    retreat = "no retreat" if kind.retreat == "prohibited" else ""
    sight, checks = _SIGHT[kind.sight], _checks_text(kind, kinds)
    told = (down_text(kind) if down else "", zoc, retreat, sight, checks, kind.note or "")
    return "; ".join(words for words in told if words) or DASH


def terrain_chart(
    look: Look,
    board: Board,
    kinds: Mapping[str, Kind],
    names: Sequence[str] | None = None,
    notes: Sequence[TerrainNote] = (),
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """The terrain of a map, or the named kinds, drawn by the map's own renderer; `width` in mm. Of the game's
    `kinds` of counters those that pay something else have a column of MP of their own. `notes` stand below.

    Where it is written, UnknownLookError and UnknownColourError are raised.
    """
    names = terrain_names(board) if names is None else names
    rules = dict.fromkeys(board.terrain[name].rule for name in names)
    panel = Panel(look, "terrain", "Terrain effects", width, ", ".join(rules), text_as, spread)
    left, columns = _SAMPLE[0] + 2 * 0.8, _columns([board.terrain[name] for name in names], kinds)
    columns = [_roomy(each, panel, panel.room - left) for each in columns]
    narrow = _TERRAIN + sum(each.narrow for each in columns if not each.words)
    wide = sum(each.share for each in columns if each.words)
    shares = [each.share * (1 - narrow) / wide if each.words else each.narrow for each in columns]
    widths = [left, *((panel.room - left) * share for share in (_TERRAIN, *shares))]
    heads = ["", "Terrain", *(each.name for each in columns)]
    style = TableStyle(size=_SIZE)
    words = frozenset({1, *(i for i, each in enumerate(columns, 2) if each.words)})
    panel.table(Table(widths, [heads], left_columns=words, head_column=False), style)
    panel.y -= 1.4
    rows = []
    for name in names:
        kind = board.terrain[name]
        rows.append(["", kind.name, *(each.cell(kind) for each in columns)])
    tall = _SAMPLE[1] + 1.6
    top, done = panel.table(Table(widths, rows, 0, False, row_height=tall, left_columns=words), style)
    y = top
    for name, height in zip(names, done.row_heights, strict=True):
        picture = sample_later(look, board, name, Box(0, 0, *_SAMPLE), text_as)
        panel.pen.embed_late(picture, PAD + 0.8, y + (height - _SAMPLE[1]) / 2)
        y += height
    _ladder(panel, board)
    if notes:
        panel.paragraph(" ".join(note.text for note in notes))
    return panel.done()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column beside the terrain's name: a number in a `narrow` part of the room, or, with a `share` of what
    is left over, words."""

    name: str
    cell: Callable[[Terrain], str]
    share: float = 0.0
    narrow: float = _MP

    @property
    def words(self) -> bool:
        return self.share > 0


def _roomy(column: _Column, panel: Panel, room: float) -> _Column:
    """A narrow column as wide as the longest word of its head, in the size of the chart."""
    words = (panel.pen.fonts.width(word, SANS_BOLD, _SIZE) for word in column.name.split())
    return replace(column, narrow=max(column.narrow, (max(words) + 2.1) / room))


def _going_down(kind: Terrain) -> str:
    down = down_cost(kind)
    return mp_text(kind) if down is None else cost_text(down)


def _columns(chart: Sequence[Terrain], kinds: Mapping[str, Kind]) -> list[_Column]:
    """The columns in which some terrain says something: MP, MP going down, of some kinds, combat, other."""
    found = [_Column("MP", mp_text)]
    if any(down_cost(kind) is not None for kind in chart):
        found.append(_Column("Down", _going_down))
    found += [
        _Column(each.name, partial(mp_text, movers=each), narrow=_MP_OF_KINDS)
        for each in movers(chart, kinds)
    ]
    if any(kind.combat or kind.bonuses or kind.shift or kind.drm for kind in chart):
        found.append(_Column("Combat", partial(combat_text, kinds=kinds), _COMBAT_WIDE))
    return [*found, _Column("Other", partial(other_text, kinds=kinds, down=False), _OTHER)]


def _ladder(panel: Panel, board: Board) -> None:
    """The levels as steps of tint, each with its number or height."""
    lowest, highest = level_range(board)
    if lowest == highest:
        return
    words, size = "Levels", _SIZE
    panel.pen.text(words, PAD, panel.y + 3, size, SANS_BOLD, align="middle", fill=panel.palette["ink"])
    start = PAD + panel.pen.fonts.width(words, SANS_BOLD, size) + 3
    wide = (panel.width - PAD - start) / (highest - lowest + 1)
    for i, level in enumerate(range(lowest, highest + 1)):
        x = start + i * wide
        fill, rule = level_tint(panel.look, board, level), panel.palette["rule"]
        panel.pen.rect(x, panel.y, wide, 6, fill=fill, stroke=rule, stroke_width=0.2)
        at, ink = (x + wide / 2, panel.y + 3), panel.palette["ink"]
        panel.pen.text(board.map.height(level), *at, size, SANS, anchor="middle", align="middle", fill=ink)
    panel.y += 7
