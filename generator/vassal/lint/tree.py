"""A stranger's build file as a tree of nodes, each of which knows its path.

Nothing is checked here but that it is XML; unlike `buildfile.Component` a node may hold anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from generator.vassal.format.components import name_of
from generator.vassal.format.errors import ContainerError

_LABELS = ("entryName", "mapName", "chartName", "name", "title", "text", "threadName")
_LARGEST = 1e9
MOST_ELEMENTS = 100_000
"""Elements of one file of XML. A counter takes an element of some kilobyte, so that the largest build files,
of 30 MB, have some 30,000."""

_LONGEST_LABEL = 80
"""Letters of a component's name in the paths of all below it."""


class TreeTooLarge(ContainerError):
    """XML with more elements than any module or picture has."""


@dataclass(frozen=True)
class Node:
    """A component as found. `where` is its path: "Map[Main Map]/BoardPicker/Board[North]"."""

    name: str
    attributes: Mapping[str, str]
    text: str
    children: tuple["Node", ...]
    where: str

    def walk(self) -> Iterator["Node"]:
        """This node and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, *names: str) -> list["Node"]:
        """All nodes below with one of these names."""
        return [node for node in self.walk() if node.name in names]

    def get(self, attribute: str, default: str = "") -> str:
        """An attribute's value."""
        return self.attributes.get(attribute, default)

    def number(self, attribute: str, default: float = 0.0) -> float:
        """An attribute's value as a number, the default if it is none, or too large for px and counts."""
        try:
            found = float(self.get(attribute, str(default)))
        except ValueError:
            return default
        return found if abs(found) < _LARGEST else default


def read_tree(data: bytes) -> Node:
    """The root of a build file. Raises etree.XMLSyntaxError, TreeTooLarge."""
    return _node(parse_xml(data), "")


def parse_xml(data: bytes) -> etree._Element:
    """The root of a stranger's XML: no entities are resolved, nothing is fetched. Raises XMLSyntaxError,
    TreeTooLarge."""
    # Before it is parsed: a tree of elements takes fifty times the room of its text.
    if data.count(b"<") > 2 * MOST_ELEMENTS:  # begin and end
        raise TreeTooLarge(f"more than {MOST_ELEMENTS:,} elements: no module has so many")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    return etree.fromstring(data, parser)


def _node(element: etree._Element, parent: str) -> Node:
    name = name_of(str(element.tag))
    attributes = {str(key): str(value) for key, value in element.attrib.items()}
    label = next((attributes[key] for key in _LABELS if attributes.get(key)), "")[:_LONGEST_LABEL]
    where = name.rpartition(".")[2] + (f"[{label}]" if label else "")
    path = f"{parent}/{where}" if parent else where
    below = "" if not parent and name == "GameModule" else path
    children = tuple(_node(child, below) for child in element if isinstance(child.tag, str))
    return Node(name, attributes, (element.text or "").strip(), children, path)
