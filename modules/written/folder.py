"""The files of a game's folder as they are written: which there are, and those that nobody reads.

Nothing here knows what may stand in a file. So whether a game still says what it said costs little.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from modules.plain_files import is_there, list_files
from modules.written import source
from modules.written.faults import Fault, NoSuchGame, SourcePlace
from modules.written.own_art import ART, read_art
from modules.written.source import Source

LEDGER = "ledger.yaml"
"""The numbers of the rulebook, and whose each is to carry out."""

RULES = "rules.yaml"
"""What of a game without code the program carries out."""

SINGLE = (
    "game.yaml",
    "counters.yaml",
    "terrain.yaml",
    "tables.yaml",
    "rulings.yaml",
    "cards.yaml",
    "displays.yaml",
    "players.yaml",
    LEDGER,
    RULES,
)
"""The files that a game has once."""

OPTIONAL = frozenset({"terrain.yaml", "cards.yaml", "displays.yaml", "players.yaml", LEDGER, RULES})
"""Those that a game need not have: terrain is of hex maps, cards.yaml of games with a pack to draw from,
displays.yaml of those with places off the map, players.yaml of those for other numbers of players than
sides, ledger.yaml of those that say what a hand carries out, rules.yaml of those whose clauses the program
carries out."""

FOLDERS = ("maps", "boards", "areas", "scenarios", "campaigns", "sheets")
"""Those in which a game has as many files as it needs."""

MOST_VALUES = 200_000
"""Values of all files of a game together; see source.MAX_VALUES."""

MOST_OF_A_FOLDER = 60
"""Maps, scenarios and sheets of a game: each scenario has charts of its own."""

_ENDING = re.compile(r"\.[yY].*[mM][lL]\Z")
_MISNAMED = "this file is not read: a game's files end in .yaml; rename it"
"""Of files that would be read if they ended otherwise."""


@dataclass
class Written:
    """`sources`: the files by their names in the folder. `art`: the digest of each file of the game's own
    art. `faults`: what can be told without knowing what a file says. `values`: how many all files have."""

    folder: Path
    sources: dict[str, Source] = field(default_factory=dict)
    art: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    values: int = 0

    @property
    def full(self) -> bool:
        """Whether the game has more values than are read: further files are not."""
        return self.values > MOST_VALUES

    @property
    def said(self) -> str:
        """The digest of what the files say, whatever their comments and lines: where a fault stands matters
        only once there is one."""
        total = hashlib.sha256()
        for name in sorted(self.sources):
            total.update(f"{name} {self.sources[name].data!r}\n".encode())
        for name in sorted(self.art):
            total.update(f"{ART}/{name} {self.art[name]}\n".encode())
        return total.hexdigest()


def read(folder: Path) -> Written:
    """All files of a game. Raises NoSuchGame where there is no game.yaml."""
    if not (folder / "game.yaml").is_file():
        raise NoSuchGame(f"{folder}: no game here: a game's folder holds a game.yaml")
    written = Written(folder)
    for name in SINGLE:
        if is_there(folder / name):
            _read(written, name)
        elif name not in OPTIONAL:
            written.faults.append(Fault(SourcePlace(name), "the file is missing: every game has one"))
    for sub in FOLDERS:
        _read_folder(written, sub)
    for path in _listed(written, ""):
        if path.suffix != ".yaml" and path.with_suffix(".yaml").name in SINGLE and _ENDING.search(path.name):
            written.faults.append(Fault(SourcePlace(path.name), _MISNAMED))
    written.art, faults = read_art(folder)
    written.faults += [*faults, *_lacking({name.split("/")[0] for name in written.sources})]
    return written


def _lacking(read: set[str]) -> list[Fault]:
    """What a game lacks that has no more than these files and folders."""
    found = []
    if "scenarios" not in read:
        found.append(Fault(SourcePlace("scenarios/"), "no .yaml file here: a game has at least one"))
    if not read & {"maps", "boards", "areas"}:
        message = "no .yaml file here, nor in boards/ or areas/: a game has at least one map or board"
        found.append(Fault(SourcePlace("maps/"), message))
    if "maps" in read and "terrain.yaml" not in read:
        found.append(Fault(SourcePlace("terrain.yaml"), "the file is missing: hex maps need one"))
    return found


def _read_folder(written: Written, sub: str) -> None:
    files = 0
    for path in _listed(written, sub):
        if path.suffix == ".yaml":
            files += 1
            if files > MOST_OF_A_FOLDER:
                message = f"more than {MOST_OF_A_FOLDER} files of a game in one folder: make two games of it"
                written.faults.append(Fault(SourcePlace(f"{sub}/"), message))
                return
            _read(written, f"{sub}/{path.name}")
        elif _ENDING.search(path.name):
            written.faults.append(Fault(SourcePlace(f"{sub}/{path.name}"), _MISNAMED))


def _read(written: Written, name: str) -> None:
    if written.full:
        return
    found = written.sources[name] = source.read(written.folder / name, name, written.folder)
    written.values += len(found.marks)
    if written.full:
        message = f"with this file the game has more than {MOST_VALUES:,} values: no game has so many"
        found.faults.append(Fault(SourcePlace(name), message))
        found.data = None
    written.faults += found.faults


def _listed(written: Written, sub: str) -> list[Path]:
    """What stands in a folder of the game, as far as it has a name that can be told."""
    try:
        paths = list_files(written.folder / sub, written.folder)
    except OSError as error:
        written.faults.append(Fault(SourcePlace(f"{sub}/"), str(error.strerror)))
        return []
    for path in paths:
        if sub and not path.name.isprintable():
            where = SourcePlace(f"{sub}/{ascii(path.name)[1:-1]}")
            told = "the name has characters that cannot be printed: rename it"
            written.faults.append(Fault(where, told))
    return [path for path in paths if path.name.isprintable()]
