"""Checks of one piece against its module: the images, sounds, sides, maps and decks that its traits name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.vassal.format.codec import split_or_empty
from generator.vassal.format.pieces import Piece
from generator.vassal.format.trait_table import TraitText, take_apart
from generator.vassal.lint.components import unknown_sides
from generator.vassal.lint.facts import ModuleFacts
from generator.vassal.lint.files import check_sound
from generator.vassal.lint.findings import Finding


def check_references(piece: Piece, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    """Findings for what a piece names and its module lacks."""
    yield from _images([piece.basic.image], where, facts)
    for trait in piece.traits:
        apart = take_apart(trait.type_text(), trait.state_text())
        if apart is None:
            continue
        for field in apart.kind.type:
            yield from _check_field(field.kind, apart.values.get(field.name, ""), where, facts)
        if apart.kind.prefix in _OWN:
            yield from _OWN[apart.kind.prefix](apart, where, facts)


def check_submenus(piece: Piece, where: str) -> Iterator[Finding]:
    """Findings for submenus of commands that the piece does not have; prototypes must be expanded."""
    taken = [take_apart(trait.type_text(), "") for trait in piece.traits]
    apart = [each for each in taken if each is not None]
    texts = {each.values.get(text, "") for each in apart for text, _ in each.kind.menu}
    texts |= {each.values.get("title", "") for each in apart}
    for each in apart:
        commands = split_or_empty(each.values.get("commands", "")) if "commands" in each.values else []
        if each.kind.prefix != "submenu;":
            texts |= {command.partition(":")[0] for command in commands}
    for each in apart:
        if each.kind.prefix == "submenu;":
            for command in split_or_empty(each.values.get("commands", "")):
                if command and command not in texts and "$" not in command:
                    yield Finding("submenu-command", where, f"the submenu lists {command!r}")


def _check_field(kind: str, value: str, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    if kind == "image":
        yield from _images([value], where, facts)
    elif kind == "images":
        yield from _images(split_or_empty(value), where, facts)
    elif kind == "style" and value[:1] == "G":
        yield from _images([value[1:]], where, facts)
    elif kind == "sound":
        yield from check_sound(value, where, facts)
    elif kind == "access" and value.startswith("sides:"):
        yield from unknown_sides(value.removeprefix("sides:"), where, facts, ":")


def _images(names: list[str], where: str, facts: ModuleFacts) -> Iterator[Finding]:
    for name in names:
        if facts.pictures.missing(name):
            yield Finding("image-missing", where, f"{name!r} is not in images/")


def _plain(text: str) -> bool:
    return bool(text) and not set(text) & set("${")


def _restricted(apart: TraitText, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    yield from unknown_sides(apart.values.get("sides", ""), where, facts)


def _send(apart: TraitText, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    values, destination = apart.values, apart.values.get("destination", "L")[:1]
    within = {"Z": "zone", "R": "region"}.get(destination, "board")
    for name in ("map", within) if destination != "A" else ():
        if _plain(values.get(name, "")) and values[name] not in facts.targets[name]:
            yield Finding("send-target", where, f"Send To Location, {name}: {values[name]!r}")


def _return(apart: TraitText, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    values = apart.values
    deck = values.get("expression", "") if values.get("version", "0") >= "2" else values.get("deck", "")
    if values.get("select", "false") != "true" and _plain(deck) and deck not in facts.decks:
        yield Finding("return-deck", where, f"Return To Deck: {deck!r}")


_OWN: dict[str, Callable[[TraitText, str, ModuleFacts], Iterator[Finding]]] = {
    "restrict;": _restricted, "sendto;": _send, "return;": _return,
}  # fmt: skip
