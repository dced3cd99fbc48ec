"""What no single file can know: that names refer to something, that counts add up, that nothing is left out.

Each check reads the typed files and notes faults. What has a mistake of its own is left out, and nothing is
said of who refers to it, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from modules import game_registry
from modules.definition.checks.areas import (
    check_area_backs,
    check_area_map,
    check_area_scenario,
    check_played_on,
)
from modules.definition.checks.boards import check_board, check_card_scenario, check_cards
from modules.definition.checks.campaigns import check_campaign
from modules.definition.checks.counters import check_counters, too_many
from modules.definition.checks.displays import check_begins, check_displays
from modules.definition.checks.ledger import check_ledger
from modules.definition.checks.maps import check_map
from modules.definition.checks.players import check_numbers, check_players
from modules.definition.checks.rules import check_rules
from modules.definition.checks.scenarios import check_scenario
from modules.definition.checks.set_up import check_set_up
from modules.definition.checks.sheets import check_sheets
from modules.definition.checks.tables import check_tables
from modules.definition.files import Files, known_word
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.cards import CardsFile
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.displays import DisplaysFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.ledger import LedgerFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.players import PlayersFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.formats.special import KEY, Around
from modules.definition.formats.tables import TablesFile
from modules.definition.formats.terrain import HexTerrain, Terrain, TerrainFile
from modules.definition.model import Counter
from modules.geometry import HexGrid
from modules.written.source import Path_


def check(files: Files) -> None:
    """Notes every mistake that shows only when the files are read together; in an entry that has a mistake
    already, which words in it name nothing."""
    _check_name(files)
    _check(files)
    closer = files.closer()
    if closer is not None:
        _check(closer)
        files.take_words(closer)
    files.tell_unknown()


def _check_name(files: Files) -> None:
    """The name of a game that ships is for its own folder alone. It is looked for in what game.yaml says,
    which may have other mistakes."""
    said = files.sources["game.yaml"].data
    name = said.get("game") if isinstance(said, dict) else None
    if not isinstance(name, str) or ("game",) in files.at.get("game.yaml", ()):
        return
    if files.variant_of and name != files.variant_of:
        message = f"expected {files.variant_of!r}, the game by whose rules this is played"
        files.fault("game.yaml", ("game",), f"found {name!r}: {message}")
    elif name in game_registry.games() and name != files.shipped_as:
        message = "this is the name of a game that comes with Senlac: choose another name"
        files.fault("game.yaml", ("game",), f"found {name!r}: {message}")


def _check(files: Files) -> None:
    game = files.of(GameFile).get("game.yaml")
    _names_once(files)
    grids = _maps(files, game)
    for name, area_map in files.of(AreaMapFile).items():
        check_area_map(files, name, area_map, game)
    check_area_backs(files)
    check_played_on(files)
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
        if too_many(files, name, counters, game):
            del files.typed[name]  # nobody looks at each of them
            continue
        known = check_counters(files, name, counters, game)
        check_set_up(files, name, counters, known)
        for file, ledger in files.of(LedgerFile).items():
            check_ledger(files, file, ledger, game, known.values())
        for file, rules in files.of(RulesFile).items():
            check_rules(files, file, rules, game, known, grids)
        _scenarios(files, game, known, grids)
        _specials(files, game, known, grids)


def _sheets(files: Files, game: GameFile) -> None:
    for name, displays in files.of(DisplaysFile).items():
        check_displays(files, name, displays, game)
    tables: set[int] = set()
    entries = [entry for counters in files.of(CountersFile).values() for entry in counters.counters]
    for name, players in files.of(PlayersFile).items():
        check_players(files, name, players, game, entries)
        tables = {len(table) for table in players.tables}
    for name, scenario in files.of(Scenario).items():
        check_numbers(files, name, scenario, tables)
    check_sheets(files, game)


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
