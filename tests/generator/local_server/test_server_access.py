"""Attacks on the small server from pages of strangers and from other people on the same machine."""

import hmac
import json
import os
import stat
import subprocess
import time
from pathlib import Path

import pytest
from server_clients import Served, code


@pytest.fixture(scope="module")
def other():
    it = Served().enter()
    yield it
    it.kill()


def test_the_page_is_given_to_everybody_and_tells_nothing(served):
    status, headers, body = served.ask("GET", "/")
    assert (status, body) == (200, b"<!DOCTYPE html><title>A page</title>")
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert served.word.encode() not in body
    assert served.token.encode() not in body


def test_a_call_of_the_page_is_answered(served):
    assert served.post("/call/double", {"number": 4}) == (200, {"twice": 8})


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("POST", "/enter"), ("POST", "/call/double"), ("GET", "/none")]
)
def test_a_name_of_a_stranger_that_leads_here_is_refused(served, host, method, path):
    """A page of evil.example, whose name is bound to 127.0.0.1 later, asks in its own origin."""
    named = host.format(port=served.port)
    status, _, body = served.ask(
        method, path, b"{}", Host=named, Content_Type="application/json", X_Senlac_Token=served.token
    )
    assert (status, json.loads(body)["error"]["code"]) == (403, "other-host")


def test_the_program_shows_that_it_gave_the_token_without_telling_it(served, other):
    """A page that has lost its program asks this before it sends its token to the port again."""
    question = "5e" * 32
    proofs = [each.post("/prove", {"question": question}, X_Senlac_Token=None) for each in (served, other)]
    mine = hmac.digest(served.token.encode(), question.encode(), "sha256").hex()
    assert proofs[0] == (200, {"proof": mine})
    assert proofs[1][1]["proof"] != mine
    for strange in ("", "5E" * 32, "5e" * 33, 5, None):
        status, said = served.post("/prove", {"question": strange}, X_Senlac_Token=None)
        assert (status, said["error"]["code"]) == (400, "bad-question")


def test_two_hosts_are_none(served):
    head = f"GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:{served.port}\r\n\r\n"
    assert served.raw(head.encode()).startswith(b"HTTP/1.1 40")
    assert b"A page" not in served.raw(b"GET / HTTP/1.0\r\n\r\n")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "file://",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/enter", "/call/double", "/wait/wait", "/download/file"])
def test_a_page_of_another_origin_is_refused(served, origin, path):
    told = origin.format(port=served.port)
    assert code(served.post(path, {"word": served.word}, Origin=told)) == (403, "other-origin")


def test_the_other_name_of_this_machine_is_an_origin_of_its_own(served):
    name = f"localhost:{served.port}"
    found = served.post("/call/double", {"number": 1}, Host=name, Origin=f"http://{name}")
    assert found == (200, {"twice": 2})


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None, "application/json5"],
)
def test_what_a_form_can_send_is_refused(served, kind):
    assert code(served.post("/call/double", {"number": 1}, Origin=None, Content_Type=kind)) == (
        415,
        "not-json",
    )
    assert code(served.post("/enter", {"word": served.word}, Origin=None, Content_Type=kind)) == (
        415,
        "not-json",
    )


@pytest.mark.parametrize(
    "token", [None, "", "x", "{token}x", "{token} ", "{word}", "{part}", "Bearer {token}"]
)
@pytest.mark.parametrize("path", ["/call/double", "/call/none", "/wait/wait", "/download/file"])
def test_without_the_token_nothing_is_answered(served, token, path):
    facts = {"token": served.token, "part": served.token[:-1], "word": served.word}
    given = token if token is None or not token else token.format(**facts)
    if token == "{token} ":  # which HTTP takes for the same
        return
    assert code(served.post(path, {"number": 1}, X_Senlac_Token=given)) == (401, "no-token")


def test_a_token_is_good_in_its_header_alone(served):
    path = f"/call/double?token={served.token}&X-Senlac-Token={served.token}"
    assert code(served.post(path, {"number": 1}, X_Senlac_Token=None)) == (401, "no-token")
    cookie = f"token={served.token}"
    assert code(served.post("/call/double", {"number": 1}, X_Senlac_Token=None, Cookie=cookie)) == (
        401,
        "no-token",
    )
    twice = (
        f"POST /call/double HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nX-Senlac-Token: {served.token}\r\n"
        f"X-Senlac-Token: {served.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    )
    assert served.raw(twice.encode()).startswith(b"HTTP/1.1 401")


def test_the_token_of_one_server_is_refused_by_another(served, other):
    assert other.post("/call/double", {"number": 1})[0] == 200
    assert code(other.post("/call/double", {"number": 1}, X_Senlac_Token=served.token)) == (401, "no-token")
    assert code(other.post("/enter", {"word": served.word})) == (403, "other-word")


@pytest.mark.parametrize("word", ["", "x", None, 7, ["{word}"], {"word": 1}])
def test_another_word_gives_no_token(served, word):
    assert code(served.post("/enter", {"word": word})) == (403, "other-word")


def test_the_word_is_good_once_and_the_terminal_tells_of_the_second_time():
    it = Served()
    try:
        first = it.enter().token
        it.token = ""
        assert code(it.post("/enter", {"word": it.word})) == (403, "word-used")
        assert "used a second time" in it.line()
        it.token = first
        assert it.post("/call/double", {"number": 1})[0] == 200
    finally:
        it.kill()


def test_no_cookie_is_set_and_nobody_else_may_read_an_answer(served):
    origin = "https://evil.example"
    asked = {"Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": "x-senlac-token"}
    for method, path, more in (
        ("GET", "/", {}),
        ("POST", "/enter", {}),
        ("POST", "/call/double", {"X_Senlac_Token": served.token}),
        ("OPTIONS", "/call/double", {"Origin": origin, **asked}),
        ("OPTIONS", "/call/double", {"Origin": f"http://127.0.0.1:{served.port}", **asked}),
    ):
        status, headers, _ = served.ask(
            method, path, b'{"number": 1}', Content_Type="application/json", **more
        )
        assert headers["Set-Cookie"] is None
        assert not [name for name in headers if name.lower().startswith("access-control")]
        assert method != "OPTIONS" or status in (403, 405)
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] is None


# --- the browser ------------------------------------------------------------------------------------


@pytest.fixture
def opened(tmp_path):
    """The server with a browser that notes its arguments; what it noted, and the file that it was given."""
    if os.name == "nt":
        pytest.skip("a browser that is a script of the shell")
    noted, browser = tmp_path / "noted", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s' \"$*\" > {noted}.new && mv {noted}.new {noted}\nsleep 3\n")
    browser.chmod(0o700)
    it = Served("browser", BROWSER=f"{browser} %s &")
    try:
        end = time.monotonic() + 20
        while not noted.exists() and time.monotonic() < end:
            time.sleep(0.02)
        yield it, noted.read_text()
    finally:
        it.kill()


def test_the_browser_is_given_a_file_that_nobody_else_may_read(opened):
    it, arguments = opened
    assert "is open in your browser" in it.told
    assert "#" not in arguments
    file = Path(arguments.removeprefix("file://"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    address = file.read_text().partition("0; url=")[2].partition('"')[0]
    it.port, it.word = int(address.rpartition(":")[2].partition("/")[0]), address.partition("#")[2]
    assert len(it.word) > 40
    shown = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert it.word not in shown
    it.enter()
    assert not file.parent.exists()
    assert it.post("/call/double", {"number": 1})[0] == 200


def test_the_file_goes_with_the_server(opened):
    it, arguments = opened
    file = Path(arguments.removeprefix("file://"))
    assert file.is_file()
    assert "Traceback" not in it.interrupt()
    assert not file.parent.exists()


def test_the_file_goes_after_its_time():
    from generator.local_server.browser_opening import SECONDS, OpeningFile

    assert SECONDS == 60
    file = OpeningFile("http://127.0.0.1:1/#x", seconds=0.05)
    end = time.monotonic() + 10
    while file.path.parent.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not file.path.parent.exists()
    file.remove()
