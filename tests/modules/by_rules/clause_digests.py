"""What each example of the reference of rules.yaml does, as digests of a seeded game under its clauses.

A charter binds a number for each key of rules.yaml that its game uses (`clause_numbers`). If a digest that is
kept here changes, then the program carries out a clause otherwise: the keys whose behaviour has changed get a
new number, and only games that use them must adopt it. After a change:

    PYTHONPATH=tests/modules python tests/modules/by_rules/clause_digests.py            what has changed
    PYTHONPATH=tests/modules python tests/modules/by_rules/clause_digests.py KEY...     these keys go up

New examples and new keys are taken in by both.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import yaml
from behaviours import Draw

from modules import library
from modules.definition.explain import types_within
from modules.definition.formats.rules import RulesFile
from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.state_digest import canonical
from modules.free_table.by_rules.clause_numbers import EVERY, FILE, keys_of, numbers, type_name
from modules.free_table.by_rules.mixed_options import MixedOptions

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts" / "pages"))

from rules_reference import GAME, Example, read_examples

KEPT = Path(__file__).with_name("clause_digests.yaml")
ANSWERS = 40
"""Answers of the game of an example."""
_HEAD = """\
# What each example of the reference of rules.yaml does: a digest of a seeded game, by its title.
# Remade by: python tests/modules/by_rules/clause_digests.py
"""
_NUMBERS_HEAD = """\
# Each key of rules.yaml with the number of what the program does with it, bound by the charters of games that
# use it. Remade by: python tests/modules/by_rules/clause_digests.py KEY...
"""


def all_keys():
    """Every key that may stand in rules.yaml."""
    found = {EVERY}
    for kind in types_within(RulesFile):
        told = [key for key in kind.model_fields if key not in ("rule", "book", "rules")]
        found |= {f"{type_name(kind)}.{key}" for key in told}
    return sorted(found)


def rules_of(example: Example, path: Path):
    """The rules of an example, from a folder of its own."""
    folder = path / f"meadow_{hashlib.sha256(example.case.title.encode()).hexdigest()[:12]}"
    if not folder.exists():
        shutil.copytree(GAME, folder)
        (folder / "rules.yaml").write_text(yaml.safe_dump(dict(example.rules), sort_keys=False))
    return library.rules(str(folder), "noon", example.case.options)


def does(example: Example, path: Path) -> str:
    """A digest of what is asked, legal and done from the position of an example on."""
    rules, told = rules_of(example, path), hashlib.sha256()
    side, _, phase = example.case.phase.partition(" ")
    asked = Arrangement(example.case.turn, phase, side, example.case.units, example.case.facts)
    play, draw = Play(rules, rules.arrange(asked)), Draw(example.case.title)
    while play.request is not None and play.count < ANSWERS:
        request = play.request
        if isinstance(request, Choose):
            listed = [str(each) for each in request.options.legal() if not str(each).startswith("hand ")]
            by_program = isinstance(request.options, MixedOptions)
            given = request.options.sample(draw) if by_program else rules.advise(request, play.state, draw)
            told.update(canonical((request.side, request.kind, listed, str(given))).encode())
        else:
            given = tuple(1 + draw.below(die.sides) for die in request.dice)
        play.answer(given)
        told.update(_filled(play.state).encode())
    return told.hexdigest()[:16]


def _filled(state) -> str:
    """What a state holds, without what is empty: a field that no clause fills changes no digest."""
    return canonical({name: each for name, each in json.loads(canonical(state)).items() if each})


def digests():
    """What each example does, by its title."""
    with tempfile.TemporaryDirectory() as path:
        return {example.case.title: does(example, Path(path)) for example in read_examples()}


def kept():
    """The digests as they were."""
    return yaml.safe_load(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}


def keys_used(example: Example):
    """The keys that an example uses."""
    return keys_of(RulesFile.model_validate_json(json.dumps(dict(example.rules))))


def main(bumped):
    known = all_keys()
    if strange := [key for key in bumped if key not in known]:
        sys.exit(f"no key is called {', '.join(strange)}: {', '.join(known)}")
    before, now = kept(), digests()
    changed = [e for e in read_examples() if before.get(e.case.title, now[e.case.title]) != now[e.case.title]]
    left = [example for example in changed if not {*bumped} & {*keys_used(example)}]
    for example in left:
        print(f"changed: {example.case.title}: it uses {', '.join(keys_used(example))}")
    if left:
        sys.exit("name the keys whose behaviour has changed")
    old = numbers()
    fresh = {key: old.get(key, 1) + (key in bumped) for key in known}
    FILE.write_text(_NUMBERS_HEAD + yaml.safe_dump({"numbers": fresh}), encoding="utf-8")
    KEPT.write_text(_HEAD + yaml.safe_dump(now, allow_unicode=True, width=200), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
