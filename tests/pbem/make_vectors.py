"""Write the test vectors anew: `python tests/pbem/make_vectors.py`. A change of any is a new format.

The checks in test_pbem_vectors.py compute them with pbem, with the independent verifier and with sha256sum.
"""

import hashlib
import json
import tempfile
from pathlib import Path

from ambush_play import Game
from pbem_play import game_alone, joined_game, key, log_bytes, whole_game

from pbem.dice import stream
from pbem.dice.chain import Chain
from pbem.entry import canonical
from pbem.keys import age, signature
from pbem.secret.packs import Secret, Source, lines_of

VECTORS = Path(__file__).parent / "vectors"
GAME, BASE, LINK_A, LINK_B = (
    hashlib.sha256(name.encode()).hexdigest() for name in ("game", "base", "a", "b")
)
VALUES = [
    {},
    [],
    "",
    {"b": [1, -2, True, False], "a": {"": 0}},
    "é\u0300\u1e69 \U0001d11e \u2028",
    '"\\/\b\f\n\r\t\x00\x1f\x7f',
    [2**53 - 1, -(2**53 - 1)],
]


def vectors():
    """Every vector file: name to content."""
    whole = Chain(hashlib.sha256(b"last").hexdigest(), 8)
    seeds = [
        {"base": BASE, "k": k, "link_a": LINK_A, "link_b": LINK_B}
        | {"seed": stream.seed(BASE, k, LINK_A, LINK_B)}
        for k in (1, 2, 10, 4096)
    ]
    seed = seeds[0]["seed"]
    secret = Secret(hashlib.sha256(b"secret").hexdigest())
    pack = Source(GAME, BASE, 1, LINK_A, LINK_B).pack("S", 12, secret)
    text = lines_of([pack.openings[token] for token in ("S1", "S12")])
    message = b'{"a":1}'
    blob = signature.sign(key("normans"), message)
    return {
        "canonical.json": [{"value": value, "hex": canonical.encode(value).hex()} for value in VALUES],
        "chain.json": {"last": whole.last, "length": 8, "links": [whole.tip, *map(whole.reveal, range(8))]},
        "seed.json": seeds,
        "stream.json": {"seed": seed, "bytes": stream.Stream(seed).take(100).hex()},
        "die.json": [
            {"seed": seed, "sides": sides, "values": stream.Stream(seed).dice(60, sides)}
            for sides in (2, 6, 8, 10, 20, 100, 200, 256, 257, 1000, 65_536)
        ],
        "shuffle.json": [
            {"seed": seed, "size": size, "values": stream.Stream(seed).shuffle(size)}
            for size in (1, 2, 12, 52, 300)
        ],
        "pack.json": {"game": GAME, "base": BASE, "k": 1, "link_a": LINK_A, "link_b": LINK_B}
        | {"secret": secret.value, "commitment": secret.commitment, "pack": "S", "seed": pack.seed}
        | {"openings": [[o.token, o.number, o.salt] for o in pack.openings.values()], "leaves": pack.leaves},
        "sealed.json": {
            "key": key("normans").public.line,
            "text": text.decode(),
            "coins": stream.hash_lines("senlac-box/1", GAME, 1, 3, secret.value),
            "index": 3,
            "sealed": age.seal(
                text, key("normans").public, stream.hash_lines("senlac-box/1", GAME, 1, 3, secret.value)
            ).hex(),
        },
        "sshsig.json": {
            "key": key("normans").public.line,
            "message": message.decode(),
            "signature": signature.armor(blob),
        },
    }


def hidden_game():
    """A whole game with secret packs."""
    with tempfile.TemporaryDirectory() as folder:
        return Game(Path(folder), "a").play_out().records()


def files():
    """Every vector file: name to bytes."""
    texts = {name: json.dumps(content, indent=1) + "\n" for name, content in vectors().items()}
    return {name: text.encode() for name, text in texts.items()} | {
        "game.log": log_bytes(whole_game().log),
        "game-without-referee.log": log_bytes(game_alone().log),
        "game-joined.log": log_bytes(joined_game().log),
        "game-with-secret-packs.log": log_bytes(hidden_game()),
    }


if __name__ == "__main__":
    VECTORS.mkdir(exist_ok=True)
    for name, data in files().items():
        (VECTORS / name).write_bytes(data)
