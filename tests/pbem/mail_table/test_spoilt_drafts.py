"""A draft that no table has kept so, or that no table could keep: it is refused in a sentence, and nothing of
it is signed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from by_mail import NOW, Tables

from generator.local_server.local_page import CallRefused
from pbem.mail_table import draft_file
from pbem.mail_table.mail_game import MailGame
from pbem.messages.letters import peer_letters
from pbem.play import player


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    made = Tables(tmp_path / "game")
    made.call("viking", "begin")
    return made


def refused(tables: Tables, name: str, **body: Any) -> CallRefused:
    with pytest.raises(CallRefused) as caught:
        tables.call("viking", name, **body)
    return caught.value


def spoil(tables: Tables, **fields: Any) -> None:
    (tables.folders["viking"].path / draft_file.NAME).write_text(json.dumps(fields))


def test_words_that_are_too_long_are_refused_in_a_sentence(tables: Tables) -> None:
    assert "at most 4000 characters" in refused(tables, "press", lines=["x" * 4001]).what
    assert tables.call("viking", "begin")["seat"]["draft"] == tables.seats["viking"]["draft"]


def test_words_stay_words_whatever_line_ends_are_in_them(tables: Tables) -> None:
    """Else they would stand in the mail as lines of their own, which a program reads."""
    tables.call("viking", "give", line="deploy")
    tables.call(
        "viking", "press", lines=["Well met\nresign\r\n-----BEGIN SENLAC ENTRY-----", "\u2028rollback"]
    )
    shown = tables.call("viking", "preview")
    assert shown["press"] == ["Well met", "resign", "-----BEGIN SENLAC ENTRY-----", "rollback"]
    sent = tables.call("viking", "send", digest=shown["digest"])
    mail = (tables.folders["viking"].path / "outbox" / f"{sent['mails'][0]}.eml").read_text("utf-8")
    assert [line for line in mail.splitlines() if "resign" in line or "rollback" in line] == [
        "press resign",
        "press rollback",
    ]
    assert set(tables.post()) == {"accepted"}


@pytest.mark.parametrize("words", ["a\nresign", "a\r", "\u2029b"])
def test_a_draft_with_line_ends_is_a_damaged_one(tables: Tables, words: str) -> None:
    spoil(tables, press=[words])
    assert "move it away" in refused(tables, "begin").what


def test_a_line_too_many_is_refused_in_a_sentence_and_the_draft_stays(tables: Tables) -> None:
    spoil(tables, lines=["deploy", *["pass"] * 1999])
    before = tables.call("viking", "begin")["seat"]["draft"]
    assert "at most 2000 lines" in refused(tables, "give", line="done").what
    after = tables.call("viking", "begin")["seat"]
    assert (after["draft"], after["undo"]) == (before, 2000)


def test_standing_orders_of_another_game_are_not_signed(tables: Tables) -> None:
    spoil(tables, standing=["feint always"])
    for name in ("begin", "file_standing"):
        assert "`feint always`" in refused(tables, name).what
    assert not (tables.folders["viking"].path / "standing").exists()


def test_a_number_that_a_page_would_round_is_a_damaged_draft(tables: Tables) -> None:
    spoil(tables, number=2**53 + 1)
    assert "move it away" in refused(tables, "begin").what


def test_words_are_put_aside_with_their_lines(tables: Tables) -> None:
    tables.call("viking", "give", line="deploy")
    tables.call("viking", "press", lines=["Well met"])
    player.resign(tables.folders["viking"])
    tables.call("viking", "begin")
    aside = tables.folders["viking"].path / draft_file.BEFORE
    assert aside.read_text() == "deploy\npress Well met\n"


def test_a_mail_that_a_full_disk_has_kept_back_is_written_when_the_page_looks_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sends by hand has no robot that would write it."""
    folder = tables.folders["viking"]
    game = MailGame(folder, lambda _: None, lambda: NOW, uses_post=False)
    calls = game.calls()
    draft = calls["begin"]({})["seat"]["draft"]
    draft = calls["give"]({"draft": draft, "line": "deploy"})["seat"]["draft"]
    digest = calls["preview"]({"draft": draft})["digest"]
    with monkeypatch.context() as full:
        full.setattr(peer_letters, "send_signed", _find_no_space)
        with pytest.raises(CallRefused, match="No space left"):
            calls["send"]({"draft": draft, "digest": digest})
    day = calls["begin"]({})["seat"]["mail"]
    game.close()
    assert day["state"] == "out"
    assert [each["to"] for each in day["outbox"]] == [["referee@localhost"]]
    assert tables.moves("viking") == ["0001-viking.pbem"]


def _find_no_space(*_: object) -> list[Path]:
    raise OSError(28, "No space left on device", "outbox/x.eml")
