"""What no single file can know: that names refer to something, that counts add up, that nothing is left out.

Each check reads the typed files and notes faults. What has a mistake of its own is left out, and nothing is
said of who refers to it, so that one mistake is told once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from modules.definition.areas import AreaMapFile
from modules.definition.boards import BoardFile
from modules.definition.campaigns import CampaignFile
from modules.definition.cards import CardsFile
from modules.definition.checks_areas import check_area_map, check_area_scenario
from modules.definition.checks_boards import check_board, check_card_scenario, check_cards
from modules.definition.checks_campaigns import check_campaign
from modules.definition.checks_displays import check_begins, check_displays
from modules.definition.checks_maps import check_map
from modules.definition.checks_players import check_players
from modules.definition.checks_scenarios import check_scenario
from modules.definition.checks_set_up import check_set_up
from modules.definition.checks_sheets import check_sheet
from modules.definition.checks_tables import check_tables
from modules.definition.counters import CounterEntry, CountersFile, Sum
from modules.definition.displays import DisplaysFile
from modules.definition.files import Files, known_word
from modules.definition.game import GameFile
from modules.definition.maps import MapFile
from modules.definition.model import Counter, expand
from modules.definition.players import PlayersFile
from modules.definition.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.sheets import SheetFile
from modules.definition.source import Path_
from modules.definition.special import KEY, Around
from modules.definition.tables import TablesFile
from modules.definition.terrain import HexTerrain, Terrain, TerrainFile
from modules.geometry import HexGrid


def check(files: Files) -> None:
    """Notes every mistake that shows only when the files are read together."""
    _check(files)
    files.tell_unknown()


def _check(files: Files) -> None:
    game = files.of(GameFile).get("game.yaml")
    _names_once(files)
    grids = _maps(files, game)
    for name, area_map in files.of(AreaMapFile).items():
        check_area_map(files, name, area_map, game)
    if game is None:
        return
    _game(files, game)
    for name, tables in files.of(TablesFile).items():
        check_tables(files, name, tables, game)
    for name, campaign in files.of(CampaignFile).items():
        check_campaign(files, name, campaign, game)
    _sheets(files, game)
    for name, board in files.of(BoardFile).items():
        check_board(files, name, board, game)
    for name, cards in files.of(CardsFile).items():
        check_cards(files, name, cards, game)
    for name, counters in files.of(CountersFile).items():
        if _too_many(files, name, counters, game):
            del files.typed[name]  # nobody looks at each of them
            continue
        known = _counters(files, name, counters, game)
        check_set_up(files, name, counters, known)
        _scenarios(files, game, known, grids)
        _specials(files, game, known, grids)


def _sheets(files: Files, game: GameFile) -> None:
    for name, displays in files.of(DisplaysFile).items():
        check_displays(files, name, displays, game)
    for name, players in files.of(PlayersFile).items():
        check_players(files, name, players, game)
    for name, sheet in files.of(SheetFile).items():
        check_sheet(files, name, sheet, game)


def _maps(files: Files, game: GameFile | None) -> dict[str, tuple[MapFile, HexGrid]]:
    """Checks the hex maps and gives those that have a grid."""
    terrain = files.of(TerrainFile).get("terrain.yaml")
    if terrain is None:
        return {}
    _terrain(files, terrain, game)
    grids: dict[str, tuple[MapFile, HexGrid]] = {}
    for name, each_map in files.of(MapFile).items():
        grid = check_map(files, name, each_map, terrain, game)
        if grid is not None:
            grids[each_map.map] = (each_map, grid)
    return grids


def _scenarios(
    files: Files, game: GameFile, known: dict[str, Counter], grids: dict[str, tuple[MapFile, HexGrid]]
) -> None:
    for name, scenario in files.of(HexScenario).items():
        check_scenario(files, name, scenario, game, known, grids)
        check_begins(files, name, scenario, known)
    boards = list(files.of(BoardFile).values())
    for name, battle in files.of(CardScenario).items():
        check_card_scenario(files, name, battle, game, known, boards)
    area_maps = list(files.of(AreaMapFile).values())
    for name, year in files.of(AreaScenario).items():
        check_area_scenario(files, name, year, game, known, area_maps)


def _specials(
    files: Files, game: GameFile, known: dict[str, Counter], grids: dict[str, tuple[MapFile, HexGrid]]
) -> None:
    """What the game's own parts say of its counters, maps and battles."""
    for name, scenario in files.of(Scenario).items():
        if scenario.special is not None:
            on = scenario.map if isinstance(scenario, HexScenario) else ""
            each_map, grid = grids.get(on, (None, None))
            areas = each_map.areas if each_map is not None else None
            scenario.special.check(
                Around(game, known, areas, grid, (), (), partial(_note, files, name), files.is_cut)
            )
    for name, campaign in files.of(CampaignFile).items():
        if campaign.special is not None:
            battles, players = campaign.battles, tuple(campaign.players)
            note = partial(_note, files, name)
            campaign.special.check(Around(game, known, None, None, battles, players, note, files.is_cut))


def _note(files: Files, file: str, path: tuple[str | int, ...], message: str) -> None:
    files.fault(file, (KEY, *path), message)


def _names_once(files: Files) -> None:
    """No two maps, scenarios or campaigns of one name: one of them would be lost."""
    named = [(name, "map", m.map) for name, m in files.of(MapFile).items()]
    named += [(name, "board", b.board) for name, b in files.of(BoardFile).items()]
    named += [(name, "area_map", a.area_map) for name, a in files.of(AreaMapFile).items()]
    named += [(name, "scenario", s.scenario) for name, s in files.of(Scenario).items()]
    named += [(name, "campaign", c.campaign) for name, c in files.of(CampaignFile).items()]
    named += [(name, "sheet of", s.map) for name, s in files.of(SheetFile).items()]
    first: dict[tuple[str, str], str] = {}
    for file, key, name in named:
        other = first.setdefault((key, name), file)
        if other != file:
            files.fault(file, (key,), f"the {key} {name!r} is already in {other}")


def _game(files: Files, game: GameFile) -> None:
    for name, nation in game.nations.items():
        known_word(files, "game.yaml", ("nations", name, "side"), nation.side, game.sides)
    seen: set[tuple[str, str | None]] = set()
    for i, phase in enumerate(game.sequence):
        where = ("sequence", i)
        if (phase.id, phase.side) in seen:
            files.fault("game.yaml", (*where, "id"), f"the phase {phase.id!r} is listed twice")
        seen.add((phase.id, phase.side))
        if phase.side is not None:
            known_word(files, "game.yaml", (*where, "side"), phase.side, game.sides)
        elif any(other.side is not None for other in game.sequence):
            message = f"the phase {phase.id!r} has no side, though others have one: name all or none"
            files.fault("game.yaml", where, message)
    _markers(files, game)


def _markers(files: Files, game: GameFile) -> None:
    """Backs that are faces of other markers, and no marker on no piece at all: where a back is no marker's,
    nobody knows whose it was to be."""
    whole = all(marker.back is None or marker.back in game.markers for marker in game.markers.values())
    for name, marker in game.markers.items():
        path, back = ("markers", name), marker.back
        if marker.side is not None:
            known_word(files, "game.yaml", (*path, "side"), marker.side, game.sides)
        if back is not None and known_word(files, "game.yaml", (*path, "back"), back, game.markers):
            if back == name:
                files.fault("game.yaml", (*path, "back"), f"the back of {name!r} is itself: leave it out")
            elif game.markers[back].back is not None:
                message = f"{back!r} has a back of its own: a piece of cardboard has two faces"
                files.fault("game.yaml", (*path, "back"), message)
        if not marker.count and (back is not None or (whole and name not in game.carriers)):
            message = f"the marker {name!r} has the count 0 but is on the back of no other"
            files.fault("game.yaml", (*path, "count"), message)


def _kinds_named(kind: Terrain) -> Iterator[tuple[Path_, str]]:
    """The kinds of counters of which an entry of the chart speaks, each with its place in the entry."""
    if isinstance(kind, HexTerrain):
        yield from ((("by_kind", each), each) for each in kind.by_kind)
    yield from ((("checks", i), each) for i, each in enumerate(kind.checks))
    for i, bonus in enumerate(kind.bonuses):
        yield from ((("bonuses", i, "of", j), each) for j, each in enumerate(bonus.of))


def _terrain(files: Files, terrain: TerrainFile, game: GameFile | None) -> None:
    """Letters that tell the terrain of hexes apart, and kinds of counters that there are."""
    seen: dict[str, str] = {}
    weapons = {row for t in files.of(TablesFile).values() for each in t.ranges.values() for row in each.rows}
    for name, kind in terrain.terrain.items():
        path = ("terrain", name)
        if game is not None:
            for where, counters in _kinds_named(kind):
                known_word(files, "terrain.yaml", (*path, *where), counters, game.kinds)
        for i, bonus in enumerate(kind.bonuses):
            for j, weapon in enumerate(bonus.against):
                known_word(files, "terrain.yaml", (*path, "bonuses", i, "against", j), weapon, weapons)
        if kind.where != "hex":
            continue
        if kind.letter in seen:
            message = f"the letter {kind.letter!r} already stands for {seen[kind.letter]}"
            files.fault("terrain.yaml", ("terrain", name, "letter"), message)
        seen.setdefault(kind.letter, name)


_OTHER_PICTURES = frozenset(
    {"about", "back", "board", "card", "chart", "edge", "facing", "hidden", "map", "marker", "state"}
)
"""The first words of the files that a build or a module has besides those of its counters."""


MOST_COUNTERS, MOST_MARKERS, MOST_CARDS = 10_000, 500, 2_000
"""Counters, blocks and cards of `counters.yaml`; kinds of markers; cards of all packs."""


def _too_many(files: Files, file: str, counters: CountersFile, game: GameFile) -> bool:
    """Notes where there are more pieces than a game can have: each would be drawn, front and back."""
    total = 0
    for group, entry in counters.counters.items():
        total += entry.count or 1
        if total > MOST_COUNTERS:
            message = f"with these there are more than {MOST_COUNTERS:,} counters: no game has so many"
            files.fault(file, ("counters", group), message)
            return True
    if len(game.markers) > MOST_MARKERS:
        message = f"{len(game.markers):,} kinds of markers: expected at most {MOST_MARKERS:,}"
        files.fault("game.yaml", ("markers",), message)
        return True
    for name, cards in files.of(CardsFile).items():
        total = sum(card.count for deck in cards.decks.values() for card in deck.cards.values())
        if total > MOST_CARDS:
            message = f"{total:,} cards in all packs: expected at most {MOST_CARDS:,}"
            files.fault(name, ("decks",), message)
            return True
    return False


# --- counters ------------------------------------------------------------------------------------------


def _counters(files: Files, file: str, counters: CountersFile, game: GameFile) -> dict[str, Counter]:
    """Notes the faults of the counters; gives those that are sound, by id."""
    if counters.strength is not None:
        known_word(files, file, ("strength",), counters.strength, game.values)
    taken: dict[str, str] = {}
    alike: dict[str, str] = {}
    for group, entry in counters.counters.items():
        path = ("counters", group)
        if (word := group.split("-")[0].lower()) in _OTHER_PICTURES:
            message = f"{word!r} begins the names of other pictures: give the counter another id"
            files.fault(file, path, message)
        nation = known_word(files, file, (*path, "nation"), entry.nation, game.nations)
        if not known_word(files, file, (*path, "kind"), entry.kind, game.kinds) or not nation:
            files.cut.add(group)
        if entry.formation is not None:
            known_word(files, file, (*path, "formation"), entry.formation, game.formations)
        _steps(files, file, path, entry, game)
        _values(files, file, path, entry, game)
        for number in range(1, (entry.count or 0) + 1) or [None]:
            counter_id = group if number is None else f"{group}-{number}"
            if counter_id in taken:
                files.fault(file, path, f"the counter {counter_id} is already made by {taken[counter_id]}")
            elif (other := alike.setdefault(counter_id.lower(), counter_id)) != counter_id:
                _differs(files, file, path, counter_id, other)
            taken[counter_id] = group
    made = expand(counters, game)
    data = files.sources[file].data["counters"]
    cut = [data[group] for group in files.cut & data.keys()]
    unsure = {str(entry["nation"]) if isinstance(entry, dict) and "nation" in entry else "" for entry in cut}
    for i, total in enumerate(counters.sums):
        known = [
            known_word(files, file, ("sums", i, "of", j), nation, game.nations)
            for j, nation in enumerate(total.of)
        ]
        if all(known) and unsure <= game.nations.keys() - set(total.of):
            _sum(files, file, ("sums", i), total, made, counters.strength or "")
    return {counter.id: counter for counter in made}


def _sum(
    files: Files, file: str, path: tuple[str | int, ...], total: Sum, made: list[Counter], strength: str
) -> None:
    """Units and leaders as they should be; their strength only where they are, for it follows from them."""
    of = set(total.of)
    units = [c for c in made if c.nation in of and c.role == "unit"]
    leaders = [c for c in made if c.nation in of and c.role == "leader"]
    found = {"units": len(units), "leaders": len(leaders)}
    wrong = [key for key, number in found.items() if number != getattr(total, key)]
    if not wrong and total.strength is not None:
        found["strength"] = sum(c.front.get(strength, 0) for c in units)
        wrong = [key for key in ("strength",) if found[key] != total.strength]
    for key in wrong:
        message = f"the counters of {', '.join(total.of)} add up to {found[key]}, not {getattr(total, key)}"
        files.fault(file, (*path, key), message)


def _differs(files: Files, file: str, path: tuple[str, ...], counter_id: str, other: str) -> None:
    message = f"{counter_id} and {other} differ only in case: their files would have one name"
    files.fault(file, path, message)


def _steps(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry, game: GameFile) -> None:
    """Blocks, and only blocks, have steps; each is lower than the one before."""
    kind = game.kinds.get(entry.kind)
    if kind is None:
        return
    if kind.form == "block" and entry.steps is None:
        message = "`steps` is missing: a block has its strengths from full to last, such as [4, 3, 2, 1]"
        files.fault(file, path, message)
    if kind.form != "block" and entry.steps is not None:
        message = f"a {kind.form} has no steps: write its reduced side as `reduced`"
        files.fault(file, (*path, "steps"), message)
    steps = entry.steps or ()
    for i, (before, after) in enumerate(itertools.pairwise(steps), 1):
        if after >= before:
            files.fault(file, (*path, "steps", i), f"{after} is not lower than the step before it")
    if steps and steps[-1] < 1:
        message = f"found {steps[-1]}: a block has a strength of at least 1; at 0 it is out of play"
        files.fault(file, (*path, "steps", len(steps) - 1), message)


def _values(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry, game: GameFile) -> None:
    for value in entry.values:
        known_word(files, file, (*path, "values", value), value, game.values)
    for key, numbers in (("values", entry.values), ("reduced", entry.reduced or {})):
        for value, number in numbers.items():
            words = game.values[value].written if value in game.values else ()
            if words and not 0 < number <= len(words):
                message = f"found {number}: expected 1 to {len(words)}, for {', '.join(words)}"
                files.fault(file, (*path, key, value), message)
    for value in entry.reduced or {}:
        if value not in entry.values:
            files.fault(file, (*path, "reduced", value), f"the front has no value {value!r} to reduce")
