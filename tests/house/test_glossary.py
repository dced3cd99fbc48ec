"""Pages and help use the words of the glossary, and none of the phrases that they replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer

import generator.cli.app
import pbem.cli.app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "pbem" / "docs"
GLOSSARY = DOCS / "glossary.md"
PAGES = sorted(p for p in ROOT.rglob("README.md") if not {".venv", "build"} & set(p.parts))
PAGES += sorted(DOCS.glob("*.md"))
COMMANDS = {"pbem": pbem.cli.app.app, "senlac": generator.cli.app.app}
LINE = re.compile(r"- \*\*([a-z -]+)\*\*: (\S.+?)\. Where: (\S.+)")
SETTLED = set(
    "batch chain charter countersign deadline decision draft entry fork head link locked log order outbox party "
    "referee report role rollback ruling seal seq side substitute verdict".split()
) | {"mail file", "phasing side", "standing orders", "take in"}
"""Words that must have a line; others may."""
UNWANTED = {
    r"tell the version": "show the version and exit",
    r"due of\b": "must decide, is due",
    r"(?:this|it|page|mail|command|check|readme|`) tells?\b": "says, shows, lists, reports",
    r"(?:is|are) told\b": "is shown, is reported, is described",
    r"told (?:in|by)\b": "shown in, reported by",
    r"(?:saves?|logs?|modules?|saves and logs) of vassal\b": "VASSAL save, VASSAL log",
    r"by (?:a )?policy\b": "the built-in player plays both sides",
    r"lies? in `": "is in",
    r"stands? in (?:the (?:charter|log)|it|them|`)": "is in",
    r"(?:it|the first|this) count(?:s|ed) (?:for|from|the)\b": "takes effect, is taken",
    r"hardly the referee": "barely the referee",
    r"(?:^|[.;:,] |and |but )who (?:gets|owes|misses|moves|answers|keeps|draws|waits|is (?:late|no))\b": "whoever",
    r"nothing of ours\b": "without Senlac",
    r"the way of imports": "imports",
    r"(?:the|inactive|active and the) active side|side that is (?:not )?active": "phasing side",
    r"asked of you\b": "what you must decide",
    r"comes? of (?:it|them)\b": "follows",
    r"mend\b": "correct",
    r"looks? into the box": "opens the box",
    r"a game begins so\b": "a game begins",
    r", save (?:where|on|for)\b": "except",
    r"dice keys?\b|hash chains?\b": "dice chain",
    r"roll groups?\b|dice batch(?:es)?\b": "batch",
    r"move packages?\b|mail packages?\b": "mail file",
    r"sealed links?\b|link of the chain\b": "link",
    r"counter-?sign(?=[^a-z]|ed|s)(?<!countersign)": "countersign",
    r"umpires?\b|moderators?\b": "referee",
}
"""A phrase, as a regular expression in lower case, and the words that stand for it."""


def glossary() -> dict[str, str]:
    """What each word of the glossary means, in the order of the page."""
    rows = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
    read = [LINE.fullmatch(row) for row in rows]
    assert all(read), [row for row, found in zip(rows, read, strict=True) if not found]
    return {found[1]: found[2] for found in read if found}


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower())


def unwanted(text: str) -> dict[str, str]:
    """The unwanted phrases of a text, and what to write instead."""
    found = {pattern: re.search(rf"(?<![a-z]){pattern}", plain(text)) for pattern in UNWANTED}
    return {match[0]: UNWANTED[pattern] for pattern, match in found.items() if match}


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Every command below a command, with all that its help says."""
    words = [command.help or "", command.short_help or "", command.epilog or ""]
    words += [getattr(parameter, "help", None) or "" for parameter in command.params]
    yield name, "\n".join(words)
    for child, below in getattr(command, "commands", {}).items():
        yield from helps(below, f"{name} {child}")


def all_helps() -> dict[str, str]:
    return {
        name: text
        for tool, app in COMMANDS.items()
        for name, text in helps(typer.main.get_command(app), tool)
    }


def test_the_glossary_has_each_word_once_in_order() -> None:
    words = list(glossary())
    assert words == sorted(set(words))
    assert not SETTLED - set(words)


def test_a_word_in_italics_has_a_line_of_its_own() -> None:
    """In the glossary, and on the pages that a player and a referee read, where such a word is new."""
    words = set(glossary())
    for page in ("glossary", "players", "referees", "dice-by-hand"):
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        used = set(re.findall(r"(?<![*\w])\*([a-z][a-z ]*)\*(?!\*)", text.replace("in *italics*", "")))
        assert used, page
        singular = {re.sub(r"(?:(?<=part|entr)ies|(?<!orders)s)$", lambda m: "y" * (m[0] == "ies"), w) for w in used}
        assert {w.removesuffix("'") for w in used} and singular - words == set(), (page, singular - words)


def test_each_word_of_the_glossary_is_met_somewhere() -> None:
    others = [page.read_text(encoding="utf-8") for page in PAGES if page != GLOSSARY]
    text = plain("\n".join([*others, *all_helps().values()]))
    stems = {"entry": "entr(?:y|ies)", "party": "part(?:y|ies)", "take in": "tak(?:e|es|en|ing) .{0,40}?in"}
    assert [word for word in glossary() if not re.search(rf"\b{stems.get(word, word)}", text)] == []


@pytest.mark.parametrize("page", ["README.md", "pbem/docs/players.md", "pbem/docs/referees.md"])
def test_the_glossary_is_linked(page: str) -> None:
    assert re.search(r"\]\([a-z/]*glossary\.md\)", (ROOT / page).read_text(encoding="utf-8"))


def test_the_words_of_pages(subtests: pytest.Subtests) -> None:
    for page in PAGES:
        with subtests.test(str(page.relative_to(ROOT))):
            assert unwanted(page.read_text(encoding="utf-8")) == {}


def test_the_words_of_help(subtests: pytest.Subtests) -> None:
    told = all_helps()
    assert {"pbem move", "pbem dice verify", "senlac vassal read"} <= set(told)
    for name, text in told.items():
        with subtests.test(name):
            assert unwanted(text) == {}


@pytest.mark.parametrize(
    "phrase",
    [
        "Tell the version.",
        "nothing is due of a side",
        "`pbem late`\ntells",
        "a save of VASSAL",
        "who\nmoves cannot know it: or, who moves",
        "It counts from the next decision on.",
        "hardly the referee",
    ],
)
def test_a_phrase_that_was_replaced_is_found(phrase: str) -> None:
    assert unwanted(f"Before it. {phrase} and after.")
