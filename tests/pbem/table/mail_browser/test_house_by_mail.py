"""The list of the player's games, and an invitation that is read and signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_mail import GAME, INVITED, OTHER, PlayedMail, outgoing
from small_story import NASTY
from waiting import until

pytestmark = pytest.mark.whole
_WIDER = """(part) => {
  const { scrollWidth, clientWidth } = document.querySelector(part);
  return scrollWidth - clientWidth;
}"""
Open = Callable[..., Any]


def test_the_list_has_what_is_due_and_the_readers_own_move_first(opened: Open, program: PlayedMail) -> None:
    program.opened = ""
    program.games.append(
        {
            **program.games[0],
            "id": "dddd4444",
            "title": "A referee's",
            "state": "referee",
            "opens": False,
            "why": "Use `pbem status` there.",
        }
    )
    page = opened(timezone_id="Australia/Adelaide")
    titles = page.locator(".game-card h3").all_inner_texts()
    assert titles[0].startswith("Fulford") and "Your move." in page.inner_text(".game-card >> nth=0")
    assert "(Australia/Adelaide)" in page.inner_text(".game-card >> nth=0")
    assert NASTY in page.inner_text("#house") and page.locator("img[src='x']").count() == 0
    referee = page.locator(".game-card", has_text="A referee's")
    assert "pbem status" in referee.inner_text() and referee.locator("button").count() == 0
    assert program.bodies("begin") == []


def test_a_game_is_opened_and_left(opened: Open, program: PlayedMail) -> None:
    program.opened = ""
    page = opened()
    page.click(f"[data-table='{OTHER}']")
    page.wait_for_selector("#seat-panel-tab")
    assert program.bodies("begin")[-1]["table"] == OTHER
    page.click("#games")
    page.wait_for_selector("body.at-house")
    page.click(f"[data-table='{GAME}']")
    page.wait_for_selector("#seat-panel-tab")
    assert program.bodies("begin")[-1]["table"] == GAME


def test_an_invitation_is_read_in_full_and_signed_once(opened: Open, program: PlayedMail) -> None:
    program.opened = INVITED
    program.day["outbox"] = [outgoing()]
    page = opened()
    page.wait_for_selector("#sheet[open]")
    told = page.inner_text("#sheet")
    assert told.count("I agree.") == 60 and told.count(NASTY) == 2 and "the referee rules" in told
    assert program.bodies("join") == []
    page.dblclick("#sheet button:has-text('Join as Vikings')")
    page.wait_for_selector("#sheet .mail-card")
    assert [(body["table"], body["digest"]) for body in program.bodies("join")] == [(INVITED, "terms 1")]
    assert "You have joined" in page.inner_text("#sheet") and "anna@example.org" in page.inner_text("#sheet")
    page.click("#sheet button:has-text('Later')")
    page.wait_for_selector("#seat-panel-tab")
    assert program.bodies("begin")[-1]["table"] == INVITED


def test_an_invitation_that_is_another_now_is_shown_anew(opened: Open, program: PlayedMail) -> None:
    program.opened = INVITED
    program.answers["join"] = lambda _: {"code": "stale", "what": "another"}
    page = opened()
    page.click("#sheet button:has-text('Join as Vikings')")
    page.wait_for_selector("#sheet :text('Nothing was signed')")
    assert len(program.bodies("join_terms")) == 2


def test_an_invitation_that_nobody_can_join_says_why(opened: Open, program: PlayedMail) -> None:
    program.opened = INVITED
    program.answers["join_terms"] = lambda body: {
        **PlayedMail.on_join_terms(program, body),
        "fault": "The invitation has run out.",
    }
    page = opened()
    page.wait_for_selector("#sheet[open]")
    assert "has run out" in page.inner_text("#sheet") and page.is_disabled(
        "#sheet button:has-text('Join as')"
    )


def test_an_invitation_that_is_dropped_on_the_list_is_read(opened: Open, program: PlayedMail) -> None:
    program.opened = ""
    program.answers["take"] = lambda _: {"outcome": "invited", "told": "An invitation.", "table": INVITED}
    page = opened()
    page.click("text=Paste the text of a mail")
    page.fill("#house textarea", "senlac-invitation/1")
    page.click("#house button:has-text('Take in'):not(:has-text('file'))")
    page.wait_for_selector("#sheet button:has-text('Join as Vikings')")


def test_a_mail_of_another_game_leads_there(opened: Open, program: PlayedMail) -> None:
    program.answers["take"] = lambda _: {
        "outcome": "accepted",
        "told": "An answer for Hastings.",
        "table": OTHER,
    }
    page = opened()
    page.click("#mail-panel-tab")
    page.click("text=Paste the text of a mail")
    page.fill("#mail-panel textarea", "x")
    page.click("#mail-panel button:has-text('Take in'):not(:has-text('file'))")
    page.click("text=Go to this game")
    until(page, "document.body.classList.contains('begun') && !document.querySelector('#sheet').open")
    assert program.bodies("begin")[-1]["table"] == OTHER


def test_a_game_that_does_not_open_leaves_the_list_with_its_reason(opened: Open, program: PlayedMail) -> None:
    program.answers["begin"] = lambda _: {"code": "disk", "what": "game.log: Permission denied"}
    page = opened()
    page.wait_for_selector("body.at-house")
    assert "Permission denied" in page.inner_text("#house")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_cut_off(opened: Open, program: PlayedMail, width: int, scheme: str) -> None:
    page = opened(viewport={"width": width, "height": 800}, color_scheme=scheme, has_touch=width < 700)
    page.click("#mail-panel-tab")
    page.click("#send")
    page.wait_for_selector("#sheet[open] .signed-lines")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in ("#sheet", "#mail-panel"):
        assert page.evaluate(_WIDER, part) <= 0
    box = page.locator("#sheet button.primary").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= 800
    assert width > 700 or box["height"] >= 42


def test_by_keyboard_alone(opened: Open, program: PlayedMail) -> None:
    """From the list into the game, to the sheet, and signed; the focus never gets lost."""
    program.opened = ""
    page = opened()
    page.focus("#house-title")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#seat-panel-tab")
    page.focus("#seat-panel-tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "mail-panel-tab"
    page.keyboard.press("/")
    page.keyboard.type("done")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.given li.own').length === 1")
    page.focus("#send")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet[open] .signed-lines")
    assert page.evaluate("document.activeElement.textContent") == "Sign and send"
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .mail-card")
    assert page.evaluate("document.querySelector('#sheet').contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert page.locator("#sheet[open]").count() == 0
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "line"


def test_a_join_that_waits_shows_its_mail_again(opened: Open, program: PlayedMail) -> None:
    """The sheet was closed before the mail went: the card leads to it."""
    program.opened = ""
    program.day["outbox"] = [outgoing()]
    waits = {"state": "joined", "opens": False, "yours": True, "due": "The mail to the host waits: send it."}
    program.games[0].update(waits)
    page = opened()
    page.click(f"[data-table='{OTHER}']")
    page.wait_for_selector("#sheet .mail-card")
    page.click("#sheet button:has-text('I have sent it')")
    page.wait_for_selector("#sheet", state="hidden")
    assert [(body["table"], body["name"]) for body in program.bodies("mail_sent")] == [(OTHER, "0014.eml")]
