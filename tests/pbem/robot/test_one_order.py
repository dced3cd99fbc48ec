"""What one order costs a referee: it is opened, verified and asked for once, and the judge is small."""

import sys
from collections import Counter
from pathlib import Path

import duel
import pytest
from mailed import NOW, Mailed

from pbem.entry import verified_entries
from pbem.judge import judgement
from pbem.keys import signature
from pbem.log.party.seat import Seat
from pbem.play.host.referee_desk import RefereeDesk
from pbem.robot.inbox import Inbox


@pytest.fixture
def counts(monkeypatch):
    found = Counter()

    def counting(where, name, what):
        whole = getattr(where, name)

        def counted(*args, **more):
            found[what] += 1
            return whole(*args, **more)

        monkeypatch.setattr(where, name, counted)

    counting(signature, "verify", "verified")
    counting(RefereeDesk, "table", "table")
    counting(Seat, "find_seat", "seat")
    return found


def test_an_order_is_verified_once_and_seat_and_table_are_asked_for_once(tmp_path, counts, monkeypatch):
    game = Mailed(tmp_path, forced=False)
    first = game.mail(game.sign("red", "step red-a 2", "done").signed)
    inbox = Inbox(game.folders["referee"], build=duel.build)
    inbox.desk.table()
    opened = []
    whole = verified_entries.verify_entry
    monkeypatch.setattr(
        verified_entries, "verify_entry", lambda signed: opened.append(signed) or whole(signed)
    )
    counts.clear()
    received = inbox.receive(first, NOW)
    assert received.outcome == "accepted"
    assert len(opened) == 1
    assert counts == {"verified": 1, "table": 1, "seat": 1}


ROOMS = str(Path(__file__).parents[3] / "pbem")
MOST = 47
"""Files of `pbem` through which one order is judged, without the rules of its game."""


def test_the_judge_goes_through_few_files(tmp_path, monkeypatch):
    game = Mailed(tmp_path, forced=False)
    order = game.mail(game.sign("red", "step red-a 2", "done").signed)
    files, judge = set(), judgement.judge

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(ROOMS):
            files.add(frame.f_code.co_filename)

    def judged(state, arrival):
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            return judge(state, arrival)
        finally:
            sys.setprofile(before)

    monkeypatch.setattr(judgement, "judge", judged)
    assert game.robot.receive(order, NOW).outcome == "accepted"
    assert 10 < len(files) <= MOST
