"""Lines of a draft: those that are sure stand on the board, later ones are tried with supposed dice, and one
that does not fit is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from by_mail import Json, Tables

from generator.local_server.local_page import CallRefused
from pbem.mail_table import draft_file


def lines(tables: Tables, role: str) -> list[Json]:
    found: list[Json] = tables.seats[role]["lines"]
    return found


@pytest.fixture(scope="module")
def shooting(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The Normans have moved, and one of their archers has shot: dice come then."""
    tables = Tables(tmp_path_factory.mktemp("shot") / "game", "shield_wall/hastings")
    tables.give_as_policy("saxon")
    tables.call("saxon", "send", digest=tables.call("saxon", "preview")["digest"])
    tables.post()
    tables.give_as_policy("norman")
    return tables


@pytest.mark.whole
def test_what_comes_after_dice_is_asked_and_stays_closed(shooting: Tables) -> None:
    first = lines(shooting, "norman")[-1]["text"]
    assert first.startswith("fire ")
    due = shooting.seats["norman"]["due"]
    assert due["supposed"]
    assert due["kind"] == "archery"
    free = next(each for each in due["lit"]["counters"] if each not in first)
    target = shooting.call("norman", "pick", pieces=[{"counter": free, "place": ""}])["targets"][0]
    said = shooting.call("norman", "give", line=target["line"])
    again = shooting.call("norman", "give", line=first)  # it has shot: in no game may it shoot again
    later, never = lines(shooting, "norman")[-2:]
    assert later["when"] == never["when"] == "later"
    assert later["why"].startswith("carried out in ")
    assert "in 0 of" not in later["why"]
    assert never["why"] == "carried out in 0 of 12 games with supposed dice"
    shown = shooting.call("norman", "preview")
    assert shown["closed"] == [target["line"], first]
    assert shown["shown"][-1] == first
    assert shown["warnings"] == [f"`{first}` could be carried out in none of 12 games with supposed dice"]
    steps = said["more"]["steps"]
    assert steps == again["more"]["steps"] == []  # nothing of it is on the board
    shooting.call("norman", "undo", count=2)


@pytest.mark.whole
def test_sure_lines_are_steps_of_the_story_until_they_are_taken_back(shooting: Tables) -> None:
    kept = len(lines(shooting, "norman"))
    whole = shooting.call("norman", "begin")["story"]["steps"]
    assert whole[-1]["type"] == "draft"
    assert whole[-1]["lines"][0]["text"].startswith(lines(shooting, "norman")[-1]["text"])
    back = shooting.call("norman", "undo", count=1)["more"]
    assert back["keep"] == len(whole) - 1
    assert len(lines(shooting, "norman")) == kept - 1


def test_a_line_that_does_not_fit_any_more_is_told_and_not_signed(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game")
    tables.call("viking", "begin")
    tables.call("viking", "give", line="deploy")
    tables.call("viking", "give", line="done")
    tables.call("viking", "remove", number=0)
    (left,) = lines(tables, "viking")
    assert (left["text"], left["when"]) == ("done", "unfit")
    assert left["rule"]
    assert not tables.seats["viking"]["mail"]["plan"]["may"]
    with pytest.raises(CallRefused, match="does not fit"):
        tables.call("viking", "preview")
    tables.call("viking", "clear")
    assert lines(tables, "viking") == []


def test_a_line_against_the_rules_changes_nothing(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game")
    tables.call("viking", "begin")
    before = tables.seats["viking"]["draft"]
    for line in ("done", "deploi", "attack"):
        with pytest.raises(CallRefused):
            tables.call("viking", "give", line=line)
    assert draft_file.read_draft(tables.folders["viking"].path).number == before
    with pytest.raises(CallRefused, match="nothing is due of you now"):
        tables.send("saxon", "done")


def test_lines_of_the_draft_stay_when_others_go_on(tmp_path: Path) -> None:
    """A receipt, or what a referee rules, is an entry of the log: what the player has said stays."""
    tables = Tables(tmp_path / "game")
    tables.send("viking", "deploy", "done")
    tables.post()
    tables.call("saxon", "begin")
    tables.call("saxon", "give", line="deploy")
    before = tables.seats["saxon"]["draft"]
    draft = draft_file.read_draft(tables.folders["saxon"].path)
    draft_file.write_draft(tables.folders["saxon"].path, draft.change(seq=draft.seq - 1, head="0" * 64))
    tables.call("saxon", "begin")
    assert tables.seats["saxon"]["draft"] > before + 1
    assert [each["text"] for each in lines(tables, "saxon")] == ["deploy"]


def test_the_lines_of_a_file_take_the_place_of_those_that_lie_there(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game")
    tables.call("viking", "begin")
    tables.call("viking", "give", line="deploy")
    told = tables.tables["viking"].lay_lines(["deploy", "done"], ["Hello"])
    assert "draft" in told
    tables.call("viking", "begin")
    assert [each["text"] for each in lines(tables, "viking")] == ["deploy", "done"]
    assert tables.call("viking", "preview")["press"] == ["Hello"]
    folder = tables.folders["viking"].path
    assert (folder / draft_file.BEFORE).read_text() == "deploy\n"


def test_without_a_referee_what_was_left_over_is_the_next_draft(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game", refereed=False)
    tables.call("viking", "begin")
    for line in ("deploy", "done", "done"):  # the last is for the next turn, behind the other side's
        tables.call("viking", "give", line=line)
    assert lines(tables, "viking")[-1]["when"] == "later"
    tables.call("viking", "send", digest=tables.call("viking", "preview")["digest"])
    tables.post()
    tables.send("saxon", "deploy", "done")
    tables.post()
    tables.call("viking", "begin")
    assert [each["text"] for each in lines(tables, "viking")] == ["done"]


def test_what_is_signed_stays_on_the_board_until_its_answer_comes(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game")
    said = tables.send("viking", "deploy", "done")
    assert said["more"]["steps"][-1]["type"] == "signed"
    assert [(each["text"], each["own"]) for each in lines(tables, "viking")] == [
        ("deploy", False),
        ("done", False),
    ]
    assert tables.seats["viking"]["undo"] == 0
    before = tables.call("viking", "begin")["story"]["steps"]
    tables.post()
    after = tables.call("viking", "begin")["story"]["steps"]
    assert [each["type"] for each in before] == ["charter", "signed", "signed"]
    assert [each["type"] for each in after][:3] == ["charter", "order", "order"]
    assert [each["changes"] for each in after][:3] == [each["changes"] for each in before]
    assert lines(tables, "viking") == []
