"""What a build may draw: for each kind of picture the units that there are, and what each is drawn from.

A unit is what is drawn in one go from one excerpt of the definition: the counters of a group with both faces,
a map. Nothing here draws or loads what does, so that a build which finds all as it was is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.building import excerpts
from generator.building.picture import What
from generator.sheets.pictures import board_names, sections_of
from modules.definition import Definition

MARKER, BACK, SECTION, GUIDE, SIGNS = "marker ", "back ", "section ", "the guide", "the signs"
"""The names of units that are none of the definition's, or how they begin."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is drawn in one go. `in_play`, as a module shows it: counters without the faces that nobody sees
    in play, the backs of those of one step; a map in few colours, one of hexes with their ids and without."""

    what: What
    name: str
    in_play: bool = False

    @property
    def large(self) -> bool:
        """Whether it takes as long to draw as many others: a sheet, all charts of a scenario."""
        return self.what in ("maps", "boards") or (self.what == "charts" and self.name not in (GUIDE, SIGNS))

    @property
    def together(self) -> tuple[What, str]:
        """What units have in common that are made of one drawing: a map and its sections."""
        return self.what, section_named(self.name)[0] if self.what == "maps" else self.name

    def excerpt(self, definition: Definition) -> Definition:
        """The part of the definition that it is drawn from."""
        return _KINDS[self.what].excerpt(definition, self.name)


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of picture: the names of its units, and the excerpt a unit is drawn from."""

    names: Callable[[Definition], Iterable[str]]
    excerpt: Callable[[Definition, str], Definition]


def _counters(definition: Definition) -> Iterator[str]:
    """Groups of counters, then markers."""
    yield from dict.fromkeys(c.group for c in definition.counters.values() if c.form == "counter")
    for name in definition.game.markers:
        yield f"{MARKER}{name}"


def _cards(definition: Definition) -> Iterator[str]:
    """Cards, then the backs of packs."""
    if not definition.decks and all(each.form != "card" for each in definition.counters.values()):
        return
    from generator.cards.pieces import card_packs

    packs = card_packs(definition)
    yield from packs
    yield from (f"{BACK}{pack}" for pack in dict.fromkeys(packs.values()))


def _blocks(definition: Definition) -> Iterator[str]:
    """Blocks, then the backs of sides."""
    blocks = [each for each in definition.counters.values() if each.form == "block"]
    yield from (each.id for each in blocks)
    yield from dict.fromkeys(f"{BACK}{each.side}" for each in blocks)


def _maps(definition: Definition) -> Iterator[str]:
    """Sheets of maps of hexes, then of areas, then the sections of those that have some."""
    yield from definition.printed_sheets
    yield from definition.area_maps
    for name in definition.printed_sheets:
        across, down = sections_of(definition, name)
        if across * down > 1:
            yield from (f"{SECTION}{number} {name}" for number in range(1, across * down + 1))


def section_named(unit: str) -> tuple[str, int]:
    """The map of a unit and which of its sections it is, 0 for the whole."""
    number, _, name = unit.removeprefix(SECTION).partition(" ")
    return (name, int(number)) if name else (unit, 0)


def _charts(definition: Definition) -> Iterator[str]:
    """The guide to the counters, that to their signs, then scenarios."""
    if any(each.front and each.form != "card" for each in definition.counters.values()):
        yield GUIDE
    yield SIGNS
    yield from definition.scenarios


def _of_charts(definition: Definition, name: str) -> Definition:
    if name in (GUIDE, SIGNS):
        return excerpts.of_examples(definition)
    return excerpts.of_scenario(definition, name)


_KINDS: dict[What, _Kind] = {
    "counters": _Kind(_counters, excerpts.of_piece),
    "blocks": _Kind(_blocks, lambda definition, _: excerpts.of_pieces(definition)),
    "cards": _Kind(_cards, lambda definition, _: excerpts.of_pieces(definition)),
    "maps": _Kind(_maps, lambda definition, name: excerpts.of_map(definition, section_named(name)[0])),
    "boards": _Kind(board_names, excerpts.of_board),
    "charts": _Kind(_charts, _of_charts),
}
"""By kind, in the order of the manifest."""


def units_of(definition: Definition, what: What) -> Iterator[Unit]:
    """The units of a kind of picture."""
    yield from (Unit(what, name) for name in _KINDS[what].names(definition))


def keys_of(definition: Definition, asked: Mapping[Unit, float]) -> dict[Unit, str]:
    """The units that are asked for at so many dpi, each with the digest of all that goes into it."""
    digests = excerpts.Digests(definition)
    return {
        unit: digests.of(unit.excerpt(definition), f"{unit.what} {unit.name} {dpi:g}")
        for unit, dpi in asked.items()
    }


def parts_of(definition: Definition) -> tuple[What, ...]:
    """The kinds of picture that this game has."""
    return tuple(what for what in _KINDS if any(True for _ in units_of(definition, what)))
