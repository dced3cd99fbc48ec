"""What the player signs: it is read first, goes once, and the answer comes with its dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_mail import PlayedMail, outgoing
from waiting import until

pytestmark = pytest.mark.whole
Open = Callable[..., Any]
_WATCH_DICE = """() => {
  window.fallen = 0;
  const tray = document.getElementById('tray');
  new MutationObserver(() => (window.fallen += tray.hidden ? 0 : 1)).observe(tray, { attributes: true });
}"""
_SEND_WHILE_BUSY = """() => new MutationObserver((_, watch) => {
  if (!document.body.classList.contains('waiting')) return;
  watch.disconnect();
  document.getElementById('send').click();
}).observe(document.body, { attributes: true })"""
SHEET = "#sheet[open]"
SIGN = "#sheet button:has-text('Sign and send')"


def open_sheet(page: Any) -> None:
    page.click("#send")
    page.wait_for_selector(f"{SHEET} .signed-lines")


def lay(page: Any, program: PlayedMail, line: str) -> None:
    before = len(program.bodies("give"))
    page.fill("#line", line)
    page.press("#line", "Enter")
    until(page, f"document.querySelectorAll('.given li.own').length > {before}")


def test_all_that_is_signed_can_be_read_before(opened: Open, program: PlayedMail) -> None:
    page = opened()
    lay(page, program, "move R-1 0101-0201")
    program.more_preview = {"warnings": ["Your deadline passes at 21:00."], "spent": ["done"]}
    open_sheet(page)
    told = page.inner_text("#sheet")
    for words in (
        "move R-1 0101-0201",
        "attack R-2 > B-2",
        "done",
        "Your deadline passes",
        "anna@example.org",
    ):
        assert words in told
    assert "the movement of the Reds goes on" in told
    page.click("#sheet button:has-text('Not yet')")
    assert program.bodies("send") == [] and len(program.draft_lines) == 1


def test_a_double_click_sends_once(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.dblclick("#send")
    page.wait_for_selector(f"{SHEET} .signed-lines")
    page.dblclick(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert [body["digest"] for body in program.bodies("send")] == ["shown 1"]


def test_enter_twice_sends_once(opened: Open, program: PlayedMail) -> None:
    page = opened()
    open_sheet(page)
    for key in ("Enter", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#sheet .mail-card")
    assert len(program.bodies("send")) == 1


def test_words_for_others_are_laid_down_before_it_is_signed(opened: Open, program: PlayedMail) -> None:
    program.answers["press"] = lambda body: _renumber(program, body)
    page = opened()
    open_sheet(page)
    page.fill("#press", "Well met,\nAnna")
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert [body["lines"] for body in program.bodies("press")] == [["Well met,", "Anna"]]
    assert [body["digest"] for body in program.bodies("send")] == ["shown 2"]


def _renumber(program: PlayedMail, body: dict[str, Any]) -> dict[str, Any]:
    program.digest = "shown 2"
    return program.on_press(body)


def test_what_changed_under_the_readers_eyes_is_not_signed(opened: Open, program: PlayedMail) -> None:
    """The robot, another page or a command has gone on between show and Send."""
    page = opened()
    open_sheet(page)
    program.digest, program.more_preview = "shown 2", {"closed": ["attack R-1 > B-2"]}
    page.click(SIGN)
    page.wait_for_selector("#sheet :text('Nothing was signed')")
    assert "attack R-1 > B-2" in page.inner_text("#sheet")
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert [body["digest"] for body in program.bodies("send")] == ["shown 1", "shown 2"]


def test_what_changed_while_words_were_typed_is_not_signed(opened: Open, program: PlayedMail) -> None:
    page = opened()
    open_sheet(page)
    program.more_preview = {"to": [{"role": "blue", "name": "Eve", "mail": "eve@example.org"}]}
    page.fill("#press", "Well met")
    page.click(SIGN)
    page.wait_for_selector("#sheet :text('Nothing was signed')")
    assert program.bodies("send") == [] and "eve@example.org" in page.inner_text("#sheet")


def test_a_mail_by_hand_is_copied_opened_and_kept(opened: Open, program: PlayedMail) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    open_sheet(page)
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert page.get_attribute("#sheet a.as-button", "href") == "mailto:anna@example.org?subject=x&body=y"
    page.click("#sheet button:has-text('Copy the text')")
    until(page, "document.querySelector('#due .notice').textContent.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()").startswith("senlac-entry/1\n0123456789abcdef")
    with page.expect_download():
        page.click("#sheet button:has-text('Save as file')")
    assert program.bodies("mail")[0]["name"] == "0014.eml"
    page.click("#sheet button:has-text('I have sent it')")
    page.wait_for_selector(SHEET, state="detached")
    assert [body["name"] for body in program.bodies("mail_sent")] == ["0014.eml"]


def test_a_mail_that_was_put_off_is_kept_in_mind(opened: Open, program: PlayedMail) -> None:
    page = opened()
    open_sheet(page)
    page.click(SIGN)
    page.click("#sheet button:has-text('Later')")
    until(page, "document.getElementById('question').textContent.includes('until you send it')")
    page.click("#mails:has-text('Send the mail')")
    page.click(f"{SHEET} button:has-text('I have sent it')")
    page.wait_for_selector("#mails", state="detached")
    assert len(program.bodies("mail_sent")) == 1


def test_a_decision_that_goes_on_is_asked_before_it_is_sent(opened: Open, program: PlayedMail) -> None:
    page = opened()
    assert page.get_attribute("#send", "class") == ""
    program.due = None
    program.tell_news()
    program.change_day(notices=[])
    page.wait_for_selector("#send.primary")


def test_send_waits_for_the_line_that_is_on_its_way(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.evaluate(_SEND_WHILE_BUSY)
    page.click("#due button[data-line]")
    page.wait_for_selector(f"{SHEET} .signed-lines")
    assert program.draft_lines[0]["text"] in page.inner_text(f"{SHEET} .signed-lines >> nth=0")


def test_the_keyboard_stays_in_the_bar_when_its_buttons_change(opened: Open, program: PlayedMail) -> None:
    page = opened()
    page.focus("#due button[data-line]")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.given li.own').length > 0")
    until(page, "document.activeElement.id === 'question'")


def test_a_mail_address_is_the_only_kind_that_a_button_opens(opened: Open, program: PlayedMail) -> None:
    program.answers["mails"] = lambda body: _spoil(program.on_mails(body))
    page = opened()
    open_sheet(page)
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert page.locator("#sheet a").count() == 0


def _spoil(answer: dict[str, Any]) -> dict[str, Any]:
    return {"mails": [{**each, "mailto": "javascript:document.title=1"} for each in answer["mails"]]}


def test_by_post_the_sheet_closes_and_says_that_it_is_signed(opened: Open, program: PlayedMail) -> None:
    program.day["robot"] = {"runs": True, "way": "post", "says": "Mails go out by post.", "trouble": ""}
    page = opened()
    open_sheet(page)
    page.click(SIGN)
    page.wait_for_selector("#sheet", state="hidden")
    until(page, "document.querySelector('#due .notice').textContent.includes('Signed as entry 14.')")


def test_the_answer_comes_and_its_dice_fall(opened: Open, program: PlayedMail) -> None:
    """The story has only grown: it goes on before the reader's eyes, and does not begin anew."""
    page = opened(reduced_motion="no-preference")
    page.evaluate(_WATCH_DICE)
    program.fall("attack R-2 > B-2")
    until(page, "window.fallen > 0")
    until(page, "document.body.dataset.idle === 'true'")
    assert "attack R-2 > B-2" in page.inner_text("#caption")


def test_lines_are_marked_and_taken_out_one_by_one(opened: Open, program: PlayedMail) -> None:
    program.draft_lines = [
        {"text": "move R-1 0101-0201", "when": ""},
        {"text": "attack R-2 > B-2", "when": "later"},
        {"text": "move R-1 0901-0902", "when": "unfit", "why": "0902 cannot be reached"},
    ]
    assert program.due is not None
    program.due["supposed"] = True
    page = opened()
    assert "Said before the dice" in page.inner_text("#question")
    assert "After the dice" in page.inner_text(".given li.later")
    assert "0902 cannot be reached" in page.inner_text(".given li.unfit")
    page.click(".given li.unfit button")
    until(page, "document.querySelectorAll('.given li').length === 2")
    page.click("button:has-text('Take all out')")
    until(page, "document.querySelectorAll('.given li.own').length === 0")
    assert [body["number"] for body in program.bodies("remove")] == [2]


def test_another_window_that_went_on_is_seen_before_it_is_signed(opened: Open, program: PlayedMail) -> None:
    """The number of the draft that this page knows is old: it looks, shows what would be signed, and asks."""
    page = opened()
    open_sheet(page)
    program.answers["preview"] = lambda body: {**program.on_preview(body), "digest": "shown 2"}
    program.digest = "shown 2"
    program.on_give({"line": "done by the other"})
    page.click(SIGN)
    page.wait_for_selector("#sheet :text('Nothing was signed')")
    assert "done by the other" in page.inner_text("#sheet .signed-lines")
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")
    assert program.draft_lines == [] and len(program.bodies("send")) == 2


def test_dice_that_come_first_are_opened(opened: Open, program: PlayedMail) -> None:
    program.due = None
    program.day["plan"]["dice"] = True
    program.more_preview = {"kind": "dice", "shown": [], "closed": [], "still": ""}
    page = opened()
    assert "The dice come first" in page.inner_text("#question")
    page.click("#send:has-text('Open the dice')")
    page.wait_for_selector(f"{SHEET} :text('your part of the dice')")
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card")


def test_a_text_that_is_not_all_is_not_copied(opened: Open, program: PlayedMail) -> None:
    program.answers["mails"] = lambda body: _without_whole(program.on_mails(body))
    page = opened()
    open_sheet(page)
    page.click(SIGN)
    page.wait_for_selector("#sheet .mail-card :text('send the file')")
    assert page.locator("#sheet a, #sheet button:has-text('Copy')").count() == 0


def _without_whole(answer: dict[str, Any]) -> dict[str, Any]:
    return {"mails": [{**each, "whole": False} for each in answer["mails"]]}


def test_mails_are_sent_at_once_where_the_reader_wants_it(opened: Open, program: PlayedMail) -> None:
    robot = {"runs": True, "way": "post", "says": "Mails go out by post.", "trouble": "The server is away."}
    program.day.update(robot=robot, outbox=[outgoing()])
    program.answers["post"] = lambda _: {"told": "One mail was sent.", "mails": []}
    page = opened()
    page.click("#mail-panel-tab")
    assert "The server is away." in page.inner_text("#mail-panel .grave >> nth=0")
    page.click("text=Send now")
    until(page, "document.querySelector('#due .notice').textContent.includes('One mail was sent.')")
    assert "/wait/post" in [path for path, _ in program.asked]
