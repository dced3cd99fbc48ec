"""How to read a counter: large counters of a game, each value led out to its name, unit and rule; below them
their backs. `signs` tells nations, troops and markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.charts.notes import Note, notes
from generator.counters.blazon import sign_of
from generator.counters.blocks import block_pieces
from generator.counters.layout import SIZES, layout
from generator.counters.pieces import Piece, Side, pieces
from generator.counters.printed import piece_symbol, side_mm
from generator.drawing.art import Look
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import Anchor, Point, pt
from generator.drawing.typeface import SANS, SANS_BOLD, TEXT, TEXT_BOLD
from modules.definition import Definition
from modules.definition.formats.game import Nation

_LARGE = 34.0
"""The side of a counter that is read, in mm; `_BACK` that of its back."""

_BACK = 15.875
_ON_A_CHART = 3
_SIGN = SIZES["9/16"]
_GAP = 4.5
"""Between a counter and the words beside it."""

_NAME, _TOLD = pt(8), pt(7)
_LEADING = 1.16


def guide_charts(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Iterator[Chart]:
    """The guide to a game's counters, left out where it has none, and that to its nations, troops, markers.

    Raises CounterError, the errors of art, and TextTooWideError for a word that no column can hold.
    """
    yield from counter_charts(look, definition, width=width, text_as=text_as)
    yield signs_chart(look, definition, width=width, text_as=text_as)


def counter_charts(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Iterator[Chart]:
    """The guide to a game's counters alone. Raises as `guide_charts`."""
    shown = examples(look, definition)
    for start in range(0, len(shown), _ON_A_CHART):
        part, number = shown[start : start + _ON_A_CHART], start // _ON_A_CHART + 1
        yield guide_chart(look, definition, part, number, width=width, text_as=text_as)


def examples(look: Look, definition: Definition) -> list[Piece]:
    """One counter or block with values for each layout: of several steps if possible, with most to tell."""
    best: dict[str, Piece] = {}
    for each in (*pieces(look, definition), *block_pieces(look, definition)):
        if not each.front and not each.printed:
            continue
        other = best.setdefault(each.layout, each)
        if _richness(definition, each) > _richness(definition, other):
            best[each.layout] = each
    return list(best.values())


def _richness(definition: Definition, each: Piece) -> tuple[int, int, int]:
    more_steps = len(each.strengths) > 1 or each.back is not None
    return int(more_steps), len(each.fields("front", definition)), len(each.states) + len(each.strengths)


# --- a counter with its notes --------------------------------------------------------------------------


def guide_chart(
    look: Look,
    definition: Definition,
    shown: Sequence[Piece],
    number: int = 1,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
) -> Chart:
    """How to read some counters; the `number` of the chart, from the second on, is in its name."""
    name, title = "guide", f"How to read the {'blocks' if shown[0].strengths else 'counters'}"
    if number > 1:
        name, title = f"{name}-{number}", f"{title}, {number}"
    panel = Panel(look, name, title, width, "", text_as)
    for each in shown:
        _example(panel, definition, each)
    _backs(panel, definition, shown)
    return panel.done()


def _example(panel: Panel, definition: Definition, each: Piece) -> None:
    left = (panel.width - _LARGE) / 2
    column = left - PAD - _GAP
    told = notes(panel.look, definition, each)
    sides = _sides([note for note in told if not note.below])
    blocks = [[(note, _wrapped(panel, note, column)) for note in side] for side in sides]
    height = max(_LARGE, *(sum(_height(lines) for _, lines in side) for side in blocks))
    top = panel.y + (height - _LARGE) / 2
    symbol = piece_symbol(panel.pen, definition, each, "front")
    panel.pen.use(symbol, left, top, _LARGE / side_mm(panel.look, each))
    for place, side in enumerate(blocks):
        wanted = [top + (note.left, note.right)[place][1] * _LARGE / 100 for note, _ in side]
        tops = _spread(wanted, [_height(lines) for _, lines in side], panel.y, panel.y + height)
        for (note, lines), y in zip(side, tops, strict=True):
            x, across = note.left if place == 0 else note.right
            edge = PAD + column if place == 0 else panel.width - PAD - column
            end = (left + x * _LARGE / 100, top + across * _LARGE / 100)
            _led(panel, (edge, y + _NAME * 0.38), end)
            _write(panel, lines, edge, y, "end" if place == 0 else "start")
    panel.y += height
    low = top + _LARGE + 2.2
    for note in told:
        if note.below:
            lines = _wrapped(panel, note, _LARGE + 2 * _GAP)
            foot = top + (note.left[1] + 13) * _LARGE / 100
            _led(panel, (panel.width / 2, low), (panel.width / 2, foot))
            _write(panel, lines, panel.width / 2, low + 0.4, "middle")
            low += _height(lines)
            panel.y = max(panel.y, low)
    panel.y += 3.5


def _sides(found: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """Notes left and right of a counter, each from top to bottom; those of the middle go where there is
    room."""
    sides = ([n for n in found if n.middle < 42], [n for n in found if n.middle > 58])
    for note in found:
        if 42 <= note.middle <= 58:
            min(sides, key=len).append(note)
    return sorted(sides[0], key=lambda n: n.left[1]), sorted(sides[1], key=lambda n: n.right[1])


def _wrapped(panel: Panel, note: Note, room: float) -> list[tuple[str, bool]]:
    """The lines of a note; true marks those of its name."""
    fonts = panel.pen.fonts
    lines = [(line, True) for line in fonts.wrap(note.name, SANS_BOLD, room, _NAME)]
    if note.told:
        lines += [(line, False) for line in fonts.wrap(note.told, TEXT, room, _TOLD)]
    return lines


def _height(lines: Sequence[tuple[str, bool]]) -> float:
    return sum((_NAME if name else _TOLD) * _LEADING for _, name in lines) + 1.2


def _spread(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """The top of each block, as near as can be to where its line is wanted, none over another."""
    tops: list[float] = []
    at = top
    for y, height in zip(wanted, heights, strict=True):
        tops.append(max(at, y - _NAME * 0.38))
        at = tops[-1] + height
    for i in reversed(range(len(tops))):
        tops[i] = min(tops[i], bottom - heights[i])
        bottom = tops[i]
    return tops


def _led(panel: Panel, start: Point, end: Point) -> None:
    """A leader line from words to a place on a counter: level beside the words, then straight."""
    gap = 0.0 if end[0] == start[0] else 0.8 if end[0] > start[0] else -0.8
    knee = (start[0] + 3 * gap, start[1])
    points = [(start[0] + gap, start[1]), knee, end]
    ink, paper = panel.palette["ink"], panel.palette["paper"]
    panel.pen.polyline(points, stroke=paper, stroke_width=0.9, stroke_linejoin="round")
    panel.pen.polyline(points, stroke=ink, stroke_width=0.28, stroke_linejoin="round")
    panel.pen.circle(*end, 0.55, fill=ink, stroke=paper, stroke_width=0.25)


def _write(panel: Panel, lines: Sequence[tuple[str, bool]], x: float, y: float, anchor: Anchor) -> None:
    for words, name in lines:
        size, face = (_NAME, SANS_BOLD) if name else (_TOLD, TEXT)
        fill = panel.palette["accent" if name else "ink"]
        panel.pen.text(words, x, y, size, face, anchor=anchor, align="top", fill=fill)
        y += size * _LEADING


def _backs(panel: Panel, definition: Definition, examples: Sequence[Piece]) -> None:
    """The backs of the examples of two steps and one of one step, with what each means."""
    shown = [each for each in examples if each.back is not None][:2]
    singles = [each for each in _units(panel.look, definition) if each.back is None and not each.strengths]
    shown += singles[:1]
    share = (panel.room - PAD * (len(shown) - 1)) / max(len(shown), 1)
    top, lowest = panel.y, panel.y
    for place, each in enumerate(shown):
        left = PAD + place * (share + PAD)
        scale = _BACK / side_mm(panel.look, each)
        panel.pen.use(piece_symbol(panel.pen, definition, each, "back"), left, top, scale)
        head, told = _about_back(panel.look, each)
        room, y = share - _BACK - 1.5, top + 0.5
        lines = _wrapped(panel, Note(head, told, (0, 0), (0, 0)), room)
        _write(panel, lines, left + _BACK + 1.5, y, "start")
        lowest = max(lowest, top + _BACK, y + _height(lines))
    panel.y = lowest + 1.0


def _about_back(look: Look, each: Piece) -> tuple[str, str]:
    if each.states.get("back"):
        return "Back", layout(look, each.layout).states[each.states["back"]]
    if each.back is None:
        return "Back, one step", "its nation's shield"
    if each.back == each.front:
        return "Back, reduced", "one step lost, the same values"
    return "Back, reduced", "one step lost, other values"


# --- nations, troops, markers --------------------------------------------------------------------------


def signs_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Chart:
    """The colours and letters of nations, the figures of troops, and what each marker says."""
    panel = Panel(look, "signs", "Nations, troops and markers", width, "", text_as)
    game = definition.game
    kinds: dict[str, Piece] = {}
    for each in _units(look, definition):
        kinds.setdefault(definition.counters[each.id].kind, each)
    emblems = [
        (_emblem(look, key, each), f"{each.name} ({each.letter})") for key, each in game.nations.items()
    ]
    _rows_of(panel, definition, emblems, "Nations", "back")
    troops = [(kinds[key], kind.name) for key, kind in game.kinds.items() if key in kinds]
    _rows_of(panel, definition, troops, "Troops", "front")
    cut = [each for each in pieces(look, definition) if each.marker]
    markers = [(each, f"{each.name} ({each.count})") for each in cut]
    _rows_of(panel, definition, markers, "Markers, and how many there are", "front")
    _rows_of(panel, definition, _shown_on_backs(cut), "On the backs of markers", "back")
    return panel.done()


def _shown_on_backs(cut: Sequence[Piece]) -> list[tuple[Piece, str]]:
    """A marker for each face that is on backs, with whose back it is where that is one marker's alone."""
    carriers: dict[str, list[Piece]] = {}
    for each in cut:
        if each.reverse is not None:
            carriers.setdefault(each.reverse.id, []).append(each)
    return [
        (first, f"{first.reverse.name}{'' if others else f': {first.name}'}")
        for first, *others in carriers.values()
        if first.reverse is not None
    ]


def _emblem(look: Look, key: str, nation: Nation) -> Piece:
    """A counter of a nation, of which the back is shown."""
    words = {"nation": nation.name, "letter": nation.letter, "label": ""}
    return Piece(
        f"nation-{key}",
        nation.name,
        nation.palette,
        key,
        "unit",
        None,
        words,
        key,
        shield=sign_of(look, nation),
    )


def _units(look: Look, definition: Definition) -> list[Piece]:
    """All counters, those that are no leaders first."""
    found = [each for each in (*block_pieces(look, definition), *pieces(look, definition)) if not each.marker]
    return sorted(found, key=lambda each: definition.counters[each.id].role == "leader")


def _rows_of(
    panel: Panel, definition: Definition, cells: Sequence[tuple[Piece, str]], title: str, face: Side
) -> None:
    """Counters in rows with their names below; nothing where there are none."""
    if not cells:
        return
    pen, palette, side = panel.pen, panel.palette, _SIGN
    pen.text(title, PAD, panel.y, pt(9), TEXT_BOLD, align="top", fill=palette["accent"])
    panel.y += 4.6
    across = int(panel.room // (side + 1.0))
    share = panel.room / across
    for start in range(0, len(cells), across):
        if start:
            panel.cut()
        row = cells[start : start + across]
        names = [pen.fonts.wrap(words, SANS, share - 0.6, _TOLD) for _, words in row]
        for place, (each, _) in enumerate(row):
            middle = PAD + (place + 0.5) * share
            symbol = piece_symbol(pen.canvas, definition, each, face)
            pen.use(symbol, middle - side / 2, panel.y, side / side_mm(panel.look, each))
            for i, line in enumerate(names[place]):
                y = panel.y + side + 1.2 + i * _TOLD * _LEADING
                pen.text(line, middle, y, _TOLD, SANS, anchor="middle", align="top", fill=palette["ink"])
        panel.y += side + 1.2 + max(map(len, names)) * _TOLD * _LEADING + 1.8
