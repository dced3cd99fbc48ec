"""What is said of standing orders, mutated in all ways and signed again: both verifiers agree on each log."""

import copy
import json
from collections import Counter

import pytest
from agreement import agreed
from pbem_play import Table, filed, key

from pbem.entry import canonical_json
from pbem.entry.entries import SignedEntry
from pbem.keys import signature

FIELDS = ("standing", "papers", "stood")
OTHERS = [
    0,
    1,
    2,
    3,
    -1,
    True,
    "",
    "x",
    "00" * 32,
    "ab" * 16,
    [],
    {},
    [0],
    [1, 0],
    ["ab" * 32] * 6,
    {"saxons": 1},
]


@pytest.fixture(scope="module")
def game():
    """Papers of two sides, carried and used, a second one, lines used again."""
    table = Table()
    one, mine = filed(table, "saxons", 1, "loss: last", "any: default")
    two, _ = filed(table, "normans", 1, "any: default")
    table.order("normans", "x", standing={"saxons": 1, "normans": 1})
    uses = [{"decisions": [0, 2], "side": "saxons", "line": "any: default"} | mine.opening("any: default")]
    uses += [{"decisions": [1], "side": "saxons", "line": "loss: last"} | mine.opening("loss: last")]
    table.roll(("melee", "8.3", 6, 2), papers=[one, two], stood=uses)
    new, _ = filed(table, "saxons", 2, "any: first")
    table.order("saxons", "y", standing={"saxons": 1, "normans": 1})
    again = [{"decisions": [3], "side": "saxons", "line": "loss: last"}]
    table.add("ack", "referee", {"applied": 1, "papers": [new], "stood": again})
    table.order("normans", "z", standing={"saxons": 2, "normans": 1})
    table.add("ack", "referee", {"applied": 1})
    assert agreed(table.log) == "incomplete"
    return table


def places(value, path=()):
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for step, each in inside for found in places(each, (*path, step)))]


def mutants(body):
    """All in the fields of standing orders taken out, doubled, or put in the place of something else."""
    for field in FIELDS:
        if field not in body:
            for value in OTHERS:
                yield body | {field: value}
            continue
        for path in places(body[field]):
            for value in (None, *OTHERS):
                made = copy.deepcopy(body)
                *way, last = (field, *path)
                at = made
                for step in way:
                    at = at[step]
                if value is not None:
                    at[last] = value
                else:
                    del at[last]
                yield made
                if value is None and isinstance(at, list):
                    at.insert(last, copy.deepcopy(at[last - 1] if at else 0))
                    yield made


@pytest.mark.whole
def test_every_mutant_has_the_same_verdict_by_both(game):
    found = Counter()
    for seq, signed in enumerate(game.log):
        entry = json.loads(signed.data)
        if entry["type"] not in ("order", "roll", "ack"):
            continue
        for body in mutants(entry["body"]):
            data = canonical_json.encode(entry | {"body": body})
            forged = SignedEntry(data, (signature.sign(key(entry["author"]), data),))
            found[agreed([*game.log[:seq], forged])] += 1
    assert found["broken"] > 1000
    assert found["incomplete"] > 0
