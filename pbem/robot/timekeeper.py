"""The referee's robot keeps time: it reminds, and writes down who is late, as the timetable says.

Only after all mails that wait were taken in: an order that is in hand was not late. Whatever ends it
half-way, the next round goes on: what stands in the log and was told to nobody is told, and no reminder goes
out twice.
"""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from pbem.entry.bodies import Late
from pbem.entry.shapes import REFEREE
from pbem.log.folder import LOG
from pbem.play import rulings
from pbem.play.shell import Receipt, answer_again
from pbem.post.notes import Note
from pbem.rules import timetable
from pbem.rules.table import Table
from pbem.rules.timetable import Moment
from pbem.tell import reports
from pbem.tell.letters import Letters, Occasion


def keep_time(letters: Letters, now: int) -> list[Note]:
    """Do what is due at Unix time `now` in the referee's folder, in any other nothing; raises as
    `rulings.late`."""
    desk = letters.desk
    if not (desk.folder.path / LOG).is_file() or desk.folder.role(desk.table().walk.parties) != REFEREE:
        return []
    with desk.alone():
        notes = _tell_untold(letters, now)
        while late := [moment for moment in timetable.due(desk.table(), now) if moment.what == "late"]:
            notes.append(_late(letters, late[0], now))
        table = desk.table()
        for moment in timetable.due(table, now):
            notes += _remind(letters, table, moment, now)
        return notes


def _late(letters: Letters, moment: Moment, now: int) -> Note:
    desk = letters.desk
    receipt = rulings.late(desk.folder, now, desk.build)
    _news(letters, receipt, now)
    return Note("late", moment.role, reports.receipt(receipt, REFEREE))


def _tell_untold(letters: Letters, now: int) -> list[Note]:
    """Tell of a `late` after which the process ended before anybody was told."""
    table = letters.desk.table()
    newest = takewhile(lambda entry: entry.author == REFEREE, reversed(table.walk.history))
    first = next((entry.seq for entry in newest if isinstance(entry.body, Late)), None)
    if first is None:
        return []
    receipt = Receipt(table, first, table.seq)
    if not letters.untold(receipt):
        return []
    answer_again(letters.desk.folder, table, first, table.seq)
    _news(letters, receipt, now)
    return [Note("late", "told", reports.receipt(receipt, REFEREE))]


def _news(letters: Letters, receipt: Receipt, now: int) -> list[Path]:
    why = Occasion(receipt.table.walk.head[:16], None, now)
    return letters.news(receipt.table, receipt.first, receipt.last, why)


def _remind(letters: Letters, table: Table, moment: Moment, now: int) -> list[Note]:
    """Once at each moment."""
    name = f"{table.seq:04d}-{moment.role}-reminder-{moment.what}"
    if letters.found(name):
        return []
    made = letters.reminder(table, moment.role, now, moment.what)
    return [Note("reminded", moment.role, made.stem)] if made else []
