"""The strict subset of JSON in which everything that is signed is written: one value, one text.

Objects with ASCII keys sorted, arrays, NFC strings, integers of less than 2^53, booleans. No floats, no
null, no repeated keys, no spare bytes. `pbem/docs/reference/formats.md` gives the bytes exactly.
"""

from __future__ import annotations

import json
import re
import unicodedata
from itertools import pairwise
from typing import NoReturn, TypeAlias

from pbem import errors
from pbem.reason_codes import Code

Value: TypeAlias = "bool | int | str | list[Value] | dict[str, Value]"

MAX_BYTES = 262_144
MAX_DEPTH = 16
MAX_INT = 2**53 - 1

# An unfinished string matches too (\Z, a lone backslash), so that the scan stays linear on any input.
_STRING = re.compile(rb'"(?:[^"\\]|\\.?)*+(?:"|\Z)', re.DOTALL)
_NO_BRACKET = bytes(set(range(256)) - set(b"[]{}"))


def encode(value: Value) -> bytes:
    """The one text of a value, as UTF-8 bytes.

    Raises `bad-value`, `bad-key`, `bad-number`, `bad-string`, `too-deep` or `too-large`, naming the place.

    >>> encode({"seq": 7, "lines": ["move N-foot-3 1920-2020"], "at": 1066})
    b'{"at":1066,"lines":["move N-foot-3 1920-2020"],"seq":7}'
    """
    _check(value, "value", 1)
    data = _dump(value)
    if len(data) > MAX_BYTES:
        raise errors.Refusal(Code.TOO_LARGE, f"at most {MAX_BYTES} bytes are allowed, not {len(data)}")
    return data


def decode(data: bytes) -> Value:
    """The value of a text, refusing every other way to write the same value.

    Size and depth are checked before parsing. Raises a Refusal, with a code for each cause.

    >>> decode(b'{"at":1066,"seq":7}')
    {'at': 1066, 'seq': 7}
    >>> decode(b'{"seq":7,"at":1066}')
    Traceback (most recent call last):
        ...
    pbem.errors.Refusal: not the canonical text; it differs from byte 2
    """
    if len(data) > MAX_BYTES:
        raise errors.Refusal(Code.TOO_LARGE, f"at most {MAX_BYTES} bytes are allowed, not {len(data)}")
    _check_depth(data)
    try:
        value: Value = _DECODER.decode(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise errors.Refusal(Code.NOT_UTF8, f"byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise errors.Refusal(Code.NOT_JSON, f"not JSON: {error.msg} at character {error.pos}") from error
    # ASCII without null cannot break the other rules: the parser has seen to the numbers.
    if not data.isascii() or b"null" in data:
        _check(value, "value", 1)
    again = _dump(value)
    if again != data:
        _DECODER_OF_PAIRS.decode(data.decode("utf-8"))
        raise errors.Refusal(
            Code.NOT_CANONICAL,
            f"not the canonical text; it differs from byte {_first_difference(data, again)}",
        )
    return value


def glance(data: bytes) -> dict[str, Value]:
    """The fields that bytes of anybody's say at their top, with nothing checked but size and depth; none
    where they cannot be read. Never raises.

    >>> glance(b'{"seq": 7, "game": 1066}')
    {'seq': 7, 'game': 1066}
    >>> glance(b"[7")
    {}
    """
    try:
        if len(data) > MAX_BYTES:
            return {}
        _check_depth(data)
        said = json.loads(data)
    except (ValueError, errors.Refusal):
        return {}
    return said if isinstance(said, dict) else {}


def _check_depth(data: bytes) -> None:
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    depth = 0
    for bracket in _STRING.sub(b"", data).translate(None, _NO_BRACKET):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise errors.Refusal(Code.TOO_DEEP, f"nested deeper than {MAX_DEPTH} arrays and objects")


def _no_repeats(pairs: list[tuple[str, Value]]) -> None:
    keys = sorted(key for key, _ in pairs)
    for key, following in pairwise(keys):
        if key == following:
            raise errors.Refusal(Code.REPEATED_KEY, f"the key {key!r} appears twice in one object")


def _integer(digits: str) -> int:
    if len(digits) > 15 and (len(digits) > len(str(-MAX_INT)) or abs(int(digits)) > MAX_INT):
        raise errors.Refusal(Code.BAD_NUMBER, f"the integer {digits[:20]} is not below 2^53")
    return int(digits)


def _no_float(text: str) -> NoReturn:
    raise errors.Refusal(Code.BAD_NUMBER, f"{text[:20]} is not an integer")


_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_no_float, parse_constant=_no_float)
# Only to name the fault: a repeated key shows already in the bytes of the value encoded again.
_DECODER_OF_PAIRS = json.JSONDecoder(object_pairs_hook=_no_repeats)
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _dump(value: Value) -> bytes:
    try:
        return _ENCODER.encode(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise errors.Refusal(Code.BAD_STRING, "a string holds half of a surrogate pair") from error


def _check(value: object, where: str, depth: int) -> None:
    kind = type(value)
    if kind is str:
        if not unicodedata.is_normalized("NFC", str(value)):
            raise errors.Refusal(Code.BAD_STRING, f"{where} is not in Unicode normal form C")
    elif isinstance(value, int) and kind is int:
        if abs(value) > MAX_INT:
            raise errors.Refusal(Code.BAD_NUMBER, f"{where} is not below 2^53")
    elif kind is float:
        raise errors.Refusal(Code.BAD_NUMBER, f"{where} is not an integer")
    elif isinstance(value, list | dict) and kind in (list, dict):
        if depth > MAX_DEPTH:
            raise errors.Refusal(
                Code.TOO_DEEP, f"{where} is nested deeper than {MAX_DEPTH} arrays and objects"
            )
        _check_members(value, where, depth)
    elif kind is not bool:
        raise errors.Refusal(
            Code.BAD_VALUE, f"{where} is {'null' if value is None else kind.__name__}; not allowed"
        )


def _check_members(value: list[object] | dict[object, object], where: str, depth: int) -> None:
    if isinstance(value, list):
        for index, member in enumerate(value):
            _check(member, f"{where}[{index}]", depth + 1)
        return
    for key, member in value.items():
        if type(key) is not str or not key.isascii():
            raise errors.Refusal(Code.BAD_KEY, f"{where} has the key {key!r}; keys are ASCII strings")
        _check(member, f"{where}.{key}", depth + 1)


def _first_difference(left: bytes, right: bytes) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(left), len(right)))
