"""The page and its program: how it enters, and what it does where that goes on, goes away, or thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_program import PlayedProgram
from seat_hands import comes, given, pick

pytestmark = pytest.mark.whole
Open = Callable[..., Any]


def test_it_enters_once_and_takes_the_word_out_of_the_address(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    assert page.evaluate("location.hash") == ""
    assert page.evaluate("sessionStorage.getItem('senlac-token')") == "token for once"
    page.reload()
    page.wait_for_selector("body.begun")
    assert [path for path, _ in program.asked].count("/call/begin") == 2


def test_sound_that_is_on_stays_so_when_the_page_is_read_anew(opened: Open) -> None:
    page = opened()
    page.click("text=Sound")
    page.reload()
    page.wait_for_selector("body.begun")
    assert page.get_attribute("text=Sound", "aria-pressed") == "true"


def test_a_window_without_a_key_says_so(opened: Any) -> None:
    page = opened("#again")
    assert "no key to the table" in page.inner_text("#gone")
    assert [fault for fault in opened.faults if "401" not in fault] == []
    opened.faults.clear()


def test_a_program_that_cannot_begin_says_why(opened: Any, program: PlayedProgram) -> None:
    """As on a full disk; the key is good."""
    program.answers["begin"] = lambda _: {"code": "disk", "what": "alone.json: No space left on device"}
    assert opened().inner_text("#gone") == "alone.json: No space left on device"


def test_a_game_that_went_on_elsewhere_is_shown_as_it_stands(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    program.on_give({"line": "done"})
    page.fill("#line", "done")
    page.press("#line", "Enter")
    comes(page, "document.querySelector('.notice').textContent.includes('went on elsewhere')")
    given(page, program, "done")
    assert page.input_value("#line") == "done"


def test_a_program_that_stops_and_comes_back(opened: Any, program: PlayedProgram) -> None:
    program.more_seat = {"again": "`pbem play --dir war --table`"}
    page = opened()
    program.down = True
    program.hang_up()
    page.wait_for_selector("#gone:not([hidden])")
    assert "pbem play --dir war --table" in page.inner_text("#gone")
    page.fill("#line", "done")
    page.press("#line", "Enter")
    assert page.input_value("#line") == "done"
    program.down = False
    page.wait_for_selector("#gone", state="hidden")
    page.press("#line", "Enter")
    given(page, program, "done")
    opened.faults.clear()  # the browser tells of each call that failed


def test_the_table_is_handed_over_behind_a_curtain(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    due, program.due = program.due, None
    program.more_seat = {"curtain": True, "next": "blue"}
    page.fill("#line", "done")
    page.press("#line", "Enter")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.inner_text("#curtain h2") == "Hand over: Blue men"
    assert page.evaluate("document.querySelector('main').inert")
    program.due, program.more_seat = due, {"seat": "blue"}
    page.click("#curtain button:has-text('Show the board')")
    page.wait_for_selector("#curtain", state="hidden")
    assert [path for path, _ in program.asked].count("/call/sit") == 1
    assert page.locator(".lights .lit").count() == 2


def test_what_one_person_has_typed_goes_before_the_next_one_comes(
    opened: Open, program: PlayedProgram
) -> None:
    page = opened()
    program.due, program.more_seat = None, {"curtain": True, "next": "blue"}
    page.fill("#line", "move R-2 to where nobody")
    page.click("#due [data-line='done']")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.input_value("#line") == ""


def test_a_program_that_thinks_is_let_go_on(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    waits = iter((True, True, False))
    program.answers["go_on"] = lambda _: program.go_on(thinking=next(waits))
    program.more_seat = {"thinking": True}
    page.fill("#line", "done")
    page.press("#line", "Enter")
    given(page, program, "done")
    comes(page, "document.querySelector('#question').textContent.trim().startsWith('Reds')")
    assert [path for path, _ in program.asked].count("/call/go_on") == 3


def test_the_end_is_told_and_the_story_can_be_kept(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    program.due = None
    program.more_seat = {
        "over": {"winner": "red", "level": "decisive", "reason": "Harold is dead.", "rule": "8.3"}
    }
    page.fill("#line", "done")
    page.press("#line", "Enter")
    page.wait_for_selector("dialog[open]")
    assert "Reds: victory, decisive" in page.inner_text("dialog") and "Harold is dead." in page.inner_text(
        "dialog"
    )
    page.click("text=Look back from the beginning")
    assert page.input_value("#scrub") == "0"


def test_a_sealed_choice_shows_a_padlock_and_words_are_words(opened: Open, program: PlayedProgram) -> None:
    assert program.due is not None
    program.due["closed"] = True
    program.due["ask"] = "<img src=x onerror=alert(1)>"
    page = opened()
    assert "Only you see this." in page.inner_text("#question")
    assert "<img src=x onerror=alert(1)>" in page.inner_text("#question")
    assert page.locator("img[src=x]").count() == 0


def test_faults_of_a_designers_file_stand_on_the_page(opened: Open, program: PlayedProgram) -> None:
    program.more_seat = {"mode": "try", "faults": [{"file": "game.yaml", "line": 12, "what": "no such side"}]}
    page = opened()
    assert "game.yaml:12 no such side" in page.inner_text(".faults")


def test_chances_that_take_long_can_be_stopped(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 1)
    page.keyboard.type("0403")
    page.keyboard.press("Enter")
    program.answers["odds"] = program.never
    page.click("#card button:has-text('Chances')")
    page.click("#card button:has-text('Stop')")
    comes(page, "document.querySelector('#card .words').textContent.startsWith('Chances')")
    page.click("#card button:has-text('Attack')")
    given(page, program, "attack R-2 > B-2")
