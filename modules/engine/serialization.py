"""Values as plain data and back, each by its type: what is written holds no names of classes, and reading it
makes nothing but what the types say.

A form is worked out once of each type hint. Numbers, texts and containers stand for themselves, a dataclass
for the list of its fields, a value of several possible types for a pair: which of them, and what. `shape`
tells whether two programs write alike.
"""

from __future__ import annotations

import base64
import hashlib
import re
import types
import typing
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

Plain: TypeAlias = Any
"""What JSON can hold: texts, whole numbers, truth values, null, lists, and objects with texts as keys."""


class NotPlain(TypeError):
    """A value that is not of its type, data that do not fit one, or a type that has no plain form."""


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one type are written and read; `fits` tells whether a value is of it."""

    write: Callable[[Any], Plain]
    read: Callable[[Plain], Any]
    fits: Callable[[Any], bool]


def parts(plain: Plain, count: int | None = None) -> list[Plain]:
    """The parts of a list, of so many if there is a `count`; raises NotPlain. A text is no list."""
    if type(plain) is not list or (count is not None and len(plain) != count):
        raise NotPlain(f"a {type(plain).__name__} in the place of a list{f' of {count}' if count else ''}")
    return plain


Special: TypeAlias = Callable[[Any], "Form | None"]
"""The form of a type that the rules here do not cover, by its hint."""

_ATOMS: Final = (str, int, bool, type(None))
_LISTS: Final[dict[Any, Any]] = {list: list, Sequence: tuple, set: set, frozenset: frozenset}
_MAPPINGS: Final[dict[Any, Callable[[dict[Any, Any]], Any]]] = {
    dict: dict,
    Mapping: types.MappingProxyType,
    Counter: Counter,
    types.MappingProxyType: types.MappingProxyType,
}


class Forms:
    """The forms of types; `special` knows more of them, `bound` what type variables stand for."""

    def __init__(self, special: Special, bound: Mapping[Any, Any] | None = None) -> None:
        self._special = special
        self._bound = dict(bound or {})
        self._made: dict[Any, Form] = {}
        self._told: dict[str, str] = {}

    @property
    def shape(self) -> str:
        """A digest of all dataclasses that were asked for, with their fields and types."""
        text = "\n".join(f"{name}: {self._told[name]}" for name in sorted(self._told))
        return hashlib.sha256(text.encode()).hexdigest()

    def of(self, hint: Any) -> Form:
        """The form of a type. Raises NotPlain for one that has none."""
        hint = self._bound.get(hint, hint)
        if hint not in self._made:
            waits = _Waiting()  # for a type that has itself among its parts
            self._made[hint] = Form(waits.write, waits.read, waits.fits)
            try:
                waits.form = self._made[hint] = self._special(hint) or self._form(hint)
            except (NotPlain, NameError) as error:  # a name that only a type checker knows
                del self._made[hint]
                raise NotPlain(str(error)) from error
        return self._made[hint]

    def _form(self, hint: Any) -> Form:
        origin, args = get_origin(hint), get_args(hint)
        if hint is None or hint in _ATOMS:
            return _atom(type(None) if hint is None else hint)
        if hint is bytes:
            return Form(_write_bytes, _read_bytes, lambda value: isinstance(value, bytes))
        if hint is Fraction:
            return Form(str, _read_fraction, lambda value: isinstance(value, Fraction))
        if origin in (typing.Union, types.UnionType):
            return self._union(args)
        if origin is tuple:
            return self._fixed(args) if args[-1:] != (...,) else _listed(tuple, self.of(args[0]))
        if origin in _LISTS:
            return _listed(_LISTS[origin], self.of(args[0]))
        if origin in _MAPPINGS:
            key, value = args if len(args) == 2 else (args[0], int)
            return _mapped(_MAPPINGS[origin], None if key is str else self.of(key), self.of(value))
        kind = origin or hint
        if isinstance(kind, type) and is_dataclass(kind):
            return self.record(kind, args)
        raise NotPlain(f"{hint} has no plain form")

    def _union(self, args: Sequence[Any]) -> Form:
        members = [self.of(arg) for arg in args]
        nothing = args.index(type(None)) if type(None) in args else -1
        alone = members[1 - nothing] if len(args) == 2 and nothing >= 0 else None

        def write(value: Any) -> Plain:
            if value is None and nothing >= 0:
                return None
            if alone is not None:
                return alone.write(value)
            for number, member in enumerate(members):
                if member.fits(value):
                    return [number, member.write(value)]
            raise NotPlain(f"{value!r} is none of {args}")

        def read(plain: Plain) -> Any:
            if plain is None and nothing >= 0:
                return None
            if alone is not None:
                return alone.read(plain)
            number, of_it = parts(plain, 2)
            if type(number) is not int or not 0 <= number < len(members):
                raise NotPlain(f"there is no type {number!r} of {len(members)}")
            return members[number].read(of_it)

        return Form(write, read, lambda value: any(member.fits(value) for member in members))

    def _fixed(self, args: Sequence[Any]) -> Form:
        members = [self.of(arg) for arg in args]

        def fits(value: Any) -> bool:
            right = isinstance(value, tuple) and len(value) == len(members)
            return right and all(each.fits(one) for each, one in zip(members, value, strict=True))

        def read(plain: Plain) -> Any:
            found = parts(plain, len(members))
            return tuple(each.read(one) for each, one in zip(members, found, strict=True))

        return Form(
            lambda value: [each.write(one) for each, one in zip(members, value, strict=True)], read, fits
        )

    def record(self, kind: type, args: Sequence[Any] = ()) -> Form:
        """The form of a dataclass, the list of its fields."""
        bound = {**_variables(kind), **self._bound}
        bound |= dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
        hints = {name: _put_in(hint, bound) for name, hint in _hints(kind).items()}
        members = [(name, self.of(hint)) for name, hint in hints.items()]
        said = ", ".join(f"{name} {hint}" for name, hint in hints.items())
        self._told[f"{kind.__module__}.{kind.__qualname__}"] = said

        def write(value: Any) -> Plain:
            if type(value) is not kind:
                raise NotPlain(f"{value!r} is no {kind.__name__}")
            return [part.write(getattr(value, name)) for name, part in members]

        def read(plain: Plain) -> Any:
            found = zip(members, parts(plain, len(members)), strict=True)
            return kind(**{name: part.read(each) for (name, part), each in found})

        return Form(write, read, lambda value: type(value) is kind)


class _Waiting:
    """The form of a type as long as it is being worked out."""

    form: Form

    def write(self, value: Any) -> Plain:
        return self.form.write(value)

    def read(self, plain: Plain) -> Any:
        try:
            return self.form.read(plain)
        except RecursionError:
            raise NotPlain("the data are nested too deeply") from None

    def fits(self, value: Any) -> bool:
        return self.form.fits(value)


def _atom(kind: type) -> Form:
    def same(value: Any) -> Any:
        if type(value) is not kind:
            raise NotPlain(f"a {type(value).__name__} in the place of {kind.__name__}")
        return value

    return Form(same, same, lambda value: type(value) is kind)


def _listed(made: Any, part: Form) -> Form:
    unordered = made in (set, frozenset)

    def write(value: Any) -> Plain:
        found = [part.write(each) for each in value]
        return sorted(found) if unordered else found

    def fits(value: Any) -> bool:
        return isinstance(value, made) and all(part.fits(each) for each in value)

    def read(plain: Plain) -> Any:
        found = made([part.read(each) for each in parts(plain)])
        if len(found) != len(plain):
            raise NotPlain("a set has something twice")
        return found

    return Form(write, read, fits)


def _mapped(made: Callable[[dict[Any, Any]], Any], key: Form | None, part: Form) -> Form:
    """Without a form of its `key`, which is then a text, an object; else a list of pairs."""

    def write(value: Any) -> Plain:
        if key is None:
            return {name: part.write(each) for name, each in value.items()}
        return [[key.write(name), part.write(each)] for name, each in value.items()]

    def read(plain: Plain) -> Any:
        if key is None:
            if type(plain) is not dict:
                raise NotPlain(f"a {type(plain).__name__} in the place of an object")
            return made({name: part.read(each) for name, each in plain.items()})
        pairs = [parts(pair, 2) for pair in parts(plain)]
        found = {key.read(name): part.read(each) for name, each in pairs}
        if len(found) != len(pairs):
            raise NotPlain("a mapping has a key twice")
        return made(found)

    def fits(value: Any) -> bool:
        right = isinstance(value, Mapping)
        return right and all((key or _TEXT).fits(name) and part.fits(each) for name, each in value.items())

    return Form(write, read, fits)


_TEXT: Final = _atom(str)
_FRACTION: Final = re.compile(r"-?[0-9]+(/[0-9]+)?")


def _write_bytes(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _read_bytes(plain: Plain) -> bytes:
    try:
        return base64.b64decode(_TEXT.read(plain), validate=True)
    except ValueError as error:
        raise NotPlain(str(error)) from error


def _read_fraction(plain: Plain) -> Fraction:
    """An exponent is none of it: it could fill the memory."""
    try:
        if not _FRACTION.fullmatch(_TEXT.read(plain)):
            raise NotPlain("a text is not a fraction")
        return Fraction(plain)
    except (ValueError, ZeroDivisionError) as error:  # too many digits; nothing to divide by
        raise NotPlain(str(error)) from error


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields, looked up once: each game that is read from a file asks for all."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _variables(kind: type) -> dict[Any, Any]:
    """What the type variables of a class's bases stand for in it."""
    found: dict[Any, Any] = {}
    for base in getattr(kind, "__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type):
            found |= _variables(origin)
            found |= dict(zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False))
    return found


def _put_in(hint: Any, bound: Mapping[Any, Any]) -> Any:
    """A hint with what its type variables stand for."""
    if isinstance(hint, TypeVar):
        return bound.get(hint, hint)
    if not getattr(hint, "__parameters__", ()):
        return hint
    return hint[tuple(_put_in(variable, bound) for variable in hint.__parameters__)]
