"""The print test of a kit: a frame to measure, and crosses that show how far backs lie from their fronts."""

from __future__ import annotations

from generator.drawing.pdf import Page
from generator.drawing.svg import Canvas, Pen, inch, num, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD
from generator.kit.impose import Duplex
from generator.kit.options import Offset
from generator.kit.page import INK, SOFT, Sheet
from generator.kit.sheets import draw_fold

FRAME = (180.0, 220.0)
"""What must be measured on paper, in mm."""

CORNERS = (70.0, 92.0)
"""How far the crosses stand from the middle of the paper, right and down, in mm."""

TITLE = "Print test"
_REACH, _FINE = 5, 0.5
_WORDS = 82.0
"""How far the words begin above the middle, in mm."""

_SQUARES = 12.0
_RULERS = 80.0
"""How far below the middle the squares and the rulers begin, in mm."""

_SCALED = (
    f"The frame must be {FRAME[0]:g} mm wide and {FRAME[1]:g} mm tall, the squares 50 mm and 2 in. Measure "
    "with a steel rule. If they are not, the printer changes sizes: choose 100 % (“actual size”) and switch "
    "off “fit to page”."
)
_TWO_SIDED = (
    "Print this page and the next on one sheet, flipped on the {} edge, as you will print the pieces.",
    _SCALED,
    "Hold the sheet against the light with the scales toward you. The crosses of the front shine through. "
    "Where they stand at the middle of the scales, backs meet their fronts.",
    "Where they stand aside, read how many millimetres to the right and down (left and up: below zero). "
    "Print the backs, the even pages, apart, moved by so much in the printer's dialog (image shift, offset "
    "or position). Who has the command makes the kit anew, as with --back-offset 0.5,-1.",
)
_STEPS: dict[Duplex, tuple[str, ...]] = {
    "long": tuple(step.format("long") for step in _TWO_SIDED),
    "short": tuple(step.format("short") for step in _TWO_SIDED),
    "fold": (
        "Print this page on one side.",
        _SCALED,
        "Fold it along the dashed line, printed sides out, and hold it against the light. Where the crosses "
        "stand at the middle of the scales, the fold is true. Score the line before you fold card.",
    ),
    "single": ("Print this page on one side.", _SCALED),
}


def register_page_count(duplex: Duplex) -> int:
    """How many pages the test needs."""
    return 2 if duplex in ("long", "short") else 1


def register_pages(sheet: Sheet, duplex: Duplex, first: int, offset: Offset = (0.0, 0.0)) -> list[Page]:
    """The test, from page number `first`; `offset`: as for the backs of cards."""
    made = [_front(sheet, duplex, first)]
    if register_page_count(duplex) == 2:
        made.append(_back(sheet, first + 1, offset))
    return made


def _front(sheet: Sheet, duplex: Duplex, number: int) -> Page:
    canvas = sheet.canvas(TITLE, number)
    middle = canvas.move(sheet.width / 2, sheet.height / 2)
    _frame(middle)
    _words(canvas, middle, duplex)
    _measures(middle, 2.0 if duplex == "fold" else 0.0)
    if duplex == "fold":
        draw_fold(middle, 0.0, -FRAME[1] / 2 + 6, -_WORDS)
        draw_fold(middle, 0.0, _SQUARES - 2, FRAME[1] / 2)
    for x in () if duplex == "single" else (-CORNERS[0], CORNERS[0]):
        for y in (-CORNERS[1], CORNERS[1]):
            if duplex == "fold" and x > 0:
                _scale(middle.move(x, y))
            else:
                _cross(middle.move(x, y))
    return sheet.page(canvas, TITLE)


def _back(sheet: Sheet, number: int, offset: Offset) -> Page:
    """The scales stand alike whichever edge the sheet is turned about, for the crosses are symmetrical."""
    words = f"{TITLE}, back"
    canvas = sheet.canvas(words, number)
    middle = canvas.move(sheet.width / 2 + offset[0], sheet.height / 2 + offset[1])
    for x in (-CORNERS[0], CORNERS[0]):
        for y in (-CORNERS[1], CORNERS[1]):
            _scale(middle.move(x, y))
    return sheet.page(canvas, words)


def _frame(middle: Pen) -> None:
    (wide, tall), thin = FRAME, 0.15
    middle.rect(-wide / 2, -tall / 2, wide, tall, fill="none", stroke=INK, stroke_width=thin)
    middle.text(f"{wide:g} mm", 0, -tall / 2 + 4, pt(9), SANS, anchor="middle", fill=SOFT)
    beside = middle.move(-wide / 2 + 4, 0, turn=-90)
    beside.text(f"{tall:g} mm", 0, 0, pt(9), SANS, anchor="middle", fill=SOFT)


def _measures(middle: Pen, apart: float) -> None:
    """A square of 50 mm and one of 2 in, more than `apart` mm from the middle, and a ruler."""
    for side, words, left in ((50.0, "50 mm", -51.0 - apart), (inch(2), "2 in", 1.0 + apart)):
        middle.rect(left, _SQUARES, side, side, fill="none", stroke=INK, stroke_width=0.15)
        middle.text(words, left + side / 2, _SQUARES + side / 2, pt(9), SANS, anchor="middle", fill=SOFT)
    below = middle.move(0.0, _RULERS)
    _ruler(below, 1.0, 110, (10, 5), -1)
    _ruler(below, inch(1 / 16), 64, (16, 8), 1)
    below.text("mm", 57, -1, pt(7), SANS, fill=SOFT)
    below.text("in", 57, 4, pt(7), SANS, fill=SOFT)


def _ruler(pen: Pen, step: float, count: int, longer: tuple[int, int], way: int) -> None:
    """A ruler of `count` steps about the origin, its ticks up (`way` -1) or down, every so many longer."""
    left, (long, half) = -count * step / 2, longer
    ticks = [f"M{num(left)} 0h{num(count * step)}"]
    for i in range(count + 1):
        tall = 3.0 if i % long == 0 else 2.2 if i % half == 0 else 1.3
        ticks.append(f"M{num(left + i * step)} 0v{num(way * tall)}")
    pen.path("".join(ticks), fill="none", stroke=INK, stroke_width=0.1)
    for i in range(0, count + 1, long):
        number, y = i if way < 0 else i // long, -3.8 if way < 0 else 5.8
        pen.text(str(number), left + i * step, y, pt(6), SANS, anchor="middle", fill=SOFT)


def _words(canvas: Canvas, middle: Pen, duplex: Duplex) -> None:
    left, width, size = -62.0, 124.0, pt(12)
    y = 6.0 - _WORDS
    middle.text(TITLE, left, y, pt(18), CAPS, fill=INK)
    y += 4
    for number, step in enumerate(_STEPS[duplex], start=1):
        middle.text(str(number), left, y + size * 1.25, size, TEXT_BOLD, fill=INK)
        for line in canvas.fonts.wrap(step, TEXT, width - 7, size):
            y += size * 1.25
            middle.text(line, left + 7, y, size, TEXT, fill=INK)
        y += 3


def _cross(pen: Pen) -> None:
    pen.path("M-10 0H10M0 -10V10", fill="none", stroke="#000000", stroke_width=0.3)


def _scale(pen: Pen) -> None:
    """Millimetres to both sides and up and down, long ticks at whole ones."""
    ticks = ["M-6 0H6M0 -6V6"]
    steps = round(_REACH / _FINE)
    for step in range(-steps, steps + 1):
        at, half = step * _FINE, 1.2 if step % 2 == 0 else 0.7
        ticks.append(f"M{num(at)} {num(-half)}v{num(2 * half)}M{num(-half)} {num(at)}h{num(2 * half)}")
    pen.path("".join(ticks), fill="none", stroke="#000000", stroke_width=0.1)
    for words, way in ((f"{_REACH}", 8.0), (f"−{_REACH}", -8.0)):
        for x, y in ((way, 0.0), (0.0, way)):
            pen.text(words, x, y, pt(7), SANS_BOLD, anchor="middle", align="middle", fill=INK)
