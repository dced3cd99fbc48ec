"""The shapes of the fields of bodies, for the second verifier: from the table "Bodies" of the "Formats" page
alone, nothing of pbem.
"""

import re

MOST = 2**53 - 1


def text(longest):
    return lambda value: isinstance(value, str) and 0 < len(value) <= longest and value.isprintable()


def like(regex):
    whole = re.compile(regex)
    return lambda value: isinstance(value, str) and whole.fullmatch(value) is not None


def number(least, most=MOST):
    return lambda value: type(value) is int and least <= value <= most


def array(least, most, item):
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(item, value))


def pair(first, second):
    return lambda value: isinstance(value, list) and len(value) == 2 and first(value[0]) and second(value[1])


def triple(first, second, third):
    return lambda value: (
        isinstance(value, list)
        and len(value) == 3
        and first(value[0])
        and second(value[1])
        and third(value[2])
    )


def record(may=None, **fields):
    """An object with these fields, and with some of those that it `may` have."""
    all_of = fields | (may or {})
    return lambda value: (
        isinstance(value, dict)
        and set(fields) <= set(value) <= set(all_of)
        and all(all_of[name](each) for name, each in value.items())
    )


def mapping(name, item):
    return lambda value: isinstance(value, dict) and all(map(name, value)) and all(map(item, value.values()))


def true(value):
    return value is True


def option(value):
    return isinstance(value, bool) or number(-MOST)(value) or text(200)(value)


def either(*forms):
    return lambda value: any(record(**form)(value) for form in forms)


HEX = like("[0-9a-f]{64}")
TOKEN = like("[a-z0-9][a-z0-9_.-]{0,63}")
ROLE = like("[a-z][a-z0-9_-]{0,31}")
LINE = text(500)
LINES = array(0, 2000, LINE)
PERSON = {
    "role": ROLE,
    "name": text(80),
    "mail": like("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)*"),
    "key": like("ssh-ed25519 [A-Za-z0-9+/]{68}"),
    "tip": HEX,
    "length": number(1, 65_536),
}
MAY_BE = {
    "recipient": like("age1[0-9a-z]{58}"),
    "computer": like("policy|search (0|[1-9][0-9]{0,3})"),
    "word": true,
}
DEADLINE = {
    "kind": TOKEN,
    "hours": number(1, 10_000),
    "grace": number(0, 10_000),
    "then": like("claim|default|forfeit|wait"),
}
DAYS = {"days_off": array(0, 400, like("mon|tue|wed|thu|fri|sat|sun|[0-9]{4}-[0-9]{2}-[0-9]{2}"))}
HOUR = {
    "hour": like("([01][0-9]|2[0-3]):[0-5][0-9]"),
    "zone": like("[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}"),
}


def deadline(value):
    """One that ends at an hour has whole days, and a day of the week that counts."""
    if not either(DEADLINE, DEADLINE | DAYS, DEADLINE | HOUR, DEADLINE | DAYS | HOUR)(value):
        return False
    week = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
    return "hour" not in value or (value["hours"] % 24 == 0 and not week <= set(value.get("days_off", ())))


def data(value):
    """Of each file of a game the digest of what rules read in it."""
    file = like(r"[a-z0-9_]{1,40}(/[a-z0-9_]{1,40})?\.yaml")
    return (
        isinstance(value, dict)
        and 1 <= len(value) <= 64
        and all(map(file, value))
        and all(map(HEX, value.values()))
    )


def carried(least):
    """Of each file that a game's file carries the digest of its bytes."""
    part = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,159}"
    file = like(f"{part}(/{part}){{0,8}}")

    def check(value):
        return (
            isinstance(value, dict)
            and least <= len(value) <= 600
            and all(map(file, value))
            and all(map(HEX, value.values()))
        )

    return check


FROM_FILE = {"files": carried(1), "art": carried(0)}
RULES = {"version": text(40), "behaviour": number(1), "fingerprint": HEX}
CHARTER = {
    "module": either(
        {"id": TOKEN} | RULES, {"id": TOKEN, "data": data} | RULES, {"id": TOKEN} | RULES | FROM_FILE
    ),
    "scenario": TOKEN,
    "options": mapping(TOKEN, option),
    "parties": array(2, 16, record(MAY_BE | {"joined": like("[A-Za-z0-9+/]{247}="), "nonce": HEX}, **PERSON)),
    "deadlines": array(0, 32, deadline),
    "secret": HEX,
    "reading": number(2, 2),
}
TOLD = {"out": array(1, 16, ROLE), "effects": array(1, 2000, LINE), "news": array(1, 16, HEX)}
USED = record(lines=array(1, 2000, pair(like("[0-9a-f]{32}"), LINE)), rest=HEX)
ITEM = {
    "label": text(200),
    "rule": text(40),
    "sides": number(2, 65_536),
    "values": array(1, 1000, number(0)),
    "shuffle": number(1, 1000),
    "secret": like("[A-Za-z]{1,16}"),
    "leaves": array(1, 1000, HEX),
    "deal": ROLE,
    "cards": array(1, 500, like("[A-Za-z]{1,16}[1-9][0-9]{0,3}")),
    "sealed": like("[A-Za-z0-9+/]{1,65536}={0,2}"),
    "open": array(1, 1000, triple(like("[A-Za-z]{1,16}[1-9][0-9]{0,3}"), number(0, 999), HEX)),
}
REST = {"order": number(0), "root": HEX}
FILED = {"author": ROLE, "number": number(1), "root": HEX}
MOVE = {"lines": LINES, "rest": HEX, "box": HEX}
SHAPES = {
    "charter": CHARTER,
    "order": MOVE,
    "decision": MOVE,
    "seal": {"choice": TOKEN, "commit": HEX, "box": like("[A-Za-z0-9+/]{1,65536}={0,2}")},
    "open": {
        "seal": number(0),
        "salt": HEX,
        "lines": LINES,
        "rests": array(0, 2000, either(REST, REST | {"lines": array(1, 2000, LINE)})),
        "filed": array(1, 2000, either(FILED, FILED | {"lines": array(1, 64, LINE)})),
    }
    | TOLD,
    "roll": {
        "k": number(1),
        "batch": number(0),
        "applied": number(0, 100_000),
        "used": USED,
        "rolls": array(1, 2000, lambda item: isinstance(item, dict) and all_fit(ITEM, item)),
    }
    | TOLD,
    "ack": {"applied": number(0, 100_000), "used": USED, "burnt": HEX} | TOLD,
    "late": {"role": ROLE, "kind": TOKEN, "since": number(0)} | TOLD,
    "claim": {"role": ROLE, "kind": TOKEN},
    "substitute": PERSON | MAY_BE,
    "ruling": {
        "facts": array(1, 100, LINE),
        "why": text(2000),
        "rule": text(40),
        "act": number(1),
        "upheld": lambda value: isinstance(value, bool),
    },
    "rollback": {"to": number(0), "why": text(2000)},
    "adopt": RULES | {"data": data, **FROM_FILE},
    "end": {"outcome": lambda value: isinstance(value, dict), "secret": HEX},
}
SHARED = {
    "at": number(0),
    "standing": mapping(ROLE, number(1)),
    "papers": array(1, 200, lambda value: isinstance(value, dict)),
    "stood": array(1, 2000, lambda value: isinstance(value, dict)),
    "due": array(1, 32, record(kind=TOKEN, due=number(0), end=number(0))),
}
"""Fields of several types; of papers and uses the rest is looked at where they count."""


def all_fit(shapes, value):
    return all(shapes[name](each) for name, each in value.items() if name in shapes)


def fits(kind, body):
    """Whether each field of a body has the shape of its type; which there are is looked at elsewhere, but for
    what binds a game: the data of an installed one, or both lists of one from a file."""
    bound = {"data", "files", "art"} & set(body)
    whole = kind != "adopt" or bound in ({"data"}, {"files", "art"}, set())
    return whole and all_fit(SHAPES.get(kind, {}) | SHARED, body)
