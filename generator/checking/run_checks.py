"""Looking for faults: a game's files are typed and checked, its ledger is read, and all of it is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from generator.art_folder import FaultyArtError
from generator.checking.drawn import cannot_be_drawn
from generator.look import look_of
from modules.definition import Definition, DefinitionError, Fault
from modules.definition.files import Files
from modules.definition.formats.ledger import LedgerFile
from modules.definition.loader import checked_files, sound_part
from modules.ledger import idle_numbers, read_ledger
from modules.ledger_evidence import Numbers, unknown_numbers
from modules.plain_files import is_there
from modules.written.folder import LEDGER, Written


def looked_for(written: Written) -> list[Fault]:
    """All faults of a game, in the order of files and lines."""
    files = checked_files(written)
    if not written.faults:  # a file that is not there, or not read, may bear any number
        for name, ledger in files.of(LedgerFile).items():
            for path, message in idle_numbers(ledger, files.sources):
                files.warn(name, path, message)
    found = {*files.faults, *files.warnings, *_ledger(files)}
    definition = sound_part(files)
    return sorted(found if definition is None else _with_drawn(files, definition, found))


def _with_drawn(files: Files, definition: Definition, found: set[Fault]) -> set[Fault]:
    try:
        return cannot_be_drawn(look_of(definition), files, definition, found)
    except FaultyArtError as error:  # of the style itself: nothing can be drawn
        return found | {files.sources["game.yaml"].fault(("style",), str(error))}


def _ledger(files: Files) -> Iterator[Fault]:
    """What is wrong with ledger.yaml, where there is one, and which rules it does not have, if it says which
    numbers the rulebook prints."""
    if not is_there(files.folder / LEDGER):
        return
    try:
        ledger = read_ledger(files.folder)
    except DefinitionError as error:
        yield from error.faults
        return
    if not ledger.numbers:
        return
    numbers = Numbers.of([rule.number for rule in ledger.rules])
    for source in files.sources.values():
        yield from unknown_numbers(source, numbers)
