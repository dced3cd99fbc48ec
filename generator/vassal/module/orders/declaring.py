"""Declared combats: keys that give counters the number of their combat, a sign of it on the edge of each.

Ctrl and a digit says in which combat a counter is, on attackers and targets alike, Alt and a digit at whom it
fires; Ctrl and 0 takes both away. The signs hang on the left and the upper edge, where no value is printed. A
game has them as its orders have targets; each step of the turn tracker takes them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.art import Look
from generator.drawing.panel import TextAs
from generator.drawing.raster import Shot
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import SANS_BOLD
from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.expressions import (
    all_of,
    any_of,
    braced,
    equal,
    grouped,
    more,
    number,
    prop,
    text,
)
from generator.vassal.format.keys import ctrl, key, named_key
from generator.vassal.format.orders.marks import COMBAT, FIRE, HIGHEST, NONE
from generator.vassal.format.pieces import Piece, prototype
from generator.vassal.format.traits import (
    DynamicProperty,
    Embellishment,
    Marker,
    ReportState,
    Submenu,
    Trait,
    property_command,
)
from generator.vassal.module.names import Rendering

DECLARING = "Declaring"
"""The prototype of pieces that may be in a combat, and a property that they alone have."""

CLEAR = ctrl("0")
"""Takes the signs from a counter."""

_CLEAR_QUIETLY, CLEAR_ALL = named_key("clearDeclared"), named_key("clearAllDeclared")
_SIDE = 10.0
_SIGN = 0.3
"""Of a counter's side: how large a sign is."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a kind of declaring is called in menus and in the chat, and its key's modifier."""

    menu: str
    told: str
    alt: bool


_SIGNS = {
    COMBAT: _Sign("Combat", "in combat", alt=False),
    FIRE: _Sign("Fire", "in fire", alt=True),
}


def declaring(marks: Sequence[str], px: tuple[int, int], rendering: Rendering, *more_traits: Trait) -> Piece:
    """The prototype for pieces of so many px across and down; `marks` as in `kinds.pointing`."""
    traits: list[Trait] = []
    for mark in marks:
        traits += _declared(mark, px, rendering, first=mark == marks[0])
    cleared = ReportState(keys=(CLEAR,), format="$location$: $newPieceName$ is in no combat *")
    texts = [command for mark in marks for command in _texts(mark)]
    return prototype(
        cleared, Submenu("Declare", (*texts, _NO_COMBAT)), *traits, *more_traits, Marker.of(Declares="yes")
    )


def _declared(mark: str, px: tuple[int, int], rendering: Rendering, *, first: bool) -> Iterator[Trait]:
    sign = _SIGNS[mark]
    keys = [_key(mark, digit) for digit in _DIGITS]
    yield ReportState(keys=tuple(keys), format=f"$location$: $newPieceName$ {sign.told} ${mark}$ *")
    commands = [
        property_command(words, stroke, f"P,{digit}")
        for words, stroke, digit in zip(_texts(mark), keys, _DIGITS, strict=True)
    ]
    commands.append(property_command(_NO_COMBAT if first else "", CLEAR, f"P,{NONE}"))
    commands.append(property_command("", _CLEAR_QUIETLY, f"P,{NONE}"))
    across, down = px
    at = (-across // 2, 0) if mark == COMBAT else (-across // 8, -down // 2)
    yield Embellishment(
        name=f"{mark}Sign", x=at[0], y=at[1], scale=1 / rendering.detail, follow_property=True,
        property_name=mark, first_level=int(NONE),
        images=("", *(rendering.image(sign_image(mark, digit)) for digit in _DIGITS)),
        names=("",) * (HIGHEST + 1),
    )  # fmt: skip
    yield DynamicProperty(mark, ("true", NONE, str(HIGHEST), "false"), tuple(commands), value=NONE)


_DIGITS = range(1, HIGHEST + 1)
_NO_COMBAT = "No combat"


def _texts(mark: str) -> list[str]:
    return [f"{_SIGNS[mark].menu} {digit}" for digit in _DIGITS]


def _key(mark: str, digit: int) -> str:
    alt = _SIGNS[mark].alt
    return key(str(digit), ctrl=not alt, alt=alt)


def declaring_keys(marks: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the keys do, for the help page."""
    if COMBAT in marks:
        yield "Ctrl+1 to Ctrl+9", "declare a combat: the same number on all its attackers and targets"
    if FIRE in marks:
        yield "Alt+1 to Alt+9", "declare a fire: the same number on who fires and on a counter of the target"
    if marks:
        yield "Ctrl+0", "in no combat, and no fire"


def clearing(marks: Sequence[str]) -> tuple[list[Component], list[Component]]:
    """The module's command that takes away all signs, and what of the turn tracker gives it at each step."""
    if not marks:
        return [], []
    some_sign = any_of(*(more(prop(mark), number(0)) for mark in marks))
    bears = all_of(equal(prop("Declares"), text("yes")), grouped(some_sign))
    command = component(
        "module.GlobalKeyCommand", name="Clear the declared combats", buttonText="", hotkey=_CLEAR_QUIETLY,
        buttonHotkey=CLEAR_ALL, filter=braced(bears), tooltip="", reportSingle=True,
    )  # fmt: skip
    step = component(
        "module.turn.TurnGlobalHotkey", name="Clear the declared combats", hotkey=CLEAR_ALL, match=""
    )
    return [command], [step]


# --- the signs -----------------------------------------------------------------------------------------


def sign_image(mark: str, digit: int) -> str:
    """The image of a sign, without its form."""
    return f"{_SIGNS[mark].menu.lower()}-{digit}"


def sign_shots(marks: Sequence[str], rendering: Rendering) -> Iterator[tuple[str, Shot]]:
    """The signs for counters of a rendering."""
    width = round(rendering.px * rendering.detail * _SIGN)
    for mark in marks:
        for digit in _DIGITS:
            yield (
                rendering.image(sign_image(mark, digit)),
                Shot(rendering.look, sign_svg(rendering.look, mark, digit, rendering.text_as), width=width),
            )


def sign_svg(look: Look, mark: str, digit: int, text_as: TextAs = "text") -> str:
    """A disc for a combat, a lozenge for fire, with its number: told apart without colours too."""
    canvas = Canvas(look, _SIDE, _SIDE, title=f"{_SIGNS[mark].menu} {digit}", text_as=text_as)
    colours, chart, middle = look.palette("sides").under("neutral"), look.palette("chart"), _SIDE / 2
    line = {"stroke": colours["light"], "stroke_width": 0.9}
    if mark == COMBAT:
        canvas.circle(middle, middle, middle - 0.6, fill=chart["bad"], **line)
    else:
        corners = [(middle, 0.5), (_SIDE - 0.5, middle), (middle, _SIDE - 0.5), (0.5, middle)]
        canvas.polygon(corners, fill=chart["good"], **line)
    size = pt(19) if mark == COMBAT else pt(15)
    canvas.text(
        str(digit), middle, middle, size, SANS_BOLD, anchor="middle", align="middle", fill=colours["light"]
    )
    return canvas.svg()
