"""The clauses of `rules.yaml` in their order, each with its place, so that a designer finds what is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.definition.formats.clauses.combat import Attack, AttackPhase
from modules.definition.formats.clauses.conditions import Clause
from modules.definition.formats.rules import RulesFile

if TYPE_CHECKING:
    from modules.written.source import Path_


@dataclass(frozen=True, slots=True)
class PlacedClause:
    """A clause and its path in the file."""

    path: Path_
    clause: Clause

    @property
    def where(self) -> str:
        """The file and the section, entries counted from 1: `rules.yaml zones 1`."""
        from modules.written.folder import RULES  # the reader of files, which a status does without

        return f"{RULES} {section_of(self.path)}"

    @property
    def is_half(self) -> bool:
        """Whether the program carries out half of what the clause says: it is of combat."""
        return isinstance(self.clause, (Attack, AttackPhase))


def section_of(path: Path_) -> str:
    """A path as words, entries counted from 1.

    >>> section_of(("movement", "march", "costs", 0))
    'movement march costs 1'
    """
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path)


def clauses_in(rules: RulesFile) -> Iterator[PlacedClause]:
    """Every clause of the file: each that bears a number, those within others behind them."""
    for name, phase in rules.phases.items():
        path: Path_ = ("phases", name)
        yield PlacedClause(path, phase)
        for i, way_out in enumerate(getattr(phase, "exits", ())):
            yield PlacedClause((*path, "exits", i), way_out)
    for name, movement in rules.movement.items():
        path = ("movement", name)
        yield PlacedClause(path, movement)
        for key in ("instead", "changes", "costs", "halts"):
            for i, part in enumerate(getattr(movement, key)):
                yield PlacedClause((*path, key, i), part)
    yield from (PlacedClause(("zones", i), zone) for i, zone in enumerate(rules.zones))
    yield from (PlacedClause(("stacking", i), limit) for i, limit in enumerate(rules.stacking))
    if rules.entering is not None:
        yield PlacedClause(("entering",), rules.entering)
    yield from (PlacedClause(("attacks", name), attack) for name, attack in rules.attacks.items())
