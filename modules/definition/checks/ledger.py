"""Checks of ledger.yaml: that its numbers are whole and in their order, and that its limits name what the
game has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from modules.definition.files import Files, known_word
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.ledger import APART, OWNERS, LedgerEntry, LedgerFile, dice_of
from modules.definition.formats.tables import TablesFile
from modules.definition.model import Counter
from modules.written.source import Path_

Mistake = tuple[Path_, str]
"""Where in the file, and what."""


def check_ledger(
    files: Files, file: str, ledger: LedgerFile, game: GameFile, known: Collection[Counter]
) -> None:
    """Notes the faults of ledger.yaml in a game with these counters."""
    if file not in files.gone:
        for path, message in mistaken_numbers(ledger):
            files.fault(file, path, message)
    phases = [*dict.fromkeys(phase.id for phase in game.sequence), *APART]
    groups = [*OWNERS, *(name for counters in files.of(CountersFile).values() for name in counters.counters)]
    pieces = [*groups, *(counter.id for counter in known if counter.id not in groups)]
    tables = _tables(files)
    for i, rule in enumerate(ledger.rules):
        path = ("rules", i)
        _check_words(files, file, (*path, "phases"), rule.phases, phases)
        _check_words(files, file, (*path, "sides"), rule.sides, list(game.sides))
        _check_words(files, file, (*path, "pieces"), rule.pieces, pieces)
        if tables is not None:
            _check_tables(files, file, (*path, "tables"), rule, tables)


def _check_words(files: Files, file: str, path: Path_, words: Sequence[str], known: Sequence[str]) -> None:
    for i, word in enumerate(words):
        known_word(files, file, (*path, i), word, known)


def _tables(files: Files) -> list[str] | None:
    """The tables on which dice may be rolled; None where they cannot be read."""
    found = next(iter(files.of(TablesFile).values()), None)
    if found is None:
        return None
    return [*found.odds, *found.differentials, *found.totals, *found.lists]


def _check_tables(files: Files, file: str, path: Path_, rule: LedgerEntry, tables: Sequence[str]) -> None:
    for i, word in enumerate(rule.tables):
        if dice_of(word) is None:
            known_word(files, file, (*path, i), word, tables)


# --- the numbers -----------------------------------------------------------------------------------------


def mistaken_numbers(ledger: LedgerFile) -> Iterator[Mistake]:
    """What is wrong with the numbers of a ledger, whatever its game has."""
    twice = list(_twice(ledger))
    if twice:
        yield from twice
        return
    yield from _incomplete(ledger)
    yield from _out_of_order(ledger)
    yield from _astray(ledger)


def _twice(ledger: LedgerFile) -> Iterator[Mistake]:
    lists: tuple[tuple[Sequence[str], str, tuple[str, ...]], ...] = (
        (ledger.numbers, "numbers", ()),
        ([rule.number for rule in ledger.rules], "rules", ("number",)),
    )
    for names, key, inner in lists:
        seen: set[str] = set()
        for i, number in enumerate(names):
            if number in seen:
                yield (key, i, *inner), f"{number} is listed twice"
            seen.add(number)


def _incomplete(ledger: LedgerFile) -> Iterator[Mistake]:
    """Every printed number has an entry, every entry a printed number or a part of one."""
    listed, printed = {rule.number for rule in ledger.rules}, frozenset(ledger.printed)
    for i, number in enumerate(ledger.numbers):
        if number not in listed:
            yield ("numbers", i), f"{number} is in `numbers` but has no entry in `rules`"
    for i, rule in enumerate(ledger.rules):
        if rule.number not in printed and base_of(rule.number, printed) is None:
            message = f"{rule.number} is not in `numbers`, nor one of them followed by a space and a word"
            yield ("rules", i, "number"), message


def _out_of_order(ledger: LedgerFile) -> Iterator[Mistake]:
    """Entries in the order of `numbers`, parts behind their number."""
    rank = {number: i for i, number in enumerate(ledger.numbers)}
    ranked: list[tuple[int, int, int]] = []
    for i, rule in enumerate(ledger.rules):
        printed = rule.number if rule.number in rank else base_of(rule.number, rank)
        if printed is not None:
            ranked.append((rank[printed], int(rule.number not in rank), i))
    for before, after in pairwise(ranked):
        if after[:2] < before[:2]:
            number, other = ledger.rules[after[2]].number, ledger.rules[before[2]].number
            yield ("rules", after[2], "number"), f"{number} is out of order: it follows {other}"


def _astray(ledger: LedgerFile) -> Iterator[Mistake]:
    """`defers` leads to an entry, and along others to one that does not defer."""
    to = {rule.number: rule.defers for rule in ledger.rules}
    for i, rule in enumerate(ledger.rules):
        here, seen = rule.number, {rule.number}
        while (following := to[here]) is not None:
            path: Path_ = ("rules", i, "defers")
            if following not in to:
                if here == rule.number:
                    yield path, f"found {following!r}: expected a number from the ledger"
                break
            if following in seen:
                yield path, f"{rule.number} defers in a circle"
                break
            seen.add(following)
            here = following


def base_of(number: str, printed: Collection[str]) -> str | None:
    """The printed number of which a number is a part: the longest that stands before a space in it."""
    head = number
    while " " in head:
        head = head.rpartition(" ")[0]
        if head in printed:
            return head
    return None
