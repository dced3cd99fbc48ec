"""Bodies of entries: whatever fits its class goes through its bytes unchanged, and nothing else is read."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pbem_play import key
from refusing import refuses

from pbem.entry import bodies, canonical_json
from pbem.entry.entries import Entry
from pbem.entry.field_types import Misfit
from pbem.reason_codes import Code

HEAD = "ab" * 32
HEXES = st.text("0123456789abcdef", min_size=64, max_size=64)
BEHAVIOUR = {"behaviour": st.integers(1, 2**53 - 1), "fingerprint": HEXES}
FILES = st.from_regex(r"[a-z0-9_]{1,40}(/[a-z0-9_]{1,40})?\.yaml", fullmatch=True)
DATA = {"data": st.dictionaries(FILES, HEXES, min_size=1, max_size=3)}
TOKENS = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,63}", fullmatch=True)
ROLES = st.from_regex(r"[a-z][a-z0-9_-]{0,31}", fullmatch=True)
CARDS = st.from_regex(r"[A-Za-z]{1,16}[1-9][0-9]{0,3}", fullmatch=True)
BASE64 = st.from_regex(r"[A-Za-z0-9+/]{1,99}={0,2}", fullmatch=True)
SEQS = st.integers(0, 2**53 - 1)
LETTERS = "aZ09 .,;:'\"\\/<&>-_éÆ√鯨"


def texts(longest):
    return st.text(LETTERS, min_size=1, max_size=min(longest, 60))


def objects(required, **optional):
    return st.fixed_dictionaries(required, optional=optional)


def several(item, least=1):
    return st.lists(item, min_size=least, max_size=3)


def person():
    return {
        "role": ROLES,
        "name": texts(80),
        "mail": st.just("ann@example.org"),
        "key": st.sampled_from([key("normans").public.line, key("saxons").public.line]),
        "tip": HEXES,
        "length": st.integers(1, 10_000),
    }


WORD = {"word": st.just(True)}
RECIPIENT = st.from_regex(r"age1[0-9a-z]{58}", fullmatch=True)
JOINED = st.from_regex(r"[A-Za-z0-9+/]{246}[AEIMQUYcgkosw048]=", fullmatch=True)
OPTIONS = st.one_of(st.booleans(), st.integers(-9, 9), texts(200))
LINES = st.lists(texts(500), max_size=4)
LABEL = {"label": texts(200), "rule": texts(40)}
ITEMS = st.one_of(
    objects({**LABEL, "sides": st.integers(2, 65_536), "values": several(st.integers(1, 65_536))}),
    objects({**LABEL, "shuffle": st.integers(1, 1000), "values": several(st.integers(0, 65_535))}),
    objects(
        {
            **LABEL,
            "shuffle": st.integers(1, 1000),
            "secret": st.from_regex("[A-Za-z]{1,16}", fullmatch=True),
            "leaves": several(HEXES),
        }
    ),
    objects({**LABEL, "deal": ROLES, "cards": several(CARDS), "sealed": BASE64}),
    objects(
        {
            **LABEL,
            "open": several(st.tuples(CARDS, st.integers(0, 999), HEXES).map(list)),
        }
    ),
)
DEADLINES = objects(
    {
        "kind": TOKENS,
        "hours": st.integers(1, 10_000),
        "grace": st.integers(0, 10_000),
        "then": st.sampled_from(["claim", "default", "forfeit", "wait"]),
    },
    days_off=st.lists(st.sampled_from(["mon", "sun", "2026-12-25"]), max_size=3),
) | st.just(
    {"kind": "order", "hours": 168, "grace": 1, "then": "claim", "hour": "21:00", "zone": "Europe/Warsaw"}
)
DUE = {"due": several(objects({"kind": TOKENS, "due": SEQS, "end": SEQS}))}
COMPUTER = st.sampled_from(["policy", "search 0", "search 24"])
AT = {"at": SEQS}
BODIES = {
    "charter": objects(
        {
            "module": objects({"id": TOKENS, "version": texts(40), **BEHAVIOUR}, **DATA),
            "scenario": TOKENS,
            "options": st.dictionaries(TOKENS, OPTIONS, max_size=3),
            "parties": several(
                objects(person(), recipient=RECIPIENT, computer=COMPUTER, joined=JOINED, **WORD), 2
            ),
            "deadlines": st.lists(DEADLINES, max_size=2),
            **AT,
        },
        secret=HEXES,
        **DUE,
    ),
    "order": objects({"lines": LINES}, **WORD),
    "decision": objects({"lines": LINES}, **WORD),
    "seal": objects({"choice": TOKENS, "commit": HEXES}, box=BASE64, **WORD),
    "open": objects({"seal": SEQS, "salt": HEXES, "lines": LINES, **AT}),
    "roll": objects(
        {
            "k": st.integers(1, 2**53 - 1),
            "batch": SEQS,
            "applied": st.integers(0, 100_000),
            "rolls": several(ITEMS),
            **AT,
        },
    ),
    "ack": objects({"applied": st.integers(0, 100_000), **AT}, burnt=HEXES, **WORD, **DUE),
    "late": objects({"role": ROLES, "kind": TOKENS, **AT}, **DUE),
    "claim": objects({"role": ROLES, "kind": TOKENS, **AT}),
    "substitute": objects({**person(), **AT}, recipient=RECIPIENT, computer=COMPUTER, **WORD),
    "ruling": objects({"facts": several(texts(500)), "why": texts(2000)}, rule=texts(40)),
    "rollback": objects({"to": SEQS, "why": texts(2000), **AT}),
    "adopt": objects({"version": texts(40), **BEHAVIOUR, **AT}, **DATA),
    "resign": objects({}, **WORD),
    "end": objects({"outcome": st.just({"winner": "normans", "points": [1, True]})}, secret=HEXES),
}


def written(kind, body):
    """The bytes of an entry of this type with this body, whether it fits or not."""
    place = {"v": 2, "game": HEAD, "seq": 3, "prev": HEAD, "author": "normans"}
    return canonical_json.encode({**place, "type": kind, "body": body})


def places(value, path=()):
    """The paths to everything in a body."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for step, each in inside for found in places(each, (*path, step)))]


def put(value, path, new):
    """A copy with another value at a path."""
    made = copy.deepcopy(value)
    *way, last = path
    at = made
    for step in way:
        at = at[step]
    at[last] = new
    return made


def test_each_type_is_drawn():
    assert BODIES.keys() == bodies.TYPES.keys()


@pytest.mark.parametrize("kind", BODIES)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_fits_goes_through_its_bytes(kind, data):
    body = data.draw(BODIES[kind])
    wire = written(kind, body)
    entry = Entry.decode(wire)
    assert entry.encode() == wire
    assert entry.body.to_plain() == body
    assert Entry.decode(entry.encode()) == entry
    assert type(entry.body)(**dict(entry.body)) == entry.body


@pytest.mark.parametrize("kind", BODIES)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_an_unknown_or_a_missing_field_is_refused(kind, data):
    body = data.draw(BODIES[kind])
    with refuses(Code.BAD_BODY, match="more"):
        Entry.decode(written(kind, {**body, "more": 1}))
    needed = sorted(name for name, field in bodies.TYPES[kind].model_fields.items() if field.is_required())
    for name in needed:
        with refuses(Code.BAD_BODY, match=name):
            Entry.decode(written(kind, {key: each for key, each in body.items() if key != name}))


@pytest.mark.parametrize("kind", BODIES)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_another_kind_of_value_is_refused(kind, data):
    """A bool is no integer, a float neither, null is nothing, and nothing is turned into something else."""
    body = data.draw(BODIES[kind])
    free = ("outcome", "options")
    paths = [path for path in places(body) if path and path[0] not in free]
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    old = body
    for step in path:
        old = old[step]
    wrong = [True, False, None, 1.0, {}, {"x": 1}, [[]], -1, 7 if isinstance(old, str) else str(old)]
    wrong += [] if path[-1] == "key" else ["\x00"]  # a key has reason codes of its own
    new = data.draw(st.sampled_from([each for each in wrong if each is not old]))
    read = bodies.TYPES[kind].read
    read(body)
    with pytest.raises(Misfit):
        read(put(body, path, new))
    if new is not None and not isinstance(new, float):
        with refuses(Code.BAD_BODY, match=str(path[0])):
            Entry.decode(written(kind, put(body, path, new)))


@pytest.mark.parametrize("options", [{"a": None}, {"a": 1.5}, {"a": []}, {"A": 1}, {"a": ""}, []])
def test_options_are_of_three_kinds(options):
    module = {"id": "x", "version": "1", "behaviour": 1, "fingerprint": HEAD}
    with pytest.raises(Misfit, match="options"):
        bodies.Game.read({"module": module, "scenario": "y", "options": options})


def test_what_a_program_says_is_checked_too():
    with refuses(Code.BAD_BODY, match=r"ruling\.why: expected 1 to 2,000 visible characters"):
        bodies.Ruling(facts=("so",), why="two\nlines")
    assert bodies.Ruling(facts=("so",), why="it is", rule=None).to_plain() == {
        "facts": ["so"],
        "why": "it is",
    }
    with refuses(Code.BAD_BODY, match=r"ack\.applied"):
        bodies.Ack(applied=1, at=0).replace(applied=-1)
