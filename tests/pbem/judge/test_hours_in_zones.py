"""Deadlines at an hour and in a zone: whoever writes another moment into an entry than the hour gives is
contradicted by each party's program, and a log is verified without data of any zone."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import duel
import independent
import pytest
from crashes import put_on_record
from mailed import Mailed, opened
from pbem_play import log_bytes
from refusing import refuses
from said import changed, following
from two_folders import Game as Peers

from pbem.entry import armor
from pbem.entry.bodies import Ack, Lateness
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import due_moments
from pbem.log import deadlines
from pbem.log.party import refusal_records
from pbem.log.verification import verify_file
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play import chain_rotation, vacations
from pbem.play.agreements import rulings
from pbem.play.host import peer_exchange
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.decision_clock import clock_of
from pbem.rules.replay.game_replay import GameReplay

WARSAW = ZoneInfo("Europe/Warsaw")
HOUR = 3600
TERMS = [
    {"kind": kind, "hours": 168, "grace": 0, "then": "forfeit", "hour": "21:00", "zone": "Europe/Warsaw"}
    for kind in ("order", "decision", "loss")
]


def at(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=WARSAW).timestamp())


NOW = at("2026-11-29 10:00")
DUE = at("2026-12-06 21:00")


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=TERMS)


def answered(game, now=NOW):
    """Red's move, the mails of the referee's robot, and the entry that answers it."""
    order = game.sign("red", "done", "done").signed
    received = game.robot.receive(game.mail(order), now)
    return order, received, game.table().entries(2, 2)[0]


def arrives(game, *entries, now=NOW, role="blue"):
    draft = Draft("referee@example.org", (f"{role}@example.org",), "news", "", entries)
    return Inbox(game.folders[role], build=duel.build).receive(compose(draft), now)


def moved(signed, seconds, *names):
    """The same answer with each moment moved by so many seconds, signed by its author."""
    entry = Entry.decode(signed.data)
    due = [
        {**each.to_plain(), "due": each.due + seconds, "end": each.end + seconds}
        for each in deadlines.moments_in(entry)
    ]
    return sign(changed(entry, due=due), *map(duel.key, names or (entry.author,)))


def test_the_moment_stands_in_the_referees_answer_and_all_take_it_in(game):
    _, received, ack = answered(game)
    assert {(each.due, each.end) for each in deadlines.moments_in(Entry.decode(ack.data))} == {(DUE, DUE)}
    game.everybody_takes_in(received)
    clock = clock_of(game.table("blue"))
    assert (clock.role, clock.due, clock.end) == ("blue", DUE, DUE)


@pytest.mark.parametrize("seconds", [-HOUR, -1, 1, HOUR])
def test_who_is_told_another_moment_objects_with_a_paper_to_all(game, seconds):
    """The attack: the referee's answer says an hour too early. One second counts."""
    order, _, ack = answered(game)
    false = moved(ack, seconds)
    taken = arrives(game, order, false)
    assert (taken.outcome, "[due-differs]" in taken.text) == ("refused", True), taken.text
    assert game.folders["blue"].log.length() == 1
    (slip,) = refusal_records.list_refusals(game.folders["blue"])
    assert (slip.said.code, slip.said.digest) == ("due-differs", false.head)
    assert {file.stem.split("-")[1] for file in taken.files} >= {"red", "referee"}
    mail = read(opened(taken.files[0]).message, from_robot=True)
    heard = game.robot.receive(opened(taken.files[0]).message, NOW) if mail.papers else None
    assert "refused entry 2 (ack by referee)" in heard.text or "[due-differs]" in heard.text


def test_the_late_that_stands_on_such_an_hour_is_refused_with_it(game):
    """The attack goes on: the referee's log says an hour less, and at its end the referee calls blue late."""
    order, _, ack = answered(game)
    table = game.table("blue")
    for each in (order, moved(ack, -HOUR)):
        table.verifier.apply(verify_entry(each))
    early = DUE - HOUR
    said = due_moments.add_moments(
        table.charter, table.next_entry("referee", Lateness(role="blue", kind="order", at=early))
    )
    late = sign(said, duel.key("referee"))
    table.verifier.apply(verify_entry(late))  # a reader of the log alone has no reason to object
    taken = arrives(game, order, moved(ack, -HOUR), late, now=early)
    assert (taken.outcome, "[due-differs]" in taken.text) == ("refused", True)
    assert game.folders["blue"].log.length() == 1


def test_with_the_right_hour_a_late_before_it_is_refused_by_everybody(game):
    order, _, ack = answered(game)
    table = game.table("blue")
    for each in (order, ack):
        table.verifier.apply(verify_entry(each))
    said = table.next_entry("referee", Lateness(role="blue", kind="order", at=DUE - 1))
    late = sign(due_moments.add_moments(table.charter, said), duel.key("referee"))
    with refuses(Code.LATE_TOO_EARLY, match=r"until Sun 2026-12-06 20:00 UTC"):
        table.verifier.apply(verify_entry(late))


def test_the_clock_here_counts_for_a_late_too(game):
    """The attack: the referee's clock is ahead, and the `late` states the right end of the time."""
    _, received, _ = answered(game)
    game.everybody_takes_in(received)
    table = game.table()
    said = table.next_entry("referee", Lateness(role="blue", kind="order", at=DUE))
    late = sign(due_moments.add_moments(table.charter, said), duel.key("referee"))
    taken = arrives(game, late, now=DUE - HOUR)
    assert (taken.outcome, "[late-too-early]" in taken.text) == ("refused", True), taken.text


def test_a_log_is_verified_where_no_zone_is_known(game, monkeypatch):
    answered(game)
    rulings.record_late(game.folders["referee"], DUE, duel.build)
    monkeypatch.setattr(due_moments, "ZoneInfo", _no_zone)
    monkeypatch.setattr("zoneinfo.ZoneInfo", _no_zone)
    due_moments.load_zone.cache_clear()
    verdict = verify_file(game.folders["referee"].log.path, GameReplay(duel.build))
    assert verdict.sound, verdict.message
    assert independent.check(log_bytes(game.table().verifier.entries)) in ("incomplete", "holds")


def _no_zone(name):
    raise ZoneInfoNotFoundError(name)


def test_who_has_no_data_of_the_zone_takes_nothing_in_unchecked(game, monkeypatch):
    order, _, ack = answered(game)
    monkeypatch.setattr(due_moments, "ZoneInfo", _no_zone)
    due_moments.load_zone.cache_clear()
    taken = arrives(game, order, ack)
    assert (taken.outcome, "[zone-unknown]" in taken.text) == ("refused", True), taken.text
    assert "tzdata" in taken.text
    assert game.folders["blue"].log.length() == 1


def test_the_referee_holds_what_a_side_writes_against_the_zone_too(tmp_path):
    """A side that burns a link begins its own time: an hour more is refused, and the same goes out again."""
    game = Mailed(tmp_path, forced=False, deadlines=TERMS)
    host, table = game.folders["referee"], game.table()
    chain = duel.chain("edith")
    said = {"role": "blue", "name": "Edith", "mail": "edith@example.org", "at": NOW, "length": duel.LENGTH}
    said |= {"key": duel.key("edith").public.line, "tip": chain.tip}
    signers = map(duel.key, ("referee", "red", "edith"))
    newcomer = sign(following(table, "substitute", "referee", said), *signers)
    table.verifier.apply(verify_entry(newcomer))
    link = duel.chain("referee").reveal(table.verifier.parties["referee"].revealed + 1)
    burnt = due_moments.add_moments(
        table.charter, table.next_entry("referee", Ack(applied=0, burnt=link, at=NOW))
    )
    mine = sign(burnt, duel.key("referee"))
    table.verifier.apply(verify_entry(mine))
    put_on_record(host, game.table(), newcomer, mine)
    host.log.append(newcomer, mine)
    red_link = duel.chain("red").reveal(table.verifier.parties["red"].revealed + 1)
    honest = table.next_entry("red", Ack(applied=0, burnt=red_link, at=NOW))
    honest = sign(due_moments.add_moments(table.charter, honest), duel.key("red"))
    refused = game.robot.receive(game.mail(moved(honest, HOUR)), NOW)
    assert (refused.outcome, "[due-differs]" in refused.text) == ("refused", True), refused.text
    assert game.robot.receive(game.mail(honest), NOW).outcome == "accepted"


def test_a_vacation_moves_the_end_by_as_much(game):
    answered(game)
    folder = game.folders["referee"]
    asked = vacations.Vacations().ask("game", "blue", 48, {}, NOW + HOUR)
    vacations.write(folder, asked)
    clock = clock_of(order_closing.load(folder, duel.build))
    assert (clock.due, clock.end) == (DUE + 48 * HOUR, DUE + 48 * HOUR)
    assert clock.time == DUE - NOW


# --- without a referee -------------------------------------------------------------------------------------


def test_peers_hold_each_others_moments_against_the_zone(tmp_path):
    """The attack: red's answer gives blue an hour less; blue's program takes none of it in."""
    game = Peers(tmp_path, forced=False, deadlines=TERMS)
    done = game.take_in("blue", game.sign("red", "done", "done"))
    order, ack = armor.read(done.file)
    assert {each.end for each in deadlines.moments_in(Entry.decode(ack.data))} == {at("1970-01-08 21:00")}
    with refuses(Code.DUE_DIFFERS, match="1970-01-08 19:00:00 UTC; by the clocks of Europe/Warsaw"):
        peer_exchange.take_in(game.folders["red"], [order, moved(ack, -HOUR)], duel.build)
    assert game.folders["red"].log.length() == 1
    peer_exchange.take_in(game.folders["red"], [order, ack], duel.build)
    assert len(set(game.logs().values())) == 1


def test_what_was_refused_for_its_moments_alone_is_signed_anew_with_the_right_ones(tmp_path, monkeypatch):
    """An accident: the zone data of a side is older than that of the referee."""
    game = Mailed(tmp_path, forced=False, deadlines=TERMS)
    red, host = game.folders["red"], game.folders["referee"]
    chain = duel.chain("edith")
    said = {"role": "blue", "name": "Edith", "mail": "edith@example.org", "at": NOW, "length": duel.LENGTH}
    said |= {"key": duel.key("edith").public.line, "tip": chain.tip}
    newcomer = sign(
        following(game.table(), "substitute", "referee", said), *map(duel.key, ("referee", "red", "edith"))
    )
    red.log.append(newcomer)
    host.log.append(newcomer)
    receipt = game.robot.desk.settle(NOW)
    assert receipt is None
    red.log.append(*game.table().entries(2, 2))
    right = due_moments.load_zone
    monkeypatch.setattr(due_moments, "load_zone", lambda _: ZoneInfo("Europe/London"))
    first = chain_rotation.sign_burning(red, game.table("red"), NOW)
    assert chain_rotation.sign_burning(red, game.table("red"), NOW).head == first.head
    monkeypatch.setattr(due_moments, "load_zone", right)
    refused = game.robot.receive(game.mail(first), NOW)
    assert "[due-differs]" in refused.text
    told = Inbox(red, build=duel.build).receive(opened(refused.files[0]).message, NOW)
    assert "pip install --upgrade tzdata" in told.text
    second = chain_rotation.sign_burning(red, game.table("red"), NOW)
    one, two = (Entry.decode(each.data) for each in (first, second))
    assert (one.content, one.body.at) == (two.content, two.body.at)
    assert one.body.due != two.body.due
    assert game.robot.receive(game.mail(second), NOW).outcome == "accepted"
