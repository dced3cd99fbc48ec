"""An attack whose dice have fallen: who fought, how strong each was, and what the code of the table does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from modules.definition.formats.clauses.combat import Attack, Effect


@dataclass(frozen=True, slots=True)
class FoughtAttack:
    """`side`: whose attack it is. `attackers`: all of them; `supporters`: those of them that took part from
    afar. `hexes`: those that were attacked. `code`, `words`, `rule`: the result, in words, and its number.
    `effects`: what it does, in order. `strengths`: of each unit, as it was reckoned."""

    clause: Attack
    side: str
    attackers: tuple[str, ...]
    supporters: tuple[str, ...]
    defenders: tuple[str, ...]
    hexes: tuple[str, ...]
    code: str
    words: str
    rule: str
    effects: tuple[Effect, ...]
    strengths: Mapping[str, Fraction]
