"""Every fault of a game: those of its files, and what of it cannot be drawn, each told where it stands.

What has one mistake is looked at no further, and neither is what stands on it; all else is. That a game has
none is noted in the user's own cache: as long as its files say what they said, it is neither typed nor drawn
again, and nothing that types or draws is imported.
"""

from __future__ import annotations

from pathlib import Path

from generator.cache.definitions import code_digest
from generator.cache.own import Made
from generator.cache.sources import digest_with
from modules.game_registry import name_of
from modules.written.faults import Fault
from modules.written.folder import Written, read

_BESIDE = ("vassal.yaml",)
"""Files of a game that are no part of what it is, and may have faults."""
_SOUND = "sound"


def faults_of(folder: Path) -> list[Fault]:
    """All faults, in the order of files and lines. Raises NoSuchGame for a folder without a game."""
    written = read(folder)
    noted, inputs = Made.by_user(), _inputs(written)
    if not written.faults and noted.of(inputs) == _SOUND:
        return []
    from generator.checking.run_checks import looked_for

    found = looked_for(written)
    if not found:
        noted.note(inputs, _SOUND)
    return found


def _inputs(written: Written) -> str:
    """The digest of what a game says, of all by which it is judged, and of whether it is a game that ships: a
    copy says the same under a name that is not its own."""
    beside = [written.folder / name for name in _BESIDE]
    shipped = name_of(written.folder)
    return digest_with(f"{written.said} {code_digest()}", f"check {shipped}", beside)
