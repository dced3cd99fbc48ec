"""Every fault of a game: those of its files, and what of it cannot be drawn, each told where it stands.

What has one mistake is looked at no further, and neither is what stands on it; all else is. That a whole
game can be drawn is noted in the user's own cache: until something changes that goes into it, nothing is
drawn again, and nothing that draws is imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generator.art_folder import FaultyArtError, drawn_with
from generator.cache.inputs import digest_as_read
from generator.cache.own import Made
from generator.look import choice_of
from modules.definition import Definition, DefinitionError, Fault
from modules.definition.files import Files
from modules.definition.loader import checked_files, sound_part
from modules.definition.own_art import ART
from modules.ledger import read_ledger
from modules.ledger_evidence import LEDGER, Numbers, unknown_numbers
from modules.plain_files import is_there

_VASSAL = "vassal.yaml"
_SOUND = "sound"


def faults_of(folder: Path) -> list[Fault]:
    """All faults, in the order of files and lines. Raises NoSuchGame for a folder without a game."""
    files = checked_files(folder)
    found = {*files.faults, *_ledger(files)}
    definition = sound_part(files)
    if definition is None:
        return sorted(found)
    if files.faults:
        return sorted(_with_drawn(files, definition, found))
    noted = Made.by_user()
    inputs = digest_as_read(replace(definition, digest=_said(files)), "check", [folder / _VASSAL])
    if noted.of(inputs) == _SOUND:
        return sorted(found)
    drawn = _with_drawn(files, definition, set())
    if not drawn:
        noted.note(inputs, _SOUND)
    return sorted(found | drawn)


def _said(files: Files) -> str:
    """The digest of what the files say, whatever their comments and lines: where a fault stands matters only
    once there is one."""
    total = hashlib.sha256()
    for name in sorted(files.sources):
        total.update(f"{name} {files.sources[name].data!r}\n".encode())
    for name in sorted(files.art):
        total.update(f"{ART}/{name} {files.art[name]}\n".encode())
    return total.hexdigest()


def _with_drawn(files: Files, definition: Definition, found: set[Fault]) -> set[Fault]:
    from generator.checking.drawn import cannot_be_drawn

    try:
        with drawn_with(choice_of(definition)):
            return cannot_be_drawn(files, definition, found)
    except FaultyArtError as error:  # of the style itself: nothing can be drawn
        return found | {files.sources["game.yaml"].fault(("style",), str(error))}


def _ledger(files: Files) -> Iterator[Fault]:
    """What is wrong with ledger.yaml, where there is one, and which rules it does not have."""
    if not is_there(files.folder / LEDGER):
        return
    try:
        rules = read_ledger(files.folder).rules
    except DefinitionError as error:
        yield from error.faults
        return
    numbers = Numbers.of([rule.number for rule in rules])
    for source in files.sources.values():
        yield from unknown_numbers(source, numbers)
