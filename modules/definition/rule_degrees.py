"""The degree of each number of a rulebook: whether the program carries it out, half of it, or a hand, by the
clauses that bear it and by the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from modules.definition.formats.ledger import By, LedgerEntry, LedgerFile, in_rulebook_order
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.tables import TablesFile
from modules.definition.rule_clauses import PlacedClause, clauses_in, codes_in


@dataclass(frozen=True, slots=True)
class CarriedNumber:
    """A number with its clauses in rules.yaml, in their order, and its degree by them and the ledger."""

    number: str
    by: By
    clauses: tuple[PlacedClause, ...]

    @property
    def where(self) -> tuple[str, ...]:
        """The clauses in words: `rules.yaml zones 1`."""
        return tuple(placed.where for placed in self.clauses)


def carried_numbers(
    rules: RulesFile | None, ledger: LedgerFile | None, tables: TablesFile | None
) -> dict[str, CarriedNumber]:
    """The numbers that clauses bear, in the order of the file, then those of the codes that they carry
    out."""
    if rules is None:
        return {}
    borne: defaultdict[str, list[PlacedClause]] = defaultdict(list)
    for placed in (*clauses_in(rules), *codes_in(rules, tables)):
        borne[placed.number].append(placed)
    said = {} if ledger is None else {entry.number: entry for entry in ledger.rules}
    return {
        number: CarriedNumber(number, degree_of(clauses, said.get(number)), tuple(clauses))
        for number, clauses in borne.items()
    }


def degree_of(clauses: Sequence[PlacedClause], entry: LedgerEntry | None) -> By:
    """The degree of a number that clauses bear: half where all of them are, where a code of that number leads
    to a hand, where the attacker names something by it, or the ledger says so."""
    half = (
        all(placed.is_half for placed in clauses)
        or any(placed.is_half and (placed.is_code or placed.is_named) for placed in clauses)
        or (entry is not None and entry.by == "half")
    )
    return "half" if half else "program"


def effective_ledger(
    rules: RulesFile | None, ledger: LedgerFile | None, tables: TablesFile | None
) -> dict[str, LedgerEntry]:
    """The entries of the ledger as a game without code reads them, each with its degree, in their order. A
    number that only clauses bear has an entry, too; its summary is the booklet."""
    found = {} if ledger is None else {entry.number: entry.at_the_table for entry in ledger.in_order}
    if rules is None:
        return found
    for number, carried in carried_numbers(rules, ledger, tables).items():
        entry = found.get(number) or LedgerEntry(number=number, summary=rules.book).at_the_table
        found[number] = entry.model_copy(update={"by": carried.by})
    if ledger is None or not ledger.numbers:
        return {number: found[number] for number in in_rulebook_order(found)}
    return found
