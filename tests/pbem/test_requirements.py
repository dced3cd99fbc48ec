"""The numbered requirements of the "Formats" page: each is of one actor that the page names, says one thing,
and has a code that there is; and whoever cites one means one that there is."""

import re
from pathlib import Path

import pytest

from pbem.reason_codes import Code

PAGE = (Path(__file__).parents[2] / "pbem" / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([A-Z]+)-(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) ?\|$", re.MULTILINE)
ROWS = [tuple(cell.strip() for cell in found.groups()) for found in ROW.finditer(PAGE)]
NAMES = [f"{part}-{number}" for part, number, *_ in ROWS]
WORD = re.compile(r"\b(?:MUST NOT|MUST|MAY)\b")
WHO = re.compile(r"\b(?:he|his|him|himself|who)\b", re.IGNORECASE)
CITED = re.compile(r"\b((?:SIGN|SEAT|LINES|CLOSED)-\d+)\b")


def actors():
    table = PAGE[PAGE.index("| actor | is |") : PAGE.index("| term | means |")]
    return {line.split("|")[1].strip() for line in table.splitlines()[2:] if line.startswith("|")}


@pytest.mark.parametrize(
    ("part", "least"), [("SIGN", 30), ("SEAT", 15), ("LINES", 30), ("CLOSED", 40), ("REFUSE", 10)]
)
def test_they_are_numbered_from_1_on_without_a_gap(part, least):
    numbers = [int(number) for found, number, *_ in ROWS if found == part]
    assert len(numbers) >= least
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(re.findall(rf"^\| {part}-\d", PAGE, re.MULTILINE)) == len(numbers)


def test_each_binds_one_actor_to_one_thing(subtests):
    for part, number, who, said, codes in ROWS:
        with subtests.test(f"{part}-{number}"):
            assert who in actors()
            assert len(WORD.findall(said)) == 1 == said.startswith(WORD.findall(said)[0])
            assert set(re.findall(r"`([a-z-]+)`", codes)) <= {code.value for code in Code}


def test_none_leaves_open_who_he_is(subtests):
    for part, number, _, said, _ in ROWS:
        with subtests.test(f"{part}-{number}"):
            assert not WHO.search(said)


def test_what_is_cited_is_there():
    files = [Path("pbem"), Path("tests")]
    root = Path(__file__).parents[2]
    texts = [file.read_text("utf-8") for where in files for file in (root / where).rglob("*.py")]
    cited = {name for text in (PAGE, *texts) for name in CITED.findall(text)}
    assert cited <= set(NAMES)
