"""Notes: all that the front of a counter says, read from its layout, each with where on it that stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.counters.face import FIELD
from generator.counters.layout import FACES, SIZES, Facing, Layout, Picture, Sometimes, Words, layout
from generator.counters.pieces import Piece
from generator.drawing.art import Look
from generator.drawing.panel import cited
from generator.drawing.svg import Point, pt
from modules.definition import Definition

_FIELDS = {
    "letter": ("Nation", "its letter"),
    "label": ("Name", "{id} in orders"),
    "id": ("Id", "as orders name it"),
    "name": ("Name", ""),
    "type": ("Type", "its letters"),
    "formation": ("Formation", "letter and colour"),
    "designation": ("Unit", "its designation"),
    "size": ("Size", ""),
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


def notes(look: Look, definition: Definition, each: Piece) -> list[Note]:
    """All that the front of a counter says, where it says it."""
    plan, fields = layout(look, each.layout), each.fields("front", definition)
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
    for picture in plan.pictures:
        if _is_shown(each, picture, fields):
            found += [_of_picture(picture, name, fields[name]) for name in FIELD.findall(picture.figure)]
    for words in plan.words:
        if not _is_shown(each, words, fields):
            continue
        names = [name for name in FIELD.findall(words.text) if fields.get(name)]
        found += [_value(look, definition, each, words, name) for name in names or _signs(plan, words)]
    return found


def _is_shown(each: Piece, part: Sometimes, fields: Mapping[str, str]) -> bool:
    """Whether the front of a counter shows a part of its layout."""
    in_state = part.state in (None, each.states.get("front"))
    return in_state and "front" in part.shows and set(part.needs) <= {*fields}


def _of_picture(picture: Picture, name: str, value: str) -> Note:
    left, top, width, height = picture.box
    y = top + height / 2
    head, _ = _FIELDS.get(name, (name.capitalize(), ""))
    return Note(head, value.replace("_", " "), (left + 0.2 * width, y), (left + 0.8 * width, y))


def _signs(plan: Layout, words: Words) -> Sequence[str]:
    """The value of which a text without fields is the sign, as it is printed nowhere."""
    printed = {name for each in plan.words for name in FIELD.findall(each.text)}
    return [name for name in words.needs if name not in printed]


def _facing(facing: Facing) -> Note:
    x = {"left": 6, "right": 94}.get(facing.at.rpartition("_")[2], 50)
    y = {"top": 7, "bottom": 93}.get(facing.at.partition("_")[0], 50)
    return Note("Facing", f"points at a {facing.kind} of its hex", (x, y), (x, y))


def _value(look: Look, definition: Definition, each: Piece, words: Words, name: str) -> Note:
    fields, plan = each.fields("front", definition), layout(look, each.layout)
    value = definition.game.values.get(name)
    usual = (name.replace("_", " ").capitalize(), "")
    told = _FIELDS.get(name, usual) if value is None else (value.name, f"{value.unit} ({cited(value.rule)})")
    told = (told[0], told[1].replace("{id}", each.id))
    if words.turn or len(FIELD.findall(words.text)) > 1:
        return Note(*told, *_within(look, words, name, fields, plan))
    return Note(*told, *_ends(look, words, words.text.replace(f"{{{name}}}", fields[name]), plan))


def _within(
    look: Look, words: Words, name: str, fields: Mapping[str, str], plan: Layout
) -> tuple[Point, Point]:
    """Places left and right of one field of a text that has several, or runs up or down."""
    x, y = words.at
    if words.turn:
        return (x - 4, y), (x + 4, y)
    before, _, _ = words.text.partition(f"{{{name}}}")
    filled, face = FIELD.sub(lambda field: fields[field[1]], words.text), FACES[words.face]
    full = look.fonts.width(filled, face, 1.0)
    size = min(pt(words.size) / plan.side * 100, words.room / full)
    start = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * full * size
    start += look.fonts.width(FIELD.sub(lambda field: fields[field[1]], before), face, size)
    end = start + look.fonts.width(fields[name], face, size)
    if 40 <= (start + end) / 2 <= 60:
        return ((start + end) / 2, y), ((start + end) / 2, y)
    return (start - 1.5, y), (end + 1.5, y)


def _ends(look: Look, words: Words, text: str, plan: Layout) -> tuple[Point, Point]:
    """A place close to the left of a text, or of its badge, and one close to the right. Where another text
    stands on that side in the same row of the upper half, the place is below the text instead."""
    face, size = FACES[words.face], pt(words.size) / (plan.mm or SIZES["5/8"]) * 100
    full = look.fonts.width(text, face, size)
    half = max(min(full, words.room) / 2, words.radius if words.badge else 0)
    middle = words.at[0] + {"start": half, "middle": 0.0, "end": -half}[words.anchor]
    y = words.at[1]
    row = [other.at[0] for other in plan.words if other.at[1] == y < 50 and "front" in other.shows]
    under = (middle, y + look.fonts[face].cap_height * size / 2 + 1.5)
    left = under if any(x < words.at[0] for x in row) else (middle - half - 1.5, y)
    return left, under if any(x > words.at[0] for x in row) else (middle + half + 1.5, y)
