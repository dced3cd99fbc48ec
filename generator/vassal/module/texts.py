"""Charts as text, to be searched and copied: tables, terrain, units, cards, sequence, options, rules.

They are HTML pages of the module's root, read from the definition, and all of them on one page that the help
menu opens in a browser, after the player aids that the kit prints. The rules are those of the ledger, told in
our own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from generator.charts.aids import aid_charts, aid_maps
from generator.charts.costs import movers, mp_text
from generator.charts.terrain import combat_text, other_text
from generator.drawing.art import Look
from generator.drawing.panel import Chart
from generator.drawing.typography import printed
from generator.vassal.format.container import zip_bytes
from generator.vassal.format.plain import page
from modules.definition import Definition
from modules.definition.scenarios import HexScenario
from modules.definition.tables import BandsTableEntry, Cells, RangeTableEntry, TotalsTableEntry
from modules.ledger import read_ledger
from modules.ledger_evidence import LEDGER
from modules.plain_files import is_there

MANUAL = "Charts and rules in brief (opens in a browser)"
"""The help entry that shows all charts on one page."""

_PAGE = "<html><body><h2>{title}</h2>{body}</body></html>\n"
_AID = 97.0
"""How wide the charts of a player aid are, in mm."""

_STYLE = (
    ".aid{display:flex;flex-wrap:wrap;gap:2mm;align-items:flex-start}"
    "body{font:16px/1.4 serif;max-width:60em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{border:1px solid #887;padding:.2em .5em;vertical-align:top}"
)


def text_charts(definition: Definition) -> dict[str, tuple[str, bytes]]:
    """Title and page by file name; charts that have nothing to say are left out."""
    return {
        f"chart-{name}.html": (title, page(_PAGE.format(title=escape(title), body=body)))
        for name, title, body in _sections(definition)
    }


def manual_files(look: Look, definition: Definition) -> dict[str, bytes]:
    """The page with the player aids and all charts as VASSAL wants it: a zip in `help/` under the title of
    its entry. Raises the errors of drawing."""
    pictures: dict[str, bytes] = {}
    aids = [each for each in _aids(look, definition, pictures) if each[2]]
    sections = [*aids, *_sections(definition)]
    links = "".join(f"<li><a href='#{name}'>{escape(title)}</a></li>" for name, title, _ in sections)
    bodies = "".join(f"<h2 id='{name}'>{escape(title)}</h2>{body}" for name, title, body in sections)
    title = escape(definition.game.title)
    whole = (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1><ul>{links}</ul>{bodies}</body></html>\n"
    )
    files = {"index.html": whole.encode(), **pictures}
    return {f"help/{MANUAL.replace(' ', '_')}": zip_bytes(files)}


def _aids(look: Look, definition: Definition, pictures: dict[str, bytes]) -> Iterator[tuple[str, str, str]]:
    """Name, title and HTML of each side's player aid, as the kit prints it; its charts are put among the
    `pictures`, once where two sides have the same."""
    names: dict[bytes, str] = {}
    aids: dict[tuple[str, ...], str] = {}
    for side, words in definition.game.sides.items():
        maps = aid_maps(definition, side)
        if maps not in aids:
            charts = aid_charts(look, definition, side, _AID, "paths")
            aids[maps] = "".join(_shown(chart, names) for chart in charts)
        yield (
            f"aid-{side}",
            f"Player aid: {words.name}",
            aids[maps] and f"<div class='aid'>{aids[maps]}</div>",
        )
    pictures |= {file: svg for svg, file in names.items()}


def _shown(chart: Chart, names: dict[bytes, str]) -> str:
    file = names.setdefault(chart.canvas.svg().encode(), f"aid-{len(names) + 1}.svg")
    return f"<img src='{file}' alt='{escape(chart.title)}' style='width:{_AID}mm'>"


def _sections(definition: Definition) -> Iterator[tuple[str, str, str]]:
    """Name, title and HTML of every chart that has something to say."""
    for name, title, body in _all(definition):
        if body:
            yield name, title, body


def _all(definition: Definition) -> Iterator[tuple[str, str, str]]:
    tables = definition.tables
    yield "sequence", "Sequence of play", _sequence(definition)
    for name, results in (tables.odds | tables.differentials).items():
        yield f"odds-{name}", results.name, _results(results)
    for name, totals in tables.totals.items():
        yield f"totals-{name}", totals.name, _totals(totals)
    for name, ranges in tables.ranges.items():
        yield f"ranges-{name}", ranges.name, _ranges(ranges)
    for name, bands in tables.bands.items():
        yield f"bands-{name}", bands.name, _bands(bands)
    yield "modifiers", "Modifiers", _modifiers(definition)
    yield "terrain", "Terrain effects", _terrain(definition)
    for name, entry in definition.lists.items():
        yield f"list-{name}", entry.name, _table(entry.columns, entry.rows) + _paragraph(entry.note)
    yield "units", "Units", _units(definition)
    for pack, deck in definition.decks.items():
        yield pack, deck.name, _pack(definition, pack)
    yield "morale", "Army morale", _morale(definition)
    yield "numbers", "Numbers", _numbers(definition)
    yield "options", "Options", _options(definition)
    yield "rulings", "Rulings", _rulings(definition)
    yield "rules", "Rules in brief", _rules(definition)


def _results(table: Cells) -> str:
    rows = [(roll, *cells) for roll, cells in table.rows.items()]
    results = [(code, each.name, each.text, each.rule) for code, each in table.results.items()]
    meaning = _table(("Result", "Name", "What it means", "Rule"), results)
    return _table(("Die", *table.columns), rows) + _paragraph(table.note) + meaning


def _totals(table: TotalsTableEntry) -> str:
    rows = [
        (
            row.name, "/".join(f"{effect:+d}" for effect in row.effects),
            *(", ".join(map(str, row.on.get(column, ()))) for column in table.columns), row.text or "",
        )
        for row in table.rows.values()
    ]  # fmt: skip
    heads = (f"Total of {table.dice}", "Effect", *table.columns.values(), "What it means")
    return _table(heads, rows) + _paragraph(table.note)


def _ranges(table: RangeTableEntry) -> str:
    farthest = max(len(row.strengths) for row in table.rows.values())
    rows = [
        (row.name, *map(str, row.strengths), *[""] * (farthest - len(row.strengths)))
        for row in table.rows.values()
    ]
    heads = ("Weapon", *(f"{i} hex{'es' * (i > 1)}" for i in range(1, farthest + 1)))
    return _table(heads, rows) + _paragraph(table.note)


def _bands(table: BandsTableEntry) -> str:
    rows = [(f"{band.first:+d} to {band.last:+d}", f"{band.value:+d}") for band in table.bands]
    return _table((table.of, table.gives), rows) + _paragraph(table.note)


def _modifiers(definition: Definition) -> str:
    rows = [
        (each.name, f"{each.value:+d}", each.text, each.rule) for each in definition.tables.modifiers.values()
    ]
    return _table(("Modifier", "Number", "When", "Rule"), rows)


def _terrain(definition: Definition) -> str:
    kinds = definition.game.kinds
    paying = movers(definition.terrain.values(), kinds)
    rows = [
        (
            kind.name, mp_text(kind), *(mp_text(kind, each) for each in paying), combat_text(kind, kinds),
            other_text(kind, kinds), kind.rule,
        )
        for kind in definition.terrain.values()
    ]  # fmt: skip
    return _table(("Terrain", "MP", *(each.name for each in paying), "Combat", "Other", "Rule"), rows)


def _units(definition: Definition) -> str:
    """Every kind of unit card once, with its values and how many of it each scenario has."""
    game, battles = definition.game, definition.card_scenarios
    told = [each.shown(game) for each in definition.counters.values()]
    values = [name for name in game.values if any(name in each for each in told)]
    rows, seen = [], set()
    for counter in definition.counters.values():
        if counter.form != "card" or counter.group in seen:
            continue
        seen.add(counter.group)
        shown = [counter.shown(game).get(value, "") for value in values]
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


def _morale(definition: Definition) -> str:
    rows = [
        (battle.title, each.name, str(each.demoralization), str(each.disintegration))
        for battle in definition.scenarios.values()
        if isinstance(battle, HexScenario)
        for each in battle.morale.values()
    ]
    return _table(("Battle", "Army", "Demoralized at", "Disintegrates at"), rows)


def _numbers(definition: Definition) -> str:
    rows = [(each.name, str(each.value), each.rule) for each in definition.game.parameters.values()]
    for battle in definition.scenarios.values():
        rows += [
            (f"{battle.title}: {each.name}", str(each.value), each.rule)
            for each in battle.parameters.values()
        ]
    return _table(("Number", "Value", "Rule"), rows)


def _options(definition: Definition) -> str:
    rows = [
        (battle.title, key, option.name, option.text, option.rule)
        for battle in definition.scenarios.values()
        for key, option in battle.options.items()
    ]
    return _table(("Battle", "Option", "Name", "What it changes", "Rule"), rows)


def _rulings(definition: Definition) -> str:
    rows = [(", ".join(each.rules), each.text, each.source) for each in definition.rulings.values()]
    return _table(("Rules", "What holds here", "Why"), rows)


def _rules(definition: Definition) -> str:
    """The rules of the ledger that are played; a game may have no ledger yet."""
    if not is_there(definition.folder / LEDGER):
        return ""
    rules = [each for each in read_ledger(definition.folder).rules if each.kind == "rule"]
    return _table(("Rule", "In brief"), [(each.number, each.summary) for each in rules])


def _paragraph(text: str | None) -> str:
    return f"<p>{escape(printed(text))}</p>" if text else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = "".join(f"<tr>{''.join(f'<td>{escape(printed(cell))}</td>' for cell in row)}</tr>" for row in rows)
    head = "".join(f"<th align='left'>{escape(printed(title))}</th>" for title in heads)
    return f"<table border='1' cellpadding='3'><tr>{head}</tr>{body}</table>" if body else ""
