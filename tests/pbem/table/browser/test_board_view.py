"""The board in Chromium: pan and zoom by wheel, drag, pinch and keys; stacks that fan out; places by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.whole
Open = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def view(page: Any) -> dict[str, float]:
    """The scale and offset of the plane, when the next frame has been drawn."""
    script = """() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const at = new DOMMatrix(document.querySelector("#plane").style.transform);
      told({ scale: at.a, x: at.e, y: at.f });
    })))"""
    return dict(page.evaluate(script))


def middle_of(page: Any, piece: int) -> tuple[float, float]:
    box = page.locator(f".piece[data-piece='{piece}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_zooms_at_the_pointer_and_a_drag_pans(opened: Open) -> None:
    page = opened()
    before, at = view(page), middle_of(page, 2)
    page.mouse.move(*at)
    page.mouse.wheel(0, -500)
    near = view(page)
    assert near["scale"] > 1.5 * before["scale"]
    assert middle_of(page, 2) == pytest.approx(at, abs=2)
    page.mouse.down()
    page.mouse.move(at[0] - 30, at[1] - 20, steps=5)
    page.mouse.up()
    after = view(page)
    assert (after["x"] - near["x"], after["y"] - near["y"]) == pytest.approx((-30, -20), abs=6)
    assert page.is_hidden("#stack.pinned")
    page.keyboard.press("0")
    assert view(page) == pytest.approx(before)


def test_two_fingers_zoom(opened: Open) -> None:
    page = opened(**PHONE)
    wire = page.context.new_cdp_session(page)
    box = page.locator("#window").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = view(page)

    def touch(kind: str, apart: float) -> None:
        fingers = (
            []
            if kind == "touchEnd"
            else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        )
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", 30)
    for apart in (40, 60, 90):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    assert view(page)["scale"] == pytest.approx(3 * before["scale"], rel=0.1)


def test_keys_zoom_and_pan(opened: Open) -> None:
    page = opened()
    page.focus("#window")
    first = view(page)
    for _ in range(5):
        page.keyboard.press("+")
    near = view(page)
    assert near["scale"] == pytest.approx(first["scale"] * 1.3**5)
    for key, (right, down) in {"a": (80, 0), "d": (-80, 0), "w": (0, 80), "s": (0, -80)}.items():
        before = view(page)
        page.keyboard.press(key)
        after = view(page)
        assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx(
            (right, down), abs=0.1
        ), key


def test_a_stack_fans_out_by_pointer_and_stays_by_a_click(opened: Open) -> None:
    page = opened()
    at = middle_of(page, 2)
    page.mouse.move(*at)
    page.wait_for_selector("#stack:not([hidden])")
    assert page.locator("#stack .fan li").all_inner_texts()[0].strip() == "a counter of the Blue men"
    page.mouse.move(at[0] + 300, at[1])
    page.wait_for_selector("#stack", state="hidden")
    page.mouse.click(*at)
    page.wait_for_timeout(400)  # longer than a pointer must rest
    assert page.is_visible("#stack.pinned")
    assert "0303: 2 counters" in page.inner_text("#stack")
    assert "disordered" in page.inner_text("#stack .fan li >> nth=1")
    page.keyboard.press("Escape")
    assert page.is_hidden("#stack")


def test_a_place_is_gone_to_by_name_and_its_counters_by_tab(opened: Open) -> None:
    page = opened()
    page.keyboard.press("g")
    page.keyboard.type("0303")
    page.keyboard.press("Enter")
    focused = "document.activeElement.innerText.trim()"
    assert page.evaluate(focused) == "a counter of the Blue men"
    page.keyboard.press("Tab")
    assert "disordered" in page.evaluate(focused)
    page.keyboard.press("Enter")
    assert "The way of" in page.inner_text("#stack")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "window"
    page.keyboard.press("g")
    page.keyboard.type("9999")
    page.keyboard.press("Enter")
    assert page.inner_text("#found") == "There is no place 9999 on this map."
    page.fill("#place", "0505")
    page.press("#place", "Enter")
    assert page.inner_text("#found") == "0505: empty"
    assert page.locator(".marks .ring").count() == 1


def test_the_way_of_a_counter_leads_to_its_entries(opened: Open) -> None:
    page = opened("#e=6")
    page.fill("#place", "0801")
    page.press("#place", "Enter")
    page.click("#stack .fan button")
    assert page.locator(".marks .way").count() == 1
    assert page.locator("#stack .way-told li").count() > 20
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#stack h2") == "0901: 1 counter"
    page.click("#stack .way-told a >> nth=2")
    until(page, "location.hash === '#e=2.1'")
    assert page.inner_text(".row.current .number") == "2"
