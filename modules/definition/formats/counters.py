"""`counters.yaml`: every counter of the game. An entry with a `count` stands for that many alike."""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field

from modules.definition.formats.fields import (
    FEW,
    MANY,
    SOME,
    TOLD,
    CounterId,
    Figure,
    Line,
    Look,
    Name,
    Part,
    Source,
    formed,
)

Rating = Annotated[int, Field(ge=-99, le=999)]
"""A value on a counter that is a whole number."""


def _no_integer(text: str) -> str:
    if text.isdecimal():
        raise ValueError("expected a whole number without quotes")
    return text


Printed = Annotated[
    str,
    formed(
        r"^(\[[0-9A-Za-z½¼¾⅓⅔.]{1,4}\]|\([0-9A-Za-z½¼¾⅓⅔.]{1,4}\)|[0-9A-Za-z½¼¾⅓⅔.*+]{1,5})$",
        "a whole number without quotes, or what is printed instead, such as 3½, [5] or A",
    ),
    AfterValidator(_no_integer),
]
"""A value on a counter that is no whole number, as it is printed."""

_PARTS = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}


def number_of(value: int | str) -> Fraction | None:
    """The number that a value stands for: 7/2 for 3½, 5 for [5]; None for letters."""
    text = str(value).strip("[]()*+")
    part = _PARTS.get(text[-1:], Fraction(0))
    whole = text[:-1] if part else text
    if not part and not whole:
        return None
    try:
        return Fraction(whole or 0) + part
    except ValueError:
        return None


def as_printed(number: Fraction) -> str:
    """A number as a counter prints it: 3½."""
    whole, part = divmod(number, 1)
    signs = {value: sign for sign, value in _PARTS.items()}
    if part not in signs:
        return str(number)
    return f"{whole or ''}{signs[part]}"


class CounterEntry(Part):
    """One counter, or `count` alike: `N-foot` with count 10 is N-foot-1 to N-foot-10.

    `spares`: how many of these no set-up uses. `designation` is what the unit is called on its counter, or
    one for each of the `count`; `size` how large it is (`battalion`), a figure of `art/figures/sizes`;
    `picture` a figure of its own instead of that of its kind. `values` stand on the front, `reduced` replaces
    those that differ on the back of a two-step unit. A block has `steps` instead: its strengths from full to
    last, which stand on its four edges.
    """

    nation: Name
    kind: Name
    count: int | None = Field(default=None, ge=1, le=200)
    spares: int = Field(default=0, ge=0, le=200)
    name: Line | None = None
    formation: Name | None = None
    designation: Line | tuple[Line, ...] | None = None
    size: Look | None = None
    picture: Figure | None = None
    values: dict[Name, Rating | Printed] = Field(max_length=FEW)
    reduced: dict[Name, Rating | Printed] | None = Field(default=None, max_length=FEW)
    steps: tuple[Rating, ...] | None = Field(default=None, min_length=1, max_length=4)
    source: Source


class Sum(Part):
    """A check that the list adds up: units, leaders and, where counters have one, printed front strength."""

    of: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    units: int
    leaders: int
    strength: int | Printed | None = None
    source: Source


class CountersFile(Part):
    """`counters.yaml`. `strength`: the value that sums add up, where counters have one."""

    strength: Look | None = None
    counters: dict[CounterId, CounterEntry] = Field(min_length=1, max_length=MANY)
    sums: Annotated[tuple[Sum, ...], TOLD] = Field(default=(), max_length=SOME)
