"""The shape of each entry type's body, in one table: `SHAPES`, and of each paper's: `PAPERS`.

To extend a type, add a field here.

A shape says which fields an object has, which of them may be absent, and what each may hold. It knows
nothing of the game: whether a line is a legal order is for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pbem import errors
from pbem.dice.chain import MAX_LENGTH
from pbem.dice.stream import MAX_SIDES
from pbem.entry import canonical
from pbem.keys.openssh import PublicKey

CARD_NAME: Final = "([A-Za-z]{1,16})([1-9][0-9]{0,3})"
"""A card's name as a regular expression: its pack, which has no digits in its name, and its place."""

Check = Callable[[object], None]
"""Accepts a value or raises Misfit."""

REFEREE: Final = "referee"
"""The role of the referee; every other role is a side of the game."""
ANSWERS: Final = ("roll", "ack", "open", "end")
"""The types of entry by which another party answers a move."""


class Misfit(Exception):
    """A value that does not fit its shape; `path` leads to it and grows on the way out."""

    def __init__(self, expected: str, value: object, path: str = "") -> None:
        super().__init__(expected)
        self.path = path
        self.problem = f"expected {expected}, found {str(value)[:40]!r}"

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


def pattern(regex: str, expected: str) -> Check:
    """A string that matches the whole expression."""
    match = re.compile(regex).fullmatch

    def check(value: object) -> None:
        if type(value) is not str or match(value) is None:
            raise Misfit(expected, value)

    return check


def text(longest: int) -> Check:
    """One line of 1 to `longest` visible characters: no controls, no invisible or direction marks."""

    def check(value: object) -> None:
        if type(value) is not str or not 1 <= len(value) <= longest or not value.isprintable():
            raise Misfit(f"1 to {longest} visible characters on one line", value)

    return check


def integer(least: int, most: int) -> Check:
    """An integer from `least` to `most`."""

    def check(value: object) -> None:
        if type(value) is not int or not least <= value <= most:
            raise Misfit(f"an integer from {least} to {most}", value)

    return check


def array(item: Check, least: int, most: int) -> Check:
    """An array of `least` to `most` items of one shape."""

    def check(value: object) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Misfit(f"an array of {least} to {most} items", value)
        index = 0
        try:
            for index, member in enumerate(value):  # noqa: B007  # read where it fails
                item(member)
        except Misfit as misfit:
            misfit.path = f"[{index}]{misfit.path}"
            raise

    return check


def record(required: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    """An object with exactly these fields."""
    fields = required | (optional or {})

    def check(value: object) -> None:
        if not isinstance(value, dict):
            raise Misfit("an object", value)
        if not value.keys() <= fields.keys() or not required.keys() <= value.keys():
            raise Misfit(f"the fields {', '.join(required)}", ", ".join(map(str, value)))
        name = ""
        try:
            for name, member in value.items():
                fields[name](member)
        except Misfit as misfit:
            misfit.path = f".{name}{misfit.path}"
            raise

    return check


def _any_object(value: object) -> None:
    if not isinstance(value, dict):
        raise Misfit("an object", value)


def _option(value: object) -> None:
    if type(value) is str:
        _OPTION_TEXT(value)
    elif type(value) not in (int, bool):
        raise Misfit("a boolean, an integer or a line of text", value)


def _options(value: object) -> None:
    if not isinstance(value, dict):
        raise Misfit("an object", value)
    for name, member in value.items():
        TOKEN(name)
        _option(member)


def _public_key(value: object) -> None:
    if type(value) is not str or PublicKey.parse(value).line != value:
        raise Misfit("`ssh-ed25519 BASE64` without a comment", value)


def _invited(value: object) -> None:
    """A person of an invitation: whole for who signs the charter, else without key and chain."""
    fields = value if isinstance(value, dict) else {}
    (_WHOLE if "key" in fields else _ASKED)(value)


def _roll(value: object) -> None:
    fields = value if isinstance(value, dict) else {}
    shape = next((it for name, it in _ROLLS.items() if name in fields), _DICE)
    shape(value)


def _opening(value: object) -> None:
    if not isinstance(value, list) or len(value) != 3:
        raise Misfit("an array [token, number, salt]", value)
    for index, (shape, member) in enumerate(zip((CARD, _NUMBER, HEX), value, strict=True)):
        try:
            shape(member)
        except Misfit as misfit:
            misfit.path = f"[{index}]{misfit.path}"
            raise


HEX = pattern("[0-9a-f]{64}", "64 lower-case hex digits")
TOKEN = pattern("[a-z0-9][a-z0-9_.-]{0,63}", "a short name of a-z 0-9 _ . -")
ROLE = pattern("[a-z][a-z0-9_-]{0,31}", "a role: a-z first, then a-z 0-9 _ -")
_MAIL = pattern(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", "a mail address user@host"
)
_BASE64 = pattern("[A-Za-z0-9+/]{1,65536}={0,2}", "base64 on one line")
_SIGNATURE = pattern("[A-Za-z0-9+/]{246}[AEIMQUYcgkosw048]=", "the base64 of a signature of 185 bytes")
_AGE = pattern("age1[0-9a-z]{58}", "an age recipient, age1...")
_OPTION_TEXT = text(200)
_COUNT = integer(0, 100_000)
_SEQ = integer(0, canonical.MAX_INT)
_TIME = {"at": integer(0, canonical.MAX_INT)}
_LINES = array(text(500), 0, 2000)
_DIE = integer(1, MAX_SIDES)
_LABEL = {"label": text(200), "rule": text(40)}
_DICE = record({**_LABEL, "sides": integer(2, MAX_SIDES), "values": array(_DIE, 1, 1000)})
_SHUFFLE = record(
    {**_LABEL, "shuffle": integer(1, 1000), "values": array(integer(0, MAX_SIDES - 1), 1, 1000)}
)
CARD = pattern(CARD_NAME, "a card such as S7: the name of its pack and its place in it")
_NUMBER = integer(0, 999)
_SECRET_SHUFFLE = record(
    {
        **_LABEL,
        "shuffle": integer(1, 1000),
        "secret": pattern("[A-Za-z]{1,16}", "a pack's name, 1 to 16 letters"),
        "leaves": array(HEX, 1, 1000),
    }
)
_DEAL = record({**_LABEL, "deal": ROLE, "cards": array(CARD, 1, 500), "sealed": _BASE64})
_SHOW = record({**_LABEL, "open": array(_opening, 1, 1000)})
_ROLLS = {"leaves": _SECRET_SHUFFLE, "deal": _DEAL, "open": _SHOW, "shuffle": _SHUFFLE}
"""The shape of an item of a roll by a field that no other has; all others are dice."""

_PERSON: Final[dict[str, Check]] = {
    "role": ROLE,
    "name": text(80),
    "mail": _MAIL,
    "key": _public_key,
    "tip": HEX,
    "length": integer(1, MAX_LENGTH),
}
_WHOLE = record(_PERSON, {"recipient": _AGE})
_ASKED = record({name: _PERSON[name] for name in ("role", "name", "mail")})
_DEADLINE = record(
    {
        "kind": TOKEN,
        "hours": integer(1, 10_000),
        "grace": integer(0, 10_000),
        "then": pattern("default|forfeit|wait", "default, forfeit or wait"),
    },
    {"days_off": array(pattern(r"mon|tue|wed|thu|fri|sat|sun|\d{4}-\d\d-\d\d", "a day"), 0, 400)},
)


def _agreed(person: Check, more: dict[str, Check] | None = None) -> Check:
    """What a charter and an invitation to it say; they differ in what they say of a person, and in `more`."""
    required: dict[str, Check] = {
        "module": record({"id": TOKEN, "version": text(40), "digest": HEX}),
        "scenario": TOKEN,
        "options": _options,
        "parties": array(person, 2, 16),
        "deadlines": array(_DEADLINE, 0, 32),
    }
    return record(required, {"secret": HEX, **(more or {})})


SHAPES: Final[dict[str, Check]] = {
    "charter": _agreed(record(_PERSON, {"recipient": _AGE, "joined": _SIGNATURE}), _TIME),
    "order": record({"lines": _LINES}),
    "decision": record({"lines": _LINES}),
    "standing": record({"lines": array(text(500), 0, 100)}),
    "seal": record({"choice": TOKEN, "commit": HEX}, {"box": _BASE64}),
    "open": record({"seal": _SEQ, "salt": HEX, "lines": _LINES}, _TIME),
    "roll": record(
        {
            "k": integer(1, canonical.MAX_INT),
            "batch": _SEQ,
            "applied": _COUNT,
            "rolls": array(_roll, 1, 2000),
        },
        _TIME,
    ),
    "deal": record(
        {"deck": TOKEN, "root": HEX, "size": integer(1, 1000)},
        {"dealt": array(record({"to": ROLE, "places": array(_COUNT, 1, 1000)}), 1, 16), **_TIME},
    ),
    "ack": record({"applied": _COUNT}, _TIME),
    "late": record({"role": ROLE, "kind": TOKEN}, _TIME),
    "extend": record({"role": ROLE, "kind": TOKEN, "hours": integer(1, 10_000)}, _TIME),
    "substitute": record(_PERSON, {"recipient": _AGE, **_TIME}),
    "ruling": record({"text": text(2000), "why": text(2000)}, {"rule": text(40), **_TIME}),
    "rollback": record({"to": _SEQ, "why": text(2000)}, _TIME),
    "resign": record({}, _TIME),
    "end": record({"outcome": _any_object}, {"secret": HEX, **_TIME}),
}
ENTRY_TYPES: Final = tuple(SHAPES)
LINK_TYPES: Final = frozenset({"order", "decision", "open", "roll", "ack"})
"""The types that may reveal a link."""

_PAPER: Final[dict[str, Check]] = {"v": integer(1, 1), "type": TOKEN}
PAPERS: Final[dict[str, Check]] = {
    "invitation": record({**_PAPER, "author": ROLE, "body": _agreed(_invited)}),
    "join": record({**_PAPER, "invitation": HEX, "person": _WHOLE}),
}
"""The shape of each type of paper, the whole object."""


def check(kind: str, body: object) -> None:
    """Raise BadBody, naming the place, unless the body has the shape of its type."""
    shape = SHAPES.get(kind)
    if shape is None:
        raise errors.BadBody(f"entries of type {kind[:40]!r} do not exist")
    try:
        shape(body)
    except Misfit as misfit:
        raise errors.BadBody(f"{kind} body{misfit}") from misfit
