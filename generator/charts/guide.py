"""How to read a counter: large counters of a game, each value led out to its name, unit and rule; below them
their backs. `signs` tells nations, troops and markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.counters.blocks import block_pieces
from generator.counters.face import FIELD
from generator.counters.layout import FACES, SIZES, Facing, Layout, Words, layout
from generator.counters.pieces import Piece, Side, pieces
from generator.counters.printed import piece_symbol, side_mm
from generator.drawing.art import art
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import Anchor, Point, pt
from generator.drawing.typeface import SANS, SANS_BOLD, TEXT, TEXT_BOLD
from modules.definition import Definition
from modules.definition.game import Nation

_LARGE = 34.0
"""The side of a counter that is read, in mm; `_BACK` that of its back."""

_BACK = 15.875
_ON_A_CHART = 3
_SIGN = SIZES["9/16"]
_GAP = 4.5
"""Between a counter and the words beside it."""

_NAME, _TOLD = pt(8), pt(7)
_LEADING = 1.16
_FIELDS = {
    "letter": ("Nation", "its letter"),
    "label": ("Id", "as orders name it"),
    "id": ("Id", "as orders name it"),
    "name": ("Name", ""),
    "type": ("Type", "its letters"),
    "formation": ("Formation", "letter and colour"),
    "number": ("Number", ""),
    "nation": ("Nation", ""),
}


@dataclass(frozen=True, slots=True)
class Note:
    """What stands on a counter: its name, and more about it. `left` and `right`: where a line from either
    side ends, in hundredths of the counter's side."""

    name: str
    told: str
    left: Point
    right: Point

    @property
    def middle(self) -> float:
        """How far from the counter's left edge it stands."""
        return (self.left[0] + self.right[0]) / 2

    @property
    def below(self) -> bool:
        """Whether it stands at the foot between others, so that its words go below the counter."""
        return 42 <= self.middle <= 58 and self.left[1] > 80


def guide_charts(definition: Definition, *, width: float = 97.0, text_as: TextAs = "text") -> Iterator[Chart]:
    """The guide to a game's counters, left out where it has none, and that to its nations, troops, markers.

    Raises CounterError, the errors of art, and TextTooWideError for a word that no column can hold.
    """
    yield from counter_charts(definition, width=width, text_as=text_as)
    yield signs_chart(definition, width=width, text_as=text_as)


def counter_charts(
    definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Iterator[Chart]:
    """The guide to a game's counters alone. Raises as `guide_charts`."""
    shown = examples(definition)
    for start in range(0, len(shown), _ON_A_CHART):
        part, number = shown[start : start + _ON_A_CHART], start // _ON_A_CHART + 1
        yield guide_chart(definition, part, number, width=width, text_as=text_as)


def examples(definition: Definition) -> list[Piece]:
    """One counter or block with values for each layout: of several steps if possible, with most to tell."""
    best: dict[str, Piece] = {}
    for each in (*pieces(definition), *block_pieces(definition)):
        if not each.front:
            continue
        other = best.setdefault(each.layout, each)
        if _richness(definition, each) > _richness(definition, other):
            best[each.layout] = each
    return list(best.values())


def _richness(definition: Definition, each: Piece) -> tuple[int, int, int]:
    more_steps = len(each.strengths) > 1 or each.back is not None
    return int(more_steps), len(each.fields("front", definition)), len(each.states) + len(each.strengths)


# --- what there is to tell -----------------------------------------------------------------------------


def notes(definition: Definition, each: Piece) -> list[Note]:
    """All that the front of a counter says, where it says it."""
    plan, fields = layout(each.layout), each.fields("front", definition)
    found = []
    if plan.step_band is not None and each.back is not None:
        at: Point = (8, plan.step_band.middle)
        found.append(Note("Light band", "two steps: turn it over at a loss", at, at))
    if plan.strengths is not None:
        at = (36, plan.strengths.middle)
        told = "on top; turn it counter-clockwise a step at a loss" if len(each.strengths) > 1 else "one step"
        found.append(Note("Strength", told, at, at))
    if plan.facing is not None:
        found.append(_facing(plan.facing))
    for state in [text for name, text in plan.states.items() if name == each.states.get("front")]:
        for wall in plan.walls:
            at = (wall.box[0] + 4, wall.box[1] + 12)
            found.append(Note("Shields", state, at, at))
    for words in plan.words:
        shown = "front" in words.shows and set(words.needs) <= {*fields}
        if not shown or words.state not in (None, each.states.get("front")):
            continue
        names = [name for name in FIELD.findall(words.text) if fields[name]]
        found += [_value(definition, each, words, name) for name in names or _signs(plan, words)]
    return found


def _signs(plan: Layout, words: Words) -> Sequence[str]:
    """The value of which a text without fields is the sign, as it is printed nowhere."""
    printed = {name for each in plan.words for name in FIELD.findall(each.text)}
    return [name for name in words.needs if name not in printed]


def _facing(facing: Facing) -> Note:
    x = {"left": 6, "right": 94}.get(facing.at.rpartition("_")[2], 50)
    y = {"top": 7, "bottom": 93}.get(facing.at.partition("_")[0], 50)
    return Note("Facing", f"points at a {facing.kind} of its hex", (x, y), (x, y))


def _value(definition: Definition, each: Piece, words: Words, name: str) -> Note:
    text = words.text.replace(f"{{{name}}}", each.fields("front", definition)[name])
    value = definition.game.values.get(name)
    told = _FIELDS[name] if value is None else (value.name, f"{value.unit} ({cited(value.rule)})")
    return Note(*told, *_ends(words, text, layout(each.layout)))


def _ends(words: Words, text: str, plan: Layout) -> tuple[Point, Point]:
    """A place close to the left of a text, or of its badge, and one close to the right. Where another text
    stands on that side in the same row of the upper half, the place is below the text instead."""
    face, size = FACES[words.face], pt(words.size) / (plan.mm or SIZES["5/8"]) * 100
    full = art().fonts.width(text, face, size)
    half = max(min(full, words.room) / 2, words.radius if words.badge else 0)
    middle = words.at[0] + {"start": half, "middle": 0.0, "end": -half}[words.anchor]
    y = words.at[1]
    row = [other.at[0] for other in plan.words if other.at[1] == y < 50 and "front" in other.shows]
    under = (middle, y + art().fonts[face].cap_height * size / 2 + 1.5)
    left = under if any(x < words.at[0] for x in row) else (middle - half - 1.5, y)
    return left, under if any(x > words.at[0] for x in row) else (middle + half + 1.5, y)


# --- a counter with its notes --------------------------------------------------------------------------


def guide_chart(
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
    panel = Panel(name, title, width, "", text_as)
    for each in shown:
        _example(panel, definition, each)
    _backs(panel, definition, shown)
    return panel.done()


def _example(panel: Panel, definition: Definition, each: Piece) -> None:
    left = (panel.width - _LARGE) / 2
    column = left - PAD - _GAP
    told = notes(definition, each)
    sides = _sides([note for note in told if not note.below])
    blocks = [[(note, _wrapped(panel, note, column)) for note in side] for side in sides]
    height = max(_LARGE, *(sum(_height(lines) for _, lines in side) for side in blocks))
    top = panel.y + (height - _LARGE) / 2
    symbol = piece_symbol(panel.pen, definition, each, "front")
    panel.pen.use(symbol, left, top, _LARGE / side_mm(each))
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
    singles = [each for each in _units(definition) if each.back is None and not each.strengths]
    shown += singles[:1]
    share = (panel.room - PAD * (len(shown) - 1)) / max(len(shown), 1)
    top, lowest = panel.y, panel.y
    for place, each in enumerate(shown):
        left = PAD + place * (share + PAD)
        scale = _BACK / side_mm(each)
        panel.pen.use(piece_symbol(panel.pen, definition, each, "back"), left, top, scale)
        head, told = _about_back(each)
        room, y = share - _BACK - 1.5, top + 0.5
        lines = _wrapped(panel, Note(head, told, (0, 0), (0, 0)), room)
        _write(panel, lines, left + _BACK + 1.5, y, "start")
        lowest = max(lowest, top + _BACK, y + _height(lines))
    panel.y = lowest + 1.0


def _about_back(each: Piece) -> tuple[str, str]:
    if each.states.get("back"):
        return "Back", layout(each.layout).states[each.states["back"]]
    if each.back is None:
        return "Back, one step", "its nation's shield"
    if each.back == each.front:
        return "Back, reduced", "one step lost, the same values"
    return "Back, reduced", "one step lost, other values"


# --- nations, troops, markers --------------------------------------------------------------------------


def signs_chart(definition: Definition, *, width: float = 97.0, text_as: TextAs = "text") -> Chart:
    """The colours and letters of nations, the figures of troops, and what each marker says."""
    panel = Panel("signs", "Nations, troops and markers", width, "", text_as)
    game = definition.game
    kinds: dict[str, Piece] = {}
    for each in _units(definition):
        kinds.setdefault(definition.counters[each.id].kind, each)
    emblems = [(_emblem(key, each), f"{each.name} ({each.letter})") for key, each in game.nations.items()]
    _rows_of(panel, definition, emblems, "Nations", "back")
    troops = [(kinds[key], kind.name) for key, kind in game.kinds.items() if key in kinds]
    _rows_of(panel, definition, troops, "Troops", "front")
    cut = [each for each in pieces(definition) if each.marker]
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


def _emblem(key: str, nation: Nation) -> Piece:
    """A counter of a nation, of which the back is shown."""
    words = {"nation": nation.name, "letter": nation.letter, "label": ""}
    return Piece(
        f"nation-{key}", nation.name, nation.palette, key, "unit", None, words, key, shield=nation.sign
    )


def _units(definition: Definition) -> list[Piece]:
    """All counters, those that are no leaders first."""
    found = [each for each in (*block_pieces(definition), *pieces(definition)) if not each.marker]
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
        row = cells[start : start + across]
        names = [pen.fonts.wrap(words, SANS, share - 0.6, _TOLD) for _, words in row]
        for place, (each, _) in enumerate(row):
            middle = PAD + (place + 0.5) * share
            symbol = piece_symbol(pen.canvas, definition, each, face)
            pen.use(symbol, middle - side / 2, panel.y, side / side_mm(each))
            for i, line in enumerate(names[place]):
                y = panel.y + side + 1.2 + i * _TOLD * _LEADING
                pen.text(line, middle, y, _TOLD, SANS, anchor="middle", align="top", fill=palette["ink"])
        panel.y += side + 1.2 + max(map(len, names)) * _TOLD * _LEADING + 1.8
