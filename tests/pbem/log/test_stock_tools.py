"""A log checked with nothing of ours: its dice with printf and sha256sum, its signatures with ssh-keygen."""

import json
import subprocess

import pytest
from make_vectors import VECTORS
from pbem_play import log_bytes

from pbem.entry.bodies import TYPES
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.keys.openssh_keys import PublicKey
from pbem.log.log_file import GameLog
from pbem.log.verification import verify_dice
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

SCRIPT = VECTORS.with_name("check_dice.sh")
LOGS = sorted(VECTORS.glob("*.log"))


def by_hand(log):
    return subprocess.run(["bash", SCRIPT, log], capture_output=True, text=True)


def records(log):
    return list(GameLog(log).read().records())


@pytest.fixture(scope="module")
def battle(tmp_path_factory):
    """A whole game of Stamford Bridge by policy."""
    out = tmp_path_factory.mktemp("battle")
    play_game(Plan("three_battles", "stamford_bridge", (), {}, seed=3), out)
    return out / "referee/game.log"


@pytest.mark.whole
def test_every_roll_of_a_whole_game_with_sha256sum_alone(battle):
    done = by_hand(battle)
    assert done.returncode == 0, done.stderr
    count = len(verify_dice(records(battle)).rolls)
    assert count > 50
    assert done.stdout.startswith(f"{count} rolls in ")


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_the_vectors_with_sha256sum_alone(log):
    done = by_hand(log)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{len(verify_dice(records(log)).rolls)} rolls in ")


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_a_value_changed_is_found_with_sha256sum_alone(log, tmp_path):
    """The last roll with any dice in it; what follows is cut off, so that no hash but the dice's tells."""
    entries = records(log)
    place = max(n for n, signed in enumerate(entries) if b'"values":[' in signed.data)
    value = json.loads(entries[place].data)
    item = next(item for item in value["body"]["rolls"] if "values" in item)
    values = item["values"]
    item["values"] = values[::-1] if "shuffle" in item else [values[0] % item["sides"] + 1, *values[1:]]
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert text != entries[place].data
    changed = tmp_path / "game.log"
    changed.write_bytes(log_bytes(entries[:place]) + b"x " + text + b"\n")
    done = by_hand(changed)
    assert done.returncode == 1
    assert done.stderr.startswith(f"entry {place}: batch ")


def test_every_type_of_entry_with_stock_ssh_keygen(tmp_path):
    """Each signature of the vectors' logs, and it fits no other bytes."""
    types = set()
    for log in LOGS:
        for signed in records(log):
            types.add(Entry.decode(signed.data).type)
            for signer, blob in zip(verify_entry(signed).signers, signed.signatures, strict=True):
                line = PublicKey(signer).line
                assert stock_verify(tmp_path, line, blob, signed.data), Entry.decode(signed.data)
        assert not stock_verify(tmp_path, line, blob, signed.data[:-1] + b" ")
    assert types | {"adopt"} == set(TYPES)  # that one is signed by all as a ruling is


def stock_verify(folder, line, blob, message):
    (folder / "allowed").write_text(f"party {line}\n")
    (folder / "entry.sig").write_text(signature.armor(blob))
    words = ["ssh-keygen", "-Y", "verify", "-f", folder / "allowed", "-I", "party", "-n", signature.NAMESPACE]
    done = subprocess.run([*words, "-s", folder / "entry.sig"], input=message, capture_output=True)
    return done.returncode == 0
