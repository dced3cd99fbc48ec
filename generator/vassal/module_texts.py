"""Charts as text: what is added to a number, the units, the cards of the packs, the sequence of play.

They are HTML pages of the module's root, read from the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from modules.definition import Definition

_PAGE = "<html><body><h2>{title}</h2>{body}</body></html>\n"


def text_charts(definition: Definition) -> dict[str, tuple[str, bytes]]:
    """Title and page by file name; charts that have nothing to say are left out."""
    made = {
        "chart-modifiers.html": ("Modifiers", _modifiers(definition)),
        "chart-units.html": ("Units", _units(definition)),
        **{
            f"chart-{pack}.html": (deck.name, _pack(definition, pack))
            for pack, deck in definition.decks.items()
        },
        "chart-sequence.html": ("Sequence of play", _sequence(definition)),
    }
    return {
        file: (title, _PAGE.format(title=escape(title), body=body).encode())
        for file, (title, body) in made.items()
        if body
    }


def _modifiers(definition: Definition) -> str:
    rows = [
        (each.name, f"{each.value:+d}", each.text, each.rule) for each in definition.tables.modifiers.values()
    ]
    return _table(("Modifier", "Number", "When", "Rule"), rows)


def _units(definition: Definition) -> str:
    """Every kind of unit card once, with its values and how many of it each scenario has."""
    game, battles = definition.game, definition.card_scenarios
    values = [name for name in game.values if any(name in c.front for c in definition.counters.values())]
    rows, seen = [], set()
    for counter in definition.counters.values():
        if counter.form == "counter" or counter.group in seen:
            continue
        seen.add(counter.group)
        shown = [game.values[v].show(counter.front[v]) if v in counter.front else "" for v in values]
        numbers = [
            str(sum(force.counters.get(counter.group, 0) for force in battle.forces))
            for battle in battles.values()
        ]
        rows.append((game.nations[counter.nation].name, counter.name, *shown, *numbers))
    heads = [game.values[v].name for v in values]
    return _table(("Nation", "Unit", *heads, *(battle.title for battle in battles.values())), rows)


def _pack(definition: Definition, pack: str) -> str:
    rows = []
    for card in definition.decks[pack].cards.values():
        for choice in card.choices:
            who = ", ".join(definition.game.sides[side].name for side in choice.sides)
            barred = f" Not in the first turn ({choice.not_first_turn})." if choice.not_first_turn else ""
            rows.append((choice.name, who, choice.text + barred, str(card.count), card.rule))
    return _table(("Card", "For", "Effect", "Number", "Rule"), rows)


def _sequence(definition: Definition) -> str:
    rows = [(phase.name, phase.hint, phase.rule) for phase in definition.game.sequence]
    return _table(("Phase", "What to do", "Rule"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    head = "".join(f"<th align='left'>{escape(title)}</th>" for title in heads)
    return f"<table border='1' cellpadding='3'><tr>{head}</tr>{body}</table>" if body else ""
