"""A list of games: what is due in each, whatever lies beside them, and nothing that was not looked for."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from commands import good
from own_games import MARKUP, Desk, begin_fulford, copy_game, invite

from pbem.disk import atomic_files
from pbem.mail_table.house import game_card, game_list
from pbem.mail_table.house.game_list import GameList
from pbem.mail_table.house.opened_games import OpenedGames
from pbem.play.orders import order_closing
from pbem.post.outbox import Outbox


@pytest.fixture
def desk(tmp_path: Path, begun: Path) -> Desk:
    made = Desk(tmp_path / "games")
    copy_game(begun, made.root)
    return made


def test_each_game_says_whose_it_is_what_is_due_and_by_when(desk: Desk) -> None:
    cards = {each["you"]: each for each in desk.call("house")["games"]}
    assert {role: card["state"] for role, card in cards.items()} == {
        "referee": "referee",
        "saxon": "playing",
        "norman": "playing",
    }
    assert (cards["norman"]["yours"], cards["saxon"]["yours"]) == (True, False)
    assert cards["norman"]["due"].startswith("Move a unit") and "\n" not in cards["norman"]["due"]
    assert "waiting for norman" in cards["saxon"]["due"]
    assert cards["norman"]["deadline"] > 0
    assert [cards[role]["opens"] for role in ("norman", "saxon", "referee")] == [True, True, False]
    assert "pbem status" in cards["referee"]["why"]
    assert desk.call("house")["games"][0]["you"] == "norman"  # it is their turn


def test_a_folder_that_nobody_may_enter_hides_no_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the folder for temporary files, where others have theirs; a superuser may enter all."""
    closed = desk.root / "another's"
    (closed / "noted").mkdir(parents=True)
    desk.list.add(closed / "noted")
    stat = os.stat

    def refuse(path: Any, *words: Any, **named: Any) -> os.stat_result:
        if str(path).startswith(f"{closed}{os.sep}"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, *words, **named)

    monkeypatch.setattr(os, "stat", refuse)
    assert {card["you"] for card in desk.call("house")["games"]} == {"referee", "saxon", "norman"}


def test_a_move_that_is_out_waits_for_its_answer(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "games")
    game = begin_fulford(desk.root)
    (tmp_path / "orders.txt").write_text("deploy\ndone\n")
    assert desk.card("viking")["yours"]
    good("move", tmp_path / "orders.txt", "--dir", game / "viking")
    assert desk.card("viking")["due"] == "Your lines are signed. The mail waits in the outbox: send it."
    assert desk.card("viking")["yours"]
    (mail,) = Outbox(game / "viking").list_waiting()
    Outbox(game / "viking").move_to_sent(mail.name)
    assert desk.card("viking")["due"] == "You have signed entry 1. Wait until it is answered."
    assert not desk.card("viking")["yours"]


def test_a_log_that_cannot_be_read_is_a_card_with_the_fault(desk: Desk) -> None:
    log = desk.root / "hastings/norman/game.log"
    for damaged in (b"\xff\xfe\0" * 40, log.read_bytes()[:-9] + b'{"a"}\n', b""):
        log.write_bytes(damaged)
        card = desk.card("norman")
        assert (card["state"], card["opens"]) == ("fault", False)
        assert card["why"]
    shutil.copy(desk.root / "hastings/saxon/game.log", log)
    shutil.copy(desk.root / "hastings/saxon/key.pub", desk.root / "hastings/norman/key.pub")
    (desk.root / "hastings/norman/key.pub").write_text("no key")
    assert desk.card("norman")["state"] == "fault"


def test_links_are_not_followed_and_no_folder_is_searched_for_ever(desk: Desk) -> None:
    (desk.root / "loop").symlink_to(desk.root, target_is_directory=True)
    deep = desk.root / "/".join("abcdefgh")
    shutil.copytree(desk.root / "hastings/saxon", deep / "saxon")
    shutil.copytree(desk.root / "hastings/saxon", desk.root / ".hidden/saxon")
    assert len(desk.call("house")["games"]) == 3


def test_a_list_that_is_cut_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert desk.call("house")["note"] == ""
    monkeypatch.setattr(game_list, "MOST_GAMES", 2)
    found = desk.call("house")
    assert (len(found["games"]), found["note"]) == (2, "2 games found; not all folders were looked into.")
    monkeypatch.setattr(game_list, "MOST_GAMES", 100)
    monkeypatch.setattr(game_list, "MOST_FOLDERS", 1)
    assert desk.call("house")["note"]


@pytest.mark.skipif(not atomic_files.POSIX, reason="names on Windows are text")
def test_a_folder_whose_name_is_not_text_is_shown(desk: Desk) -> None:
    (desk.root / "hastings/saxon").rename(desk.root / os.fsdecode(b"sax\xff"))
    cards = [each for each in desk.call("house")["games"] if each["you"] == "saxon"]
    assert cards[0]["folder"].endswith("sax?")
    json.dumps(cards, ensure_ascii=False).encode("utf-8")


def test_a_game_that_was_opened_elsewhere_is_listed_until_it_has_gone(desk: Desk, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere"
    shutil.move(desk.root / "hastings/norman", there)
    assert len(desk.call("house")["games"]) == 2
    word = desk.list.add(there)
    again = GameList(desk.root, OpenedGames(desk.root / ".notes/tables.json"))
    assert word in {card.id for card in again.list_games().cards}
    assert again.find_folder(word) == there
    shutil.rmtree(there)
    assert again.find_folder(word) is None
    assert len(again.list_games().cards) == 2


@pytest.mark.parametrize("text", ["", "[]", '{"folders": 3}', '{"folders": [1, "\\u0000", null]}', "\0"])
def test_notes_that_are_damaged_count_for_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "tables.json").write_text(text)
    notes = OpenedGames(tmp_path / "tables.json")
    assert notes.list_folders() == []
    notes.note(tmp_path)
    assert notes.list_folders() == [tmp_path]


def test_a_game_goes_on_where_nothing_can_be_noted(desk: Desk) -> None:
    (desk.root / ".notes/tables.json").mkdir(parents=True)
    assert desk.list.add(desk.root / "hastings/norman") == desk.id("norman")
    (desk.root / ".notes/tables.json").rmdir()
    (desk.root / ".notes/tables.json").symlink_to(desk.root / "other")
    assert desk.list.add(desk.root / "hastings/norman") == desk.id("norman")
    assert not (desk.root / "other").exists()


def test_names_with_markup_are_text_as_they_are(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "games")
    invite(desk.root, saxon=MARKUP)
    assert MARKUP in desk.card("host")["due"]


def test_a_game_in_which_nothing_has_changed_is_not_read_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.call("house")
    read = list[str]()
    load = order_closing.load
    monkeypatch.setattr(
        game_card.order_closing, "load", lambda folder: (read.append(folder.path.name), load(folder))[1]
    )
    desk.call("house")
    assert read == []
    log = desk.root / "hastings/saxon/game.log"
    log.write_bytes(log.read_bytes() + b"half a line")
    desk.call("house")
    assert read == ["saxon"]
