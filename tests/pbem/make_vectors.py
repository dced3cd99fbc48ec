"""Write the test vectors anew: `python tests/pbem/make_vectors.py`. A change of any is a new format.

The checks in test_vectors.py compute them with pbem, with the independent verifier and with sha256sum.
"""

import hashlib
import json
import tempfile
from pathlib import Path

from ambush_play import Game
from pbem_play import (
    game_alone,
    game_at_an_hour,
    game_claimed,
    game_from_file,
    game_judged,
    joined_charter,
    joined_game,
    key,
    log_bytes,
    nonce,
    whole_game,
)

from pbem.dice import dice_stream
from pbem.dice.hash_chain import Chain
from pbem.entry import canonical_json, setup_papers, standing_papers
from pbem.judge import due_moments
from pbem.keys import age_boxes, signature
from pbem.log import deadlines
from pbem.secrets import line_commitments, standing_lines
from pbem.secrets.card_packs import RefereeSecret, Source, lines_of

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
        | {"seed": dice_stream.seed(BASE, k, LINK_A, LINK_B)}
        for k in (1, 2, 10, 4096)
    ]
    seed = seeds[0]["seed"]
    secret = RefereeSecret(hashlib.sha256(b"secret").hexdigest())
    pack = Source(GAME, BASE, 1, LINK_A, LINK_B).pack("S", 12, secret)
    text = lines_of([pack.openings[token] for token in ("S1", "S12")])
    message = b'{"a":1}'
    blob = signature.sign(key("normans"), message)
    return {
        "canonical.json": [{"value": value, "hex": canonical_json.encode(value).hex()} for value in VALUES],
        "chain.json": {"last": whole.last, "length": 8, "links": [whole.tip, *map(whole.reveal, range(8))]},
        "seed.json": seeds,
        "stream.json": {"seed": seed, "bytes": dice_stream.Stream(seed).take(100).hex()},
        "die.json": [
            {"seed": seed, "sides": sides, "values": dice_stream.Stream(seed).dice(60, sides)}
            for sides in (2, 6, 8, 10, 20, 100, 200, 256, 257, 1000, 65_536)
        ],
        "shuffle.json": [
            {"seed": seed, "size": size, "values": dice_stream.Stream(seed).shuffle(size)}
            for size in (1, 2, 12, 52, 300)
        ],
        "pack.json": {"game": GAME, "base": BASE, "k": 1, "link_a": LINK_A, "link_b": LINK_B}
        | {"secret": secret.value, "commitment": secret.commitment, "pack": "S", "seed": pack.seed}
        | {"openings": [[o.token, o.number, o.salt] for o in pack.openings.values()], "leaves": pack.leaves},
        "sealed.json": {
            "key": key("normans").public.line,
            "text": text.decode(),
            "coins": dice_stream.hash_lines("senlac-box/1", GAME, 1, 3, secret.value),
            "index": 3,
            "sealed": age_boxes.seal(
                text, key("normans").public, dice_stream.hash_lines("senlac-box/1", GAME, 1, 3, secret.value)
            ).hex(),
        },
        "lines.json": closed_lines(),
        "standing.json": standing_vector(),
        "ticket.json": ticket_vector(),
        "due.json": due_vector(),
        "sshsig.json": {
            "key": key("normans").public.line,
            "message": message.decode(),
            "signature": signature.armor(blob),
        },
    }


def closed_lines():
    """The closed lines of an order, with all that follows from them."""
    given = [
        "move N-1 to Ridge",
        "move N-2 to Caldbec Hill",
        "attack S-3 with N-1, N-2",
        "retreat N-1 to Ætna",
    ]
    own, referee = line_commitments.derive_secret(key("normans"), GAME), key("referee").public
    closed = line_commitments.ClosedOrder(
        GAME, "normans", line_commitments.root_of(own, LINK_A, given), tuple(given[1:])
    )
    return {
        "game": GAME,
        "author": "normans",
        "own": own,
        "link": LINK_A,
        "lines": given,
        "closed": given[1:],
        "root": closed.root,
        "salts": [
            line_commitments.hash_lines("senlac-salt/2", closed.root, at)[:32] for at in range(len(given))
        ],
        "rests": list(closed.rest_chain),
        "key": referee.line,
        "box": line_commitments.digest(closed.box(referee)),
    }


def standing_vector():
    """Standing orders with a line beyond ASCII, what hides them, and their box for the referee."""
    given = ["loss of red-a: last", "in Æthelred’s camp: default", "any: default"]
    filing = standing_lines.make_filing(GAME, "normans", 3, key("normans"), given)
    said = filing.make_paper(17, key("referee").public)
    return {
        "referee": key("referee").public.line,
        "root": filing.root,
        "lines": given,
        "salts": [filing.salt(index) for index in range(len(given) + 1)],
        "leaves": sorted(filing.leaves),
        "paths": [list(filing.path(index)) for index in range(len(given))],
        "paper": standing_papers.encode(said).decode(),
        "box": filing.box(key("referee").public).hex()[:400],
    }


def due_vector():
    """Moments at which times are over that begin at `at`, of deadlines at an hour: days off, a late hour,
    clocks that are set forward and back."""
    given = [
        ("7d@21:00 Europe/Warsaw", 1_795_942_800),
        ("1d@08:00 Europe/Warsaw+12h", 1_795_993_200),
        ("5d@21:00 Asia/Kolkata+1d,weekdays", 1_795_942_800),
        ("1d@21:00 America/St_Johns+36h,2026-12-01", 1_795_942_800),
        ("1d@02:30 Europe/Warsaw", 1_774_656_000),
        ("1d@02:30 Europe/Warsaw", 1_792_803_600),
    ]
    return [
        {"deadline": rule.to_plain(), "at": at, **moment.to_plain()}
        for text, at in given
        for rule in deadlines.charter_form([f"order={text}"])[:1]
        for moment in [due_moments.work_out(rule, at)]
    ]


def ticket_vector():
    """An invitation with tickets, the paper that one person is sent, and the join that gives it back."""
    _, invitation, (join, _) = joined_charter(tickets=True)
    role = join.said.person.role
    fields = {
        "invitation": invitation.digest,
        "role": role,
        "nonce": nonce(role),
        "host": invitation.said.key,
    }
    ticket = setup_papers.sign(setup_papers.Ticket(**fields), key(invitation.said.author))
    return {
        "nonce": nonce(role),
        "ticket": setup_papers.ticket_of(nonce(role)),
        "papers": [
            {"digest": each.digest, "signature": signature.armor(each.signed.signatures[0])}
            | {"paper": each.signed.data.decode()}
            for each in (invitation, ticket, join)
        ],
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
        "game-with-tickets.log": log_bytes(joined_game(tickets=True).log),
        "game-with-secret-packs.log": log_bytes(hidden_game()),
        "game-at-an-hour.log": log_bytes(game_at_an_hour().log),
        "game-claimed.log": log_bytes(game_claimed().log),
        "game-from-file.log": log_bytes(game_from_file().log),
        "game-judged.log": log_bytes(game_judged().log),
    }


if __name__ == "__main__":
    VECTORS.mkdir(exist_ok=True)
    for name, data in files().items():
        (VECTORS / name).write_bytes(data)
