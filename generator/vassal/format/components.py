"""What VASSAL's build file may contain: components, their attributes, value types and legal children.

The table is data (`components.json`), taken from VASSAL 3.7.26 itself. Names are those below
`VASSAL.build.`, as in "module.Map"; classes elsewhere keep their full name, and the few plain elements
("entry", "option", "setup") have none. Each attribute is [type], [type, default] or
["choice", default, [values]]. An attribute that VASSAL does not know it ignores in silence, and a badly
written number stops the module from opening: so both are problems here.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from generator.vassal.format.keys import is_color, is_key

_PACKAGE = "VASSAL.build."
_NUMBERS = {"integer": re.compile(r"-?\d+"), "double": re.compile(r"-?\d+(\.\d+)?([Ee]-?\d+)?")}


@dataclass(frozen=True)
class Attribute:
    """One attribute: its type, VASSAL's default (None if it has none) and the choices of a "choice".

    Types: string, boolean, integer, double, color, key, list, image, sound, file, expression, choice.
    """

    type: str
    default: str | None = None
    choices: tuple[str, ...] = ()

    def problem(self, value: str) -> str | None:
        """What is wrong with a value as it stands in the file, or None."""
        if self.type == "boolean" and value not in ("true", "false"):
            return f"{value!r} is not true or false"
        if self.type in _NUMBERS and not _NUMBERS[self.type].fullmatch(value):
            return f"{value!r} is not a number of type {self.type}"
        if self.type == "color" and not is_color(value):
            return f'{value!r} is not a colour "r,g,b" or "r,g,b,a"'
        if self.type == "key" and not is_key(value):
            return f'{value!r} is not a keystroke "code,modifiers[,name]"'
        if self.choices and value not in self.choices:
            return f"{value!r} is not one of {', '.join(self.choices)}"
        return None


@dataclass(frozen=True)
class ComponentType:
    """One component. `text` says what its element text is ("piece", "side", ...), "" if it has none."""

    name: str
    attributes: Mapping[str, Attribute]
    children: frozenset[str]
    text: str = ""

    @property
    def tag(self) -> str:
        """The element name in the build file."""
        return tag_of(self.name)


@cache
def component_table() -> Mapping[str, ComponentType]:
    """All components by name."""
    raw = json.loads(files("generator.vassal.format").joinpath("components.json").read_text("utf-8"))
    return {name: _component(name, entry) for name, entry in raw.items()}


def _component(name: str, entry: dict[str, object]) -> ComponentType:
    attributes, children = entry["attributes"], entry["children"]
    if not isinstance(attributes, dict) or not isinstance(children, list):
        raise TypeError(f"components.json: {name} is malformed")
    known = {key: _attribute(*value) for key, value in attributes.items()}
    return ComponentType(name, known, frozenset(children), str(entry.get("text", "")))


def _attribute(kind: str, default: str | None = None, choices: tuple[str, ...] = ()) -> Attribute:
    return Attribute(kind, default, tuple(choices))


def tag_of(name: str) -> str:
    """The element name of a component: its Java class, or the name itself for the plain elements."""
    if name.startswith("VASSAL.") or name in ("entry", "option", "setup"):
        return name
    return _PACKAGE + name


def name_of(tag: str) -> str:
    """The component name of an element, whether VASSAL knows it or not."""
    return tag.removeprefix(_PACKAGE)
