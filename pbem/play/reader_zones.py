"""In which time zone a reader is told moments: that of the folder's settings for its owner, else that of the
Date of the last mail that came from a side; else UTC.

`zones.json` in the referee's folder keeps how far the clock of each side's mail program is ahead of UTC. The
zone stands behind each moment, so a false Date deceives nobody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, Final

from pbem import errors
from pbem.disk import atomic_files
from pbem.judge import due_moments
from pbem.log.parties import Parties
from pbem.log.party.folder import Folder

if TYPE_CHECKING:
    from pbem.mail.letter import Letterhead  # a status asks for a zone, and needs no mail

_NAME: Final = "zones.json"
_SETTINGS: Final = "post.yaml"
_MOST: Final = 14 * 60
"""Minutes by which a clock on earth is ahead of UTC, or behind it, at most."""


def find_zone(folder: Folder, parties: Parties, role: str) -> tzinfo:
    """The zone in which `role` reads what a folder's owner writes; without a role that of the owner."""
    try:
        own = folder.role(parties) if folder.public_file.exists() else ""
    except errors.StrangeFolder:
        own = ""
    if role in ("", own) and (zone := _find_setting(folder)) is not None:
        return zone
    minutes = _read(folder).get(role, 0)
    return timezone(timedelta(minutes=minutes)) if minutes else UTC


def _find_setting(folder: Folder) -> tzinfo | None:
    """That of the mail settings; None where they name none. What is wrong with them is told by what sends."""
    file = folder.path / _SETTINGS
    if not file.is_file():
        return None
    from pbem.post.post_settings import PostSettings  # which reads YAML, and most folders have none

    try:
        name = PostSettings.read(file).settings.zone
        return None if name is None else due_moments.load_zone(name)
    except errors.PbemError:
        return None


def note_zone(folder: Folder, mails: Mapping[str, str], letterhead: Letterhead) -> None:
    """Remember the zone of a mail that one side, told by its address, has sent and that was taken in.
    `mails`: the address of each side. Raises OSError."""
    sides = [side for side, mail in mails.items() if mail.lower() == letterhead.sender.lower()]
    if letterhead.offset is None or letterhead.by_program or len(sides) != 1:
        return
    before = _read(folder)
    after = {**before, sides[0]: letterhead.offset}
    if after != before:
        data = json.dumps(after, sort_keys=True) + "\n"
        atomic_files.replace(folder.path / _NAME, data.encode(), mode=0o600)


def _read(folder: Folder) -> dict[str, int]:
    """Minutes ahead of UTC, by side; what is damaged is none."""
    try:
        said = json.loads((folder.path / _NAME).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    if not isinstance(said, dict):
        return {}
    return {role: it for role, it in said.items() if type(it) is int and -_MOST <= it <= _MOST}
