"""Calls of the small server: limits of bodies, one after the other, waits beside them, faults in one line."""

import json
import select
import socket
import threading
import time

import pytest
from server_clients import Served, code


def head(served, length, *more):
    lines = [
        "POST /call/double HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        f"X-Senlac-Token: {served.token}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def status_of(answer):
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    "path",
    [
        "/call/none",
        "/call/",
        "/call",
        "/call/double/",
        "/call//double",
        "//call/double",
        "/CALL/double",
        "/call/..%2Fdouble",
        "/call/%2e%2e/enter",
        "/wait/double",
        "/call/wait",
        "/download/double",
        "/call/__class__",
        "/../etc/passwd",
        "/favicon.ico",
    ],
)
def test_what_is_not_there_is_not_found(served, path):
    status, said = served.post(path, {"number": 1})
    assert (status, said["error"]["code"]) == (404, "unknown")


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "TRACE", "PATCH", "OPTIONS", "CONNECT"])
def test_a_call_is_made_by_post_alone(served, method):
    status, headers, body = served.ask(method, "/call/double", X_Senlac_Token=served.token)
    assert status in (404, 405)
    assert served.token.encode() not in body + str(headers).encode()


def test_of_the_page_no_part_is_given(served):
    status, headers, body = served.ask("GET", "/", Range="bytes=0-3")
    assert (status, headers["Content-Range"], len(body)) == (200, None, 36)
    status, _, body = served.ask("HEAD", "/")
    assert (status, body) == (200, b"")
    assert served.ask("TRACE", "/")[0] == 405


# --- bodies -----------------------------------------------------------------------------------------


def test_a_body_over_the_limit_is_refused_before_it_is_read(served):
    assert status_of(served.raw(head(served, 1_000_001))) == 413
    assert status_of(served.raw(head(served, 5_000_000_000))) == 413
    assert served.post("/call/double", b'{"number": 1' + b" " * 900_000 + b"}")[0] == 200


def test_a_call_that_takes_files_has_a_limit_of_its_own(served):
    text = "x" * 1_900_000
    assert served.post("/call/measure", {"text": text}) == (200, {"long": len(text)})
    assert status_of(served.raw(head(served, len(text)))) == 413  # of another call
    assert status_of(served.raw(head(served, 2_000_001).replace(b"/double", b"/measure"))) == 413


def test_a_body_that_does_not_tell_its_length_is_cut_off(served):
    request = head(served, 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        line.sendall(request + piece * 15)
        assert not select.select([line], [], [], 0.5)[0]
        line.sendall(piece)
        assert status_of(line.recv(65536)) == 413


def test_a_slow_body_does_not_keep_the_others_waiting_and_ends(served):
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as line:
        line.sendall(head(served, 100) + b'{"number"')
        assert served.post("/call/double", {"number": 2}) == (200, {"twice": 4})
        assert time.monotonic() - started < 5
        assert status_of(line.recv(65536)) == 408
    assert time.monotonic() - started < 25


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"7", b"null", b'"text"', b"\xff\xfe{}", b'{"number": NaN}',
        b'{"number": Infinity}', b'{"number": 1e999}', b'{"number": -1e999}',
        b'{"number": "\\ud800"}', b'{"\\udfff": 1}',
        b"[" * 500_000, b'{"a":' * 150_000, b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}",
        b'{"number": ' + b"9" * 900_000 + b"}", b'{"number": 1} {}', b"\x1f\x8b\x08",
    ],
    ids=range(19),
)  # fmt: skip
def test_a_body_that_is_no_plain_object_is_refused(served, body):
    assert code(served.post("/call/double", body)) == (400, "bad-json")


# --- answers ----------------------------------------------------------------------------------------


def test_a_refused_call_says_why(served):
    said = {"error": {"code": "stale", "what": "The draft is another one.", "draft": 7}}
    assert served.post("/call/refuse", {}) == (409, said)


@pytest.mark.parametrize(
    ("path", "raised"),
    [
        ("/call/fail", "KeyError"),
        ("/wait/fail", "KeyError"),
        ("/call/double", "KeyError"),
        ("/call/nan", "ValueError"),
    ],
)
def test_what_goes_wrong_is_one_sentence_there_one_line_here_and_the_server_goes_on(path, raised):
    served = Served().enter()
    try:
        status, said = served.post(path, {})
        assert status == 500
        assert said["error"].keys() == {"code", "what"}
        assert "Traceback" not in json.dumps(said)
        assert "secret" not in json.dumps(said)
        assert ".py" not in json.dumps(said)
        line = served.line()
        assert line.startswith(f"{path}: {raised}: ")
        assert served.post("/call/double", {"number": 1})[0] == 200
        assert served.interrupt() == "served to the end\n"
    finally:
        served.kill()


def at_once(asked):
    found = []
    threads = [threading.Thread(target=lambda each=each: found.append(each())) for each in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_calls_are_made_one_after_the_other(served):
    found = at_once([lambda: served.post("/call/count", {})[1]["number"]] * 12)
    assert sorted(found) == list(range(1, 13))


def test_a_wait_keeps_no_call_waiting_and_ends_when_its_client_goes(served):
    before = served.post("/call/ended", {})[1]["ended"]
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        line.sendall(head(served, 2).replace(b"/call/double", b"/wait/wait") + b"{}")
        time.sleep(0.3)
        assert served.post("/call/double", {"number": 1})[0] == 200
        assert served.post("/call/ended", {})[1]["ended"] == before
    end = time.monotonic() + 10
    while served.post("/call/ended", {})[1]["ended"] == before and time.monotonic() < end:
        time.sleep(0.05)
    assert served.post("/call/ended", {})[1]["ended"] == before + 1


def test_so_many_may_wait_and_no_more(served):
    found = at_once([lambda: served.post("/wait/wait", {"seconds": 1})[0]] * 20)
    assert sorted(found) == [200] * 16 + [503] * 4


def test_ctrl_c_ends_the_server_and_what_waits(served):
    it = Served().enter()
    waiting = threading.Thread(target=lambda: answers.append(it.post("/wait/wait", {"seconds": 60})))
    answers = []
    waiting.start()
    time.sleep(0.5)
    started = time.monotonic()
    assert it.interrupt() == "served to the end\n"
    assert time.monotonic() - started < 5
    waiting.join()
    assert answers == [(200, {"gone": True})]


# --- files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("game.html", "game.html", "game.html"),
        ('a"; filename="b.exe', "a__ filename__b.exe", "a__%20filename__b.exe"),
        ("a\r\nSet-Cookie: x=1\r\n\r\n<b>", "a__Set-Cookie_ x_1_____b_", "a__Set-Cookie_%20x_1_____b_"),
        ("../../etc/passwd", "passwd", "passwd"),
        ("..\\..\\win.ini", "win.ini", "win.ini"),
        ("Mühle ☃.html", "M_hle _.html", "M%C3%BChle%20_.html"),
        ("", "file", "file"),
        ("...", "file", "file"),
    ],
)  # fmt: skip
def test_the_name_of_a_file_is_no_header_and_no_path(served, name, plain, whole):
    status, headers, body = served.ask(
        "POST", "/download/file", json.dumps({"name": name}).encode(),
        Content_Type="application/json", X_Senlac_Token=served.token,
    )  # fmt: skip
    assert (status, body) == (200, b"\x00data")
    assert headers["Content-Disposition"] == f"attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}"
    assert headers["Set-Cookie"] is None


def test_the_type_of_a_file_is_no_header(served):
    status, headers, _ = served.ask(
        "POST", "/download/file", json.dumps({"name": "a", "type": "text/html\r\nSet-Cookie: x=1"}).encode(),
        Content_Type="application/json", X_Senlac_Token=served.token,
    )  # fmt: skip
    assert (status, headers["Content-Type"], headers["Set-Cookie"]) == (200, "application/octet-stream", None)


def test_connections_that_say_nothing_do_not_shut_the_page_out():
    own = Served().enter()
    silent = [socket.create_connection(("127.0.0.1", own.port)) for _ in range(80)]
    try:
        for line in silent[::2]:
            line.sendall(b"POST /call/double HTTP/1.1\r\nHost: ")  # half of a head
        assert own.ask("GET", "/")[0] == 503
        until = time.monotonic() + 15
        while own.ask("GET", "/")[0] != 200 and time.monotonic() < until:
            time.sleep(0.3)
        assert own.post("/call/double", {"number": 4}) == (200, {"twice": 8})
    finally:
        for line in silent:
            line.close()
        own.kill()
