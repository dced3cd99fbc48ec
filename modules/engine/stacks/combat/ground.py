"""What terrain.yaml says of an attack: of the hexes of the target, and of the hexsides that are crossed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from modules.definition.formats.terrain import Combat, Effects
from modules.engine.hexes.board import Board
from modules.engine.stacks.combat.parties import Parties, edges_of
from modules.engine.stacks.field import StackField

CROSSED: Final = "crossed"
"""A deed of units that have crossed a hexside in this turn which halves attackers that did
(`attacker_halved_if_crossed`)."""
HALVED_IF_CROSSED: Final[Combat] = "attacker_halved_if_crossed"


class AttackGround:
    """The ground of an attack. `crossing`: whether what is said of a hexside counts if all attackers beside
    the target cross it, or if any does; empty where no hexside counts."""

    def __init__(self, field: StackField, parties: Parties, crossing: str) -> None:
        self.field, self.board = field, field.board
        self.parties, self.crossing = parties, crossing

    # --- strengths -----------------------------------------------------------------------------------

    def halvings(self, unit: str) -> list[Effects]:
        """What halves an attacker, each kind of terrain once."""
        found: dict[int, Effects] = {}
        here = self.field.at(unit)
        if CROSSED in self.field.moment.deeds.get(unit, ()):
            halving = (t for t in self.board.terrain.values() if HALVED_IF_CROSSED in t.combat)
            found |= {id(each): each for each in list(halving)[:1]}
        for _, there in edges_of(self.field, self.parties, unit):
            if here is not None:
                found |= {id(each): each for each in self._halving_side(here, there)}
        for there in self.parties.hexes:
            filled = self.board.terrain_of(there)
            if "attacker_halved" in filled.combat or "attacker_halved_in_or_out" in filled.combat:
                found[id(filled)] = filled
        if here is not None and "attacker_halved_in_or_out" in self.board.terrain_of(here).combat:
            found[id(self.board.terrain_of(here))] = self.board.terrain_of(here)
        return list(found.values())

    def _halving_side(self, here: str, there: str) -> Iterator[Effects]:
        yield from (f for f in self.board.features(here, there) if "attacker_halved" in f.combat)
        change, rise = self.board.level_change, self.board.level(there) - self.board.level(here)
        if change is not None and rise:
            way: tuple[Combat, ...] = ("attacker_halved", "attacker_halved_up")
            if any(word in change.combat for word in (way if rise > 0 else way[:1])):
                yield change

    def multiples(self, unit: str) -> list[tuple[Effects, int]]:
        """What doubles or triples a defender, each kind of terrain once."""
        there = self.field.at(unit)
        if there is None:
            return []
        kinds = (self.board.terrain_of(there), *self._counted_sides(there))
        words: tuple[tuple[Combat, int], ...] = (("defender_doubled", 2), ("defender_tripled", 3))
        return [(each, times) for each in kinds for word, times in words if word in each.combat]

    # --- columns and dice ----------------------------------------------------------------------------

    def said(self, key: str) -> list[tuple[Effects, int]]:
        """What shifts columns (`shift`), or is added to the die (`drm`): of several hexes of the target that
        which is best for the defenders."""
        return min((self._said_of(there, key) for there in self.parties.hexes), key=_total)

    def _said_of(self, there: str, key: str) -> list[tuple[Effects, int]]:
        kinds = (self.board.terrain_of(there), *self._counted_sides(there))
        return [(each, getattr(each, key)) for each in kinds if getattr(each, key)]

    def _counted_sides(self, there: str) -> list[Effects]:
        """What lies on the hexsides of a hex that attackers cross, and counts; a change of level upward."""
        crossed = [
            {id(each): each for each in self._lying(one, other)}
            for one, other in edges_of(self.field, self.parties)
            if other == there
        ]
        every = {key: each for kinds in crossed for key, each in kinds.items()} if self.crossing else {}
        if self.crossing == "all":
            return [each for key, each in every.items() if all(key in kinds for kinds in crossed)]
        return list(every.values())

    def _lying(self, one: str, other: str) -> Iterator[Effects]:
        yield from self.board.features(one, other)
        change = self.board.level_change
        if change is not None and self.board.level(other) > self.board.level(one):
            yield change


def prohibited_by(field: StackField, hex_id: str) -> str:
    """What fills a hex, where no attack goes into it; else empty."""
    filled = field.board.terrain_of(hex_id)
    return filled.name if "prohibited" in filled.combat else ""


def is_optional(field: StackField, here: str, there: str) -> bool:
    """Whether an attack from a hex into another is no duty."""
    kinds: list[Effects] = [field.board.terrain_of(there)]
    if there in field.board.neighbours[here]:
        kinds += field.board.features(here, there)
    return any("optional" in each.combat for each in kinds)


def crosses_halving(board: Board, here: str, path: tuple[str, ...]) -> bool:
    """Whether a way goes over a hexside which halves attackers that have crossed it in this turn."""
    on_map = [h for h in (here, *path) if h in board.neighbours]
    steps = ((one, other) for one, other in pairwise(on_map) if other in board.neighbours[one])
    return any(HALVED_IF_CROSSED in f.combat for one, other in steps for f in board.features(one, other))


def _total(said: list[tuple[Effects, int]]) -> int:
    return sum(number for _, number in said)
