"""The list of a kit's parts with their counts, each with a box to tick it off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.cards import CardPiece, card_pieces
from generator.counters.blocks import block_pieces
from generator.counters.printed import Piece, pieces
from generator.drawing.art import Look
from generator.drawing.pdf import Page
from generator.drawing.svg import Pen, pt
from generator.drawing.tables import Row, Table, TableStyle, draw_table, lay_out
from generator.drawing.typeface import CAPS, TEXT
from generator.drawing.typography import DASH, printed
from generator.kit.boards import edge_count
from generator.kit.page import INK, Sheet
from generator.sheets.pictures import papers_of, title_of_map
from modules.definition import Definition

_ROWS_A_PAGE = 42
_TICK_COLUMN, _TICK = 8.0, 3.0
_MARKER = "Marker"
_BACK = "on the back:"


@dataclass(frozen=True, slots=True)
class Part:
    """Pieces alike: whose they are, their name, their values front and back, or what is on a marker's back,
    how many."""

    whose: str
    name: str
    values: str
    count: int


def parts(look: Look, definition: Definition) -> list[Part]:
    """All kinds of pieces: counters, cards, markers, maps, board edges, player aids."""
    found = [*_counter_parts(look, definition), *_card_parts(look, definition)]
    found.sort(key=lambda each: each.whose == _MARKER)
    for name, back in papers_of(definition):
        behind = f"{_BACK} {title_of_map(definition, back)}" if back else ""
        found.append(Part("Map", title_of_map(definition, name), behind, 1))
    found += [Part("Board", display.name, "", 1) for display in definition.boards_apart.values()]
    edges = edge_count(look, definition)
    if edges:
        found.append(Part("Board", "Edge", "", edges))
    return found + [Part("Player aid", side.name, "", 1) for side in definition.game.sides.values()]


def pages_of_parts(found: Sequence[Part]) -> int:
    """How many pages the list needs."""
    return -(-len(found) // _ROWS_A_PAGE)


def part_pages(definition: Definition, sheet: Sheet, found: Sequence[Part], first: int) -> list[Page]:
    """The list, from page number `first`; the last one tells the sum of all."""
    made: list[Page] = []
    for i in range(0, len(found), _ROWS_A_PAGE):
        made.append(_page(definition, sheet, found, found[i : i + _ROWS_A_PAGE], first + len(made)))
    return made


# --- kinds of pieces -----------------------------------------------------------------------------------


def _counter_parts(look: Look, definition: Definition) -> list[Part]:
    nations, found = definition.game.nations, []
    both = (*block_pieces(look, definition), *pieces(look, definition))
    for key, alike in groupby(both, key=lambda each: _kind(definition, each)):
        group = list(alike)
        first = group[0]
        whose = _MARKER if first.marker else nations[first.nation].name
        back = "" if first.reverse is None else f"{_BACK} {first.reverse.name}"
        found.append(Part(whose, first.words["name"], key[-1] or back, sum(each.count for each in group)))
    return found


def _kind(definition: Definition, each: Piece) -> tuple[str, ...]:
    name = each.id if each.marker else each.words["name"]
    front = _values(definition, each.values("front", definition))
    values = (
        front if each.back is None else f"{front} / {_values(definition, each.values('back', definition))}"
    )
    return each.nation, name, each.figure or "", values


def _card_parts(look: Look, definition: Definition) -> list[Part]:
    found = []
    for _, alike in groupby(card_pieces(look, definition), key=lambda each: _sort(definition, each)):
        group = list(alike)
        count = sum(each.count for each in group)
        counter = definition.counters.get(group[0].id) if group[0].side else None
        if counter is None:
            found.append(Part(definition.decks[group[0].deck].name, group[0].name, "", count))
            continue
        whose, values = (
            definition.game.nations[counter.nation].name,
            _values(definition, counter.shown(definition.game)),
        )
        found.append(Part(whose, counter.name, values, count))
    return found


def _sort(definition: Definition, each: CardPiece) -> tuple[str, str]:
    return each.deck, definition.counters[each.id].group if each.side else each.id


def _values(definition: Definition, values: Mapping[str, str]) -> str:
    return _between(definition).join(map(printed, values.values()))


def _between(definition: Definition) -> str:
    """A dash between values would read as the sign of the next."""
    return ", " if any(value.signed for value in definition.game.values.values()) else DASH


def _value_names(definition: Definition) -> str:
    shown = [tuple(each.shown(definition.game)) for each in definition.counters.values()]
    sets = dict.fromkeys(each for each in shown if each)
    names = definition.game.values
    between = _between(definition)
    return "; ".join(between.join(names[value].name.lower() for value in each) for each in sets) + "."


# --- pages ---------------------------------------------------------------------------------------------


def _page(
    definition: Definition, sheet: Sheet, found: Sequence[Part], shown: Sequence[Part], number: int
) -> Page:
    canvas, live = sheet.canvas("List of parts", number), sheet.live
    size = pt(14)
    canvas.text("List of parts", live.x, live.y + size, size, CAPS, fill=INK)
    table, style = _table(definition, found, shown, live.width), TableStyle(size=pt(10), body=TEXT)
    top = live.y + size + 3
    room = live.y + live.height - top
    draw_table(canvas, live.x, top, table, style, height=room)
    _boxes(canvas.move(live.x, top), lay_out(table, style, canvas.fonts, room).row_heights, len(shown))
    return sheet.page(canvas, "List of parts")


def _table(definition: Definition, found: Sequence[Part], shown: Sequence[Part], width: float) -> Table:
    rows: list[Row] = [("", "Of", "Piece", "Values", "Number")]
    rows += [("", each.whose, each.name, each.values, str(each.count)) for each in shown]
    if shown[-1] is found[-1]:
        rows.append(("", "All", "", "", str(sum(each.count for each in found))))
    widths = (_TICK_COLUMN, 40.0, width - 123, 50.0, 25.0)
    notes = ["Values in the order of the game's counter file: " + _value_names(definition)]
    return Table(widths, rows, heads=1, head_column=False, left_columns=frozenset({1, 2}), notes=notes)


def _boxes(pen: Pen, heights: Sequence[float], count: int) -> None:
    """A box to tick at the head of each of the first rows below the heading."""
    for row in range(1, count + 1):
        top = sum(heights[:row]) + (heights[row] - _TICK) / 2
        left = (_TICK_COLUMN - _TICK) / 2
        pen.rect(left, top, _TICK, _TICK, fill="#ffffff", stroke=INK, stroke_width=0.25)
