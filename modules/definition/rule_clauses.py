"""The clauses of `rules.yaml` in their order, each with its place, so that a designer finds what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from modules.definition.formats.clauses.combat import (
    Attack,
    AttackPhase,
    ByHand,
    Effect,
    EffectChoice,
    NamedModifiers,
)
from modules.definition.formats.clauses.conditions import Clause
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.tables import Result, TablesFile

if TYPE_CHECKING:
    from modules.written.source import Path_

PartKind = TypeVar("PartKind", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class PlacedClause:
    """A clause and its path in the file, with the number that it bears. `is_half`: the program carries out
    half of what it says. `is_code`: it is what an attack says of a code, whose number stands in
    tables.yaml."""

    path: Path_
    clause: Clause
    number: str
    is_half: bool = False
    is_code: bool = False

    @property
    def is_named(self) -> bool:
        """Whether it lets an attacker name a shift or a DRM."""
        return isinstance(self.clause, NamedModifiers)

    @property
    def where(self) -> str:
        """The file and the section, entries counted from 1: `rules.yaml zones 1`."""
        from modules.written.folder import RULES  # the reader of files, which a status does without

        return f"{RULES} {section_of(self.path)}"


def section_of(path: Path_) -> str:
    """A path as words, entries counted from 1.

    >>> section_of(("movement", "march", "costs", 0))
    'movement march costs 1'
    """
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path)


def clauses_in(rules: RulesFile) -> Iterator[PlacedClause]:
    """Every clause of the file: each that bears a number, those within others behind them. An attack without
    `strength` is half by program, and a phase of attacks if one of its ways is; so is what the attacker
    names."""
    for path, clause in parts_in(rules, Clause):
        match clause:
            case Attack():
                is_half = not clause.is_whole
            case AttackPhase():
                known = [rules.attacks[name] for name in clause.by if name in rules.attacks]
                is_half = any(not attack.is_whole for attack in known)
            case NamedModifiers():
                is_half = True
            case _:
                is_half = False
        yield PlacedClause(path, clause, clause.rule, is_half)


def parts_in(part: object, kind: type[PartKind], path: Path_ = ()) -> Iterator[tuple[Path_, PartKind]]:
    """What is of a kind in a part of the file, itself first, in the order of the keys of each type."""
    if isinstance(part, kind):
        yield path, part
    if isinstance(part, BaseModel):
        for key in type(part).model_fields:
            if key in part.model_fields_set:
                yield from parts_in(getattr(part, key), kind, (*path, key))
    elif isinstance(part, Mapping):
        for name, each in part.items():
            yield from parts_in(each, kind, (*path, name))
    elif isinstance(part, tuple):
        for i, each in enumerate(part):
            yield from parts_in(each, kind, (*path, i))


def codes_in(rules: RulesFile, tables: TablesFile | None) -> Iterator[PlacedClause]:
    """What whole attacks say of the codes of their tables, each with the number that the code bears there.
    A code that leads to a hand is half by program."""
    for name, attack in rules.attacks.items():
        if attack.is_whole:
            known = results_of(tables, attack.table)
            for code, effects in attack.results.items():
                found = known.get(code) or known.get(code.strip("/"))
                if found is not None:
                    path = ("attacks", name, "results", code)
                    yield PlacedClause(path, attack, found.rule, leads_to_hand(effects), is_code=True)


def results_of(tables: TablesFile | None, name: str) -> Mapping[str, Result]:
    """The codes of a table with columns, with what is said of each; of any other table none."""
    if tables is None:
        return {}
    found = tables.odds.get(name) or tables.differentials.get(name)
    return {} if found is None else found.results


def leads_to_hand(effects: tuple[Effect, ...]) -> bool:
    """Whether a hand carries out one of the effects, or may have to."""
    return any(
        isinstance(effect, ByHand)
        or (isinstance(effect, EffectChoice) and any(leads_to_hand(each) for each in effect.between))
        for effect in effects
    )
