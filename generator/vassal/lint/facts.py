"""What the checks need to know of a module: maps with boards, prototypes, slots, sides, decks, files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.vassal.format.archive import Archive
from generator.vassal.format.codec import split_or_empty
from generator.vassal.format.errors import PieceError
from generator.vassal.format.pieces import Piece, read_definition
from generator.vassal.format.trait_table import take_apart
from generator.vassal.lint.pictures import Pictures
from generator.vassal.lint.tree import Node

MAPS = ("module.Map", "module.PrivateMap", "module.PlayerHand", "widget.WidgetMap")
SLOTS = ("widget.PieceSlot", "widget.CardSlot")
BOARD = "module.map.boardPicker.Board"
GRIDS = tuple(f"module.map.boardPicker.board.{kind}Grid" for kind in ("Hex", "Square", "Region", "Zoned"))
_SPECIAL_SIDES = ("Solitaire", "Solo", "Moderator", "Referee")
_SEPARATE = "module.map.boardPicker.board."
_PROPERTIES = ("GlobalProperty", "ZoneProperty", "ScenarioProperty")


@dataclass(frozen=True)
class MapFacts:
    """A map window and its boards by name."""

    node: Node
    boards: Mapping[str, Node]

    @cached_property
    def top_layer(self) -> int:
        """The index of its uppermost piece layer. A map without layers of its own has two: what does not
        stack, and above it what does."""
        found = self.node.all("module.map.LayeredPieceCollection")
        return len(split_or_empty(found[0].get("layerOrder"))) if found else 1


@dataclass(frozen=True)
class Slot:
    """A piece that the module can make: a slot's node and its piece, None where the text is damaged."""

    node: Node
    piece: Piece | None
    problem: str


@dataclass(frozen=True)
class ModuleFacts:
    """A module that could be read."""

    archive: Archive
    root: Node

    @cached_property
    def pictures(self) -> Pictures:
        """Its images."""
        return Pictures(self.archive)

    @cached_property
    def maps(self) -> dict[str, MapFacts]:
        """Its map windows by name; of two with one name the first."""
        found: dict[str, MapFacts] = {}
        for node in self.root.all(*MAPS):
            boards = {board.get("name"): board for board in reversed(node.all(BOARD))}
            found.setdefault(node.get("mapName"), MapFacts(node, boards))
        return found

    @cached_property
    def slots(self) -> list[Slot]:
        """All slots of palettes, at-start stacks and decks."""
        return [_slot(node) for node in self.root.all(*SLOTS)]

    @cached_property
    def prototypes(self) -> dict[str, Slot]:
        """The prototype definitions by name; of two with one name the last, as in VASSAL."""
        nodes = self.root.all("module.PrototypeDefinition")
        return {node.get("name"): _slot(node) for node in nodes}

    @cached_property
    def prototype_pieces(self) -> dict[str, Piece]:
        """The prototypes that could be read."""
        return {name: slot.piece for name, slot in self.prototypes.items() if slot.piece is not None}

    @cached_property
    def sides(self) -> set[str]:
        """The sides that players choose from, and those that VASSAL always knows."""
        rosters = self.root.all("module.PlayerRoster")
        entries = [entry.text for roster in rosters for entry in roster.all("entry")]
        return {*entries, *_SPECIAL_SIDES}

    @cached_property
    def decks(self) -> set[str]:
        """The names of all decks."""
        return {node.get("name") for node in self.root.all("module.map.DrawPile")}

    @cached_property
    def targets(self) -> Mapping[str, frozenset[str]]:
        """The names of maps, boards, zones and regions, to which commands send pieces."""
        kinds = {"board": BOARD, "zone": f"{_SEPARATE}mapgrid.Zone", "region": f"{_SEPARATE}Region"}
        named = {
            kind: frozenset(node.get("name") for node in self.root.all(name)) for kind, name in kinds.items()
        }
        return {"map": frozenset(self.maps), **named}

    @cached_property
    def trackers(self) -> frozenset[str]:
        """The turn trackers as saves call them."""
        number = len(self.root.all("module.turn.TurnTracker"))
        return frozenset(f"TurnTracker{index}" for index in range(number))

    @cached_property
    def properties(self) -> frozenset[str]:
        """The names of the properties whose values saves hold."""
        return frozenset(node.get("name") for node in self.root.walk() if node.name.endswith(_PROPERTIES))

    @cached_property
    def ids(self) -> list[tuple[str, str]]:
        """Where each gpid of the module stands: those of slots, and of markers that traits place."""
        found = [(slot.node.where, slot.node.get("gpid")) for slot in self.slots]
        for slot in self.definitions():
            for trait in slot.piece.traits if slot.piece else ():
                apart = take_apart(trait.type_text(), "")
                if apart is not None and apart.values.get("piece", "null") not in ("", "null"):
                    found.append((f"{slot.node.where}, {apart.kind.name}", apart.values.get("gpid", "")))
        return found

    @cached_property
    def gpids(self) -> frozenset[str]:
        """The gpids without their places."""
        return frozenset(gpid for _, gpid in self.ids)

    @cached_property
    def has_at_start(self) -> bool:
        """Whether it has at-start stacks or decks."""
        return bool(self.root.all("module.map.SetupStack", "module.map.DrawPile"))

    def board_size(self, board: Node) -> tuple[int, int] | None:
        """A board's size in px: that of its image, else what it says; None where neither is known."""
        image = board.get("image")
        if image:
            return self.pictures.size(image)
        width, height = board.number("width"), board.number("height")
        return (int(width), int(height)) if min(width, height) > 0 else None

    def definitions(self) -> Iterator[Slot]:
        """All pieces and prototypes."""
        yield from self.slots
        yield from self.prototypes.values()


def _slot(node: Node) -> Slot:
    try:
        return Slot(node, read_definition(node.text)[1], "")
    except PieceError as error:
        return Slot(node, None, str(error))
