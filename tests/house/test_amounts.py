"""Numbers stand with their nouns: "1 hit", never "1 hits"; no code but `modules/amounts.py` words them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from modules import amounts

ROOT = Path(__file__).parents[2]
ROOMS = ("generator", "modules", "pbem")
FILES = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
LINKS = "after|are|change|closes|has|holds|of|on|whose|with"
FOLLOWING = re.compile(rf" ((?:(?!(?:{LINKS})\b)[a-z]+ )?)([a-z]+)\b")
"""The word behind a value, with an adjective before it or none."""
TEXTS = {
    "called rolls", "name arrow points", "name units", "names[s].short points", "names[side].short points",
    "order.unit faces",
    "'or the' if others else 'The' mails",
}  # fmt: skip
"""Values that are words or the numbers of a thing, with what follows them."""


def nouns_of(tree: ast.AST) -> Iterator[str]:
    """The nouns with which a file asks for numbers."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("counted", "spanned", "agreeing"):
            noun = node.args[-1]
            if isinstance(noun, ast.Constant):
                yield str(noun.value).rpartition(" ")[2]


def bare(tree: ast.AST, plurals: set[str]) -> Iterator[tuple[int, str]]:
    """Each value of a text that stands before a plural: its line, the value and the plural."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                found = FOLLOWING.match(str(after.value))
                if found and found[2] in plurals:
                    yield node.lineno, f"{ast.unparse(value.value)} {found[1]}{found[2]}"


def is_bound(said: str) -> bool:
    """A constant, which is a bound: no bound is 1."""
    return re.match(r"[\w.]*\b_?[A-Z][A-Z_]+ ", said) is not None


def test_no_number_stands_before_a_plural_that_was_written_by_hand() -> None:
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}
    plurals = {amounts.inflect_noun(2, noun) for tree in trees.values() for noun in nouns_of(tree)}
    found = [
        f"{file.relative_to(ROOT)}:{line}: {said}"
        for file, tree in trees.items()
        for line, said in bare(tree, plurals)
        if not is_bound(said) and said not in TEXTS
    ]
    assert not found, "use modules.amounts.counted:\n" + "\n".join(found)


def test_nouns_agree_with_their_numbers() -> None:
    assert [amounts.count_noun(n, "die") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert amounts.count_noun(12000, "more entry") == "12,000 more entries"
    assert [amounts.inflect_noun(n, "column") for n in (-2, -1, 1)] == ["columns", "column", "column"]
    assert amounts.span_noun(1, 1, "box") == "1 box"
    assert amounts.span_noun(2, 16, "way") == "2 to 16 ways"
    assert amounts.count_noun(2, "day") == "2 days"
