"""What each field of a game's files is: from the types that check it, and from the games that ship.

What it is in words stands in descriptions.yaml beside the type, under its name; form, limits and default are
the type's own, and the example is what a shipped game says there.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel, WithJsonSchema
from pydantic.fields import FieldInfo

from modules.amounts import count_noun
from modules.definition.files import BY_KEY, FOLDERS, SINGLE, TRIED
from modules.definition.formats.fields import FORMS
from modules.definition.formats.special import KEY, parts_of
from modules.game_registry import HERE
from modules.written import source

_REFERENCES = {
    "nation": ("game", "nations"), "kind": ("game", "kinds"), "side": ("game", "sides"),
    "formation": ("game", "formations"), "terrain": ("terrain", "terrain"),
}  # fmt: skip
"""Fields that name an entry of another file: through them a path may go on."""

_DEEPEST = 10
_FORM_OF = re.compile(r"(\w+)=(\w+)")
"""A step to one of several forms, `where=hexside`: the key that tells which it is, and what stands there.
`game=` is no key: it leads to what is a game's own."""
_ROOM = 70
DESCRIPTIONS = "descriptions.yaml"


@cache
def descriptions(room: str) -> dict[str, dict[str, str]]:
    """What stands in the descriptions.yaml of a room of `modules`, by type and field: of all games the words
    of `definition`, of a game those of the types in its special.py."""
    file = HERE / room / DESCRIPTIONS
    found: dict[str, dict[str, str]] = source.read(file, DESCRIPTIONS).data if file.is_file() else {}
    return found


@cache
def said_of(kind: type[BaseModel]) -> dict[str, str]:
    """What each field of a type is, by the field's name; fields of its bases too."""
    named: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        _, _, within = base.__module__.partition("modules.")
        named |= descriptions(within.partition(".")[0]).get(base.__name__, {}) if within else {}
    common = descriptions("definition")["any"]
    return {name: named.get(name) or common.get(name, "") for name in kind.model_fields}


@dataclass(frozen=True)
class Field:
    """One field: its `path` from the file on, with words in capitals for names that the game chooses, and in
    brackets which of several forms it belongs to: `terrain.terrain.NAME[where: hexside].mp`."""

    path: str
    says: str
    form: str
    default: str
    steps: tuple[str, ...]

    @property
    def example(self) -> str:
        """How a shipped game uses it, with the place; empty where none does."""
        return _example(self.steps)

    def text(self) -> str:
        """All of it, for people."""
        rows = [self.path, f"  {self.says}", f"  form:    {self.form}", f"  default: {self.default}"]
        return "\n".join(rows + ([f"  example: {self.example}"] if self.example else []))

    def facts(self) -> dict[str, str]:
        """All of it, for programs."""
        told = {"path": self.path, "says": self.says, "form": self.form}
        return {**told, "default": self.default, "example": self.example}


def files_known() -> tuple[str, ...]:
    """The files that have fields, as `fields_of` knows them."""
    return tuple(_kinds())


def fields_of(file: str) -> list[Field]:
    """The fields of a file: `counters.yaml`, `maps/mill.yaml`, `maps`; none for what is no file of a game."""
    path = Path(file)
    known = _kinds()
    stem = path.parent.name if path.parent.name in known else path.stem
    return [each for name in known if name.partition("_")[0] == stem or name == stem for each in _all()[name]]


def fields_of_type(kind: type[BaseModel]) -> list[Field]:
    """The fields of a type, without those of the types in it."""
    return [each for each in _walk(kind, (kind.__name__,), ()) if len(each.steps) == 2]


def named(words: str) -> list[Field]:
    """The fields whose path ends in the last word and has the others before it, in this order.

    Those whose path has just these words, if there are any; which of several forms it is may be left out. A
    field that names an entry of another file leads to the fields of that entry: `counters.kind.layout` is the
    layout of a kind.
    """
    plain = re.sub(r"\[\w+: (\w+)\]", r".\1", words.removesuffix(".yaml"))
    wanted = tuple(word for word in re.split(r"[.\s]+", plain) if word not in ("", "NAME", "N"))
    if not wanted:
        return []
    fields = [each for group in _all().values() for each in group]
    found = _fitting(fields, wanted)
    if not found and len(wanted) > 1 and wanted[-2] in _REFERENCES and _fitting(fields, wanted[:-1]):
        found = _fitting(fields, (*_REFERENCES[wanted[-2]], wanted[-1]))
    exact = [each for each in found if wanted in (_words(each.steps), _words(_without_forms(each.steps)))]
    return exact or found


def _fitting(fields: Iterable[Field], wanted: tuple[str, ...]) -> list[Field]:
    return [each for each in fields if each.steps[-1] == wanted[-1] and _within(wanted, _words(each.steps))]


def _words(steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(step.partition("=")[2] or step for step in steps if step not in ("*", "#"))


def _without_forms(steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(step for step in steps if not _FORM_OF.fullmatch(step))


def _within(wanted: tuple[str, ...], steps: tuple[str, ...]) -> bool:
    left = iter(steps)
    return all(word in left for word in wanted)


@cache
def _kinds() -> dict[str, type[BaseModel]]:
    kinds = {Path(name).stem: kind for name, kind in SINGLE.items()}
    kinds |= {**FOLDERS, **TRIED}
    kinds |= {f"{folder}_{key}": kind for (folder, key), kind in BY_KEY.items()}
    return kinds


@cache
def _all() -> dict[str, list[Field]]:
    return {name: [*_walk(kind, (name,), ()), *_of_games(name)] for name, kind in _kinds().items()}


def _of_games(file: str) -> Iterator[Field]:
    """What only single games that ship have in a file."""
    for game in sorted(each.parent.name for each in HERE.glob("*/special.py")):
        if file in (parts := parts_of(game)):
            yield from _walk(parts[file], (file, KEY, f"game={game}"), ())


def _walk(kind: type[BaseModel], steps: tuple[str, ...], above: tuple[type, ...]) -> Iterator[Field]:
    """The fields of a type and of all types in it; a type within itself is not gone through again."""
    said = said_of(kind)
    hints = get_type_hints(kind, include_extras=True)
    for name, info in kind.model_fields.items():
        here = (*steps, name)
        yield Field(
            _path(here),
            said.get(name, ""),
            _annotated(_named_type(info.annotation, hints[name]), tuple(info.metadata)),
            _default(info),
            here,
        )
        for inner, more in _parts(hints[name]):
            if inner not in above and inner is not kind and len(here) < _DEEPEST:
                yield from _walk(inner, (*here, *more), (*above, kind))


def _path(steps: tuple[str, ...]) -> str:
    named = ("NAME" if step == "*" else "N" if step == "#" else step for step in steps)
    return ".".join(_FORM_OF.sub(r"[\1: \2]", step) for step in named).replace(".[", "[")


def _parts(hint: Any) -> Iterator[tuple[type[BaseModel], tuple[str, ...]]]:
    """The types within a hint, and the steps to them."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint, ()
        return
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        key = _telling_key(arguments[1:])
        for kind, more in _parts(arguments[0]):
            yield (
                kind,
                (f"{key}={get_args(kind.model_fields[key].annotation)[0]}",)
                if isinstance(key, str)
                else more,
            )
    elif origin is dict:
        yield from ((kind, ("*", *more)) for kind, more in _parts(arguments[1]))
    elif origin is tuple:
        yield from ((kind, ("#", *more)) for each in arguments for kind, more in _parts(each))
    elif origin in (Union, types.UnionType):
        for each in arguments:
            yield from _parts(each)


def types_within(kind: type[BaseModel]) -> set[type[BaseModel]]:
    """A type and all that stand in it."""
    found: set[type[BaseModel]] = set()
    waiting = [kind]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            hints = get_type_hints(each, include_extras=True)
            waiting += [inner for name in each.model_fields for inner, _ in _parts(hints[name])]
    return found


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "none: it must be given"
    value = info.get_default(call_default_factory=True, validated_data={})
    empty = isinstance(value, BaseModel) and not value.model_fields_set
    return "nothing" if empty or value in (None, (), {}) else "no" if value is False else str(value)


def _form(hint: Any) -> str:
    """What a value looks like, in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return f"{'one of' if len(arguments) > 1 else 'the word'} {', '.join(map(str, arguments))}"
    if origin is dict:
        return f"a mapping: {_form(arguments[0])} -> {_form(arguments[1])}"
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return f"a list, each: {_form(arguments[0])}"
        return f"a list of {len(arguments)}: " + ", ".join(map(_form, arguments))
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_form(each) for each in arguments if each is not type(None)))
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return _keys(hint)
    plain = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}
    return plain.get(hint, "a number of MP such as 1, 1/2 or 3/2")


def _named_type(written: Any, found: Any) -> Any:
    """A hint as it is written, or as it was found where it names a type that is made below it."""
    return found if "ForwardRef" in repr(written) else written


def _telling_key(notes: tuple[Any, ...]) -> str | None:
    """The key that tells which of several forms stands there."""
    keys = (note.discriminator for note in notes if isinstance(note, FieldInfo))
    return next((key for key in keys if isinstance(key, str)), None)


def _keys(kind: type[BaseModel], telling: str | None = None) -> str:
    """The keys of a type; with the key that tells that it is this form, and the words under it."""
    names = list(kind.model_fields)
    if telling is not None:
        words = "/".join(get_args(kind.model_fields[telling].annotation))
        names[names.index(telling)] = f"{telling}: {words}"
    return "keys: " + ", ".join(names)


def _annotated(inner: Any, notes: tuple[Any, ...]) -> str:
    limits: list[Any] = []
    for note in notes:
        limits += note.metadata if isinstance(note, FieldInfo) else [note]
    for each in limits:
        pattern = getattr(each, "pattern", None)
        if isinstance(pattern, str) and pattern in FORMS:
            return FORMS[pattern]
        if isinstance(each, WithJsonSchema) and "title" in (each.json_schema or {}):
            return str((each.json_schema or {})["title"])
    if any(isinstance(note, WithJsonSchema) for note in notes) and inner is float:
        return "a length such as 14, 14.5mm or 34in"
    low = next((each.ge for each in limits if isinstance(each, Ge)), None)
    high = next((each.le for each in limits if isinstance(each, Le)), None)
    least = next((each.min_length for each in limits if isinstance(each, MinLen)), None)
    most = next((each.max_length for each in limits if isinstance(each, MaxLen)), None)
    key = _telling_key(notes)
    words = _form(inner) if key is None else " or ".join(_keys(kind, key) for kind in get_args(inner))
    if low is not None or high is not None:
        words += (
            f" from {low}" if high is None else f" up to {high}" if low is None else f" from {low} to {high}"
        )
    if inner is str and most is not None:
        words += f" of at most {count_noun(most, 'character')}"
    elif least:
        words += f", at least {least}"
    return words


# --- examples --------------------------------------------------------------------------------------------


@cache
def _example(steps: tuple[str, ...]) -> str:
    stem, *inner = (step for step in steps if not step.startswith("game="))
    own = next((step for step in steps if step.startswith("game=")), "game=*").removeprefix("game=")
    for game in sorted(each.parent for each in HERE.glob(f"{own}/game.yaml")):
        folder, _, key = stem.partition("_")
        files = (
            sorted((game / folder).glob("*.yaml"))
            if folder in {**FOLDERS, **TRIED}
            else [game / f"{stem}.yaml"]
        )
        for file in files:
            name = f"{game.name}/{file.relative_to(game).as_posix()}"
            parsed = source.read(file, name) if file.is_file() else None
            if parsed is None or not isinstance(parsed.data, dict) or (key and key not in parsed.data):
                continue
            for path, value in _at(parsed.data, tuple(inner), ()):
                return f"{inner[-1]}: {_shown(value)} ({parsed.place(path)})"
    return ""


def _at(data: Any, steps: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[tuple[Any, Any]]:
    if not steps:
        yield path, data
        return
    first, rest = steps[0], steps[1:]
    if isinstance(data, dict) and (form := _FORM_OF.fullmatch(first)):
        if data.get(form[1]) == form[2]:
            yield from _at(data, rest, path)
    elif isinstance(data, dict):
        for key in data if first == "*" else (first,):
            if key in data:
                yield from _at(data[key], rest, (*path, key))
    elif isinstance(data, tuple) and first == "#":
        for i, each in enumerate(data):
            yield from _at(each, rest, (*path, i))


def _shown(value: Any) -> str:
    """A value of a YAML file as it might be written, in little room."""
    if isinstance(value, dict):
        text = "{" + ", ".join(f"{key}: {_shown(each)}" for key, each in value.items()) + "}"
    elif isinstance(value, tuple):
        text = "[" + ", ".join(map(_shown, value)) + "]"
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _ROOM else f"{text[: _ROOM - 4]} ..."
