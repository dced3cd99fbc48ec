"""The small types that game files are made of: names, costs, values with a source."""

import re
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from modules.definition.formats.origins import PATTERN


class Part(BaseModel):
    """A part of a definition: unknown keys are mistakes, values are never turned into other types."""

    # Built at the first use: a game has but some of these parts. Where parts stand, annotations are no text
    # (no `from __future__ import annotations`), for each would be compiled when its class is made.
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, defer_build=True
    )


class Told:
    """Marks words and looks in a type: what is told, printed or drawn, and read by no rule (see `values`)."""


TOLD: Final = Told()

FEW, SOME, MANY = 40, 200, 2_000
"""Entries that a list or mapping of a file may have. FEW: sides, or columns of a chart. SOME: all of one kind
in a game, such as its phases or parameters. MANY: counters, hexes and lines on a map."""

_COST = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?\Z")
"""What may become a fraction: an exponent would make one that fills the memory."""


def as_fraction(value: Any) -> Fraction | None:
    """What is written as a whole number or as a fraction such as 1/2; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    return Fraction(value) if _COST.match(str(value)) else None


def _fraction(value: Any) -> Fraction:
    cost = as_fraction(value)
    if cost is None:
        raise ValueError("expected a number of MP such as 1, 1/2 or 3/2")
    if not 0 <= cost <= 99:
        raise ValueError("expected 0 to 99 MP")
    return cost


FORMS: dict[str, str] = {}
"""What a text of each pattern is, in words for whoever wrote another one."""


def formed(pattern: str, words: str, **limits: Any) -> Any:
    """A field of text of a pattern, which `words` tell."""
    FORMS[pattern] = words
    return Field(pattern=pattern, **limits)


def each_once(words: tuple[Any, ...]) -> tuple[Any, ...]:
    """A list in which nothing stands twice. Raises ValueError for another."""
    seen: set[Any] = set()
    for word in words:
        if word in seen:
            raise ValueError(f"expected each word once, and {str(word)!r} is there twice")
        seen.add(word)
    return words


_DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}


def _no_device(name: str) -> str:
    """Names become names of files and folders, and Windows takes these for devices, whatever their ending."""
    if name.lower() in _DEVICES:
        raise ValueError("expected another name: on Windows no file can be called so")
    return name


Name = Annotated[
    str,
    formed(
        r"^[a-z][a-z0-9_]*$", "a name of lower-case letters, digits and _, such as north_road", max_length=40
    ),
    AfterValidator(_no_device),
]
"""A word that other files refer to: small letters, digits and underscores."""

CounterId = Annotated[
    str,
    formed(
        r"^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$",
        "an id of letters, digits and hyphens, such as N-foot-3",
        max_length=40,
    ),
    AfterValidator(_no_device),
]
"""A counter's id as players write it in orders: `N-foot-3`, `S-Harold`."""

Figure = Annotated[
    str,
    formed(
        r"^[a-z][a-z0-9]*([_/-][a-z0-9]+)*$",
        "the name of a figure in lower-case letters, such as nato/armour or glyphs/star",
        max_length=60,
    ),
    TOLD,
]
"""A figure of `art/figures` without its ending: `nato/armour`, `glyphs/star`."""

Letter = Annotated[str, formed(r"^[A-Z]$", "one capital letter")]
Letters = Annotated[str, formed(r"^[A-Z]{1,2}$", "one or two capital letters")]
HexId = Annotated[str, formed(r"^[0-9]{2,8}$", 'a hex id in digits, such as "0714"')]
Text = Annotated[str, Field(min_length=1, max_length=2000), TOLD]
Cell = Annotated[str, formed(r"^[^\n\t]*$", "one line of text without tabs", min_length=1, max_length=120)]
"""What stands in a list to look up."""
Line = Annotated[Cell, TOLD]
Look = Annotated[Name, TOLD]
"""The name of a palette, a layout or another look."""
RuleNumber = Annotated[
    str, formed(r"^[^\n\t]*$", "one line of text without tabs", min_length=1, max_length=40)
]
MP = Annotated[
    Fraction,
    BeforeValidator(_fraction),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+/\d+$"}]}
    ),
]
"""Movement points: a whole number or a fraction such as 1/2."""

Source = Annotated[
    str,
    formed(
        PATTERN,
        "`rulebook` and its numbers, such as rulebook 3.4, or `found: `, `deduced: ` or `reconstruction: ` "
        "and the reason; several of these with `; ` between them",
        max_length=600,
    ),
    TOLD,
]
"""Where a datum comes from: see `origins`."""
