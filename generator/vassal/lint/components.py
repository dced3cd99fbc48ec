"""Checks of the build file against the list of components: names, attributes, values, children; and what
VASSAL needs but does not add by itself."""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format.codec import split_or_empty
from generator.vassal.format.components import Attribute, component_table, tag_of
from generator.vassal.lint.facts import MAPS, ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.programs import check_node_programs
from generator.vassal.lint.tree import Node
from modules.amounts import count_noun

_MAP_PARTS = ("ForwardToKeyBuffer", "MenuDisplayer", "PieceMover", "KeyBufferer", "BoardPicker")
_LATE = ("module.map.SetupStack", "module.map.DrawPile")
_IDS = ("gpid", "nextPieceSlotId")
"""Attributes that `slots` looks at."""

_PICKER = "module.map.BoardPicker"


def check_components(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of every node of the build file."""
    for node in facts.root.walk():
        yield from _check_node(node, facts)
        yield from check_node_programs(node)
    for node in facts.root.all(*MAPS):
        yield from _check_map(node)
    yield from _check_doubles(facts)
    yield from _check_sides(facts)


def _check_node(node: Node, facts: ModuleFacts) -> Iterator[Finding]:
    kind = component_table().get(node.name)
    if kind is None:
        custom = tag_of(node.name).replace(".", "/") + ".class"
        if custom not in facts.archive and node.name.replace(".", "/") + ".class" not in facts.archive:
            yield Finding("component-unknown", node.where, f"VASSAL has no component {node.name}")
        return
    for name, value in node.attributes.items():
        attribute = kind.attributes.get(name)
        if attribute is None:
            yield Finding("attribute-unknown", node.where, f"{node.name} has no attribute {name!r}")
        else:
            yield from _check_value(node, name, attribute, value)
    for child in node.children:
        if child.name in component_table() and child.name not in kind.children:
            yield Finding("child-misplaced", child.where, f"{node.name} may not contain {child.name}")


def _check_value(node: Node, name: str, attribute: Attribute, value: str) -> Iterator[Finding]:
    problem = None if name in _IDS else attribute.problem(value)
    if problem is None or (value == "" and attribute.type not in ("integer", "double")):
        return
    code = {"choice": "attribute-choice", "key": "key-unreadable"}.get(attribute.type, "attribute-value")
    yield Finding(code, node.where, f"{name}: {problem}")


def _check_map(node: Node) -> Iterator[Finding]:
    kinds = [child.name for child in node.children]
    for part in _MAP_PARTS:
        if f"module.map.{part}" not in kinds:
            yield Finding("map-part-missing", node.where, f"the map has no {part}")
    if not node.get("mapName"):
        yield Finding("map-name", node.where, "the map has no mapName")
    late = [index for index, kind in enumerate(kinds) if kind in _LATE]
    if _PICKER in kinds and late and late[0] < kinds.index(_PICKER):
        yield Finding(
            "board-picker-late", node.where, "a deck or at-start stack comes before the BoardPicker"
        )
    for zoomer in node.all("module.map.Zoomer"):
        yield from _check_zoom(zoomer)


def _check_zoom(node: Node) -> Iterator[Finding]:
    levels = node.get("zoomLevels").split(",") if node.get("zoomLevels") else []
    start = int(node.number("zoomStart", 1))
    if levels and not 1 <= start <= len(levels):
        yield Finding("zoom-start", node.where, f"zoomStart {start} of {count_noun(len(levels), 'level')}")


def _check_doubles(facts: ModuleFacts) -> Iterator[Finding]:
    """Names by which VASSAL finds things, and finds only one of two."""
    root = facts.root
    yield from _doubled("map-name-double", root.all(*MAPS), "mapName")
    yield from _doubled("prototype-double", root.all("module.PrototypeDefinition"), "name")
    yield from _doubled("deck-name-double", root.all("module.map.DrawPile"), "name")
    yield from _doubled("setup-name-double", root.all("module.PredefinedSetup"), "name")
    properties = [child for node in root.children for child in node.children]
    globals_ = [node for node in properties if node.name == "module.properties.GlobalProperty"]
    yield from _doubled("property-double", globals_, "name")


def _doubled(code: str, nodes: list[Node], attribute: str) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for node in nodes:
        name = node.get(attribute)
        if name in seen and name:
            yield Finding(code, node.where, f"{name!r} is also the name of {seen[name]}")
        seen.setdefault(name, node.where)


def _check_sides(facts: ModuleFacts) -> Iterator[Finding]:
    seen: set[str] = set()
    for roster in facts.root.all("module.PlayerRoster"):
        for entry in roster.all("entry"):
            if entry.text in seen or not entry.text:
                yield Finding("side-double", entry.where, f"side {entry.text!r} is empty or listed twice")
            seen.add(entry.text)
    for node in facts.root.all("module.PrivateMap", "module.PlayerHand"):
        yield from unknown_sides(node.get("side"), node.where, facts)
    for node in facts.root.all("module.map.DrawPile"):
        yield from unknown_sides(node.get("deckOwners"), node.where, facts)


def unknown_sides(text: str, where: str, facts: ModuleFacts, delimiter: str = ",") -> Iterator[Finding]:
    """Findings for sides of a list that nobody can choose; expressions are not looked into."""
    for side in split_or_empty(text, delimiter):
        if side and side not in facts.sides and not set(side) & set("${"):
            yield Finding("side-unknown", where, f"{side!r} is not a side in the PlayerRoster")
