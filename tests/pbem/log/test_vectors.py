"""The vector files, held against pbem, against the independent verifier and against sha256sum."""

import ast
import hashlib
import itertools
import json
import subprocess
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import independent
import pyrage
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from make_vectors import VECTORS, files, hidden_game
from pbem_play import (
    REFEREED,
    chain,
    game_alone,
    game_at_an_hour,
    game_claimed,
    game_from_file,
    game_judged,
    joined_game,
    key,
    log_bytes,
    whole_game,
)

from pbem import errors
from pbem.entry import setup_papers, verified_entries
from pbem.entry.entries import SignedEntry
from pbem.keys import signature
from pbem.keys.openssh_keys import openssh_text
from pbem.log.log_file import LogText
from pbem.log.verdict import Status
from pbem.log.verification import verify

LOGS = (
    "game.log",
    "game-without-referee.log",
    "game-joined.log",
    "game-with-tickets.log",
    "game-with-secret-packs.log",
    "game-at-an-hour.log",
    "game-claimed.log",
    "game-from-file.log",
    "game-judged.log",
)


def load(name):
    return json.loads((VECTORS / name).read_text())


def verdict_of(data):
    """pbem's verdict on the bytes of a log, in the independent verifier's words."""
    try:
        status = verify(LogText.parse(data).records()).status
    except errors.NotALog:
        status = Status.BROKEN
    return status.name.lower()


def judged(data):
    return independent.check(data).partition(":")[0]


def test_the_files_are_what_pbem_computes():
    assert {path.name: path.read_bytes() for path in VECTORS.iterdir()} == files()


def test_the_independent_verifier_imports_nothing_of_pbem():
    names = set()
    for module in (independent, independent.independent_shapes):
        tree = ast.parse(Path(module.__file__).read_text())
        names |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} == {
        "base64",
        "cryptography",
        "datetime",
        "functools",
        "hashlib",
        "independent_shapes",
        "json",
        "re",
        "unicodedata",
    }


def test_canonical_independently():
    for vector in load("canonical.json"):
        data = bytes.fromhex(vector["hex"])
        assert independent.dump(vector["value"]).encode() == data
        assert independent.load(data) == vector["value"]


def test_chain_independently_and_with_sha256sum():
    vector = load("chain.json")
    links = vector["links"]
    assert links[-1] == vector["last"]
    for before, link in itertools.pairwise(links):
        assert independent.sha(link) == before
    done = subprocess.run(["sha256sum"], input=f"{links[1]}\n".encode(), capture_output=True, check=True)
    assert done.stdout[:64].decode() == links[0]


def test_moments_are_those_that_a_clock_there_shows():
    """Worked out anew with nothing but the clocks of the zone: the hour of the day that counts so many days
    after, none of them off."""
    for vector in load("due.json"):
        rule, zone = vector["deadline"], ZoneInfo(vector["deadline"]["zone"])
        begun, due = (datetime.fromtimestamp(vector[name], zone) for name in ("at", "due"))
        skipped = (datetime(2026, 3, 29, 3, 30), "02:30")
        assert f"{due:%H:%M}" == rule["hour"] or (due.replace(tzinfo=None), rule["hour"]) == skipped
        off, day, counted = set(rule.get("days_off", ())), begun.date(), 0
        while day < due.date():
            day += timedelta(days=1)
            counted += not off & {f"{day:%a}".lower(), f"{day}"}
        evening = f"{begun:%H:%M}" > "20:00" and rule["hour"] == "08:00"
        assert counted == rule["hours"] // 24 + evening
        assert independent.passed(vector["due"], 0, off) == vector["due"] <= vector["end"]


def test_seeds_independently_and_with_printf():
    for vector in load("seed.json"):
        values = [str(vector[name]) for name in ("base", "k", "link_a", "link_b")]
        assert independent.sha("senlac-dice/2", *values) == vector["seed"]
        script = "printf '%s\\n' senlac-dice/2 " + " ".join(values) + " | sha256sum"
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout[:64] == vector["seed"]


def test_stream_die_and_shuffle_independently():
    vector = load("stream.json")
    assert bytes(itertools.islice(independent.stream(vector["seed"]), 100)).hex() == vector["bytes"]
    for vector in load("die.json"):
        source = independent.stream(vector["seed"])
        assert [independent.die(source, vector["sides"]) for _ in range(60)] == vector["values"]
    for vector in load("shuffle.json"):
        assert independent.shuffle(independent.stream(vector["seed"]), vector["size"]) == vector["values"]


def test_the_vectors_throw_bytes_away():
    """A vector in which rejection never happens would not show a verifier that lacks it."""
    source = bytes.fromhex(load("stream.json")["bytes"])
    for vector in load("die.json"):
        if vector["sides"] == 200:
            assert max(source[:60]) >= 200


def test_pack_independently():
    vector = load("pack.json")
    batch = [vector[name] for name in ("base", "k", "link_a", "link_b")]
    assert independent.sha("senlac-secret/1", vector["secret"]) == vector["commitment"]
    assert independent.sha("senlac-deal/2", *batch, "S", vector["secret"]) == vector["seed"]
    cards = independent.pack(vector["game"], batch, "S", 12, vector["secret"])
    assert [[f"S{at}", *card] for at, card in enumerate(cards, 1)] == vector["openings"]
    assert sorted(number for number, _ in cards) == list(range(12))
    for opening, leaf in zip(vector["openings"], vector["leaves"], strict=True):
        assert independent.leaf(vector["game"], *opening) == leaf
        script = f"printf '%s\\n' senlac-card/1 {vector['game']} {' '.join(map(str, opening))} | sha256sum"
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout[:64] == leaf


def test_a_sealed_deal_independently_and_by_age():
    vector, pack = load("sealed.json"), load("pack.json")
    coins = independent.sha("senlac-box/1", pack["game"], pack["k"], vector["index"], pack["secret"])
    assert coins == vector["coins"]
    raw = independent.key_of({"key": vector["key"]})
    assert independent.box(raw, vector["text"].encode(), coins).hex() == vector["sealed"]
    seed = hashlib.sha256(b"key of normans").digest()
    identity = pyrage.ssh.Identity.from_buffer(openssh_text(seed))
    assert pyrage.decrypt(bytes.fromhex(vector["sealed"]), [identity]).decode() == vector["text"]
    openings = {token: [token, number, salt] for token, number, salt in pack["openings"]}
    for line in vector["text"].splitlines():
        token, number, salt = line.split(" ")
        assert [token, int(number), salt] == openings[token]
        assert len(number) == 5


def test_signature_independently():
    vector = load("sshsig.json")
    blob = signature.dearmor(vector["signature"])
    raw = independent.signer(blob, vector["message"].encode())
    assert raw == independent.key_of({"key": vector["key"]})


def test_the_papers_of_a_ticket():
    """A stranger's program works out the ticket, and the join from what the charter says of a person."""
    vector = load("ticket.json")
    invitation, ticket, join = (json.loads(each["paper"]) for each in vector["papers"])
    for each, said in zip(vector["papers"], (invitation, ticket, join), strict=True):
        data = each["paper"].encode()
        assert independent.dump(said) == each["paper"]
        assert hashlib.sha256(data).hexdigest() == each["digest"]
        keys = {"invitation": invitation["body"]["parties"][0], "ticket": {"key": ticket.get("host")}}
        signer = independent.signer(signature.dearmor(each["signature"]), data, b"senlac-paper-v1")
        assert signer == independent.key_of(keys.get(said["type"], join["person"]))
    asked = next(each for each in invitation["body"]["parties"] if each["role"] == ticket["role"])
    assert independent.sha("senlac-ticket/1", ticket["nonce"]) == asked["ticket"] == vector["ticket"]
    assert ticket["nonce"] == join["person"]["nonce"] == vector["nonce"]
    assert {ticket["invitation"], join["invitation"]} == {vector["papers"][0]["digest"]}
    assert setup_papers.ticket_of(vector["nonce"]) == vector["ticket"]


@pytest.mark.parametrize("name", LOGS)
def test_whole_logs_and_their_beginnings(name):
    data = (VECTORS / name).read_bytes()
    lines = data.splitlines(keepends=True)
    assert judged(data) == verdict_of(data) == "holds"
    for count in range(2, len(lines)):
        part = b"".join(lines[:count])
        assert judged(part) == verdict_of(part) == "incomplete"
    for bad in (b"", lines[0], b"".join(lines[1:])):
        assert judged(bad) == verdict_of(bad) == "broken"


# --- both verifiers over mutated logs ---------------------------------------------------------------

MADE = {
    "game.log": lambda: whole_game().log,
    "game-without-referee.log": lambda: game_alone().log,
    "game-joined.log": lambda: joined_game().log,
    "game-with-tickets.log": lambda: joined_game(tickets=True).log,
    "game-with-secret-packs.log": hidden_game,
    "game-at-an-hour.log": lambda: game_at_an_hour().log,
    "game-claimed.log": lambda: game_claimed().log,
    "game-from-file.log": lambda: game_from_file().log,
    "game-judged.log": lambda: game_judged().log,
}
log_names = st.sampled_from(LOGS)


@cache
def whole(name):
    """The entries of a log, made when a test first asks."""
    return MADE[name]()


@settings(deadline=None)
@given(log_names, st.data())
def test_mutated_bytes_never_hold(name, data):
    log = log_bytes(whole(name))
    at = data.draw(st.integers(0, len(log) - 2))
    mutated = bytearray(log)
    mutated[at] ^= data.draw(st.integers(1, 255))
    assert judged(bytes(mutated)) == verdict_of(bytes(mutated)) == "broken"


@settings(deadline=None)
@given(log_names, st.data())
def test_lines_moved_doubled_or_lost(name, data):
    lines = log_bytes(whole(name)).splitlines(keepends=True)
    number = st.integers(1, len(lines) - 1)
    for _ in range(data.draw(st.integers(1, 3))):
        line = lines.pop(data.draw(number) % len(lines))
        for _ in range(data.draw(st.integers(0, 2))):
            lines.insert(data.draw(number) % (len(lines) + 1), line)
    changed = b"".join(lines)
    assert judged(changed) == verdict_of(changed)


def signers_of(signed):
    """The private keys that signed an entry of these games."""
    people = {key(name).public.raw: key(name) for name in (*REFEREED, "godwin", "red", "blue")}
    return [people[raw] for raw in verified_entries.verify_entry(signed).signers]


CHANGES = {
    "author": st.sampled_from(["normans", "saxons", "referee", "vikings"]),
    "seq": st.integers(0, 20),
    "game": st.just("11" * 32),
    "prev": st.just("22" * 32),
    "link": st.sampled_from([chain(name).reveal(n) for name in REFEREED for n in range(3)]),
}
BODY_CHANGES = {
    "applied": st.integers(0, 2),
    "k": st.integers(1, 4),
    "batch": st.integers(0, 18),
    "seal": st.integers(0, 18),
    "salt": st.just("33" * 32),
    "lines": st.lists(st.sampled_from(["march", "hold"]), max_size=2),
    "role": st.sampled_from(["normans", "saxons", "referee", "vikings"]),
    "tip": st.sampled_from([chain(name).tip for name in REFEREED]),
    "length": st.integers(1, 3),
    "act": st.integers(0, 3),
    "upheld": st.sampled_from([True, False, 1, "yes"]),
}


@settings(deadline=None)
@given(log_names, st.data())
def test_entries_changed_and_signed_again(name, data):
    """What a party with a key can do: both verifiers agree on every such log."""
    log = list(whole(name))
    at = data.draw(st.integers(1, len(log) - 1))
    signed = log[at]
    value = json.loads(signed.data)
    choices = [field for field in CHANGES if field in value] + [
        field for field in BODY_CHANGES if field in value["body"]
    ]
    for field in data.draw(st.lists(st.sampled_from(choices), min_size=1, max_size=2)):
        if field in BODY_CHANGES:
            value["body"][field] = data.draw(BODY_CHANGES[field])
        else:
            value[field] = data.draw(CHANGES[field])
    changed = independent.dump(value).encode()
    log[at] = SignedEntry(changed, tuple(signature.sign(signer, changed) for signer in signers_of(signed)))
    for part in (log[: at + 1], log):
        assert judged(log_bytes(part)) == verdict_of(log_bytes(part))


def change_roll(data, roll):
    """What a referee might write instead; it may happen to be the same."""
    if "sides" in roll:
        roll["sides"] = data.draw(st.integers(2, 1000))
    if "open" in roll:
        roll["open"][0][data.draw(st.integers(0, 2))] = data.draw(
            st.sampled_from(["R1", "B2", "E3", 0, 1, "0" * 64, roll["open"][0][2]])
        )
    elif "sealed" in roll:
        roll["sealed"] = data.draw(st.sampled_from([roll["sealed"], "YWdl", "YWd=", "YWdlZQ"]))
        roll["deal"] = data.draw(st.sampled_from(["red", "blue", "referee", "green"]))
        roll["cards"] = data.draw(st.sampled_from([roll["cards"], ["R1"], ["E4", "E1"], ["E5"], ["Z1"]]))
    else:
        field = "leaves" if "leaves" in roll else "values"
        roll[field] = data.draw(st.permutations(roll[field]))


@settings(deadline=None)
@given(log_names, st.data())
def test_rolls_changed_and_signed_again(name, data):
    log = list(whole(name))
    at = data.draw(st.sampled_from([n for n, signed in enumerate(log) if b'"type":"roll"' in signed.data]))
    value = json.loads(log[at].data)
    change_roll(data, data.draw(st.sampled_from(value["body"]["rolls"])))
    changed = independent.dump(value).encode()
    log[at] = SignedEntry(changed, tuple(signature.sign(signer, changed) for signer in signers_of(log[at])))
    part = log_bytes(log[: at + 1])
    assert judged(part) == verdict_of(part)
    assert changed == whole(name)[at].data or verdict_of(log_bytes(log)) == "broken"
