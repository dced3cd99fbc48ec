"""Stalls and crossings played to their end: nobody honest is accused, and every program says what happens
now."""

import duel
import pytest
from mailed import NOW, Mailed, opened, text_of
from refusing import refuses
from said import BOXES

from pbem.entry import armor, peer_notices, standing_papers
from pbem.entry.bodies import Lateness, seen_in
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.log.party import disclosures, refusal_records
from pbem.log.party.signing_record import DisclosedEntry
from pbem.log.verification import verify_file
from pbem.mail.reader import read
from pbem.play import resent_entries
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

DAY = 86_400
HOURS = 3600
DEADLINES = [{"kind": kind, "hours": 100, "grace": 20, "then": "wait"} for kind in ("order", "decision")]


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=DEADLINES)


def inbox(game, role):
    return Inbox(game.folders[role], build=duel.build)


def late(game, at):
    """What a referee writes by hand, whatever his program would say."""
    table = game.table()
    said = Lateness(role="red", kind="order", at=at)
    return sign(table.next_entry("referee", said), duel.key("referee"))


# --- sent again ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "clock", "numbers"),
    [
        (DAY - 1, None, []),
        (DAY, None, [2]),
        (2 * DAY + 5, None, [4]),
        (89 * HOURS, (0, 100 * HOURS), [6]),
        (90 * HOURS, (0, 100 * HOURS), [7]),
        (10, (-80, 20), [1]),
        (40 * DAY, None, []),
    ],
)
def test_when_an_entry_is_sent_again(after, clock, numbers):
    out = [DisclosedEntry(3, "-", "ab" * 32, NOW)]
    times = clock and duel_clock(*clock)
    assert [number for _, number in resent_entries.find_due(out, times, NOW + after)] == numbers


def duel_clock(since, due):
    from pbem.log.deadlines import DecisionClock

    return DecisionClock("red", "order", "wait", 0, NOW + since, NOW + due, NOW + due)


def test_an_order_without_answer_goes_to_all_and_is_named_by_who_saw_it(game):
    from pbem.play import player

    red = game.folders["red"]
    made = player.sign_move(red, game.write("done", "done"), build=duel.build, now=HOURS)
    assert inbox(game, "red").resend(HOURS + DAY - 1) == ()
    files = inbox(game, "red").resend(HOURS + DAY)
    assert [opened(file).to for file in files] == [("referee@example.org",), ("blue@example.org",)]
    assert inbox(game, "red").resend(HOURS + DAY) == files  # the same mails, once
    boxes = [read(opened(file).message, from_robot=True).boxes for file in files]
    assert boxes == [(made.plan.box,), ()]  # the other side gets the order without its closed lines
    taken = inbox(game, "blue").receive(opened(files[1]).message, HOURS + DAY)
    assert taken.outcome == "accepted"
    assert "is out and not answered yet" in taken.text
    assert len(duel.records(game.folders["blue"])) == 1
    # The referee calls red late after the time although the order is in hand, and red signs again.
    game.apply(late(game, HOURS + 1000 * HOURS))
    for side in duel.SIDES:
        game.take_in(side, game.table().entries(1, 1))
    again = player.sign_move(red, game.write("done", "done"), build=duel.build, now=HOURS + 2 * DAY)
    BOXES.append(again.plan.box)
    assert Entry.decode(again.signed.data).link == Entry.decode(made.signed.data).link
    game.everybody_takes_in(game.robot.receive(game.mail(again.signed), HOURS + 1000 * HOURS))
    blue = game.sign("blue", "done", "done").signed
    assert [(each.author, each.seq, each.digest) for each in seen_in(Entry.decode(blue.data).body)] == [
        ("red", 1, made.signed.head)
    ]
    game.robot.receive(game.mail(blue, sender="blue@example.org"), HOURS + 1000 * HOURS)
    verdict = verify_file(game.folders["referee"].log.path, GameReplay(duel.build))
    assert verdict.sound
    assert "late although out since: blue was shown the entry of red" in verdict.message


def test_a_notice_is_kept_and_named(game):
    verifier = game.table().verifier
    said = peer_notices.ObservedNotice(
        game=verifier.game, author="red", seq=1, prev=verifier.head, digest="ab" * 32
    )
    from pbem.robot import received_papers

    taken = received_papers.take(
        game.folders["blue"], [standing_papers.sign(said, duel.key("red")).signed], (), NOW
    )
    assert not taken.refused
    forged = received_papers.take(
        game.folders["referee"], [standing_papers.sign(said, duel.key("blue")).signed], (), NOW
    )
    assert forged.refused
    assert not (game.folders["referee"].path / "noticed").exists()
    assert (game.folders["blue"].path / "noticed" / f"0001-red-{'ab' * 32}").is_file()


# --- late ---------------------------------------------------------------------------------------------------


def test_a_late_before_its_time_is_refused_by_who_gets_it_and_all_are_told(game):
    """The attack: the referee writes a time that has not come, while the order is in his hand."""
    start = game.table().verifier.time
    end = start + 120 * HOURS
    signed = late(game, end)
    game.apply(signed)
    mail = game.mail(*game.table().entries(1, 1), sender="referee@example.org")
    for now, outcome in ((end - 601, "refused"), (end - 600, "accepted")):
        taken = inbox(game, "red").receive(mail, now)
        assert taken.outcome == outcome, taken.text
        assert len(duel.records(game.folders["red"])) == (1 if outcome == "refused" else 2)
        if outcome == "refused":
            assert [opened(file).to for file in taken.files] == [
                ("referee@example.org",),
                ("blue@example.org",),
            ]
            (paper,) = read(opened(taken.files[1]).message, from_robot=True).papers
            assert peer_notices.open_slip(paper).said.digest == signed.head
            told = inbox(game, "blue").receive(opened(taken.files[1]).message, now)
            assert "red has refused entry 1" in told.text
            assert len(list(refusal_records.list_refusals(game.folders["blue"]))) == 1


def test_a_clock_of_another_year_writes_no_time_that_goes_back(game):
    """A referee whose clock stood in 1999 when he answered; the time in the log stays, nobody is late by
    it."""
    game.everybody_takes_in(game.send("red", "done", "done"))
    table = game.table()
    received = game.robot.receive(game.mail(game.sign("blue", "done", "done").signed), 900_000_000)
    assert received.outcome == "accepted", received.text
    assert game.table().verifier.time >= table.verifier.time
    with refuses(Code.LATE_TOO_EARLY):
        from pbem.play.agreements import rulings

        rulings.record_late(game.folders["referee"], 900_000_000, duel.build)


# --- crossings ----------------------------------------------------------------------------------------------


def test_an_order_overtaken_by_a_late_is_signed_again_with_the_same_link(game):
    first = game.sign("red", "done", "done").signed
    game.apply(late(game, NOW))
    answered = game.robot.receive(game.mail(first), NOW)
    assert answered.outcome == "refused"
    words = text_of(answered.files[0])
    assert "[overtaken]" in answered.text
    assert "Nobody is to blame" in words
    assert "fork" not in words
    game.take_in("red", game.table().entries(1, 1))
    again = game.sign("red", "done", "done").signed
    assert Entry.decode(again.data).link == Entry.decode(first.data).link
    assert Entry.decode(again.data).seq == 2
    assert game.robot.receive(game.mail(again), NOW).outcome == "accepted"


def test_a_referee_who_vanishes_with_an_order_out_is_replaced_and_the_order_is_answered(game):
    """All others sign the new referee; the order that is out goes into the log first, its batch stays
    open."""
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    table = Table.load(game.folders["blue"].log, duel.build)
    table.verifier.apply(verify_entry(order))
    newcomer = duel.Folder(game.path / "newcomer")
    newcomer.path.mkdir()
    duel.key("newcomer").save(newcomer.key_file)
    duel.chain("newcomer").save(newcomer.chain_file)
    disclosures.begin(newcomer, duel.chain("newcomer").tip)
    body = {
        "role": "referee",
        "name": "New",
        "mail": "new@example.org",
        "key": duel.key("newcomer").public.line,
        "tip": duel.chain("newcomer").tip,
        "length": duel.LENGTH,
        "at": NOW,
    }
    from said import following

    author = table.verifier.parties.next_role("referee")
    entry = following(table, "substitute", author, body)
    signed = sign(entry, *(duel.key(each) for each in ("red", "blue", "newcomer")))
    table.verifier.apply(verify_entry(signed))
    assert table.verifier.batch is not None
    duel.GameLog.create(newcomer.path / "game.log", table.verifier.entries[0])
    newcomer.log.append(*table.verifier.entries[1:])
    for side in duel.SIDES:
        game.folders[side].log.append(*table.verifier.entries[1:])
    due = table.verifier.renewals.next_role
    seen = set()
    while due is not None:
        from pbem.play import chain_rotation

        made = chain_rotation.sign_burning(
            game.folders[due], Table.load(game.folders[due].log, duel.build), NOW
        )
        seen.add(made.data)
        verifier = Table.load(newcomer.log, duel.build).verifier
        told = closed_lines.hand_over(game.folders[due], verifier, due)
        assert armor.boxes(game.folders[due].move_file(len(verifier.entries), due).read_text()) == told
        closed_lines.take_boxes(newcomer, verifier, verify_entry(made), told)
        for folder in (newcomer, *(game.folders[side] for side in duel.SIDES)):
            folder.log.append(made)
        due = Table.load(newcomer.log, duel.build).verifier.renewals.next_role
    assert len(seen) == 2
    robot = Inbox(newcomer, build=duel.build)
    answered = robot.receive(game.mail(order), NOW)
    assert answered.outcome == "accepted", answered.text
    kinds = [Entry.decode(each.data).type for each in duel.records(newcomer)]
    assert kinds == ["charter", "order", "substitute", "ack", "ack", "roll"]
    assert verify_file(newcomer.log.path, GameReplay(duel.build)).sound
