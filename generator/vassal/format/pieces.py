"""Pieces: traits outermost first around a BasicPiece, as VASSAL defines, saves and expands them.

A definition (in a slot or prototype) is an AddPiece text without an id; a save holds the same text with an
id and, because VASSAL does not look prototypes up for state, with every prototype expanded (`expand`).
Source: `build/module/BasicCommandEncoder.java`, `counters/BasicPiece.java`, `counters/PieceCloner.java`.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from generator.vassal.format.codec import TAB, join, nest, split, unnest, whole
from generator.vassal.format.errors import (
    CircularPrototype,
    CodecError,
    PieceError,
    PrototypeError,
    PrototypeTooLarge,
)
from generator.vassal.format.traits import Marker, RawTrait, Trait, UsePrototype, read_trait
from modules.amounts import count_noun

_ADD = "+/"
_NULL = "null"
_COMMENT = "cmt;"
_DEEPEST, _MOST_TRAITS = 100, 10_000
LARGEST_PIECE = 1_000_000
"""Characters of a piece's type and state. Those of the games that ship have some 8,000."""


@dataclass(frozen=True)
class BasicPiece:
    """The innermost part: image and name, and where the piece is.

    `map` "" is off every map; x and y are px on the map; `gpid` is the slot's id, which VASSAL uses to
    refresh pieces when a module changes; `properties` are those that VASSAL keeps itself (OldMap, ...).
    """

    image: str = ""
    name: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    gpid: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    clone_key: str = ""
    delete_key: str = ""

    def type_text(self) -> str:
        return "piece;" + join((self.clone_key, self.delete_key, self.image, self.name), ";")

    def state_text(self) -> str:
        head = (self.map or _NULL, str(self.x), str(self.y), self.gpid, str(len(self.properties)))
        return join((*head, *(text for pair in self.properties for text in pair)), ";")

    @classmethod
    def read(cls, type_text: str, state: str) -> Self:
        """Decode; raises PieceError when the type is no BasicPiece or the state is not its state."""
        kind, *fields = split(type_text, ";")
        if kind != "piece" or len(fields) != 4:
            raise PieceError(f"{type_text!r} is not a basic piece: piece;clone;delete;image;name")
        clone, delete, image, name = fields
        map_name, x, y, gpid, count, *texts = (*split(state, ";"), "", "", "", "")
        left, top, number = whole(x), whole(y), whole(count or "0")
        if left is None or top is None or number is None or number < 0:
            raise PieceError(f"{state[:200]!r} is not the state of a basic piece: map;x;y;gpid;count")
        pairs = tuple(zip(texts[0 : 2 * number : 2], texts[1 : 2 * number : 2], strict=False))
        map_name = "" if map_name == _NULL else map_name
        return cls(image, name, map_name, left, top, gpid, pairs, clone, delete)


@dataclass(frozen=True)
class Piece:
    """A piece: its traits, outermost first (the editor shows them the other way round)."""

    basic: BasicPiece
    traits: tuple[Trait, ...] = field(default=())

    def __post_init__(self) -> None:
        if TAB in self.basic.type_text() + self.basic.state_text():
            raise PieceError(f"the basic piece {self.basic.name!r} has a TAB in its name, image or state")
        if any(text.endswith("\\") for text in (self.basic.image, self.basic.name, self.basic.map)):
            raise PieceError(f"the basic piece {self.basic.name!r} has a text with a backslash at its end")
        if self.basic.map == _NULL:
            raise PieceError(f"the basic piece {self.basic.name!r}: no map can be called {_NULL!r}")

    def type_text(self) -> str:
        return self._type

    @cached_property
    def _type(self) -> str:
        return nest([*(trait.type_text() for trait in self.traits), self.basic.type_text()])

    def state_text(self) -> str:
        return self._state

    @cached_property
    def _state(self) -> str:
        return nest([*(trait.state_text() for trait in self.traits), self.basic.state_text()])

    def definition(self, piece_id: str = "") -> str:
        """The AddPiece text, with id "null" for a slot or prototype."""
        return _ADD + join((piece_id or _NULL, self.type_text(), self.state_text()), "/")

    def at(self, map_name: str, x: int, y: int) -> "Piece":
        """The same piece on a map, at px from its top left corner; kept, as a log asks at each step."""
        basic = self.basic
        return self.kept(
            (map_name, x, y), lambda: replace(self, basic=replace(basic, map=map_name, x=x, y=y))
        )

    def kept(self, state: Hashable, make: Callable[[], "Piece"]) -> "Piece":
        """This piece in another state, made once; its type must be the same."""
        if state not in self._others:
            other = make()
            vars(other)["_type"] = self._type
            self._others[state] = other
        return self._others[state]

    @cached_property
    def _others(self) -> "dict[Hashable, Piece]":
        return {}

    def with_gpid(self, gpid: int | str) -> "Piece":
        """The same piece with a slot id."""
        return replace(self, basic=replace(self.basic, gpid=str(gpid)))

    def markers(self) -> Mapping[str, str]:
        """The fixed properties; of two with one name the outermost counts, as in VASSAL."""
        return self._markers

    @cached_property
    def _markers(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for trait in self.traits:
            if isinstance(trait, Marker):
                for name, value in zip(trait.names, trait.values, strict=True):
                    found.setdefault(name, value)
        return found


def prototype(*traits: Trait) -> Piece:
    """The piece that a prototype definition holds: traits, outermost first, and an empty BasicPiece."""
    return Piece(BasicPiece(), traits)


def read_piece(type_text: str, state: str) -> Piece:
    """Decode type and state. Raises PieceError when their depths differ or the basic piece is malformed, and
    for one that is larger than any piece."""
    if len(type_text) + len(state) > LARGEST_PIECE:
        raise PieceError(f"the piece has more than {LARGEST_PIECE:,} characters")
    try:
        (*types, basic), (*states, place) = unnest(type_text), unnest(state)
    except CodecError as fault:
        raise PieceError(f"type and state must both be pairs parted by a TAB: {fault}") from fault
    if len(types) != len(states):
        told = f"the type has {count_noun(len(types), 'trait')} and the state {len(states)}"
        raise PieceError(f"{told}: both must be pairs parted by a TAB, in each other equally deep")
    return Piece(BasicPiece.read(basic, place), tuple(map(read_trait, types, states)))


def read_definition(text: str) -> tuple[str, Piece]:
    """Decode an AddPiece text into its id ("" for null) and the piece. Raises PieceError."""
    parts = split(text.removeprefix(_ADD), "/")
    if not text.startswith(_ADD) or len(parts) != 3:
        raise PieceError(f"not a piece definition (+/id/type/state): {text[:60]!r}")
    return "" if parts[0] == _NULL else parts[0], read_piece(parts[1], parts[2])


def expand(piece: Piece, prototypes: Mapping[str, Piece]) -> Piece:
    """The piece as a save must hold it: prototypes replaced in place by their traits, comments dropped.

    Raises PrototypeError for an unknown prototype, CircularPrototype for one that contains itself,
    PrototypeTooLarge for more than a hundred in each other or ten thousand traits; VASSAL reports none.
    """
    return replace(piece, traits=tuple(_Expansion(prototypes).traits(piece.traits, ())))


@dataclass(frozen=True)
class _Expansion:
    """The prototypes that one piece uses, each expanded once."""

    prototypes: Mapping[str, Piece]
    known: dict[str, list[Trait]] = field(default_factory=dict)

    def traits(self, traits: tuple[Trait, ...], path: tuple[str, ...]) -> list[Trait]:
        found: list[Trait] = []
        for trait in traits:
            if isinstance(trait, UsePrototype):
                found += self._of(trait.name, path)
            elif not (isinstance(trait, RawTrait) and trait.type.startswith(_COMMENT)):
                found.append(trait)
            if len(found) > _MOST_TRAITS:
                raise PrototypeTooLarge(f"more than {_MOST_TRAITS} traits in one piece or prototype")
        return found

    def _of(self, name: str, path: tuple[str, ...]) -> list[Trait]:
        if name in path:
            raise CircularPrototype(f"prototype {name!r} contains itself: {' > '.join(path)}")
        if name not in self.prototypes:
            raise PrototypeError(f"there is no prototype {name!r}; there are {sorted(self.prototypes)}")
        if len(path) >= _DEEPEST:
            raise PrototypeTooLarge(f"prototype {path[0]!r} holds more than {_DEEPEST} in each other")
        if name not in self.known:
            self.known[name] = self.traits(self.prototypes[name].traits, (*path, name))
        return self.known[name]
