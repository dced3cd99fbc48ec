"""The command senlac, run in this process."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from generator import cli


class Ran(NamedTuple):
    """What a call of senlac gave: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture
def senlac(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs it with these words."""

    def run(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["senlac", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(int(end.value.code or 0), out, err)

    return run
