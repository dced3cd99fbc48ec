"""The fingerprint of a game with clauses: by the keys that it uses, and by no others."""

import os
import subprocess
import sys
from pathlib import Path

from clause_digests import all_keys, digests, kept, keys_used, read_examples
from ruled import THREE_HIGH

from modules import library
from modules.free_table.by_rules import clause_numbers

ROOT = Path(__file__).parents[3]


def of(path):
    return library.data_rules().behaviour_of(library.definition(str(path)))


def test_each_clause_does_what_its_number_says():
    """If this fails, then a clause is carried out otherwise: see clause_digests.py."""
    assert kept() == digests()


def test_each_key_has_a_number_and_an_example_that_uses_it():
    assert sorted(clause_numbers.numbers()) == all_keys()
    assert {key for example in read_examples() for key in keys_used(example)} == {*all_keys()}


def test_a_game_is_bound_by_the_keys_that_it_uses_alone(monkeypatch):
    before = of(THREE_HIGH)
    known = clause_numbers.numbers()
    used = clause_numbers.keys_of(library.definition(str(THREE_HIGH)).rules_file)
    assert "movement.along" in used and "group.hexes" not in used
    monkeypatch.setattr(clause_numbers, "numbers", lambda: {**known, "group.hexes": 2})
    assert of(THREE_HIGH) == before
    monkeypatch.setattr(clause_numbers, "numbers", lambda: {**known, "movement.along": 2})
    assert of(THREE_HIGH).fingerprint != before.fingerprint
    assert of(THREE_HIGH).number == before.number


def test_a_game_without_clauses_has_the_fingerprint_of_the_free_table():
    started = Path(__file__).parents[1] / "free_table" / "started" / "modern_hexes"
    assert of(started) == library.behaviour("free_table")


def test_no_order_of_sets_leaks_into_what_clauses_do():
    """Under another seed of hashes the digests are the same."""
    code = "import clause_digests as c; assert c.kept() == c.digests()"
    for seed in ("1", "4711"):
        where = os.pathsep.join(map(str, (ROOT, ROOT / "tests/modules", Path(__file__).parent)))
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": where}
        subprocess.run([sys.executable, "-c", code], check=True, env=env, cwd=ROOT)
