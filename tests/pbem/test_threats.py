"""Each threat of the protocol has tests that mount it: `threats.yaml` names them, and they are there."""

import ast
import re
from functools import cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
PAGE = """
re-roll; dropped roll; restarted log or old save; fork; receipt of another game; receipt of another
battle; order changed after the dice; order chosen by looking ahead; grinding variants of an order;
last revealer grinds; refusal after a bad result; reused or exhausted link; modulo bias; backdated
mail; forged From; stolen mailbox; replayed mail; duplicated mail; reordered mail; different entries
to different people; referee prefers a side; guessed commitment; hidden state in a file; sealed
order copied or re-addressed; signature moved to another type or game; duplicate keys; floats; twins
in Unicode; trailing bytes; malleable signature; other engine version; substituted player's old key;
zip and MIME bombs; deep nesting; huge headers; path names; header injection; mail loops;
a bad box; a stop "did not fit" that did; what unused lines tell the other side; what the order of lines
tells the other side; what a refusal tells the other side; a referee who never ends a hidden game
"""
"""The protocol's table of threats, rows of several taken apart."""
THREATS = yaml.safe_load((HERE / "threats.yaml").read_text())
NAME = re.compile(r"(?P<file>test_\w+)::(?P<test>test_\w+)(?:\[(?P<case>[^\]]+)\])?")


def test_the_list_is_the_protocols():
    assert list(THREATS) == [" ".join(row.split()) for row in PAGE.split(";")]


@cache
def source(name):
    """The functions of a file of tests, and the texts that stand in it."""
    tree = ast.parse((HERE / f"{name}.py").read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return functions, texts


def test_each_attack_is_mounted(subtests):
    for threat, test in [(threat, test) for threat, tests in THREATS.items() for test in tests]:
        with subtests.test(threat, test=test):
            found = NAME.fullmatch(test)
            assert found, test
            functions, texts = source(found["file"])
            assert found["test"] in functions
            if found["case"]:
                assert found["case"] in texts
                assert any(
                    "parametrize" in ast.unparse(each) for each in functions[found["test"]].decorator_list
                )
