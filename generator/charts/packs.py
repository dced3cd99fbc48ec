"""Charts of a game of cards: how a card is read, the cards of a scenario, what is in the packs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.cards import CardPiece, card_pieces, card_symbol
from generator.cards.layout import card_layout
from generator.drawing.art import Look
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import Point, pt
from generator.drawing.tables import Cell, Table, TableStyle
from generator.drawing.typeface import SANS_BOLD, TEXT, TEXT_BOLD
from generator.drawing.typography import signed
from modules.amounts import count_noun
from modules.definition import Counter
from modules.definition.formats.scenarios import CardScenario, Force
from modules.definition.model import Definition

_FIELD = re.compile(r"\{(\w+)\}")
_SHOWN = 0.62
"""A card in the guide is drawn at this share of its size."""


def guide_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Chart:
    """How to read a card: one card for each layout, its parts numbered and told in the definition's words."""
    panel = Panel(look, "guide", "How to read a card", width, "", text_as)
    told: dict[str, int] = {}
    seen: set[str] = set()
    for piece in card_pieces(look, definition):
        if not piece.side or piece.layout in seen:
            continue
        seen.add(piece.layout)
        scale = min(_SHOWN, panel.room / piece.width_mm)
        left = (width - scale * piece.width_mm) / 2
        panel.pen.use(card_symbol(panel.pen, definition, piece), left, panel.y, scale)
        for words, (x, y) in _parts(look, definition, piece):
            number = told.setdefault(words, len(told) + 1)
            _badge(panel, str(number), (left + scale * x, panel.y + scale * y))
        panel.y += scale * piece.height_mm + 2.5
    for words, number in told.items():
        top = panel.y
        panel.pen.text(str(number), PAD, top, pt(9), SANS_BOLD, align="top", fill=panel.palette["accent"])
        panel.paragraph(words, indent=4.5)
    return panel.done()


def _parts(look: Look, definition: Definition, piece: CardPiece) -> Iterator[tuple[str, Point]]:
    """What a card bears: in words, and where (mm on the card)."""
    plan, values, fonts = card_layout(look, piece.layout), definition.game.values, look.fonts
    for sign in plan.signs:
        if sign.facing:
            x, y, wide, tall = sign.box
            yield "Front: this side faces the enemy.", (x + wide + 3, y + tall / 2)
    for text in plan.words:
        fields = [name for name in _FIELD.findall(text.text) if name in values]
        x, y = text.at
        for i, name in enumerate(fields):
            value = values[name]
            if len(fields) == 1:
                at = (x + 0.44 * text.room, y + 0.56 * pt(text.size))
            else:
                at = (x + (i / (len(fields) - 1) - 0.5) * 1.1 * text.room, y)
            yield f"{value.name}: {value.unit} ({cited(value.rule)}).", at
        if text.text == "{name}":
            size = fonts.fit(piece.name, TEXT_BOLD, text.room, pt(text.size), pt(text.floor))
            right = x + fonts.width(piece.name, TEXT_BOLD, size)
            yield "The unit's name; below it its kind and nation.", (right + 3.2, y)


def _badge(panel: Panel, words: str, at: Point) -> None:
    ground, ink = panel.palette["accent"], panel.palette["head_ink"]
    panel.pen.circle(*at, 1.9, fill=ground, stroke=ink, stroke_width=0.35)
    panel.pen.text(words, *at, pt(7.5), SANS_BOLD, anchor="middle", align="middle", fill=ink)


def forces_chart(
    look: Look,
    definition: Definition,
    scenario: CardScenario,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
) -> Chart:
    """Each side's cards in a scenario: how many, with their values. Raises TextTooWideError."""
    title = "Forces" if len(definition.card_scenarios) == 1 else f"Forces: {scenario.title}"
    panel = Panel(look, "forces", title, width, "", text_as)
    for force in scenario.forces:
        rows, columns = _force_rows(definition, force)
        share = panel.room / (len(columns) + 3)
        widths = (2 * share, *[share] * (len(columns) + 1))
        side = definition.game.sides[force.side].name
        table = Table(widths, rows, caption=side, left_columns=frozenset({0}), row_height=4.6)
        panel.table(table, TableStyle(size=pt(8.5), caption_size=pt(10)))
        panel.paragraph(f"Dealt off at the start as reserve: {force.reserve} ({cited(force.rule)}).")
    return panel.done()


def _force_rows(definition: Definition, force: Force) -> tuple[list[list[Cell | str]], list[str]]:
    firsts: dict[str, Counter] = {}
    for counter in definition.counters.values():
        firsts.setdefault(counter.group, counter)
    used = {name for group in force.counters for name in firsts[group].front}
    columns = [name for name in definition.game.values if name in used]
    rows: list[list[Cell | str]] = [["Unit", *(definition.game.values[c].name for c in columns), "Number"]]
    for group, count in force.counters.items():
        counter = firsts[group]
        shown = [_value(definition, counter, name) for name in columns]
        rows.append([counter.name, *shown, str(count)])
    return rows, columns


def _value(definition: Definition, counter: Counter, name: str) -> str:
    number = counter.front.get(name)
    if number is None:
        return ""
    return signed(number) if definition.game.values[name].signed else str(number)


def packs_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Chart:
    """Every card of the packs with its number, and what each side may do by it."""
    panel = Panel(
        look, "packs", " and ".join(deck.name for deck in definition.decks.values()), width, "", text_as
    )
    letters = definition.game.sides
    for deck in definition.decks.values():
        total = sum(card.count for card in deck.cards.values())
        panel.paragraph(f"{count_noun(total, 'card')}, {deck.hand} dealt to each side ({cited(deck.rule)}).")
        for card in deck.cards.values():
            panel.paragraph(f"{card.count} × {card.name} ({cited(card.rule)})", face=TEXT_BOLD)
            panel.y -= 0.6
            for choice in card.choices:
                who = ", ".join(letters[side].letter for side in choice.sides)
                bar = f" Not in the first turn ({choice.not_first_turn})." if choice.not_first_turn else ""
                panel.paragraph(f"{who}: {choice.text}{bar}", size=pt(7.5), indent=4, face=TEXT)
                panel.y -= 0.5
            panel.y += 0.6
    return panel.done()
