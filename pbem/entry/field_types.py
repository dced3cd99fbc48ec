"""What a field of anything that is signed may hold: hex digits, names, lines of text, numbers, arrays.

A shape knows nothing of the game: whether a line is a legal order is for the rules. `Record` is an object of
such fields, frozen. It is read from canonical JSON once, at the border; what does not fit is told as the path
to it, what was expected there, and what was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, Strict, ValidationError
from pydantic_core import PydanticCustomError, core_schema
from pydantic_core.core_schema import CoreSchema

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import MAX_SIDES
from pbem.dice.hash_chain import MAX_LENGTH
from pbem.entry.canonical_json import MAX_INT, Value
from pbem.keys.openssh_keys import PublicKey

T = TypeVar("T")

REFEREE: Final = "referee"
"""The role of the referee; every other role is a side of the game."""
CARD_NAME: Final = "([A-Za-z]{1,16})([1-9][0-9]{0,3})"
"""A card's name as a regular expression: its pack, which has no digits in its name, and its place."""

_EXPECTED: Final = "expected"
"""The kind of fault whose message says in words what was expected."""
_TAG: Final = "<"
"""With it begins the tag of one form of several; it is no part of the path to a fault."""


# --- one value -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """The shape of a field, with what is expected there in words."""

    schema: CoreSchema
    expected: str

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.custom_error_schema(
            self.schema, custom_error_type=_EXPECTED, custom_error_message=self.expected
        )


def match_string(regex: str, expected: str) -> _Shape:
    """A string that matches the whole expression."""
    schema = core_schema.str_schema(pattern=f"^(?:{regex})$", regex_engine="rust-regex", strict=True)
    return _Shape(schema, expected)


def _visible(longest: int) -> _Shape:
    """One line of 1 to `longest` visible characters: no controls, no invisible or direction marks."""
    line = core_schema.str_schema(min_length=1, max_length=longest, strict=True)
    schema = core_schema.no_info_after_validator_function(_printable, line)
    return _Shape(schema, f"1 to {count_noun(longest, 'visible character')} on one line")


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError
    return text


def _true(value: bool) -> bool:
    if not value:
        raise ValueError
    return value


def bound_integer(least: int, most: int) -> _Shape:
    """An integer from `least` to `most`."""
    return _Shape(
        core_schema.int_schema(ge=least, le=most, strict=True), f"an integer from {least} to {most}"
    )


class _KeyLine(_Shape):
    """A public key's line. What is wrong with the key itself has reason codes of its own."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        line = _Shape.__get_pydantic_core_schema__(self, source, handler)
        return core_schema.no_info_after_validator_function(self._parse, line)

    def _parse(self, text: str) -> str:
        if PublicKey.parse(text).line != text:
            raise PydanticCustomError(_EXPECTED, self.expected)
        return text


class _Absent:
    """Null never stands for a field that is left out."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable: Any = handler(source)
        inner: CoreSchema = nullable["schema"]
        return inner


Maybe = Annotated[T | None, _Absent()]
"""A field that may be left out; then it is None here."""
Array = Annotated[tuple[T, ...], Strict(False)]
"""An array of items of one shape; in JSON a list."""

Hex = Annotated[str, match_string("[0-9a-f]{64}", "64 lower-case hex digits")]
Salt = Annotated[str, match_string("[0-9a-f]{32}", "32 lower-case hex digits")]
Token = Annotated[str, match_string("[a-z0-9][a-z0-9_.-]{0,63}", "a short name of a-z 0-9 _ . -")]
Role = Annotated[str, match_string("[a-z][a-z0-9_-]{0,31}", "a role: a-z first, then a-z 0-9 _ -")]
Mail = Annotated[
    str,
    match_string(
        r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*",
        "a mail address user@host",
    ),
]
Base64 = Annotated[
    str,
    _Shape(  # with Python's expressions: the quicker ones would make huge tables for so many characters
        core_schema.str_schema(
            pattern=r"\A[A-Za-z0-9+/]{1,65536}={0,2}\Z", regex_engine="python-re", strict=True
        ),
        "base64 on one line",
    ),
]
SignatureText = Annotated[
    str, match_string("[A-Za-z0-9+/]{246}[AEIMQUYcgkosw048]=", "the base64 of a signature of 185 bytes")
]
Computer = Annotated[
    str,
    match_string(
        "policy|search (0|[1-9][0-9]{0,3})", "policy, or search with its playouts, such as search 24"
    ),
]
AgeRecipient = Annotated[str, match_string("age1[0-9a-z]{58}", "an age recipient, age1...")]
KeyLine = Annotated[
    str, _KeyLine(core_schema.str_schema(strict=True), "`ssh-ed25519 BASE64` without a comment")
]
Card = Annotated[str, match_string(CARD_NAME, "a card such as S7: the name of its pack and its place in it")]
PackName = Annotated[str, match_string("[A-Za-z]{1,16}", "a pack's name, 1 to 16 letters")]
Day = Annotated[str, match_string("mon|tue|wed|thu|fri|sat|sun|[0-9]{4}-[0-9]{2}-[0-9]{2}", "a day")]
HourText = Annotated[str, match_string("([01][0-9]|2[0-3]):[0-5][0-9]", "an hour such as 21:00")]
Zone = Annotated[
    str,
    match_string(
        "[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}", "the name of a time zone such as Europe/Warsaw"
    ),
]
Then = Annotated[str, match_string("claim|default|forfeit|wait", "claim, default, forfeit or wait")]
ShortText = Annotated[str, _visible(40)]
NameText = Annotated[str, _visible(80)]
LabelText = Annotated[str, _visible(200)]
LineText = Annotated[str, _visible(500)]
LongText = Annotated[str, _visible(2000)]
Yes = Annotated[
    bool,
    _Shape(core_schema.no_info_after_validator_function(_true, core_schema.bool_schema(strict=True)), "true"),
]
"""A mark that is there or is left out: `false` would say the same in other bytes."""
Second = Annotated[int, bound_integer(2, 2)]
"""The second of two ways; the first is left out."""
Seq = Annotated[int, bound_integer(0, MAX_INT)]
Time = Annotated[int, bound_integer(0, MAX_INT)]
Positive = Annotated[int, bound_integer(1, MAX_INT)]
Count = Annotated[int, bound_integer(0, 100_000)]
Hours = Annotated[int, bound_integer(1, 10_000)]
Grace = Annotated[int, bound_integer(0, 10_000)]
Length = Annotated[int, bound_integer(1, MAX_LENGTH)]
Sides = Annotated[int, bound_integer(2, MAX_SIDES)]
DieValue = Annotated[int, bound_integer(1, MAX_SIDES)]
PackSize = Annotated[int, bound_integer(1, 1000)]
Place = Annotated[int, bound_integer(0, MAX_SIDES - 1)]
Number = Annotated[int, bound_integer(0, 999)]
Lines = Annotated[Array[LineText], Field(max_length=2000)]
Option = Annotated[
    bool | int | str,
    _Shape(
        core_schema.union_schema(
            [
                core_schema.bool_schema(strict=True),
                core_schema.int_schema(strict=True),
                _visible(200).schema,
            ],
            mode="left_to_right",
        ),
        "a boolean, an integer or a line of 1 to 200 visible characters",
    ),
]
Options = Mapping[Token, Option]
FileName = Annotated[
    str,
    match_string(r"[a-z0-9_]{1,40}(/[a-z0-9_]{1,40})?\.yaml", "a file of a game such as maps/hastings.yaml"),
]
Data = Annotated[Mapping[FileName, Hex], Field(min_length=1, max_length=64)]
"""Of each file of a game that rules read, the digest of what they read in it."""
CarriedName = Annotated[
    str,
    match_string(
        r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,159}(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,159}){0,8}",
        "a file of a game such as art/figures/tank.svg",
    ),
]
CarriedFiles = Annotated[Mapping[CarriedName, Hex], Field(max_length=600)]
"""Of each file that a game's own file carries, the digest of its bytes."""


# --- an object -------------------------------------------------------------------------------------------


class Misfit(Exception):
    """A value that does not fit its shape: `str` gives the path to it, what was expected, what was found."""


class Record(BaseModel):
    """An object with exactly these fields. A field that is None is left out."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)
    type: ClassVar[str] = "object"

    if not TYPE_CHECKING:

        def __init__(self, /, **fields):
            """Raises BadBody."""
            try:
                super().__init__(**{name: field for name, field in fields.items() if field is not None})
            except ValidationError as error:
                raise errors.BadBody(f"{type(self).type}{_describe_fault(error)}") from error

        __init__.__pydantic_base_init__ = True  # else what is nested would be made by way of this

    @classmethod
    def read(cls, value: object) -> Self:
        """The record that a decoded value is; raises Misfit, or BadKeyFile for a key that is none."""
        try:
            return cls.model_validate(value)
        except ValidationError as error:
            raise Misfit(_describe_fault(error)) from error

    def to_plain(self) -> dict[str, Value]:
        """The same as a value of canonical JSON."""
        return self.model_dump(mode="json", exclude_none=True)

    def replace(self, **fields: Any) -> Self:
        """The same with other values in some fields; raises BadBody."""
        return type(self)(**{**dict(self), **fields})


def misfit_of(expected: str) -> PydanticCustomError:
    """What a record raises of which each field fits, and all of them together do not."""
    return PydanticCustomError(_EXPECTED, expected)


def _describe_fault(error: ValidationError) -> str:
    """The first fault that was found, in words."""
    fault = error.errors(include_url=False)[0]
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in _path(fault["loc"]))
    if fault["type"] == "missing":
        return f"{path}: this field is missing"
    if fault["type"] == "extra_forbidden":
        return f"{path}: there is no such field"
    return f"{path}: expected {_describe_expected(fault)}, found {str(fault['input'])[:40]!r}"


def _path(steps: tuple[int | str, ...]) -> tuple[int | str, ...]:
    return tuple(
        step for step in steps if isinstance(step, int) or not (step.startswith(_TAG) or step == "[key]")
    )


def _describe_expected(fault: Any) -> str:
    kind, limits = fault["type"], fault.get("ctx", {})
    if kind == _EXPECTED:
        return str(fault["msg"])
    if kind == "too_short":
        return f"an array of at least {count_noun(limits['min_length'], 'item')}"
    if kind == "too_long":
        return f"an array of at most {count_noun(limits['max_length'], 'item')}"
    return "an array" if kind == "tuple_type" else "an object"
