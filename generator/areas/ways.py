"""Ways: roads from town to town with their names along them, and the arrows of invasions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist, hypot

from generator.areas.frame import AreaFrame, bent
from generator.areas.placing import Label, taken_box
from generator.drawing.art import Look
from generator.drawing.lettering import text_along
from generator.drawing.strokes import Casing, cased
from generator.drawing.svg import Pen, Point, path_data, pt
from generator.drawing.typeface import SANS_BOLD, TEXT_ITALIC
from generator.maps.look import side_colour
from modules.definition.formats.areas import AreaRoad, Landing
from modules.definition.model import Definition

ROAD_MM = 0.95
_NAME = pt(7.5)
_LIFT = 1.5
"""How far above the middle of a road the foot of its name stands: clear of its casing."""


def road_line(frame: AreaFrame, road: AreaRoad) -> list[Point]:
    """The whole of a road as a smooth line."""
    return bent(frame.way(road.path), 12)


def draw_roads(pen: Pen, frame: AreaFrame) -> None:
    """All roads in red on a pale casing, all casings first."""
    palette = pen.look.palette("areas")
    lines = [path_data(road_line(frame, road)) for road in frame.map.roads.values()]
    cased(pen, lines, Casing(palette["road.casing"], palette["road.core"], ROAD_MM + 0.9, ROAD_MM))


def draw_road_names(pen: Pen, frame: AreaFrame, placed: dict[str, Label]) -> None:
    """The name of each road along the part of it that is free of towns and names and bends the least."""
    palette = pen.look.palette("areas")
    for road in frame.map.roads.values():
        stretch = name_stretch(pen.look, frame, road, placed)
        if stretch is not None:
            text_along(
                pen, road.name, stretch, _NAME, TEXT_ITALIC, ink=palette["road.letters"],
                halo=palette["halo"], lift=_LIFT, spacing=0.12, ease=6.0,
            )  # fmt: skip


def name_stretch(
    look: Look, frame: AreaFrame, road: AreaRoad, placed: dict[str, Label]
) -> list[Point] | None:
    """The part of a road that bears its name; None where no part is long and free enough."""
    need = look.fonts.width(road.name, TEXT_ITALIC, _NAME, 0.12) * 1.06 + 0.5
    crowded = [taken_box(frame, area).inset(-0.8) for area in frame.map.areas]
    crowded += [label.box.inset(-0.6) for label in placed.values()]
    line = road_line(frame, road)
    best: tuple[int, float, list[Point]] | None = None
    for start in range(len(line)):
        part = _stretch(line[start:], need)
        if part is None:
            break
        hits = sum(box.holds(point) for point in _beside(part) for box in crowded)
        rank = (hits, round(_long(part) / dist(part[0], part[-1]), 3), part)
        best = rank if best is None or rank[:2] < best[:2] else best
    return None if best is None or best[0] > 2 else best[2]


def _stretch(line: Sequence[Point], length: float) -> list[Point] | None:
    """The first part of a line that is so long; None where it is too short."""
    way = 0.0
    for i, (start, end) in enumerate(pairwise(line), 2):
        way += dist(start, end)
        if way >= length:
            return list(line[:i])
    return None


def _beside(line: Sequence[Point]) -> list[Point]:
    """Points along a line and above it, where its name would stand."""
    found = []
    for (x1, y1), (x2, y2) in pairwise(line):
        far = hypot(x2 - x1, y2 - y1) or 1.0
        way = 1 if x1 <= x2 else -1
        up = (way * (y2 - y1) / far, -way * (x2 - x1) / far)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        found += [(middle[0] + up[0] * off, middle[1] + up[1] * off) for off in (0.0, _LIFT + _NAME / 2)]
    return found


def _long(line: Sequence[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))


# --- arrows --------------------------------------------------------------------------------------------


SHAPES = ("sail", "lance")
"""How arrows of the first side and of the next are shaped, so that they part without colour."""


def draw_arrows(pen: Pen, frame: AreaFrame, definition: Definition) -> None:
    """Every side's arrows from the sea to the coast, with the side's letter and the range of the die."""
    for number, (side, invasion) in enumerate(frame.map.invasions.items()):
        colour, letter = side_colour(pen.look, definition, side), definition.game.sides[side].letter
        for landing in invasion.landings.values():
            draw_arrow(pen, *arrow_ends(frame, landing), colour, letter, die_range(landing), number)


def arrow_ends(frame: AreaFrame, landing: Landing) -> tuple[Point, Point]:
    """Where an arrow begins off the coast, and its point."""
    return frame.at(landing.off), frame.at(landing.beach)


def die_range(landing: Landing) -> str:
    """The die rolls that succeed."""
    return "1" if landing.highest == 1 else f"1-{landing.highest}"


def draw_arrow(
    pen: Pen, tail: Point, tip: Point, colour: str, letter: str, words: str, shape: int = 0
) -> None:
    """An arrow of one side: a broad one that swells from a split tail, or a slim one with a notched head; on
    it the letter of the side, at its tail the range of the die on a shield of its shape."""
    palette = pen.look.palette("areas")
    far = dist(tail, tip)
    along = ((tip[0] - tail[0]) / far, (tip[1] - tail[1]) / far)

    def place(forward: float, aside: float) -> Point:
        return tail[0] + along[0] * forward - along[1] * aside, tail[1] + along[1] * forward + along[
            0
        ] * aside

    if SHAPES[shape % 2] == "sail":
        outline = [
            place(0, 2.4), place(far - 8.5, 1.6), place(far - 9.5, 4.4), place(far, 0),
            place(far - 9.5, -4.4), place(far - 8.5, -1.6), place(0, -2.4), place(3.2, 0),
        ]  # fmt: skip
    else:
        outline = [
            place(0, 1.2), place(far - 10, 1.2), place(far - 12.5, 3.6), place(far, 0),
            place(far - 12.5, -3.6), place(far - 10, -1.2), place(0, -1.2),
        ]  # fmt: skip
    pen.polygon([(x + 0.7, y + 0.9) for x, y in outline], fill=palette["arrow.shadow"], fill_opacity=0.55)
    pen.polygon(
        outline, fill=colour, stroke=palette["arrow.edge"], stroke_width=0.5, stroke_linejoin="round"
    )  # fmt: skip
    _shield(pen, tail, colour, letter, words, shape)


def _shield(pen: Pen, at: Point, colour: str, letter: str, words: str, shape: int) -> None:
    """A shield of the form that the style gives a side: the range of the die, the letter below."""
    palette, (x, y) = pen.look.palette("areas"), at
    radius, forms = 5.4, pen.look.style.shields or ("round",)
    form = forms[shape % len(forms)]
    if form == "round":
        pen.circle(x + 0.6, y + 0.8, radius, fill=palette["arrow.shadow"], fill_opacity=0.55)
        pen.circle(x, y, radius, fill=colour, stroke=palette["arrow.edge"], stroke_width=0.6)
        pen.circle(x, y, radius - 0.8, fill=palette["arrow.edge"])
    else:
        for grow, fill in ((0.4, palette["arrow.edge"]), (0.0, colour), (-0.9, palette["arrow.edge"])):
            pen.path(FORMS[form](x, y, radius + grow), fill=fill)
    pen.text(words, x, y - 1.3, pt(12), SANS_BOLD, anchor="middle", align="middle", fill=colour)
    pen.text(letter, x, y + 2.5, pt(8), SANS_BOLD, anchor="middle", align="middle", fill=colour)


def pointed(x: float, y: float, radius: float) -> str:
    """A long shield as path data: round above, a point below."""
    r = radius
    return (
        f"M{x - r:.3f} {y - 0.35 * r:.3f}a{r:.3f} {0.75 * r:.3f} 0 0 1 {2 * r:.3f} 0"
        f"q0 {1.05 * r:.3f} {-r:.3f} {1.7 * r:.3f}q{-r:.3f} {-0.65 * r:.3f} {-r:.3f} {-1.7 * r:.3f}z"
    )


def square(x: float, y: float, radius: float) -> str:
    """A square as path data."""
    r = 0.92 * radius
    return path_data([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)], True)


def diamond(x: float, y: float, radius: float) -> str:
    """A square on its corner as path data."""
    r = 1.3 * radius
    return path_data([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], True)


FORMS = {"pointed": pointed, "square": square, "diamond": diamond}
"""How each form of shield is drawn that is not round."""
FORMS_OF_SHIELDS = ("round", *FORMS)
