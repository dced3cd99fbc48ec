"""What a command pays for at its start: the light modules pull nothing heavy in."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("cryptography", "pydantic", "lxml", "typer", "rich", "email", "modules", "generator")


@pytest.mark.parametrize(
    "name",
    [
        "errors",
        "entry.canonical",
        "log.verdict",
        "log.socket",
        "dice.stream",
        "dice.chain",
        "keys.openssh",
        "entry.entries",
        "entry.armor",
        "log.file",
        "log.verify",
    ],
)
def test_importing_is_cheap(name):
    script = f"import sys, pbem.{name}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    command = [sys.executable, "-S", "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_reason_codes_are_distinct():
    from pbem import errors, refusals

    names = {**vars(errors), **vars(refusals)}
    classes = [item for item in names.values() if isinstance(item, type) and issubclass(item, Exception)]
    codes = [item.code for item in classes]
    assert len(set(codes)) == len(codes)
    assert all(item.__doc__ for item in classes)
