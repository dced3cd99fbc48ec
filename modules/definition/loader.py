"""A folder to a checked `Definition`: reads its files, looks across them, tells all faults at once."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from modules.definition.checks.definition import check
from modules.definition.files import SINGLE, Files, typed
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.cards import CardsFile, Deck
from modules.definition.formats.counters import CounterEntry, CountersFile
from modules.definition.formats.displays import DisplaysFile
from modules.definition.formats.game import GameFile, Marker, RulingsFile
from modules.definition.formats.ledger import LedgerFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.players import PlayersFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.formats.sheets import SheetFile
from modules.definition.formats.tables import TablesFile
from modules.definition.formats.terrain import TerrainFile
from modules.definition.model import Definition
from modules.definition.values import digest
from modules.written.faults import DefinitionError
from modules.written.folder import Written, read
from modules.written.own_art import ART

M = TypeVar("M", bound=BaseModel)

_CALLED = {
    "maps": "map", "boards": "board", "areas": "area_map", "scenarios": "scenario", "campaigns": "campaign",
}  # fmt: skip
"""The key under which the files of a folder say their own names."""


def load(folder: Path, *, variant_of: str = "") -> Definition:
    """The checked definition in a folder. Raises DefinitionError with every fault, NoSuchGame without one.

    The names of the games that ship are for their own folders; `variant_of` names the one of which the folder
    holds a copy with other data, to be played by its rules: then game.yaml must say this name.
    """
    files = checked_files(read(folder), variant_of=variant_of)
    if files.faults:
        raise DefinitionError(folder, files.faults)
    return _assembled(files, frozenset())


def checked_files(written: Written, *, variant_of: str = "") -> Files:
    """The files of a folder with all their faults; `variant_of` as for `load`."""
    files = typed(written, variant_of=variant_of)
    check(files)
    return files


def sound_part(files: Files) -> Definition | None:
    """What of a game with faults can be looked at on its own: without the counters, markers, cards, maps,
    boards, scenarios, campaigns and sheets that have faults, or stand on such. None where too little is
    left."""
    faulty = {name for name, paths in files.at.items() if paths} | {
        fault.place.file for fault in files.faults
    }
    needed = (GameFile, CountersFile, TablesFile, RulingsFile)
    if not all(files.of(kind) for kind in needed):
        return None
    whole = _assembled(files, faulty - SINGLE.keys())
    if whole.terrain_file is None:  # a hex map stands on it
        whole = replace(whole, maps={})
    in_game = {path[1] for path in files.at.get("game.yaml", ()) if len(path) > 1}
    wrong = {path[1] for path in files.at.get("counters.yaml", ()) if len(path) > 1 and path[0] == "counters"}
    counters = {
        group: entry
        for group, entry in whole.counters_file.counters.items()
        if group not in wrong
        and not {entry.nation, entry.kind} & in_game
        and entry.values.keys() <= whole.game.values.keys()
        and _is_of(entry, whole.game)
    }
    scenarios = {name: s for name, s in whole.scenarios.items() if _stands(s, whole)}
    campaigns = {name: c for name, c in whole.campaigns.items() if scenarios.keys() >= set(c.battles)}
    sheets = tuple(each for each in whole.sheets if each.map in whole.maps)
    played_on = {each.area_map for each in scenarios.values() if isinstance(each, AreaScenario)}
    counters_file = whole.counters_file.model_copy(update={"counters": counters})
    game = whole.game.model_copy(update={"markers": _markers_left(files, whole.game)})
    return replace(
        whole,
        game=game,
        counters_file=counters_file,
        cards_file=_cards_left(whole),
        area_maps={
            name: each
            for name, each in whole.area_maps.items()
            if name in played_on or not any(panel.panel == "turns" for panel in each.panels)
        },
        scenarios=scenarios,
        campaigns=campaigns,
        sheets=sheets,
    )


def _is_of(entry: CounterEntry, game: GameFile) -> bool:
    """Whether a counter's kind, nation, that one's side, and the formation are there."""
    nation = game.nations.get(entry.nation)
    return (
        entry.kind in game.kinds
        and nation is not None
        and nation.side in game.sides
        and (entry.formation is None or entry.formation in game.formations)
    )


def _cards_left(whole: Definition) -> CardsFile | None:
    """The packs with those cards whose sides are there."""
    packs: dict[str, Deck] = {}
    for name, pack in whole.decks.items():
        cards = {
            key: card
            for key, card in pack.cards.items()
            if all(whole.game.sides.keys() >= set(choice.sides) for choice in card.choices)
        }
        if cards:
            packs[name] = pack.model_copy(update={"cards": cards})
    return whole.cards_file and whole.cards_file.model_copy(update={"decks": packs})


def _markers_left(files: Files, game: GameFile) -> dict[str, Marker]:
    """The markers without faults whose backs are there."""
    wrong = {path[1] for path in files.at.get("game.yaml", ()) if len(path) > 1 and path[0] == "markers"}
    left = {name: marker for name, marker in game.markers.items() if name not in wrong}
    return {name: marker for name, marker in left.items() if marker.back is None or marker.back in left}


def _stands(scenario: Scenario, definition: Definition) -> bool:
    """Whether what a scenario is played on is there."""
    if isinstance(scenario, HexScenario):
        return scenario.map in definition.maps
    if isinstance(scenario, CardScenario):
        return scenario.board in definition.boards
    return isinstance(scenario, AreaScenario) and scenario.area_map in definition.area_maps


def _assembled(files: Files, without: Collection[str]) -> Definition:
    def of(kind: type[M]) -> list[M]:
        return [each for name, each in files.of(kind).items() if name not in without]

    return Definition(
        folder=files.folder,
        game=_only(files, GameFile),
        counters_file=_only(files, CountersFile),
        terrain_file=next(iter(files.of(TerrainFile).values()), None),
        tables=_only(files, TablesFile),
        rulings_file=_only(files, RulingsFile),
        cards_file=next(iter(files.of(CardsFile).values()), None),
        displays_file=next(iter(of(DisplaysFile)), None),
        players_file=next(iter(of(PlayersFile)), None),
        ledger_file=next(iter(of(LedgerFile)), None),
        rules_file=next(iter(of(RulesFile)), None),
        maps={m.map: m for m in of(MapFile)},
        boards={b.board: b for b in of(BoardFile)},
        area_maps={a.area_map: a for a in of(AreaMapFile)},
        scenarios={s.scenario: s for s in of(Scenario)},
        campaigns={c.campaign: c for c in of(CampaignFile)},
        sheets=tuple(of(SheetFile)),
        digest=_digest(files),
        art=files.art,
        data=_data(files),
        warnings=tuple(sorted(set(files.warnings))),
    )


def _only(files: Files, kind: type[M]) -> M:
    return next(iter(files.of(kind).values()))


def _data(files: Files) -> dict[str, tuple[str, str]]:
    """Of each file of which rules read something its own name, empty where there is one such file in a game,
    and the digest of what they may read. No rule reads a sheet."""
    found: dict[str, tuple[str, str]] = {}
    for name, file in sorted(files.typed.items()):
        counted = None if isinstance(file, SheetFile) else digest(file)
        if counted is not None:
            key = _CALLED.get(name.partition("/")[0], "")
            found[name] = (str(getattr(file, key, "")), counted)
    return found


def _digest(files: Files) -> str:
    """Of the files as they were read."""
    total = hashlib.sha256()
    for name in sorted(files.sources):
        total.update(f"{name}\n{files.sources[name].digest}\n".encode())
    for name in sorted(files.art):
        total.update(f"{ART}/{name}\n{files.art[name]}\n".encode())
    return total.hexdigest()
