"""Panels: what players look up beside a map of areas: turns, what letters are worth, lists, and the key."""

from __future__ import annotations

from collections.abc import Callable

from generator.areas.lettering import draw_badge
from generator.areas.placing import SEAT_MM
from generator.areas.points import draw_link
from generator.areas.ways import ROAD_MM, draw_arrow
from generator.counters.face import figure_called
from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.strokes import Casing, cased
from generator.drawing.svg import Pen, path_data, pt
from generator.drawing.tables import Table, TableStyle
from generator.drawing.typeface import SANS_BOLD, TEXT
from generator.maps.look import side_colour
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.scenarios import AreaScenario
from modules.definition.formats.tables import ListEntry
from modules.definition.model import Definition

_BOX_MM = 19.5
"""A box of the turn track holds a counter or a block."""

_KEY_ROW = 9.5
_MUCH = 0.4
"""From such a part of its width on a table is too wide for its words."""


def turns_chart(
    look: Look,
    definition: Definition,
    scenario: AreaScenario,
    *,
    width: float = 82.0,
    text_as: TextAs = "text",
) -> Chart:
    """A box for every turn, with the letters of the sides in their order; what shines in the first is the
    turn marker of the style."""
    panel = Panel(look, "turns", "Campaign turns", width, "", text_as)
    columns = max(1, int((panel.room + 0.01) / _BOX_MM))
    wide = panel.room / columns
    for i in range(scenario.turns):
        box = Box(PAD + i % columns * wide, panel.y + i // columns * _BOX_MM, wide, _BOX_MM)
        panel.spots[f"turn {i + 1}"] = box.middle
        _turn(panel, definition, scenario, box, i + 1)
    panel.y += -(-scenario.turns // columns) * _BOX_MM + 1.4
    order = [definition.game.sides[side].name for side in scenario.order]
    panel.paragraph(f"In each turn: {', then '.join(order)}.")
    return panel.done()


def _turn(panel: Panel, definition: Definition, scenario: AreaScenario, box: Box, number: int) -> None:
    palette, pen = panel.palette, panel.pen
    fill = palette["band"] if number % 2 else palette["paper"]
    pen.rect(box.x, box.y, box.width, box.height, fill=fill, stroke=palette["frame"], stroke_width=0.35)
    turn = panel.look.style.turn_marker if panel.look.style.night else None
    if number == 1 and turn is not None:
        colours = dict.fromkeys(("outline", "light", "trim", "steel", "cloth"), palette["accent"])
        sky = Box(box.x + 7, box.y + 3.5, box.width - 9, 8.5)
        draw_figure(
            pen, panel.look.figure(turn), sky, {**colours, "gold": panel.look.palette("areas")["badge.rim"]}
        )
    pen.text(str(number), box.x + 1.4, box.y + 1.4, pt(15), SANS_BOLD, align="top", fill=palette["soft"])
    for i, side in enumerate(reversed(scenario.order)):
        x, y = box.x + box.width - 2.6 - 4.0 * i, box.y + box.height - 2.6
        pen.circle(x, y, 1.75, fill=side_colour(panel.look, definition, side))
        letter = definition.game.sides[side].letter
        ink = palette["head_ink"]
        pen.text(letter, x, y, pt(7), SANS_BOLD, anchor="middle", align="middle", fill=ink)


def letters_chart(
    look: Look, area_map: AreaMapFile, *, width: float = 92.0, text_as: TextAs = "text"
) -> Chart:
    """What each letter is worth to who holds its area, and what can be raised there, by whom."""
    rules = ", ".join(dict.fromkeys(entry.rule for entry in area_map.letters.values()))
    panel = Panel(look, "letters", "Areas", width, rules, text_as)
    who = list(dict.fromkeys(name for entry in area_map.letters.values() for name in entry.raised))
    rows = [["", "Points", *(f"{name.capitalize()} raise{'s' * (name[-1] != 's')}" for name in who)]]
    rows += [
        ["", str(entry.points), *(entry.raised[name].text if name in entry.raised else "" for name in who)]
        for entry in area_map.letters.values()
    ]
    first, second = 10.0, 16.0
    rest = (panel.room - first - second) / max(1, len(who))
    table = Table((first, second, *(rest for _ in who)), rows, row_height=7.4)
    top, layout = panel.table(table, TableStyle(size=pt(9)))
    y = top + layout.row_heights[0]
    for letter, height in zip(area_map.letters, layout.row_heights[1:], strict=True):
        draw_badge(panel.pen, PAD + first / 2, y + height / 2, letter, 6.0)
        y += height
    panel.paragraph("Combat values raised in one try, on one die.", size=pt(7.5))
    return panel.done()


def list_chart(
    look: Look,
    name: str,
    entry: ListEntry,
    *,
    width: float = 60.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """Lines to look up: columns as wide as their words, the widest with what is left over, or where that is
    much, all with their share of it."""
    panel = Panel(look, name, entry.name, width, entry.rule, text_as, spread)
    fonts, style = panel.pen.fonts, TableStyle(size=pt(8.5))
    columns = list(zip(entry.columns, *entry.rows, strict=True))
    needs = [max(fonts.width(cell, SANS_BOLD, style.size) for cell in cells) + 3.2 for cells in columns]
    widest = needs.index(max(needs))
    spare = panel.room - sum(needs)
    left = frozenset({0, widest})
    if spare > _MUCH * panel.room:
        left = frozenset({0})
        needs = [need + spare / len(needs) for need in needs]
    else:
        needs[widest] += spare
    table = Table(
        needs,
        [entry.columns, *entry.rows],
        head_column=False,
        left_columns=left,
        row_height=4.8,
    )
    panel.table(table, style)
    if entry.note is not None:
        panel.paragraph(entry.note, size=pt(7.5))
    return panel.done()


# --- the key -------------------------------------------------------------------------------------------

Sample = Callable[[Pen, float, float], None]
"""Draws a sample of what a line of the key explains, centred on a point."""


def key_chart(
    look: Look,
    definition: Definition,
    area_map: AreaMapFile,
    *,
    width: float = 158.0,
    text_as: TextAs = "text",
) -> Chart:
    """What stands on the map, drawn as it stands there."""
    panel = Panel(look, "key", "On the map", width, "", text_as)
    entries = [*_signs(area_map), *_arrows(look, definition, area_map)]
    columns = max(1, int(panel.room / 48.0))
    wide = panel.room / columns
    for i, (words, sample) in enumerate(entries):
        x = PAD + i % columns * wide
        y = panel.y + i // columns * _KEY_ROW + _KEY_ROW / 2 - 0.8
        sample(panel.pen, x + 7.0, y)
        _lines(panel, words, x + 15.5, y, wide - 17.0)
    panel.y += -(-len(entries) // columns) * _KEY_ROW + 0.6
    return panel.done()


def _lines(panel: Panel, words: str, x: float, y: float, room: float) -> None:
    size = pt(8)
    lines = panel.pen.fonts.wrap(words, TEXT, room, size)
    for i, line in enumerate(lines):
        at = y + (i - (len(lines) - 1) / 2) * size * 1.15
        panel.pen.text(line, x, at, size, TEXT, align="middle", fill=panel.palette["ink"])


def _signs(area_map: AreaMapFile) -> list[tuple[str, Sample]]:
    found: list[tuple[str, Sample]] = []
    legend = {"road": "Road", "link": "Link", "border": "Border of areas", **area_map.legend}
    used = dict.fromkeys(entry.glyph for entry in area_map.areas.values())
    order = [*(each for each in area_map.legend if each in used), *used]
    found += [
        (legend.get(glyph, glyph.replace("_", " ").capitalize()), _glyph(glyph))
        for glyph in dict.fromkeys(order)
    ]
    what = "a place" if area_map.of_points else "an area"
    found.append((f"Letter of {what}, {min(area_map.letters)} the best", _badge(min(area_map.letters))))
    if area_map.roads:
        found.append((legend["road"], _road))
    found.append((legend["link"], _link) if area_map.of_points else (legend["border"], _border))
    return found


def _glyph(glyph: str) -> Sample:
    def draw(pen: Pen, x: float, y: float) -> None:
        box = Box(x - SEAT_MM / 2, y - SEAT_MM / 2, SEAT_MM, SEAT_MM)
        draw_figure(pen, figure_called(pen.look, glyph), box, pen.look.palette("areas").under("seat"))

    return draw


def _badge(letter: str) -> Sample:
    return lambda pen, x, y: draw_badge(pen, x, y, letter, 6.0)


def _road(pen: Pen, x: float, y: float) -> None:
    palette = pen.look.palette("areas")
    casing = Casing(palette["road.casing"], palette["road.core"], ROAD_MM + 0.9, ROAD_MM)
    cased(pen, [path_data([(x - 5, y + 1), (x + 5, y - 1)])], casing)


def _link(pen: Pen, x: float, y: float) -> None:
    draw_link(pen, (x - 5, y + 1), (x + 5, y - 1))


def _border(pen: Pen, x: float, y: float) -> None:
    dashes = {
        "stroke": pen.look.palette("areas")["border"],
        "stroke_width": 0.55,
        "stroke_dasharray": "2.6 1.1",
    }
    pen.line(x - 5, y, x + 5, y, **dashes)


def _arrows(look: Look, definition: Definition, area_map: AreaMapFile) -> list[tuple[str, Sample]]:
    found: list[tuple[str, Sample]] = []
    for shape, (side, invasion) in enumerate(area_map.invasions.items()):
        entry = definition.game.sides[side]
        words = f"{entry.short} landing, with the die rolls that succeed ({cited(invasion.rule)})"
        found.append((words, _arrow(side_colour(look, definition, side), entry.letter, shape)))
    return found


def _arrow(colour: str, letter: str, shape: int) -> Sample:
    def draw(pen: Pen, x: float, y: float) -> None:
        draw_arrow(pen.move(x + 3.6, y, 0.62), (0.0, 0.0), (-16.0, 0.0), colour, letter, "1-4", shape)

    return draw
