"""Checks of the pieces that a module can make: slots and prototypes, their ids (gpid), and what they draw."""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.errors import PieceError, PrototypeError
from generator.vassal.lint.facts import ModuleFacts, Slot
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.references import check_references, check_submenus
from generator.vassal.lint.traits import check_keys, check_piece
from generator.vassal.pieces import Piece, expand, read_definition
from generator.vassal.trait_table import take_apart
from generator.vassal.traits import UsePrototype


def check_slots(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of all slots and prototypes."""
    for slot in facts.definitions():
        if slot.piece is None:
            yield Finding("piece-damaged", slot.node.where, slot.problem)
        else:
            yield from check_piece(slot.piece, slot.node.where)
            yield from check_references(slot.piece, slot.node.where, facts)
            yield from _check_prototypes(slot.piece, slot.node.where, facts)
    for slot in facts.slots:
        yield from _check_whole(slot, facts)
    yield from _check_ids(facts)


def _check_prototypes(piece: Piece, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    for trait in piece.traits:
        name = prototype_of(trait.type_text())
        if name is not None and not set(name) & set("${") and name not in facts.prototypes:
            yield Finding("prototype-unknown", where, f"prototype {name!r}")
    try:
        expand(piece, facts.prototype_pieces)
    except PrototypeError as error:
        if "contains itself" in str(error):
            yield Finding("prototype-circular", where, str(error))


def prototype_of(type_text: str) -> str | None:
    """The name in a prototype trait, None for any other trait."""
    apart = take_apart(type_text, "")
    return apart.values.get("name", "") if apart and apart.kind.prefix == UsePrototype.PREFIX else None


def _check_whole(slot: Slot, facts: ModuleFacts) -> Iterator[Finding]:
    """What shows only once the prototypes are expanded."""
    if slot.piece is None:
        return
    try:
        piece = expand(slot.piece, facts.prototype_pieces)
    except PrototypeError:
        return
    yield from check_keys(piece, slot.node.where)
    yield from check_submenus(piece, slot.node.where)
    if not draws(piece):
        yield Finding("slot-draws-nothing", slot.node.where, "no image, no layer with an image, no label")


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
    next_id = facts.root.get("nextPieceSlotId")
    seen: dict[str, str] = {}
    for where, gpid in all_ids(facts):
        if not gpid:
            yield Finding("gpid-missing", where, "the slot has no gpid")
        elif not gpid.isdecimal():
            yield Finding("gpid-number", where, f"gpid {gpid!r} is no number")
        elif gpid in seen:
            yield Finding("gpid-double", where, f"gpid {gpid} is also that of {seen[gpid]}")
        elif next_id.isdecimal() and int(gpid) >= int(next_id):
            yield Finding("gpid-too-large", where, f"gpid {gpid}, nextPieceSlotId {next_id}")
        seen.setdefault(gpid, where)
    if seen and not next_id.isdecimal():
        yield Finding("gpid-next", facts.root.where, f"nextPieceSlotId is {next_id!r}")


def all_ids(facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    """Where each gpid of the module stands: those of slots, and of markers that traits place."""
    for slot in facts.slots:
        yield slot.node.where, slot.node.get("gpid")
    for slot in facts.definitions():
        for trait in slot.piece.traits if slot.piece else ():
            apart = take_apart(trait.type_text(), "")
            if apart is not None and apart.values.get("piece", "null") not in ("", "null"):
                yield f"{slot.node.where}, {apart.kind.name}", apart.values.get("gpid", "")


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
