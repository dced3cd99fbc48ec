"""The files of games that come along with an invitation, or with a proposal to go on under another version:
only the file counts which the signed paper names by its digests, and a folder keeps it once its owner has
signed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from modules.game_file import opened
from modules.game_file.digests import GameDigests
from modules.game_file.names import BadGameFile
from pbem import errors
from pbem.disk import game_shelf
from pbem.entry.bodies import Adopt, Body, Charter
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.game_identity import RulesIdentity
from pbem.log import adoptions
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG, Folder
from pbem.rules import rules_lookup

_CAME: Final = Path("the game's file in this mail")


def hand_along(entries: Iterable[SignedEntry], games: Sequence[bytes]) -> None:
    """Let this process find the file that came along with an entry which asks to adopt it; whatever else came
    is nobody's."""
    adopted = adoptions.find_newest(entries) if games else None
    digests = None if adopted is None else rules_lookup.digests_of(adopted)
    if digests is not None:
        hand_matching(games, digests)  # without it the signer is told that it is missing


def hand_matching(games: Iterable[bytes], digests: GameDigests) -> list[str]:
    """Let this process find the file of these digests among those that came, whatever else is with it. Where
    it is not among them, the fault of each, in words."""
    faults: list[str] = []
    for data in games:
        try:
            file = opened.parse_bytes(data, _CAME)
        except BadGameFile as error:
            faults.append(str(error))
            continue
        if file.digests.whole == digests.whole:
            game_shelf.hand_over(file)
            return []
        faults.append(game_shelf.describe_difference(file, digests))
    return faults


def keep_played(folder: Folder, entries: Sequence[SignedEntry], games: Sequence[bytes]) -> None:
    """Keep the file of the game that somebody takes over with these entries, from the charter on or after the
    folder's log: one that came along, or was named. An installed game has none. Raises MissingGameFile,
    OtherGameFile, OSError."""
    log = folder.path / LOG
    known = [*(GameLog(log).read().records() if log.is_file() else ()), *entries]
    charter = Entry.decode(known[0].data).body
    if not isinstance(charter, Charter):
        return
    named = rules_lookup.adopt_into(charter, adoptions.find_newest(known)).module
    digests = rules_lookup.digests_of(named)
    if digests is not None:
        hand_matching(games, digests)
        game_shelf.keep(folder.path, game_shelf.find(named.id, digests))


def hand_named(file: Path) -> opened.GameFile:
    """Let this process find a game's file that a person names. Raises OtherGameFile for what is none, or
    OSError."""
    try:
        found = opened.open_file(file)
    except BadGameFile as error:
        raise errors.OtherGameFile(str(error)) from error
    game_shelf.hand_over(found)
    return found


def keep_adopted(folder: Folder, body: Body, name: str) -> None:
    """Keep the file of the game of this name that an entry asks to adopt. Raises MissingGameFile,
    OtherGameFile, OSError."""
    if isinstance(body, Adopt) and (digests := rules_lookup.digests_of(body)) is not None:
        game_shelf.keep(folder.path, game_shelf.find(name, digests))


def is_same(one: RulesIdentity, other: RulesIdentity) -> bool:
    """Whether two are the same rules, and read the same; what an old charter does not say differs from
    nothing."""
    alike = (one.behaviour, one.fingerprint, one.files, one.art)
    return alike == (other.behaviour, other.fingerprint, other.files, other.art) and (
        other.data in (None, one.data)
    )
