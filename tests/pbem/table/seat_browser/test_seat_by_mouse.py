"""A seat by mouse: pieces are picked, dragged, aimed; orders are shown before, given, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_program import PlayedProgram
from seat_hands import comes, drag, given, lit_place, pick, piece, place_beside

pytestmark = pytest.mark.whole
Open = Callable[..., Any]


def test_a_piece_is_picked_and_goes_where_it_is_lit(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    assert page.inner_text("#question").strip() == "Reds: move a unit, or say done. 8.3"
    assert page.locator(".lights .lit").count() == 2
    pick(page, 0)
    left = {each.get_attribute("data-place"): each.text_content() for each in page.locator(".open").all()}
    assert left == {"0201": "3", "0301": "2", "0202": "2", "0401": "0"}
    page.mouse.move(*lit_place(page, "0301"))
    comes(page, "document.querySelector('.way-words')?.textContent === 'costs 2, 2 left'")
    assert page.locator(".way-layer .move").count() == 1
    page.mouse.click(*lit_place(page, "0301"))
    given(page, program, "move R-1 0101-0301")
    assert page.locator(".open").count() == 0
    assert "move R-1 0101-0301" in page.inner_text("#caption")
    page.click("#log-panel-tab")
    assert "move R-1 0101-0301" in page.inner_text(".row.current")


def test_a_drag_gives_the_order_too_and_a_refused_one_goes_back(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    start = piece(page, 0)
    drag(page, start, place_beside(page, 0, 6, 0))
    comes(page, "document.querySelector('.notice')?.textContent.includes('0501 cannot be reached')")
    assert page.inner_text(".notice button.rule") == "8.3"
    comes(page, "document.querySelector('.carried .piece') === null")
    assert piece(page, 0) == start
    drag(page, start, place_beside(page, 0, 3.2, 0))
    given(page, program, "move R-1 0101-0301")
    assert piece(page, 0) == pytest.approx(place_beside(page, 1, 0, -10 / 3), abs=2)


def test_a_drag_with_shift_goes_place_by_place(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.keyboard.down("Shift")
    drag(page, piece(page, 0), place_beside(page, 0, 5 / 3, 0), place_beside(page, 0, 10 / 3, 0))
    page.keyboard.up("Shift")
    given(page, program, "move R-1 0101-0201-0301")


def test_clicks_go_step_by_step_until_the_way_is_given(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 0)
    page.click("#due button:has-text('Step by step')")
    for place in ("0201", "0202"):
        page.mouse.click(*lit_place(page, place))
        comes(page, f"document.querySelector('#question').textContent.endsWith('{place}')")
    assert program.history == []
    page.click("#due button:has-text('Go this way')")
    given(page, program, "move R-1 0101-0201-0202")


def test_several_orders_are_chosen_from_a_list(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 0)
    page.mouse.click(*lit_place(page, "0202"))
    page.wait_for_selector("#card .choices")
    assert page.locator("#card li").count() == 2
    page.click("#card li:has-text('charge')")
    given(page, program, "charge R-1 0201-0202")


def test_a_closed_place_tells_its_rule_beside_the_pointer(opened: Open) -> None:
    page = opened()
    pick(page, 0)
    page.mouse.move(*place_beside(page, 0, 10, 3))
    page.wait_for_selector("#card.hint")
    assert page.inner_text("#card") == "8.3 0703 is too far"
    page.keyboard.press("Escape")
    assert page.is_hidden("#card") and page.locator(".picked").count() == 0


def test_an_attack_is_shown_before_it_is_made(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 1)
    assert page.locator(".target").count() == 1
    page.mouse.click(*piece(page, 3))
    page.wait_for_selector("#card .modifiers")
    assert page.locator("#card .modifiers div").all_inner_texts() == [
        "uphill\n-1 8.3",
        "two attackers\n+2 8.3",
    ]
    assert program.history == []
    page.click("#card button:has-text('Chances')")
    page.wait_for_selector("#card .chances li")
    assert page.locator("#card .shares b").all_inner_texts() == ["57 %", "12 %"]
    page.click("#card button:has-text('Attack')")
    given(page, program, "attack R-2 > B-2")
    assert "3, 5" in page.text_content("#caption .rolls")


def test_attackers_stay_picked(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 1)
    page.mouse.click(*piece(page, 0))
    comes(page, "document.querySelector('#question').textContent.startsWith('Red 2, Red 1')")
    held = [body["pieces"] for path, body in program.asked if path == "/call/pick"][-1]
    assert [each["counter"] for each in held] == ["R-2", "R-1"]


def test_facing_by_its_handle_and_a_mark_by_its_word(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    pick(page, 0)
    assert page.locator(".turn-to").count() == 0  # they would lie over the places beside it
    page.click("#due button:has-text('Turn')")
    assert page.locator(".open").count() == 0
    page.click("[aria-label='Face SE']")
    given(page, program, "face R-1 SE")
    pick(page, 0)
    page.click("#due button:has-text('wall')")
    given(page, program, "face R-1 SE", "wall R-1")


def test_orders_are_taken_back_by_button_key_and_line(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    for _ in range(3):
        page.click("#due button:has-text('Done')")
        page.wait_for_timeout(150)
    given(page, program, "done", "done", "done")
    page.keyboard.press("Control+z")
    given(page, program, "done", "done")
    page.click(".given li >> nth=0 >> button")
    given(page, program)
    assert page.locator("#seat-panel button:has-text('Undo')").is_disabled()
    assert page.evaluate("document.querySelector('#scrub').max") == "8"


def test_the_program_decides_where_it_is_asked_to(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.click("text=Let the program decide")
    given(page, program, "done")


def test_a_form_is_filled_in_by_chips_and_on_the_board(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.click("#due button:has-text('Deploy')")
    page.click(".field >> nth=0 >> .chip:has-text('R-1')")
    comes(page, "document.querySelector('.field .chip').getAttribute('aria-pressed') === 'true'")
    page.click(".field >> nth=1 >> .field-name")
    comes(page, "document.querySelectorAll('.lights [data-lit]').length === 2")
    page.mouse.click(*piece(page, 1))
    page.click(".form button:has-text('Give: deploy R-1 R-2')")
    given(page, program, "deploy R-1 R-2")
    assert page.locator(".form > *").count() == 0


def test_standing_orders_by_a_click(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.click(".standing summary")
    page.click(".standing button:has-text('advance: never')")
    page.click("[aria-label='Drop advance: never']")
    comes(page, "document.querySelector('.standing .given') === null")
    asked = [body for path, body in program.asked if path == "/call/standing"]
    assert [asked[0]["line"], asked[1]["drop"]] == ["advance: never", 1]


def test_a_typed_line_always_works_and_stays_where_it_is_refused(
    opened: Open, program: PlayedProgram
) -> None:
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("nonsense R-1")
    page.keyboard.press("Enter")
    comes(page, "document.querySelector('.notice')?.textContent.includes('is no order now')")
    assert page.input_value("#line") == "nonsense R-1"
    page.fill("#line", "done")
    page.press("#line", "Enter")
    given(page, program, "done")
    assert page.input_value("#line") == ""


def test_stepping_back_shows_the_past_and_holds_the_hand_still(opened: Open) -> None:
    page = opened()
    pick(page, 0)
    page.keyboard.press("ArrowLeft")
    assert page.locator(".lights button").count() == 0
    assert "earlier step" in page.inner_text("#question")
    page.mouse.click(*piece(page, 0))
    assert page.locator(".picked").count() == 0 and page.is_visible("#stack.pinned")
    page.click("text=Back to now")
    assert page.locator(".lights .picked").count() == 1 and page.locator(".open").count() == 4


def test_dice_fall_one_after_the_other_and_a_click_skips(opened: Open, program: PlayedProgram) -> None:
    page = opened(reduced_motion="no-preference")
    for press in ("", "#window"):
        page.fill("#line", "attack R-2 > B-2")
        page.press("#line", "Enter")
        comes(page, "document.querySelectorAll('#tray .die').length === 1")
        assert ("attack" in page.inner_text("#caption")) == bool(press)  # that of the attack before
        if press:
            page.mouse.click(300, 400)
            comes(page, "document.querySelector('#tray').hidden")
        else:
            comes(page, "document.querySelectorAll('#tray .die').length === 2")
        comes(page, "document.querySelector('#question').textContent.trim().startsWith('Reds')")
    assert len(program.history) == 2
    page.fill("#line", "done")
    page.press("#line", "Enter")
    given(page, program, *program.history[:2], "done")
    page.evaluate("""() => { window.fell = 0; new MutationObserver(() => (window.fell += 1))
      .observe(document.querySelector("#tray"), { attributes: true }); }""")
    page.click("#seat-panel button:has-text('Undo')")
    given(page, program, *program.history[:2])
    assert page.evaluate("window.fell") == 0  # what was rolled before is not rolled again


def test_what_is_kept_is_downloaded(opened: Open) -> None:
    page = opened()
    with page.expect_download() as kept:
        page.click("#seat-panel button:has-text('VASSAL')")
    assert kept.value.suggested_filename == "kept.vsav"


def test_a_counter_of_the_tray_is_dragged_onto_the_board(opened: Open, program: PlayedProgram) -> None:
    assert program.due is not None
    program.due["lit"]["counters"].append("R-9")
    sprite = {"src": "sprite-0", "width": 12.0, "height": 12.0}
    waiting = {"counter": "R-9", "place": "forces red", "name": "Red 9", "sprite": sprite}
    program.more_seat = {"tray": [{"place": "forces red", "label": "To be set up", "pieces": [waiting]}]}
    reach = [{"place": "0301", "cost": "", "left": "", "line": "place R-9 0301"}]
    empty: dict[str, Any] = {"targets": [], "turns": [], "marks": [], "forms": []}
    program.answers["pick"] = lambda _: {"reach": reach, **empty}
    page = opened()
    box = page.locator("[data-tray='R-9']").bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drag(page, start, (start[0], start[1] - 60), place_beside(page, 0, 10 / 3, 0))
    given(page, program, "move R-1 forces red-0301")
    (gesture,) = (
        body["gesture"] for path, body in program.asked if path == "/call/read" if body["gesture"]["pieces"]
    )
    assert gesture["pieces"] == [{"counter": "R-9", "place": "forces red"}]
    assert gesture["way"] == ["forces red", "0301"]
