"""`pbem table`: with which game the page begins, and the list in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import good, pbem
from own_games import copy_game, invite

from pbem.mail_table.house.game_card import id_of


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """The page that was served, each time with the game with which it begins."""
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    monkeypatch.setattr(
        "pbem.mail_table.house.opened_games.user_data_path", lambda *_, **__: tmp_path / "data"
    )
    seen = list[Any]()

    def serve(page: Any, *, name: str, open_browser: bool, tell: Any, port: int) -> None:
        seen.append((page.calls["house"]({})["open"], open_browser))

    monkeypatch.setattr("pbem.mail_table.house.hosting.serve", serve)
    return seen


def test_alone_it_shows_the_list(tables: list[Any]) -> None:
    good("table", "--no-browser")
    assert tables == [("", False)]


def test_an_invitation_is_kept_in_a_folder_of_its_own_and_shown(tables: list[Any], tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    good("table", mail)
    good("table", mail, "--dir", "mine")
    here = tmp_path / "games"
    assert tables == [(id_of(here / "hastings-norman"), True), (id_of(here / "mine"), True)]
    assert [path.name for path in (here / "mine").iterdir()] == ["unanswered-invitation.eml"]


def test_the_folder_of_a_player_is_opened(tables: list[Any], tmp_path: Path, begun: Path) -> None:
    copy_game(begun, tmp_path)
    good("table", "--dir", tmp_path / "hastings/norman")
    assert tables == [(id_of(tmp_path / "hastings/norman"), True)]
    assert "hastings/norman" in good("table", "--list")  # it is noted
    (tmp_path / "games/in/it").mkdir(parents=True)


def test_inside_a_games_folder_a_new_game_is_made_beside_it(
    tables: list[Any], tmp_path: Path, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_game(begun, tmp_path)
    _, mail = invite(tmp_path)
    monkeypatch.chdir(tmp_path / "hastings/saxon")
    good("table", mail)
    assert tables == [(id_of(tmp_path / "hastings/hastings-norman"), True)]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--dir", "hastings/referee"), 2, "pbem status --dir"),
        (("--dir", "nothing"), 2, "nothing holds no game"),
        (("--list", "--dir", "hastings/saxon"), 2, "it lists all games"),
        (("--json",), 2, "this goes with --list"),
        (("hastings/saxon/key.pub",), 1, "holds no entry and no paper"),
        (("hastings/saxon/game.log",), 1, "holds no entry and no paper"),
    ],
)
def test_what_cannot_be_opened_is_refused(
    tables: list[Any], tmp_path: Path, begun: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    copy_game(begun, tmp_path / "games")
    found, _, err = pbem("table", *words)
    assert (found, tables) == (code, [])
    assert said in " ".join(err.split())


def test_the_list_in_the_terminal_marks_what_is_ones_own(
    tables: list[Any], tmp_path: Path, begun: Path
) -> None:
    assert good("table", "--list") == "There are no games here; `pbem table FILE` joins one.\n"
    copy_game(begun, tmp_path / "games")
    lines = good("table", "--list").splitlines()
    assert lines[0].startswith("* ") and lines[0].endswith("norman, playing")
    assert lines[1].startswith("    Move a unit, or `done`")
    assert lines[2].startswith("    by ")
    said = json.loads(good("table", "--list", "--json"))
    assert [card["you"] for card in said["games"]] == ["norman", "referee", "saxon"]
