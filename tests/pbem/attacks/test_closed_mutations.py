"""Entries of a game with closed orders changed in one place and signed again, judged by two verifiers without
rules: pbem's and the independent one come to the same verdict, whatever stands there."""

import json
import random
from collections import Counter

import blocks
import duel
import independent
import pytest
from agreement import WORDS
from blocks_play import NOW, Game
from pbem_play import log_bytes

from pbem.entry.entries import SignedEntry
from pbem.keys import signature
from pbem.log.verification import verify

HEX = "ab" * 32
ADDED = {
    "out": [
        ["earl"],
        ["jarl"],
        ["referee"],
        [],
        ["king", "earl"],
        ["earl", "king"],
        "earl",
        [1],
        ["earl", "earl"],
    ],
    "effects": [["done"], [], [""], "done", [7], ["a\nb"], ["x" * 501], None],
    "news": [[HEX] * 3, [HEX] * 2, [HEX] * 4, ["AB" * 32] * 3, [], HEX, [None] * 3],
    "burnt": [HEX, "x"],
    "used": [{"lines": [["ab" * 16, "done"]], "rest": HEX}, {}],
    "rest": [HEX, "x", None],
    "box": [HEX, "x"],
    "lines": [["done"], "done", [1]],
    "at": [0, 2**60, -1, "now", True],
    "applied": [0, 99, -1, True, "1"],
    "role": ["king", "referee", "nobody", 3],
    "rests": [
        [],
        [{"order": 1, "root": HEX, "lines": []}],
        [{"order": 2, "root": HEX, "lines": ["done"]}],
        {},
    ],
    "secret": [HEX, "x", None],
    "standing": [{"earl": 1}, {"king": 0}, {"referee": 1}, {}, []],
    "papers": [[], [{}], "x", [{"author": "earl", "number": 1}]],
    "stood": [[], [{"decisions": [0], "side": "earl", "line": "any: default"}], [{}], {}],
    "seen": [
        [{"author": "earl", "seq": 1, "digest": HEX}],
        [{"author": "earl", "seq": 2**53, "digest": HEX}],
        [{"author": "Earl", "seq": 1, "digest": HEX}],
        [],
        [HEX],
    ],
    "word": [True, False, "true"],
}


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A game with an order, a default, dice, a resignation and the end, in few entries."""
    game = Game(tmp_path_factory.mktemp("second") / "game", "b")
    game.late(NOW + 2 * 86_400)
    game.play("king", "place king-3 london", "place king-2 london", "place king-1 stafford")
    game.play("jarl", "place jarl-3 york", "place jarl-2 york", "place jarl-1 durham")
    game.play("king", "done")
    game.play("jarl", "move jarl-2 stafford", "done", "fight stafford")
    while game.table().owing_roles == ("jarl",):
        game.step()
    game.play("earl", "done", "done")
    game.resign("king")
    game.resign("jarl")
    assert game.table().verifier.ended
    return game.records()


def _changed(value, chance):
    """The entry with something else in one place of its body."""
    body, kind = value["body"], chance.choice(["drop", "put", "add", "link", "author"])
    if kind == "drop" and body:
        del body[chance.choice(sorted(body))]
    elif kind == "put" and body:
        name = chance.choice(sorted(body))
        body[name] = chance.choice(ADDED.get(name, [HEX, 1, [], {}, None, "x", True]))
    elif kind == "link":
        value.pop("link", None) if "link" in value else value.update(link=HEX)
    elif kind == "author":
        value["author"] = chance.choice(["referee", *blocks.SEATS])
    else:
        name = chance.choice(sorted(ADDED))
        body[name] = chance.choice(ADDED[name])


def _written(value):
    """Canonical bytes; as near as that where a value is outside of the subset."""
    try:
        return independent.dump(value).encode()
    except independent.Broken:
        return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def _signed(value):
    data = _written(value)
    return SignedEntry(data, (signature.sign(duel.key(value["author"]), data),))


def _carried_on(log, at, signed):
    """The log with another entry in the place of one, and all after it as they would follow."""
    changed = [*log[:at], signed]
    for later in log[at + 1 :]:
        changed.append(_signed(json.loads(later.data) | {"prev": changed[-1].head}))
    return changed


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(5))
def test_both_verifiers_agree_on_whatever_is_changed(log, seed):
    chance = random.Random(seed)
    words = Counter()
    for number in range(200):
        at = chance.randrange(1, len(log))
        value = json.loads(log[at].data)
        _changed(value, chance)
        signed = _signed(value)
        changed = [*log[:at], signed] if number % 4 else _carried_on(log, at, signed)
        verdict = verify(changed)
        second = independent.check(log_bytes(changed))
        assert second.partition(":")[0] == WORDS[verdict.status], (second, verdict.message, signed.data)
        words[second.partition(":")[0]] += 1
    assert words["broken"] > 80
    assert words["incomplete"] + words["holds"] > 8
