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
GLOSSARY = DOCS / "reference" / "glossary.md"
PAGES = sorted(p for p in ROOT.rglob("README.md") if not {".venv", "build"} & set(p.parts))
PAGES += sorted(
    page for room in ("generator", "modules", "pbem") for page in (ROOT / room / "docs").rglob("*.md")
)
COMMANDS = {"pbem": pbem.cli.app.app, "senlac": generator.cli.app.app}
LINE = re.compile(r"- \*\*([a-z -]+)\*\*: (\S.+?)\. Where: (\S.+)")
SETTLED = """
batch, chain, charter, countersign, deadline, decision, draft, entry, fork, head, link, locked, log,
mail file, order, outbox, party, phasing side, referee, report, role, rollback, ruling, seal, seq, side,
standing orders, substitute, take in, verdict
"""
"""Words that must have a line; others may."""
UNWANTED = [
    # pattern, what to write instead, what it finds
    (r"\btell the version\b", "show the version and exit", "Tell the version."),
    (r"\bdue of\b", "must decide, is due", "nothing is due of a side"),
    (r"\b(?:this|it|page|command|check|readme) tells?\b", "says, shows, lists", "The page tells"),
    (r"`[^`]+` tells?\b", "says, shows, lists, reports", "`senlac check` tells every fault"),
    (r"\b(?:is|are) told\b(?! apart)|\btold (?:in|by)\b", "is shown, is reported", "each use is told"),
    (r"\b(?:save|log|module|saves|logs|modules) of vassal\b", "VASSAL save, VASSAL log", "a save of VASSAL"),
    (r"\bby (?:a )?policy\b|\btwo policies\b", "the built-in player plays both sides", "a game by policy"),
    (r"\blies? in `", "is in", "what lies in `outbox/`"),
    (r"\bstands? in (?:`|(?:the (?:charter|log|roll)|it|them)\b)", "is in", "the tip stands in the charter"),
    (r"\bit count(?:s|ed) (?:for|from|the)\b", "takes effect, is taken", "It counts from the next"),
    (r"\bhardly the referee\b", "barely the referee", "trust hardly the referee"),
    (r"[.;:] who (?:gets|owes|misses|moves|answers|keeps|draws|waits|is)\b", "whoever", "It is. Who moves"),
    (r"\b(?:nothing|modules|rules) of ours\b", "without Senlac, ours", "with nothing of ours"),
    (r"\bthe way of imports\b", "imports", "types and the way of imports"),
    (r"\bside that is (?:not )?active\b|\bthe active side\b", "phasing side", "the active side"),
    (r"\basked of you\b", "what you must decide", "what is asked of you"),
    (r"\bmend (?:it|the)\b|\bcan mend\b", "correct", "mend the line"),
    (r"\blooks? into the box\b", "opens the box", "the referee looks into the box"),
    (r", save (?:where|on|for)\b", "except", "they are skipped, save where"),
    (r"\bto the byte the same\b", "byte for byte the same", "to the byte the same"),
    (r"\bis no (?:zip|hex)\b", "is not a", "a file that is no zip"),
    (r"\bdice keys?\b|\bhash chains?\b", "chain, dice chain", "your dice key"),
    (r"\broll groups?\b|\bdice batch(?:es)?\b", "batch", "a roll group"),
    (r"\bmove packages?\b|\bmail packages?\b", "mail file, move file", "send the move package"),
    (r"\bsealed links?\b", "link", "a sealed link"),
    (r"\bcounter-sign|\bco-?sign", "countersign", "who counter-signs"),
    (r"\bumpires?\b|\bmoderators?\b", "referee", "the umpire rolls"),
]
"""Phrases as regular expressions in lower case; the last of each row is one that must be found."""


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
    found = [(re.search(pattern, plain(text)), instead) for pattern, instead, _ in UNWANTED]
    return {match[0]: instead for match, instead in found if match}


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
    assert set(SETTLED.replace("\n", " ").strip().split(", ")) <= set(words)


def test_a_word_in_italics_has_a_line_of_its_own() -> None:
    """In the glossary, and on the pages that a player and a referee read, where such a word is new."""
    words = set(glossary())
    for page in ("reference/glossary", "tutorials/players", "how-to/referees", "how-to/dice"):
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        used = set(re.findall(r"(?<![*\w])\*([a-z][a-z ]*)\*(?!\*)", text.replace("*italics*", "")))
        assert used, page
        singular = {word if word in words else re.sub("ies$", "y", word).removesuffix("s") for word in used}
        assert singular <= words, (page, sorted(singular - words))


def test_each_word_of_the_glossary_is_met_somewhere() -> None:
    others = [page.read_text(encoding="utf-8") for page in PAGES if page != GLOSSARY]
    text = plain("\n".join([*others, *all_helps().values()]))
    stems = {"entry": "entr(?:y|ies)", "party": "part(?:y|ies)", "take in": "tak(?:e|es|en|ing) .{0,40}?in"}
    assert [word for word in glossary() if not re.search(rf"\b{stems.get(word, word)}", text)] == []


@pytest.mark.parametrize(
    "page", ["README.md", "pbem/docs/tutorials/players.md", "pbem/docs/how-to/referees.md"]
)
def test_the_glossary_is_linked(page: str) -> None:
    assert re.search(r"\]\([a-z/.]*glossary\.md\)", (ROOT / page).read_text(encoding="utf-8"))


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


def test_each_phrase_that_was_replaced_is_found(subtests: pytest.Subtests) -> None:
    for _, instead, phrase in UNWANTED:
        with subtests.test(phrase):
            apart = "\n    ".join(phrase.split())
            assert instead in unwanted(f"Before it: {apart} and after.").values()
