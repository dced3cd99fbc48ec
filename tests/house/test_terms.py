"""The glossary of the code: each term once, in order, with a place; and no word of the players'."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "modules" / "docs" / "reference" / "terms.md"
ROW = re.compile(r"\| ([A-Za-z ]+) \| ([^|]+) \| `([^`]+)` \|")


def parts() -> list[list[tuple[str, str, str]]]:
    """The rows of each part: term, meaning, where."""
    texts = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return [[row for row in ROW.findall(text) if row[0] != "term"] for text in texts]


def test_each_term_is_there_once_in_order() -> None:
    for rows in parts():
        terms = [term for term, _, _ in rows]
        assert terms == sorted(terms, key=str.lower)
    terms = [term for rows in parts() for term, _, _ in rows]
    assert len(terms) == len(set(terms)) > 60


def test_each_term_has_a_place_that_is_there() -> None:
    assert [where for rows in parts() for _, _, where in rows if not (ROOT / where).exists()] == []


def test_no_term_is_said_twice() -> None:
    """A word that the players' glossary explains has no other line here. Two have two meanings: `seal`, the
    stamp of a made file and a player's seal; `effect`, what a judgement leaves to be done and what a closed
    order led to."""
    glossary = (ROOT / "pbem" / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    players = set(re.findall(r"^- \*\*([a-z -]+)\*\*", glossary, flags=re.MULTILINE))
    assert {term for rows in parts() for term, _, _ in rows} & players == {"effect", "seal"}
