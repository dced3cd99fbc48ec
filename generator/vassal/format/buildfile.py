"""The build file: a tree of components, each checked against VASSAL's own table when it is made.

`component("module.DiceButton", name="2d6", nDice=2)` is refused (ComponentError) if VASSAL knows no such
component or attribute, or would not read the value; so is a child where it may not stand. `build_file`
turns the root into XML, the same bytes every time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lxml import etree

from generator.vassal.format.codec import join_or_empty
from generator.vassal.format.components import ComponentType, component_table
from generator.vassal.format.errors import ComponentError

Value = str | int | float | bool | Sequence[str]


@dataclass(frozen=True)
class Component:
    """A component of a module, with attributes as they stand in the file."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple["Component", ...] = ()
    text: str = ""

    def walk(self) -> Iterator["Component"]:
        """This component and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def component(name: str, /, *children: Component, **attributes: Value) -> Component:
    """A checked component. Values may be text, numbers, booleans, or a sequence of texts for lists.

    Raises ComponentError naming the component and everything that is wrong with it.
    """
    return _checked(name, children, "", attributes)


def text_component(name: str, body: str, /, **attributes: Value) -> Component:
    """A checked component with element text: a slot's piece, a side's name. Raises ComponentError."""
    return _checked(name, (), body, attributes)


def _checked(
    name: str, children: tuple[Component, ...], body: str, attributes: Mapping[str, Value]
) -> Component:
    kind = component_table().get(name)
    if kind is None:
        raise ComponentError(f"VASSAL has no component {name!r}")
    written = {key: _written(value) for key, value in sorted(attributes.items())}
    problems = [*_attribute_problems(kind, written), *_child_problems(kind, children)]
    if body and not kind.text:
        problems.append("has no text of its own")
    if problems:
        raise ComponentError(f"{name}: " + "; ".join(problems))
    return Component(name, written, children, body)


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    return join_or_empty(value, ",")


def _attribute_problems(kind: ComponentType, written: Mapping[str, str]) -> Iterator[str]:
    for name, value in written.items():
        attribute = kind.attributes.get(name)
        if attribute is None:
            yield f"has no attribute {name!r}, only {', '.join(sorted(kind.attributes)) or 'none'}"
        elif problem := attribute.problem(value):
            yield f"{name}: {problem}"


def _child_problems(kind: ComponentType, children: tuple[Component, ...]) -> Iterator[str]:
    for name in dict.fromkeys(child.name for child in children):
        if name not in kind.children:
            yield f"may not contain {name}"


def build_file(root: Component) -> bytes:
    """buildFile.xml, UTF-8. Raises ComponentError for characters that XML cannot hold."""
    if root.name != "GameModule":
        raise ComponentError(f"a build file begins with GameModule, not {root.name}")
    document = _element(root)
    etree.indent(document, space="    ")
    return etree.tostring(document, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"


def _element(part: Component) -> etree._Element:
    element = etree.Element(component_table()[part.name].tag)
    try:
        for name, value in sorted(part.attributes.items()):
            element.set(name, value)
        if part.text:
            element.text = part.text
    except ValueError as error:
        raise ComponentError(
            f"{part.name}: a control character in {part.attributes} {part.text!r}"
        ) from error
    element.extend(_element(child) for child in part.children)
    return element
