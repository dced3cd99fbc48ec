"""The linter of prose: sentences that readers stumble over, in pages, help, templates and messages.

    scripts/prose            # faults beyond those on the list, with their places
    scripts/prose --all      # all of them
    scripts/prose --shrink   # takes from the list what is no longer there; it adds nothing

CONTRIBUTING.md has the style. Older texts stand on the list `prose.yaml`: by file and rule how many faults
are left. A test fails for one more, and for a list that is longer than it must be.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).parents[1]
LIST: Final = Path(__file__).parent / "prose.yaml"
HEAD: Final = "# Older faults of prose, by file and rule. The list only shrinks: scripts/prose --shrink\n"
ROOMS: Final = ("art", "generator", "modules", "pbem", "scripts", "tests")


_AROUND: Final = 24
"""Characters of a text that are shown before a fault; behind it twice as many."""


class Rule(NamedTuple):
    """A kind of fault. `instead`: what to write; `example`: a text with one fault."""

    name: str
    pattern: re.Pattern[str]
    instead: str
    example: str


class Text(NamedTuple):
    """A paragraph or a string of a file, on one line, and where it begins (counted from 1)."""

    file: str
    line: int
    text: str


class Fault(NamedTuple):
    """A fault in a text, and where in it (counted from 0)."""

    text: Text
    rule: str
    at: int
    instead: str

    def __str__(self) -> str:
        around = self.text.text[max(0, self.at - _AROUND) : self.at + 2 * _AROUND]
        return f"{self.text.file}:{self.text.line}: {self.rule} ({self.instead}): ... {around} ..."


def _rule(name: str, pattern: str, instead: str, example: str) -> Rule:
    return Rule(name, re.compile(pattern), instead, example)


_BEGINS = r"(?:^|(?<=[.:;!?] ))"
RULES: Final = (
    _rule("who", _BEGINS + r"(?:Who|who|Whoever)\b(?![^.]*\?)", "a noun is the subject", "Who has it."),
    _rule("who", r"\b(?:as|but|by|for|from|on|than|to|with) who\b", "name the person", "It is for who asks."),
    _rule("what", _BEGINS + r"What\b(?![^.]*\?)", "a noun is the subject", "What is left counts."),
    _rule("those", r"\b[Tt]hose (?:of|that|which|who|with)\b", "repeat the noun", "Those that enter move."),
    _rule("he", r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b", "they, or the player", "He has his key."),
    _rule("so many", r"\b[Ss]o many\b", "say how many, or `that many`", "So many play."),
    _rule("of each", r"\b[Oo]f each\b", "each, or for each", "The name of each is read."),
    _rule("come to", r"\b(?:come|comes|came|coming) to\b", "a plainer verb", "It comes to nine."),
    _rule("keep off", r"\b(?:keeps?|kept|keeping) off\b", "leave out", "Arrows keep off."),
    _rule("is no", r"(?<![Tt]here )\b(?:is|are|was) no (?!longer|more|less|one|way|other|need|doubt)[a-z]+",
          "is not a", "A file that is no font."),
    _rule("nought", r"\bnought\b", "zero", "It reaches nought."),
    _rule("spelling", r"\b(?:behavior|color|defense|favor|gray|honor|neighbor|offense)(?:s|ed|ing)?\b",
          "British spelling", "The color of it."),
    _rule("spelling", r"\b(?:capitali|customi|finali|generali|initiali|minimi|maximi|normali|optimi|organi"
          r"|reali|recogni|seriali|speciali|standardi|summari|synchroni|visuali)s(?:e|es|ed|ing|ation|ations)\b",
          "-ize", "They organise it."),
    _rule("number", r"\b1 (?:[a-z]+ )?(?:blocks|cards|counters|days|dice|entries|games|hexes|hits|hours|lines"
          r"|mails|orders|pages|points|rolls|tiles|turns|units|ways)\b", "the noun agrees", "1 map tiles"),
)  # fmt: skip


def faults_of(text: Text) -> Iterator[Fault]:
    """The faults of one text."""
    for rule in RULES:
        for found in rule.pattern.finditer(text.text):
            yield Fault(text, rule.name, found.start(), rule.instead)


# --- texts -------------------------------------------------------------------------------------------------


def pages() -> list[Path]:
    """The pages in Markdown: those at the top, and those of the rooms."""
    found = [*ROOT.glob("*.md"), *(page for room in ROOMS for page in (ROOT / room).rglob("*.md"))]
    return sorted(found)


def texts_of_page(file: Path) -> Iterator[Text]:
    """The paragraphs, items of lists and cells of tables of a page, without code and headings."""
    lines: list[str] = []
    begun, fenced = 0, False
    for number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], start=1):
        fenced ^= line.startswith("```")
        read = line.strip() and not fenced and not line.startswith(("    ", "#", "```", "|--", "---"))
        item = _ITEM.match(line)
        if lines and (item or not read or line.startswith("|")):
            yield Text(_name(file), begun, _plain(" ".join(lines)))
            lines = []
        if read and line.startswith("|"):
            cells = (cell.strip() for cell in line.strip("| ").split(" | "))
            yield from (Text(_name(file), number, _plain(cell)) for cell in cells if len(cell.split()) > _FEW)
        elif read:
            begun = begun if lines else number
            lines.append((line[item.end() :] if item else line).strip())


_ITEM: Final = re.compile(r" *(?:[-*]|\d+\.) ")
"""The mark of an item of a list."""


def texts_of_code(file: Path) -> Iterator[Text]:
    """The strings of a file of code that hold a sentence, and the docstrings of commands, which are help."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kept = {id(each) for each in _docstrings(tree)} if "cli" not in file.parts else set()
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts | kept:
            text = node.value
        else:
            continue
        if len(text.split()) > _FEW:
            yield Text(_name(file), node.lineno, _plain(" ".join(text.split())))


_FEW: Final = 2
"""Words of a string that is no sentence yet."""


def _docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    """The strings that stand alone: docstrings, and what says what a constant is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def texts_of_data(file: Path) -> Iterator[Text]:
    """The sentences in a game's data: rulings, hints, options."""
    document = yaml.compose(file.read_text(encoding="utf-8"))
    nodes = [document]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
        elif node is not None and len(node.value.split()) > _FEW:
            yield Text(_name(file), node.start_mark.line + 1, _plain(node.value))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _plain(text: str) -> str:
    """A text without what stands in backquotes, and without the marks of links and bold words."""
    text = re.sub(r"`[^`]*`", "`x`", text).replace("**", "")
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def texts() -> Iterator[Text]:
    """All that people read."""
    for page in pages():
        yield from texts_of_page(page)
    for room in ("generator", "modules", "pbem"):
        for file in sorted((ROOT / room).rglob("*.py")):
            yield from texts_of_code(file)
    for file in sorted((ROOT / "modules").glob("*/*.yaml")):
        if file.name in _DATA:
            yield from texts_of_data(file)


_DATA: Final = {"game.yaml", "ledger.yaml", "rulings.yaml", "players.yaml"}


# --- the list ----------------------------------------------------------------------------------------------

Counts = Mapping[str, Mapping[str, int]]


def counted(faults: Iterator[Fault]) -> dict[str, dict[str, int]]:
    """By file and rule how many faults there are."""
    counts = Counter((fault.text.file, fault.rule) for fault in faults)
    found: dict[str, dict[str, int]] = {}
    for (file, rule), number in sorted(counts.items()):
        found.setdefault(file, {})[rule] = number
    return found


def listed() -> Counts:
    """The list of older faults."""
    return yaml.safe_load(LIST.read_text(encoding="utf-8")) or {}


def beyond(found: Counts, known: Counts) -> dict[str, dict[str, int]]:
    """Of each file and rule the faults that are more than on the list."""
    more = {
        file: {rule: number for rule, number in rules.items() if number > known.get(file, {}).get(rule, 0)}
        for file, rules in found.items()
    }
    return {file: rules for file, rules in more.items() if rules}


def shrunk(found: Counts, known: Counts) -> dict[str, dict[str, int]]:
    """The list without what is no longer there."""
    least = {
        file: {rule: min(number, found.get(file, {}).get(rule, 0)) for rule, number in rules.items()}
        for file, rules in known.items()
    }
    kept = {file: {rule: number for rule, number in rules.items() if number} for file, rules in least.items()}
    return {file: rules for file, rules in kept.items() if rules}


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="show the faults on the list too")
    parser.add_argument("--shrink", action="store_true", help="take from the list what is no longer there")
    given = parser.parse_args()
    faults = [fault for text in texts() for fault in faults_of(text)]
    found, known = counted(iter(faults)), listed()
    if given.shrink:
        LIST.write_text(HEAD + yaml.safe_dump(shrunk(found, known), width=110), encoding="utf-8")
        return 0
    wrong = beyond(found, known)
    for fault in faults:
        if given.all or fault.rule in wrong.get(fault.text.file, {}):
            print(fault)
    print(
        f"{len(faults)} in all, {sum(map(len, wrong.values()))} kinds in files beyond the list",
        file=sys.stderr,
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
