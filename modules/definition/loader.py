"""A folder to a checked `Definition`: reads its files, looks across them, tells all faults at once."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from modules.definition.areas import AreaMapFile
from modules.definition.boards import BoardFile
from modules.definition.campaigns import CampaignFile
from modules.definition.cards import CardsFile
from modules.definition.checks import check
from modules.definition.counters import CountersFile
from modules.definition.displays import DisplaysFile
from modules.definition.faults import DefinitionError
from modules.definition.files import Files, read_files
from modules.definition.game import GameFile, RulingsFile
from modules.definition.maps import MapFile
from modules.definition.model import Definition
from modules.definition.scenarios import Scenario
from modules.definition.sheets import SheetFile
from modules.definition.tables import TablesFile
from modules.definition.terrain import TerrainFile

M = TypeVar("M", bound=BaseModel)


def load(folder: Path) -> Definition:
    """The checked definition in a folder. Raises DefinitionError with every fault, NoSuchGame without one."""
    files = read_files(folder)
    check(files)
    if files.faults:
        raise DefinitionError(folder, files.faults)
    return Definition(
        folder=folder,
        game=_only(files, GameFile),
        counters_file=_only(files, CountersFile),
        terrain_file=next(iter(files.of(TerrainFile).values()), None),
        tables=_only(files, TablesFile),
        rulings_file=_only(files, RulingsFile),
        cards_file=next(iter(files.of(CardsFile).values()), None),
        displays_file=next(iter(files.of(DisplaysFile).values()), None),
        maps={m.map: m for m in files.of(MapFile).values()},
        boards={b.board: b for b in files.of(BoardFile).values()},
        area_maps={a.area_map: a for a in files.of(AreaMapFile).values()},
        scenarios={s.scenario: s for s in files.of(Scenario).values()},
        campaigns={c.campaign: c for c in files.of(CampaignFile).values()},
        sheets={s.map: s for s in files.of(SheetFile).values()},
        digest=_digest(files),
    )


def _only(files: Files, kind: type[M]) -> M:
    return next(iter(files.of(kind).values()))


def _digest(files: Files) -> str:
    """Of the files as they were read."""
    total = hashlib.sha256()
    for name in sorted(files.sources):
        total.update(f"{name}\n{files.sources[name].digest}\n".encode())
    return total.hexdigest()
