"""Checks of one piece: every trait against the table of traits, its values, and the keys it answers to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from generator.vassal.format.codec import split, split_or_empty, whole
from generator.vassal.format.keys import is_color
from generator.vassal.format.pieces import Piece
from generator.vassal.format.trait_table import TraitText, take_apart
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.programs import check_piece_programs
from modules.amounts import count_noun

_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[dDfF]?"
"""What Java's `Double.parseDouble` takes."""
_DOUBLE = re.compile(_NUMBER)
_KEY = re.compile(r"-?[0-9]+,[0-9]+(,.*)?", re.DOTALL)


def check_piece(piece: Piece, where: str) -> Iterator[Finding]:
    """Findings that need nothing but the piece as it is written."""
    for trait in piece.traits:
        yield from _check_trait(trait.type_text(), trait.state_text(), where)
    yield from check_piece_programs(piece, where)
    yield from _check_order(piece, where)


def check_keys(piece: Piece, where: str) -> Iterator[Finding]:
    """Findings for two menu commands with one key; the prototypes of the piece must be expanded."""
    texts: dict[str, list[str]] = defaultdict(list)
    for trait in piece.traits:
        apart = take_apart(trait.type_text(), "")
        for text, key in apart.kind.menu if apart else ():
            if apart and apart.values.get(text) and apart.values.get(key):
                texts[key_of(apart.values[key])].append(apart.values[text])
    for key, found in texts.items():
        if len(found) > 1:
            yield Finding("key-double", where, f"{key} is the key of {' and of '.join(map(repr, found))}")


def key_of(text: str) -> str:
    """A keystroke whatever its form: a named command is its name alone, one letter means Ctrl. The text may
    not be empty."""
    parts = text.split(",")
    if len(parts) > 2 and parts[2]:
        return parts[2]
    if len(parts) > 1:
        return ",".join(parts[:2])
    upper = text[0].upper()
    return f"{ord(upper if len(upper) == 1 else text[0])},130"  # as Java, which keeps a letter like ß


def _check_trait(type_text: str, state: str, where: str) -> Iterator[Finding]:
    apart = take_apart(type_text, state)
    if apart is None:
        if "." not in type_text.partition(";")[0]:
            yield Finding("trait-unknown", where, f"{type_text[:60]!r}")
        return
    name = apart.kind.name
    if apart.surplus:
        yield Finding(
            "trait-fields", where, f"{name} has {len(apart.surplus)} more: {apart.surplus[0]!r} ..."
        )
    if len(apart.values) < apart.kind.least:
        yield Finding("trait-short", where, f"{name} has {len(apart.values)} of {apart.kind.least} fields")
    for field in apart.kind.type:
        value = apart.values.get(field.name, "")
        problem = _CHECKS[field.kind](value) if value and field.kind in _CHECKS else None
        if problem is not None:
            yield Finding(problem[0], where, f"{name}, {field.name}: {problem[1]}")
    yield from _OWN.get(apart.kind.prefix, _nothing)(apart, where)


Problem = tuple[str, str] | None


def _integer(value: str) -> Problem:
    return None if whole(value) is not None else ("trait-number", f"{value!r} is not a whole number")


def _double(value: str) -> Problem:
    return None if _DOUBLE.fullmatch(value) else ("trait-number", f"{value!r} is not a number")


def _boolean(value: str) -> Problem:
    return None if value in ("true", "false") else ("trait-boolean", f"{value!r} is not true or false")


def _color(value: str) -> Problem:
    fine = is_color(value) or value == "null" or value[:2] in ("0x", "0X")
    return None if fine else ("trait-color", f"{value!r} is not a colour")


def _key(value: str) -> Problem:
    fine = len(value) == 1 or _KEY.fullmatch(value)
    return None if fine else ("trait-key", f"{value!r} is not a keystroke")


def _keys(value: str) -> Problem:
    if "," not in value:
        return None  # the form of VASSAL 2: letters with Ctrl
    wrong = [token for token in split(value, ",") if token and not _KEY.fullmatch(token)]
    return ("trait-key", f"{wrong[0]!r} is not a keystroke") if wrong else None


def _expression(value: str) -> Problem:
    opened, closed = value.strip().startswith("{"), value.strip().endswith("}")
    quoted = re.sub(r'"(?:\\.|[^"\\])*+(?:"|\\?\Z)', "", value)
    unequal = quoted.count("(") != quoted.count(")") or quoted.count("{") != quoted.count("}")
    if opened != closed or (opened and unequal):
        return "expression-braces", f"{value[:60]!r}"
    return None


def _constraints(value: str) -> Problem:
    parts = split(value, ",")
    numbers = [part for part in parts[1:3] if part and whole(part) is None]
    return ("trait-number", f"{numbers[0]!r} is not a whole number") if numbers else None


def _commands(value: str) -> Problem:
    for command in split_or_empty(value, ","):
        parts = split(command, ":")
        if len(parts) < 3 or parts[2][:1] not in "PIRE" or not parts[2]:
            return "property-command", f"{command!r} is not text:key:change"
        if parts[1] and (problem := _key(parts[1])):
            return problem
    return None


_CHECKS: dict[str, Callable[[str], Problem]] = {
    "int": _integer, "double": _double, "bool": _boolean, "color": _color, "key": _key, "keys": _keys,
    "expression": _expression, "constraints": _constraints, "commands": _commands,
}  # fmt: skip


def _nothing(_apart: TraitText, _where: str) -> Iterator[Finding]:
    yield from ()


def _layer(apart: TraitText, where: str) -> Iterator[Finding]:
    images = split_or_empty(apart.values.get("images", ""))
    names = split_or_empty(apart.values.get("names", ""))
    label = f"Layer {apart.values.get('name', '')!r}"
    if len(names) > len(images):
        yield Finding(
            "layer-names",
            where,
            f"{label} has {count_noun(len(names), 'name')}, {count_noun(len(images), 'image')}",
        )
    level = apart.state.get("level", "1")
    steps = abs(whole(level) or 0)
    if not 1 <= steps <= max(1, len(images)):
        yield Finding("trait-state", where, f"{label} is at level {level!r} of {len(images)}")


def _rotator(apart: TraitText, where: str) -> Iterator[Finding]:
    facings, facing = apart.values.get("facings", ""), apart.state.get("facing", "0")
    number, index = whole(facings) or 0, whole(facing)
    if number < 1:
        yield Finding("trait-number", where, f"Can Rotate, facings: {facings!r} is none")
    elif number > 1 and not (index is not None and 0 <= index < number):
        yield Finding("trait-state", where, f"Can Rotate: facing {facing!r} of {facings}")


def _marker(apart: TraitText, where: str) -> Iterator[Finding]:
    names, values = split(apart.values["names"], ","), split(apart.state["values"], ",")
    if ";" in apart.values["names"] or not all(names):
        yield Finding("marker-name", where, f"mark;{apart.values['names']}")
    if len(names) != len(values):
        yield Finding(
            "marker-values",
            where,
            f"{count_noun(len(names), 'name')} {names}, {count_noun(len(values), 'value')} {values}",
        )


_PATH = re.compile(rf"d(?:(?:[ML](?: {_NUMBER}){{2}}|Q(?: {_NUMBER}){{4}}|C(?: {_NUMBER}){{6}}|Z) )*N \S.*")
"""As VASSAL's `NonRectangular` reads a path: words with a space between them, the image's name last."""


def _shape(apart: TraitText, where: str) -> Iterator[Finding]:
    shape = apart.values.get("shape", "")
    if shape.startswith("d") and not _PATH.fullmatch(shape):
        yield Finding("shape-path", where, f"Non-Rectangular: {shape[:80]!r}")


def _place_marker(apart: TraitText, where: str) -> Iterator[Finding]:
    if apart.values.get("piece", "") in ("", "null"):
        yield Finding("place-marker-empty", where, f"{apart.values.get('text', '')!r} places nothing")


_OWN: dict[str, Callable[[TraitText, str], Iterator[Finding]]] = {
    "emb2;": _layer, "rotate;": _rotator, "mark;": _marker, "placemark;": _place_marker,
    "replace;": _place_marker, "nonRect2;": _shape,
}  # fmt: skip


def _check_order(piece: Piece, where: str) -> Iterator[Finding]:
    prefixes = [trait.type_text().partition(";")[0] for trait in piece.traits]
    if "footprint" in prefixes and "rotate" in prefixes[: prefixes.index("footprint")]:
        yield Finding("trail-inside-rotator", where, "Movement Trail is inside Can Rotate")
