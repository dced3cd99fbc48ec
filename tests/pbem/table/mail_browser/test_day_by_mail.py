"""The day of a player on the page: times on their own clock, words of others as words, acts, a key, news."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from played_mail import GAME, HOUR, OTHER, PlayedMail, now
from small_story import NASTY
from waiting import until

pytestmark = pytest.mark.whole
Open = Callable[..., Any]
_DROP = """async ([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  const shared = { bubbles: true, cancelable: true, dataTransfer: transfer };
  for (const kind of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(kind, shared));
}"""
_KEPT = """JSON.stringify([sessionStorage, document.documentElement.outerHTML,
  [...document.querySelectorAll('input')].map((each) => each.value)])"""
_HIDE = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"
_NOTE = """window.notes = [];
window.Notification = class extends EventTarget {
  static permission = 'granted';
  static async requestPermission() { return 'granted'; }
  constructor(title, { body }) { super(); window.notes.push([title, body]); }
};"""


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "America/New_York", "Australia/Adelaide"])
def test_a_deadline_stands_on_the_readers_own_clock(opened: Open, program: PlayedMail, zone: str) -> None:
    page = opened(timezone_id=zone)
    page.click("#mail-panel-tab")
    at = datetime.fromtimestamp(program.day["deadline"]["at"], ZoneInfo(zone))
    told = page.inner_text(".day-state .deadline")
    assert f"{at:%a} {at.day} {at:%b}, {at:%H:%M}" in told and f"({zone.replace('_', ' ')})" in told
    assert "1 day 6 hours left" in told


def test_words_of_others_are_words(opened: Open, program: PlayedMail) -> None:
    """Names, press, subjects, objections, rulings and rows of an invitation that would like to be markup."""
    page = opened()
    page.click("#mail-panel-tab")
    page.click("text=What was heard")
    told = page.inner_text("#mail-panel")
    assert told.count(NASTY) >= 5
    page.click("text=Read and sign")
    page.wait_for_selector("#sheet .whole-text")
    assert NASTY in page.inner_text("#sheet .whole-text")
    page.keyboard.press("Escape")
    page.click("#send")
    page.click("#sheet button:has-text('Sign and send')")
    page.wait_for_selector("#sheet .mail-card")
    assert NASTY in page.inner_text("#sheet .mail-head")
    assert page.locator("img[src='x']").count() == 0 and page.title() != "1"


def test_a_locked_key_is_asked_for_and_the_call_repeated(opened: Open, program: PlayedMail) -> None:
    program.passphrase = "right horse"
    page = opened()
    page.click("#send")
    page.fill("#passphrase", "wrong horse")
    page.keyboard.press("Enter")
    page.wait_for_selector("#key-sheet :text('not the passphrase')")
    assert page.input_value("#passphrase") == ""
    page.fill("#passphrase", "right horse")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet[open] .signed-lines")
    assert len(program.bodies("preview")) == 2
    assert [body["passphrase"] for body in program.bodies("unlock")] == ["wrong horse", "right horse"]
    assert {body["table"] for body in program.bodies("unlock")} == {GAME}
    kept = page.evaluate(_KEPT)
    assert "horse" not in kept


def test_a_reader_who_does_not_unlock_goes_on_looking(opened: Open, program: PlayedMail) -> None:
    program.passphrase = "right"
    page = opened()
    page.click("#send")
    page.wait_for_selector("#key-sheet[open]")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('#due .notice').textContent.includes('is locked')")
    page.fill("#line", "done")
    page.press("#line", "Enter")
    until(page, "document.querySelectorAll('.given li.own').length === 1")


def test_a_file_that_is_dropped_is_taken_in(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.evaluate(_DROP, ["answer.eml", "Subject: x"])
    until(page, "document.querySelector('#due .notice').textContent.includes('answer.eml is taken in')")
    (body,) = program.bodies("take")
    assert (body["name"], body["data"], body["table"]) == ("answer.eml", "U3ViamVjdDogeA==", GAME)
    assert page.is_hidden("#drop")


def test_a_file_that_is_too_large_is_not_sent(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.evaluate(_DROP, ["huge.vlog", "x" * 3_145_729])
    until(page, "document.querySelector('#due .notice').textContent.includes('huge.vlog is too large')")
    assert program.bodies("take") == []


def test_a_file_is_chosen_and_a_text_pasted(opened: Open, program: PlayedMail, tmp_path: Path) -> None:
    page = opened()
    page.click("#mail-panel-tab")
    (tmp_path / "orders.txt").write_text("done\n", "utf-8")
    page.set_input_files("#mail-panel input[type=file]", tmp_path / "orders.txt")
    until(page, "document.querySelector('#due .notice').textContent.includes('orders.txt')")
    page.click("text=Paste the text of a mail")
    page.fill("#mail-panel textarea", "From: anna")
    page.click("#mail-panel button:has-text('Take in'):not(:has-text('file'))")
    until(page, "document.querySelector('#due .notice').textContent.includes('pasted text')")
    assert [body.get("text") for body in program.bodies("take")] == [None, "From: anna"]


def test_acts_ask_and_a_grave_one_is_confirmed(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.click("#mail-panel-tab")
    page.click("#mail-panel summary:has-text('Not now')")
    assert page.is_disabled("[data-act=claim]")
    assert "The time of the Blue men is not over." in page.inner_text("#mail-panel details[open]")
    page.click("[data-act=rollback]")
    page.fill("#said-words", "I misread the map")
    page.click("#sheet .words button:has-text('Ask')")
    page.wait_for_selector("#sheet", state="hidden")
    page.click("[data-act=resign]")
    assert page.is_disabled("#sheet button.danger")
    page.check("#sure")
    page.dblclick("#sheet button.danger")
    page.wait_for_selector("#sheet", state="hidden")
    asked = [(body["name"], body["said"], body.get("confirm")) for body in program.bodies("act")]
    assert asked == [("rollback", "I misread the map", None), ("resign", "", True)]


def test_an_act_that_is_refused_says_why_and_can_be_tried_again(opened: Open, program: PlayedMail) -> None:
    program.answers["act"] = lambda _: {"code": "refused", "what": "A vacation has at most 336 hours."}
    page = opened()
    page.click("#mail-panel-tab")
    page.click("[data-act=vacation]")
    page.fill("#said-words", "9999")
    page.click("#sheet button.primary")
    page.wait_for_selector("#sheet :text('at most 336 hours')")
    assert page.input_value("#said-words") == "9999" and page.is_enabled("#sheet button.primary")


def test_what_is_signed_is_read_to_its_end_before(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.click("#mail-panel-tab")
    page.click("text=Read and sign")
    page.wait_for_selector("#sheet .whole-text")
    assert program.bodies("sign") == []
    page.click("#sheet button:has-text('Sign this')")
    page.wait_for_selector("#sheet", state="hidden")
    assert [(body["id"], body["digest"]) for body in program.bodies("sign")] == [("r1", "ruling 1")]
    until(page, "!document.querySelector('#mail-panel').textContent.includes('Read and sign')")


def test_a_question_of_the_referee_is_answered_with_one_click(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.click("#mail-panel-tab")
    page.click("#mail-panel button:text-is('Yes')")
    until(page, "!document.querySelector('#mail-panel').textContent.includes('Asked of you')")
    assert [(body["id"], body["yes"]) for body in program.bodies("answer_question")] == [("q1", True)]


def test_news_of_the_day_alone_leave_the_hand_what_it_holds(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.keyboard.press("r")
    page.wait_for_selector(".lights .picked")
    page.fill("#line", "half a li")
    program.change_day(notices=["The mail of entry 12 has arrived."])
    until(page, "document.querySelector('#mail-panel').textContent.includes('entry 12 has arrived')")
    assert page.locator(".lights .picked").count() == 1 and page.input_value("#line") == "half a li"


def test_your_move_is_told_to_a_reader_who_looks_elsewhere(opened: Open, program: PlayedMail) -> None:
    program.day.update(state="waiting", waits_for=["blue"])
    page = opened(before=_HIDE + _NOTE)
    page.evaluate("window.away = true")
    program.change_day(state="due", waits_for=["red"])
    until(page, "window.notes.length > 0")
    assert page.evaluate("window.notes")[0][1] == "Reds: it is your move."
    assert page.title().startswith("● ")
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert not page.title().startswith("● ")


def test_without_leave_of_the_browser_the_title_has_a_dot(opened: Open, program: PlayedMail) -> None:
    program.day.update(state="waiting", waits_for=["blue"])
    page = opened(before=_HIDE + "delete window.Notification;")
    page.evaluate("window.away = true")
    program.change_day(state="due")
    until(page, "document.title.startsWith('● ')")


def test_another_game_that_has_come_to_the_reader_is_told(opened: Open, program: PlayedMail) -> None:
    page = opened(before=_HIDE + _NOTE)
    page.clock.install()
    page.reload()
    page.wait_for_selector("body.begun")
    page.evaluate("window.away = true")
    next(each for each in program.games if each["id"] == OTHER)["yours"] = True
    page.clock.run_for(65_000)
    until(page, "window.notes.length > 0")
    assert page.evaluate("window.notes")[0][0] == "Hastings"
    assert "1 more" in page.inner_text("#games")


def test_the_time_that_is_left_goes_down(opened: Open, program: PlayedMail) -> None:
    program.day["deadline"]["at"] = now() + 30 * HOUR + 90
    page = opened()
    page.clock.install(time=now())
    page.reload()
    page.wait_for_selector("body.begun")
    page.click("#mail-panel-tab")
    assert "1 day 6 hours left" in page.inner_text(".day-state")
    page.clock.run_for(150_000)
    until(page, "document.querySelector('.day-state').textContent.includes('1 day 5 hours left')")


def test_after_sleep_the_page_asks_anew(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.clock.install(time=now())
    page.reload()
    page.wait_for_selector("body.begun")
    before = len(program.bodies("begin"))
    program.day["notices"] = ["It went on while you slept."]
    page.clock.fast_forward("03:00:00")
    page.clock.run_for(20_000)
    until(page, "document.querySelector('#mail-panel').textContent.includes('while you slept')")
    assert len(program.bodies("begin")) > before


def test_a_program_that_stops_and_comes_back(opened: Any, program: PlayedMail) -> None:
    page = opened()
    program.down = True
    program.hang_up()
    page.wait_for_selector("#gone:not([hidden])")
    program.down = False
    program.day["notices"] = ["It went on without this page."]
    page.wait_for_selector("#gone", state="hidden")
    until(page, "document.querySelector('#mail-panel').textContent.includes('without this page')")
    opened.faults.clear()  # the browser tells of each call that failed
