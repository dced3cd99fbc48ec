"""The page of limits: how large a stranger's file may be, each number read from where it stands.

A test holds the page to what this makes. A limit that is not listed here is none that a user can meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from modules.definition.explain import types_within
from modules.definition.files import BY_KEY, FOLDERS, SINGLE

PAGE = Path(__file__).parents[1] / "generator" / "docs" / "reference" / "limits.md"


class Limit(NamedTuple):
    """One limit in words, and the number: its module and name."""

    what: str
    module: str
    name: str


LIMITS: dict[str, tuple[Limit, ...]] = {
    "A game's folder": (
        Limit("Bytes of one YAML file", "modules.written.source", "MAX_BYTES"),
        Limit("Levels of a YAML file", "modules.written.source", "MAX_DEPTH"),
        Limit("Keys, entries and values of one YAML file", "modules.written.source", "MAX_VALUES"),
        Limit("The same, of all files of a game together", "modules.written.folder", "MOST_VALUES"),
        Limit("Files of one folder", "modules.plain_files", "MOST_FILES"),
        Limit("Maps, scenarios or sheets", "modules.written.folder", "MOST_OF_A_FOLDER"),
        Limit("Faults of one file that are shown", "modules.definition.files", "MOST_FAULTS"),
        Limit("Faces of counters and cards whose faults are shown", "generator.checking.drawn", "MOST_FACES"),
        Limit("Characters of one message", "modules.written.faults", "LONGEST_MESSAGE"),
    ),
    "A file of `senlac pack`": (
        Limit("Bytes of all files in it", "modules.game_file.archive", "MOST_BYTES"),
        Limit("Files in it", "modules.game_file.names", "MOST_FILES"),
        Limit("Characters of a name in it", "modules.game_file.names", "LONGEST_NAME"),
        Limit("Characters of a mail with it", "modules.game_file.archive", "MOST_OF_A_MAIL"),
    ),
    "A game": (
        Limit("Hexes of a map", "modules.definition.checks.maps", "MOST_HEXES"),
        Limit("Labels of a map", "modules.definition.formats.maps", "MOST_LABELS"),
        Limit("Places that are tried for all labels of a map", "generator.maps.labels", "MOST_TRIES"),
        Limit(
            "Counters, blocks and cards of counters.yaml",
            "modules.definition.checks.counters",
            "MOST_COUNTERS",
        ),
        Limit("Kinds of markers", "modules.definition.checks.counters", "MOST_MARKERS"),
        Limit("Cards of all packs", "modules.definition.checks.counters", "MOST_CARDS"),
        Limit("Rows of all tables", "modules.definition.checks.tables", "MOST_ROWS"),
        Limit("Clauses of rules.yaml", "modules.definition.checks.rules", "MOST_CLAUSES"),
        Limit("MP or hexes of a move in rules.yaml", "modules.definition.checks.rules", "MOST_ALLOWANCE"),
        Limit("Keys, entries and values of rules.yaml", "modules.definition.checks.rules", "MOST_VALUES"),
        Limit(
            "Dice of one attack, where each attacker rolls some",
            "modules.engine.stacks.combat.reckoning",
            "MOST_DICE",
        ),
        Limit(
            "Hexes of a retreat until it is safe",
            "modules.engine.stacks.aftermath.retreat_ways",
            "MOST_TO_SAFETY",
        ),
        Limit(
            "Hexes of a retreat onward through full ones",
            "modules.engine.stacks.aftermath.retreat_ways",
            "MOST_ONWARD",
        ),
        Limit(
            "Hexes of a chain in which friends push friends on",
            "modules.engine.stacks.aftermath.retreat_ways",
            "MOST_PUSHED",
        ),
        Limit(
            "Units that roll for recovery in a phase", "modules.definition.checks.rule_upkeep", "MOST_DICE"
        ),
        Limit("Spaces of a display", "modules.definition.formats.displays", "MOST_SPACES"),
    ),
    "A game's own art": (
        Limit("Bytes of one file of art", "modules.plain_files", "MOST_OF_ART"),
        Limit("Pixels of a PNG, across and down", "generator.drawing.figure_files", "MOST_PIXELS"),
        Limit("Steps of all paths of an SVG", "generator.drawing.figure_files", "MOST_SEGMENTS"),
        Limit("Groups within groups of an SVG", "generator.drawing.figure_files", "MAX_DEPTH"),
    ),
    "VASSAL modules, saves and logs": (
        Limit("Bytes of the zip", "generator.vassal.format.archive", "LARGEST_FILE"),
        Limit("Bytes of one file in it", "generator.vassal.format.archive", "LARGEST_ENTRY"),
        Limit("Bytes of all files in it", "generator.vassal.format.archive", "LARGEST_TOTAL"),
        Limit("Files in it", "generator.vassal.format.archive", "MOST_ENTRIES"),
        Limit(
            "Bytes of a build file, or of the commands of a save or log",
            "generator.vassal.format.archive",
            "LARGEST_TEXT",
        ),
        Limit("Elements of a build file or SVG", "generator.vassal.lint.tree", "MOST_ELEMENTS"),
        Limit("Bytes of an SVG in a module", "generator.vassal.lint.files", "LARGEST_SVG"),
        Limit("Findings of one fault that are shown", "generator.vassal.lint.findings", "MOST_OF_A_FAULT"),
        Limit("Commands of a save or log", "generator.vassal.format.commands", "MOST_COMMANDS"),
        Limit("Characters of a piece in it", "generator.vassal.format.pieces", "LARGEST_PIECE"),
        Limit("Traits of a piece", "generator.vassal.format.codec", "MOST_LEVELS"),
    ),
    "Mails": (
        Limit("Bytes of a mail", "pbem.mail.limits", "MAX_BYTES"),
        Limit("Lines of a mail", "pbem.mail.limits", "MAX_LINES"),
        Limit("Parts of a mail", "pbem.mail.limits", "MAX_PARTS"),
        Limit("Parts within parts", "pbem.mail.limits", "MAX_DEPTH"),
        Limit("Bytes of a text with entries", "pbem.mail.limits", "MAX_TEXT"),
        Limit("Entries of one text", "pbem.entry.armor", "MAX_ENTRIES"),
        Limit("Bytes of one entry", "pbem.entry.canonical_json", "MAX_BYTES"),
        Limit("Bytes of an order file", "pbem.play.orders.order_file", "MAX_BYTES"),
        Limit("Lines of an order file", "pbem.play.orders.order_file", "MAX_LINES"),
    ),
}


def number_of(limit: Limit) -> int:
    """The number of a limit, from where it stands."""
    found = getattr(import_module(limit.module), limit.name)
    assert isinstance(found, int)
    return found


def lists() -> Iterator[tuple[str, str, int]]:
    """Each list or mapping of a game's files that may have so many entries: the type that it is part of, its
    key, the number."""
    seen: set[type[BaseModel]] = set()
    for kind in (*SINGLE.values(), *FOLDERS.values(), *BY_KEY.values()):
        for part in sorted({kind, *types_within(kind)}, key=lambda each: each.__name__):
            if part in seen:
                continue
            seen.add(part)
            for key, field in part.model_fields.items():
                for note in field.metadata:
                    if (
                        most := getattr(note, "max_length", None)
                    ) is not None and field.annotation is not str:
                        yield part.__name__, key, most


def page() -> str:
    """The text of the page."""
    rows = [
        "# Limits",
        "",
        "How large files may be that are read.",
        "",
        "A game's folder, a save or a mail may come from a stranger. So each is read only up to a size.",
        "A larger one is refused with its place and the limit. Printed games stay far below: for example,",
        "a map has at most 100,000 hexes, and the largest printed maps have some 20,000.",
        "",
        "`scripts/limits` writes this page from the code.",
    ]
    for heading, limits in LIMITS.items():
        rows += ["", f"## {heading}", "", "| what | at most |", "| --- | ---: |"]
        rows += [f"| {limit.what} | {number_of(limit):,} |" for limit in limits]
    rows += [
        "",
        "## Lists of a game's files",
        "",
        "Entries of a list or mapping, by the key that holds it.",
        "",
    ]
    rows += ["| part | key | at most |", "| --- | --- | ---: |"]
    rows += [f"| {part} | {key} | {most:,} |" for part, key, most in sorted(set(lists()))]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
