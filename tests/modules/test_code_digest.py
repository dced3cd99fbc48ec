"""The digest of code: what a file does counts, how it is written does not, in every version of Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modules import library
from modules.code_digest import code_digest

CODE = '''
"""A module."""
import math as m  # why
LIMIT: int = 6
"""What follows a name."""


class A:
    """A class."""

    def cost(self, at, *, more=(1, 2.5)):
        """A method."""
        if at in ("a", 'b'):
            return f"{at!r:>{LIMIT}} costs {more[0]}" " MP" f"{at:}"
        return -1
'''
DIGEST = "a0d259a331f53570"


def test_every_python_gives_this_digest() -> None:
    assert code_digest(CODE.encode())[:16] == DIGEST


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# why", ""),
        ("LIMIT: int", "# another\n\nLIMIT: int"),
        ('"""A module."""', ""),
        ('"""What follows a name."""', ""),
        ('        """A method."""', '        """Another\n        text."""'),
        ("'b')", '"b",\n        )'),
        ('" MP" f"{at:}"', 'f" MP{at}"'),
        ("    ", "\t"),
        ("return -1", "return (-1)"),
    ],
)
def test_what_a_reader_alone_sees_does_not_count(old: str, new: str) -> None:
    assert old in CODE
    assert code_digest(CODE.replace(old, new).encode()) == code_digest(CODE.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("6", "7"),
        ("2.5", "2"),
        ('"a"', '"A"'),
        ('"a"', 'b"a"'),
        ("!r", "!s"),
        (">{", "<{"),
        ("costs", "cost"),
        ("*, ", ""),
        ("return -1", "return +1"),
        (" as m", ""),
        ('" MP"', '" MP "'),
    ],
)
def test_every_other_change_counts(old: str, new: str) -> None:
    assert old in CODE
    assert code_digest(CODE.replace(old, new).encode()) != code_digest(CODE.encode())


def test_the_digest_of_a_game_counts_its_rules_and_no_comment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = library.rules_digest("three_battles")
    copy = tmp_path / "modules"
    shutil.copytree(library.HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(library, "HERE", copy)
    fresh = library.rules_digest.__wrapped__
    assert fresh("three_battles") == shipped
    file = copy / "engine" / "orders.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"# a comment\n{text}", encoding="utf-8")
    assert fresh("three_battles") == shipped
    file.write_text(text.replace("MAX_LENGTH = 2000", "MAX_LENGTH = 2001"), encoding="utf-8")
    assert fresh("three_battles") != shipped
