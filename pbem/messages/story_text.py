"""The story of a game as a text that reads as the report of a battle: headings by turn and phase, a line for
what a side did, and what came of a roll before its dice. As a page in Markdown, or plain for a terminal."""

from __future__ import annotations

import re
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from pbem.messages import report_text
from pbem.messages.story import StoryHeading, StoryLine, StoryStep, tell_story
from pbem.rules import rules_lookup
from pbem.rules.table import Table

_WIDTH: Final = 100
"""Characters of a line in a terminal."""
_MARKUP: Final = re.compile(r"([\\`*_\[\]<|])")


class StoryForm(ABC):
    """How a heading, a line of the list and a strong word are written."""

    @abstractmethod
    def heading(self, level: int, text: str) -> list[str]:
        """The lines of a heading, level 1 the highest."""

    @abstractmethod
    def item(self, text: str, level: int = 0) -> str:
        """A line of a list, or of a list within it (level 1)."""

    @abstractmethod
    def strong(self, text: str) -> str:
        """A name that stands out."""

    @abstractmethod
    def plain(self, text: str) -> str:
        """Text from outside, in which nothing is markup."""

    @abstractmethod
    def rows(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        """A table of names and values."""


class MarkdownForm(StoryForm):
    """A page that a forum, or a program for notes, shows with headings."""

    def heading(self, level: int, text: str) -> list[str]:
        return [f"{'#' * level} {self.plain(text)}", ""]

    def item(self, text: str, level: int = 0) -> str:
        return f"{'  ' * level}- {text}"

    def strong(self, text: str) -> str:
        return f"**{self.plain(text)}**"

    def plain(self, text: str) -> str:
        return _MARKUP.sub(r"\\\1", text)

    def rows(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        return [
            "| | |",
            "|---|---|",
            *(f"| {self.plain(name)} | {self.plain(value)} |" for name, value in rows),
        ]


class PlainForm(StoryForm):
    """Text for a terminal."""

    def heading(self, level: int, text: str) -> list[str]:
        return [text, ("=", "=", "-", "-")[level] * len(text)]

    def item(self, text: str, level: int = 0) -> str:
        space = "  " * (level + 1)
        return textwrap.fill(
            text, _WIDTH, initial_indent=space, subsequent_indent=f"{space}    ", break_on_hyphens=False
        )

    def strong(self, text: str) -> str:
        return text

    def plain(self, text: str) -> str:
        return text

    def rows(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        width = max((len(name) for name, _ in rows), default=0)
        return [f"{name:{width}}  {value}" for name, value in rows]


def story_text(table: Table, side: str | None, form: StoryForm) -> str:
    """The game on a table as a text; `side` and what it raises as `tell_story`."""
    names = rules_lookup.all_side_names(table.game)
    lines = form.heading(1, rules_lookup.title(table.game))
    lines += [*_introduction(table, names, form), ""]
    battles = rules_lookup.battle_titles(table.game)
    lines += write_sections(tell_story(table, side), names, battles, form)
    return "\n".join([*lines, *_ending(table, form)]) + "\n"


def _introduction(table: Table, names: Mapping[str, str], form: StoryForm) -> list[str]:
    parties = table.verifier.parties
    seats = [f"{names.get(side, side)}: {parties[side].name}." for side in parties.sides]
    game = (
        f"Game {table.verifier.game[:8]}, entries 0 to {table.seq}; a number in brackets is that of an entry."
    )
    return [form.plain(" ".join(seats)), game]


def write_sections(
    steps: Iterable[StoryStep], names: Mapping[str, str], battles: Mapping[str, str], form: StoryForm
) -> Iterator[str]:
    """The lines of the text for these steps, in which sides and battles are called by their names."""
    turn = ""
    for heading, group in groupby(steps, key=lambda step: step.heading):
        if (title := turn_title(heading, battles)) != turn:
            yield from form.heading(2, title)
            turn = title
        if heading.phase:
            yield from form.heading(3, heading.phase)
        for seq, told in groupby(group, key=lambda step: step.seq):
            yield from _write_entry(seq, list(told), names, form)
        yield ""


def turn_title(heading: StoryHeading, battles: Mapping[str, str]) -> str:
    """`Turn 2 of 10`, with the battle or the period before it where a game has several."""
    battle = battles.get(heading.battle, "")
    period = f"Period {heading.period}" if heading.period > 1 else ""
    return ", ".join(filter(None, (battle, period, f"Turn {heading.turn}")))


def _write_entry(
    seq: int, steps: Sequence[StoryStep], names: Mapping[str, str], form: StoryForm
) -> Iterator[str]:
    """What one entry came to, as items. The number of the entry stands at the end of the first."""
    mark = f" [{seq}]" + (" (taken back later)" if any(step.taken_back for step in steps) else "")
    for text, level in _list_items(steps, names, form):
        yield form.item(text + mark, level)
        mark = ""


def _list_items(
    steps: Sequence[StoryStep], names: Mapping[str, str], form: StoryForm
) -> Iterator[tuple[str, int]]:
    """Orders that stand together are told together, then what came of them, then its dice."""
    orders = list[StoryLine]()
    for step in steps:
        orders += step.lines
        if step.told or step.rolls:
            yield from ((line, 0) for line in _write_orders(orders, names, form))
            orders = []
            yield from _results(step, form)
    yield from ((line, 0) for line in _write_orders(orders, names, form))


def _write_orders(lines: Sequence[StoryLine], names: Mapping[str, str], form: StoryForm) -> Iterator[str]:
    """One line for all orders of a side that stand together, in the order in which they were given."""
    for side, group in groupby(lines, key=lambda line: line.side):
        if not side:
            yield from (form.plain(line.text) for line in group)
            continue
        parts = [_verb_group(verb, list(same)) for verb, same in groupby(group, key=_verb)]
        yield f"{form.strong(names.get(side, side))}: {form.plain('; '.join(parts))}"


def _verb(line: StoryLine) -> str:
    return line.text.partition(" ")[0]


def _verb_group(verb: str, lines: Sequence[StoryLine]) -> str:
    """Orders that begin with the same word, with this word once: `move A 2210, B 2211`."""
    rest = [line.text.removeprefix(verb).strip() for line in lines]
    return f"{verb} {', '.join(rest)}".strip() if all(rest) else "; ".join(line.text for line in lines)


def _results(step: StoryStep, form: StoryForm) -> Iterator[tuple[str, int]]:
    """What came of the orders; what follows from dice stands below their line."""
    for number, text in enumerate(step.told):
        yield (form.plain(text), 1 if step.rolls and number else 0)


def _ending(table: Table, form: StoryForm) -> list[str]:
    """How the game stands, or how it ended."""
    outcome = table.replay.outcome()
    title = "How it stands" if outcome is None else "The end"
    over = [] if outcome is None else [form.plain(report_text.outcome_text(outcome)), ""]
    return [*form.heading(2, title), *over, *form.rows(table.replay.rules.summary(table.play.state))]
