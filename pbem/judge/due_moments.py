"""When a time is over that ends at an hour in a zone, by the zone data of this PC: `7d@21:00 Europe/Warsaw`.

The author of an entry works it out once, and it stands in the entry as a time. Each party's program works it
out again when the entry arrives, and refuses another. For example a referee who writes an hour too early
could call a side late whose evening is not over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pbem import errors
from pbem.entry.bodies import WEEKDAYS, AgreedTerms, Deadline, DueMoment
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.reason_codes import Code

_NEXT_DAY: Final = timedelta(hours=12)
"""An entry that comes so long after the hour of its day counts as one of the next day: `1d@08:00` would
leave whoever is asked in the evening half a night."""
_DAY: Final = timedelta(days=1)
_NONE_ALIKE: Final = {"localtime", "posixrules", "Factory"}
"""Names under which each PC has another zone, or none."""


@cache
def load_zone(name: str) -> ZoneInfo:
    """The zone of this name, such as `Europe/Warsaw`; raises `zone-unknown`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError) as error:  # OSError: the name of a folder of zones
        raise _unknown(name, "Europe/Warsaw") from error


def _unknown(name: str, like: str) -> errors.Refusal:
    return errors.Refusal(
        Code.ZONE_UNKNOWN,
        f"this PC knows no time zone {name!r}: names come from the zone database, such as {like}. If it "
        "should be there, renew the data with `pip install --upgrade tzdata`",
    )


def check_zones(terms: Sequence[Deadline]) -> None:
    """Raise `zone-unknown` for a zone of which this PC has no data: nobody could play by it here. A name is
    compared to the letter, as some disks do not, and another PC would not find it."""
    names = dict.fromkeys(each.zone for each in terms if each.zone is not None)
    known = available_timezones() - _NONE_ALIKE if names else set()
    for name in names:
        if name not in known:
            raise _unknown(name, next(iter(get_close_matches(name, sorted(known), 1)), "Europe/Warsaw"))
        load_zone(name)


def work_out(rule: Deadline, at: int) -> DueMoment:
    """When a time is over that begins at `at`, Unix seconds; raises `zone-unknown`, or `due-wrong` for a time
    that no calendar counts on from."""
    if at >= deadlines.LAST_DUE or rule.zone is None or rule.hour is None:
        raise errors.LogFault(
            Code.DUE_WRONG, f"{deadlines.format_time(at)}: no calendar counts on from there"
        )
    zone, hour = load_zone(rule.zone), time.fromisoformat(rule.hour)
    begun = datetime.fromtimestamp(at, zone).replace(tzinfo=None)
    first = begun.date() + (_DAY if begun - datetime.combine(begun, hour) > _NEXT_DAY else timedelta())
    off = frozenset(rule.days_off or ())
    day = _count_days(first, rule.hours // 24, off)
    last = _count_days(day, rule.grace // 24, off)
    end = _add_hours(_moment(last, hour, zone), rule.grace % 24, off, zone)
    return DueMoment(kind=rule.kind, due=_moment(day, hour, zone), end=end)


def _count_days(day: date, count: int, off: frozenset[str]) -> date:
    """The day that is so many days later, of those that count."""
    while count:
        day += _DAY
        count -= _counts(day, off)
    return day


def _counts(day: date, off: frozenset[str]) -> bool:
    return not off & {WEEKDAYS[day.weekday()], day.isoformat()}


def _moment(day: date, hour: time, zone: ZoneInfo) -> int:
    """An hour of a day, Unix seconds. Where clocks are set back the later of the two; an hour that they skip
    is as much later as they skip. So nobody who reads a clock there comes too late."""
    there = datetime.combine(day, hour, zone)
    return int(max(there.replace(fold=fold).timestamp() for fold in (0, 1)))


def _add_hours(at: int, hours: int, off: frozenset[str], zone: ZoneInfo) -> int:
    """The time when so many hours have gone by, days off not counted."""
    seconds = hours * 3600
    while seconds:
        day = datetime.fromtimestamp(at, zone).date()
        left = _moment(day + _DAY, time(), zone) - at
        part = min(seconds, left) if _counts(day, off) else left
        seconds -= part if _counts(day, off) else 0
        at += part
    return at


def moments_of(terms: AgreedTerms, at: int) -> tuple[DueMoment, ...] | None:
    """What an entry that begins times at `at` says of them; None where no deadline ends at an hour. Raises as
    `work_out`."""
    return tuple(work_out(rule, at) for rule in deadlines.with_hour(terms)) or None


def add_moments(terms: AgreedTerms, entry: Entry) -> Entry:
    """The same entry with the moments at which times are over that begin with it; raises as `work_out`."""
    if not deadlines.bears_moments(terms, entry):
        return entry
    return replace(entry, body=entry.body.replace(due=moments_of(terms, entry.stated_time or 0)))


def check_entry(terms: AgreedTerms, entry: Entry) -> None:
    """Raise `due-differs` for an entry that says another moment than is worked out here, by a second even, or
    `zone-unknown`. What any reader finds without zone data is left to the log."""
    if not deadlines.bears_moments(terms, entry) or (entry.stated_time or 0) >= deadlines.LAST_DUE:
        return
    found = {each.kind: each for each in deadlines.moments_in(entry)}
    for rule in deadlines.with_hour(terms):
        ours, said = work_out(rule, entry.stated_time or 0), found.get(rule.kind)
        if said is not None and said != ours:
            what, them, us = next(
                (name, getattr(said, name), getattr(ours, name))
                for name in ("due", "end")
                if getattr(said, name) != getattr(ours, name)
            )
            raise errors.LogFault(
                Code.DUE_DIFFERS,
                f"{entry} says that the {what} of {rule.kind} is {_tell(them)}; by the clocks of "
                f"{rule.zone} it is {_tell(us)}",
            )


def _tell(at: int) -> str:
    """A moment to the second: one second counts."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"
