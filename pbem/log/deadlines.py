"""Deadlines: what a charter says of them, when the decision in hand is due, how much time is left.

Times are Unix seconds, days are those of UTC. Nothing here reads a clock: `now` is given. A decision's time
runs from the entry after which it was due; what counts is the `at` that the referee wrote in it. Where the
charter says an hour in a zone, the entry itself bears the moment (`due_moments` works it out), and nothing
here asks where which clock stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Final, TypeAlias

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import bodies
from pbem.entry.bodies import WEEKDAYS, AgreedTerms, Charter, Deadline, DueMoment
from pbem.entry.entries import Entry
from pbem.log.parties import SHARED
from pbem.reason_codes import Code

Span: TypeAlias = tuple[int, int]
"""From one time to another, Unix seconds."""

ORDER, DECISION = "order", "decision"
"""The kinds of deadline that every game has: for the side whose phase it is, and for the other."""

CLAIM: Final = "claim"
"""What happens by a charter if a side lets its time go by twice: the game ends, claimed by whoever waits."""

CLAIMED: Final = "claimed"
"""The level of the outcome of such a game."""

DEFAULTS: Final = (
    Deadline(kind=ORDER, hours=168, grace=24, then=CLAIM),
    Deadline(kind=DECISION, hours=72, grace=24, then=CLAIM),
)
"""What a charter says unless the players agree on something else."""

_WEEKEND: Final = ("sat", "sun")
_THEN: Final = (CLAIM, "default", "forfeit", "wait")
_SPAN: Final = re.compile(
    r"(\d{1,5})([hdw])(?:@(\d{1,2}:\d\d) +((?:[\w+-]{1,32}/){0,2}[\w+-]{1,32}?))?(?:\+(\d{1,5})([hdw]))?",
    re.ASCII | re.IGNORECASE,
)
_HOURS: Final = {"h": 1, "d": 24, "w": 168}
_FORM: Final = "[KIND=]TIME[@HH:MM ZONE][+GRACE][,THEN][,DAY...]"
_KIND: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
CONSEQUENCES: Final = {
    "claim": "if as much time goes by again, then the game is claimed by whoever waits",
    "wait": "after that the others decide how long to wait",
    "forfeit": "then the game is lost",
    "default": "then the default order is used",
}
"""What happens to a side whose time is over, in words."""
_LAST: Final = 253_000_000_000
"""Times from the year 9987 on are nobody's."""
LAST_DUE: Final = 252_000_000_000
"""So many seconds of a calendar lie before `_LAST` that a time which begins earlier ends earlier."""
_HOUR: Final = 3_600
_STARTS: Final = (Charter, bodies.Roll, bodies.Ack, bodies.Open, bodies.Lateness)
"""The types of entry after which a decision of a side is due anew."""


# --- what a charter says -----------------------------------------------------------------------------------


def charter_form(texts: Sequence[str]) -> tuple[Deadline, ...]:
    """The charter's deadlines from texts such as `order=168h+24h,wait` and `7d@21:00 Europe/Warsaw`; else the
    defaults.

    A text is `[KIND=]TIME[@HH:MM ZONE][+GRACE][,THEN][,DAY]...`, a DAY `mon`, `weekdays` or `2026-12-25`, a
    time `168h`, `7d` or `1w`. Without KIND it is for both `order` and `decision`, without a word of what then
    follows it is `claim`; the days named do not count, with `weekdays` sat and sun. Raises `bad-deadline`.
    """
    found = {each.kind: each for each in DEFAULTS}
    for text in texts:
        found |= {each.kind: each for each in _read(text)}
    return tuple(found.values())


def _read(text: str) -> Iterator[Deadline]:
    kind, equals, rest = (part.strip() for part in text.rpartition("="))
    span, *words = (part.strip() for part in rest.split(","))
    kind, words = kind.lower(), [word.lower() for word in words]
    found = _SPAN.fullmatch(span)
    if found is None or (equals and not _KIND.fullmatch(kind)):
        raise errors.Refusal(
            Code.BAD_DEADLINE,
            f"{text!r} is not a deadline: write {_FORM}, such as "
            "`order=168h+24h,wait` or `7d@21:00 Europe/Warsaw,default,sun`",
        )
    times = _read_times(text, found)
    then = [word for word in words if word in _THEN]
    days = [word for each in words for word in _days_of(each) if word not in _THEN]
    strange = next((day for day in days if not _is_day(day)), None)
    if strange is not None or len(then) > 1:
        what = (
            f"`{strange}` is neither {', '.join(_THEN)} nor a day"
            if strange is not None
            else "one THEN at most"
        )
        raise errors.Refusal(Code.BAD_DEADLINE, f"{text!r}: {what}; days are mon to sun or 2026-12-25")
    if set(WEEKDAYS) <= set(days):
        raise errors.Refusal(Code.BAD_DEADLINE, f"{text!r}: at least one day of the week must count")
    off = tuple(dict.fromkeys(days)) or None
    for each in (kind,) if equals else (ORDER, DECISION):
        yield Deadline(kind=each, then=then[0] if then else CLAIM, days_off=off, **times)


def _read_times(text: str, found: re.Match[str]) -> dict[str, Any]:
    """The fields of a deadline that tell times."""
    hours, grace = (
        int(found[1]) * _HOURS[found[2].lower()],
        int(found[5] or 0) * _HOURS[(found[6] or "h").lower()],
    )
    if not 1 <= hours <= 10_000 or grace > 10_000:
        raise errors.Refusal(
            Code.BAD_DEADLINE, f"{text!r}: the time must be 1 to 10000 hours, and grace at most 10000"
        )
    times = {"hours": hours, "grace": grace}
    if found[3] is None:
        return times
    hour = found[3].rjust(5, "0")
    if hour > "23:59" or hour[3:] > "59":
        raise errors.Refusal(Code.BAD_DEADLINE, f"{text!r}: `{hour}` is not an hour from 00:00 to 23:59")
    if hours % 24:
        raise errors.Refusal(
            Code.BAD_DEADLINE, f"{text!r}: a time that ends at an hour has whole days, such as `7d` or `1w`"
        )
    return {**times, "hour": hour, "zone": found[4]}


def _days_of(word: str) -> tuple[str, ...]:
    return _WEEKEND if word == "weekdays" else (word,)


def _is_day(word: str) -> bool:
    if word in WEEKDAYS:
        return True
    try:
        return date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


# --- the decision in hand ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DecisionClock:
    """The deadline of a decision of `role`: due at `due`, late from `end` on, when the grace is over.

    `kind` is that of the charter's deadline, `seq` and `since` the entry that began it and its time. In
    `pauses` it stands still, which `due` and `end` allow for.
    """

    role: str
    kind: str
    then: str
    seq: int
    since: int
    due: int
    end: int
    pauses: tuple[Span, ...] = ()

    @property
    def time(self) -> int:
        """Seconds in which it runs until `due`."""
        return self.due - self.since - sum(stop - start for start, stop in _paused_seconds(self, self.due))

    def time_after(self, seconds: int) -> int:
        """When it has run for so many."""
        moment = self.since + seconds
        for start, stop in _paused_seconds(self):
            if start < moment:
                moment += stop - start
        return moment

    def pause(self, pauses: Sequence[Span]) -> DecisionClock:
        """The same where it stands still in these spans."""
        plain = replace(self, pauses=tuple(sorted(pauses)))
        return replace(
            plain, due=plain.time_after(self.due - self.since), end=plain.time_after(self.end - self.since)
        )


def _paused_seconds(clock: DecisionClock, until: int | None = None) -> Iterator[Span]:
    """Its pauses since it began, as far as they begin before `until`; two that overlap count once."""
    reached = clock.since
    for begun, stop in clock.pauses:
        start = max(begun, reached)
        if until is not None and start >= until:
            return
        if stop > start:
            yield start, stop
            reached = stop


def kind_of(charter: AgreedTerms, fitting: Sequence[str]) -> str | None:
    """The kind of a charter's deadlines that counts, or None if it has none that fits."""
    known = {each.kind for each in charter.deadlines}
    return next((kind for kind in fitting if kind in known), None)


def start_clock(read: Sequence[Entry], role: str, kind: str) -> DecisionClock | None:
    """The charter's deadline of this kind for a side of which a decision is due after these entries."""
    rule = next((each for each in _deadlines(read[0]) if each.kind == kind), None)
    since, at = started_with(read, role)
    if rule is None or at is None:
        return None
    if rule.hour is not None:
        found = next((each for each in moments_in(read[since]) if each.kind == kind), None)
        return (
            None if found is None else DecisionClock(role, kind, rule.then, since, at, found.due, found.end)
        )
    off = frozenset(rule.days_off or ())
    due, end = (_add_seconds(at, hours * 3600, off) for hours in (rule.hours, rule.hours + rule.grace))
    if due is None or end is None:
        return None
    return DecisionClock(role, kind, rule.then, since, at, due, end)


def started_with(read: Sequence[Entry], role: str) -> tuple[int, int | None]:
    """The entry with which the time of a side began, and the time that it states; or the newer one with
    which it stopped, and None."""
    since = next(entry.seq for entry in reversed(read) if _is_first(entry, role) or _stops(entry))
    return since, read[since].stated_time if _is_first(read[since], role) else None


def consequence_of(charter: AgreedTerms, kind: str) -> str:
    """What happens by a charter when the time for this kind is over."""
    return next((each.then for each in charter.deadlines if each.kind == kind), "wait")


def _deadlines(first: Entry) -> Sequence[Deadline]:
    return first.body.deadlines if isinstance(first.body, Charter) else ()


def _is_first(entry: Entry, role: str) -> bool:
    """Whether the time of a side begins with an entry; with a burnt link only that of who gave it."""
    body = entry.body
    if isinstance(body, bodies.Silence):
        return body.role == role
    return isinstance(body, _STARTS) and (not _stops(entry) or entry.author == role)


def _stops(entry: Entry) -> bool:
    """Whether no time runs on after an entry: one that several sign, or a link burnt for a new chain. It
    bears the time at which it was proposed; who has it whole could keep it, and somebody would be late who
    was never asked."""
    body = entry.body
    return isinstance(body, SHARED) or (isinstance(body, bodies.Ack) and body.burnt is not None)


def _add_seconds(at: int, seconds: int, off: frozenset[str]) -> int | None:
    """The time when so many seconds have gone by, days off not counted; None if it never comes."""
    while at < _LAST and not set(WEEKDAYS) <= off:
        day = datetime.fromtimestamp(at, UTC)
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
        left = int(midnight.timestamp()) - at
        if not off & {WEEKDAYS[day.weekday()], day.date().isoformat()}:
            if seconds <= left:
                return at + seconds
            seconds -= left
        at += left
    return None


# --- moments that stand in the entry -----------------------------------------------------------------------


def with_hour(terms: AgreedTerms) -> tuple[Deadline, ...]:
    """The deadlines of a charter that end at an hour in a zone; of two of a kind the first counts."""
    first = {each.kind: each for each in reversed(terms.deadlines)}
    return tuple(each for each in terms.deadlines if first[each.kind] is each and each.hour is not None)


def bears_moments(terms: AgreedTerms, entry: Entry) -> bool:
    """Whether an entry bears the moments at which times that begin with it are over. One that opens dice does
    not: nobody is late before they are rolled, and with that times begin anew."""
    begins = isinstance(entry.body, bodies.StartingBody)
    return begins and (entry.link is None or isinstance(entry.body, bodies.Roll)) and bool(with_hour(terms))


def moments_in(entry: Entry) -> tuple[DueMoment, ...]:
    """The moments at which times are over that begin with an entry; none of one that bears none."""
    return entry.body.due or () if isinstance(entry.body, bodies.StartingBody) else ()


def check_moments(terms: AgreedTerms, entry: Entry) -> None:
    """Raise `due-wrong` for an entry whose `due` is missing, or stands where none belongs, or holds other
    kinds than the charter asks for, or moments that no zone on earth gives."""
    rules = with_hour(terms) if bears_moments(terms, entry) else ()
    found, at = moments_in(entry), entry.stated_time or 0
    if [each.kind for each in found] != [rule.kind for rule in rules]:
        asked = ", ".join(rule.kind for rule in rules) or "nothing"
        raise errors.LogFault(
            Code.DUE_WRONG, f"its `due` must hold the moments of {asked}, in the order of the charter"
        )
    if rules and at >= LAST_DUE:
        raise errors.LogFault(
            Code.DUE_WRONG, f"it states {format_time(at)}, from which no calendar counts on"
        )
    for rule, moment in zip(rules, found, strict=True):
        _check_bounds(rule, at, moment)


def _check_bounds(rule: Deadline, at: int, moment: DueMoment) -> None:
    """Raise `due-wrong` for what is too early or too late wherever on earth the zone lies. Two clocks differ
    by 26 hours at most, and a day begins up to a day after the entry; the formats page works it out."""
    off = frozenset(rule.days_off or ())
    longest = _add_seconds(at, (rule.hours + 96) * _HOUR, off) or _LAST
    grace = _add_seconds(moment.due, (rule.grace + 96) * _HOUR, off) or _LAST
    late_enough = moment.due >= at + (rule.hours - 38) * _HOUR
    spared = moment.end >= max(moment.due, moment.due + (rule.grace - 26) * _HOUR)
    if not late_enough or moment.due > longest or not spared or moment.end > grace:
        raise errors.LogFault(
            Code.DUE_WRONG,
            f"{rule.kind} would be due at {format_time(moment.due)}, with grace {format_time(moment.end)}: "
            f"no zone on earth gives that for {rule.hours} hours and {rule.grace} of grace from "
            f"{format_time(at)}",
        )
    if rule.grace == 0 and moment.end != moment.due:
        raise errors.LogFault(Code.DUE_WRONG, f"{rule.kind} has no grace, and its `end` is not its `due`")


# --- too early ---------------------------------------------------------------------------------------------


def check_late(entries: Sequence[Entry], late: bodies.Lateness) -> None:
    """Raise `late-too-early` for a `late` entry before its time, as far as the log tells times, or of a side
    whose time was stopped, or never ends."""
    since, at = started_with(entries, late.role)
    known = any(each.kind == late.kind for each in _deadlines(entries[0]))
    if at is None and known:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"no time of {late.role} runs: entry {since} stopped it, and {late.role} was asked nothing "
            "since. If it is silent, all others sign that",
        )
    due = start_clock(entries, late.role, late.kind)
    if due is None and known:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"the time of {late.role} never ends: no day of the week counts, or entry {since} states a time "
            "that no calendar has",
        )
    if due is not None and late.at < due.end:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"{due.role} has time until {format_time(due.end)}, grace included, and "
            f"{format_time(late.at)} is earlier",
        )


def is_repeated(entries: Sequence[Entry], late: bodies.Lateness) -> bool:
    """Whether a `late` after these entries is the second one of a side that has written nothing since the
    first, for a decision of the same kind."""
    for entry in reversed(entries):
        body = entry.body
        if isinstance(body, bodies.Lateness) and body.role == late.role:
            return body.kind == late.kind
        if entry.author == late.role or isinstance(body, SHARED):
            return False
    return False


def claim_time(entries: Sequence[Entry], said: bodies.Claim) -> int | None:
    """From when on the game can be claimed against a side of which a decision is due after these entries:
    when as much time has gone by again as the side had, with grace. None where no such time runs."""
    clock = start_clock(entries, said.role, said.kind)
    return None if clock is None or clock.then != CLAIM else 2 * clock.end - clock.since


def check_claim(entries: Sequence[Entry], said: bodies.Claim) -> None:
    """Raise `late-too-early` for a claim before two times are over, or where none runs that lets anybody
    claim; `entries` are those before the order that is out, if the side has to answer one."""
    first = claim_time(entries, said)
    if first is None:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"no time of {said.role} runs after which the charter lets the others claim the game",
        )
    if said.at < first:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"the game can be claimed against {said.role} from {format_time(first)} on, after its time twice "
            f"over, and {format_time(said.at)} is earlier",
        )


def check_silent(entries: Sequence[Entry], said: bodies.Silence) -> None:
    """Raise `late-too-early` unless the entry that is named has stopped the time of the role, and nothing
    has begun it since."""
    since, at = started_with(entries, said.role)
    if at is not None or since != said.since:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY, f"entry {said.since} is not one since which no time of {said.role} runs"
        )


# --- in words ----------------------------------------------------------------------------------------------


def format_time(time: int, zone: tzinfo = UTC) -> str:
    """A time in a zone, to the minute, with what that is ahead of UTC; one that no calendar has as it was
    written."""
    if time >= _LAST:
        return f"second {time}"
    there = datetime.fromtimestamp(time, zone)
    return f"{there:%a %Y-%m-%d %H:%M} {_format_offset(there)}"


def _format_offset(there: datetime) -> str:
    """As in `Sun 2026-12-06 21:00 (UTC+1)`."""
    minutes = int((there.utcoffset() or timedelta()).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"(UTC{'+' if minutes > 0 else '-'}{hours}{f':{rest:02}' if rest else ''})"


def format_since(seq: int, time: int | None, zone: tzinfo = UTC) -> str:
    """An entry and its time."""
    return f"entry {seq}" + ("" if time is None else f" of {format_time(time, zone)}")


def format_left(due: DecisionClock, now: int) -> str:
    """How much time is left, or that it has passed."""
    if now < due.due:
        return f"{format_span(due.due - now)} left"
    if now < due.end:
        return f"overdue, {format_span(due.end - now)} of grace left"
    return f"late since {format_span(now - due.end)}"


def format_deadline(due: DecisionClock, now: int | None = None, zone: tzinfo = UTC) -> str:
    """A deadline for a person in a zone: by when, with what time left, and what happens then."""
    grace = f", with grace {format_time(due.end, zone)}" if due.end > due.due else ""
    spare = f" ({format_left(due, now)})" if now is not None else ""
    return f"{due.role} by {format_time(due.due, zone)}{grace}{spare}; {CONSEQUENCES[due.then]}"


def format_span(seconds: int) -> str:
    """A length of time in its two largest units: `14 days`, `2 days 3 hours`."""
    days, hours, minutes = seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    words = [count_noun(count, name) for count, name in parts if count][:2]
    return " ".join(words) or "less than a minute"
