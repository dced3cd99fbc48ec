"""The referee's robot keeps time: it reminds, and writes down who is late, as the timetable says.

Only after all mails that wait were taken in: an order that is in hand was not late. Whatever ends it
half-way, the next round goes on: what stands in the log and was told to nobody is told, and no reminder goes
out twice.
"""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from pbem.entry.bodies import Lateness
from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import LOG
from pbem.messages import report_text
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.play.agreements import rulings
from pbem.play.host.judge_shell import Receipt, answer_again
from pbem.post.robot_log import LogNote
from pbem.rules import timetable
from pbem.rules.table import Table
from pbem.rules.timetable import Moment


def keep_time(letters: GameLetters, now: int) -> list[LogNote]:
    """Do what is due at Unix time `now` in the referee's folder, in any other nothing; raises as
    `rulings.record_late`."""
    desk = letters.desk
    if not (desk.folder.path / LOG).is_file() or desk.folder.role(desk.table().verifier.parties) != REFEREE:
        return []
    with desk.lock_folder():
        notes = _tell_untold(letters, now)
        while late := [
            moment for moment in timetable.due_moments(desk.table(), now) if moment.what == "late"
        ]:
            notes.append(_record_late(letters, late[0], now))
        table = desk.table()
        for moment in timetable.due_moments(table, now):
            notes += _remind(letters, table, moment, now)
        return notes


def _record_late(letters: GameLetters, moment: Moment, now: int) -> LogNote:
    desk = letters.desk
    receipt = rulings.record_late(desk.folder, now, desk.build)
    _news(letters, receipt, now)
    return LogNote("late", moment.role, report_text.receipt_text(receipt, REFEREE))


def _tell_untold(letters: GameLetters, now: int) -> list[LogNote]:
    """Tell of a `late` after which the process ended before anybody was told."""
    table = letters.desk.table()
    newest = takewhile(lambda entry: entry.author == REFEREE, reversed(table.verifier.history))
    first = next((entry.seq for entry in newest if isinstance(entry.body, Lateness)), None)
    if first is None:
        return []
    receipt = Receipt(table, first, table.seq)
    if not letters.list_untold(receipt):
        return []
    answer_again(letters.desk.folder, table, first, table.seq)
    _news(letters, receipt, now)
    return [LogNote("late", "told", report_text.receipt_text(receipt, REFEREE))]


def _news(letters: GameLetters, receipt: Receipt, now: int) -> list[Path]:
    why = Occasion(receipt.table.verifier.head[:16], None, now)
    return letters.news(receipt.table, receipt.first, receipt.last, why)


def _remind(letters: GameLetters, table: Table, moment: Moment, now: int) -> list[LogNote]:
    """Once at each moment."""
    name = f"{table.seq:04d}-{moment.role}-reminder-{moment.what}"
    if letters.find_mails(name):
        return []
    made = letters.reminder(table, moment.role, now, moment.what)
    return [LogNote("reminded", moment.role, made.stem)] if made else []
