"""Charts as text, to be searched and copied: tables, terrain, units, cards, sequence, options, rules.

They are HTML pages of the module's root, read from the definition, and all of them on one page that the help
menu opens in a browser, after the player aids that the kit prints. The rules are those of the ledger, told in
our own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.charts.aids import aid_charts, aid_maps
from generator.charts.costs import movers, mp_text
from generator.charts.terrain import combat_text, other_text
from generator.drawing.art import Look
from generator.drawing.panel import Chart
from generator.drawing.typography import printed
from generator.vassal.format.container import zip_bytes
from generator.vassal.format.plain import page
from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario
from modules.definition.formats.tables import BandsTableEntry, Cells, RangeTableEntry, TotalsTableEntry
from modules.ledger import read_ledger
from modules.plain_files import is_there
from modules.templates import Templates
from modules.written.folder import LEDGER

MANUAL = "Charts and rules in brief (opens in a browser)"
"""The help entry that shows all charts on one page."""

_AID = 97.0
"""How wide the charts of a player aid are, in mm."""

_TEMPLATES = Templates("generator.vassal.module", printed=printed)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under their heads."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


Body = list[Table | str]
"""Tables and paragraphs."""


@dataclass(frozen=True, slots=True)
class TextChart:
    """A chart that has something to say."""

    name: str
    title: str
    body: Body


@dataclass(frozen=True, slots=True)
class Aid:
    """A side's player aid, as the kit prints it: files and titles of its charts."""

    name: str
    title: str
    charts: Sequence[tuple[str, str]]


def text_charts(definition: Definition) -> dict[str, tuple[str, bytes]]:
    """Title and page by file name; charts that have nothing to say are left out."""
    return {
        f"chart-{each.name}.html": (each.title, page(_TEMPLATES.fill("chart.html", chart=each) + "\n"))
        for each in _sections(definition)
    }


def manual_files(look: Look, definition: Definition) -> dict[str, bytes]:
    """The page with the player aids and all charts as VASSAL wants it: a zip in `help/` under the title of
    its entry. Raises the errors of drawing."""
    pictures: dict[str, bytes] = {}
    whole = _TEMPLATES.fill(
        "manual.html",
        title=definition.game.title,
        aids=[each for each in _aids(look, definition, pictures) if each.charts],
        texts=[*_sections(definition)],
        width=_AID,
    )
    files = {"index.html": f"{whole}\n".encode(), **pictures}
    return {f"help/{MANUAL.replace(' ', '_')}": zip_bytes(files)}


def _aids(look: Look, definition: Definition, pictures: dict[str, bytes]) -> Iterator[Aid]:
    """Each side's player aid; its charts are put among the `pictures`, once where two sides have the same."""
    names: dict[bytes, str] = {}
    aids: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for side, words in definition.game.sides.items():
        maps = aid_maps(definition, side)
        if maps not in aids:
            charts = aid_charts(look, definition, side, _AID, "paths")
            aids[maps] = [(_file(chart, names), chart.title) for chart in charts]
        yield Aid(f"aid-{side}", f"Player aid: {words.name}", aids[maps])
    pictures |= {file: svg for svg, file in names.items()}


def _file(chart: Chart, names: dict[bytes, str]) -> str:
    return names.setdefault(chart.canvas.svg().encode(), f"aid-{len(names) + 1}.svg")


def _sections(definition: Definition) -> Iterator[TextChart]:
    """Every chart that has something to say."""
    return (TextChart(*each) for each in _all(definition) if each[2])


def _all(definition: Definition) -> Iterator[tuple[str, str, Body]]:
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


def _results(table: Cells) -> Body:
    rows = [(roll, *cells) for roll, cells in table.rows.items()]
    results = [(code, each.name, each.text, each.rule) for code, each in table.results.items()]
    meaning = _table(("Result", "Name", "What it means", "Rule"), results)
    return _table(("Die", *table.columns), rows) + _paragraph(table.note) + meaning


def _totals(table: TotalsTableEntry) -> Body:
    rows = [
        (
            row.name, "/".join(f"{effect:+d}" for effect in row.effects),
            *(", ".join(map(str, row.on.get(column, ()))) for column in table.columns), row.text or "",
        )
        for row in table.rows.values()
    ]  # fmt: skip
    heads = (f"Total of {table.dice}", "Effect", *table.columns.values(), "What it means")
    return _table(heads, rows) + _paragraph(table.note)


def _ranges(table: RangeTableEntry) -> Body:
    farthest = max(len(row.strengths) for row in table.rows.values())
    rows = [
        (row.name, *map(str, row.strengths), *[""] * (farthest - len(row.strengths)))
        for row in table.rows.values()
    ]
    heads = ("Weapon", *(f"{i} hex{'es' * (i > 1)}" for i in range(1, farthest + 1)))
    return _table(heads, rows) + _paragraph(table.note)


def _bands(table: BandsTableEntry) -> Body:
    rows = [(f"{band.first:+d} to {band.last:+d}", f"{band.value:+d}") for band in table.bands]
    return _table((table.of, table.gives), rows) + _paragraph(table.note)


def _modifiers(definition: Definition) -> Body:
    rows = [
        (each.name, f"{each.value:+d}", each.text, each.rule) for each in definition.tables.modifiers.values()
    ]
    return _table(("Modifier", "Number", "When", "Rule"), rows)


def _terrain(definition: Definition) -> Body:
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


def _units(definition: Definition) -> Body:
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


def _pack(definition: Definition, pack: str) -> Body:
    rows = []
    for card in definition.decks[pack].cards.values():
        for choice in card.choices:
            who = ", ".join(definition.game.sides[side].name for side in choice.sides)
            barred = f" Not in the first turn ({choice.not_first_turn})." if choice.not_first_turn else ""
            rows.append((choice.name, who, choice.text + barred, str(card.count), card.rule))
    return _table(("Card", "For", "Effect", "Number", "Rule"), rows)


def _sequence(definition: Definition) -> Body:
    rows = [(phase.name, phase.hint, phase.rule) for phase in definition.game.sequence]
    return _table(("Phase", "What to do", "Rule"), rows)


def _morale(definition: Definition) -> Body:
    rows = [
        (battle.title, each.name, str(each.demoralization), str(each.disintegration))
        for battle in definition.scenarios.values()
        if isinstance(battle, HexScenario)
        for each in battle.morale.values()
    ]
    return _table(("Battle", "Army", "Demoralized at", "Disintegrates at"), rows)


def _numbers(definition: Definition) -> Body:
    rows = [(each.name, str(each.value), each.rule) for each in definition.game.parameters.values()]
    for battle in definition.scenarios.values():
        rows += [
            (f"{battle.title}: {each.name}", str(each.value), each.rule)
            for each in battle.parameters.values()
        ]
    return _table(("Number", "Value", "Rule"), rows)


def _options(definition: Definition) -> Body:
    rows = [
        (battle.title, key, option.name, option.text, option.rule)
        for battle in definition.scenarios.values()
        for key, option in battle.options.items()
    ]
    return _table(("Battle", "Option", "Name", "What it changes", "Rule"), rows)


def _rulings(definition: Definition) -> Body:
    rows = [(", ".join(each.rules), each.text, each.source) for each in definition.rulings.values()]
    return _table(("Rules", "What holds here", "Why"), rows)


def _rules(definition: Definition) -> Body:
    """The rules of the ledger that are played; a game may have no ledger yet."""
    if not is_there(definition.folder / LEDGER):
        return []
    rules = [each for each in read_ledger(definition.folder).rules if each.kind == "rule"]
    return _table(("Rule", "In brief"), [(each.number, each.summary) for each in rules])


def _paragraph(text: str | None) -> Body:
    return [text] if text else []


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Body:
    return [Table(heads, rows)] if rows else []
