"""Logs spoilt at random: values, bytes and lines changed, and signed again by whoever had signed them."""

from __future__ import annotations

import json
from functools import cache
from random import Random

from make_vectors import VECTORS
from pbem_play import REFEREED, chain, key, log_bytes

from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.log.log_file import LogText

NAMES = (*REFEREED, "godwin", "red", "blue")
STRANGE = (0, 1, -1, True, False, [], {}, "", "a", "ab" * 32, 2**53 - 1, 2**53, "referee", "x" * 501, [[]])
STRANGE += ({"a": 1}, "é", "e\u0301", "\n", "²", None, 1.5, ["a"], 65_536, 100_001, 253 * 10**9, "A" * 68)
FIELDS = (
    "out",
    "effects",
    "news",
    "used",
    "burnt",
    "word",
    "seen",
    "secret",
    "rests",
    "filed",
    "since",
    "at",
)
FIELDS += (
    "files",
    "art",
    "data",
    "papers",
    "stood",
    "standing",
    "rest",
    "box",
    "link",
    "joined",
    "recipient",
)
FIELDS += ("computer", "leaves", "act", "upheld", "facts", "due", "nonce", "hour", "zone", "reading")


@cache
def keys():
    return {key(name).public.raw: key(name) for name in NAMES}


@cache
def vectors():
    """The records of each log among the vectors, by its name."""
    found = {path.name: LogText.parse(path.read_bytes()).lines for path in sorted(VECTORS.glob("*.log"))}
    return {name: tuple(map(SignedEntry.from_record, lines)) for name, lines in found.items()}


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def signed_again(data, signed, signing=None):
    known = signing or keys()
    return SignedEntry(data, tuple(signature.sign(known[raw], data) for raw in verify_entry(signed).signers))


def paths(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from paths(each, (*path, name))


def put(value, path, made):
    if not path:
        return made(value)
    copy = dict(value) if isinstance(value, dict) else [*value]
    copy[path[0]] = put(copy[path[0]], path[1:], made)
    return copy


def spoil(value, random: Random):
    """Another value in its place, or one with a little more or less in it."""
    if random.random() < 0.4:
        return random.choice(STRANGE)
    if isinstance(value, str):
        at = random.randint(0, len(value))
        rest = random.choice([value[at:], value[at + 1 :], value[at:] * 2])
        return value[:at] + random.choice(["", "a", "=", " ", "0", "é"]) + rest
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        more = random.choice([[], [value[at]] * 2, [random.choice(STRANGE)]])
        return [*value[:at], *more, *value[at + 1 :]]
    if isinstance(value, dict) and value:
        name = random.choice(sorted(value))
        made = {each: item for each, item in value.items() if each != name or random.random() < 0.5}
        return made | {random.choice([name, *FIELDS]): random.choice(STRANGE)}
    if type(value) is bool:
        return not value
    return value + random.choice([1, -1, 10**6]) if type(value) is int else value


def spoilt_value(log, random: Random, signing=None):
    """One value of one entry changed and signed again; the log ends with that entry."""
    at = random.randrange(len(log))
    value = json.loads(log[at].data)
    path = random.choice([path for path in paths(value) if len(path) != 1])
    made = put(value, path, lambda each: spoil(each, random))
    return [*log[:at], signed_again(encoded(made), log[at], signing)]


CHANGES = {
    "author": lambda random: random.choice(["normans", "saxons", "referee", "vikings", "red", "blue"]),
    "seq": lambda random: random.randint(0, 20),
    "game": lambda random: "11" * 32,
    "prev": lambda random: "22" * 32,
    "link": lambda random: chain(random.choice(REFEREED)).reveal(random.randint(0, 2)),
    "type": lambda random: random.choice(
        ["order", "decision", "ack", "late", "end", "resign", "open", "claim"]
    ),
}
BODY_CHANGES = {
    "applied": lambda random: random.randint(0, 2),
    "k": lambda random: random.randint(1, 4),
    "batch": lambda random: random.randint(0, 18),
    "seal": lambda random: random.randint(0, 18),
    "salt": lambda random: "33" * 32,
    "lines": lambda random: random.choices(["march", "hold"], k=random.randint(0, 2)),
    "role": lambda random: random.choice(["normans", "saxons", "referee", "vikings"]),
    "tip": lambda random: chain(random.choice(REFEREED)).tip,
    "length": lambda random: random.randint(1, 3),
    "act": lambda random: random.randint(0, 3),
    "at": lambda random: random.choice([0, 1, 60, 400_000, 500_000, 10**7, 252 * 10**9]),
    "to": lambda random: random.randint(0, 22),
    "kind": lambda random: random.choice(["order", "decision", "strategy"]),
    "order": lambda random: random.randint(0, 20),
    "standing": lambda random: {random.choice(["normans", "saxons"]): random.randint(1, 3)},
    "facts": lambda random: [random.choice(["lines lost: 1", "lines lost: 2", "paper lost: saxons 1", "x"])],
    "burnt": lambda random: chain(random.choice(REFEREED)).reveal(random.randint(0, 6)),
}


def changed_fields(log, random: Random):
    """Fields set to what might stand there too; the log ends there, or goes on."""
    at = random.randrange(1, len(log))
    value = json.loads(log[at].data)
    fields = [*(set(CHANGES) & set(value)), *(set(BODY_CHANGES) & set(value["body"]))]
    for field in random.sample(sorted(fields), k=min(len(fields), random.randint(1, 2))):
        if field in CHANGES:
            value[field] = CHANGES[field](random)
        else:
            value["body"][field] = BODY_CHANGES[field](random)
    made = [*log[:at], signed_again(encoded(value), log[at]), *log[at + 1 :]]
    return made[: random.choice([at + 1, len(made)])]


def flipped_byte(data: bytes, random: Random):
    at = random.randrange(len(data) - 1)
    return data[:at] + bytes([data[at] ^ random.randint(1, 255)]) + data[at + 1 :]


def moved_lines(data: bytes, random: Random):
    """Lines lost, doubled or in another place."""
    lines = data.splitlines(keepends=True)
    for _ in range(random.randint(1, 3)):
        line = lines.pop(random.randrange(1, max(2, len(lines))) % len(lines))
        for _ in range(random.randint(0, 2)):
            lines.insert(random.randint(min(1, len(lines)), len(lines)), line)
    return b"".join(lines)


def spoilt(name: str, random: Random) -> bytes:
    """The bytes of one log of the vectors, spoilt in one of these ways."""
    log = vectors()[name]
    way = random.choice(
        [spoilt_value, spoilt_value, changed_fields, changed_fields, flipped_byte, moved_lines]
    )
    if way in (flipped_byte, moved_lines):
        return way(log_bytes(log), random)
    return log_bytes(way(log, random))
