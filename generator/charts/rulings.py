"""Rulings: what holds where the rulebook is silent or contradicts itself, in one chart or in several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.drawing.art import Look
from generator.drawing.panel import Chart, Panel, TextAs
from generator.drawing.svg import pt
from modules.definition.formats.game import Ruling
from modules.definition.model import Definition


def rulings_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Chart:
    """What holds where the rulebook is silent or contradicts itself, each with the rules that it is about."""
    return _rulings(look, "rulings", "Rulings", tuple(definition.rulings.values()), width, text_as)


def rulings_charts(
    look: Look, definition: Definition, most: int, *, width: float = 97.0, text_as: TextAs = "text"
) -> Iterator[Chart]:
    """The same in as many charts as they need, at most so many rulings in each; in the order of the rules."""
    rulings = sorted(definition.rulings.values(), key=lambda each: _number(each.rules[0]))
    for number, start in enumerate(range(0, len(rulings), most), start=1):
        part = rulings[start : start + most]
        first, last = part[0].rules[0], part[-1].rules[0]
        title = f"Rulings {first} to {last}" if first != last else f"Rulings {first}"
        yield _rulings(look, f"rulings-{number}", title, part, width, text_as)


def _rulings(
    look: Look, name: str, title: str, rulings: Sequence[Ruling], width: float, text_as: TextAs
) -> Chart:
    panel = Panel(look, name, title, width, "", text_as)
    for each in rulings:
        panel.paragraph(f"{each.text} ({', '.join(each.rules)})", size=pt(7.5))
    return panel.done()


def _number(rule: str) -> tuple[int, ...]:
    """A rule's place in the rulebook; those that begin with a word stand first."""
    return tuple(int(part) for part in re.findall(r"\d+", rule))
