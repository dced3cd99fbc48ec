"""Deadlines at an hour and in a zone: when a time is over by the clocks there, and what a log shows of it."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime

import independent
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pbem_play import REFEREED, Table, charter, key, log_bytes
from refusing import refuses

from pbem import errors
from pbem.entry import entries
from pbem.entry.bodies import Charter, Deadline
from pbem.judge import due_moments
from pbem.log import deadlines
from pbem.reason_codes import Code
from pbem.setup import new_game

HOUR = 3600
WARSAW = "Europe/Warsaw"


def rule(text):
    (first, *_) = deadlines.charter_form([text])
    return first


def at(text, zone=WARSAW):
    return int(datetime.fromisoformat(text).replace(tzinfo=zoneinfo.ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("text", "begun", "due", "end"),
    [
        ("7d@21:00 Europe/Warsaw", "2026-11-29 10:00", "2026-12-06 21:00", "2026-12-06 21:00"),
        ("7d@21:00 Europe/Warsaw", "2026-11-29 23:30", "2026-12-06 21:00", "2026-12-06 21:00"),
        ("1w@21:00 Europe/Warsaw+1d", "2026-11-29 10:00", "2026-12-06 21:00", "2026-12-07 21:00"),
        # More than twelve hours after the hour of its day an entry counts as one of the next.
        ("1d@08:00 Europe/Warsaw", "2026-11-29 20:00", "2026-11-30 08:00", "2026-11-30 08:00"),
        ("1d@08:00 Europe/Warsaw", "2026-11-29 20:01", "2026-12-01 08:00", "2026-12-01 08:00"),
        # Five days from a Friday on which Saturdays and Sundays do not count.
        ("5d@21:00 Europe/Warsaw,weekdays", "2026-11-27 10:00", "2026-12-04 21:00", "2026-12-04 21:00"),
        ("1d@21:00 Europe/Warsaw,sat,sun", "2026-11-28 10:00", "2026-11-30 21:00", "2026-11-30 21:00"),
        ("1d@21:00 Europe/Warsaw+12h,sat", "2026-11-26 10:00", "2026-11-27 21:00", "2026-11-29 09:00"),
        ("1d@21:00 Europe/Warsaw,2026-12-25", "2026-12-24 10:00", "2026-12-26 21:00", "2026-12-26 21:00"),
        # Across the change of clocks it is 21:00 before and after.
        ("2d@21:00 Europe/Warsaw+1d", "2026-10-23 10:00", "2026-10-25 21:00", "2026-10-26 21:00"),
        ("1d@21:00 Europe/Warsaw+1d", "2026-03-27 10:00", "2026-03-28 21:00", "2026-03-29 21:00"),
        # 02:30 is skipped that night, and so half past three.
        ("1d@02:30 Europe/Warsaw", "2026-03-28 02:00", "2026-03-29 03:30", "2026-03-29 03:30"),
    ],
)
def test_it_ends_at_the_hour_of_the_day_so_many_days_later(text, begun, due, end):
    found = due_moments.work_out(rule(text), at(begun))
    assert (found.due, found.end) == (at(due), at(end))


def test_of_an_hour_that_comes_twice_the_second_counts():
    found = due_moments.work_out(rule("1d@02:30 Europe/Warsaw"), at("2026-10-24 02:00"))
    assert deadlines.format_time(found.due) == "Sun 2026-10-25 01:30 UTC"
    assert at("2026-10-25 02:30") == found.due - HOUR


ZONES = st.sampled_from(
    [
        "Europe/Warsaw",
        "Pacific/Kiritimati",
        "Etc/GMT+12",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "Asia/Kolkata",
        "Pacific/Apia",
        "Africa/Casablanca",
        "America/St_Johns",
        "UTC",
    ]
)
OFF = st.sets(
    st.sampled_from(["mon", "tue", "wed", "sat", "sun", *(f"2011-12-{day:02}" for day in range(20, 32))])
)


@example(
    zone="Pacific/Apia",
    start=at("2011-12-28 23:59", "Pacific/Apia"),
    days=1,
    grace=1,
    hour="12:00",
    off=set(),
)
@given(
    zone=ZONES,
    start=st.integers(1_200_000_000, 1_900_000_000),
    days=st.integers(1, 40),
    grace=st.integers(0, 60),
    hour=st.sampled_from(["00:00", "00:30", "02:30", "08:00", "12:00", "21:00", "23:59"]),
    off=OFF,
)
def test_wherever_the_zone_lies_a_log_finds_the_moments_possible(zone, start, days, grace, hour, off):
    """No date line, change of clocks or row of holidays makes an honest entry one that breaks the log."""
    said = Deadline(
        kind="order",
        hours=24 * days,
        grace=grace,
        then="wait",
        days_off=tuple(sorted(off)) or None,
        hour=hour,
        zone=zone,
    )
    body = charter(deadlines=[said.to_plain()], at=start).body
    entry = due_moments.add_moments(body, entries.Entry("0" * 64, 0, "0" * 64, "normans", body))
    deadlines.check_moments(body, entry)
    (moment,) = deadlines.moments_in(entry)
    assert start + (24 * days - 38) * HOUR <= moment.due <= moment.end
    due_moments.check_entry(body, entry)


def test_it_is_never_more_than_half_a_day_short():
    said = rule("3d@09:15 Europe/Warsaw")
    for quarter in range(4 * 24 * 14):
        start = at("2026-11-20 00:00") + quarter * 900
        found = due_moments.work_out(said, start)
        assert 60 * HOUR <= found.due - start < 96 * HOUR


def test_a_zone_that_is_misspelt_is_answered_with_the_one_that_was_meant():
    with refuses(Code.ZONE_UNKNOWN, match="such as Europe/Warsaw"):
        due_moments.check_zones((rule("7d@21:00 europe/warsaw"),))


@pytest.mark.parametrize("zone", ["Nowhere/Atlantis", "Europe", "localtime", "x" * 30])
def test_a_zone_of_which_there_is_no_data_is_refused_at_once(zone):
    with refuses(Code.ZONE_UNKNOWN, match="tzdata"):
        due_moments.check_zones((rule(f"7d@21:00 {zone}"),))


# --- in the log --------------------------------------------------------------------------------------------

TERMS = [
    {"kind": "order", "hours": 168, "grace": 24, "then": "default", "hour": "21:00", "zone": WARSAW},
    {"kind": "decision", "hours": 72, "grace": 0, "then": "wait", "days_off": ["sun"]},
    {"kind": "retreat", "hours": 24, "grace": 0, "then": "wait", "hour": "08:00", "zone": WARSAW},
]
BEGUN = at("2026-11-29 10:00")


def game(**changes):
    entry = charter(deadlines=TERMS, at=BEGUN)
    entry = due_moments.add_moments(entry.body, entry)
    body = entry.body.replace(**changes)
    return Table(
        begun=entries.sign(entries.Entry(entry.game, 0, entry.prev, entry.author, body), *map(key, REFEREED))
    )


def moments(start, terms=TERMS):
    body = charter(deadlines=terms).body
    return [each.to_plain() for each in due_moments.moments_of(body, start) or ()]


def played(table):
    """An order and its dice, with which the time of all begins anew."""
    table.order("normans", "x")
    start = table.time + 5 * HOUR
    rolled = table.rolls(("fire", "6.1", 6, 1), link_b=table.link("referee"))
    table.add("roll", "referee", rolled | {"at": start, "due": moments(start)}, table.link("referee"))
    return start


def both(table, code=None):
    """What both verifiers find."""
    found = independent.check(log_bytes(table.log))
    if code is None:
        table.walk()
        assert found == "incomplete"
    else:
        with refuses(code):
            table.walk()
        assert found.startswith("broken")


def test_a_moment_stands_in_each_entry_with_which_times_begin_and_nobody_is_late_before_it(monkeypatch):
    table = game()
    played(table)
    clock = deadlines.start_clock(table.walk().history, "saxons", "order")
    assert deadlines.format_time(clock.due, zoneinfo.ZoneInfo(WARSAW)) == "Sun 2026-12-06 21:00 (UTC+1)"
    assert clock.end - clock.due == 24 * HOUR
    said = {"role": "saxons", "kind": "order"}
    late = moments(clock.end)
    table.add("late", "referee", said | {"at": clock.end - 1, "due": moments(clock.end - 1)})
    both(table, Code.LATE_TOO_EARLY)
    table.log.pop()
    table.add("late", "referee", said | {"at": clock.end, "due": late})
    _without_zones(monkeypatch)
    both(table)


def _without_zones(monkeypatch):
    """A PC without data of any zone."""

    def unknown(name):
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", unknown)
    monkeypatch.setattr(due_moments, "ZoneInfo", unknown)
    due_moments.load_zone.cache_clear()
    with refuses(Code.ZONE_UNKNOWN):
        due_moments.work_out(rule("7d@21:00 Europe/Warsaw"), BEGUN)


SHIFTS = {
    "due is missing": lambda due: None,
    "a kind is missing": lambda due: due[:1],
    "a kind without an hour": lambda due: [*due, due[0] | {"kind": "decision"}],
    "in another order": lambda due: due[::-1],
    "two days too early": lambda due: [due[0] | {"due": due[0]["due"] - 48 * HOUR}, due[1]],
    "grace that is none": lambda due: [due[0] | {"end": due[0]["due"] - 1}, due[1]],
    "five days too late": lambda due: [due[0] | {"due": due[0]["due"] + 5 * 24 * HOUR}, due[1]],
    "grace of a week": lambda due: [due[0] | {"end": due[0]["end"] + 7 * 24 * HOUR}, due[1]],
    "grace where none is": lambda due: [due[0], due[1] | {"end": due[1]["end"] + 1}],
}


@pytest.mark.parametrize("how", SHIFTS)
def test_what_no_zone_gives_breaks_the_log_for_both_verifiers(how):
    table = game()
    start = played(table)
    both(table)
    roll = entries.Entry.decode(table.log.pop().data)
    fields = roll.body.to_plain() | {"due": SHIFTS[how](moments(start))}
    table.add(
        "roll", "referee", {name: value for name, value in fields.items() if value is not None}, roll.link
    )
    both(table, Code.DUE_WRONG)


@pytest.mark.parametrize("due", [None, 7])
def test_a_charter_bears_them_too(due):
    first = game()
    both(first)
    body = entries.Entry.decode(first.log[0].data).body
    moved = None if due is None else tuple(each.replace(due=each.due + due * 24 * HOUR) for each in body.due)
    both(game(due=moved), Code.DUE_WRONG)


def test_where_no_deadline_has_an_hour_no_entry_bears_a_moment():
    table = Table()
    table.order("normans", "x")
    rolled = table.rolls(("fire", "6.1", 6, 1), link_b=table.link("referee"))
    said = moments(BEGUN)
    table.add("roll", "referee", rolled | {"due": said}, table.link("referee"))
    both(table, Code.DUE_WRONG)


@pytest.mark.parametrize(
    "wrong", [{"hours": 36}, {"zone": None}, {"days_off": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]}]
)
def test_an_hour_has_its_zone_whole_days_and_a_day_that_counts(wrong):
    fields = {name: value for name, value in (TERMS[0] | wrong).items() if value is not None}
    with pytest.raises(errors.BadBody, match="deadlines"):
        charter(deadlines=[fields])


def test_an_entry_that_opens_dice_bears_none():
    table = game()
    table.add("ack", "normans", {"applied": 0, "at": BEGUN}, table.link("normans"))
    both(table)
    table.log.pop()
    table.add("ack", "normans", {"applied": 0, "at": BEGUN, "due": moments(BEGUN)}, table.link("normans"))
    both(table, Code.DUE_WRONG)


def test_the_charter_of_a_new_game_is_worked_out_by_its_time(tmp_path):
    times = deadlines.charter_form(["7d@21:00 Europe/Warsaw"])
    plan = new_game.Plan("three_battles", "fulford", [], {}, deadlines=times)
    made = new_game.create(plan, tmp_path, BEGUN)["viking"].log.read()
    body = entries.Entry.decode(next(made.records()).data).body
    assert isinstance(body, Charter)
    assert [deadlines.format_time(each.due) for each in body.due] == ["Sun 2026-12-06 20:00 UTC"] * 2


def test_utc_of_a_time_is_told_as_before():
    assert deadlines.format_time(BEGUN) == deadlines.format_time(BEGUN, UTC) == "Sun 2026-11-29 09:00 UTC"
    assert (
        deadlines.format_time(BEGUN, zoneinfo.ZoneInfo("Asia/Kolkata")) == "Sun 2026-11-29 14:30 (UTC+5:30)"
    )
    assert (
        deadlines.format_time(BEGUN, zoneinfo.ZoneInfo("America/St_Johns"))
        == "Sun 2026-11-29 05:30 (UTC-3:30)"
    )
