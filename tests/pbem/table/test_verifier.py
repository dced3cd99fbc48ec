"""The verifier of the page comes to the verdict of the other two, on true logs and on spoilt ones."""

import json
import re
import subprocess
from random import Random

import independent
import pytest
import spoilt_logs
from in_node import SCRIPTS, judge, node
from make_vectors import VECTORS
from pbem_play import log_bytes

from pbem import errors
from pbem.log.log_file import LogText
from pbem.log.verification import verify

MODULES = VECTORS.parents[2] / "pbem" / "table" / "verifier"


def first(data):
    """What pbem says of the bytes: status, code and place."""
    try:
        verdict = verify(LogText.parse(data).records())
    except errors.NotALog as error:
        return "broken", str(error.code), None
    return verdict.status.name.lower(), str(verdict.code), verdict.seq


def test_the_vectors_in_node():
    done = subprocess.run([node(), "--test", SCRIPTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def test_it_shares_no_code_with_the_others_and_has_none_of_strangers():
    for file in MODULES.rglob("*.js"):
        for source in re.findall(r'\bfrom "([^"]+)"', file.read_text("utf-8")):
            assert (file.parent / source).resolve().is_relative_to(MODULES), (file.name, source)


@pytest.mark.parametrize("name", sorted(spoilt_logs.vectors()))
def test_spoilt_logs_are_judged_alike_by_all_three(name):
    random = Random(name)
    words = set()
    for _ in range(30):
        data = spoilt_logs.spoilt(name, random)
        status, code, seq = first(data)
        judged = judge(data)
        assert status == independent.check(data).partition(":")[0] == judged["status"], (code, judged)
        words.add((status, code == judged["code"] and seq == judged["seq"]))
    assert ("broken", True) in words


def test_a_changed_byte_is_named_as_pbem_names_it():
    data = (VECTORS / "game.log").read_bytes()
    for at in range(400, len(data), 1300):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        status, code, seq = first(changed)
        judged = judge(changed)
        assert (judged["status"], judged["seq"]) == (status, seq) == ("broken", seq), (at, code, judged)


def test_what_no_check_can_say_is_said():
    log = spoilt_logs.vectors()["game-claimed.log"]
    assert judge(log_bytes(log))["notes"] == ["the game was claimed by normans, and is unfinished"]


def test_a_shared_entry_of_a_stranger_for_a_place_that_is_taken_is_a_fault_and_no_crash():
    """Found by spoilt logs: nobody answers such an author, so nobody can have refused the entry."""
    log = spoilt_logs.vectors()["game-without-referee.log"]
    value = json.loads(log[1].data)
    value |= {"author": "vikings", "type": "rollback", "body": {"at": 0, "to": 0, "why": "x"}}
    del value["link"]
    data = log_bytes([*log[:3], spoilt_logs.signed_again(spoilt_logs.encoded(value), log[1])])
    assert first(data)[0] == judge(data)["status"] == independent.check(data).partition(":")[0] == "broken"
