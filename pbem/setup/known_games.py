"""Which games from files were played on this PC, and with whose invitation: so that a player is told when a
new version comes from the same key as the one before.

A name says nothing of who made a file, and a key that was never seen says no more. So nothing is told of
those.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from pbem.disk import machine_memory
from pbem.entry.bodies import Game
from pbem.entry.game_identity import Module
from pbem.rules import rules_lookup

_MOST: Final = 50
"""Versions of one game that are remembered."""


def remember(game: Game, key: str) -> None:
    """Note that a game from a file was begun on an invitation signed with this key; raises OSError."""
    digests = rules_lookup.digests_of(game.module)
    if digests is None:
        return
    said = {"version": game.module.version, "digest": digests.whole, "key": key}
    known = [each for each in _known(game.module) if each["digest"] != digests.whole]
    machine_memory.keep(_note(game.module), json.dumps([*known, said][-_MOST:]) + "\n")


def describe(game: Game, key: str) -> str:
    """What a player knows from before of a game to which somebody with this key invites; empty where nothing
    is known. Raises OSError."""
    digests = rules_lookup.digests_of(game.module)
    if digests is None:
        return ""
    known = _known(game.module)
    if any(each["digest"] == digests.whole for each in known):
        return f"the same file as {game.module.version}, which you played"
    same = [each["version"] for each in known if each["key"] == key]
    return f"same key as {same[-1]}, which you played" if same else ""


def _note(module: Module) -> str:
    return f"game-{module.id}"


def _known(module: Module) -> list[Mapping[str, str]]:
    try:
        said = json.loads(machine_memory.note(_note(module)) or "[]")
        return [{name: str(each[name]) for name in ("version", "digest", "key")} for each in said]
    except (ValueError, TypeError, KeyError):  # somebody has changed what was noted
        return []
