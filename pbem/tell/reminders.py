"""Reminders: a mail to each side that owes something; nothing of it stands in the log."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.codes import Code
from pbem.log.folder import Folder
from pbem.play.desk import Desk
from pbem.play.rulings import check_referee
from pbem.rules.games import Build, rules_of
from pbem.tell.letters import Letters


def remind(folder: Folder, now: int, build: Build = rules_of) -> list[Path]:
    """Lay a mail into the outbox for each side that owes something: what, by when, and the choices again.

    Nothing is written into the log. Raises StrangeFolder unless the folder is the referee's, `nothing-owed`
    if nobody owes anything, or OSError.
    """
    desk = Desk(folder, build)
    table = desk.table()
    check_referee(folder, table)
    owing = [side for side in table.owing if side in table.walk.parties.sides]
    if not owing:
        raise errors.Refusal(Code.NOTHING_OWED, "nobody has anything to do: the game is over")
    made = (Letters(desk).reminder(table, side, now) for side in owing)
    return [file for file in made if file]
