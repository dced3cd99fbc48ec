"""The house: a call reaches the game that it names and no other folder, and a locked key is asked for on the
page alone."""

from __future__ import annotations

import getpass
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from commands import good
from own_games import NOW, Desk, ToldGame, copy_game, invite

from generator.local_server.local_page import CallRefused
from pbem.keys.openssh_keys import PrivateKey
from pbem.keys.passphrases import PASSPHRASES
from pbem.log.party.folder import Folder
from pbem.mail_table.house import hosting
from pbem.mail_table.house.game_card import id_of
from pbem.mail_table.house.house_calls import GAME_CALLS, GAME_DOWNLOADS, GAME_WAITS
from pbem.mail_table.mail_game import MailGame

SECRET = "Æthel 1066"


@pytest.fixture
def desk(tmp_path: Path, begun: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "games")
    copy_game(begun, made.root)
    with PASSPHRASES.ask_on_page():
        yield made


def lock(folder: Path) -> None:
    key = Folder(folder).key()
    (folder / "key").write_bytes(key.text(SECRET))


# --- which game ----------------------------------------------------------------------------------------


def test_a_call_reaches_the_game_that_it_names(desk: Desk) -> None:
    for name in ("norman", "saxon", "norman"):
        assert desk.call("begin", table=desk.id(name)) == {"in": name}
        assert desk.house.waits()["news"]({"table": desk.id(name)}, Event()) == {"in": name}
        assert desk.house.downloads()["orders"]({"table": desk.id(name)}).data == b"done\n"
    assert [game.folder.path.name for game in desk.games] == ["norman", "saxon"]


@pytest.mark.parametrize(
    "word", ["", "..", "../secret", "00000000", None, 7, ["a"], {"a": 1}, "a" * 400, "\0"]
)
def test_a_word_that_is_not_in_the_list_names_no_folder(desk: Desk, word: object) -> None:
    for name in (*GAME_CALLS, "join_terms", "join", "unlock"):
        assert desk.refuse(name, table=word).code == "no-table"
    assert desk.games == []


def test_a_folder_that_is_not_listed_cannot_be_named(desk: Desk, tmp_path: Path) -> None:
    good("new", "three_battles/fulford", "--out", tmp_path / "secret")
    there = tmp_path / "secret/viking"
    for word in (id_of(there), str(there), "../secret/viking"):
        assert desk.refuse("begin", table=word).code == "no-table"


def test_a_folder_without_a_side_of_its_owner_is_not_opened(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    invited = desk.drop(mail)["table"]
    assert "pbem status" in desk.refuse("begin", table=desk.id("referee")).what
    assert "asks you to play" in desk.refuse("mails", table=invited).what
    (desk.root / "hastings/norman/game.log").write_bytes(b"damaged")
    assert desk.refuse("begin", table=desk.id("norman")).code == "refused"
    assert desk.games == []


def test_before_the_charter_a_game_has_no_orders(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    assert desk.refuse("preview", table=table).code == "refused"


def test_a_game_is_opened_anew_when_its_log_begins(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    desk.call("begin", table=table)
    assert [game.closed for game in desk.games] == [False]
    shutil.copytree(desk.root / "hastings/norman", desk.root / "hastings-norman", dirs_exist_ok=True)
    desk.call("begin", table=table)
    assert [game.closed for game in desk.games] == [True, False]
    desk.house.close()
    assert desk.games[1].closed


def test_an_invitation_that_was_answered_asks_nobody_again(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    again = desk.drop(mail)
    assert (again["outcome"], again["table"]) == ("joined", table)
    assert again["told"].startswith("You have joined this game already.")


def test_every_call_of_a_game_is_routed_to_it(desk: Desk) -> None:
    folder = Folder(desk.root / "hastings/norman")
    game = MailGame(folder, lambda _: None, lambda: NOW, uses_post=False)
    assert {*game.calls()} == {*GAME_CALLS}
    assert {*game.waits()} == {*GAME_WAITS}
    assert {*game.downloads()} == {*GAME_DOWNLOADS}
    game.close()


# --- a locked key ----------------------------------------------------------------------------------------


def test_a_locked_key_is_asked_for_on_the_page_and_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(getpass, "getpass", lambda _: pytest.fail("the terminal was asked"))
    fingerprint = Folder(desk.root / "hastings/norman").key().public.fingerprint
    lock(desk.root / "hastings/norman")
    table = desk.id("norman")
    assert desk.refuse("send", table=table).code == "locked"
    refused = desk.refuse("unlock", table=table, passphrase=f"{SECRET}!")
    assert refused.code == "wrong-passphrase"
    assert desk.refuse("send", table=table).code == "locked"
    assert desk.call("unlock", table=table, passphrase=SECRET) == {}
    assert desk.call("send", table=table) == {"key": fingerprint}
    assert desk.games[0].noted == ["unlocked"]


def test_a_passphrase_is_in_no_answer_no_file_and_no_line(
    desk: Desk, capfd: pytest.CaptureFixture[str]
) -> None:
    lock(desk.root / "hastings/norman")
    table = desk.id("norman")
    said = [str(desk.refuse("unlock", table=table, passphrase=SECRET + "x").what)]
    said += [str(desk.call("unlock", table=table, passphrase=SECRET)), str(desk.call("send", table=table))]
    said += [str(desk.call("house")), repr(PASSPHRASES), *capfd.readouterr()]
    assert not [each for each in said if SECRET in each]
    files = [file for file in desk.root.rglob("*") if file.is_file()]
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def test_a_passphrase_is_forgotten_when_the_page_ends(tmp_path: Path) -> None:
    PrivateKey.generate().save(tmp_path / "key", passphrase=SECRET)
    with PASSPHRASES.ask_on_page():
        PASSPHRASES.keep(tmp_path / "key", SECRET)
        assert Folder(tmp_path).key()
    with pytest.raises(Exception, match="passphrase is needed"):
        Folder(tmp_path).key()


def test_a_passphrase_from_a_file_is_asked_of_nobody(tmp_path: Path) -> None:
    PrivateKey.generate().save(tmp_path / "key", passphrase=SECRET)
    (tmp_path / "passphrase").write_text(SECRET, encoding="utf-8")
    PASSPHRASES.begin(tmp_path / "passphrase")
    try:
        with PASSPHRASES.ask_on_page():
            assert Folder(tmp_path).key()
    finally:
        PASSPHRASES.begin(None)


def test_a_join_with_a_locked_key_waits_for_the_passphrase(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    folder = desk.root / "hastings-norman"
    PrivateKey.generate().save(folder / "key", passphrase=SECRET)
    digest = desk.call("join_terms", table=table)["digest"]
    assert desk.refuse("join", table=table, digest=digest).code == "locked"
    assert not Folder(folder).join_file.exists()
    desk.call("unlock", table=table, passphrase=SECRET)
    assert desk.call("join", table=table, digest=digest)["mails"]


# --- the page ------------------------------------------------------------------------------------------


def test_a_fault_of_the_disk_is_told_in_a_sentence(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(asked: object) -> dict[str, object]:
        raise PermissionError(13, "Permission denied", "draft")

    monkeypatch.setattr(ToldGame, "calls", lambda _: {"begin": fail})
    refused = desk.refuse("begin", table=desk.id("norman"))
    assert (refused.code, refused.what) == ("disk", "draft: Permission denied")


def test_the_page_serves_the_house_and_closes_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr(hosting, "serve", lambda page, **how: served.append((page, how)))
    desk.call("begin", table=desk.id("norman"))
    hosting.serve_house(desk.house, open_browser=False, tell=print)
    ((page, how),) = served
    assert how["open_browser"] is False
    assert {"house", "take", "begin", "send"} <= {*page.calls}
    assert page.sizes["take"] > 4_000_000
    assert desk.games[0].closed


def test_a_refused_call_of_a_game_stays_what_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(asked: object) -> dict[str, object]:
        raise CallRefused("stale", "another draft")

    monkeypatch.setattr(ToldGame, "calls", lambda _: {"begin": refuse})
    assert desk.refuse("begin", table=desk.id("norman")).code == "stale"
