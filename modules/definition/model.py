"""A whole game as one object: what the files of a folder say together, checked."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.cards import CardsFile, Deck
from modules.definition.formats.counters import CounterEntry, CountersFile
from modules.definition.formats.displays import Display, DisplayBox, DisplaysFile
from modules.definition.formats.game import GameFile, Kind, Ruling, RulingsFile
from modules.definition.formats.ledger import LedgerEntry, LedgerFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.players import PlayersFile, Seat
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.formats.sheets import PrintedSheet, SheetFile, sheets_of_map
from modules.definition.formats.tables import ListEntry, TablesFile
from modules.definition.formats.terrain import Terrain, TerrainFile, TerrainNote
from modules.definition.rule_degrees import CarriedNumber, carried_numbers, effective_ledger
from modules.written.faults import Fault

_GROUNDS = {"maps": "map", "boards": "board", "areas": "area_map"}
"""The folder of each kind of ground, and the key by which a scenario names its own."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter: `number` tells alike ones apart. `front` and `back` hold its values by name; a one-step
    counter has no back; those that are no whole numbers are in `printed` and `printed_back` as they are
    printed. `strengths` are those on the edges of a block, from full to last."""

    id: str
    group: str
    number: int | None
    name: str
    nation: str
    side: str
    kind: str
    role: Literal["unit", "leader"]
    mounted: bool
    form: Literal["counter", "card", "block"]
    front: dict[str, int]
    back: dict[str, int] | None
    source: str
    formation: str | None = None
    strengths: tuple[int, ...] = ()
    printed: Mapping[str, str] = field(default_factory=dict)
    printed_back: Mapping[str, str] = field(default_factory=dict)
    designation: str | None = None
    size: str | None = None
    picture: str | None = None

    @property
    def steps(self) -> int:
        """2 where the back is a reduced side, of a block the number of its strengths, else 1."""
        return len(self.strengths) or (1 if self.back is None else 2)

    def shown(self, game: GameFile, *, back: bool = False) -> dict[str, str]:
        """The values of a face by name, as they are printed; none on the back of one step."""
        if back and self.back is None:
            return {}
        whole, printed = (self.back or {}, self.printed_back) if back else (self.front, self.printed)
        shown = {name: game.values[name].show(number) for name, number in whole.items()} | dict(printed)
        return {name: shown[name] for name in game.values if name in shown} if printed else shown


@dataclass(frozen=True)
class Definition:
    """A checked game. `name` is that of its folder's game.yaml; `sheets` are its files of sheets in their
    order; `digest` is over all its data files; `art` has the digest of each file of its own art, by its name
    in `art/`; `data` by file its own name, if there are several such files, and the digest of what rules read
    in it (`values`); `warnings` are those of its files, in their order."""

    folder: Path
    game: GameFile
    counters_file: CountersFile
    terrain_file: TerrainFile | None
    cards_file: CardsFile | None
    displays_file: DisplaysFile | None
    players_file: PlayersFile | None
    ledger_file: LedgerFile | None
    rules_file: RulesFile | None
    tables: TablesFile
    rulings_file: RulingsFile
    maps: dict[str, MapFile]
    boards: dict[str, BoardFile]
    area_maps: dict[str, AreaMapFile]
    scenarios: dict[str, Scenario]
    campaigns: dict[str, CampaignFile]
    sheets: tuple[SheetFile, ...]
    digest: str
    art: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    warnings: tuple[Fault, ...] = ()

    @property
    def name(self) -> str:
        """The word by which commands call the game."""
        return self.game.game

    @property
    def terrain(self) -> dict[str, Terrain]:
        """The terrain effects chart by terrain name; empty where no map is of hexes."""
        return {} if self.terrain_file is None else self.terrain_file.terrain

    @property
    def terrain_notes(self) -> tuple[TerrainNote, ...]:
        """What holds for the whole terrain effects chart."""
        return () if self.terrain_file is None else self.terrain_file.notes

    @property
    def decks(self) -> dict[str, Deck]:
        """The packs of cards by name."""
        return {} if self.cards_file is None else self.cards_file.decks

    @property
    def displays(self) -> dict[str, Display]:
        """The displays beside the map by name."""
        return {} if self.displays_file is None else self.displays_file.displays

    @property
    def boards_apart(self) -> dict[str, Display]:
        """The displays that are boards of their own."""
        return {name: display for name, display in self.displays.items() if display.apart}

    @property
    def boxes(self) -> dict[str, DisplayBox]:
        """The places in displays by the word that the rules call them."""
        return {place: box for display in self.displays.values() for place, box in display.boxes.items()}

    @property
    def players(self) -> dict[str, Seat]:
        """Who may sit at the table, by name; empty where it is a player for each side."""
        return {} if self.players_file is None else self.players_file.players

    @cached_property
    def ledger(self) -> Mapping[str, LedgerEntry]:
        """What the ledger of a game by hand, and the clauses of its rules.yaml, say of each number, in their
        order; empty without both. Each entry has its `by`, which is its degree, and its `says`."""
        return effective_ledger(self.rules_file, self.ledger_file, self.tables)

    @cached_property
    def carried_numbers(self) -> Mapping[str, CarriedNumber]:
        """The numbers that clauses of rules.yaml bear, each with these."""
        return carried_numbers(self.rules_file, self.ledger_file, self.tables)

    def table(self, count: int) -> tuple[str, ...]:
        """Who sits at the table of so many players; empty where there is none."""
        tables = () if self.players_file is None else self.players_file.tables
        return next((table for table in tables if len(table) == count), ())

    def read_for(self, name: str) -> dict[str, str]:
        """The digest of each file that the rules of a scenario or campaign read, by its name."""
        campaign = self.campaigns.get(name)
        battles = (name,) if campaign is None else campaign.battles
        wanted = {("campaigns", name), *(("scenarios", each) for each in battles)}
        for scenario in (self.scenarios[each] for each in battles):
            wanted |= {(folder, getattr(scenario, key, "")) for folder, key in _GROUNDS.items()}
        return {
            file: digest
            for file, (own, digest) in self.data.items()
            if not own or (file.partition("/")[0], own) in wanted
        }

    @cached_property
    def hex_scenarios(self) -> dict[str, HexScenario]:
        """The scenarios that are played on hex maps, by name."""
        return {name: s for name, s in self.scenarios.items() if isinstance(s, HexScenario)}

    @cached_property
    def card_scenarios(self) -> dict[str, CardScenario]:
        """The scenarios that are played with cards on a board of squares, by name."""
        return {name: s for name, s in self.scenarios.items() if isinstance(s, CardScenario)}

    @cached_property
    def area_scenarios(self) -> dict[str, AreaScenario]:
        """The scenarios that are played on maps of areas, by name."""
        return {name: s for name, s in self.scenarios.items() if isinstance(s, AreaScenario)}

    @cached_property
    def printed_sheets(self) -> dict[str, PrintedSheet]:
        """The sheets of the hex maps, by what they are called."""
        found: list[PrintedSheet] = []
        for name in self.maps:
            battles = [key for key, each in self.hex_scenarios.items() if each.map == name]
            found += sheets_of_map(name, battles, [each for each in self.sheets if each.map == name])
        return {each.name: each for each in found}

    def sheet_of(self, scenario: HexScenario) -> PrintedSheet:
        """The sheet on which a scenario is played: its own, or the first of its map."""
        there = [each for each in self.printed_sheets.values() if each.map == scenario.map]
        return next((each for each in there if each.scenario == scenario.scenario), there[0])

    @cached_property
    def lists(self) -> dict[str, ListEntry]:
        """The lists of tables.yaml as they are printed, with the numbers of the parameters that they name."""
        numbers = {name: each.value for name, each in self.game.parameters.items()}
        return {name: entry.filled(numbers) for name, entry in self.tables.lists.items()}

    @property
    def most_dice(self) -> int:
        """How many of the usual die are rolled at once: as the game says, for a table, for a block."""
        tables = (entry.dice for entry in self.tables.totals.values())
        blocks = (max(each.strengths) for each in self.counters.values() if each.strengths)
        return max([self.game.die_count, *tables, *blocks])

    @property
    def looked_up(self) -> dict[str, ListEntry]:
        """The lists that stand by themselves: those of the turn track left out."""
        return {name: entry for name, entry in self.lists.items() if not entry.track}

    @property
    def rulings(self) -> dict[str, Ruling]:
        """The rulings by name."""
        return self.rulings_file.rulings

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Every counter by id, in the order of the file."""
        return {c.id: c for c in expand(self.counters_file, self.game)}

    @cached_property
    def bearers(self) -> Mapping[str, int]:
        """How many counters bear each name."""
        return Tally(counter.name for counter in self.counters.values())

    @cached_property
    def first_of_group(self) -> dict[str, Counter]:
        """The first counter of each entry of counters.yaml."""
        return {counter.group: counter for counter in reversed(self.counters.values())}

    def kind(self, counter: Counter) -> Kind:
        """What kind of counter it is."""
        return self.game.kinds[counter.kind]

    def back_of(self, counter_id: str) -> str:
        """What a counter is called whose back is up, such as `wall down`; `reduced` where its kind says
        nothing of it, and for a counter that is not known."""
        counter = self.counters.get(counter_id)
        return "reduced" if counter is None else self.kind(counter).turned(back=True)


def expand(file: CountersFile, game: GameFile) -> list[Counter]:
    """The counters that the entries stand for; entries of unknown nation or kind are passed over."""
    found = []
    for group, entry in file.counters.items():
        nation, kind = game.nations.get(entry.nation), game.kinds.get(entry.kind)
        if nation is None or kind is None:
            continue
        front, printed = _apart(entry.values)
        back, printed_back = _apart({**entry.values, **(entry.reduced or {})})
        numbers: list[int | None] = [None] if entry.count is None else list(range(1, entry.count + 1))
        for number in numbers:
            counter_id = group if number is None else f"{group}-{number}"
            name = entry.name or kind.name
            found.append(
                Counter(
                    counter_id, group, number, name, entry.nation, nation.side, entry.kind, kind.role,
                    kind.mounted, kind.form, front, None if entry.reduced is None else back, entry.source,
                    entry.formation, entry.steps or (), printed, printed_back,
                    _designation(entry, number), entry.size, entry.picture,
                )
            )  # fmt: skip
    return found


def _apart(values: Mapping[str, int | str]) -> tuple[dict[str, int], dict[str, str]]:
    """The values that are whole numbers, and those that are not."""
    whole = {name: value for name, value in values.items() if isinstance(value, int)}
    return whole, {name: value for name, value in values.items() if isinstance(value, str)}


def _designation(entry: CounterEntry, number: int | None) -> str | None:
    """Of one of the counters of an entry; None where the list is too short, which is told elsewhere."""
    if isinstance(entry.designation, tuple):
        return next(iter(entry.designation[(number or 1) - 1 :]), None)
    return entry.designation
