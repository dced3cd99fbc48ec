"""The verifier in a real browser: a log is dropped, a byte is changed, and nothing leaves the page."""

import pytest
from browsing import WIDTHS
from make_vectors import VECTORS

from pbem.table import verifier_page

DROP = """([name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""
LOG = (VECTORS / "game.log").read_bytes()
MARKUP = b'<img src=x onerror="document.title=1">'


@pytest.fixture
def page(launched, tmp_path):
    file = tmp_path / "verifier.html"
    verifier_page.write_page(file)
    made = launched.new_page()
    made.faults = []
    made.on("console", lambda said: made.faults.append(said.text))
    made.on("pageerror", lambda error: made.faults.append(str(error)))
    made.on("request", lambda asked: made.faults.append(asked.url) if asked.url != file.as_uri() else None)
    made.goto(file.as_uri())
    yield made
    assert made.faults == []
    made.close()


def dropped(page, data, name="game.log"):
    """The heading of the verdict on a log that is dropped on the page."""
    page.evaluate(DROP, [name, list(data)])
    page.wait_for_function("document.getElementById('progress').textContent.startsWith('Checked')")
    return page.locator("#word").inner_text()


def test_a_true_log_holds_and_its_dice_and_signers_are_told(page):
    assert dropped(page, LOG) == "✓ This log holds"
    assert "23 entries and 5 rolls hold" in page.locator("#why").inner_text()
    rows = page.locator("#entries tr")
    assert rows.count() == 23
    assert "2d6: 6 3 (melee, N-knight-3 against S-fyrd-7, rule 8.3)" in rows.nth(2).inner_text()
    assert "SHA256:" in page.locator("#parties li").first.inner_text()
    assert page.evaluate("document.activeElement.id") == "word"


def test_a_changed_byte_is_red_and_its_entry_is_named(page):
    at = LOG.index(b"senlac-log/2\n") + sum(len(line) + 1 for line in LOG.split(b"\n")[1:8]) + 400
    changed = LOG[:at] + bytes([LOG[at] ^ 1]) + LOG[at + 1 :]
    assert dropped(page, changed) == "✗ This log is broken at entry 7"
    assert page.locator("#verdict").get_attribute("class") == "verdict broken"
    assert page.locator("#entries tr").last.get_attribute("class") == "broken"
    red, ink = (
        page.locator(name).evaluate("each => getComputedStyle(each).color") for name in ("#word", "#why")
    )
    assert red == "rgb(161, 22, 22)" != ink


def test_a_file_that_is_chosen_is_checked_by_keys_alone(page, tmp_path):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "file"
    page.locator("#file").set_input_files({"name": "no.log", "mimeType": "text/plain", "buffer": b"hello"})
    page.wait_for_selector("#verdict:visible")
    assert page.locator("#word").inner_text() == "✗ This is no log of a game"
    assert "not-a-log" in page.locator("#why").inner_text()


def test_markup_in_a_log_or_a_name_is_text(page):
    line = b'x {"author":"' + MARKUP + b'"}\n'
    dropped(page, b"senlac-log/2\n" + line, name="<img src=x onerror=alert(1)>.log")
    assert page.locator("#verdict img, #progress img, #details img").count() == 0
    assert page.title() == "Check the log of a game"


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    dropped(page, LOG)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_browser_without_these_signatures_says_so(page):
    page.evaluate("() => { crypto.subtle.importKey = () => Promise.reject(new Error('unknown')); }")
    page.evaluate(DROP, ["game.log", list(LOG)])
    page.wait_for_function(
        "document.getElementById('progress').textContent.startsWith('Nothing was checked')"
    )
    assert "no Ed25519" in page.locator("#progress").inner_text()
    assert not page.locator("#verdict").is_visible()
