"""Reminders: a mail to each side that owes something; nothing of it stands in the log."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.log.party.folder import Folder
from pbem.messages.letters.game_letters import GameLetters, Picture
from pbem.play.agreements.rulings import check_referee
from pbem.play.host.referee_desk import RefereeDesk
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of


def remind(folder: Folder, now: int, build: Build = rules_of, picture: Picture | None = None) -> list[Path]:
    """Lay a mail into the outbox for each side that owes something: what, by when, and the choices again;
    `picture` draws the map.

    Nothing is written into the log. Raises StrangeFolder unless the folder is the referee's, `nothing-owed`
    if nobody owes anything, or OSError.
    """
    desk = RefereeDesk(folder, build)
    table = desk.table()
    check_referee(folder, table)
    owing = [side for side in table.owing_roles if side in table.verifier.parties.sides]
    if not owing:
        raise errors.Refusal(Code.NOTHING_OWED, "nobody has anything to do: the game is over")
    made = (GameLetters(desk, picture).reminder(table, side, now) for side in owing)
    return [file for file in made if file]
