"""The ledger of a game for its players: whose each number is to carry out, what a hand may do, and what the
program leaves out where it plays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.ledger import OTHER, OWN, OWNERS, By, LedgerEntry, Period
from modules.definition.formats.scenarios import HexScenario
from modules.definition.rule_clauses import section_of
from modules.written.folder import RULES

MOST_IN_A_MAIL: Final = 300
"""Numbers by hand that a mail tells in full."""

PASSES: Final = "the program knows no rules of this game, so it passes, and lets each outcome stand"
_MOST_SHOWN: Final = 12
"""Numbers by hand that are named; of more it is told how many there are."""
_WHOSE: Final[dict[By, str]] = {
    "program": "by program", "half": "half by hand", "hand": "by hand", "nothing": "needs nothing",
}  # fmt: skip
_BORNE_BY_NONE: Final = "in no clause of rules.yaml, and in no other file"
_PIECES: Final = {OWN: "own counters", OTHER: "counters of another side"}
_OFTEN: Final[dict[Period, str]] = {
    "phase": "in a phase", "turn": "in a turn", "counter": "for each counter in a turn",
}  # fmt: skip


def counts(ledger: Mapping[str, LedgerEntry]) -> dict[By, int]:
    """How many numbers are whose."""
    found = [entry.by for entry in ledger.values()]
    return {by: found.count(by) for by in _WHOSE}


def count_line(ledger: Mapping[str, LedgerEntry], tested: Collection[str] | None = None) -> str:
    """How many numbers are whose, in a line; with the numbers of which rule cases are known, also of how many
    that the program carries out there is one."""
    of = counts(ledger)
    need = "needs" if of["nothing"] == 1 else "need"
    shown = "" if tested is None else _shown(ledger, tested)
    return (
        f"{count_noun(len(ledger), 'number')}: the program carries out {of['program']}{shown}, "
        f"{of['half']} half, {of['hand']} by hand, {of['nothing']} {need} nothing"
    )


def _shown(ledger: Mapping[str, LedgerEntry], tested: Collection[str]) -> str:
    by_program = [number for number, entry in ledger.items() if entry.by == "program"]
    number = sum(each in tested for each in by_program)
    how_many = "none" if not number else "all" if number == len(by_program) else str(number)
    return f" ({how_many} of them with an example of play)" if by_program else ""


def ledger_lines(definition: Definition, cases: Mapping[str, str], data: Mapping[str, str]) -> Iterator[str]:
    """The count, and each number with its title, its clauses, the other files that bear it, and its rule
    cases, in words; what a hand may do in full."""
    yield count_line(definition.ledger, cases)
    for entry in definition.ledger.values():
        yield from entry_lines(definition, entry)
        if entry.by == "program" and entry.number not in definition.carried_numbers:
            yield f"    {data.get(entry.number, _BORNE_BY_NONE)}"
        if entry.number in cases:
            yield f"    cases: {cases[entry.number]}"


def hand_lines(definition: Definition) -> Iterator[str]:
    """Each number by hand in full. Where there are very many, the others are counted."""
    by_hand = [entry for entry in definition.ledger.values() if entry.is_by_hand]
    for entry in by_hand[:MOST_IN_A_MAIL]:
        yield from entry_lines(definition, entry)
    if len(by_hand) > MOST_IN_A_MAIL:
        more = len(by_hand) - MOST_IN_A_MAIL
        yield f"and {more:,} more by hand: `senlac rules` with the game's file tells them"


def entry_lines(definition: Definition, entry: LedgerEntry) -> Iterator[str]:
    """A number with whose it is, its title and its clauses; of one by hand also its line and its limits."""
    yield f"{entry.number}: {_WHOSE[entry.by or 'nothing']}: {entry.summary}"
    if clauses := clauses_of(definition, entry):
        yield f"    {RULES} {', '.join(clauses)}"
    if not entry.is_by_hand:
        return
    if entry.says and entry.says != entry.summary:
        yield f"    {entry.says}"
    yield f"    {'; '.join(_limits(entry))}"
    if is_unequal(definition, entry):
        sides = "both sides" if len(definition.game.sides) == 2 else "all sides"
        yield f"    not the same for {sides}"


def clauses_of(definition: Definition, entry: LedgerEntry) -> tuple[str, ...]:
    """The clauses that bear a number, by their sections: `zones 1`."""
    carried = definition.carried_numbers.get(entry.number)
    return () if carried is None else tuple(section_of(placed.path) for placed in carried.clauses)


def _limits(entry: LedgerEntry) -> Iterator[str]:
    """Whose hand, what it does, with which counters, on which tables, when, and how often."""
    yield f"the hand of {_listed(entry.sides)}" if entry.sides else "any side's hand"
    yield _listed([f"`{kind}`" for kind in entry.acts]) if entry.acts else "any act"
    if entry.names_counters:
        yield f"with {_listed([_PIECES.get(each, each) for each in entry.pieces] or ['any counter'])}"
    if entry.tables:
        yield f"rolled on {_listed(entry.tables)}"
    yield f"in the phase {_listed(entry.phases)}" if entry.phases else "in any phase"
    often = [f"{_times(most)} {_OFTEN[period]}" for period, most in entry.times.items()]
    yield f"each act {' and '.join(often)}" if often else "as often as wanted"


def _times(most: int) -> str:
    return "once" if most == 1 else f"{most} times"


def _listed(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def tell_player_limits(definition: Definition, scenario: str) -> str:
    """What the program cannot do as a player of a game that is data, in a sentence without its full stop;
    empty where it can do all that the rules ask for."""
    if not has_player(definition, scenario):
        return PASSES
    by_hand = [number for number, entry in definition.ledger.items() if entry.is_by_hand]
    if not by_hand:
        return ""
    more = len(by_hand) - _MOST_SHOWN
    named = ", ".join(by_hand[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
    return f"the program plays by the clauses of rules.yaml; by hand it does nothing, under {named}"


def has_player(definition: Definition, scenario: str) -> bool:
    """Whether the program plays a scenario of a game that is data by its clauses."""
    return definition.rules_file is not None and isinstance(definition.scenarios.get(scenario), HexScenario)


def is_unequal(definition: Definition, entry: LedgerEntry) -> bool:
    """Whether a rule lets one side's hand do what it does not let another's do."""
    counters = definition.counters.values()
    named = {each.side for each in counters if not {each.id, each.group}.isdisjoint(entry.pieces)}
    phases = definition.game.sequence
    turns = {each.side for each in phases if each.id in entry.phases and each.side is not None}
    limited: list[Collection[str]] = [entry.sides, turns]
    if any(word not in OWNERS for word in entry.pieces):
        limited.append(named)
    return any(0 < len(sides) < len(definition.game.sides) for sides in map(set, limited))


def facts(definition: Definition, entry: LedgerEntry) -> dict[str, Any]:
    """An entry as plain data."""
    told: dict[str, Any] = {"number": entry.number, "summary": entry.summary, "by": entry.by}
    if clauses := clauses_of(definition, entry):
        told["clauses"] = list(clauses)
    if not entry.is_by_hand:
        return told
    limits = {key: list(getattr(entry, key)) for key in ("acts", "sides", "pieces", "tables", "phases")}
    equal = not is_unequal(definition, entry)
    return {**told, "says": entry.says, **limits, "times": dict(entry.times), "same_for_all": equal}
