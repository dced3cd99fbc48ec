"""A game that waits for its charter: its mails are there to be sent, and it has a robot where it may."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

import pytest
from own_games import NOW, Desk, invite

from generator.local_server.local_page import CallRefused
from pbem.log.party.folder import Folder
from pbem.mail_table.house.waiting_game import WaitingGame
from pbem.post.robot_log import LogNote


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """The folder of somebody who has joined."""
    desk = Desk(tmp_path / "games")
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    assert desk.card("hastings-norman")["due"].startswith("You have joined. The mail to the host waits")
    return Folder(desk.root / "hastings-norman")


def wait(folder: Folder, heard: list[LogNote], *, uses_post: bool) -> WaitingGame:
    return WaitingGame(folder, heard.append, lambda: NOW, uses_post=uses_post)


def test_the_join_is_shown_and_put_away_once_it_is_sent(folder: Folder) -> None:
    game = wait(folder, [], uses_post=False)
    (mail,) = game.calls()["mails"]({})["mails"]
    assert mail["to"] == ["rolf@example.org"]
    assert b"I play norman" in game.downloads()["mail"]({"name": mail["name"]}).data
    assert game.calls()["mail_sent"]({"name": mail["name"]})["mails"] == []
    assert (folder.path / "sent" / f"{mail['name']}.eml").is_file()
    game.close()


def test_no_orders_are_laid_before_the_charter(folder: Folder) -> None:
    game = wait(folder, [], uses_post=False)
    with pytest.raises(CallRefused, match="has not begun"):
        game.lay_lines(["done"], [])
    game.close()


def test_settings_that_are_wrong_are_told_by_the_robot_if_it_may_use_them(folder: Folder) -> None:
    (folder.path / "post.yaml").write_text("nothing: right\n")
    heard = list[LogNote]()
    wait(folder, heard, uses_post=False).close()
    assert heard == []
    game = wait(folder, heard, uses_post=True)
    until = time.monotonic() + 20
    while not heard and time.monotonic() < until:
        time.sleep(0.05)
    game.close()
    assert "post.yaml" in heard[0].text


def test_the_join_is_sent_at_once_when_the_page_asks(folder: Folder, tmp_path: Path) -> None:
    settings = f"from: norman@example.org\nmaildir: {tmp_path}/in\nsend:\n  maildir: {tmp_path}/out\n"
    (folder.path / "post.yaml").write_text(settings)
    game = wait(folder, [], uses_post=False)
    with pytest.raises(CallRefused, match="--no-post"):
        game.waits()["post"]({}, Event())
    game.close()
    game = wait(folder, [], uses_post=True)
    until = time.monotonic() + 20
    while not list((tmp_path / "out/new").glob("*")) and time.monotonic() < until:
        game.waits()["post"]({}, Event())
    game.close()
    (sent,) = (tmp_path / "out/new").glob("*")
    assert b"I play norman" in sent.read_bytes()
    assert not list((folder.path / "outbox").glob("*.eml"))
