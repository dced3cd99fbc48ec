"""Deadlines: what a charter says of them, the time of a decision, days off, and when somebody is late."""

from __future__ import annotations

from datetime import UTC, datetime

import independent
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pbem_play import REFEREED, Table, charter, key, log_bytes, person
from refusing import refuses

from pbem.entry import entries
from pbem.entry.bodies import Deadline
from pbem.log import deadlines
from pbem.reason_codes import Code

HOUR, DAY = 3600, 86_400


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_a_deadline_is_read_into_the_charters_form():
    assert deadlines.charter_form([]) == deadlines.DEFAULTS
    read = deadlines.charter_form(["order=168h+24h,wait", "7d", "retreat = 12h , forfeit, sun,2026-12-25"])
    (named, _) = deadlines.charter_form(["1w@9:30 America/Argentina/Ushuaia+1d, DEFAULT, weekdays"])
    assert named.to_plain() == {
        "kind": "order",
        "hours": 168,
        "grace": 24,
        "then": "default",
        "days_off": ["sat", "sun"],
        "hour": "09:30",
        "zone": "America/Argentina/Ushuaia",
    }
    assert [each.to_plain() for each in read] == [
        {"kind": "order", "hours": 168, "grace": 0, "then": "claim"},
        {"kind": "decision", "hours": 168, "grace": 0, "then": "claim"},
        {"kind": "retreat", "hours": 12, "grace": 0, "then": "forfeit", "days_off": ["sun", "2026-12-25"]},
    ]


@pytest.mark.parametrize(
    ("span", "hours", "grace"),
    [
        ("2d+1d", 48, 24),
        ("2w", 336, 0),
        ("1W+1D", 168, 24),
        ("3h+2h", 3, 2),
        ("10000h+10000h", 10_000, 10_000),
        ("1h", 1, 0),
    ],
)
def test_a_time_and_its_grace_are_hours(span, hours, grace):
    (read, _) = deadlines.charter_form([span])
    assert (read.hours, read.grace) == (hours, grace)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a deadline"),
        ("order", "is not a deadline"),
        ("=7d", "is not a deadline"),
        ("7y", "is not a deadline"),
        ("7d@21:00", "is not a deadline"),
        ("7d@21 Europe/Warsaw", "is not a deadline"),
        ("7d@24:00 Europe/Warsaw", "not an hour from 00:00 to 23:59"),
        ("36h@21:00 Europe/Warsaw", "has whole days"),
        ("7d@21:00 Europe/Warsaw/../../etc", "is not a deadline"),
        ("0h", "must be 1 to 10000 hours"),
        ("10001h", "must be 1 to 10000 hours"),
        ("1h+10001h", "grace at most 10000"),
        ("7d,flip", "`flip` is neither"),
        ("7d,2026-02-30", "neither"),
        ("7d,wait,forfeit", "one THEN"),
        ("7d,", "neither"),
        ("7d,mon,tue,wed,thu,fri,sat,sun", "at least one day of the week"),
    ],
)
def test_a_text_that_is_no_deadline_is_refused(text, says):
    with refuses(Code.BAD_DEADLINE, match=says):
        deadlines.charter_form([text])


def rolled(time, begun=None):
    """A game in which the referee's roll made a decision of the saxons due at this time."""
    table = Table(begun=begun)
    table.order("normans", "x")
    body = table.rolls(("fire", "6.1", 6, 1), link_b=table.link("referee")) | {"at": time}
    table.add("roll", "referee", body, table.link("referee"))
    return table


def clock(table):
    return deadlines.start_clock(table.walk().history, "saxons", "order")


def test_the_time_runs_from_the_referees_entry_and_days_off_do_not_count():
    due = clock(rolled(at("2026-11-20 12:00")))  # a Friday; 72 hours and 12 of grace, Sundays off
    assert (due.seq, due.role, due.then) == (2, "saxons", "default")
    assert deadlines.format_time(due.due) == "Tue 2026-11-24 12:00 UTC"
    assert due.end - due.due == 12 * HOUR
    assert deadlines.format_deadline(due, due.due - DAY - HOUR).startswith(
        "saxons by Tue 2026-11-24 12:00 UTC, with grace Wed 2026-11-25 00:00 UTC (1 day 1 hour left)"
    )
    assert "11 hours of grace left" in deadlines.format_left(due, due.due + HOUR)
    assert deadlines.format_left(due, due.end + 90) == "late since 1 minute"


def test_a_time_that_is_over_at_midnight_before_a_day_off_is_over_then():
    friday = at("2026-11-20 12:00")
    sunday = frozenset({"sun"})
    assert deadlines._add_seconds(friday, 36 * HOUR, sunday) == at("2026-11-22 00:00")
    assert deadlines._add_seconds(friday, 36 * HOUR + 1, sunday) == at("2026-11-23 00:00") + 1
    due = clock(rolled(at("2026-11-19 00:00")))  # a Thursday; 72 hours end as Sunday begins, which is off
    assert deadlines.format_time(due.due) == "Sun 2026-11-22 00:00 UTC"
    assert deadlines.format_time(due.end) == "Mon 2026-11-23 12:00 UTC"


def test_without_a_deadline_there_is_no_clock():
    assert clock(Table()).since == 0
    assert deadlines.start_clock(rolled(5).walk().history, "saxons", "retreat") is None
    assert clock(rolled(2**53 - 1)) is None


def test_who_takes_a_seat_has_the_whole_time_once_he_was_asked():
    table = rolled(at("2026-11-23 00:00"))
    later = clock(table).since + DAY
    body = person("saxons", "godwin") | {"at": later}
    table.add("substitute", "referee", body, signers=[key(name) for name in ("normans", "referee", "godwin")])
    for role in ("normans", "referee"):
        table.add("ack", role, {"applied": 0, "burnt": table.burnt(role), "at": later + DAY})
    for side in ("saxons", "normans"):
        assert deadlines.start_clock(table.walk().history, side, "order") is None
    said = {"role": "saxons", "since": 5, "at": later + 2 * DAY}
    table.add("late", "referee", said, signers=[key("normans"), key("referee")])
    assert clock(table).since == later + 2 * DAY


def test_a_side_is_not_late_before_its_time():
    table = rolled(at("2026-11-23 00:00"))
    late = {"role": "saxons", "kind": "order"}
    table.add("late", "referee", {**late, "at": clock(table).end - 1})
    with refuses(Code.LATE_TOO_EARLY, match="until Thu 2026-11-26 12:00 UTC"):
        table.walk()
    table.log.pop()
    table.add("late", "referee", {**late, "at": clock(table).end})
    assert table.walk().time == clock(table).since
    assert independent.check(log_bytes(table.log)) == "incomplete"
    table.add("late", "referee", {**late, "at": clock(table).since})
    with refuses(Code.LATE_TOO_EARLY):
        table.walk()
    assert independent.check(log_bytes(table.log)) == "broken: too early"


@pytest.mark.parametrize("how", ["beyond all calendars", "without a day that counts"])
def test_where_the_time_never_ends_nobody_is_late(how):
    """The attack: the referee dates his dice beyond the year 9987, or a charter leaves no day of the week,
    and a `late` follows at once."""
    rule = {"kind": "order", "hours": 72, "grace": 12, "then": "default"}
    none = [rule | {"days_off": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]}]
    begun = entries.sign(charter(deadlines=none), *map(key, REFEREED))
    table = rolled(2**53 - 1) if how == "beyond all calendars" else rolled(5, begun)
    table.add("late", "referee", {"role": "saxons", "kind": "order"})
    with refuses(Code.LATE_TOO_EARLY, match="never ends"):
        table.walk()
    assert independent.check(log_bytes(table.log)).startswith("broken")


@given(
    st.integers(0, 2**33), st.integers(1, 300), st.sets(st.sampled_from(["mon", "wed", "sun", "2026-11-23"]))
)
def test_as_many_counted_seconds_go_by_as_were_agreed_on(start, hours, off):
    end = deadlines._add_seconds(start, hours * HOUR, frozenset(off))
    counted = 0
    for hour in range(start, end, HOUR):
        day = datetime.fromtimestamp(hour, UTC)
        counted += not off & {f"{day:%a}".lower(), day.date().isoformat()}
    assert counted * HOUR >= hours * HOUR - 6 * 2 * HOUR
    assert end - start >= hours * HOUR
    assert not off & {f"{datetime.fromtimestamp(end - 1, UTC):%a}".lower()}


@pytest.mark.parametrize("text", ["7d", "order=1h+1d,default,sat,sun,2026-12-25", "loss=10000h,forfeit"])
def test_what_is_read_fits_the_charter(text):
    for each in deadlines.charter_form([text]):
        assert Deadline.read(each.to_plain()) == each


SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 20)).map(lambda it: (it[0], sum(it))), max_size=4
)


@example([(0, 2)], 1, 0, 0)
@given(SPANS, st.integers(0, 20), st.integers(0, 30), st.integers(0, 10))
def test_a_clock_runs_in_the_seconds_outside_of_its_pauses_alone(pauses, since, time, grace):
    plain = deadlines.DecisionClock("red", "order", "wait", 0, since, since + time, since + time + grace)
    clock = plain.pause(pauses)

    def reached(seconds):
        moment = since
        while seconds:
            seconds -= not any(start <= moment < stop for start, stop in pauses)
            moment += 1
        return moment

    assert (clock.due, clock.end, clock.time) == (reached(time), reached(time + grace), time)
    assert [clock.time_after(each) for each in range(time)] == [reached(each) for each in range(time)]
