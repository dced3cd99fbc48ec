"""The pages and fields that the command senlac tells, for who has only the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.pages import BESIDE, KINDS


def test_every_topic_is_listed_and_printed(senlac) -> None:
    listed = json.loads(senlac("docs", "--list", "--json")[1])
    assert [each["topic"] for each in listed][:2] == ["designers", "art"]
    assert list(dict.fromkeys(each["kind"] for each in listed)) == list(KINDS)
    for each in listed:
        code, out, _ = senlac("docs", each["topic"])
        assert (code, out.rstrip()) == (0, Path(each["path"]).read_text(encoding="utf-8").rstrip())
        assert senlac("docs", each["topic"], "--path")[1].strip() == each["path"]
    rows = [line.split()[0] for line in senlac("docs")[1].splitlines() if line.startswith("  ")]
    assert rows == [each["topic"] for each in listed]


def test_each_topic_says_what_it_is_good_for(senlac) -> None:
    """In one line of 80 columns, and in other words than the heading of a room."""
    _, out, _ = senlac("docs")
    assert "  designers           Make a game of your own: preview, pictures, module, kit\n" in out
    assert "  three_battles       A game: 1066: The Year of Three Battles\n" in out
    assert max(map(len, out.splitlines())) <= 100
    assert out.endswith("measurements.\n")


def test_each_kind_is_listed_by_itself(senlac) -> None:
    for kind in (*KINDS, *BESIDE):
        listed = json.loads(senlac("docs", kind, "--json")[1])
        assert listed and {each["kind"] for each in listed} == {kind}
        assert senlac("docs", listed[0]["topic"])[1].startswith("# ")
        paths = [line.split()[1] for line in senlac("docs", kind, "--path")[1].splitlines()[1:] if line]
        assert paths == [each["path"] for each in listed]


def test_a_page_is_paged_on_a_terminal(senlac, monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert senlac("docs", "art")[:2] == (0, "")
    assert paged[0].startswith("# Change the look")


def test_a_topic_that_is_not_there(senlac) -> None:
    code, _, err = senlac("docs", "cooking")
    assert code == 2
    assert "choose from designers, art" in " ".join(err.split())


def test_fields_and_explain(senlac) -> None:
    _, out, _ = senlac("fields", "counters.yaml")
    assert "counters.counters.NAME.kind: What kind of counter it is" in out
    _, out, _ = senlac("explain", "counters.kind.layout")
    assert out.startswith("game.kinds.NAME.layout\n  Where values")
    told = json.loads(senlac("explain", "counters.kind.layout", "--json")[1])
    assert told[0]["example"].startswith("layout: tactical (hastings_berg/")
    assert senlac("fields", "stories.yaml")[0] == senlac("explain", "stories")[0] == 2
