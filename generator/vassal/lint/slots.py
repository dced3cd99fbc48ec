"""Checks of the pieces that a module can make: slots and prototypes, their ids (gpid), and what they draw."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from generator.vassal.format.codec import whole
from generator.vassal.format.errors import CircularPrototype, PieceError, PrototypeError, PrototypeTooLarge
from generator.vassal.format.pieces import Piece, expand, read_definition
from generator.vassal.format.trait_table import take_apart
from generator.vassal.format.traits import UsePrototype
from generator.vassal.lint.facts import SLOTS, ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.references import check_references, check_submenus
from generator.vassal.lint.traits import check_keys, check_piece


def check_slots(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of all slots and prototypes."""
    for slot in facts.definitions():
        where = slot.node.where
        if slot.piece is None:
            yield Finding("piece-damaged", where, slot.problem)
            continue
        yield from check_piece(slot.piece, where)
        yield from check_references(slot.piece, where, facts)
        expanded = yield from _check_prototypes(slot.piece, where, facts)
        if expanded is not None and slot.node.name in SLOTS:
            yield from _check_whole(expanded, where)
    yield from _check_ids(facts)


def _check_prototypes(piece: Piece, where: str, facts: ModuleFacts) -> Generator[Finding, None, Piece | None]:
    """Gives the piece with its prototypes expanded, None where they cannot be."""
    for trait in piece.traits:
        name = prototype_of(trait.type_text())
        if name is not None and not set(name) & set("${") and name not in facts.prototypes:
            yield Finding("prototype-unknown", where, f"prototype {name!r}")
    try:
        return expand(piece, facts.prototype_pieces)
    except CircularPrototype as error:
        yield Finding("prototype-circular", where, str(error))
    except PrototypeTooLarge as error:
        yield Finding("prototype-too-large", where, str(error))
    except PrototypeError:
        pass  # one that is unknown; where it is named it is told
    return None


def prototype_of(type_text: str) -> str | None:
    """The name in a prototype trait, None for any other trait."""
    apart = take_apart(type_text, "")
    return apart.values.get("name", "") if apart and apart.kind.prefix == UsePrototype.PREFIX else None


def _check_whole(piece: Piece, where: str) -> Iterator[Finding]:
    """What shows only once the prototypes are expanded."""
    yield from check_keys(piece, where)
    yield from check_submenus(piece, where)
    if not draws(piece):
        yield Finding("slot-draws-nothing", where, "no image, no layer with an image, no label")


def draws(piece: Piece) -> bool:
    """Whether there is anything to be seen of a piece whose prototypes are expanded."""
    taken = [take_apart(trait.type_text(), trait.state_text()) for trait in piece.traits]
    seen = ("emb2;", "emb;", "label;", "nonRect2;", "nonRect;", "prototype;")
    for apart in taken:
        if apart is None or (apart.kind.prefix in seen and any(apart.values.get(n) for n in _DRAWN)):
            return True
    return bool(piece.basic.image)


_DRAWN = ("images", "fields", "name_format", "shape")


def _check_ids(facts: ModuleFacts) -> Iterator[Finding]:
    next_text = facts.root.get("nextPieceSlotId")
    next_id = whole(next_text)
    seen: dict[str, str] = {}
    for where, gpid in facts.ids:
        if not gpid:
            yield Finding("gpid-missing", where, "the slot has no gpid")
        elif (number := whole(gpid)) is None or number < 0:
            yield Finding("gpid-number", where, f"gpid {gpid!r} is not a number")
        elif gpid in seen:
            yield Finding("gpid-double", where, f"gpid {gpid} is also that of {seen[gpid]}")
        elif next_id is not None and number >= next_id:
            yield Finding("gpid-too-large", where, f"gpid {gpid}, nextPieceSlotId {next_id}")
        seen.setdefault(gpid, where)
    if seen and next_id is None:
        yield Finding("gpid-next", facts.root.where, f"nextPieceSlotId is {next_text!r}")


def placed_pieces(facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    """The definitions that Place Marker and Replace hold, with where they stand."""
    for slot in facts.definitions():
        for trait in slot.piece.traits if slot.piece else ():
            apart = take_apart(trait.type_text(), "")
            if apart is not None and apart.values.get("piece", "").startswith("+/"):
                yield f"{slot.node.where}, {apart.kind.name}", apart.values["piece"]


def check_placed(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of the pieces that traits place."""
    for where, text in placed_pieces(facts):
        try:
            piece = read_definition(text)[1]
        except PieceError as error:
            yield Finding("piece-damaged", where, str(error))
            continue
        yield from check_piece(piece, where)
        yield from check_references(piece, where, facts)
        yield from _check_prototypes(piece, where, facts)
