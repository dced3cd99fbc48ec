"""A whole game by clauses, rule by rule beside its clause, read from the files of a game of the tests.

A test holds the page to what this makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import yaml

from modules import library
from modules.case_files import files_in, read_cases
from modules.cases import played
from modules.definition.formats.cases import Case, Step, Then
from modules.definition.formats.ledger import LedgerEntry
from modules.definition.rule_clauses import codes_in
from modules.engine.errors import Illegal
from modules.engine.requests import Choose
from modules.written.source import Path_

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "modules" / "docs" / "reference" / "example-game.md"
GAME: Final = ROOT / "tests" / "modules" / "ruled_games" / "moscow"
RULES: Final = "rules.yaml"
FILES: Final = ("game.yaml", RULES, "terrain.yaml", "tables.yaml", "scenarios/winter.yaml")
"""The files of the game in which numbers of its rules stand, in the order in which they are shown."""

_HEAD: Final = """# A whole game by clauses

Each rule of a small game, beside the clause that carries it out.

*Before Moscow* is a game of two sides and seven turns about the winter of 1941, after a sheet of 1986.
The numbers and the words of its rules are ours. The map, the strengths, the combat results table, and all
that was not seen in the sheet are reconstructions. The game is one of the tests of Senlac and does not
ship: in a checkout it is in `tests/modules/ruled_games/moscow`. The program carries out {count} of its
{all} numbers, with a `rules.yaml` of {lines} lines. The other numbers are headings, or values that are
printed on the counters.

Have your own booklet in hand, and go through it number by number:

1. Write the number into `ledger.yaml`, with its sense in your own words. The words below each number here
   are its `summary` in the ledger.
2. Find a rule on this page that is like yours. Copy its lines into the file of that name, and change the
   number, the names and the values.
3. Run `senlac check mygame`. It names each word that does not fit, and says what would be legal.
4. Write a rule case with a legal order, and with one that the rule forbids. `senlac cases mygame` runs
   it.
5. If no clause can say a rule, then leave it to the players: `by: hand` in `ledger.yaml`.

Write the phases and movement first, then zones and stacking. With these alone the game can be played, and
combat is by hand. Then write an attack with its results, retreats and advances, and last replacements and
victory.

Each number is followed by the lines that bear it, file by file. A remark such as `# 6.2` stands where a
clause of that number was left out. Then come the rule cases of the number, and under them each order that
they show to be illegal, with the answer of the program. [Recipes](../how-to/rules-recipes.md) are
variants of such rules, and [rules.yaml, key by key](rules-yaml.md) has all keys.
`scripts/pages/example_game.py` makes this page.
"""


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of a file, counted from 0, on which something with a number stands."""

    number: str
    first: int
    last: int

    def holds(self, other: Span) -> bool:
        """Whether another span with another number lies within this one."""
        inner = self.first <= other.first and other.last <= self.last
        return inner and (other.last - other.first) < (self.last - self.first)


class NumberedFile:
    """A file of the game, and whose number each of its lines bears: that of the innermost entry with one."""

    def __init__(self, name: str, codes: Mapping[Path_, str]) -> None:
        self.name = name
        text = (GAME / name).read_text(encoding="utf-8")
        self.lines = text.splitlines()
        document = yaml.compose(text)
        assert document is not None
        self._spans = list(self._find(document, (), codes if name == RULES else {}))

    def _find(self, node: yaml.Node, path: Path_, codes: Mapping[Path_, str]) -> Iterator[Span]:
        first, last = node.start_mark.line, _last_line(node)
        if path in codes:
            yield Span(codes[path], first, last)
        if isinstance(node, yaml.MappingNode):
            entries = {key.value: value for key, value in node.value}
            if "rule" in entries:
                yield Span(entries["rule"].value, first, last)
            for key, value in entries.items():
                yield from self._find(value, (*path, key), codes)
        elif isinstance(node, yaml.SequenceNode):
            for i, value in enumerate(node.value):
                yield from self._find(value, (*path, i), codes)

    @cached_property
    def numbers(self) -> list[set[str]]:
        """The numbers of each line; a remark has those of the line below it."""
        found: list[set[str]] = []
        below: set[str] = set()
        for i in range(len(self.lines) - 1, -1, -1):
            if not self.lines[i].lstrip().startswith("#"):
                here = [span for span in self._spans if span.first <= i <= span.last]
                below = {one.number for one in here if not any(one.holds(other) for other in here)}
            found.insert(0, below)
        return found

    def show(self, number: str) -> list[str]:
        """The lines of a number, with the keys above them, and other numbers within them named."""
        own = [i for i, numbers in enumerate(self.numbers) if number in numbers]
        kept = {above for i in own for above in (i, *self._above(i))}
        lines: list[str] = []
        others: list[str] = []
        for i in range(min(kept, default=0), max(kept, default=-1) + 1):
            if i in kept:
                lines.append(self.lines[i])
                others = []
            elif any(span.number == number and span.first <= i <= span.last for span in self._spans):
                lines[len(lines) - bool(others) :] = []
                others += sorted(self.numbers[i] - {*others})
                lines.append(" " * self._indent(i) + "# " + ", ".join(others))
        return lines

    def _above(self, i: int) -> Iterator[int]:
        """The lines of the keys within which a line stands."""
        indent = self._indent(i)
        for above in range(i - 1, -1, -1):
            line = self.lines[above].strip()
            if line and not line.startswith("#") and self._indent(above) < indent:
                indent = self._indent(above)
                yield above

    def _indent(self, i: int) -> int:
        return len(self.lines[i]) - len(self.lines[i].lstrip())


def _last_line(node: yaml.Node) -> int:
    """The last line of something in a file; the parser sees the end of a block at what follows it."""
    if isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        end = node.value[-1]
        return _last_line(end[1] if isinstance(end, tuple) else end)
    return node.end_mark.line


def page() -> str:
    """The page as it must be."""
    definition = library.definition(str(GAME))
    assert definition.rules_file is not None
    codes = {each.path: each.number for each in codes_in(definition.rules_file, definition.tables)}
    files = [NumberedFile(name, codes) for name in FILES]
    ledger = definition.ledger
    by_program = sum(entry.by == "program" for entry in ledger.values())
    text = (GAME / RULES).read_text(encoding="utf-8")
    lines = sum(not line.lstrip().startswith("#") for line in text.splitlines())
    parts = [_HEAD.format(count=by_program, all=len(ledger), lines=lines)]
    cases = list(_cases())
    parts += ["\n".join(_section(entry, files, cases)) + "\n" for entry in ledger.values()]
    return "\n".join(parts)


def _section(entry: LedgerEntry, files: list[NumberedFile], cases: list[tuple[str, Case]]) -> Iterator[str]:
    """A number: its words, its lines, its cases."""
    yield f"### {entry.number}" if "." in entry.number else f"## {entry.number} {entry.summary}"
    if "." in entry.number:
        yield from ("", f"{entry.summary}.")
    shown = [(file.name, lines) for file in files if (lines := file.show(entry.number))]
    for name, lines in shown:
        yield from ("", f"    # {name}", *(f"    {line}" for line in lines))
    told = [line for scenario, case in cases if case.rule == entry.number for line in _told(scenario, case)]
    if told:
        yield from ("", *told)


def _cases() -> Iterator[tuple[str, Case]]:
    """The cases of the game, each with its GAME/SCENARIO."""
    for file in files_in(GAME / "cases"):
        read = read_cases(file)
        yield from ((f"{GAME}/{read.scenario}", case) for case in read.cases)


def _told(scenario: str, case: Case) -> Iterator[str]:
    """The title of a case, and what the program answers to the orders that it refuses."""
    yield f"- {case.title}."
    for i, step in enumerate(case.play):
        if step.refused is not None:
            before = case.model_copy(update={"play": case.play[:i], "then": Then()})
            yield f"  - `{step.refused.order}`: {_answer(scenario, before, step)}"


def _answer(scenario: str, before: Case, step: Step) -> str:
    """The words with which the program refuses an order after what was played before."""
    assert step.refused is not None
    play = played(scenario, before)
    order = play.rules.grammar.parse(step.refused.order)
    if (fault := play.why_not(step.refused.side, order)) is not None:
        return str(fault)
    assert isinstance(play.request, Choose)
    try:
        play.request.options.check(order)
    except Illegal as error:
        return str(error)
    raise AssertionError(step.refused.order)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
